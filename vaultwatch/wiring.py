"""Build adapters from settings and hand them to services; the only place that does.

Heavy parts (LanceDB, the ledger's SQLAlchemy, models) are imported when they are first opened.
"""

import os
import shlex
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Literal, TypeAlias, assert_never

from vaultwatch.adapters.files.vault_files import VaultFiles
from vaultwatch.adapters.files.vault_survey import RootIdentity, root_identity
from vaultwatch.adapters.files.write_journal import WriteJournal
from vaultwatch.adapters.index.chunk_store import ChunkStore
from vaultwatch.adapters.index.vector_cache import VectorCache
from vaultwatch.adapters.ledger import open_ledger
from vaultwatch.adapters.ledger.bare import back_up, read_version
from vaultwatch.adapters.machine.clock import Clock, SystemClock
from vaultwatch.adapters.machine.lock import try_lock, writer_lock
from vaultwatch.adapters.models.embedders import Embedder
from vaultwatch.adapters.models.embedders.choose import (
    Chosen,
    EndpointWish,
    SharedEmbedder,
    choose_embedder,
    models_folder,
)
from vaultwatch.errors import (
    BusyError,
    NotLentError,
    NotThereError,
    ReaderError,
    RefusedError,
    told_as,
)
from vaultwatch.places import (
    LEDGER_NAME,
    VAULT_VARIABLE,
    Places,
    hold_in_place,
    is_made,
    stores_state,
    vault_above,
)
from vaultwatch.services.records.losses import birth_facts, refuse_away
from vaultwatch.services.records.small_facts import MODEL_ID
from vaultwatch.services.workspace import (
    Parts,
    Progress,
    Workspace,
    inbox_path,
    no_progress,
    report_path,
)
from vaultwatch.settings import (
    ReaderSettings,
    Settings,
    checked_url,
    load_settings,
    own_settings_file,
)

if TYPE_CHECKING:
    from vaultwatch.adapters.files.audit_log import AuditLog
    from vaultwatch.adapters.index.snapshots import SnapshotPlace
    from vaultwatch.adapters.ledger.connection import LedgerSite
    from vaultwatch.adapters.ledger.copying import Counted
    from vaultwatch.adapters.ledger.sql_ledger import Ledger
    from vaultwatch.adapters.models.readers import Reader
    from vaultwatch.services.indexing.embedding_ahead import Engine
    from vaultwatch.services.patching.desk import StoresDesk

OpenMode: TypeAlias = Literal["write", "read", "rehearse"]

WAIT_FOR_WRITER_S = 30.0
"""How long a command waits while another process writes: a daemon's look takes a second or two.
Chosen by hand: about as long as a person waits."""


@dataclass(frozen=True, slots=True)
class Lent:
    """The vault that a process holds open, for a command that another process asked it for."""

    vault: Path
    here: Path
    """The folder that the asker works in."""
    named: str
    """What its `VAULT_VARIABLE` says."""
    lend: Callable[[], AbstractContextManager[Workspace]]

    def opened(self, vault: Path, *, is_fit: bool = True) -> AbstractContextManager[Workspace]:
        """Return the vault.

        Raises:
            NotLentError: another is meant, or it is wanted otherwise than it stands open.
        """
        if not is_fit or Places(vault).vault != self.vault:
            raise NotLentError
        return self.lend()


_SHARED: dict[str, Chosen] | None = None
"""By wish, the models that all vaults of this process use; None where each has its own."""
_SHARING = Lock()

LENT: ContextVar[Lent | None] = ContextVar("lent", default=None)
"""While a command is carried out for another process."""


def here() -> Path:
    """Return the folder that whoever asks works in.

    Raises:
        NotThereError: it was taken away meanwhile, as another branch may do.
    """
    lent = LENT.get()
    with told_as(NotThereError, "The folder you are in cannot be read", "Go to another."):
        return Path.cwd() if lent is None else lent.here


def keep_process_small() -> None:
    """Have a process that stays hold little; to be called before LanceDB starts its threads."""
    from vaultwatch.adapters.machine.memory_use import keep_heap_small

    keep_heap_small()


def give_back_memory() -> None:
    """Hand to the system what is no longer used; to be called when there is nothing to do."""
    from vaultwatch.adapters.machine.memory_use import give_back_memory as give_back

    give_back()


def open_audit(state: Path, most_bytes: int) -> "AuditLog":
    """Return the log of who called what of a server for many vaults."""
    from vaultwatch.adapters.files.audit_log import AuditLog

    state.mkdir(mode=0o700, parents=True, exist_ok=True)
    return AuditLog(state / "audit.jsonl", most_bytes=most_bytes)


def share_models() -> None:
    """Have all vaults of this process use one model of a kind, which stays open."""
    global _SHARED  # noqa: PLW0603 -- the process's own
    _SHARED = {}


def find_vault(given: Path | None) -> Path:
    """Return the vault: the argument, the variable, or the nearest parent that is one.

    A folder is one where it holds `.vaultwatch` or `.obsidian`, or did when it was last looked at.

    Raises:
        NotThereError: no such folder, none found, or nobody made it a vault.
    """
    named = named_folder(given)
    if named is None:
        if (around := vault_above(here().resolve())) is not None:
            return around
        raise NotThereError(
            "No vault here: neither this folder nor one above holds `.vaultwatch` or `.obsidian`.",
            hint=f"Name it with --vault or {VAULT_VARIABLE}, or run `vaultwatch init FOLDER`.",
        )
    # An empty mount point is a vault that is away, and told so by what looks at it.
    if not is_made(named) and not Places(named).is_known():
        raise NotThereError(
            f"There is no vault at {str(named)!r}: it holds neither `.vaultwatch` nor `.obsidian`.",
            hint=f"Run `vaultwatch init {shlex.quote(str(named))}` to make it one.",
        )
    return named


def named_folder(given: Path | None) -> Path | None:
    """Return the folder that the argument or the variable names; None where neither does."""
    lent = LENT.get()
    value = os.environ.get(VAULT_VARIABLE) if lent is None else lent.named
    named = given or (Path(value) if value else None)
    if named is None:
        return None
    place = named if lent is None else lent.here / named
    try:
        mode = place.stat().st_mode
    except FileNotFoundError as exc:
        raise NotThereError(
            f"There is no vault at {str(named)!r}.", hint="Check the path."
        ) from exc
    except OSError as exc:
        raise NotThereError(
            f"The vault at {str(named)!r} cannot be reached: {exc.strerror}.",
            hint="Mount its drive, or give yourself permission.",
        ) from exc
    if not stat.S_ISDIR(mode):
        raise NotThereError(
            f"{str(named)!r} is a file, not a vault.", hint="Give the folder that holds it."
        )
    return place.resolve()


def has_keys(settings: Settings) -> bool:
    """Tell whether this process was given all keys that a command would find in its variables."""
    keys = (settings.endpoint.key_env if settings.endpoint.url else "", settings.trust.key_env)
    return all(os.environ.get(name) for name in keys if name)


@contextmanager
def open_workspace(  # noqa: PLR0913 -- each has a default and a name
    vault: Path,
    mode: OpenMode = "write",
    *,
    progress: Progress = no_progress,
    clock: Clock | None = None,
    state: Path | None = None,
    settings: Settings | None = None,
    allow_empty: bool = False,
) -> Iterator[Workspace]:
    """Open a vault.

    `write` holds the writer lock; `read` promises to change nothing; `rehearse` works on a scratch
    copy of the ledger and writes nothing else; where one is lent, `write` gives that one. `state`
    and `settings` replace the usual ones; `allow_empty` takes a vanished vault for an emptied one.

    Raises:
        VaultVanishedError: the notes are gone, and the vault's own settings with them.
        SettingsError: the settings are wrong.
        BusyError: another process writes this vault.
    """
    if (lent := LENT.get()) is not None:
        with lent.opened(vault, is_fit=mode == "write" and not allow_empty) as open_one:
            yield open_one
        return
    places = Places(vault, state_base=state)
    identity = root_identity(vault) if allow_empty else refuse_away(places)
    settings = settings or load_settings(vault)
    with ExitStack() as stack:
        scratch = None
        if mode == "rehearse":
            made = tempfile.TemporaryDirectory(prefix="vaultwatch-rehearsal-")
            scratch = Path(stack.enter_context(made))
            _copy_ledger(places, settings.ledger.url, scratch / LEDGER_NAME)
        else:
            places.ensure()
        if mode == "write":
            stack.enter_context(writer_lock(places.state, wait_s=WAIT_FOR_WRITER_S))
        parts = _parts(
            places,
            settings,
            clock or SystemClock(),
            hold=lambda _: nullcontext(enter_result=mode != "read"),
            identity=identity,
            scratch=scratch,
            is_for_long=False,
            is_held=mode == "write",
        )
        ws = Workspace(places, settings, parts, is_rehearsal=mode == "rehearse", progress=progress)
        yield stack.enter_context(ws)


def stores_desk() -> "StoresDesk":
    """Return what writes into the stores of the user's own settings; nothing is touched yet."""
    from vaultwatch.adapters.files.store_writer import StoreWriter
    from vaultwatch.services.patching.desk import StoresDesk

    state, clock = stores_state(), SystemClock()
    journal = WriteJournal(state / "journal", clock=clock)
    return StoresDesk(state, journal, StoreWriter(), clock)


def open_for_long(
    places: Places,
    settings: Settings,
    *,
    identity: RootIdentity | None,
    progress: Progress,
    is_listening: bool = False,
) -> Workspace:
    """Open a vault, whose state folder stands, for a process that takes the lock for each job.

    `identity` is the folder that the settings were read from. With `is_listening` the system is
    asked whether anything changed, where it tells: no file need be looked at between.
    """
    parts = _parts(
        places,
        settings,
        SystemClock(),
        hold=lambda wait_s: try_lock(places.state, wait_s),
        identity=identity,
    )
    from vaultwatch.adapters.machine.mounts import watching_way  # psutil: for a process that stays

    if is_listening and watching_way(places.vault, settings.watch.way)[0] == "native":
        parts.files.listen()
    return Workspace(places, settings, parts, progress=progress)


@contextmanager
def open_for_answer(places: Places, progress: Progress = no_progress) -> Iterator[Workspace]:
    """Open a vault for one question that waits for nobody: what it must write, it writes if it can.

    Raises:
        VaultVanishedError: the notes are gone, and the vault's own settings with them.
        SettingsError: the settings are wrong.
        RefusedError: the state folder cannot be made.
    """
    if (lent := LENT.get()) is not None:
        with lent.opened(places.vault) as open_one:
            yield open_one
        return
    identity = refuse_away(places)
    settings = load_settings(places.vault)
    places.ensure()
    ws = open_for_long(places, settings, identity=identity, progress=progress)
    with ws:
        yield ws


def reader_of(wanted: ReaderSettings, vault: Path) -> "Reader":
    """Return the reader that the user's own settings name; no model may lie in the vault."""
    from vaultwatch.adapters.models.readers import PromptReader

    match wanted.kind:
        case "off":
            raise ReaderError(
                "No reader is set.", hint="`vaultwatch setup reader use claude` sets one."
            )
        case "command":
            from vaultwatch.adapters.models.readers.command import CommandModel

            of_a_run = wanted.budget_usd / max(wanted.runs_per_day, 1)
            program = CommandModel(
                wanted.command, env=wanted.env, limit_s=wanted.limit_s, budget_usd=of_a_run
            )
            return PromptReader(wanted.known_as, program)
        case "language_model":
            from vaultwatch.adapters.models.readers.language_model import EndpointModel

            service = EndpointModel(
                wanted.url,
                model=wanted.model,
                key_env=wanted.key_env,
                allowed_hosts=wanted.allowed_hosts,
                limit_s=wanted.limit_s,
            )
            return PromptReader(wanted.known_as, service)
        case "cross_encoder":
            from vaultwatch.adapters.models.readers.cross_encoder import NliReader

            return NliReader(
                wanted.known_as, Path(wanted.folder), labels=wanted.labels, vault=vault
            )
        case _:
            assert_never(wanted.kind)


def ray_engine(ws: Workspace, address: str) -> "Engine":
    """Return what embeds in bulk with Ray; empty for this machine's cores alone."""
    from vaultwatch.adapters.models.embedders.ray_data import Recipe, embed_with_ray

    index = ws.settings.index
    recipe = Recipe(index.embedder, index.model, ws.model.embedder.model_id)
    return partial(embed_with_ray, recipe=recipe, address=address)


def _parts(  # noqa: PLR0913 -- the one place where all comes together
    places: Places,
    settings: Settings,
    clock: Clock,
    *,
    hold: Callable[[float], AbstractContextManager[bool]],
    identity: RootIdentity | None,
    scratch: Path | None = None,
    is_for_long: bool = True,
    is_held: bool = False,
) -> Parts:
    """Return how each part is opened; a rehearsal has its ledger in `scratch`, and what it makes.

    Of the index a rehearsal reads what stands: an empty one in its place would pass for it.
    """

    def kept(name: str) -> Path:
        return scratch if scratch and not any(places.index.glob(name)) else places.index

    hold_in_place(places.vault)
    report = report_path(settings)
    journal = WriteJournal(places.journal, clock=clock, rewritten=(report, inbox_path(settings)))
    cache = models_folder()
    return Parts(
        files=VaultFiles(
            places.vault,
            journal=journal,
            ignore=settings.vault.ignore,
            max_note_bytes=settings.vault.max_note_bytes,
            identity=identity,
        ),
        journal=journal,
        clock=clock,
        model_wish=_model_wish(settings, cache),
        open_ledger=lambda: _open_ledger(
            places, settings, clock, scratch, is_for_long=is_for_long, is_held=is_held
        ),
        choose_model=lambda ledger: _choose_model(settings, cache, MODEL_ID.get(ledger)),
        open_chunks=lambda embedder: _open_chunks(kept("*.lance"), embedder),
        open_vectors=lambda embedder: _open_vectors(kept("vectors.sqlite"), embedder),
        open_reader=lambda: reader_of(settings.reader, places.vault),
        hold=hold,
        open_desk=stores_desk,
    )


def _open_ledger(  # noqa: PLR0913 -- all that decides where it lies and how it is used
    places: Places,
    settings: Settings,
    clock: Clock,
    scratch: Path | None,
    *,
    is_for_long: bool,
    is_held: bool,
) -> "Ledger":
    def begin() -> dict[str, str]:
        return dict(birth_facts(places, report_path(settings), clock.now()))

    if (url := settings.ledger.url) and scratch is None:  # a rehearsal has a file of its own
        from vaultwatch.adapters.ledger.postgres import open_postgres

        opened = open_postgres(url, places.schema, places.ledger_home, clock=clock, begin=begin)
        opened.is_held = is_held
        return opened
    file = places.ledger if scratch is None else scratch / LEDGER_NAME
    return open_ledger(file, clock=clock, begin=begin, is_for_long=is_for_long)


def _choose_model(settings: Settings, cache: Path, known_id: str) -> Chosen:
    endpoint = None
    if settings.endpoint.url:
        endpoint = EndpointWish(
            url=settings.endpoint.url,
            model=settings.endpoint.model,
            key_env=settings.endpoint.key_env,
            allowed_hosts=settings.endpoint.allowed_hosts,
        )
    index = settings.index
    with nullcontext() if _SHARED is None else _SHARING:
        wish = _model_wish(settings, cache)
        if _SHARED is not None and wish in _SHARED:
            return _SHARED[wish]
        chosen = choose_embedder(
            index.embedder, model=index.model, cache=cache, endpoint=endpoint, known_id=known_id
        )
        if _SHARED is None or chosen.is_away:
            return chosen
        _SHARED[wish] = replace(chosen, embedder=SharedEmbedder(chosen.embedder))
        return _SHARED[wish]


def _model_wish(settings: Settings, cache: Path) -> str:
    """Return what decides over the model without loading one."""
    # No hidden ones: while a model is pulled, who shares one would load it again and again.
    installed = sorted(one.name for one in cache.glob("[!.]*") if one.is_dir())
    wish = (settings.index.embedder, settings.index.model, settings.endpoint.url, *installed)
    return "|".join(wish)


def _open_chunks(folder: Path, embedder: Embedder) -> ChunkStore:
    from vaultwatch.adapters.index.lance_chunks import LanceChunkStore

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


def snapshot_place(settings: Settings, places: Places) -> "SnapshotPlace":
    """Return where the user's own settings have snapshots of the index saved.

    Raises:
        NotThereError: none is set, it does not stand, or there are no keys for it.
        RefusedError: it lies in a vault.
    """
    from vaultwatch.adapters.index.snapshots import bucket_place, folder_place

    wanted, vault_id = settings.snapshot, places.vault_id
    if not wanted.place:
        raise NotThereError(
            "No place for snapshots of the index is set.",
            hint=f"Name one below `[snapshot]` in {str(own_settings_file())!r}: "
            "docs/scale.md tells how.",
        )
    if not wanted.is_bucket:
        is_in_vault = partial(_is_in_vault, places.vault)
        return folder_place(wanted.place, vault_id=vault_id, is_in_vault=is_in_vault)
    return bucket_place(
        wanted.place, endpoint=wanted.endpoint, region=wanted.region, vault_id=vault_id
    )


def _is_in_vault(vault: Path, folder: Path) -> bool:
    above = (folder, *folder.parents)
    return vault_above(folder) is not None or any(one.samefile(vault) for one in above)


def _copy_ledger(places: Places, url: str, target: Path) -> None:
    """Copy the ledger as it stands, writers or not."""
    if url:
        from vaultwatch.adapters.ledger.postgres import PostgresSite, open_postgres

        with closing(PostgresSite(url, places.schema)) as site:
            is_there = site.version() is not None
        if is_there:
            with open_postgres(url, places.schema, places.ledger_home, clock=SystemClock()) as held:
                held.backup(target)
        return
    if read_version(places.ledger) is not None:
        back_up(places.ledger, target)


IN_A_FILE = "sqlite"
"""What says that a ledger shall lie in the state folder's file."""


def move_ledger(vault: Path, to: str, *, dry_run: bool) -> "tuple[str, list[Counted]]":
    """Copy a vault's ledger to a database or, for `IN_A_FILE`, into its file; the old one stays.

    Returns the line that the user's settings need, and what each table holds.

    Raises:
        RefusedError: it lies there already, or what lies there holds other rows.
        BusyError: another process has it open.
        NotThereError: there is no ledger yet.
        LedgerError: one cannot be read or written.
    """
    from vaultwatch.adapters.ledger.copying import copy_ledger, counted

    places, settings, clock = Places(vault), load_settings(vault), SystemClock()
    now, then = settings.ledger.url, "" if to == IN_A_FILE else to
    try:
        if then:
            checked_url(then)
    except ValueError as exc:
        raise RefusedError(f"The address {exc}.", hint="Nothing was copied.") from None
    if now == then:
        raise RefusedError("The ledger lies there already.", hint="Nothing was to be copied.")
    with ExitStack() as stack:
        stack.enter_context(writer_lock(places.state, wait_s=WAIT_FOR_WRITER_S))

        def opened(url: str) -> "LedgerSite":
            if not url:
                return stack.enter_context(open_ledger(places.ledger, clock=clock)).site
            from vaultwatch.adapters.ledger.postgres import open_postgres

            return stack.enter_context(
                open_postgres(url, places.schema, places.ledger_home, clock=clock)
            ).site

        _refuse_to_move(places, now, is_rehearsal=dry_run)
        held = counted(opened(now)) if dry_run else copy_ledger(opened(now), opened(then))
    return f'url = "{then}"', held


def _refuse_to_move(places: Places, url: str, *, is_rehearsal: bool) -> None:
    """Refuse where there is no ledger, or others have it open: it would be copied halfway."""
    if url:
        from vaultwatch.adapters.ledger.postgres import PostgresSite

        with closing(PostgresSite(url, places.schema)) as site:
            stands = site.version() is not None
            is_open = stands and site.is_open_elsewhere()
    else:
        from vaultwatch.adapters.ledger.connection import LedgerSite

        stands = read_version(places.ledger) is not None
        is_open = stands and LedgerSite(places.ledger).is_open_elsewhere()
    if not stands:
        raise NotThereError("There is no ledger yet.", hint="Run `vaultwatch scan` first.")
    if is_open and not is_rehearsal:
        raise BusyError(
            "The ledger is open in another process; nothing was copied.",
            hint="End the daemon and the agents' clients of this vault, then try again.",
        )
