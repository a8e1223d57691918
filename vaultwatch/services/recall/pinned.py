"""Gather what a person pinned: the lines of their note, and memories of theirs that say so.

Only a person's word is pinned. A memory counts where it is theirs, so no agent's file pins itself.
A line of the note is shown as theirs once they said so at the command line: nobody can tell their
hand from a program's in a file. Until then it is quoted, as any note is.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from vaultwatch.drift.scoring.grounding import contradicting_statement
from vaultwatch.errors import NoteUnreadableError, NotThereError, OutsideVaultError
from vaultwatch.notes.model import NotePath, Statement
from vaultwatch.recall.packing import PinnedLine, worth_telling
from vaultwatch.report.escape import flat
from vaultwatch.services.indexing.reading import read_note
from vaultwatch.services.recall.freshening import freshen
from vaultwatch.services.recall.note_reading import misguides
from vaultwatch.services.recall.notes_against import NoteLine, NotesAgainst
from vaultwatch.services.recall.quoting import CONFIRMED, QUOTED, memory_line, with_note
from vaultwatch.services.recall.recalling import Recalled, known_memories
from vaultwatch.services.records.small_facts import PINNED_CONFIRMED
from vaultwatch.services.workspace import Workspace

MOST_LINES: Final = 200
"""Of the note that are looked at. Chosen by hand: far more than fit a context."""
_SAID: Final = frozenset({"sentence", "list_item", "task", "inline_field"})
_LINK = re.compile(r"\[\[([^\[\]|#]+)[^\[\]]*\]\]")


@dataclass(frozen=True, slots=True)
class PinnedSentence:
    """One line of the pinned note."""

    section: str
    line: int
    """1-based."""
    text: str
    digest: str
    is_confirmed: bool


def pinned_sentences(ws: Workspace) -> list[PinnedSentence]:
    """Return the lines of the pinned note, top down; none where it does not stand."""
    said: list[Statement] = []
    with suppress(NotThereError, NoteUnreadableError, OutsideVaultError):
        said = [*read_note(ws.files, ws.pinned_path).note.statements]
    confirmed = PINNED_CONFIRMED.get(ws.ledger)
    found = []
    for one in [one for one in said if one.kind in _SAID][:MOST_LINES]:
        section = one.section[-1] if one.section else ""
        digest = blake2b(f"{section}\0{flat(one.text)}".encode(), digest_size=8).hexdigest()
        is_confirmed = digest in confirmed
        found.append(PinnedSentence(section, one.first_line, flat(one.text), digest, is_confirmed))
    return found


def confirm_pinned(ws: Workspace) -> list[PinnedSentence]:
    """Take every line as it stands for the person's own word; return them.

    To be called for a person alone.
    """
    said = pinned_sentences(ws)
    PINNED_CONFIRMED.set(ws.ledger, frozenset(one.digest for one in said))
    ws.ledger.record("pinned confirm", str(ws.pinned_path), f"{len(said)} lines")
    return pinned_sentences(ws)


def pinned_lines(ws: Workspace, *, has_goal: bool = False) -> list[PinnedLine]:
    """Return what is pinned, as an agent reads it: the person's note first, top down."""
    freshen(ws)
    sentences = pinned_sentences(ws)
    leads = _links(ws) if sentences else {}
    named = {one.line: _memory_named(ws, one.text, leads) for one in sentences}
    own = [
        row.id
        for row in ws.ledger.find_memories(paths=_pinned_by_themselves(ws))
        if row.facts.status == "active"
    ]
    wanted = [*(id_ for id_ in named.values() if id_), *own]
    known = {one.row.id: one for one in known_memories(ws, wanted)} if wanted else {}
    against = NotesAgainst(ws).told([*known.values()])
    lines = []
    for one in sentences:
        if (id_ := named[one.line]) in known:
            lines.append(_of_memory(one.section, known[id_], against.get(id_)))
        elif not id_:
            text = _sentence_line(ws, one, leads)
            lines.append(PinnedLine(one.section, one.text, text))
    by_age = sorted(known.values(), key=lambda one: one.row.known_since)
    lines += [_of_memory("", one, against.get(one.row.id)) for one in by_age if one.row.id in own]
    return worth_telling(lines, has_goal=has_goal)


def _links(ws: Workspace) -> Mapping[str, NotePath]:
    """Return where the links of the pinned note lead, by what they name."""
    ws.known.refresh(ws.ledger)  # without a look at the disk: `freshen` had one
    out = ws.known.links.links_out(ws.pinned_path)
    return {link.target.strip(): to.path for link, to in out if to.path is not None}


def _pinned_by_themselves(ws: Workspace) -> list[NotePath]:
    theirs = ws.ledger.memory_facts(sources={"user_explicit"}, having="pinned")
    return [path for path, facts in theirs.items() if not facts.is_claim]


def _of_memory(section: str, one: Recalled, against: NoteLine | None) -> PinnedLine:
    return PinnedLine(section, one.row.belief, memory_line(one, against), one.row.id)


def _sentence_line(ws: Workspace, one: PinnedSentence, leads: Mapping[str, NotePath]) -> str:
    """Return a line of the note as an agent reads it, with what a note that it links to denies."""
    told = [f"pinned {one.section}".strip(), f"line {one.line}"]
    if not one.is_confirmed:
        told.append("not confirmed")
        if misguides(one.text):
            told.append("reads like instructions")
    line = f"{CONFIRMED if one.is_confirmed else QUOTED} {flat(', '.join(told))}: {one.text}"
    other = _denied_by(ws, one.text, leads)
    return with_note(line, other)


def _denied_by(ws: Workspace, text: str, leads: Mapping[str, NotePath]) -> NoteLine | None:
    for found in _LINK.finditer(text):
        path = leads.get(found[1].strip())
        if path is None or ws.is_memory(path) or path == ws.pinned_path:
            continue
        with suppress(NoteUnreadableError, OutsideVaultError):
            other = contradicting_statement(text, read_note(ws.files, path).note.statements)
            if other is not None and not misguides(other.text):
                return NoteLine(path, other.first_line, other.text)
    return None


def _memory_named(ws: Workspace, text: str, leads: Mapping[str, NotePath]) -> str:
    """Return the id of the memory that a line is a link to; empty where it says anything else."""
    found = _LINK.fullmatch(text.strip())
    path = leads.get(found[1].strip()) if found is not None else None
    rows = ws.ledger.find_memories(paths=[path]) if path is not None else []
    return rows[0].id if rows else ""
