"""What checks say when it counts: as a memory is handed out, and as it is called true."""

from pathlib import Path

import pytest

from tests.contract.homes import git
from tests.system import agent_vaults, test_verifying
from tests.system.agent_vaults import DAY, live, move_clock, store
from tests.system.test_verifying import KIND, REPORT
from tests.system.vaults import Vault
from vaultwatch.errors import CheckFailsError
from vaultwatch.recall.rank import Wanted
from vaultwatch.services.findings.settle import dismiss, resolve_errors, verify
from vaultwatch.services.look import scan
from vaultwatch.services.recall import freshening
from vaultwatch.services.recall.recalling import recall
from vaultwatch.services.workspace import Workspace

vault, ws = agent_vaults.vault, agent_vaults.looked_at
project = test_verifying.project
LINE = "This machine says otherwise: ~/src/gate/lib/lock.py: it is not there."


def test_what_a_recall_hands_out_is_looked_at_again(
    ws: Workspace, vault: Vault, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(freshening, "AGAIN_S", 10.0)  # on a machine that is busy, too
    git(project, "init", "-q")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "one")
    store(ws, "The repo of the gate is at `~/src/gate`; the lock is `lib/lock.py`.")
    scan(ws)
    assert [one.findings for one in recall(ws, "the lock of the gate", Wanted()).hits] == [()]
    store(ws, "The repo of the gate is at `~/src/gate`; `lib/bolt.py` defines `close_all`.")
    (project / "lib" / "bolt.py").write_text("def close_all(): ...\n")
    git(project, "add", "-A")
    scan(ws)
    (project / "lib" / "bolt.py").write_text("")
    (project / "lib" / "lock.py").unlink()
    for _ in range(2):
        hits = recall(ws, "the lock of the gate", Wanted()).hits
        assert {one.reasons for hit in hits for one in hit.findings} == {
            ("lib/lock.py: it is not there",),
            ("close_all in lib/bolt.py: it does not stand there",),
        }
    git(project, "checkout", "lib/lock.py", "lib/bolt.py")
    hits = recall(ws, "the lock of the gate", Wanted()).hits
    assert [one.findings for one in hits] == [(), ()]
    assert "lib/lock.py: it is not there" not in vault.read(REPORT)


def test_what_there_is_no_time_to_look_at_again_is_due_for_the_next_look(
    ws: Workspace, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store(ws, "The repo of the gate is at `~/src/gate`; the lock is `lib/lock.py`.")
    scan(ws)
    (project / "lib" / "lock.py").unlink()
    monkeypatch.setattr(freshening, "AGAIN_S", 0.0)
    assert [one.findings for one in recall(ws, "the lock of the gate", Wanted()).hits] == [()]
    scan(ws)
    assert len(live(ws, KIND)) == 1


def test_still_true_over_a_check_that_fails_is_refused_with_its_line(
    ws: Workspace, vault: Vault, project: Path
) -> None:
    store(ws, "The stand costs 40 euros a day, by [[Fees]]. See `~/src/gate/lib/lock.py`.")
    scan(ws)
    vault.write("Fees.md", "# Fees\n\nThe stand costs 50 euros a day.\n")
    (project / "lib" / "lock.py").unlink()
    move_clock(ws, 2 * DAY)
    scan(ws)
    (drift,) = live(ws, "memory_drift")
    report = vault.read(REPORT)
    (line,) = [one for one in report.splitlines() if "[ ] Still true" in one and drift.id in one]
    vault.write(REPORT, report.replace(line, line.replace("[ ]", "[x]")))
    scan(ws)
    assert LINE.partition(":")[0] in vault.read(REPORT)
    (check,) = live(ws, KIND)
    left = resolve_errors(ws, [check.id])
    assert (left.closed, left.left) == ((), (f"{check.id}: {LINE}",))
    with pytest.raises(CheckFailsError):
        verify(ws, drift.id, is_unverified=True)
    with pytest.raises(CheckFailsError):
        verify(ws, drift.id, is_anyway=True, is_persons=False)
    dismiss(ws, check.id)
    assert verify(ws, drift.id, is_unverified=True).status == "resolved", "who dismissed it insists"
