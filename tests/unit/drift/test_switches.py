"""What is no more than on or off: a property, a labelled line, a cell."""

import pytest

from tests.unit.drift.statements import belief, judge
from vaultwatch.drift.scoring.grounding import ground
from vaultwatch.notes.model import NotePath, Statement
from vaultwatch.notes.parse import parse_note

TABLE = "| court | days | light |\n| --- | --- | --- |\n| one | Mon | no |\n| two | Tue | {} |\n"
PROPERTY = "---\nlift: {}\n---\n\nThe door is green.\n"
DENIES = "---\nno lift: {}\n---\n\nThe door is green.\n"
LINE = "- Breakfast included: {}\n- Check-in from 15:00\n"


def read(text: str) -> tuple[Statement, ...]:
    return parse_note(NotePath("Atlas.md"), text.encode()).statements


@pytest.mark.parametrize(
    ("memory", "text", "then", "now"),
    [
        pytest.param("Atlas has a lift.", PROPERTY, "true", "false", id="a property"),
        pytest.param("Atlas has no lift.", PROPERTY, "no", "yes", id="denied then"),
        pytest.param("The lift of Atlas is off.", PROPERTY, "off", "on", id="off then"),
        pytest.param("Atlas has a lift.", DENIES, "no", "yes", id="a name that denies"),
        pytest.param("Breakfast is included.", LINE, "yes", "no", id="a labelled line"),
        pytest.param("Court two has light.", TABLE, "yes", "no", id="a cell"),
        pytest.param("Der Lift im Atlas ist an.", PROPERTY, "an", "aus", id="de"),
    ],
)
def test_a_switch_that_is_turned_is_shown(memory: str, text: str, then: str, now: str) -> None:
    sides = [read(text.format(one)) for one in (then, now)]

    assert judge(memory, *sides).outcome == "shown"
    assert [ground(belief(memory), one).outcome for one in sides] == ["supported", "denied"]


@pytest.mark.parametrize(
    ("memory", "text"),
    [
        pytest.param("The lift of Atlas takes 8 people.", PROPERTY, id="something else of it"),
        pytest.param("The door of Atlas is green.", PROPERTY, id="another matter"),
        pytest.param("Check-in is from 15:00.", LINE, id="another line"),
        pytest.param("Court one has light.", TABLE, id="another row"),
    ],
)
def test_a_switch_that_is_turned_is_no_news_to_others(memory: str, text: str) -> None:
    sides = [read(text.format(one)) for one in ("yes", "no")]

    assert not judge(memory, *sides).drifted


def test_a_memory_that_denies_what_a_switch_was_set_to_is_not_told_as_it_is_turned() -> None:
    sides = [read(PROPERTY.format(one)) for one in ("on", "off")]

    assert not judge("The lift of Atlas is not on.", *sides).drifted


def test_a_memory_that_a_turned_switch_came_to_say_is_not_told() -> None:
    sides = [read(PROPERTY.format(one)) for one in ("yes", "no")]

    assert not judge("Atlas has no lift.", *sides).drifted


CREW = (
    "# Crew list\n\n| Name | Boat | Returned | Life vest |\n| --- | --- | --- | --- |\n"
    "| Ida Holm | Heron | yes | large |\n| Jon Beck | Heron | {} | {} |\n"
    "| Ida Lund | Gull | no | none |\n"
)


@pytest.mark.parametrize(
    ("memory", "then", "now"),
    [
        pytest.param("Jon Beck has not returned the Heron yet.", "no", "yes", id="not yet"),
        pytest.param("The Heron is not returned by Jon Beck.", "no", "yes, 3 May", id="since when"),
        pytest.param("Jon has not returned yet.", "no", "x", id="a cross"),
        pytest.param("Jon Beck's boat is not returned.", "", "✓", id="an empty cell, and a tick"),
        pytest.param("The boat of Jon Beck is unreturned.", "no", "yes", id="the contrary"),
    ],
)
def test_a_cell_is_a_switch_of_its_row_in_whatever_words_of_it(
    memory: str, then: str, now: str
) -> None:
    sides = [read(CREW.format(one, "none")) for one in (then, now)]

    assert judge(memory, *sides).outcome == "shown"
    assert [ground(belief(memory), one).outcome for one in sides] == ["supported", "denied"]


def test_a_thing_that_a_cell_called_none_is_there_now() -> None:
    sides = [read(CREW.format("no", one)) for one in ("none", "medium")]
    told = [judge(f"{name} has no life vest.", *sides) for name in ("Jon Beck", "Ida Lund")]

    assert [one.outcome for one in told] == ["shown", "holds"]


def test_what_waits_is_done_where_its_row_says_so_in_a_column_for_that() -> None:
    head = "| Job | Who | Done |\n| --- | --- | --- |\n"
    rows = head + "| Tar the hull | Jon | {} |\n| Sew sails | Ida | no |\n"
    sides = [read(rows.format(one)) for one in ("no", "x")]
    memories = "Tarring the hull is still open.", "Ida has not sewn the sails yet."

    assert [judge(one, *sides).outcome == "shown" for one in memories] == [True, False]


@pytest.mark.parametrize(
    "memory",
    [
        pytest.param("The Heron is not returned yet.", id="two rows say Heron"),
        pytest.param("Jon Beck has not returned the Gull.", id="another row's boat"),
        pytest.param("Jon Beck has not returned the oars.", id="nothing of the table"),
        pytest.param("Ida Lund has not returned the Gull.", id="another row"),
    ],
)
def test_a_cell_that_is_set_shows_nothing_to_who_may_mean_another(memory: str) -> None:
    sides = [read(CREW.format(one, "none")) for one in ("no", "yes")]

    assert not judge(memory, *sides).drifted


INVOICE = (
    "---\n{}: {}\nclient: Lier\n---\n# Invoice 2026-31\n\nFor the concert of the barrel organ.\n"
)


@pytest.mark.parametrize(
    ("memory", "key", "then", "now"),
    [
        pytest.param("The invoice to Lier is paid.", "paid", "true", "false", id="its client too"),
        pytest.param("Invoice 31 is not paid yet.", "paid", "false", "true", id="not yet"),
        pytest.param("The Lier invoice is not yet paid.", "paid", "no", "yes", id="not yet before"),
        pytest.param("The concert invoice is unpaid.", "paid", "false", "true", id="its contrary"),
        pytest.param("The invoice is paid; Lier is a town.", "paid", "yes", "no", id="a clause"),
        pytest.param("Invoice 31 of Lier is a draft.", "draft", "true", "false", id="a noun"),
    ],
)
def test_a_turned_property_is_shown_to_who_names_its_note_in_other_words(
    memory: str, key: str, then: str, now: str
) -> None:
    sides = [read(INVOICE.format(key, one)) for one in (then, now)]

    assert judge(memory, *sides).outcome == "shown"
    assert [ground(belief(memory), one).outcome for one in sides] == ["supported", "denied"]


@pytest.mark.parametrize(
    ("memory", "key", "outcome"),
    [
        pytest.param("The invoice is open on Sundays.", "open", "in_doubt", id="says more"),
        pytest.param("The invoice to Lier was paid in cash.", "paid", "in_doubt", id="how"),
        pytest.param("The barrel organ is insured.", "insured", "in_doubt", id="its own thing"),
        pytest.param("The invoice to Gent is paid.", "paid", "in_doubt", id="an unknown one"),
        pytest.param("For the paid concert of the barrel organ.", "paid", "holds", id="a trait"),
        pytest.param("Lier opens the concert of the barrel organ.", "open", "holds", id="a deed"),
    ],
)
def test_a_turned_property_shows_nothing_where_the_memory_may_mean_something_else(
    memory: str, key: str, outcome: str
) -> None:
    line = f"\n- {memory}\n" if outcome == "holds" else ""
    sides = [read(INVOICE.format(key, one) + line) for one in ("true", "false")]

    assert judge(memory, *sides).outcome == outcome
    assert all(ground(belief(memory), one).outcome != "denied" for one in sides)


@pytest.mark.parametrize(
    ("memory", "text"),
    [
        pytest.param("Atlas lives on campus.", "---\ncampus: {}\n---\n# Atlas\n", id="en"),
        pytest.param("Atlas lebt nicht in Miete.", "---\nmiete: {}\n---\n# Atlas\n", id="de"),
    ],
)
def test_a_property_is_said_with_whatever_verb(memory: str, text: str) -> None:
    then, now = ("no", "yes") if "nicht" in memory else ("yes", "no")
    sides = [read(text.format(one)) for one in (then, now)]

    assert judge(memory, *sides).outcome == "shown"
    assert [ground(belief(memory), one).outcome for one in sides] == ["supported", "denied"]


def test_what_a_part_of_a_thing_is_a_property_of_the_whole_does_not_say() -> None:
    sides = [read(f"---\ninsured: {one}\n---\n# Atlas\n") for one in ("yes", "no")]

    assert judge("The Atlas kiosk is insured.", *sides).outcome != "shown"


def test_a_property_that_another_line_gainsays_only_puts_a_memory_in_doubt() -> None:
    sides = [
        read(INVOICE.format("paid", one) + "\nThe invoice is paid since May.\n")
        for one in ("true", "false")
    ]

    assert judge("The invoice to Lier is paid.", *sides).outcome == "in_doubt"
