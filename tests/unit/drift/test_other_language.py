"""A belief in another language than its note: what is true is denied by no note."""

import pytest

from vaultwatch.drift.scoring.grounding import belief_of_text, ground
from vaultwatch.notes.model import NotePath, Statement
from vaultwatch.notes.parse import parse_note


def note(name: str, text: str) -> tuple[Statement, ...]:
    return tuple(parse_note(NotePath(name), text.encode()).statements)


NOTES = {
    "Terms and discounts": note(
        "Terms and discounts.md",
        """# Terms

We offer two discounts, for schools and for charities. They both give you 45% off the subscription.

Refunds are paid within 10 days of the purchase, with no questions asked.

If you stop paying, your data is retained for 60 days. After that it is removed.
""",
    ),
    "Workshop": note(
        "Workshop.md",
        """# Workshop

The workshop opens at 8:30 on weekdays. The rent is 1,250 euros a month.

Tools may be borrowed for up to 14 days.

Marta Keller keeps the spare key.

The lease ends on 31 March 2027.
""",
    ),
    "Mietvertrag": note(
        "Mietvertrag.md",
        """# Mietvertrag

Die Kaltmiete beträgt 940 Euro im Monat und ist am dritten Werktag fällig.

Der Hausmeister Kowalski kommt dienstags um 10:30 Uhr.

Die Kaution von 2.820 Euro liegt bei der Sparkasse.

Die Kündigungsfrist beträgt 3 Monate.
""",
    ),
}


@pytest.mark.parametrize(
    "belief",
    [
        "Der Schul- und Vereins-Rabatt beträgt laut [[Terms and discounts]] 45 %.",
        "La remise pour les écoles est de 45 % selon [[Terms and discounts]].",
        "El descuento para escuelas es del 45 % según [[Terms and discounts]].",
        "Scholen krijgen 45% korting volgens [[Terms and discounts]].",
        "Ohne Zahlung werden die Daten nach 60 Tagen gelöscht ([[Terms and discounts]]).",
        "Die Werkstatt öffnet werktags um 8:30 Uhr ([[Workshop]]).",
        "Die Miete beträgt 1.250 Euro im Monat, siehe [[Workshop]].",
        "Den Ersatzschlüssel hat laut [[Workshop]] Marta Keller.",
        "Le loyer est de 1 250 euros par mois [[Workshop]].",
        "Le bail prend fin le 31 mars 2027 ([[Workshop]]).",
        "El alquiler es de 1.250 euros al mes según [[Workshop]].",
        "De huur bedraagt 1.250 euro per maand volgens [[Workshop]].",
        "The rent is 940 euros a month, see [[Mietvertrag]].",
        "The deposit of 2,820 euros is at the Sparkasse ([[Mietvertrag]]).",
        "La fianza de 2.820 euros está en la Sparkasse ([[Mietvertrag]]).",
        "Le concierge Kowalski vient le mardi à 10 h 30 ([[Mietvertrag]]).",
        "Der Hausmeister Kowalski kommt laut [[Mietvertrag]] dienstags um 10:30 Uhr.",
    ],
)
def test_what_is_true_is_supported_whole(belief: str) -> None:
    held = belief_of_text(belief)
    worth = ground(held, NOTES[held.note_title])
    assert (worth.outcome, worth.unspoken) == ("supported", ()), worth


@pytest.mark.parametrize(
    ("belief", "outcome"),
    [
        ("Die Miete beträgt 1.350 Euro im Monat, siehe [[Workshop]].", "denied"),
        ("Le loyer est de 1 450 euros par mois [[Workshop]].", "denied"),
        ("Le bail prend fin le 31 mai 2027 ([[Workshop]]).", "denied"),
        ("El alquiler es de 1.750 euros al mes según [[Workshop]].", "denied"),
        ("The rent is 740 euros a month, see [[Mietvertrag]].", "denied"),
        ("Le concierge Kowalski vient le jeudi à 10 h 30 ([[Mietvertrag]]).", "denied"),
        (
            "Der Hausmeister Kowalski kommt laut [[Mietvertrag]] freitags um 10:30 Uhr.",
            "denied",
        ),
        ("Den Ersatzschlüssel hat laut [[Workshop]] Petra Vogel.", "silent"),
        ("Zonder abonnement verdwijnt alles na 75 dagen [[Terms and discounts]].", "silent"),
    ],
)
def test_what_is_false_is_supported_by_no_number_alone(belief: str, outcome: str) -> None:
    held = belief_of_text(belief)
    assert ground(held, NOTES[held.note_title]).outcome == outcome


@pytest.mark.parametrize(
    "belief",
    [
        "Gereedschap mag volgens [[Workshop]] 14 dagen geleend worden.",
        "Jeder Besucher darf Werkzeug laut [[Workshop]] bis zu 14 Tage ausleihen.",
        "Laut [[Mietvertrag]] zahlen Mieter Kaution von 2.820 Euro.",
        "Jeder Bewohner zahlt laut [[Mietvertrag]] 940 Euro Kaltmiete im Monat.",
        "Beim Hausmeister Kowalski meldet man sich dienstags um 10:30 Uhr [[Mietvertrag]].",
    ],
)
def test_german_nouns_beside_each_other_are_no_name_that_a_note_must_say(belief: str) -> None:
    held = belief_of_text(belief)
    assert ground(held, NOTES[held.note_title]).outcome != "denied"


@pytest.mark.parametrize(
    "shown",
    ["[secret: key]", "[secret: AWS access key]", "<masked>", "***", "••••••", "<YOUR_API_KEY>"],
)
def test_a_masked_secret_is_no_value_that_a_note_denies(shown: str) -> None:
    home = note("Home.md", "# Home\n\nFor API documentation visit the [Harbour Docs](x).\n")
    assert ground(belief_of_text(f"The API key is {shown} [[Home]]"), home).outcome != "denied"
    other = note("Port.md", "# Port\n\nThe API listens on port 8443.\n")
    said = f"The API key is {shown}, the API listens on port 9443 [[Port]]"
    assert ground(belief_of_text(said), other).outcome == "denied"
