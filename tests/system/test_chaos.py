"""Whatever moment it is killed at, the next start heals: nothing harmed, nothing forgotten.

The same with hundreds of kills is `benchmarks/chaos.py`.
"""

from pathlib import Path

import pytest

from tests.system.chaos import chaos
from tests.system.market import REPORT
from tests.system.vaults import Vault, use_hash_embedder
from vaultwatch.services import look as looking
from vaultwatch.services.exchange import publishing
from vaultwatch.services.findings.settle import dismiss
from vaultwatch.services.look import carry_out, look, scan
from vaultwatch.wiring import open_workspace


def test_a_killed_daemon_heals_at_its_next_start(tmp_path: Path) -> None:
    kinds = ("flags and report", "migration", "rebuild")
    with chaos(tmp_path, seed=1, notes=24, memories=6) as life:
        life.begin(first_kills=0)
        for kind in kinds:
            life.round(kind)
        life.end()
        assert [(kill.phase, kill.harms) for kill in life.kills if kill.harms] == []
        assert len(life.kills) + life.missed.total() == len(kinds)


def test_harm_is_seen(tmp_path: Path) -> None:
    with chaos(tmp_path, seed=0, notes=3, memories=1) as life:
        life.begin(first_kills=0)
        market = life.market
        assert market.harms() == []
        life.close()  # what follows shall nobody heal
        market.moods[0] += 1
        assert any("memory 0 is not as it was saved" in harm for harm in market.harms())
        market.moods[0] -= 1
        market.editions[1] += 1
        assert "note 1 is not as it was saved" in market.harms()
        market.editions[1] -= 1
        stray = market.folder / "left.tmp"
        stray.write_text("what a kill left")
        assert market.harms() == ["a stray file 'left.tmp'"]
        stray.unlink()
        market.unmount()
        (market.folder / REPORT).write_text("of an empty folder")
        assert market.mount() == [f"{REPORT!r} was written into an empty mount point"]
        assert market.harms() == []
        market.offered[0] = 55  # a fee that no note names: the memory says it without its finding
        memory = market.memory(0)
        memory.write_text(memory.read_text("utf-8").replace("40", "55"), "utf-8")
        assert any("live findings [], should be ['mem_0']" in harm for harm in market.harms())
        memory.write_text(memory.read_text("utf-8").replace("55", "5"), "utf-8")
        assert any("memory 0 is not as it was saved" in harm for harm in market.harms())
        memory.write_text(memory.read_text("utf-8").replace("is 5 ", "is 40 "), "utf-8")
        market.offered.clear()
        market.beliefs[0] = 40
        market.fees[0] = 50  # as if a note were saved whose finding never came
        assert any("live findings [], should be ['mem_0']" in harm for harm in market.harms())


def test_a_dismissal_that_is_killed_before_the_reader_is_told_is_told_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    vault = Vault(tmp_path / "vault", tmp_path / "state")
    use_hash_embedder(vault)
    vault.write("Fair.md", "The fee is 40 euros.\n")
    vault.write("Memories/fee.md", "The fee is 40 euros, says [[Fair]].\n")
    with open_workspace(vault.folder, state=vault.state) as ws:
        scan(ws)
        vault.write("Fair.md", "The fee is 500 euros.\n")
        (found,) = scan(ws).findings
        monkeypatch.setattr(looking, "scan", killed)
        with pytest.raises(KeyboardInterrupt):
            carry_out(ws, lambda ws: dismiss(ws, found.id))
        assert "drift:" in vault.read("Memories/fee.md")
        look(ws)
        assert "drift:" not in vault.read("Memories/fee.md")
        assert look(ws).scanned is None


def test_a_flag_that_a_killed_look_took_away_is_not_taken_for_a_persons_doing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    vault = Vault(tmp_path / "vault", tmp_path / "state")
    use_hash_embedder(vault)
    settings = vault.read(".vaultwatch/config.toml")
    vault.write("Fair.md", "The fee is 40 euros.\n")
    vault.write("Memories/fee.md", "The fee is 40 euros, says [[Fair]].\n")
    with open_workspace(vault.folder, state=vault.state) as ws:
        scan(ws)
        vault.write("Fair.md", "The fee is 500 euros.\n")
        scan(ws)
    flagged = vault.read("Memories/fee.md")
    assert "drift:" in flagged
    vault.write(".vaultwatch/config.toml", f"{settings}[report]\nflags = false\n")
    with open_workspace(vault.folder, state=vault.state) as ws, monkeypatch.context() as faults:
        faults.setattr(publishing, "_know_own_echo", killed)
        with pytest.raises(KeyboardInterrupt):
            scan(ws)
    assert "drift:" not in vault.read("Memories/fee.md")
    vault.write(".vaultwatch/config.toml", settings)
    with open_workspace(vault.folder, state=vault.state) as ws:
        scan(ws)
    assert vault.read("Memories/fee.md") == flagged
