"""How use keeps a memory fresh: a little, never without a floor, and nobody's weapon."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.recall.candidates import PLAIN
from vaultwatch.recall.rank import (
    LEAST_STRENGTH,
    MOST_DAYS_AGAINST,
    Judged,
    Wanted,
    days_off,
    practice,
    rank,
    strength,
)
from vaultwatch.recall.signals import Weights, recency

HELPED = Judged(0.0, helped=True, is_of_this_question=False)
NO_ANSWER = Judged(0.0, helped=False, is_of_this_question=True)
ages = st.floats(0, 5_000)
words = st.lists(st.builds(Judged, ages, st.booleans(), st.booleans()), max_size=12)


@pytest.mark.parametrize(
    ("judged", "value"),
    [
        pytest.param([], 0.0, id="never used"),
        pytest.param([HELPED], 1.0, id="helped today"),
        pytest.param([HELPED, replace(HELPED, days_ago=16)], 1.25, id="and 16 days ago"),
        pytest.param([HELPED] * 50, 1.0, id="said by fifty sessions of one day"),
        pytest.param([NO_ANSWER] * 50, -4.0, id="said against it by fifty"),
        pytest.param(
            [replace(NO_ANSWER, is_of_this_question=False)], 0.0, id="no answer elsewhere"
        ),
        pytest.param([HELPED, NO_ANSWER], -3.0, id="helped elsewhere, no answer here"),
        pytest.param([replace(HELPED, days_ago=-3.0)], 1.0, id="the clock was set back"),
    ],
)
def test_practice_is_the_sum_of_days_each_fading(judged: list[Judged], value: float) -> None:
    assert practice(judged) == pytest.approx(value)


@pytest.mark.parametrize(
    ("practised", "is_persons", "days"),
    [
        pytest.param(0.0, False, 0.0, id="unused is what it was"),
        pytest.param(1.0, False, 41.6, id="helped today"),
        pytest.param(-4.0, False, -90.0, id="one word against it"),
        pytest.param(-0.5, False, -24.3, id="an old one"),
        pytest.param(-1e9, False, -MOST_DAYS_AGAINST, id="a flood of them"),
        pytest.param(-1e9, True, 0.0, id="against a person's word"),
    ],
)
def test_days_that_use_takes_off(practised: float, *, is_persons: bool, days: float) -> None:
    assert days_off(practised, is_persons=is_persons) == pytest.approx(days, abs=0.1)


@given(age=ages, judged=words)
def test_strength_stays_between_its_floor_and_1(age: float, judged: list[Judged]) -> None:
    assert LEAST_STRENGTH <= strength(age, days_off(practice(judged))) <= 1


@given(age=ages)
def test_a_memory_that_was_never_used_is_as_fresh_as_its_age(age: float) -> None:
    assert strength(age, days_off(practice([]))) == max(LEAST_STRENGTH, recency(age))


@given(age=ages, judged=words, when=ages, more=ages)
def test_a_word_for_it_never_weakens_and_age_never_strengthens(
    age: float, judged: list[Judged], when: float, more: float
) -> None:
    before = practice(judged)
    after = practice([*judged, Judged(when, helped=True, is_of_this_question=False)])
    assert days_off(after) >= days_off(before)
    assert strength(age, days_off(after)) >= strength(age, days_off(before))
    assert strength(age + more, days_off(before)) <= strength(age, days_off(before))


@given(age=ages, judged=words)
def test_no_word_makes_what_a_person_stands_behind_look_older(
    age: float, judged: list[Judged]
) -> None:
    held = strength(age, days_off(practice(judged), is_persons=True))
    assert held >= max(LEAST_STRENGTH, recency(age))


@given(judged=words, other=words)
def test_use_moves_a_score_by_less_than_recency_weighs(
    judged: list[Judged], other: list[Judged]
) -> None:
    scores = [
        rank([replace(PLAIN, age_days=400, days_off=days_off(practice(one)))], Wanted())[0][0].score
        for one in (judged, other)
    ]
    assert abs(scores[0] - scores[1]) <= Weights().recency


def test_no_use_lifts_an_agents_word_over_a_persons_of_the_same_matter() -> None:
    planted = replace(PLAIN, id="planted", source="inference", relevance=0.54, days_off=1e6)
    said = replace(PLAIN, id="said", relevance=0.5, age_days=2_000)
    assert [one.candidate.id for one in rank([planted, said], Wanted())[0]] == ["said", "planted"]
