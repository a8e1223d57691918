"""The daemon beside an editor: what a person sees in the vault, whatever happens to it."""

import os
import shutil
import signal
import socket
import sqlite3
import time
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import pytest

from tests.system.daemons import (
    PATIENCE_S,
    Watched,
    eventually,
    watching,
    watching_here,
    with_settings,
)
from tests.system.vaults import Vault
from vaultwatch.adapters.machine.clock import SystemClock
from vaultwatch.daemon import run as daemon_run
from vaultwatch.daemon.heartbeat import Heartbeat
from vaultwatch.daemon.work import Job, WorkQueue
from vaultwatch.daemon.worker import Owner, Worker
from vaultwatch.errors import RefusedError
from vaultwatch.places import Places
from vaultwatch.settings import Settings

OPEN = "# Atlas\n\nThe signing key is an open blocker for the release.\n\nMara leads the team.\n"
DONE = OPEN.replace("is an open blocker for", "was found and no longer blocks")
MEMORY = "The signing key is an open blocker in [[Atlas]].\n"


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    made = Vault(tmp_path / "vault", tmp_path / "state")
    made.folder.mkdir()
    with_settings(made)
    made.write("Atlas.md", OPEN)
    made.write("Garden.md", "# Garden\n\nThe roses are cut in March.\n")
    made.write("Memories/blocker.md", MEMORY)
    return made


def is_flagged(vault: Vault) -> bool:
    return "drift:" in vault.read("Memories/blocker.md")


def test_a_saved_note_is_compared_and_the_reader_told_within_seconds(vault: Vault) -> None:
    with watching(vault) as watched:
        assert not is_flagged(vault)
        vault.write("Atlas.md", DONE)
        eventually(lambda: is_flagged(vault), "the flag")
        eventually(lambda: " outdated**" in watched.report(), "the report")
        vault.write("Atlas.md", OPEN)
        eventually(lambda: not is_flagged(vault), "the flag's end")
        assert watched.stop() == 0


def test_in_a_terminal_what_is_found_is_named_and_no_job_is_logged(vault: Vault) -> None:
    assert vault.call("scan").status == 0
    vault.write("Atlas.md", DONE)
    ours, theirs = os.openpty()
    process = vault.start_in(theirs, "run")
    os.close(theirs)
    os.set_blocking(ours, False)
    said: list[bytes] = []

    def is_told() -> bool:
        with suppress(BlockingIOError):
            said.append(os.read(ours, 4096))
        return b"New: " in b"".join(said)

    try:
        eventually(is_told, "the finding")
    finally:
        process.kill()
        process.wait()
        os.close(ours)
    watching, new, *_ = b"".join(said).decode().splitlines()
    assert watching == f"Watching {vault.folder}; Ctrl-C ends it."
    assert new.startswith("New: The signing key is an open blocker in Atlas: ")


def test_its_own_writes_start_no_round(vault: Vault) -> None:
    with watching_here(vault) as watched:
        vault.write("Atlas.md", DONE)
        eventually(lambda: is_flagged(vault), "the flag")
        vault.write("Garden.md", "# Garden\n\nThe roses are cut in April.\n")
        eventually(lambda: len(watched.jobs("look")) >= 2, "the second look")
        eventually(watched.is_at_rest, "rest")
        # The flag and the report were written before the second look: had they been news, a third
        # would have come by now.
        assert [line.split()[-5] for line in watched.jobs("look")] == ["indexed=1", "indexed=1"]


def test_what_changed_while_it_was_down_is_looked_at_first(vault: Vault) -> None:
    with watching_here(vault):
        pass
    vault.write("Atlas.md", DONE)
    (vault.folder / "Garden.md").unlink()
    with watching_here(vault) as watched:
        assert is_flagged(vault)
        assert watched.indexed() == {"Atlas.md", "Memories/blocker.md"}


def test_a_second_one_is_told_who_watches(vault: Vault) -> None:
    with watching_here(vault):
        done = vault.run("run")
        assert done.status == 6
        assert f"process {os.getpid()}" in done.err


def test_commands_work_beside_it(vault: Vault) -> None:
    with watching_here(vault):
        added = vault.call(
            "memory", "add", "The roses are cut in March, says [[Garden]].", "--json"
        )
        assert added.status == 0, added.err
        vault.write("Garden.md", "# Garden\n\nThe roses are not cut any more.\n")
        path = added.rows[0]["path"]
        eventually(lambda: "drift" in vault.read(path), "the flag of the new memory")
        found = vault.call("findings", "--json").rows
        assert [row["memory_id"] for row in found] == [added.rows[0]["memory_id"]]
        assert vault.call("findings", "dismiss", found[0]["finding_id"]).status == 0
        assert "drift:" not in vault.read(path)
        vault.write("Atlas.md", DONE)
        eventually(lambda: is_flagged(vault), "the daemon goes on")


@pytest.mark.parametrize("how", ["moved away", "emptied", "unreadable"])
def test_a_vault_that_vanishes_loses_nothing(vault: Vault, how: str) -> None:
    away = vault.folder.with_name("elsewhere")
    with watching_here(vault) as watched:
        before = watched.digests()
        if how == "moved away":
            vault.folder.rename(away)
        elif how == "emptied":
            away.mkdir()
            for one in list(vault.folder.iterdir()):
                if one.name != ".vaultwatch":
                    one.rename(away / one.name)
        else:
            vault.folder.chmod(0)
        eventually(lambda: watched.state.get("last_error"), "it says what is wrong")
        assert watched.digests() == before
        status = vault.call("status") if how != "unreadable" else None
        assert status is None or status.status != 0
        if how == "moved away":
            away.rename(vault.folder)
        elif how == "emptied":
            for one in list(away.iterdir()):
                one.rename(vault.folder / one.name)
        else:
            vault.folder.chmod(0o700)
        vault.write("Atlas.md", DONE)
        eventually(lambda: is_flagged(vault), "it goes on when the vault is back")
        assert watched.digests().keys() == before.keys()


def test_a_renamed_note_is_followed_without_a_finding(vault: Vault) -> None:
    with watching_here(vault) as watched:
        (vault.folder / "Atlas.md").rename(vault.folder / "Atlas 2026.md")
        vault.write("Memories/blocker.md", MEMORY.replace("[[Atlas]]", "[[Atlas 2026]]"))
        eventually(lambda: "Atlas 2026.md" in watched.indexed(), "the new name")
        eventually(lambda: "Atlas.md" not in watched.indexed(), "the end of the old one")
        eventually(watched.is_at_rest, "rest")
        assert vault.call("findings", "--json").rows == []
        assert not is_flagged(vault)


@pytest.mark.parametrize("pause_s", [0.0, 0.4])
def test_an_open_finding_follows_a_rename_and_the_links_that_obsidian_rewrites(
    vault: Vault, pause_s: float
) -> None:
    with watching_here(vault) as watched:
        vault.write("Atlas.md", DONE)
        eventually(lambda: is_flagged(vault), "the flag")
        (before,) = vault.call("findings", "--json").rows
        (vault.folder / "Atlas.md").rename(vault.folder / "Titan.md")
        time.sleep(pause_s)  # as Obsidian does, for each note that links
        memory = vault.read("Memories/blocker.md").replace("[[Atlas]]", "[[Titan]]")
        vault.write("Memories/blocker.md", memory)
        eventually(lambda: "Atlas.md" not in watched.digests(), "the end of the old name")
        eventually(lambda: "[[Titan]]" in vault.read("Memories/blocker.md"), "the flag's new name")
        eventually(watched.is_at_rest, "rest")
        (after,) = vault.call("findings", "--json").rows
    assert (after["finding_id"], after["note"]) == (before["finding_id"], "Titan.md")


def test_a_note_that_cannot_be_read_for_a_while_is_caught_up_with(vault: Vault) -> None:
    with watching_here(vault) as watched:
        note = vault.folder / "Secret plan.md"
        note.touch(mode=0)
        os.chmod(note, 0)  # noqa: PTH101
        eventually(lambda: "Secret plan" in " ".join(watched.said), "the warning")
        assert "Secret plan.md" not in watched.indexed()
        note.chmod(0o600)
        eventually(lambda: "Secret plan.md" in watched.indexed(), "the next try")


def test_new_settings_count_without_a_restart(vault: Vault) -> None:
    with watching(vault) as watched:
        vault.write("Journal/day.md", "A day.\n")
        eventually(lambda: "Journal/day.md" in watched.indexed(), "the new note")
        with_settings(vault, '[vault]\nignore = ["Journal/**"]\n')
        eventually(lambda: "Journal/day.md" not in watched.indexed(), "the new setting")
        vault.write(".vaultwatch/config.toml", "[wrong]\n")
        eventually(lambda: "no such setting" in " ".join(watched.said), "the complaint")
        told = vault.call("status")
        assert told.status == 2
        assert "no such setting" in told.err
        vault.write("Atlas.md", DONE)
        eventually(lambda: is_flagged(vault), "the old settings go on")
        with_settings(vault)
        os.kill(watched.process.pid, signal.SIGHUP)
        eventually(lambda: "Journal/day.md" in watched.indexed(), "the setting is taken back")
        assert vault.call("status").status == 0
        with_settings(vault, "[report]\nflags = false\n")
        eventually(lambda: not is_flagged(vault), "flags are not wanted any more")


def test_settings_saved_while_the_watching_is_begun_anew_count(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault.write("Journal/day.md", "A day.\n")
    watch = daemon_run.Daemon._watch  # noqa: SLF001 -- nothing else hits so short a gap

    def saved_before_it_watches(daemon: daemon_run.Daemon) -> None:
        with_settings(vault, 'poll_s = 0.3\n[vault]\nignore = ["Journal/**"]\n')
        watch(daemon)

    monkeypatch.setattr(daemon_run, "ROOT_LOOK_S", 0.2)
    with watching_here(vault) as watched:
        monkeypatch.setattr(daemon_run.Daemon, "_watch", saved_before_it_watches)
        with_settings(vault, "poll_s = 0.3\n")
        eventually(lambda: "Journal/day.md" not in watched.indexed(), "the new setting")


def test_settings_that_change_together_with_a_folder_count(vault: Vault) -> None:
    with watching_here(vault) as watched:
        with_settings(vault, '[vault]\nignore = ["Journal/**"]\n')
        vault.write("Journal/day.md", "A day.\n")  # a new folder: everything is looked at
        vault.write("Last.md", "Last.\n")
        eventually(lambda: "Last.md" in watched.indexed(), "the last note")
        eventually(lambda: "Journal/day.md" not in watched.indexed(), "the new setting")


def test_settings_that_a_sync_takes_away_for_a_moment_still_hold(vault: Vault) -> None:
    vault.write("Beliefs/garden.md", "The roses are cut in March, says [[Garden]].\n")
    with_settings(vault, '[memories]\nfolder = "Beliefs"\n')
    config = vault.folder / ".vaultwatch/config.toml"
    text = config.read_text()
    with watching_here(vault) as watched:
        vault.write("Garden.md", "# Garden\n\nThe roses are cut in April.\n")
        eventually(lambda: "drift" in vault.read("Beliefs/garden.md"), "the flag")
        (finding,) = vault.call("findings", "--json").rows
        config.unlink()
        time.sleep(1)
        config.write_text(text)
        vault.write("Atlas.md", DONE)
        eventually(lambda: len(watched.jobs("look")) >= 2, "a look")
        eventually(watched.is_at_rest, "rest")
        (row,) = vault.call("findings", "--json").rows
        assert row["finding_id"] == finding["finding_id"]


def test_a_renamed_memory_keeps_its_id_and_its_finding(vault: Vault) -> None:
    with watching_here(vault) as watched:
        vault.write("Atlas.md", DONE)
        eventually(lambda: is_flagged(vault), "the flag")
        (before,) = vault.call("findings", "--json").rows
        (vault.folder / "Memories/blocker.md").rename(vault.folder / "Memories/key.md")
        eventually(lambda: "Memories/key.md" in watched.digests(), "the new name")
        eventually(lambda: "Memories/blocker.md" not in watched.digests(), "the old one's end")
        eventually(watched.is_at_rest, "rest")
        (after,) = vault.call("findings", "--json").rows
    assert (after["finding_id"], after["memory_id"]) == (before["finding_id"], before["memory_id"])
    assert "drift:" in vault.read("Memories/key.md")


def test_an_attachment_that_appears_mends_the_link_to_it(vault: Vault) -> None:
    vault.write("Memories/plan.md", "The plan is in [[plan.pdf]].\n")
    with watching_here(vault) as watched:
        assert "leads nowhere" in watched.report()
        (vault.folder / "plan.pdf").write_bytes(b"%PDF")
        eventually(lambda: "leads nowhere" not in watched.report(), "the link is mended")


def test_a_deleted_index_is_made_anew_while_it_runs(vault: Vault) -> None:
    with watching_here(vault) as watched:
        shutil.rmtree(watched.places.index)
        vault.write("Garden.md", "# Garden\n\nThe roses are cut in April.\n")
        eventually(lambda: "roses are cut in April" in found(vault), "the edit is found")
        assert "signing key" in found(vault, "signing key blocker")


def found(vault: Vault, words: str = "roses April") -> str:
    return " ".join(row["text"] for row in vault.call("memory", "search", words, "--json").rows)


def test_a_ledger_that_another_program_locks_is_waited_for(vault: Vault) -> None:
    with watching_here(vault) as watched:
        other = sqlite3.connect(watched.places.ledger, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        vault.write("Atlas.md", DONE)
        eventually(lambda: watched.state.get("last_error"), "it says what is wrong")
        other.execute("ROLLBACK")
        other.close()
        eventually(lambda: is_flagged(vault), "it goes on when the ledger is free")


def test_polling_sees_what_events_would(vault: Vault) -> None:
    with_settings(vault, 'way = "polling"\npoll_s = 0.2\n')
    with watching_here(vault) as watched:
        assert watched.state["way"] == "polling"
        vault.write("Atlas.md", DONE)
        eventually(lambda: is_flagged(vault), "the flag")
        (vault.folder / "Garden.md").rename(vault.folder / "Roses.md")
        eventually(lambda: "Roses.md" in watched.indexed(), "the new name")
        eventually(lambda: "Garden.md" not in watched.indexed(), "the end of the old one")


def test_copies_of_a_sync_and_of_the_report_are_no_notes(vault: Vault) -> None:
    with watching_here(vault) as watched:
        vault.write("Atlas.sync-conflict-20261121-101500-ABCDEFG.md", DONE)
        vault.write("Atlas (conflicted copy 2026-11-21).md", DONE)
        vault.write("Atlas.md", DONE)
        eventually(lambda: is_flagged(vault), "the flag")
        shutil.copy(vault.folder / "drift-report.md", vault.folder / "kept report.md")
        vault.write("Last.md", "Last.\n")
        eventually(lambda: "Last.md" in watched.indexed(), "the last note")
        assert watched.indexed() == {
            "Atlas.md", "Garden.md", "Last.md", "Memories/blocker.md",
        }  # fmt: skip
        assert "sync-conflict" in watched.report()


def test_it_ends_in_the_midst_of_a_first_index(vault: Vault) -> None:
    for number in range(300):
        vault.write(f"Many/{number}.md", f"# {number}\n\nSentence {number} of many words.\n" * 9)
    with watching(vault, wait=False) as watched:
        eventually(lambda: watched.state.get("doing") == "reconcile", "the first index")
        assert watched.stop() == 0
        assert len(watched.indexed()) < 303
    with watching(vault) as watched:
        assert len(watched.indexed()) == 303


def test_status_tells_of_a_running_a_stopped_and_a_killed_one(vault: Vault) -> None:
    assert not vault.call("status", "--json").rows[0]["is_running"]
    with watching_here(vault):
        running = vault.call("status", "--json")
        assert running.status == 0
        assert running.rows[0]["is_running"]
        assert running.rows[0]["daemon"]["pid"] == os.getpid()
    stopped = vault.call("status", "--json")
    assert (stopped.status, stopped.rows[0]["is_running"]) == (0, False)
    with watching(vault) as watched:
        watched.stop(signal.SIGKILL)
        killed = vault.call("status")
        assert killed.status == 1
        assert "ended without saying why" in killed.err


def test_systemd_hears_when_it_is_ready_and_that_it_lives(vault: Vault, tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(tmp_path / "notify"))
        listener.settimeout(30)
        told: list[str] = []
        with watching(
            vault, NOTIFY_SOCKET=str(tmp_path / "notify"), WATCHDOG_USEC="1500000"
        ) as watched:
            hear(listener, told, "READY=1")
            hear(listener, told, "WATCHDOG=1")
            watched.stop()
            hear(listener, told, "STOPPING=1")
    assert told.index("READY=1") < told.index("STOPPING=1")


def hear(listener: socket.socket, told: list[str], what: str) -> None:
    while what not in told:
        told.extend(listener.recv(4096).decode().splitlines())


def test_a_storm_of_events_ends_with_the_index_equal_to_the_disk(vault: Vault) -> None:
    weather(vault, 3_000)  # some 7,500 events of files; more: benchmarks/storm.py


def weather(vault: Vault, changes: int) -> None:
    """Have a daemon and a scan go through a storm; the index equals the disk behind it."""
    with watching(vault) as watched:
        scanning = vault.start("scan")
        storm(vault, changes)
        scanning.communicate(timeout=PATIENCE_S)
        eventually(lambda: equal(watched), "the index equals the disk")
        assert watched.process.poll() is None


def storm(vault: Vault, changes: int) -> None:
    """Atomic saves, moves and deletions, as fast as they come: mostly three events each."""
    places = [vault.folder / f"Storm/{number % 10}/{number % 200}.md" for number in range(changes)]
    for number, place in enumerate(places):
        place.parent.mkdir(parents=True, exist_ok=True)
        if number % 7 == 6 and place.exists():
            place.unlink()
        elif number % 11 == 10 and place.exists():
            place.rename(place.with_name(f"moved {number % 50}.md"))
        else:
            draft = place.with_name(f".{place.name}.tmp")
            draft.write_text(f"# Note\n\nState {number}.\n")
            draft.replace(place)


def equal(watched: Watched) -> bool:
    on_disk = {
        path: sha256(data).hexdigest()
        for path, data in watched.vault.bytes().items()
        if path != "drift-report.md"
    }
    return watched.is_at_rest() and watched.digests() == on_disk


def test_doctor_names_what_keeps_a_daemon_from_working_well(vault: Vault) -> None:
    (vault.folder / ".obsidian").mkdir()
    checks = {row["name"]: row for row in vault.call("doctor", "--json").rows}
    assert checks["daemon"]["outcome"] == "warning"
    assert "vaultwatch run" in checks["daemon"]["fix"]
    assert checks["watching"]["outcome"] == "good"
    assert checks["clock"]["outcome"] == "good"
    assert "palette install" in checks["palette"]["message"]
    with watching_here(vault) as watched:
        checks = {row["name"]: row for row in vault.call("doctor", "--json").rows}
        assert str(watched.state["pid"]) in checks["daemon"]["message"]


def test_a_job_that_fails_comes_again_later_and_later(vault: Vault) -> None:
    places, queue = Places(vault.folder, state_base=vault.state), WorkQueue()
    delays: list[float] = []

    def fails() -> tuple[Settings, None]:
        raise RefusedError("no")

    def again(job: Job, delay_s: float) -> None:
        delays.append(delay_s)
        queue.put(job.kind)
        if len(delays) == 8:
            worker.stop()

    owner = Owner(fails, again, begun=lambda _: None, done=lambda _: None)
    worker = Worker(places, queue, Heartbeat(places.heartbeat, SystemClock()), owner)
    queue.put("scan")
    worker.work()
    assert delays == [5, 10, 20, 40, 80, 160, 300, 300]
