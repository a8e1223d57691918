"""The sample vault fits together: its weeks can be lived, its expectations name real memories."""

import json
from pathlib import Path

import pytest

VAULT = Path(__file__).parents[2] / "sample_vault"
WEEKS = VAULT / ".weeks"
LISTS = {"REMOVED", "RENAMED"}


def notes_of(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in sorted(folder.rglob("*.md"))
        if not path.relative_to(folder).as_posix().startswith(".")
    }


def lines_of(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines() if path.exists() else []


def lived(weeks: int) -> dict[str, str]:
    """Return the vault's notes after so many weeks."""
    notes = notes_of(VAULT)
    for number in range(1, weeks + 1):
        week = WEEKS / f"week-{number}"
        for line in lines_of(week / "RENAMED"):
            old, new = line.split("\t")
            notes[new] = notes.pop(old)
        for path in lines_of(week / "REMOVED"):
            del notes[path]
        notes |= notes_of(week)
    return notes


def test_every_memory_has_an_expectation_and_no_other() -> None:
    ids = [
        line.removeprefix("id: ")
        for path in (VAULT / "Memories").glob("*.md")
        for line in path.read_text("utf-8").splitlines()
        if line.startswith("id: ")
    ]
    expected = json.loads((WEEKS / "expected.json").read_text("utf-8"))
    assert sorted(ids) == sorted(expected)


@pytest.mark.parametrize("week", [1, 2, 3])
def test_every_file_of_a_week_changes_something(week: int) -> None:
    before, after = lived(week - 1), lived(week)
    for path in notes_of(WEEKS / f"week-{week}"):
        assert before.get(path) != after[path], path


def test_no_memory_is_touched_by_the_weeks() -> None:
    assert {p: t for p, t in lived(3).items() if p.startswith("Memories/")} == {
        p: t for p, t in notes_of(VAULT).items() if p.startswith("Memories/")
    }


def test_flagged_memories_name_notes_that_stood_in_the_vault() -> None:
    expected = json.loads((WEEKS / "expected.json").read_text("utf-8"))
    start = notes_of(VAULT)
    assert all(entry["note"] in start for entry in expected.values() if entry["flagged"])


def test_the_vault_holds_no_word_about_its_weeks() -> None:
    assert not [path for path, text in lived(3).items() if ".weeks" in text]
