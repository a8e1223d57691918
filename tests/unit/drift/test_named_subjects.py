"""Whose value a statement gives: another's says nothing against a belief."""

import pytest

from vaultwatch.drift.scoring.grounding import belief_of_text, ground
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note

LIST = """# Team

- Tomasz: Monday to Thursday, full days
- Lena: 40 hours, remote
- Pavel: 20 hours, mornings

The office is open 50 hours a week.
"""
PROSE = """# Bakery

Dana is our baker. She works 40 hours a week. Tomasz joined in March.

Tickets cost 12 euros. The captain is Maren Holt.
"""


@pytest.mark.parametrize(
    ("note", "belief", "outcome"),
    [
        pytest.param(LIST, "Tomasz works 32 hours a week.", "silent", id="others' hours"),
        pytest.param(LIST, "Lena works 32 hours.", "denied", id="her own"),
        pytest.param(LIST, "Lena works 40 hours.", "supported", id="as the note says"),
        pytest.param(PROSE, "Dana works 32 hours a week.", "denied", id="she, right behind"),
        pytest.param(PROSE, "Tomasz works 32 hours a week.", "silent", id="somebody else's"),
        pytest.param(
            PROSE,
            "Tickets cost 17 euros, says the captain, Maren Holt.",
            "denied",
            id="who is named behind the value has not the value",
        ),
    ],
)
def test_only_what_is_of_the_same_one_speaks_against_it(
    note: str, belief: str, outcome: str
) -> None:
    now = parse_note(NotePath("Team.md"), note.encode()).statements
    assert ground(belief_of_text(belief), now).outcome == outcome
