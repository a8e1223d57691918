"""A person's word stays theirs, whatever agents signal, claim or call themselves."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.system.agent_vaults import (
    claiming,
    fee,
    live,
    make_vault,
    once,
    opened,
    store,
)
from tests.system.agents import agent
from tests.system.doors import decide_review, store_memory
from tests.system.vaults import Vault
from vaultwatch.memories.facts import Facts
from vaultwatch.recall.rank import Wanted
from vaultwatch.services.findings.signalling import record_signal
from vaultwatch.services.look import scan
from vaultwatch.services.memories.adding import Draft
from vaultwatch.services.recall.contexts import assemble
from vaultwatch.services.recall.recalling import recall
from vaultwatch.services.workspace import Workspace

FILE = "Memories/Oven.md"


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    return make_vault(tmp_path)


@pytest.fixture
def ws(vault: Vault) -> Iterator[Workspace]:
    with opened(vault) as ws:
        yield ws


def recalled(ws: Workspace) -> set[str]:
    return {hit.row.id for hit in recall(ws, "", Wanted(), limit=50).hits}


def test_a_signal_lowers_nothing_that_a_person_stands_behind(ws: Workspace, vault: Vault) -> None:
    said = store(ws, "The gate of the market is red.", Facts(source="user_explicit")).id
    edited = store(ws, "The well of the market is dry.", Facts(agent="ana"))
    vault.write(edited.path, vault.read(edited.path).replace("is dry", "is deep"))
    weak = store(ws, "The oven of the market is hot.", Facts(agent="ana")).id
    ids = (said, edited.id, weak)

    def seen() -> dict[str, tuple[float, bool]]:
        hits = recall(ws, "the market", Wanted()).hits
        return {
            one.row.id: (one.grounds.trust, one.ranked.candidate.has_open_finding) for one in hits
        }

    before = seen()
    for id_ in ids:
        record_signal(ws, id_, source="git", evidence="no", weight=1)
    after = seen()
    assert {id_ for id_ in ids if before[id_] != after[id_]} == {weak}
    text = assemble(ws, "the market", Wanted(), max_tokens=2_000).text
    (line,) = [line for line in text.splitlines() if "gate" in line]
    assert "an agent says otherwise" in line
    assert "outdated" not in line
    assert text.count("may be outdated") == 1


def test_only_a_person_says_that_their_value_is_one_of_several(ws: Workspace, vault: Vault) -> None:
    mine = fee(ws, "40", source="user_explicit")
    lie = store(ws, "One pays 90 euros there.", once(claiming("90")))
    assert (lie.outcome, lie.against) == ("quarantined", (mine.id,))
    told = store_memory(ws, Draft("It is 80.", once(claiming("80", source="user_explicit"))))
    assert told.outcome == "review"
    assert recalled(ws) == {mine.id}
    decide_review(ws, told.id, "keep")
    assert recalled(ws) == {mine.id, told.id}
    claim = "subject: Stand\npredicate: fee\nvalue: 70\nexclusive: false\ncreated: 2020-01-01"
    vault.write(FILE, f"---\nid: mem_oven\n{claim}\n---\nOne pays 70 euros there.\n")
    scan(ws)
    told_of = {one.memory_id for one in live(ws, "contradiction")}
    assert told_of == {lie.id, "mem_oven"}, "a backdated file makes a person's word no newcomer"
    assert "drift" not in vault.read(mine.path)


def test_two_agents_may_say_that_there_are_several(ws: Workspace) -> None:
    first = fee(ws, "40")
    second = store(ws, "One pays 90 euros there.", once(claiming("90")))
    assert recalled(ws) == {first.id, second.id}


def test_agents_of_one_program_are_one_voice_whatever_they_call_themselves(vault: Vault) -> None:
    belief = "The well of the market is dry."
    with agent(vault) as eve:
        eve.remember(belief, source_agent="Ana", session_id="s1")
        for number in range(5):
            names = {"source_agent": f"Bot {number}", "session_id": f"t{number}"}
            assert eve.ask("vault_remember", content=belief, **names)["outcome"] == "known"
        (found,) = eve.ask("vault_memories")["memories"]
    assert round(found["trust"], 2) == 0.5
    with agent(vault, name="other") as bob:
        assert bob.ask("vault_remember", content=belief)["outcome"] == "corroborated"
    (path,) = (path for path in vault.bytes() if path.startswith("Memories/"))
    note = vault.read(path)
    assert "\nclient: mcp\n" in note
    assert "corroborated_by:\n  - other\n" in note
