"""Forgetting a memory: what goes with it, whichever door it is put away by."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.system.agent_vaults import ATTACK, DAY, KEY, audited, make_vault, move_clock, opened
from tests.system.doors import decide_review, forget_memory
from tests.system.vaults import Vault
from vaultwatch.drift.lifecycle import LIVE
from vaultwatch.report.boxes import block_id
from vaultwatch.services.look import scan
from vaultwatch.services.memories.forget import Deed
from vaultwatch.services.memories.forget import forget_memory as forget_alone
from vaultwatch.services.records.owed import is_look_owed
from vaultwatch.services.workspace import Workspace

REPORT = "drift-report.md"
HELD = "Memories/Oven.md"
TEXT = f"---\nid: mem_oven\n---\n{ATTACK} The stand in [[Fees]] costs 40 euros a day.\n"


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    return make_vault(tmp_path)


@pytest.fixture
def ws(vault: Vault) -> Iterator[Workspace]:
    """An accepted memory that looks suspicious, and whose note moved on."""
    with opened(vault) as ws:
        vault.write(HELD, TEXT)
        scan(ws)
        decide_review(ws, "mem_oven", "activate")
        vault.write("Fees.md", "# Fees\n\nThe stand costs 75 euros a day.\n")
        move_clock(ws, DAY)
        scan(ws)
        assert [one.kind for one in ws.ledger.findings(statuses=LIVE)] == ["memory_drift"]
        yield ws


def by_command(ws: Workspace, _: Vault) -> None:
    forget_memory(ws, "mem_oven")


def by_tick(ws: Workspace, vault: Vault) -> None:
    (finding,) = ws.ledger.findings(statuses=LIVE)
    box = f"- [ ] Forget the memory ^{block_id(finding.id)}-forget"
    report = vault.read(REPORT)
    assert box in report
    vault.write(REPORT, report.replace(box, box.replace("[ ]", "[x]")))
    scan(ws)


@pytest.mark.parametrize("put_away", [by_command, by_tick])
def test_what_was_accepted_once_is_held_anew_when_it_comes_again(
    ws: Workspace, vault: Vault, put_away: Callable[[Workspace, Vault], None]
) -> None:
    put_away(ws, vault)
    assert not (vault.folder / HELD).exists()
    vault.write(HELD, TEXT)
    scan(ws)
    (row,) = ws.ledger.memories()
    assert (row.id, row.facts.status) == ("mem_oven", "quarantined")


@pytest.mark.parametrize(
    ("deed", "is_persons", "lessons"),
    [
        pytest.param("memory forget", True, [("drifted", "forgotten")], id="a person"),
        pytest.param("memory forget", False, [], id="an agent"),
        pytest.param("review reject", True, [], id="rejected in review"),
    ],
)
def test_it_is_audited_masked_owed_and_a_lesson_only_of_a_person_who_forgets(
    ws: Workspace, deed: Deed, lessons: list[tuple[str, str]], *, is_persons: bool
) -> None:
    done = forget_alone(ws, "mem_oven", why=f"says {KEY}", deed=deed, is_persons=is_persons)
    assert done.id == "mem_oven"
    assert done.moved_to.startswith(".trash/")
    assert [(case.label, case.by) for case in ws.ledger.cases()] == lessons
    assert audited(ws, "mem_oven")[-1] == deed
    assert KEY not in ws.ledger.audit("mem_oven")[0].why
    assert is_look_owed(ws)
    assert ws.ledger.memories() == []
