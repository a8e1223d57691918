"""The rows of a chunk table that is not large, in memory: the nearest are found by one product.

Called by `lance_search` alone.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import repeat
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from vaultwatch.adapters.index.chunk_store import Vector, Within
from vaultwatch.adapters.index.fusing import Floats, RowsAsked, WordRows
from vaultwatch.adapters.index.lance_rows import note_of
from vaultwatch.notes.model import NotePath
from vaultwatch.recall.word_weight import worth_of_absent

FIRST_ROOM = 256
"""Rows that room is made for first; then an eighth more than there are. Chosen by hand."""
_SHORTEST = 1e-12


@dataclass(frozen=True, slots=True)
class RowName:
    """A row, without its text."""

    id: str
    note: NotePath
    is_memory: bool


@dataclass(slots=True)
class WordHits:
    """The rows that hold a word."""

    ids: list[str]
    strengths: Floats
    version: int
    """Of the table that was asked."""
    placed: tuple[int, WordRows] | None = None
    """As `KeptRows` held them after so many changes."""


class KeptRows:
    """Rows of a chunk table by their ids, without their texts; vectors at length 1."""

    def __init__(self, dimensions: int) -> None:
        """Hold none."""
        self._dimensions = dimensions
        self._changes = 0
        self.clear()

    def clear(self) -> None:
        """Let go of all."""
        self._changes += 1
        self._places: dict[str, int] = {}
        self._ids: list[str] = []
        self._digests: list[str] = []
        self._numbers: dict[NotePath, int] = {}
        """Of notes; one that is gone keeps its own."""
        self._paths: list[NotePath] = []
        self._notes: npt.NDArray[np.intp] = np.zeros(0, np.intp)
        """By row the number of its note."""
        self._is_memory: npt.NDArray[np.bool_] = np.zeros(0, np.bool_)
        self._is_near: npt.NDArray[np.bool_] = np.zeros(0, np.bool_)
        self._vectors: npt.NDArray[np.float32] = np.zeros((0, self._dimensions), np.float32)

    def __len__(self) -> int:
        """Return how many rows are held."""
        return len(self._ids)

    def outdated(self, digests: Mapping[str, str]) -> list[str]:
        """Drop rows that are not among the table's; return the ids that must be read."""
        self.drop([id_ for id_ in self._ids if id_ not in digests])
        return [id_ for id_, digest in digests.items() if not self._is_held(id_, digest)]

    def _is_held(self, id_: str, digest: str) -> bool:
        place = self._places.get(id_)
        # A missing vector comes later, for the same text.
        return place is not None and self._digests[place] == digest and bool(self._is_near[place])

    def put(self, rows: "pa.Table | pa.RecordBatch") -> None:
        """Hold rows, each in place of what its id named."""
        self._changes += 1
        ids = rows.column("chunk_id").to_pylist()
        self._make_room(len(self._ids) + len(ids))
        places = np.array([self._place_of(id_) for id_ in ids], np.intp)
        paths = rows.column("note_path").to_pylist()
        digests = rows.column("digest").to_pylist()
        for place, path, digest in zip(places, paths, digests, strict=True):
            self._notes[place] = self._number_of(note_of(path))
            self._digests[place] = digest
        self._is_memory[places] = rows.column("is_memory").to_numpy(zero_copy_only=False)
        vectors, has_one = _vectors_in(rows.column("vector"), self._dimensions)
        lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors, dtype=np.float64))
        self._is_near[places] = has_one & (lengths > _SHORTEST)
        lengths[lengths <= _SHORTEST] = 1.0
        self._vectors[places] = vectors / lengths[:, None].astype(np.float32)

    def drop(self, ids: Iterable[str]) -> None:
        """Let go of rows; the last one moves to where one stood."""
        self._changes += 1
        for id_ in ids:
            place = self._places.pop(id_, None)
            if place is None:
                continue
            last = len(self._ids) - 1
            if place != last:
                moved = self._ids[last]
                self._places[moved], self._ids[place] = place, moved
                self._digests[place] = self._digests[last]
                for column in (self._notes, self._is_memory, self._is_near, self._vectors):
                    column[place] = column[last]
            for names in (self._ids, self._digests):
                names.pop()

    def looked(self, vector: "Vector | None", within: Within) -> RowsAsked:
        """Return all rows as they are held against a question."""
        count = len(self._ids)
        cosines: Floats | None = None
        if vector is not None:
            length = float(np.linalg.norm(vector))
            # Not by BLAS: its threads go on spinning for 30 ms of CPU after each product.
            asked = vector / np.float32(max(length, _SHORTEST))
            cosines = np.einsum("ij,j->i", self._vectors[:count], asked).astype(np.float64)
            cosines[~self._is_near[:count]] = np.nan
            if length <= _SHORTEST:
                cosines[:] = np.nan
        return RowsAsked(self._ids, self._notes[:count], self._passing(within), cosines)

    def said(self, word: str, found: WordHits) -> WordRows:
        """Return the rows that hold a word, as far as they are held."""
        if found.placed is None or found.placed[0] != self._changes:
            nowhere = repeat(-1)
            places = np.fromiter(map(self._places.get, found.ids, nowhere), np.intp, len(found.ids))
            held = places >= 0
            strengths = found.strengths[held]
            worth = strengths.max() if strengths.size else worth_of_absent(word, len(self._ids))
            found.placed = self._changes, WordRows(places[held], strengths, float(worth))
        return found.placed[1]

    def row(self, place: int) -> RowName:
        """Return what stands in a place."""
        note = self._paths[self._notes[place]]
        return RowName(self._ids[place], note, bool(self._is_memory[place]))

    def vectors(self, ids: Collection[str]) -> dict[str, Vector]:
        """Return the vectors of some rows that have one."""
        places = ((id_, self._places.get(id_)) for id_ in ids)
        return {
            id_: self._vectors[place].copy()  # another row may come to stand there
            for id_, place in places
            if place is not None and self._is_near[place]
        }

    def ids_of(self, notes: Collection[NotePath]) -> set[str]:
        """Return the ids of all rows of some notes."""
        return {self._ids[place] for place in np.flatnonzero(self._among(notes)).tolist()}

    def are_memories(self, ids: Collection[str]) -> bool:
        """Tell whether some rows are all of memories, and held."""
        return all(id_ in self._places and self._is_memory[self._places[id_]] for id_ in ids)

    def held(self, digests: Collection[str]) -> set[str]:
        """Return those of some texts that a row holds, by digest."""
        return {*digests}.intersection(self._digests)

    def _passing(self, within: Within) -> npt.NDArray[np.bool_]:
        passing = np.ones(len(self._ids), np.bool_)
        if within.memories is not None:
            passing &= self._is_memory[: len(self._ids)] == within.memories
        if within.only is not None:
            passing &= self._among(within.only)
        return passing

    def _among(self, notes: Collection[NotePath]) -> npt.NDArray[np.bool_]:
        """Tell by row whether it is of one of some notes."""
        named = np.zeros(len(self._paths), np.bool_)
        named[[self._numbers[note] for note in notes if note in self._numbers]] = True
        return named[self._notes[: len(self._ids)]]

    def _number_of(self, note: NotePath) -> int:
        number = self._numbers.setdefault(note, len(self._paths))
        if number == len(self._paths):
            self._paths.append(note)
        return number

    def _place_of(self, id_: str) -> int:
        place = self._places.setdefault(id_, len(self._ids))
        if place == len(self._ids):
            self._ids.append(id_)
            self._digests.append("")
        return place

    def _make_room(self, count: int) -> None:
        room = len(self._is_near)
        if count <= room:
            return
        more = max(FIRST_ROOM, count, room + room // 8) - room
        self._notes = np.concatenate([self._notes, np.zeros(more, np.intp)])
        self._is_memory = np.concatenate([self._is_memory, np.zeros(more, np.bool_)])
        self._is_near = np.concatenate([self._is_near, np.zeros(more, np.bool_)])
        new = np.zeros((more, self._dimensions), np.float32)
        self._vectors = np.concatenate([self._vectors, new])


def _vectors_in(column: Any, dimensions: int) -> tuple[Vector, npt.NDArray[np.bool_]]:  # noqa: ANN401
    """Return a row for each vector, zeros for a missing one, and which there are."""
    whole = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    has_one = np.asarray(whole.is_valid().to_numpy(zero_copy_only=False), np.bool_)
    flat: Any = whole.drop_null().flatten().to_numpy(zero_copy_only=False)
    vectors = np.zeros((len(has_one), dimensions), np.float32)
    vectors[has_one] = np.asarray(flat, np.float32).reshape(-1, dimensions)
    return vectors, has_one
