"""Commands on the memory files of other agents' tools: stores, lint, import, patches.

Stores stand in the user's own settings; only a patch that a person agreed to writes into one, and
only what is imported needs a vault.
"""

import os
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from vaultwatch.doors.cli.care_commands import heal_stores, vault_around
from vaultwatch.doors.cli.options import (
    YesOption,
    agrees,
    argument,
    option,
    quiet_argument,
    quiet_option,
)
from vaultwatch.doors.cli.printing import (
    first_words,
    line_width,
    print_json,
    print_rows,
    say,
    say_error,
    say_notice,
    say_parts,
)
from vaultwatch.doors.verbs import Asked, verb
from vaultwatch.errors import NotThereError, VaultwatchError, WrongUsageError
from vaultwatch.report.words import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultwatch.memories.stores.actions import Action, Proposal
    from vaultwatch.memories.stores.format_names import StoreFormat
    from vaultwatch.memories.stores.lint import RecordId
    from vaultwatch.services.known_stores import ReadStore, Store
    from vaultwatch.services.patching.applying import PlannedPatch
    from vaultwatch.services.patching.proposing import ProposedPatch
    from vaultwatch.services.stores.importing import ImportedRecord
    from vaultwatch.services.stores.keeping import StoresChange
    from vaultwatch.services.stores.linting import ShownFault
    from vaultwatch.services.workspace import Workspace
    from vaultwatch.settings import Settings

NONE_YET = "No store yet; `vaultwatch stores detect` shows where agents keep memories."
NO_RECORD = "No record stands there; `vaultwatch stores lint` says what could not be read."
NONE_FOUND = "No memories of other agents at the usual places."
NOTHING = "Nothing to propose."
_UNREAD = frozenset({"unreadable", "left_out", "unparsable"})

StoreArgument = Annotated[str, argument("A store's name, or a folder or file.", metavar="STORE")]
FormatOption = Annotated[
    str, option("--format", "Whose format it is; told by its files if left away.", metavar="FORMAT")
]
_EVERY_STORE = "A store's name, or a folder or file. Default: every store."


@verb("stores detect", vault="", none=NONE_FOUND)
def detect() -> "list[Any]":
    """Look where agents usually keep memories: in your home and in this project.

    Example: vaultwatch stores detect
    """
    from vaultwatch.services.stores.keeping import detect_stores
    from vaultwatch.settings import load_settings
    from vaultwatch.wiring import here

    return list(detect_stores(load_settings(None), home=Path.home(), here=here()))


@detect.told
def _say_detected(found: "list[Any]", _: Asked) -> None:
    for one in found:
        mark = f"  (store {one.store})" if one.store else ""
        say(f"{one.records:6}  {one.format:13} {one.path}{mark}")
    say("Add one with `vaultwatch stores add PATH`.")


def _change_row(change: "StoresChange") -> dict[str, object]:
    stores = [{"store": one.name, "path": one.place} for one in change.stores]
    return {"file": change.plan.file, "stores": stores, "known": change.known}


@verb("stores add", vault="", row=_change_row)
def add(
    paths: Annotated[list[Path], argument("Folders or files.", metavar="PATH...")],
    *,
    form: FormatOption = "auto",
    name: Annotated[str, quiet_option("--name", "How commands call it.")] = "",
    notes: Annotated[
        Path | None, quiet_option("--notes", "The vault or folder it may cite.")
    ] = None,
    dry_run: bool,
) -> "StoresChange":
    """Name folders or files as stores in your own settings; they themselves are never written.

    Example: vaultwatch stores add ~/.claude/projects/*/memory
    """
    from vaultwatch.services.operations.client_config import write_install
    from vaultwatch.services.stores.keeping import plan_adding

    change = plan_adding(paths, form=_format(form), name=name, notes=notes)
    if not dry_run and change.stores:
        write_install(change.plan)
    return change


add.told(lambda change, asked: _say_change(change, asked.did("Would add", "Added")))


def _format(text: str) -> "StoreFormat | None":
    """Return the format that an option names; None for `auto`."""
    from vaultwatch.memories.stores.formats import FORMATS

    if text == "auto":
        return None
    known = next((name for name in FORMATS if name == text), None)
    if known is None:
        raise WrongUsageError(
            f"There is no format {text!r}.", hint=f"Formats: auto, {', '.join(FORMATS)}."
        )
    return known


@verb("stores remove", vault="", row=_change_row)
def remove(store: StoreArgument, *, dry_run: bool) -> "StoresChange":
    """Take a store out of your own settings; its files stay as they are.

    Example: vaultwatch stores remove my-project
    """
    from vaultwatch.services.operations.client_config import write_install
    from vaultwatch.services.stores.keeping import plan_removing

    change = plan_removing(store)
    if not dry_run:
        write_install(change.plan)
    return change


remove.told(lambda change, asked: _say_change(change, asked.did("Would remove", "Removed")))


def _say_change(change: "StoresChange", did: str) -> None:
    for one in change.stores:
        real = os.path.realpath(one.place)
        leads = f" (leads to {real})" if real != str(one.place) else ""
        say(f"{did} {one.name}: {one.place}{leads}")
    for place in change.known:
        say(f"{place} is a store already.")


@verb("stores list", vault="", none=NONE_YET)
def list_() -> "list[dict[str, Any]]":
    """List the stores of your settings, with how much stands in each and how much is to mend.

    Example: vaultwatch stores list
    """
    from vaultwatch.places import stores_state
    from vaultwatch.services.known_stores import known_vaults, stores_of, unowned_notice
    from vaultwatch.settings import load_settings

    rows, stores, around = [], stores_of(load_settings(None)), vault_around()
    for store in stores:
        read, trouble = _read_or_tell(replace(store, notes=store.notes or around))
        faults = _faults(read) if read else ()
        rows.append(
            {
                "store": store.name,
                "path": store.place,
                "format": read.format if read else store.format,
                "records": len(read.reading.records) if read else 0,
                "faults": sum(one.is_to_mend for one in faults) if read else 1,
                "notice": trouble,
            }
        )
    unsaid = [store.name for store in stores if store.notes is None]
    say_notice(unowned_notice(unsaid, known_vaults(stores_state().parent)))
    return rows


@list_.told
def _say_stores(rows: "list[dict[str, Any]]", _: Asked) -> None:
    for row in rows:
        counts = f"{row['records']:6} records {row['faults']:5} to mend"
        told = row["notice"] or f"{counts}  {row['format'] or 'unknown':13} {row['path']}"
        say(f"{row['store']:24} {told}")


def _read_or_tell(store: "Store") -> "tuple[ReadStore | None, str]":
    """Return a store that was read, or why it cannot be: one that is gone stops no other."""
    from vaultwatch.services.known_stores import read_store

    try:
        return read_store(store), ""
    except VaultwatchError as error:
        return None, error.message


def _read_named(name: str) -> "ReadStore":
    from vaultwatch.services.known_stores import find_store, read_store
    from vaultwatch.settings import load_settings

    return read_store(find_store(load_settings(None), name))


@verb("stores show", vault="", none=NO_RECORD)
def show(store: StoreArgument) -> "list[Any]":
    """Show the records of a store, secrets masked.

    Example: vaultwatch stores show my-project --json
    """
    from vaultwatch.services.stores.linting import masked

    return [masked(record) for record in _read_named(store).reading.records]


@show.told
def _say_records(records: "list[Any]", _: Asked) -> None:
    for one in records:
        kind = f" [{one.kind}]" if one.kind else ""
        head = f"{one.title}: " if one.title and not one.text.startswith(one.title) else ""
        say(f"{one.path}:{one.first_line}{kind}", style="bold")
        say(f"  {first_words(f'{head}{one.text}', line_width() - 2)}")


@verb("stores lint")
def lint(
    store: Annotated[str | None, quiet_argument(_EVERY_STORE, metavar="STORE")] = None,
    *,
    given: Path | None,
    json_: bool,
) -> None:
    """Look for what is lost, dead, doubled or too long in agents' memory files; exits 1 if any.

    Memories that link to notes of a vault are held against them too: of `--vault`, else as the
    settings say, else of the vault around you. Nothing is mended: it stands in other tools' files.

    Example: vaultwatch stores lint ~/.claude/projects/-home-me-app/memory
    """
    from vaultwatch.services.known_stores import find_store, read_store, stores_of
    from vaultwatch.settings import load_settings
    from vaultwatch.wiring import named_folder

    settings, around = load_settings(None), named_folder(given) if given else vault_around()
    stores = stores_of(settings) if store is None else [find_store(settings, store)]
    if not stores:
        say_notice(NONE_YET)
    faults, gone = [], 0
    for one in stores:
        told = replace(one, notes=(given and around) or one.notes or around)
        read, trouble = (read_store(told), "") if store is not None else _read_or_tell(told)
        if read:
            faults += _faults(read)
        if trouble:
            gone += 1
            say_error(trouble)
    if json_:
        print_rows(faults, none="Nothing to mend.")
    for fault in () if json_ else faults:
        place = f"{fault.path}:{fault.line}" if fault.line else fault.path or "."
        say(f"{fault.store}  {place}  {fault.kind}: {fault.message}")
    is_sound = not gone and not any(fault.is_to_mend for fault in faults)
    if stores and is_sound and not json_:
        say("Nothing to mend.")
    if not is_sound:
        raise typer.Exit(1)


@verb("stores ids", vault="", none=NO_RECORD)
def ids(store: StoreArgument) -> "list[RecordId]":
    """Print the ids of a store's records, and lines that would give them one of their own.

    An id made of a key or a file stays whatever the words become; one made of headings and first
    words does not. Nothing is written.

    Example: vaultwatch stores ids my-project
    """
    from vaultwatch.services.stores.linting import ids_of

    return list(ids_of(_read_named(store)))


@ids.told
def _say_ids(rows: "list[RecordId]", _: Asked) -> None:
    for row in rows:
        proposal = f"  could get `{row.proposal}`" if row.proposal else ""
        say(f"{row.id}  {row.known_by:6}  {row.path}:{row.line}{proposal}")


def _faults(read: "ReadStore") -> "list[ShownFault]":
    """Return the faults of a store, and the memories that a note of their vault speaks against."""
    from vaultwatch.places import Places
    from vaultwatch.services.stores.linting import contradicted, lint_store
    from vaultwatch.wiring import open_workspace

    faults, notes = lint_store(read, datetime.now(UTC)), read.store.notes
    if notes is None or not Places(notes).is_known():
        return faults
    with open_workspace(notes, "read") as ws:
        return [*faults, *contradicted(ws, read)]


@verb("stores import", "deed", none="No record stands there.", shows_progress=True)
def import_(
    ws: "Workspace",
    source: Annotated[
        str,
        argument(
            "A store's name, or a folder or file: of an agent, an export, rows of JSON.",
            metavar="SOURCE",
        ),
    ],
    *,
    form: FormatOption = "auto",
) -> "list[ImportedRecord]":
    """Bring what stands in a store, an export or JSON lines in as memory notes of your vault.

    Each counts as an agent's word. A second import changes what changed and doubles nothing;
    `vaultwatch undo` takes an import back.

    Example: vaultwatch stores import ~/Downloads/export/memories.json --dry-run
    """
    from vaultwatch.services.known_stores import find_store, read_store
    from vaultwatch.services.stores.importing import import_store
    from vaultwatch.services.stores.linting import lint_store

    wanted, store = _format(form), find_store(ws.settings, source)
    read = read_store(replace(store, format=wanted) if wanted else store)
    unread = sum(one.kind in _UNREAD for one in lint_store(read, datetime.now(UTC)))
    if unread:
        say_notice(f"{unread} places could not be read: see `vaultwatch stores lint`.")
    return list(import_store(ws, read))


@import_.told
def _say_imported(rows: "list[ImportedRecord]", asked: Asked) -> None:
    for row in rows:
        told = f": {row.reason}" if row.reason else ""
        say(f"{row.outcome.replace('_', ' '):13} {row.record}  {row.path}{told}")
    counts = Counter(row.outcome for row in rows)
    listed = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in counts.items())
    say(f"{asked.did('Would be', 'Done')}: {listed}.")


@verb("stores propose", vault="")
def propose(
    *,
    store: Annotated[str | None, quiet_option("--store", _EVERY_STORE, metavar="STORE")] = None,
    out: Annotated[
        Path | None,
        quiet_option(
            "--out",
            "Write the three files there; of every store, in a folder of its own.",
            metavar="FOLDER",
        ),
    ] = None,
    ids: Annotated[bool, option("--ids", "Ids too, for lines and rows that have none.")] = False,
    dry_run: bool,
    json_: bool,
) -> None:
    """Propose what could be mended in agents' memory files: as a patch, for you to read.

    Nothing is written into a store; `vaultwatch stores patch` does that, when you say so.

    Example: vaultwatch stores propose --store my-project --out ~/patches
    """
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
            found, place = _propose_one(one, settings, folder, ids=ids, is_rehearsal=dry_run)
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
    store: "Store", settings: "Settings", folder: Path | None, *, ids: bool, is_rehearsal: bool
) -> "tuple[ProposedPatch, Path]":
    """Propose for one store and write it down, unless it is rehearsed; return where."""
    from vaultwatch.memories.stores.mending import id_proposals
    from vaultwatch.services.known_stores import read_store
    from vaultwatch.services.patching.proposing import propose as propose_for
    from vaultwatch.services.patching.proposing import write_proposed
    from vaultwatch.wiring import stores_desk

    desk = stores_desk()
    read = read_store(store)
    more = _known_by_vault(read)
    if ids and read.format is not None:
        more += id_proposals(read.reading, read.format)
    found = propose_for(desk, read, more)
    place = desk.patches / store.name if folder is None else folder.expanduser()
    write_proposed(desk, found, place, settings, is_rehearsal=is_rehearsal)
    return found, place


def _known_by_vault(read: "ReadStore") -> "list[Proposal]":
    """Return what the vault proposes that the store belongs to, where it was looked at."""
    from vaultwatch.places import Places
    from vaultwatch.services.known_stores import stores_for
    from vaultwatch.services.patching.proposing import vault_proposals
    from vaultwatch.wiring import find_vault, open_workspace

    notes = read.store.notes
    try:
        vault = find_vault(None) if notes is None else Places(notes).vault
    except NotThereError:
        return []
    if not Places(vault).is_known():
        return []
    with open_workspace(vault, "read") as ws:
        is_its = notes is not None or read.store in stores_for(ws)
        return list(vault_proposals(ws, read)) if is_its else []


def _row(found: "ProposedPatch", folder: Path) -> dict[str, object]:
    patch = found.patch
    told = ("id", "kind", "path", "line", "why", "authority")
    return {
        "store": patch.store,
        "path": patch.place,
        "format": patch.format,
        "folder": folder,
        "actions": _told_of(patch.actions, *told),
        "left_out": _told_of(patch.left_out, "kind", "path", "line", "reason"),
    }


def _told_of(things: "Sequence[object]", *names: str) -> list[dict[str, object]]:
    return [{name: getattr(one, name) for name in names} for one in things]


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


@verb("stores patch", vault="")
def apply(
    patch: Annotated[
        str | None,
        quiet_argument(
            "A folder with a patch or with several, a patch.diff or actions.json, or a "
            "store's name. Default: what was proposed last.",
            metavar="PATCH",
        ),
    ] = None,
    *,
    id_: Annotated[
        list[str] | None,
        option("--id", "This action alone; may be given more than once.", metavar="ID"),
    ] = None,
    yes: YesOption = False,
    dry_run: bool,
    json_: bool,
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
        done = f"{counted(len(ids), 'action')} to {one.store.name}"
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
