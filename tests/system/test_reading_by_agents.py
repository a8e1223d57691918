"""Agents at work read what words do not settle, on the first day, and it is taken back whole."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.system.agents import Agent, agent, agent_here
from tests.system.drifted import copy_of
from tests.system.reading import edited_vault, opened, quoting
from tests.system.vaults import Vault, use_hash_embedder
from vaultwatch.adapters.machine.clock import FixedClock
from vaultwatch.notes.model import NotePath
from vaultwatch.reader.batch import PairAnswer, ReaderVerdict
from vaultwatch.reader.pairs import MAX_LINES
from vaultwatch.services.look import scan
from vaultwatch.services.reader.handing import hand_out, take_in
from vaultwatch.services.reader.waiting import VOID_FOR, waiting_findings, waiting_pairs
from vaultwatch.services.records.standings import is_backed, stances
from vaultwatch.services.records.trust import grounds_of

THEN = {
    "Kiln": "Ines fires the kiln on Fridays.\n\nThe key hangs in the shed.",
    "Choir": "The rehearsals are looked after by people of the mill.",
    "Pump": "The pump is looked after by Tom and his brother from the mill.",
    "Bikes": "Ines guarda las bicis en el patio.",
    "Roof": "The roof gets sedum mats.\n\nThey are ordered when the shell is up.",
}
BELIEFS = {
    "Kiln": "Ines fires the kiln on Fridays.",
    "Choir": "People of the mill look after the rehearsals.",
    "Pump": "Tom looks after the pump with his brother.",
    "Bikes": "Ines keeps the bicycles in the yard.",
    "Roof": "The roof gets sedum mats.",
}
NOW = {
    "Choir": "Volunteers from nearby take turns with the rehearsals now.",
    "Pump": "It is Tom and his brother from the mill who see to the pump.",
    "Roof": "The roof gets sedum mats.\n\nDropped, too heavy.\n\nThey wait for the shell.",
}
SETTLED = {
    "Choir": ("outdated", "Volunteers from nearby"),
    "Pump": ("holds", "Tom and his brother"),
    "Bikes": ("holds", "Ines guarda las bicis"),
    "Roof": ("outdated", "Dropped, too heavy."),
}


@pytest.fixture(scope="module")
def edited(tmp_path_factory: pytest.TempPathFactory) -> Vault:
    """Memories that ada wrote, whose notes were edited since."""
    return edited_vault(tmp_path_factory.mktemp("edited"), THEN, BELIEFS, NOW)


@pytest.fixture
def vault(edited: Vault, tmp_path: Path) -> Vault:
    return copy_of(edited, tmp_path)


def reads(agent: Agent) -> list[str]:
    """Answer all pairs by what stands in them; return of which notes they were."""
    asked = []
    handed = agent.ask("vault_doubts")
    while handed["pairs"]:
        asked += [name for pair in handed["pairs"] if (name := _name(pair))]
        answers = [_answer(pair) for pair in handed["pairs"]]
        handed = agent.ask("vault_doubts", answers=answers)
        assert not handed["is_void"]
    return asked


def _name(pair: dict[str, Any]) -> str:
    its = (name for name in BELIEFS if pair["memory"] == f"{BELIEFS[name]} {name}")
    return next(its, "")  # a known pair is of the note's own words


def _answer(pair: dict[str, Any]) -> dict[str, Any]:
    stood = [*pair.get("gone", ()), *pair.get("then", ()), ""]
    verdict, quote = SETTLED.get(_name(pair), ("holds", stood[0]))
    line = next((line["line"] for line in pair["now"] if quote in line["text"]), None)
    if line is None:  # a known pair, whose line was taken out
        return {"id": pair["id"], "verdict": "outdated", "line": 0, "quote": quote}
    return {"id": pair["id"], "verdict": verdict, "line": line, "quote": quote}


def told(vault: Vault) -> dict[str, str]:
    """How each memory stands, by its note."""
    rows = vault.call("memory", "list", "--json").rows
    return {
        name: row["standing"]
        for row in rows
        for name, belief in BELIEFS.items()
        if Path(row["path"]).stem == belief.rstrip(".")
    }


BEFORE = {
    "Kiln": "supported",
    "Choir": "drifted",
    "Pump": "in_doubt",
    "Bikes": "silent",
    "Roof": "supported",
}


def test_who_wrote_them_settles_doubts_on_the_first_day_and_another_the_rest(vault: Vault) -> None:
    assert told(vault) == BEFORE
    with agent_here(vault, name="ada") as ada:
        asked = {*reads(ada)} - {"Kiln"}  # which stands, and may be a known pair
        assert asked == {"Choir", "Pump", "Roof"}, "Bikes it cannot verify yet"
    assert told(vault) == BEFORE | {"Pump": "supported", "Roof": "drifted"}
    with agent_here(vault, name="bea") as bea:
        assert "Bikes" in reads(bea)
    assert told(vault) == BEFORE | {"Pump": "supported", "Roof": "drifted", "Bikes": "supported"}
    shown = {row["memory_id"]: row for row in vault.call("findings", "--json").rows}
    assert {row["outcome"] for row in shown.values()} == {"judged"}
    report = vault.read("drift-report.md")
    assert "judged by ada: no longer true: “Volunteers from nearby" in report
    said = vault.call("memory", "show", "Memories/Ines keeps the bicycles in the yard.md").out
    assert ": judged by bea: still true: “Ines guarda las bicis”" in said
    assert vault.call("scan").status == 0
    assert told(vault)["Bikes"] == "supported"
    assert "speak of" not in vault.read("drift-report.md")
    assert "no note cited says so" not in vault.read("drift-report.md")
    taken_back = ""
    while told(vault) != BEFORE:
        would = vault.call("undo", "--dry-run").out.splitlines()[1:]
        done = vault.call("undo").out
        assert done.startswith("Took back 'reader answers'")
        assert all(line in done for line in would)
        taken_back += done
    assert ": Ines keeps the bicycles in the yard\n" in taken_back
    assert "@" not in taken_back, "the name of a hand-out says nothing to anybody"


def test_a_line_without_the_value_of_a_memory_verifies_it_by_nobodys_word(vault: Vault) -> None:
    with agent_here(vault, name="ada") as ada:
        ada.remember("The court has room for 12 bicycles of Ines. [[Bikes]]")
    assert vault.call("scan").status == 0
    with opened(vault) as ws:
        handed = hand_out(ws, "bea", 9)
        assert handed is not None
        known = {row.id: row.truth for row in ws.ledger.readings(batch=handed.batch) if row.is_test}
        (asked,) = [one for one in handed.pairs if "12 bicycles" in one.belief]
        said = {id_: PairAnswer(truth) for id_, truth in known.items() if truth}
        answer = PairAnswer("holds", asked.now[0].number, "Ines guarda las bicis en el patio.")
        assert take_in(ws, handed.batch, said | {asked.id: answer}).counted == 1
        row = next(one for one in ws.ledger.memories() if "12 bicycles" in one.belief)
        assert stances(ws, [row])[row.id].standing == "silent"


def test_what_an_agent_reads_backs_no_memory_that_asks_for_something(vault: Vault) -> None:
    with agent_here(vault, name="bea") as bea:
        reads(bea)
    with opened(vault) as ws:
        (row,) = [one for one in ws.ledger.memories() if "bicycles" in one.belief]
        stance = stances(ws, [row])[row.id]
        assert stance.standing == "supported"
        assert not is_backed(ws, row, grounds_of(ws, [row])[row.id], stance)


@pytest.mark.parametrize("reads_known", [False, True])
def test_who_settles_nothing_that_is_known_is_not_heard(vault: Vault, *, reads_known: bool) -> None:
    with opened(vault) as ws:
        handed = hand_out(ws, "eve", 9)
        assert handed is not None
        known = {row.id: row.truth for row in ws.ledger.readings(batch=handed.batch) if row.is_test}
        assert known
        said = {
            one.id: PairAnswer("holds", one.now[0].number, one.now[0].text)
            for one in handed.pairs
            if one.id not in known and "Bikes" in one.belief
        }
        right = (
            {id_: PairAnswer(truth) for id_, truth in known.items() if truth} if reads_known else {}
        )
        take_in(ws, handed.batch, said | right)
    assert told(vault)["Bikes"] == ("supported" if reads_known else "silent")


def test_many_names_do_not_close_what_one_reader_found(vault: Vault) -> None:
    names = ["ada", *(f"eve {n}" for n in range(5))]
    with opened(vault) as ws:
        for name, handed in [(name, hand_out(ws, name, 9)) for name in names]:
            assert handed is not None
            tests = {r.id: r.truth for r in ws.ledger.readings(batch=handed.batch) if r.is_test}
            said: ReaderVerdict = "outdated" if name == "ada" else "holds"
            answers = {
                one.id: quoting(one, tests.get(one.id) or said)
                for one in handed.pairs
                if one.id in tests or "Choir" in one.belief
            }
            assert not take_in(ws, handed.batch, answers).is_void
    assert told(vault)["Choir"] != "supported"


def test_what_somebody_read_counts_while_its_words_stand_and_they_are_heard(vault: Vault) -> None:
    with agent_here(vault, name="bea") as bea:
        reads(bea)
    assert told(vault)["Bikes"] == "supported"
    assert vault.call("setup", "reader", "forget", "bea").status == 0
    assert vault.call("scan").status == 0
    assert told(vault) == BEFORE
    with agent_here(vault, name="bea") as bea:
        reads(bea)
    vault.write("Bikes.md", "# Bikes\n\nEl patio es de los coches.\n")
    assert vault.call("scan").status == 0
    assert told(vault)["Bikes"] != "supported"


@pytest.mark.parametrize("is_a_day_later", [False, True])
def test_who_wrote_what_no_note_says_is_asked_a_day_later(
    vault: Vault, *, is_a_day_later: bool
) -> None:
    with opened(vault) as ws:
        ws.clock = FixedClock(ws.clock.now() + VOID_FOR * is_a_day_later)
        asked = {one.note for one in waiting_pairs(ws, "ada", 9)}
        assert ("Bikes.md" in asked) is is_a_day_later
        assert "Bikes.md" in {one.note for one in waiting_pairs(ws, "bea", 9)}


def test_a_line_that_shares_no_word_with_the_memory_is_shown(vault: Vault) -> None:
    many = "\n\n".join(f"The roof number {n} gets mats of its own." for n in range(20))
    vault.write("Roof.md", f"# Roof\n\nThe roof gets sedum mats.\n\nDropped.\n\n{many}\n")
    assert vault.call("scan").status == 0
    with opened(vault) as ws:
        (pair,) = [one.pair for one in waiting_pairs(ws, "bea", 9) if one.note == "Roof.md"]
        assert len(pair.now) == MAX_LINES
        assert "Dropped." in [line.text for line in pair.now]


BENCH = "The mill gave a bench made of oak."
WAITING = [f"{tree}{place}" for tree in ("Ash", "Elm", "Oak") for place in ("by", "ford", "wick")]
WAITING += [f"{name}{end}" for name in WAITING for end in ("north", "south")]
WELLS = {"Alder": 900, "Birch": 800, "Cedar": 700}


@pytest.fixture(scope="module")
def thirty(tmp_path_factory: pytest.TempPathFactory) -> Vault:
    """Thirty memories: 27 in doubt, three that stand, and one line in each note beside them."""
    folder = tmp_path_factory.mktemp("thirty")
    vault = Vault(folder / "vault", folder / "state")
    use_hash_embedder(vault)
    said = "is looked after by people of the mill."
    for name in WAITING:
        vault.write(f"{name}.md", f"The stall of {name} {said}\n\n{BENCH}\n")
        belief = f"People of the mill look after the stall of {name}."
        vault.write(f"Memories/{name}.md", f"---\nid: mem_{name}\n---\n{belief} [[{name}]]\n")
    for name, litres in WELLS.items():
        belief = f"The well of {name} holds {litres} litres."
        vault.write(f"{name}.md", f"{belief}\n\n{BENCH}\n")
        vault.write(f"Memories/{name}.md", f"---\nid: mem_{name}\n---\n{belief} [[{name}]]\n")
    assert vault.call("scan").status == 0
    for name in WAITING:
        others = "Volunteers from nearby take turns with the mill at it."
        vault.write(f"{name}.md", f"{others}\n\n{BENCH}\n")
    assert vault.call("scan").status == 0
    return vault


def _by_the_letter(pair: dict[str, Any]) -> dict[str, Any]:
    """Answer by what stands: is the line that was there yet, is it another number, is it gone?"""
    stood = [*pair.get("gone", ()), *pair.get("then", ())][0]
    for line in pair["now"]:
        if re.sub(r"\d", "", line["text"]) == re.sub(r"\d", "", stood):
            verdict = "holds" if line["text"] == stood else "outdated"
            return {"id": pair["id"], "verdict": verdict, "line": line["line"], "quote": stood}
    return {"id": pair["id"], "verdict": "outdated", "line": 0, "quote": stood}


def test_a_session_reads_a_whole_vault_and_is_shown_nothing_twice(
    thirty: Vault, tmp_path: Path
) -> None:
    vault = copy_of(thirty, tmp_path)
    shown: list[dict[str, Any]] = []
    left = []
    with agent(vault, name="ada") as ada:
        handed = ada.ask("vault_doubts")
        while handed["pairs"]:
            shown += handed["pairs"]
            left.append(handed.get("left", 0))
            answers = [_by_the_letter(pair) for pair in handed["pairs"]]
            handed = ada.ask("vault_doubts", answers=answers)
            assert not handed["is_void"]
    assert left == [23, 19, 15, 11, 7, 3, 0]
    told = Counter(pair["memory"].rpartition(". ")[0] for pair in shown)  # without the title
    assert told == dict.fromkeys(
        [
            *(f"People of the mill look after the stall of {name}" for name in WAITING),
            *(f"The well of {name} holds {litres} litres" for name, litres in WELLS.items()),
            BENCH[:-1],  # the line that all notes have
        ],
        1,
    )
    judged = vault.call("findings", "--outcome", "judged", "--json").rows
    assert len(judged) == len(WAITING)  # by words that are gone
    assert all("judged by ada: no longer said: “The stall of" in str(one) for one in judged)


def test_a_known_pair_is_no_question_to_its_session_but_to_another(
    thirty: Vault, tmp_path: Path
) -> None:
    vault = copy_of(thirty, tmp_path)
    with opened(vault) as ws:
        ws.client, ws.session = "ada", "one"
        while not (known := [row for row in ws.ledger.readings() if row.is_test and row.memory_id]):
            assert hand_out(ws, "ada", 5, "one") is not None
        vault.write(known[0].note, f"It is looked after by volunteers.\n\n{BENCH}\n")
        scan(ws)
        for session, is_asked in (("one", False), ("two", True)):
            ws.session = session
            waiting = {one.memory_id for one in waiting_findings(ws, "ada")}
            assert (known[0].memory_id in waiting) is is_asked


def test_a_line_that_is_gone_is_told_apart_from_one_that_stands(vault: Vault) -> None:
    with opened(vault) as ws:
        pairs = {one.note: one.pair for one in waiting_pairs(ws, "bea", 9)}
    assert (pairs[NotePath("Choir.md")].then, pairs[NotePath("Choir.md")].gone) == (
        (),
        (THEN["Choir"],),
    )
    assert pairs[NotePath("Bikes.md")].gone == pairs[NotePath("Roof.md")].gone == ()
    assert pairs[NotePath("Roof.md")].then == ("The roof gets sedum mats.",)
