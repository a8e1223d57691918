"""From when on and until when a memory holds: what takes its place ends it, and back."""

from datetime import timedelta

import pytest

from tests.system import agent_vaults
from tests.system.agent_vaults import DAY, NOW, claiming, move_clock, store
from tests.system.vaults import Vault
from vaultwatch.memories.facts import Facts
from vaultwatch.recall.signals import status_at
from vaultwatch.services.findings.review import decide_review
from vaultwatch.services.look import scan
from vaultwatch.services.memories.forget import forget_memory
from vaultwatch.services.memories.property_writes import put_properties
from vaultwatch.services.memories.updating import merge_memories
from vaultwatch.services.operations.undoing import undo_last_run
from vaultwatch.services.workspace import Workspace

vault, ws = agent_vaults.vault, agent_vaults.looked_at
SAID = "user_explicit"


def facts(ws: Workspace, id_: str) -> Facts:
    (row,) = ws.ledger.find_memories(ids=[id_])
    return row.facts


def test_what_takes_a_place_ends_what_stood_there(ws: Workspace, vault: Vault) -> None:
    old = store(ws, "The fee is 40 euros.", claiming("40", source=SAID))
    move_clock(ws, 10 * DAY)
    before = vault.notes()
    new = store(ws, "The fee is 55 euros.", claiming("55", source=SAID))
    assert new.outcome == "superseded"
    assert facts(ws, old.id).ends == NOW + 10 * DAY
    assert "valid_until: 2026-03-11T12:00:00Z" in vault.read(old.path).replace('"', "")
    assert facts(ws, old.id).superseded_by == new.id
    assert facts(ws, new.id).ends is None
    undo_last_run(ws)
    assert vault.notes() == before
    assert facts(ws, old.id).ends is None
    assert facts(ws, old.id).status == "active"


@pytest.mark.parametrize(
    ("had", "newer", "until"),
    [
        ("2026-12-31", "", "2026-03-11T12:00:00Z"),
        ("2026-03-02", "", "2026-03-02"),
        ("", "2026-03-05", "2026-03-04"),
        ("", "2026-02-01", "2026-02-28"),
    ],
    ids=["it had a later end", "it had ended", "the newcomer holds for days", "before it began"],
)
def test_an_end_is_never_later_than_it_was(
    ws: Workspace, vault: Vault, had: str, newer: str, until: str
) -> None:
    began = {"valid_from": "2026-03-01"}
    old = store(ws, "The fee is 40 euros.", claiming("40", source=SAID, **began, valid_until=had))
    move_clock(ws, 10 * DAY)
    new = store(ws, "The fee is 55 euros.", claiming("55", source=SAID, valid_from=newer))
    if new.outcome == "superseded":
        assert f"valid_until: {until}" in vault.read(old.path).replace('"', "")
    else:
        assert had == until, "it had ended before the other one came"


def test_one_that_is_let_hold_again_has_the_end_it_had(ws: Workspace, vault: Vault) -> None:
    claimed = claiming("40", source=SAID, valid_until="2026-12-31")
    old = store(ws, "The fee is 40 euros.", claimed)
    move_clock(ws, 10 * DAY)
    new = store(ws, "The fee is 55 euros.", claiming("55", source=SAID))
    forget_memory(ws, new.id)
    scan(ws)
    decide_review(ws, old.id, "activate")
    back = facts(ws, old.id)
    assert (back.status, back.claim) == ("active", claimed.claim)
    assert "superseded" not in vault.read(old.path)


def test_one_that_had_no_end_has_none_again(ws: Workspace, vault: Vault) -> None:
    old = store(ws, "The fee is 40 euros.", claiming("40", source=SAID))
    move_clock(ws, DAY)
    new = store(ws, "The fee is 55 euros.", claiming("55", source=SAID))
    forget_memory(ws, new.id)
    scan(ws)
    decide_review(ws, old.id, "activate")
    assert "valid_until" not in vault.read(old.path)
    assert facts(ws, old.id).status == "active"


@pytest.mark.parametrize("gone", [["status"], ["status", "superseded_by"]], ids=str)
def test_a_person_brings_one_back_by_its_status_alone(ws: Workspace, gone: list[str]) -> None:
    old = store(ws, "The fee is 40 euros.", claiming("40", source=SAID))
    move_clock(ws, DAY)
    new = store(ws, "The fee is 55 euros.", claiming("55", source=SAID))
    forget_memory(ws, new.id)
    put_properties(ws, old.path, {}, gone)
    scan(ws)
    move_clock(ws, DAY)
    assert status_at(facts(ws, old.id), ws.clock.now()) == "active"
    put_properties(ws, old.path, {"colour": "red"})
    scan(ws)
    assert status_at(facts(ws, old.id), ws.clock.now()) == "active"
    put_properties(ws, old.path, {"valid_until": "2026-03-01"})
    scan(ws)
    assert status_at(facts(ws, old.id), ws.clock.now()) == "expired", "the end is the person's"


def test_what_is_merged_goes_on_and_has_no_end(ws: Workspace, vault: Vault) -> None:
    kept = store(ws, "The lamp is green.")
    folded = store(ws, "The rug is red.")
    move_clock(ws, timedelta(hours=1))
    merge_memories(ws, kept.id, folded.id)
    assert facts(ws, folded.id).status == "superseded"
    assert "valid_until" not in vault.read(folded.path)
