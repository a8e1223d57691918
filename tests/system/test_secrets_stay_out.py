"""A secret is planted wherever one can come in, and its bytes are looked for wherever one can stay.

What stays is the user's own: the vault's notes, and the copies that `undo` puts back byte for byte.
"""

import logging
from collections.abc import Iterator
from io import StringIO
from itertools import count
from typing import Any

import pytest

from tests.folders import files_in
from tests.system.agents import agent, text_of
from tests.system.request_asking import ask, put
from tests.system.vaults import Vault, use_hash_embedder
from vaultwatch.doors.requests.answering import answer_requests
from vaultwatch.services.records.losses import back_up_ledger
from vaultwatch.wiring import open_workspace

PLAIN = "harbourmaster"
"""An honest word of a note: where it is not found, nothing was looked at."""
BELIEF = "The gate of [[Gate]] opens at 8, the harbourmaster says."


class Planted:
    """Makes secrets, and knows which is where."""

    def __init__(self) -> None:
        """Begin."""
        self._numbers = count(11)
        self.made: dict[str, str] = {}

    def __call__(self, where: str) -> str:
        self.made[where] = f"Tul1p{next(self._numbers)}field!"
        return self.made[where]

    def in_bytes(self, data: bytes) -> list[str]:
        forms = ("utf-8", "utf-16-le")
        return [
            where
            for where, secret in self.made.items()
            if any(secret.rstrip("!").encode(form) in data for form in forms)
        ]


@pytest.fixture(scope="module")
def secret() -> Planted:
    return Planted()


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory, secret: Planted) -> Vault:
    """A vault with a secret in every place of a note, looked at, changed and looked at again."""
    folder = tmp_path_factory.mktemp("secrets")
    vault = Vault(folder / "vault", folder / "state")
    use_hash_embedder(vault)
    gate = (
        f"---\napi_key: {secret('a property')}\naliases: ['password {secret('an alias')}']\n---\n"
        f"# Gate\n\nThe gate opens at 8, the harbourmaster says.\n\n"
        f"DB_PASSWORD={secret('a line')}\n\n## Password {secret('a heading')}\n\n"
        f"The password of the gate is {secret('a sentence')}.\n\n"
        f"| User | Password |\n| --- | --- |\n| mira | {secret('a table')} |\n\n"
        f"See [[Router password {secret('a link')}]] and postgres://app:{secret('a login')}@db/x\n"
    )
    vault.write("Gate.md", gate, day="2026-01-01")
    vault.write(
        "Memories/gate.md",
        f"---\nid: mem_gate\n---\n{BELIEF} Its password: {secret('a memory')}\n",
        day="2026-01-02",
    )
    named = f"Router password {secret('a file name')}.md"
    vault.write(named, "The router stands in the hall.\n", day="2026-01-01")
    vault.write(f"Wifi password {secret('a folder')}/plan.md", "# Plan\n", day="2026-01-01")
    vault.write(f"password {secret('an attachment')}.png", "x", day="2026-01-01")
    lines = StringIO()
    handler = logging.StreamHandler(lines)
    log = logging.getLogger("vaultwatch")
    log.addHandler(handler)
    log.setLevel(logging.DEBUG)
    first = vault.call("scan")
    assert first.status == 0, first.err
    vault.write(
        "Gate.md", gate.replace("opens at 8", f"opens at 9, password: {secret('a change')}")
    )
    _type_into_report(vault, secret)
    second = vault.call("scan")
    assert second.status == 0, second.err
    assert "9, password: \\[secret: password\\]" in vault.read("drift-report.md")
    said = first.out + first.err + second.out + second.err
    for command in (("status",), ("doctor",), ("findings", "list"), ("memory", "search", PLAIN)):
        done = vault.call(*command)
        said += done.out + done.err
    log.removeHandler(handler)
    log.setLevel(logging.NOTSET)
    assert "skipped" in said + lines.getvalue()
    (folder / "said.log").write_text(said + lines.getvalue())
    return vault


def _type_into_report(vault: Vault, secret: Planted) -> None:
    report = vault.folder / "drift-report.md"
    remark = f"The new password is {secret('a remark')}\n"
    report.write_text(report.read_text() + "\n" + remark)


@pytest.fixture(scope="module")
def answers(vault: Vault, secret: Planted) -> str:
    """What an agent and the palette are answered; both try to bring secrets in."""
    with agent(vault) as ada:
        calls: list[tuple[str, dict[str, Any]]] = [
            ("vault_remember", {"content": f"The password of [[Gate]] is {secret('a belief')}."}),
            (
                "vault_remember",
                {"content": "The gate has a lock.", "evidence": f"password: {secret('evidence')}"},
            ),
            ("vault_search", {"query": f"which door has password: {secret('a query')}"}),
            (
                "vault_search",
                {"query": "zebra crossing", "context": f"password {secret('a context')}"},
            ),
            ("vault_search", {"query": PLAIN}),
            ("vault_read_note", {"note": "Gate"}),
            ("vault_context", {"task": "open the gate of the harbourmaster"}),
            ("vault_memories", {}),
            ("vault_prediction_errors", {}),
            ("vault_status", {}),
            (
                "vault_record_memory_signal",
                {
                    "memory_id": "mem_gate",
                    "source": "git",
                    "evidence": {"token": secret("a signal")},
                    "weight": 0.5,
                },
            ),
            ("vault_forget", {"memory_id": "mem_none", "why": f"password: {secret('a why')}"}),
        ]
        told = [text_of(ada.call(*one)) for one in calls]
        told.append(ada.said())
    with open_workspace(vault.folder, "write", state=vault.state) as ws:
        text = f"The password is {secret('a request')}."
        told.append(str(ask(vault, ws, verb="remember", text=text, note="Gate.md")))
        put(vault, "odd", f'{{"verb": "password: {secret("a verb")}"}}')
        answer_requests(ws)
        back_up_ledger(ws)
    return "\n".join(told)


def ours(vault: Vault) -> Iterator[tuple[str, bytes]]:
    """Yield every file that is ours: state, log, and what we write into the vault."""
    own = {vault.state.parent / "said.log", vault.folder / "drift-report.md"}
    found = files_in(vault.folder / ".vaultwatch", vault.state)
    for place, data in {**found, **{one: one.read_bytes() for one in own}}.items():
        yield str(place.relative_to(vault.state.parent)), data


def test_no_secret_is_left_in_anything_that_is_ours(
    vault: Vault, secret: Planted, answers: str
) -> None:
    found = {place: data for place, data in ours(vault) if "/journal/" not in place}
    kinds = ("ledger.sqlite", "/index/", "/backups/", "drift-report.md", "said.log", ".answer.json")
    for kind in kinds:
        assert any(kind in place for place in found), kind
    for kind in ("ledger.sqlite", "/index/", "/backups/", "drift-report.md"):
        assert any(kind in place and PLAIN.encode() in data for place, data in found.items()), kind
    assert {place: held for place, data in found.items() if (held := secret.in_bytes(data))} == {}
    assert PLAIN in answers
    assert secret.in_bytes(answers.encode()) == []


def test_copies_for_undo_are_the_users_own_bytes_and_for_no_other_eyes(
    vault: Vault, secret: Planted, answers: str
) -> None:
    assert answers
    held = {
        where
        for place, data in ours(vault)
        if "/journal/" in place
        for where in secret.in_bytes(data)
    }
    assert held <= {"a memory", "a remark"}, "what was written over: the memory and the report"
    (state,) = vault.state.iterdir()
    assert state.stat().st_mode & 0o077 == 0


def test_a_name_with_a_secret_is_told_of_without_it(vault: Vault) -> None:
    said = (vault.state.parent / "said.log").read_text()
    assert "Router password [secret: password].md" in said
    assert "Wifi password [secret: password]" in said
    assert vault.folder.joinpath("Gate.md").exists()
