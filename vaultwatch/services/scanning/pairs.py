"""Read memories and the notes they are held against: each once a run, as the index was told."""

import logging
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import groupby
from typing import TypeAlias, TypeVar

from vaultwatch.adapters.ledger import BaselineHead, MemoryRow
from vaultwatch.drift.belief import Belief
from vaultwatch.drift.findings.citations import Citation
from vaultwatch.drift.scoring.compare import RULES_VERSION
from vaultwatch.errors import NoteUnreadableError, OutsideVaultError
from vaultwatch.memories.items import is_wish
from vaultwatch.memories.record import Memory
from vaultwatch.memories.stores.places import is_record
from vaultwatch.notes.model import Note, NotePath
from vaultwatch.notes.titles import title_of
from vaultwatch.services.indexing.reading import Reading, read_note, sparing_others
from vaultwatch.services.indexing.registering import memory_at
from vaultwatch.services.records.scale import scale_of
from vaultwatch.services.records.small_facts import MODEL_ID
from vaultwatch.services.scanning.citing import Cited
from vaultwatch.services.workspace import Workspace

log = logging.getLogger(__name__)

T = TypeVar("T")

BATCH_PAIRS = 64
"""Pairs that are read together; bounds memory."""

PairReading: TypeAlias = tuple[Belief, Note, Memory, Citation]


def memory_in(ws: Workspace, cited: Cited, memory_id: str) -> Memory | None:
    """Return a memory as its note stands; None where it cannot be read or moved on.

    Read once a look: pairs come by note, so a memory's lie far apart.
    """
    if memory_id not in cited.read:
        cited.read[memory_id] = _read_memory(ws, cited, cited.memories[memory_id])
    return cited.read[memory_id]


def _read_memory(ws: Workspace, cited: Cited, row: MemoryRow) -> Memory | None:
    memory = None
    with sparing_others(row.path, cited.failures):
        try:
            memory = memory_at(ws, row)
        except (NoteUnreadableError, OutsideVaultError) as error:
            log.warning("skipped note=%r reason=%s", row.path, error.message)
    if memory is None or is_record(row.id):
        return memory
    if memory.belief_digest != row.belief_digest:
        _left_to_the_next_look(ws, row.path)
        return None
    return memory


def _read(ws: Workspace, path: NotePath, failures: dict[NotePath, str]) -> Reading | None:
    """Return a note as it stands; None where it cannot be read."""
    with sparing_others(path, failures):
        try:
            return read_note(ws.files, path)
        except (NoteUnreadableError, OutsideVaultError) as error:
            log.warning("skipped note=%r reason=%s", path, error.message)
    return None


def _left_to_the_next_look(ws: Workspace, path: NotePath) -> None:
    """Have a note taken in anew that holds other bytes than the index was told of a moment ago.

    Even where they are taken back meanwhile: then the next look compares what was left out here.
    """
    log.info("note=%r was saved a moment ago; the next look compares it", path)
    ws.ledger.set_indexed({path: ""}, "")


def belief_of(cited: Cited, memory: Memory, pair: Citation) -> Belief:
    """Return a memory as the drift room sees it, for one of the notes it cites."""
    head = head_of(cited, pair)
    came_from = head.followed_from if head is not None else None
    return belief_about(memory, pair, title_of(came_from) if came_from is not None else "")


def belief_about(memory: Memory, pair: Citation, was_titled: str = "") -> Belief:
    """Return a memory as the drift room sees it, for a note that was perhaps titled otherwise."""
    title = title_of(pair.note)
    linked = [(one.display, title_of(one.target)) for one in memory.links if one.span]
    shown = {display or to: to in (title, was_titled) for display, to in linked}
    shown.pop(title, None)
    return Belief(
        memory_id=memory.id,
        text=memory.plain,
        digest=memory.belief_digest,
        created=memory.updated or memory.created,
        note_title=title,
        narrow=pair.narrow,
        block=pair.block,
        was_titled=was_titled,
        folders=pair.note.rpartition("/")[0].replace("/", " "),
        others=tuple(name for name, is_its in shown.items() if name and not is_its),
        shown_as=tuple(name for name, is_its in shown.items() if name and is_its),
        is_wish=is_wish(memory.id),
    )


def read_pairs(ws: Workspace, cited: Cited, pairs: Iterable[Citation]) -> Iterator[PairReading]:
    """Read each pair's note once for all memories that cite it.

    Left out are those that cannot be read, and those whose bytes are other than the index was told
    of: what is made of bytes that pass must not be kept for those that stand.
    """
    for path, group in groupby(pairs, key=lambda pair: pair.note):
        reading = _read(ws, path, cited.failures)
        if reading is None:
            continue
        note = reading.note
        if note.digest != cited.stats[path].digest:
            _left_to_the_next_look(ws, path)
            continue
        for pair in group:
            memory = memory_in(ws, cited, pair.memory_id)
            if memory is not None:
                yield belief_of(cited, memory, pair), note, memory, pair


def head_of(cited: Cited, pair: Citation) -> BaselineHead | None:
    """Return the baseline of a pair; None where it has none for its present belief."""
    head = cited.heads.get(pair.key)
    row = cited.memories[pair.memory_id]
    return head if head is not None and head.belief_digest == row.belief_digest else None


def batches(items: Sequence[T], size: int = BATCH_PAIRS) -> Iterator[Sequence[T]]:
    """Yield pairs, or other things, in the order given, so many at once."""
    for start in range(0, len(items), size):
        yield items[start : start + size]


def rules_in_force(ws: Workspace) -> tuple[str, ...]:
    """Return by what every comparison is made now, beside what it compares."""
    scale = scale_of(ws)
    added = (f"{kind} {offset:.3f}" for kind, offset in scale.offsets.items())
    return str(RULES_VERSION), f"{scale.bar:.3f}", MODEL_ID.get(ws.ledger), *added


def inputs_of(
    cited: Cited, pair: Citation, head: BaselineHead | None, rules: tuple[str, ...]
) -> str:
    """Return a digest of all that a comparison rests on."""
    parts = (
        cited.memories[pair.memory_id].belief_digest,
        cited.stats[pair.note].digest,
        head.taken_at.isoformat() if head is not None else "",
        "denied" if head is not None and head.grounded == "denied" else "",
        "\x1f".join(pair.narrow),
        pair.block or "",
        *rules,
    )
    return blake2b("\x00".join(parts).encode("utf-8", "replace"), digest_size=16).hexdigest()
