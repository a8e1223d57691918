"""Vectors of single statements, kept between runs: a cache in one SQLite file.

Vectors are stored as float16, at half the space: the cosine of a vector with its stored self is off
by less than 1e-6 (`tests/contract/test_vector_cache.py` holds it to 1e-5). A file that is garbled
is removed and made anew.
"""

import contextlib
import sqlite3
import threading
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from vaultwatch.adapters.files.own_files import open_sqlite
from vaultwatch.adapters.index.chunk_store import Vector
from vaultwatch.adapters.models.embedders import unit_rows
from vaultwatch.errors import StoreError

KEEP_NEWEST = 200_000
"""Statements of a vault of some 10,000 notes; about 170 MB at 384 dimensions. Chosen by hand."""
BATCH_DIGESTS = 500
"""SQLite takes at least 999 parameters a statement."""
BUSY_LIMIT_S = 10.0

_SCHEMA = """
CREATE TABLE IF NOT EXISTS vectors (
    place INTEGER PRIMARY KEY,
    model_id TEXT NOT NULL,
    digest TEXT NOT NULL,
    vector BLOB NOT NULL,
    UNIQUE (model_id, digest)
) STRICT
"""


class VectorCache:
    """Digest to vector, for one model."""

    def __init__(self, file: Path, *, model_id: str, dimensions: int) -> None:
        """Open the cache, made or remade if need be; other models' vectors are kept but not seen.

        Raises:
            StoreError: the file cannot be made.
        """
        self._file = file
        self._model_id = model_id
        self._dimensions = dimensions
        self._lock = threading.Lock()
        self._link: sqlite3.Connection | None = None
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            try:
                self._link = self._open()
            except sqlite3.DatabaseError as exc:
                if _is_passing(exc):
                    raise
                self._link = self._remade()
        except (sqlite3.Error, OSError) as exc:
            raise StoreError(
                f"The vector cache cannot be opened: {exc}",
                hint=f"It is a cache: delete {str(file)!r}.",
            ) from exc

    def get(self, digests: Collection[str]) -> dict[str, Vector]:
        """Return the vectors that are known, each of length 1."""
        found: dict[str, Vector] = {}
        wanted = list(digests)
        with self._lock:
            for start in range(0, len(wanted), BATCH_DIGESTS):
                found.update(self._get_batch(wanted[start : start + BATCH_DIGESTS]))
        return found

    def put(self, vectors: Mapping[str, Vector]) -> None:
        """Keep vectors, in one transaction; a known digest gets the new one."""
        import numpy as np

        rows = []
        for digest, vector in vectors.items():
            if vector.shape != (self._dimensions,) or not np.isfinite(vector).all():
                raise StoreError(f"A vector of shape {vector.shape} does not fit the cache.")
            rows.append((self._model_id, digest, vector.astype("<f2").tobytes()))
        with self._lock, _translated():
            try:
                self._insert(rows)
            except sqlite3.DatabaseError as exc:
                if _is_passing(exc):
                    raise
                self._start_anew()
                self._insert(rows)

    def prune(self, keep_newest: int) -> None:
        """Drop all but the vectors put last, whichever model's."""
        with self._lock, _translated(), self._connection() as link:
            link.execute(
                "DELETE FROM vectors WHERE place <= "
                "(SELECT place FROM vectors ORDER BY place DESC LIMIT 1 OFFSET ?)",
                (keep_newest,),
            )

    def close(self) -> None:
        """Close the file; a second call does nothing."""
        with self._lock:
            if self._link is not None:
                self._link.close()
                self._link = None

    def _get_batch(self, digests: list[str]) -> dict[str, Vector]:
        marks = ",".join("?" * len(digests))
        query = f"SELECT digest, vector FROM vectors WHERE model_id = ? AND digest IN ({marks})"  # noqa: S608 - question marks alone
        with _translated():
            try:
                rows = self._connection().execute(query, (self._model_id, *digests)).fetchall()
            except sqlite3.DatabaseError as exc:
                if _is_passing(exc):
                    raise
                self._start_anew()
                return {}
        size_bytes = 2 * self._dimensions
        rows = [(digest, blob) for digest, blob in rows if len(blob) == size_bytes]
        if not rows:
            return {}
        import numpy as np

        matrix = np.frombuffer(b"".join(blob for _, blob in rows), "<f2")
        matrix = matrix.reshape(len(rows), self._dimensions)
        is_whole = np.isfinite(matrix).all(axis=1)
        unit = unit_rows(np.where(is_whole[:, None], matrix, 0))
        return {
            digest: row
            for (digest, _), row, whole in zip(rows, unit, is_whole, strict=True)
            if whole
        }

    def _insert(self, rows: list[tuple[str, str, bytes]]) -> None:
        with self._connection() as link:
            link.executemany(
                "INSERT OR REPLACE INTO vectors (model_id, digest, vector) VALUES (?, ?, ?)", rows
            )

    def _start_anew(self) -> None:
        """Start anew in place of a file that turned out garbled."""
        if self._link is not None:
            self._link.close()
        self._link = self._remade()

    def _connection(self) -> sqlite3.Connection:
        if self._link is None:
            raise StoreError("The vector cache is closed.")
        return self._link

    def _open(self) -> sqlite3.Connection:
        return open_sqlite(self._file, _set_up, busy_s=BUSY_LIMIT_S)

    def _remade(self) -> sqlite3.Connection:
        for ending in ("", "-wal", "-shm"):
            self._file.with_name(self._file.name + ending).unlink(missing_ok=True)
        return self._open()


def _set_up(link: sqlite3.Connection) -> None:
    link.execute("PRAGMA journal_mode = WAL")
    link.execute("PRAGMA synchronous = NORMAL")  # a cache may lose its last write
    with link:
        link.execute(_SCHEMA)
    link.execute("SELECT place, model_id, digest, vector FROM vectors LIMIT 1").fetchall()


def _is_passing(exc: sqlite3.DatabaseError) -> bool:
    """Tell a busy or unwritable file from a garbled one."""
    passing = {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_IOERR,
    }
    return (getattr(exc, "sqlite_errorcode", 0) & 0xFF) in passing


@contextlib.contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as exc:
        raise StoreError(
            f"The vector cache fails: {exc}", hint="It is a cache: deleting its file costs time."
        ) from exc
