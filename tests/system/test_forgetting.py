"""Forgetting a memory: what goes with it, whichever door it is put away by."""

from collections.abc import Callable, Iterator

import pytest

from tests.system import agent_vaults
from tests.system.agent_vaults import (
    ATTACK,
    DAY,
    KEY,
    NOW,
    audited,
    move_clock,
    opened,
    store,
)
from tests.system.doors import decide_review, forget_memory
from tests.system.drifted import copy_of
from tests.system.vaults import Vault
from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.errors import RefusedError
from vaultwatch.report.boxes import block_id
from vaultwatch.services.look import scan
from vaultwatch.services.memories.updating import Deed
from vaultwatch.services.memories.updating import forget_memory as forget_alone
from vaultwatch.services.records.small_facts import is_look_owed
from vaultwatch.services.workspace import Workspace

REPORT = "drift-report.md"
TEXT = f"{ATTACK} The stand in [[Fees]] costs 40 euros a day."


vault = agent_vaults.vault


@pytest.fixture(scope="module")
def accepted(opened_once: Vault, tmp_path_factory: pytest.TempPathFactory) -> Vault:
    """To be copied, not changed."""
    vault = copy_of(opened_once, tmp_path_factory.mktemp("accepted"))
    with opened(vault) as ws:
        assert store(ws, TEXT).outcome == "quarantined"
        decide_review(ws, only(ws).id, "activate")
        vault.write("Fees.md", "# Fees\n\nThe stand costs 75 euros a day.\n")
        move_clock(ws, DAY)
        scan(ws)
        assert [one.kind for one in ws.ledger.findings(statuses=LIVE)] == ["memory_drift"]
    return vault


@pytest.fixture
def ws(accepted: Vault, vault: Vault) -> Iterator[Workspace]:
    """An accepted memory that looks suspicious, and whose note moved on."""
    copy_of(accepted, vault.folder.parent)
    with opened(vault, NOW + DAY) as ws:
        yield ws


def only(ws: Workspace) -> MemoryRow:
    (row,) = ws.ledger.memories()
    return row


def by_command(ws: Workspace, _: Vault) -> None:
    forget_memory(ws, only(ws).id)


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
    before = only(ws)
    assert before.facts.status == "active"
    put_away(ws, vault)
    assert not (vault.folder / before.path).exists()
    vault.write("Memories/Again.md", f"---\nid: {before.id}\n---\n{TEXT}\n")
    scan(ws)
    assert (only(ws).id, only(ws).facts.status) == (before.id, "quarantined")


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
    id_ = only(ws).id
    done = forget_alone(ws, id_, why=f"says {KEY}", deed=deed, is_persons=is_persons)
    assert done.id == id_
    assert done.moved_to.startswith(".trash/")
    assert [(case.label, case.by) for case in ws.ledger.cases()] == lessons
    assert audited(ws, id_)[-1] == deed
    assert KEY not in ws.ledger.audit(id_)[0].why
    assert is_look_owed(ws)
    assert ws.ledger.memories() == []


@pytest.mark.parametrize("hindrance", ["a link", "a trash elsewhere", "no trash"])
def test_what_cannot_be_put_away_stands_as_it_stood(
    ws: Workspace, vault: Vault, hindrance: str
) -> None:
    row, note = only(ws), vault.folder / only(ws).path
    trash = vault.folder / ".trash"
    if hindrance == "a link":
        note.rename(vault.folder / "Elsewhere.md")
        note.symlink_to(vault.folder / "Elsewhere.md")
    elif hindrance == "a trash elsewhere":
        trash.symlink_to(vault.folder.parent)
    else:
        trash.write_text("a file")
    said, steps = note.read_bytes(), ws.journal.last()
    with pytest.raises(RefusedError):
        forget_alone(ws, row.id)
    assert (note.read_bytes(), ws.journal.last()) == (said, steps), "no step to take back"
    if hindrance != "no trash":  # that is found out by the deed alone
        assert ws.ledger.cases() == []
        scan(ws)
        assert only(ws).facts.status == "active", "a person's word for it stands"
