"""What changed is said in at most eight words, by what a reader would point at."""

from dataclasses import replace

import pytest
from hypothesis import given

from tests.unit.report.fragments import hostile
from tests.unit.report.views import finding
from vaultwatch.drift.model import Finding, Quote
from vaultwatch.notes.model import NotePath
from vaultwatch.report.deciding_words import deciding_words, is_edit

TABLE = [
    ("The fee is 1,800 € a day.", "The fee is 2,350 € a day.", "1,800 € → **2,350 €**"),
    ("Ana leads the team.", "Bo leads the team.", "Ana → **Bo**"),
    ("[ ] Sign the lease", "[x] Sign the lease", "ticked"),
    ("[ ] Sign the lease", "[-] Sign the lease", "cancelled"),
    ("[x] Sign the lease", "[ ] Sign the lease", "open again"),
    ("発売日は三月です。", "発売日は四月です。", "三 → **四**"),
    ("We ship on Monday.", "We ship on Monday at noon.", "now also **at noon**"),
    ("We ship on Monday at noon.", "We ship on Monday.", "without “at noon”"),
    ("Ana, since 2019, keeps 3 keys.", "Eve, since 2019, keeps 4 keys.", "3 → **4** keys"),
    ("All of it was done.", "Nothing is left to say here but this.", "another value"),
]


@pytest.mark.parametrize(("then", "now", "said"), TABLE)
def test_what_changed_is_said_by_the_words_that_decide(then: str, now: str, said: str) -> None:
    assert deciding_words(finding(then, now, change="value")) == said


@pytest.mark.parametrize(
    ("one", "said"),
    [
        (finding(after=None, change="removed"), "gone"),
        (finding(None, None, change="broken_link"), "its note is gone"),
        (finding(change="superseded"), "a later line overrides it"),
        (
            finding(
                "We keep it on the phone.", "We no longer keep it on the phone.", change="reversed"
            ),
            "says the opposite",
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
    assert deciding_words(one) == said


def test_what_still_stands_is_no_edit_however_much_is_the_same() -> None:
    one = finding("The fee is 40 euros.", "The fee is 55 euros.", change="value")
    assert one.before is not None
    assert is_edit(one)
    assert not is_edit(replace(one, before=replace(one.before, is_replaced=False)))
    assert not is_edit(replace(one, change="superseded"))


@given(text=hostile)
def test_it_stays_short_and_on_one_line_whatever_a_note_says(text: str) -> None:
    said = deciding_words(
        finding(f"It is {text} now", f"It was {text} {text} then", change="value")
    )
    assert "\n" not in said
    assert len(said.replace("\\", "").split()) <= 8
