"""What nobody confirmed for long is asked about, gently: no flag, few at a time, and it can end."""

import pytest

from tests.system import agent_vaults
from tests.system.agent_vaults import DAY, live, move_clock, opened, store
from tests.system.vaults import Vault
from vaultwatch.drift.model import Finding
from vaultwatch.services.findings.settle import dismiss, verify
from vaultwatch.services.look import scan
from vaultwatch.services.memories.property_writes import put_properties
from vaultwatch.services.memories.updating import MemoryChange, update_memory
from vaultwatch.services.workspace import Workspace

vault, ws = agent_vaults.vault, agent_vaults.looked_at


def stale(ws: Workspace) -> list[Finding]:
    scan(ws)
    return live(ws, "stale")


@pytest.fixture
def restless(ws: Workspace) -> str:
    """A memory without a note that was reworded every ten days."""
    done = store(ws, "The code of the gate is 1.")
    for number in range(2, 6):
        move_clock(ws, 10 * DAY)
        update_memory(ws, done.id, MemoryChange(belief=f"The code of the gate is {number}."))
    assert stale(ws) == []
    return done.id


def test_what_changed_often_and_was_not_confirmed_is_asked_about_once(
    ws: Workspace, vault: Vault, restless: str
) -> None:
    move_clock(ws, 19 * DAY)
    assert stale(ws) == []
    move_clock(ws, 2 * DAY)
    (found,) = stale(ws)
    assert found.memory_id == restless
    assert found.reasons == ("not confirmed for 21 days; what it rests on changed every 10",)
    assert found.score <= 0.2
    (row,) = ws.ledger.find_memories(ids=[restless])
    assert "drift" not in vault.read(row.path), "no flag"
    report = vault.read("drift-report.md")
    assert "not confirmed for 21 days" in report
    assert f"^{found.id}-true" in report
    verify(ws, found.id)
    assert stale(ws) == []
    move_clock(ws, 29 * DAY)
    assert stale(ws) == [], "it changed no more: later than the first time"
    move_clock(ws, 2 * DAY)
    (again,) = stale(ws)
    dismiss(ws, again.id)
    move_clock(ws, 90 * DAY)
    assert stale(ws) == [], "of this wording nobody is asked again"


def test_a_new_wording_is_a_confirmation(ws: Workspace, restless: str) -> None:
    move_clock(ws, 30 * DAY)
    assert len(stale(ws)) == 1
    update_memory(ws, restless, MemoryChange(belief="The code of the gate is 77."))
    assert stale(ws) == []


def test_what_its_note_says_today_is_never_stale(ws: Workspace, vault: Vault) -> None:
    done = store(ws, "The stand of [[Fees]] costs 40 euros a day.")
    for fee in range(41, 46):
        move_clock(ws, 10 * DAY)
        text = vault.read("Fees.md").replace(f"{fee - 1} euros", f"{fee} euros")
        vault.write("Fees.md", text)
        scan(ws)
        belief = f"The stand of [[Fees]] costs {fee} euros a day."
        update_memory(ws, done.id, MemoryChange(belief=belief))
        scan(ws)
    move_clock(ws, 300 * DAY)
    assert stale(ws) == []


def test_a_note_says_when_to_look_again(ws: Workspace) -> None:
    done = store(ws, "The lamp is green.")
    other = store(ws, "The rug is red.")
    put_properties(ws, done.path, {"review_after": "2026-04-01"})
    put_properties(ws, other.path, {"volatility": "weekly"})
    assert stale(ws) == []
    move_clock(ws, 40 * DAY)
    told = {one.memory_id: one.reasons[0] for one in stale(ws)}
    assert told == {
        done.id: "its note asks to look at it again after 2026-04-01",
        other.id: "not confirmed for 40 days; its note says that it changes every 7",
    }
    put_properties(ws, done.path, {"review_after": "2027-04-01"})
    put_properties(ws, other.path, {"volatility": "never"})
    assert stale(ws) == []


def test_a_memory_with_words_for_dates_that_cannot_be_read_is_left_alone(vault: Vault) -> None:
    vault.write(
        "Memories/odd.md",
        "---\nid: mem_odd\nreview_after: someday\nvolatility: 1e999\nvalid_until: 2026-99-99\n"
        "created: 1900-01-01\n---\nThe lamp is green.\n",
    )
    with opened(vault) as ws:
        scan(ws)
        move_clock(ws, 400 * DAY)
        assert stale(ws) == []
