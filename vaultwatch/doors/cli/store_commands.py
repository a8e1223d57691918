"""Commands on the memory files of other agents' tools: stores, lint and import; patches are beside.

Stores stand in the user's own settings and are only read; only what is imported needs a vault.
"""

import os
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vaultwatch.doors.cli.care_commands import vault_around
from vaultwatch.doors.cli.options import DryRunOption, JsonOption, VaultOption
from vaultwatch.doors.cli.printing import (
    first_words,
    line_width,
    print_json,
    print_rows,
    progress_shown,
    say,
    say_error,
    say_notice,
)

if TYPE_CHECKING:
    from vaultwatch.memories.stores.format_names import StoreFormat
    from vaultwatch.services.known_stores import ReadStore, Store
    from vaultwatch.services.stores.keeping import StoresChange
    from vaultwatch.services.stores.linting import ShownFault
    from vaultwatch.wiring import OpenMode

NONE_YET = "No store yet; `vaultwatch stores detect` shows where agents keep memories."

NO_RECORD = "No record stands there; `vaultwatch stores lint` says what could not be read."

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Memory files of other agents' tools: find, name and read them.",
)

StoreArgument = Annotated[
    str, typer.Argument(metavar="STORE", help="A store's name, or a folder or file.")
]

FormatOption = Annotated[
    str,
    typer.Option(
        "--format", help="Whose format it is; told by its files if left away.", metavar="FORMAT"
    ),
]

NotesVaultOption = Annotated[
    Path | None,
    typer.Option(
        "--vault",
        help="Whose notes it may cite. Default: the settings' word, or the vault around you.",
        show_default=False,
        metavar="FOLDER",
    ),
]


@app.command()
def detect(*, json_: JsonOption = False) -> None:
    """Look where agents usually keep memories: in your home and in this project.

    Example: vaultwatch stores detect
    """
    from vaultwatch.services.stores.keeping import detect_stores
    from vaultwatch.settings import load_settings

    found = detect_stores(load_settings(None), home=Path.home(), here=Path.cwd())
    if json_:
        print_rows(found, none="No memories of other agents at the usual places.")
        return
    is_any = False
    for one in found:
        is_any, mark = True, f"  (store {one.store})" if one.store else ""
        say(f"{one.records:6}  {one.format:13} {one.path}{mark}")
    none = "No memories of other agents at the usual places."
    say("Add one with `vaultwatch stores add PATH`." if is_any else none)


@app.command()
def add(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Folders or files.")],
    *,
    form: FormatOption = "auto",
    name: Annotated[
        str, typer.Option("--name", help="How commands call it.", show_default=False)
    ] = "",
    notes: Annotated[
        Path | None,
        typer.Option("--notes", help="The vault or folder it may cite.", show_default=False),
    ] = None,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Name folders or files as stores in your own settings; they themselves are never written.

    Example: vaultwatch stores add ~/.claude/projects/*/memory
    """
    from vaultwatch.services.stores.keeping import plan_adding, write_stores

    change = plan_adding(paths, form=_format(form), name=name, notes=notes)
    if not dry_run and change.stores:
        write_stores(change)
    _tell(change, "Would add" if dry_run else "Added", as_json=json_)


def _format(text: str) -> "StoreFormat | None":
    """Return the format that an option names; None for `auto`.

    Raises:
        WrongUsageError: there is no such format.
    """
    from vaultwatch.errors import WrongUsageError
    from vaultwatch.memories.stores.formats import FORMATS

    if text == "auto":
        return None
    known = next((name for name in FORMATS if name == text), None)
    if known is None:
        raise WrongUsageError(
            f"There is no format {text!r}.", hint=f"Formats: auto, {', '.join(FORMATS)}."
        )
    return known


@app.command()
def remove(
    store: StoreArgument, *, dry_run: DryRunOption = False, json_: JsonOption = False
) -> None:
    """Take a store out of your own settings; its files stay as they are.

    Example: vaultwatch stores remove my-project
    """
    from vaultwatch.services.stores.keeping import plan_removing, write_stores

    change = plan_removing(store)
    if not dry_run:
        write_stores(change)
    _tell(change, "Would remove" if dry_run else "Removed", as_json=json_)


def _tell(change: "StoresChange", verb: str, *, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "file": change.file,
                "stores": [{"store": one.name, "path": one.place} for one in change.stores],
                "known": change.known,
            }
        )
        return
    for one in change.stores:
        real = os.path.realpath(one.place)
        leads = f" (leads to {real})" if real != str(one.place) else ""
        say(f"{verb} {one.name}: {one.place}{leads}")
    for place in change.known:
        say(f"{place} is a store already.")


@app.command("list")
def list_(*, json_: JsonOption = False) -> None:
    """List the stores of your settings, with how much stands in each and how much is to mend.

    Example: vaultwatch stores list
    """
    from vaultwatch.places import stores_state
    from vaultwatch.services.known_stores import known_vaults, stores_of, unowned_notice
    from vaultwatch.services.stores.linting import lint_store
    from vaultwatch.settings import load_settings

    rows, stores = [], stores_of(load_settings(None))
    for store in stores:
        read, trouble = _read_or_tell(store)
        rows.append(
            {
                "store": store.name,
                "path": store.place,
                "format": read.format if read else store.format,
                "records": len(read.reading.records) if read else 0,
                "faults": sum(one.is_to_mend for one in lint_store(read, datetime.now(UTC)))
                if read
                else 1,
                "notice": trouble,
            }
        )
    unsaid = [store.name for store in stores if store.notes is None]
    say_notice(unowned_notice(unsaid, known_vaults(stores_state().parent)))
    if json_:
        print_rows(rows, none=NONE_YET)
        return
    for row in rows:
        counts = f"{row['records']:6} records {row['faults']:5} to mend"
        told = row["notice"] or f"{counts}  {row['format'] or 'unknown':13} {row['path']}"
        say(f"{row['store']:24} {told}")
    if not rows:
        say(NONE_YET)


def _read_or_tell(store: "Store") -> "tuple[ReadStore | None, str]":
    """Return a store that was read, or why it cannot be: one that is gone stops no other."""
    from vaultwatch.errors import VaultwatchError
    from vaultwatch.services.known_stores import read_store

    try:
        return read_store(store), ""
    except VaultwatchError as error:
        return None, error.message


@app.command()
def show(store: StoreArgument, *, json_: JsonOption = False) -> None:
    """Show the records of a store, secrets masked.

    Example: vaultwatch stores show my-project --json
    """
    from vaultwatch.services.known_stores import find_store, read_store
    from vaultwatch.services.stores.linting import shown
    from vaultwatch.settings import load_settings

    read = read_store(find_store(load_settings(None), store))
    records = (shown(record) for record in read.reading.records)
    if json_:
        print_rows(records, none=NO_RECORD)
        return
    count = 0
    for count, one in enumerate(records, 1):  # noqa: B007 -- counted behind the loop
        place = f"{one.path}:{one.first_line}"
        kind = f" [{one.kind}]" if one.kind else ""
        head = f"{one.title}: " if one.title and not one.text.startswith(one.title) else ""
        say(f"{place}{kind}", style="bold")
        say(f"  {first_words(f'{head}{one.text}', line_width() - 2)}")
    if not count:
        say(NO_RECORD)


@app.command()
def lint(
    store: Annotated[
        str | None,
        typer.Argument(
            metavar="STORE",
            help="A store's name, or a folder or file. Default: every store.",
            show_default=False,
        ),
    ] = None,
    *,
    vault: NotesVaultOption = None,
    json_: JsonOption = False,
) -> None:
    """Look for what is lost, dead, doubled or too long in agents' memory files; exits 1 if any.

    Memories that link to notes of a vault are held against them too. Nothing is mended: what is
    found stands in other tools' files.

    Example: vaultwatch stores lint ~/.claude/projects/-home-me-app/memory
    """
    from vaultwatch.services.known_stores import find_store, read_store, stores_of
    from vaultwatch.services.stores.linting import lint_store
    from vaultwatch.settings import load_settings
    from vaultwatch.wiring import named_folder

    settings, around = load_settings(None), named_folder(vault) if vault else vault_around()
    stores = stores_of(settings) if store is None else [find_store(settings, store)]
    if not stores:
        say_notice(NONE_YET)
    faults, gone = [], 0
    for one in stores:
        told = replace(one, notes=(vault and around) or one.notes or around)
        read, trouble = (read_store(told), "") if store is not None else _read_or_tell(told)
        if read:
            faults += [*lint_store(read, datetime.now(UTC)), *_contradicted(read)]
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


@app.command()
def ids(store: StoreArgument, *, json_: JsonOption = False) -> None:
    """Print the ids of a store's records, and lines that would give them one of their own.

    An id made of a key or a file stays whatever the words become; one made of headings and first
    words does not. Nothing is written.

    Example: vaultwatch stores ids my-project
    """
    from vaultwatch.services.known_stores import find_store, read_store
    from vaultwatch.services.stores.linting import ids_of
    from vaultwatch.settings import load_settings

    rows = list(ids_of(read_store(find_store(load_settings(None), store))))
    if json_:
        print_rows(rows, none=NO_RECORD)
        return
    for row in rows:
        proposal = f"  could get `{row.proposal}`" if row.proposal else ""
        say(f"{row.id}  {row.known_by:6}  {row.path}:{row.line}{proposal}")
    if not rows:
        say(NO_RECORD)


def _contradicted(read: "ReadStore") -> "list[ShownFault]":
    """Return the memories that a note of their vault speaks against, where it was looked at."""
    from vaultwatch.places import Places
    from vaultwatch.services.stores.linting import contradicted
    from vaultwatch.wiring import open_workspace

    notes = read.store.notes
    if notes is None or not Places(notes).ledger.exists():
        return []
    with open_workspace(notes, "read") as ws:
        return list(contradicted(ws, read))


@app.command("import")
def import_(
    source: Annotated[
        str,
        typer.Argument(
            metavar="SOURCE",
            help="A store's name, or a folder or file: of an agent, an export, rows of JSON.",
        ),
    ],
    *,
    form: FormatOption = "auto",
    vault: VaultOption = None,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Bring what stands in a store, an export or JSON lines in as memory notes of your vault.

    Each counts as an agent's word. A second import changes what changed and doubles nothing;
    `vaultwatch undo` takes an import back.

    Example: vaultwatch stores import ~/Downloads/export/memories.json --dry-run
    """
    from vaultwatch.services.known_stores import find_store, read_store
    from vaultwatch.services.look import carry_out
    from vaultwatch.services.stores.importing import import_store
    from vaultwatch.services.stores.linting import lint_store
    from vaultwatch.wiring import find_vault, open_workspace

    wanted = _format(form)
    mode: OpenMode = "rehearse" if dry_run else "write"
    with (
        progress_shown() as progress,
        open_workspace(find_vault(vault), mode, progress=progress) as ws,
    ):
        store = find_store(ws.settings, source)
        read = read_store(replace(store, format=wanted) if wanted else store)
        rows = carry_out(ws, lambda ws: list(import_store(ws, read)))
    if json_:
        print_rows(rows, none="No record stands there.")
        return
    for row in rows:
        told = f": {row.reason}" if row.reason else ""
        say(f"{row.outcome.replace('_', ' '):13} {row.record}  {row.path}{told}")
    counts = Counter(row.outcome for row in rows)
    listed = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in counts.items())
    say(f"{'Would be' if dry_run else 'Done'}: {listed or 'no record stands there'}.")
    unread = sum(one.kind in _UNREAD for one in lint_store(read, datetime.now(UTC)))
    if unread:
        say_notice(f"{unread} places could not be read: see `vaultwatch stores lint`.")


_UNREAD = frozenset({"unreadable", "left_out", "unparsable"})
