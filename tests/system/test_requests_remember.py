"""A selection becomes a memory that cites its note, whatever was selected and wherever."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.system.drifted import copy_of
from tests.system.request_asking import STAND, answer_to, ask, body, memories, put
from tests.system.vaults import Vault
from vaultwatch.doors.requests.answering import answer_requests
from vaultwatch.services.memories import adding
from vaultwatch.services.workspace import Workspace
from vaultwatch.wiring import open_workspace


@pytest.fixture
def vault(fair_once: Vault, tmp_path: Path) -> Vault:
    return copy_of(fair_once, tmp_path)


@pytest.fixture
def ws(vault: Vault) -> Iterator[Workspace]:
    with open_workspace(vault.folder, "write", state=vault.state) as workspace:
        yield workspace


CITED = [
    pytest.param("Stands", "([[Fees#Stands]])", id="a heading"),
    pytest.param(None, "([[Fees]])", id="no heading"),
    pytest.param("", "([[Fees]])", id="an empty heading"),
    pytest.param("Gone", "([[Fees]])", id="a heading that is not there"),
    pytest.param(
        "Parking: cars & vans | [[free]] #x", "([[Fees#Parking cars vans free x]])", id="signs"
    ),
    pytest.param("Stands]] ![[Secrets", "([[Fees]])", id="a heading that ends the link"),
    pytest.param("Stands|shown", "([[Fees]])", id="a heading with a display"),
    pytest.param("x\n---\nid: mem_evil", "([[Fees]])", id="a heading of several lines"),
    pytest.param("%%{{title}}<% tp %>`=1`", "([[Fees]])", id="a heading of templates"),
]


@pytest.mark.parametrize(("heading", "citation"), CITED)
def test_a_selection_becomes_a_memory_that_cites_its_note(
    heading: str | None, citation: str, vault: Vault, ws: Workspace
) -> None:
    answer = ask(vault, ws, verb="remember", text=STAND, note="Fair/Fees.md", heading=heading)
    assert answer["state"] == "done", answer
    note = vault.read(answer["memory"]["path"])
    assert body(note) == f"{STAND} {citation}"
    assert "source: user_explicit\n" in note
    assert answer["hint"] == "", "nothing to warn of: it is checked"
    assert [one.note for one in ws.ledger.baselines(answer["memory"]["memory_id"])] == [
        "Fair/Fees.md"
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("As [[Fees]] say, 40.", "As [[Fees]] say, 40.", id="cites it already"),
        pytest.param("See [x](Fair/Fees.md).", "See [x](Fair/Fees.md).", id="by Markdown"),
        pytest.param("Not [[North/Tent]].", "Not [[North/Tent]]. ([[Fees]])", id="cites another"),
        pytest.param("---\nid: x\n---", "---\nid: x\n--- ([[Fees]])", id="like properties"),
        pytest.param("| a | b |", "| a | b |\n\n([[Fees]])", id="a table's row"),
        pytest.param("```\ncode", "([[Fees]])\n\n```\ncode", id="an open fence"),
        pytest.param("```\ncode\n```", "```\ncode\n```\n\n([[Fees]])", id="a closed fence"),
        pytest.param("$$\nx", "$$\nx ([[Fees]])", id="open maths"),
        pytest.param("a [[Fees", "a [[Fees ([[Fees]])", id="an open link"),
        pytest.param("`a", "`a ([[Fees]])", id="an open code span"),
    ],
)
def test_the_citation_is_read_whatever_was_selected(
    text: str, said: str, vault: Vault, ws: Workspace
) -> None:
    answer = ask(vault, ws, verb="remember", text=text, note="Fair/Fees.md")
    assert answer["state"] == "done", answer
    assert body(vault.read(answer["memory"]["path"])) == said
    cited = {one.note for one in ws.ledger.baselines(answer["memory"]["memory_id"])}
    assert "Fair/Fees.md" in cited


@pytest.mark.parametrize(
    ("path", "link"),
    [
        ("South/Tent.md", "[[South/Tent]]"),
        ("Tent.md", "[[Tent]]"),
        ("Deep/South/Tent.md", "[[Deep/South/Tent]]"),
        ("Größe übermäßig.md", "[[Größe übermäßig]]"),
        ("a [b] | c^d.md", "[a b c d](a%20%5Bb%5D%20%7C%20c%5Ed.md)"),
        ("Memories/Tent.md", "[[Memories/Tent]]"),
    ],
)
def test_the_shortest_link_that_means_this_note_alone_is_written(
    path: str, link: str, vault: Vault, ws: Workspace
) -> None:
    vault.write(path, "# Tent\n\nSeen.\n")
    answer = ask(vault, ws, verb="remember", text="The tent is big", note=path)
    assert answer["state"] == "done", answer
    assert body(vault.read(answer["memory"]["path"])) == f"The tent is big ({link})"


def test_a_note_that_no_link_can_name_is_told_of(vault: Vault, ws: Workspace) -> None:
    vault.write("C# notes.md", "Sharp.\n")
    answer = ask(vault, ws, verb="remember", text="The tent is big", note="C# notes.md")
    assert (answer["state"], memories(vault)) == ("refused", {})
    assert answer["hint"]


def test_the_memory_is_named_by_the_words_alone(vault: Vault, ws: Workspace) -> None:
    ask(vault, ws, verb="remember", text=STAND, note="Fair/Fees.md", heading="Stands")
    assert list(memories(vault)) == ["The stand costs 40 euros a day.md"]


@pytest.mark.parametrize("text", ["[[" * 4_500, "`" * 9_500, "> " * 4_500, "*_" * 4_500])
def test_a_selection_made_to_be_slow_is_not(text: str, vault: Vault, ws: Workspace) -> None:
    deep = "/".join(["d"] * 40) + "/Deep.md"
    vault.write(deep, "# Deep\n\nDown here.\n")
    vault.write(deep.removeprefix("d/"), "# Deep\n\nDown here too.\n")
    start_s = time.process_time()
    ask(vault, ws, verb="remember", text=text, note=deep, heading="Deep")
    assert time.process_time() - start_s < 7.5


def test_the_same_selection_is_kept_once(vault: Vault, ws: Workspace) -> None:
    asked = {"verb": "remember", "text": "Fees", "note": "Fair/Fees.md", "heading": "Stands"}
    first = ask(vault, ws, **asked)
    second = ask(vault, ws, **asked)
    assert (second["state"], second["memory"]) == ("done", first["memory"])
    assert "already" in second["message"]
    assert len(memories(vault)) == 1


def test_almost_the_same_belief_is_refused(vault: Vault, ws: Workspace) -> None:
    ask(vault, ws, verb="remember", text="The stand is red")
    answer = ask(vault, ws, verb="remember", text="the stand is  red.")
    assert answer["state"] == "refused"
    assert len(memories(vault)) == 1


def test_the_same_words_without_a_note_are_done_already(vault: Vault, ws: Workspace) -> None:
    first = ask(vault, ws, verb="remember", text="The stand is red")
    second = ask(vault, ws, verb="remember", text="The stand is red")
    assert (second["state"], second["memory"]) == ("done", first["memory"])


def test_type_and_tags_are_words_and_nothing_else(vault: Vault, ws: Workspace) -> None:
    odd = 'a: [b]\n---\nid: "x"'
    answer = ask(vault, ws, verb="remember", text=STAND, type=odd, tags=[odd, "!!python/x"])
    note = vault.read(answer["memory"]["path"])
    assert note.count("\nid: ") == 1
    assert body(note) == STAND


def test_a_kill_between_the_memory_and_the_answer_makes_no_second_memory(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(vault, "x", {"verb": "remember", "text": "Fees", "note": "Fair/Fees.md"})
    with monkeypatch.context() as patch, open_workspace(vault.folder, state=vault.state) as ws:

        def killed(*_: object, **__: object) -> None:
            raise KeyboardInterrupt

        patch.setattr(adding, "take_in", killed)
        with pytest.raises(KeyboardInterrupt):
            answer_requests(ws)
    assert list(memories(vault)) == ["Fees 2.md"]
    with open_workspace(vault.folder, state=vault.state) as ws:
        assert [one.state for one in answer_requests(ws)] == ["done"]
    assert list(memories(vault)) == ["Fees 2.md"]
    assert answer_to(vault, "x")["memory"]["path"] == "Memories/Fees 2.md"
