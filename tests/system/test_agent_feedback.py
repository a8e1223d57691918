"""Use teaches: what sessions say of memories that they were handed, and what never comes of it."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.system import agent_vaults
from tests.system.agent_vaults import ATTACK, DAY, NOW, make_vault, move_clock, store
from tests.system.agents import Agent, agent_here
from tests.system.doors import forget_memory
from tests.system.vaults import Vault
from vaultwatch.errors import NotThereError, RefusedError
from vaultwatch.memories.facts import Facts
from vaultwatch.recall.rank import Wanted
from vaultwatch.services.look import carry_out
from vaultwatch.services.operations.undoing import undo_last_run
from vaultwatch.services.recall.context_answer import Asking, context_answer
from vaultwatch.services.recall.recalling import recall
from vaultwatch.services.records.use import give_feedback, note_use, use_of
from vaultwatch.services.workspace import Workspace

KILNS = "when is the kiln fired"
vault, ws = agent_vaults.vault, agent_vaults.ws


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Vault:
    return make_vault(tmp_path_factory.mktemp("door"))


@pytest.fixture(scope="module")
def ada(door: Vault) -> Iterator[Agent]:
    with agent_here(door) as connected:
        yield connected


def order(ws: Workspace, query: str = KILNS) -> list[str]:
    return [hit.row.id for hit in recall(ws, query, Wanted()).hits]


def two(ws: Workspace, **more: str) -> list[str]:
    """Store two memories that fit alike; return their ids as they are found."""
    for colour in ("red", "green"):
        store(ws, f"The {colour} kiln is fired on Monday.", Facts(**more))  # type: ignore[arg-type]
    return order(ws)


def say(ws: Workspace, *ids: str, helped: bool) -> None:
    carry_out(ws, lambda ws: give_feedback(ws, ids, helped=helped))


def test_an_agent_says_what_helped_and_its_person_reads_it(door: Vault, ada: Agent) -> None:
    for colour in ("red", "green"):
        ada.remember(f"The {colour} kiln is fired on Monday.")
    first, second = ada.found(KILNS)
    kept = ada.ask("vault_feedback", memory_ids=[first, first], helped=False)
    assert kept == {"recorded": [first]}
    assert ada.found(KILNS) == [second, first], "the next one is tried"
    assert ada.found("kiln fired Monday") == [first, second], "of another question it says nothing"
    again = ada.ask("vault_feedback", memory_ids=first, helped=False)
    assert again == {"recorded": [], "said_before": [first]}
    assert ada.ask("vault_feedback", memory_ids=[second], helped=True) == {"recorded": [second]}
    told = door.call("memory", "show", second).out
    assert "handed out 2 times, last on " in told
    assert "1 said it helped" in told
    use = json.loads(door.call("memory", "show", first, "--json").out)["use"]
    assert (use["times"], use["helped"], use["not_helped"]) == (2, 0, 1)
    explained = ada.ask("vault_memories", query=KILNS, show={"explain": True})["memories"]
    assert "It was handed out 2 times" in explained[0]["explanation"]["chain"][-1]


def test_a_person_says_it_at_their_own_door(door: Vault, ada: Agent) -> None:
    id_ = ada.remember("The fair is opened by the mayor.")
    assert "Would keep" in door.call("memory", "feedback", id_, "--helped", "--dry-run").out
    assert "said it" not in door.call("memory", "show", id_).out
    assert f"memory {id_} helped" in door.call("memory", "feedback", id_, "--helped").out
    assert "said today already" in door.call("memory", "feedback", id_, "--helped").out
    assert "1 said it helped" in door.call("memory", "show", id_).out
    assert door.call("memory", "feedback", "mem_no", "--helped").status == 4


@pytest.mark.parametrize(
    ("given", "said"),
    [
        pytest.param(
            {"memory_ids": ["mem_no"], "helped": True}, "no memory 'mem_no'", id="unknown"
        ),
        pytest.param({"memory_ids": [], "helped": True}, "memory_ids", id="none"),
        pytest.param({"memory_ids": ["x"] * 51, "helped": True}, "50 at most", id="too many"),
        pytest.param({"memory_ids": [""], "helped": True}, "memory_ids", id="empty"),
        pytest.param({"memory_ids": ["x"]}, "`helped` is needed", id="no word"),
        pytest.param({"memory_ids": ["x"], "helped": "perhaps"}, "`helped`", id="no such word"),
    ],
)
def test_a_wrong_word_is_refused_in_words(given: dict[str, object], said: str, ada: Agent) -> None:
    assert said in ada.refused("vault_feedback", **given)


def test_nothing_is_kept_where_one_of_them_is_unknown(ws: Workspace) -> None:
    first, _ = two(ws)
    with pytest.raises(NotThereError):
        say(ws, first, "mem_no", helped=True)
    assert use_of(ws, [first]) == {}


def test_what_waits_is_handed_to_nobody_and_helps_nobody(ws: Workspace) -> None:
    held = store(ws, ATTACK)
    with pytest.raises(RefusedError, match="quarantined"):
        say(ws, held.id, helped=True)


def test_an_answer_notes_use_beside_the_ledger(ws: Workspace) -> None:
    ids = two(ws)
    ws.session = "ada"
    context_answer(ws, KILNS, Wanted(), Asking(500))
    assert use_of(ws, ids) == {}, "a deed or a look takes it in"
    noted = ws.places.accesses.read_text()
    assert "kiln" not in noted, "a question's words are nobody's"
    carry_out(ws, lambda _: None)
    assert {id_: one.times for id_, one in use_of(ws, ids).items()} == dict.fromkeys(ids, 1)
    assert not ws.places.accesses.exists()


def test_what_is_used_stays_fresh_as_it_ages(ws: Workspace) -> None:
    first, second = two(ws)
    move_clock(ws, 60 * DAY)
    assert order(ws) == [first, second]
    say(ws, second, helped=True)
    assert order(ws) == [second, first]
    assert order(ws, "kiln fired Monday") == [second, first], "for other questions as well"
    move_clock(ws, 700 * DAY)
    (a, b) = recall(ws, KILNS, Wanted()).hits
    assert min(part.value for one in (a, b) for part in one.ranked.parts[2:3]) == 0.05


def test_no_number_of_words_moves_what_a_person_said(ws: Workspace) -> None:
    theirs = store(ws, "The red kiln is fired on Monday.", Facts(source="user_explicit")).id
    planted = store(ws, "The kiln is fired when the kiln is fired.").id
    move_clock(ws, 50 * DAY)
    stood = recall(ws, KILNS, Wanted()).hits[0]
    for number in range(9):
        move_clock(ws, DAY)
        ws.session = f"eve-{number}"
        note_use(ws, KILNS, [theirs, planted])
        say(ws, theirs, helped=False)
        say(ws, planted, helped=True)
    assert order(ws) == [theirs, planted]
    held = recall(ws, KILNS, Wanted()).hits[0]
    assert held.ranked.candidate.days_off == 0 == stood.ranked.candidate.days_off


def test_what_was_said_of_older_words_is_void(ws: Workspace) -> None:
    first, _ = two(ws)
    say(ws, first, helped=True)
    move_clock(ws, DAY)
    path = next(row.path for row in ws.ledger.memories() if row.id == first)
    text = ws.files.read(path).decode()
    new = text.replace("on Monday", "on Tuesday").replace("updated:", "was:")
    head, body = new.split("---\n")[1:3]
    stamp = f"updated: {(NOW + DAY).isoformat()}\n"
    ws.files.replace_note(path, seen=text.encode(), new=f"---\n{head}{stamp}---\n{body}".encode())
    hit = next(one for one in recall(ws, KILNS, Wanted()).hits if one.row.id == first)
    assert "Tuesday" in hit.row.belief
    assert hit.ranked.candidate.days_off == 0


def test_use_is_forgotten_with_a_memory_and_comes_back_with_it(ws: Workspace) -> None:
    first, second = two(ws)
    say(ws, first, second, helped=True)
    forget_memory(ws, first)
    assert undo_last_run(ws).restored
    ws.ledger.prune()
    assert use_of(ws, [first])[first].helped == 1
    forget_memory(ws, first)
    ws.ledger.prune()
    assert use_of(ws, [first, second]) == {second: replace(use_of(ws, [second])[second])}
