"""What changed is said in at most eight words, by what a reader would point at."""

from dataclasses import replace

import pytest
from hypothesis import given

from tests.unit.report.fragments import hostile
from tests.unit.report.views import finding
from vaultwatch.drift.model import Finding, Quote, Repair
from vaultwatch.notes.model import NotePath
from vaultwatch.report.deciding_words import deciding_words, is_edit

PLANS = "Bronze costs $25, Silver $50, Gold $100.", "Bronze costs $30, Silver $60, Gold $120."
TRAIN = "It leaves 08:15 and arrives 11:40.", "It leaves 08:45 and arrives 12:10."
KEYS = "Ana, since 2019, has 3 keys.", "Eve, since 2019, has 4 keys."
TABLE = [
    ("", "The fee is 1,800 € a day.", "The fee is 2,350 € a day.", "1,800 € → **2,350 €**"),
    ("", "Ana leads the team.", "Bo leads the team.", "Ana → **Bo**"),
    ("", "[ ] Sign the lease", "[x] Sign the lease", "ticked"),
    ("", "[ ] Sign the lease", "[-] Sign the lease", "cancelled"),
    ("", "[x] Sign the lease", "[ ] Sign the lease", "open again"),
    ("", "発売日は三月です。", "発売日は四月です。", "三月 → **四月**"),
    ("", "We ship on Monday.", "We ship on Monday at noon.", "now also **at noon**"),
    ("", "We ship on Monday.", "We ship on Monday and on Friday.", "now also **on Friday**"),
    ("", "The hall seats 180 people.", "The hall seats 180 people, 20 more on the gallery.",
     "now also **20 more …**"),
    ("", "We ship on Monday at noon.", "We ship on Monday.", "without “at noon”"),
    ("", "All of it was done.", "Nothing is left to say here but this.", "another value"),
    ("Tom has the desk.", "Tuesday | Tom", "Tuesday | Yusuf | no", "Tom → **Yusuf**"),
    # of several values the memory's own
    ("Bronze costs $25.", *PLANS, "\\$25 → **\\$30**"),
    ("[[Plans|Silver]] costs $50.", *PLANS, "\\$50 → **\\$60**"),
    ("Gold costs $100 per [[Plans]]", *PLANS, "\\$100 → **\\$120**"),
    ("Gold: 100 €", "25 € | 50 € | **100 €**", "30 € | 60 € | **120 €**", "100 € → **120 €**"),
    ("departure 08:15", *TRAIN, "08:15 → **08:45**"),
    ("arrival 11:40", *TRAIN, "11:40 → **12:10**"),
    ("Ana has keys", *KEYS, "Ana → **Eve**"),
    ("3 keys", *KEYS, "3 → **4** keys"),
    ("Bo sings", *KEYS, "another value"),
    # the end of its sentence is no part of a value
    ("Die Frist endet am 31. März", "Die Frist endet am 31. März.",
     "Die Frist endet am 30. April.", "31. März → **30. April**"),
    # nor is its unit what went
    ("Guests pay 8 euros", "Guests pay 8 euros.", "Guests pay 8 until December.",
     "8 euros → **8 until December**"),
    # nor a small word behind a number
    ("It wants Lumen 2.4.1", "Take the latest one (2.4.0 or above).",
     "Take the latest one (2.6.0 or above).", "2.4.0 → **2.6.0**"),
    # what numbers another thing took no number's place
    ("Oma lives at Elm Street 14", "Oma lives at Elm Street 14, third floor.",
     "Oma lives in the Sun House, room 12.", "another value"),
    # a range is one value
    ("Open Tue\u2013Fri", "Open Tue\u2013Fri from 16:00.", "Open Wed\u2013Sat from 16:00.",
     "Tue\u2013Fri → **Wed\u2013Sat**"),
    ("Open 10:00-12:00", "It is open 10:00-12:00.", "It is open 10:00-13:00.",
     "10:00-12:00 → **10:00-13:00**"),
    ("Strings 45-105", "Strings: 45-105", "Strings: 50-110", "45-105 → **50-110**"),
    ("Lena: Mon\u2013Wed", "Lena: mornings, Mon\u2013Wed", "Lena: mornings, Mon\u2013Thu",
     "Mon\u2013Wed → **Mon\u2013Thu**"),
    # what changed places is no successor of the other
    ("Emil does the wheels", "Emil does the wheels, Samir the brakes.",
     "Samir does the wheels, Emil the brakes.", "Emil ↔ **Samir**"),
    # what came is told rather than that the value went
    ("AOK insures her", "insured: AOK", "insured: Barmer", "AOK → **Barmer**"),
    # no mark and no small word decides
    ("We use the van", "We use the blue van.", "We use the blue ~~van~~.", "without “van”"),
    ("We wait for it", "Waiting for the knife from Delft.", "The knife from Delft came today.",
     "another value"),
    ("He has it", "Tom has it now.", "~~Tom~~ has it now.", "without “Tom”"),
    ("We take Ann's boat", "We take Ann's boat.", "We take ~~Ann's boat~~ the ferry of the town.",
     "without “Ann's boat”"),
    ("It is read", "It is read by us.", "It is **read** by us.", "another value"),
    ("Lift: no", "lift: no", "lift: yes", "no → **yes**"),
    # what a reader sees of a link
    ("See the tasks", "All stands in [[Atlas#Tasks]].", "All stands in [[Bridge#Tasks]].",
     "Atlas → **Bridge**"),
    ("Sign it", "[ ] Sign the lease", "[x] Sign the lease ✅ 2026-05-02", "ticked"),
    ("Sign it", "Sign the lease", "<s>Sign the lease</s>", "struck out"),
    # no words that are cut decide
    ("At most 20 users may join.", "The maximum is 20 users for the whole plan.",
     "Since version 1.12 it is no longer limited for the whole plan.", "no longer 20 users"),
    ("It is in beta.", "It is in open beta for the invited testers of the north now.",
     "It has left the first stage behind for good and is stable now.", "another value"),
]  # fmt: skip


@pytest.mark.parametrize(("belief", "then", "now", "said"), TABLE)
def test_what_changed_is_said_by_the_words_that_decide(
    belief: str, then: str, now: str, said: str
) -> None:
    assert deciding_words(finding(then, now, change="value"), belief) == said


@pytest.mark.parametrize(
    ("one", "said"),
    [
        (finding(after=None, change="removed"), "gone"),
        (finding(None, None, change="broken_link"), "its note is gone"),
        (finding(change="superseded"), "a line was added"),
        (
            finding(
                "We keep it on the phone.", "We no longer keep it on the phone.", change="reversed"
            ),
            "says the opposite",
        ),
        (
            finding("We meet in the depot.", "~~We meet in the depot.~~", change="status"),
            "struck out",
        ),
        (
            finding("The pump is not here yet.", "The pump is here.", change="done"),
            "is done",
        ),
        (
            finding("Bikes may stand here.", "Bikes may no longer stand here.", change="ended"),
            "is over",
        ),
        (replace(finding(change=None), kind="contradiction"), "two memories disagree"),
        (replace(finding(change=None), kind="suspicious"), "waits for you"),
        (
            replace(
                finding(change="moved"),
                kind="moved",
                after=Quote("The export is an open blocker.", 3, (), NotePath("Bridges.md")),
            ),
            "moved to [[Bridges|Bridges]]",
        ),
    ],
)
def test_where_no_words_decide_the_kind_is_said(one: Finding, said: str) -> None:
    assert deciding_words(one, "") == said


def test_of_what_never_agreed_both_values_are_said() -> None:
    one = finding(None, "Tea is at five.", change="never_agreed")
    mended = replace(one, repair=Repair("Tea is at four.", "Tea is at five."))
    said = [deciding_words(told, "Tea is at four.") for told in (one, mended)]
    assert said == ["never agreed", "four ≠ **five**"]


def test_a_link_behind_the_sentence_is_no_unit_of_what_never_agreed() -> None:
    one = finding(None, "The printer is at 10.0.0.99.", change="never_agreed")
    said = (f"The printer is at 10.0.0.{last} [[Home]]" for last in (20, 99))
    assert deciding_words(replace(one, repair=Repair(*said)), "") == "10.0.0.20 ≠ **10.0.0.99**"
    said = (f"Anna works at [[{name}]]" for name in ("Siemens", "Bosch"))
    assert deciding_words(replace(one, repair=Repair(*said)), "") == "Siemens ≠ **Bosch**"


def test_what_still_stands_is_no_edit_however_much_is_the_same() -> None:
    one = finding("The fee is 40 euros.", "The fee is 55 euros.", change="value")
    assert one.before is not None
    assert is_edit(one)
    assert not is_edit(replace(one, before=replace(one.before, is_replaced=False)))
    assert not is_edit(replace(one, change="superseded"))


@given(text=hostile)
def test_it_stays_short_and_on_one_line_whatever_a_note_says(text: str) -> None:
    said = deciding_words(
        finding(f"It is {text} now", f"It was {text} {text} then", change="value"), text
    )
    assert "\n" not in said
    assert len(said.replace("\\", "").split()) <= 8


def test_a_value_that_the_opposite_took_away_is_named() -> None:
    one = finding(
        "The maximum is 20 users a server.",
        "Since version 1.12 the number of users is no longer limited.",
        change="reversed",
    )
    assert deciding_words(one, "Up to 20 users may join a server.") == "no longer 20 users"


def test_what_is_over_names_no_day_of_it() -> None:
    one = finding(
        "The camp is planned for the second week of August.",
        "The camp is cancelled this year.",
        change="ended",
    )
    assert deciding_words(one, "The camp is in the second week of August.") == "is over"
