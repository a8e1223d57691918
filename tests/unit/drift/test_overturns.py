"""What plainly overturns a belief, a row a rule; and beliefs of several facts."""

import pytest

from tests.unit.drift.test_open_blocker import held_against
from vaultwatch.drift.belief import Belief
from vaultwatch.drift.clauses import clauses_of

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
            "superseded",
            id="struck through",
        ),
        pytest.param(
            "The user takes Ramipril.",
            HEALTH,
            "I take 5 mg of Ramipril every morning",
            "I stopped taking Ramipril in October",
            "reversed",
            id="stopped",
        ),
        pytest.param(
            "The party is on Friday.",
            PARTY,
            "Friday.\n",
            "Friday.\n\nUpdate: the party is on Saturday instead.\n",
            "superseded",
            id="an update behind it",
        ),
        pytest.param(
            "The party is on Friday.",
            PARTY,
            "Friday.\n",
            "Friday.\n\nEDIT: moved to Saturday.\n",
            "superseded",
            id="an update that names nothing",
        ),
        pytest.param(
            "The party is on Friday.",
            PARTY,
            "own cup.\n",
            "own cup.\n\nThe party was cancelled.\n",
            "superseded",
            id="cancelled further down",
        ),
        pytest.param(
            "Migration is planned.",
            "# Board\n\n## Planned\n\n- Migration to the new host\n\n## Done\n\n- Backup\n",
            "## Planned\n\n- Migration to the new host\n\n## Done\n",
            "## Planned\n\n## Done\n\n- Migration to the new host\n",
            "status",
            id="moved below Done",
        ),
        pytest.param(
            "Migration is planned.",
            "# Board\n\n## Planned\n\n- Migration to the new host\n\n## Complete\n\n- Backup\n",
            "## Planned\n\n- Migration to the new host\n\n## Complete\n",
            "## Planned\n\n## Complete\n\n- Migration to the new host\n",
            "status",
            id="moved below Complete",
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
        pytest.param(
            "Migration is planned.",
            "# Board\n\n## Planned\n\n- Migration to the new host\n\n## Close tabs\n",
            "## Planned\n\n- Migration to the new host\n\n## Close tabs\n",
            "## Planned\n\n## Close tabs\n\n- Migration to the new host\n",
            id="moved below what is still to do",
        ),
        pytest.param(
            "Migration is planned.",
            "# Board\n\n## Complete\n\n- Migration to the new host\n\n## Done\n\n- Backup\n",
            "## Complete\n\n- Migration to the new host\n\n## Done\n",
            "## Complete\n\n## Done\n\n- Migration to the new host\n",
            id="moved from one end to another",
        ),
    ],
)
def test_it_leaves_the_belief_alone(belief: str, before: str, old: str, new: str) -> None:
    assert old in before
    assert not held_against(belief, before, before.replace(old, new)).drifted


def told(text: str) -> Belief:
    return Belief("m", text, "b", None, "Note", (), None)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        pytest.param("The port is 8080.", 0, id="one fact"),
        pytest.param("The port is 8080. The host is alpha.", 2, id="two sentences"),
        pytest.param("The port is 8080; the host is alpha; ok", 2, id="clauses, the empty one out"),
    ],
)
def test_a_belief_is_parted_into_its_facts(text: str, facts: int) -> None:
    assert len(clauses_of(told(text))) == facts


def test_one_fact_that_fell_outdates_the_memory() -> None:
    belief = "The user takes 5 mg Ramipril every morning. The user is allergic to penicillin."
    gone = HEALTH.replace("I am allergic to penicillin.\n", "")
    assert held_against(belief, HEALTH, gone).drifted
    assert not held_against(belief, HEALTH, HEALTH + "\nMore water, more sleep.\n").drifted
