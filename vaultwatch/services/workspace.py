"""One vault with everything a service needs, each part opened when it is first asked for.

`wiring` makes it; services take it; nothing else knows how the parts are built.
"""

import logging
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar, overload

from vaultwatch.adapters.files.vault_files import VaultFiles
from vaultwatch.adapters.files.write_journal import WriteJournal
from vaultwatch.adapters.index.chunk_store import ChunkStore, Vector
from vaultwatch.adapters.index.vector_cache import VectorCache
from vaultwatch.adapters.machine.clock import Clock
from vaultwatch.adapters.models.embedders import Embedder, TokenEmbedder, Vectors
from vaultwatch.adapters.models.embedders.choose import Chosen, away_notice
from vaultwatch.errors import ModelAwayError
from vaultwatch.memories.stores.places import place_of_record
from vaultwatch.notes.days import day_at
from vaultwatch.notes.model import NoteOutline, NotePath
from vaultwatch.places import Places
from vaultwatch.settings import Settings

if TYPE_CHECKING:
    from vaultwatch.adapters.ledger.sql_ledger import Ledger
    from vaultwatch.adapters.models.readers import Reader
    from vaultwatch.services.known_notes import KnownNotes
    from vaultwatch.services.patching.desk import StoresDesk

T = TypeVar("T")


class OfThread(Generic[T]):
    """What each thread that uses a workspace has for itself."""

    def __init__(self, first: "Callable[[Workspace], T]") -> None:
        """Take what makes it of the workspace, when a thread first asks."""
        self._first = first

    def __get__(self, ws: "Workspace", owner: "type[Workspace]") -> T:
        """Return what this thread has."""
        mine: dict[OfThread[Any], Any] = ws.of_thread.__dict__.setdefault("held", {})
        if self not in mine:
            mine[self] = self._first(ws)
        held: T = mine[self]
        return held

    def __set__(self, ws: "Workspace", value: T) -> None:
        """Give this thread another."""
        ws.of_thread.__dict__.setdefault("held", {})[self] = value


class opened_once(cached_property[T]):  # noqa: N801 -- a decorator
    """A part that is opened when it is first asked for, by whichever thread."""

    @overload
    def __get__(self, instance: None, owner: type[Any] | None = None) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type[Any] | None = None) -> T: ...
    def __get__(self, instance: Any, owner: type[Any] | None = None) -> Self | T:
        """Return the part; opened once however many threads ask at the same time."""
        if instance is None:
            return self
        with instance.opening:
            part: T = super().__get__(instance, owner)
        return part


log = logging.getLogger(__name__)

AWAY_FOR = timedelta(minutes=1)
"""So long after it was missed the model is asked for again. Chosen by hand: between two looks."""
KEPT_VECTORS = 64
"""Of texts embedded last: one question is asked of memories, then of notes; a belief is weighed,
written and held against what is near it."""
_CLOSED_LAST_FIRST = ("ledger", "model", "reader", "vectors", "chunks")
"""The parts that are opened, those first that the others stand on."""


class Progress(Protocol):
    """Told of long work as it goes: what, how much is done, how much there is."""

    def __call__(self, what: str, done: int, total: int) -> None:
        """Take note of it."""


def no_progress(what: str, done: int, total: int) -> None:
    """Stay quiet: what a journal wants."""


@dataclass(frozen=True, slots=True)
class Parts:
    """How each part is opened; `wiring` fills it in."""

    files: VaultFiles
    journal: WriteJournal
    clock: Clock
    model_wish: str
    """Changes when another model would be chosen: the settings and what is installed."""
    open_ledger: Callable[[], "Ledger"]
    choose_model: Callable[["Ledger"], Chosen]
    open_chunks: Callable[[Embedder], ChunkStore]
    open_vectors: Callable[[Embedder], VectorCache]
    open_reader: Callable[[], "Reader"]
    hold: Callable[[float], AbstractContextManager[bool]]
    """Tries for the writer lock so many seconds long; the context tells whether it is held."""
    open_desk: Callable[[], "StoresDesk"]


def report_path(settings: Settings) -> NotePath:
    """Return where the report stands in a vault with these settings."""
    folder, name = settings.report.folder.strip("/"), settings.report.name
    return NotePath(f"{folder}/{name}" if folder else name)


def inbox_path(settings: Settings) -> NotePath:
    """Return where the inbox stands in a vault with these settings."""
    return NotePath(f"{settings.memories.folder.strip('/')}/{settings.memories.inbox}")


def _nothing_known(ws: "Workspace") -> "KnownNotes":
    from vaultwatch.services.known_notes import KnownNotes

    return KnownNotes(ws.other_threads)


class OtherThreads:
    """What any thread knows of the vault's files."""

    seen: frozenset[str] | None = None
    """Those that are no notes, as whoever looked last saw them; None before that."""
    known: "tuple[int, Mapping[NotePath, NoteOutline]]" = (0, MappingProxyType({}))
    """The outlines of whoever took some in last, and the number of the newest."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self.turn = threading.Lock()
        """Held while outlines are taken in."""


class Workspace:
    """The parts of one vault for any number of reading threads; who writes holds the lock."""

    client = OfThread(lambda _: "")
    """The program whose agents ask, as it introduced itself; empty for a person's own doors."""
    session = OfThread(lambda _: "")
    """Which session asks, as the server that answers names it; empty for a person's doors."""
    works_in = OfThread(lambda _: "")
    """The folder that who asks works in; empty where nobody knows."""
    has_waited = OfThread(lambda _: False)
    """Whether the question at hand waited for the writer lock in vain: it does so once."""
    is_held = OfThread(lambda _: False)
    """Whether this thread's work is done under the writer lock."""
    known = OfThread(_nothing_known)
    """Outlines and links of every note, as last refreshed."""

    def __init__(
        self,
        places: Places,
        settings: Settings,
        parts: Parts,
        *,
        is_rehearsal: bool = False,
        progress: Progress = no_progress,
    ) -> None:
        """Open nothing yet; in a rehearsal the ledger is a copy and the vault stays as it is."""
        self.places = places
        self.vault = places.vault
        self.settings = settings
        folder = settings.memories.folder.strip("/")
        self.memories_folder = f"{folder}/"
        """A note below it is a memory, if it is none of `no_memories`."""
        self.procedures_folder = f"{folder}/Procedures"
        """Where procedures stand in the vault: memories like others, with parts and outcomes."""
        self.report_path = report_path(settings)
        """Where the report stands in the vault."""
        self.pinned_path = NotePath(f"{folder}/{settings.memories.pinned}")
        """Where the person's pinned note stands in the vault, if it does."""
        self.inbox_path = inbox_path(settings)
        """Where what was said in sessions waits for the person, if anything does."""
        self.no_memories = frozenset({self.pinned_path, self.inbox_path})
        """The notes in the memories folder that are no memories."""
        self.files = parts.files
        self.journal = parts.journal
        self.clock = parts.clock
        self.model_wish = parts.model_wish
        self.is_rehearsal = is_rehearsal
        self.progress = progress
        self.opening = threading.RLock()
        self.of_thread = threading.local()
        self.other_threads = OtherThreads()
        self.puts_off_tidying = False
        """Whether somebody waits for an answer meanwhile: then the index is tidied behind it."""
        self.is_tidying_put_off = False
        self.model_away_notice = ""
        """What to tell an asker while the model does not answer; else empty."""
        self._away_since: datetime | None = None
        self._is_index_settled = False
        self._index_seen: tuple[int, ...] = ()
        self._embedded: dict[str, Vector] = {}
        self.said_before: dict[str, str] | None = None
        """What `indexing.said_before` found of each text, during the deed that writes it."""
        self._parts = parts

    @contextmanager
    def asking_once(self) -> Iterator[None]:
        """Ask once what was said before of a text that is weighed, then read back as a note."""
        before, self.said_before = self.said_before, self.said_before or {}
        try:
            yield
        finally:
            self.said_before = before

    @contextmanager
    def writing(self, wait_s: float = 0.0) -> Iterator[bool]:
        """Hold the writer lock for a while, if it can be had in time; the context tells whether."""
        held = nullcontext(enter_result=True) if self.is_held else self._parts.hold(wait_s)
        with held as is_ours:
            if not is_ours or self.ledger.is_as_it_lies:
                yield False
                return
            try:
                with self.ledger.moving():
                    yield True
            finally:
                self.files.let_go()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Have this thread write without asking for the lock, which whoever calls holds."""
        was, self.is_held = self.is_held, True
        try:
            yield
        finally:
            self.is_held = was

    @property
    def today(self) -> date:
        """The user's day."""
        return day_at(self.clock.now())

    def is_memory(self, path: NotePath) -> bool:
        """Tell whether a note lies in the memories folder; what is pinned or waits is none."""
        return path.startswith(self.memories_folder) and path not in self.no_memories

    def is_procedure(self, path: NotePath) -> bool:
        """Tell whether a note lies in the folder of procedures."""
        return path.startswith(f"{self.procedures_folder}/")

    def memory_name(self, path: NotePath) -> str:
        """Return how a memory's note is called within the memories folder: its path, no ending.

        A record is called as its file is within its store.
        """
        place = place_of_record(path)
        within = path.removeprefix(self.memories_folder) if place is None else place.path
        return within.removesuffix(".md")

    @opened_once
    def ledger(self) -> "Ledger":
        """What happened."""
        return self._parts.open_ledger()

    @opened_once
    def desk(self) -> "StoresDesk":
        """What writes into other agents' stores, where the user lets it."""
        return self._parts.open_desk()

    @property
    def disk_notice(self) -> str:
        """What to tell an asker while the disk has no room to write the ledger; else empty."""
        is_full = "ledger" in self.__dict__ and self.ledger.is_as_it_lies
        return "The disk is full: what changed since is not taken in." if is_full else ""

    def let_go_of_ledger(self) -> None:
        """Close the ledger where it is open, because its file changes; it opens anew when asked."""
        ledger = self.__dict__.pop("ledger", None)
        if ledger is not None:
            ledger.close()

    @opened_once
    def model(self) -> Chosen:
        """The embedder in use and what to tell the reader about it."""
        chosen = self._parts.choose_model(self.ledger)
        if chosen.is_away:
            self._miss_model(chosen.notice, chosen.fix)
        return chosen

    def embed(self, texts: Sequence[str]) -> "Vectors | None":
        """Return a row per text; None where the model does not answer: words alone must do."""
        embedder = self.model.embedder
        if self.is_model_away and embedder.is_semantic:
            return None
        try:
            if not texts or len(texts) > KEPT_VECTORS:
                return embedder.embed(texts)
            held = self._embedded.copy()
            missing = [text for text in dict.fromkeys(texts) if text not in held]
            made = embedder.embed(missing) if missing else ()
        except ModelAwayError as error:
            self._miss_model(away_notice(error), error.hint)
            return None
        import numpy as np

        held.update(zip(missing, made, strict=True))
        self._embedded = dict(list(held.items())[-KEPT_VECTORS:])
        return np.stack([held[text] for text in texts])

    def embed_tokens(self, texts: Sequence[str]) -> "list[Vectors]":
        """Return for each text a row a token; none where the model does not tell."""
        embedder = self.model.embedder
        return embedder.embed_tokens(texts) if isinstance(embedder, TokenEmbedder) else []

    def _miss_model(self, notice: str, fix: str) -> None:
        log.warning("%s", notice)
        self.model_away_notice = f"{notice} {fix}".strip()
        self._away_since = self.clock.now()

    @property
    def is_model_away(self) -> bool:
        """Whether the model did not answer when it was asked last."""
        return bool(self.model_away_notice)

    @property
    def is_model_worth_asking(self) -> bool:
        """Whether the model has been away for so long that a new workspace may find it back."""
        waited = self.clock.now() - self._away_since if self._away_since else timedelta()
        return waited >= AWAY_FOR

    @property
    def model_notice(self) -> str:
        """What to tell a reader about the model in use; empty where nothing is."""
        return self.model_away_notice or self.model.notice

    @property
    def knows_meaning(self) -> bool:
        """Whether similarities mean anything now; else shared words must."""
        return self.model.embedder.is_semantic and not self.is_model_away

    @opened_once
    def reader(self) -> "Reader":
        """Who reads what words do not settle; raises where none is set or it is missing."""
        return self._parts.open_reader()

    @opened_once
    def chunks(self) -> ChunkStore:
        """The index."""
        store = self._parts.open_chunks(self.model.embedder)
        self._is_index_settled = False
        self._index_seen = self._index_folders()
        return store

    def reopen_index(self) -> bool:
        """Open the index again, its files looked at; tell whether it had to be begun anew."""
        store = self.__dict__.pop("chunks", None)
        if store is not None:
            store.close()
        return self.chunks.was_rebuilt

    def is_index_standing(self) -> bool:
        """Tell whether the opened index is still the one on disk; true where none is open."""
        return not self.is_index_open or self._index_folders() == self._index_seen

    def _index_folders(self) -> tuple[int, ...]:
        """Return what tells the index folder and its tables from others of the same names."""
        try:
            tables = sorted(self.places.index.glob("*.lance"))
            return tuple(one.stat().st_ino for one in (self.places.index, *tables))
        except OSError:
            return ()

    @property
    def has_index(self) -> bool:
        """Whether a table of chunks stands, whichever model's: its folder holds vectors too."""
        return len(self._index_folders()) > 1

    @property
    def is_model_open(self) -> bool:
        """Whether the model was asked for already: loading it takes a while."""
        return "model" in self.__dict__

    @property
    def is_index_open(self) -> bool:
        """Whether the index was asked for already: opening it takes a second."""
        return "chunks" in self.__dict__

    @property
    def is_index_new(self) -> bool:
        """Whether the index held nothing when it was opened, and was not filled since."""
        return self.chunks.was_rebuilt and not self._is_index_settled

    def settle_index(self) -> None:
        """Call the index filled: it holds what the ledger says."""
        self._is_index_settled = True

    @opened_once
    def vectors(self) -> VectorCache:
        """Vectors of single statements."""
        return self._parts.open_vectors(self.model.embedder)

    def __enter__(self) -> Self:
        """Return the workspace itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close what was opened."""
        with ExitStack() as closing:  # each is closed, whatever another says
            for name in _CLOSED_LAST_FIRST:
                part = self.__dict__.pop(name, None)
                if part is not None:
                    closing.callback(part.embedder.close if name == "model" else part.close)
