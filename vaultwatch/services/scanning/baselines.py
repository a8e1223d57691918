"""Take what a note says as the baseline of the memories that cite it, and ground each.

Called by `services.look` and by whatever takes in what changed. What a baseline is worth is
`drift.scoring.grounding`'s to say.
"""

import logging
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Final, TypeAlias

from vaultwatch.adapters.ledger import BaselineHead
from vaultwatch.drift.belief import Belief
from vaultwatch.drift.findings.carrying import (
    carried_over,
    marks_of,
    regrounded_on,
    was_said_before,
)
from vaultwatch.drift.findings.citations import Citation
from vaultwatch.drift.model import Baseline, FindingStatus, Grounding, Origin
from vaultwatch.drift.passages.asserted import find_supports
from vaultwatch.drift.scoring.compare import compare, quote_of
from vaultwatch.drift.scoring.deciding import on_one_cut
from vaultwatch.drift.scoring.grounding import GROUNDING_VERSION, worth_of
from vaultwatch.memories.record import Memory
from vaultwatch.memories.stores.places import is_record
from vaultwatch.notes.model import Note, NotePath
from vaultwatch.services.indexing.reading import sparing_others
from vaultwatch.services.records.losses import is_from_before_a_loss
from vaultwatch.services.records.small_facts import GROUNDED_BY, CalledTrue
from vaultwatch.services.scanning.citing import Cited
from vaultwatch.services.scanning.pairs import (
    batches,
    belief_of,
    head_of,
    inputs_of,
    memory_in,
    read_pairs,
    rules_in_force,
)
from vaultwatch.services.workspace import Workspace

log = logging.getLogger(__name__)

_Heads: TypeAlias = Mapping[tuple[str, NotePath], BaselineHead | None]
_SETTLED: Final[tuple[FindingStatus, ...]] = ("dismissed", "resolved")


def take_baselines(
    ws: Workspace, cited: Cited, verified: Mapping[tuple[str, NotePath], CalledTrue] | None = None
) -> set[tuple[str, NotePath]]:
    """Take a baseline for each pair that lacks one or is `verified` anew; return those pairs."""
    verified = verified or {}
    heads = {pair.key: head_of(cited, pair) for pair in cited.pairs}
    _ground_older(ws, cited, heads)
    spoken = _that_speak_now(ws, cited, heads)
    wanting = [
        pair
        for pair in cited.pairs
        if heads[pair.key] is None or pair.key in verified or pair.key in spoken
    ]
    taken = _take_back(ws, cited, [pair for pair in wanting if pair.key not in verified])
    if taken:  # what they were worth is kept with no earlier one
        _ground(ws, cited, [pair for pair in wanting if pair.key in taken])
    wanted = len(wanting)
    wanting = [pair for pair in wanting if pair.key not in taken]
    for batch in batches(wanting):
        baselines = []
        before = _before(ws, cited, batch)
        for belief, note, memory, pair in read_pairs(ws, cited, batch):
            word = verified.get(pair.key)
            with sparing_others(note.path, cited.failures):
                is_old = word is None and origin_now(ws, cited, memory, note.path) == "adopted"
                origin: Origin = "adopted" if is_old else "written"
                old = before.get(pair.key) if word is None else None
                made = _baseline(belief, note, (origin, ws.clock.now()), word, old)
                baselines.append(replace(made, followed_from=_stood(cited, pair)))
        ws.ledger.put_baselines(baselines)
        taken.update((one.memory_id, one.note) for one in baselines)
        ws.progress("taking baselines", len(taken), wanted)
    return taken


def _stood(cited: Cited, pair: Citation) -> NotePath | None:
    """Return where a note stood that was renamed and is known by its old name alone."""
    head = cited.heads.get(pair.key)
    return head.followed_from if pair.is_unlinked and head is not None else None


@dataclass(frozen=True, slots=True)
class _Before:
    """What a pair rested on before the belief changed."""

    baseline: Baseline
    is_dismissed: bool
    """Whether a reader called what the note says since a false alarm: they are not told of it again
    because they edited something else."""
    applied: frozenset[str]
    """Lines of the note, as quoted, after which a finding suggested the belief as it is now."""


def _before(
    ws: Workspace, cited: Cited, pairs: Sequence[Citation]
) -> Mapping[tuple[str, NotePath], _Before]:
    changed = {pair.key for pair in pairs if pair.memory_id in cited.changed_beliefs}
    owners = sorted({owner for owner, _ in changed})
    held = {
        (owner, one.note): one
        for owner in owners
        for one in ws.ledger.baselines(owner)
        if (owner, one.note) in changed
    }
    found = ws.ledger.findings(statuses=_SETTLED, memory_ids=owners, outcomes=None)
    closed = [
        ((one.memory_id or "", one.note or NotePath("")), one)
        for one in sorted(found, key=lambda one: one.closed_at or one.last_seen)
    ]
    dismissed = {key: one.closed_at for key, one in closed if one.status == "dismissed"}
    applied: dict[tuple[str, NotePath], set[str]] = defaultdict(set)
    for key, one in closed:
        is_said = one.repair is not None and one.repair.after == cited.memories[key[0]].belief
        applied[key] |= {one.after.text} if is_said and one.after is not None else set()
    return {
        key: _Before(
            one,
            (at := dismissed.get(key)) is not None and at >= one.taken_at,
            frozenset(applied[key]),
        )
        for key, one in held.items()
    }


def _baseline(
    belief: Belief,
    note: Note,
    taken: tuple[Origin, datetime],
    word: CalledTrue | None,
    before: _Before | None,
) -> Baseline:
    """Return what a note says now as a belief's baseline; for facts that stand, what it said."""
    statements = note.statements
    if before is not None and not before.is_dismissed:
        statements = carried_over(before.baseline, belief, statements) or statements
    applied = before.applied if before is not None else frozenset()
    is_applied = bool(applied) and any(quote_of(one).text in applied for one in note.statements)
    is_named = word.is_named if word is not None else is_applied
    worth = worth_of(belief, statements, is_verified=word is not None, is_named=is_named)
    is_dismissed = before is not None and before.is_dismissed
    if before is not None and is_dismissed and worth.outcome == "denied":
        is_old = was_said_before(before.baseline, belief, worth)
        worth = replace(worth, outcome="supported") if is_old else worth
    return Baseline(
        memory_id=belief.memory_id,
        note=note.path,
        origin=taken[0],
        taken_at=taken[1],
        belief_digest=belief.digest,
        statements=statements,
        supports=find_supports(belief, statements),
        note_digest=note.digest,
        grounding=replace(worth, marks=marks_of(belief)),
    )


def _ground_older(ws: Workspace, cited: Cited, heads: _Heads) -> None:
    """Ground the baselines that an older version took, once, on the statements kept with them.

    Those too that were worth nothing by older rules; lines that were read as one statement are cut
    as the note is read now. One that was taken at a person's word stays above what the note denies.
    """
    is_due = not cited.is_part and GROUNDED_BY.get(ws.ledger) != GROUNDING_VERSION
    held = [(pair, head) for pair in cited.pairs if (head := heads[pair.key]) is not None]
    older = [pair for pair, head in held if is_due or head.grounded is None]
    if older:
        _ground(ws, cited, older)
    if is_due:
        GROUNDED_BY.set(ws.ledger, GROUNDING_VERSION)


def _ground(ws: Workspace, cited: Cited, older: Sequence[Citation]) -> None:
    log.info("grounding baselines=%d", len(older))
    words = {
        (case.memory_id, case.note): case for case in ws.ledger.cases() if case.by == "still true"
    }
    for batch in batches(older):
        wanted = {pair.key: pair for pair in batch}
        notes = {note.path: note.statements for _, note, _, _ in read_pairs(ws, cited, batch)}
        made = []
        for owner in {pair.memory_id for pair in batch}:
            memory = memory_in(ws, cited, owner)
            for baseline in ws.ledger.baselines(owner) if memory is not None else ():
                pair = wanted.get((owner, baseline.note))
                if pair is None or memory is None:
                    continue
                said = words.get(pair.key)
                is_verified = (
                    said is not None
                    and said.at <= baseline.taken_at
                    and said.belief == cited.memories[owner].belief
                )
                with sparing_others(memory.path, cited.failures):
                    belief = belief_of(cited, memory, pair)
                    now = notes.get(baseline.note, baseline.statements)
                    cut = on_one_cut(belief, baseline, now)[0]
                    if cut.grounding is None or cut.grounding.outcome != "supported":
                        worth = worth_of(belief, cut.statements, is_verified=is_verified)
                        cut = replace(cut, grounding=worth)
                    if cut is not baseline:
                        made.append(cut)
        ws.ledger.put_baselines(made)


def _that_speak_now(ws: Workspace, cited: Cited, heads: _Heads) -> set[tuple[str, NotePath]]:
    """Return pairs whose baseline was worth nothing and whose note says the belief now.

    One that denies it now, or denies it no longer, is kept so at once: what it said of all else
    stays, or a later change of that would be compared with nothing. What drifted from what its note
    said drifted, and keeps the old one too: shown to, where a line seems to say it that stood
    before, or is the one that changed. What a word alone has supported is like what was silent, but
    that its line must be gone, and another value stand against the belief.
    """
    moved = [
        pair
        for pair in cited.pairs
        if (head := heads[pair.key]) is not None
        and (head.grounded in ("silent", "denied") or head.is_by_word)
        and head.note_digest != cited.stats[pair.note].digest
    ]
    found, regrounded = set(), []
    for belief, note, _, pair in read_pairs(ws, cited, _not_asked_yet(ws, cited, moved)):
        with sparing_others(note.path, cited.failures):
            worth = worth_of(belief, note.statements)
            for held in ws.ledger.baselines(belief.memory_id):
                if held.note != note.path or _was_overruled(held, note, worth):
                    continue
                if worth.outcome != "silent" and _drifted(belief, held, note, worth):
                    continue
                if worth.outcome == "supported":
                    found.add(pair.key)
                elif "denied" in (worth.outcome, held.grounding and held.grounding.outcome):
                    again = regrounded_on(held, belief, note.statements, worth)
                    regrounded.append(replace(again, note_digest=note.digest))
    ws.ledger.put_baselines(regrounded)
    return found


def _was_overruled(held: Baseline, note: Note, worth: Grounding) -> bool:
    """Tell whether a note denies a belief no otherwise than when a word was set above that."""
    then = held.grounding
    if then is None or not then.is_by_word or worth.outcome == "supported":
        return False
    stand = {one.digest for one in note.statements}
    is_there = then.index is not None and held.statements[then.index].digest in stand
    return worth.outcome == "silent" or is_there or then.instead == worth.instead != ""


def _drifted(belief: Belief, held: Baseline, note: Note, worth: Grounding) -> bool:
    """Tell whether a belief drifted from words that its note said before.

    Where a line supports it now, it must be shown, and that line be none that was added since;
    where the note denied it before, it must be shown.
    """
    if not held.supports:
        return False
    line = note.statements[worth.index] if worth.index is not None else None
    found = compare(belief, held, note.statements)
    is_shown = found.outcome == "shown"
    was_denied = held.grounding is not None and held.grounding.outcome == "denied"
    is_drifted = is_shown if was_denied else found.drifted
    if worth.outcome == "supported":
        stood = line is None or any(one.digest == line.digest for one in held.statements)
        is_it = line and found.after is not None and found.after.line == line.first_line
        is_drifted = is_shown and (stood or bool(is_it))
    return is_drifted and found.mode == "warm"


def _not_asked_yet(ws: Workspace, cited: Cited, pairs: Sequence[Citation]) -> list[Citation]:
    """Return the pairs that no look compared with their note as it stands: that look asked."""
    kept, rules = ws.ledger.comparisons({pair.memory_id for pair in pairs}), rules_in_force(ws)
    return [
        pair
        for pair in pairs
        if (held := kept.get(pair.key)) is None
        or not held[0].startswith(inputs_of(cited, pair, head_of(cited, pair), rules))
    ]


def _take_back(
    ws: Workspace, cited: Cited, wanting: Sequence[Citation]
) -> set[tuple[str, NotePath]]:
    """Let beliefs that an edit brought back rest on what they rested on; return the pairs."""
    if not wanting:
        return set()
    pairs = {(*pair.key, cited.memories[pair.memory_id].belief_digest): pair for pair in wanting}
    came_back = pairs.keys() & ws.ledger.earlier_beliefs()
    back = [
        replace(earlier, followed_from=_stood(cited, pairs[key]))
        for memory_id in sorted({memory_id for memory_id, _, _ in came_back})
        for earlier in ws.ledger.earlier_baselines(memory_id)
        if (key := (memory_id, earlier.note, earlier.belief_digest)) in came_back
    ]
    ws.ledger.put_baselines(back)
    return {(one.memory_id, one.note) for one in back}


CLOCK_SLACK_S = 2.0
"""A memory and a note saved within this time count as saved together: file systems keep times as
coarsely as 2 s (FAT)."""


def origin_of(written_at: datetime, note_changed_at: datetime) -> Origin:
    """Tell whether the note still stood as it did when the belief was written."""
    slack = timedelta(seconds=CLOCK_SLACK_S)
    # A difference, never a sum: a memory may call itself of the year 9999.
    return "written" if note_changed_at - written_at <= slack else "adopted"


def origin_now(ws: Workspace, cited: Cited, memory: Memory, note: NotePath) -> Origin:
    """Return what a baseline taken now is: of the note as it was when the memory was written?"""
    written_at = _written_at(ws, cited, memory)
    if (memory.updated or memory.created) is None and is_from_before_a_loss(ws, written_at):
        return "adopted"  # its file's time may be that of a flag of ours
    return origin_of(written_at, _changed_at(ws, note))


def _written_at(ws: Workspace, cited: Cited, memory: Memory) -> datetime:
    """Return when the belief was written, as well as can be known.

    A belief seen to change was written when its file was; one seen for the first time when its
    properties say, else when its file was.
    """
    stated = memory.updated or memory.created
    if is_record(memory.id):  # its file's time was taken with it
        return stated or ws.clock.now()
    if stated is None or memory.id in cited.changed_beliefs:
        return _changed_at(ws, memory.path)
    return stated


def _changed_at(ws: Workspace, path: NotePath) -> datetime:
    stat = ws.files.stat(path)
    if stat is None:
        return ws.clock.now()
    try:
        return datetime.fromtimestamp(stat.mtime_ns / 1e9, UTC)
    except (ValueError, OverflowError, OSError):  # a time that no calendar holds
        return ws.clock.now()
