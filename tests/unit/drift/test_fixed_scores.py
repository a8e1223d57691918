"""A fixed sample through the shipped weights and rules: no score moves without being seen.

`pytest tests/unit/drift/test_fixed_scores.py --update-golden` writes what the sample scores now.
"""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from tests.golden_files import GoldenFiles
from tests.unit.drift.sample import HARMLESS, SAMPLE
from tests.unit.drift.statements import baseline, belief, judge, note
from vaultwatch.drift.passages.support import Vectors, texts_for_support
from vaultwatch.drift.scoring.compare import compare, texts_for_comparison
from vaultwatch.drift.scoring.grounding import ground
from vaultwatch.notes.model import Statement

DIMENSIONS = 32


def vector(text: str) -> NDArray[np.float32]:
    """Return the sum of a random direction for each word: no model's, but always the same."""
    words = [blake2b(word.encode(), digest_size=DIMENSIONS).digest() for word in text.split()]
    summed = np.sum([np.frombuffer(word, np.uint8) / 255.0 - 0.5 for word in words], axis=0)
    return np.asarray(summed / np.linalg.norm(summed), np.float32)


def vectors_of(said: str, then: Sequence[Statement], now: Sequence[Statement]) -> Vectors:
    held = belief(said)
    texts = [*texts_for_support(held, then), *texts_for_support(held, now)]
    texts += texts_for_comparison(held, baseline(held, tuple(then)), tuple(now))
    return {text: vector(text) for text in texts}


def test_the_sample_scores_what_it_scored(golden: GoldenFiles) -> None:
    lines = [
        "| edit | by words | with vectors | cold | change | grounded then | now |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for edit, (text, before, after) in SAMPLE.items():
        held = replace(belief(text), note_title=edit)
        then, now = note(*before), note(*after)
        vectors = vectors_of(text, then, now)
        by_words = compare(held, baseline(held, then), now, {})
        whole = compare(held, baseline(held, then, vectors=vectors), now, vectors)
        cold = compare(held, baseline(held, now, is_adopted=True, vectors=vectors), now, vectors)
        cells: list[str] = [f"{one.score:.4f}" for one in (by_words, whole, cold)]
        cells += [
            (whole.drifted and whole.change) or "-",
            ground(held, then).outcome,
            ground(held, now).outcome,
        ]
        lines.append(f"| {edit} | {' | '.join(cells)} |")

    golden.check("drift/scores.md", "\n".join(lines) + "\n")


def test_the_sample_fires_where_it_should() -> None:
    quiet = {
        edit
        for edit, (text, before, after) in SAMPLE.items()
        if not judge(text, note(*before), note(*after)).drifted
    }
    assert quiet == HARMLESS
