"""One model's chunk rows in a LanceDB table. Called by `chunk_store` alone.

LanceDB is not durable: nothing is synced, a killed write leaves files that nothing removes, a torn
manifest blocks opening. So the folder is swept when it is opened, a table that does not open is
set aside and made anew, and the ledger's digests, not the rows, say what is indexed.
"""

import logging
import os
import re
import shutil
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from hashlib import blake2b
from pathlib import Path
from typing import Any

os.environ.setdefault("LANCEDB_LOG", "error")  # read at import: each search would log a warning

import numpy as np
import pyarrow as pa

from vaultwatch.adapters.chunk_store import ChunkRow, Vector, Within, chunk_id_of
from vaultwatch.adapters.lance_import import FTS, BTree, IvfSq, col, lancedb, lit
from vaultwatch.errors import StoreError
from vaultwatch.notes.model import NotePath, SectionPath

log = logging.getLogger(__name__)

INDEX_CACHE_BYTES = 64 << 20
METADATA_CACHE_BYTES = 4 << 20
"""LanceDB's own defaults are gigabytes. Each edit leaves metadata that nobody reads again: 32 MiB
of it made a daemon grow, and with 4 no look was slower. Source: measured, 1,000 notes."""
BATCH_VALUES = 2_000
"""Values in one `IN` filter; 3,000 paths take about 100 ms."""
SMALL_FRAGMENTS = 200
"""Reading by path falls from 3 to 50 ms after 500 edits. Source: measured, FACTS."""
UNINDEXED_ROWS = 5_000
"""Rows that each search scans without an index. Chosen by hand."""
FLAT_ROWS = 50_000
"""Up to here every vector is looked at: 10 ms at 10k, 73 ms at 100k. Source: measured, FACTS."""
REFINE_FACTOR = 5
"""With IVF_SQ: recall 1.00 at 100k rows in 6 ms. Source: measured, FACTS."""
MAX_REASON_CHARS = 300
TRIES = 4  # a write that meets another's commit is tried again
LEFT_AFTER_S = 600
"""A `.tmp` file so old is nobody's any more; joining a million rows takes 10 s. Chosen by hand."""
SET_ASIDE = "set-aside"
"""Holds the last table that did not open."""
READ_COLUMNS = ["chunk_id", "note_path", "is_memory", "section", "first_line", "last_line", "text"]
NOT_UTF8 = "\ufffe"
"""Begins a path whose bytes are no UTF-8: a noncharacter, which no file name holds."""


@dataclass(frozen=True, slots=True)
class FoundRow:
    """A row that one ranking found."""

    chunk_id: str
    note: NotePath
    is_memory: bool
    section: SectionPath
    first_line: int
    last_line: int
    text: str
    strength: float
    """Cosine or BM25 score."""


class ChunkTable:
    """The table, opened for one writer and any number of threads."""

    def __init__(self, folder: Path, *, model_id: str, dimensions: int) -> None:
        """Sweep the folder and open or make the table; see `LanceChunkStore`."""
        self._folder = folder
        self._model_id = model_id
        self._dimensions = dimensions
        self._name = table_name(model_id)
        self._schema = _schema(dimensions)
        self._lock = threading.RLock()
        with _translated("opened"):
            folder.mkdir(parents=True, exist_ok=True)
            sweep(folder)
            self._db: Any = lancedb.connect(
                str(folder),
                read_consistency_interval=timedelta(0),  # another process may have written
                session=lancedb.Session(
                    index_cache_size_bytes=INDEX_CACHE_BYTES,
                    metadata_cache_size_bytes=METADATA_CACHE_BYTES,
                ),
            )
            opened = self._open()
            self._table = self._make() if opened is None else opened  # an empty table is falsy

    def write(self, rows_by_note: Mapping[NotePath, Sequence[ChunkRow]]) -> None:
        """Make the given rows all that the table holds of the given notes."""
        rows = [row for note_rows in rows_by_note.values() for row in note_rows]
        with self._lock, _translated("written"):
            known = self._ids_of(list(rows_by_note))
            table = self._arrow(rows)
            written = set(table.column("chunk_id").to_pylist())
            if known.isdisjoint(written):
                if rows:
                    self._again(lambda: self._table.add(table))
            else:
                self._again(
                    lambda: (
                        self._table.merge_insert("chunk_id")
                        .when_matched_update_all()
                        .when_not_matched_insert_all()
                        .execute(table)
                    )
                )
            # Last: a run killed before leaves old rows too many, never a note without rows.
            self._delete("chunk_id", sorted(known - written))

    def remove(self, notes: Sequence[NotePath]) -> None:
        """Drop every row of the notes."""
        with self._lock, _translated("written"):
            self._delete("note_path", [_stored(note) for note in notes])

    def vectors_of(self, digests: Sequence[str]) -> dict[str, Vector]:
        """Return the vectors of known digests."""
        found: dict[str, Vector] = {}
        with _translated("read"):
            for batch in _batches(digests):
                query = self._table.search().where(col("digest").isin(batch))
                table = query.select(["digest", "vector"]).to_arrow()
                matrix = self._matrix(table.column("vector"))
                found.update(zip(table.column("digest").to_pylist(), matrix, strict=True))
        return found

    def nearest(self, vector: Vector, count: int, within: Within) -> list[FoundRow]:
        """Return the rows of the nearest vectors, nearest first."""
        if vector.shape != (self._dimensions,) or not np.isfinite(vector).all():
            raise StoreError(
                f"A query vector of shape {vector.shape} does not fit {self._dimensions} numbers."
            )
        with _translated("read"):
            query = self._table.search(vector, query_type="vector").distance_type("cosine")
            query = query.refine_factor(REFINE_FACTOR)
            found = _narrowed(query, within).limit(count)
            table = found.select([*READ_COLUMNS, "_distance"]).to_arrow()
            return _found(table, [1.0 - d for d in table.column("_distance").to_pylist()])

    def matching(self, text: str, count: int, within: Within) -> list[FoundRow]:
        """Return the rows that hold the words, best first."""
        words = _utf8(text)
        if not words.strip():
            return []
        with _translated("read"):
            query = self._table.search(words, query_type="fts", fts_columns="words")
            found = _narrowed(query, within).limit(count)
            table = found.select([*READ_COLUMNS, "_score"]).to_arrow()
            return _found(table, table.column("_score").to_pylist())

    def notes(self) -> frozenset[NotePath]:
        """Return every note that has a row."""
        with _translated("read"):
            paths = self._table.search().select(["note_path"]).to_arrow().column("note_path")
        return frozenset(_path(stored) for stored in paths.unique().to_pylist())

    def count(self) -> int:
        """Return how many rows there are."""
        with _translated("read"):
            return int(self._table.count_rows())

    def size_bytes(self) -> int:
        """Return what the folder takes on disk."""
        total = 0
        for at, _, names in os.walk(self._folder):
            for name in names:
                try:
                    total += os.lstat(os.path.join(at, name)).st_size  # noqa: PTH118 - many files
                except FileNotFoundError:
                    continue  # another process's optimise took it
        return total

    def drop_others(self) -> None:
        """Delete other models' tables and what was set aside."""
        with self._lock, _translated("written"):
            for table in self._folder.glob("*.lance"):
                if table.name != f"{self._name}.lance":
                    shutil.rmtree(table, ignore_errors=True)
            shutil.rmtree(self._folder / SET_ASIDE, ignore_errors=True)

    def needs_optimise(self) -> bool:
        """Tell whether there are many small files or rows without an index."""
        with _translated("read"):
            small = self._table.stats()["fragment_stats"]["num_small_fragments"]
            words = self._table.index_stats("words_idx")
            late = words.num_unindexed_rows if words is not None else self._table.count_rows()
        return bool(small >= SMALL_FRAGMENTS or late >= UNINDEXED_ROWS)

    def optimise(self, *, keep_minutes: int) -> None:
        """Join small files, index new rows, drop old versions."""
        with self._lock, _translated("optimised"):
            self._again(
                lambda: self._table.optimize(cleanup_older_than=timedelta(minutes=keep_minutes))
            )
            if self._table.count_rows() > FLAT_ROWS and not self._has_index("vector"):
                self._table.create_index("vector", config=IvfSq(distance_type="cosine"))

    def close(self) -> None:
        """Let go of the table and its caches."""
        self._table = _Closed()
        self._db = _Closed()

    def _open(self) -> Any:  # noqa: ANN401 - LanceDB has no stubs
        """Return the table, or None if there is none that reads."""
        if not (self._folder / f"{self._name}.lance").exists():
            return None
        try:
            table = self._db.open_table(self._name)
            if table.schema.equals(self._schema):
                table.search().select(["chunk_id"]).limit(1).to_arrow()
                return table
        except (RuntimeError, ValueError, OSError, pa.ArrowException) as exc:
            log.warning("set aside an index that does not read: %s", type(exc).__name__)
        # Of another time, or garbled: it holds nothing that the vault does not.
        aside = self._folder / SET_ASIDE
        shutil.rmtree(aside, ignore_errors=True)
        aside.mkdir()
        (self._folder / f"{self._name}.lance").replace(aside / f"{self._name}.lance")
        return None

    def _make(self) -> Any:  # noqa: ANN401
        table = self._db.create_table(self._name, schema=self._schema)
        for column in ("chunk_id", "note_path", "digest"):
            table.create_index(column, config=BTree())
        # ICU finds words in scripts without spaces.
        table.create_index("words", config=FTS(base_tokenizer="icu"))
        return table

    def _has_index(self, column: str) -> bool:
        return any(column in index.columns for index in self._table.list_indices())

    def _ids_of(self, notes: Sequence[NotePath]) -> set[str]:
        ids: set[str] = set()
        for batch in _batches([_stored(note) for note in notes]):
            query = self._table.search().where(col("note_path").isin(batch))
            ids.update(query.select(["chunk_id"]).to_arrow().column("chunk_id").to_pylist())
        return ids

    def _delete(self, column: str, values: Sequence[str]) -> None:
        for batch in _batches(values):
            self._again(lambda batch=batch: self._table.delete(col(column).isin(batch)))

    def _again(self, act: Any) -> None:  # noqa: ANN401
        for attempt in range(TRIES):
            try:
                act()
            except RuntimeError as exc:
                if "Retryable commit conflict" not in str(exc) or attempt + 1 == TRIES:
                    raise
            else:
                return

    def _matrix(self, column: Any) -> Vector:  # noqa: ANN401
        flat = column.combine_chunks().flatten().to_numpy(zero_copy_only=False)
        return np.asarray(flat, np.float32).reshape(-1, self._dimensions)

    def _arrow(self, rows: Sequence[ChunkRow]) -> pa.Table:
        vectors = np.zeros((len(rows), self._dimensions), np.float32)
        for place, row in enumerate(rows):
            if row.vector.shape != (self._dimensions,) or not np.isfinite(row.vector).all():
                raise StoreError(f"A chunk of {row.note!r} comes with a vector that does not fit.")
            vectors[place] = row.vector
        chunks = [row.chunk for row in rows]
        values = pa.array(vectors.reshape(-1), pa.float32())
        return pa.table(
            {
                "chunk_id": [chunk_id_of(row.note, row.chunk.ordinal) for row in rows],
                "note_path": [_stored(row.note) for row in rows],
                "ordinal": [chunk.ordinal for chunk in chunks],
                "is_memory": [row.is_memory for row in rows],
                "section": [[_utf8(h) for h in chunk.section] for chunk in chunks],
                "first_line": [chunk.first_line for chunk in chunks],
                "last_line": [chunk.last_line for chunk in chunks],
                "text": [_utf8(chunk.text) for chunk in chunks],
                "words": [_utf8(chunk.embed_text) for chunk in chunks],
                "digest": [chunk.digest for chunk in chunks],
                "model_id": [self._model_id] * len(rows),
                "vector": pa.FixedSizeListArray.from_arrays(values, self._dimensions),
            },
            schema=self._schema,
        )


def table_name(model_id: str) -> str:
    """Return a table name that any model id makes safely, and no two alike."""
    slug = re.sub(r"[^a-z0-9]+", "_", model_id.casefold()).strip("_")[:40]
    return f"chunks_{slug}_{blake2b(_utf8(model_id).encode(), digest_size=4).hexdigest()}"


def sweep(folder: Path) -> None:
    """Remove what killed writes left, before the table is opened."""
    now_s = time.time()
    for left in folder.rglob(".tmp*"):
        if left.is_file() and now_s - left.stat().st_mtime > LEFT_AFTER_S:
            left.unlink(missing_ok=True)
    for table in folder.glob("*.lance"):
        # Newest first: LanceDB counts down. An empty one is a commit that power loss tore.
        for manifest in sorted((table / "_versions").glob("*.manifest")):
            if manifest.stat().st_size:
                break
            manifest.unlink()


def _schema(dimensions: int) -> pa.Schema:
    return pa.schema(
        [
            pa.field("chunk_id", pa.string()),
            pa.field("note_path", pa.string()),
            pa.field("ordinal", pa.int32()),
            pa.field("is_memory", pa.bool_()),
            pa.field("section", pa.list_(pa.string())),
            pa.field("first_line", pa.int32()),
            pa.field("last_line", pa.int32()),
            pa.field("text", pa.string()),
            # What full-text search reads: title and headings in front, as the model sees it.
            pa.field("words", pa.string()),
            pa.field("digest", pa.string()),
            pa.field("model_id", pa.string()),
            pa.field("vector", pa.list_(pa.float32(), dimensions)),
        ]
    )


def _narrowed(query: Any, within: Within) -> Any:  # noqa: ANN401
    wanted = None if within.memories is None else col("is_memory") == lit(within.memories)
    if within.only is not None:
        named = col("note_path").isin([_stored(note) for note in within.only])
        wanted = named if wanted is None else wanted & named
    return query if wanted is None else query.where(wanted, prefilter=True)


def _found(table: pa.Table, strengths: Sequence[float]) -> list[FoundRow]:
    return [
        FoundRow(
            chunk_id=row["chunk_id"],
            note=_path(row["note_path"]),
            is_memory=row["is_memory"],
            section=tuple(row["section"]),
            first_line=row["first_line"],
            last_line=row["last_line"],
            text=row["text"],
            strength=strength,
        )
        for row, strength in zip(table.to_pylist(), strengths, strict=True)
    ]


def _batches(values: Sequence[str]) -> Iterator[list[str]]:
    for start in range(0, len(values), BATCH_VALUES):
        yield list(values[start : start + BATCH_VALUES])


def _utf8(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")


def _stored(note: NotePath) -> str:
    """Return the path as the table holds it: itself, or its bytes in hex if they are no UTF-8."""
    try:
        note.encode("utf-8")
    except UnicodeEncodeError:
        return NOT_UTF8 + note.encode("utf-8", "surrogateescape").hex()
    return note


def _path(stored: str) -> NotePath:
    if not stored.startswith(NOT_UTF8):
        return NotePath(stored)
    return NotePath(bytes.fromhex(stored[1:]).decode("utf-8", "surrogateescape"))


class _Closed:
    """Stands where a table was."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        raise StoreError("The chunk index is closed.")


@contextmanager
def _translated(done: str) -> Iterator[None]:
    try:
        yield
    except (RuntimeError, ValueError, OSError, pa.ArrowException) as exc:
        reason = (str(exc) or type(exc).__name__).splitlines()[0][:MAX_REASON_CHARS]
        raise StoreError(
            f"The chunk index cannot be {done}: {reason}",
            hint="It is a cache: `vaultwatch index --rebuild` makes it anew.",
        ) from exc
