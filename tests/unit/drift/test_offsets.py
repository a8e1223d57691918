"""What a reader's verdicts add to the scores of their vault, by kind, and how a score is read."""

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.drift.statements import baseline, belief, judge, note
from vaultwatch.drift.findings.offsets import MIN_CASES, KindFit, SettledCase, fitted_offsets
from vaultwatch.drift.findings.scale import Scale, ScoreKind, chance, kind_of, log_odds
from vaultwatch.drift.scoring.compare import compare
from vaultwatch.drift.scoring.explain import explain, in_short

FEE = "The fee of the stall is 40 euros."
REST = ("The market opens at nine.", "Bring your own chairs.")


def verdicts(
    *groups: tuple[float, bool, int], kind: ScoreKind | None = "value"
) -> list[SettledCase]:
    return [SettledCase(score, kind, is_so) for score, is_so, count in groups for _ in range(count)]


def fitted(cases: list[SettledCase]) -> dict[ScoreKind, float]:
    return {one.kind: one.after for one in fitted_offsets(cases, {})}


@pytest.mark.parametrize("planted", [-2.0, -1.0, 1.0])
def test_a_planted_shift_is_found_and_other_kinds_stay(planted: float) -> None:
    random = Random(7)  # noqa: S311  a simulation
    scores = [0.5 + 0.49 * random.random() for _ in range(400)]
    cases = [
        SettledCase(one, "value", random.random() < chance(log_odds(one) + planted))
        for one in scores
    ]
    cases += [SettledCase(one, "status", random.random() < one) for one in scores]
    found = fitted(cases)
    assert found["value"] == pytest.approx(planted, abs=0.4)
    assert abs(found["status"]) < 0.3


def test_the_prior_holds_few_cases_back_and_gives_way_to_many() -> None:
    false_alarms = [fitted(verdicts((0.8, False, count)))["value"] for count in (8, 20, 200)]
    assert false_alarms == [-1.13, -1.89, pytest.approx(-3.6, abs=0.3)]


@pytest.mark.parametrize(
    ("cases", "kinds"),
    [
        pytest.param([], {}, id="none"),
        pytest.param(verdicts((0.8, False, MIN_CASES - 1)), {"value": 0.0}, id="one too few"),
        pytest.param(verdicts((0.8, True, 8), (0.8, False, 2)), {"value": 0.0}, id="as expected"),
        pytest.param(verdicts((0.8, False, 50), kind=None), {}, id="of no known kind"),
    ],
)
def test_few_verdicts_and_expected_ones_add_nothing(
    cases: list[SettledCase], kinds: dict[ScoreKind, float]
) -> None:
    assert fitted(cases) == kinds


def test_an_offset_whose_verdicts_are_gone_is_taken_away() -> None:
    assert fitted_offsets([], {"value": -0.5}) == [KindFit("value", 0, 0, 0.0, -0.5, 0.0)]


@given(
    score=st.floats(0.02, 0.98).map(lambda one: round(one, 4)),
    offset=st.floats(-2.0, 2.0),
    other=st.floats(0.0, 1.0),
)
def test_a_reading_keeps_the_order_and_can_be_taken_back(
    score: float, offset: float, other: float
) -> None:
    scale = Scale(offsets={"value": offset})
    read = scale.read(score, "value")
    assert scale.unread(read, "value") == pytest.approx(score, abs=0.002)
    assert (scale.read(max(score, other), "value") >= read) or not offset
    assert (read >= score) is (offset >= 0) or math.isclose(read, score, abs_tol=1e-4)
    assert Scale().read(score, "value") == scale.read(score, "status") == score


def test_a_comparison_is_read_on_the_scale_of_its_vault() -> None:
    then = note("The stall costs 40 euros, to be paid to Ida.", *REST)
    now = note("Paid to the clerk, a stall with table and roof costs 55.", *REST)
    held = belief("A stall is paid to Ida.")
    plain = judge(held.text, then, now)
    assert not plain.proof
    scale = Scale(0.5, {"renamed": -1.0, "status": 9.0})
    assert plain.change == "renamed"
    read = compare(held, baseline(held, then), now, scale=scale)
    assert read.score == scale.read(plain.score, "renamed") < plain.score
    told = explain(held, baseline(held, then), now, scale)
    assert (told.score, told.weighed, told.own, told.kind) == (
        read.score,
        plain.score,
        -1.0,
        "renamed",
    )
    assert any(
        "Your own verdicts on findings of this kind (the name changed)" in s for s in in_short(told)
    )
    assert not any(
        "Your own" in line for line in in_short(explain(held, baseline(held, then), now))
    )


def test_a_note_that_says_what_it_said_is_read_on_no_scale() -> None:
    held, then = belief(FEE), note(FEE, *REST)
    scale = Scale(0.5, dict.fromkeys(("value", "superseded", "removed", "status"), 5.0))
    assert compare(held, baseline(held, then), then, scale=scale).score == 0.01


@pytest.mark.parametrize(
    ("change", "mode", "kind"),
    [
        ("value", "warm", "value"),
        ("value", "cold", "cold"),
        ("never_agreed", "cold", "never_agreed"),
        (None, "warm", None),
        (None, "cold", None),
    ],
)
def test_cold_comparisons_are_one_kind(change: str, mode: str, kind: str) -> None:
    assert kind_of(change, mode) == kind  # type: ignore[arg-type]


def test_nothing_is_added_to_what_a_proof_stands_for_but_to_a_denial() -> None:
    assert kind_of("value", "warm", "value") is None
    assert kind_of("never_agreed", "cold", "value") == "never_agreed"
