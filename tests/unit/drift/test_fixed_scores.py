"""A fixed sample through the shipped weights and rules: no score moves without being seen.

`pytest tests/unit/drift/test_fixed_scores.py --update-golden` writes what the sample scores now.
"""

from dataclasses import replace

from tests.golden_files import GoldenFiles
from tests.unit.drift.sample import HARMLESS, SAMPLE
from tests.unit.drift.statements import baseline, belief, judge, note
from vaultwatch.drift.scoring.compare import compare
from vaultwatch.drift.scoring.grounding import ground

MISSED = {"superseded"}
"""What is only in doubt: a line further down."""
RAISED: set[str] = set()
"""What it takes for a change."""


def test_the_sample_scores_what_it_scored(golden: GoldenFiles) -> None:
    lines = [
        "| edit | warm | cold | change | grounded then | now |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for edit, (text, before, after) in SAMPLE.items():
        held = replace(belief(text), note_title=edit)
        then, now = note(*before), note(*after)
        warm = compare(held, baseline(held, then), now)
        cold = compare(held, baseline(held, now, is_adopted=True), now)
        cells: list[str] = [f"{one.score:.4f}" for one in (warm, cold)]
        cells += [
            (warm.drifted and warm.change) or "-",
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
    assert quiet == HARMLESS - RAISED | MISSED
