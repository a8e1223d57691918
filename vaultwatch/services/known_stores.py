"""Read the stores that a user's own settings name, or one that they point at; write nothing."""

import json
import logging
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from vaultwatch.adapters.files.own_files import is_folder, is_there, parse_own, real_path
from vaultwatch.adapters.files.store_files import (
    FileMarks,
    StoreSurvey,
    file_marks,
    known_place,
    read_files,
    stands,
    survey_store,
)
from vaultwatch.errors import NotThereError, RefusedError
from vaultwatch.memories.stores.format_names import StoreFormat
from vaultwatch.memories.stores.formats import FORMATS, MOST_LOOKED_AT, guess_format
from vaultwatch.memories.stores.lint import named_files
from vaultwatch.memories.stores.places import store_of_path
from vaultwatch.memories.stores.records import StoreFault, StoreFile, StoreReading, StoreRecord
from vaultwatch.places import Places, is_in_use
from vaultwatch.settings import Applying, Settings, StoreSettings

if TYPE_CHECKING:
    from vaultwatch.services.workspace import Workspace

log = logging.getLogger(__name__)

MOST_DEEP = 4
"""Folders below which no file is looked at to guess a format. Chosen by hand."""
MOST_GUESSED_BYTES = 1_000_000
MANY_VAULTS = 2
MOST_NAMED = 5
"""Stores named in one sentence. Chosen by hand."""
_COMMON = frozenset({"memory", "memories", "workspace", "rules"})
"""Names of folders that tell nothing: the one above is named as well."""


@dataclass(frozen=True, slots=True)
class Store:
    """One store under the name by which commands call it."""

    name: str
    place: Path
    format: StoreFormat | None
    """None where it is to be guessed."""
    notes: Path | None = None
    is_recalled: bool = True
    apply: Applying = "ask"
    """How a proposed change may be written into it."""


@dataclass(frozen=True, slots=True)
class ReadStore:
    """A store and what it says."""

    store: Store
    format: StoreFormat | None
    """None where nobody knows what it is."""
    reading: StoreReading = field(default_factory=StoreReading)
    files: tuple[StoreFile, ...] = field(default=(), repr=False)
    """What was read of it."""


def stores_of(settings: Settings) -> list[Store]:
    """Return the stores of the settings; of several that are one, the first."""
    found: dict[Path, Store] = {}
    for one in settings.stores:
        store = _store(one)
        found.setdefault(known_place(store.place), store)
    names: Counter[str] = Counter()
    named = []
    for store in found.values():
        names[store.name] += 1
        count = names[store.name]
        named.append(store if count == 1 else replace(store, name=f"{store.name}-{count}"))
    return named


def _store(one: StoreSettings) -> Store:
    place = Path(one.path).expanduser()
    notes = Path(one.notes).expanduser() if one.notes else None
    form = None if one.format == "auto" else one.format
    name = one.name or name_of(place)
    return Store(name, place, form, notes, is_recalled=one.recall, apply=one.apply)


def name_of(place: Path) -> str:
    """Return a name for a store: its folder's, with the one above where that tells nothing."""
    parts = [part for part in place.parts if part != place.anchor]
    own = parts[-2:] if parts and parts[-1].casefold() in _COMMON else parts[-1:]
    text = "-".join(part.strip(".") for part in own)
    kept = "".join(sign if sign.isalnum() or sign in "-_." else "-" for sign in text)
    return kept.strip("-.")[-64:].lstrip("-.") or "store"


def stores_for(ws: "Workspace") -> list[Store]:
    """Return the stores whose records belong to a vault; see `vault_stores`."""
    return vault_stores(ws.settings, ws.places)


def vault_stores(settings: Settings, places: "Places") -> list[Store]:
    """Return the stores of the settings whose records belong to a vault.

    A store belongs to the vault that its `notes` are, or lie in; one that names none, to the user's
    only vault. What stands in the vault's own memories folder is no store.
    """
    stores = stores_of(settings)
    if not stores:
        return []
    own = places.vault / settings.memories.folder
    is_only = all(store.notes is not None for store in stores) or not _others(places)
    found = []
    for store in stores:
        is_its = (
            is_only if store.notes is None else real_path(store.notes).is_relative_to(places.vault)
        )
        if is_its and not Path(os.path.realpath(store.place)).is_relative_to(own):
            found.append(store)
    return found


def records_of_others(ws: "Workspace", read: ReadStore) -> Iterator[StoreRecord]:
    """Yield a store's records but for what stands in the vault's own memories or its report."""
    place, vault = real_path(read.store.place), real_path(ws.vault)
    folder = place if is_folder(place) else place.parent
    for record in read.reading.records:
        whole = folder / record.path
        path = whole.relative_to(vault).as_posix() if whole.is_relative_to(vault) else ""
        if not path.startswith(ws.memories_folder) and path != ws.report_path:
            yield record


def _others(places: "Places") -> list[str]:
    """Return the user's other vaults that stand."""
    own = os.path.realpath(places.vault)
    return [vault for vault in known_vaults(places.state.parent) if os.path.realpath(vault) != own]


def known_vaults(state_base: Path) -> list[str]:
    """Return the user's vaults that stand, as their state folders name them; the demo's is none."""
    found = []
    cache = real_path(platformdirs.user_cache_path("vaultwatch"))
    for owner in sorted(state_base.glob("*/vault.json")):
        if not is_in_use(owner.parent):
            continue
        try:
            said = parse_own(owner.read_bytes())["vault"]
            if Path(said).is_dir() and not real_path(Path(said)).is_relative_to(cache):
                found.append(said)
        except (OSError, ValueError, LookupError, TypeError):
            continue
    return found


def cut_off_notice(ws: "Workspace") -> str:
    """Return which stores belong to no vault since there are several; empty where none is."""
    unsaid = [store for store in stores_of(ws.settings) if store.notes is None]
    others = _others(ws.places) if unsaid else []
    own = Path(os.path.realpath(ws.vault)) / ws.settings.memories.folder
    told = [one for one in unsaid if not Path(os.path.realpath(one.place)).is_relative_to(own)]
    return unowned_notice([one.name for one in told], [str(ws.vault), *others]) if others else ""


def unowned_notice(stores: Sequence[str], vaults: Sequence[str]) -> str:
    """Return that stores whose `notes` nobody named belong to none of several vaults."""
    if not stores or len(vaults) < MANY_VAULTS:
        return ""
    names = ", ".join(stores[:MOST_NAMED]) + (", …" if len(stores) > MOST_NAMED else "")
    which = f"The store {names} belongs" if len(stores) == 1 else f"The stores {names} belong"
    return (
        f"{which} to no vault, as you have {len(vaults)}: what stands there is neither recalled "
        "nor compared until your own settings say whose it is, by "
        f"`notes = {json.dumps(vaults[0], ensure_ascii=False)}` beside the store's `path`."
    )


def why_silent(settings: Settings, path: str) -> str:
    """Return why what stands at a path is not recalled: its store shall not; empty for a note."""
    store = store_of_path(path)
    told = f"the settings keep the store {store} out of recall"
    return told if store and store in _silent_stores(settings) else ""


@lru_cache(maxsize=8)
def _silent_stores(settings: Settings) -> frozenset[str]:
    return frozenset(store.name for store in stores_of(settings) if not store.is_recalled)


def marks_of(store: Store) -> FileMarks | None:
    """Return what tells a store's files from others without reading them; None if it is away."""
    enters = FORMATS[store.format].enters if store.format else lambda _: True
    try:
        return file_marks(store.place, enters=enters)
    except OSError as error:
        log.debug("store=%r is away: %s", store.name, error.strerror)
        return None


def find_store(settings: Settings, wanted: str) -> Store:
    """Return the store that a name or a path names."""
    stores = stores_of(settings)
    named = [store for store in stores if store.name == wanted]
    place = Path(wanted).expanduser()
    if named:
        return named[0]
    if not wanted or not is_there(place):
        known = ", ".join(store.name for store in stores) or "none yet"
        raise NotThereError(
            f"There is no store {wanted!r}, and no folder or file of that name.",
            hint=f"Stores: {known}. `vaultwatch stores add PATH` adds one.",
        )
    same = [store for store in stores if known_place(store.place) == known_place(place)]
    return same[0] if same else Store(name_of(place), place.absolute(), None)


def read_store(store: Store) -> ReadStore:
    """Read a store; what cannot be read is a fault of the reading.

    Raises:
        NotThereError: its folder or file is gone.
        RefusedError: it cannot be looked into at all.
    """
    try:
        form, survey = _surveyed(store)
    except FileNotFoundError as exc:
        raise NotThereError(
            f"The store {store.name!r} is gone: {str(store.place)!r}.",
            hint="Mount its drive, or `vaultwatch stores remove` it.",
        ) from exc
    except OSError as exc:
        raise RefusedError(
            f"The store {store.name!r} cannot be looked into: {exc.strerror}.",
            hint="Give yourself permission to read it.",
        ) from exc
    is_file = len(survey.paths) == 1 and not store.place.is_dir()
    if form is None:
        message = "No format that we read fits it; name one with --format."
        unknown = StoreFault("unreadable", "", 0, message)
        return ReadStore(store, None, StoreReading(faults=(*survey.faults, unknown)))
    files, faults = _wanted(survey, form, is_file=is_file)
    reading = FORMATS[form].read(files)
    unread = frozenset(
        path
        for path in named_files(reading) - {*reading.paths}
        if path and stands(survey.root, path)
    )
    told = (fault for fault in reading.faults if fault.names not in unread)
    every = (*survey.faults, *_led_out(survey, form), *faults, *told)
    return ReadStore(store, form, replace(reading, faults=every, unread=unread), tuple(files))


def _surveyed(store: Store) -> tuple[StoreFormat | None, StoreSurvey]:
    """Return a store's format, and of its files those among which are the format's."""
    form = store.format
    if form is None:
        whole = survey_store(store.place)
        form = _guess(whole)
        if form is None:
            return None, whole
    return form, survey_store(store.place, enters=FORMATS[form].enters)


def _led_out(survey: StoreSurvey, form: StoreFormat) -> list[StoreFault]:
    """Return the links out of a store that would be read if they stayed in it."""
    reader = FORMATS[form]
    message = "It is a link out of the store; what it leads to is not read."
    return [
        StoreFault("outside", path, 0, message)
        for path, is_folder in survey.outside
        if (reader.enters(path) if is_folder else reader.wants(path))
    ]


def _guess(survey: StoreSurvey) -> StoreFormat | None:
    near = [path for path in survey.paths if path.count("/") < MOST_DEEP]
    read = [path for path in near if path.endswith((".md", ".txt", ".mdc"))]
    read.sort(key=lambda path: (path.count("/"), path))
    files, _ = read_files(survey, read[:MOST_LOOKED_AT], most_bytes=MOST_GUESSED_BYTES)
    return guess_format(near, files)


def _once(survey: StoreSurvey, paths: Sequence[str], form: StoreFormat) -> list[str]:
    """Return some files of a store, each under one name.

    Instructions go by the name of the real file, which is the one that can be mended: `AGENTS.md`
    is mostly a link to `CLAUDE.md`. Elsewhere the first name counts, which may be the index's.
    """
    chosen: dict[str, str] = {}
    for path in paths:
        chosen.setdefault(survey.links.get(path, path), path)
        if form == "instructions" and path not in survey.links:
            chosen[path] = path
    return sorted(chosen.values())


def _wanted(
    survey: StoreSurvey, form: StoreFormat, *, is_file: bool
) -> tuple[Sequence[StoreFile], list[StoreFault]]:
    """Read what the format reads, and what those files import, so far as it stands in the store."""
    reader = FORMATS[form]
    wanted = [path for path in survey.paths if is_file or reader.wants(path)]
    paths = _once(survey, wanted, form)
    files, faults = read_files(survey, paths, most_bytes=reader.most_bytes)
    for _ in range(reader.hops if reader.imports else 0):
        known = {file.path for file in files}
        further = sorted(reader.imports(files) - known) if reader.imports else []
        more, wrong = read_files(survey, further, most_bytes=reader.most_bytes)
        if not more:
            break
        files += more
        faults += wrong
    return files, faults
