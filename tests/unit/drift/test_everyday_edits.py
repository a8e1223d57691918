"""What people do to their notes every day: turn a clause, make a table, say the same otherwise."""

import pytest

from tests.unit.drift.test_other_slots import seen

LEASE = "# Lease\n\nRent is 700 euros a month. Pets are not allowed.\n\nCaretaker: Reto\n"
QUOTA = "# Maps\n\nThe quota is 500 calls a day. The endpoint needs no token.\n\nRegion: eu\n"
HUT = "# Hut\n\nBook early.\n\n- Sleeps 14 people in two rooms\n- Firewood behind the hut\n"
AS_TABLE = (
    "# Hut\n\nBook early.\n\n| Item | Detail |\n| --- | --- |\n"
    "| Sleeps | 14 people, two rooms |\n| Firewood | behind the hut |\n"
)
SLEEPS = "The hut sleeps 14 people in two rooms."
CLUB = """# Verein

Das Budget für 2027 ist auf 15.000 Euro begrenzt. Frau Roth zeichnet alles über 1.000 Euro.

Saal 2.
"""
SAID = """# Verein

2027 darf höchstens 15 000 € ausgegeben werden. Was mehr als 1000 € kostet, zeichnet Frau Roth.

Saal 2.
"""
BUDGET = "Verein: Budget 2027 begrenzt auf 15.000 Euro, Frau Roth zeichnet alles über 1.000 Euro."


@pytest.mark.parametrize(
    ("memory", "note", "old", "new"),
    [
        pytest.param(
            "Rent 700 euros a month, pets not allowed.",
            LEASE,
            "not allowed",
            "allowed",
            id="no longer denied",
        ),
        pytest.param(
            "The map quota is 500 calls per day, the endpoint needs no token.",
            QUOTA,
            "no token",
            "a token",
            id="what it needs",
        ),
    ],
)
def test_a_clause_that_was_turned_round_is_shown_whatever_else_stands(
    memory: str, note: str, old: str, new: str
) -> None:
    made = seen(memory, note, note.replace(old, new))
    assert (made.outcome, made.proof) == ("shown", "denied")
    other = seen(memory, note, f"{note}\nThe cellar is not locked.\n")
    assert other.outcome != "shown"


def test_the_names_of_columns_are_no_news_of_what_was_a_list() -> None:
    assert seen(SLEEPS, HUT, AS_TABLE).outcome == "holds"
    changed = seen(SLEEPS, HUT, AS_TABLE.replace("14", "18"))
    assert (changed.outcome, changed.proof) == ("shown", "value")


def test_what_stands_with_all_its_values_in_other_words_is_not_told() -> None:
    assert not seen(BUDGET, CLUB, SAID).drifted
    assert seen(BUDGET, CLUB, SAID.replace("15", "19")).drifted
