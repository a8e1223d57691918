"""A note translated since a memory was written, a row a rule, by words alone."""

import pytest

from tests.unit.drift.test_open_blocker import held_against

REST = "\n\nThe office is on the third floor.\n\nParking is behind the building.\n"


def in_note(sentence: str) -> str:
    return f"# Note\n\n{sentence}{REST}"


@pytest.mark.parametrize(
    ("belief", "old", "new"),
    [
        pytest.param(
            "Standup is at 9:15 every day.",
            "Standup is at 9:15 every day in the small room.",
            "Das Standup ist täglich um 9:15 Uhr im kleinen Raum.",
            id="a time",
        ),
        pytest.param(
            "The studio closes at 2 pm on Saturdays.",
            "The studio closes at 2 pm on Saturdays.",
            "Das Studio schließt samstags um 14 Uhr.",
            id="a time written otherwise, a weekday",
        ),
        pytest.param(
            "Die Miete beträgt 1.250 Euro.",
            "Die Miete beträgt 1.250 Euro im Monat.",
            "The rent is 1,250 euros a month.",
            id="a number written otherwise",
        ),
        pytest.param(
            "The contract with Vodafone ends in June 2027.",
            "The contract with Vodafone ends in June 2027.",
            "El contrato con Vodafone termina en junio de 2027.",
            id="a name and a month",
        ),
        pytest.param(
            "The API runs on port 8443.",
            "The API runs on port 8443 behind nginx.",
            "L'API tourne sur le port 8443 derrière nginx.",
            id="French",
        ),
        pytest.param(
            "Only Dana may approve invoices.",
            "Only Dana may approve invoices.",
            "Nur Dana darf Rechnungen freigeben.",
            id="short",
        ),
        pytest.param(
            "Photos of the children must not be posted.",
            "Photos of the children must not be posted online.",
            "Fotos der Kinder dürfen nicht online gestellt werden.",
            id="denied in both",
        ),
        pytest.param(
            "Nobody but Ann has the key.",
            "Nobody but Ann has the key.",
            "Den Schlüssel hat nur Ann.",
            id="nobody but is only",
        ),
        pytest.param(
            "Visitors sign in at reception.",
            "Visitors sign in at reception.",
            "Bezoekers melden zich bij de receptie.",
            id="nothing but words, a plural in front",
        ),
        pytest.param(
            "The greenhouse must stay above 12 °C.",
            "The greenhouse must stay above 12 °C in winter.",
            "温室在冬天必须保持在12°C以上。",
            id="Chinese",
        ),
        pytest.param(
            "The rent is 840 euros, due on the first.",
            "The rent is 840 euros. It is due on the first of the month.",
            "Die Miete beträgt 840 Euro und ist am Ersten des Monats fällig.",
            id="two sentences made one",
        ),
    ],
)
def test_a_translation_that_keeps_every_value_is_no_loss(belief: str, old: str, new: str) -> None:
    comparison = held_against(belief, in_note(old), in_note(new))
    assert not comparison.drifted, comparison
    assert "in another language" in comparison.reasons[0]


@pytest.mark.parametrize(
    ("belief", "old", "new", "change"),
    [
        pytest.param(
            "Invoices are due after 14 days.",
            "Invoices are due after 14 days.",
            "Les factures sont à payer sous 30 jours.",
            "value",
            id="a number",
        ),
        pytest.param(
            "The choir rehearses on Thursdays in the parish hall.",
            "The choir rehearses on Thursdays in the parish hall.",
            "Il coro prova il martedì nella sala parrocchiale.",
            "value",
            id="a weekday",
        ),
        pytest.param(
            "The project is paused.",
            "The project is paused until autumn.",
            "Das Projekt ist seit Herbst wieder aktiv.",
            "value",
            id="a state",
        ),
        pytest.param(
            "The team uses Figma for mockups.",
            "We use Figma for all mockups.",
            "Nous utilisons Sketch pour toutes les maquettes.",
            "value",
            id="a name",
        ),
        pytest.param(
            "Marta keeps the spare key.",
            "Marta keeps the spare key.",
            "Pilar guarda la llave de repuesto.",
            None,
            id="a name that opens the sentence",
        ),
        pytest.param(
            "Photos of the children must not be posted.",
            "Photos of the children must not be posted online.",
            "Fotos der Kinder dürfen online gestellt werden.",
            None,
            id="denied no more",
        ),
    ],
)
def test_a_translation_that_changes_a_value_is_drift(
    belief: str, old: str, new: str, change: str | None
) -> None:
    comparison = held_against(belief, in_note(old), in_note(new))
    assert comparison.drifted, comparison
    assert change is None or comparison.change == change
    if change is not None:
        assert comparison.after is not None
        assert comparison.after.text == new


RULES = """---
status: active
---
# House rules

## Kitchen

The dishwasher runs at 22:00.

- Anna cleans on Mondays
- Ben cleans on Thursdays
- Glass goes to the container on Hill Street

## Money

Each of us pays 45 euros a month into the pot. The pot is kept by Carla.

| Thing | Who | Cost |
| --- | --- | --- |
| Internet | Ben | 30 |
| Power | Anna | 62 |
"""
REGELN = """---
status: active
---
# Hausregeln

## Küche

Die Spülmaschine läuft um 22:00 Uhr.

- Anna putzt montags
- Ben putzt donnerstags
- Glas kommt in den Container in der Hill Street

## Geld

Jeder von uns zahlt 45 Euro im Monat in die Kasse. Carla verwaltet die Kasse.

| Sache | Wer | Kosten |
| --- | --- | --- |
| Internet | Ben | 30 |
| Strom | Anna | 62 |
"""


@pytest.mark.parametrize(
    ("belief", "old", "new"),
    [
        ("The dishwasher runs at 22:00.", "22:00", "21:00"),
        ("Anna cleans the kitchen on Mondays.", "montags", "freitags"),
        ("Everybody pays 45 euros a month into the pot.", "45 Euro", "55 Euro"),
        ("The pot is kept by Carla.", "Carla", "Dora"),
        ("Glass goes to the container on Hill Street.", "Hill Street", "Mill Road"),
        ("Power costs 62.", "62", "70"),
    ],
)
def test_of_a_note_translated_as_a_whole_only_what_changed_is_told(
    belief: str, old: str, new: str
) -> None:
    assert not held_against(belief, RULES, REGELN).drifted
    assert held_against(belief, RULES, REGELN.replace(old, new)).drifted


def test_a_rewording_in_the_same_language_is_no_translation() -> None:
    before = in_note("Invoices are due after 14 days.")
    now = in_note("Bills have to be settled within 14 days.")
    assert "language" not in held_against("Invoices are due after 14 days.", before, now).reasons[0]
