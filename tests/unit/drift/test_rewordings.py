"""What an edit made of a sentence: the same in other words, the contrary, or nobody can say."""

import re

import pytest

from tests.unit.drift.test_open_blocker import held_against
from vaultwatch.drift.language.limits import limits_of, without_limits
from vaultwatch.drift.language.meanings import meanings_of
from vaultwatch.drift.passages.rewordings import reworded


@pytest.mark.parametrize(
    ("then", "now"),
    [
        pytest.param(
            "Only Ilse may approve travel.", "Nobody but Ilse signs off travel.", id="nobody but"
        ),
        pytest.param(
            "Nur Ilse hat einen Schlüssel.",
            "Außer Ilse hat niemand einen Schlüssel.",
            id="außer niemand",
        ),
        pytest.param(
            "We never ship on a Friday.",
            "Releases go out Monday to Thursday only.",
            id="the other weekdays",
        ),
        pytest.param(
            "The shop is closed on Sundays and Mondays.",
            "The shop opens Tuesday to Saturday.",
            id="closed, open on the others",
        ),
        pytest.param(
            "Das Archiv ist mittwochs geschlossen.",
            "Das Archiv ist täglich außer mittwochs geöffnet.",
            id="every day but one",
        ),
        pytest.param(
            "A visit lasts 90 minutes at most.",
            "No visit lasts longer than an hour and a half.",
            id="a limit in other words",
        ),
        pytest.param(
            "You must register at least three days ahead.",
            "You must sign up three or more days in advance.",
            id="a limit behind its number",
        ),
        pytest.param(
            "The visit must not exceed 60 minutes.",
            "The visit takes one hour at most.",
            id="must not exceed",
        ),
        pytest.param(
            "Hunde sind im Garten nicht erlaubt.",
            "Hunde sind im Garten verboten.",
            id="a denied word and its opposite",
        ),
        pytest.param("The gate is not closed.", "The gate is open.", id="not closed is open"),
        pytest.param(
            "Noa picks the children up on Tuesdays.",
            "On Tuesdays Noa fetches the kids.",
            id="words for words",
        ),
        pytest.param(
            "The beds are watered in the morning.",
            "We water the beds in the mornings.",
            id="other forms",
        ),
        pytest.param(
            "The audit is every second Thursday.",
            "The audit is every other Thursday.",
            id="every other",
        ),
        pytest.param(
            "La réunion dure au maximum une heure.",
            "La réunion ne dépasse pas 60 minutes.",
            id="French",
        ),
    ],
)
def test_the_same_in_other_words_is_kept(then: str, now: str) -> None:
    assert reworded(then, then, now) == "kept"
    assert reworded(now, now, then) != "contrary"


@pytest.mark.parametrize(
    ("then", "now"),
    [
        pytest.param(
            "Only Ilse may approve travel.", "Anybody but Ilse may approve travel.", id="all but"
        ),
        pytest.param(
            "We never ship on a Friday.", "We ship Tuesday to Friday only.", id="the denied weekday"
        ),
        pytest.param(
            "A visit lasts 90 minutes at most.", "A visit lasts at least 90 minutes.", id="a limit"
        ),
        pytest.param("The gate is open at night.", "The gate is closed at night.", id="opposites"),
        pytest.param(
            "Noa picks up the kids on Tuesdays.", "Noa drops off the kids on Tuesdays.", id="a verb"
        ),
        pytest.param("We don't take cash.", "We take cash again.", id="denied no more"),
        pytest.param("We take cash.", "We don't take cash.", id="denied"),
        pytest.param(
            "Hunde dürfen nicht in den Garten.",
            "Hunde dürfen jetzt in den Garten.",
            id="forbidden no more",
        ),
    ],
)
def test_the_contrary_in_nearly_the_same_words_is_told(then: str, now: str) -> None:
    assert reworded(then, then, now) == "contrary"


@pytest.mark.parametrize(
    ("belief", "then", "now"),
    [
        pytest.param(
            "The tag names the latest mined block.",
            "The tag names the latest mined block.",
            "The tag names the latest canonical block.",
            id="a word for a word that nobody knows",
        ),
        pytest.param(
            "The trip is not booked.",
            "Trip: still to be booked",
            "Trip: flights booked",
            id="a word of ending came",
        ),
        pytest.param(
            "Ilse approves travel.",
            "Ilse approves travel.",
            "Ilse signs off travel if it costs 100 euros.",
            id="a condition and a number came",
        ),
        pytest.param(
            "The whole plan was told to the board in May by Ilse and her team.",
            "The plan is kept by the board.",
            "The plan is stored by the board.",
            id="the sentence says little of the belief",
        ),
        pytest.param(
            "Bills are paid in May.",
            "Bills are paid in May.",
            "Bills are paid in June.",
            id="a date",
        ),
    ],
)
def test_where_nobody_can_say_the_weights_decide(belief: str, then: str, now: str) -> None:
    assert reworded(belief, then, now) == "unclear"


def test_a_rewording_is_no_drift_and_says_so() -> None:
    note = "# Rules\n\nOnly Ilse may approve travel.\n\nLunch is at noon.\n"
    now = note.replace("Only Ilse may approve", "Nobody but Ilse signs off")
    comparison = held_against("Only Ilse may approve travel.", note, now)
    assert not comparison.drifted
    assert comparison.reasons == ("what it rests on says the same in other words now",)


def test_what_a_belief_quotes_must_stand_as_it_stood() -> None:
    note = "# Site\n\nSet it up under *Get a custom domain*.\n\nThen wait an hour.\n"
    now = note.replace("Get a custom domain", "Obtain custom domains")
    belief = 'It is set up under "Get a custom domain".'
    assert held_against(belief, note, now).drifted


@pytest.mark.parametrize(
    ("belief", "then", "now"),
    [
        pytest.param(
            "The choir rehearses on Wednesdays.",
            "Rehearsals stay on Wednesday, in the hall.",
            "Rehearsals: no change, in the hall on Wednesdays.",
            id="in another clause",
        ),
        pytest.param(
            "O almoço é no domingo na casa da avó.",
            "O almoço fica no domingo, na casa da avó.",
            "No domingo o almoço fica na casa da avó.",
            id="Portuguese `no`",
        ),
        pytest.param(
            "New clients pay no less than 125 an hour.",
            "New clients: not below 125 an hour.",
            "New clients pay at least 125 an hour.",
            id="a limit",
        ),
    ],
)
def test_what_denies_something_else_makes_no_contrary(belief: str, then: str, now: str) -> None:
    assert reworded(belief, then, now) != "contrary"


@pytest.mark.parametrize(
    ("text", "same", "opposite"),
    [
        ("Ilse signs off travel", "it was approved", "it was turned down"),
        ("Dogs are not allowed", "dogs are forbidden", "dogs are permitted"),
        ("Noa picked the kids up", "they were fetched", "they are dropped off"),
        ("Der Hof ist geschlossen", "il est fermé", "er hat geöffnet"),
    ],
)
def test_a_meaning_is_found_in_its_wordings_and_forms(text: str, same: str, opposite: str) -> None:
    found, other, against = (
        {one.number for one in meanings_of(one)} for one in (text, same, opposite)
    )
    assert found & other
    assert found & {-number for number in against}


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        ("at least 4 of them", {"#4": "least"}),
        ("4 of them or more", {"#4": "least"}),
        ("4 or more of them", {"#4": "least"}),
        ("not below 125 an hour", {"#125": "least"}),
        ("no more than 2 days", {"#2880min": "most"}),
        ("within 14 days", {"#20160min": "most"}),
        ("höchstens 3 Personen", {"#3": "most"}),
        ("au moins 3 personnes", {"#3": "least"}),
        ("exactly 3", {}),
    ],
)
def test_limits_are_read(text: str, bounds: dict[str, str]) -> None:
    assert dict(limits_of(text).bounds) == bounds
    assert "no more" not in without_limits(text)


@pytest.mark.parametrize(
    ("text", "named", "is_denied"),
    [
        ("Monday to Thursday", {1, 2, 3, 4}, False),
        ("montags bis donnerstags", {1, 2, 3, 4}, False),
        ("Saturday through Monday", {6, 7, 1}, False),
        ("every day except Friday", {1, 2, 3, 4, 6, 7}, False),
        ("never on a Friday", {5}, True),
        ("closed on Fridays", {5}, True),
        ("not closed on Fridays", {5}, False),
        ("on weekdays", {1, 2, 3, 4, 5}, False),
        ("at weekends", {6, 7}, False),
    ],
)
def test_weekdays_are_read(text: str, named: set[int], is_denied: bool) -> None:  # noqa: FBT001
    days = limits_of(text).days
    assert days is not None
    assert (set(days.named), days.is_denied) == (named, is_denied)


def test_days_of_work_that_are_counted_are_no_weekdays() -> None:
    assert limits_of("within two working days").days is None


def in_note(sentence: str) -> str:
    return f"# Note\n\n{sentence}\n\nThe office is on the third floor.\n"


APART = [
    ("Backups run at least 6 hours apart.", "Backups never run more often than every 6 hours."),
    ("Copies are at least 1 day apart.", "Copies are not made more than once a day."),
    (
        "Sync polls at most once every 10 seconds.",
        "Sync polls no more often than every 10 seconds.",
    ),
    ("At least 3 people are needed for it.", "No fewer than 3 people are needed for it."),
    (
        "Prints are saved a minimum of 5 minutes from each other.",
        "Unless you change it, prints are saved no more often than every 5 minutes.",
    ),
    (
        "Sicherungen liegen mindestens 5 Minuten auseinander.",
        "Sicherungen werden nicht öfter als alle 5 Minuten angelegt.",
    ),
    ("Der Antrag ist bis 17 Uhr da.", "Der Antrag ist nicht später als 17 Uhr da."),
    (
        "Les copies ont lieu au plus toutes les 5 minutes.",
        "Les copies n'ont pas lieu plus souvent que toutes les 5 minutes.",
    ),
    (
        "Las copias se hacen como máximo cada 5 minutos.",
        "Las copias no se hacen más de una vez cada 5 minutos.",
    ),
    (
        "Kopieën worden hoogstens elke 5 minuten gemaakt.",
        "Kopieën worden niet vaker dan elke 5 minuten gemaakt.",
    ),
    (
        "Le copie avvengono al massimo ogni 5 minuti.",
        "Le copie non avvengono più spesso di ogni 5 minuti.",
    ),
]


@pytest.mark.parametrize(("then", "now"), APART)
def test_how_often_at_most_is_how_far_apart_at_least(then: str, now: str) -> None:
    comparison = held_against(then, in_note(then), in_note(now))
    assert not comparison.drifted, comparison


@pytest.mark.parametrize(("then", "now"), APART)
def test_beside_another_limit_another_number_is_drift(then: str, now: str) -> None:
    other = re.sub(r"\b(?:\d+|a day\b)", lambda one: "40" if one[0] != "a day" else "a week", now)
    assert held_against(then, in_note(then), in_note(other)).drifted


@pytest.mark.parametrize(
    ("then", "now"),
    [
        ("Backups run at least 6 hours apart.", "Backups run at least every 6 hours."),
        ("Sync polls at most once every 10 seconds.", "Sync polls at least once every 10 seconds."),
        ("Prints are at least 5 minutes apart.", "Prints are at most 5 minutes apart."),
        ("At least 3 people are needed for it.", "No more than 3 people are needed for it."),
        (
            "Sicherungen liegen mindestens 5 Minuten auseinander.",
            "Sicherungen liegen höchstens 5 Minuten auseinander.",
        ),
        (
            "Les copies ont lieu au plus toutes les 5 minutes.",
            "Les copies ont lieu au moins toutes les 5 minutes.",
        ),
        ("Prints are saved every 5 minutes.", "Prints are not saved every 5 minutes."),
    ],
)
def test_the_other_limit_on_the_same_number_is_drift(then: str, now: str) -> None:
    assert held_against(then, in_note(then), in_note(now)).drifted
