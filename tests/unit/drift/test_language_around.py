"""Lines too short to tell their language are read in that of their note."""

import pytest

from tests.unit.drift.statements import judge, note
from vaultwatch.drift.scoring.grounding import belief_of_text, ground
from vaultwatch.notes.model import Statement

GERMAN = (
    "Das Gemeindehaus wird von den Vereinen im Dorf benutzt.",
    "Der Schlüssel hängt bei der Nachbarin und wird wieder abgegeben.",
)
SPANISH = (
    "La casa del pueblo la usan las asociaciones de la zona.",
    "La llave está con la vecina y se devuelve después de la reunión.",
)


def told(around: tuple[str, ...], line: str) -> tuple[Statement, ...]:
    return note(*around, f"- {line}")


@pytest.mark.parametrize(
    ("around", "text", "then", "now"),
    [
        pytest.param(
            GERMAN, "Yoga ist mittwochs um 18:30 Uhr.", "Yoga: Mi 18:30", "Yoga: Do 18:30", id="Mi"
        ),
        pytest.param(GERMAN, "Am Donnerstag probt der Chor.", "Do: Chor", "Fr: Chor", id="Do:"),
        pytest.param(
            GERMAN, "Die Tombola ist am 12. Dezember.", "Tombola 12.12.", "Tombola 19.12.", id="12."
        ),
        pytest.param(SPANISH, "El coro ensaya el jueves.", "coro: jue", "coro: vie", id="jue"),
    ],
)
def test_a_short_line_drifts(around: tuple[str, ...], text: str, then: str, now: str) -> None:
    assert judge(text, told(around, then), told(around, now)).outcome == "shown"


@pytest.mark.parametrize(
    ("around", "text", "line"),
    [
        pytest.param(GERMAN, "Der Flohmarkt ist am Samstag.", "Flohmarkt: Sa 10-14", id="Sa"),
        pytest.param(SPANISH, "El mercado es el martes.", "mercado: mar 10", id="mar"),
    ],
)
def test_a_short_line_supports(around: tuple[str, ...], text: str, line: str) -> None:
    assert ground(belief_of_text(text), told(around, line)).outcome == "supported"
