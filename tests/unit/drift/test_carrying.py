"""A changed belief keeps what the facts that did not change rested on."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.findings.carrying import carried_over, marks_of
from vaultwatch.drift.model import Baseline
from vaultwatch.drift.passages.asserted import find_supports
from vaultwatch.drift.scoring.grounding import belief_of_text, ground
from vaultwatch.notes.model import NotePath, Statement
from vaultwatch.notes.parse import parse_note

THEN = """# Trip

The ferry to Hollin leaves at 08:15.

The hotel in Hollin is called Miramar.

Pia brings the big tent.
"""
OLD = "The ferry to Hollin leaves at 08:15, and the hotel in Hollin is called Miramar."


def said(text: str) -> tuple[Statement, ...]:
    return parse_note(NotePath("Trip.md"), text.encode()).statements


def about(text: str) -> Belief:
    return replace(belief_of_text(text), note_title="Trip")


def baseline(text: str, note: str = THEN) -> Baseline:
    belief, statements = about(text), said(note)
    return Baseline(
        memory_id="m",
        note=NotePath("Trip.md"),
        origin="written",
        taken_at=datetime(2026, 5, 1, tzinfo=UTC),
        belief_digest="old",
        statements=statements,
        supports=find_supports(belief, statements),
        note_digest="n",
        grounding=replace(ground(belief, statements), marks=marks_of(belief)),
    )


def plains(statements: tuple[Statement, ...] | None) -> list[str] | None:
    if statements is None:
        return None
    return [one.plain for one in statements if one.kind != "heading"]


FERRY, HOTEL, TENT = plains(said(THEN)) or []
NEW_FERRY = "The ferry to Hollin leaves at 09:40, and the hotel in Hollin is called Miramar."


@pytest.mark.parametrize(
    ("belief", "now", "carried"),
    [
        pytest.param(
            NEW_FERRY,
            THEN.replace("08:15", "09:40").replace("Miramar", "Splendid"),
            ["The ferry to Hollin leaves at 09:40.", HOTEL, TENT],
            id="the other fact's passage changed",
        ),
        pytest.param(
            NEW_FERRY,
            THEN.replace("08:15", "09:40").replace(f"{HOTEL}\n\n", ""),
            ["The ferry to Hollin leaves at 09:40.", HOTEL, TENT],
            id="the other fact's passage is gone",
        ),
        pytest.param(
            NEW_FERRY,
            THEN.replace("08:15", "09:40") + "\nUPDATE: the hotel in Hollin is called Splendid.\n",
            ["The ferry to Hollin leaves at 09:40.", HOTEL, TENT],
            id="a line was added about the other fact",
        ),
        pytest.param(NEW_FERRY, THEN.replace("08:15", "09:40"), None, id="only its own changed"),
        pytest.param(
            NEW_FERRY,
            THEN.replace("08:15", "09:40").replace("the big tent", "two tents"),
            None,
            id="what neither fact is about changed",
        ),
        pytest.param(
            "We take the 09:40 boat and sleep in the Splendid.",
            THEN.replace("08:15", "09:40").replace("Miramar", "Splendid"),
            None,
            id="all was written anew",
        ),
        pytest.param(
            "The hotel in Hollin is called Miramar, and the ferry to Hollin leaves at 08:15.",
            THEN.replace("Miramar", "Splendid"),
            [FERRY, HOTEL, TENT],
            id="only the order changed",
        ),
        pytest.param(
            f"{OLD[:-1]}, and Pia brings the big tent.",
            THEN.replace("08:15", "09:40"),
            [FERRY, HOTEL, TENT],
            id="a fact more",
        ),
        pytest.param(
            "The hotel in Hollin is called Miramar.",
            THEN.replace("Miramar", "Splendid"),
            [FERRY, HOTEL, TENT],
            id="a fact less",
        ),
    ],
)
def test_what_is_carried_over(belief: str, now: str, carried: list[str] | None) -> None:
    assert plains(carried_over(baseline(OLD), about(belief), said(now))) == carried


def test_a_fact_alone_is_kept_when_another_joins_it() -> None:
    alone = baseline("The hotel in Hollin is called Miramar.")
    both = about("The hotel in Hollin is called Miramar, and Pia brings the big tent.")
    now = said(THEN.replace("Miramar", "Splendid"))
    assert plains(carried_over(alone, both, now)) == [FERRY, HOTEL, TENT]


def test_of_a_baseline_that_knows_no_facts_nothing_is_carried() -> None:
    older = replace(baseline(OLD), grounding=None)
    now = said(THEN.replace("Miramar", "Splendid"))
    assert carried_over(older, about(NEW_FERRY), now) is None


@pytest.mark.parametrize(
    ("now", "is_taken_over"),
    [
        pytest.param("Both ferries to Hollin give 30% off.", True, id="as the belief changed"),
        pytest.param("Both ferries to Norby give 30% off.", False, id="of what stays as well"),
        pytest.param("Both ferries to Hollin never give 30% off.", False, id="a word more"),
        pytest.param("Both ferries to Hollin give 20% off.", False, id="another value"),
    ],
)
def test_a_passage_that_changed_as_its_belief_did_is_rested_on_as_it_stands(
    now: str, *, is_taken_over: bool
) -> None:
    then = "Both ferries to Hollin give 40% off."
    old = baseline("Students pay 40% less. The offer holds on both ferries to Hollin.", then)
    new = about("Students pay 30% less. The offer holds on both ferries to Hollin.")
    carried = plains(carried_over(old, new, said(now)))
    assert carried == (None if is_taken_over else [then])
