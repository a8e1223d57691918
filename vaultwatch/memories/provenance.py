"""Say where a belief comes from, in the seven words that trust is built on.

Pure. Read from the property `source`, which people also write in the short words of `_SHORT`.
"""

from typing import Literal, TypeAlias, get_args

MemorySource: TypeAlias = Literal[
    "user_explicit",
    "system",
    "tool_output",
    "user_implicit",
    "user_reported",
    "document",
    "inference",
]
"""A person's own words; this product or the agent's program; what a tool printed; what a person let
show; what an agent says that a person said; a text somebody wrote; what an agent made of it."""

EARNED: frozenset[MemorySource] = frozenset({"user_explicit", "system"})
"""Sources that no agent can claim: see `as_claimed`."""
SAID: frozenset[MemorySource] = frozenset({"user_explicit", "user_reported"})
"""A person's words, heard by us or told by an agent: agents that repeat them are no witnesses."""

_SHORT: dict[str, MemorySource] = {
    "user": "user_explicit",
    "tool": "tool_output",
    "doc": "document",
    "inferred": "inference",
    "reported": "user_reported",
}
_SOURCES: dict[str, MemorySource] = {
    **_SHORT,
    **{source: source for source in get_args(MemorySource)},
}
_UNEARNED: dict[MemorySource, MemorySource] = {
    "user_explicit": "user_reported",
    "system": "tool_output",
}


def spelt_out(text: object) -> object:
    """Return the full word of a source that is named by its short one; anything else as it is."""
    return _SHORT.get(text.strip().lower(), text) if isinstance(text, str) else text


def source_of(text: str) -> MemorySource:
    """Return the source that a text names; `inference`, the least trusted, where it names none."""
    return _SOURCES.get(text.strip().lower(), "inference")


def as_claimed(source: MemorySource) -> MemorySource:
    """Return what a source counts for on an agent's word alone.

    That a person said it, or a program that knows, an agent can claim of anything: the one is kept
    as reported, the other as what an unsigned tool printed.
    """
    return _UNEARNED.get(source, source)
