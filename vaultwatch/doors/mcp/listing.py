"""Publish the tools in few words: a client puts the whole list into its model's context each time.

Pure. What a schema says that no model needs is left away: titles, defaults that say nothing, `null`
beside a type, what bounds a text or a number (an error names it). Arguments that are seldom used
stand in one object, and are taken flat too.
"""

import functools
import inspect
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from mcp.server.mcpserver import MCPServer
from mcp.types import ToolAnnotations
from pydantic import BaseModel, ValidationError

from vaultwatch.errors import plainly
from vaultwatch.late_regex import late_regex

Schema: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ArgumentGroup:
    """Arguments of a tool that are published as one object."""

    told: str
    """Names each of them."""
    names: tuple[str, ...]


GROUPS: Final[Mapping[str, Mapping[str, ArgumentGroup]]] = {
    "vault_remember": {
        "claim": ArgumentGroup(
            "subject, predicate, value; scope (global, session, temporal), exclusive (true), "
            "valid_from, valid_until (ISO). Another value supersedes it or waits for the user.",
            ("subject", "predicate", "value", "scope", "exclusive", "valid_from", "valid_until"),
        ),
        "provenance": ArgumentGroup(
            "agent (your name), session_id, topic, evidence; a trusted tool's `tool`, "
            "`signature` (HMAC-SHA256).",
            ("agent", "session_id", "topic", "evidence", "tool", "signature"),
        ),
        "kind": ArgumentGroup(
            "type (fact, decision, problem-solution, failure...), tags, importance (0..1), "
            "ttl_hours (0 never), trigger (when it should come to mind, what it answers; a list).",
            ("type", "tags", "importance", "ttl_hours", "trigger"),
        ),
    },
    "vault_search": {
        "where": ArgumentGroup(
            "folder (only), context (folder that comes first), top_k (10), "
            "reference_only (no text).",
            ("folder", "context", "top_k", "reference_only"),
        )
    },
    "vault_memories": {
        "filters": ArgumentGroup(
            "type (or a list), tags (any of), topic, source, agent, written_in (session), "
            "session_id (yours), since, until (ISO), status (active; quarantined, superseded, "
            "expired, not_yet, faded, archived, any), as_of (March: believed then), valid_at "
            "(2021: true then), about (a name: all believed of it).",
            (
                *("type", "tags", "topic", "source", "agent", "written_in"),
                *("session_id", "since", "until", "status", "as_of", "valid_at", "about"),
            ),
        ),
        "show": ArgumentGroup(
            "limit (20), detail (lean, full), explain (why), include_findings.",
            ("limit", "detail", "explain", "include_findings"),
        ),
    },
    "vault_context": {
        "show": ArgumentGroup(
            "topic, goal, session_id, type (of memories; or a list), include_notes (true), "
            "include_findings, explain, as_of: see vault_memories.",
            (
                *("topic", "goal", "session_id", "type"),
                *("include_notes", "include_findings", "explain", "as_of"),
            ),
        )
    },
    "vault_update_memory": {
        "change": ArgumentGroup(
            "tags (all anew), add_tags, remove_tags, type, ttl_hours, importance, value (of its "
            "claim).",
            (*("tags", "add_tags", "remove_tags", "type"), *("ttl_hours", "importance", "value")),
        ),
        "provenance": ArgumentGroup("source, agent.", ("source", "agent")),
    },
    "vault_handoff": {
        "items": ArgumentGroup(
            "Lists: goals, next_actions, open_questions, decisions, risks.",
            ("goals", "next_actions", "open_questions", "decisions", "risks"),
        ),
        "about": ArgumentGroup(
            "topic, memory_ids, agent (your name).", ("topic", "memory_ids", "agent")
        ),
    },
    "vault_prediction_errors": {
        "filters": ArgumentGroup(
            "memory_id, note, limit (20), resolved (closed ones), detail (full), kind "
            "(memory_drift, contradiction, suspicious, memory_external_signal, low_overlap, "
            "contextual_mismatch).",
            ("memory_id", "note", "limit", "resolved", "detail", "kind"),
        )
    },
}
"""By tool and the object's name."""
_NEEDLESS = frozenset(
    {
        *("title", "maxLength", "minLength", "minItems", "maxItems"),
        *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
    }
)
_SAYS_NOTHING: Final[tuple[object, ...]] = (None, "", [], False)


def published(tool: str, schema: Schema) -> Schema:
    """Return a tool's arguments as a client is told of them."""
    groups = GROUPS.get(tool, {})
    arguments = {name: _short(one) for name, one in schema.get("properties", {}).items()}
    grouped = {name for group in groups.values() for name in group.names}
    told = {name: one for name, one in arguments.items() if name not in grouped}
    for name, group in groups.items():
        told[name] = {"type": "object", "description": group.told}
    whole: Schema = {"type": "object", "properties": told}
    if schema.get("required"):
        whole["required"] = schema["required"]
    return whole


def spread(tool: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return a call's arguments flat, as the tool takes them.

    Raises:
        ValueError: a group is no object, holds what does not belong there, or says otherwise than
            an argument beside it; the message tells which.
    """
    groups = GROUPS.get(tool, {})
    flat = {name: value for name, value in arguments.items() if name not in groups}
    for name, group in groups.items():
        inside = arguments.get(name)
        if isinstance(inside, str):
            inside = _read(inside)  # some clients send an object as its JSON
        if inside is None:
            continue
        if not isinstance(inside, dict):
            raise ValueError(  # noqa: TRY004 - a caller's mistake, told as any other
                f"`{name}` takes an object with {', '.join(group.names)}"
            )
        for key, value in inside.items():
            if key not in group.names:
                raise ValueError(
                    f"`{name}` takes no {str(key)[:60]!r}; it takes {', '.join(group.names)}"
                )
            if flat.get(key, value) != value:
                raise ValueError(f"`{key}` is given twice, and differs in `{name}`")
            flat[key] = value
    return flat


def _read(text: str) -> object:
    try:
        return json.loads(text) if text.strip() else None
    except (ValueError, RecursionError):
        return text


def _short(schema: Schema) -> Schema:
    """Return an argument's schema without what says nothing."""
    arms = [one for one in schema.get("anyOf", ()) if one.get("type") != "null"]
    whole = {**schema, **arms[0]} if len(arms) == 1 else dict(schema)
    if len(arms) == 1:
        del whole["anyOf"]
        if "description" in schema:
            whole["description"] = schema["description"]
    kept = {key: value for key, value in whole.items() if key not in _NEEDLESS}
    if isinstance(kept.get("default"), str) or kept.get("default") in _SAYS_NOTHING:
        kept.pop("default", None)  # of a choice it is the first, or the usual one
    if "items" in kept:
        kept["items"] = _short(kept["items"])
    return kept


READS = ToolAnnotations(read_only_hint=True)
ADDS = ToolAnnotations(destructive_hint=False, open_world_hint=False)
CHANGES = ToolAnnotations(open_world_hint=False)
"""The protocol takes for granted that a tool destroys where nothing is said."""


def tool(
    server: MCPServer, annotations: ToolAnnotations
) -> Callable[[Callable[..., BaseModel | str]], Callable[..., str]]:
    """Return a decorator that adds a tool; its docstring is what an agent reads of it."""

    def add(function: Callable[..., BaseModel | str]) -> Callable[..., str]:
        @functools.wraps(function)
        def told(**arguments: Any) -> str:  # noqa: ANN401 - whatever the tool takes
            answer = function(**arguments)
            return answer if isinstance(answer, str) else lean_json(answer)

        server.add_tool(
            told,
            description=inspect.cleandoc(function.__doc__ or "").replace("\n", " "),
            annotations=annotations,
            structured_output=False,
        )
        return told

    return add


def lean_json(answer: BaseModel) -> str:
    """Return an answer as compact JSON: what is null or as it always is says nothing."""
    return answer.model_dump_json(exclude_none=True, exclude_defaults=True)


# Say what went wrong so that an agent can act on it: no library's words, no shell where a tool is.

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
