"""Hold memories against this machine: read what they say of it, look, keep what came of it.

Each look takes what is new or due, within a daily budget and two seconds; `verify` takes what it is
asked for. What is read out of words is told once it held: at an earlier look, or, as git's history
tells, when the memory was written. All else is silent until a person accepts it.
"""

import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date, datetime, timedelta
from hashlib import blake2b
from math import inf
from pathlib import Path
from typing import Final

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.adapters.ledger.rows import CheckRow
from vaultwatch.adapters.reality.commits import COMMIT_S, commit_of_line
from vaultwatch.adapters.reality.machine import host_names, system_names
from vaultwatch.adapters.reality.project_folders import Roots, project_of
from vaultwatch.adapters.reality.world import World
from vaultwatch.drift.findings.conditions import Condition, passage_of
from vaultwatch.drift.model import FindingKind, Quote
from vaultwatch.errors import WrongUsageError
from vaultwatch.memories.checks.found import found_checks
from vaultwatch.memories.checks.judging import (
    COMMIT,
    MOST_ASKED,
    Due,
    Impact,
    judge,
    other_value,
    plan_looks,
    ttl_days,
    without_commit,
)
from vaultwatch.memories.checks.model import (
    LOCAL_COST,
    LookOutcome,
    MachineCheck,
    Sighting,
    check_id,
)
from vaultwatch.memories.checks.written import read_spec
from vaultwatch.memories.facts import Facts
from vaultwatch.memories.stores.places import place_of_record, store_of_path
from vaultwatch.notes.days import first_of
from vaultwatch.reader.worth import said_by
from vaultwatch.services.known_stores import stores_for
from vaultwatch.services.records.small_facts import CHECKS_SPENT, Spent
from vaultwatch.services.scanning.opinions import said_of_checks
from vaultwatch.services.workspace import Workspace

CHECK_RULES: Final = "11"
"""By which rules checks are read out of words. To be raised with every rule that reads others."""
LOOK_S: Final = 2.0
"""Seconds that one look may spend on checks. Chosen by hand; what is left waits for the next."""
RANK: Final = 0.4
"""Score of what a check speaks against: below drift. Chosen by hand."""
NEVER_RANK: Final = 0.2
"""Score of what never was, as far as git knows: nobody can tell what was meant. Chosen by hand."""
_KINDS: Final[Mapping[LookOutcome, tuple[FindingKind, float]]] = {
    "contradicts": ("contradicted_by_check", RANK),
    "never_there": ("never_there", NEVER_RANK),
}
MOST_TOLD: Final = 5
"""Contradictions that one finding tells of. Chosen by hand."""
MUCH: Final = 0.8
SOME: Final = 0.5
"""Importances from which on much or something hangs on a memory. Chosen by hand."""
_DAY: Final = timedelta(days=1)
LONG_AGO: Final = 365 * _DAY


def check_due(ws: Workspace) -> None:
    """Look at what is new or due, the most urgent first, within the day's budget."""
    rows = {row.id: row for row in standing_memories(ws)}
    held = _taken_in(ws, rows.values())
    today = ws.today
    spent = CHECKS_SPENT.get(ws.ledger)
    used = spent.count if spent is not None and spent.day == today else 0
    budget = (ws.settings.checks.per_day - used) * LOCAL_COST
    now = ws.clock.now()
    asked = _unasked(ws, rows, [one for one in held.values() if one.refused_at is None])
    dues = [_due(one, rows[one.memory_id], now) for one in asked]
    chosen = plan_looks(dues, budget) if budget > 0 else []
    if not chosen:
        return
    looked = _looked_at(ws, [held[id_] for id_ in chosen], LOOK_S)
    cost = sum(one.check.cost for one in looked)
    if not ws.is_rehearsal:
        CHECKS_SPENT.set(ws.ledger, Spent(today, used + round(cost / LOCAL_COST)))
    ws.ledger.put_checks(looked)


def _unasked(
    ws: Workspace, rows: Mapping[str, MemoryRow], checks: Sequence[CheckRow]
) -> list[CheckRow]:
    """Return the checks that may be looked at unasked, as their memories say by `verify_mode`."""
    modes = {id_: row.facts.verify_mode for id_, row in rows.items()}
    by_use = [id_ for id_, mode in modes.items() if mode == "on_use"]
    uses = ws.ledger.accesses(by_use) if by_use else {}
    used = {id_: found[-1].at for id_, found in uses.items() if found}
    return [
        one
        for one in checks
        if modes[one.memory_id] in {"", "scheduled"}
        or (one.memory_id in used and used[one.memory_id] > one.looked_at)
    ]


def check_now(ws: Workspace, rows: Collection[MemoryRow]) -> list[CheckRow]:
    """Look at all that some memories say of this machine, whenever it was looked at last."""
    held = _taken_in(ws, rows)
    looked = _looked_at(ws, list(held.values()), None)
    ws.ledger.put_checks(looked)
    return looked


def standing_memories(ws: Workspace) -> list[MemoryRow]:
    """Return the memories that hold now."""
    now = ws.clock.now()
    return [
        row
        for row in ws.ledger.memories()
        if row.facts.status == "active" and (row.facts.ends is None or row.facts.ends > now)
    ]


def stands(ws: Workspace, row: MemoryRow) -> bool:
    """Tell whether a memory holds now."""
    ends = row.facts.ends
    return row.facts.status == "active" and (ends is None or ends > ws.clock.now())


def is_of_this_machine(row: MemoryRow) -> bool:
    """Tell whether a memory speaks of this machine, or of whichever it is read on."""
    return not row.facts.machine or row.facts.machine.lower() in host_names()


def why_unchecked(ws: Workspace, rows: Collection[MemoryRow]) -> dict[str, str]:
    """Return of some memories, by id, why nothing that they say is looked up on this machine."""
    bases = _bases_of(ws, rows)
    with look_around(ws) as world:
        found = {row.id: _why_unchecked(row, bases[row.id], world) for row in rows}
    return {id_: why for id_, why in found.items() if why}


def _why_unchecked(row: MemoryRow, base: str, world: World) -> str:
    facts, base = row.facts, row.facts.repository or base
    if facts.verify_mode == "never":
        return "It says of itself that it is never to be checked."
    if not is_of_this_machine(row):
        return f"It speaks of the machine {facts.machine!r}, which this is not."
    if facts.env and facts.env.lower() not in host_names() | system_names():
        return f"It is to be checked on {facts.env!r}, which this machine is not."
    is_its = MachineCheck("remote", ".", says=facts.remote, base=base)
    if facts.remote and (not base or judge(is_its, world.look(is_its)).outcome != "passes"):
        here = f"{base} is not" if base else "no project is that is known of it"
        return f"It is to be checked in the repository {facts.remote!r}, which {here}."
    return ""


def checks_of(row: MemoryRow, base: str = "") -> tuple[MachineCheck, ...]:
    """Return what a memory says that can be looked up, in its project's folder or in `base`."""
    base = row.facts.repository or base
    given, _ = given_checks(row)
    found = found_checks(row.belief, base)
    if row.facts.verify_mode or row.facts.agent == "pipe-lines":  # a declared fact asks for it
        found = tuple(
            replace(one, origin="property") if one.origin == "named" else one for one in found
        )
    return (*(replace(one, base=base) for one in given), *found)


def with_what_holds(ws: Workspace, row: MemoryRow, facts: Facts) -> Facts:
    """Return the facts of a memory that is said anew, without the checks that spoke against it."""
    held = ws.ledger.checks([row.id]) if facts.checks else ()
    wrong = {one.check.words for one in held if one.outcome == "contradicts"}
    return replace(facts, checks=tuple(one for one in facts.checks if one not in wrong))


def given_checks(row: MemoryRow) -> tuple[list[MachineCheck], list[str]]:
    """Return the checks that a memory's note gives, and why others of its lines are none."""
    given, wrong = [], []
    for line in row.facts.checks:
        try:
            given.append(read_spec(line))
        except WrongUsageError as error:
            wrong.append(f"{error.message} {error.hint}")
    return given, wrong


def _taken_in(ws: Workspace, rows: Collection[MemoryRow]) -> dict[str, CheckRow]:
    """Return the checks of memories by id, those of new words read out of them."""
    reads = ws.ledger.check_reads()
    bases, unchecked = _bases_of(ws, rows), why_unchecked(ws, rows)
    fresh = {
        row.id: digest
        for row in rows
        if reads.get(row.id) != (digest := _digest(row, bases[row.id], unchecked.get(row.id, "")))
    }
    ids = {row.id for row in rows}
    held = {one.id: one for one in ws.ledger.checks() if one.memory_id in ids}
    if not fresh:
        return held
    before = {id_: one for id_, one in held.items() if one.memory_id in fresh}
    never = ws.clock.now() - LONG_AGO
    for row in rows:
        if row.id not in fresh or row.id in unchecked:
            continue
        for check in checks_of(row, bases[row.id]):
            id_ = check_id(row.id, check)
            known = before.pop(id_, None)
            held[id_] = (
                replace(
                    known,
                    check=check,
                    belief_digest=row.belief_digest,
                    looked_at=never,
                    found=without_commit(known.found),  # when it came is asked again
                )
                if known is not None
                else CheckRow(
                    id_,
                    row.id,
                    row.belief_digest,
                    check,
                    is_accepted=False,
                    outcome="cannot_tell",
                    said="",
                    found="",
                    looked_at=never,
                    verified_at=None,
                    verified_by="",
                    contradictions=0,
                )
            )
    for id_ in before:
        del held[id_]
    new = [one for one in held.values() if one.memory_id in fresh]
    ws.ledger.put_checks(new, gone=before.keys(), reads=fresh)
    return held


def _bases_of(ws: Workspace, rows: Collection[MemoryRow]) -> dict[str, str]:
    """Return the folder of the project whose store each stands in; empty where it is a note."""
    home = Path.home()
    folders = {store.name: project_of(store.place, home) for store in stores_for(ws)}
    return {row.id: str(folders.get(store_of_path(row.path)) or "") for row in rows}


def _digest(row: MemoryRow, base: str, unchecked: str) -> str:
    facts = row.facts
    said = (CHECK_RULES, base, row.belief, facts.machine, facts.repository, *facts.checks)
    said += (unchecked,) if unchecked else ()
    return blake2b("\0".join(said).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def _due(one: CheckRow, row: MemoryRow, now: datetime) -> Due:
    age = max(0.0, (now - one.looked_at) / _DAY)
    return Due(
        id=one.id,
        impact=impact_of(row),
        age_days=age if one.said else None,
        ttl_days=ttl_days(one.check.kind),
        contradictions=one.contradictions,
        cost=one.check.cost,
    )


def impact_of(row: MemoryRow) -> Impact:
    """Return how much hangs on a memory, as its note says: 1, 5 or 10."""
    importance = row.facts.importance or 0.0
    if importance >= MUCH or row.facts.pinned:
        return 10
    return 5 if importance >= SOME or row.facts.type in {"decision", "procedure"} else 1


@contextmanager
def look_around(ws: Workspace, commits_s: float = 2 * COMMIT_S) -> "Iterator[World]":
    """Give what looks at this machine, where the settings let it look; see `World`."""
    checks = ws.settings.checks
    roots = Roots(Path.home(), [Path(one).expanduser() for one in checks.roots])
    world = World(roots, commits_s=commits_s)
    try:
        yield world
    finally:
        world.close()


def _looked_at(ws: Workspace, rows: Sequence[CheckRow], limit_s: float | None) -> list[CheckRow]:
    """Look, in this order, as long as there is time."""
    began = time.monotonic()
    looked = []
    with look_around(ws, limit_s or inf) as world:
        for one in rows:
            if limit_s is not None and time.monotonic() - began > limit_s:
                break
            seen = judged(ws, one, world.look(asked_of(one)))
            if seen.outcome == "contradicts" and COMMIT not in seen.found:
                day, commit = world.commit_of(seen.check, seen.found)
                seen = replace(seen, found=f"{seen.found}{commit}")
                # That another value came says nothing of the one before.
                if seen.verified_at is None and day and not other_value(seen.found):
                    seen = _held_when_written(ws, seen, day)
            looked.append(seen)
    return looked


def _held_when_written(ws: Workspace, one: CheckRow, day: str) -> CheckRow:
    """Return a check as one that held when its memory was written, if a commit ended it since.

    `day` is that of the commit, as git tells it: `2026-03-31`. Of the same day nobody can tell,
    nor of one that is to come: its clock was wrong.
    """
    if date.fromisoformat(day) > ws.today:
        return one
    row = ws.ledger.find_memories(ids=[one.memory_id])[0]
    written, ended = row.known_since, first_of(date.fromisoformat(day))
    if written >= ended and (line_of := _line_of(ws, row)):
        file, line = line_of
        said = commit_of_line(file, line, is_there=True)[0]
        written = first_of(date.fromisoformat(said)) if said else written
    return replace(one, verified_at=written, verified_by="git") if written < ended else one


def _line_of(ws: Workspace, row: MemoryRow) -> tuple[Path, str] | None:
    """Return the file of a store's record and its first line; None for a memory of the vault.

    A checkout gives all files today's time: git alone knows when a line in one was written.
    """
    place = place_of_record(row.path)
    store = next((one for one in stores_for(ws) if place and one.name == place.store), None)
    if place is None or store is None:
        return None
    file = store.place / place.path if store.place.is_dir() else store.place
    return file, row.belief.splitlines()[0]


def asked_of(one: CheckRow) -> MachineCheck:
    """Return what is looked up: what a person accepted counts as a property of the note."""
    return replace(one.check, origin="property") if one.is_accepted else one.check


def judged(ws: Workspace, one: CheckRow, seen: Sighting) -> CheckRow:
    """Return a check with what came of it just now."""
    now = ws.clock.now()
    found = judge(asked_of(one), seen, has_held=one.verified_at is not None)
    is_same = found.found == without_commit(one.found)
    is_news = found.outcome == "contradicts" and not is_same
    passes = found.outcome == "passes"
    return replace(
        one,
        outcome=found.outcome,
        said=found.said,
        found=one.found if is_same else found.found,
        looked_at=now,
        verified_at=now if passes else one.verified_at,
        verified_by="check" if passes else one.verified_by,
        contradictions=one.contradictions + is_news,
    )


def undecided_checks(ws: Workspace) -> list[tuple[MemoryRow, CheckRow]]:
    """Return the few checks that a reader is asked about: nobody knows that they ever held.

    What is there disagrees, and their words have one reading alone.
    """
    open_ones = [one for one in ws.ledger.checks(outcome="contradicts") if one.is_undecided]
    owners = ws.ledger.find_memories(ids={one.memory_id for one in open_ones})
    rows = {row.id: row for row in owners if stands(ws, row) and is_of_this_machine(row)}
    readings = Counter(map(said_of, ws.ledger.checks(rows.keys()))) if rows else Counter()
    read = said_of_checks(ws, open_ones)
    asked = [
        (rows[one.memory_id], one)
        for one in open_ones
        if one.memory_id in rows
        and one.id not in read
        and readings[said_of(one)] == 1
        and not one.check.is_aside
    ]
    asked.sort(key=lambda pair: (-impact_of(pair[0]), -pair[1].contradictions, pair[1].id))
    return asked[:MOST_ASKED]


def check_conditions(ws: Workspace) -> Iterator[Condition]:
    """Yield the memories that this machine or git's history speaks against, and what is."""
    wrong_ones = [one for kind in _KINDS for one in ws.ledger.checks(outcome=kind)]
    read = {
        id_: said
        for id_, said in said_of_checks(ws, [one for one in wrong_ones if one.is_undecided]).items()
        if said[0].log_odds > 0
    }
    against = [one for one in wrong_ones if one.speaks or one.id in read]
    held = ws.ledger.checks({one.memory_id for one in against}) if against else []
    by_memory: dict[tuple[str, LookOutcome], list[CheckRow]] = {}
    for one in [*speaking(held), *(one for one in against if not one.speaks)]:
        if one.outcome in _KINDS:
            by_memory.setdefault((one.memory_id, one.outcome), []).append(one)
    rows = {row.id: row for row in ws.ledger.find_memories(ids={id_ for id_, _ in by_memory})}
    for (memory_id, outcome), wrong in sorted(by_memory.items()):
        row = rows.get(memory_id)
        if row is None or not stands(ws, row):
            continue
        kind, score = _KINDS[outcome]
        told = tuple(f"{one.said}: {one.found}" for one in wrong[:MOST_TOLD])
        first = wrong[0]
        opinions = () if first.speaks else read[first.id]
        yield Condition(
            memory_id=memory_id,
            kind=kind,
            score=score,
            before=Quote(first.check.words, 0, ()),
            after=Quote(f"{first.said}: {first.found}", 0, ()),
            reasons=(*map(said_by, opinions), *told),
            passage=_passage(row, wrong),
            outcome="judged" if opinions else "shown",
        )


def speaking(rows: Sequence[CheckRow]) -> list[CheckRow]:
    """Return the checks that are told: what is gone here may be meant where it stands."""
    standing = {said_of(one) for one in rows if one.outcome == "passes"}
    return [
        one
        for one in rows
        if one.speaks
        and (
            one.is_accepted
            or one.check.origin != "suggested"
            or said_of(one) not in standing
            or one.outcome == "passes"
        )
    ]


def said_of(one: CheckRow) -> tuple[str, ...]:
    """Return what a check looks for, whichever project it is meant in."""
    return (one.memory_id, one.check.kind, one.check.place, one.check.key, one.check.says)


def _passage(row: MemoryRow, wrong: Sequence[CheckRow]) -> str:
    found = sorted(f"{one.id} {without_commit(one.found)}" for one in wrong)
    return passage_of(row.belief_digest, *found)
