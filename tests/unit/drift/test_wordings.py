"""The harmless and the harmful twin of an edit: one says the same otherwise, the other does not."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import pytest

from vaultwatch.drift.model import Baseline
from vaultwatch.drift.passages.support import find_supports
from vaultwatch.drift.scoring.compare import compare
from vaultwatch.drift.scoring.grounding import belief_of_text
from vaultwatch.notes.model import NotePath, Statement
from vaultwatch.notes.parse import parse_note

NOTE: Final = """\
# Almanac

The garden gate squeaks.

- Mina waters the tomatoes
- the ladder stands in the shed

{}

The neighbours have two dogs.

## Later

Ask the plumber about the tap.
"""
PATH: Final = NotePath("Almanac.md")


def said(passage: str) -> tuple[Statement, ...]:
    return parse_note(PATH, NOTE.replace("{}", passage).encode()).statements


def is_drift(memory: str, then: str, now: str) -> bool:
    belief = replace(belief_of_text(f"{memory} [[Almanac]]"), memory_id="m")
    at = datetime(2026, 5, 1, tzinfo=UTC)
    supports = find_supports(belief, said(then), {})
    baseline = Baseline("m", PATH, "written", at, "", said(then), supports, "n")
    return compare(belief, baseline, said(now), {}).drifted


def wordings() -> list[tuple[str, str, str, str]]:
    """Sign, memory, passage then and now of each line of `wordings.txt`."""
    lines = Path(__file__).with_name("wordings.txt").read_text("utf-8").splitlines()
    cases = (line.replace("\\n", "\n") for line in lines if line.startswith(("= ", "! ")))
    return [(case[0], *case[2:].split(" @ ")) for case in cases]  # type: ignore[misc]


@pytest.mark.parametrize(("sign", "memory", "then", "now"), wordings())
def test_an_edit_is_drift_where_it_says_another_thing(
    sign: str, memory: str, then: str, now: str
) -> None:
    assert is_drift(memory, then, now) == (sign == "!")
