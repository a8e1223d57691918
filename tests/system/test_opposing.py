"""What is known of a belief and a note is not looked for again, and never told of other words."""

from collections.abc import Iterable

import pytest

from tests.system import agent_vaults
from tests.system.agent_vaults import store
from tests.system.agents import agent_here
from tests.system.vaults import Vault
from vaultwatch.drift.scoring.grounding import contradicted_elsewhere
from vaultwatch.notes.model import Statement
from vaultwatch.recall.rank import Wanted
from vaultwatch.services.look import scan
from vaultwatch.services.recall.contexts import assemble
from vaultwatch.services.recall.notes_against import NotesAgainst
from vaultwatch.services.recall.recalling import recall
from vaultwatch.services.scanning.opposing import held_against
from vaultwatch.services.workspace import Workspace

vault, ws = agent_vaults.vault, agent_vaults.ws


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The sentences that answers held against notes."""
    found: list[str] = []

    def counted(text: str, *rest: object, **more: object) -> object:
        found.append(text)
        return held_against(text, *rest, **more)

    monkeypatch.setattr(f"{NotesAgainst.__module__}.held_against", counted)
    return found


def told(ws: Workspace) -> dict[str, str]:
    found = recall(ws, "what does the stand cost", Wanted(), checks_drift=False).hits
    return {id_: line.text for id_, line in NotesAgainst(ws).told(found).items()}


def test_a_belief_that_was_compared_is_not_held_against_the_same_words_again(
    vault: Vault, ws: Workspace, looks: list[str]
) -> None:
    fits = store(ws, "The stand costs 40 euros a day, see [[Fees]].").id
    assert told(ws) == {}
    assert looks, "nobody has compared it yet"
    scan(ws)
    looks.clear()
    assert (told(ws), looks) == ({}, [])
    vault.write("Fees.md", "# Fees\n\nThe stand costs 45 euros a day.\n")
    assert told(ws) == {fits: "The stand costs 45 euros a day."}, "no look came in between"
    scan(ws)
    assert told(ws) == {fits: "The stand costs 45 euros a day."}
    vault.write("Fees.md", agent_vaults.FEES)
    scan(ws)
    looks.clear()
    assert (told(ws), looks) == ({}, [])


def test_what_contradicts_from_the_first_is_known_for_no_match(ws: Workspace) -> None:
    wrong = store(ws, "The stand costs 60 euros a day, see [[Fees]].").id
    scan(ws)
    assert ws.ledger.unopposed([wrong]) == frozenset()
    assert told(ws) == {wrong: "The stand costs 40 euros a day."}


def test_what_an_answer_found_out_the_next_one_knows(
    ws: Workspace, looks: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    store(ws, "The stand costs 40 euros a day, see [[Fees]].")
    monkeypatch.setattr("vaultwatch.services.scanning.comparing.unopposed", lambda *_: "")
    scan(ws)  # as one of an older version was
    assert (told(ws), bool(looks)) == ({}, True)
    looks.clear()
    assert (told(ws), looks) == ({}, [])


def test_what_a_cited_note_says_is_held_against_no_other_passage(
    vault: Vault, ws: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken_apart: list[str] = []

    def counted(text: str, title: str, statements: Iterable[Statement]) -> Statement | None:
        taken_apart.append(text)
        return contradicted_elsewhere(text, title, statements)

    monkeypatch.setattr(f"{NotesAgainst.__module__}.contradicted_elsewhere", counted)
    said = "The stand costs 40 euros a day, see [[Fees]]."
    alone = "The stand costs 40 euros a day in July."
    store(ws, said)
    other = store(ws, alone).id
    vault.write("Old fees.md", "# Old fees\n\nThe stand costs 35 euros a day in July.\n")
    scan(ws)
    for _ in range(2):
        made = assemble(ws, "what does the stand cost a day", Wanted(), max_tokens=500)
        assert {id_: line.text for id_, line in made.against.items()} == {
            other: "The stand costs 35 euros a day in July."
        }
        assert set(taken_apart) == {alone}


def test_a_question_and_a_name_mark_what_a_note_beside_them_denies(vault: Vault) -> None:
    wrong = "mem_stand"
    said = f"---\nid: {wrong}\nsource: inference\n---\nThe stand costs 60 euros a day.\n"
    vault.write("Memories/Stand.md", said)
    vault.call("scan")
    line = "note Fees.md says, line 3: The stand costs 40 euros a day."
    for words in (("recall", "what does the stand cost"), ("memory", "about", "stand")):
        (row,) = vault.call(*words, "--json").rows
        assert (row["memory_id"], row["against"]) == (wrong, line), words
    with agent_here(vault) as there:
        for asked in ({"query": "what does the stand cost"}, {"about": "stand"}):
            (one,) = there.ask("vault_memories", **asked)["memories"]
            assert (one["memory_id"], one["against"]) == (wrong, line), asked
