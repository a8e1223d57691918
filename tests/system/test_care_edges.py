"""What months bring: a clock set back, copies of the report, a share that is away."""

from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from tests.folders import OPEN_FILES, open_files
from tests.system.daemons import Seen, eventually, watching_here, with_settings
from tests.system.vaults import Vault, use_hash_embedder
from vaultwatch.doors.mcp.desk import Desk
from vaultwatch.doors.team.watching import TeamDesk
from vaultwatch.errors import NotThereError, VaultVanishedError
from vaultwatch.places import STATE_VARIABLE
from vaultwatch.services.indexing import index_state
from vaultwatch.services.indexing.index_state import is_tidying_due
from vaultwatch.services.look import look, republish, scan
from vaultwatch.services.operations.doctor import examine
from vaultwatch.services.operations.status import LATE_S, VaultHealth, status_of
from vaultwatch.services.records.losses import back_up_ledger
from vaultwatch.wiring import open_workspace


class SetClock:
    """A clock that a person sets."""

    def __init__(self, now: datetime) -> None:
        self.time = now

    def now(self) -> datetime:
        return self.time


def has_looked(watched: Seen, times: int) -> bool:
    return len(watched.jobs("look")) >= times and watched.is_at_rest()


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    made = Vault(tmp_path / "vault", tmp_path / "state")
    use_hash_embedder(made)
    made.write("Atlas.md", "# Atlas\n\nThe fee is 40 euros.\n")
    return made


def test_a_clock_that_was_set_back_is_told_after_a_scan_too(vault: Vault) -> None:
    clock = SetClock(datetime(2030, 1, 1, tzinfo=UTC))

    def told() -> str:
        with open_workspace(vault.folder, clock=clock, state=vault.state) as ws:
            scan(ws)
            return next(one.outcome for one in examine(ws) if one.name == "clock")

    assert told() == "good"
    clock.time = datetime(2029, 1, 1, tzinfo=UTC)
    assert [told(), told()] == ["warning", "warning"]
    clock.time = datetime(2030, 1, 2, tzinfo=UTC)
    assert told() == "good"


def test_a_backup_made_after_the_clock_went_back_is_kept(vault: Vault) -> None:
    clock = SetClock(datetime(2030, 1, 1, tzinfo=UTC))
    with open_workspace(vault.folder, clock=clock, state=vault.state) as ws:
        for _ in range(ws.settings.schedule.keep_backups):
            clock.time += timedelta(days=1)
            back_up_ledger(ws)
        clock.time = datetime(2026, 1, 1, tzinfo=UTC)
        copy = back_up_ledger(ws)
        assert copy.exists()
        assert len(list(ws.places.backups.iterdir())) == ws.settings.schedule.keep_backups


def test_after_so_many_writes_the_index_is_tidied_again(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_workspace(vault.folder, state=vault.state) as ws:
        for fee in range(41, 44):
            vault.write("Atlas.md", f"# Atlas\n\nThe fee is {fee} euros.\n")
            look(ws)
        assert not is_tidying_due(ws)
        monkeypatch.setattr(index_state, "WRITES_BETWEEN", 4)
        vault.write("Atlas.md", "# Atlas\n\nThe fee is 44 euros.\n")
        look(ws)
        assert ws.ledger.get_fact("tidied_at_serial") == "4"
        assert not is_tidying_due(ws)


@pytest.mark.parametrize("kind", [Desk, TeamDesk])
def test_an_index_that_is_to_be_tidied_is_so_once_however_many_ask_meanwhile(
    kind: type[Desk], vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    tidied: list[object] = []
    monkeypatch.setenv(STATE_VARIABLE, str(vault.state))
    monkeypatch.setattr(index_state, "tidy_index", tidied.append)
    desk = kind(vault.folder)
    with desk._told() as ws:  # noqa: SLF001
        ws.is_tidying_put_off = True
    for _ in range(2):  # who asked second found the first waiting its turn
        desk._tidy()  # noqa: SLF001
    desk.close()
    assert len(tidied) == 1


@pytest.mark.skipif(not OPEN_FILES.exists(), reason="open files are listed there alone")
def test_saves_and_tidyings_leave_no_dropped_file_open(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_state, "WRITES_BETWEEN", 1)
    with_settings(vault)
    for at in range(150):  # what few notes say is read whole, and no file is held open for it
        vault.write(f"Beds/{at}.md", f"Bed {at} is dug.\n")
    with (
        watching_here(vault) as watched,
        open_workspace(vault.folder, "read", state=vault.state) as reading,
    ):
        for fee in (41, 42, 43):
            vault.write("Atlas.md", f"# Atlas\n\nThe fee is {fee} euros.\n")
            eventually(partial(has_looked, watched, fee - 40), "the look")
            assert reading.chunks.search("dug", None, limit=1)
        held = [one for one in open_files() if str(vault.state) in one]
        assert not [one for one in held if one.endswith("(deleted)")]


def test_a_flag_that_could_not_be_written_is_written_by_the_next_life(vault: Vault) -> None:
    vault.write("Memories/fee.md", "The fee is 40 euros, says [[Atlas]].\n")
    with open_workspace(vault.folder, state=vault.state) as ws:
        look(ws)
        vault.write("Atlas.md", "# Atlas\n\nThe fee is 55 euros.\n")
        with (vault.folder / "Memories/fee.md").open("r+b"):  # an editor is about to save
            scanned = look(ws).scanned
        assert scanned is not None
        assert [path for path, _ in scanned.published.refused] == ["Memories/fee.md"]
    with open_workspace(vault.folder, state=vault.state) as ws:
        assert "drift:" not in vault.read("Memories/fee.md")
        look(ws)
        assert "drift:" in vault.read("Memories/fee.md")


@pytest.mark.parametrize("way", ["moved away", "emptied"])
def test_a_vault_that_vanished_gets_no_report(vault: Vault, way: str) -> None:
    with open_workspace(vault.folder, state=vault.state) as ws:
        look(ws)
        vault.folder.rename(vault.folder.with_name("elsewhere"))
        if way == "emptied":
            vault.folder.mkdir()
        with pytest.raises((VaultVanishedError, NotThereError)):
            republish(ws)
    assert not vault.folder.exists() or not list(vault.folder.iterdir())


def test_a_memory_that_a_sync_takes_away_for_a_moment_loses_nothing(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = "The fee is 40 euros, says [[Atlas]].\n"
    vault.write("Memories/fee.md", memory)
    with open_workspace(vault.folder, state=vault.state) as ws:
        look(ws)
        memory = vault.read("Memories/fee.md")  # its id stands in it now
        monkeypatch.setattr(index_state, "WRITES_BETWEEN", 1)
        (vault.folder / "Memories/fee.md").unlink()
        vault.write("Garden.md", "The roses are cut in March.\n")
        vault.write("Memories/roses.md", "The roses are cut in March, says [[Garden]].\n")
        look(ws)
        vault.write("Memories/fee.md", memory)
        vault.write("Atlas.md", "# Atlas\n\nThe fee is 55 euros.\n")
        scanned = look(ws).scanned
    assert scanned is not None
    assert [one.mode for one in scanned.findings] == ["warm"]


@pytest.mark.parametrize(
    ("name", "text", "is_late"),
    [
        ("drift-report 1.md", "", False),
        ("Rose.md", "# Rose\n\nIt is red.\n", True),
    ],
)
def test_only_a_note_can_be_waited_for_in_vain(
    vault: Vault, *, name: str, text: str, is_late: bool
) -> None:
    assert vault.call("scan").status == 0
    vault.write(name, text or vault.read("drift-report.md"))
    assert bool(_status_of_watched(vault).trouble) is is_late


def _status_of_watched(vault: Vault) -> VaultHealth:
    """Ask a while later, as if a daemon at rest watched the vault."""
    from vaultwatch.adapters.machine.lock import daemon_lock
    from vaultwatch.services.daemon_state import DaemonState, keep_state

    now = datetime.now(UTC) + timedelta(seconds=2 * LATE_S)
    with open_workspace(vault.folder, "read", clock=SetClock(now), state=vault.state) as ws:
        keep_state(
            ws.places.heartbeat,
            DaemonState(1, "0", now.isoformat(), now.isoformat(), ready_at=now.isoformat()),
        )
        with daemon_lock(ws.places.state):
            return status_of(ws)


def test_a_share_that_is_away_is_named_as_an_unreadable_vault(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_workspace(vault.folder, "read", state=vault.state) as ws:
        look = Path.is_dir

        def ask(path: Path) -> bool:
            if path == vault.folder:
                raise OSError(107, "Transport endpoint is not connected")
            return look(path)

        monkeypatch.setattr(Path, "is_dir", ask)
        with pytest.raises(NotThereError, match="cannot be read: Transport endpoint"):
            ws.files.survey()


def test_the_advice_for_a_ledger_without_a_backup_leads_out(vault: Vault) -> None:
    assert vault.call("scan").status == 0
    assert "move '" in vault.call("doctor", "--restore-ledger").err, "sound: nothing to restore"
    (file,) = vault.state.rglob("ledger.sqlite")
    (backup,) = (file.parent / "backups").iterdir()
    file.rename(file.with_name("mine"))
    told = vault.call("doctor", "--restore-ledger", "--dry-run", "--json").rows[0]
    assert (told["backup"], told["set_aside"], file.exists()) == (str(backup), "", False)
    backup.unlink()
    assert "The next scan makes a new ledger." in vault.call("doctor", "--restore-ledger").err
    assert vault.call("scan").status == 0
    advice = vault.call("doctor", "--restore-ledger").err
    assert ("--keep-ledger` goes on" in advice, "away" in advice) == (True, False)
    assert "would be kept" in vault.call("doctor", "--keep-ledger", "--dry-run").out
    vault.call("doctor", "--keep-ledger")
    for one in backup.parent.iterdir():
        one.unlink()
    file.write_bytes(b"garbled" * 999)
    assert "Move " in vault.call("doctor", "--restore-ledger").err
    file.unlink()
    assert vault.call("scan").status == 0
    assert not [one for one in vault.call("doctor", "--json").rows if "sqlite" in one["message"]]


def test_doctor_names_a_note_that_is_too_large_to_be_read(vault: Vault) -> None:
    vault.write(".vaultwatch/config.toml", "[vault]\nmax_note_bytes = 1000\n")
    vault.write("Long.md", "x" * 1001)
    found = [row for row in vault.call("doctor", "--json").rows if "Long.md" in row["message"]]
    assert [(row["outcome"], "vault.max_note_bytes" in row["fix"]) for row in found] == [
        ("warning", True)
    ]
