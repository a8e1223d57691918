"""Take baselines and hold memories against the notes they cite.

Called by `services.look`. `drift` judges; here the texts are read, the vectors fetched, and the
outcome kept in the ledger. A comparison whose inputs stand as they stood is not made again.
"""

import logging
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from hashlib import blake2b
from itertools import groupby
from typing import TypeAlias

from vaultwatch.adapters.ledger import BaselineHead, MemoryRow
from vaultwatch.drift.belief import Belief
from vaultwatch.drift.citations import Citation
from vaultwatch.drift.compare import RULES_VERSION, compare, resting, texts_for_comparison
from vaultwatch.drift.grounding import ground, worth_of
from vaultwatch.drift.judging import Case
from vaultwatch.drift.model import Baseline, Comparison
from vaultwatch.drift.moved import as_arrived
from vaultwatch.drift.support import find_supports
from vaultwatch.errors import NoteUnreadableError, OutsideVaultError
from vaultwatch.memories.record import Memory
from vaultwatch.notes.model import Note, NotePath
from vaultwatch.notes.titles import title_of
from vaultwatch.services.indexing.reading import Reading, read_note, sparing_others
from vaultwatch.services.indexing.registering import memory_of_row
from vaultwatch.services.indexing.vectors import vectors_of
from vaultwatch.services.records.labels import note_rules
from vaultwatch.services.records.small_facts import CALLED_TRUE, MODEL_ID
from vaultwatch.services.scanning.calibrating import effective_bar
from vaultwatch.services.scanning.citing import Cited
from vaultwatch.services.scanning.judging import Bench
from vaultwatch.services.scanning.origins import origin_now
from vaultwatch.services.scanning.seeking import Seeker
from vaultwatch.services.workspace import Workspace

log = logging.getLogger(__name__)

BATCH_PAIRS = 64
"""Pairs whose vectors are fetched together; bounds memory, keeps the model busy."""

_PairReading: TypeAlias = tuple[Belief, Note, Memory, Citation]


class MemoryNotes:
    """Memory notes read once a run: pairs come by note, so a memory's lie far apart."""

    def __init__(self, ws: Workspace, cited: Cited) -> None:
        """Read nothing yet."""
        self._ws = ws
        self._rows = cited.memories
        self._failures = cited.failures
        self._read: dict[str, Memory | None] = {}

    def get(self, memory_id: str) -> Memory | None:
        """Return a memory as its note stands; None where it cannot be read or moved on."""
        if memory_id not in self._read:
            self._read[memory_id] = self._read_one(self._rows[memory_id])
        return self._read[memory_id]

    def _read_one(self, row: MemoryRow) -> Memory | None:
        reading, memory = _read(self._ws, row.path, self._failures), None
        if reading is not None:
            with sparing_others(row.path, self._failures):
                memory = memory_of_row(row, reading)
        if memory is None:
            return None
        if memory.belief_digest != row.belief_digest:
            _left_to_the_next_look(self._ws, row.path)
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


def take_baselines(
    ws: Workspace, cited: Cited, verified: Collection[tuple[str, NotePath]] = ()
) -> set[tuple[str, NotePath]]:
    """Take a baseline for every pair that lacks one for its present belief; return those pairs.

    Args:
        ws: the vault.
        cited: the pairs.
        verified: (memory, note) pairs that a person has just called true.
    """
    _ground_older(ws, cited)
    spoken = _that_speak_now(ws, cited)
    wanting = [
        pair
        for pair in cited.pairs
        if _head(cited, pair) is None or key_of(pair) in verified or key_of(pair) in spoken
    ]
    taken = _take_back(ws, cited, [pair for pair in wanting if key_of(pair) not in verified])
    wanted = len(wanting)
    wanting = [pair for pair in wanting if key_of(pair) not in taken]
    memories = MemoryNotes(ws, cited)
    for batch in _batches(wanting):
        baselines = []
        for belief, note, memory, pair in _read_pairs(ws, cited, memories, batch):
            is_verified = key_of(pair) in verified
            with sparing_others(note.path, cited.failures):
                baselines.append(
                    Baseline(
                        memory_id=pair.memory_id,
                        note=pair.note,
                        origin="written"
                        if is_verified
                        else origin_now(ws, cited, memory, pair.note),
                        taken_at=ws.clock.now(),
                        belief_digest=belief.digest,
                        statements=note.statements,
                        supports=find_supports(belief, note.statements, {}),
                        note_digest=note.digest,
                        grounding=worth_of(belief, note.statements, is_verified=is_verified),
                    )
                )
        ws.ledger.put_baselines(baselines)
        taken.update((one.memory_id, one.note) for one in baselines)
        ws.progress("taking baselines", len(taken), wanted)
    return taken


def _ground_older(ws: Workspace, cited: Cited) -> None:
    """Ground the baselines that an older version took, once, on the statements kept with them."""
    older = [p for p in cited.pairs if (h := _head(cited, p)) is not None and h.grounded is None]
    if not older:
        return
    log.info("grounding baselines=%d", len(older))
    memories = MemoryNotes(ws, cited)
    for batch in _batches(older):
        wanted = {key_of(pair): pair for pair in batch}
        made = []
        for owner in {pair.memory_id for pair in batch}:
            memory = memories.get(owner)
            for baseline in ws.ledger.baselines(owner) if memory is not None else ():
                pair = wanted.get((owner, baseline.note))
                if pair is None or memory is None:
                    continue
                with sparing_others(memory.path, cited.failures):
                    belief = belief_of(cited, memory, pair)
                    made.append(replace(baseline, grounding=ground(belief, baseline.statements)))
        ws.ledger.put_baselines(made)


def _that_speak_now(ws: Workspace, cited: Cited) -> set[tuple[str, NotePath]]:
    """Return pairs whose baseline was worth nothing and whose note moved on since.

    A note that denied a belief is asked anew; one that was silent gives a baseline once it speaks,
    and until then the old one stays, for some of what it said may be the belief in other words.
    """
    moved = [
        pair
        for pair in cited.pairs
        if (head := _head(cited, pair)) is not None
        and head.grounded in ("silent", "denied")
        and head.note_digest != cited.stats[pair.note].digest
    ]
    if not moved:
        return set()
    found = set()
    for belief, note, _, pair in _read_pairs(ws, cited, MemoryNotes(ws, cited), moved):
        head = _head(cited, pair)
        with sparing_others(note.path, cited.failures):
            is_denied = head is not None and head.grounded == "denied"
            if is_denied or ground(belief, note.statements).outcome == "supported":
                found.add(key_of(pair))
    return found


def _take_back(
    ws: Workspace, cited: Cited, wanting: Sequence[Citation]
) -> set[tuple[str, NotePath]]:
    """Let beliefs that came back rest on what they rested on; return the pairs that do.

    An edit that was taken back, by `undo` or by hand, makes no drift true.
    """
    if not wanting:
        return set()
    asked = {(*key_of(pair), cited.memories[pair.memory_id].belief_digest) for pair in wanting}
    came_back = asked & ws.ledger.earlier_beliefs()
    back = [
        earlier
        for memory_id in sorted({memory_id for memory_id, _, _ in came_back})
        for earlier in ws.ledger.earlier_baselines(memory_id)
        if (memory_id, earlier.note, earlier.belief_digest) in came_back
    ]
    ws.ledger.put_baselines(back)
    return {(one.memory_id, one.note) for one in back}


def key_of(pair: Citation) -> tuple[str, NotePath]:
    """Return what a pair's baseline and comparison are kept by."""
    return pair.memory_id, pair.note


def compare_pairs(
    ws: Workspace, cited: Cited, seeker: Seeker
) -> dict[tuple[str, NotePath], Comparison]:
    """Return every pair's comparison: kept where nothing it rests on changed, else made anew."""
    bench = Bench(ws)
    held, inputs, stale = _looked_up(ws, cited, bench, seeker)
    if (before := note_rules(ws)) and stale:  # once: the inputs name the rules
        log.info("comparing anew rules=%r before=%r pairs=%d", RULES_VERSION, before, len(stale))
    made: dict[tuple[str, NotePath], Comparison] = {}
    memories = MemoryNotes(ws, cited)
    for batch in _batches(stale):
        fresh = list(_compare_batch(ws, cited, memories, batch, (bench, seeker)))
        short = _BY_WORDS if ws.is_model_away else ""
        ws.ledger.put_comparisons(
            [
                (c, inputs[c.memory_id, c.note] + seeker.place_mark(c) + mark + short)
                for c, mark in fresh
            ]
        )
        made.update({(c.memory_id, c.note): c for c, _ in fresh})
        ws.progress("comparing", len(made), len(stale))
    return {key: made.get(key) or held[key][1] for key in inputs if key in made or key in held}


_BY_WORDS = ":by words alone"
"""Marks a comparison that the model was away for: it rests on less than another would."""


def is_stale(ws: Workspace, cited: Cited) -> bool:
    """Tell whether any pair lacks a baseline or a comparison of the note as it stands."""
    _, _, stale = _looked_up(ws, cited, Bench(ws), Seeker(ws, cited))
    is_lost = any(plan.lost for plan in cited.citations.values())
    return bool(stale) or is_lost or any(_head(cited, pair) is None for pair in cited.pairs)


def _looked_up(
    ws: Workspace, cited: Cited, bench: Bench, seeker: Seeker
) -> tuple[
    dict[tuple[str, NotePath], tuple[str, Comparison]],
    dict[tuple[str, NotePath], str],
    list[Citation],
]:
    """Return the kept comparisons, what each would rest on now, and the pairs where it moved.

    Left out are pairs that were called true and wait for a note that cannot be read: what they
    rested on counts no more.
    """
    called = CALLED_TRUE.get(ws.ledger)
    pairs = [pair for pair in cited.pairs if key_of(pair) not in called]
    only = cited.memories.keys() if cited.is_part else None
    heads = ws.ledger.baseline_heads(only)
    held = ws.ledger.comparisons(only)
    rules = (
        str(RULES_VERSION),
        f"{effective_bar(ws):.3f}",
        MODEL_ID.get(ws.ledger),
    )
    inputs = {
        (pair.memory_id, pair.note): _inputs(
            cited, pair, heads.get((pair.memory_id, pair.note)), rules
        )
        for pair in pairs
    }
    stale = [
        pair
        for pair in pairs
        if not _stands(held.get(key_of(pair)), inputs[key_of(pair)], bench, seeker)
    ]
    return held, inputs, stale


def _stands(kept: tuple[str, Comparison] | None, inputs: str, bench: Bench, seeker: Seeker) -> bool:
    """Tell whether a kept comparison need not be made again."""
    if kept is None:
        return False
    comparison = kept[1]
    if not bench.stands(kept, inputs + seeker.place_mark(comparison)):
        return False
    return not seeker.must_seek_again(comparison)


def belief_of(cited: Cited, memory: Memory, pair: Citation) -> Belief:
    """Return a memory as the drift room sees it, for one of the notes it cites."""
    head = _head(cited, pair)
    came_from = head.followed_from if head is not None else None
    return Belief(
        memory_id=memory.id,
        text=memory.plain,
        digest=memory.belief_digest,
        created=memory.updated or memory.created,
        note_title=title_of(pair.note),
        narrow=pair.narrow,
        block=pair.block,
        was_titled=title_of(came_from) if came_from is not None else "",
    )


def _compare_batch(
    ws: Workspace,
    cited: Cited,
    memories: MemoryNotes,
    batch: Sequence[Citation],
    asked: tuple[Bench, Seeker],
) -> Iterator[tuple[Comparison, str]]:
    """Yield each pair's comparison, with its mark.

    What a note lost is sought elsewhere; of the rest a judge is heard where one is set.
    """
    # Once a memory: one that cites many notes holds as many baselines.
    held = {owner: ws.ledger.baselines(owner) for owner in {pair.memory_id for pair in batch}}
    jobs = [
        (belief, baseline, note)
        for belief, note, _, pair in _read_pairs(ws, cited, memories, batch)
        for baseline in held[pair.memory_id]
        if baseline.note == pair.note and baseline.belief_digest == belief.digest
    ]
    vectors = vectors_of(ws, _texts_of(jobs))
    bar, (bench, seeker) = effective_bar(ws), asked
    for belief, baseline, note in jobs:
        with sparing_others(note.path, cited.failures):
            rested = resting(belief, baseline, vectors)
            made = compare(belief, rested, note.statements, vectors, min_score=bar)
            made = as_arrived(made, held[belief.memory_id])
            told, mark = seeker.seek(made, belief, rested, note.statements, vectors)
            if mark or told is not made:
                yield told, bench.unasked(told) + mark
            else:
                yield bench.hear(made, Case(belief, rested, note.statements, vectors, bar))


def _texts_of(jobs: Iterable[tuple[Belief, Baseline, Note]]) -> Iterator[str]:
    for belief, baseline, note in jobs:
        with sparing_others(note.path):
            yield from texts_for_comparison(belief, baseline, note.statements)


def _read_pairs(
    ws: Workspace, cited: Cited, memories: MemoryNotes, pairs: Iterable[Citation]
) -> Iterator[_PairReading]:
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
            memory = memories.get(pair.memory_id)
            if memory is not None:
                yield belief_of(cited, memory, pair), note, memory, pair


def _head(cited: Cited, pair: Citation) -> BaselineHead | None:
    head = cited.heads.get((pair.memory_id, pair.note))
    row = cited.memories[pair.memory_id]
    return head if head is not None and head.belief_digest == row.belief_digest else None


def _inputs(cited: Cited, pair: Citation, head: BaselineHead | None, rules: tuple[str, ...]) -> str:
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


def _batches(pairs: Sequence[Citation]) -> Iterator[Sequence[Citation]]:
    for start in range(0, len(pairs), BATCH_PAIRS):
        yield pairs[start : start + BATCH_PAIRS]
