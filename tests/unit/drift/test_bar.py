"""When a reader's verdicts move the bar, and how far."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultwatch.drift.findings.offsets import HIGHEST, LOWEST, MIN_EACH, Scored, fitted_bar, tally


def cases(*groups: tuple[float, bool, int]) -> list[Scored]:
    return [(score, is_drifted) for score, is_drifted, count in groups for _ in range(count)]


@pytest.mark.parametrize(
    ("labelled", "fitted"),
    [
        pytest.param([], 0.5, id="nothing to go by"),
        pytest.param(cases((0.6, False, 50)), 0.5, id="one kind alone says nothing"),
        pytest.param(cases((0.6, False, 9), (0.9, True, 30)), 0.5, id="one too few"),
        pytest.param(cases((0.6, False, 10), (0.9, True, 10)), 0.75, id="halfway between the two"),
        pytest.param(cases((0.6, True, 10), (0.9, True, 5), (0.9, False, 10)), 0.5, id="no gain"),
        pytest.param(
            cases((0.6, False, 1), (0.8, True, 10), (0.9, False, 10)), 0.5, id="one is chance"
        ),
        pytest.param(
            cases((0.4, True, 10), (0.45, False, 1), (0.7, False, 10), (0.9, True, 10)),
            0.8,
            id="up, though what is hidden stays hidden",
        ),
        pytest.param(
            cases((0.2, False, 10), (0.4, True, 10), (0.9, True, 10)), 0.3, id="down, where it was"
        ),
    ],
)
def test_the_bar_moves_only_where_that_spares_mistakes(
    labelled: list[Scored], fitted: float
) -> None:
    assert fitted_bar(labelled, 0.5) == pytest.approx(fitted)


def test_a_tally_counts_what_is_shown_and_hidden_with_its_edge() -> None:
    counted = tally(cases((0.5, True, 3), (0.7, False, 1), (0.4, True, 1), (0.1, False, 5)), 0.5)
    assert (counted.shown, counted.shown_drifted) == (4, 3)
    assert (counted.hidden, counted.hidden_drifted) == (6, 1)
    assert (counted.precision, counted.recall, counted.mistakes) == (0.75, 0.75, 2)
    nothing = tally([], 0.5)
    assert (nothing.precision, nothing.recall) == (None, None)


SCORED = st.lists(
    st.tuples(st.floats(0, 1, allow_nan=False).map(lambda x: round(x, 2)), st.booleans()),
    max_size=80,
)


@given(SCORED, st.floats(0.3, 0.9))
def test_a_fitted_bar_makes_fewer_mistakes_or_is_the_old_one(
    labelled: list[Scored], bar: float
) -> None:
    fitted = fitted_bar(labelled, bar)
    if fitted == bar:
        return
    assert LOWEST <= fitted <= HIGHEST
    assert tally(labelled, fitted).mistakes < tally(labelled, bar).mistakes
    assert min(sum(d for _, d in labelled), sum(not d for _, d in labelled)) >= MIN_EACH
    assert fitted_bar(labelled, fitted) == fitted
