"""What a memory says, as the drift room needs it.

Pure. Services make a `Belief` from a memory and one of its links; every function of this room
takes it.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from vaultwatch.drift.tokens import tokens
from vaultwatch.notes.model import SectionPath, Statement

_POINTS: Final = re.compile(
    r"(?:please\s+)?(?:see|consult|refer\s+to|look\s+(?:in|into|at)|siehe|vgl\.?|voir|ver|véase"
    r"|consult[ae]|参见|参照)\b\s*(?:the\s+note\s+)?",
    re.IGNORECASE,
)
_LEAST_OWN_WORDS: Final = 2
"""A single word says nothing that a note could confirm."""
_MAX_POINTER_CHARS: Final = 160
"""A longer one says something of its own too. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class Belief:
    """One memory, held against one note it cites."""

    memory_id: str
    text: str
    """The belief without Markdown; link brackets gone, the shown words kept."""
    digest: str
    """Digest of the belief; another belief needs another baseline."""
    created: datetime | None
    """When the memory was written; None where nobody knows."""
    note_title: str
    """Of the cited note."""
    narrow: SectionPath
    """The section the link names; () for the whole note."""
    block: str | None
    """The block id the link names."""


def says_itself(belief: Belief, statements: Iterable[Statement]) -> bool:
    """Tell whether a note holds a belief's own words as one statement, an open task excepted.

    Empty words and the note's own name do not count.
    """
    title = {token.norm for token in tokens(belief.note_title)}

    def words(text: str) -> list[str]:
        said = (token for token in tokens(text.rstrip(" .")) if token.kind != "stop")
        return [token.norm for token in said if token.norm not in title]

    wanted = words(belief.text)
    return len(wanted) >= _LEAST_OWN_WORDS and any(
        one.task_mark != " " and words(one.plain) == wanted for one in statements
    )


def is_pointer(belief: Belief) -> bool:
    """Tell whether a belief only says where something stands: `See Atlas for the steps`.

    Such a belief rests on the note's existence, not on its words.
    """
    text = belief.text.strip()
    opening = _POINTS.match(text)
    if opening is None or len(text) > _MAX_POINTER_CHARS:
        return False
    rest = text[opening.end() :].casefold()
    return rest.startswith(belief.note_title.casefold()) and "." not in rest.rstrip(". ")
