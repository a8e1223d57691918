"""What an edit of one cell, property or field says to a belief."""

# ruff: noqa: RUF001 -- an en dash is what people put into an empty cell
import pytest

from tests.unit.drift.test_open_blocker import held_against

SERVERS = """---
lead: Priya
reviewers: [Omar, Tess]
---
# Servers

| Server | Owner | Backup | Checked |
| --- | --- | --- | --- |
| staging | Priya | yes | weekly |
| live | Omar | yes | daily |
| mail | Priya | no | monthly |

The machines stand in the cellar. Priya has the key.
"""


@pytest.mark.parametrize(
    ("belief", "old", "new", "change"),
    [
        pytest.param(
            "The staging server belongs to Priya.",
            "| staging | Priya",
            "| staging | Lena",
            "value",
            id="a name that other rows still say",
        ),
        pytest.param(
            "The staging server has a backup.",
            "| staging | Priya | yes",
            "| staging | Priya | no",
            "reversed",
            id="yes to no",
        ),
        pytest.param(
            "The mail server has no backup.",
            "| mail | Priya | no",
            "| mail | Priya | yes",
            "reversed",
            id="no to yes, of a belief that denies",
        ),
        pytest.param(
            "Staging is checked weekly.",
            "| yes | weekly |",
            "| yes | monthly |",
            "value",
            id="a word of how often that other rows say",
        ),
        pytest.param(
            "Priya leads the work on the servers.",
            "lead: Priya",
            "lead: Emre",
            "value",
            id="a property that the belief names by another form",
        ),
    ],
)
def test_another_value_in_its_slot_is_drift(belief: str, old: str, new: str, change: str) -> None:
    assert old in SERVERS
    comparison = held_against(belief, SERVERS, SERVERS.replace(old, new))
    assert (comparison.drifted, comparison.change) == (True, change), comparison
    assert comparison.after is not None
    assert new.rpartition("| ")[2].rpartition(": ")[2].strip(" |") in comparison.after.text


@pytest.mark.parametrize(
    ("belief", "old", "new"),
    [
        pytest.param(
            "The staging server belongs to Priya.",
            "| staging | Priya | yes | weekly",
            "| staging | Priya | yes | monthly",
            id="another column",
        ),
        pytest.param(
            "The staging server belongs to Priya.",
            "| live | Omar",
            "| live | Tess",
            id="another row",
        ),
        pytest.param(
            "The staging server belongs to Priya.",
            "| staging | Priya | yes",
            "| staging | Priya Nair | yes",
            id="the same name, more of it",
        ),
        pytest.param(
            "Staging is checked weekly.",
            "| yes | weekly |",
            "| yes | once a week |",
            id="the same in other words",
        ),
        pytest.param(
            "The mail server has no backup.",
            "| staging | Priya | yes",
            "| staging | Priya | no",
            id="yes to no in another row",
        ),
        pytest.param(
            "Priya has the key to the cellar.", "lead: Priya", "lead: Emre", id="another property"
        ),
        pytest.param(
            "Priya leads the work on the servers.",
            "reviewers: [Omar, Tess]",
            "reviewers: [Omar]",
            id="of others",
        ),
    ],
)
def test_another_slot_leaves_a_belief_as_it_was(belief: str, old: str, new: str) -> None:
    assert old in SERVERS
    comparison = held_against(belief, SERVERS, SERVERS.replace(old, new))
    assert not comparison.drifted, comparison


TIERS = """# Tiers

| | Insider | Supporter |
|---|---|---|
| Lounge channel | | ✓ |
| Badge | ✓ | ✓ |
"""


def test_a_tick_that_went_is_a_no() -> None:
    belief = "Supporters have access to the lounge channel."
    now = TIERS.replace("| Lounge channel | | ✓ |", "| Lounge channel | | |")
    comparison = held_against(belief, TIERS, now)
    assert (comparison.drifted, comparison.change) == (True, "reversed"), comparison
    other = TIERS.replace("| Badge | ✓ | ✓ |", "| Badge | ✓ | |")
    assert not held_against(belief, TIERS, other).drifted


def test_a_cell_that_is_filled_in_speaks_to_an_open_belief() -> None:
    before = "# Test\n\n| Week | Score | Awake |\n|---|---|---|\n| 3 | – | – |\n| 4 | – | – |\n"
    now = before.replace("| 3 | – | – |", "| 3 | 6 | 33 |").replace(
        "| 4 | – | – |", "| 4 | 7 | 28 |"
    )
    belief = "Weeks 3 and 4 of the test are still missing."
    assert held_against(belief, before, now).reasons != (
        "what it rests on says the same in other words now",
    )
