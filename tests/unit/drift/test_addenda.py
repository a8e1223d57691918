"""What is added to a line that stands, and may take it back."""

import pytest

from tests.unit.drift.statements import judge
from vaultwatch.notes.model import NotePath, Statement
from vaultwatch.notes.parse import parse_note

LEAVE = "We leave on Friday at six."
FERRY = "- The ferry runs every hour."


def read(text: str) -> tuple[Statement, ...]:
    note = f"# Trip\n\n{text}\n\nBring sandwiches.\n"
    return parse_note(NotePath("Atlas.md"), note.encode()).statements


@pytest.mark.parametrize(
    ("line", "behind"),
    [
        pytest.param(LEAVE, " (Update: now Sunday at nine.)", id="in brackets"),
        pytest.param(LEAVE, " Moved to Sunday!", id="in its line"),
        pytest.param(LEAVE, " It is Sunday that the coach goes.", id="whatever else it says"),
        pytest.param(LEAVE, "\n\nEDIT: postponed to Sunday", id="a paragraph"),
        pytest.param(LEAVE, " Cancelled for lack of people.", id="cancelled"),
        pytest.param(FERRY, "\n  - not any more since 1 November!", id="an item below"),
        pytest.param(FERRY, "\n- not any more since 1 November!", id="an item beside"),
        pytest.param(FERRY, "\n  - every two hours in winter time", id="another often"),
    ],
)
def test_what_takes_a_line_back_puts_its_memory_in_doubt(line: str, behind: str) -> None:
    made = judge(line.removeprefix("- "), read(line), read(line + behind))

    assert (made.outcome, made.kind) == ("in_doubt", "memory_drift")
    assert made.after is not None
    assert made.after.text in behind


@pytest.mark.parametrize(
    ("line", "behind"),
    [
        pytest.param(LEAVE, " Bring a coat.", id="no value"),
        pytest.param(LEAVE, " Do not forget your good mood.", id="a denial of its own"),
        pytest.param(LEAVE, "\n\nOn Sunday we visit a museum.", id="a matter of its own"),
        pytest.param("The hall seats 50 people.", " It has 3 doors and a bar.", id="a number"),
        pytest.param(FERRY, "\n- The tram stops at the castle no longer.", id="another's end"),
    ],
)
def test_what_is_of_another_matter_is_not_told(line: str, behind: str) -> None:
    made = judge(line.removeprefix("- "), read(line), read(line + behind))

    assert made.kind is None
