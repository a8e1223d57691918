"""What is no more than on or off: a property, a labelled line, a cell."""

import pytest

from tests.unit.drift.statements import belief, judge
from vaultwatch.drift.scoring.grounding import ground
from vaultwatch.notes.model import NotePath, Statement
from vaultwatch.notes.parse import parse_note

TABLE = "| court | days | light |\n| --- | --- | --- |\n| one | Mon | no |\n| two | Tue | {} |\n"
PROPERTY = "---\nlift: {}\n---\n\nThe door is green.\n"
PAID = "---\npaid: {}\n---\n\nAtlas has a green door.\n"
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
        pytest.param("Court two has no light yet.", TABLE, "no", "x", id="a cross in a cell"),
        pytest.param("Atlas is not paid yet.", PAID, "no", "yes", id="not yet"),
        pytest.param("Atlas is unpaid.", PAID, "no", "yes", id="its contrary"),
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
        pytest.param("The kiosk of Atlas is unpaid.", PAID, id="a part of it"),
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
