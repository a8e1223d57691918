"""What a row of the chunk table is in Arrow's words, and back, and how rows are asked for.

Rows of a table that is not large are held in memory by `KeptRows`.
Called by the chunk store alone.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import repeat
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from vaultwatch.adapters.index.chunk_store import ChunkRow, RowBody, Vector, Within, chunk_id_of
from vaultwatch.adapters.index.fusing import Floats, RowsAsked, WordRows
from vaultwatch.adapters.index.lance_import import answer, col, lit, query_of
from vaultwatch.errors import StoreError
from vaultwatch.notes.model import NotePath
from vaultwatch.recall.word_weight import spelled_in_latin, worth_of_absent

BATCH_VALUES = 2_000
"""Values in one `IN` filter; 3,000 paths take about 100 ms."""
HALF = pa.float16()
"""Of a vector's numbers, at half the room: as `vector_cache` keeps them too."""
NOT_UTF8 = "\ufffe"
"""Begins a path whose bytes are no UTF-8: a noncharacter, which no file name holds."""


def table_name(model_id: str) -> str:
    """Return a table name that any model id makes safely, and no two alike."""
    slug = re.sub(r"[^a-z0-9]+", "_", model_id.casefold()).strip("_")[:40]
    return f"chunks_{slug}_{blake2b(utf8(model_id).encode(), digest_size=4).hexdigest()}"


LATIN = pa.field("latin", pa.string())
"""The words of other letters, as they are spelled in Latin ones; missing where there are none."""

LATIN_INDEX = "latin_idx"
RANKED_COLUMNS = ["chunk_id", "note_path", "is_memory"]
NUMBER = "_rowid"
"""LanceDB's own number of a row: of no other one of its table, until it is written or tidied."""


def schema_of(dimensions: int, number: pa.DataType = HALF) -> pa.Schema:
    """Return the table's columns; a vector's numbers are of a type."""
    return pa.schema([*columns_of_old(dimensions, number), LATIN])


def columns_of_old(dimensions: int, number: pa.DataType = HALF) -> pa.Schema:
    """Return the columns of a table that an earlier version made."""
    return pa.schema(
        [
            pa.field("chunk_id", pa.string()),
            pa.field("note_path", pa.string()),
            pa.field("ordinal", pa.int32()),
            pa.field("is_memory", pa.bool_()),
            pa.field("section", pa.list_(pa.string())),
            pa.field("first_line", pa.int32()),
            pa.field("last_line", pa.int32()),
            pa.field("text", pa.string()),
            # What full-text search reads: title and headings in front, as the model sees it.
            pa.field("words", pa.string()),
            pa.field("digest", pa.string()),
            pa.field("model_id", pa.string()),
            pa.field("vector", pa.list_(number, dimensions)),
        ]
    )


def with_vectors(table: pa.Table, vectors: Mapping[str, Vector], dimensions: int) -> pa.Table:
    """Return the rows of a table that have no vector, with those of their digests."""
    bare = table.filter(table.column("vector").is_null())
    number = table.schema.field("vector").type.value_type
    made = np.zeros((bare.num_rows, dimensions), number.to_pandas_dtype())
    for place, digest in enumerate(bare.column("digest").to_pylist()):
        _must_fit(vectors[digest], dimensions, bare.column("note_path")[place])
        made[place] = vectors[digest]
    held = pa.FixedSizeListArray.from_arrays(pa.array(made.reshape(-1), number), dimensions)
    return bare.set_column(bare.schema.get_field_index("vector"), "vector", held)


def _must_fit(vector: Vector, dimensions: int, note: object) -> None:
    if vector.shape != (dimensions,) or not np.isfinite(vector).all():
        raise StoreError(f"A chunk of {str(note)!r} comes with a vector that does not fit.")


def arrow_of(rows: Sequence[ChunkRow], *, model_id: str, schema: pa.Schema) -> pa.Table:
    """Return rows as a table of such columns takes them."""
    held = schema.field("vector").type
    dimensions = held.list_size
    vectors = np.zeros((len(rows), dimensions), held.value_type.to_pandas_dtype())
    is_missing = np.zeros(len(rows), np.bool_)
    for place, row in enumerate(rows):
        if row.vector is None:
            is_missing[place] = True
            continue
        _must_fit(row.vector, dimensions, row.note)
        vectors[place] = row.vector
    chunks = [row.chunk for row in rows]
    values = pa.array(vectors.reshape(-1), held.value_type)
    return pa.table(
        {
            "chunk_id": [chunk_id_of(row.note, row.chunk.ordinal) for row in rows],
            "note_path": [stored(row.note) for row in rows],
            "ordinal": [chunk.ordinal for chunk in chunks],
            "is_memory": [row.is_memory for row in rows],
            "section": [[utf8(h) for h in chunk.section] for chunk in chunks],
            "first_line": [chunk.first_line for chunk in chunks],
            "last_line": [chunk.last_line for chunk in chunks],
            "text": [utf8(chunk.text) for chunk in chunks],
            "words": [utf8(chunk.embed_text) for chunk in chunks],
            "digest": [chunk.digest for chunk in chunks],
            "model_id": [model_id] * len(rows),
            "vector": pa.FixedSizeListArray.from_arrays(
                values, dimensions, mask=pa.array(is_missing)
            ),
            "latin": [spelled_in_latin(utf8(chunk.embed_text)) or None for chunk in chunks],
        },
        schema=schema,
    )


def vectors_by(column: str, table: pa.Table, dimensions: int) -> dict[str, Vector]:
    """Return the vectors of a table by another column, as far as it holds them."""
    table = table.filter(table.column("vector").is_valid())
    flat: Any = table.column("vector").combine_chunks().flatten().to_numpy(zero_copy_only=False)
    matrix = np.asarray(flat, np.float32).reshape(-1, dimensions)
    return dict(zip(table.column(column).to_pylist(), matrix, strict=True))


def bodies_of(
    table: pa.Table, dimensions: int, vectors: Mapping[str, Vector]
) -> dict[str, RowBody]:
    """Return by id what rows hold beside what they are ranked by, as far as it was asked for."""
    if "vector" in table.column_names:
        vectors = vectors_by("chunk_id", table, dimensions)
        table = table.drop_columns("vector")
    return {
        row["chunk_id"]: RowBody(
            section=tuple(row.get("section", ())),
            first_line=row.get("first_line", 0),
            last_line=row.get("last_line", 0),
            text=row.get("text", ""),
            vector=vectors.get(row["chunk_id"]),
        )
        for row in table.to_pylist()
    }


def utf8(text: str) -> str:
    """Return a text as Arrow takes it: what is no UTF-8 becomes `?`."""
    return text.encode("utf-8", "replace").decode("utf-8")


def stored(note: NotePath) -> str:
    """Return the path as the table holds it: itself, or its bytes in hex if they are no UTF-8."""
    try:
        note.encode("utf-8")
    except UnicodeEncodeError:
        return NOT_UTF8 + note.encode("utf-8", "surrogateescape").hex()
    return note


def note_of(stored: str) -> NotePath:
    """Return the path that the table holds as `stored` made it."""
    if not stored.startswith(NOT_UTF8):
        return NotePath(stored)
    return NotePath(bytes.fromhex(stored[1:]).decode("utf-8", "surrogateescape"))


def batches(values: Sequence[str]) -> Iterator[list[str]]:
    """Yield values in as few filters as are still fast."""
    for start in range(0, len(values), BATCH_VALUES):
        yield list(values[start : start + BATCH_VALUES])


def joined(table: pa.Table, other: pa.Table) -> pa.Table:
    """Return rows with those of another question that are not among them, best first."""
    new = other.filter(pc.invert(pc.is_in(other[NUMBER], table[NUMBER].combine_chunks())))
    if not new.num_rows:
        return table
    return pa.concat_tables([table, new]).sort_by([("_score", "descending")])


def floats(table: pa.Table, column: str = "_score") -> Floats:
    """Return a column's numbers."""
    return np.asarray(table.column(column).to_numpy(), np.float64)


def has_latin(table: Any) -> bool:  # noqa: ANN401 - LanceDB has no stubs
    """Tell whether a row has words of other letters that can be asked for."""
    is_there = table.index_stats(LATIN_INDEX)  # not in one that an earlier version made
    return bool(is_there and table.count_rows(f"{LATIN.name} IS NOT NULL"))


def having(column: str, values: list[str], columns: list[str]) -> Callable[[Any], pa.Table]:
    """Return what asks a table for the rows of some values."""

    def ask(table: Any) -> pa.Table:  # noqa: ANN401
        return answer(query_of(table).where(col(column).isin(values)).select(columns))

    return ask


def ids_numbered(numbers: Collection[int]) -> Callable[[Any], dict[int, str]]:
    """Return what asks a table for the ids of rows by their numbers, of those that stand."""

    def ask(table: Any) -> dict[int, str]:  # noqa: ANN401
        taken = table._table.take_row_ids([*numbers])  # noqa: SLF001 -- as `query_of`
        rows = answer(taken.select(["chunk_id"]).with_row_id())
        return dict(zip(rows[NUMBER].to_pylist(), rows["chunk_id"].to_pylist(), strict=True))

    return ask


def narrowed(query: Any, within: Within) -> Any:  # noqa: ANN401
    """Return a question that asks for no other rows than those within."""
    wanted = None if within.memories is None else col("is_memory") == lit(within.memories)
    if within.only is not None:
        named = col("note_path").isin([stored(note) for note in within.only])
        wanted = named if wanted is None else wanted & named
    return query if wanted is None else query.where(wanted)


def vectors_in(column: Any, dimensions: int) -> tuple[Vector, npt.NDArray[np.bool_]]:  # noqa: ANN401
    """Return a row for each vector, zeros for a missing one, and which there are."""
    whole = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    has_one = np.asarray(whole.is_valid().to_numpy(zero_copy_only=False), np.bool_)
    flat: Any = whole.drop_null().flatten().to_numpy(zero_copy_only=False)
    vectors = np.zeros((len(has_one), dimensions), np.float32)
    vectors[has_one] = np.asarray(flat, np.float32).reshape(-1, dimensions)
    return vectors, has_one


@dataclass(frozen=True, slots=True)
class RankedRow:
    """A row, without its text."""

    id: str
    note: NotePath
    is_memory: bool


def rows_of(table: pa.Table) -> dict[str, RankedRow]:
    """Return by id what rows of a table are."""
    columns = (table.column(name).to_pylist() for name in RANKED_COLUMNS)
    return {
        id_: RankedRow(id_, note_of(path), is_memory)
        for id_, path, is_memory in zip(*columns, strict=True)
    }


# The vectors of a table that is not large, held in memory: the nearest are found by one product.

FIRST_ROOM = 256
"""Rows that room is made for first; then an eighth more than there are. Chosen by hand."""
_SHORTEST = 1e-12


@dataclass(slots=True)
class WordFound:
    """The rows that hold a word."""

    rows: WordRows
    """Of those that are held."""
    best: float
    """The most that any row has for it; 0 where none holds it."""
    version: int
    """Of the table that was asked."""
    moves: int
    """How often rows had moved then; they stand elsewhere where that is more by now."""


class KeptRows:
    """Rows of a chunk table by their ids, without their texts; vectors at length 1."""

    def __init__(self, dimensions: int) -> None:
        """Hold none."""
        self._dimensions = dimensions
        self.moves = 0
        """How often rows went or came to stand elsewhere; what is put behind them moves none."""
        self.clear()

    def clear(self) -> None:
        """Let go of all."""
        self.moves += 1
        self._places: dict[str, int] = {}
        self._ids: list[str] = []
        self._numbered: dict[int, int] = {}
        """Places by LanceDB's own numbers, as far as these are known."""
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
        ids = rows.column("chunk_id").to_pylist()
        self._make_room(len(self._ids) + len(ids))
        places = np.array([self._place_of(id_) for id_ in ids], np.intp)
        paths = rows.column("note_path").to_pylist()
        digests = rows.column("digest").to_pylist()
        for place, path, digest in zip(places, paths, digests, strict=True):
            self._notes[place] = self._number_of(note_of(path))
            self._digests[place] = digest
        self._is_memory[places] = rows.column("is_memory").to_numpy(zero_copy_only=False)
        vectors, has_one = vectors_in(rows.column("vector"), self._dimensions)
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
            self.moves += 1
            self._numbered.clear()
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

    def said(self, word: str, numbers: Sequence[int], strengths: Floats, version: int) -> WordFound:
        """Return the rows that a version of the table found for a word, as far as they are held."""
        at = map(self._numbered.get, numbers, repeat(-1))
        places = np.fromiter(at, np.intp, len(numbers))
        held = places >= 0
        best = float(strengths.max()) if strengths.size else 0.0
        worth = best or worth_of_absent(word, len(self._ids))
        rows = WordRows(places[held], strengths[held], worth)
        return WordFound(rows, best, version, self.moves)

    def unknown(self, numbers: set[int]) -> set[int]:
        """Return those of some numbers of which it is not known whose they are."""
        return numbers.difference(self._numbered)

    def number(self, ids: Mapping[int, str]) -> None:
        """Take in by LanceDB's own numbers whose they are."""
        for number, id_ in ids.items():
            if id_ in self._places:
                self._numbered[number] = self._places[id_]

    def forget_numbers(self) -> None:
        """Forget the numbers of rows: they have others."""
        self._numbered.clear()

    def row(self, place: int) -> RankedRow:
        """Return what stands in a place."""
        note = self._paths[self._notes[place]]
        return RankedRow(self._ids[place], note, bool(self._is_memory[place]))

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
