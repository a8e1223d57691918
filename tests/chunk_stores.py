"""A chunk store in memory, for tests that need no LanceDB; it passes the same contract."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from vaultwatch.adapters.index.chunk_store import ChunkRow, Hit, Vector, chunk_id_of
from vaultwatch.adapters.index.fusing import RowsAsked, WordRows, ranked
from vaultwatch.errors import StoreError
from vaultwatch.notes.model import NotePath, SectionPath
from vaultwatch.recall.word_weight import WORD_WEIGHT


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

    def write(self, rows_by_note: Mapping[NotePath, Sequence[ChunkRow]]) -> None:
        rows = [row for note_rows in rows_by_note.values() for row in note_rows]
        for row in rows:
            if row.vector is not None:
                self._check(row.vector)
        self.remove(rows_by_note)
        self._rows.update({chunk_id_of(row.note, row.chunk.ordinal): row for row in rows})

    def remove(self, notes: Iterable[NotePath]) -> None:
        gone = set(notes)
        self._held = {key: row for key, row in self._rows.items() if row.note not in gone}

    def vectors_of(self, digests: Collection[str]) -> dict[str, Vector]:
        wanted = set(digests)
        rows = self._rows.values()
        return {
            row.chunk.digest: row.vector
            for row in rows
            if row.chunk.digest in wanted and row.vector is not None
        }

    def vectors(self) -> dict[str, Vector]:
        rows = self._rows.values()
        return {row.chunk.digest: row.vector for row in rows if row.vector is not None}

    def texts_of(
        self, notes: Collection[NotePath]
    ) -> dict[NotePath, list[tuple[SectionPath, str]]]:
        found: dict[NotePath, list[tuple[SectionPath, str]]] = {}
        for row in self._rows.values():
            if row.note in notes:
                found.setdefault(row.note, []).append((row.chunk.section, row.chunk.text))
        return found

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
        rows = {
            key: row
            for key, row in self._rows.items()
            if memories in {None, row.is_memory} and (only is None or row.note in only)
        }
        looked, said = self._asked(rows, text, vector)
        found = ranked(looked, said, word_weight=WORD_WEIGHT, limit=limit)
        held = [*rows.values()]
        return [
            Hit(
                note=row.note,
                is_memory=row.is_memory,
                section=row.chunk.section if has_text else (),
                first_line=row.chunk.first_line if has_text else 0,
                last_line=row.chunk.last_line if has_text else 0,
                text=row.chunk.text if has_text else "",
                score=float(found.scores[at]),
                vector_rank=int(found.near_ranks[at]) or None,
                text_rank=int(found.said_ranks[at]) or None,
                similarity=float(found.cosines[at]) if found.near_ranks[at] else None,
                share=float(found.shares[at]),
                vector=row.vector,
            )
            for at, row in enumerate(held[place] for place in found.places.tolist())
        ]

    def _asked(
        self, rows: Mapping[str, ChunkRow], text: str, vector: "Vector | None"
    ) -> tuple[RowsAsked, list[WordRows]]:
        numbers = {note: at for at, note in enumerate({row.note: None for row in rows.values()})}
        cosines = None
        if vector is not None:
            self._check(vector)
            near = [
                np.nan if row.vector is None else _cosine(row.vector, vector)
                for row in rows.values()
            ]
            cosines = np.array(near, np.float64)
        looked = RowsAsked(
            ids=[*rows],
            notes=np.array([numbers[row.note] for row in rows.values()], np.intp),
            passing=np.ones(len(rows), np.bool_),
            cosines=cosines,
        )
        told = [set(row.chunk.embed_text.casefold().split()) for row in rows.values()]
        said = []
        for word in set(text.casefold().split()):
            places = np.array([at for at, words in enumerate(told) if word in words], np.intp)
            said.append(WordRows(places, np.ones(len(places)), 1.0))
        return looked, said

    def notes(self) -> frozenset[NotePath]:
        return frozenset(row.note for row in self._rows.values())

    def count(self) -> int:
        return len(self._rows)

    def notes_without_vectors(self) -> frozenset[NotePath]:
        return frozenset(row.note for row in self._rows.values() if row.vector is None)

    def texts_without_vectors(self) -> dict[str, str]:
        bare = [row.chunk for row in self._rows.values() if row.vector is None]
        return {chunk.digest: chunk.embed_text for chunk in bare}

    def fill(self, vectors: Mapping[str, Vector]) -> None:
        for key, row in self._rows.items():
            if row.vector is None and row.chunk.digest in vectors:
                self._check(vectors[row.chunk.digest])
                self._rows[key] = replace(row, vector=vectors[row.chunk.digest])

    def drop_other_models(self) -> None:
        """One model is all it knows."""

    def needs_optimise(self) -> bool:
        return False

    def optimise(self) -> None:
        """Nothing to join."""

    def close(self) -> None:
        self._held = None

    def _check(self, vector: Vector) -> None:
        if vector.shape != (self._dimensions,) or not np.isfinite(vector).all():
            raise StoreError("A vector does not fit.")


def _cosine(one: Vector, other: Vector) -> float:
    return float(one @ other / (np.linalg.norm(one) * np.linalg.norm(other)))
