"""Say what went wrong so that an agent can act on it: no library's words, no shell where a tool is.

Pure: errors in, sentences out.
"""

import re
from typing import Any, Final

from pydantic import ValidationError

from vaultwatch.errors import plainly
from vaultwatch.late_regex import late_regex

MOST_PROBLEMS: Final = 5
"""Of one call's arguments, that are told of."""
WORDS: Final = {
    "missing": "is needed",
    "string_type": "takes text",
    "int_type": "takes a whole number",
    "int_parsing": "takes a whole number",
    "int_from_float": "takes a whole number",
    "int_parsing_size": "takes a smaller number",
    "float_type": "takes a number",
    "float_parsing": "takes a number",
    "finite_number": "takes a number",
    "bool_type": "takes true or false",
    "bool_parsing": "takes true or false",
    "list_type": "takes a list",
    "model_type": "takes an object",
}
"""By pydantic's name of a problem."""
BOUNDS: Final = {
    "greater_than_equal": "takes {ge} or more",
    "less_than_equal": "takes {le} or less",
    "greater_than": "takes more than {gt}",
    "string_too_short": "must not be empty",
    "string_too_long": "takes {max_length} characters at most",
    "too_long": "takes {max_length} at most",
    "literal_error": "takes {expected}",
}
"""Likewise, with what the problem knows."""
TOOLS: Final = {
    "findings show": "vault_prediction_errors",
    "findings verify": "vault_prediction_errors with `resolve`",
    "findings": "vault_prediction_errors",
    "memory list": "vault_memories",
    "memory show": "vault_memories",
    "memory edit": "vault_update_memory",
    "review": "vault_review",
    "memory search": "vault_search",
    "status": "vault_status",
}
"""What an agent calls where a person types a command; the longest name that fits counts."""
_COMMAND = late_regex(r"`vaultwatch ([^`]*)`")


def wrong_arguments(tool: str, error: ValidationError) -> str:
    """Say what is wrong with which argument, without its value, which may be long or secret."""
    problems = error.errors(include_url=False, include_input=False)
    told: dict[str, str] = {}
    for problem in problems[:MOST_PROBLEMS]:
        name, *within = problem["loc"] or ("arguments",)
        deeper = (f"[{k}]" if isinstance(k, int) else f".{k}" for k in within)
        place = f"{name}{''.join(deeper)}"[:60]
        told.setdefault(place, _said(dict(problem)))
    return f"{tool} cannot be called so. {'; '.join(f'`{k}` {v}' for k, v in told.items())}."


def _said(problem: dict[str, Any]) -> str:
    kind, known = problem["type"], problem.get("ctx", {})
    if kind in WORDS:
        return WORDS[kind]
    if kind in BOUNDS:
        return BOUNDS[kind].format(**known)
    return f"is wrong: {plainly(problem['msg'])}"


def for_agent(message: str, hint: str) -> str:
    """Return an error's words with the tool instead of the command, and whose a command is else."""
    said = [_COMMAND.sub(_tool_for, one) for one in (message, hint) if one]
    return " ".join(said)


def _tool_for(found: re.Match[str]) -> str:
    typed = found[1]
    fitting = [name for name in TOOLS if re.match(rf"{name}(?![\w-])", typed)]
    if not fitting:
        return f"{found[0]} (the user's to run)"
    return TOOLS[max(fitting, key=len)]
