"""What reading and writing a vault does on a real disk, and what it refuses."""

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from vaultwatch.adapters.files.vault_files import VaultFiles
from vaultwatch.adapters.files.vault_survey import folds_case
from vaultwatch.adapters.files.write_journal import WriteJournal
from vaultwatch.adapters.machine.clock import FixedClock
from vaultwatch.errors import (
    NoteChangedError,
    NoteUnreadableError,
    NotThereError,
    OutsideVaultError,
    RefusedError,
)

NOW = datetime(2026, 5, 4, tzinfo=UTC)
FULL_DISK = """
import resource, sys
from pathlib import Path
from vaultwatch.adapters.machine.clock import SystemClock
from vaultwatch.adapters.files.vault_files import VaultFiles
from vaultwatch.adapters.files.write_journal import WriteJournal
from vaultwatch.errors import RefusedError
root = Path(sys.argv[1])
files = VaultFiles(root / "vault", journal=WriteJournal(root / "j", clock=SystemClock()))
resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))
try:
    files.replace_note("a.md", seen=b"old", new=b"x" * 9000)
except RefusedError as error:
    print(error)
"""


def names_in(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


@pytest.fixture
def journal(tmp_path: Path) -> WriteJournal:
    return WriteJournal(tmp_path / "j", clock=FixedClock(NOW))


@pytest.fixture
def files(vault: Path, journal: WriteJournal) -> VaultFiles:
    return VaultFiles(vault, journal=journal, ignore=["Old/**"], max_note_bytes=1000)


def test_a_survey_leaves_out_what_is_hidden_ignored_or_elsewhere(
    vault: Path, files: VaultFiles, tmp_path: Path
) -> None:
    for name in ("a.md", "b/c.MD", "b/x.png", ".obsidian/n.md", ".h.md", "Old/o.md"):
        (vault / name).parent.mkdir(exist_ok=True)
        (vault / name).write_bytes(b"x")
    (vault / "loop").symlink_to(vault)
    (tmp_path / "secret").write_bytes(b"x")
    (vault / "out.md").symlink_to(tmp_path / "secret")
    survey = files.survey()
    assert set(survey.notes) == {"a.md", "b/c.MD"}
    assert survey.attachments == ("b/x.png",)
    assert [path for path, _ in survey.skipped] == ["loop", "out.md"]


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("Router password Tul1p" + "field.md", "Router password [secret: password].md"),
        ("Wifi password - Tul1p" + "field.md", "Wifi password - [secret: password].md"),
        ("b/gh" + "p_" + "a1B2" * 9 + "/plan.md", "b/[secret: GitHub token]"),
        ("key gh" + "p_" + "a1B2" * 9 + ".png", "key [secret: GitHub token].png"),
        (
            "password Tul1p" + "field (conflicted copy 2026-05-04).md",
            "password [secret: password] (conflicted copy 2026-05-04).md",
        ),
    ],
)
def test_what_has_a_secret_for_a_name_is_left_out_and_named_without_it(
    files: VaultFiles, vault: Path, path: str, shown: str
) -> None:
    (vault / path).parent.mkdir(exist_ok=True, parents=True)
    (vault / path).write_bytes(b"x")
    why = "its name holds what looks like a secret: give it another"
    survey = files.survey()
    assert (dict(survey.notes), survey.attachments, survey.conflicts) == ({}, (), ())
    assert survey.skipped == ((shown, why),)
    assert files.look_at([path]).skipped == ((shown, why),)


@pytest.mark.parametrize(
    "name",
    [
        *("Passwords.md", "Password - 2024 review.md", "Password policy v2.md", "PIN pad 2.md"),
        *("Token - OAuth2.md", "2024-10-01 Key results Q3.md", "API keys 2026.md"),
        "1EpVTxXgRNgYfoSA2J8Oi-csjhFKqFm5DT542vIlahpU.md",
        "Meeting notes 3b18e512dba79e4c8300dd08aeb37f8e.md",
    ],
)
def test_a_note_about_secrets_is_a_note(files: VaultFiles, vault: Path, name: str) -> None:
    (vault / name).write_bytes(b"x")
    assert list(files.survey().notes) == [name]


CONFLICT = "b/c (conflicted copy 2026-05-04).md"
ASKED_FOR = {
    "a.md": "note",
    "b/c.MD": "note",
    "near.md": "note",
    "both.md": "note",
    CONFLICT: "conflict",
    "loop": "skipped",
    "out.md": "skipped",
    "circle.md": "skipped",
    "dead.md": "skipped",
    "pipe.md": "skipped",
    "back\\slash.md": "skipped",
    "away.md": "skipped",
    os.fsdecode(b"b/\xff.md"): "skipped",
    "gone.md": "gone",
    "gone/gone.md": "gone",
    "a.md/b.md": "gone",
    ".h.md": "gone",
    ".obsidian/n.md": "gone",
    "Old/o.md": "gone",
    "b": "gone",
    "b/x.png": "gone",
    "4913": "gone",
}
"""Paths, and what a look at each finds."""


@pytest.fixture
def messy(vault: Path, tmp_path: Path) -> Path:
    for path, found in ASKED_FOR.items():
        if found in {"note", "conflict"} or path in {".h.md", ".obsidian/n.md", "Old/o.md"}:
            (vault / path).parent.mkdir(exist_ok=True)
            (vault / path).write_bytes(b"x")
    for path in ("b/x.png", "4913", "back\\slash.md", os.fsdecode(b"b/\xff.md")):
        (vault / path).write_bytes(b"x")
    for path in (".away.md.icloud", ".both.md.icloud", "Old/.away.md.icloud"):
        (vault / path).write_bytes(b"")
    (tmp_path / "secret").write_bytes(b"x")
    links = {"loop": ".", "out.md": "../secret", "circle.md": "circle.md", "dead.md": "0"}
    for path, target in links.items():
        (vault / path).symlink_to(target)
    (vault / "near.md").unlink()
    (vault / "near.md").symlink_to("a.md")
    os.mkfifo(vault / "pipe.md")
    return vault


@pytest.mark.usefixtures("messy")
def test_a_look_at_one_path_finds_what_a_survey_finds(files: VaultFiles) -> None:
    whole = files.survey()
    assert whole.attachments == ("b/x.png",)
    for path, found in ASKED_FOR.items():
        shown = path.encode("utf-8", "backslashreplace").decode()
        seen = files.look_at([path])
        skipped = [one for one, _ in seen.skipped]
        assert seen.attachments == ()
        assert list(seen.notes) == ([path] if found == "note" else []), path
        assert seen.conflicts == ((path,) if found == "conflict" else ()), path
        assert skipped == ([shown] if found == "skipped" else []), path
        assert {one: whole.notes[one] for one in seen.notes} == seen.notes
        assert (shown in [one for one, _ in whole.skipped]) == (found == "skipped"), path
    assert set(whole.notes) == {path for path, found in ASKED_FOR.items() if found == "note"}
    assert "Old/away.md" not in [one for one, _ in whole.skipped]
    assert whole.conflicts == (CONFLICT,)


@pytest.mark.usefixtures("messy")
def test_a_look_at_all_paths_is_a_survey_without_attachments(files: VaultFiles) -> None:
    whole = files.survey()
    asked = files.look_at(ASKED_FOR)
    assert (asked.notes, asked.conflicts) == (whole.notes, whole.conflicts)
    assert [path for path, _ in asked.skipped] == [path for path, _ in whole.skipped]
    assert files.look_at([""]) == replace(whole, attachments=())


def test_a_note_below_a_link_to_a_folder_is_left_out(vault: Path, files: VaultFiles) -> None:
    (vault / "b").mkdir()
    (vault / "b" / "c.md").write_bytes(b"x")
    (vault / "l").symlink_to("b")
    assert [path for path, _ in files.look_at(["l/c.md"]).skipped] == ["l"]


@pytest.mark.parametrize("path", ["../x.md", "/etc/x.md", "a//b.md", "./a.md", "a\0b.md"])
def test_a_path_out_of_the_vault_is_not_looked_at(files: VaultFiles, path: str) -> None:
    survey = files.look_at([path])
    assert [one for one, _ in survey.skipped] == [path]
    assert not survey.notes


@pytest.mark.parametrize(
    ("code", "skipped"),
    [(errno.EACCES, ["b/c.md"]), (errno.EIO, ["b/c.md"]), (errno.ENOENT, []), (errno.ENOTDIR, [])],
)
def test_only_what_is_not_there_is_gone(
    vault: Path, files: VaultFiles, monkeypatch: pytest.MonkeyPatch, code: int, skipped: list[str]
) -> None:
    (vault / "b").mkdir()
    real = Path.lstat

    def lstat(self: Path) -> os.stat_result:
        if self.name == "c.md":
            raise OSError(code, os.strerror(code))
        return real(self)

    monkeypatch.setattr(Path, "lstat", lstat)
    assert [path for path, _ in files.look_at(["b/c.md"]).skipped] == skipped


@pytest.mark.parametrize(
    "ask",
    [
        pytest.param(lambda files: files.survey(), id="survey"),
        pytest.param(lambda files: files.look_at(["a.md"]), id="look at"),
        pytest.param(lambda files: files.holds_any_note(), id="any note"),
    ],
)
def test_a_vault_that_is_gone_or_unreadable_is_no_empty_vault(
    vault: Path,
    files: VaultFiles,
    monkeypatch: pytest.MonkeyPatch,
    ask: Callable[[VaultFiles], object],
) -> None:

    def scandir(_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr(os, "scandir", scandir)
        with pytest.raises(NotThereError, match="cannot be read"):
            ask(files)
    vault.rmdir()
    with pytest.raises(NotThereError, match="no vault"):
        ask(files)


@pytest.mark.parametrize(
    ("names", "is_any"),
    [
        ([], False),
        (["b/c/d.md"], True),
        (["drift-report.md", ".h.md", ".trash/a.md", "Old/o.md", "x.png", CONFLICT], False),
        (["drift-report.md", "b/drift-report.md"], True),
    ],
)
def test_a_vault_holds_a_note_or_none(
    vault: Path, files: VaultFiles, names: list[str], *, is_any: bool
) -> None:
    for name in names:
        (vault / name).parent.mkdir(parents=True, exist_ok=True)
        (vault / name).write_bytes(b"x")
    assert files.holds_any_note(except_for="drift-report.md") == is_any


class Folding(VaultFiles):
    """A vault on a disk that takes two spellings for one name."""

    folds_case = True


@pytest.mark.parametrize("asked", [["A.md"], ["a.md"], ["A.md", "a.md"]])
def test_a_name_whose_case_changed_comes_as_it_is_written_and_once(
    vault: Path, journal: WriteJournal, asked: list[str]
) -> None:
    for name in ("b/A.md", "b/other.md", "b/x.png"):
        (vault / name).parent.mkdir(exist_ok=True)
        (vault / name).write_bytes(b"x")
    (vault / "b" / "loop").symlink_to("loop")
    survey = Folding(vault, journal=journal).look_at([f"B/{name}" for name in asked])
    assert list(survey.notes) == ["b/A.md"]
    assert not survey.attachments
    assert not survey.skipped


def test_on_a_disk_that_folds_case_what_hides_a_path_is_told(
    vault: Path, journal: WriteJournal
) -> None:
    (vault / "L").symlink_to(vault)
    survey = Folding(vault, journal=journal).look_at(["l/a.md", "gone.md"])
    assert [path for path, _ in survey.skipped] == ["L"]


def test_whether_a_disk_folds_case_is_asked_of_what_stands_there(
    vault: Path, files: VaultFiles
) -> None:
    def folding(path: str) -> os.stat_result:
        file = Path(path)
        (found,) = [one for one in file.parent.iterdir() if one.name.lower() == file.name.lower()]
        return found.stat()

    assert folds_case(vault, lstat=folding)  # of the vault's own name
    (vault / "1").write_bytes(b"")
    (vault / "aB.md").write_bytes(b"")
    assert folds_case(vault, lstat=folding)
    (vault / "Ab.MD").hardlink_to(vault / "aB.md")
    assert not folds_case(vault)
    assert not folds_case(vault / "nowhere")
    assert files.folds_case == (vault / "AB.md").exists()


def test_a_write_keeps_mode_and_line_endings_and_follows_a_link(
    vault: Path, files: VaultFiles
) -> None:
    (vault / "a.md").write_bytes(b"old\r\n")
    (vault / "a.md").chmod(0o640)
    (vault / "l.md").symlink_to("a.md")
    assert files.replace_note("l.md", seen=b"old\r\n", new=b"new\r\n")
    assert not files.replace_note("l.md", seen=b"new\r\n", new=b"new\r\n")
    assert (vault / "l.md").is_symlink()
    assert (vault / "a.md").read_bytes() == b"new\r\n"
    assert (vault / "a.md").stat().st_mode & 0o777 == 0o640
    assert names_in(vault) == ["a.md", "l.md"]


@pytest.mark.parametrize("seen", [b"other", None], ids=["changed", "there already"])
def test_an_edit_of_a_person_wins(vault: Path, files: VaultFiles, seen: bytes | None) -> None:
    (vault / "a.md").write_bytes(b"mine")
    with pytest.raises(NoteChangedError):
        files.replace_note("a.md", seen=seen, new=b"new")
    assert (vault / "a.md").read_bytes() == b"mine"


@pytest.mark.parametrize(
    "path", ["/etc/x", "../x", "a/../../x", "a\\..\\x", "a\0b", "", "out/x.md"]
)
def test_a_path_out_of_the_vault_is_refused(vault: Path, files: VaultFiles, path: str) -> None:
    (vault / "out").symlink_to(vault.parent)
    with pytest.raises(OutsideVaultError):
        files.replace_note(path, seen=None, new=b"x")


def test_a_name_that_differs_only_in_case_is_refused(vault: Path, files: VaultFiles) -> None:
    (vault / "A.md").write_bytes(b"x")
    with pytest.raises(RefusedError):
        files.replace_note("a.md", seen=None, new=b"x")


def test_nothing_comes_back_beside_a_name_that_differs_only_in_case(
    vault: Path, files: VaultFiles
) -> None:
    (vault / "a.md").write_bytes(b"x")
    place = files.trash("a.md", seen=b"x")
    (vault / "A.md").write_bytes(b"y")
    with pytest.raises(RefusedError):
        files.bring_back(place, "a.md")
    assert (vault / place).read_bytes() == b"x"


def test_what_comes_back_out_of_the_trash_leaves_no_empty_folder(
    vault: Path, files: VaultFiles
) -> None:
    (vault / "M").mkdir()
    (vault / "M" / "a.md").write_bytes(b"x")
    (vault / "b.md").write_bytes(b"y")
    deep, flat = files.trash("M/a.md", seen=b"x"), files.trash("b.md", seen=b"y")
    files.bring_back(deep, "M/a.md")
    assert sorted(one.name for one in (vault / ".trash").iterdir()) == ["b.md"]
    files.bring_back(flat, "b.md")
    assert not (vault / ".trash").exists()


@pytest.mark.parametrize("data", [b"a\0b", b"x" * 1001, None], ids=["binary", "large", "gone"])
def test_what_is_no_note_is_not_read(vault: Path, files: VaultFiles, data: bytes | None) -> None:
    if data is not None:
        (vault / "a.md").write_bytes(data)
    with pytest.raises(NoteUnreadableError):
        files.read("a.md")


def test_a_full_disk_leaves_the_note_intact(vault: Path) -> None:
    (vault / "a.md").write_bytes(b"old")
    done = subprocess.run(  # noqa: S603 -- our own interpreter
        [sys.executable, "-c", FULL_DISK, str(vault.parent)], capture_output=True, check=True
    )
    assert b"disk is full" in done.stdout
    assert (vault / "a.md").read_bytes() == b"old"
    assert names_in(vault) == ["a.md"]


def test_the_trash_numbers_what_would_clash(vault: Path, files: VaultFiles) -> None:
    places = []
    for text in (b"1", b"2"):
        (vault / "a.md").write_bytes(text)
        places.append(files.trash("a.md", seen=text))
    assert places == [".trash/a.md", ".trash/a 1.md"]
    assert [(vault / place).read_bytes() for place in places] == [b"1", b"2"]


def test_a_sweep_takes_only_old_files_of_ours(vault: Path, files: VaultFiles) -> None:
    names = [f".vaultwatch-{'a' * 16}.tmp", ".vaultwatch-mine.tmp", "a.tmp"]
    for name in names:
        (vault / name).write_bytes(b"")
        os.utime(vault / name, (0, 0))
    assert files.sweep(now=NOW) == 1
    assert names_in(vault) == sorted(names[1:])
