"""The chunk index: what search reads, and a cache of vectors. Deleting it costs only time.

This module holds the words (row, hit, protocol) and how two rankings become one; the store itself
is `lance_chunks`, imported when it is opened, since LanceDB takes a second to import.
"""

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import islice
from typing import TYPE_CHECKING, Protocol, TypeAlias

from vaultwatch.notes.model import Chunk, NotePath, SectionPath

if TYPE_CHECKING:  # most commands need no vector
    import numpy as np
    import numpy.typing as npt

Vector: TypeAlias = "npt.NDArray[np.float32]"

CANDIDATES = 50
"""Rows of each ranking that are fused, at least; four times the limit if that is more. What a word
is worth is measured on so many. Chosen by hand."""


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
    strength: float
    """Cosine or BM25 score."""


@dataclass(frozen=True, slots=True)
class RowBody:
    """What a row holds beside what it is ranked by; empty as far as it was not asked for."""

    section: SectionPath = ()
    first_line: int = 0
    last_line: int = 0
    text: str = ""
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
    """Empty, as is its place in the note, where none was asked for."""
    score: float
    """0..1, see `fused`: about the cosine, or the words alone where no vector was asked."""
    vector_rank: int | None
    """1-based place among the nearest vectors; None if not among them."""
    text_rank: int | None
    """1-based place among the word matches; None if not among them."""
    similarity: float | None
    """Cosine of query and chunk; None if not among the nearest vectors."""
    lent: float = 0.0
    """Of its score, what memories that cite its note lend; see `recall.lending`."""
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

    def texts_of(
        self, notes: Collection[NotePath]
    ) -> dict[NotePath, list[tuple[SectionPath, str]]]:
        """Return what is held of notes, each chunk with its section, in no order."""

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
        """Return the best passages, best first; without a vector by words alone.

        `memories` is True for memories alone, False for notes alone; `only` names notes to look in.
        Without `has_text` texts and their places are left out.
        """

    def notes(self) -> frozenset[NotePath]:
        """Return every note that has a row."""

    def count(self) -> int:
        """Return how many rows there are."""

    def notes_without_vectors(self) -> frozenset[NotePath]:
        """Return the notes that a chunk stands in whose vector is missing."""

    def texts_without_vectors(self) -> dict[str, str]:
        """Return by digest what the model would read of the chunks whose vector is missing."""

    def fill(self, vectors: Mapping[str, "Vector"]) -> None:
        """Give the chunks whose vector is missing those of their texts, by digest, in one write."""

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
    near: Sequence[FoundRow],
    said: Sequence[FoundRow],
    bodies: Callable[[Sequence[str]], Mapping[str, RowBody]],
    *,
    word_weight: float,
    limit: int,
) -> list[Hit]:
    """Return the hits of two rankings, each best first, as one: the cosine, lifted by the words.

    Sums scores normalised to zero mean and unit variance among the best `CANDIDATES` of both
    (Montague & Aslam, "Relevance score normalization for metasearch", CIKM 2001), on the cosine's
    own scale: how many hits are asked for changes nothing. What words alone found has the lowest
    cosine of the others; without vectors it is the share of the best word score. `word_weight` is
    in standard deviations of the cosine; a row that `bodies` leaves out is gone.
    """
    cosines = {row.chunk_id: row.strength for row in near}
    words = {row.chunk_id: row.strength for row in said}
    scores = _lifted(cosines, words, word_weight) if cosines else _shares(words)
    near_rank = {row.chunk_id: rank for rank, row in enumerate(near, start=1)}
    said_rank = {row.chunk_id: rank for rank, row in enumerate(said, start=1)}
    rows = {row.chunk_id: row for row in (*near, *said)}
    # Equal scores fall by id: the same index gives the same order.
    best = sorted(scores, key=lambda chunk_id: (-scores[chunk_id], chunk_id))[: max(limit, 0)]
    rest = bodies(best) if best else {}
    return [
        Hit(
            note=rows[chunk_id].note,
            is_memory=rows[chunk_id].is_memory,
            section=body.section,
            first_line=body.first_line,
            last_line=body.last_line,
            text=body.text,
            score=min(1.0, max(0.0, scores[chunk_id])),
            vector_rank=near_rank.get(chunk_id),
            text_rank=said_rank.get(chunk_id),
            similarity=cosines.get(chunk_id),
            vector=body.vector,
        )
        for chunk_id in best
        if (body := rest.get(chunk_id)) is not None
    ]


def _lifted(
    cosines: Mapping[str, float], words: Mapping[str, float], word_weight: float
) -> dict[str, float]:
    lowest = min(cosines.values())
    best = {*islice(cosines, CANDIDATES), *islice(words, CANDIDATES)}
    _, wide = _moments([cosines.get(one, lowest) for one in best])
    middle, deviation = _moments([words.get(one, 0.0) for one in best])
    unit = word_weight * wide / (deviation or 1.0)
    return {
        one: cosines.get(one, lowest) + unit * (words.get(one, 0.0) - middle)
        for one in cosines.keys() | words.keys()
    }


def _moments(values: Collection[float]) -> tuple[float, float]:
    """Return mean and standard deviation; the statistics module takes 15 ms to import."""
    mean = math.fsum(values) / len(values)
    return mean, math.sqrt(math.fsum((value - mean) ** 2 for value in values) / len(values))


def _shares(words: Mapping[str, float]) -> dict[str, float]:
    best = max(words.values(), default=0.0)
    return {one: score / best if best > 0 else 0.0 for one, score in words.items()}
