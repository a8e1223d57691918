"""Which names are a sync client's or an editor's, and which a person's."""

import pytest

from vaultwatch.adapters.files.sync_names import (
    bears_mark,
    is_conflict_copy,
    is_in_passing,
    originals_of,
    placeheld,
)

CONFLICTS = [
    "Plan.sync-conflict-20260504-101112-ABCDEF7.md",
    "Plan.sync-conflict-20260504-101112.md",
    "Plan (conflicted copy).md",
    "Plan (conflicted copy 2026-05-04 101112).md",
    "Plan (Anna's conflicted copy 2026-05-04).md",
    "Plan (Anna's conflicted copy 2026-05-04 (1)).md",
    "Plan (Conflicted copy Laptop 202605041011).MD",
    "Plan_conflict-20260504-101112.md",
    "Plan (SFConflict anna@example.org 2026-05-04-10-11-12).md",
    "two\nlines (conflicted copy).md",
]
OWN = [
    "Plan.md",
    "On a conflicted copy.md",
    "(conflicted copy) and how to merge it.md",
    "Plan (unconflicted copy).md",
    "sync-conflict-20260504-101112.md",
    "Plan.sync-conflict-soon.md",
    "Plan (conflicted copy).png",
]
PASSING = [
    "~syncthing~Plan.md.tmp",
    "Plan.md.icloud",
    "4913",
    "Plan.md~",
    "#Plan.md#",
    "~$Plan.docx",
    "Plan.md.tmp",
    "film.mp4.part",
    "film.mp4.crdownload",
]


@pytest.mark.parametrize("name", CONFLICTS)
def test_a_copy_that_a_sync_client_wrote_is_told_by_its_name(name: str) -> None:
    assert is_conflict_copy(name)


@pytest.mark.parametrize("name", OWN)
def test_a_name_that_a_person_gave_is_no_conflict(name: str) -> None:
    assert not is_conflict_copy(name)
    assert not is_in_passing(name)


@pytest.mark.parametrize("name", PASSING)
def test_what_a_program_writes_in_passing_is_told_by_its_name(name: str) -> None:
    assert is_in_passing(name)


@pytest.mark.parametrize(
    ("name", "note"),
    [
        (".Plan.md.icloud", "Plan.md"),
        (".Plan.MD.icloud", "Plan.MD"),
        (".image.png.icloud", None),
        ("Plan.md.icloud", None),
        (".md.icloud", None),
    ],
)
def test_a_placeholder_names_its_note(name: str, note: str | None) -> None:
    assert placeheld(name) == note


@pytest.mark.parametrize(
    ("path", "originals"),
    [
        ("A/Plan 2.md", ["A/Plan.md"]),
        ("A/Plan (12).md", ["A/Plan.md"]),
        ("Plan(1).MD", ["Plan.MD"]),
        ("Plan (Case Conflict).md", ["Plan.md"]),
        ("Plan (Ben's Selective Sync Conflict 2).md", ["Plan.md"]),
        ("Plan-DESKTOP-A1.md", ["Plan.md", "Plan-DESKTOP.md"]),
        ("Plan.orig.md", ["Plan.md"]),
        ("Plan.md.orig", ["Plan.md"]),
        ("A/~$Plan.md", ["A/Plan.md"]),
        ("Plan.md", []),
        ("2.md", []),
        ("-LAPTOP.md", []),
        ("Plan - LAPTOP.md", []),
        ("Plan 2024.md", []),
        ("Plan 2.png", []),
    ],
)
def test_a_name_tells_of_which_notes_a_file_may_be_a_copy(path: str, originals: list[str]) -> None:
    assert list(originals_of(path)) == originals


@pytest.mark.parametrize(
    ("path", "is_marked"),
    [
        ("A/Plan (Case Conflict).md", True),
        ("Plan (Ben's Selective Sync Conflict 2).md", True),
        ("Plan-DESKTOP-7QK2.md", True),
        ("Plan-OFFICE.md", True),
        ("Plan.orig.md", True),
        ("Plan.md.orig", True),
        ("A/~$Plan.md", True),
        ("Plan 2.md", False),
        ("Plan (2).md", False),
        ("Plan-office.md", False),
        ("Plan-Office.md", False),
        ("Plan-EU.md", False),
        ("Plan-2026-05-04.md", False),
        ("A-PLACE-OF-MINE/Plan 2.md", False),
    ],
)
def test_some_names_only_a_tool_gives(path: str, *, is_marked: bool) -> None:
    assert bears_mark(path) is is_marked
