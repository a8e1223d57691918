"""A word or a date that is written better is the same."""

import pytest

from tests.unit.drift.statements import judge, note

REST = ("The roof was painted in green.", "Nina keeps the key of the shed.")


@pytest.mark.parametrize(
    ("memory", "line", "typo", "mended"),
    [
        pytest.param(
            "Kim plays the acordion.",
            "Kim plays the {} in the band.",
            "acordion",
            "accordion",
            id="a letter more",
        ),
        pytest.param(
            "We receive parcels in the yard.",
            "We {} parcels in the yard.",
            "recieve",
            "receive",
            id="two letters swapped",
        ),
    ],
)
def test_a_word_that_was_mistyped_is_no_news(
    memory: str, line: str, typo: str, mended: str
) -> None:
    sides = [note("# Band", line.format(word), *REST) for word in (typo, mended)]

    assert not judge(memory, *sides).drifted


@pytest.mark.parametrize(
    ("then", "now"),
    [
        pytest.param(
            "Rex got his jab in may 2026.", "Rex got his jab in May 2026.", id="a capital"
        ),
        pytest.param("We fly from 9 to 14 May.", "We fly from 9 May to 14 May.", id="its month"),
    ],
)
def test_a_date_that_is_written_better_is_the_same(then: str, now: str) -> None:
    sides = [note("# Band", line, *REST) for line in (then, now)]
    memory = f"{now.removesuffix('.')}, as Nina says."

    assert judge(memory, *sides).outcome == "holds"


@pytest.mark.parametrize(
    ("now", "outcome"),
    [
        pytest.param("Ines Roca (* 1790-10-09 Cadiz, † 1852 Lima), printer", "holds", id="ISO"),
        pytest.param("Ines Roca (b. 9.10.1790 Cadiz, d. 1852 Lima), printer", "holds", id="dots"),
        pytest.param("Ines Roca (* 1791-10-09 Cadiz, † 1852 Lima), printer", "shown", id="year"),
        pytest.param("Ines Roca (* 1790-10-08 Cadiz, † 1852 Lima), printer", "shown", id="day"),
    ],
)
def test_a_date_of_long_ago_is_the_same_in_another_form(now: str, outcome: str) -> None:
    then = "Ines Roca (b. 9 October 1790 Cadiz, d. 1851 Lima), printer"
    sides = [note("# Family", line, *REST) for line in (then, now)]

    assert judge("Ines Roca was born in Cadiz on 9 October 1790.", *sides).outcome == outcome
