"""The rule book of wordings by a newer line: it settles the matter, or nothing is suggested."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultwatch.drift.findings.repair import suggest_repair
from vaultwatch.drift.model import Quote

FEE = "The fee of the stall is 40 euros."
MEMORY = "The fee of the [[Alder]] stall is 40 euros."
NEW = "The fee of the [[Alder]] stall is 55 euros."


def repaired(belief: str, then: str, added: str, line: int = 5) -> str | None:
    found = suggest_repair(
        belief, Quote(then, 3, ()), Quote(added, line, ()), change="superseded", mode="warm"
    )
    return None if found is None else found.after


@pytest.mark.parametrize(
    "added",
    [
        pytest.param("The fee is now 55 euros.", id="now"),
        pytest.param("Update: the fee is 55 euros.", id="an update"),
        pytest.param("2026-05-03: The fee is 55 euros.", id="a dated line"),
        pytest.param("From May on the stall's fee is 55 €.", id="from a month on"),
        pytest.param("The fee was raised to 55 euros.", id="raised"),
        pytest.param("The fee went up from 40 to 55 euros.", id="from what to what"),
        pytest.param("Fee: 55 € instead of 40 €", id="instead"),
        pytest.param("The fee is 55 euros now, not 40.", id="not what it was"),
        pytest.param("New fee: **55 €**", id="a label"),
        pytest.param("Update: the fee of the stall costs 55 euros (was 40).", id="what was, aside"),
    ],
)
def test_a_newer_line_that_says_one_value_settles_it(added: str) -> None:
    assert repaired(MEMORY, FEE, added) == NEW
    assert repaired(NEW, FEE, added) is None


@pytest.mark.parametrize(
    ("belief", "then", "added", "wording"),
    [
        pytest.param("We meet on Mondays.", "We meet on Mondays.",
                     "From now on we meet on Thursdays.", "We meet on Thursdays.", id="weekday"),
        pytest.param("The call is at 10:00.", "Call: 10:00", "Moved the call to 11:30.",
                     "The call is at 11:30.", id="time"),
        pytest.param("The deadline is 31 July 2026.", "Deadline: 31 July 2026",
                     "New deadline: 15 September 2026", "The deadline is 15 September 2026.",
                     id="date"),
        pytest.param("Mara Lind owns [[Atlas]].", "Owner: Mara Lind", "The owner is now Dana Voss.",
                     "Dana Voss owns [[Atlas]].", id="name"),
        pytest.param("The blog runs on [[Ghost]].", "Our blog runs on Ghost.",
                     "Ghost was replaced by Hugo.", None, id="a name where a link leads"),
        pytest.param("Die Gebühr beträgt 40 €.", "Die Gebühr beträgt 40 €.",
                     "Neu: die Gebühr beträgt jetzt 55 €.", "Die Gebühr beträgt 55 €.",
                     id="German"),
        pytest.param("Le loyer est de 900 €.", "Le loyer est de 900 €.",
                     "Le loyer passe à 950 € dès mai.", "Le loyer est de 950 €.", id="French"),
        pytest.param("El alquiler es de 900 €.", "Alquiler: 900 €",
                     "El alquiler es ahora de 950 €.", "El alquiler es de 950 €.", id="Spanish"),
    ],
)  # fmt: skip
def test_whatever_kind_of_value_it_says(belief: str, then: str, added: str, wording: str) -> None:
    assert repaired(belief, then, added) == wording


@pytest.mark.parametrize(
    "added",
    [
        pytest.param("The fee of the corner stall is 55 euros.", id="of another"),
        pytest.param("The deposit is 55 euros.", id="of another matter"),
        pytest.param("55 euros.", id="of nothing"),
        pytest.param("The fee may rise to 55 euros.", id="perhaps"),
        pytest.param("Should the fee be 55 euros?", id="a question"),
        pytest.param("If it rains the fee is 55 euros.", id="a condition"),
        pytest.param("The fee will be 55 euros.", id="not yet"),
        pytest.param("The fee is 55 euros on Sundays.", id="at times"),
        pytest.param("The fee is 55 euros for members.", id="for some"),
        pytest.param("The fee is 55 euros until June.", id="for a while"),
        pytest.param("The fee was 55 euros.", id="in the past"),
        pytest.param("The fee used to be 55 euros.", id="once"),
        pytest.param("The fee rose by 15 euros.", id="by how much"),
        pytest.param("The fee is up to 55 euros.", id="at most"),
        pytest.param("The fee is at least 55 euros.", id="at least"),
        pytest.param("The fee is about 55 euros.", id="about"),
        pytest.param("The fee is 55 euros more.", id="more"),
        pytest.param("The fee is 55 euros a day.", id="for another span"),
        pytest.param("The fee is 55 percent.", id="another unit"),
        pytest.param("The fee is not 55 euros.", id="a no"),
        pytest.param("The fee is 55 or 60 euros.", id="one of two"),
        pytest.param("The fee is no longer 40 euros.", id="nothing in its place"),
        pytest.param("The fee is waived.", id="no value"),
        pytest.param("Dana says the fee is 55 euros.", id="hearsay"),
        pytest.param("The fee is 55 euros and the stall closes at 5.", id="more than that"),
        pytest.param("Last year the fee was raised to 55 euros.", id="of last year"),
        pytest.param("The stall costs 55 euros, the tent 70.", id="two things"),
        pytest.param("~~The fee is 55 euros.~~", id="struck"),
        pytest.param("[ ] The fee is 55 euros.", id="a task"),
    ],
)
def test_any_other_line_settles_nothing(added: str) -> None:
    assert repaired(MEMORY, FEE, added) is None


@pytest.mark.parametrize(
    ("belief", "then", "added"),
    [
        pytest.param("The fee of 2 stalls is 40 euros.", "The fee of 2 stalls is 40 euros.",
                     "The fee of 3 stalls is 40 euros.", id="which number is in doubt"),
        pytest.param("The fee is 40 euros, 60 with a tent.", "The fee is 40 euros, 60 with a tent.",
                     "The fee is now 55 euros.", id="two values stand"),
        pytest.param("The fee is at least 40 euros.", "The fee is at least 40 euros.",
                     "The fee is now 55 euros.", id="a bound becomes a value"),
        pytest.param("Mara wrote the spec.", "Mara wrote the spec.",
                     "Dana reviewed the spec.", id="another deed"),
        pytest.param("Mara and Lena own it.", "Owners: Mara, Lena", "The owner is now Dana.",
                     id="one of two names"),
        pytest.param("Mara owns it.", "Owner: Mara", "Dana owns the budget.", id="of another"),
        pytest.param("Stall 1 is green.", "Stall 1 is green.", "Stall 2 is green.",
                     id="the number of another thing"),
        pytest.param("Stall 1 is green.", "Stall 1 is green.", "Stall 2 is green now.",
                     id="the number of another thing, news"),
        pytest.param("Call `maxLoan`.", "function maxLoan()", "function maxFlashLoan()",
                     id="another identifier beside it"),
        pytest.param("Mara speaks.", "Speaker: Mara", "Speaker: Dana", id="another name beside it"),
        pytest.param("Mail goes through Brevo.", "Our mail goes through Brevo.",
                     "All mail goes through Mailgun now.", id="a capital that is no name"),
        pytest.param("Mara Lind wrote the spec.", "Spec by Mara Lind",
                     "Mara Lind was replaced by Dana Voss.", id="a deed of the past"),
        pytest.param("Mara designed the logo.", "Logo: Mara", "The logo is now Dana's matter.",
                     id="a deed, by its ending"),
        pytest.param("Mara Lind leads it.", "Lead: Mara Lind", "Mara was replaced by Dana.",
                     id="half a name"),
        pytest.param("The blog runs on Ghost.", "Our blog runs on Ghost.",
                     "Ghost was replaced by Hugo for the docs.", id="in a part of it"),
        pytest.param("Il medico è il dottor Valli.", "Il medico è il dottor Valli.",
                     "Siamo passati da Valli a Bruni.", id="the title of another person"),
        pytest.param("The blog runs on Ghost.", "Our blog runs on Ghost.",
                     "Ghost might be replaced by Hugo.", id="perhaps"),
        pytest.param("The fee is not 40 euros.", "The fee is 40 euros.",
                     "The fee is now 55 euros.", id="a memory that denies"),
    ],
)  # fmt: skip
def test_where_it_is_in_doubt_what_gives_way_nothing_is_suggested(
    belief: str, then: str, added: str
) -> None:
    assert repaired(belief, then, added) is None


def test_a_line_that_tells_of_no_news_counts_below_the_other_in_its_section_alone() -> None:
    assert repaired(MEMORY, FEE, "The fee is 55 euros.") == NEW
    assert repaired(MEMORY, FEE, "The fee is 55 euros.", line=2) is None
    assert repaired(MEMORY, FEE, "The fee is now 55 euros.", line=2) == NEW


@given(old=st.integers(2, 99_999), new=st.integers(2, 99_999), unit=st.sampled_from(["€", "kg"]))
def test_only_the_value_changes(old: int, new: int, unit: str) -> None:
    def says(value: int) -> str:
        return f"The limit of [[Alder]] is {value} {unit}."

    wording = repaired(says(old), f"Limit: {old} {unit}", f"Update: the limit is {new} {unit}.")
    assert wording == (says(new) if old != new else None)


@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=60))
def test_any_words_at_all_are_survived(belief: str, then: str, added: str) -> None:
    repaired(belief, then, added)
