"""Memories that are turns of a talk: asked about one who speaks, that one's words answer."""

from tests.system import agent_vaults
from tests.system.agent_vaults import store
from vaultwatch.memories.facts import Facts
from vaultwatch.recall.rank import Wanted
from vaultwatch.recall.signals import LEAST_SURE_OF_ASKED
from vaultwatch.services.recall.contexts import assemble
from vaultwatch.services.recall.recalling import recall
from vaultwatch.services.workspace import Workspace

vault, ws = agent_vaults.vault, agent_vaults.ws
TALK = (
    "Ben: Anna, Anna, my grandmother gave me this necklace.",
    "Anna: A necklace is nothing for me, the kiln would burn it.",
    "Ben: How is the glaze of the bowl coming along, Anna?",
    "Anna: I mix the glaze tomorrow, Ben.",
)


def test_the_words_of_the_one_who_is_named_come_first(ws: Workspace) -> None:
    for turn in TALK:
        store(ws, turn, Facts(session="s1"))
    found = recall(ws, "What about Anna's necklace?", Wanted())
    assert found.hits[0].row.belief == TALK[1]
    assert found.of_asked is not None
    assert recall(ws, "What about Anna?", Wanted()).hits, "nothing but the name is asked"
    assert recall(ws, "What about the necklace?", Wanted()).of_asked is None


def test_what_the_other_said_is_no_answer(ws: Workspace) -> None:
    for turn in TALK:
        store(ws, turn, Facts(session="s1"))
    asked = "Who gave Anna a necklace, her grandmother?"
    theirs = recall(ws, asked, Wanted()).of_asked
    others = recall(ws, asked.replace("Anna", "Ben"), Wanted()).of_asked
    assert theirs is not None
    assert others is not None
    assert theirs < others
    made = assemble(ws, asked, Wanted(), max_tokens=500)
    if made.confidence is not None:  # a model that was measured
        assert made.is_doubtful == (made.confidence < LEAST_SURE_OF_ASKED)
