"""Remember for a while what changed in notes and what findings showed, as lines of the audit.

The index holds what a note says, not what it said: the difference is taken where its rows are
replaced, so that an agent can ask what is new. A finding holds its last state alone: each that a
later one takes the place of is kept as long as earlier wordings are. Memories have lines of their
own.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from vaultwatch.adapters.ledger import AuditRow
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.drift.model import Finding, Quote
from vaultwatch.guard.secrets import mask_secrets
from vaultwatch.notes.model import NotePath, SectionPath
from vaultwatch.report.word_diff import SectionChange, section_changes
from vaultwatch.services.records.small_facts import ADOPTED, SHOWN_SINCE
from vaultwatch.services.workspace import Workspace

CHANGED: Final = "note changed"
NEW: Final = "note new"
GONE: Final = "note gone"
RENAMED: Final = "note renamed"
"""The line's reason is the name that it had."""
VERBS: Final = frozenset({CHANGED, NEW, GONE, RENAMED})
KEPT: Final = timedelta(days=30)
"""Chosen by hand: nobody asks for more than a month."""
MOST_TOLD: Final = 200
"""Notes of one round; of a pull of thousands these are enough to see it. Chosen by hand."""
MOST_SECTIONS: Final = 12


@dataclass(frozen=True, slots=True)
class NoteChange:
    """What became of a note."""

    note: NotePath
    at: datetime
    verb: str
    sections: tuple[SectionChange, ...]
    was: str = ""
    """The name that it had, if another."""


def keep_changes(
    ws: Workspace,
    before: Mapping[NotePath, Sequence[tuple[SectionPath, str]]],
    after: Mapping[NotePath, Sequence[tuple[SectionPath, str]]],
    new: Collection[NotePath],
    added: Collection[NotePath],
) -> None:
    """Keep what changed in notes that were indexed anew, and which of those `added` are `new`.

    A note of which nothing was held and that is not new was lost from the index: nothing is known.
    """
    if not ADOPTED.get(ws.ledger):
        return
    lines = [(NEW, str(note), "") for note in after if note in new]
    for note, said in after.items():
        if len(lines) >= MOST_TOLD:
            break
        if note not in added and note in before:
            # What older rules let in is masked anew just now: it is neither news nor to be kept.
            held = [(section, mask_secrets(text)) for section, text in before[note]]
            found = section_changes(held, said)
            if found:
                lines.append((CHANGED, str(note), _written(found[:MOST_SECTIONS])))
    ws.ledger.record_all(lines[:MOST_TOLD])


def keep_gone(ws: Workspace, notes: Iterable[NotePath], renamed: Collection[NotePath]) -> None:
    """Keep which notes went, but for those that were renamed; of memories others tell."""
    went = (note for note in notes if note not in renamed and not ws.is_memory(note))
    lines = [(GONE, str(note), "") for note in went]
    ws.ledger.record_all(lines[:MOST_TOLD])


def keep_renamed(ws: Workspace, renamed: Mapping[NotePath, NotePath]) -> None:
    """Keep which notes stand under another name now: by the new one the old."""
    lines = [(RENAMED, str(note), str(was)) for note, was in renamed.items()]
    ws.ledger.record_all(lines[:MOST_TOLD] if ADOPTED.get(ws.ledger) else ())


def forget_old_changes(ws: Workspace) -> None:
    """Drop what is too old to be asked for."""
    ws.ledger.drop_audit(VERBS, ws.clock.now() - KEPT)


def changes_in(lines: Iterable[AuditRow]) -> tuple[NoteChange, ...]:
    """Return what became of notes by audit lines, newest first; one a note, the last first."""
    of_notes = [line for line in lines if line.verb in VERBS]
    told: dict[NotePath, list[AuditRow]] = {}
    for line in of_notes:
        told.setdefault(NotePath(line.subject), []).append(line)
    was, left = _first_names(reversed(of_notes))
    return tuple(_joined(note, rows, was[note]) for note, rows in told.items() if note not in left)


def _first_names(oldest_first: Iterable[AuditRow]) -> tuple[dict[str, str], set[str]]:
    """Return by the name of each note the first that it had, and the names given up.

    One that came since had none.
    """
    was: dict[str, str] = {}
    left: set[str] = set()
    for row in oldest_first:
        left.discard(row.subject)
        if row.verb == RENAMED:
            was[row.subject] = was.pop(row.why, row.why)
            left.add(row.why)
        else:
            was.setdefault(row.subject, "" if row.verb == NEW else row.subject)
    return was, left


def _joined(note: NotePath, rows: Sequence[AuditRow], was: str) -> NoteChange:
    """Return what several rounds did to a note as one: counts add up, the last words stand."""
    verbs = [row.verb for row in rows]
    verb = GONE if verbs[0] == GONE else NEW if not was else CHANGED
    found: dict[SectionPath, SectionChange] = {}
    for row in (row for row in rows if verb == row.verb == CHANGED):
        for one in _read(row.why):
            last = found.get(one.section)
            found[one.section] = (
                SectionChange(one.section, last.came + one.came, last.went + one.went, last.words)
                if last
                else one
            )
    named = NotePath(was or note) if verb == GONE else note
    return NoteChange(named, rows[0].at, verb, tuple(found.values()), "" if was == named else was)


def _written(found: Iterable[SectionChange]) -> str:
    rows = [(list(one.section), one.came, one.went, one.words) for one in found]
    return json.dumps(rows, ensure_ascii=False)


def _read(text: str) -> list[SectionChange]:
    try:
        return [
            SectionChange(tuple(map(str, section)), int(came), int(went), str(words))
            for section, came, went, words in json.loads(text)
        ]
    except (TypeError, ValueError):
        return []


SHOWED: Final = "finding showed"
"""The verb of such a line."""
MOST_STATES: Final = 200
"""Of one finding that are read. Chosen by hand: a change a day for half a year."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """What a finding showed until another state took its place."""

    until: datetime
    after: Quote | None
    score: float
    reasons: tuple[str, ...]


def keep_shown(ws: Workspace, before: Iterable[Finding], changed: Iterable[Finding]) -> None:
    """Keep what live findings showed that are about to be saved as showing something else."""
    if SHOWN_SINCE.get(ws.ledger) is None:
        SHOWN_SINCE.set(ws.ledger, ws.clock.now())
    held = {one.id: one for one in before if one.status in LIVE}
    outgrown = (
        held[one.id] for one in changed if one.id in held and one.after != held[one.id].after
    )
    ws.ledger.record_all((SHOWED, one.id, _written_state(one)) for one in outgrown)


def shown_at(ws: Workspace, finding: Finding, moment: datetime) -> Finding | None:
    """Return an open finding as it showed itself at a moment; None where nobody kept that."""
    since = SHOWN_SINCE.get(ws.ledger)
    if since is None or moment < since:
        return None
    lines = ws.ledger.audit(finding.id, limit=MOST_STATES)
    states = [_read_state(one.at, one.why) for one in reversed(lines) if one.verb == SHOWED]
    then = next((one for one in states if one is not None and one.until > moment), None)
    if then is None:
        return finding
    shown = replace(finding, after=then.after, score=then.score, reasons=then.reasons)
    return replace(shown, also=None, repair=None, explained=(), last_seen=moment)


def forget_old_states(ws: Workspace) -> None:
    """Drop what is too old to be asked for."""
    # Here alone: a server's threads must not import SQLAlchemy while another opens the ledger.
    ledger = ws.ledger
    from vaultwatch.adapters.ledger.memories_store import KEPT as WORDINGS_KEPT

    ledger.drop_audit({SHOWED}, ws.clock.now() - WORDINGS_KEPT)


def _written_state(one: Finding) -> str:
    quote = one.after
    after = None
    if quote is not None:
        after = (quote.text, quote.line, quote.section, quote.note, quote.is_replaced)
    return json.dumps((after, one.score, one.reasons), ensure_ascii=False)


def _read_state(at: datetime, text: str) -> _Shown | None:
    try:
        after, score, reasons = json.loads(text)
        quote = None
        if after is not None:
            said, line, section, note, is_replaced = after
            place = None if note is None else NotePath(str(note))
            names = tuple(map(str, section))
            quote = Quote(str(said), int(line), names, place, is_replaced=bool(is_replaced))
        return _Shown(at, quote, float(score), tuple(map(str, reasons)))
    except (TypeError, ValueError):
        return None
