"""A session names what it works on once; what belongs to that is told first, or alone if asked."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.system import agent_vaults
from tests.system.agent_vaults import make_vault, opened, store
from tests.system.agents import Agent, agent_here
from tests.system.vaults import Vault
from vaultwatch.errors import SecretError
from vaultwatch.memories.facts import Facts
from vaultwatch.recall.rank import Wanted
from vaultwatch.services.memories import adding
from vaultwatch.services.memories.adding import on_its_topic, topic_of
from vaultwatch.services.recall.recalling import recall
from vaultwatch.services.workspace import Workspace

vault, ws = agent_vaults.vault, agent_vaults.ws
BY_AGENT = Facts(agent="ada", session="s1")


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Vault, Agent]]:
    vault = make_vault(tmp_path_factory.mktemp("topics"))
    with agent_here(vault) as agent:
        for colour, topic in (("red", "kiln rebuild"), ("green", "fair"), ("blue", "")):
            agent.remember(f"The {colour} lamp burns on Monday.", provenance={"topic": topic})
        for day in ("Tuesday", "Friday"):  # hardly to the question: they set how far is far
            agent.remember(f"A boat came in on {day} with clay, salt and three hundred bricks.")
        yield vault, agent


def test_a_topic_stands_in_the_note_and_filters(asked: tuple[Vault, Agent]) -> None:
    vault, agent = asked
    rows = agent.ask("vault_memories", query="lamp burns on Monday", topic="Kiln Rebuild")
    (row,) = rows["memories"]
    assert (row["content"], row["topic"]) == ("The red lamp burns on Monday.", "kiln rebuild")
    notes = [path.read_text() for path in (vault.folder / "Memories").glob("*.md")]
    assert sum('\ntopic: "kiln rebuild"\n' in note for note in notes) == 1
    assert sum("\ntopic:" in note for note in notes) == 2, "no topic, no property"
    assert agent.found(topic="garden") == []


@pytest.mark.parametrize(("topic", "first"), [("fair", "green"), ("kiln rebuild", "red")])
def test_a_context_tells_first_what_belongs_to_its_topic(
    topic: str, first: str, asked: tuple[Vault, Agent]
) -> None:
    more = {"session_id": f"at the {topic}", "include_notes": False}
    for named in ({"topic": topic}, {}):
        text = agent_text(asked[1], **more, **named)
        lamps = [line for line in text.splitlines() if " lamp " in line]
        assert f"The {first} lamp" in lamps[0], "named once, it holds for the session"
        assert len(lamps) == 3, "nothing is left out for it"


def agent_text(agent: Agent, **more: object) -> str:
    text: str = agent.ask("vault_context", task="which lamp burns on Monday", **more)["context"]
    return text


def test_what_a_session_stores_belongs_to_its_topic_the_newest_name_counts(ws: Workspace) -> None:
    def stored(belief: str, facts: Facts) -> str:
        (row,) = ws.ledger.find_memories(ids=[store(ws, belief, facts).id])
        return row.facts.topic

    assert stored("The lid is oak.", BY_AGENT) == ""
    assert stored("The rim is steel.", replace(BY_AGENT, topic="kiln")) == "kiln"
    assert stored("The door is brick.", BY_AGENT) == "kiln"
    assert stored("The sign is slate.", replace(BY_AGENT, session="s2")) == "", "one session's"
    assert on_its_topic(ws, Wanted(session="s1", topic=" the\n fair ")).topic == "the fair"
    assert stored("The tent is linen.", BY_AGENT) == "the fair"
    assert on_its_topic(ws, Wanted(session="s1")).topic == "the fair"
    assert on_its_topic(ws, Wanted()).topic == ""


def test_a_topic_survives_the_server_and_few_sessions_are_kept(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adding, "MOST_SESSIONS", 3)
    with opened(vault) as ws:
        for number in range(5):
            on_its_topic(ws, Wanted(session=f"s{number}", topic=f"matter {number}"))
    with opened(vault) as ws:
        kept = [topic_of(ws, f"s{number}") for number in range(5)]
    assert kept == ["", "", "matter 2", "matter 3", "matter 4"]


def test_a_topic_that_holds_a_secret_is_refused(ws: Workspace) -> None:
    with pytest.raises(SecretError):
        on_its_topic(ws, Wanted(session="s1", topic=agent_vaults.KEY))
    assert topic_of(ws, "s1") == ""


def test_an_agents_topic_lifts_nothing_above_the_users_word(ws: Workspace) -> None:
    said = store(ws, "The oak bench costs 40 euros.", Facts(source="user_explicit")).id
    loud = Facts(source="inference", agent="eve", topic="bench")
    store(ws, "The oak bench costs 90 euros.", loud)
    found = recall(ws, "what does the oak bench cost", Wanted(topic="bench"))
    assert found.hits[0].row.id == said
