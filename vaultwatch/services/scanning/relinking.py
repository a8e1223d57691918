"""Links that memories should have: led to another note, or put where a note's name stands bare.

Nothing is saved here. `drift.findings.repair` and `report.unlinked_names` decide on the words.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.drift.findings.conditions import Condition, passage_of
from vaultwatch.drift.findings.new_links import UNLINKABLE, with_new_link
from vaultwatch.drift.model import FindingStatus, Quote
from vaultwatch.memories.items import is_item
from vaultwatch.memories.stores.places import is_record
from vaultwatch.notes.links import Resolution
from vaultwatch.notes.model import Link, NotePath
from vaultwatch.notes.titles import title_key, title_of
from vaultwatch.report.unlinked_names import (
    LEAST_NAMING,
    KnownNames,
    NamingMemory,
    unlinked_names,
    with_name_linked,
)
from vaultwatch.services.scanning.citing import Cited, cited_by
from vaultwatch.services.workspace import Workspace


def relinked(
    ws: Workspace, row: MemoryRow, note: NotePath | None, place: Quote, body: str
) -> str | None:
    """Return a memory's text with its links to a note leading to a place in another one.

    None where a link cannot be told from other text, or names the place already. `note` is what the
    links mean now, or meant before it went; `body` the memory's text.
    """
    named = named_anew(ws, row.path, place)
    if named is None or place.note is None:
        return None
    links = [link for link, to in cited_by(row, ws.known.links) if _means(ws, link, to, note)]
    return with_new_link(body, links, named[0], place.note, named[1])


def _means(ws: Workspace, link: Link, to: Resolution, note: NotePath | None) -> bool:
    """Tell whether a memory's link means a note, or did before that went."""
    if note is None or note in ws.known.paths:
        return to.path == note
    return bool(link.target) and title_key(link.target) == title_key(note)


def named_anew(ws: Workspace, source: NotePath, place: Quote) -> tuple[str, str] | None:
    """Return how a memory's link names a place: the note, and its heading where that is found."""
    if place.note is None:
        return None
    heading = place.section[-1] if place.section else ""
    if heading == title_of(place.note):
        heading = ""
    for headings in ((heading,), ()) if heading else ((),):
        for target in (title_of(place.note), place.note.removesuffix(".md")):
            link = Link(target, headings, None, None, "", "wiki", is_embed=False, span=None)
            to = ws.known.links.resolve(link, source)
            is_it = to.status == "resolved" and to.path == place.note and not to.is_alias
            if is_it and to.missing_part is None and not any(map(UNLINKABLE.search, headings)):
                return target, "".join(headings)
    return None


RANK: Final = 0.05
"""Score of such a finding: below all others. Chosen by hand."""
MOST_ASKED: Final = 5
"""Notes asked about at a time, those that most memories name. Chosen by hand."""
MOST_LINKED: Final = 20
"""Memories that one tick links: a person is to read them. Chosen by hand."""
_WORTH: Final = "with a link each is held against it, and found from it"
_LEFT: Final[tuple[FindingStatus, ...]] = ("dismissed",)


def unlinked_conditions(ws: Workspace, cited: Cited) -> Iterator[Condition]:
    """Yield a question for each note that is named and not linked; of one that was left, none."""
    cited_by = {id_: {pair.note for pair in plan.pairs} for id_, plan in cited.citations.items()}
    rows = {row.id: row for row in cited.memories.values() if row.id in cited_by and _takes(row)}
    names = names_of_notes(ws)
    left = {one.note for one in ws.ledger.findings(kind="unlinked", statuses=_LEFT)}
    naming = (NamingMemory(id_, row.belief, frozenset(cited_by[id_])) for id_, row in rows.items())
    found = [one for one in unlinked_names(naming, names) if one.note not in left]
    asked = 0
    for one in sorted(found, key=lambda one: (-len(one.memories), one.note)):
        linkable = [
            row
            for row in map(rows.__getitem__, one.memories)
            if linked_in(ws, row, row.belief.encode("utf-8", "replace"), one.note, names)
        ]
        if len(linkable) >= LEAST_NAMING and asked < MOST_ASKED:
            asked += 1
            yield _question(one.note, linkable)


def _takes(row: MemoryRow) -> bool:
    """Tell whether a link may be put into a memory: no word of a person's or tool's is touched."""
    facts = row.facts
    is_agreed = facts.is_found and facts.source == "user_explicit"
    is_ours = not (is_item(row.id) or is_record(row.id))
    return is_ours and facts.status == "active" and not (facts.signature or is_agreed)


def names_of_notes(ws: Workspace) -> KnownNames:
    """Return what notes are called, memories left out."""
    return KnownNames((name, path) for name, path in ws.known.names if not ws.is_memory(path))


def linked_in(
    ws: Workspace, row: MemoryRow, data: bytes, note: NotePath, names: KnownNames
) -> bytes | None:
    """Return a memory's text or its whole note with the link; None where none can be put in."""
    named = named_anew(ws, row.path, Quote("", 0, (), note))
    return with_name_linked(data, row.path, note, names, named[0]) if named is not None else None


@dataclass(frozen=True, slots=True)
class Naming:
    """What one answer is about: a note, and the memories that name it."""

    note: NotePath
    rows: tuple[MemoryRow, ...]

    @property
    def digest(self) -> str:
        """What the answer rests on: the memories as they were shown."""
        parts = (self.note, *(part for row in self.rows for part in (row.id, row.belief)))
        return passage_of(*parts)


def _question(note: NotePath, linkable: Sequence[MemoryRow]) -> Condition:
    shown = Naming(note, tuple(linkable[:MOST_LINKED]))
    more = f"; these are the first {MOST_LINKED}" if len(linkable) > MOST_LINKED else ""
    return Condition(
        note=note,
        kind="unlinked",
        score=RANK,
        after=Quote("\n".join(row.id for row in shown.rows), 0, ()),
        reasons=(f"{len(linkable)} memories call it by its name{more}; {_WORTH}",),
        passage=shown.digest,
    )
