"""The chunk store: one model's chunk rows in a LanceDB table. Opened by `wiring`.

LanceDB is not durable: nothing is synced, a killed write leaves files that nothing removes, a torn
manifest blocks opening, a garbled file may end the process. So the folder is looked at and swept
before it is opened (`index_files`), what is doubtful is read by a child first, a
table that does not read is set aside and made anew, and the ledger's digests, not the rows, say
what is indexed.
"""

import logging
import os
import shutil
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar

import pyarrow as pa

from vaultwatch.adapters.index.chunk_store import ChunkRow, Hit, Vector, Within
from vaultwatch.adapters.index.index_files import IndexFiles, is_readable, sweep
from vaultwatch.adapters.index.lance_import import (
    FTS,
    BTree,
    IvfSq,
    answer,
    col,
    lancedb,
    query_of,
)
from vaultwatch.adapters.index.lance_rows import (
    LATIN,
    LATIN_INDEX,
    arrow_of,
    batches,
    columns_of_old,
    having,
    note_of,
    schema_of,
    stored,
    table_name,
    vectors_by,
    with_vectors,
)
from vaultwatch.adapters.index.lance_search import KEPT_ROWS, LanceSearch
from vaultwatch.errors import StoreError
from vaultwatch.late_regex import late_regex
from vaultwatch.notes.model import NotePath, SectionPath
from vaultwatch.recall.word_weight import OF_OTHER_LETTERS, spelled_in_latin

os.environ.setdefault("LANCEDB_LOG", "error")  # read at import: each search would log a warning


log = logging.getLogger(__name__)
T = TypeVar("T")

INDEX_CACHE_BYTES = 64 << 20
METADATA_CACHE_BYTES = 4 << 20
"""LanceDB's own defaults are gigabytes. Each edit leaves metadata that nobody reads again: 32 MiB
of it made a daemon grow, and with 4 no look was slower. Source: measured, 1,000 notes."""
SMALL_FRAGMENTS = 32
FRAGMENTS_PART = 1_000
"""Files, or one for so many rows, that each question opens: with 37, of 14,000 rows, a search takes
50 ms of CPU instead of 28, a look by path 10 instead of 4; joining them 0.3 s. Source: measured."""
UNINDEXED_ROWS = 300
UNINDEXED_PART = 100
"""Rows that each search scans for its words without an index: so many, or one of so many of a large
table, which takes longer to tidy. At 365, 730 and 1,460 such rows a search takes 17, 21 and 28 ms
of CPU, and 11 to 12 with the index; making it takes 0.02 to 0.04 s. Source: measured."""
TRIES = 4  # a write that meets another's commit is tried again
SET_ASIDE = "set-aside"
"""Holds the last table that did not open."""
KEEP = timedelta(milliseconds=1)
"""Versions older than this go when the table is tidied: each question begins with the newest one,
and one that is overtaken in its middle is asked again. Zero would make LanceDB warn."""


class LanceChunkStore:
    """Chunk rows in a LanceDB table a model, for one writer and any number of threads."""

    def __init__(
        self, folder: Path, *, model_id: str, dimensions: int, is_semantic: bool = True
    ) -> None:
        """Look at the folder's files, sweep it, and open the model's table, remade if need be.

        Raises:
            StoreError: the folder cannot be read or written.
        """
        self._folder = folder
        self._model_id = model_id
        self._dimensions = dimensions
        self._searching = LanceSearch(
            self._read,
            folder / f"{table_name(model_id)}.lance" / "_versions",
            model_id=model_id,
            dimensions=dimensions,
            is_semantic=is_semantic,
        )
        self._name = table_name(model_id)
        self._schema = schema_of(dimensions)
        self._lock = threading.RLock()
        self._opening = threading.Lock()
        """Held while a session begins or all is closed."""
        self._db: Any = None
        self._table: Any = None
        self._tidied_ns = 0
        self._files = IndexFiles(folder)
        try:
            with self._translated("opened"):
                self._open_folder()
            self.was_rebuilt = self.count() == 0
        except StoreError:
            self._files.leave()
            raise

    def write(self, rows_by_note: Mapping[NotePath, Sequence[ChunkRow]]) -> None:
        """Make the rows all that the index holds of the notes, in one write."""
        rows = [row for note_rows in rows_by_note.values() for row in note_rows]
        with self._lock, self._translated("written"):
            self._follow_tidying()
            before, commits = self._table.version, 0
            kept = self._searching.ids_of(rows_by_note.keys(), before)
            known = self._ids_of(list(rows_by_note)) if kept is None else kept
            table = arrow_of(rows, model_id=self._model_id, schema=self._table.schema)
            written = set(table.column("chunk_id").to_pylist())
            if known.isdisjoint(written):
                if rows:
                    commits = self._again(lambda: self._table.add(table))
            else:
                commits = self._again(
                    lambda: (
                        self._table.merge_insert("chunk_id")
                        .when_matched_update_all()
                        .when_not_matched_insert_all()
                        .execute(table, on_bad_vectors="null")  # all missing: it means that
                    )
                )
            # Last: a run killed before leaves old rows too many, never a note without rows.
            commits += self._delete("chunk_id", sorted(known - written))
            self._searching.take_in(before, before + commits, table, known - written)

    def remove(self, notes: Iterable[NotePath]) -> None:
        """Drop every row of the notes."""
        with self._lock, self._translated("written"):
            self._delete("note_path", [stored(note) for note in notes])

    def vectors_of(self, digests: Collection[str]) -> dict[str, Vector]:
        """Return the vectors of the texts that are known, in whichever note they stand."""
        found: dict[str, Vector] = {}
        for batch in batches(sorted(self._searching.held(digests))):
            rows = self._read(having("digest", batch, ["digest", "vector"]))
            found |= vectors_by("digest", rows, self._dimensions)
        return found

    def vectors(self) -> dict[str, Vector]:
        """See `ChunkStore`."""

        def ask(table: Any) -> pa.Table:  # noqa: ANN401 - LanceDB has no stubs
            return answer(query_of(table).select(["digest", "vector"]))

        return vectors_by("digest", self._read(ask), self._dimensions)

    def texts_of(
        self, notes: Collection[NotePath]
    ) -> dict[NotePath, list[tuple[SectionPath, str]]]:
        """See `ChunkStore`."""
        found: dict[NotePath, list[tuple[SectionPath, str]]] = {}
        for batch in batches([stored(note) for note in notes]):
            rows = self._read(having("note_path", batch, ["note_path", "section", "text"]))
            for row in rows.to_pylist():
                said = (tuple(row["section"]), row["text"])
                found.setdefault(note_of(row["note_path"]), []).append(said)
        return found

    def search(  # noqa: PLR0913 - one argument a wish, all by name
        self,
        text: str,
        vector: "Vector | None",
        *,
        limit: int,
        memories: bool | None = None,
        only: Collection[NotePath] | None = None,
        has_text: bool = True,
    ) -> list[Hit]:
        """Return the best passages, best first."""
        within = Within(memories, only)
        return self._searching.search(text, vector, limit=limit, within=within, has_text=has_text)

    def notes(self) -> frozenset[NotePath]:
        """Return every note that has a row."""
        return self._notes_where(None)

    def notes_without_vectors(self) -> frozenset[NotePath]:
        """Return the notes that a chunk stands in whose vector is missing."""
        return self._notes_where("vector IS NULL")

    def texts_without_vectors(self) -> dict[str, str]:
        """See `ChunkStore`."""

        def ask(table: Any) -> pa.Table:  # noqa: ANN401 - LanceDB has no stubs
            bare = query_of(table).where("vector IS NULL")
            return answer(bare.select(["digest", "words"]))

        return dict(zip(*self._read(ask).to_pydict().values(), strict=True))

    def fill(self, vectors: Mapping[str, Vector]) -> None:
        """See `ChunkStore`."""
        for batch in batches(list(vectors)):
            bare = self._read(having("digest", batch, self._table.schema.names))
            with self._lock, self._translated("written"):
                rows = with_vectors(bare, vectors, self._dimensions)
                filling = self._table.merge_insert("chunk_id").when_matched_update_all()
                self._again(lambda filling=filling, rows=rows: filling.execute(rows))

    def count(self) -> int:
        """Return how many rows there are."""
        return int(self._read(lambda table: table.count_rows()))

    def drop_other_models(self) -> None:
        """Delete other models' tables and what was set aside."""
        with self._lock, self._translated("written"):
            for table in self._folder.glob("*.lance"):
                if table.name != f"{self._name}.lance":
                    shutil.rmtree(table, ignore_errors=True)
            shutil.rmtree(self._folder / SET_ASIDE, ignore_errors=True)

    def needs_optimise(self) -> bool:
        """Tell whether there are many small files or rows without an index, or vectors of old."""
        with self._translated("read"):
            if self._is_of_old():
                return True
            small = self._table.stats()["fragment_stats"]["num_small_fragments"]
            words = self._table.index_stats("words_idx")
            count = self._table.count_rows()
            late = words.num_unindexed_rows if words is not None else count
        most = max(UNINDEXED_ROWS, count // UNINDEXED_PART)
        return bool(small >= max(SMALL_FRAGMENTS, count // FRAGMENTS_PART) or late >= most)

    def optimise(self) -> None:
        """Join small files, index new rows, drop all versions but the newest.

        The vectors of a table that an earlier version made are halved: it takes less room once its
        files are joined. Its words of other letters are spelled in Latin ones.
        """
        with self._lock, self._translated("optimised"):
            if self._is_of_old():
                self._spell()
            if not self._table.schema.equals(self._schema):
                self._again(self._halve)
            before = self._table.version
            # What the first makes on its way is too young to go, and holds on to files in which
            # words stand that were taken out: a secret, a memory that was forgotten.
            for _ in range(2):
                self._again(lambda: self._table.optimize(cleanup_older_than=KEEP))
                time.sleep(2 * KEEP.total_seconds())
            if self._table.count_rows() > KEPT_ROWS and not self._vector_index():
                self._table.create_index("vector", config=IvfSq(distance_type="cosine"))
            self._follow_tidying()
            self._searching.outlive(before, self._table.version)

    def close(self) -> None:
        """Let go of the table and its caches."""
        with self._opening:
            self._table = ClosedTable()
            self._db = ClosedTable()
        self._files.leave()

    def _open_folder(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        sweep(self._folder)
        self._look_at_files()
        self._begin_session()
        self._table = self._open()
        if self._table is None:  # an empty table is falsy
            self._table = self._make()
            with suppress(OSError):  # else who opens it beside us has it read by a child first
                self._files.settle()

    def _begin_session(self) -> None:
        self._tidied_ns = self._last_tidied_ns()
        self._db = lancedb.connect(
            str(self._folder),
            read_consistency_interval=timedelta(0),  # another process may have written
            session=lancedb.Session(
                index_cache_size_bytes=INDEX_CACHE_BYTES,
                metadata_cache_size_bytes=METADATA_CACHE_BYTES,
            ),
        )

    def _follow_tidying(self) -> None:
        """Begin a new session where the table was tidied, by whomever.

        The old one keeps the files of the dropped indexes open: its cache is bounded by bytes
        alone, and four handles a time made a daemon run out of them.
        """
        if self._last_tidied_ns() == self._tidied_ns:
            return
        with self._opening:
            if isinstance(self._table, ClosedTable) or self._last_tidied_ns() == self._tidied_ns:
                return
            self._begin_session()
            self._table = self._db.open_table(self._name)

    def _last_tidied_ns(self) -> int:
        """Return when an index of the table was last made or dropped, as only tidying does."""
        try:
            return (self._folder / f"{self._name}.lance" / "_indices").stat().st_mtime_ns
        except OSError:  # no table, or none that reads: who asks it will be told
            return self._tidied_ns

    def _look_at_files(self) -> None:
        """Set aside a table whose files are garbled; read it in a child first where that is unsure.

        Before LanceDB is: no `except` catches it asking for 52 GB.
        """
        verdict = self._files.enter()
        table = self._folder / f"{self._name}.lance"
        if verdict == "unsure" and (not table.exists() or is_readable(self._folder, self._name)):
            self._files.settle()
        elif verdict != "sound":
            self._set_aside("files that hold other bytes than were written")

    def _set_aside(self, reason: str) -> None:
        """Move a table away that does not read: it holds nothing that the vault does not."""
        log.warning("set aside an index that does not read: %s", reason)
        aside = self._folder / SET_ASIDE
        shutil.rmtree(aside, ignore_errors=True)
        aside.mkdir()
        with suppress(FileNotFoundError):
            (self._folder / f"{self._name}.lance").replace(aside / f"{self._name}.lance")

    def _open(self) -> Any:  # noqa: ANN401 - LanceDB has no stubs
        """Return the table, or None if there is none that reads."""
        if not (self._folder / f"{self._name}.lance").exists():
            return None
        reason = "of another time"
        try:
            table = self._db.open_table(self._name)
            kinds = (pa.float16(), pa.float32())
            known = [
                of(self._dimensions, one) for of in (schema_of, columns_of_old) for one in kinds
            ]
            if table.schema in known:
                answer(query_of(table).select(["chunk_id"]).limit(1))
                return table
        except BaseException as exc:
            if not is_of_lance(exc):
                raise
            reason = type(exc).__name__
        self._set_aside(reason)
        return None

    def _make(self) -> Any:  # noqa: ANN401
        table = self._db.create_table(self._name, schema=self._schema)
        for column in ("chunk_id", "note_path", "digest"):
            table.create_index(column, config=BTree())
        # ICU finds words in scripts without spaces.
        table.create_index("words", config=FTS(base_tokenizer="icu"))
        _index_latin(table)
        self._tidied_ns = self._last_tidied_ns()  # else the first to ask would begin anew
        return table

    def _notes_where(self, wanted: str | None) -> frozenset[NotePath]:
        def ask(table: Any) -> pa.Table:  # noqa: ANN401 - LanceDB has no stubs
            query = query_of(table).select(["note_path"])
            return answer(query if wanted is None else query.where(wanted))

        paths = self._read(ask).column("note_path").unique().to_pylist()
        return frozenset(note_of(path) for path in paths)

    def _read(self, ask: Callable[[Any], T], /) -> T:
        """Ask the table; once more where another process dropped the version that was read."""
        with self._translated("read"):
            try:
                self._follow_tidying()
                return ask(self._table)
            except LANCE_ERRORS:
                self._table.checkout_latest()
                return ask(self._table)

    def _vector_index(self) -> list[str]:
        return [one.name for one in self._table.list_indices() if "vector" in one.columns]

    def _is_of_old(self) -> bool:
        """Tell whether an earlier version made the table, and it was not tidied since."""
        is_as_ours = self._table.schema.equals(self._schema)
        return not (is_as_ours and self._table.index_stats(LATIN_INDEX))

    def _spell(self) -> None:
        """Give a table of before its column of words in Latin letters, the index of it last."""
        if LATIN.name not in self._table.schema.names:
            self._table.add_columns([LATIN])
        is_other = f"regexp_like(words, '{OF_OTHER_LETTERS}')"
        ids = self._read(lambda table: answer(query_of(table).where(is_other).select(["chunk_id"])))
        for batch in batches(ids.column("chunk_id").to_pylist()):
            rows = self._read(having("chunk_id", batch, self._table.schema.names))
            latin = [spelled_in_latin(words) or None for words in rows.column("words").to_pylist()]
            at = rows.schema.get_field_index(LATIN.name)
            rows = rows.set_column(at, LATIN, pa.array(latin, LATIN.type))
            filling = self._table.merge_insert("chunk_id").when_matched_update_all()
            self._again(lambda filling=filling, rows=rows: filling.execute(rows))
        _index_latin(self._table)

    def _halve(self) -> None:
        for name in self._vector_index():
            self._table.drop_index(name)
        held = self._schema.field("vector").type
        self._table.alter_columns({"path": "vector", "data_type": held})

    def _ids_of(self, notes: Sequence[NotePath]) -> set[str]:
        ids: set[str] = set()
        for batch in batches([stored(note) for note in notes]):
            rows = having("note_path", batch, ["chunk_id"])(self._table)
            ids.update(rows.column("chunk_id").to_pylist())
        return ids

    def _delete(self, column: str, values: Sequence[str]) -> int:
        """Delete rows; return in how many commits."""
        return sum(
            self._again(lambda batch=batch: self._table.delete(col(column).isin(batch)))
            for batch in batches(values)
        )

    def _again(self, act: Any) -> int:  # noqa: ANN401
        """Write, once more where another's commit came between; return the commits: one."""
        for attempt in range(TRIES):
            try:
                act()
            except RuntimeError as exc:
                if "Retryable commit conflict" not in str(exc) or attempt + 1 == TRIES:
                    raise
            else:
                break
        return 1

    @contextmanager
    def _translated(self, done: str) -> Iterator[None]:
        try:
            yield
        except BaseException as exc:
            if not is_of_lance(exc):
                raise
            self._files.doubt()
            raise told(exc, done) from exc


def _index_latin(table: Any) -> None:  # noqa: ANN401 - LanceDB has no stubs
    names = FTS(base_tokenizer="simple", stem=False, remove_stop_words=False)
    table.create_index(LATIN.name, config=names)


MAX_REASON_CHARS = 300
LANCE_ERRORS = (RuntimeError, ValueError, OSError, pa.ArrowException)
"""What LanceDB raises where it cannot read or write."""
PANICS = {"RustPanic", "PanicException"}
"""What it raises where it met what it thought impossible: classes that no module gives by name, the
second no `Exception`."""
NO_ROOM = "No space left on device"
"""What it says where the disk is full."""
NO_HANDLES = "Too many open files"
"""What it says where this process has as many files open as it may."""
_PLACE = late_regex(r",? *[^\s,]*/[^\s,]*\.rs:\d+(?::\d+)?")
"""Where in its own sources it failed, which tells a user nothing."""


def is_of_lance(exc: BaseException) -> bool:
    """Tell whether LanceDB may have raised this."""
    return isinstance(exc, LANCE_ERRORS) or type(exc).__name__ in PANICS


def told(exc: BaseException, done: str) -> StoreError:
    """Return what LanceDB raised as an error with a way out: the index cannot be `done`."""
    said = (str(exc) or type(exc).__name__).splitlines()[0]
    if NO_ROOM in said:  # to make it anew would need more
        return StoreError(
            f"The disk is full: the chunk index cannot be {done}.",
            hint="Make room on the disk and try again; what was begun may stand, nothing by half.",
        )
    if NO_HANDLES in said:
        return StoreError(
            f"Too many files are open: the chunk index cannot be {done}.",
            hint="End `vaultwatch run` and what else serves this vault, and begin it again.",
        )
    return StoreError(
        f"The chunk index cannot be {done}: {_PLACE.sub('', said)[:MAX_REASON_CHARS]}",
        hint="It is a cache: `vaultwatch setup index --rebuild` makes it anew.",
    )


class ClosedTable:
    """Stands where a table was."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 -- of any name
        """Say that it is closed."""
        raise StoreError("The chunk index is closed.")
