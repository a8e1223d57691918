"""The chunk index: what search reads, and a cache of vectors. Deleting it costs only time.

This module holds the words (row, hit, protocol) and how two rankings become one; the store itself
is `lance_chunks`, imported when it is opened, since LanceDB takes a second to import.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
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


@dataclass(frozen=True, slots=True)
class ChunkRow:
    """A chunk as it is written into the index."""

    note: NotePath
    is_memory: bool
    chunk: Chunk
    vector: "Vector | None"
    """None where the model does not answer: words find the chunk until its vector is made up."""


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
    vector: "Vector | None" = field(default=None, compare=False, repr=False)
    """Of the passage; None where it has none."""


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
    vector: "Vector | None" = field(default=None, compare=False, repr=False)
    """Of the passage; None where it has none."""


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

    def write(self, rows_by_note: Mapping[NotePath, Sequence[ChunkRow]]) -> None:
        """Make the rows all that the index holds of the notes, in one write.

        A run killed within leaves old rows beside new ones, never a note without rows.
        """

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

    def notes_without_vectors(self) -> frozenset[NotePath]:
        """Return the notes that a chunk stands in whose vector is missing."""

    def drop_other_models(self) -> None:
        """Delete what other models left, and what was set aside."""

    def needs_optimise(self) -> bool:
        """Tell whether `optimise` is worth its time."""

    def optimise(self) -> None:
        """Join small files, index new rows, drop all versions but the newest."""

    def close(self) -> None:
        """Let go; a second call does nothing."""


def chunk_id_of(note: NotePath, ordinal: int) -> str:
    """Return a stable id of a chunk's place: an edited note updates its rows in place."""
    key = f"{ordinal}\0{note}".encode("utf-8", "surrogateescape")
    return blake2b(key, digest_size=16).hexdigest()


def fused(
    near: Sequence[FoundRow], said: Sequence[FoundRow], *, vector_weight: float, limit: int
) -> list[Hit]:
    """Return the hits of two rankings as one, best first, by reciprocal rank.

    Args:
        near: nearest vector first; empty where no vector was asked.
        said: best word match first.
        vector_weight: of the vector ranking against 1 for the words.
        limit: at most so many hits.
    """
    rankings = [(near, vector_weight), (said, 1.0)]
    asked = sum(weight for ranking, weight in rankings if ranking)
    scores: dict[str, float] = {}
    for ranking, weight in rankings:
        for rank, row in enumerate(ranking, start=1):
            gain = weight / asked * (RRF_K + 1) / (RRF_K + rank)
            scores[row.chunk_id] = scores.get(row.chunk_id, 0.0) + gain
    near_rank = {row.chunk_id: rank for rank, row in enumerate(near, start=1)}
    said_rank = {row.chunk_id: rank for rank, row in enumerate(said, start=1)}
    cosines = {row.chunk_id: row.strength for row in near}
    rows = {row.chunk_id: row for row in (*near, *said)}
    # Equal scores fall by id: the same index gives the same order.
    best = sorted(scores, key=lambda chunk_id: (-scores[chunk_id], chunk_id))[: max(limit, 0)]
    return [
        Hit(
            note=rows[chunk_id].note,
            is_memory=rows[chunk_id].is_memory,
            section=rows[chunk_id].section,
            first_line=rows[chunk_id].first_line,
            last_line=rows[chunk_id].last_line,
            text=rows[chunk_id].text,
            score=scores[chunk_id],
            vector_rank=near_rank.get(chunk_id),
            text_rank=said_rank.get(chunk_id),
            similarity=cosines.get(chunk_id),
            vector=rows[chunk_id].vector,
        )
        for chunk_id in best
    ]
