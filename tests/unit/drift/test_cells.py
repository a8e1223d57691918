"""A cell of a table is told by its row and its column; what stands in another is another's."""

import pytest

from tests.unit.drift.statements import judge, note
from vaultwatch.drift.model import Outcome
from vaultwatch.drift.passages.columns import unit_of, with_units
from vaultwatch.drift.passages.edit import cells_of
from vaultwatch.notes.model import NotePath, Statement
from vaultwatch.notes.parse import parse_note

PLANS = ("| Plan | Basic | Large |", "|---|---|---|", "| Size | 5 MB | 200 MB |")
COURSES = ("| Course | Trainer | Places |", "|---|---|---|", "| Kids | Lea | 10 |")
HELPERS = ("| Name | Task | Day |", "|---|---|---|", "| Ann | desk | Tue |")
REST = ("The house stands by the river.", "Visitors ring twice.", "Bread comes from the mill.")


def table(*rows: str) -> tuple[Statement, ...]:
    text = "\n".join((*REST, "", *rows, ""))
    return parse_note(NotePath("Atlas.md"), text.encode()).statements


@pytest.mark.parametrize(
    ("memory", "head", "then", "now", "outcome"),
    [
        ("Large allows 10 vaults.", PLANS, "| Vaults | 1 | 10 |", "| Vaults | 3 | 10 |", "holds"),
        ("Basic allows 1 vault.", PLANS, "| Vaults | 1 | 10 |", "| Vaults | 3 | 10 |", "shown"),
        ("Large allows 10 vaults.", PLANS, "| Vaults | 10 | 10 |", "| Vaults | 10 | 20 |", "shown"),
        ("Large allows 10 vaults.", PLANS, "| Vaults | 1 | 10 |", "| Vaults | 10 | 20 |", "shown"),
        ("Basic allows 10 vaults.", PLANS, "| Vaults | 10 | 10 |", "| Vaults | 10 | 20 |", "holds"),
        ("Tom gives Yoga.", COURSES, "| Yoga | Tom | 4 |", "| Yoga | Nur | 4 |", "shown"),
        ("Tom gives Yoga.", COURSES, "| Yoga | Tom | 4 |", "| Yoga | Tom | 6 |", "holds"),
        ("Yoga has 4 places.", COURSES, "| Yoga | Tom | 4 |", "| Yoga | Nur | 4 |", "holds"),
        ("Tom keeps books and keys on Monday and Friday.", HELPERS,
         "| Tom | books, keys | Mon, Fri |", "| Tom | books, keys | Tue, Thu |", "shown"),
        ("Yoga awaits Tom's answer.", COURSES, "| Yoga | Tom | waiting |",
         "| Yoga | Tom | rejected 2026-06-01 |", "shown"),
    ],
)  # fmt: skip
def test_what_became_of_a_cell(
    memory: str, head: tuple[str, ...], then: str, now: str, outcome: Outcome
) -> None:
    assert judge(memory, table(*head, then), table(*head, now)).outcome == outcome


def test_a_column_that_was_added_is_another_matter() -> None:
    then = table(*COURSES, "| Yoga | Tom | 4 |")
    wider = ("| Course | Trainer | Places | Fee |", "|---|---|---|---|", "| Kids | Lea | 10 | 9 |")
    now = table(*wider, "| Yoga | Tom | 4 | 15 |")
    assert judge("Tom gives Yoga, for 4.", then, now).outcome == "holds"


def test_cells_that_cannot_be_told_apart_are_none() -> None:
    head = ("| Name | Way |", "|---|---|")
    assert not cells_of(table(*head, "| Ann | by bus; on foot |")[-1])
    assert cells_of(table(*head, "| Ann | first: by bus |")[-1]) == {
        "Name": "Ann",
        "Way": "first: by bus",
    }


@pytest.mark.parametrize(
    ("memory", "then", "now", "outcome"),
    [
        ("Backups are on.", "Backups: on", "Backups: off", "shown"),
        ("Backups are on.", "Backups are on.", "Backups are off.", "shown"),
        ("Die Sicherung ist an.", "Sicherung: an", "Sicherung: aus", "shown"),
        ("Die Rechnung ist bezahlt.", "Die Rechnung ist bezahlt.",
         "Die Rechnung ist unbezahlt.", "shown"),
        ("Work on backups goes on Fridays to Ann.", "Backups: on", "Backups: off", "in_doubt"),
        ("More proprocessing tasks run here.", "More proprocessing tasks run here.",
         "More processing tasks run here.", "in_doubt"),
        ("Der Antrag ist gestellt.", "Der Antrag ist gestellt.",
         "Der Antrag ist noch nicht gestellt.", "in_doubt"),
        ("The engine is written in C++.", "The engine is written in C++.",
         "The engine is written in C.", "likely"),
        ("The engine is written in C#.", "The engine is written in C#.",
         "The engine is written in F#.", "shown"),
        ("We meet in hall B.", "We meet in hall B.", "We meet in hall C.", "shown"),
        ("The tower is 30 m high.", "Height: high", "Height: low", "likely"),
    ],
)  # fmt: skip
def test_what_became_of_a_small_word(memory: str, then: str, now: str, outcome: Outcome) -> None:
    assert judge(memory, note(*REST, then), note(*REST, now)).outcome == outcome


@pytest.mark.parametrize(
    ("other", "outcome"),
    [
        ("Day ticket, adults: 15 €", "holds"),
        ("Day ticket, adults and students: 15 €", "in_doubt"),
    ],
)
def test_a_sibling_is_news_where_it_says_more_of_the_memory(other: str, outcome: Outcome) -> None:
    own = "Day ticket, students: 11 €"
    then, now = (note(*REST, line, own) for line in ("Day ticket, adults: 14 €", other))
    assert judge("A day ticket for students costs 11 €.", then, now).outcome == outcome


def measured(head: str, *rows: str) -> tuple[Statement, ...]:
    rule = "---|" * (head.count("|") + 2)
    return table(f"| Thing | {head} |", f"|{rule}", *(f"| {row} |" for row in rows))


@pytest.mark.parametrize(
    ("memory", "then", "now", "outcome"),
    [
        ("Dough takes 750 ml of milk.", ("ml", "Milk | 750"), ("Litres", "Milk | 0.75"), "holds"),
        ("Dough takes 750 ml of milk.", ("ml", "Milk | 750"), ("Litres", "Milk | 0.8"), "shown"),
        ("Dough takes 750 ml of milk.", ("ml", "Milk | 750"), ("l", "Milk | 0.75"), "holds"),
        ("The mast is 9 m high.", ("Height [m]", "Mast | 9"), ("Height", "Mast | 9 m"), "holds"),
        ("The mast is 9 m high.", ("Height", "Mast | 9 m"), ("Height (cm)", "Mast | 900"), "holds"),
        ("The mast is 9 m high.", ("Height", "Mast | 9 m"), ("Height (cm)", "Mast | 950"), "shown"),
        ("The film lasts 90 minutes.", ("Length (min)", "Film | 90"), ("Length (h)", "Film | 1.5"),
         "holds"),
        ("A boat costs 30 euros.", ("Fee (€)", "Boat | 30"), ("Fee", "Boat | €30"), "holds"),
        ("It is 12 m by 900 cm.", ("m | cm", "Hall | 12 | 900"), ("cm | m", "Hall | 1200 | 9"),
         "holds"),
        ("There are 3 caps in M.", ("M | L", "Caps | 3 | 5"), ("M | L", "Caps | 4 | 5"), "shown"),
        ("There are 3 caps in M.", ("M | L", "Caps | 3 | 5"), ("M | L", "Caps | 3 | 6"), "holds"),
    ],
)  # fmt: skip
def test_a_bare_number_is_in_the_unit_of_its_column(
    memory: str, then: tuple[str, ...], now: tuple[str, ...], outcome: Outcome
) -> None:
    assert judge(memory, measured(*then), measured(*now)).outcome == outcome


@pytest.mark.parametrize(
    ("head", "unit"),
    [
        *(("kg", "kg"), ("Gramm", "Gramm"), ("Load (kW)", "kW"), ("Share [%]", "%"), ("€", "€")),
        *(("Week", ""), ("M", ""), ("Age (2026)", ""), ("Guests", ""), ("Weight kg", ""), ("", "")),
        ("Wait (min)", "min"),
        ("Mi", ""),
        ("mi", "mi"),
        ("GB", "GB"),
    ],
)
def test_the_unit_that_heads_a_column(head: str, unit: str) -> None:
    assert unit_of(head) == unit


def test_statements_without_a_unit_in_a_column_stay_the_same_ones() -> None:
    plain = table(*COURSES, "| Yoga | Tom | 4 |")
    assert with_units(plain) is plain
