"""A chunk store in memory, for tests that need no LanceDB; it passes the same contract."""

from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np

from vaultwatch.adapters.chunk_store import (
    CANDIDATES,
    VECTOR_WEIGHT,
    ChunkRow,
    Hit,
    Vector,
    chunk_id_of,
    fused,
)
from vaultwatch.errors import StoreError
from vaultwatch.notes.model import NotePath


class MemoryChunkStore:
    """Rows in a dictionary."""

    def __init__(self, *, dimensions: int) -> None:
        self.was_rebuilt = True
        self._dimensions = dimensions
        self._held: dict[str, ChunkRow] | None = {}

    @property
    def _rows(self) -> dict[str, ChunkRow]:
        if self._held is None:
            raise StoreError("The chunk index is closed.")
        return self._held

    def replace(self, note: NotePath, rows: Sequence[ChunkRow]) -> None:
        self.add_many({note: rows})

    def add_many(self, rows_by_note: Mapping[NotePath, Sequence[ChunkRow]]) -> None:
        rows = [row for note_rows in rows_by_note.values() for row in note_rows]
        for row in rows:
            self._check(row.vector)
        self.remove(rows_by_note)
        self._rows.update({chunk_id_of(row.note, row.chunk.ordinal): row for row in rows})

    def remove(self, notes: Iterable[NotePath]) -> None:
        gone = set(notes)
        self._held = {key: row for key, row in self._rows.items() if row.note not in gone}

    def vectors_of(self, digests: Collection[str]) -> dict[str, Vector]:
        wanted = set(digests)
        rows = self._rows.values()
        return {row.chunk.digest: row.vector for row in rows if row.chunk.digest in wanted}

    def search(
        self,
        text: str,
        vector: Vector | None,
        *,
        limit: int,
        memories: bool | None = None,
        only: Collection[NotePath] | None = None,
    ) -> list[Hit]:
        rows = {
            key: row
            for key, row in self._rows.items()
            if memories in {None, row.is_memory} and (only is None or row.note in only)
        }
        cosines: dict[str, float] = {}
        if vector is not None:
            self._check(vector)
            cosines = {key: _cosine(row.vector, vector) for key, row in rows.items()}
        words = set(text.casefold().split())
        said = {
            key: len(words & set(row.chunk.embed_text.casefold().split()))
            for key, row in rows.items()
        }
        near = sorted(cosines, key=lambda key: (-cosines[key], key))[: max(CANDIDATES, 4 * limit)]
        found = sorted((k for k in said if said[k]), key=lambda key: (-said[key], key))
        scores = fused(near, found, vector_weight=VECTOR_WEIGHT)
        near_rank = {key: rank for rank, key in enumerate(near, start=1)}
        said_rank = {key: rank for rank, key in enumerate(found, start=1)}
        return [
            Hit(
                note=rows[key].note,
                is_memory=rows[key].is_memory,
                section=rows[key].chunk.section,
                first_line=rows[key].chunk.first_line,
                last_line=rows[key].chunk.last_line,
                text=rows[key].chunk.text,
                score=score,
                vector_rank=near_rank.get(key),
                text_rank=said_rank.get(key),
                similarity=cosines.get(key),
            )
            for key, score in list(scores.items())[: max(limit, 0)]
        ]

    def notes(self) -> frozenset[NotePath]:
        return frozenset(row.note for row in self._rows.values())

    def count(self) -> int:
        return len(self._rows)

    def size_bytes(self) -> int:
        return 0

    def drop_other_models(self) -> None:
        """One model is all it knows."""

    def needs_optimise(self) -> bool:
        return False

    def optimise(self, *, keep_minutes: int = 0) -> None:
        """Nothing to join."""

    def close(self) -> None:
        self._held = None

    def _check(self, vector: Vector) -> None:
        if vector.shape != (self._dimensions,) or not np.isfinite(vector).all():
            raise StoreError("A vector does not fit.")


def _cosine(one: Vector, other: Vector) -> float:
    return float(one @ other / (np.linalg.norm(one) * np.linalg.norm(other)))
