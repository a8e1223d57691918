"""Look where agents' tools usually keep memories; the user decides which of them are stores."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from vaultwatch.adapters.store_files import known_place
from vaultwatch.errors import VaultwatchError
from vaultwatch.memories.stores.format_names import StoreFormat
from vaultwatch.services.known_stores import Store, name_of, read_store, stores_of
from vaultwatch.settings import Settings

MOST_PLACES = 500
"""Projects and agents that are looked at. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class FoundStore:
    """A place that holds memories."""

    path: str
    format: StoreFormat
    records: int
    name: str
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
    set_already = {known_place(store.place): store.name for store in stores_of(settings)}
    seen: set[Path] = set()
    for usual in (*_of_home(home), *_of_project(here, home)):
        for place in _places(usual):
            known = known_place(place)
            if known in seen:
                continue
            seen.add(known)
            try:
                read = read_store(Store(name_of(place), place, usual.format))
            except VaultwatchError:
                continue
            if read.reading.records:
                count = len(read.reading.records)
                yield FoundStore(str(place), usual.format, count, set_already.get(known, ""))


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
