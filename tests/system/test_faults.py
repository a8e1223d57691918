"""Faults of disk, clock, ledger and index under a daemon: told, harmless, and gone when over."""

import errno
import json
import os
import resource
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.folders import files_in
from tests.system.daemons import (
    Seen,
    Watched,
    eventually,
    watching,
    watching_here,
    with_settings,
)
from tests.system.vaults import Vault

FEE, RAISED = "The fee is 40 euros.\n", "The fee is 50 euros.\n"
MEMORY = "---\nid: mem_fee\n---\nThe fee is 40 euros, says [[Fair]].\n"
DAY_S = 86_400


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    made = Vault(tmp_path / "vault", tmp_path / "state")
    made.folder.mkdir()
    with_settings(made)
    made.write("Fair.md", FEE)
    made.write("Garden.md", "The roses are cut in March.\n")
    made.write("Memories/fee.md", MEMORY)
    return made


@contextmanager
def faulty(vault: Vault, **environment: str) -> Iterator[Watched]:
    """Run a daemon that faults can be brought to, and that tries again soon."""
    with watching(vault, wait=True, **faults_of(vault), **environment) as watched:
        yield watched


def faults_of(vault: Vault) -> dict[str, str]:
    """Return what has a process meet the faults that are brought."""
    folder = str(Path(__file__).with_name("faults"))
    return {"PYTHONPATH": folder, "FAULTS": str(vault.state.with_name("faults.json"))}


def bring(vault: Vault, **faults: object) -> None:
    draft = vault.state.with_name("faults.draft")
    draft.write_text(json.dumps(faults))
    draft.replace(vault.state.with_name("faults.json"))


def is_flagged(vault: Vault) -> bool:
    return "\ndrift:" in vault.read("Memories/fee.md")


def said(watched: Seen, words: str) -> Callable[[], bool]:
    return lambda: words in " ".join(watched.said)


def trouble(vault: Vault, *, is_faulty: bool = False) -> str:
    """Return what `status` says is wrong; it may meet the faults too."""
    done = vault.run("status", **faults_of(vault)) if is_faulty else vault.call("status")
    return done.err if done.status else ""


def allow_bytes(watched: Watched, most: int) -> None:
    """Let the daemon write no file beyond a size, as a disk that is full: EFBIG."""
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.prlimit(watched.process.pid, resource.RLIMIT_FSIZE, (most, hard))


def test_a_full_disk_under_the_state_folder(vault: Vault) -> None:
    with faulty(vault) as watched:
        allow_bytes(watched, 4096)
        vault.write("Fair.md", RAISED)
        eventually(said(watched, "cannot be used"), "the log tells")
        eventually(lambda: "ledger" in trouble(vault), "status tells")
        assert not is_flagged(vault)
        allow_bytes(watched, resource.RLIM_INFINITY)
        eventually(lambda: is_flagged(vault), "it heals")
        eventually(lambda: not trouble(vault), "status is content again")


def test_where_files_may_not_grow_no_ledger_is_called_damaged(vault: Vault) -> None:
    vault.call("scan")
    vault.write("Fair.md", RAISED)
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))
    try:
        refused = vault.call("scan")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    assert refused.status == 1
    assert "--restore-ledger" not in refused.err
    assert "`ulimit -f`" in refused.err
    assert vault.call("scan").status == 0


def test_on_a_full_disk_what_reads_goes_on_reading(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault.call("scan")
    (ledger,) = vault.state.rglob("ledger.sqlite")
    held = ledger.read_bytes()
    vault.write("Fair.md", RAISED)
    full = shutil.disk_usage(vault.state)._replace(free=0)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: full)
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))
    try:
        checks = vault.call("doctor", "--json").rows
        told = [
            vault.call(*words)
            for words in (
                ("memory", "list"),
                ("memory", "show", "mem_fee"),
                ("memory", "search", "fee"),
                ("recall", "fee"),
                ("context", "the fee of the fair"),
                ("status",),
            )
        ]
        refused = vault.call("scan")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    assert {one["name"] for one in checks if one["outcome"] == "bad"} == {"disk"}
    assert {"clock", "model", "ledger", "index"} <= {one["name"] for one in checks}
    assert [one.status for one in told] == [0] * len(told)
    assert all("fee" in one.out.casefold() for one in told[:-1])
    assert ["disk is full" in one.out + one.err for one in told] == [True, False] + [True] * 4
    assert (refused.status, "disk is full" in refused.err) == (1, True)
    assert (ledger.read_bytes(), is_flagged(vault)) == (held, False)
    assert (vault.call("scan").status, is_flagged(vault)) == (0, True)


def test_a_full_disk_under_the_vault(vault: Vault) -> None:
    sync = os.fsync

    def full(handle: int) -> None:
        if str(Path(f"/proc/self/fd/{handle}").readlink()).startswith(str(vault.folder)):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        sync(handle)

    with watching_here(vault) as watched:
        with patch.object(os, "fsync", full):
            vault.write("Fair.md", RAISED)
            eventually(said(watched, "The disk is full"), "the log tells")
            assert "The disk is full" in trouble(vault)
            assert vault.read("Memories/fee.md") == MEMORY
        eventually(lambda: is_flagged(vault), "it heals")


@pytest.mark.parametrize("what", ["the folder", "the note"])
def test_a_memory_that_cannot_be_written(vault: Vault, what: str) -> None:
    place = vault.folder / "Memories" / ("fee.md" if what == "the note" else "")
    before = place.stat().st_mode
    # Of a note `access` is asked, which tells what a process may have: one of its own has less.
    with faulty(vault) if what == "the note" else watching_here(vault) as watched:
        place.chmod(before & ~0o222)
        vault.write("Fair.md", RAISED)
        eventually(said(watched, "Memories/fee.md"), "the log names it")
        assert "Memories/fee.md" in trouble(vault)
        eventually(lambda: "40" in watched.report(), "the report tells")
        assert vault.read("Memories/fee.md") == MEMORY
        place.chmod(before)
        eventually(lambda: is_flagged(vault), "it heals")


def test_a_write_journal_that_cannot_be_written(vault: Vault) -> None:
    with watching_here(vault) as watched:
        watched.places.journal.mkdir(exist_ok=True)
        watched.places.journal.chmod(0o500)
        vault.write("Fair.md", RAISED)
        eventually(said(watched, "Memories/fee.md"), "the log names it")
        assert "Memories/fee.md" in trouble(vault)
        assert vault.read("Memories/fee.md") == MEMORY
        watched.places.journal.chmod(0o700)
        eventually(lambda: is_flagged(vault), "it heals")


def test_a_clock_that_goes_back_a_day(vault: Vault) -> None:
    with_settings(vault, '[schedule]\nreconcile = "1s"\n')
    with faulty(vault) as watched:
        vault.write("Fair.md", RAISED)
        eventually(lambda: is_flagged(vault), "the flag")
        bring(vault, clock_s=-DAY_S)
        vault.write("Fair.md", FEE)
        eventually(lambda: not is_flagged(vault), "the flag's end")
        (vault.folder / "Garden.md").unlink()
        last = watched.state["last_reconcile_at"]
        eventually(lambda: watched.state["last_reconcile_at"] != last, "the schedule goes on")
        eventually(said(watched, "the clock went back"), "the log tells")
        vault.write("Fair.md", RAISED)
        eventually(lambda: is_flagged(vault), "the flag again")
        first, second = sorted(
            vault.call("findings", "--all", "--json").rows, key=lambda one: one["status"]
        )
        assert (first["status"], second["status"]) == ("open", "resolved")
        assert trouble(vault, is_faulty=True) == ""
        assert watched.process.poll() is None


def test_a_ledger_that_is_locked_for_long(vault: Vault) -> None:
    with watching_here(vault) as watched:
        with closing(sqlite3.connect(watched.places.ledger, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            vault.write("Fair.md", RAISED)
            eventually(
                lambda: "locked" in watched.state.get("last_error", ""), "the heartbeat tells"
            )
            assert "locked" in trouble(vault)
            other.execute("ROLLBACK")
        eventually(lambda: is_flagged(vault), "it heals")
        eventually(lambda: not trouble(vault), "status is content again")


def test_a_ledger_that_is_garbled(vault: Vault) -> None:
    with watching_here(vault) as watched:
        vault.write("Fair.md", RAISED)
        eventually(lambda: is_flagged(vault), "the flag")
        eventually(watched.is_at_rest, "rest")
        good = vault.state / "good.sqlite"
        with closing(sqlite3.connect(watched.places.ledger)) as now:
            now.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # else its log would heal it
        shutil.copy(watched.places.ledger, good)
        flagged = vault.read("Memories/fee.md")
        garbled = b"no ledger at all" * 4096
        watched.places.ledger.write_bytes(garbled)
        vault.write("Fair.md", FEE)
        eventually(said(watched, "The ledger"), "the log tells")
        assert "ledger" in trouble(vault)
        assert watched.places.ledger.read_bytes() == garbled
        assert vault.read("Memories/fee.md") == flagged
        for ending in ("-wal", "-shm"):
            watched.places.ledger.with_name(f"ledger.sqlite{ending}").unlink(missing_ok=True)
        good.replace(watched.places.ledger)
        eventually(lambda: not is_flagged(vault), "it heals")
        eventually(lambda: not trouble(vault), "status is content again")


@pytest.mark.parametrize("harm", ["manifests cut", "data zeroed"])
def test_an_index_that_is_garbled(
    vault: Vault, harm: str, caplog: pytest.LogCaptureFixture
) -> None:
    with watching_here(vault) as watched:
        for file, data in files_in(watched.places.index).items():
            if file.suffix == (".manifest" if harm == "manifests cut" else ".lance"):
                file.write_bytes(b"" if harm == "manifests cut" else bytes(len(data)))
        vault.write("Garden.md", "The roses are cut in April.\n")
        eventually(lambda: "April" in found(vault, "roses April"), "the edit is found")
        said = " ".join([*watched.said, caplog.text])  # whichever met it first, daemon or search
        assert "set aside an index that does not read" in said or "the index is gone" in said
        assert "40 euros" in found(vault, "fee euros")


def found(vault: Vault, words: str) -> str:
    return " ".join(row["text"] for row in vault.call("memory", "search", words, "--json").rows)


def test_a_settings_folder_that_became_a_file(
    vault: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "own" / "vaultwatch" / "config.toml"
    own.parent.mkdir(parents=True)
    own.write_text('[index]\nembedder = "hash"\n[watch]\nquiet_s = 0.2\n')
    folder, away = vault.folder / ".vaultwatch", tmp_path / "away"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "own"))
    with watching_here(vault) as watched:
        folder.rename(away)
        folder.write_text("not a folder")
        vault.write("Fair.md", RAISED)
        eventually(lambda: is_flagged(vault), "edits are still looked at")
        eventually(lambda: "Not a directory" in " ".join(watched.said), "it says what is wrong")
        folder.unlink()
        away.rename(folder)
        vault.write("Fair.md", FEE)
        eventually(lambda: not is_flagged(vault), "it goes on")
        vault.write(".vaultwatch/requests/one.json", '{"verb": "report"}')
        answer = folder / "requests" / "one.answer.json"
        eventually(lambda: answer.exists() and "done" in answer.read_text(), "an answer")


def test_a_state_folder_that_is_deleted(vault: Vault) -> None:
    with faulty(vault) as watched:
        # In one step: the heartbeat is written at any moment.
        watched.places.state.rename(vault.state / "gone")
        shutil.rmtree(vault.state / "gone")
        vault.write("Fair.md", RAISED)
        eventually(lambda: is_flagged(vault), "it begins anew")
        eventually(said(watched, "beginning anew"), "it takes the lock of the new folder")
        eventually(watched.is_ready, "it is ready again")
        assert watched.process.poll() is None
        assert watched.places.ledger.exists()
        assert watched.indexed() == {"Fair.md", "Garden.md", "Memories/fee.md"}


def test_two_daemons_and_a_command_at_once(vault: Vault) -> None:
    assert vault.call("scan").status == 0
    both = [vault.start("run") for _ in range(2)]
    index = vault.start("setup", "index")
    vault.write("Fair.md", RAISED)
    try:
        eventually(lambda: is_flagged(vault), "the flag")
        eventually(lambda: any(one.poll() is not None for one in both), "one gives way")
        _, err = index.communicate(timeout=60)
        assert index.returncode == 0, err
    finally:
        for one in both:
            one.terminate()
            one.communicate()
    assert sorted(one.returncode for one in both) == [0, 6]
