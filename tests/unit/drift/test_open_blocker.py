"""The scenario the product exists for, on a note as people write them: words and a task.

The service runs it end to end in tests/system/test_scenario.py; here the room alone must get it
right, without vectors.
"""

from datetime import UTC, datetime

import pytest

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.model import Baseline, Comparison
from vaultwatch.drift.passages.asserted import find_supports
from vaultwatch.drift.scoring.compare import compare
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note

PATH = NotePath("Projects/Atlas.md")
MAY = datetime(2026, 5, 4, tzinfo=UTC)
ATLAS = """---
status: in progress
owner: Mira
---
# Atlas

## Release

The signing key is an open blocker: Mira must renew it with the registrar before the release.

- [ ] Renew the signing key with the registrar
- [ ] Write the announcement

## Notes

The office has moved to the third floor.
"""
BLOCKER = "The signing key is an open blocker in Atlas: Mira must renew it with the registrar."
STATUS = "Atlas is still in progress."


def held_against(belief: str, before: str, after: str) -> Comparison:
    asked = Belief("mem_a", belief, "b", MAY, "Atlas", (), None)
    old = parse_note(PATH, before.encode()).statements
    supports = find_supports(asked, old)
    baseline = Baseline("mem_a", PATH, "written", MAY, "b", old, supports, "d")
    return compare(asked, baseline, parse_note(PATH, after.encode()).statements)


@pytest.mark.parametrize(
    ("belief", "old", "new", "quoted"),
    [
        pytest.param(
            BLOCKER,
            "is an open blocker: Mira must renew it with the registrar before the release",
            "is no blocker any more: Mira has renewed it with the registrar",
            "no blocker any more",
            id="a: the sentence is edited",
        ),
        pytest.param(
            BLOCKER, "- [ ] Renew", "- [x] Renew", "Renew the signing key", id="b: the task"
        ),
        pytest.param(
            BLOCKER,
            "before the release.\n",
            "before the release.\n\nUPDATE: the signing key was renewed with the registrar.\n",
            "UPDATE: the signing key was renewed",
            id="c: an update, the old sentence left",
        ),
        pytest.param(STATUS, "status: in progress", "status: done", "done", id="d: the property"),
    ],
)
def test_what_was_open_is_done(belief: str, old: str, new: str, quoted: str) -> None:
    assert old in ATLAS
    comparison = held_against(belief, ATLAS, ATLAS.replace(old, new))
    assert comparison.drifted, comparison
    assert comparison.after is not None
    assert quoted in comparison.after.text


@pytest.mark.parametrize("belief", [BLOCKER, STATUS])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("third floor", "fifth floor", id="another sentence"),
        pytest.param("- [ ] Write the", "- [x] Write the", id="another task"),
        pytest.param("## Notes\n", "## Notes\n\nUPDATE: lunch is at noon now.\n", id="addition"),
        pytest.param("# Atlas\n", "# The Atlas project\n", id="heading"),
        pytest.param("owner: Mira\n", "owner: Mira\ntags: [done]\n", id="another property"),
    ],
)
def test_an_edit_elsewhere_says_nothing(belief: str, old: str, new: str) -> None:
    assert old in ATLAS
    assert not held_against(belief, ATLAS, ATLAS.replace(old, new)).drifted


def test_a_ticked_task_shows_its_tick() -> None:
    comparison = held_against(BLOCKER, ATLAS, ATLAS.replace("- [ ] Renew", "- [x] Renew"))
    assert comparison.before is not None
    assert comparison.after is not None
    assert comparison.after.text.startswith("[x] ")


@pytest.mark.parametrize(
    ("belief", "now", "is_drifted"),
    [
        pytest.param(
            "The beta runs on the old server.",
            "The beta no longer runs on the old server.",
            True,
            id="no longer",
        ),
        pytest.param(
            "The beta runs on the old server.",
            "The beta runs on the old server, no longer than a week at a time.",
            False,
            id="no longer than is a length",
        ),
        pytest.param(
            "Die Beta läuft auf dem alten Server.",
            "Die Beta läuft nicht mehr auf dem alten Server.",
            True,
            id="nicht mehr",
        ),
    ],
)
def test_what_no_longer_holds_is_said(belief: str, now: str, *, is_drifted: bool) -> None:
    before = f"# Beta\n\n{belief}\n\nTests run at night.\n"
    after = f"# Beta\n\n{now}\n\nTests run at night.\n"
    assert held_against(belief, before, after).drifted == is_drifted


def test_an_update_that_it_is_still_open_ends_nothing() -> None:
    after = ATLAS.replace(
        "before the release.\n",
        "before the release.\n\nUPDATE: the signing key is still not renewed.\n",
    )
    assert not held_against(BLOCKER, ATLAS, after).drifted


def test_what_had_not_been_done_was_done() -> None:
    before = "# Kiln\n\nThe heating elements have not been ordered yet.\n"
    after = f"{before}\nUPDATE 2026-10-14: the heating elements were ordered on Monday.\n"
    comparison = held_against("The heating elements have not been ordered yet.", before, after)
    assert (comparison.drifted, comparison.change) == (True, "done")
