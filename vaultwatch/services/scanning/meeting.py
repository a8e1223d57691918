"""Gather which memories and stores' records contradict each other, as findings.

What was found is kept until one changes, and only what changed is held against the others. Of a
record it is told only where both speak of one matter: two projects may well have two ports.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from hashlib import blake2b
from typing import Final

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.drift.findings.conditions import Condition, was_decided
from vaultwatch.drift.model import Quote
from vaultwatch.memories.items import is_item
from vaultwatch.memories.stores.places import is_record, place_of_record
from vaultwatch.notes.days import day_at
from vaultwatch.notes.titles import title_of
from vaultwatch.recall.signals import RecallStatus, status_at
from vaultwatch.services.indexing.store_records import is_settled
from vaultwatch.services.records.owed import owe_scan
from vaultwatch.services.records.small_facts import MET, STORES_SEEN, Met
from vaultwatch.services.records.standings import stances
from vaultwatch.services.records.trust import grounds_of, is_persons
from vaultwatch.services.scanning.doubles import contradiction_of_record, is_log
from vaultwatch.services.workspace import Workspace
from vaultwatch.upkeep.meeting import MEETING_VERSION, MOST_ALIKE, meetings

AGAINST_SCORE: Final = 0.9
"""Of two values in one slot; of two names in one place it is half. Chosen by hand."""

_ACTIVE: Final[frozenset[RecallStatus]] = frozenset({"active"})
_TO_COME: Final[frozenset[RecallStatus]] = _ACTIVE | {"not_yet"}


MOST_AT_ONCE: Final = 1_000
"""Memories that one look holds against the others: a large pile is looked through by and by. Chosen
by hand: some seconds, twenty where all of them say nearly the same."""


def met_conditions(ws: Workspace) -> Iterator[Condition]:
    """Yield one finding for each memory that another one, which stands before it, contradicts."""
    found = _telling(_met(ws))
    rows = {
        row.id: row
        for row in ws.ledger.find_memories(ids={id_ for one in found for id_ in one[:2]})
        if _counts(ws, row)
    }
    standing = _standing(ws, rows)
    on_record = ws.ledger.findings(kinds={"contradiction"})
    decided = {one.passage for one in on_record if was_decided(one)}
    told: set[str] = set()
    for one, other, *said in found:
        if one not in rows or other not in rows:
            continue
        first, second = (one, other) if standing[one] <= standing[other] else (other, one)
        is_open = _pair_digest(rows[one], rows[other]) not in decided
        pair = rows[first], rows[second]
        if second not in told and is_open and _are_plain(*pair) and share_scope(*pair):
            told.add(second)
            values = said if first == one else said[::-1]
            if _has_record(first, second):
                yield contradiction_of_record(*pair, (values[0], values[1]))
            else:
                yield _contradiction(*pair, values[0], values[1])


def _telling(met: Met) -> list[tuple[str, str, str, str]]:
    """Return those that are no list."""
    times = Counter(id_ for rival in met.rivals for id_ in rival[:2])
    return [one for one in met.rivals if max(times[id_] for id_ in one[:2]) <= MOST_ALIKE]


def _counts(ws: Workspace, row: MemoryRow, among: Collection[RecallStatus] = _ACTIVE) -> bool:
    is_fact = not (is_item(row.id) or is_log(row))
    return is_fact and status_at(row.facts, ws.clock.now()) in among


def _matters(ws: Workspace, rows: Collection[MemoryRow]) -> dict[str, frozenset[str]]:
    """Return what tells whether two speak of one matter: cited notes, a record's store and scope.

    Without stores nothing, for a memory of the vault may meet any other.
    """
    if not STORES_SEEN.get(ws.ledger):
        return {row.id: frozenset() for row in rows}
    found: dict[str, set[str]] = defaultdict(set)
    for owner, note in ws.ledger.baseline_heads():
        found[owner].add(note)
    for row in rows:
        if (place := place_of_record(row.path)) is not None:
            found[row.id].add(f"{place.store}\n{place.path.rpartition('/')[0]}")
    return {row.id: frozenset(found[row.id]) for row in rows}


def _has_record(*ids: str) -> bool:
    return any(map(is_record, ids))


def _is_one_matter(matters: Mapping[str, frozenset[str]], one: str, other: str) -> bool:
    return not _has_record(one, other) or bool(matters[one] & matters[other])


def share_scope(one: MemoryRow, other: MemoryRow) -> bool:
    """Tell whether two memories may speak of one machine and one repository."""
    return all(
        not (mine and theirs) or mine.casefold() == theirs.casefold()
        for mine, theirs in (
            (one.facts.machine, other.facts.machine),
            (one.facts.repository, other.facts.repository),
        )
    )


def _are_plain(first: MemoryRow, second: MemoryRow) -> bool:
    """Tell whether no schema decides: claims that meet have rules of their own."""
    return first.facts.claim is None or second.facts.claim is None


def _met(ws: Workspace) -> Met:
    """Return the memories that contradict each other, looked for anew where one changed."""
    stats = ws.ledger.note_stats()
    seen = STORES_SEEN.get(ws.ledger)
    told = [f"{path} {stat.digest}" for path, stat in stats.items() if stat.is_memory]
    told += [f"{name} {mark}" for name, mark in seen.items()]
    digest = _digest(str(MEETING_VERSION), *sorted(told))
    kept = MET.get(ws.ledger)
    if kept.digest == digest and is_settled(seen):
        return kept
    # What begins later too: no note changes when its day comes.
    rows = {row.id: row for row in ws.ledger.memories() if _counts(ws, row, _TO_COME)}
    heard = dict(kept.beliefs) if kept.version == MEETING_VERSION else {}
    matters = _matters(ws, rows.values())
    beliefs = {
        id_: _digest(row.belief_digest, *sorted(matters[id_]))[:16] for id_, row in rows.items()
    }
    new = [id_ for id_, belief in beliefs.items() if heard.get(id_) != belief]
    asked, later = new[:MOST_AT_ONCE], new[MOST_AT_ONCE:]
    stands = beliefs.keys() - set(new)
    rivals = [one for one in kept.rivals if {one[0], one[1]} <= stands]
    said = {id_: row.belief for id_, row in rows.items()}
    rivals += [
        (one, other, *met.values)
        for one, other, met in meetings(said, asked, lambda a, b: _is_one_matter(matters, a, b))
        if met.kind == "against"
    ]
    waits = set(later)
    done = tuple(one for one in beliefs.items() if one[0] not in waits)
    found = Met(MEETING_VERSION, "" if later else digest, done, tuple(sorted(rivals)))
    if not ws.is_rehearsal:
        MET.set(ws.ledger, found)
        if later:
            owe_scan(ws)
    return found


def _standing(ws: Workspace, rows: Mapping[str, MemoryRow]) -> dict[str, tuple[object, ...]]:
    """Return by what one memory stands before another.

    The vault's own first and a person's, then what its note or a signed tool says, then the newer.
    """
    grounds, seen = grounds_of(ws, rows.values()), stances(ws, list(rows.values()))
    return {
        row.id: (
            is_record(row.id),
            not is_persons(ws, row, grounds[row.id]),
            not (row.id in seen and seen[row.id].standing == "supported")
            and not (grounds[row.id].is_signed or row.facts.source == "system"),
            -row.known_since.timestamp(),
            row.id,
        )
        for row in rows.values()
    }


def _contradiction(first: MemoryRow, second: MemoryRow, theirs: str, own: str) -> Condition:
    who = f"{title_of(first.path)} ({first.facts.source}, {day_at(first.known_since)})"
    reason = f"it says the contrary of what {who} says"
    if own:
        reason = f"it says “{own}”, and {who} says “{theirs}”"
    return Condition(
        memory_id=second.id,
        note=first.path,
        kind="contradiction",
        score=AGAINST_SCORE,
        before=Quote(first.belief, 0, ()),
        after=Quote(second.belief, 0, ()),
        reasons=(reason,),
        outcome="shown",
        passage=_pair_digest(first, second),
    )


def _pair_digest(one: MemoryRow, other: MemoryRow) -> str:
    """Return what a word on two memories rests on, whichever of them stands before the other."""
    return _digest(*sorted(f"{row.id} {row.belief_digest}" for row in (one, other)))


def _digest(*parts: str) -> str:
    return blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
