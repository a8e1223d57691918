"""Keep the ledger's list of memories equal to the memory notes that stand in the vault.

Called by `services.reindex` for the memory notes whose bytes changed. A memory without an `id`
property keeps the id it was first given, even when its note is moved.
"""

import logging
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.memories.ids import memory_id
from vaultwatch.memories.record import Memory, memory_of
from vaultwatch.notes.model import NotePath
from vaultwatch.services.reading import Reading
from vaultwatch.services.workspace import Workspace

log = logging.getLogger(__name__)

_WIKI_LINK = re.compile(r"\[\[[^\[\]]*\]\]")


def register_memories(
    ws: Workspace, readings: Sequence[Reading], standing: Collection[NotePath]
) -> None:
    """Record memory notes that are new or changed.

    Args:
        ws: the vault.
        readings: the memory notes as they stand.
        standing: every note that stands in the vault.
    """
    if not readings:
        return
    rows = {row.id: row for row in ws.ledger.memories()}
    changed = []
    for reading in readings:
        memory = _known_as(memory_of(reading.note, reading.body), rows, standing)
        before = rows.get(memory.id)
        if before is not None and _only_links_changed(before.belief, reading.body):
            _carry_baselines(ws, memory, standing)
        row = MemoryRow(
            id=memory.id,
            path=memory.path,
            belief_digest=memory.belief_digest,
            first_seen=before.first_seen if before is not None else ws.clock.now(),
            belief=memory.belief,
            created=memory.created,
            state="present",
        )
        rows[memory.id] = row
        changed.append(row)
    ws.ledger.put_memories(changed)


def forget_lost_memories(ws: Workspace, removed: Iterable[NotePath]) -> None:
    """Mark memories forgotten whose notes no longer stand in the memories folder."""
    gone = set(removed)
    for row in ws.ledger.memories():
        if row.state == "present" and row.path in gone:
            ws.ledger.forget_memory(row.id)


def memory_of_row(row: MemoryRow, reading: Reading) -> Memory:
    """Return the memory that a memory note holds, under the id the ledger knows it by."""
    return replace(memory_of(reading.note, reading.body), id=row.id)


def _known_as(memory: Memory, rows: dict[str, MemoryRow], standing: Collection[NotePath]) -> Memory:
    """Return the memory under the id it goes by."""
    if memory.has_given_id:
        holder = rows.get(memory.id)
        if holder is None or holder.path == memory.path or holder.path not in standing:
            return memory
        log.warning("id=%r of note=%r is taken by %r", memory.id, memory.path, holder.path)
        return replace(memory, id=memory_id(memory.path))
    for row in rows.values():
        if row.path == memory.path and row.state == "present":
            return replace(memory, id=row.id)
    for row in rows.values():
        if row.belief_digest == memory.belief_digest and row.path not in standing:
            return replace(memory, id=row.id)
    return memory


def _only_links_changed(before: str, now: str) -> bool:
    """Tell whether two beliefs differ in link targets alone, as after a rename in Obsidian."""
    if before == now:
        return False
    return _unlinked(before) == _unlinked(now)


def _unlinked(text: str) -> str:
    return " ".join(_WIKI_LINK.sub("[[]]", text).split())


def _carry_baselines(ws: Workspace, memory: Memory, standing: Collection[NotePath]) -> None:
    """Keep what the memory rests on where its note was renamed and its link with it."""
    ws.ledger.put_baselines(
        replace(baseline, belief_digest=memory.belief_digest)
        for baseline in ws.ledger.baselines(memory.id)
        if baseline.note not in standing
    )
