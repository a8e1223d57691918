"""Patches of several stores are one: all are written or none; what a kill left is told at once."""

from pathlib import Path
from unittest.mock import patch

import pytest

from tests.system.homes import Home
from vaultwatch.adapters.files import store_writer
from vaultwatch.adapters.files.safe_write import replace_file

SAID_TWICE = "- Use four spaces always\n- Ask\n- Use four spaces always\n"
MARKED = f"{SAID_TWICE[:-1]} (deprecated: said above)\n"
NAMES = ("one", "two")


@pytest.fixture
def out(home: Home, tmp_path: Path) -> Path:
    """A folder with the patches of two stores, and of one that is only read."""
    for name in NAMES:
        home.write(f"{name}/AGENTS.md", SAID_TWICE)
        home.call("stores", "add", str(home.folder / name))
    home.write(".codex/memories/MEMORY.md", SAID_TWICE)
    home.call("stores", "add", str(home.folder / ".codex/memories"), "--format", "codex")
    home.write("work/.obsidian/app.json", "{}")
    home.call("stores", "propose", "--out", str(tmp_path / "out"))
    return tmp_path / "out"


def said(home: Home) -> list[str]:
    return [(home.folder / name / "AGENTS.md").read_text() for name in NAMES]


def test_a_folder_of_patches_is_applied_whole_and_taken_back_whole(home: Home, out: Path) -> None:
    rows = home.call("stores", "patch", str(out), "--dry-run", "--json").rows
    assert [(one["store"], one["is_applied"]) for one in rows] == [("one", False), ("two", False)]
    done = home.call("stores", "patch", str(out), "--yes")
    assert "Left out: Codex" in done.err
    assert said(home) == [MARKED, MARKED]
    assert (home.folder / ".codex/memories/MEMORY.md").read_text() == SAID_TWICE
    assert home.call("undo").status == 0
    assert said(home) == [SAID_TWICE, SAID_TWICE]


def test_where_one_store_changed_since_no_other_is_written(home: Home, out: Path) -> None:
    home.write("two/AGENTS.md", f"{SAID_TWICE}- more\n")
    before = said(home)
    done = home.call("stores", "patch", str(out), "--yes")
    assert (done.status, said(home)) == (5, before)
    assert "'AGENTS.md' of the store 'two' changed since" in done.err
    assert home.call("stores", "patch", str(out / "one"), "--yes").status == 0
    assert said(home) == [MARKED, before[1]]


def test_ids_choose_among_all_of_them(home: Home, out: Path) -> None:
    rows = home.call("stores", "propose", "--out", str(out), "--json").rows
    (wanted,) = (one["actions"][0]["id"] for one in rows if one["store"] == "one")
    assert home.call("stores", "patch", str(out), "--id", "zzzzzzz", "--yes").status == 5
    assert home.call("stores", "patch", str(out), "--id", wanted, "--yes").status == 0
    assert said(home) == [MARKED, SAID_TWICE]


class Kill(BaseException):
    """What nothing after it sees, as a kill."""


@pytest.mark.parametrize("command", ["status", "doctor", "stores propose", "stores patch"])
def test_what_a_kill_left_is_taken_back_and_told_by_the_next(
    home: Home, out: Path, command: str
) -> None:
    calls = 0

    def killed(file: Path, *, seen: bytes, new: bytes, kept: Path) -> None:
        nonlocal calls
        calls += 1
        if calls > 1:
            raise Kill
        replace_file(file, seen=seen, new=new, kept=kept)

    with (
        patch.object(store_writer, "replace_file", killed),
        patch("vaultwatch.services.patching.applying._is_put_back", side_effect=Kill),
        pytest.raises(Kill),
    ):
        home.call("stores", "patch", str(out), "--yes")
    assert said(home) == [MARKED, SAID_TWICE]
    assert (
        home.call("stores", "patch", str(out), "--dry-run").status == 5
    )  # writes nothing, a store neither
    assert said(home) == [MARKED, SAID_TWICE]
    done = home.call(*command.split(), *([str(out), "--yes"] if command == "stores patch" else []))
    back = home.folder / "one" / "AGENTS.md"
    told = "Note: 'apply 2 actions to one, two' was cut off half-way, and is taken back:"
    assert f"{told} {back}." in done.err
    assert said(home) == ([MARKED] * 2 if command == "stores patch" else [SAID_TWICE] * 2)
    assert "cut off" not in home.call("status").err


@pytest.mark.parametrize(
    ("theirs", "is_told", "left"),
    [
        pytest.param(f"{MARKED}- more\n", False, f"{SAID_TWICE}- more\n", id="appended"),
        pytest.param("- mine\n", True, "- mine\n", id="at the place"),
    ],
)
def test_what_another_program_writes_meanwhile_is_kept_and_told_at_once(
    home: Home, out: Path, theirs: str, left: str, *, is_told: bool
) -> None:
    def swapped(file: Path, *, seen: bytes, new: bytes, kept: Path) -> None:
        replace_file(file, seen=seen, new=new, kept=kept)
        if new == MARKED.encode():
            home.write("one/AGENTS.md", theirs)
            home.write("two/AGENTS.md", f"{SAID_TWICE}- other\n")

    with patch.object(store_writer, "replace_file", swapped):
        done = home.call("stores", "patch", str(out), "--yes")
    assert (done.status, said(home)) == (5, [left, f"{SAID_TWICE}- other\n"])
    place = home.folder / "one" / "AGENTS.md"
    told = f"others wrote there meanwhile, or it cannot be written: {place}."
    assert (told in done.err, "nothing was written" in done.err) == (is_told, not is_told)
    assert "cut off" not in home.call("status").err


def test_a_store_that_is_named_no_more_is_not_written_by_undo(home: Home, out: Path) -> None:
    home.call("stores", "patch", str(out / "one"), "--yes")
    home.call("stores", "remove", "one")
    done = home.call("undo")
    assert (done.status, said(home)) == (5, [MARKED, SAID_TWICE])
    assert "your settings name no store there any more; nothing was taken back." in done.err
    home.call("stores", "add", str(home.folder / "one"))
    assert (home.call("undo").status, said(home)) == (0, [SAID_TWICE, SAID_TWICE])
