"""What taking a run back restores, and what it leaves alone."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from vaultwatch.adapters.files.vault_files import VaultFiles
from vaultwatch.adapters.files.write_journal import UNDOING, SettledBefore, WriteJournal
from vaultwatch.adapters.machine.clock import FixedClock
from vaultwatch.errors import NoteChangedError, NotThereError, RefusedError

Pair = tuple[WriteJournal, VaultFiles, Path]


@pytest.fixture
def pair(tmp_path: Path) -> Pair:
    vault = tmp_path / "vault"
    vault.mkdir()
    clock = FixedClock(datetime(2026, 5, 4, tzinfo=UTC))
    journal = WriteJournal(tmp_path / "j", clock=clock, keep_runs=3)
    for name in ("a.md", "t.md"):
        (vault / name).write_bytes(b"0")
    return journal, VaultFiles(vault, journal=journal), vault


def write_all(journal: WriteJournal, files: VaultFiles) -> None:
    with journal.run("scan"):
        files.replace_note("a.md", seen=b"0", new=b"1")
        files.replace_note("a.md", seen=b"1", new=b"2")
        files.replace_note("new.md", seen=None, new=b"n")
        files.trash("t.md", seen=b"0")


def test_a_run_is_taken_back_whole_after_a_rehearsal(pair: Pair) -> None:
    journal, files, vault = pair
    write_all(journal, files)
    planned = journal.undo(files, dry_run=True)
    assert (vault / "a.md").read_bytes() == b"2"
    done = journal.undo(files, dry_run=False)
    assert done == planned
    assert done.restored == ("t.md", "new.md", "a.md")
    assert (vault / "a.md").read_bytes() == (vault / "t.md").read_bytes() == b"0"
    assert not (vault / "new.md").exists()
    with pytest.raises(NotThereError):
        journal.undo(files, dry_run=False)


def test_a_later_edit_wins_and_the_kept_copy_is_named(pair: Pair) -> None:
    journal, files, vault = pair
    files.replace_note("a.md", seen=b"0", new=b"1")
    (vault / "a.md").write_bytes(b"mine")
    ((path, reason),) = journal.undo(files, dry_run=False).refused
    assert path == "a.md"
    assert "0.bak" in reason
    assert (vault / "a.md").read_bytes() == b"mine"


def test_a_copy_that_is_damaged_is_not_put_back(pair: Pair, tmp_path: Path) -> None:
    journal, files, vault = pair
    files.replace_note("a.md", seen=b"0", new=b"1")
    (copy,) = (tmp_path / "j").glob("*/0.bak")
    copy.write_bytes(b"x")
    ((_, reason),) = journal.undo(files, dry_run=False).refused
    assert "damaged" in reason
    assert (vault / "a.md").read_bytes() == b"1"


def test_what_a_run_is_and_its_first_write_reach_the_disk_at_once(
    pair: Pair, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, _, _ = pair
    synced: list[int] = []
    monkeypatch.setattr("os.fsync", synced.append)
    with journal.run("scan") as run:
        run.intend("new.md", before=None, after=b"n")
        (lines,) = (tmp_path / "j").glob("*/run.jsonl")
        assert len(lines.read_bytes().splitlines()) == 2
        assert len(synced) == 3, "the lines, their folder, and the folder of all runs"
        run.intend("a.md", before=None, after=b"1")
        assert len(synced) == 4


def test_a_kill_before_or_after_the_swap_can_be_undone(pair: Pair) -> None:
    journal, files, vault = pair
    with journal.run("scan") as run:
        run.intend("a.md", before=b"0", after=b"1")
        run.intend("t.md", before=b"0", after=b"1")
        (vault / "a.md").write_bytes(b"1")
    assert journal.undo(files, dry_run=False).restored == ("a.md",)
    assert (vault / "a.md").read_bytes() == b"0"


def test_a_run_that_wrote_nothing_leaves_no_trace(pair: Pair, tmp_path: Path) -> None:
    journal, files, _ = pair
    with journal.run("scan"):
        files.replace_note("a.md", seen=b"0", new=b"0")
    assert journal.last() is None
    assert not (tmp_path / "j").exists()


def test_copies_are_private_and_old_runs_go(pair: Pair, tmp_path: Path) -> None:
    _, files, _ = pair
    for number in range(5):
        files.replace_note("a.md", seen=b"%d" % number, new=b"%d" % (number + 1))
    runs = sorted((tmp_path / "j").iterdir())
    assert len(runs) == 3
    assert runs[0].stat().st_mode & 0o777 == 0o700
    assert (runs[0] / "0.bak").stat().st_mode & 0o777 == 0o600


def test_the_report_is_no_step_and_pushes_none_out(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "a.md").write_bytes(b"0")
    clock = FixedClock(datetime(2026, 5, 4, tzinfo=UTC))
    journal = WriteJournal(tmp_path / "j", clock=clock, rewritten=["r.md"], keep_runs=2)
    files = VaultFiles(vault, journal=journal)
    with journal.run("memory edit"):
        files.replace_note("a.md", seen=b"0", new=b"1")
        files.replace_note("r.md", seen=None, new=b"0")
    for number in range(5):
        files.replace_note("r.md", seen=b"%d" % number, new=b"%d" % (number + 1))
    assert len(list((tmp_path / "j").iterdir())) == 3
    assert journal.undo(files, dry_run=False).restored == ("a.md",)
    assert (vault / "r.md").read_bytes() == b"5"
    assert journal.last() is None


def test_what_a_run_settled_is_told_and_what_undo_wrote_is_no_step(pair: Pair) -> None:
    journal, files, _ = pair
    was = SettledBefore("abc", "open", "", "", "")
    with journal.run("finding dismissed") as run:
        run.settled(was)
    with journal.run(UNDOING):
        files.replace_note("a.md", seen=b"0", new=b"1")
    last = journal.last()
    assert last is not None
    assert (last.what, last.paths, last.settled) == ("finding dismissed", (), (was,))


def test_what_was_written_over_at_a_path_is_told_newest_first(pair: Pair) -> None:
    journal, files, _ = pair
    write_all(journal, files)
    files.replace_note("a.md", seen=b"2", new=b"3")
    assert list(journal.replaced("a.md")) == [b"2", b"1", b"0"]
    assert list(journal.replaced("nowhere.md")) == list(journal.replaced("new.md")) == []


def test_a_new_name_is_taken_over_nothing_and_given_back(pair: Pair) -> None:
    journal, files, vault = pair
    (vault / "a.md").write_bytes(b"0")
    (vault / "taken.md").write_bytes(b"mine")
    with pytest.raises(NoteChangedError):
        files.move_note("a.md", "taken.md", seen=b"0")
    with pytest.raises(NoteChangedError):
        files.move_note("a.md", "b.md", seen=b"other")
    with pytest.raises(RefusedError):
        files.move_note("a.md", "A.md", seen=b"0")
    assert journal.last() is None
    with journal.run("rename"):
        files.replace_note("a.md", seen=b"0", new=b"1")
        files.move_note("a.md", "b.md", seen=b"1")
        files.replace_note("b.md", seen=b"1", new=b"2")
    for dry_run in (True, False):
        assert set(journal.undo(files, dry_run=dry_run).restored) == {"a.md", "b.md"}
    assert (vault / "a.md").read_bytes() == b"0"
    assert not (vault / "b.md").exists()
    assert (vault / "taken.md").read_bytes() == b"mine"


def test_a_renamed_note_that_was_edited_since_keeps_name_and_words(pair: Pair) -> None:
    journal, files, vault = pair
    (vault / "a.md").write_bytes(b"0")
    files.move_note("a.md", "b.md", seen=b"0")
    (vault / "b.md").write_bytes(b"mine")
    ((path, reason),) = journal.undo(files, dry_run=False).refused
    assert (path, "no longer stands in 'b.md'" in reason) == ("a.md", True)
    assert (vault / "b.md").read_bytes() == b"mine"


def test_a_deed_in_a_look_is_a_newer_step_that_takes_the_flags_of_its_note_with_it(
    pair: Pair,
) -> None:
    journal, files, vault = pair
    with journal.run("scan"):
        with journal.step():
            files.replace_note("a.md", seen=b"0", new=b"1")
        with journal.step("a.md"), journal.run("said") as run:
            run.settled(SettledBefore("f1", "open", "", "", ""))
        with journal.step("a.md"):
            pass  # one that did nothing is no step
        for path, seen, new in (("t.md", b"0", b"flag"), ("a.md", b"1", b"flag")):
            with journal.joining(path):
                files.replace_note(path, seen=seen, new=new)
    with journal.run(UNDOING):
        assert journal.undo(files, dry_run=False).what == "said"
        assert (vault / "a.md").read_bytes() == b"1"
        files.replace_note("a.md", seen=b"1", new=b"other flag")
        files.replace_note("a.md", seen=b"other flag", new=b"third flag")
    assert [journal.undo(files, dry_run=False).what for _ in range(2)] == ["write", "scan"]
    assert (vault / "a.md").read_bytes() == (vault / "t.md").read_bytes() == b"0"


def test_no_step_of_a_long_look_is_dropped_before_it_ends(pair: Pair) -> None:
    journal, files, vault = pair
    with journal.run("scan"):
        files.replace_note("t.md", seen=b"0", new=b"1")
        for seen in range(5):
            with journal.step():
                files.replace_note("a.md", seen=b"%d" % seen, new=b"%d" % (seen + 1))
        files.replace_note("t.md", seen=b"1", new=b"2")
    for seen in (4, 3, 2):
        journal.undo(files, dry_run=False)
        assert (vault / "a.md").read_bytes() == b"%d" % seen
    with pytest.raises(NotThereError):
        journal.undo(files, dry_run=False)


def fail(pair: Pair, mine: bytes | None) -> None:
    """Write two notes as one deed that fails; a person may save one of them meanwhile."""
    journal, files, vault = pair
    with journal.run("deed"), journal.whole(files):
        files.replace_note("t.md", seen=b"0", new=b"1")
        files.replace_note("a.md", seen=b"0", new=b"1")
        if mine is not None:
            (vault / "a.md").write_bytes(mine)
        raise RefusedError("no", hint="")


def test_of_a_deed_that_failed_what_could_not_be_taken_back_stays_to_be_undone(pair: Pair) -> None:
    journal, files, vault = pair
    with pytest.raises(RefusedError):
        fail(pair, b"1 and mine")
    assert (vault / "t.md").read_bytes() == b"0"
    ((path, reason),) = journal.undo(files, dry_run=True).refused
    assert path == "a.md"
    assert "1.bak" in reason


def test_of_a_deed_that_failed_and_was_taken_back_nothing_is_kept(
    pair: Pair, tmp_path: Path
) -> None:
    with pytest.raises(RefusedError):
        fail(pair, None)
    assert [(pair[2] / name).read_bytes() for name in ("a.md", "t.md")] == [b"0", b"0"]
    assert list((tmp_path / "j").iterdir()) == []
