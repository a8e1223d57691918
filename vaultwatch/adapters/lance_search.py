"""Search a chunk table by meaning and by words. Called by `lance_chunks` alone.

A ranking reads ids alone, and only what is returned its texts: of 400 rows that are ranked ten to
a hundred are. Up to `KEPT_ROWS` the vectors are held in memory, beyond LanceDB's index finds them.
"""

import threading
from collections.abc import Callable, Collection, Sequence
from typing import Any, Protocol, TypeVar

import numpy as np
import pyarrow as pa

from vaultwatch.adapters.chunk_store import (
    CANDIDATES,
    FoundRow,
    Hit,
    RowBody,
    Vector,
    Within,
    fused,
)
from vaultwatch.adapters.kept_rows import KeptRows
from vaultwatch.adapters.lance_import import col, lit, words_query
from vaultwatch.adapters.lance_rows import batches, bodies_of, found_rows, stored, utf8
from vaultwatch.errors import StoreError
from vaultwatch.recall.word_weight import word_weight

KEPT_ROWS = 30_000
"""Up to here the vectors are held in memory: 46 MB of 384 numbers each. Above it an index finds
them, which LanceDB holds in a quarter of that."""
REFINE_FACTOR = 5
PROBES = 30
"""Parts of an IVF index that are looked at, of some fifty at 200,000 rows, and how many rows more
than asked for: recall 1.00 of the nearest 10 and 50; LanceDB's own choice gives 0.97. Measured."""
_KEPT_COLUMNS = ["chunk_id", "note_path", "is_memory", "digest", "vector"]
_RANKED_COLUMNS = ["chunk_id", "note_path", "is_memory"]
_BODY_COLUMNS = ["chunk_id", "section", "first_line", "last_line", "text"]

T = TypeVar("T")


class ReadTable(Protocol):
    """Asks the table; once more where another process dropped the version that was read."""

    def __call__(self, ask: Callable[[Any], T], /) -> T:
        """Return what it answers."""


class LanceSearch:
    """Search of one table, for any number of threads."""

    def __init__(
        self, read: ReadTable, *, model_id: str, dimensions: int, is_semantic: bool
    ) -> None:
        """Read nothing yet; see `LanceChunkStore`."""
        self._read = read
        self._model_id = model_id
        self._dimensions = dimensions
        self._is_semantic = is_semantic
        self._kept = KeptRows(dimensions)
        self._version = -1
        self._is_kept = False
        self._turn = threading.Lock()
        """Held while rows that are kept are read or changed."""

    def search(
        self, text: str, vector: "Vector | None", *, limit: int, within: Within, has_text: bool
    ) -> list[Hit]:
        """Return the best passages, best first; see `ChunkStore`."""
        if limit < 1 or (within.only is not None and not within.only):
            return []
        count = max(CANDIDATES, 4 * limit)
        self._follow()
        near = [] if vector is None else self._nearest(vector, count, within)
        said = self._matching(text, count, within)
        weight = word_weight(text, model_id=self._model_id, is_semantic=self._is_semantic)

        def bodies(ids: Sequence[str]) -> dict[str, RowBody]:
            return self._bodies(ids, has_text=has_text)

        return fused(near, said, bodies, word_weight=weight, limit=limit)

    def take_in(self, before: int, after: int, put: pa.Table, gone: Collection[str]) -> None:
        """Take in what this process wrote, where nobody else did meanwhile.

        Args:
            before: the table's version before.
            after: what it is after, if nobody else wrote: elsewhere all is looked at anew.
            put: rows that were written.
            gone: ids of rows that were removed.
        """
        with self._turn:
            if self._version != before:
                return
            if self._is_kept:
                self._kept.put(put)
                self._kept.drop(gone)
            self._version = after

    def _follow(self) -> None:
        """Take in what was written since the last search, by whomever."""
        with self._turn:
            version = self._read(lambda table: table.version)
            if version == self._version:
                return
            self._is_kept = self._read(lambda table: table.count_rows()) <= KEPT_ROWS
            if self._is_kept:
                self._take_in_all()
            else:
                self._kept.clear()
            self._version = version  # rows of a later one may be among them: it is looked at again

    def _take_in_all(self) -> None:
        if not len(self._kept):
            for batch in self._read(
                lambda table: list(table.search().select(_KEPT_COLUMNS).to_batches())
            ):
                self._kept.put(batch)
            return
        held = self._read(lambda table: table.search().select(["chunk_id", "digest"]).to_arrow())
        ids, digests = (held.column(name).to_pylist() for name in ("chunk_id", "digest"))
        for batch in batches(self._kept.outdated(dict(zip(ids, digests, strict=True)))):
            self._kept.put(self._read(having("chunk_id", batch, _KEPT_COLUMNS)))

    def _nearest(self, vector: Vector, count: int, within: Within) -> list[FoundRow]:
        """Return the rows of the nearest vectors, nearest first."""
        if vector.shape != (self._dimensions,) or not np.isfinite(vector).all():
            raise StoreError(
                f"A query vector of shape {vector.shape} does not fit {self._dimensions} numbers."
            )
        with self._turn:
            if self._is_kept:
                return self._kept.nearest(vector, count, within)

        def ask(table: Any) -> pa.Table:  # noqa: ANN401 - LanceDB has no stubs
            query = table.search(vector, query_type="vector").distance_type("cosine")
            found = _narrowed(query.nprobes(PROBES).refine_factor(REFINE_FACTOR), within)
            return found.limit(count).select([*_RANKED_COLUMNS, "_distance"]).to_arrow()

        found = self._read(ask)
        return found_rows(found, [1.0 - d for d in found.column("_distance").to_pylist()])

    def _matching(self, text: str, count: int, within: Within) -> list[FoundRow]:
        """Return the rows that hold the words, best first; equal ones by id, not as they come."""
        words = utf8(text)
        if not words.strip():
            return []
        columns = ["chunk_id"] if self._is_kept else _RANKED_COLUMNS

        def ask(table: Any) -> pa.Table:  # noqa: ANN401
            query = table.search(words_query(words, "words"), query_type="fts")
            return _narrowed(query, within).limit(count).select([*columns, "_score"]).to_arrow()

        found = self._read(ask)
        strengths = found.column("_score").to_pylist()
        if columns == _RANKED_COLUMNS:
            rows = found_rows(found, strengths)
        else:
            with self._turn:
                rows = self._kept.found(found.column("chunk_id").to_pylist(), strengths)
        return sorted(rows, key=lambda row: (-row.strength, row.chunk_id))

    def _bodies(self, ids: Sequence[str], *, has_text: bool) -> dict[str, RowBody]:
        """Return what rows hold beside what they are ranked by; not what is gone since."""
        with self._turn:
            is_kept = self._is_kept
            vectors = self._kept.vectors(ids) if is_kept else {}
        if not has_text and is_kept:
            return {id_: RowBody(vector=vectors.get(id_)) for id_ in ids}
        columns = [*(_BODY_COLUMNS if has_text else ["chunk_id"]), *([] if is_kept else ["vector"])]
        found: dict[str, RowBody] = {}
        for batch in batches(ids):
            rows = self._read(having("chunk_id", batch, columns))
            found |= bodies_of(rows, self._dimensions, vectors)
        return found


def having(column: str, values: list[str], columns: list[str]) -> Callable[[Any], pa.Table]:
    """Return what asks a table for the rows of some values."""

    def ask(table: Any) -> pa.Table:  # noqa: ANN401
        return table.search().where(col(column).isin(values)).select(columns).to_arrow()

    return ask


def _narrowed(query: Any, within: Within) -> Any:  # noqa: ANN401
    wanted = None if within.memories is None else col("is_memory") == lit(within.memories)
    if within.only is not None:
        named = col("note_path").isin([stored(note) for note in within.only])
        wanted = named if wanted is None else wanted & named
    return query if wanted is None else query.where(wanted, prefilter=True)
