"""The command that has the vault looked at now: `vaultwatch rescan`."""

from typing import TYPE_CHECKING, Annotated

import typer

from vaultwatch.doors.cli.options import DryRunOption, JsonOption, VaultOption
from vaultwatch.doors.cli.printing import print_json, progress_shown, say, say_step, subject_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from vaultwatch.wiring import OpenMode


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(rescan)


def rescan(
    note: Annotated[
        str | None,
        typer.Argument(help="Show the findings of this note alone.", show_default=False),
    ] = None,
    *,
    vault: VaultOption = None,
    wait: Annotated[
        float, typer.Option("--wait", min=0, help="Seconds to wait for a daemon's answer.")
    ] = 60.0,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Have the vault looked at now: by the daemon that watches it, or else at once from here.

    Example: vaultwatch rescan Projects/Atlas.md
    """
    from vaultwatch.doors.requests.asking import ask_daemon
    from vaultwatch.services.lookup import find_note
    from vaultwatch.wiring import find_vault, open_workspace

    folder = find_vault(vault)
    request: dict[str, object] = {"verb": "rescan"}
    if note is not None:
        with open_workspace(folder, "read") as ws:  # a wrong name needs no daemon to be told
            request["note"] = find_note(ws, note, is_gone_too=True)
    answer = None
    if not dry_run:
        answer = ask_daemon(folder, request, wait_s=wait, tell=say_step)
    if answer is None:
        answer = _rescan_here(folder, note, dry_run=dry_run)
    if json_:
        print_json(answer)
    else:
        _say_answer(answer)


def _rescan_here(folder: "Path", note: str | None, *, dry_run: bool) -> "Mapping[str, object]":
    from dataclasses import asdict

    from vaultwatch.doors.requests.answering import rescan as look
    from vaultwatch.wiring import open_workspace

    mode: OpenMode = "rehearse" if dry_run else "write"
    with progress_shown() as progress, open_workspace(folder, mode, progress=progress) as ws:
        return asdict(look(ws, note))


def _say_answer(answer: "Mapping[str, object]") -> None:
    findings = answer.get("findings")
    for row in findings if isinstance(findings, list | tuple) else ():
        is_open = row.get("status") == "open"
        head = f"{row.get('finding_id')}  {subject_of(row.get('memory_id'), row.get('note'))}"
        say(head, style="bold" if is_open else "dim")
        for name, words, line in (
            ("then", row.get("before"), row.get("before_line")),
            ("now ", row.get("after"), row.get("after_line")),
        ):
            if words is not None:
                where = f"line {line}: " if line else ""
                say(f"  {name}  {where}{' '.join(str(words).split())}")
    say(str(answer.get("message", "")))
    if answer.get("hint"):
        say(f"Note: {answer['hint']}")
