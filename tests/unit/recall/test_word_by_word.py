"""A memory is held against the question word by word, its words beside those of the other ones."""

from dataclasses import replace

import numpy as np
import pytest

from tests.unit.recall.candidates import PLAIN
from vaultwatch.recall.rank import MET, Wanted, rank
from vaultwatch.recall.word_weight import better_met, met

EAST, NORTH = [1.0, 0.0], [0.0, 1.0]
BETWEEN = [0.6, 0.8]


@pytest.mark.parametrize(
    ("question", "told", "found"),
    [
        pytest.param([EAST, NORTH], [NORTH, EAST], 1.0, id="each word has its like, in any order"),
        pytest.param([EAST, NORTH], [EAST, EAST, EAST], 0.5, id="half of them, however often"),
        pytest.param([EAST], [NORTH, BETWEEN], 0.6, id="the nearest alone"),
        pytest.param([EAST], [], 0.0, id="nothing is told"),
        pytest.param([EAST], [EAST, NORTH, NORTH], 1.0, id="what else is told takes nothing off"),
    ],
)
def test_each_word_of_the_question_is_met_by_the_nearest(
    question: list[list[float]], told: list[list[float]], found: float
) -> None:
    rows = [np.array(one, np.float32).reshape(-1, 2) for one in (question, told)]
    assert met(*rows) == pytest.approx(found)


def test_texts_are_held_against_those_of_their_own_language() -> None:
    assert better_met([0.8, 0.6, 0.3], [False, False, False]) == pytest.approx(
        [0.8 - 17 / 30, 0.6 - 17 / 30, 0.3 - 17 / 30]
    )
    apart = better_met([0.8, 0.6, 0.3, 0.1, 0.2], [False, False, True, True, True])
    assert apart == pytest.approx([0.1, -0.1, 0.1, -0.1, 0.0])
    assert better_met([0.8, 0.1], [False, True]) == [0, 0], "one alone neither gains nor loses"


def test_a_memory_whose_words_meet_the_question_comes_before_one_as_relevant() -> None:
    better, worse = replace(PLAIN, id="mem_b", met=0.1), replace(PLAIN, met=-0.1)
    (first, second), _ = rank([worse, better], Wanted())
    assert [first.candidate.id, second.candidate.id] == ["mem_b", "mem_a"]
    told = [{part.name: part.value for part in one.parts} for one in (first, second)]
    assert [one["words"] for one in told] == [0.1, -0.1]
    assert first.score - second.score > MET * 0.2 - 1e-9
