"""What words alone found a note to say when a memory was written is put to who reads."""

from pathlib import Path

import pytest

from tests.system.drifted import copy_of
from tests.system.reading import opened, quoting, vault_in_doubt
from tests.system.vaults import Vault
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.reader.batch import ReaderVerdict
from vaultwatch.services.findings.settle import verify
from vaultwatch.services.look import scan
from vaultwatch.services.reader.handing import hand_out, take_in
from vaultwatch.services.reader.waiting import waiting_pairs
from vaultwatch.services.workspace import Workspace

NOTE = "Ines fires the kiln on Fridays; the apprentices stack it the evening before."


@pytest.fixture(scope="module")
def born(tmp_path_factory: pytest.TempPathFactory) -> Vault:
    vault = vault_in_doubt(tmp_path_factory.mktemp("born"), ())
    vault.write("Yard/Kiln.md", f"# Kiln\n\n{NOTE}\n", day="2026-05-01")
    belief = "The apprentices fire the kiln on Fridays. [[Kiln]]"
    vault.write("Memories/Kiln.md", f"---\nid: mem_kiln\ncreated: 2026-06-01\n---\n{belief}\n")
    assert vault.call("scan").status == 0
    return vault


@pytest.fixture
def vault(born: Vault, tmp_path: Path) -> Vault:
    return copy_of(born, tmp_path)


def say(ws: Workspace, reader: str, verdict: ReaderVerdict) -> None:
    handed = hand_out(ws, reader, 8)
    assert handed is not None
    tests = {row.id: row.truth for row in ws.ledger.readings(batch=handed.batch) if row.is_test}
    answers = {one.id: quoting(one, tests.get(one.id) or verdict) for one in handed.pairs}
    assert not take_in(ws, handed.batch, answers).is_void


def kiln(ws: Workspace) -> list[str]:
    found = ws.ledger.findings(statuses=LIVE, memory_id="mem_kiln", outcomes=None)
    return [one.outcome for one in found]


def test_only_what_a_note_does_not_plainly_say_is_asked(vault: Vault) -> None:
    with opened(vault) as ws:
        assert [one.memory_id for one in waiting_pairs(ws, "claude", 8)] == ["mem_kiln"]
        say(ws, "claude", "holds")
        assert kiln(ws) == []
        assert waiting_pairs(ws, "claude", 8) == []
        assert [one.memory_id for one in waiting_pairs(ws, "codex", 8)] == ["mem_kiln"]


def test_the_word_of_one_puts_it_in_doubt_and_that_of_others_calls_it_outdated(
    vault: Vault,
) -> None:
    with opened(vault) as ws:
        say(ws, "claude", "outdated")
        assert kiln(ws) == ["in_doubt"]
        assert waiting_pairs(ws, "claude", 8) == []
        scan(ws)
        assert kiln(ws) == ["in_doubt"]
        for reader in ("codex", "gemini"):  # one that was tried on what holds weighs less
            if kiln(ws) == ["in_doubt"]:
                say(ws, reader, "outdated")
        assert kiln(ws) == ["judged"]
    assert vault.call("undo").status == 0
    with opened(vault) as ws:
        assert kiln(ws) == ["in_doubt"]


def test_a_persons_word_is_newer_than_who_read_before(vault: Vault) -> None:
    with opened(vault) as ws:
        say(ws, "claude", "outdated")
        (found,) = ws.ledger.findings(memory_id="mem_kiln", outcomes=None)
        verify(ws, found.id, why="seen")
        scan(ws)
        assert kiln(ws) == []
