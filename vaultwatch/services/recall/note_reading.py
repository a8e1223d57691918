"""Show a note, its links and the notes around it, and find passages, as agents are shown them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, TypeAlias

from vaultwatch.adapters.index.chunk_store import Hit
from vaultwatch.errors import NotThereError
from vaultwatch.guard.orders import QUARANTINE_AT, suspect
from vaultwatch.notes.headings import lines_of
from vaultwatch.notes.links import Resolution
from vaultwatch.notes.model import Link, Note, NotePath
from vaultwatch.notes.property_block import LINE_END
from vaultwatch.notes.titles import title_of
from vaultwatch.services.indexing.reading import read_note
from vaultwatch.services.lookup import find_note
from vaultwatch.services.memories.validating import may_be_told
from vaultwatch.services.recall.freshening import freshen, index_now
from vaultwatch.services.recall.search import (
    LEAST_SPEAKING,
    MAX_QUERY_CHARS,
    checked_query,
    passages,
    places,
)
from vaultwatch.services.records.misses import notice_misses
from vaultwatch.services.scanning.citing import link_index
from vaultwatch.services.scanning.conditions import keep_conditions
from vaultwatch.services.workspace import Workspace

MOST_LINES = 400
"""Lines shown at once; the rest is asked for by the line it begins with. Chosen by hand."""
MOST_CHARS = 20_000


Relation: TypeAlias = Literal["links_to", "linked_from", "similar"]


@dataclass(frozen=True, slots=True)
class ShownNote:
    """A part of a note, its secrets masked."""

    path: NotePath
    text: str
    first_line: int
    last_line: int
    total_lines: int
    headings: tuple[str, ...]
    """Of the whole note, each with its marks: `## Open points`."""

    @property
    def next_line(self) -> int | None:
        """Where the rest begins; None where there is none."""
        return self.last_line + 1 if self.last_line < self.total_lines else None


@dataclass(frozen=True, slots=True)
class Related:
    """A note near another one."""

    path: NotePath
    relation: Relation
    similarity: float | None = None
    """Cosine, of similar notes."""


def show_note(ws: Workspace, wanted: str, *, section: str = "", first_line: int = 1) -> ShownNote:
    """Return a note's lines, of one section where one is named.

    The section is a heading without its marks, or `^` and a block's id; `first_line`, 1-based, is
    of the note.

    Raises:
        NotThereError: no such note or section.
        OutsideVaultError: the path leaves the vault.
        NoteUnreadableError: the note cannot be read.
    """
    path = _indexed(ws, wanted)
    reading = read_note(ws.files, path)
    lines = LINE_END.split(reading.text)
    if not lines[-1]:
        lines.pop()
    start, end = 1, len(lines)
    if section.strip():
        lines_named = lines_of(reading.note, section)
        if lines_named is None:
            raise _no_section(reading.note, section.strip())
        start, end = lines_named
    start = max(start, first_line)
    if start > max(end, 1):
        raise NotThereError(f"{path!r} has {len(lines)} lines.", hint="Begin with line 1.")
    last, chars = start - 1, 0
    for line in lines[start - 1 : min(end, start - 1 + MOST_LINES)]:
        chars += len(line) + 1
        if chars > MOST_CHARS and last >= start:
            break
        last += 1
    text = "\n".join(lines[start - 1 : last])
    headings = tuple(f"{'#' * one.level} {one.text}" for one in reading.note.headings)
    # A single line may be endless; nobody needs more of it.
    return ShownNote(path, text[: 2 * MOST_CHARS], start, last, end, headings)


def related_notes(ws: Workspace, wanted: str, *, limit: int = 10) -> list[Related]:
    """Return the notes that a note links to, that link to it, and that speak of the like.

    Raises:
        NotThereError: no such note.
        OutsideVaultError: the path leaves the vault.
    """
    path = _indexed(ws, wanted)
    links = link_index(ws)
    found: dict[NotePath, Related] = {}
    for _, to in links.links_out(path):
        if to.path is not None and to.path != path:
            found.setdefault(to.path, Related(to.path, "links_to"))
    for other, _ in links.links_in(path):
        if other != path:
            found.setdefault(other, Related(other, "linked_from"))
    text = f"{title_of(path)}\n{read_note(ws.files, path).body}"[:MAX_QUERY_CHARS].strip()
    near = passages(ws, text, limit=4 * limit, memories=False) if text else []
    near.sort(key=lambda hit: -(hit.similarity or 0.0))
    least = LEAST_SPEAKING if ws.knows_meaning else 0.0
    similar: dict[NotePath, Related] = {}
    for hit in near:
        if hit.note != path and hit.note not in found and (hit.similarity or 0.0) >= least:
            similar.setdefault(hit.note, Related(hit.note, "similar", hit.similarity))
    room = max(limit - len(found), limit // 2)
    linked = list(found.values())[: limit - min(room, len(similar))]
    return [*linked, *list(similar.values())[:room]][:limit]


def _indexed(ws: Workspace, wanted: str) -> NotePath:
    """Return the path of a note that is indexed: nothing else of the vault is shown."""
    try:
        return find_note(ws, wanted)
    except NotThereError:
        freshen(ws)  # it may have been written a second ago
        return find_note(ws, wanted)


def _no_section(note: Note, section: str) -> NotThereError:
    if section.startswith("^"):
        return NotThereError(f"{note.path!r} has no block {section!r}.", hint="Check its id.")
    named = ", ".join(heading.text for heading in note.headings[:20])
    return NotThereError(
        f"{note.path!r} has no heading {section!r}.", hint=f"Its headings: {named or 'none'}."
    )


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
    index_now(ws)
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


@dataclass(frozen=True, slots=True)
class Marked:
    """A passage, and why it may be meant to misguide."""

    hit: Hit
    suspicious: str
    """Empty where nothing speaks for it."""


@dataclass(frozen=True, slots=True)
class FoundNotes:
    """What a search of the notes brought up."""

    passages: tuple[Marked, ...]
    notice: str


def search_notes(
    ws: Workspace, query: str, *, limit: int, context: str = "", folder: str = ""
) -> FoundNotes:
    """Return the best passages of notes.

    Notes of the folder `context` come first; of `folder` alone they are wanted where it is named.

    Raises:
        RefusedError: the query is empty or too long.
        NotThereError: no note lies in the folder that alone is wanted.
    """
    text = checked_query(query)
    notice = freshen(ws)
    hits = places(ws, text, limit=limit, only=_within(ws, folder))
    with ws.writing() as is_ours:
        if is_ours and notice_misses(ws, text, hits, context, may_tell=partial(may_be_told, ws)):
            keep_conditions(ws)
    ordered = sorted(hits, key=lambda hit: not hit.note.startswith(_prefix(context)))
    return FoundNotes(tuple(marked(ordered)), notice or ws.model_away_notice)


def _prefix(folder: str) -> str:
    return f"{folder.strip('/')}/" if folder.strip("/") else ""


def _within(ws: Workspace, folder: str) -> list[NotePath] | None:
    """Return the notes of a folder; None for all notes."""
    prefix = _prefix(folder)
    if not prefix:
        return None
    inside = [path for path in ws.ledger.note_stats() if path.startswith(prefix)]
    if not inside:
        raise NotThereError(f"No note lies in {folder!r}.", hint="Give a folder inside the vault.")
    return inside


def marked(hits: Sequence[Hit]) -> list[Marked]:
    """Return passages, each with why it reads like an attack on its reader."""
    return [
        Marked(hit, _why_suspicious(hit.text, [title_of(hit.note), *hit.section])) for hit in hits
    ]


def misguides(text: str) -> bool:
    """Tell whether a line of a note reads like an attack on its reader."""
    return bool(_why_suspicious(text, ()))


def _why_suspicious(text: str, others: Sequence[str]) -> str:
    found = suspect(text, others=others)
    return "; ".join(found.reasons[:2]) if found.score >= QUARANTINE_AT else ""
