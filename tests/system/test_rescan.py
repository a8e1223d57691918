"""`vaultwatch rescan`: by a running daemon, by itself, and when no answer comes."""

import json
import signal
from pathlib import Path

import pytest

from tests.system.daemons import eventually, watching, with_settings
from tests.system.vaults import Vault, use_hash_embedder
from vaultwatch.adapters.machine.lock import daemon_lock
from vaultwatch.places import Places

FEES = "# Fees\n\nThe stand costs 40 euros a day.\n"
MEMORY = "---\nid: mem_stand\n---\nThe stand costs 40 euros a day, says [[Fees]].\n"


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    vault = Vault(tmp_path / "vault", tmp_path / "state")
    use_hash_embedder(vault)
    vault.write("Fees.md", FEES, day="2026-05-01")
    vault.write("Memories/Stand.md", MEMORY)
    return vault


def drift(vault: Vault) -> None:
    assert vault.call("scan").status == 0
    vault.write("Fees.md", FEES.replace("40", "55"))


def requests_in(vault: Vault) -> list[str]:
    folder = vault.folder / ".vaultwatch" / "requests"
    return sorted(one.name for one in folder.iterdir()) if folder.exists() else []


def test_without_a_daemon_it_scans_by_itself(vault: Vault) -> None:
    drift(vault)
    done = vault.call("rescan", "--json")
    assert done.status == 0, done.err
    (answer,) = done.rows
    assert (answer["state"], answer["verb"]) == ("done", "rescan")
    assert [row["memory_id"] for row in answer["findings"]] == ["mem_stand"]
    assert "drift" in vault.read("Memories/Stand.md")
    assert (vault.folder / "drift-report.md").exists()
    assert requests_in(vault) == []


@pytest.mark.parametrize("note", ["Fees.md", "Fees", "Memories/Stand.md"])
def test_a_note_narrows_what_is_shown(note: str, vault: Vault) -> None:
    drift(vault)
    vault.write("Other.md", "Other.\n")
    done = vault.call("rescan", note)
    assert done.status == 0, done.err
    assert "then  line 3: The stand costs 40 euros a day." in done.out
    assert "Looked at the vault: 1 finding on this note." in done.out
    assert "no findings on this note" in vault.call("rescan", "Other.md").out


def test_a_rehearsal_writes_nothing(vault: Vault) -> None:
    drift(vault)
    before = vault.bytes()
    done = vault.call("rescan", "--dry-run", "--json")
    assert len(done.rows[0]["findings"]) == 1
    assert vault.bytes() == before
    assert requests_in(vault) == []


@pytest.mark.parametrize(
    ("note", "status"), [("Nowhere.md", 4), ("../outside.md", 5), ("/etc/passwd", 5)]
)
def test_a_note_that_is_not_there_is_an_error(note: str, status: int, vault: Vault) -> None:
    done = vault.call("rescan", note)
    assert (done.status, done.out) == (status, "")
    assert not (vault.folder / "drift-report.md").exists()


def test_an_answer_that_does_not_come_is_said_and_leaves_nothing(vault: Vault) -> None:
    places = Places(vault.folder, state_base=vault.state)
    places.ensure()
    with daemon_lock(places.state):  # a daemon that runs and never looks
        done = vault.call("rescan", "--wait", "0.3")
    assert done.status == 6
    assert "has not answered within 0.3 s" in done.err
    assert "vaultwatch status" in done.err
    assert requests_in(vault) == []


def test_ctrl_c_takes_the_request_back(vault: Vault) -> None:
    places = Places(vault.folder, state_base=vault.state)
    places.ensure()
    with daemon_lock(places.state), vault.start("rescan", "--wait", "300") as process:
        eventually(lambda: requests_in(vault), "the request is left")
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
    assert requests_in(vault) == []


def test_a_daemon_that_ends_meanwhile_is_no_loss(vault: Vault) -> None:
    drift(vault)
    places = Places(vault.folder, state_base=vault.state)
    with daemon_lock(places.state):
        process = vault.start("rescan", "--wait", "300", "--json")
        eventually(lambda: requests_in(vault), "the request is left")
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert len(json.loads(out)["findings"]) == 1
    assert requests_in(vault) == []


def test_a_running_daemon_answers(vault: Vault) -> None:
    with_settings(vault)
    drift(vault)
    with watching(vault) as watched:
        vault.write("Fees.md", FEES.replace("40", "65"))
        done = vault.call("rescan", "Fees.md", "--json")
        assert done.status == 0, done.err
        assert done.rows[0]["findings"][0]["after"] == "The stand costs 65 euros a day."
        refused = vault.call("rescan", "../out.md")
        assert refused.status == 5
        assert "no path inside the vault" in refused.err
        folder = vault.folder / ".vaultwatch" / "requests"
        finding = done.rows[0]["findings"][0]["finding_id"]
        vault.write(
            ".vaultwatch/requests/mine.json", json.dumps({"verb": "dismiss", "finding": finding})
        )
        eventually(lambda: not (folder / "mine.json").exists(), "the request is carried out")
        answer = json.loads((folder / "mine.answer.json").read_text())
        assert (answer["state"], answer["findings"][0]["status"]) == ("done", "dismissed")
        assert requests_in(vault) == ["mine.answer.json"]
        assert watched.stop() == 0
        assert any("rescan: done" in line for line in watched.said), watched.said
