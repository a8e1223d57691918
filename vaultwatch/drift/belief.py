"""What a memory says, as the drift room needs it.

Pure. Services make a `Belief` from a memory and one of its links; every function of this room
takes it.
"""

from dataclasses import dataclass
from datetime import datetime

from vaultwatch.notes.model import SectionPath


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
