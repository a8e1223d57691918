"""A memory may say when it should come to mind, and of which kind it is: recall goes by both."""

from collections.abc import Iterator

import pytest

from tests.system.agent_vaults import KEY, make_vault
from tests.system.agents import Agent, agent_here
from tests.system.vaults import Vault

FIX = "Send the token as a header, and the server lets it through."
ASKED = "Why does the upload fail?"
KINDS = ("problem-solution", "failure", "positive feedback")


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Vault, Agent]]:
    vault = make_vault(tmp_path_factory.mktemp("mind"))
    for number in range(60):
        said = f"The upload of picture {number} went to shelf {number} at the pier."
        vault.write(f"Memories/Picture {number}.md", f"---\nid: mem_{number}\n---\n{said}\n")
    with agent_here(vault) as agent:
        kind = {"type": KINDS[0], "trigger": ["The upload fails with 403", ASKED]}
        agent.remember(FIX, kind=kind)
        agent.remember("Two boats sank at the pier.", kind={"type": KINDS[1]})
        agent.remember("The pier's lamps were liked.", kind={"type": KINDS[2]})
        yield vault, agent


def test_a_trigger_brings_to_mind_what_its_words_would_not(asked: tuple[Vault, Agent]) -> None:
    vault, agent = asked
    found = agent.ask("vault_memories", query=ASKED, limit=1)["memories"]
    assert [one["content"] for one in found] == [FIX]
    text = agent.ask("vault_context", task="mend the upload, it fails with 403")["context"]
    assert FIX in text
    assert ASKED not in text, "what brings it to mind is told to nobody"
    assert FIX not in agent.ask("vault_context", task="water the geraniums")["context"]
    only = agent.ask("vault_memories", query=ASKED, filters={"type": "failure"})["memories"]
    assert FIX not in {one["content"] for one in only}, "a filter holds for it too"
    (path,) = (one for one in vault.notes() if "token as a header" in vault.read(one))
    note = vault.read(path)
    assert f'trigger:\n  - "The upload fails with 403"\n  - "{ASKED}"\n' in note
    vault.write(path, note.replace(ASKED, "The kettle whistles in the shed"))
    found = agent.ask("vault_memories", query="the kettle whistles in the shed")["memories"]
    assert found[0]["content"] == FIX, "a person may change it in the note"


def test_who_says_the_same_again_may_say_when_it_comes_to_mind(
    asked: tuple[Vault, Agent],
) -> None:
    vault, agent = asked
    belief = "The gate squeaks at the hinge."
    first = agent.remember(belief)
    again = agent.remember(belief, trigger="Somebody oils the gate")
    assert again == first
    shown = vault.call("memory", "show", first).out
    assert "at        Somebody oils the gate" in shown
    (row,) = vault.call("memory", "add", "The well is dry in August.", "--json").rows
    more = {"content": "The well is dry in August.", "trigger": "The well is asked for"}
    told = agent.ask("vault_remember", **more)
    assert told["memory_id"] == row["memory_id"]
    assert "a person's" in str(told), "nobody else says when a person's word comes to mind"
    assert "asked for" not in vault.call("memory", "show", row["memory_id"]).out


def test_several_kinds_are_asked_for_however_near_others_are(asked: tuple[Vault, Agent]) -> None:
    vault, agent = asked
    query = "what went to which shelf at the pier"
    found = agent.ask("vault_memories", query=query, filters={"type": [*KINDS[1:]]})["memories"]
    assert {one["type"] for one in found} == {*KINDS[1:]}
    named = ["--type", KINDS[1], "--type", KINDS[2]]
    rows = vault.call("recall", query, *named, "--json").rows
    assert {row["content"] for row in rows} == {one["content"] for one in found}
    text = vault.call("context", query, *named, "--no-notes").out
    assert ("sank" in text, "liked" in text, "shelf" in text) == (True, True, False)


def test_a_person_gives_one_and_a_bad_one_is_refused(asked: tuple[Vault, Agent]) -> None:
    vault, agent = asked
    words = ["The spare key hangs in the shed.", "--trigger", "Somebody is locked out"]
    (row,) = vault.call("memory", "add", *words, "--json").rows
    shown = vault.call("memory", "show", row["memory_id"]).out
    assert "at        Somebody is locked out" in shown
    assert "spare key" in vault.call("recall", "somebody is locked out of the house").out
    many = [f"occasion {n}" for n in range(4)]
    assert "trigger" in agent.refused("vault_remember", content="It rains.", trigger=many)
    held = agent.refused("vault_remember", content="It rains a lot.", trigger=[f"{KEY} fails"])
    assert "secret" in held


def test_what_is_merged_comes_to_mind_at_both_occasions(asked: tuple[Vault, Agent]) -> None:
    _, agent = asked
    one, two = (
        agent.remember(f"The {part} of the loom creaks.", trigger=f"The {noise} begins")
        for part, noise in (("beam", "rattling"), ("pedal", "hissing"))
    )
    agent.ask("vault_merge", target_id=one, source_id=two)
    for noise in ("rattling", "hissing"):
        found = agent.ask("vault_memories", query=f"the {noise} begins again")["memories"]
        assert found[0]["memory_id"] == one
