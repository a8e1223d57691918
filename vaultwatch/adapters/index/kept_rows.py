"""The vectors of a table that is not large, held in memory: the nearest are found by one product.

At 14,000 rows LanceDB takes some 16 ms of CPU to find the nearest 200 by an index, one product with
all of them 1 ms. Called by `lance_search` alone, which keeps them in step with the table.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from vaultwatch.adapters.index.chunk_store import FoundRow, Vector, Within
from vaultwatch.adapters.index.lance_rows import note_of
from vaultwatch.notes.model import NotePath

FIRST_ROOM = 256
"""Rows that room is made for first; then half as many again as there are. Chosen by hand."""
_SHORTEST = 1e-12


class KeptRows:
    """Rows of a chunk table by their ids, without their texts; vectors at length 1."""

    def __init__(self, dimensions: int) -> None:
        """Hold none."""
        self._dimensions = dimensions
        self.clear()

    def clear(self) -> None:
        """Let go of all."""
        self._places: dict[str, int] = {}
        self._ids: list[str] = []
        self._notes: list[NotePath] = []
        self._digests: list[str] = []
        self._paths: dict[str, NotePath] = {}
        self._is_memory: npt.NDArray[np.bool_] = np.zeros(0, np.bool_)
        self._is_near: npt.NDArray[np.bool_] = np.zeros(0, np.bool_)
        self._vectors: npt.NDArray[np.float32] = np.zeros((0, self._dimensions), np.float32)

    def __len__(self) -> int:
        """Return how many rows are held."""
        return len(self._ids)

    def outdated(self, digests: Mapping[str, str]) -> list[str]:
        """Drop rows that are none of these; return the ids of those of them that must be read.

        Args:
            digests: of the texts of all rows that the table holds, by id.
        """
        self.drop([id_ for id_ in self._ids if id_ not in digests])
        return [id_ for id_, digest in digests.items() if not self._is_held(id_, digest)]

    def _is_held(self, id_: str, digest: str) -> bool:
        place = self._places.get(id_)
        # A missing vector comes later, for the same text.
        return place is not None and self._digests[place] == digest and bool(self._is_near[place])

    def put(self, rows: "pa.Table | pa.RecordBatch") -> None:
        """Hold rows, each in place of what its id named."""
        ids = rows.column("chunk_id").to_pylist()
        self._make_room(len(self._ids) + len(ids))
        places = np.array([self._place_of(id_) for id_ in ids], np.intp)
        paths = rows.column("note_path").to_pylist()
        digests = rows.column("digest").to_pylist()
        for place, path, digest in zip(places, paths, digests, strict=True):
            self._notes[place] = self._paths.setdefault(path, note_of(path))
            self._digests[place] = digest
        self._is_memory[places] = rows.column("is_memory").to_numpy(zero_copy_only=False)
        vectors, has_one = _vectors_of(rows.column("vector"), self._dimensions)
        lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors, dtype=np.float64))
        self._is_near[places] = has_one & (lengths > _SHORTEST)
        lengths[lengths <= _SHORTEST] = 1.0
        self._vectors[places] = vectors / lengths[:, None].astype(np.float32)

    def drop(self, ids: Iterable[str]) -> None:
        """Let go of rows; the last one moves to where one stood."""
        for id_ in ids:
            place = self._places.pop(id_, None)
            if place is None:
                continue
            last = len(self._ids) - 1
            if place != last:
                moved = self._ids[last]
                self._places[moved], self._ids[place] = place, moved
                self._notes[place], self._digests[place] = self._notes[last], self._digests[last]
                for column in (self._is_memory, self._is_near, self._vectors):
                    column[place] = column[last]
            for names in (self._ids, self._notes, self._digests):
                names.pop()

    def nearest(self, vector: Vector, count: int, within: Within) -> list[FoundRow]:
        """Return the rows of the nearest vectors, nearest first; of equal ones by id."""
        length = float(np.linalg.norm(vector))
        places = np.flatnonzero(self._passing(within))
        if length <= _SHORTEST or not places.size:
            return []
        # Not by BLAS: its threads go on spinning for 30 ms of CPU after each product.
        vectors, asked = self._vectors[: len(self._ids)], vector / np.float32(length)
        cosines = np.einsum("ij,j->i", vectors, asked)[places]
        if places.size > count:
            best = np.argpartition(-cosines, count - 1)[:count]
            places, cosines = places[best], cosines[best]
        found = zip(places.tolist(), cosines.tolist(), strict=True)
        nearest = sorted(found, key=lambda one: (-one[1], self._ids[one[0]]))
        return [self._found(place, cosine) for place, cosine in nearest]

    def found(self, ids: Sequence[str], strengths: Sequence[float]) -> list[FoundRow]:
        """Return the rows of some ids, each with how well it fits, as far as they are held."""
        asked = zip(ids, strengths, strict=True)
        places = ((self._places.get(id_), strength) for id_, strength in asked)
        return [self._found(place, strength) for place, strength in places if place is not None]

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
        asked = frozenset(notes)
        return {id_ for id_, note in zip(self._ids, self._notes, strict=True) if note in asked}

    def held(self, digests: Collection[str]) -> set[str]:
        """Return those of some texts that a row holds, by digest."""
        return {*digests}.intersection(self._digests)

    def _passing(self, within: Within) -> npt.NDArray[np.bool_]:
        passing: npt.NDArray[np.bool_] = self._is_near[: len(self._ids)]
        if within.memories is not None:
            passing = passing & (self._is_memory[: len(self._ids)] == within.memories)
        if within.only is not None:
            only = frozenset(within.only)
            named = (note in only for note in self._notes)
            passing = passing & np.fromiter(named, np.bool_, len(self._notes))
        return passing

    def _found(self, place: int, strength: float) -> FoundRow:
        is_memory = bool(self._is_memory[place])
        return FoundRow(self._ids[place], self._notes[place], is_memory, strength)

    def _place_of(self, id_: str) -> int:
        place = self._places.setdefault(id_, len(self._ids))
        if place == len(self._ids):
            self._ids.append(id_)
            self._notes.append(NotePath(""))
            self._digests.append("")
        return place

    def _make_room(self, count: int) -> None:
        room = len(self._is_near)
        if count <= room:
            return
        more = max(FIRST_ROOM, count, room + room // 2) - room
        self._is_memory = np.concatenate([self._is_memory, np.zeros(more, np.bool_)])
        self._is_near = np.concatenate([self._is_near, np.zeros(more, np.bool_)])
        new = np.zeros((more, self._dimensions), np.float32)
        self._vectors = np.concatenate([self._vectors, new])


def _vectors_of(column: Any, dimensions: int) -> tuple[Vector, npt.NDArray[np.bool_]]:  # noqa: ANN401
    """Return a row for each vector, zeros for a missing one, and which there are."""
    whole = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    has_one = np.asarray(whole.is_valid().to_numpy(zero_copy_only=False), np.bool_)
    flat: Any = whole.drop_null().flatten().to_numpy(zero_copy_only=False)
    vectors = np.zeros((len(has_one), dimensions), np.float32)
    vectors[has_one] = np.asarray(flat, np.float32).reshape(-1, dimensions)
    return vectors, has_one
