"""What reading and writing a vault does on a real disk, and what it refuses."""

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from vaultwatch.adapters.clock import FixedClock
from vaultwatch.adapters.vault_files import VaultFiles
from vaultwatch.adapters.write_journal import WriteJournal
from vaultwatch.errors import (
    NoteChangedError,
    NoteUnreadableError,
    OutsideVaultError,
    RefusedError,
)

NOW = datetime(2026, 5, 4, tzinfo=UTC)
FULL_DISK = """
import resource, sys
from pathlib import Path
from vaultwatch.adapters.clock import SystemClock
from vaultwatch.adapters.vault_files import VaultFiles
from vaultwatch.adapters.write_journal import WriteJournal
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
def vault(tmp_path: Path) -> Path:
    (tmp_path / "vault").mkdir()
    return tmp_path / "vault"


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
