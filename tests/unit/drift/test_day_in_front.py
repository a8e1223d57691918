"""The day that a line of a calendar begins with is what it says, not a number of the list."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.drift.statements import judge
from vaultwatch.drift.scoring.grounding import belief_of_text, ground
from vaultwatch.notes.model import NotePath, Statement
from vaultwatch.notes.parse import parse_note

MONTHS = (
    *("Januar", "Februar", "März", "April", "Mai", "Juni"),
    *("Juli", "August", "September", "Oktober", "November", "Dezember"),
)
BULLETS = ("", "- ", "* ", "+ ", "1. ", "1) ", "- [ ] ", "\t- ", "> ", "> - ")
days = st.integers(1, 28)
months = st.integers(1, 12)


def read(line: str) -> tuple[Statement, ...]:
    text = f"# Termine\n\n- Der Schlüssel liegt bei der Post\n\n{line}\n\nEintritt ist frei.\n"
    return parse_note(NotePath("Atlas.md"), text.encode()).statements


def dated(form: str, day: int, month: int) -> str:
    return form.format(day=day, month=month, name=MONTHS[month - 1])


@given(
    bullet=st.sampled_from(BULLETS),
    form=st.sampled_from(
        ["{day:02}.{month:02}.", "{day}.{month}.", "**{day:02}.{month:02}.**", "{day}. {name}"]
    ),
    before=days,
    after=days,
    month=months,
)
def test_a_day_in_front_of_a_line_is_read_and_its_change_shown(
    bullet: str, form: str, before: int, after: int, month: int
) -> None:
    memory = f"Die Chorprobe im Rathaus ist am {before}. {MONTHS[month - 1]}."
    then, now = (
        read(f"{bullet}{dated(form, day, month)} Chorprobe im Rathaus") for day in (before, after)
    )
    line = next(one for one in then if "Chorprobe" in one.plain)

    assert ground(belief_of_text(memory), then).outcome == "supported"
    assert line.plain == f"{dated(form, before, month).strip('*')} Chorprobe im Rathaus"
    assert judge(memory, then, now).outcome == ("holds" if before == after else "shown")


@pytest.mark.parametrize("line", ["1. Spülen\n2. Trocknen", "1) Spülen\n2) Trocknen"])
def test_the_number_of_an_item_is_no_part_of_it(line: str) -> None:
    assert [one.plain for one in read(line)[2:4]] == ["Spülen", "Trocknen"]


@pytest.mark.parametrize(
    ("now", "outcome"),
    [
        ("- Ferien von Kim: 05.07. \u2013 19.07.2027", "holds"),
        ("- Ferien von Kim: 5. \u2013 19. Juli", "holds"),
        ("- Ferien von Kim: 5. bis 19. Juli", "holds"),
        ("- Ferien von Kim: 5.\u201321. Juli", "shown"),
        ("- Ferien von Kim: 8.\u201319. Juli", "shown"),
    ],
)
def test_days_whose_month_stands_behind_the_last_are_read_in_each_form(
    now: str, outcome: str
) -> None:
    then = read("- Ferien von Kim: 5.\u201319. Juli")
    memory = "Kim hat vom 5. bis 19. Juli Ferien"
    assert judge(memory, then, read(now)).outcome == outcome
