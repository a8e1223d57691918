"""A person decides about memories that were quarantined: by a command, a tick or an edit."""

import shutil
from pathlib import Path
from typing import Literal, TypeAlias

import pytest

from tests.system import agent_vaults
from tests.system.agent_vaults import (
    ATTACK,
    HOUR,
    NOW,
    audited,
    claiming,
    fee,
    live,
    look_later,
    memory_notes,
    move_clock,
    opened,
    row_of,
    store,
)
from tests.system.doors import decide_review
from tests.system.drifted import REPORT
from tests.system.vaults import Vault
from vaultwatch.errors import NoteChangedError, NotThereError, RefusedError
from vaultwatch.memories.facts import Facts
from vaultwatch.recall.rank import Wanted
from vaultwatch.report.boxes import block_id
from vaultwatch.services.findings.review import list_reviews, show_review
from vaultwatch.services.look import scan
from vaultwatch.services.memories.updating import edit_memory
from vaultwatch.services.operations.undoing import undo_last_run
from vaultwatch.services.recall.recalling import recall
from vaultwatch.services.records.trust import is_accepted
from vaultwatch.services.workspace import Workspace

Choice: TypeAlias = Literal["activate", "keep", "reject"]
FILE = "Memories/Kiln.md"


vault, ws = agent_vaults.vault, agent_vaults.ws


def found(ws: Workspace, query: str = "kiln instructions stand euros") -> list[str]:
    return [hit.row.id for hit in recall(ws, query, Wanted()).hits]


def tick(ws: Workspace, vault: Vault, id_: str, answer: Choice) -> str:
    """Tick the box of the one finding that asks about a memory; return the report after a look."""
    (item,) = [item for item in list_reviews(ws) if item.id == id_]
    vault.tick_box(f"^{block_id(item.findings[0])}-{answer}")
    scan(ws)
    after = vault.read(REPORT)
    assert "[x]" not in after
    return after


def decided(ws: Workspace, vault: Vault, id_: str, choice: Choice, by: str) -> None:
    move_clock(ws, HOUR)
    if by == "command":
        decide_review(ws, id_, choice, why="I know it")
    else:
        tick(ws, vault, id_, choice)


def quarrel(ws: Workspace) -> tuple[str, str]:
    """Two memories of which the second waits; their ids."""
    strong = fee(ws, "40", source="user_explicit")
    weak = fee(ws, "50")
    assert weak.outcome == "quarantined"
    return strong.id, weak.id


def written_past_us(vault: Vault, ws: Workspace, more: str = "") -> None:
    vault.write(FILE, f"---\nid: mem_kiln\n{more}---\n{ATTACK}\n")
    scan(ws)
    assert row_of(ws, "mem_kiln").facts.status == "quarantined"


@pytest.mark.parametrize("by", ["command", "tick"])
def test_what_is_let_hold_takes_the_place_of_what_it_speaks_against(
    ws: Workspace, vault: Vault, by: str
) -> None:
    strong, weak = quarrel(ws)
    assert [item.id for item in list_reviews(ws)] == [weak]
    assert [other.id for other in show_review(ws, weak).against] == [strong]
    decided(ws, vault, weak, "activate", by)
    facts = row_of(ws, weak).facts
    assert (facts.status, facts.status_reason, facts.conflicts_with) == ("active", "", ())
    assert row_of(ws, strong).facts.superseded_by == weak
    assert (list_reviews(ws), live(ws, "contradiction")) == ([], [])
    assert "review activate" in audited(ws, weak)
    assert "memory superseded" in audited(ws, strong)
    assert found(ws) == [weak]


@pytest.mark.parametrize("by", ["command", "tick"])
def test_what_is_kept_holds_beside_what_it_speaks_against(
    ws: Workspace, vault: Vault, by: str
) -> None:
    strong, weak = quarrel(ws)
    decided(ws, vault, weak, "keep", by)
    assert {row_of(ws, id_).facts.status for id_ in (strong, weak)} == {"active"}
    assert (list_reviews(ws), live(ws, "contradiction")) == ([], [])
    assert "review keep" in audited(ws, weak)
    scan(ws)
    assert live(ws, "contradiction") == []
    assert set(found(ws)) == {strong, weak}


@pytest.mark.parametrize("by", ["command", "tick"])
def test_what_is_rejected_goes_to_the_trash(ws: Workspace, vault: Vault, by: str) -> None:
    strong, weak = quarrel(ws)
    text = vault.read(row_of(ws, weak).path)
    decided(ws, vault, weak, "reject", by)
    assert row_of(ws, weak).state == "forgotten"
    assert row_of(ws, strong).facts.status == "active"
    (trashed,) = (vault.folder / ".trash").rglob("*.md")
    assert trashed.read_text("utf-8").endswith(text.split("\n---\n")[1])
    assert (list_reviews(ws), live(ws, "contradiction")) == ([], [])
    assert "review reject" in audited(ws, weak)


@pytest.mark.parametrize("by", ["command", "tick"])
@pytest.mark.parametrize("way", ["handed in", "a file"])
def test_what_looked_planted_is_let_hold(ws: Workspace, vault: Vault, way: str, by: str) -> None:
    if way == "a file":
        written_past_us(vault, ws)
        id_ = "mem_kiln"
    else:
        id_ = store(ws, ATTACK).id
    assert found(ws) == []
    decided(ws, vault, id_, "activate", by)
    assert row_of(ws, id_).facts.status == "active"
    assert (list_reviews(ws), live(ws, "suspicious")) == ([], [])
    scan(ws)
    assert found(ws) == [id_]
    vault.write(row_of(ws, id_).path, vault.read(row_of(ws, id_).path) + "\n")
    scan(ws)
    assert row_of(ws, id_).facts.status == "active"


def test_what_speaks_against_nothing_cannot_be_kept_beside_it(ws: Workspace) -> None:
    plain = store(ws, ATTACK)
    claimed = store(ws, f"{ATTACK} It costs 40.", claiming("40"))
    for id_ in (plain.id, claimed.id):
        with pytest.raises(RefusedError, match="nothing to keep it beside"):
            decide_review(ws, id_, "keep")
        assert row_of(ws, id_).facts.status == "quarantined"


def test_only_what_waits_can_be_decided_on(ws: Workspace) -> None:
    done = store(ws, "The stand costs 40 euros.")
    for wanted in (done.id, "no such"):
        with pytest.raises(NotThereError):
            decide_review(ws, wanted, "activate")


@pytest.mark.parametrize("name", ["finding", "id", "path"])
def test_what_waits_is_known_by_each_of_its_names(ws: Workspace, name: str) -> None:
    _, weak = quarrel(ws)
    (item,) = list_reviews(ws)
    wanted = {"finding": f"^{item.findings[0]}", "id": weak, "path": item.path}[name]
    assert show_review(ws, wanted) == item


def test_a_rehearsed_decision_changes_nothing(ws: Workspace, vault: Vault) -> None:
    _, weak = quarrel(ws)
    before = vault.bytes()
    ws.is_rehearsal = True
    for verdict in ("activate", "keep", "reject"):
        assert decide_review(ws, weak, verdict).id == weak
    assert vault.bytes() == before
    assert not any(verb.startswith("review") for verb in audited(ws, weak))


@pytest.mark.parametrize("choice", ["activate", "keep", "reject"])
def test_undo_takes_back_what_a_decision_wrote(ws: Workspace, vault: Vault, choice: Choice) -> None:
    _, weak = quarrel(ws)
    before = memory_notes(vault)
    decided(ws, vault, weak, choice, "command")
    assert memory_notes(vault) != before
    runs: list[str] = []
    while not runs or not runs[-1].startswith(("review", "memory forget")):
        runs.append(undo_last_run(ws).what)  # the look that told of it comes first
    assert len(runs) <= 2
    assert memory_notes(vault) == before
    scan(ws)
    assert row_of(ws, weak).facts.status == "quarantined"
    assert [item.id for item in list_reviews(ws)] == [weak]
    row = row_of(ws, weak)
    assert not is_accepted(ws, weak, row.belief_digest)


def test_a_suspicious_file_is_quarantined_and_its_words_are_untouched(
    ws: Workspace, vault: Vault
) -> None:
    written_past_us(vault, ws, "colour: red # mine\n")
    text = vault.read(FILE)
    assert text.endswith(f"---\n{ATTACK}\n")
    assert "colour: red # mine" in text
    assert "status" not in text
    facts = row_of(ws, "mem_kiln").facts
    assert facts.is_held
    assert "reads like an order" in facts.status_reason
    excluded = recall(ws, "kiln instructions", Wanted()).excluded
    assert [(one.id, one.reason) for one in excluded] == [("mem_kiln", "it is quarantined")]


def test_a_new_file_that_calls_itself_active_is_held_all_the_same(
    ws: Workspace, vault: Vault
) -> None:
    written_past_us(vault, ws, "status: active\nsource: document\n")
    assert found(ws) == []


def test_a_person_lets_a_claim_stand_beside_another_by_taking_the_word_out(
    ws: Workspace, vault: Vault
) -> None:
    fee(ws, "40", source="user_explicit")
    done = fee(ws, "90")
    assert row_of(ws, done.id).facts.status == "quarantined"
    lines = vault.read(done.path).splitlines(keepends=True)
    vault.write(done.path, "".join(line for line in lines if not line.startswith("status")))
    scan(ws)
    assert row_of(ws, done.id).facts.status == "active"


def test_a_person_quarantines_by_writing_the_word(ws: Workspace, vault: Vault) -> None:
    done = store(ws, "The stand costs 40 euros.", Facts())
    vault.write(done.path, vault.read(done.path).replace("---\n", "---\nstatus: quarantined\n", 1))
    scan(ws)
    (asked,) = live(ws, "suspicious")
    assert asked.reasons == ("its note says that it is quarantined",)
    assert found(ws) == []


def test_when_the_ledger_is_lost_the_person_is_asked_again(vault: Vault) -> None:
    with opened(vault) as ws:
        written_past_us(vault, ws)
        id_ = store(ws, f"{ATTACK} Twice.").id
        decide_review(ws, "mem_kiln", "activate")
        decide_review(ws, id_, "activate")
        assert list_reviews(ws) == []
    shutil.rmtree(vault.state)
    with opened(vault, NOW + HOUR) as ws:
        scan(ws)
        assert {item.id for item in list_reviews(ws)} == {"mem_kiln", id_}
        assert found(ws) == []


def test_each_machine_is_told_of_what_one_let_hold_before_it_serves_it(
    vault: Vault, tmp_path: Path
) -> None:
    other = Vault(vault.folder, tmp_path / "other state")
    with opened(vault) as mine, opened(other) as theirs:
        written_past_us(vault, mine)
        scan(theirs)
        decide_review(mine, "mem_kiln", "activate")
        scan(theirs)
        assert row_of(mine, "mem_kiln").facts.status == "active"
        assert row_of(theirs, "mem_kiln").facts.status == "quarantined"
        before = vault.read(FILE)
        for ws in (mine, theirs) * 2:  # neither writes over what the other wrote
            look_later(ws)
            assert vault.read(FILE) == before
        decide_review(theirs, "mem_kiln", "activate")
        for ws in (mine, theirs):
            scan(ws)
            assert row_of(ws, "mem_kiln").facts.status == "active"


def test_an_edit_that_was_refused_takes_nothing_back_that_a_person_let_hold(
    ws: Workspace, vault: Vault
) -> None:
    written_past_us(vault, ws)
    decide_review(ws, "mem_kiln", "activate")
    before = row_of(ws, "mem_kiln")
    with pytest.raises(NoteChangedError):
        edit_memory(ws, "mem_kiln", f"{ATTACK} Or not.", seen=b"as the editor saw it")
    assert row_of(ws, "mem_kiln") == before
    vault.write(FILE, vault.read(FILE).replace("---\n", "---\nimportance: 0.5\n", 1))
    look_later(ws)
    assert row_of(ws, "mem_kiln").facts.status == "active"
