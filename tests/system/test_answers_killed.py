"""Answers in the report, and a process that ends at any step of carrying them out."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.system.drifted import (
    NAMES,
    REPORT,
    copy_of,
    edit,
    findings,
    scan,
    tick,
    told,
)
from tests.system.vaults import Vault
from vaultwatch.adapters.files.vault_files import VaultFiles
from vaultwatch.adapters.ledger.connection import Connected
from vaultwatch.services.look import look
from vaultwatch.services.records.small_facts import REPORT_STARTED
from vaultwatch.wiring import open_workspace


class Killed(BaseException):
    """The end of the process, as far as a test in it can tell."""


@contextmanager
def killed_at(step: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """End the work at the so-manieth write to ledger or vault; yield the steps so far."""
    steps: list[str] = []
    write = Connected._write  # noqa: SLF001 -- the one way to every write
    replace_note, trash = VaultFiles.replace_note, VaultFiles.trash
    move_note = VaultFiles.move_note

    def reached(name: str) -> None:
        steps.append(name)
        if len(steps) > step:
            raise Killed

    def counted_write(self: Connected, *more: Any) -> Any:  # noqa: ANN401 -- as the real one
        reached("ledger")
        return write(self, *more)

    def counted_replace(self: VaultFiles, path: str, **more: Any) -> bool:  # noqa: ANN401
        reached("write")
        return replace_note(self, path, **more)

    def counted_trash(self: VaultFiles, path: str, **more: Any) -> str:  # noqa: ANN401
        reached("trash")
        return trash(self, path, **more)

    def counted_move(self: VaultFiles, path: str, new: str, *, seen: bytes) -> None:
        reached("move")
        move_note(self, path, new, seen=seen)

    with monkeypatch.context() as patched:
        patched.setattr(Connected, "_write", counted_write)
        patched.setattr(VaultFiles, "move_note", counted_move)
        patched.setattr(VaultFiles, "replace_note", counted_replace)
        patched.setattr(VaultFiles, "trash", counted_trash)
        yield steps


def test_what_is_typed_after_a_kill_before_the_report_was_written_is_kept(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    tick(vault, "Alder", "dismiss")
    whole = 10_000
    with killed_at(whole, monkeypatch) as steps:
        look_again(copy_of(vault, vault.folder.parent / "whole"))
    last = len(steps) - 1 - steps[::-1].index("write")
    with killed_at(last, monkeypatch), pytest.raises(Killed):
        look_again(vault)
    assert "[x]" in vault.read(REPORT)
    edit(vault, "# Drift report\n", "# Drift report\n\nRead on Friday.\n")
    report = scan(vault)
    assert report.endswith("\n## Your remarks\n\nRead on Friday.\n")
    assert len(told(report)) == 1


def look_again(vault: Vault) -> None:
    with open_workspace(vault.folder, state=vault.state) as ws:
        look(ws, None)
        assert REPORT_STARTED.get(ws.ledger) == frozenset()


def test_a_kill_at_any_step_loses_no_tick_and_does_no_harm(
    drifted: Vault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticked = copy_of(drifted, tmp_path / "ticked")
    for name, answer in zip(NAMES, ("true", "dismiss", "forget"), strict=True):
        tick(ticked, name, answer)
    one = findings(ticked)["Alder"]["finding_id"]
    edit(ticked, f"^{one}-forget", f"^{one}-forget\n    Ask Ana.")
    step, is_over = 0, False
    while not is_over:
        vault = copy_of(ticked, tmp_path / str(step))
        with killed_at(step, monkeypatch) as steps:
            try:
                look_again(vault)
                is_over = True
            except Killed:
                pass
        report = scan(vault)
        found = findings(vault)
        statuses = {name: (found[name]["status"], found[name]["why"]) for name in NAMES}
        assert statuses == {
            "Alder": ("resolved", "still true, ticked in the report"),
            "Birch": ("dismissed", "a false alarm, ticked in the report"),
            "Cedar": ("resolved", "the memory was forgotten"),
        }, (step, steps)
        assert len(vault.call("findings", "--all", "--json").rows) == len(NAMES), (step, steps)
        trashed = [path.name for path in (vault.folder / ".trash").rglob("*.md")]
        assert trashed == ["Cedar fee.md"], (step, steps)
        said = told(report)
        assert len(said) == len(NAMES), (step, steps, said)
        assert not any("Nothing was done" in line for line in said), (step, steps, said)
        assert found["Alder"]["remark"] == "Ask Ana.", (step, steps)
        assert "## Your remarks" not in report, (step, steps)
        step += 1
    assert "trash" in steps
    assert step > 8
