"""Say where a belief comes from, in the six words that trust is built on.

Pure. Read from the property `source`, which people also write in the short words of `_SHORT`.
"""

from typing import Literal, TypeAlias, get_args

MemorySource: TypeAlias = Literal[
    "user_explicit", "system", "tool_output", "user_implicit", "document", "inference"
]
"""A person's own words; this product or the agent's program; what a tool printed; what a person
let show; a text somebody wrote; what an agent made of it."""

_SHORT: dict[str, MemorySource] = {
    "user": "user_explicit",
    "tool": "tool_output",
    "doc": "document",
    "inferred": "inference",
}
_SOURCES: dict[str, MemorySource] = {
    **_SHORT,
    **{source: source for source in get_args(MemorySource)},
}


def spelt_out(text: object) -> object:
    """Return the full word of a source that is named by its short one; anything else as it is."""
    return _SHORT.get(text.strip().lower(), text) if isinstance(text, str) else text


def source_of(text: str) -> MemorySource:
    """Return the source that a text names; `inference`, the least trusted, where it names none."""
    return _SOURCES.get(text.strip().lower(), "inference")
