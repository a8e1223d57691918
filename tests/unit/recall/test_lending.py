"""What cites one another lends relevance, one step far and no more than the best."""

from dataclasses import replace

import pytest

from tests.unit.recall.candidates import PLAIN
from vaultwatch.recall.rank import SHARE, Wanted, lent, rank


@pytest.mark.parametrize(
    ("ties", "relevance", "found"),
    [
        pytest.param([], {"a": 0.5}, {}, id="nobody is tied"),
        pytest.param([("n", "a")], {}, {}, id="nobody lends"),
        pytest.param([("n", "a")], {"a": 0.5, "b": 0.9}, {"n": 0.5}, id="who is not tied is out"),
        pytest.param(
            [("n", "a"), ("n", "b"), ("n", "a")], {"a": 0.5, "b": 0.4}, {"n": 0.5}, id="best alone"
        ),
        pytest.param([("a", "a"), ("a", "b"), ("b", "a")], {"a": 0.5}, {"a": 0.5, "b": 0.5},
                     id="in a circle, once"),
    ],
)  # fmt: skip
def test_the_best_lends(
    ties: list[tuple[str, str]], relevance: dict[str, float], found: dict[str, float]
) -> None:
    assert lent(ties, relevance) == found


def test_a_memory_whose_note_fits_comes_before_one_as_relevant() -> None:
    cited = replace(PLAIN, id="mem_b", lent=0.6)
    (first, second), _ = rank([PLAIN, cited], Wanted())
    assert (first.candidate.id, second.candidate.id) == ("mem_b", "mem_a")
    assert first.score - second.score == pytest.approx(SHARE * 0.6)
    assert [part.name for part in second.parts] == [part.name for part in first.parts][:-1]
