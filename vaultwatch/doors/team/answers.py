"""What is read of a call, and how one that no server could answer is answered still.

Pure. A call's arguments are nobody's: what is read is its method and its tool.
"""

import json
import re
from dataclasses import dataclass
from typing import Any, Final

_TOOL: Final = re.compile(r"vault_[a-z_]{1,40}")
_METHOD: Final = re.compile(r"[a-z]{1,20}(/[a-z_]{1,30}){0,2}")


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call, as far as it may be told."""

    what: str
    """The tool, or else the method; `other` for what is neither, as somebody might write a text."""
    is_tool: bool


def asked_in(body: bytes) -> ToolCall:
    """Return what a body asks for."""
    call = _parsed(body)
    method, params = call.get("method"), call.get("params")
    name = params.get("name") if isinstance(params, dict) else None
    if method == "tools/call":
        is_ours = isinstance(name, str) and _TOOL.fullmatch(name)
        return ToolCall(str(name) if is_ours else "other", is_tool=True)
    is_method = isinstance(method, str) and _METHOD.fullmatch(method)
    return ToolCall(str(method) if is_method else "other", is_tool=False)


def went_well(body: bytes) -> bool:
    """Tell whether an answer is one, and no error."""
    answer = _parsed(body)
    result = answer.get("result")
    return not body or (isinstance(result, dict) and not result.get("isError"))


def spoken_error(body: bytes, said: str) -> bytes:
    """Return the answer to a call that could not be made: of a tool, so that an agent reads it."""
    call = _parsed(body)
    asked_id = call.get("id")
    known_id = asked_id if isinstance(asked_id, str | int) else None
    answer: dict[str, Any] = {"jsonrpc": "2.0", "id": known_id}
    if known_id is not None and asked_in(body).is_tool:
        answer["result"] = {"content": [{"type": "text", "text": said}], "isError": True}
    else:
        answer["error"] = {"code": -32603, "message": said}
    return json.dumps(answer).encode()


def _parsed(body: bytes) -> dict[str, Any]:
    try:
        held = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return held if isinstance(held, dict) else {}
