"""What no agent can bring about: unseat a person's word, revive what is held, hide what holds."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.system.agent_vaults import (
    ATTACK,
    DAY,
    FEES,
    claiming,
    fee,
    live,
    make_vault,
    move_clock,
    opened,
    row_of,
    store,
)
from tests.system.doors import decide_review, forget_memory, update_memory
from tests.system.vaults import Vault
from vaultwatch.errors import NoteChangedError, RefusedError
from vaultwatch.memories.facts import Facts
from vaultwatch.memories.trust import sign, signed_content
from vaultwatch.places import Places
from vaultwatch.recall.rank import Wanted
from vaultwatch.services.findings.review import list_reviews
from vaultwatch.services.findings.signalling import record_signal
from vaultwatch.services.indexing.index_state import drop_index
from vaultwatch.services.look import scan
from vaultwatch.services.memories import property_writes, updating
from vaultwatch.services.memories.property_writes import put_properties
from vaultwatch.services.memories.updating import MemoryChange
from vaultwatch.services.operations.maintenance import undo_last_run
from vaultwatch.services.recall.recalling import recall
from vaultwatch.services.records.trust import is_signed
from vaultwatch.services.workspace import Workspace

FILE = "Memories/Oven.md"


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    return make_vault(tmp_path)


@pytest.fixture
def ws(vault: Vault) -> Iterator[Workspace]:
    with opened(vault) as ws:
        yield ws


def recalled(ws: Workspace) -> set[str]:
    return {hit.row.id for hit in recall(ws, "", Wanted(), limit=50).hits}


def test_an_attack_that_calls_itself_active_stays_held_however_often_it_is_read(
    ws: Workspace, vault: Vault
) -> None:
    vault.write(FILE, f"---\nid: mem_oven\nstatus: active\n---\n{ATTACK}\n")
    scan(ws)
    vault.write(FILE, f"---\nid: mem_oven\nstatus: active\ncolour: red\n---\n{ATTACK}\n")
    scan(ws)
    assert row_of(ws, "mem_oven").facts.status == "quarantined"
    assert recalled(ws) == set()


def test_what_was_put_away_is_held_anew_when_it_comes_again(ws: Workspace, vault: Vault) -> None:
    vault.write(FILE, f"---\nid: mem_oven\n---\n{ATTACK}\n")
    scan(ws)
    decide_review(ws, "mem_oven", "reject")
    vault.write(FILE, f"---\nid: mem_oven\n---\n{ATTACK}\n")
    scan(ws)
    assert row_of(ws, "mem_oven").facts.status == "quarantined"


def test_undoing_the_acceptance_of_a_held_file_holds_it_again(ws: Workspace, vault: Vault) -> None:
    vault.write(FILE, f"---\nid: mem_oven\n---\n{ATTACK}\n")
    scan(ws)
    decide_review(ws, "mem_oven", "activate")
    assert recalled(ws) == {"mem_oven"}
    while "status" in vault.read(FILE):
        undo_last_run(ws)
    scan(ws)
    assert recalled(ws) == set()


@pytest.mark.parametrize("when", ["valid_from", "valid_until"])
def test_what_holds_only_later_or_for_a_time_takes_no_place_for_good(
    ws: Workspace, when: str
) -> None:
    old = fee(ws, "40", source="user_explicit")
    limits = {when: "2030-01-01" if when == "valid_from" else "2026-03-02"}
    new = store(ws, "Another price.", claiming("50", source="user_explicit", **limits))
    assert new.outcome == "kept_both"
    assert old.id in recalled(ws)
    move_clock(ws, 3 * DAY)
    assert old.id in recalled(ws)


def test_what_stood_back_behind_a_memory_that_is_gone_is_asked_about(ws: Workspace) -> None:
    old, new = fee(ws, "40"), fee(ws, "50", source="user_explicit")
    assert new.outcome == "superseded"
    forget_memory(ws, new.id)
    assert [item.id for item in list_reviews(ws)] == [old.id]
    decide_review(ws, old.id, "activate")
    assert recalled(ws) == {old.id}


def test_an_update_of_what_is_quarantined_unseats_nothing(ws: Workspace) -> None:
    strong, weak = fee(ws, "40", source="user_explicit"), fee(ws, "50")
    assert weak.outcome == "quarantined"
    with pytest.raises(RefusedError, match="quarantined"):
        update_memory(ws, weak.id, MemoryChange(value="60", source="user_explicit"))
    assert recalled(ws) == {strong.id}


def test_evidence_against_a_persons_word_lets_no_inference_take_its_place(ws: Workspace) -> None:
    strong = fee(ws, "40", source="user_explicit")
    record_signal(ws, strong.id, source="git", evidence="no", weight=1.0)
    assert fee(ws, "666").outcome == "quarantined"
    assert recalled(ws) == {strong.id}


def test_repeating_undoes_nothing_that_a_person_restored(ws: Workspace) -> None:
    old, new = fee(ws, "40"), fee(ws, "50", source="user_explicit")
    put_properties(ws, row_of(ws, old.id).path, {}, ["status", "superseded_by"])
    scan(ws)
    assert len(live(ws, "contradiction")) == 1
    fee(ws, "50")
    assert row_of(ws, old.id).facts.status == "active"
    assert recalled(ws) == {old.id, new.id}


@pytest.mark.parametrize("status", ["superseded", "quarantined"])
def test_what_a_person_set_aside_by_hand_is_not_stored_again(ws: Workspace, status: str) -> None:
    done = store(ws, "The stand is paid in cash.")
    put_properties(ws, done.path, {"status": status})
    scan(ws)
    again = store(ws, "The stand is paid in cash.", Facts(source="document", agent="Ben"))
    assert (again.id, again.outcome) == (done.id, "quarantined")
    assert recalled(ws) == set()


def test_a_persons_edit_in_the_same_moment_wins_over_an_update(
    ws: Workspace, vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = store(ws, "The stand is paid in cash.")
    real = property_writes.plan_supersede

    def typing(*args: object, **more: object) -> object:
        vault.write(done.path, vault.read(done.path).replace("in cash", "by card, says Ana"))
        return real(*args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(updating, "plan_supersede", typing)
    with pytest.raises(NoteChangedError):
        update_memory(ws, done.id, MemoryChange(belief="The stand is free."))
    assert "by card, says Ana" in vault.read(done.path)


def test_an_update_says_nothing_that_the_cited_note_denies(ws: Workspace) -> None:
    done = store(ws, "The stand in [[Fees]] costs 40 euros a day.")
    with pytest.raises(RefusedError, match="otherwise"):
        update_memory(
            ws, done.id, MemoryChange(belief="The stand in [[Fees]] costs 90 euros a day.")
        )
    told = MemoryChange(
        belief="The stand in [[Fees]] costs 90 euros a day.", source="user_explicit"
    )
    assert update_memory(ws, done.id, told).changed == ("content",)


def test_a_lost_index_answers_as_before(vault: Vault) -> None:
    with opened(vault) as ws:
        done = store(ws, "The stand is paid in cash.")
        drop_index(ws)
    assert not Places(vault.folder, state_base=vault.state).index.exists()
    with opened(vault) as ws:
        assert [hit.row.id for hit in recall(ws, "stand cash", Wanted()).hits] == [done.id]


def test_a_signature_is_for_the_claim_too(ws: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOOLS", "a key of the tools")
    trusted = ws.settings.model_copy(
        update={"trust": ws.settings.trust.model_copy(update={"key_env": "TOOLS"})}
    )
    monkeypatch.setattr(ws, "settings", trusted)
    belief, facts = "The price was read.", claiming("40", source="tool_output")
    assert facts.claim is not None
    content = signed_content(belief, "Stand", "fee", "40", "global")
    signed = replace(facts, tool="till", signature=sign(b"a key of the tools", content, "till"))
    assert is_signed(ws, signed, belief)
    forged = replace(signed, claim=replace(facts.claim, value="90"))
    assert not is_signed(ws, forged, belief)
    assert not is_signed(ws, replace(signed, claim=None), belief)


def test_a_memory_that_was_ahead_of_its_note_is_no_drift_once_the_note_follows(
    ws: Workspace, vault: Vault
) -> None:
    vault.write("Fees.md", FEES + "\n- [ ] The new gate is ordered\n")
    done = store(ws, "The new gate is delivered, see [[Fees]]", Facts(source="user_explicit"))
    vault.write("Fees.md", FEES + "\n- [x] The new gate is delivered\n")
    assert scan(ws).findings == ()
    assert recalled(ws) == {done.id}
