"""A person reads the report as it was, while somebody reads for them: their word comes first."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.system.agents import agent_here
from tests.system.drifted import REPORT, copy_of, edit, scan, told
from tests.system.reading import (
    StandIn,
    handed_out,
    nothing,
    opened,
    quoting,
    truly,
)
from tests.system.vaults import Vault
from vaultwatch.reader.pairs import Pair
from vaultwatch.services.reader.handing import hand_out, take_in
from vaultwatch.services.reader.running import run_reader
from vaultwatch.services.scanning.opinions import tell_truth, tracks_of

TRUE = ["“Alder care” is still true, until what it rests on changes again."]
OUTDATED = ["“Alder care” is told to be outdated until it is mended or forgotten."]


@pytest.fixture
def vault(in_doubt: Vault, tmp_path: Path) -> Vault:
    return copy_of(in_doubt, tmp_path)


def read_behind(vault: Vault, *, calls_true: bool) -> str:
    """Have somebody read while the report is open as it was; return the doubt's id."""
    ((id_, _),) = standing(vault)

    def says(pair: Pair) -> object:
        is_asked = "look after" in pair.belief
        return quoting(pair, "holds") if is_asked and calls_true else truly(pair)

    with opened(vault) as ws:
        assert run_reader(ws, StandIn(says), nothing).counted == 3  # type: ignore[arg-type]
    assert id_ not in dict(standing(vault))
    return id_


def tick_as_it_was(vault: Vault, id_: str, answer: str) -> None:
    edit(vault, _box(vault, id_, answer), _box(vault, id_, answer).replace("[ ]", "[x]"))


def _box(vault: Vault, id_: str, answer: str) -> str:
    lines = vault.read(REPORT).splitlines()
    return next(line for line in lines if line.endswith(f"^{id_}-{answer}"))


def standing(vault: Vault) -> list[tuple[str, str]]:
    rows = vault.call("findings", "--outcome", "all", "--json").rows
    return [(row["finding_id"], row["proof"]) for row in rows if row["memory_id"] == "mem_alder"]


def test_an_old_box_calls_outdated_what_a_reader_called_true_since(vault: Vault) -> None:
    id_ = read_behind(vault, calls_true=True)
    assert standing(vault) == []
    tick_as_it_was(vault, id_, "outdated")
    assert told(scan(vault)) == OUTDATED
    assert standing(vault) == [(id_, "word")]
    vault.write("Yard/Oven.md", "# Oven\n\nThe bread oven was built by Ines, her brother, me.\n")
    scan(vault)
    assert standing(vault) == [(id_, "word")]


def test_an_old_box_calls_true_what_a_reader_called_outdated_since(vault: Vault) -> None:
    id_ = read_behind(vault, calls_true=False)
    tick_as_it_was(vault, id_, "true")
    assert told(scan(vault)) == TRUE
    assert standing(vault) == []
    with opened(vault) as ws:
        assert tracks_of(ws)["claude"].outdated.wrong == 1
    assert vault.call("undo").status == 0
    assert len(standing(vault)) == 1


def test_a_shell_settles_what_a_reader_closed_since(vault: Vault) -> None:
    id_ = read_behind(vault, calls_true=True)
    assert vault.call("findings", "confirm", id_).status == 0
    assert standing(vault) == [(id_, "word")]
    assert vault.call("findings", "confirm", id_).status == 5  # said already


def test_an_old_box_says_nothing_of_a_passage_that_changed_since(vault: Vault) -> None:
    id_ = read_behind(vault, calls_true=True)
    vault.write("Stalls/Alder.md", "# Alder\n\nThe parish took it over.\n\nIt has two chairs.\n")
    scan(vault)
    assert id_ not in dict(standing(vault))
    assert vault.call("findings", "confirm", id_).status == 5


@pytest.mark.parametrize("answer", ["forget", "unverified"])
def test_an_old_box_counts_where_a_reader_was_forgotten_since(vault: Vault, answer: str) -> None:
    read_behind(vault, calls_true=False)
    scan(vault)
    ((id_, _),) = standing(vault)
    as_it_was = vault.read(REPORT)
    assert vault.call("setup", "reader", "forget", "claude").status == 0
    assert id_ not in dict(standing(vault))
    vault.write(REPORT, as_it_was)
    tick_as_it_was(vault, id_, answer)
    assert "Nothing was done" not in scan(vault)
    assert standing(vault) == []


def test_who_read_meanwhile_does_not_take_a_persons_word_back(vault: Vault) -> None:
    with opened(vault) as ws:
        handed = hand_out(ws, "claude", 8)
    assert handed is not None
    ((id_, _),) = standing(vault)
    tick_as_it_was(vault, id_, "outdated")
    scan(vault)
    before = standing(vault)
    with opened(vault) as ws:
        answers = {
            one.id: quoting(one, "holds") if "look after" in one.belief else truly(one)
            for one in handed.pairs
        }
        assert not take_in(ws, handed.batch, answers).is_void
    scan(vault)
    assert standing(vault) == before == [(id_, "word")]


def test_the_report_follows_what_an_agent_read(vault: Vault) -> None:
    with agent_here(vault) as ada:
        answers = [
            {
                "id": pair["id"],
                "verdict": "outdated"
                if "look after" in pair["memory"] or pair["now"][0]["text"] not in pair["memory"]
                else "holds",
                "line": pair["now"][0]["line"],
                "quote": pair["now"][0]["text"],
            }
            for pair in ada.ask("vault_doubts")["pairs"]
        ]
        assert ada.ask("vault_doubts", answers=answers)["counted"] == 3
    ids = {row["finding_id"] for row in vault.call("findings", "--json").rows}
    report = vault.read(REPORT)
    assert all(f"^{one}-dismiss" in report for one in ids)
    assert "## In doubt" not in report
    assert vault.call("undo").status == 0
    assert vault.call("findings", "--json").rows == []
    assert len(standing(vault)) == 1
    assert "## In doubt" in vault.read(REPORT)
    with opened(vault) as ws:
        assert handed_out(ws) == []


def test_what_a_person_says_of_a_note_is_not_held_against_another_number(vault: Vault) -> None:
    for _ in range(40):  # drawn at random: until a changed number is among them
        with opened(vault) as ws:
            handed = hand_out(ws, "claude", 8)
            assert handed is not None
            changed = [
                one for one in handed.pairs if "900" in one.belief and "900" not in one.now[0].text
            ]
            if changed:
                take_in(ws, handed.batch, {one.id: truly(one) for one in handed.pairs})
                (made,) = (
                    c for (id_, _), (_, c) in ws.ledger.comparisons().items() if id_ == "mem_Well"
                )
                before = tracks_of(ws)["claude"].both
                (found, *_) = ws.ledger.findings(outcomes=None)
                tell_truth(ws, replace(found, memory_id="mem_Well", passage=made.passage), "holds")
                assert tracks_of(ws)["claude"].both == before
                return
            ws.ledger.drop_readings(batch=handed.batch)
    raise AssertionError("no changed number was handed out")
