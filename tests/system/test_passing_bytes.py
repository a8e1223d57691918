"""What stands for a moment is kept for no longer; and one bad note stops no other."""

import errno
import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.system.vaults import Vault, use_hash_embedder
from vaultwatch.adapters.files import vault_files
from vaultwatch.adapters.files.vault_survey import FileStat
from vaultwatch.adapters.files.vault_survey import stat_of as true_stat_of
from vaultwatch.drift.belief import Belief
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.drift.scoring.compare import compare
from vaultwatch.errors import NoteUnreadableError
from vaultwatch.memories.record import Memory, memories_of
from vaultwatch.notes.model import Note, NotePath
from vaultwatch.services.findings.settle import verify
from vaultwatch.services.indexing import reading, registering
from vaultwatch.services.indexing.reindex import reindex
from vaultwatch.services.look import Looked, look, scan
from vaultwatch.services.records.small_facts import CALLED_TRUE
from vaultwatch.services.scanning import comparing, pairs
from vaultwatch.services.scanning.baselines import CLOCK_SLACK_S, origin_of
from vaultwatch.services.workspace import Workspace
from vaultwatch.wiring import open_workspace

ATLAS = NotePath("Atlas.md")
THEN = "# Atlas\n\nThe fee is 40 euros.\n"
NOW = THEN.replace("40", "55")


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    made = Vault(tmp_path / "vault", tmp_path / "state")
    use_hash_embedder(made)
    made.write("Atlas.md", THEN)
    made.write("Memories/fee.md", "The fee is 40 euros, says [[Atlas]].\n")
    return made


@pytest.fixture
def ws(vault: Vault) -> Iterator[Workspace]:
    with open_workspace(vault.folder, state=vault.state) as opened:
        yield opened


def pass_through(
    monkeypatch: pytest.MonkeyPatch, vault: Vault, path: str, other: Callable[[str], str]
) -> None:
    """Have other bytes stand there at the moment in which the comparison reads, once."""
    done: list[NotePath] = []

    def read_note(files: vault_files.VaultFiles, wanted: NotePath) -> reading.Reading:
        if wanted != path or done:
            return reading.read_note(files, wanted)
        done.append(wanted)
        standing = vault.read(path)
        vault.write(path, other(standing))
        try:
            return reading.read_note(files, wanted)
        finally:
            vault.write(path, standing)

    monkeypatch.setattr(pairs, "read_note", read_note)
    monkeypatch.setattr(registering, "read_note", read_note)


def live(ws: Workspace) -> int:
    return len(ws.ledger.findings(statuses=LIVE))


def test_a_passing_save_leaves_no_verdict_behind(
    vault: Vault, ws: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    scan(ws)
    vault.write("Atlas.md", NOW)
    pass_through(monkeypatch, vault, "Atlas.md", lambda text: text.replace("55", "40"))
    scan(ws)
    assert look(ws, {"Atlas.md"}).scanned is not None  # its bytes are as indexed, and still owed
    assert live(ws) == 1


def test_a_passing_save_leaves_no_baseline_behind(
    vault: Vault, ws: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    pass_through(monkeypatch, vault, "Atlas.md", lambda text: text.replace("40", "55"))
    assert scan(ws).baselines == 0
    assert scan(ws).baselines == 1
    assert live(ws) == 0


def test_a_passing_belief_is_compared_with_nothing(
    vault: Vault, ws: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    scan(ws)
    vault.write("Atlas.md", NOW)
    pass_through(monkeypatch, vault, "Memories/fee.md", lambda text: text.replace("40", "55"))
    scan(ws)
    assert look(ws, {"Memories/fee.md"}).scanned is not None
    assert live(ws) == 1


def test_still_true_waits_for_a_note_that_cannot_be_read(
    vault: Vault, ws: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreadable(files: vault_files.VaultFiles, path: NotePath) -> reading.Reading:
        if path == ATLAS:
            raise NoteUnreadableError("It is locked.")
        return reading.read_note(files, path)

    scan(ws)
    vault.write("Atlas.md", NOW)
    (finding,) = scan(ws).findings
    verify(ws, finding.id)
    with monkeypatch.context() as locked:
        locked.setattr(pairs, "read_note", unreadable)
        assert scan(ws).findings == ()
        assert CALLED_TRUE.get(ws.ledger).keys() == {(finding.memory_id, ATLAS)}
    assert scan(ws).findings == ()
    (held,) = ws.ledger.baselines(finding.memory_id or "")
    assert "55" in held.statements[-1].text
    assert CALLED_TRUE.get(ws.ledger) == {}


def test_two_saves_in_one_tick_of_a_coarse_clock_are_both_seen(
    vault: Vault, ws: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def coarse(found: os.stat_result) -> FileStat:
        return true_stat_of(found)._replace(mtime_ns=2**60, changed_ns=2**60)

    monkeypatch.setattr("vaultwatch.adapters.files.vault_survey.stat_of", coarse)
    monkeypatch.setattr(vault_files, "stat_of", coarse)
    reindex(ws)
    ws.ledger.touch_notes({ATLAS: (len(THEN), 2**60)}, seen_ns=2**61)  # seen long after the tick
    assert reindex(ws).upserted == ()
    vault.write("Atlas.md", NOW)
    assert reindex(ws).upserted == ()  # nobody can see it from the folder's list alone
    looked: Looked = look(ws, {"Atlas.md"})
    assert looked.indexed.upserted == ("Atlas.md",)
    ws.ledger.touch_notes({ATLAS: (len(THEN), 2**60)}, seen_ns=2**60 + 1)  # seen within the tick
    vault.write("Atlas.md", THEN)
    assert reindex(ws).upserted == ("Atlas.md",)


def test_what_fails_in_one_note_is_told_and_stops_no_other(
    vault: Vault, ws: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault.write("Bad.md", "A note.\n")
    vault.write("Memories/worse.md", "The fee is 41 euros, says [[Atlas]].\n")
    parse = reading.read_bytes

    def read_bytes(path: NotePath, data: bytes) -> reading.Reading:
        if path == "Bad.md":
            raise RecursionError
        return parse(path, data)

    def broken_memories(note: Note, body: str) -> tuple[Memory, ...]:
        if note.path == "Memories/worse.md":
            raise KeyError(note.path)
        return memories_of(note, body)

    with monkeypatch.context() as broken:
        broken.setattr(reading, "read_bytes", read_bytes)
        broken.setattr(registering, "memories_of", broken_memories)
        done = scan(ws).indexed
    assert {path for path, _ in done.failed} == {"Bad.md", "Memories/worse.md"}
    assert set(done.upserted) == {"Atlas.md", "Memories/fee.md"}
    assert set(reindex(ws).upserted) >= {"Bad.md", "Memories/worse.md"}


def test_a_comparison_that_fails_stops_no_other(
    vault: Vault, ws: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault.write("Garden.md", "The roses are cut in March.\n")
    vault.write("Memories/roses.md", "The roses are cut in March, says [[Garden]].\n")
    scan(ws)
    vault.write("Atlas.md", NOW)
    vault.write("Garden.md", "The roses are cut in May.\n")

    def failing(belief: Belief, *rest: object, **more: object) -> object:
        if belief.note_title == "Garden":
            raise ValueError
        return compare(belief, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(comparing, "compare", failing)
    assert [one.note for one in scan(ws).opened] == ["Atlas.md"]


@pytest.mark.parametrize(
    ("after_s", "origin"),
    [
        pytest.param(-60, "written", id="the note is older"),
        pytest.param(0, "written", id="saved together"),
        pytest.param(CLOCK_SLACK_S, "written", id="saved together, by a coarse clock"),
        pytest.param(CLOCK_SLACK_S + 0.1, "adopted", id="the note is younger"),
    ],
)
def test_a_note_saved_with_its_memory_stood_as_it_stands(after_s: float, origin: str) -> None:
    written = datetime(2026, 3, 1, tzinfo=UTC)
    assert origin_of(written, written + timedelta(seconds=after_s)) == origin


def test_file_systems_keep_times_as_coarsely_as_two_seconds() -> None:
    assert CLOCK_SLACK_S >= 2


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_is_an_error(vault: Vault, monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    assert vault.call("scan").status == 0
    vault.write("Atlas.md", NOW)
    before = vault.bytes()

    def refuse(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(vault_files, "replace_file", refuse)
    for command in (
        ("scan",),
        ("scan", "--json"),
        ("findings", "report"),
        ("findings", "report", "--json"),
    ):
        done = vault.call(*command)
        assert (done.status, "Memories/fee.md: not written" in done.err) == (1, True), command
    assert vault.call("scan", "--check").status == 3
    assert vault.bytes() == before
    monkeypatch.undo()
    assert vault.call("scan").status == 0
    assert "drift:" in vault.read("Memories/fee.md")
