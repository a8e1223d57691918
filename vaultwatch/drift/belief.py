"""What a memory says, as the drift room needs it.

Pure. Services make a `Belief` from a memory and one of its links; every function of this room
takes it.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from vaultwatch.notes.model import SectionPath
from vaultwatch.values.polarity import pattern_for

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
    was_titled: str = ""
    """The note's title when the memory was written, where it was renamed since."""
    folders: str = ""
    """Names of the folders that the note lies in, which it need not repeat."""
    others: tuple[str, ...] = ()
    """Titles of the other notes that it cites."""
    shown_as: tuple[str, ...] = ()
    """What its links to the note say instead of the title."""
    is_wish: bool = False
    """Whether it says what is to be, not what is: a note that says otherwise denies nothing."""


def is_pointer(belief: Belief) -> bool:
    """Tell whether a belief only says where something stands: `See Atlas for the steps`.

    Such a belief rests on the note's existence, not on its words.
    """
    text = belief.text.strip()
    opening = pattern_for("points").match(text)
    if opening is None or len(text) > _MAX_POINTER_CHARS:
        return False
    rest = text[opening.end() :].casefold()
    return rest.startswith(belief.note_title.casefold()) and "." not in rest.rstrip(". ")
