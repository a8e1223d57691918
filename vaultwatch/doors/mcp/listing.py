"""Publish the tools in few words: a client puts the whole list into its model's context each time.

Pure. What a schema says that no model needs is left away: titles, defaults that say nothing, `null`
beside a type, what bounds a text or a number (an error names it). Arguments that are seldom used
stand in one object, and are taken flat too.
"""

import functools
import inspect
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from mcp.server.mcpserver import MCPServer
from mcp.types import ToolAnnotations
from pydantic import BaseModel

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
