"""The rule book of suggested wordings: a plain replacement, and nothing that is not one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.drift.statements import baseline, belief, judge, note
from vaultwatch.drift.findings.repair import is_half, suggest_instead, suggest_repair
from vaultwatch.drift.findings.told_values import told_value
from vaultwatch.drift.model import Change, Grounding, Quote, Repair
from vaultwatch.drift.scoring.compare import compare


def repaired(belief: str, then: str, now: str, change: Change = "value") -> str | None:
    found = suggest_repair(
        belief, Quote(then, 1, ()), Quote(now, 1, ()), change=change, mode="warm"
    )
    return None if found is None else found.after


@pytest.mark.parametrize(
    ("belief", "then", "now", "wording"),
    [
        pytest.param(
            "The fee of the [[Alder]] stall is 40 euros.",
            "The fee of the Alder stall is 40 euros.",
            "The fee of the Alder stall is 55 euros.",
            "The fee of the [[Alder]] stall is 55 euros.",
            id="a number",
        ),
        pytest.param(
            "The fair is on Thursday, 5 March.",
            "Fair: Thursday, 5 March",
            "Fair: Friday, 6 March",
            "The fair is on Friday, 6 March.",
            id="weekday and date",
        ),
        pytest.param("It runs v2.3.1.", "Version: v2.3.1", "Version: v2.4.0", "It runs v2.4.0.",
                     id="a version"),
        pytest.param("Mara owns [[Atlas]].", "Owner: Mara", "Owner: Jonas Weber",
                     "Jonas Weber owns [[Atlas]].", id="a name"),
        pytest.param("Butter comes from Laiterie Ombre.", "Butter | Laiterie Ombre | 8 €",
                     "Butter | Coop Haute-Vallée | 8 €", "Butter comes from Coop Haute-Vallée.",
                     id="a name of two words for another, its hyphen kept"),
        pytest.param("It has 5 °C.", "It has 5 °C", "It has -3 °C", "It has -3 °C.",
                     id="below nought now"),
        pytest.param("It has -5 °C.", "It has -5 °C", "It has 3 °C", "It has 3 °C.",
                     id="above nought now"),
        pytest.param("It is Mara's job.", "Owner: Mara", "Owner: Jonas", "It is Jonas's job.",
                     id="a name that owns"),
        pytest.param("The fee is 40 €.", "Fee: 40 €", "Fee: 55 € (was 40 €)", "The fee is 55 €.",
                     id="the past in brackets does not count"),
        pytest.param("(lists/of-40.md) has 40 rows", "has 40 rows", "has 55 rows",
                     "(lists/of-40.md) has 55 rows", id="a path that only holds it is left alone"),
        pytest.param("The call is at 10:00.", "- Call at 10:00", "- Call at 11:30",
                     "The call is at 11:30.", id="a time"),
        pytest.param("Es gilt bis zum 31. Dezember.", "Es gilt bis 31. Dezember",
                     "Es gilt bis 31. Januar", "Es gilt bis zum 31. Januar.",
                     id="a month, whose name is no name"),
        pytest.param("The budget is 40,000 €.", "Budget: 40,000 €",
                     "Budget: 55,000 €, raised on 3 May", "The budget is 55,000 €.",
                     id="something of another kind was added behind it"),
        pytest.param("The budget is 40,000 €.", "Budget: 40,000 €, lead: Kim",
                     "Budget: 55,000 €, lead: Kim, checked in May", "The budget is 55,000 €.",
                     id="one more at the end of a list"),
        pytest.param("Die Gebühr beträgt 1,50 €.", "Gebühr: 1,50 €", "Gebühr: 1,75 €",
                     "Die Gebühr beträgt 1,75 €.", id="a decimal in German"),
        pytest.param("The fee is forty euros.", "Fee: 40 euros", "Fee: 55 euros",
                     "The fee is fifty-five euros.", id="spelled out"),
        pytest.param("It runs for a week.", "Runs 7 days", "Runs 14 days", "It runs for 14 days.",
                     id="one of a unit"),
        pytest.param("It takes 1.5 hours.", "Takes 90 min", "Takes 60 min", "It takes 60 min.",
                     id="in another unit, as the note has it"),
        pytest.param("It takes 1 day.", "Takes 1 day", "Takes 2 days", "It takes 2 days.",
                     id="one of it becomes many"),
        pytest.param("The fair is on 5 March 2026.", "Fair: 2026-03-05", "Fair: 2027-03-12",
                     "The fair is on 12 March 2027.", id="another year too"),
        pytest.param("Rent is 700 € a month.", "Rent 700 € a month", "Rent ~~700~~ 750 € a month",
                     "Rent is 750 € a month.", id="the old value struck"),
        pytest.param("It closes at 22:00.", "Till 22:00; the sauna is open",
                     "Till 23:00; the sauna is closed", "It closes at 23:00.",
                     id="beside a switch of which it says nothing"),
        pytest.param("The flag is on.", "flag: on", "flag: off", "The flag is off.", id="a switch"),
        pytest.param("The fee is 400 €.", "Fee: four hundred euros",
                     "Fee: four hundred and fifty euros", "The fee is 450 €.",
                     id="words of a number went on"),
        pytest.param("The hall costs 90 €.", "Hall | 60 € | 90 €", "Hall | 60 € | 95 €",
                     "The hall costs 95 €.", id="beside another of its kind that stays"),
        pytest.param("The door of the [[Shed]] is blue, see [[Doors]].",
                     "The door of the shed is blue.", "The door of the shed is black.",
                     "The door of the [[Shed]] is black, see [[Doors]].", id="a word for a word"),
        pytest.param("The hall is dark green.", "The hall is dark green; its floor is old.",
                     "The hall is wine red; its floor is old.", "The hall is wine red.",
                     id="words for words"),
        pytest.param("Die Tür ist blau.", "Die Tür ist blau.", "Die Tür ist dunkelgrün.",
                     "Die Tür ist dunkelgrün.", id="a word for a word in German"),
        pytest.param("It is set to -18 °C.", "Set to -18 °C", "Set to -20 °C",
                     "It is set to -20 °C.", id="both below nought"),
        pytest.param("Die Fahrt ist am 3.3.", "Fahrt: 3. März", "Fahrt: 4. April",
                     "Die Fahrt ist am 4. April.", id="a full stop that the value took along"),
    ],
)  # fmt: skip
def test_a_plain_replacement_is_replaced_in_the_memorys_own_words(
    belief: str, then: str, now: str, wording: str
) -> None:
    assert repaired(belief, then, now) == wording
    assert repaired(wording, then, now) is None


@pytest.mark.parametrize(
    ("belief", "then", "now"),
    [
        pytest.param("The fee is 40 €.", "Fee: 40 €", "Bring your own chair.", id="another line"),
        pytest.param("A limit of > 50 kg.", "Limit: > 50 kg", "Limit: < 40 kg", id="less"),
        pytest.param("It has an 8 % share.", "Share: 8%", "Share: 9%", id="an eight, a nine"),
        pytest.param("A 7 kg bag is used.", "Bag: 7 kg", "Bag: 11 kg", id="a seven, an eleven"),
        pytest.param("It costs CHF 5.-.", "Cost: CHF 5.-", "Cost: CHF 8.50", id="a dash for cents"),
        pytest.param("The alarm goes off.", "alarm: off", "alarm: on", id="a word of the verb's"),
        pytest.param("It is open from April to October.", "April to October", "May\u2013Oct",
                     id="a span written otherwise"),
        pytest.param("The fee is 40 €.", "Fee: 40 €", "Fee: 40 €, or 55 € at the door",
                     id="something was added"),
        pytest.param("The fee is 40 €.", "Fee: 40 €", "Fee: 55 €, or 70 € at the door",
                     id="two of its kind came"),
        pytest.param("The fee is 40 €.", "Fee: 40 €", "Fee: 55 €, not for members",
                     id="a no was added"),
        pytest.param("The fee is 40 €.", "Fee: 40 €", "Fee: waived", id="another kind of value"),
        pytest.param("The fee is 40 €.", "Fee: 40 €", "No fee: 40 €", id="a no came"),
        pytest.param("40 € for stall, 40 € for power.", "Fee: 40 €", "Fee: 55 €", id="said twice"),
        pytest.param("It went from 40 € to 55 €.", "Fee: 40 €", "Fee: 55 €", id="both are said"),
        pytest.param("The fee is not 40 €.", "Fee: 40 €", "Fee: 55 €", id="a memory that denies"),
        pytest.param("The share is 40 %.", "Fee: 40 €", "Fee: 55 €", id="another unit"),
        pytest.param("A box costs $100.", "Price | $50 | $100", "Price | $60 | $150 or $90",
                     id="more than values came in a row"),
        pytest.param("See [[Fee 40]].", "Fee: 40 €", "Fee: 55 €", id="only where a link leads"),
        pytest.param("[[Mara]] owns it; ask Mara.", "Owner: Mara", "Owner: Jonas",
                     id="in a link too"),
        pytest.param("fee:: #40 ", "Fee #40", "Fee #55", id="a tag"),
        pytest.param("Mara leads since Mara came.", "Lead: Mara", "Lead: Jonas",
                     id="a name said twice"),
        pytest.param("Ask Mara Lind.", "Lead: Mara Voss", "Lead: Jonas Voss",
                     id="the name of somebody else, perhaps"),
        pytest.param("It is accepted, so the choice is in force.", "status: accepted",
                     "status: superseded", id="what follows from it is told too"),
        pytest.param("Checked 27 June; the next check is in September.", "checked: 2026-06-27",
                     "checked: 2026-09-27", id="another claim may rest on it"),
        pytest.param("Mara leads it since 2020.", "Lead: Mara", "Lead: Jonas",
                     id="the new name since another day"),
        pytest.param("The fee is 40. Half of it is due at once, and the rest in 20 days.",
                     "Fee: 40", "Fee: 55", id="another sentence may rest on it"),
        pytest.param("It is an open draft.", "status: draft", "status: stagnant",
                     id="a word used as another kind of word"),
        pytest.param("Atlas is blocked by legal.", "status: blocked", "status: done",
                     id="a word that goes on"),
        pytest.param("It is an open blocker.", "An open blocker", "An closed blocker",
                     id="the article would change"),
        pytest.param("The task waits for 40 €.", "[ ] Get 40 €", "[x] Get 55 €", id="ticked too"),
        pytest.param("The gym is open until 22:00.", "Till 22:00; the sauna is open",
                     "Till 23:00; the sauna is closed", id="another thing is closed"),
        pytest.param("The fee is 400 €.", "Fee: four hundred euros",
                     "Fee: four hundred or fifty euros", id="one of two numbers"),
        pytest.param("The hall costs 90 €.", "Hall | 90 € | 90 €", "Hall | 95 € | 90 €",
                     id="one of two that were the same"),
        pytest.param("The door is blue.", "The door is blue.", "The doors are black.",
                     id="a word for a word, and of many"),
        pytest.param("The door is blue.", "Door: blue", "Door: gone",
                     id="a word behind another word in the memory"),
        pytest.param("The blue door is old.", "The door is blue.", "The door is gone.",
                     id="a word in another place of the memory"),
        pytest.param("The door is blue and new.", "The door is blue.", "The door is gone.",
                     id="a word beside another in the memory"),
        pytest.param("The door at Mara's is blue.", "The door is blue.", "The door is black.",
                     id="a word of another thing, perhaps"),
        pytest.param("The door is blue.", "The door is blue.", "The door is not blue.",
                     id="a no came to a word"),
        pytest.param("The door is blue, its frame is blue.", "The door is blue, as its frame.",
                     "The door is black, as its frame.", id="a word said twice"),
        pytest.param("The door is blue.", "The door is blue.", "The door is painted by Mara.",
                     id="a word for many"),
        pytest.param("The door is blue.", "The door is blue.", "The door is 2 m high.",
                     id="a word for a value"),
        pytest.param("The door is blue.", "The door is blue.", "The door is dark blue.",
                     id="a word more"),
        pytest.param("費用は40ユーロです。", "費用は大", "費用は小", id="words without spaces"),
    ],
)  # fmt: skip
def test_anything_else_gets_no_suggestion(belief: str, then: str, now: str) -> None:
    assert repaired(belief, then, now) is None


@pytest.mark.parametrize("change", ["removed", "reversed", "broken_link", None])
def test_only_a_replacement_is_replaced(change: Change | None) -> None:
    now = Quote("Fee: 55 €", 1, ())
    assert (
        suggest_repair("40 €", Quote("Fee: 40 €", 1, ()), now, change=change, mode="warm") is None
    )
    assert suggest_repair("40 €", None, now, change="value", mode="warm") is None


WORDS = st.sampled_from(["stall", "market", "the", "opens", "**bold**", "[[Alder]]", "#tag", "a_b"])


@given(
    front=st.lists(WORDS, max_size=5),
    back=st.lists(WORDS, max_size=5),
    old=st.integers(2, 99_999),
    new=st.integers(2, 99_999),
)
def test_only_the_value_changes_and_only_once(
    front: list[str], back: list[str], old: int, new: int
) -> None:
    def memory(value: int) -> str:
        return " ".join([*front, "costs", str(value), "euros", *back])

    then, now = f"The price is {old} euros.", f"The price is {new} euros."
    wording = repaired(memory(old), then, now)
    assert wording == (memory(new) if old != new else None)
    assert repaired(memory(new), then, now) is None


@pytest.mark.parametrize("is_adopted", [False, True], ids=["warm", "cold"])
def test_a_repaired_memory_agrees_with_the_note(*, is_adopted: bool) -> None:
    rest = ("The market opens at nine.", "Bring your own chairs.")
    then = note("The fee of the stall is 40 euros.", *rest)
    now = note("The fee of the stall is 55 euros.", *rest)
    text = "The fee of the stall is 40 euros."
    assert judge(text, then, now).drifted
    wording = repaired(text, then[0].text, now[0].text)
    assert wording is not None
    held = belief(wording)
    assert not compare(held, baseline(held, now, is_adopted=is_adopted), now).drifted
    assert not compare(held, baseline(held, now), (*now, *note("Dogs may come."))).drifted


def test_a_name_gives_place_to_a_name_and_to_nothing_more() -> None:
    then = "The fire warden is Ada."
    assert (
        repaired("Ada is our fire warden.", then, "The fire warden is Orla.")
        == "Orla is our fire warden."
    )
    assert repaired("Ada is our fire warden.", then, "The fire warden is Orla since May.") is None
    assert repaired("Ada is our fire warden.", then, "The fire warden is Orla for now.") is None


@given(st.text(max_size=60), st.text(max_size=40), st.text(max_size=40))
def test_any_words_at_all_are_survived(belief: str, then: str, now: str) -> None:
    repaired(belief, then, now)


@pytest.mark.parametrize(
    ("belief", "then", "now", "wording"),
    [
        (
            "It costs twelve euros, on Monday.",
            "12 euros, Monday",
            "14 euros, Friday",
            "It costs fourteen euros, on Friday.",
        ),
        (
            "Open on Monday, for 90 minutes.",
            "Monday, 1.5 h",
            "Friday, 2.5 h",
            "Open on Friday, for 2.5 h.",
        ),
    ],
)
def test_a_value_written_otherwise_in_the_memory_is_not_left_beside_a_new_one(
    belief: str, then: str, now: str, wording: str
) -> None:
    assert repaired(belief, then, now) == wording


@pytest.mark.parametrize(
    ("other", "is_left"),
    [("A ticket costs 12 euros.", False), ("A ticket costs 15 euros.", True)],
    ids=["the other line stands", "the other line was changed too"],
)
def test_a_wording_is_half_where_another_line_of_the_note_changed_too(
    other: str, *, is_left: bool
) -> None:
    said = belief("The ferry leaves at 08:15 and a ticket costs 12 euros.")
    then = note("The ferry leaves at 08:15.", "A ticket costs 12 euros.")
    now = note("The ferry leaves at 09:40.", other)
    wording = Repair(said.text, said.text.replace("08:15", "09:40"))
    assert is_half(wording, said, then, now) == is_left
    whole = Repair(said.text, wording.after.replace("12", "15"))
    assert not is_half(whole, said, then, now)


def test_a_wording_is_whole_where_a_name_stands_on_before_a_comma() -> None:
    said = belief("The trip to Brugge is on 14 March.")
    then, now = note("14 March: Brugge, 900 €"), note("21 March: Brugge, 900 €")
    wording = Repair(said.text, said.text.replace("14", "21"))
    assert not is_half(wording, said, then, now)
    assert is_half(wording, said, then, note("21 March: Bruggemann, 900 €"))


@pytest.mark.parametrize(
    ("belief", "said", "instead", "wording"),
    [
        pytest.param("Tea is at four.", "four", "five", "Tea is at five.", id="a value"),
        pytest.param("Dana leads [[Atlas]].", "Dana", "Mara", "Mara leads [[Atlas]].", id="a name"),
        pytest.param("Tea is at four.", "four", "", None, id="the note gives nothing instead"),
        pytest.param("Tea is at four, cake at four.", "four", "five", None, id="said twice"),
        pytest.param("Tea is not at four.", "four", "five", None, id="a denial"),
        pytest.param("See [[four]].", "four", "five", None, id="where a link leads"),
    ],
)
def test_what_a_note_said_from_the_first_is_offered(
    belief: str, said: str, instead: str, wording: str | None
) -> None:
    made = suggest_instead(belief, Grounding("denied", 0.9, 0, said, instead))
    assert (made.after if made is not None else None) == wording


def suggested(belief: str, before: str, after: str, *, is_proved: bool = True) -> str | None:
    then, now = Quote(before, 1, ()), Quote(after, 1, ())
    made = suggest_repair(belief, then, now, change="value", mode="warm", is_proved=is_proved)
    return made.after if made is not None else None


def test_of_a_sentence_written_anew_the_one_value_that_is_proved_to_be_replaced_is() -> None:
    belief = "Das Treffen findet am 14. Januar statt."
    after = "Nun findet es am 21. Januar statt, das Treffen."
    assert suggested(belief, belief, after) == "Das Treffen findet am 21. Januar statt."
    assert suggested(belief, belief, after, is_proved=False) is None
    denied = "Nun findet es nicht am 21. Januar statt, das Treffen."
    several = "Nun findet es am 21. Januar oder 3. Februar statt, das Treffen."
    assert {suggested(belief, belief, one) for one in (denied, several)} == {None}


@pytest.mark.parametrize(
    ("belief", "then", "now"),
    [
        pytest.param(
            "Solar panels are planned, 12 modules on the south side ([[Haus/Dach|Dach]]).",
            "Solar panels are planned, 12 modules on the south side.",
            "Solar panels are on the roof since May, 14 modules on the south side.",
            id="what the memory says beside the value is said no more",
        ),
        pytest.param(
            "They intend to put 12 modules on the south side ([[Dach]]).",
            "Solar panels are planned, 12 modules on the south side.",
            "Solar panels are on the roof since May, 14 modules on the south side.",
            id="nor said in its own words, for all that one can tell",
        ),
        pytest.param(
            "Das Treffen findet am 14. Januar statt.",
            "Das Treffen findet am 14. Januar statt.",
            "Es wurde auf den 21. Januar verschoben.",
            id="none of it is",
        ),
    ],
)
def test_no_value_is_put_into_words_that_the_line_says_no_more(
    belief: str, then: str, now: str
) -> None:
    assert suggested(belief, then, now) is None


def test_it_is_put_into_words_that_another_sentence_says_too() -> None:
    belief = "Solar panels are planned, 12 modules on the south side ([[Dach]])."
    now = "Ada sees to it that on the south side solar panels are planned: 14 modules."
    assert suggested(belief, belief, now) == belief.replace("12", "14")


def test_nor_into_those_of_a_memory_whose_note_never_said_them() -> None:
    belief = "Solar panels are planned, 12 modules on the south side ([[Dach]])."
    worth = Grounding("denied", 0.9, 0, "12", "14")
    built = "Solar panels are on the roof since May, 14 modules on the south side."
    assert suggest_instead(belief, worth, built) is None
    assert told_value(belief, note("# Dach", built)) is None
    planned = "Solar panels are planned, 14 modules on the south side."
    made = suggest_instead(belief, worth, planned)
    assert made is not None
    assert made.after == belief.replace("12", "14")
    assert told_value(belief, note("# Dach", planned)) is not None


@pytest.mark.parametrize(
    ("belief", "now", "wording"),
    [
        pytest.param(
            "Every pull request needs one review.",
            "A pull request needs two reviews.",
            "Every pull request needs two reviews.",
            id="the word that follows is the note's",
        ),
        pytest.param(
            "Every pull request needs one review of Ada.",
            "A pull request needs two reviews.",
            "Every pull request needs two reviews of Ada.",
            id="and what follows that is the memory's",
        ),
        pytest.param(
            "Every pull request needs one approving review.",
            "A pull request needs two reviews.",
            None,
            id="another word between",
        ),
    ],
)
def test_a_number_takes_the_word_that_follows_it_along(
    belief: str, now: str, wording: str | None
) -> None:
    assert repaired(belief, "A pull request needs one review.", now) == wording
    assert repaired(belief, now.replace("two", "one"), now) == wording


@pytest.mark.parametrize(
    ("belief", "then", "now", "wording"),
    [
        pytest.param(
            "The fee is 40 euros.",
            "Fee 40 euros, deposit 10 euros, opens at 9:00.",
            "Fee 55 euros, deposit 20 euros, opens at 10:00.",
            "The fee is 55 euros.",
            id="one of three",
        ),
        pytest.param(
            "The fee is 40 euros.",
            "Kiln 40 euros, oven 40 euros, shed 80 euros.",
            "Kiln 45 euros, oven 50 euros, shed 85 euros.",
            None,
            id="which of two is not said",
        ),
        pytest.param(
            "Fee 40 euros, deposit 10 euros, rent 30 euros.",
            "Fee 40 euros, deposit 10 euros, rent 30 euros.",
            "Fee 55 euros, deposit 20 euros, rent 35 euros.",
            None,
            id="three of its own",
        ),
    ],
)
def test_within_a_line_of_several_values_only_the_memorys_own_count(
    belief: str, then: str, now: str, wording: str | None
) -> None:
    assert repaired(belief, then, now) == wording


def test_a_count_that_becomes_one_is_not_written_before_a_verb_of_several() -> None:
    assert repaired("Five HX2 lie on the shelf.", "HX2: 5 pieces", "HX2: 1 pieces") is None
    assert repaired("Five HX2 lie on the shelf.", "HX2: 5 pieces", "HX2: 3 pieces") is not None
