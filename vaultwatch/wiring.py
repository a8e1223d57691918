"""Build adapters from settings and hand them to services; the only place that does.

Heavy parts (LanceDB, the ledger's SQLAlchemy, models) are imported when they are first opened.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, TypeAlias

from vaultwatch.adapters.chunk_store import ChunkStore, LanceChunkStore
from vaultwatch.adapters.clock import Clock, SystemClock
from vaultwatch.adapters.embedders import Embedder
from vaultwatch.adapters.embedders.choose import (
    Chosen,
    EndpointSettings,
    choose_embedder,
    models_folder,
)
from vaultwatch.adapters.ledger import Ledger
from vaultwatch.adapters.lock import writer_lock
from vaultwatch.adapters.vault_files import VaultFiles
from vaultwatch.adapters.vector_cache import VectorCache
from vaultwatch.adapters.write_journal import WriteJournal
from vaultwatch.errors import NotThereError
from vaultwatch.services.workspace import Parts, Progress, Workspace, no_progress
from vaultwatch.settings import Places, Settings, load_settings

Mode: TypeAlias = Literal["write", "read", "rehearse", "daemon"]

WAIT_FOR_WRITER_S = 30.0
"""How long a command waits while another process writes: a daemon's look takes a second or two.
Chosen by hand: about as long as a person waits."""

VAULT_VARIABLE = "VAULTWATCH_VAULT"
"""Names the vault where no argument does."""


def find_vault(given: Path | None) -> Path:
    """Return the vault: the argument, the variable, or the nearest parent that looks like one.

    Raises:
        NotThereError: no such folder, or none found.
    """
    named = given or (Path(value) if (value := os.environ.get(VAULT_VARIABLE)) else None)
    if named is not None:
        if not named.exists():
            raise NotThereError(f"There is no vault at {str(named)!r}.", hint="Check the path.")
        if not named.is_dir():
            raise NotThereError(
                f"{str(named)!r} is a file, not a vault.", hint="Give the folder that holds it."
            )
        return named.resolve()
    here = Path.cwd().resolve()
    for folder in (here, *here.parents):
        if (folder / ".vaultwatch").is_dir() or (folder / ".obsidian").is_dir():
            return folder
    raise NotThereError(
        "No vault here: neither this folder nor one above holds `.vaultwatch` or `.obsidian`.",
        hint=f"Name it with --vault or {VAULT_VARIABLE}, or run `vaultwatch init FOLDER`.",
    )


@contextmanager
def open_workspace(
    vault: Path,
    mode: Mode = "write",
    *,
    progress: Progress = no_progress,
    clock: Clock | None = None,
    state: Path | None = None,
) -> Iterator[Workspace]:
    """Open a vault.

    Args:
        vault: the vault's folder.
        mode: `write` holds the writer lock; `read` promises to change nothing; `rehearse` works
            on a scratch copy of the ledger and writes nothing else; `daemon` takes the writer
            lock for each job by itself.
        progress: told of long work.
        clock: another clock than the system's.
        state: another base for the state folder than the user's.

    Raises:
        SettingsError: the settings are wrong.
        BusyError: another process writes this vault.
    """
    settings = load_settings(vault)
    places = Places(vault, state_base=state)
    clock = clock or SystemClock()
    if mode == "rehearse":
        with tempfile.TemporaryDirectory(prefix="vaultwatch-rehearsal-") as scratch:
            ledger = Path(scratch) / "ledger.sqlite"
            _copy_ledger(places.ledger, ledger)
            parts = _parts(places, settings, clock, ledger)
            with Workspace(places, settings, parts, is_rehearsal=True, progress=progress) as ws:
                yield ws
        return
    places.ensure()
    parts = _parts(places, settings, clock, places.ledger)
    if mode in {"read", "daemon"}:
        with Workspace(places, settings, parts, progress=progress) as ws:
            yield ws
        return
    with (
        writer_lock(places.state, wait_s=WAIT_FOR_WRITER_S),
        Workspace(places, settings, parts, progress=progress) as ws,
    ):
        yield ws


def _parts(places: Places, settings: Settings, clock: Clock, ledger: Path) -> Parts:
    journal = WriteJournal(places.journal, clock=clock)
    cache = models_folder()
    return Parts(
        files=VaultFiles(
            places.vault,
            journal=journal,
            ignore=settings.vault.ignore,
            max_note_bytes=settings.vault.max_note_bytes,
        ),
        journal=journal,
        clock=clock,
        model_wish=_model_wish(settings, cache),
        open_ledger=lambda: _open_ledger(ledger, clock),
        choose_model=lambda: _choose_model(settings, cache),
        open_chunks=lambda embedder: _open_chunks(places.index, embedder),
        open_vectors=lambda embedder: _open_vectors(places.index, embedder),
    )


def _open_ledger(file: Path, clock: Clock) -> Ledger:
    from vaultwatch.adapters.ledger import open_ledger

    return open_ledger(file, clock=clock)


def _choose_model(settings: Settings, cache: Path) -> Chosen:
    endpoint = None
    if settings.endpoint.url:
        endpoint = EndpointSettings(
            url=settings.endpoint.url,
            model=settings.endpoint.model,
            key_env=settings.endpoint.key_env,
            allowed_hosts=settings.endpoint.allowed_hosts,
        )
    index = settings.index
    return choose_embedder(index.embedder, model=index.model, cache=cache, endpoint=endpoint)


def _model_wish(settings: Settings, cache: Path) -> str:
    """Return what decides over the model without loading one."""
    installed = sorted(folder.name for folder in cache.iterdir()) if cache.is_dir() else []
    wish = (settings.index.embedder, settings.index.model, settings.endpoint.url, *installed)
    return "|".join(wish)


def _open_chunks(folder: Path, embedder: Embedder) -> ChunkStore:
    return LanceChunkStore(
        folder,
        model_id=embedder.model_id,
        dimensions=embedder.dimensions,
        is_semantic=embedder.is_semantic,
    )


def _open_vectors(folder: Path, embedder: Embedder) -> VectorCache:
    return VectorCache(
        folder / "vectors.sqlite", model_id=embedder.model_id, dimensions=embedder.dimensions
    )


def _copy_ledger(source: Path, target: Path) -> None:
    """Copy the ledger as it stands, writers or not.

    Raises:
        LedgerError: it is garbled or cannot be read.
    """
    from vaultwatch.adapters.ledger.opening import back_up, read_version

    if read_version(source) is not None:
        back_up(source, target)
