"""From when on and until when a memory holds: what takes its place ends it, and back."""

from datetime import timedelta
from functools import partial
from typing import Final

import pytest

from tests.system import agent_vaults
from tests.system.agent_vaults import DAY, NOW, claiming, move_clock, store
from tests.system.vaults import Vault
from vaultwatch.memories.facts import Facts
from vaultwatch.recall.rank import Wanted
from vaultwatch.recall.signals import status_at
from vaultwatch.services.findings.review import decide_review
from vaultwatch.services.look import scan
from vaultwatch.services.memories.property_writes import put_properties
from vaultwatch.services.memories.showing import show_memory
from vaultwatch.services.memories.updating import (
    MemoryChange,
    forget_memory,
    merge_memories,
    update_memory,
)
from vaultwatch.services.operations.undoing import undo_last_run
from vaultwatch.services.recall.recalling import recall
from vaultwatch.services.recall.valid_at import wanted_at
from vaultwatch.services.workspace import Workspace
from vaultwatch.settings import TrustSettings

vault, ws = agent_vaults.vault, agent_vaults.looked_at
SAID: Final = "user_explicit"
MIDNIGHT: Final = NOW - timedelta(hours=12)
"""When the day of `NOW` began."""


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
    assert "valid_until: 2026-03-11T12:00:00Z" in vault.read(old.path)
    assert facts(ws, old.id).superseded_by == new.id
    assert facts(ws, new.id).ends is None
    undo_last_run(ws)
    assert vault.notes() == before
    assert facts(ws, old.id).ends is None
    assert facts(ws, old.id).status == "active"
    *_, superseded, undone = show_memory(ws, old.id).chain
    assert superseded == f"2026-03-11: memory superseded (by {new.id})"
    assert undone == "2026-03-11: memory superseded no more"
    forget_memory(ws, old.id)
    store(ws, "The fee is 40 euros.", claiming("40", source=SAID))
    assert show_memory(ws, old.id).chain[-1].startswith("2026-03-11: memory forget")


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
        assert f"valid_until: {until}" in vault.read(old.path)
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


def test_until_friday_is_read_kept_and_passes(ws: Workspace, vault: Vault) -> None:
    away = store(ws, "Ana is on leave until Friday.")
    assert "valid_until: 2026-03-06" in vault.read(away.path)
    assert "valid_as_said: until Friday, said on 2026-03-01" in vault.read(away.path).replace(
        '"', ""
    )
    assert any("It holds until 2026-03-06 (until Friday" in one for one in away.warnings)
    again = store(ws, "Ana is on leave until Friday.")
    assert (again.id, again.outcome) == (away.id, "known")
    asked = partial(recall, ws, "who is on leave")
    move_clock(ws, 4 * DAY)
    assert [one.row.id for one in asked(Wanted()).hits] == [away.id]
    move_clock(ws, 2 * DAY)
    found = asked(Wanted())
    assert found.hits == ()
    why = "it has expired: it held until 2026-03-06 (until Friday, said on 2026-03-01)"
    assert [one.reason for one in found.excluded] == [why]
    assert any(why[7:] in line for line in show_memory(ws, away.id).chain)
    later = store(ws, "Ana is on leave until Friday.")
    assert later.id != away.id, "another Friday"
    assert facts(ws, later.id).ends == NOW + timedelta(days=12, hours=12)


def test_a_reworded_memory_has_the_end_that_it_says(ws: Workspace, vault: Vault) -> None:
    away = store(ws, "Ana is on leave until Friday.")
    update_memory(ws, away.id, MemoryChange(belief="Ana is on leave until Monday."))
    assert facts(ws, away.id).ends == NOW + timedelta(days=1, hours=12)
    changed = update_memory(ws, away.id, MemoryChange(belief="Ana is on leave."))
    assert facts(ws, away.id).ends is None
    assert "valid_" not in vault.read(changed.path)


def test_an_end_is_none_once_its_words_are_gone(ws: Workspace, vault: Vault) -> None:
    away = store(ws, "Ana is on leave until Friday.")
    vault.write(away.path, vault.read(away.path).replace("until Friday.", "for long.", 1))
    scan(ws)
    assert facts(ws, away.id).ends is None


def test_a_memory_that_was_given_an_end_keeps_it(ws: Workspace) -> None:
    given = NOW + 30 * DAY
    away = store(ws, "Ana is on leave until Friday.", Facts(valid_until=given))
    assert facts(ws, away.id).ends == given
    claim = claiming("away", source=SAID)
    assert facts(ws, store(ws, "Ben is away until Friday.", claim).id).ends is None


def test_what_was_learnt_late_is_told_and_counts_less_where_it_shall(ws: Workspace) -> None:
    broke = store(ws, "The kiln broke two weeks ago.", Facts())
    born = store(ws, "Alan was born on June 23, 1912.", Facts(source=SAID))
    assert (facts(ws, broke.id).begins, facts(ws, broke.id).ends) == (MIDNIGHT - 14 * DAY, None)
    assert facts(ws, broke.id).valid_as_said == "two weeks ago, said on 2026-03-01"
    assert "from 2026-02-15 on (two weeks ago" in " ".join(broke.warnings)
    shown = show_memory(ws, broke.id)
    assert shown.learnt == "2026-02-15, learnt 14 days after it began to hold"
    assert show_memory(ws, born.id).learnt.startswith("1912-06-23, learnt 41,5")
    told = {one.row.id for one in recall(ws, "the kiln broke", Wanted()).hits}
    assert broke.id in told, "nothing is hidden for it"
    then = wanted_at(ws, Wanted(), "2026-01-31")
    assert broke.id not in {one.row.id for one in recall(ws, "the kiln broke", then).hits}

    ws.settings = ws.settings.model_copy(update={"trust": TrustSettings(late_counts_less=True)})
    assert show_memory(ws, broke.id).trust == pytest.approx(shown.trust / (1 + 14.5 / 30))
    assert show_memory(ws, born.id).trust == pytest.approx(0.95), "a person's word counts whole"
