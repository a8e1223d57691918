"""The chunk index: what search reads, and a cache of vectors. Deleting it costs only time.

This module holds the words (row, hit, protocol); the store itself is `lance_chunks`, imported when
it is opened, since LanceDB takes a second to import.
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

CANDIDATES = 50
"""Rows that are looked at, at least, where some of them are reordered. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class ChunkRow:
    """A chunk as it is written into the index."""

    note: NotePath
    is_memory: bool
    chunk: Chunk
    vector: "Vector | None"
    """None where the model does not answer: words find the chunk until its vector is made up."""


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
    """0..1, see `fusing`: the cosine and the words, or words alone where no vector was asked."""
    vector_rank: int | None
    """1-based place among the nearest vectors; None if not among them."""
    text_rank: int | None
    """1-based place among the word matches; None if not among them."""
    similarity: float | None
    """Cosine of query and chunk; None if not among the nearest vectors."""
    share: float = 0.0
    """Of what the words of the question weigh, the part that it and its note hold."""
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

    def vectors(self) -> dict[str, Vector]:
        """Return all vectors by the digests of their texts."""

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
