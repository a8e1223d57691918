"""What a memory says of this machine: read, looked at, told in the report, and closed by itself."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.contract.homes import git
from tests.system import agent_vaults
from tests.system.agent_vaults import DAY, live, move_clock, opened, store
from tests.system.vaults import Vault
from vaultwatch.drift.model import FindingKind
from vaultwatch.errors import CheckFailsError
from vaultwatch.memories.facts import Facts
from vaultwatch.services.findings.settle import dismiss, verify
from vaultwatch.services.findings.verifying import (
    accept_check,
    queued,
    verify_all,
    verify_memory,
)
from vaultwatch.services.look import carry_out, look, scan
from vaultwatch.services.memories.property_writes import put_properties
from vaultwatch.services.memories.showing import show_memory
from vaultwatch.services.memories.updating import MemoryChange, update_memory
from vaultwatch.services.operations.undoing import undo_last_run
from vaultwatch.services.workspace import Workspace

vault, ws = agent_vaults.vault, agent_vaults.looked_at
KIND: FindingKind = "contradicted_by_check"
REPORT = "drift-report.md"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    project = tmp_path / "src" / "gate"
    (project / "lib").mkdir(parents=True)
    (project / "lib" / "lock.py").touch()
    (project / "pyproject.toml").write_text('[project]\nrequires-python = ">=3.11"\n')
    return project


def test_a_path_that_goes_is_told_and_the_telling_ends_when_it_is_back(
    ws: Workspace, vault: Vault, project: Path
) -> None:
    done = store(ws, "The repo of the gate is at `~/src/gate`; the lock is `lib/lock.py`.")
    scan(ws)
    assert live(ws, KIND) == []
    (project / "lib" / "lock.py").rename(project / "lib" / "bolt.py")
    scan(ws)
    assert live(ws, KIND) == [], "an answer is believed for a day"
    move_clock(ws, 2 * DAY)
    scan(ws)
    (found,) = live(ws, KIND)
    assert found.memory_id == done.id
    assert found.reasons == ("lib/lock.py: it is not there",)
    assert found.score < ws.settings.drift.min_score, "below drift"
    report = vault.read("drift-report.md")
    assert "lib/lock.py: it is not there" in report
    assert f"^{found.id}-dismiss" in report
    (row,) = ws.ledger.find_memories(ids=[done.id])
    assert "drift" not in vault.read(row.path), "no flag"
    (project / "lib" / "lock.py").touch()
    assert verify_memory(ws, done.id).outcome == "passes"
    assert live(ws, KIND) == []


@pytest.mark.usefixtures("project")
def test_what_is_saved_is_looked_at_with_the_look_that_the_save_asks_for(
    ws: Workspace, vault: Vault
) -> None:
    vault.write(
        "Memories/run.md", "---\nid: mem_run\ncheck: path ~/src/gate/run.sh\n---\nRun it.\n"
    )
    look(ws, ["Memories/run.md"])
    assert [one.memory_id for one in live(ws, KIND)] == ["mem_run"]


@pytest.mark.parametrize(
    ("written", "told"), [("2026-01-01", 1), ("2026-03-01", 0), ("2026-04-01", 0), ("", 0)]
)
def test_what_was_never_looked_at_is_told_if_a_commit_ended_it_after_it_was_written(
    ws: Workspace, vault: Vault, project: Path, written: str, told: int
) -> None:
    """Of the same day nobody can tell: who took it away may have written of it."""
    git(project, "init", "-q")
    for day, words in (("2025-06-01", ("add", "-A")), ("2026-03-01", ("rm", "-q", "lib/lock.py"))):
        git(project, *words)
        git(project, "commit", "-qm", "one", date=f"{day}T12:00:00")
    where = "The repo of the gate is at `~/src/gate`."
    created = f"created: {written}\n" if written else ""
    vault.write("Memories/b.md", f"---\nid: mem_b\n{created}---\n{where} See `lib/lock.py`.\n")
    scan(ws)
    assert len(live(ws, KIND)) == told
    if told:
        (check,) = [one for one in ws.ledger.checks() if one.outcome == "contradicts"]
        assert check.verified_by == "git"
        assert check.verified_at is not None
        assert f"{check.verified_at:%Y-%m-%d}" == written
        ws.ledger.put_checks(  # as rules of before left it
            [replace(check, verified_at=None, verified_by="")], reads={"mem_b": "of other rules"}
        )
        move_clock(ws, 2 * DAY)
        scan(ws)
        assert len(live(ws, KIND)) == told


def insist(ws: Workspace, finding: str) -> None:
    """Call a memory true though this machine says otherwise, which it is told first."""
    with pytest.raises(CheckFailsError, match=r"python 3.10\+: it is >=3.11"):
        verify(ws, finding, why="3.10 is what it runs on")
    verify(ws, finding, why="3.10 is what it runs on", is_anyway=True)


@pytest.mark.parametrize("settle", [dismiss, insist])
def test_what_a_person_settles_stays_so_until_something_else_is_there(
    ws: Workspace, project: Path, settle: Callable[[Workspace, str], object]
) -> None:
    git(project, "init", "-q")
    project.joinpath("pyproject.toml").write_text('[project]\nrequires-python = ">=3.10"\n')
    git(project, "add", "pyproject.toml")
    git(project, "commit", "-qm", "one")
    store(ws, "The repo of the gate is at `~/src/gate`. It requires Python 3.10+.")
    scan(ws)
    assert live(ws, KIND) == []
    project.joinpath("pyproject.toml").write_text('[project]\nrequires-python = ">=3.11"\n')
    git(project, "commit", "-qam", "two")
    move_clock(ws, 2 * DAY)
    scan(ws)
    (found,) = live(ws, KIND)
    settle(ws, found.id)
    scan(ws)
    assert live(ws, KIND) == []
    move_clock(ws, 2 * DAY)
    scan(ws)
    assert live(ws, KIND) == []
    (project / "pyproject.toml").write_text('[project]\nrequires-python = ">=3.13"\n')
    git(project, "commit", "-qam", "three")
    move_clock(ws, 2 * DAY)
    scan(ws)
    ((reason,),) = [one.reasons for one in live(ws, KIND)]
    assert reason.startswith("python 3.10+: it is >=3.13 (commit ")


def test_what_never_held_is_silent_until_a_person_accepts_it(ws: Workspace, project: Path) -> None:
    done = store(ws, "The repo of the gate is at `~/src/gate`. Start `lib/bolt.py` first.")
    scan(ws)
    assert project.exists()
    assert live(ws, KIND) == []
    (wrong,) = [one for one in verify_memory(ws, done.id).checks if one.outcome == "contradicts"]
    assert not wrong.counts
    accept_check(ws, wrong.id)
    scan(ws)
    ((reason,),) = [one.reasons for one in live(ws, KIND)]
    assert reason == "lib/bolt.py: it is not there"


@pytest.mark.parametrize(
    "said",
    [
        "`lib/lock.py` turns the bolt.",
        "Whenever it jams, oil `lib/lock.py` first.",
        "Perhaps `lib/lock.py` will do.",
    ],
)
def test_what_held_and_holds_no_more_is_told_whatever_its_sentence(
    ws: Workspace, vault: Vault, project: Path, said: str
) -> None:
    git(project, "init", "-q")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "one")
    done = store(ws, f"The repo of the gate is at `~/src/gate`. {said}")
    verify_memory(ws, done.id)
    assert live(ws, KIND) == []
    git(project, "mv", "lib/lock.py", "lib/bolt.py")
    git(project, "commit", "-qm", "two")
    assert carry_out(ws, lambda ws: verify_memory(ws, done.id)).outcome == "contradicts"
    ((reason,),) = [one.reasons for one in live(ws, KIND)]
    assert reason.startswith("lib/lock.py: it is not there; lib/bolt.py is (commit ")
    assert reason.endswith(": “two”)")
    assert "lib/bolt.py is" in vault.read(REPORT), "the report is up to date"
    assert queued(ws) == []


@pytest.mark.parametrize(
    "said",
    [
        "`run/lock.py` turns the bolt.",
        "`setup.py` turns the bolt.",
        "Of Python 3.11 it makes nothing.",
    ],
)
def test_what_a_run_makes_or_any_project_has_may_go_unsaid(
    ws: Workspace, vault: Vault, project: Path, said: str
) -> None:
    (project / "run").mkdir()
    (project / "run" / "lock.py").touch()
    (project / "setup.py").touch()
    where = "The repo of the gate is at `~/src/gate`."
    vault.write("Memories/lock.md", f"---\nid: mem_lock\n---\n{where}\n\n{said}\n")
    scan(ws)
    assert {one.outcome for one in ws.ledger.checks()} == {"passes"}
    (project / "run" / "lock.py").unlink()
    (project / "setup.py").unlink()
    (project / "pyproject.toml").write_text('[project]\nrequires-python = ">=3.13"\n')
    shown = verify_memory(ws, "mem_lock")
    assert len([one for one in shown.checks if not one.counts]) == 1
    assert live(ws, KIND) == []


def test_what_no_history_knows_is_a_weaker_finding_of_its_own(
    ws: Workspace, vault: Vault, project: Path
) -> None:
    git(project, "init", "-q")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "one")
    git(project, "rm", "-q", "lib/lock.py")
    git(project, "commit", "-qm", "two")
    (project / "lib").mkdir()
    said = "repository: ~/src/gate\ncheck: [path lib/lock.py, path lib/spring.py]"
    vault.write("Memories/b.md", f"---\nid: mem_b\n{said}\n---\nThe lock has a spring.\n")
    scan(ws)
    (gone,), (never,) = live(ws, KIND), live(ws, "never_there")
    assert never.reasons == ("lib/spring.py: it is not there, and git's history does not know it",)
    assert never.score < gone.score
    assert "it names a path that git's history does not know" in vault.read(REPORT)
    dismiss(ws, never.id)
    scan(ws)
    assert (len(live(ws, KIND)), live(ws, "never_there")) == (1, [])


def test_what_words_name_exactly_counts_no_more_once_it_is_refused(
    ws: Workspace, project: Path
) -> None:
    store(ws, "The lock is `~/src/gate/lib/lock.py`.")
    scan(ws)
    (project / "lib" / "lock.py").unlink()
    move_clock(ws, 2 * DAY)
    scan(ws)
    assert len(live(ws, KIND)) == 1
    (one,) = ws.ledger.checks()
    assert accept_check(ws, one.id, accepts=False).is_refused
    assert live(ws, KIND) == []
    assert verify_all(ws)[0].outcome == "cannot_tell"
    assert live(ws, KIND) == [], "it is looked at when a person asks, and stays silent"


@pytest.mark.usefixtures("project")
def test_properties_give_checks_of_one_machine_alone(ws: Workspace) -> None:
    done = store(ws, "Everything about the gate.")
    (row,) = ws.ledger.find_memories(ids=[done.id])
    lines = ("path ~/src/gone", "env NO_SUCH_VARIABLE_HERE", "no check at all")
    put_properties(ws, row.path, {"check": lines})
    scan(ws)
    (found,) = live(ws, KIND)
    assert set(found.reasons) == {
        "~/src/gone: it is not there",
        "the variable NO_SUCH_VARIABLE_HERE: it is not set",
    }
    assert "'no check at all' is no check" in verify_memory(ws, done.id).notice
    put_properties(ws, row.path, {"machine": "no-such-machine"})
    scan(ws)
    assert live(ws, KIND) == []
    assert "which this is not" in verify_memory(ws, done.id).notice


def test_a_new_wording_is_read_anew_and_the_old_checks_go(ws: Workspace, project: Path) -> None:
    done = store(ws, "The gate's script is `~/src/gate/lib/lock.py`.")
    scan(ws)
    (project / "lib" / "lock.py").unlink()
    move_clock(ws, 2 * DAY)
    scan(ws)
    assert len(live(ws, KIND)) == 1
    update_memory(ws, done.id, MemoryChange(belief="The gate has no script."))
    scan(ws)
    assert live(ws, KIND) == []
    assert ws.ledger.checks([done.id]) == []
    assert done.id not in {one.memory_id for one in verify_all(ws)}


def test_nothing_is_looked_at_unasked_where_the_day_has_no_budget(
    vault: Vault, project: Path
) -> None:
    with opened(vault) as ws:
        ws.settings = ws.settings.model_copy(
            update={"checks": ws.settings.checks.model_copy(update={"per_day": 0})}
        )
        done = store(ws, "The gate's script is `~/src/gate/lib/lock.py`.")
        scan(ws)
        assert {one.said for one in ws.ledger.checks()} == {""}, "none was looked at"
        assert verify_memory(ws, done.id).outcome == "passes"
        (project / "lib" / "lock.py").unlink()
        move_clock(ws, 2 * DAY)
        scan(ws)
        assert live(ws, KIND) == []
        assert verify_memory(ws, done.id).outcome == "contradicts"
        assert len(live(ws, KIND)) == 1


def test_what_matters_and_nobody_can_check_is_asked_of_a_person_once(
    ws: Workspace, vault: Vault
) -> None:
    great = [store(ws, f"The gate {n} opens at dawn.", Facts(importance=0.9)) for n in range(4)]
    store(ws, "The gate is green.", Facts(importance=0.1))
    scan(ws)
    assert live(ws, "unverifiable") == []
    move_clock(ws, 200 * DAY)
    scan(ws)
    asked = live(ws, "unverifiable")
    assert len(asked) == 3
    assert {one.memory_id for one in asked} < {one.id for one in great}
    assert all(one.score <= 0.1 for one in asked)
    assert f"^{asked[0].id}-true" in vault.read("drift-report.md")
    assert {one.finding for one in queued(ws)} == {one.id for one in asked}
    for one in asked:
        verify(ws, one.id)
    scan(ws)
    (last,) = live(ws, "unverifiable")
    dismiss(ws, last.id)
    scan(ws)
    assert live(ws, "unverifiable") == []


@pytest.mark.usefixtures("project")
def test_memory_show_tells_when_what_it_says_held_last_and_by_whom(ws: Workspace) -> None:
    done = store(ws, "The lock of the gate is `~/src/gate/lib/lock.py`.")
    assert show_memory(ws, done.id).last_verified is None
    scan(ws)
    shown = show_memory(ws, done.id)
    assert (shown.last_verified, shown.verified_by) == (ws.clock.now(), "check")


def test_a_person_s_word_on_what_only_they_can_confirm_is_kept_until_the_words_change(
    ws: Workspace,
) -> None:
    done = store(ws, "The gate opens at dawn.", Facts(importance=0.9))
    move_clock(ws, 200 * DAY)
    scan(ws)
    (asked,) = live(ws, "unverifiable")
    carry_out(ws, lambda ws: verify(ws, asked.id))
    shown = show_memory(ws, done.id)
    assert (shown.last_verified, shown.verified_by) == (ws.clock.now(), "person")
    carry_out(ws, undo_last_run)
    assert show_memory(ws, done.id).last_verified is None
    carry_out(ws, lambda ws: verify(ws, asked.id))
    update_memory(ws, done.id, MemoryChange(belief="The gate opens at noon."))
    scan(ws)
    assert show_memory(ws, done.id).last_verified is None


def test_a_file_is_there_and_the_value_that_is_said_of_it_is_not_what_stands_there(
    vault: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = tmp_path / "proj" / "config"
    folder.mkdir(parents=True)
    (folder / "app.yaml").write_text("server:\n  port: 8600\n")
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "one")
    said = "The app config `~/proj/config/app.yaml` sets `server.port` to 8412."
    vault.write("Memories/Port.md", f"---\nid: mem_port\n---\n{said}\n")
    done = vault.call("memory", "check", "mem_port")
    assert done.status == 0, done.err
    told = done.out
    assert "holds" not in told
    (path, value) = told.splitlines()[1:]
    assert path.split()[0] == "there"
    assert value.split()[0] == "?"
    assert "server.port in ~/proj/config/app.yaml is 8412: it is 8600" in value
    (folder / "app.yaml").write_text("server:\n  port: 8412\n")
    assert "  holds " in vault.call("memory", "check", "mem_port").out
    (folder / "app.yaml").write_text("server:\n  port: 8600\n")
    assert "  WRONG " in vault.call("memory", "check", "mem_port").out
