"""Gather what stores' records and the vault say twice, as findings.

What was found is kept until a record or memory changes: a look at an unchanged vault compares no
texts.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.drift.findings.conditions import Condition, passage_of
from vaultwatch.drift.model import Quote
from vaultwatch.memories.items import is_item
from vaultwatch.memories.stores.places import is_record, place_of_record, store_path, twin_of_record
from vaultwatch.memories.stores.records import day_of
from vaultwatch.recall.duplicates import HeldText, doubles
from vaultwatch.services.indexing.store_records import is_settled
from vaultwatch.services.records.small_facts import DOUBLED, STORES_SEEN, Doubled
from vaultwatch.services.workspace import Workspace

RULES_VERSION: Final = 2
"""Raised where texts are held against each other otherwise."""
DUPLICATE_SCORE: Final = 0.1
CONTRADICTION_SCORE: Final = 0.3
"""Below all that a note says. Chosen by hand."""
MOST_LISTED: Final = 200
"""Doubles that one finding lists; the rest are counted. Chosen by hand."""
MOST_SHOWN_CHARS: Final = 160
MOST_VALUE_CHARS: Final = 60
_LOGS: Final = frozenset({"memsearch", "chat-export"})
"""Formats that keep what happened day by day."""


def doubled_conditions(ws: Workspace) -> Iterator[Condition]:
    """Yield what is said twice, one finding a store."""
    if not STORES_SEEN.get(ws.ledger):
        return
    found = _found(ws)
    named = {id_ for group in found.groups for id_ in group}
    by_id = {row.id: row for row in ws.ledger.find_memories(ids=named) if _counts(row)}
    yield from _duplicates(found.groups, by_id)


def _counts(row: MemoryRow) -> bool:
    return row.facts.status == "active" and not is_item(row.id)


def standing_order(row: MemoryRow) -> tuple[bool, datetime, str]:
    """Return by what one stands before another: a store's record behind all, then by age."""
    return is_record(row.id), row.known_since, row.id


def is_log(row: MemoryRow) -> bool:
    """Tell whether a record tells of a day, and not of what holds."""
    place = place_of_record(row.path)
    return place is not None and (row.facts.agent in _LOGS or bool(day_of(place.path)))


def _found(ws: Workspace) -> Doubled:
    """Return the doubles on record, found anew where a store, a memory or the notes changed."""
    seen = STORES_SEEN.get(ws.ledger)
    stats = ws.ledger.note_stats()
    told = [f"{name} {mark}" for name, mark in sorted(seen.items())]
    told += [f"{path} {stat.digest}" for path, stat in sorted(stats.items()) if stat.is_memory]
    digest = passage_of(str(RULES_VERSION), str(len(stats)), *told)
    kept = DOUBLED.get(ws.ledger)
    if kept.digest == digest and is_settled(seen):
        return kept
    rows = sorted((row for row in ws.ledger.memories() if _counts(row)), key=standing_order)
    said = [HeldText(row.id, row.belief, _store_of(row)) for row in rows if not is_log(row)]
    found = Doubled(digest, tuple(doubles(said)))
    DOUBLED.set(ws.ledger, found)
    return found


def _duplicates(
    groups: Sequence[Sequence[str]], rows: Mapping[str, MemoryRow]
) -> Iterator[Condition]:
    """Yield one finding for each store of what stands there and elsewhere too."""
    lines: dict[str, list[tuple[MemoryRow, MemoryRow]]] = defaultdict(list)
    for group in groups:
        held = [rows[id_] for id_ in group if id_ in rows]
        for row in held[1:]:
            place = place_of_record(row.path)
            other = _elsewhere(row, held)
            if place is not None and other is not None:
                lines[place.store].append((row, other))
    for store, pairs in sorted(lines.items()):
        pairs.sort(key=lambda pair: (pair[0].path, pair[0].id))
        yield Condition(
            note=store_path(store),
            kind="duplicate",
            score=DUPLICATE_SCORE,
            after=Quote("\n".join(_line(*pair) for pair in pairs[:MOST_LISTED]), 0, ()),
            reasons=(_how_many(store, pairs),),
            passage=passage_of(*(f"{row.id} {other.id}" for row, other in pairs)),
        )


def _elsewhere(row: MemoryRow, held: Sequence[MemoryRow]) -> MemoryRow | None:
    """Return the first of a group that stands elsewhere than a record, and is no import of it."""
    for other in held:
        if other.id == row.id:
            return None  # it is the first of its place: those behind are told of it
        if _store_of(other) != _store_of(row) and other.id != twin_of_record(row.id):
            return other
    return None


def _store_of(row: MemoryRow) -> str:
    place = place_of_record(row.path)
    return place.store if place is not None else ""


def _how_many(store: str, pairs: Sequence[tuple[MemoryRow, MemoryRow]]) -> str:
    where = Counter(_store_of(other) for _, other in pairs)
    named = [
        f"{count} in the store {name}" if name else f"{count} among the vault's memories"
        for name, count in sorted(where.items())
    ]
    records = "record says" if len(pairs) == 1 else "records say"
    return f"{len(pairs)} {records} in the store {store} what stands elsewhere: {', '.join(named)}"


def _line(row: MemoryRow, other: MemoryRow) -> str:
    return f"{_where(row)} as {_where(other)}: {_shown(row)}"


def _where(row: MemoryRow) -> str:
    place = place_of_record(row.path)
    return place.words if place is not None else row.path


def _shown(row: MemoryRow) -> str:
    flat = " ".join(row.belief.split())
    return flat if len(flat) <= MOST_SHOWN_CHARS else f"{flat[: MOST_SHOWN_CHARS - 1]}\u2026"


def contradiction_of_record(other: MemoryRow, row: MemoryRow, values: tuple[str, str]) -> Condition:
    """Return that a record and another one, or a memory, say these two values."""
    theirs, own = (" ".join(value.split())[:MOST_VALUE_CHARS] for value in values)
    reason = f"it says “{own}”, and {_where(other)} says “{theirs}”"
    return Condition(
        memory_id=row.id,
        note=None if is_record(other.id) else other.path,
        kind="contradiction",
        score=CONTRADICTION_SCORE,
        before=Quote(other.belief, 0, ()),
        after=Quote(row.belief, 0, ()),
        reasons=(reason,),
        passage=passage_of(other.id, other.belief_digest, row.belief_digest, theirs, own),
    )
