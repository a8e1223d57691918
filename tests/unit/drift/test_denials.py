"""What a note says of a belief in one line it does not deny by another."""

from dataclasses import replace

import pytest

from tests.unit.drift.statements import baseline
from vaultwatch.drift.scoring.compare import compare
from vaultwatch.drift.scoring.grounding import belief_of_text, ground
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note


@pytest.mark.parametrize(
    ("belief", "note"),
    [
        pytest.param(
            "mate:: Ash Pepper",
            "# Pigeons\n\n- Bluebell \u2014 mate:: Old Smoke\n- Pepper \u2014 mate:: Ash\n",
            id="a name whose words stand apart",
        ),
        pytest.param(
            "Mysa til osten skal koke i omtrent sju timar i open kjele (Pigeons).",
            "---\nkjele: 120 l kopar\n---\nEtter mor. Ho m\u00e5lte ingenting.\n\n"
            "1. Sil mysa.\n2. Kok i om lag 7 timar. Open kjele. R\u00f8r ofte.\n",
            id="a property, and a line that says it",
        ),
        pytest.param(
            "Release checklist: Test plan is in place, giving thought to the lab",
            "- [x] Test plan is in place, giving thought to the lab and to architecture",
            id="a ticked line's own words",
        ),
        pytest.param(
            "No smoking in barn or loft No",
            "no smoking in barn or loft",
            id="what both deny",
        ),
    ],
)
def test_what_a_line_of_the_note_says_is_denied_by_no_other(belief: str, note: str) -> None:
    now = parse_note(NotePath("Pigeons.md"), note.encode()).statements
    said = replace(belief_of_text(belief), note_title="Pigeons")
    assert ground(said, now).outcome != "denied"


DEPOT = parse_note(
    NotePath("Depot.md"),
    b"# Depot\n\nThe gate opens at 07:30 on weekdays.\n\nThe rent is 1,450 EUR a month.\n",
).statements


@pytest.mark.parametrize(
    ("belief", "outcome"),
    [
        pytest.param("The gate of the depot opens at 9:00 on weekdays.", "shown", id="all else"),
        pytest.param(
            "The gate for vans and lorries of the firms from town opens at 9:00.",
            "likely",
            id="little else",
        ),
    ],
)
def test_another_value_is_shown_where_its_line_says_the_rest(belief: str, outcome: str) -> None:
    said = replace(belief_of_text(belief), note_title="Depot")
    then = baseline(said, DEPOT, is_adopted=True)
    assert compare(said, then, DEPOT).outcome == outcome
