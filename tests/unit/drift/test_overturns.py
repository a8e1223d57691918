"""What plainly overturns a belief, a row a rule."""

import pytest

from tests.unit.drift.test_open_blocker import held_against

HEALTH = "# Health\n\nI take 5 mg of Ramipril every morning.\n\nI am allergic to penicillin.\n"
PARTY = "# Summer\n\nThe party is on Friday.\n\nBring your own cup.\n"


@pytest.mark.parametrize(
    ("belief", "before", "old", "new", "change"),
    [
        pytest.param(
            "The user is allergic to penicillin.",
            HEALTH,
            "I am allergic",
            "I am not allergic",
            "reversed",
            id="a plain not",
        ),
        pytest.param(
            "Marco can drive the van.",
            "# Van\n\nMarco can drive the van.\n",
            "can drive",
            "cannot drive",
            "reversed",
            id="cannot",
        ),
        pytest.param(
            "Der Laden hat am Sonntag offen.",
            "# Laden\n\nDer Laden hat am Sonntag offen.\n",
            "offen",
            "nicht offen",
            "reversed",
            id="nicht",
        ),
        pytest.param(
            "The user is allergic to penicillin.",
            HEALTH,
            "I am allergic to penicillin.",
            "~~I am allergic to penicillin.~~",
            "status",
            id="struck through",
        ),
    ],
)
def test_it_overturns_the_belief(belief: str, before: str, old: str, new: str, change: str) -> None:
    assert old in before
    comparison = held_against(belief, before, before.replace(old, new))
    assert (comparison.drifted, comparison.change) == (True, change), comparison
    assert comparison.after is not None


@pytest.mark.parametrize(
    ("belief", "before", "old", "new"),
    [
        pytest.param(
            "The talk takes an hour.",
            "# Talk\n\nThe talk takes an hour.\n",
            "takes an hour",
            "takes no longer than an hour",
            id="a limit denies nothing",
        ),
        pytest.param(
            "The party is on Friday.",
            PARTY,
            "own cup.\n",
            "own cup.\n\nUpdate: the grill was repaired.\n",
            id="an update about something else",
        ),
        pytest.param(
            "The party is on Friday.",
            PARTY,
            "own cup.\n",
            "own cup.\n\nThe concert was cancelled.\n",
            id="something else was cancelled",
        ),
        pytest.param(
            "The user is allergic to penicillin.",
            HEALTH,
            "every morning",
            "every evening, not in the morning",
            id="a not elsewhere",
        ),
    ],
)
def test_it_leaves_the_belief_alone(belief: str, before: str, old: str, new: str) -> None:
    assert old in before
    assert not held_against(belief, before, before.replace(old, new)).drifted
