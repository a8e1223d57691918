"""Edits that keep a memory true are never told; those of the same shape that do not never hold."""

import tomllib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.unit.drift.statements import judge, note
from vaultwatch.drift.belief import Belief
from vaultwatch.drift.model import Baseline, Comparison
from vaultwatch.drift.passages.asserted import find_supports
from vaultwatch.drift.scoring.compare import compare
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note

NOTES = tomllib.loads(Path(__file__).with_name("rewordings.toml").read_text("utf-8"))["note"]
LEAST_TOLD, LEAST_HELD = 17, 6
"""Of 20 edits that make a memory untrue, and of 20 that do not; the rest is for a reader."""
AT = datetime(2026, 3, 1, tzinfo=UTC)


def compared(one: dict[str, Any], edits: list[list[str]]) -> Comparison:
    path, then = NotePath(f"{one['title']}.md"), one["then"]
    now = then
    for old, new in edits:
        assert old in now
        now = now.replace(old, new)
    stood, stands = (parse_note(path, side.encode()).statements for side in (then, now))
    held = Belief("m", one["memory"], "d", AT, one["title"], (), None)
    base = Baseline("m", path, "written", AT, "d", stood, find_supports(held, stood), "n")
    return compare(held, base, stands)


@pytest.mark.parametrize("one", NOTES, ids=lambda one: one["title"])
def test_what_keeps_a_memory_true_is_not_told(one: dict[str, Any]) -> None:
    assert not compared(one, one["true"]).drifted


def test_what_keeps_it_true_holds_where_all_of_it_is_said_yet() -> None:
    found = [compared(one, one["true"]) for one in NOTES]
    assert sum(one.outcome == "holds" for one in found) >= LEAST_HELD


def test_what_makes_it_untrue_is_mostly_told_and_never_held() -> None:
    found = [compared(one, one["untrue"]) for one in NOTES]
    assert all(one.outcome != "holds" for one in found)
    assert sum(one.drifted for one in found) >= LEAST_TOLD


def test_a_sentence_split_in_two_is_quoted_by_the_part_that_says_most_of_the_memory() -> None:
    found = judge(
        "Atlas drills on Tuesdays from 18:30.",
        note("# Drill", "Drill is on Tuesdays, 18:30 to 20:00, except in August.", "Bring boots."),
        note("# Drill", "Wednesday drill: 6.30 pm.", "No drill in August.", "Bring boots."),
    )
    assert (found.outcome, found.after and found.after.text) == (
        "shown",
        "Wednesday drill: 6.30 pm.",
    )


def test_a_name_in_another_case_is_no_other_name() -> None:
    found = judge(
        "The keys of Atlas are with Zieliński.",
        note("# Klucze", "Klucze do magazynu ma pan Zieliński.", "Części odbieramy w piątki."),
        note("# Klucze", "Klucze są u pana Zielińskiego, w szufladzie.", "Części są w piątki."),
    )
    assert found.outcome == "in_doubt"
