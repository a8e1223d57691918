"""Take baselines and hold memories against the notes they cite.

Called by `services.look`. `drift` judges; here the texts are read and the outcome
kept in the ledger. A comparison whose inputs stand as they stood is not made again.
"""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace

from vaultwatch.drift.findings.citations import Citation
from vaultwatch.drift.model import Comparison
from vaultwatch.drift.scoring.compare import RULES_VERSION, compare
from vaultwatch.drift.scoring.moved import as_arrived
from vaultwatch.notes.model import NotePath
from vaultwatch.services.indexing.reading import sparing_others
from vaultwatch.services.records.scale import note_rules, scale_of
from vaultwatch.services.records.small_facts import CALLED_TRUE
from vaultwatch.services.scanning.citing import Cited
from vaultwatch.services.scanning.opposing import unopposed
from vaultwatch.services.scanning.pairs import (
    batches,
    head_of,
    inputs_of,
    read_pairs,
    rules_in_force,
)
from vaultwatch.services.scanning.seeking import Seeker
from vaultwatch.services.workspace import Workspace

log = logging.getLogger(__name__)


def compare_pairs(
    ws: Workspace, cited: Cited, seeker: Seeker
) -> dict[tuple[str, NotePath], Comparison]:
    """Return every pair's comparison: kept where nothing it rests on changed, else made anew."""
    held, inputs, stale = _looked_up(ws, cited, seeker)
    if (before := note_rules(ws)) and stale:  # once: the inputs name the rules
        log.info("comparing anew rules=%r before=%r pairs=%d", RULES_VERSION, before, len(stale))
    made: dict[tuple[str, NotePath], Comparison] = {}
    for batch in batches(stale):
        fresh = list(_compare_batch(ws, cited, batch, seeker))
        ws.ledger.put_comparisons(
            [(c, inputs[c.memory_id, c.note] + seeker.place_mark(c) + mark) for c, mark in fresh]
        )
        made.update({(c.memory_id, c.note): c for c, _ in fresh})
        ws.progress("comparing", len(made), len(stale))
    return {key: made.get(key) or held[key][1] for key in inputs if key in made or key in held}


def is_stale(ws: Workspace, cited: Cited) -> bool:
    """Tell whether any pair lacks a baseline or a comparison of the note as it stands."""
    _, _, stale = _looked_up(ws, cited, Seeker(ws, cited))
    is_lost = any(plan.lost for plan in cited.citations.values())
    return bool(stale) or is_lost or any(head_of(cited, pair) is None for pair in cited.pairs)


def _looked_up(
    ws: Workspace, cited: Cited, seeker: Seeker
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
    pairs = [pair for pair in cited.pairs if pair.key not in called]
    only = cited.memories.keys() if cited.is_part else None
    heads = ws.ledger.baseline_heads(only)
    held = ws.ledger.comparisons(only)
    rules = rules_in_force(ws)
    inputs = {pair.key: inputs_of(cited, pair, heads.get(pair.key), rules) for pair in pairs}
    stale = [
        pair
        for pair in pairs
        if (kept := held.get(pair.key)) is None
        or not seeker.stands(kept[1], kept[0], inputs[pair.key])
    ]
    return held, inputs, stale


def _compare_batch(
    ws: Workspace, cited: Cited, batch: Sequence[Citation], seeker: Seeker
) -> Iterator[tuple[Comparison, str]]:
    """Yield each pair's comparison, with its mark; what a note lost is sought elsewhere."""
    held = ws.ledger.all_baselines({pair.memory_id for pair in batch})
    jobs = [
        (belief, baseline, note)
        for belief, note, _, pair in read_pairs(ws, cited, batch)
        for baseline in held[pair.memory_id][0]
        if baseline.note == pair.note and baseline.belief_digest == belief.digest
    ]
    scale = scale_of(ws)
    for belief, baseline, note in jobs:
        with sparing_others(note.path, cited.failures):
            made = compare(belief, baseline, note.statements, scale=scale)
            made = as_arrived(made, held[belief.memory_id][0])
            made = replace(made, unopposed=unopposed(cited.memories[belief.memory_id], note))
            yield seeker.seek(made, belief, baseline, note.statements)
