"""Whose word takes another's place, and whose waits for a person."""

from dataclasses import replace

import pytest

from vaultwatch.memories.claims import Claim
from vaultwatch.memories.conflicts import ConflictOutcome, Holder, Newcomer, decide
from vaultwatch.memories.schemas import PredicateSchema

CLAIM = Claim("Atlas", "port", "a")
SINGLE = PredicateSchema()


@pytest.mark.parametrize(
    ("schema", "new", "holders", "outcome"),
    [
        pytest.param(
            PredicateSchema(margin=0.5, minimum_trust=0.99),
            Newcomer(CLAIM, 0.1, "user_explicit"),
            [Holder("x", replace(CLAIM, value="b"), 1.0, "user_explicit", is_persons=True)],
            "supersede",
            id="a person may change their mind, whatever stands",
        ),
        pytest.param(
            SINGLE,
            Newcomer(CLAIM, 0.65, "user_reported"),
            [Holder("x", replace(CLAIM, value="b"), 0.1, "inference", is_persons=True)],
            "review",
            id="a report waits for the person who stands behind the other",
        ),
        pytest.param(
            SINGLE,
            Newcomer(CLAIM, 1.0, "system"),
            [
                Holder("x", replace(CLAIM, value="b"), 0.1, "user_explicit", is_persons=True),
                Holder("y", replace(CLAIM, value="c"), 0.0, "document"),
            ],
            "review",
            id="however trusted, nothing unseats what a person stands behind",
        ),
        pytest.param(
            SINGLE,
            Newcomer(CLAIM, 0.3, "inference"),
            [Holder("x", replace(CLAIM, value="b"), 0.9, "user_explicit", is_persons=True)],
            "quarantine",
            id="too weak even for that",
        ),
        pytest.param(
            PredicateSchema(margin=0.2),
            Newcomer(CLAIM, 0.65, "user_reported"),
            [
                Holder("x", replace(CLAIM, value="b"), 0.9, "user_reported"),
                Holder("y", replace(CLAIM, value="c"), 0.7, "document"),
            ],
            "supersede",
            id="the newest report wins over others and what is worth less",
        ),
        pytest.param(
            SINGLE,
            Newcomer(CLAIM, 0.65, "user_reported"),
            [Holder("x", replace(CLAIM, value="b"), 0.75, "tool_output")],
            "quarantine",
            id="a report is weaker than a tool",
        ),
        pytest.param(
            PredicateSchema(high_impact=True),
            Newcomer(CLAIM, 0.65, "user_reported"),
            [],
            "review",
            id="a first claim of high impact waits",
        ),
        pytest.param(
            PredicateSchema(high_impact=True, policy="keep_both"),
            Newcomer(CLAIM, 0.75, "tool_output"),
            [Holder("x", replace(CLAIM, value="b"), 0.7, "document")],
            "review",
            id="and so does every further one",
        ),
        pytest.param(
            PredicateSchema(high_impact=True),
            replace(Newcomer(CLAIM, 0.85, "tool_output"), is_signed=True),
            [],
            "store",
            id="a signed tool answers for itself",
        ),
        pytest.param(
            PredicateSchema(high_impact=True),
            Newcomer(CLAIM, 0.95, "user_explicit"),
            [],
            "store",
            id="and so does a person",
        ),
    ],
)
def test_whose_word_counts(
    schema: PredicateSchema, new: Newcomer, holders: list[Holder], outcome: ConflictOutcome
) -> None:
    found = decide(new, holders, schema)
    assert found.outcome == outcome
    assert found.is_active == (outcome in {"store", "supersede"})
    assert found.against == tuple(sorted(one.id for one in holders))
