"""Memories that stand are changed: what they say, how they are tagged, two into one."""

from typing import Any

import pytest

from tests.system import agent_vaults
from tests.system.agent_vaults import (
    ATTACK,
    FEES,
    HOUR,
    KEY,
    audited,
    claiming,
    fee,
    live,
    look_later,
    memory_notes,
    move_clock,
    once,
    row_of,
    standing,
    store,
)
from tests.system.doors import forget_memory, merge_memories, update_memory
from tests.system.vaults import Vault
from vaultwatch.errors import NoteUnreadableError, NotThereError, RefusedError, SecretError
from vaultwatch.memories.facts import Facts
from vaultwatch.memories.trust import content_hash
from vaultwatch.services.look import scan
from vaultwatch.services.memories.adding import Draft, add_memory
from vaultwatch.services.memories.property_writes import plan_supersede
from vaultwatch.services.memories.showing import show_memory
from vaultwatch.services.memories.updating import MemoryChange
from vaultwatch.services.memories.weighing import weigh
from vaultwatch.services.workspace import Workspace

BELIEF = "The stand in [[Fees]] costs 40 euros a day."
NEW = "The stand in [[Fees]] costs 55 euros a day."
PAID = "The stand in [[Fees]] is paid in cash."
"""Of which the note says nothing."""


vault, ws = agent_vaults.vault, agent_vaults.ws


def drifted(ws: Workspace, vault: Vault) -> str:
    """A memory whose note moved on; its id."""
    id_ = store(ws, BELIEF, Facts(source="user_explicit", agent="Ana", tags=("fair",))).id
    vault.write("Fees.md", FEES.replace("40", "55"))
    look_later(ws)
    assert [one.memory_id for one in live(ws, "memory_drift")] == [id_]
    return id_


def test_another_belief_closes_the_findings_and_rests_on_the_note_as_it_stands(
    ws: Workspace, vault: Vault
) -> None:
    id_ = drifted(ws, vault)
    done = update_memory(ws, id_, MemoryChange(belief=NEW))
    assert (done.id, done.changed, done.row.belief) == (id_, ("content",), NEW)
    assert live(ws, "memory_drift") == []
    (ground,) = show_memory(ws, id_).grounds
    assert ground.supports[0].text == "The stand costs 55 euros a day."
    assert "drift:" not in vault.read(done.path)
    scan(ws)
    assert live(ws, "memory_drift") == []


@pytest.mark.parametrize(
    ("change", "changed"),
    [
        pytest.param(MemoryChange(tags=("other",)), ("tags",), id="tags"),
        pytest.param(MemoryChange(add_tags=("new",)), ("tags",), id="one tag more"),
        pytest.param(MemoryChange(remove_tags=("#Fair",)), ("tags",), id="one tag less"),
        pytest.param(MemoryChange(importance=0.9), ("importance",), id="importance"),
        pytest.param(MemoryChange(type="rule"), ("type",), id="type"),
    ],
)
def test_what_is_no_belief_leaves_findings_open_and_provenance_as_it_was(
    ws: Workspace, vault: Vault, change: MemoryChange, changed: tuple[str, ...]
) -> None:
    id_ = drifted(ws, vault)
    before = row_of(ws, id_)
    done = update_memory(ws, id_, change)
    assert done.changed == changed
    assert [one.memory_id for one in live(ws, "memory_drift")] == [id_]
    assert (done.row.facts.source, done.row.facts.agent) == ("user_explicit", "Ana")
    assert (done.row.updated, done.row.belief) == (before.updated, BELIEF)
    assert update_memory(ws, id_, change).changed == ()


def test_the_name_of_a_memorys_note_follows_the_words_that_an_agent_changes(
    ws: Workspace, vault: Vault
) -> None:
    id_ = store(ws, PAID).id
    assert row_of(ws, id_).path == "Memories/The stand in Fees is paid in cash.md"
    done = update_memory(ws, id_, MemoryChange(belief=NEW))
    assert done.path == row_of(ws, id_).path == "Memories/The stand in Fees costs 55 euros a day.md"
    assert NEW in vault.read(done.path)
    assert [*memory_notes(vault)] == ["The stand in Fees costs 55 euros a day"]


def test_what_says_nothing_new_writes_nothing(ws: Workspace, vault: Vault) -> None:
    done = store(ws, BELIEF, Facts(tags=("fair",), importance=0.5))
    before = vault.bytes()
    for change in (
        MemoryChange(),
        MemoryChange(belief=BELIEF),
        MemoryChange(tags=("fair",), importance=0.5),
    ):
        assert update_memory(ws, done.id, change).changed == ()
    assert vault.bytes() == before


def test_a_new_belief_has_a_source_of_its_own(ws: Workspace) -> None:
    done = store(ws, BELIEF, Facts(source="user_explicit", agent="Ana", tool="till"))
    store(ws, BELIEF, Facts(source="user_explicit", agent="Ben"))
    move_clock(ws, HOUR)
    facts = update_memory(ws, done.id, MemoryChange(belief=PAID, agent="Cy")).row.facts
    assert (facts.source, facts.agent, facts.corroborated_by, facts.tool) == (
        "inference", "Cy", (), "",
    )  # fmt: skip
    assert facts.content_hash == content_hash(PAID)
    assert row_of(ws, done.id).updated == ws.clock.now()
    assert audited(ws, done.id)[-1] == "memory update"


@pytest.mark.parametrize(
    ("change", "error"),
    [
        pytest.param(MemoryChange(belief=ATTACK), RefusedError, id="an attack"),
        pytest.param(MemoryChange(value=ATTACK), RefusedError, id="an attack as value"),
        pytest.param(MemoryChange(belief=f"The key is {KEY}."), SecretError, id="a secret"),
        pytest.param(MemoryChange(value=KEY), SecretError, id="a secret as value"),
        pytest.param(MemoryChange(add_tags=(KEY,)), SecretError, id="a secret as tag"),
        pytest.param(MemoryChange(type=KEY), SecretError, id="a secret as type"),
        pytest.param(MemoryChange(belief="  "), RefusedError, id="nothing"),
        pytest.param(MemoryChange(value=" "), RefusedError, id="no value"),
        pytest.param(MemoryChange(value="a\nb"), RefusedError, id="a value of two lines"),
        pytest.param(
            MemoryChange(tags=tuple(map(str, range(21)))), RefusedError, id="too many tags"
        ),
    ],
)
def test_what_must_not_be_said_is_refused_and_nothing_is_written(
    ws: Workspace, vault: Vault, change: MemoryChange, error: type[RefusedError]
) -> None:
    done = fee(ws, "40")
    before = vault.bytes()
    with pytest.raises(error):
        update_memory(ws, done.id, change)
    assert vault.bytes() == before


def test_an_attack_as_tag_is_refused(ws: Workspace) -> None:
    done = store(ws, BELIEF)
    with pytest.raises(RefusedError, match="suspicious"):
        update_memory(ws, done.id, MemoryChange(add_tags=(ATTACK,)))
    assert row_of(ws, done.id).facts.status == "active"


def test_other_tags_are_judged_by_what_they_add(ws: Workspace) -> None:
    pays = add_memory(ws, Draft("Send payments to IBAN DE00 1234.", Facts(source="user_explicit")))
    done = update_memory(ws, pays.id, MemoryChange(add_tags=("club",)))
    assert done.row.facts.tags == ("club",)
    odd = add_memory(ws, Draft(ATTACK, Facts(source="user_explicit")))
    assert update_memory(ws, odd.id, MemoryChange(add_tags=("odd",))).row.facts.tags == ("odd",)
    with pytest.raises(RefusedError, match="tags or type look suspicious"):
        update_memory(ws, store(ws, BELIEF).id, MemoryChange(add_tags=(ATTACK,)))


def test_an_agent_turns_no_memory_into_where_money_goes_and_is_told_how_to_ask(
    ws: Workspace,
) -> None:
    one, other = store(ws, "We send all payments."), store(ws, "Account 12 345 678 it is.")
    with pytest.raises(RefusedError, match="where money goes"):
        merge_memories(ws, one.id, other.id)
    with pytest.raises(RefusedError, match="where money goes"):
        update_memory(ws, one.id, MemoryChange(belief="Send payments to IBAN DE00 1234."))


def test_a_new_value_beside_others_denies_none(ws: Workspace) -> None:
    fixed = once(claiming("50", source="user_explicit", subject="Tent"))
    strong = store(ws, "The fee is fixed.", fixed)
    weak = store(ws, "It is once more.", once(claiming("60", subject="Tent")))
    assert {one.outcome for one in (strong, weak)} == {"stored"}
    update_memory(ws, weak.id, MemoryChange(value="65"))
    assert row_of(ws, strong.id).facts.status == "active"


def test_a_weaker_new_value_is_refused_with_a_way_out(ws: Workspace, vault: Vault) -> None:
    strong = fee(ws, "40", source="user_explicit")
    lone = store(ws, "The tent is 40.", claiming("40", subject="Tent"))
    vault.write(lone.path, vault.read(lone.path).replace('"Tent"', "Stand"))
    scan(ws)
    assert row_of(ws, lone.id).facts.status == "active"
    before = vault.bytes()
    with pytest.raises(RefusedError, match=strong.id) as told:
        update_memory(ws, lone.id, MemoryChange(value="60"))
    assert "vault_remember" in told.value.hint
    assert vault.bytes() == before
    done = update_memory(ws, lone.id, MemoryChange(value="60"), by="person")
    assert done.changed == ("value",)
    assert row_of(ws, strong.id).facts.superseded_by == lone.id


def test_a_value_that_another_memory_holds_already_is_refused_by_its_name(ws: Workspace) -> None:
    one = store(ws, "Tea is liked.", once(claiming("tea", predicate="likes")))
    other = store(ws, "Rye is liked.", once(claiming("rye", predicate="likes")))
    with pytest.raises(RefusedError) as told:
        update_memory(ws, other.id, MemoryChange(value="tea"))
    assert told.value.message.startswith(f"Memory {one.id} says ")


def test_only_a_claim_has_a_value(ws: Workspace) -> None:
    with pytest.raises(RefusedError, match="no claim"):
        update_memory(ws, store(ws, BELIEF).id, MemoryChange(value="50"))
    done = fee(ws, "40")
    assert "claim still says" in update_memory(ws, done.id, MemoryChange(belief=PAID)).warning


def test_expiry_is_set_and_taken_back(ws: Workspace) -> None:
    done = store(ws, BELIEF)
    later = ws.clock.now() + HOUR
    assert update_memory(ws, done.id, MemoryChange(expires=later)).row.facts.expires == later
    assert update_memory(ws, done.id, MemoryChange(type="rule")).row.facts.expires == later
    assert update_memory(ws, done.id, MemoryChange(never_expires=True)).row.facts.expires is None


def test_an_update_leaves_what_a_person_wrote_beside_it(ws: Workspace, vault: Vault) -> None:
    done = store(ws, BELIEF)
    path = done.path
    vault.write(path, vault.read(path).replace("---\n", "---\ncolour: red # mine\r\n", 1))
    changed = update_memory(ws, done.id, MemoryChange(belief=PAID, add_tags=("x",)))
    assert "colour: red # mine\r\n" in vault.read(changed.path)


def test_two_memories_become_one_and_the_folded_one_stays(ws: Workspace, vault: Vault) -> None:
    one = store(ws, "Parking is free, says [[Fees]].", Facts(agent="Ana", tags=("a",)))
    other = store(ws, "Before noon, that is.", Facts(agent="Ben", tags=("b",)))
    done = merge_memories(ws, one.id, other.id)
    assert done.row.belief == "Parking is free, says [[Fees]].\n\nBefore noon, that is."
    assert set(done.row.facts.tags) == {"a", "b"}
    assert done.row.facts.corroborated_by == ("Ben",)
    assert row_of(ws, other.id).facts.superseded_by == one.id
    assert len(memory_notes(vault)) == 2
    assert "memory merge" in audited(ws, one.id)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_merge_lends_nobodys_trust_to_another_mans_words(
    ws: Workspace, order: tuple[int, int]
) -> None:
    ids = [
        store(ws, BELIEF, Facts(source="user_explicit", agent="Ana")).id,
        store(ws, "Parking costs 9 euros.", Facts(source="inference", agent="Ben")).id,
    ]
    done = merge_memories(ws, ids[order[0]], ids[order[1]])
    assert done.row.facts.source == "inference"


def test_a_merge_that_adds_no_words_leaves_the_source(ws: Workspace) -> None:
    kept = store(ws, BELIEF, Facts(source="user_explicit", agent="Ana"))
    part = store(ws, "The stand in [[Fees]] costs 40 euros", Facts(agent="Ben"))
    done = merge_memories(ws, kept.id, part.id)
    assert done.row.belief == BELIEF
    assert done.row.facts.source == "user_explicit"


def test_a_merge_keeps_the_secret_that_a_person_wrote_where_it_was(
    ws: Workspace, vault: Vault
) -> None:
    vault.write("Memories/Mine.md", f"---\nid: mem_mine\n---\nThe token is {KEY}.\n")
    other = store(ws, "Parking costs 9 euros.")
    scan(ws)
    with pytest.raises(SecretError):
        merge_memories(ws, "mem_mine", other.id)
    assert KEY in vault.read("Memories/Mine.md")
    assert row_of(ws, other.id).facts.status == "active"


def test_a_merge_that_cannot_be_finished_is_not_begun(ws: Workspace, vault: Vault) -> None:
    kept = store(ws, "Parking is free, says [[Fees]].")
    vault.write("Memories/Mine.md", "---\nid: mem_mine\nstatus: &s active\n---\nBefore noon.\n")
    scan(ws)
    before = vault.bytes()
    with pytest.raises(RefusedError, match="anchors"):
        merge_memories(ws, kept.id, "mem_mine")
    assert vault.bytes() == before


def test_what_cannot_be_merged_is_refused(ws: Workspace) -> None:
    plain, claimed = store(ws, BELIEF), fee(ws, "50")
    held = store(ws, ATTACK)
    for target, source in (
        (plain.id, plain.id), (plain.id, claimed.id), (plain.id, held.id), (held.id, plain.id),
    ):  # fmt: skip
        with pytest.raises(RefusedError):
            merge_memories(ws, target, source)
    with pytest.raises(NotThereError):
        merge_memories(ws, plain.id, "no such")
    assert sorted(standing(ws).values()) == ["active", "active", "quarantined"]


def test_a_forgotten_memory_closes_its_findings_and_lies_in_the_trash(
    ws: Workspace, vault: Vault
) -> None:
    id_ = drifted(ws, vault)
    done = forget_memory(ws, id_, why=f"no longer, {KEY}")
    assert (vault.folder / done.moved_to).read_text("utf-8").endswith(f"{BELIEF}\n")
    assert live(ws, "memory_drift") == []
    assert not any(KEY in line.why for line in ws.ledger.audit())
    with pytest.raises(NotThereError):
        update_memory(ws, id_, MemoryChange(belief=NEW))


def test_what_could_not_be_forgotten_is_no_lesson(ws: Workspace, vault: Vault) -> None:
    id_ = drifted(ws, vault)
    (vault.folder / row_of(ws, id_).path).unlink()
    with pytest.raises(NoteUnreadableError):
        forget_memory(ws, id_)
    assert ws.ledger.cases() == []


def test_a_rehearsed_change_writes_nothing(ws: Workspace, vault: Vault) -> None:
    one, other = store(ws, BELIEF), store(ws, "Parking costs 9 euros.")
    before = vault.bytes()
    ws.is_rehearsal = True
    assert update_memory(ws, one.id, MemoryChange(belief=PAID)).changed == ("content",)
    assert "content" in merge_memories(ws, one.id, other.id).changed
    assert vault.bytes() == before


@pytest.mark.parametrize(
    ("step", "said"),
    [
        pytest.param("plan_supersede", "red", id="replaced"),
        pytest.param("weigh", "blue", id="said again"),
    ],
)
def test_a_write_stands_where_the_memory_it_meets_vanishes_meanwhile(
    ws: Workspace, vault: Vault, monkeypatch: pytest.MonkeyPatch, step: str, said: str
) -> None:
    old = store(ws, "The lamp is blue.", claiming("blue", subject="Lamp"))
    act: Any = plan_supersede if step == "plan_supersede" else weigh

    def vanishing(*arguments: Any, **named: Any) -> Any:  # noqa: ANN401 -- whichever step it is
        done = act(*arguments, **named)
        (vault.folder / old.path).unlink(missing_ok=True)
        return done

    monkeypatch.setattr(f"vaultwatch.services.memories.adding.{step}", vanishing)
    new = store(ws, f"The lamp is {said}.", claiming(said, subject="Lamp"))
    assert new.outcome in {"superseded", "stored"}
    assert f"The lamp is {said}." in vault.read(new.path)
