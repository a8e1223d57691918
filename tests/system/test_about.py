"""All that is believed of a name: by its note, its aliases or as it stands in memories."""

from pathlib import Path

import pytest

from tests.system import agent_vaults
from tests.system.agent_vaults import DAY, claiming, make_vault, move_clock, once, store
from tests.system.agents import agent_here
from tests.system.vaults import Vault
from vaultwatch.errors import RefusedError
from vaultwatch.memories.facts import Facts
from vaultwatch.notes.days import first_of
from vaultwatch.recall.rank import Wanted
from vaultwatch.services.look import scan
from vaultwatch.services.memories.property_writes import put_properties
from vaultwatch.services.recall.about import Believed, believed_about, history_line
from vaultwatch.services.workspace import Workspace

vault, ws = agent_vaults.vault, agent_vaults.ws


def told(ws: Workspace, name: str) -> Believed:
    return believed_about(ws, name, Wanted(), limit=50)


def said(ws: Workspace, name: str) -> list[str]:
    return [one.row.belief for one in told(ws, name).found.hits]


@pytest.mark.parametrize(
    ("name", "belief", "times"),
    [
        pytest.param("Mara Holm", "The oven was built by Mara Holm.", 1, id="as it stands"),
        pytest.param("mara holm", "The oven was built by Mara  Holm's brother.", 1, id="folded"),
        pytest.param("Mára Holm", "MARA HOLM built the oven.", 1, id="without accents"),
        pytest.param("Mara Holm", "The oven was built by [[People/Holm|her]].", 1, id="its note"),
        pytest.param("Mara Holm", "The oven was built by Speedy.", 1, id="an alias of it"),
        pytest.param("Speedy", "The oven was built by Mara Holm.", 1, id="asked by an alias"),
        pytest.param("Mara", "The oven was built by Maranello.", 0, id="within a word"),
        pytest.param("Mara", "The oven was built by Amara.", 0, id="at a word's end"),
        pytest.param("Mara", "The oven is of the mara-made kind.", 0, id="within a compound"),
        pytest.param("Git", "Use `git` for the oven.", 1, id="a tool in code"),
        pytest.param("C++", "The oven's clock is in C++.", 1, id="signs"),
        pytest.param("東京", "窯は東京にある。", 1, id="no spaces"),
        pytest.param("Mara Holm", "The oven is warm.", 0, id="another matter"),
    ],
)
def test_a_name_is_found_as_words_of_its_own(
    ws: Workspace, vault: Vault, name: str, belief: str, times: int
) -> None:
    vault.write(
        "People/Holm.md", '---\naliases: ["Mara Holm", Speedy]\n---\n# Holm\n\nShe bakes.\n'
    )
    store(ws, belief)
    assert said(ws, name) == [belief] * times


def test_what_holds_comes_newest_first_and_what_held_stands_below(ws: Workspace) -> None:
    old = store(ws, "Mara lives in Lyon.", claiming("Lyon", subject="Mara", predicate="home"))
    move_clock(ws, 20 * DAY)
    tea = store(ws, "Mara drinks tea.")
    move_clock(ws, 20 * DAY)
    new = store(ws, "Mara lives in Oslo.", claiming("Oslo", subject="Mara", predicate="home"))
    soon = first_of(ws.today).replace(year=ws.today.year + 1)
    store(ws, "Mara leads the team.", Facts(valid_from=soon))
    believed = told(ws, "Mara")
    assert said(ws, "Mara") == ["Mara lives in Oslo.", "Mara drinks tea.", "Mara leads the team."]
    (row,) = believed.history
    assert row.id == old.id
    line = history_line(row)
    assert line.startswith("until 2026-04-")
    assert line.endswith(f"Mara lives in Lyon. ({old.id}, replaced by {new.id})")
    assert believed.rivals == {}
    first = believed_about(ws, "Mara", Wanted(), limit=1)
    assert [one.row.id for one in first.found.hits] == [new.id]
    assert "2 more" in first.found.notice
    assert tea.id not in {one.id for one in first.history}
    put_properties(ws, tea.path, {"status": "archived"})
    (_, line) = map(history_line, told(ws, "Mara").history)
    assert line == f"Mara drinks tea. ({tea.id}, archived)"


def test_contradictions_are_marked_both_ways(ws: Workspace) -> None:
    facts = claiming("Lyon", subject="Mara", predicate="home")
    one = store(ws, "Mara lives in Lyon.", once(facts))
    move_clock(ws, DAY)
    other = store(
        ws, "Mara lives in Oslo.", once(claiming("Oslo", subject="Mara", predicate="home"))
    )
    assert told(ws, "Mara").rivals == {}
    for row in ws.ledger.find_memories(ids=[one.id, other.id]):
        file = ws.places.vault / row.path
        file.write_text(file.read_text().replace("exclusive: false\n", ""))
    scan(ws)
    assert told(ws, "Mara").rivals == {one.id: (other.id,), other.id: (one.id,)}


def test_what_waits_is_told_of_no_name(ws: Workspace) -> None:
    held = store(ws, agent_vaults.ATTACK + " Mara wants it.")
    assert held.outcome == "quarantined"
    assert told(ws, "Mara").found.hits == ()
    assert told(ws, "Mara").history == ()


@pytest.mark.parametrize("name", ["", "  ", "[[]]", "x" * 201])
def test_what_is_no_name_is_refused(ws: Workspace, name: str) -> None:
    with pytest.raises(RefusedError):
        told(ws, name)


def test_a_person_and_an_agent_ask_it(tmp_path: Path) -> None:
    vault = make_vault(tmp_path)
    with agent_here(vault) as ada:
        claim = {"subject": "Mara", "predicate": "home"}
        old = ada.remember("Mara lives in Lyon.", **claim, value="Lyon")
        new = ada.remember("Mara lives in Oslo.", **claim, value="Oslo")
        answer = ada.ask("vault_memories", filters={"about": "mara"})
        assert [one["memory_id"] for one in answer["memories"]] == [new]
        (line,) = answer["history"]
        assert old in line
        assert f"replaced by {new}" in line
        assert ada.ask("vault_memories", about="Nobody") == {"memories": []}
        said = ada.refused("vault_memories", query="home", about="Mara")
        assert "leave query" in said
    out = vault.call("memory", "about", "Mara").out.splitlines()
    assert new in out[0]
    assert out[1] == "Before:"
    assert "Mara lives in Lyon." in out[2]
    rows = vault.call("memory", "about", "Mara", "--json").rows
    assert [(row["memory_id"], row["status"]) for row in rows] == [
        (new, "active"), (old, "superseded"),
    ]  # fmt: skip
    assert rows[1]["superseded_by"] == new
    done = vault.call("memory", "about", "Nobody")
    assert (done.status, "Nothing is believed" in done.out) == (0, True)
    assert vault.call("memory", "about", "  ").status == 5
