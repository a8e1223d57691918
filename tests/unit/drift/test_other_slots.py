"""What came for another row, label or entry is nothing to who believes something of one."""

import pytest

from tests.unit.drift.statements import judge
from vaultwatch.drift.model import Comparison
from vaultwatch.notes.model import NotePath, Statement
from vaultwatch.notes.parse import parse_note

ROTA = """# Rota

| Week | Cook | Cleaner |
| --- | --- | --- |
| 07.03. | Ines Falk | Otto Rehm |
| 14.03. | Otto Rehm | Mo Hale |
| 21.03. | Pia Lund | Otto Rehm |

- Drains: flushed by Otto Rehm
- Bins: put out by Pia Lund
"""
SHED = "---\nroof_tight: true\nbuilt: 1961\n---\n# Shed\n\nThe floor is of oak.\n"
LOG = "# Pond\n\n## Depth\n- 2026-06-02: 84 cm\n- 2026-05-03: 91 cm\n"
OWED = "# Jobs\n\nThe lamp hangs over the stairs of the old mill.\n\nBo mends the gate.\n"


def read(text: str) -> tuple[Statement, ...]:
    return parse_note(NotePath("Atlas.md"), text.encode()).statements


def seen(memory: str, then: str, now: str) -> Comparison:
    return judge(memory, read(then), read(now))


@pytest.mark.parametrize(
    ("memory", "then", "now"),
    [
        pytest.param(
            "On 7 March 2026 Ines Falk is the cook.",
            ROTA,
            ROTA.replace("| 14.03. | Otto Rehm", "| 14.03. | Ines Falk"),
            id="another row got the same name",
        ),
        pytest.param(
            "On 7 March 2026 Ines Falk is the cook.",
            ROTA,
            ROTA.replace("\n- Drains", "| 28.03. | Ines Falk | Pia Lund |\n\n- Drains", 1),
            id="a row that came",
        ),
        pytest.param(
            "The drains are flushed by Otto Rehm.",
            ROTA,
            ROTA.replace("Bins: put out by Pia Lund", "Bins: put out by Otto Rehm, flushed too"),
            id="behind another label",
        ),
        pytest.param(
            "The roof of the shed is tight: roof_tight is true.",
            SHED,
            SHED.replace("built: 1961\n", "built: 1961\npaint: green\n"),
            id="another property",
        ),
        pytest.param(
            "Bins: put out by Pia Lund.",
            ROTA.replace("- Drains", "- Doors: locked by Pia Lund\n- Drains"),
            ROTA.replace(
                "- Drains: flushed by Otto Rehm\n- Bins: put out by Pia Lund\n",
                "| What | Who |\n| --- | --- |\n| Doors | locked by Pia Lund |\n"
                "| Drains | flushed by Otto Rehm |\n| Bins | put out by Pia Lund |\n",
            ),
            id="lines that became a table",
        ),
    ],
)
def test_what_is_of_another_is_no_news(memory: str, then: str, now: str) -> None:
    assert seen(memory, then, now).outcome == "holds"


@pytest.mark.parametrize(
    ("memory", "then", "now", "outcome"),
    [
        pytest.param(
            "On 7 March 2026 Ines Falk is the cook.",
            ROTA,
            ROTA.replace("| 07.03. | Ines Falk", "| 07.03. | Pia Lund"),
            "shown",
            id="its own row",
        ),
        pytest.param(
            "The drains are flushed by Otto Rehm.",
            ROTA,
            ROTA + "- Update: the drains are flushed by Pia Lund\n",
            "in_doubt",
            id="a label that is new",
        ),
        pytest.param(
            "The pond was 84 cm deep on 2 June 2026.",
            LOG,
            LOG.replace("## Depth\n", "## Depth\n- 2026-07-01: 79 cm\n"),
            "in_doubt",
            id="a newer entry beside what was so on its day",
        ),
    ],
)
def test_what_is_of_it_counts(memory: str, then: str, now: str, outcome: str) -> None:
    assert seen(memory, then, now).outcome == outcome


LAMP = "The lamp hangs over the stairs of the old mill."


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        pytest.param(f"{LAMP[:-1]} and comes from a smith in Riga.", "holds", id="and"),
        pytest.param(f"{LAMP[:-1]}, its cable comes from the shop of Bo.", "holds", id="a clause"),
        pytest.param(LAMP.replace("hangs", "still hangs"), "holds", id="still"),
        pytest.param(f"{LAMP[:-1]} (sold to a smith in Riga).", "in_doubt", id="sold"),
        pytest.param(f"{LAMP[:-1]}, until Friday.", "in_doubt", id="an end to it"),
        pytest.param(f"{LAMP[:-1]}, except when the smith of Riga has it.", "in_doubt", id="but"),
        pytest.param(f"{LAMP[:-1]}, and nobody from Riga may light it.", "in_doubt", id="denied"),
        pytest.param(f"{LAMP[:-1]}, moved to the smith of Riga.", "in_doubt", id="taken away"),
    ],
)
def test_a_line_that_was_added_to_says_what_it_said(line: str, outcome: str) -> None:
    assert seen(LAMP, OWED, OWED.replace(LAMP, line)).outcome == outcome


@pytest.mark.parametrize(
    ("memory", "outcome"),
    [
        pytest.param("Wire, tape and pliers lie in the toolbox.", "holds", id="what is listed"),
        pytest.param("Three things lie in the toolbox: wire, tape, pliers.", "in_doubt", id="many"),
        pytest.param("In the toolbox lie only wire, tape, pliers.", "in_doubt", id="no other"),
    ],
)
def test_a_list_that_grew_counts_for_who_counts(memory: str, outcome: str) -> None:
    line = "In the toolbox lie wire, tape, pliers."
    then, now = (OWED.replace(LAMP, one) for one in (line, f"{line[:-1]}, awl, chalk, string."))

    assert seen(memory, then, now).outcome == outcome


CARDS = "## Doing\n\n- [ ] Order slates from Kirk 📅 2026-12-10\n- [ ] Sand the door\n\n## Done\n"


@pytest.mark.parametrize(
    ("memory", "outcome"),
    [
        pytest.param("The slates must still be ordered from Kirk.", "holds", id="no word of a day"),
        pytest.param(
            "The slates must be ordered from Kirk by 10 December 2026.", "shown", id="a day"
        ),
    ],
)
def test_the_day_of_a_card_counts_for_who_names_one(memory: str, outcome: str) -> None:
    now = CARDS.replace("2026-12-10", "2026-12-17")

    assert seen(memory, CARDS, now).outcome == outcome


@pytest.mark.parametrize(
    ("memory", "then", "now", "outcome"),
    [
        pytest.param(
            "Die Lesung in der Remise ist am Freitag.",
            "Lesung in der Remise, Freitag 19 Uhr",
            "Lesung in der Remise fällt leider aus",
            "shown",
            id="a verb of two parts",
        ),
        pytest.param(
            "Sid the ferryman owes the abbey 12 crowns.",
            "Sid the ferryman owes 12 crowns to the abbey.",
            "Sid the ferryman still is in debt of 12 crowns to the abbey.",
            "in_doubt",
            id="other words that go on",
        ),
        pytest.param(
            "Sid the ferryman owes the abbey 12 crowns.",
            "Sid the ferryman owes 12 crowns to the abbey.",
            "Sid the ferryman still owes 9 crowns to the abbey.",
            "shown",
            id="a value that goes on is another",
        ),
    ],
)
def test_words_tell(memory: str, then: str, now: str, outcome: str) -> None:
    frame = "# Notes\n\nThe key is kept at the office.\n\n- {}\n- The gate closes at nine.\n"

    assert seen(memory, frame.format(then), frame.format(now)).outcome == outcome


def test_a_row_added_of_another_thing_in_the_same_measure_is_another_matter() -> None:
    head = "| Paint | Cans | Place |\n| --- | --- | --- |\n| Ochre 2 l | 7 | Loft A |\n"
    told = judge(
        "Ochre 2 l stands in Loft A.", read(head), read(head + "| Umber 5 l | 3 | Loft A |\n")
    )

    assert told.outcome == "holds"
