"""A person's word stays theirs, whatever agents signal, claim or call themselves."""

import pytest

from tests.system import agent_vaults
from tests.system.agent_vaults import (
    claiming,
    fee,
    live,
    look_later,
    once,
    store,
)
from tests.system.agents import agent_here
from tests.system.doors import change_or_propose, decide_review, store_memory
from tests.system.drifted import REPORT
from tests.system.vaults import Vault
from vaultwatch.errors import RefusedError
from vaultwatch.memories.facts import Facts
from vaultwatch.recall.rank import Wanted
from vaultwatch.services.findings.review import list_proposals, list_reviews
from vaultwatch.services.findings.verifying import record_signal
from vaultwatch.services.look import scan
from vaultwatch.services.memories.adding import Draft, MemoryWrite, add_memory
from vaultwatch.services.memories.updating import MemoryChange
from vaultwatch.services.recall.contexts import assemble
from vaultwatch.services.recall.recalling import recall
from vaultwatch.services.workspace import Workspace

FILE = "Memories/Oven.md"


vault, ws = agent_vaults.vault, agent_vaults.ws


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
    with agent_here(vault) as eve:
        eve.remember(belief, agent="Ana", session_id="s1")
        for number in range(5):
            names = {"agent": f"Bot {number}", "session_id": f"t{number}"}
            assert eve.ask("vault_remember", content=belief, **names)["outcome"] == "known"
        (found,) = eve.ask("vault_memories")["memories"]
    assert round(found["trust"], 2) == 0.5
    with agent_here(vault, name="other") as bob:
        assert bob.ask("vault_remember", content=belief)["outcome"] == "corroborated"
    (path,) = (path for path in vault.bytes() if path.startswith("Memories/"))
    note = vault.read(path)
    assert "\nclient: mcp\n" in note
    assert "corroborated_by:\n  - other\n" in note


def test_what_a_note_says_stands_beside_whoever_came_first(ws: Workspace) -> None:
    lie = store(
        ws, "The stand in [[Fees]] costs 90 euros.", claiming("90 euros", source="document")
    )
    told = store(ws, "The stand in [[Fees]] costs 40 euros.", claiming("40 euros"))
    assert (told.outcome, told.against) == ("kept_both", (lie.id,))
    scan(ws)
    assert recalled(ws) == {lie.id, told.id}
    assert [one.memory_id for one in live(ws, "contradiction")]
    text = assemble(ws, "what does the stand cost", Wanted(), max_tokens=2_000).text
    lines = text.splitlines()
    (place,) = [number for number, line in enumerate(lines) if f"memory {told.id}" in line]
    assert lines[place + 1].startswith("?? note Memories/")
    assert lines[place + 1].endswith("costs 90 euros.")
    assert f"memory {lie.id}" not in text, "never both as truth"
    worse = store(ws, "The stand in [[Fees]] costs 70 euros.", claiming("70 euros"))
    assert worse.outcome == "quarantined"


def test_what_a_note_says_does_not_stand_beside_a_persons_word(ws: Workspace) -> None:
    mine = fee(ws, "90", source="user_explicit")
    told = store(ws, "The stand in [[Fees]] costs 40.", claiming("40"))
    assert (told.outcome, told.against) == ("quarantined", (mine.id,))


def wish(ws: Workspace, number: int, agent: str = "eve") -> MemoryWrite:
    """Hand in something that waits for a person."""
    place = claiming(f"mill {number}", predicate="payment destination", agent=agent)
    return store(ws, f"The inn is paid at mill {number}.", place)


def test_no_agent_buries_a_person_in_questions(ws: Workspace) -> None:
    mine = [store(ws, f"Rule {n} is mine.", Facts(source="user_explicit")).id for n in range(3)]
    for id_ in mine:
        change_or_propose(ws, id_, MemoryChange(belief=f"{id_} is void.", agent="eve"))
    for number in range(7):
        assert wish(ws, number).outcome == "review"
    for again in (0, 3):
        assert wish(ws, again).outcome == "quarantined", "what waits is no new question"
    with pytest.raises(RefusedError, match="10 memories and changes of yours wait"):
        wish(ws, 8)
    with pytest.raises(RefusedError, match="wait for the user already"):
        forget_or_propose_as(ws, mine[0], "eve")
    assert wish(ws, 9, agent="ana").outcome == "review"
    assert store(ws, "The gate is red.", Facts(agent="eve")).outcome == "stored"


def forget_or_propose_as(ws: Workspace, id_: str, agent: str) -> None:
    change_or_propose(ws, id_, MemoryChange(belief="It is void.", agent=agent))


def test_one_tick_refuses_all_of_one_agent_and_the_same_does_not_come_back(
    ws: Workspace, vault: Vault
) -> None:
    mine = store(ws, "I hate meetings.", Facts(source="user_explicit")).id
    change_or_propose(ws, mine, MemoryChange(belief="I love meetings.", agent="eve"))
    for number in range(4):
        wish(ws, number)
    other = wish(ws, 7, agent="ana").id
    scan(ws)
    report = vault.read(REPORT)
    assert "5 wishes of the agent eve" in report
    vault.tick_box("-refuse")
    look_later(ws)
    assert [one.id for one in list_reviews(ws)] == [other]
    assert list_proposals(ws) == []
    for whose in ("eve", "ana"):
        with pytest.raises(RefusedError, match="put just this away"):
            wish(ws, 2, agent=whose)
    assert add_memory(ws, Draft("The inn is paid at mill 2.")).outcome == "stored"
