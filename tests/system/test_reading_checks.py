"""A check that was read out of a memory's words and disagrees is put to who reads."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.system import agent_vaults
from tests.system.agent_vaults import live, store
from tests.system.drifted import REPORT
from tests.system.vaults import Vault
from vaultwatch.drift.model import FindingKind
from vaultwatch.reader.batch import PairAnswer, ReaderVerdict
from vaultwatch.services.findings.verifying import accept_check
from vaultwatch.services.look import carry_out, scan
from vaultwatch.services.operations.undoing import undo_last_run
from vaultwatch.services.reader.handing import hand_out, take_in
from vaultwatch.services.reader.waiting import waiting_pairs
from vaultwatch.services.workspace import Workspace

vault, ws = agent_vaults.vault, agent_vaults.looked_at
KIND: FindingKind = "contradicted_by_check"


@pytest.fixture(autouse=True)
def suggested(ws: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "src" / "gate" / "lib").mkdir(parents=True)
    (tmp_path / "src" / "gate" / "lib" / "bolt.py").touch()
    store(ws, "The repo of the gate is at `~/src/gate`. First start lib/lock.py there.")
    scan(ws)


@pytest.mark.parametrize(("verdict", "told"), [("outdated", ["judged"]), ("holds", [])])
def test_what_never_held_is_put_to_who_reads(
    ws: Workspace, vault: Vault, verdict: ReaderVerdict, told: list[str]
) -> None:
    handed = hand_out(ws, "claude", 8)
    assert handed is not None
    (pair,) = handed.pairs
    assert [one.text for one in pair.now] == ["lib/lock.py: it is not there"]
    take_in(ws, handed.batch, {pair.id: PairAnswer(verdict, 1, "it is not there")})
    scan(ws)
    assert [one.outcome for one in live(ws, KIND)] == told
    assert ("no longer true: “it is not there”" in vault.read(REPORT)) is bool(told)
    assert waiting_pairs(ws, "claude", 8) == []
    carry_out(ws, undo_last_run)
    assert live(ws, KIND) == []
    (check,) = [one for one in ws.ledger.checks() if one.outcome == "contradicts"]
    carry_out(ws, lambda ws: accept_check(ws, check.id))
    assert [one.outcome for one in live(ws, KIND)] == ["shown"], "a person's word is more"


def test_a_place_that_is_not_the_memorys_own_is_shown_to_nobody(ws: Workspace) -> None:
    assert len(waiting_pairs(ws, "claude", 8)) == 1
    for one in ws.ledger.checks():
        ws.ledger.put_checks([replace(one, found="it is not there; own/other.py is")])
    assert waiting_pairs(ws, "claude", 8) == []
