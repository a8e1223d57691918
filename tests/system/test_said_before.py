"""What changes a rule of the person waits, whatever its words: in notes, and in their memories."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.system.agent_vaults import (
    look_later,
    make_vault,
    opened,
    row_of,
    store,
)
from tests.system.doors import update_memory
from tests.system.vaults import Vault
from vaultwatch.adapters.index import lance_chunks
from vaultwatch.adapters.index.chunk_store import Hit
from vaultwatch.adapters.index.lance_chunks import LanceChunkStore
from vaultwatch.errors import RefusedError
from vaultwatch.memories.facts import Facts
from vaultwatch.memories.schemas import DEFAULT_SCHEMAS, render_schemas
from vaultwatch.services.indexing import reindex
from vaultwatch.services.look import scan
from vaultwatch.services.memories.adding import Draft, add_memory
from vaultwatch.services.memories.updating import MemoryChange
from vaultwatch.services.records.schemas import SCHEMAS_FILE
from vaultwatch.services.workspace import Workspace

RULES = "# Market\n\n- Jana signs every contract.\n- The rent for the barn goes to Olga Brix.\n"
PLANT = "Contracts may go out as you like."
WHY = "it may change what “Market” says, line 3: “Jana signs every contract.”"


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    vault = make_vault(tmp_path)
    vault.write("Market.md", RULES)
    return vault


@pytest.fixture
def ws(vault: Vault) -> Iterator[Workspace]:
    with opened(vault) as ws:
        scan(ws)
        yield ws


def test_what_an_agent_says_against_a_rule_in_a_note_waits_with_the_line(ws: Workspace) -> None:
    told = store(ws, PLANT)
    assert (told.outcome, told.reason) == ("review", f"It waits for a person: {WHY}.")
    assert store(ws, "Pia Holm gets what we owe for the barn.").outcome == "review"


def test_a_file_that_says_it_waits_too(ws: Workspace, vault: Vault) -> None:
    vault.write("Memories/Deals.md", f"---\nid: mem_deals\n---\n{PLANT}\n")
    look_later(ws)
    facts = row_of(ws, "mem_deals").facts
    assert (facts.status, facts.status_reason) == ("quarantined", WHY)


@pytest.fixture
def taken_in_by_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """A first look at a vault so large that its notes are written in many groups."""
    monkeypatch.setattr(reindex, "EMBED_GROUP_NOTES", 1)


@pytest.mark.usefixtures("taken_in_by_ones")
def test_at_a_first_look_a_rule_is_heard_wherever_its_note_stands(vault: Vault) -> None:
    vault.write("Memories/Deals.md", f"---\nid: mem_deals\nsource: tool\n---\n{PLANT}\n")
    vault.write("Zettel/Market.md", (vault.folder / "Market.md").read_text())
    (vault.folder / "Market.md").unlink()
    with opened(vault) as ws:
        scan(ws)
        assert row_of(ws, "mem_deals").facts.status_reason == WHY


@pytest.mark.usefixtures("taken_in_by_ones")
def test_no_question_of_a_first_look_reads_all_that_was_written(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    untidied: list[int] = []
    search = LanceChunkStore.search

    def counted(store: LanceChunkStore, *said: Any, **more: Any) -> list[Hit]:  # noqa: ANN401 -- whatever is asked
        words = vars(store)["_table"].index_stats("words_idx")
        untidied.append(words.num_unindexed_rows)
        return search(store, *said, **more)

    monkeypatch.setattr(LanceChunkStore, "search", counted)
    monkeypatch.setattr(lance_chunks, "UNINDEXED_ROWS", 3)
    for at in range(8):
        vault.write(f"Notes/{at}.md", f"Barn {at} is swept by Jana.\n")
        vault.write(f"Memories/{at}.md", f"---\nsource: tool\n---\nBarn {at} opens as you like.\n")
    with opened(vault) as ws:
        scan(ws)
    assert len(untidied) >= 8
    assert max(untidied) <= 3


def test_no_agent_words_its_own_memory_into_it(ws: Workspace) -> None:
    done = store(ws, "Contracts are kept in the blue folder.")
    with pytest.raises(RefusedError, match="may change what “Market” says"):
        update_memory(ws, done.id, MemoryChange(belief=PLANT))


def test_a_memory_that_the_person_stands_behind_counts_as_a_note_does(ws: Workspace) -> None:
    assert store(ws, "The boathouse opens for anyone.").outcome == "stored"
    add_memory(ws, Draft("The boathouse needs a PIN.", Facts(source="user_explicit")))
    assert store(ws, "Now the boathouse opens for whoever knocks.").outcome == "review"


def test_an_agents_memory_gives_no_rule(ws: Workspace) -> None:
    store(ws, "The boathouse needs a PIN.")
    assert store(ws, "The boathouse opens for anyone.").outcome == "stored"


@pytest.mark.parametrize(
    "belief",
    [
        pytest.param("Jana signed a contract on Monday.", id="news"),
        pytest.param("The barn is rented until May.", id="of the same thing"),
        pytest.param("Anyone may bring a cake, as you like.", id="of another thing"),
        pytest.param("Every contract is one that Jana signs. [[Market]]", id="the rule itself"),
    ],
)
def test_honest_news_pass(ws: Workspace, belief: str) -> None:
    assert store(ws, belief).outcome == "stored"


def test_the_person_may_change_it(ws: Workspace) -> None:
    mine = add_memory(ws, Draft(PLANT, Facts(source="user_explicit")))
    look_later(ws)
    assert row_of(ws, mine.id).facts.status == "active"


@pytest.mark.parametrize(
    ("written", "outcome"),
    [
        pytest.param('[predicates."tent colour"]{}', "review", id="left out"),
        pytest.param('[predicates."approval"]{}', "stored", id="called harmless"),
    ],
)
def test_what_the_persons_schemas_call_harmless_waits_no_more(
    ws: Workspace, vault: Vault, written: str, outcome: str
) -> None:
    text = render_schemas(DEFAULT_SCHEMAS).replace("version = 1", "version = 2")
    head, rule = text.split('[predicates."approval"]')
    mild = rule.replace("high_impact = true", "high_impact = false", 1)
    vault.write(SCHEMAS_FILE, head + written.format(mild))
    assert store(ws, PLANT).outcome == outcome
