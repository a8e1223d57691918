"""What an older version indexed is masked by the rules of now, without waiting for its note."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import pytest

from tests.folders import files_in, named_files_in
from tests.system.agent_vaults import DAY, NOW, live, make_vault, move_clock, opened, row_of
from tests.system.agents import agent_here
from tests.system.doors import change_or_propose, decide_review, forget_memory
from tests.system.vaults import Vault
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.guard import secrets
from vaultwatch.places import Places
from vaultwatch.services.findings.review import list_reviews
from vaultwatch.services.findings.verifying import record_signal
from vaultwatch.services.indexing import index_state, reading
from vaultwatch.services.indexing.plan import LookScope
from vaultwatch.services.indexing.reindex import reindex
from vaultwatch.services.look import scan
from vaultwatch.services.memories import adding, validating
from vaultwatch.services.memories.adding import Draft, add_memory
from vaultwatch.services.memories.updating import MemoryChange
from vaultwatch.services.records.losses import back_up_ledger
from vaultwatch.services.records.small_facts import MASKING, REPORT_REMARKS

SECRET = "Tul1p42field"  # noqa: S105 -- made up


def index_bytes(vault: Vault) -> bytes:
    return b"".join(files_in(Places(vault.folder, state_base=vault.state).index).values())


@pytest.mark.parametrize("scope", [LookScope(), LookScope(only=frozenset({"Fees.md"}))])
def test_a_newer_rule_masks_what_stands_in_the_index(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scope: LookScope
) -> None:
    vault = make_vault(tmp_path)
    vault.write("Door.md", f"# Door\n\npassword: {SECRET}!\n")
    vault.write("Gate.md", "# Gate\n\nThe gate is red.\n")
    with monkeypatch.context() as older, opened(vault) as ws:
        older.setattr(reading, "mask_secrets", str)
        older.setattr(secrets, "MASKING_VERSION", "1")
        reindex(ws)
        assert SECRET in ws.chunks.search("door password", None, limit=5)[0].text
    assert SECRET.encode() in index_bytes(vault)
    with opened(vault) as ws:
        assert reindex(ws, scope).upserted == ("Door.md",)
        assert all(SECRET not in hit.text for hit in ws.chunks.search("door", None, limit=5))
        assert MASKING.get(ws.ledger) == secrets.MASKING_VERSION
        assert reindex(ws).upserted == (), "once"
        index_state.tidy_index(ws)
    assert SECRET.encode() not in index_bytes(vault)


KNOWN_LATER = "dapi"
"""How the kind begins that only the newer rules know."""


TODAYS = secrets.mask_secrets


def older_rules(text: str) -> str:
    """Mask as an older version did: all but one kind."""
    return text if KNOWN_LATER in text else TODAYS(text)


@contextmanager
def older_version(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as older:
        for name, module in list(sys.modules.items()):
            if name.startswith("vaultwatch.") and "mask_secrets" in vars(module):
                older.setattr(module, "mask_secrets", older_rules)
        older.setattr(secrets, "MASKING_VERSION", "1")
        yield


class Tokens:
    """Makes tokens of that kind, and knows where each was put."""

    def __init__(self) -> None:
        self.made: dict[str, str] = {}

    def __call__(self, where: str) -> str:
        number = sha256(where.encode()).hexdigest()[:32]
        self.made[where] = KNOWN_LATER + number
        return self.made[where]

    def within(self, data: bytes) -> set[str]:
        return {where for where, token in self.made.items() if token.encode() in data}


def kept(vault: Vault, token: Tokens) -> set[tuple[str, str]]:
    """Return what is in which file of ours, but the copies that `undo` puts back."""
    state = Places(vault.folder, state_base=vault.state).state
    return {
        (where, name.partition("/")[0])
        for name, data in named_files_in(state).items()
        if "/journal/" not in f"/{name}"
        for where in token.within(data)
    }


def lived(vault: Vault, token: Tokens) -> None:
    """Let secrets come in wherever one can, by the rules of an older version."""
    gate = f"# Gate\n\nThe gate opens at 8, its key is {token('a line')}.\n\nIt is red.\n"
    vault.write("Gate.md", gate, day="2026-02-01")
    vault.write("Row.md", f"| Door | Key |\n| --- | --- |\n| mill | {token('a cell')} |\n")
    vault.write(
        "Memories/gate.md",
        f"---\nid: gate\n---\nThe [[Gate]] opens at 8, its key is {token('a memory')}.\n",
    )
    vault.write("Memories/row.md", "---\nid: row\n---\nThe mill of [[Row]] has a key.\n")
    vault.write("Memories/red.md", "---\nid: red\n---\nThe [[Gate]] is red.\n")
    with opened(vault) as ws:
        scan(ws)
        back_up_ledger(ws)
        said = f"the key is {token('evidence')}"
        record_signal(ws, "red", source="git", evidence=said, weight=0.4)
        hand = add_memory(ws, Draft(f"Its key is {token('a forgotten one')}.", title="Key"))
        forget_memory(ws, hand.id, why=f"the key is {token('a reason')}")
        mine = add_memory(ws, Draft("I hate meetings."))
        change_or_propose(ws, mine.id, MemoryChange(belief=f"I love {token('a proposal')}."))
        vault.write("Gate.md", gate.replace("at 8", "at 9"))
        move_clock(ws, DAY * 2)
        scan(ws)
        assert [one.memory_id for one in live(ws, "memory_drift")] == ["gate"]
        report = vault.folder / "drift-report.md"
        report.write_text(f"{report.read_text()}\nMy key is {token('a remark')}.\n")
        move_clock(ws, DAY * 2)
        scan(ws)


def test_newer_rules_mask_what_every_table_holds_once_and_no_memory_drifts_by_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault, token = make_vault(tmp_path), Tokens()
    monkeypatch.setattr(adding, "hold_no_secret", lambda _: None)
    monkeypatch.setattr(validating, "hold_no_secret", lambda _: None)
    with older_version(monkeypatch):
        lived(vault, token)
    monkeypatch.undo()
    everywhere = set(token.made)
    assert {where for where, _ in kept(vault, token)} == everywhere
    report = vault.folder / "drift-report.md"
    assert token.within(report.read_bytes()) >= {"a line", "evidence", "a remark", "a proposal"}
    with opened(vault, NOW + DAY * 9) as ws:
        before = {one.id for one in ws.ledger.findings(statuses=LIVE)}
        rests = {(one.memory_id, one.note, one.taken_at) for one in ws.ledger.baselines()}
        scan(ws)
        index_state.tidy_index(ws)
        found = ws.ledger.findings(statuses=LIVE)
        assert {one.id for one in found} == before, "none came, none went"
        assert ws.ledger.cases() == [], "nobody edited anything"
        remarks = REPORT_REMARKS.get(ws.ledger)
        assert remarks.startswith("My key is [secret:")
        now = {(one.memory_id, one.note, one.taken_at) for one in ws.ledger.baselines()}
        assert now == rests
    assert kept(vault, token) == set()
    assert token.within(report.read_bytes()) == set()
    with agent_here(vault) as ada:
        told = json.dumps([
            ada.ask("vault_memories", status="any", include_findings=True),
            ada.ask("vault_prediction_errors"),
            ada.ask("vault_review"),
            ada.ask("vault_context", task="when does the gate open, and its key"),
            ada.resource("vaultwatch://report"),
        ])  # fmt: skip
        said = ada.said()
    assert "[secret:" in told
    assert token.within((told + said).encode()) == set()


def test_what_an_agent_asks_first_masks_too_and_no_remark_comes_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault, token = make_vault(tmp_path), Tokens()
    with older_version(monkeypatch):
        vault.write("Gate.md", f"The gate opens at 8, its key is {token('a line')}.\n")
        vault.write("Memories/gate.md", "---\nid: gate\n---\nThe [[Gate]] opens at 8.\n")
        with opened(vault) as ws:
            scan(ws)
            vault.write("Gate.md", f"The gate opens at 9, its key is {token('a change')}.\n")
            move_clock(ws, DAY)
            scan(ws)
    report = vault.folder / "drift-report.md"
    assert token.within(report.read_bytes())
    with agent_here(vault) as ada:
        ada.ask("vault_context", task="when does the gate open")
    assert {place for _, place in kept(vault, token)} <= {"index"}, "it is tidied later"
    assert vault.call("scan").status == 0
    assert token.within(report.read_bytes()) == set()
    assert {place for _, place in kept(vault, token)} <= {"index"}, "it is tidied later"
    with opened(vault) as ws:
        assert REPORT_REMARKS.get(ws.ledger) == ""
        assert [one.remark for one in live(ws, "memory_drift")] == [""]


def test_what_was_let_hold_stays_so_though_its_words_are_masked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault, token = make_vault(tmp_path), Tokens()
    with older_version(monkeypatch), opened(vault) as ws:
        scan(ws)
        path = "Memories/oven.md"
        vault.write(path, f"---\nid: oven\n---\n2FA is off, the key is {token('it')}.\n")
        move_clock(ws, DAY)
        scan(ws)
        decide_review(ws, "oven", "activate")
    with opened(vault, NOW + DAY * 2) as ws:
        scan(ws)
        assert row_of(ws, "oven").facts.status == "active"
        assert row_of(ws, "oven").facts.source == "user_explicit"
        assert list_reviews(ws) == []
