"""Several memories in one note: copied, moved, lost, found and answered, none harms another."""

import shutil

import pytest

from tests.system import agent_vaults
from tests.system.agent_vaults import ATTACK, HOUR, live, move_clock, opened, store
from tests.system.test_handoff import COSTS, PARKING, beliefs, left, move_fees, told
from tests.system.vaults import Vault
from vaultwatch.memories.handoff import Handoff
from vaultwatch.memories.items import MOST_ITEMS, is_item, note_id_of
from vaultwatch.memories.projects import Project
from vaultwatch.services.findings.review import decide_review, list_reviews
from vaultwatch.services.look import look, scan
from vaultwatch.services.memories.updating import edit_memory, forget_memory
from vaultwatch.services.operations.undoing import undo_last_run
from vaultwatch.services.workspace import Workspace

vault, ws = agent_vaults.vault, agent_vaults.looked_at


def item(ws: Workspace, belief: str) -> str:
    (row,) = [row for row in ws.ledger.memories() if row.belief == belief]
    return row.id


def test_undo_takes_a_hand_over_and_a_forgotten_item_back(ws: Workspace, vault: Vault) -> None:
    before = vault.notes()
    done = left(ws)
    text = vault.read(done.path)
    forget_memory(ws, item(ws, COSTS))
    undo_last_run(ws)
    assert vault.read(done.path) == text
    assert COSTS in beliefs(ws)
    undo_last_run(ws)
    assert vault.notes() == before
    assert ws.ledger.memories() == []


def test_a_copied_note_has_items_of_its_own(ws: Workspace, vault: Vault) -> None:
    done = left(ws)
    ids = {row.id for row in ws.ledger.memories()}
    shutil.copy(vault.folder / done.path, vault.folder / "Memories/Sessions/Copy.md")
    scan(ws)
    rows = ws.ledger.memories()
    assert len(rows) == 10
    assert {row.id for row in rows if row.path == done.path} == ids
    assert len({note_id_of(row.id) for row in rows}) == 2


def test_a_moved_note_keeps_its_items_and_what_they_rest_on(ws: Workspace, vault: Vault) -> None:
    done = left(ws)
    id_ = item(ws, COSTS)
    (vault.folder / "Memories/Sessions/Old").mkdir()
    shutil.move(vault.folder / done.path, vault.folder / "Memories/Sessions/Old/Stand.md")
    move_fees(ws, vault)
    (finding,) = live(ws, "memory_drift")
    assert (finding.memory_id, finding.mode) == (id_, "warm")


def test_elsewhere_it_is_one_memory_and_back_again_it_is_many(ws: Workspace, vault: Vault) -> None:
    done = left(ws)
    shutil.move(vault.folder / done.path, vault.folder / "Memories/Stand.md")
    scan(ws)
    (row,) = ws.ledger.memories()
    assert not is_item(row.id)
    shutil.move(vault.folder / "Memories/Stand.md", vault.folder / done.path)
    scan(ws)
    assert len(ws.ledger.memories()) == 5
    assert all(is_item(row.id) for row in ws.ledger.memories())


def test_without_id_and_block_ids_items_are_known_by_their_words(
    ws: Workspace, vault: Vault
) -> None:
    vault.write(
        "Memories/Sessions/Mine.md",
        f"---\ntype: handoff\nsession: s9\nproject: market\ncreated: 2026-03-01T11:00:00Z\n---\n"
        f"# Mine\n\nHeard at the [[Fees]].\n\n## To do\n\n- {COSTS}\n- Same.\n- Same.\n"
        f"  It goes on.\n1. [ ] {PARKING}\n\t- A part of it, see [[Fees#Parking]].\n",
    )
    scan(ws)
    assert beliefs(ws) == {
        *(COSTS, "Same.", "Same. It goes on.", PARKING),
        "A part of it, see [[Fees#Parking]].",
    }
    move_fees(ws, vault)
    (finding,) = live(ws, "memory_drift")
    assert finding.memory_id == item(ws, COSTS)
    assert any(line.endswith(f", To do, 2026-03-01, may be outdated: {COSTS}") for line in told(ws))


def test_a_tick_in_the_report_answers_for_one_item(ws: Workspace, vault: Vault) -> None:
    done = left(ws)
    move_fees(ws, vault)
    (finding,) = live(ws, "memory_drift")
    vault.tick_box(f"^{finding.id}-apply")
    look(ws)
    assert COSTS.replace("40", "55") in vault.read(done.path)
    assert PARKING in vault.read(done.path)
    assert live(ws, "memory_drift") == []


WISHES = Handoff(
    "s1",
    Project("market"),
    goals=("Raise the fee of the stand to 60 euros a day in [[Fees]].",),
    next_actions=("Write down that parking costs 5 euros before noon in [[Fees]].",),
    open_questions=("Should the stand cost 60 euros a day ([[Fees]])?",),
    risks=("The stand may cost 60 euros a day next year, says [[Fees]].",),
)


@pytest.mark.parametrize("way", ["handed over", "found"])
def test_what_is_to_be_is_denied_by_no_note(way: str, vault: Vault) -> None:
    with opened(vault) as before:
        scan(before)
        done = left(before, WISHES)
    if way == "found":  # by another machine, with no baseline
        text = vault.read(done.path).replace("created: 2026-03", "created: 2026-01")
        shutil.rmtree(vault.state)
        vault.write(done.path, text.replace("updated: 2026-03", "updated: 2026-01"))
    with opened(vault) as now:
        scan(now)
        assert now.ledger.findings() == []
        assert not any(line.startswith(">>") for line in told(now))
        vault.write("Fees.md", vault.read("Fees.md").replace("40 euros", "60 euros"))
        scan(now)
        assert now.ledger.findings() == []


def test_a_decision_that_its_note_denies_is_told(ws: Workspace) -> None:
    left(
        ws,
        Handoff(
            "s1", Project("market"), decisions=("The stand of [[Fees]] costs 60 euros a day.",)
        ),
    )
    scan(ws)
    (finding,) = live(ws, "memory_drift")
    assert finding.change == "never_agreed"


def test_a_next_action_whose_task_is_ticked_in_its_note_says_so(
    ws: Workspace, vault: Vault
) -> None:
    vault.write("Plan.md", "# Plan\n\n- [ ] Ask Mara for the lamps\n- [ ] Buy chalk\n")
    scan(ws)
    left(
        ws,
        Handoff("s1", Project("market"), next_actions=("Ask Mara for the lamps, see [[Plan]].",)),
    )
    vault.write("Plan.md", vault.read("Plan.md").replace("[ ] Ask", "[x] Ask"))
    lines = told(ws)
    assert "may be outdated" in lines[2]
    assert lines[3] == ">> note Plan.md says, line 3: [x] Ask Mara for the lamps"


def test_a_note_of_very_many_items_is_one_memory(ws: Workspace, vault: Vault) -> None:
    lines = "".join(f"- [ ] Item {number} of [[Fees]].\n" for number in range(MOST_ITEMS + 1))
    vault.write("Memories/Sessions/Many.md", f"---\ntype: handoff\n---\n{lines}")
    scan(ws)
    (row,) = ws.ledger.memories()
    assert not is_item(row.id)


def test_a_planted_item_waits_alone_and_is_not_told(ws: Workspace, vault: Vault) -> None:
    done = left(ws)
    text = vault.read(done.path)
    vault.write(done.path, text.replace(f"- {COSTS}", f"- {ATTACK}\n- {COSTS}"))
    scan(ws)
    (waiting,) = list_reviews(ws)
    assert waiting.belief == ATTACK
    assert not any(ATTACK in line for line in told(ws))
    assert any(COSTS in line for line in told(ws))
    decide_review(ws, waiting.id, "reject")
    scan(ws)
    assert ATTACK not in vault.read(done.path)
    assert COSTS in vault.read(done.path)
    assert list_reviews(ws) == []


def test_a_memory_that_says_what_an_item_says_leaves_the_note_alone(
    ws: Workspace, vault: Vault
) -> None:
    done = left(ws)
    text = vault.read(done.path)
    stored = store(ws, COSTS)
    assert stored.outcome == "stored"
    assert vault.read(done.path) == text


def test_an_item_is_edited_in_its_line(ws: Workspace, vault: Vault) -> None:
    done = left(ws)
    text = vault.read(done.path)
    edit_memory(ws, item(ws, COSTS), "The stand of [[Fees]]\ncosts little.")
    assert vault.read(done.path) == text.replace(COSTS, "The stand of [[Fees]] costs little.")


def test_a_lost_ledger_is_made_anew_from_the_note(ws: Workspace, vault: Vault) -> None:
    left(ws)
    ids = {row.id for row in ws.ledger.memories()}
    ws.let_go_of_ledger()
    shutil.rmtree(vault.state)
    with opened(vault) as anew:
        scan(anew)
        assert {row.id for row in anew.ledger.memories()} == ids


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_hand_over_beside_a_persons_lines_keeps_every_one(
    ending: str, ws: Workspace, vault: Vault
) -> None:
    done = left(ws)
    text = vault.read(done.path).replace("## Risks", "## Mine") + "\nMy own end.\n"
    vault.write(done.path, text.replace("\n", ending))
    move_clock(ws, HOUR)
    more = left(ws, Handoff("s1", Project("market"), risks=("The lamps may break.",)))
    assert more.is_written
    now = (vault.folder / done.path).read_bytes().decode()
    kept = [line for line in text.splitlines() if line and not line.startswith("updated:")]
    assert [line for line in now.split(ending) if line in kept] == kept
    assert now.count("\n") == now.count(ending)
