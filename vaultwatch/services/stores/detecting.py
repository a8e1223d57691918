"""Look where agents' tools usually keep memories; the user decides which of them are stores."""

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from vaultwatch.adapters.files.store_files import known_place
from vaultwatch.errors import VaultwatchError
from vaultwatch.memories.stores.format_names import StoreFormat
from vaultwatch.memories.stores.formats import guess_format
from vaultwatch.services.known_stores import ReadStore, Store, name_of, read_store, stores_of
from vaultwatch.settings import Settings

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
    """Yield the usual places that hold a record, each once.

    Args:
        settings: the user's own.
        home: the user's home folder.
        here: the folder whose project is looked at too.
    """
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
    """Return the format that `detect_stores` tells of a place; None where it tells none.

    Raises:
        NotThereError, RefusedError: as `read_store`.
    """
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
    yield from (place for place in found if place.is_dir())
