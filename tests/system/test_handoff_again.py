"""What a session says again, and what it says no more."""

import pytest

from tests.system import agent_vaults
from tests.system.agent_vaults import HOUR, live, move_clock
from tests.system.test_handoff import edit, left, move_fees, told
from tests.system.vaults import Vault
from vaultwatch.memories.handoff import Handoff
from vaultwatch.memories.projects import Project
from vaultwatch.services.findings.settle import dismiss
from vaultwatch.services.look import scan
from vaultwatch.services.sessions.handing_over import hand_over
from vaultwatch.services.workspace import Workspace

vault, ws = agent_vaults.vault, agent_vaults.looked_at
BOOK = "Book the stand for 40 euros a day, as [[Fees]] says."


@pytest.mark.parametrize("is_looked_at", [True, False])
@pytest.mark.parametrize(
    "again", [BOOK, BOOK.replace("Book", "book"), BOOK.replace("[[Fees]]", "Fees")]
)
def test_what_drifted_and_is_said_again_is_told_with_its_caveat(
    *, again: str, is_looked_at: bool, ws: Workspace, vault: Vault
) -> None:
    left(ws, Handoff("s1", Project("market"), next_actions=(BOOK,)))
    vault.write("Fees.md", vault.read("Fees.md").replace("40 euros", "55 euros"))
    if is_looked_at:
        scan(ws)
        assert len(live(ws, "memory_drift")) == 1
    move_clock(ws, HOUR)
    left(ws, Handoff("s2", Project("market"), next_actions=(again, "Buy lamps.")))
    for _ in range(2):
        lines = told(ws)
        (at,) = [number for number, line in enumerate(lines) if "the stand for 40" in line]
        assert "may be outdated" in lines[at]
        assert "55 euros" in lines[at + 1]
        scan(ws)
    assert len(live(ws, "memory_drift")) == 1


def test_a_false_alarm_about_what_is_said_again_is_not_told_anew(
    ws: Workspace, vault: Vault
) -> None:
    left(ws, Handoff("s1", Project("market"), next_actions=(BOOK,)))
    move_fees(ws, vault)
    dismiss(ws, live(ws, "memory_drift")[0].id)
    move_clock(ws, HOUR)
    assert left(ws, Handoff("s2", Project("market"), next_actions=(BOOK,))).closed == 1
    scan(ws)
    assert live(ws, "memory_drift") == []


def test_a_younger_twin_hides_no_item_that_drifted(ws: Workspace, vault: Vault) -> None:
    done = left(ws, Handoff("s1", Project("market"), next_actions=(BOOK,)))
    move_fees(ws, vault)
    forged = vault.read(done.path).replace(done.id, "mem_other").replace("2026-03-01", "2099-03-01")
    vault.write("Memories/Sessions/2099-03-01 1200 x.md", forged)
    scan(ws)
    (line,) = [line for line in told(ws) if "Book the stand" in line]
    assert "may be outdated" in line


LISTS = frozenset({"next_actions", "open_questions"})


def listed(ws: Workspace, *todo: str, session: str = "s1", asked: tuple[str, ...] = ()) -> None:
    handoff = Handoff(session, Project("market"), next_actions=todo, open_questions=asked)
    hand_over(ws, handoff, whole=LISTS)


def said(ws: Workspace) -> list[str]:
    return [line.split(": ", 1)[1] for line in told(ws)[2:]]


def test_what_a_clients_list_no_longer_holds_is_ticked(ws: Workspace, vault: Vault) -> None:
    listed(ws, "Run the tests.", "Buy lamps.", asked=("Which lamps?",))
    left(ws, Handoff("s1", Project("market"), next_actions=("Sell lamps.",)))
    listed(ws, "Buy lamps.", asked=("Which lamps?",))
    assert said(ws) == ["Buy lamps.", "Sell lamps.", "Which lamps?"]
    listed(ws)
    assert said(ws) == ["Sell lamps."], "what an agent said itself stays"
    (text,) = [vault.read(path) for path in vault.bytes() if "Sessions/" in path]
    assert text.count("- [x] ") == 3


def test_what_a_clients_list_holds_again_is_open_again(ws: Workspace) -> None:
    listed(ws, "Run the tests.", "Buy lamps.")
    listed(ws)
    assert said(ws) == []
    listed(ws, "Run the tests.")
    assert said(ws) == ["Run the tests."]
    listed(ws)
    listed(ws, "Run the tests.", session="s2")
    assert said(ws) == ["Run the tests."], "of another session"


def test_what_a_person_ticked_changed_or_took_out_stays_so(ws: Workspace, vault: Vault) -> None:
    handoff = Handoff(
        "s1", Project("market"), next_actions=("Run the tests.", "Buy lamps.", "Sing.")
    )
    done = hand_over(ws, handoff, whole=LISTS)
    edit(vault, done, "- [ ] Run", "- [x] Run")
    edit(vault, done, "Buy lamps.", "Buy green lamps.")
    text = vault.read(done.path)
    listed(ws, "Run the tests.", "Sing.")
    assert vault.read(done.path) == text
    assert said(ws) == ["Buy green lamps.", "Sing."]
