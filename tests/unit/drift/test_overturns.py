"""What plainly overturns a belief, a row a rule; and beliefs of several facts."""

import pytest

from tests.unit.drift.test_open_blocker import held_against
from vaultwatch.drift.belief import Belief
from vaultwatch.drift.passages.clauses import clauses_of, joined_facts

HEALTH = "# Health\n\nI take 5 mg of Ramipril every morning.\n\nI am allergic to penicillin.\n"
DUTIES = (
    "# Duties\n\n| Duty | Who | How often |\n|---|---|---|\n"
    "| Water the plants | Ann | weekly |\n| Feed the cat | Bo | daily |\n"
)
GARDEN = "---\nstatus: planning\n---\n# Garden\n\nThe rebuild has three beds and a pond.\n"
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
        pytest.param(
            "Ann waters the plants weekly.",
            DUTIES,
            "| weekly |",
            "| weekly -> monthly |",
            "value",
            id="an arrow in a table's cell",
        ),
        pytest.param(
            "The garden rebuild, three beds and a pond, is still in planning.",
            GARDEN,
            "status: planning",
            "status: building",
            "status",
            id="a status called by its name",
        ),
        pytest.param(
            "The garden rebuild with its three beds has the status paused.",
            GARDEN.replace("planning", "paused"),
            "status: paused",
            "status: dropped",
            "status",
            id="a status that is no open one",
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
        pytest.param(
            "Ann waters the plants weekly.",
            DUTIES,
            "| daily |",
            "| daily -> hourly |",
            id="an arrow in another row",
        ),
        pytest.param(
            "Ann waters the plants weekly.",
            DUTIES,
            "| weekly |",
            "| weekly (tap -> hose) |",
            id="an arrow that leads from something else",
        ),
        pytest.param(
            "The rebuild has three beds and a pond.",
            GARDEN,
            "status: planning",
            "status: building",
            id="a status that the belief does not name",
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


TRIP = "# Trip\n\nThe hotel is Miramar.\n\nThe ferry leaves at 8:15.\n\nPia brings the tent.\n"


@pytest.mark.parametrize(
    ("line", "drifted"),
    [
        pytest.param("We sold the tent.", True, id="one of three ended"),
        pytest.param("The ferry leaves at 9:40 now.", True, id="one of three is another"),
        pytest.param("We sold the canoe.", False, id="none of them"),
    ],
)
def test_facts_that_rest_on_statements_of_their_own_are_judged_apart(
    line: str, *, drifted: bool
) -> None:
    text = "The hotel is Miramar, the ferry leaves at 8:15, and Pia brings the tent."
    assert held_against(text, TRIP, f"{TRIP}\n{line}\n").drifted == drifted


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        pytest.param("The hotel is Miramar and the ferry leaves at 8:15.", 2, id="and"),
        pytest.param("Bring bread, salt and oil.", 0, id="a list"),
        pytest.param("The hotel is Miramar.", 0, id="one fact"),
    ],
)
def test_a_belief_is_parted_at_its_joints(text: str, facts: int) -> None:
    assert len(joined_facts(told(text))) == facts
