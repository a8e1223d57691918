"""Tell what a note links to, what links to it, and which links go nowhere or two ways."""

from dataclasses import dataclass

from vaultwatch.notes.links import Resolution
from vaultwatch.notes.model import Link, NotePath
from vaultwatch.services.indexing.reindex import reindex
from vaultwatch.services.lookup import find_note
from vaultwatch.services.scanning.citing import cite_new, link_index
from vaultwatch.services.workspace import Workspace


@dataclass(frozen=True, slots=True)
class NoteLinks:
    """One note's links."""

    note: NotePath
    out: tuple[tuple[Link, Resolution], ...]
    """Resolved ones, attachments included."""
    into: tuple[tuple[NotePath, Link], ...]
    """(linking note, its link)."""
    unresolved: tuple[tuple[Link, Resolution], ...]
    ambiguous: tuple[tuple[Link, Resolution], ...]
    """With Obsidian's choice and every candidate."""


def links_of(ws: Workspace, wanted: str) -> NoteLinks:
    """Return the links of one note, after indexing what changed on disk.

    Raises:
        NotThereError: no such note.
    """
    cite_new(ws, reindex(ws))
    note = find_note(ws, wanted)
    index = link_index(ws)
    out = index.links_out(note)
    return NoteLinks(
        note=note,
        out=tuple(pair for pair in out if pair[1].status == "resolved"),
        into=index.links_in(note),
        unresolved=tuple(pair for pair in out if pair[1].status == "unresolved"),
        ambiguous=tuple(pair for pair in out if pair[1].status == "ambiguous"),
    )
