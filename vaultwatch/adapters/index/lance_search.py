"""Search a chunk table by meaning and by words. Called by `lance_chunks` alone.

A ranking reads ids alone, and only what is returned its texts. Up to `KEPT_ROWS` the vectors are
held in memory, beyond LanceDB's index finds them. Words are asked for one by one, so that each is
known by how much it weighs, and a mistyped one finds what it is like.
"""

import os
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any, Protocol, TypeVar

import numpy as np
import pyarrow as pa

from vaultwatch.adapters.index.chunk_store import CANDIDATES, Hit, RowBody, Vector, Within
from vaultwatch.adapters.index.fusing import Ranking, RowsAsked, WordRows, ranked
from vaultwatch.adapters.index.lance_import import (
    MatchQuery,
    answer,
    query_of,
    together,
    words_query,
)
from vaultwatch.adapters.index.lance_rows import (
    LATIN,
    NUMBER,
    RANKED_COLUMNS,
    KeptRows,
    RankedRow,
    WordFound,
    batches,
    bodies_of,
    floats,
    has_latin,
    having,
    ids_numbered,
    joined,
    narrowed,
    rows_of,
    utf8,
)
from vaultwatch.errors import StoreError
from vaultwatch.notes.model import NotePath
from vaultwatch.recall.word_weight import (
    in_latin,
    letters_mistyped,
    spelled_in_latin,
    word_weight,
    words_asked,
    worth_of_absent,
)
from vaultwatch.values.languages import is_everyday

KEPT_ROWS = 30_000
"""Up to here the vectors are held in memory: 46 MB of 384 numbers each. Above it an index finds
them, which LanceDB holds in a quarter of that."""
REFINE_FACTOR = 3
PROBES = 30
"""Parts of an IVF index that are looked at, of some fifty at 200,000 rows, and how many rows more
than asked for: recall 1.00 of the nearest 100, in their order; 20 parts give 0.96, no more rows
0.99. Measured by `benchmarks/at_size.py 100000 --only index`."""
MOST_SAID = 4_000
"""Rows of one word that are known where the vectors are held, the best: one answer then serves
memories, notes and any part of them. Of a word that more rows hold each counts for little."""
KEPT_WORDS = 256
"""Asked last: each is asked of memories, of notes and of what is linked. Chosen by hand."""
KEPT_BODIES = 2_000
"""Passages read last, whose texts are held: some two megabytes. Chosen by hand."""
_KEPT_COLUMNS = ["chunk_id", "note_path", "is_memory", "digest", "vector"]
_BODY_COLUMNS = ["chunk_id", "section", "first_line", "last_line", "text"]

T = TypeVar("T")


class ReadTable(Protocol):
    """Asks the table; once more where another process dropped the version that was read."""

    def __call__(self, ask: Callable[[Any], T], /) -> T:
        """Return what it answers."""


class LanceSearch:
    """Search of one table, for any number of threads."""

    def __init__(
        self, read: ReadTable, versions: Path, *, model_id: str, dimensions: int, is_semantic: bool
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
        self._notes_since = -1
        """The version from which on this process wrote no other row than those of memories."""
        self._is_kept = False
        self._has_latin = False
        """Whether a row has words of other letters, spelled in Latin ones."""
        self._said: dict[str, WordFound] = {}
        """By a word the rows that hold it; of a large table the best."""
        self._ranked: tuple[tuple[object, ...], int, Ranking] | None = None
        """What was asked last of the rows that are held, for how many of the best, and these."""
        self._worded: tuple[tuple[object, ...], list[tuple[pa.Table, float]]] | None = None
        """The words that a large table was asked for last, and the rows that hold them."""
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
        self._follow()
        words = words_asked(utf8(text))
        weight = word_weight(text, model_id=self._model_id, is_semantic=self._is_semantic)
        fits = vector is None or vector.shape == (self._dimensions,)
        if vector is not None and not (fits and np.isfinite(vector).all()):
            raise StoreError(
                f"A query vector of shape {vector.shape} does not fit {self._dimensions} numbers."
            )
        rank = self._of_kept if self._is_kept else self._of_table
        found, names = rank(words, vector, within, weight, limit)
        bodies = self._bodies([row.id for row in names], has_text=has_text) if names else {}
        return [
            Hit(
                note=row.note,
                is_memory=row.is_memory,
                section=body.section,
                first_line=body.first_line,
                last_line=body.last_line,
                text=body.text,
                score=float(found.scores[at]),
                vector_rank=int(found.near_ranks[at]) or None,
                text_rank=int(found.said_ranks[at]) or None,
                similarity=float(found.cosines[at]) if found.near_ranks[at] else None,
                share=float(found.shares[at]),
                vector=body.vector,
            )
            for at, row in enumerate(names)
            if (body := bodies.get(row.id)) is not None
        ]

    def _of_kept(
        self,
        words: Sequence[str],
        vector: "Vector | None",
        within: Within,
        weight: float,
        limit: int,
    ) -> tuple[Ranking, list["RankedRow"]]:
        """Rank all rows, by the vectors that are held."""
        while True:
            asked = self._holding(words, are_of_notes=within.memories is False)
            with self._turn:
                if any(found.moves != self._kept.moves for found in asked.values()):
                    continue  # rows went meanwhile
                found = self._best_of_kept(asked, vector, within, weight, limit)
                return found, [self._kept.row(place) for place in found.places.tolist()]

    def _best_of_kept(
        self,
        asked: Mapping[str, WordFound],
        vector: "Vector | None",
        within: Within,
        weight: float,
        limit: int,
    ) -> Ranking:
        """Return the best rows; as they were ranked last where that was for the same question.

        Notes are asked for what memories cite, and again for what speaks against those.
        """
        sought = None if vector is None else vector.tobytes()
        key = (self._version, within.memories, *asked, sought, weight)
        last = self._ranked if within.only is None else None
        if last is not None and last[0] == key and limit <= last[1]:
            return last[2].first(limit)
        said = [found.rows for found in asked.values()]
        looked = self._kept.looked(vector, within)
        many = max(limit, CANDIDATES)
        found = ranked(looked, said, word_weight=weight, limit=many)
        if within.only is None:
            self._ranked = (key, many, found)
        return found.first(limit)

    def _holding(
        self, words: Sequence[str], *, most: int = MOST_SAID, are_of_notes: bool = False
    ) -> dict[str, WordFound]:
        """Return by word the rows that hold it, from what was asked last or the table.

        What memories were written meanwhile does not matter where notes' rows are asked for.
        """
        with self._turn:
            version = self._version
            since = self._notes_since if are_of_notes else version
            moves = self._kept.moves
            known = {
                word: found
                for word, found in self._said.items()
                if found.version >= since and found.moves == moves
            }
        new = [word for word in dict.fromkeys(words) if word not in known]
        known |= self._found(new, most, version)
        with self._turn:
            said = {word: rows for word, rows in self._said.items() if word not in known}
            self._said = dict([*said.items(), *known.items()][-KEPT_WORDS:])
        return {word: known[word] for word in words}

    def _found(self, words: Sequence[str], most: int, version: int) -> dict[str, WordFound]:
        """Return by word the rows that hold it, asked of the table; again where it was tidied.

        By LanceDB's own numbers: with an id beside each, a word takes half as long again.
        """
        while True:
            asked = self._asked(words, Within(), most, [])
            found = [(one.column(NUMBER).to_pylist(), floats(one)) for one in asked]
            numbers = {*chain.from_iterable(held for held, _ in found)} if self._is_kept else set()
            with self._turn:
                new = self._kept.unknown(numbers)
            ids = self._read(ids_numbered(new)) if new else {}
            with self._turn:
                self._kept.number(ids)
                if self._kept.unknown(numbers) <= ids.keys():
                    kept = zip(words, found, strict=True)
                    return {word: self._kept.said(word, *one, version) for word, one in kept}

    def _of_table(
        self,
        words: Sequence[str],
        vector: "Vector | None",
        within: Within,
        weight: float,
        limit: int,
    ) -> tuple[Ranking, list["RankedRow"]]:
        """Rank the nearest rows and those that hold the words best."""
        rows: dict[str, RankedRow] = {}
        numbers: dict[NotePath, int] = {}
        near: dict[str, float] = {}
        count, cosines = max(CANDIDATES, 4 * limit), None
        if vector is not None:
            found = self._nearest(vector, count, within)
            rows |= rows_of(found)
            near = {id_: 1 - far for id_, far in zip(rows, floats(found, "_distance"), strict=True)}
        asked = self._words_of_table(words, within, count)
        for found, _ in asked:
            rows |= rows_of(found)
        at = {id_: place for place, id_ in enumerate(rows)}
        said = []
        for found, worth in asked:
            places = [at[id_] for id_ in found.column("chunk_id").to_pylist()]
            said.append(WordRows(np.array(places, np.intp), floats(found), worth))
        notes = [numbers.setdefault(row.note, len(numbers)) for row in rows.values()]
        if vector is not None:
            cosines = np.array([near.get(id_, np.nan) for id_ in rows], np.float64)
        passing = np.ones(len(rows), np.bool_)
        looked = RowsAsked([*rows], np.array(notes, np.intp), passing, cosines)
        ranking = ranked(looked, said, word_weight=weight, limit=limit)
        held = [*rows.values()]
        return ranking, [held[place] for place in ranking.places.tolist()]

    def take_in(self, before: int, after: int, put: pa.Table, gone: Collection[str]) -> None:
        """Take in the rows that this process put and dropped, where nobody else wrote meanwhile.

        Else the table's version is another than `after`, and all is looked at anew.
        """
        with self._turn:
            if self._version != before:
                return
            if not (all(put.column("is_memory").to_pylist()) and self._kept.are_memories(gone)):
                self._notes_since = after
            if self._is_kept:
                self._kept.put(put)
                self._kept.drop(gone)
            if LATIN.name in put.column_names and not self._has_latin:
                spelled = put.column(LATIN.name).null_count < put.num_rows
                self._has_latin = spelled and self._read(has_latin)
            for id_ in (*put.column("chunk_id").to_pylist(), *gone):
                self._read_bodies.pop(id_, None)
            self._version = after

    def outlive(self, before: int, after: int) -> None:
        """Keep what is known over a tidying of ours, which changes no row."""
        with self._turn:
            if self._version != before:
                return
            for found in self._said.values():
                if found.version == before:
                    found.version = after
            self._kept.forget_numbers()
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
            self._has_latin = self._read(has_latin)
            if self._is_kept:
                self._take_in_all()
            else:
                self._kept.clear()
            self._kept.forget_numbers()  # another process may have made the table anew
            self._read_bodies.clear()
            self._said.clear()
            # Rows of a later version may be among them: it is looked at again.
            self._version, self._seen, self._notes_since = version, versions, version

    def _files_of_versions(self) -> frozenset[str]:
        """Return the names of files that are others after any write."""
        try:
            return frozenset(os.listdir(self._versions))  # noqa: PTH208 -- names alone
        except OSError:
            return frozenset()

    def _take_in_all(self) -> None:
        if not len(self._kept):
            whole = self._read(lambda table: answer(query_of(table).select(_KEPT_COLUMNS)))
            for batch in whole.to_batches():
                self._kept.put(batch)
            return
        names = ["chunk_id", "digest"]
        held = self._read(lambda table: answer(query_of(table).select(names)))
        ids, digests = (held.column(name).to_pylist() for name in names)
        for batch in batches(self._kept.outdated(dict(zip(ids, digests, strict=True)))):
            self._kept.put(self._read(having("chunk_id", batch, _KEPT_COLUMNS)))

    def _words_of_table(
        self, words: Sequence[str], within: Within, count: int
    ) -> list[tuple[pa.Table, float]]:
        """Return the rows that hold the words best, with what they could have at most.

        Of a large table all words are asked for at once, and each alone for its best row: so one
        answer of many rows is read and not one a word. What a text says by its words alone is
        asked again by its meaning too.
        """
        if not words:
            return []
        key, last = (self._version, *words, within, count), self._worded
        if last is not None and last[0] == key:
            return last[1]
        rows = self._read(lambda table: table.count_rows())
        best = {
            word: found.best for word, found in self._holding(words, most=1).items() if found.best
        }
        odd = [word for word in words if word not in best]
        whole = words_query(" ".join(words), "words")
        (said,) = self._matching([whole], within, count, RANKED_COLUMNS)
        asked = [(said, float(sum(best[word] for word in words if word in best)))]
        for word, like in zip(odd, self._asked(odd, within, count, RANKED_COLUMNS), strict=True):
            most = float(floats(like).max()) if like.num_rows else worth_of_absent(word, rows)
            asked.append((like, most))
        self._worded = (key, asked)
        return asked

    def _nearest(self, vector: Vector, count: int, within: Within) -> pa.Table:
        """Return the rows of the nearest vectors, nearest first."""

        def ask(table: Any) -> pa.Table:  # noqa: ANN401 - LanceDB has no stubs
            query = query_of(table).nearest_to(vector).distance_type("cosine")
            found = narrowed(query.nprobes(PROBES).refine_factor(REFINE_FACTOR), within)
            return answer(found.limit(count).select([*RANKED_COLUMNS, "_distance"]))

        return self._read(ask)

    def _asked(
        self, words: Sequence[str], within: Within, count: int, columns: list[str]
    ) -> list[pa.Table]:
        """Return by word the rows that hold it.

        With those that spell it in other letters. Else those that hold one which it may be,
        mistyped. Neither where the best row is all that is wanted.
        """
        found = self._matching(
            [words_query(word, "words") for word in words], within, count, columns
        )
        if count == 1:
            return found
        spelled = {at: one for at, word in enumerate(words) if (one := self._spelled(word))}
        others = self._matching(
            [words_query(*one) for one in spelled.values()], within, count, columns
        )
        for at, table in zip(spelled, others, strict=True):
            found[at] = joined(found[at], table)
        wrong = [
            (at, words_query(text, column, letters_wrong=letters))
            for at, word in enumerate(words)
            if not found[at].num_rows
            for text, column in ((word.lower(), "words"), spelled.get(at, ("", "")))
            if (letters := letters_mistyped(text))
        ]
        like = self._matching([one for _, one in wrong], within, count, columns)
        for (at, _), table in zip(wrong, like, strict=True):
            found[at] = joined(found[at], table)
        return found

    def _spelled(self, word: str) -> tuple[str, str] | None:
        """Return a word in the letters that it may be written in too, and where they stand."""
        if other := spelled_in_latin(word):
            return other, "words"
        is_name = self._has_latin and word.isalpha() and not is_everyday(word.lower())
        return (in_latin(word), LATIN.name) if is_name else None

    def _matching(
        self, asked: Sequence[MatchQuery], within: Within, count: int, columns: list[str]
    ) -> list[pa.Table]:
        """Return what answers each, all asked at once: one by one they take twice as long."""

        def ask(table: Any) -> list[pa.Table]:  # noqa: ANN401
            queries = (query_of(table).nearest_to_text(one).with_row_id() for one in asked)
            limited = (narrowed(one, within).limit(count) for one in queries)
            return together([one.select([*columns, "_score"]).to_arrow() for one in limited])

        return self._read(ask) if asked else []

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
