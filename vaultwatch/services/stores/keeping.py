"""Add stores to the user's own settings file and take them out; all else in it stays as it is.

Tables are appended and cut out as text, and the result is read back before it is written: a file
that would then say anything else is left alone.
"""

import json
import os
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from vaultwatch.adapters.files.own_files import is_folder
from vaultwatch.adapters.files.store_files import known_place
from vaultwatch.errors import (
    NotThereError,
    RefusedError,
    VaultwatchError,
    WrongUsageError,
)
from vaultwatch.memories.stores.format_names import StoreFormat
from vaultwatch.memories.stores.formats import guess_format
from vaultwatch.places import vault_above
from vaultwatch.services.known_stores import ReadStore, Store, name_of, read_store, stores_of
from vaultwatch.services.operations.client_config import InstallPlan, planned, read_client_file
from vaultwatch.settings import Settings, load_settings, own_settings_file


@dataclass(frozen=True, slots=True)
class StoresChange:
    """What would be written into the user's own settings."""

    plan: InstallPlan
    stores: tuple[Store, ...]
    """Added or taken out."""
    known: tuple[Path, ...]
    """Asked for and set already."""


def plan_adding(
    places: Sequence[Path],
    *,
    form: StoreFormat | None = None,
    name: str = "",
    notes: Path | None = None,
) -> StoresChange:
    """Return what would be written to add stores.

    Without a format it is the one that `stores detect` tells of a place, and where it tells none,
    is guessed at each look. `notes` is the vault or folder that they may cite; else the vault that
    each lies in.

    Raises:
        NotThereError: one of them, or the notes, are not there.
        RefusedError: one is a whole home or disk, nobody knows what it is, or the settings cannot
            be changed.
        WrongUsageError: one name for many, or one that another store has.
    """
    if name and len(places) > 1:
        raise WrongUsageError("One name for several stores.", hint="Add them one by one.")
    file = own_settings_file()
    seen, now = read_client_file(file)
    settings = load_settings(None, user_config=file)
    known = {known_place(store.place) for store in stores_of(settings)}
    if name and name in {store.name for store in stores_of(settings)}:
        raise WrongUsageError(f"Another store is called {name!r}.", hint="Choose another name.")
    if notes is not None and not is_folder(notes):
        raise NotThereError(f"There is no folder {str(notes)!r}.", hint="Check --notes.")
    added: list[Store] = []
    doubled: list[Path] = []
    for place in places:
        whole = Path(os.path.abspath(place.expanduser()))  # noqa: PTH100 -- links stay as typed
        told = form or usual_format(whole, home=Path.home(), here=Path.cwd())
        store = Store(name or name_of(whole), whole, told)
        _hold_memories(store)
        store = replace(store, notes=notes.absolute() if notes else vault_above(whole.parent))
        if known_place(whole) in known:
            doubled.append(whole)
        else:
            known.add(known_place(whole))
            added.append(store)
    tables = "\n".join(_table(store, is_named=bool(name)) for store in added)
    gap = "" if not now else "\n" if now.endswith("\n") else "\n\n"
    new = f"{now}{gap}{tables}" if added else now
    rows = [_row(store, is_named=bool(name)) for store in added]
    _must_say(new, _with_stores(now, lambda held: [*held, *rows]), file)
    plan = planned(file, "", new, seen, holds_ours=True)
    return StoresChange(plan, tuple(added), tuple(doubled))


def _hold_memories(store: Store) -> None:
    """Let a place pass that holds memories in a format that we read, and not a whole home."""
    if os.path.realpath(store.place) in {os.sep, os.path.realpath(Path.home())}:
        raise RefusedError(
            f"{str(store.place)!r} holds much more than memories.",
            hint="Name the folder or file that an agent keeps them in.",
        )
    if read_store(store).format is None:
        raise RefusedError(
            f"No format that we read fits {str(store.place)!r}.", hint="Name one with --format."
        )


def plan_removing(wanted: str) -> StoresChange:
    """Return what would be written to take a store out; its own files stay."""
    file = own_settings_file()
    seen, now = read_client_file(file)
    settings = load_settings(None, user_config=file)
    place = Path(wanted).expanduser()
    found = [
        store
        for store in stores_of(settings)
        if store.name == wanted or known_place(store.place) == known_place(place)
    ]
    if not found:
        names = ", ".join(store.name for store in stores_of(settings)) or "none yet"
        raise NotThereError(f"The settings name no store {wanted!r}.", hint=f"Stores: {names}.")
    real = known_place(found[0].place)
    gone = {
        number
        for number, one in enumerate(settings.stores)
        if known_place(Path(one.path).expanduser()) == real
    }
    new = _without(now, gone)
    kept = _with_stores(
        now, lambda held: [one for number, one in enumerate(held) if number not in gone]
    )
    _must_say(new, kept, file)
    return StoresChange(planned(file, "", new, seen, holds_ours=True), (found[0],), ())


def _row(store: Store, *, is_named: bool) -> dict[str, str]:
    row = {"path": str(store.place), "format": store.format or "", "notes": str(store.notes or "")}
    row["name"] = store.name if is_named else ""
    return {key: value for key, value in row.items() if value}


def _table(store: Store, *, is_named: bool) -> str:
    row = _row(store, is_named=is_named)
    lines = (f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in row.items())
    return "[[stores]]\n" + "".join(lines).replace("\x7f", "\\u007f")


def _with_stores(text: str, change: object) -> dict[str, object]:
    held = dict(tomllib.loads(text))
    stores = held.pop("stores", [])
    changed = change(stores)  # type: ignore[operator]
    return {**held, **({"stores": changed} if changed else {})}


def _without(text: str, gone: set[int]) -> str:
    """Cut the tables of these stores out, with the blank line above and all that stands in them.

    Comments above the next table are that one's, and stay.
    """
    kept: list[str] = []
    cut: list[str] = []
    count, is_out = -1, False
    for line in text.splitlines(keepends=True):
        bare = "".join(line.split())
        is_store = bare.startswith("[[stores]]")
        if bare.startswith("["):
            count += is_store
            if is_out:
                kept += _tail(cut)
            is_out = is_store and count in gone
            if is_out:
                cut.clear()
                if kept and not kept[-1].strip():
                    kept.pop()
        (cut if is_out else kept).append(line)
    return "".join(kept)


def _tail(lines: Sequence[str]) -> Sequence[str]:
    """Return the blank lines and comments at the end."""
    end = len(lines)
    while end and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#")):
        end -= 1
    return lines[end:]


def _must_say(new: str, wanted: Mapping[str, object], file: Path) -> None:
    try:
        said = tomllib.loads(new)
    except tomllib.TOMLDecodeError:
        said = {}
    if {key: value for key, value in said.items() if value != []} != wanted:
        raise RefusedError(
            f"{str(file)!r} keeps its stores in a way that we do not edit: it is left alone.",
            hint="Write each as a table `[[stores]]` with its `path`, by hand.",
        )


# Look where agents' tools usually keep memories; the user decides which of them are stores.

MOST_PLACES = 500
"""Projects and agents that are looked at. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class FoundStore:
    """A place that holds memories."""

    path: str
    format: StoreFormat
    records: int
    store: str
    """Of the store of the settings that it is; empty where it is none yet."""


@dataclass(frozen=True, slots=True)
class _Usual:
    """Where a tool keeps them; `pattern` is of the folders below `base`."""

    format: StoreFormat
    base: Path
    pattern: str = ""


def detect_stores(settings: Settings, *, home: Path, here: Path) -> Iterator[FoundStore]:
    """Yield the usual places that hold a record, each once."""
    set_already = {known_place(store.place): store for store in stores_of(settings)}
    seen: set[Path] = set()
    for place, usual in _usual_places(home, here):
        known = known_place(place)
        if known in seen:
            continue
        seen.add(known)
        store = set_already.get(known)
        try:
            read = _read(place, usual) if store is None else read_store(store)
        except VaultwatchError:
            continue
        if read.format is not None and read.reading.records:
            count = len(read.reading.records)
            yield FoundStore(str(place), read.format, count, store.name if store else "")


def usual_format(place: Path, *, home: Path, here: Path) -> StoreFormat | None:
    """Return the format that `detect_stores` tells of a place; None where it tells none."""
    known = known_place(place)
    for one, usual in _usual_places(home, here):
        if known_place(one) == known:
            read = _read(one, usual)
            return read.format if read.reading.records else None
    return None


def _usual_places(home: Path, here: Path) -> Iterator[tuple[Path, StoreFormat]]:
    for usual in (*_of_home(home), *_of_project(here, home)):
        yield from ((place, usual.format) for place in _places(usual))


def _read(place: Path, usual: StoreFormat) -> ReadStore:
    """Read a usual place as its tool's, or as lines with bars where such stand in its files.

    An agent keeps those under the names that its tool gives. In a project's folder, which holds
    much else, they may stand in any paper.
    """
    store = Store(name_of(place), place, usual)
    read = read_store(store)
    has_bars = usual != "instructions" and guess_format((), read.files) == "pipe-lines"
    return read_store(replace(store, format="pipe-lines")) if has_bars else read


def _of_home(home: Path) -> tuple[_Usual, ...]:
    """Return the places in a home. Sources: each tool's documentation, see docs/stores.md."""
    claude = _named("CLAUDE_CONFIG_DIR", home / ".claude")
    codex = _named("CODEX_HOME", home / ".codex")
    hermes = _named("HERMES_HOME", home / ".hermes")
    return (
        _Usual("claude-code", claude / "projects", "*/memory"),
        _Usual("claude-code", claude / "agent-memory"),
        _Usual("instructions", claude),
        _Usual("codex", codex / "memories"),
        _Usual("instructions", codex),
        _Usual("instructions", home / ".gemini"),
        _Usual("instructions", home / ".cursor"),
        _Usual("hermes", hermes / "memories"),
        _Usual("hermes", hermes / "profiles", "*/memories"),
        _Usual("openclaw", home / ".openclaw", "workspace*"),
        _Usual("letta", home / ".letta" / "agents", "*/memory"),
        _Usual("basic-memory", home / "basic-memory"),
        _Usual("memsearch", home / ".memsearch" / "memory"),
    )


def _of_project(here: Path, home: Path) -> Iterator[_Usual]:
    """Yield the places of the project that a folder belongs to, and of the folders above it."""
    for folder in (here, *here.parents):
        if folder in {home, folder.parent}:
            return
        yield _Usual("claude-code", folder / ".claude" / "memory")
        yield _Usual("claude-code", folder / ".claude" / "agent-memory")
        yield _Usual("claude-code", folder / ".claude" / "agent-memory-local")
        yield _Usual("instructions", folder)
        yield _Usual("pipe-lines", folder / "MEMORY.md")
        yield _Usual("memsearch", folder / ".memsearch" / "memory")
        yield _Usual("neurostack", folder / ".neurostack" / "memories")
        if (folder / ".git").exists():
            return


def _named(variable: str, usual: Path) -> Path:
    said = os.environ.get(variable, "")
    return Path(said) if Path(said).is_absolute() else usual


def _places(usual: _Usual) -> Iterator[Path]:
    if not usual.pattern:
        found = [usual.base]
    else:
        found = sorted(usual.base.glob(usual.pattern))[:MOST_PLACES]
    is_file = usual.format == "pipe-lines"
    yield from (place for place in found if place.is_dir() or (is_file and place.is_file()))
