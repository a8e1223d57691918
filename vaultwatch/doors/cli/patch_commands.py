"""Commands that propose changes to agents' memory files, and apply what a person agreed to."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vaultwatch.doors.cli.care_commands import heal_stores
from vaultwatch.doors.cli.options import DryRunOption, JsonOption, YesOption, agrees
from vaultwatch.doors.cli.printing import (
    print_json,
    print_rows,
    say,
    say_error,
    say_notice,
    say_parts,
)
from vaultwatch.doors.cli.store_commands import NONE_YET, app

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultwatch.memories.stores.actions import Action, Proposal
    from vaultwatch.services.known_stores import ReadStore, Store
    from vaultwatch.services.patching.applying import PlannedPatch
    from vaultwatch.services.patching.proposing import ProposedPatch
    from vaultwatch.settings import Settings

NOTHING = "Nothing to propose."


_OutOption = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="FOLDER",
        help="Write the three files there; of every store, in a folder of its own.",
        show_default=False,
    ),
]


@app.command()
def propose(
    *,
    store: Annotated[
        str | None,
        typer.Option(
            "--store",
            metavar="STORE",
            help="A store's name, or a folder or file. Default: every store.",
            show_default=False,
        ),
    ] = None,
    out: _OutOption = None,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Propose what could be mended in agents' memory files: as a patch, for you to read.

    Nothing is written into a store; `vaultwatch stores patch` does that, when you say so.

    Example: vaultwatch stores propose --store my-project --out ~/patches
    """
    from vaultwatch.errors import VaultwatchError
    from vaultwatch.services.known_stores import find_store, stores_of
    from vaultwatch.settings import load_settings

    if not dry_run:
        heal_stores()
    settings = load_settings(None)
    stores = stores_of(settings) if store is None else [find_store(settings, store)]
    if not stores:
        say_notice(NONE_YET)
    rows: list[dict[str, object]] = []
    for one in stores:
        folder = out if out is None or store is not None else out / one.name
        try:
            found, place = _propose_one(one, settings, folder, is_rehearsal=dry_run)
            rows.append(_row(found, place))
            if not json_:
                _say_proposed(found, None if dry_run else place)
        except VaultwatchError as error:
            if store is not None:
                raise
            say_error(error.message, error.hint)
    if json_:
        print_rows(rows, none=NOTHING)
    if len(rows) < len(stores):
        raise typer.Exit(1)


def _propose_one(
    store: "Store", settings: "Settings", folder: Path | None, *, is_rehearsal: bool
) -> "tuple[ProposedPatch, Path]":
    """Propose for one store and write it down, unless it is rehearsed; return where."""
    from vaultwatch.services.known_stores import read_store
    from vaultwatch.services.patching.proposing import propose as propose_for
    from vaultwatch.services.patching.proposing import write_proposed
    from vaultwatch.wiring import stores_desk

    desk = stores_desk()
    read = read_store(store)
    found = propose_for(desk, read, _known_by_vault(read))
    place = desk.patches / store.name if folder is None else folder.expanduser()
    write_proposed(desk, found, place, settings, is_rehearsal=is_rehearsal)
    return found, place


def _known_by_vault(read: "ReadStore") -> "list[Proposal]":
    """Return what the vault proposes that the store belongs to, where it was looked at."""
    from vaultwatch.errors import NotThereError
    from vaultwatch.places import Places
    from vaultwatch.services.known_stores import stores_for
    from vaultwatch.services.patching.proposing import vault_proposals
    from vaultwatch.wiring import find_vault, open_workspace

    notes = read.store.notes
    try:
        vault = find_vault(None) if notes is None else Places(notes).vault
    except NotThereError:
        return []
    if not Places(vault).ledger.exists():
        return []
    with open_workspace(vault, "read") as ws:
        is_its = notes is not None or read.store in stores_for(ws)
        return list(vault_proposals(ws, read)) if is_its else []


def _row(found: "ProposedPatch", folder: Path) -> dict[str, object]:
    patch = found.patch
    return {
        "store": patch.store,
        "path": patch.place,
        "format": patch.format,
        "folder": folder,
        "actions": [
            {
                "id": one.id,
                "kind": one.kind,
                "path": one.path,
                "line": one.line,
                "why": one.why,
                "authority": one.authority,
            }
            for one in patch.actions
        ],
        "left_out": [
            {"kind": one.kind, "path": one.path, "line": one.line, "reason": one.reason}
            for one in patch.left_out
        ],
    }


def _say_proposed(found: "ProposedPatch", folder: Path | None) -> None:
    patch = found.patch
    say(f"{patch.store}: {len(patch.actions)} proposed, {len(patch.left_out)} left to you.")
    for one in patch.actions:
        _say_action(one)
    if folder is not None and (patch.actions or patch.left_out):
        say(f"  Read {folder / 'report.md'}")


def _say_action(one: "Action") -> None:
    say(f"  {one.id}  {one.kind.replace('_', ' ')}  {one.path}:{one.line}", style="bold")
    say(f"           {one.why}")


@app.command("patch")
def apply(
    patch: Annotated[
        str | None,
        typer.Argument(
            metavar="PATCH",
            help="A folder with a patch or with several, a patch.diff or actions.json, or a "
            "store's name. Default: what was proposed last.",
            show_default=False,
        ),
    ] = None,
    *,
    id_: Annotated[
        list[str] | None,
        typer.Option("--id", metavar="ID", help="This action alone; may be given more than once."),
    ] = None,
    yes: YesOption = False,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Show a patch for agents' memory files, ask, and apply it whole or not at all.

    Of several stores in one folder all are written, or none. A store that changed since, or that
    your settings do not name, is not written. `vaultwatch undo` takes it back, byte for byte.

    Example: vaultwatch stores patch --id 7k2m4qx --dry-run
    """
    from vaultwatch.services.patching.applying import apply_patches, plan_apply
    from vaultwatch.settings import load_settings
    from vaultwatch.wiring import stores_desk

    if not dry_run:
        heal_stores()
    desk = stores_desk()
    planned = plan_apply(desk, load_settings(None), patch or "", id_ or [])
    for why in planned.only_read:
        say_notice(f"Left out: {why}")
    if not json_:
        for one in planned.patches:
            _say_diff(one)
    if not dry_run:
        places = " and ".join(str(one.store.place) for one in planned.patches)
        if not yes and not agrees(f"Write this into {places}?", default=False):
            say("Nothing was written.")
            raise typer.Exit(1)
        apply_patches(desk, planned.patches)
    _say_applied(planned.patches, is_rehearsal=dry_run, is_json=json_)


def _say_applied(patches: "Sequence[PlannedPatch]", *, is_rehearsal: bool, is_json: bool) -> None:
    for one in patches:
        ids, files = [each.id for each in one.actions], [each.place for each in one.writes]
        count = len(ids)
        done = f"{count} action{'s' * (count != 1)} to {one.store.name}"
        if is_json:
            row = {"store": one.store.name, "is_applied": not is_rehearsal}
            print_json({**row, "actions": ids, "files": files})
        else:
            say(f"Would apply {done}." if is_rehearsal else f"Applied {done}.")
    if not (is_json or is_rehearsal):
        say("`vaultwatch undo` takes it back.")


_STYLES = {"+": "green", "-": "red", "@": "cyan"}


def _say_diff(planned: "PlannedPatch") -> None:
    for one in planned.actions:
        _say_action(one)
    for line in planned.diff.decode("utf-8", "replace").split("\n")[:-1]:
        is_head = line.startswith(("--- ", "+++ "))
        say_parts((line.rstrip("\r"), "bold" if is_head else _STYLES.get(line[:1], "")))
