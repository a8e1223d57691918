"""What an agent would do to a memory that a person stands behind waits for that person."""

from dataclasses import replace
from typing import Literal

import pytest

from tests.system import agent_vaults
from tests.system.agent_vaults import (
    ATTACK,
    FEES,
    HOUR,
    claiming,
    fee,
    live,
    look_later,
    memory_notes,
    move_clock,
    row_of,
    standing,
    store,
)
from tests.system.doors import (
    change_or_propose,
    decide_proposal,
    edit_memory,
    forget_or_propose,
    merge_or_propose,
    store_memory,
    update_memory,
)
from tests.system.drifted import REPORT
from tests.system.vaults import Vault
from vaultwatch.errors import NotThereError, RefusedError, SecretError
from vaultwatch.memories.claims import Claim
from vaultwatch.memories.facts import Facts
from vaultwatch.recall.rank import Wanted
from vaultwatch.report.boxes import block_id
from vaultwatch.services.findings.review import list_proposals, list_reviews
from vaultwatch.services.findings.settle import resolve_errors
from vaultwatch.services.look import scan
from vaultwatch.services.memories.adding import Draft
from vaultwatch.services.memories.proposing import Proposed
from vaultwatch.services.memories.updating import MemoryChange, UpdatedMemory
from vaultwatch.services.operations.undoing import undo_last_run
from vaultwatch.services.recall.recalling import recall
from vaultwatch.services.records.trust import grounds_of
from vaultwatch.services.workspace import Workspace

MINE = "I hate meetings."
LOVES = MemoryChange(belief="I love meetings.", source="user_explicit", agent="Bot")


vault, ws = agent_vaults.vault, agent_vaults.ws


def mine(ws: Workspace, belief: str = MINE) -> str:
    return store(ws, belief, Facts(source="user_explicit")).id


def tick(ws: Workspace, vault: Vault, answer: str) -> str:
    """Tick a box of the one proposal; return what the report said before."""
    (finding,) = live(ws, "proposal")
    report = vault.read(REPORT)
    vault.tick_box(f"^{block_id(finding.id)}-{answer}")
    look_later(ws)
    return report


def test_a_rewording_waits_beside_the_memory_and_one_tick_makes_it_the_persons(
    ws: Workspace, vault: Vault
) -> None:
    id_ = mine(ws)
    before, trust = memory_notes(vault), grounds_of(ws, [row_of(ws, id_)])[id_].trust
    done = change_or_propose(ws, id_, LOVES)
    assert isinstance(done, Proposed)
    assert "a person decides" in done.told
    assert memory_notes(vault) == before
    assert list_reviews(ws) == []
    (hit,) = recall(ws, "", Wanted()).hits
    assert (hit.findings, hit.grounds.trust) == ((), trust)
    report = tick(ws, vault, "apply")
    assert "I hate meetings" in report
    assert "I love meetings" in report
    assert "Bot" in report
    assert standing(ws) == {"I love meetings.": "active"}
    assert row_of(ws, id_).facts.source == "user_explicit"
    assert (list_proposals(ws), live(ws, "proposal")) == ([], [])


def test_what_a_person_leaves_they_are_not_asked_again(ws: Workspace, vault: Vault) -> None:
    id_ = mine(ws)
    before = memory_notes(vault)
    change_or_propose(ws, id_, LOVES)
    tick(ws, vault, "leave")
    again = change_or_propose(ws, id_, LOVES)
    assert isinstance(again, Proposed)
    assert "left" in again.told
    scan(ws)
    assert (list_proposals(ws), live(ws, "proposal")) == ([], [])
    assert memory_notes(vault) == before
    assert ws.ledger.feedback([id_]) == {}, "it is no word on a verdict"


@pytest.mark.parametrize("answer", ["apply", "leave"])
def test_a_decision_that_is_taken_back_waits_again(
    answer: Literal["apply", "leave"], ws: Workspace, vault: Vault
) -> None:
    id_ = mine(ws)
    before = memory_notes(vault)
    change_or_propose(ws, id_, LOVES)
    decide_proposal(ws, id_, answer)
    (reopened,) = undo_last_run(ws).reopened
    scan(ws)
    (one,) = list_proposals(ws)
    assert (one.id, one.finding, one.wording) == (id_, reopened, LOVES.belief)
    assert memory_notes(vault) == before
    decide_proposal(ws, id_, "apply")
    assert standing(ws) == {"I love meetings.": "active"}


def test_a_proposal_to_what_was_changed_since_is_void(ws: Workspace) -> None:
    id_ = mine(ws)
    change_or_propose(ws, id_, LOVES)
    assert len(live(ws, "proposal")) == 1
    edit_memory(ws, id_, "I hate long meetings.")
    assert (list_proposals(ws), live(ws, "proposal")) == ([], [])
    with pytest.raises(NotThereError):
        decide_proposal(ws, id_, "apply")


@pytest.mark.parametrize("verb", ["update", "forget"])
def test_a_proposal_is_void_once_a_person_has_edited_the_note_by_hand(
    ws: Workspace, vault: Vault, verb: str
) -> None:
    id_ = mine(ws)
    if verb == "update":
        change_or_propose(ws, id_, LOVES)
    else:
        forget_or_propose(ws, id_)
    path = row_of(ws, id_).path
    vault.write(path, vault.read(path).replace(MINE, "I hate long meetings."))
    before = memory_notes(vault)
    with pytest.raises(NotThereError):  # though no look has seen the edit yet
        decide_proposal(ws, id_, "apply")
    assert memory_notes(vault) == before


def test_what_a_person_confirms_is_the_wording_and_nothing_beside_it(ws: Workspace) -> None:
    id_ = mine(ws)
    before = row_of(ws, id_).facts
    more = replace(LOVES, tags=("lie",), type="lie", importance=0.0, expires=ws.clock.now() + HOUR)
    with pytest.raises(RefusedError, match="while the person was asked"):
        change_or_propose(ws, id_, more, confirmed_over="I hate tea.")
    done = change_or_propose(ws, id_, more, confirmed_over=MINE)
    assert isinstance(done, UpdatedMemory)
    assert done.changed == ("content",)
    facts = row_of(ws, id_).facts
    assert (facts.tags, facts.type, facts.importance, facts.expires) == (
        before.tags, before.type, before.importance, before.expires,
    )  # fmt: skip


def test_the_same_counts_once_and_no_agent_floods_a_person(ws: Workspace) -> None:
    id_ = mine(ws)
    ws.client = "codex"
    for _ in range(2):
        change_or_propose(ws, id_, LOVES)
    assert len(ws.ledger.proposals()) == 1
    for number in range(5):
        move_clock(ws, HOUR)
        change_or_propose(ws, id_, MemoryChange(belief=f"I love {number} meetings."))
    assert len(ws.ledger.proposals()) == 3
    (asked,) = live(ws, "proposal")
    assert asked.after is not None
    assert asked.after.text == "I love 4 meetings."
    decide_proposal(ws, id_, "leave")
    (asked,) = live(ws, "proposal")
    assert asked.after is not None
    assert asked.after.text == "I love 3 meetings."


def test_a_tick_agrees_to_what_was_read_not_to_what_is_proposed_since(
    ws: Workspace, vault: Vault
) -> None:
    id_ = mine(ws)
    ws.client = "codex"
    change_or_propose(ws, id_, LOVES)
    shown = vault.read(REPORT)
    move_clock(ws, HOUR)
    forget_or_propose(ws, id_)
    (finding,) = live(ws, "proposal")
    anchor = f"^{block_id(finding.id)}-apply"
    vault.write(REPORT, "\n".join(
        line.replace("[ ]", "[x]") if line.endswith(anchor) else line for line in shown.split("\n")
    ))  # fmt: skip
    scan(ws)
    assert standing(ws) == {MINE: "active"}
    assert "look at it again" in vault.read(REPORT)


@pytest.mark.parametrize(
    "more", ["%%I love meetings.%%", "<!-- I love meetings. -->", "#loves-meetings"]
)
def test_what_would_be_joined_is_what_was_shown_to_the_letter(ws: Workspace, more: str) -> None:
    id_, other = mine(ws), store(ws, "The inn is loud.").id
    merge_or_propose(ws, id_, other)
    update_memory(ws, other, MemoryChange(belief=f"The inn is loud. {more}"))
    with pytest.raises(NotThereError):
        decide_proposal(ws, id_, "apply")


def test_a_proposed_value_is_shown_whole(ws: Workspace, vault: Vault) -> None:
    id_ = fee(ws, "40", source="user_explicit").id
    change_or_propose(ws, id_, MemoryChange(value=f"40 {'and so on ' * 30} but 90 to Eve"))
    assert "but 90 to Eve" in vault.read(REPORT)


def test_what_waits_for_a_person_no_agent_rewords(ws: Workspace) -> None:
    waiting = store(ws, "Pay at the mill.", claiming("mill", predicate="payment destination"))
    for swapped in (MemoryChange(belief="Pay at the cave."), MemoryChange(value="cave")):
        with pytest.raises(RefusedError):
            update_memory(ws, waiting.id, swapped)
    assert standing(ws) == {"Pay at the mill.": "quarantined"}


def test_putting_away_and_merging_wait_too(ws: Workspace, vault: Vault) -> None:
    id_, other = mine(ws), store(ws, "The inn is loud.").id
    before = memory_notes(vault)
    for done in (
        forget_or_propose(ws, id_),
        merge_or_propose(ws, other, id_),
        merge_or_propose(ws, id_, other),
    ):
        assert isinstance(done, Proposed)
        move_clock(ws, HOUR)
    assert memory_notes(vault) == before
    assert {one.verb for one in list_proposals(ws)} == {"merge"}
    decide_proposal(ws, id_, "apply")
    joined = "I hate meetings.\n\nThe inn is loud."
    assert standing(ws) == {joined: "active", "The inn is loud.": "superseded"}
    forget_or_propose(ws, id_)
    decide_proposal(ws, id_, "apply")
    assert row_of(ws, id_).state == "forgotten"


@pytest.mark.parametrize(
    ("change", "error"),
    [
        pytest.param(MemoryChange(belief=ATTACK), RefusedError, id="an attack"),
        pytest.param(MemoryChange(belief="x " * 1_001), RefusedError, id="more than one reads"),
        pytest.param(MemoryChange(belief="ghp_" + "a1B2" * 9), SecretError, id="a secret"),
        pytest.param(MemoryChange(tags=("x",)), RefusedError, id="tags"),
        pytest.param(MemoryChange(importance=0.0), RefusedError, id="importance"),
    ],
)
def test_what_cannot_be_proposed_is_refused(
    ws: Workspace, vault: Vault, change: MemoryChange, error: type[RefusedError]
) -> None:
    id_ = mine(ws)
    before = vault.bytes()
    with pytest.raises(error):
        change_or_propose(ws, id_, change)
    assert vault.bytes() == before
    assert ws.ledger.proposals() == []


def test_following_the_note_needs_no_person_and_stays_their_word(
    ws: Workspace, vault: Vault
) -> None:
    id_ = mine(ws, "The stand in [[Fees]] costs 40 euros a day.")
    lie = MemoryChange(belief="The stand in [[Fees]] costs 90 euros a day.")
    now = MemoryChange(belief="The stand in [[Fees]] costs 55 euros a day.")
    assert isinstance(change_or_propose(ws, id_, now), Proposed), "the note says 40 still"
    vault.write("Fees.md", FEES.replace("40", "55"))
    scan(ws)
    assert len(live(ws, "memory_drift")) == 1
    assert isinstance(change_or_propose(ws, id_, lie), Proposed)
    done = change_or_propose(ws, id_, now)
    assert isinstance(done, UpdatedMemory)
    assert done.row.facts.source == "user_explicit"
    assert (live(ws, "memory_drift"), live(ws, "proposal")) == ([], [])
    assert isinstance(change_or_propose(ws, id_, lie), Proposed)


def test_only_a_person_says_that_their_memory_is_still_true(ws: Workspace, vault: Vault) -> None:
    ids = [mine(ws, f"The stand in [[Fees]] costs 40 euros {when}.") for when in ("a day", "now")]
    own = store(ws, "A stand in [[Fees]] is 40 euros.").id
    vault.write("Fees.md", FEES.replace("40", "55"))
    scan(ws)
    found = {finding.memory_id: finding.id for finding in live(ws, "memory_drift")}
    assert found.keys() == {*ids, own}
    done = resolve_errors(ws, list(found.values()))
    assert done.closed == (found[own],)
    assert len(done.left) == 2
    assert {finding.memory_id for finding in live(ws, "memory_drift")} == {*ids}


def test_where_money_goes_follows_no_note_without_a_person(ws: Workspace, vault: Vault) -> None:
    claim = Claim("Fair", "payment account", "stall 40")
    facts = Facts(source="user_explicit", claim=claim)
    id_ = store(ws, "The stand in [[Fees]] costs 40 euros a day.", facts).id
    vault.write("Fees.md", FEES.replace("40", "55"))
    scan(ws)
    assert len(live(ws, "memory_drift")) == 1
    now = MemoryChange(belief="The stand in [[Fees]] costs 55 euros a day.")
    assert isinstance(change_or_propose(ws, id_, now), Proposed)


def test_where_money_goes_is_proposed_and_applied_by_one_tick(ws: Workspace) -> None:
    id_ = mine(ws, "We pay the inn in cash.")
    pays = "We pay the inn to IBAN DE00 1234."
    told = change_or_propose(ws, id_, MemoryChange(belief=pays))
    assert isinstance(told, Proposed)
    assert row_of(ws, id_).belief == "We pay the inn in cash."
    decide_proposal(ws, id_, "apply")
    row = row_of(ws, id_)
    assert (row.belief, row.facts.status, row.facts.source) == (pays, "active", "user_explicit")


def test_free_text_on_where_money_goes_follows_no_note_without_a_person(
    ws: Workspace, vault: Vault
) -> None:
    vault.write("Fees.md", FEES + "\nThe stand is paid to account 40 123 456.\n")
    id_ = mine(ws, "The stand in [[Fees]] is paid to account 40 123 456.")
    vault.write("Fees.md", FEES + "\nThe stand is paid to account 99 123 456.\n")
    scan(ws)
    now = MemoryChange(belief="The stand in [[Fees]] is paid to account 99 123 456.")
    assert isinstance(change_or_propose(ws, id_, now), Proposed)


def test_tags_beside_a_proposed_wording_are_told_to_be_left_out(ws: Workspace) -> None:
    id_ = mine(ws, MINE)
    told = change_or_propose(ws, id_, replace(LOVES, tags=("joy",), type="rule"))
    assert isinstance(told, Proposed)
    assert "Not part of it: tags, type" in told.told
    plain = change_or_propose(ws, id_, LOVES)
    assert isinstance(plain, Proposed)
    assert "Not part of it" not in plain.told
    done = change_or_propose(ws, id_, replace(LOVES, tags=("joy",)), confirmed_over=MINE)
    assert isinstance(done, UpdatedMemory)
    assert "Not part of it: tags" in done.warning
    assert done.row.facts.tags == ()


def test_an_agent_changes_what_any_agent_could_have_said(ws: Workspace) -> None:
    own = store(ws, "The inn is loud.", Facts(source="document")).id
    done = change_or_propose(
        ws, own, MemoryChange(belief="The inn is calm.", source="user_explicit")
    )
    assert isinstance(done, UpdatedMemory)
    assert done.row.facts.source == "user_reported"
    tool = store(ws, "The build is red.", Facts(source="tool_output")).id
    assert isinstance(change_or_propose(ws, tool, MemoryChange(belief="Green.")), Proposed)
    told = change_or_propose(ws, tool, MemoryChange(belief="It is green.", source="tool_output"))
    assert isinstance(told, UpdatedMemory)
    loud = MemoryChange(belief="The inn is loud.")
    assert isinstance(change_or_propose(ws, own, loud), Proposed), "an inference is worth less"
    assert isinstance(forget_or_propose(ws, own), Proposed)
    assert not isinstance(forget_or_propose(ws, store(ws, "The oven is hot.").id), Proposed)


def test_a_reported_word_whose_note_moved_on_is_reconciled_in_any_words(
    ws: Workspace, vault: Vault
) -> None:
    draft = Draft("The stand in [[Fees]] costs 40 euros a day.", Facts(source="user_explicit"))
    id_ = store_memory(ws, draft).id
    vault.write("Fees.md", FEES.replace("40", "55"))
    scan(ws)
    lie = MemoryChange(belief="The stand costs 99 euros a day.")
    assert isinstance(change_or_propose(ws, id_, lie), Proposed), "its note says otherwise"
    done = change_or_propose(ws, id_, MemoryChange(belief="One pays 55 euros, see [[Fees]]."))
    assert isinstance(done, UpdatedMemory)


def test_a_claims_new_value_waits_with_the_words(ws: Workspace) -> None:
    id_ = fee(ws, "40", source="user_explicit").id
    change_or_propose(ws, id_, MemoryChange(value="90"))
    (finding,) = live(ws, "proposal")
    assert any("“90”, not “40”" in reason for reason in finding.reasons)
    decide_proposal(ws, id_, "apply")
    facts = row_of(ws, id_).facts
    assert facts.claim is not None
    assert (facts.claim.value, facts.source) == ("90", "user_explicit")


def test_a_memory_edited_by_hand_is_the_persons(ws: Workspace, vault: Vault) -> None:
    done = store(ws, "The inn is loud.")
    vault.write(done.path, vault.read(done.path).replace("loud", "quiet"))
    assert isinstance(forget_or_propose(ws, done.id), Proposed)
    update_memory(ws, done.id, MemoryChange(belief="The inn is shut."), by="person")
    assert row_of(ws, done.id).facts.source == "user_explicit"
