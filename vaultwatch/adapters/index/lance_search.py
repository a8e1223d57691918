"""Search a chunk table by meaning and by words. Called by `lance_chunks` alone.

A ranking reads ids alone, and only what is returned its texts: of 400 rows that are ranked ten to
a hundred are. Up to `KEPT_ROWS` the vectors are held in memory, beyond LanceDB's index finds them.
"""

import os
import threading
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, Protocol, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from vaultwatch.adapters.index.chunk_store import (
    CANDIDATES,
    FoundRow,
    Hit,
    RowBody,
    Vector,
    Within,
    fused,
)
from vaultwatch.adapters.index.lance_import import col, lit, words_query
from vaultwatch.adapters.index.lance_rows import (
    batches,
    bodies_of,
    found_rows,
    note_of,
    stored,
    utf8,
)
from vaultwatch.errors import StoreError
from vaultwatch.notes.model import NotePath
from vaultwatch.recall.word_weight import word_weight

KEPT_ROWS = 30_000
"""Up to here the vectors are held in memory: 46 MB of 384 numbers each. Above it an index finds
them, which LanceDB holds in a quarter of that."""
REFINE_FACTOR = 5
PROBES = 30
"""Parts of an IVF index that are looked at, of some fifty at 200,000 rows, and how many rows more
than asked for: recall 1.00 of the nearest 10 and 50; LanceDB's own choice gives 0.97. Measured."""
MOST_SAID = 4_000
"""Rows that hold a word of a question, up to which they are all asked for at once: one answer then
serves memories, notes and any part of them. What a question costs is the opening of the table's
files, 11 ms of CPU with 31 of them, whether it asks for 10 rows or 2,000. Source: measured."""
KEPT_QUESTIONS = 16
"""Asked last: each is asked of memories, of notes and of what is linked. Chosen by hand."""
KEPT_BODIES = 2_000
"""Passages read last, whose texts are held: some two megabytes. Chosen by hand."""
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
        self,
        read: ReadTable,
        versions: Path,
        *,
        model_id: str,
        dimensions: int,
        is_semantic: bool,
    ) -> None:
        """Read nothing yet; see `LanceChunkStore`. Each write leaves a file in `versions`."""
        self._read = read
        self._versions = versions
        self._seen: frozenset[str] = frozenset()
        """The table's versions when it was last followed."""
        self._model_id = model_id
        self._dimensions = dimensions
        self._is_semantic = is_semantic
        self._kept = KeptRows(dimensions)
        self._version = -1
        self._is_kept = False
        self._said: dict[tuple[int, str], list[FoundRow] | None] = {}
        """By the table's version and the words all rows that hold some of them, best first; None
        where there are too many."""
        self._read_bodies: dict[str, RowBody] = {}
        """Without vectors."""
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
        """Take in the rows that this process put and dropped, where nobody else wrote meanwhile.

        Else the table's version is another than `after`, and all is looked at anew.
        """
        with self._turn:
            if self._version != before:
                return
            if self._is_kept:
                self._kept.put(put)
                self._kept.drop(gone)
            for id_ in (*put.column("chunk_id").to_pylist(), *gone):
                self._read_bodies.pop(id_, None)
            self._version = after

    def ids_of(self, notes: Collection[NotePath], version: int) -> set[str] | None:
        """Return the ids of the notes' rows in a version of the table; None where none is kept."""
        with self._turn:
            is_known = self._is_kept and self._version == version
            return self._kept.ids_of(notes) if is_known else None

    def held(self, digests: Collection[str]) -> Collection[str]:
        """Return those of some texts that the table may hold, by digest."""
        self._follow()
        with self._turn:
            return self._kept.held(digests) if self._is_kept else digests

    def _follow(self) -> None:
        """Take in what was written since the last search, by whomever."""
        with self._turn:
            versions = self._files_of_versions()  # a fiftieth of what it costs to ask LanceDB
            if versions and versions == self._seen:
                return
            version = self._read(lambda table: table.version)
            if version == self._version:
                self._seen = versions
                return
            self._is_kept = self._read(lambda table: table.count_rows()) <= KEPT_ROWS
            if self._is_kept:
                self._take_in_all()
            else:
                self._kept.clear()
            self._read_bodies.clear()
            # Rows of a later version may be among them: it is looked at again.
            self._version, self._seen = version, versions

    def _files_of_versions(self) -> frozenset[str]:
        """Return the names of files that are others after any write."""
        try:
            return frozenset(os.listdir(self._versions))  # noqa: PTH208 -- names alone
        except OSError:
            return frozenset()

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
        said = self._said_anywhere(words)
        if said is None:
            return self._asked(words, count, within)
        only = None if within.only is None else frozenset(within.only)
        passing = (
            row
            for row in said
            if within.memories in (None, row.is_memory) and (only is None or row.note in only)
        )
        return list(islice(passing, count))

    def _said_anywhere(self, words: str) -> list[FoundRow] | None:
        """Return all rows that hold some of the words; None where they are too many to ask for."""
        with self._turn:
            if not self._is_kept:
                return None
            key = self._version, words
            if key in self._said:
                return self._said[key]
        found = self._asked(words, MOST_SAID, Within())
        said = found if len(found) < MOST_SAID else None
        with self._turn:
            of_now = {key: rows for key, rows in self._said.items() if key[0] == self._version}
            self._said = dict(list(of_now.items())[1 - KEPT_QUESTIONS :]) | {key: said}
        return said

    def _asked(self, words: str, count: int, within: Within) -> list[FoundRow]:
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
            is_kept, version = self._is_kept, self._version
            vectors = self._kept.vectors(ids) if is_kept else {}
            known = {id_: self._read_bodies[id_] for id_ in ids if id_ in self._read_bodies}
        if not has_text and is_kept:
            return {id_: RowBody(vector=vectors.get(id_)) for id_ in ids}
        if not is_kept or not has_text:
            return self._read_of(ids, [*_BODY_COLUMNS] if has_text else ["chunk_id"], vectors=None)
        made = self._read_of([id_ for id_ in ids if id_ not in known], _BODY_COLUMNS, vectors={})
        with self._turn:
            if self._version == version:
                self._read_bodies |= made
                for id_ in list(self._read_bodies)[:-KEPT_BODIES]:
                    del self._read_bodies[id_]
        return {id_: replace(body, vector=vectors.get(id_)) for id_, body in (known | made).items()}

    def _read_of(
        self, ids: Sequence[str], columns: list[str], *, vectors: Mapping[str, Vector] | None
    ) -> dict[str, RowBody]:
        """Read rows by id; their vectors too where none are given."""
        found: dict[str, RowBody] = {}
        asked = columns if vectors is not None else [*columns, "vector"]
        for batch in batches(ids):
            rows = self._read(having("chunk_id", batch, asked))
            found |= bodies_of(rows, self._dimensions, vectors or {})
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


# The vectors of a table that is not large, held in memory: the nearest are found by one product.

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
        """Drop rows that are not among the table's; return the ids that must be read."""
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
