"""The chunk index: what search reads, and a cache of vectors. Deleting it costs only time.

This module holds the words (row, hit, protocol) and how two rankings become one; the LanceDB side
is `lance_chunks`, loaded when a store is opened, since LanceDB takes a second to import.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeAlias

from vaultwatch.notes.model import Chunk, NotePath, SectionPath

if TYPE_CHECKING:  # most commands need no vector
    import numpy as np
    import numpy.typing as npt

Vector: TypeAlias = "npt.NDArray[np.float32]"

RRF_K = 60
"""Rank offset. Source: Cormack, Clarke & Büttcher, SIGIR 2009, who fixed k = 60."""
VECTOR_WEIGHT = 2.0
"""Of the vector ranking against 1 for words. MiniLM alone finds more than BM25 (MRR@10 0.50 against
0.40 on heading queries), and evenly fused less than alone (0.47). Chosen by hand between them."""
HASHED_WEIGHT = 0.5
"""The same for hashed words, which find less than BM25 (0.30 against 0.40). Chosen by hand."""
CANDIDATES = 50
"""Rows of each ranking that are fused, at least; four times the limit if that is more. By hand."""
KEEP_MINUTES = 5
"""How long another process's query may still read an old version; each query begins with the newest
one. Chosen by hand: a query takes milliseconds."""


@dataclass(frozen=True, slots=True)
class ChunkRow:
    """A chunk as it is written into the index."""

    note: NotePath
    is_memory: bool
    chunk: Chunk
    vector: Vector


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that search found."""

    note: NotePath
    is_memory: bool
    section: SectionPath
    first_line: int
    last_line: int
    text: str
    score: float
    """0..1; 1 is first in every ranking asked. For ordering one search's hits, nothing more."""
    vector_rank: int | None
    """1-based place among the nearest vectors; None if not among them."""
    text_rank: int | None
    """1-based place among the word matches; None if not among them."""
    similarity: float | None
    """Cosine of query and chunk; None if not among the nearest vectors."""


@dataclass(frozen=True, slots=True)
class Within:
    """Which rows a search looks at."""

    memories: bool | None = None
    """True for memories alone, False for notes alone, None for both."""
    only: Collection[NotePath] | None = None
    """Notes to look in; None for all."""


class ChunkStore(Protocol):
    """Chunk rows of one vault, one model."""

    @property
    def was_rebuilt(self) -> bool:
        """True if the index held nothing when it was opened: every note must be indexed."""

    def replace(self, note: NotePath, rows: Sequence[ChunkRow]) -> None:
        """Make the rows all that the index holds of the note."""

    def add_many(self, rows_by_note: Mapping[NotePath, Sequence[ChunkRow]]) -> None:
        """Do `replace` for many notes in one write."""

    def remove(self, notes: Iterable[NotePath]) -> None:
        """Drop every row of the notes."""

    def vectors_of(self, digests: Collection[str]) -> dict[str, Vector]:
        """Return the vectors of the texts that are known, in whichever note they stand."""

    def search(
        self,
        text: str,
        vector: "Vector | None",
        *,
        limit: int,
        memories: bool | None = None,
        only: Collection[NotePath] | None = None,
    ) -> list[Hit]:
        """Return the best passages, best first.

        Args:
            text: words to look for.
            vector: the query's vector; None to look for words alone.
            limit: at most so many hits.
            memories: True for memories alone, False for notes alone, None for both.
            only: notes to look in; None for all.
        """

    def notes(self) -> frozenset[NotePath]:
        """Return every note that has a row."""

    def count(self) -> int:
        """Return how many rows there are."""

    def size_bytes(self) -> int:
        """Return what the index takes on disk."""

    def drop_other_models(self) -> None:
        """Delete what other models left."""

    def needs_optimise(self) -> bool:
        """Tell whether `optimise` is worth its time."""

    def optimise(self, *, keep_minutes: int = KEEP_MINUTES) -> None:
        """Join small files, index new rows, drop versions older than `keep_minutes`."""

    def close(self) -> None:
        """Let go; a second call does nothing."""


def chunk_id_of(note: NotePath, ordinal: int) -> str:
    """Return a stable id of a chunk's place: an edited note updates its rows in place."""
    key = f"{ordinal}\0{note}".encode("utf-8", "surrogateescape")
    return blake2b(key, digest_size=16).hexdigest()


def fused(
    by_vector: Sequence[str], by_text: Sequence[str] | None, *, vector_weight: float
) -> dict[str, float]:
    """Return the score of each row of two rankings, best first, by reciprocal rank.

    Args:
        by_vector: chunk ids, nearest first; empty where no vector was asked.
        by_text: chunk ids, best word match first.
        vector_weight: of the vector ranking against 1 for the words.
    """
    rankings = [(by_vector, vector_weight), (by_text or (), 1.0)]
    asked = sum(weight for ranking, weight in rankings if ranking)
    scores: dict[str, float] = {}
    for ranking, weight in rankings:
        for rank, chunk_id in enumerate(ranking, start=1):
            gain = weight / asked * (RRF_K + 1) / (RRF_K + rank)
            scores[chunk_id] = scores.get(chunk_id, 0.0) + gain
    # Equal scores fall by id: the same index gives the same order.
    return dict(sorted(scores.items(), key=lambda entry: (-entry[1], entry[0])))


class LanceChunkStore:
    """Chunk rows in a LanceDB table, one table a model."""

    def __init__(
        self, folder: Path, *, model_id: str, dimensions: int, is_semantic: bool = True
    ) -> None:
        """Open the model's table, made or remade if need be.

        Args:
            folder: the index; made if it is not there.
            model_id: whose vectors; another model's rows are never read.
            dimensions: of each vector.
            is_semantic: see `Embedder`; decides how much vectors weigh against words.

        Raises:
            StoreError: the folder cannot be read or written.
        """
        from vaultwatch.adapters.lance_chunks import ChunkTable

        self._vector_weight = VECTOR_WEIGHT if is_semantic else HASHED_WEIGHT
        self._table = ChunkTable(folder, model_id=model_id, dimensions=dimensions)
        self.was_rebuilt = self._table.count() == 0

    def replace(self, note: NotePath, rows: Sequence[ChunkRow]) -> None:
        """Make the rows all that the index holds of the note.

        A run killed within leaves old rows beside new ones, never a note without rows.
        """
        self._table.write({note: rows})

    def add_many(self, rows_by_note: Mapping[NotePath, Sequence[ChunkRow]]) -> None:
        """Do `replace` for many notes in one write."""
        self._table.write(rows_by_note)

    def remove(self, notes: Iterable[NotePath]) -> None:
        """Drop every row of the notes."""
        self._table.remove(list(notes))

    def vectors_of(self, digests: Collection[str]) -> dict[str, Vector]:
        """Return the vectors of the texts that are known, in whichever note they stand."""
        return self._table.vectors_of(list(digests))

    def search(
        self,
        text: str,
        vector: "Vector | None",
        *,
        limit: int,
        memories: bool | None = None,
        only: Collection[NotePath] | None = None,
    ) -> list[Hit]:
        """Return the best passages, best first; see `ChunkStore`."""
        if limit < 1 or (only is not None and not only):
            return []
        count = max(CANDIDATES, 4 * limit)
        within = Within(memories, only)
        near = [] if vector is None else self._table.nearest(vector, count, within)
        said = self._table.matching(text, count, within)
        scores = fused(
            [row.chunk_id for row in near],
            [row.chunk_id for row in said],
            vector_weight=self._vector_weight,
        )
        near_rank = {row.chunk_id: rank for rank, row in enumerate(near, start=1)}
        said_rank = {row.chunk_id: rank for rank, row in enumerate(said, start=1)}
        rows = {row.chunk_id: row for row in (*near, *said)}
        cosines = {row.chunk_id: row.strength for row in near}
        return [
            Hit(
                note=rows[chunk_id].note,
                is_memory=rows[chunk_id].is_memory,
                section=rows[chunk_id].section,
                first_line=rows[chunk_id].first_line,
                last_line=rows[chunk_id].last_line,
                text=rows[chunk_id].text,
                score=score,
                vector_rank=near_rank.get(chunk_id),
                text_rank=said_rank.get(chunk_id),
                similarity=cosines.get(chunk_id),
            )
            for chunk_id, score in list(scores.items())[:limit]
        ]

    def notes(self) -> frozenset[NotePath]:
        """Return every note that has a row."""
        return self._table.notes()

    def count(self) -> int:
        """Return how many rows there are."""
        return self._table.count()

    def size_bytes(self) -> int:
        """Return what the index takes on disk, all models together."""
        return self._table.size_bytes()

    def drop_other_models(self) -> None:
        """Delete what other models left, and what was set aside."""
        self._table.drop_others()

    def needs_optimise(self) -> bool:
        """Tell whether `optimise` is worth its time."""
        return self._table.needs_optimise()

    def optimise(self, *, keep_minutes: int = KEEP_MINUTES) -> None:
        """Join small files, index new rows, drop versions older than `keep_minutes`.

        Args:
            keep_minutes: see `KEEP_MINUTES`.
        """
        self._table.optimise(keep_minutes=keep_minutes)

    def close(self) -> None:
        """Let go; a second call does nothing."""
        self._table.close()
