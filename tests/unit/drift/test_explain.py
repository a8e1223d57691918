"""What an explanation says: a row a fate, and that it agrees with the verdict."""

from dataclasses import replace

import pytest

from tests.unit.drift.statements import baseline, belief, judge, note
from vaultwatch.drift.model import Outcome
from vaultwatch.drift.scoring.compare import RULES_VERSION
from vaultwatch.drift.scoring.explain import Explanation, Fate, explain, in_short, is_told_by
from vaultwatch.drift.scoring.signals import WORDS
from vaultwatch.drift.scoring.weights import load_model
from vaultwatch.notes.model import Statement

FEE = "The fee of the stall is 40 euros."
REST = ("The market opens at nine.", "Bring your own chairs.", "Parking is behind the hall.")


def told(then: tuple[Statement, ...], now: tuple[Statement, ...], text: str = FEE) -> Explanation:
    held = belief(text)
    return explain(held, baseline(held, then), now)


@pytest.mark.parametrize(
    ("now", "fate", "gone", "came"),
    [
        pytest.param(note(FEE, *REST), "unchanged", (), (), id="stands"),
        pytest.param(note("# Money", FEE, "# Rest", *REST), "moved", (), (), id="other heading"),
        pytest.param(
            note("The fee of the stall is 55 euros.", *REST),
            "reworded", ("40",), ("55",), id="edited",
        ),
        pytest.param(
            note(*REST), "gone", (), (), id="gone"
        ),
    ],
)  # fmt: skip
def test_what_became_of_a_support_is_said(
    now: tuple[Statement, ...], fate: Fate, gone: tuple[str, ...], came: tuple[str, ...]
) -> None:
    rested = told(note(FEE, *REST), now).rests_on[0]
    assert (rested.fate, rested.gone, rested.came) == (fate, gone, came)
    assert rested.then.text == FEE


def test_what_was_added_and_speaks_to_it_is_said() -> None:
    added = told(note(FEE, *REST), note(FEE, *REST, "From May the stall fee is 55 euros.")).added
    assert [quote.text for quote in added] == ["From May the stall fee is 55 euros."]
    assert told(note(FEE, *REST), note(FEE, *REST, "Dogs are welcome.")).added == ()


@pytest.mark.parametrize(
    ("now", "rule"),
    [
        pytest.param(note(FEE, *REST), "a rule: the note says what it said", id="nothing happened"),
        pytest.param(
            note("~~The fee of the stall is 40 euros.~~", *REST), "a proof", id="struck through"
        ),
    ],
)
def test_the_rule_that_decided_is_named(now: tuple[Statement, ...], rule: str) -> None:
    assert told(note(FEE, *REST), now).decided_by.startswith(rule)


BREAD = "The starter Olga is refreshed on Tuesdays and Fridays, with as much rye flour as water."
THEN = "She is refreshed every Tuesday and Friday with equal parts of rye flour and water."
NOW = "Er wird jeden Dienstag und Freitag mit gleichen Teilen Roggenmehl und Wasser aufgefrischt."
NEWS = tuple(f"Other news of week {n} came from the committee." for n in range(9))


@pytest.mark.parametrize(
    ("text", "then", "now", "outcome", "by"),
    [
        pytest.param(BREAD, THEN, (NOW, *REST), "in_doubt", "in another language", id="tongue"),
        pytest.param(FEE, FEE, ("They charge nobody.", *NEWS), "in_doubt", "anew", id="anew"),
        pytest.param(FEE, FEE, (FEE, *REST, "Dogs come."), "holds", "was touched", id="beside"),
        pytest.param(FEE, FEE, (FEE, *REST), "holds", "says what it said", id="the same"),
        pytest.param(FEE, FEE, ("The fee is 55 euros.", *REST), "shown", "a proof", id="shown"),
    ],
)
def test_an_explanation_comes_to_what_the_verdict_came_to_and_names_the_rule_that_took_it(
    text: str, then: str, now: tuple[str, ...], outcome: Outcome, by: str
) -> None:
    made = told(note(then, *REST), note(*now), text)
    assert (made.outcome, made.decided_by.endswith("the weights")) == (outcome, False)
    assert by in made.decided_by
    is_told = judge(text, note(then, *REST), note(*now)).drifted
    assert is_told == (made.outcome == "shown")


OPEN = "Legal must still sign the vendor contract."
TASK = "Legal signs the vendor contract"


@pytest.mark.parametrize(
    ("text", "then", "now", "rule"),
    [
        pytest.param(
            FEE, REST, (*REST, FEE), "a rule: the note says the memory's own words now", id="ahead"
        ),
        pytest.param(
            "Legal has signed the vendor contract last week.",
            (*REST, f"- [ ] {TASK}"),
            (*REST, f"- [x] {TASK}"),
            "a rule: the note marks the task as the memory says",
            id="called done, then ticked",
        ),
        pytest.param(
            OPEN,
            (*REST, f"- [ ] {TASK}"),
            (*REST, f"- [x] {TASK}"),
            "a proof: its mark or property is another",
            id="called open, then ticked",
        ),
        pytest.param(
            "Mira must renew the signing key.",
            (*REST, "- [ ] Mira: renew the signing key"),
            (*REST, "- [x] Mira: renew the signing key"),
            "a proof: its mark or property is another",
            id="must be done, then ticked",
        ),
        pytest.param(
            FEE,
            (FEE, *REST),
            ("The fee is 55 euros.", *REST),
            "a proof: a value that the memory says was replaced",
            id="no rule",
        ),
    ],
)
def test_whatever_decided_is_named(
    text: str, then: tuple[str, ...], now: tuple[str, ...], rule: str
) -> None:
    made = told(note(*then), note(*now), text)
    assert made.decided_by == rule
    assert made.score == judge(text, note(*then), note(*now)).score


@pytest.mark.parametrize(
    "now",
    [
        note(FEE, *REST),
        note("The fee of the stall is 55 euros.", *REST),
        note(*REST),
        note(FEE, *REST, "UPDATE: the fee is waived."),
    ],
)
def test_an_explanation_scores_as_the_verdict_does(now: tuple[Statement, ...]) -> None:
    made = told(note(FEE, *REST), now)
    assert made.score == judge(FEE, note(FEE, *REST), now).score


def test_a_memory_that_points_rests_on_no_words() -> None:
    held = replace(belief("See Atlas for the steps"), note_title="Atlas")
    made = explain(held, baseline(held, note(FEE)), note(*REST))
    assert made.rests_on == ()
    assert "only points" in made.decided_by


def test_in_short_it_is_few_lines_and_the_last_names_score_and_rules() -> None:
    lines = in_short(told(note(FEE, *REST), note("The fee of the stall is 55 euros.", *REST)))
    assert len(lines) <= 7
    assert lines[-1].startswith("Score 0.")
    assert is_told_by(lines, RULES_VERSION)
    assert not is_told_by(lines, "other")
    assert not is_told_by((), RULES_VERSION)


def test_every_signal_that_is_weighed_is_measured_and_said_in_words() -> None:
    assert load_model().weights.keys() <= WORDS.keys()
    assert not any("_" in words for words in WORDS.values())
