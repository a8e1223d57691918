"""The words a reader is shown: the statement that settles it, and how much of its passage."""

from collections.abc import Mapping

import pytest

from tests.unit.drift.statements import judge, note, statement
from vaultwatch.drift.scoring.evidence_passage import MAX_SHOWN_CHARS, passage_around, second_beside
from vaultwatch.drift.scoring.model_weights import Head
from vaultwatch.notes.model import StatementKind

LONG = "The cellar was measured again by the surveyor. " * 6


@pytest.mark.parametrize(
    ("belief", "then", "now", "shown"),
    [
        pytest.param(
            "The kiosk opens at 09:30.",
            ("The kiosk is green.", "The kiosk opens at 09:30.", "Bananas ripen."),
            ("The kiosk is blue.", "The kiosk opens at 10:15.", "Bananas ripen."),
            "The kiosk opens at 10:15.",
            id="of two edited statements the one that took the value",
        ),
        pytest.param(
            "The choir rehearses in the mill.",
            ("# Choir", "The choir rehearses in the mill.", "Bring a pencil."),
            ("# Choir", "The choir rehearses in the chapel.", "Bring two sharp pencils."),
            "The choir rehearses in the chapel.",
            id="the successor, not the edited neighbour",
        ),
        pytest.param(
            "The order for the pump is still open.",
            ("- [ ] Order the pump", "- [ ] Paint the fence"),
            ("- [x] Order the pump", "- [x] Paint the fence"),
            "[x] Order the pump",
            id="of two ticked tasks the one that the belief means",
        ),
    ],
)
def test_the_quote_is_the_statement_that_settles_it(
    belief: str, then: tuple[str, ...], now: tuple[str, ...], shown: str
) -> None:
    found = judge(belief, note(*then), note(*now))
    assert found.drifted
    assert found.after is not None
    assert found.after.text == shown


@pytest.mark.parametrize(
    ("lines", "chances", "shown"),
    [
        pytest.param(("One.", "Two.", "Three."), {1: 0.9}, (1,), id="nothing beside it is meant"),
        pytest.param(("One.", "Two.", "Three."), {1: 0.6, 2: 0.3}, (1, 2), id="the line behind"),
        pytest.param(("One.", "Two.", "Three."), {0: 0.2, 1: 0.6}, (0, 1), id="the line before"),
        pytest.param(
            ("One.", "Two.", "Three.", "Four."),
            {0: 0.1, 1: 0.5, 2: 0.2, 3: 0.2},
            (1, 2, 3),
            id="three of four, the likelier side first",
        ),
        pytest.param(("One.", "Two."), {0: 0.01, 1: 0.9}, (1,), id="hardly meant is left out"),
        pytest.param(("Two.", "# End", "Three."), {0: 0.6, 1: 0.4}, (0,), id="never a heading"),
        pytest.param((LONG, "Two."), {0: 0.3, 1: 0.6}, (1,), id="not where it would be too long"),
        pytest.param(
            ("status: done", "owner: Ida"), {0: 0.6, 1: 0.4}, (0,), id="properties stand alone"
        ),
    ],
)
def test_a_neighbour_is_shown_where_it_may_be_meant(
    lines: tuple[str, ...], chances: Mapping[int, float], shown: tuple[int, ...]
) -> None:
    chosen = max(chances, key=lambda j: chances[j])
    assert passage_around(note(*lines), chosen, chances) == shown


@pytest.mark.parametrize(
    ("passage", "chances", "second"),
    [
        pytest.param((0,), {0: 1.0}, None, id="nothing else"),
        pytest.param((0,), {0: 0.95, 5: 0.05}, None, id="hardly meant"),
        pytest.param((2,), {0: 0.2, 2: 0.5, 8: 0.3}, 8, id="the likelier one"),
        pytest.param((2,), {0: 0.3, 2: 0.4, 8: 0.3}, 0, id="of two alike the first"),
        pytest.param((2,), {0: 0.1, 2: 0.4, 7: 0.5}, 0, id="not the same words once more"),
        pytest.param((2, 3), {2: 0.5, 3: 0.4, 0: 0.1}, 0, id="shown already"),
    ],
)
def test_a_second_passage_is_shown_where_it_may_be_meant(
    passage: tuple[int, ...], chances: Mapping[int, float], second: int | None
) -> None:
    now = note("One.", "Two.", "Three.", "Four.", "Five.", "Six.", "Seven.", "Three.", "Nine.")
    assert second_beside(now, passage, chances) == second


def test_where_two_places_may_settle_it_both_are_shown() -> None:
    found = judge(
        "Oskar runs the mill and the bakery.",
        note("# Mill", "Oskar runs the mill.", "# Bakery", "Oskar runs the bakery."),
        note("# Mill", "Petra runs the mill.", "# Bakery", "Ida runs the bakery."),
    )
    assert found.after is not None
    assert found.also is not None
    assert (found.after.line, found.also.line) == (2, 4)


def test_a_shown_passage_is_short_and_stands_in_one_place() -> None:
    found = judge(
        "The mill grinds rye on Mondays and is run by Oskar.",
        note("# Mill", "The mill grinds rye on Mondays.", "It is run by Oskar.", "It is old."),
        note("# Mill", "The mill grinds oats on Fridays.", "It is run by Petra.", "It is old."),
    )
    assert found.after is not None
    assert len(found.after.text) <= MAX_SHOWN_CHARS
    assert found.after.line in (2, 3)


@pytest.mark.parametrize(
    ("logit", "chance"),
    [
        pytest.param(-40.0, 0.0, id="bottom"),
        pytest.param(0.0, 0.4, id="on a point"),
        pytest.param(1.0986, 0.7, id="between two points"),
        pytest.param(40.0, 1.0, id="top"),
    ],
)
def test_chances_follow_the_curve(logit: float, chance: float) -> None:
    head = Head(logit, {}, ((0.0, 0.0), (0.5, 0.4), (1.0, 1.0)))
    assert head.score({}) == pytest.approx(chance, abs=1e-4)


def test_a_head_without_a_curve_says_its_own_chance() -> None:
    assert Head(0.0, {}).score({}) == 0.5


@pytest.mark.parametrize(
    ("kind", "shown"),
    [
        pytest.param("sentence", (0,), id="a blank line ends a paragraph"),
        pytest.param("list_item", (0, 1), id="but not a list"),
    ],
)
def test_paragraphs_are_never_quoted_as_one(kind: StatementKind, shown: tuple[int, ...]) -> None:
    now = (
        statement("The train leaves at 08:45.", line=3, kind=kind),
        statement("The office opens at 10:00.", line=5, kind=kind),
    )
    assert passage_around(now, 0, {0: 0.6, 1: 0.4}) == shown
