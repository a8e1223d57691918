"""What speaks for remembering a memory now, signal by signal."""

import math

import pytest

from vaultwatch.recall.signals import (
    RecallStatus,
    Weights,
    clamped,
    importance,
    lifted,
    recency,
    settled,
    status_factor,
)


@pytest.mark.parametrize(
    ("score", "value"), [(0.0, 0.0), (0.4, 0.4), (1.0, 1.0), (-0.1, 0.0), (1.7, 1.0)]
)
def test_a_score_is_held_between_0_and_1(score: float, value: float) -> None:
    assert clamped(score) == value


def test_what_is_no_number_counts_as_0() -> None:
    assert (clamped(math.nan), importance(math.nan)) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("age_days", "value"),
    [
        pytest.param(0, 1.0, id="today"),
        pytest.param(90, 0.5, id="one half-life"),
        pytest.param(180, 0.25, id="two"),
        pytest.param(-30, 1.0, id="the future counts as today"),
        pytest.param(1e9, 0.0, id="before all notes"),
    ],
)
def test_recency_halves_every_90_days(age_days: float, value: float) -> None:
    assert recency(age_days) == pytest.approx(value)


@pytest.mark.parametrize(
    ("given", "value"), [(None, 0.5), (0.0, 0.0), (0.9, 0.9), (7.0, 1.0), (-1.0, 0.0)]
)
def test_importance_is_what_is_given_and_else_the_middle(given: float | None, value: float) -> None:
    assert importance(given) == value


@pytest.mark.parametrize(
    ("status", "clean", "doubted"),
    [
        ("active", 1.0, 0.85),
        ("superseded", 0.4, 0.34),
        ("expired", 0.4, 0.34),
        ("not_yet", 0.4, 0.34),
        ("quarantined", 0.2, 0.17),
    ],
)
def test_the_status_and_an_open_finding_lower_the_sum(
    status: RecallStatus, clean: float, doubted: float
) -> None:
    assert status_factor(status, has_open_finding=False) == pytest.approx(clean)
    assert status_factor(status, has_open_finding=True) == pytest.approx(doubted)


def test_the_weights_that_come_with_us_are_these() -> None:
    assert Weights() == Weights(relevance=0.83, trust=0.08, recency=0.03, importance=0.06)


@pytest.mark.parametrize(
    "weights",
    [
        pytest.param((0.4, 0.25, 0.2, 0.16), id="sum above 1"),
        pytest.param((0.4, 0.25, 0.2, 0.14), id="sum below 1"),
        pytest.param((1.2, -0.2, 0.0, 0.0), id="negative"),
        pytest.param((math.nan, 0.5, 0.5, 0.0), id="no number"),
        pytest.param((math.inf, 0.5, 0.5, 0.0), id="endless"),
    ],
)
def test_weights_that_do_not_add_up_are_refused(
    weights: tuple[float, float, float, float],
) -> None:
    with pytest.raises(ValueError, match="weight"):
        Weights(*weights)


def test_weights_may_miss_1_by_rounding_and_be_0() -> None:
    assert Weights(1 / 3, 1 / 3, 0.3333334, 0.0).importance == 0.0


def test_what_nobody_confirmed_lifts_itself_no_higher_than_the_middle() -> None:
    numbers = (None, 0.2, 0.9, 7.0)
    assert [importance(one, is_confirmed=False) for one in numbers] == [0.5, 0.2, 0.5, 0.5]


def test_what_more_speaks_for_a_passage_lifts_it_however_near_it_is() -> None:
    assert lifted(0.3, 0.2) == pytest.approx(0.5)
    near = [settled(total / 10) for total in range(20)]
    assert near == sorted(set(near)), "no two are alike"
    assert 0 <= near[0] <= near[-1] < 1
    assert settled(-0.2) == 0
    for one in near:
        assert one < lifted(one, 0.1) < 1
    assert lifted(settled(0.9), 0.2) == pytest.approx(settled(1.1))
