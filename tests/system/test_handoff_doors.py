"""The hand-over at its doors: agents hand over and are told, a person reads and answers."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.system.agent_vaults import make_vault
from tests.system.agents import Agent, agent_here
from tests.system.vaults import Vault

BOOK = "Book the stand for 40 euros a day, see [[Fees]]."


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Vault:
    return make_vault(tmp_path_factory.mktemp("doors"))


@pytest.fixture(scope="module")
def ada(vault: Vault) -> Iterator[Agent]:
    with agent_here(vault) as agent:
        yield agent


@pytest.fixture(scope="module")
def path(ada: Agent, vault: Vault) -> str:
    done = ada.ask(
        "vault_handoff",
        session_id="s1",
        project=Path.cwd().name,
        next_actions=[BOOK],
        open_questions=["Who brings the lamps?"],
        about={"topic": "The stand", "agent": "ada"},
    )
    assert done["is_written"]
    assert done["items"] == 2
    assert "cites no note" in done["warnings"][0]
    vault.write("Fees.md", vault.read("Fees.md").replace("40 euros", "55 euros"))
    found: str = done["path"]
    return found


def test_a_person_reads_what_was_left_and_what_is_against_it(vault: Vault, path: str) -> None:
    out = vault.call("memory", "handoff").out.splitlines()
    assert out[0].endswith(f"  {Path.cwd().name}  {path}")
    assert out[1] == f"  next action: {BOOK}  (may be outdated)"
    assert out[2] == "    note Fees.md says, line 3: The stand costs 55 euros a day."
    assert out[3] == "  open question: Who brings the lamps?"
    (first, _) = map(json.loads, vault.call("memory", "handoff", "--json").out.splitlines())
    assert (first["content"], first["kind"], first["session_id"]) == (BOOK, "next action", "s1")
    assert first["against"].startswith("note Fees.md says, line 3")
    assert vault.call("memory", "handoff", "other").out == "No session left anything open.\n"


def test_a_hook_prints_it_for_the_next_session(vault: Vault, path: str) -> None:
    assert path
    out = vault.call("context", "--session-start").out
    assert f"may be outdated: {BOOK}\n>> note Fees.md says, line 3" in out


def test_agents_do_not_recall_items_unless_they_ask_for_them(ada: Agent, path: str) -> None:
    assert path
    assert BOOK not in ada.ask("vault_context", task="book the stand")["context"]
    assert ada.found("book the stand") == []
    (first, _) = ada.ask("vault_memories", query="stand", filters={"type": "handoff"})["memories"]
    assert "#" in first["memory_id"]


def test_an_agent_corrects_an_item_in_its_line(ada: Agent, vault: Vault, path: str) -> None:
    (row,) = ada.errors()
    id_ = row["memory_id"]
    said = ada.refused("vault_update_memory", memory_id=id_, change={"tags": ["a"]})
    assert "only its words" in said
    other = ada.remember("The lamps are green.")
    assert "cannot be merged" in ada.refused("vault_merge", target_id=other, source_id=id_)
    before = vault.read(path)
    ada.ask("vault_update_memory", memory_id=id_, content=BOOK.replace("40", "55"))
    assert vault.read(path).split("# The")[1] == before.split("# The")[1].replace("40 e", "55 e")
    assert ada.errors() == []


def test_a_session_must_be_named(ada: Agent) -> None:
    said = ada.refused("vault_handoff", session_id=" ", project="x", goals=["Open."])
    assert "names its session" in said
    said = ada.refused("vault_handoff", session_id="s9", project="x")
    assert "nothing to hand over" in said
