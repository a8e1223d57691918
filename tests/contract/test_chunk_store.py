"""What every chunk store does, held against LanceDB and the one in memory."""

# Long because the contract and what it is held against stand together.

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.chunk_stores import MemoryChunkStore
from tests.folders import OPEN_FILES, files_in, open_files
from vaultwatch.adapters.index.chunk_store import (
    ChunkRow,
    ChunkStore,
    Hit,
    Vector,
)
from vaultwatch.adapters.index.lance_rows import schema_of
from vaultwatch.adapters.index.lance_search import LanceSearch
from vaultwatch.errors import StoreError
from vaultwatch.notes.model import Chunk, NotePath

A = NotePath("Projects/Atlas.md")
B = NotePath("Daily/2026-03-02.md")
M = NotePath("Memories/atlas.md")
DIMENSIONS = 8
HOSTILE_PATHS = [
    pytest.param("it's.md", id="quote"),
    pytest.param("a' OR '1'='1.md", id="injection"),
    pytest.param('say "hi".md', id="double quote"),
    pytest.param("50%_off\\.md", id="wildcards and backslash"),
    pytest.param("line\nbreak.md", id="newline"),
    pytest.param("日本語/ノート 🎉.md", id="Japanese and emoji"),
    pytest.param("bytes-\udcff.md", id="bytes that are no UTF-8"),
    pytest.param("e\u0301.md", id="decomposed accent"),
]


def vector(*values: float) -> Vector:
    row = np.zeros(DIMENSIONS, np.float32)
    row[: len(values)] = values
    return row


def row(note: NotePath, ordinal: int, text: str, at: "Vector | None" = None) -> ChunkRow:
    digest = blake2b(text.encode("utf-8", "replace"), digest_size=16).hexdigest()
    chunk = Chunk(ordinal, ("Plan", "Next"), 3, 5, text, f"Title > Plan\n{text}", digest)
    return ChunkRow(note, note.startswith("Memories/"), chunk, vector(1) if at is None else at)


def rows(note: NotePath, *texts: str) -> list[ChunkRow]:
    return [row(note, ordinal, text) for ordinal, text in enumerate(texts)]


def texts_of(hits: list[Hit]) -> set[str]:
    return {hit.text for hit in hits}


def everything(store: ChunkStore) -> set[str]:
    return texts_of(store.search("", vector(1), limit=1000))


class ChunkStoreContract:
    """Run as TestLanceChunkStore and as TestMemoryChunkStore."""

    def test_an_empty_store_finds_nothing(self, store: ChunkStore) -> None:
        assert store.was_rebuilt
        assert store.count() == 0
        assert store.notes() == frozenset()
        assert store.search("anything", vector(1), limit=5) == []
        assert store.search("anything", None, limit=5) == []
        assert store.vectors_of(["none"]) == {}
        assert not store.needs_optimise()
        store.optimise()
        store.remove([A])

    def test_many_notes_are_written_at_once_some_of_them_known(self, store: ChunkStore) -> None:
        store.write({A: rows(A, "old", "tail")})
        store.write({A: rows(A, "a"), B: rows(B, "b1"), M: []})
        store.write({B: rows(B, "b1", "b2")})
        assert everything(store) == {"a", "b1", "b2"}
        assert store.notes() == {A, B}
        store.write({})
        store.write({A: [], B: rows(B, "b")})
        assert everything(store) == {"b"}

    @pytest.mark.parametrize("path", HOSTILE_PATHS)
    def test_a_hostile_path_touches_its_own_rows_alone(self, store: ChunkStore, path: str) -> None:
        note = NotePath(path)
        store.write({A: rows(A, "kept"), note: rows(note, "mine", "tail")})
        assert store.notes() == {A, note}
        store.write({note: rows(note, "changed")})
        assert everything(store) == {"kept", "changed"}
        store.remove([note])
        assert everything(store) == {"kept"}

    def test_a_known_text_has_its_vector_whichever_note_it_stands_in(
        self, store: ChunkStore
    ) -> None:
        one = row(A, 0, "shared words", vector(0.6, 0.8))
        store.write({A: [one]})
        found = store.vectors_of([one.chunk.digest, "unknown"])
        assert list(found) == [one.chunk.digest]
        assert found[one.chunk.digest].dtype == np.float32
        assert np.allclose(found[one.chunk.digest], vector(0.6, 0.8), rtol=2**-11)

    def test_what_is_held_of_a_note_is_told_with_its_section(self, store: ChunkStore) -> None:
        store.write({A: rows(A, "one", "two"), B: rows(B, "three")})
        assert store.texts_of([]) == {}
        held = store.texts_of([A, M])
        assert {note: sorted(said) for note, said in held.items()} == {
            A: [(("Plan", "Next"), "one"), (("Plan", "Next"), "two")]
        }

    def test_a_search_may_look_in_some_notes_alone(self, store: ChunkStore) -> None:
        store.write({note: rows(note, f"words of {note}") for note in (A, B, M)})
        for said in (vector(1), None):
            found = store.search("words", said, limit=9, only=[B, M])
            assert {hit.note for hit in found} == {B, M}
            assert store.search("words", said, limit=9, only=[]) == []
        assert store.search("words", None, limit=9, memories=False, only=[M]) == []

    @pytest.mark.parametrize("path", HOSTILE_PATHS)
    def test_a_hostile_path_narrows_to_itself(self, store: ChunkStore, path: str) -> None:
        note = NotePath(path)
        store.write({A: rows(A, "words kept"), note: rows(note, "words mine")})
        assert texts_of(store.search("words", None, limit=9, only=[note])) == {"words mine"}

    def test_words_and_meaning_both_count(self, store: ChunkStore) -> None:
        store.write(
            {
                A: [row(A, 0, "certificate blocks release", vector(1))],
                B: [row(B, 0, "bananas in the kitchen", vector(0, 1))],
            }
        )
        by_words = store.search("bananas", None, limit=5)
        assert [hit.text for hit in by_words] == ["bananas in the kitchen"]
        assert by_words[0].vector_rank is None
        assert by_words[0].similarity is None
        both = store.search("certificate", vector(1), limit=5)
        assert both[0].text == "certificate blocks release"
        assert (both[0].vector_rank, both[0].text_rank) == (1, 1)
        assert both[0].score == pytest.approx(1.0, abs=0.01)
        assert both[0].similarity == pytest.approx(1.0)
        assert both[1].text_rank is None
        assert 0 <= both[1].score < both[0].score

    def test_a_hit_says_where_it_stands(self, store: ChunkStore) -> None:
        store.write({M: rows(M, "Atlas waits")})
        (hit,) = store.search("waits", vector(1), limit=5)
        assert (hit.note, hit.is_memory) == (M, True)
        assert (hit.section, hit.first_line, hit.last_line) == (("Plan", "Next"), 3, 5)

    def test_words_of_title_and_heading_are_found(self, store: ChunkStore) -> None:
        store.write({A: rows(A, "nothing of the kind")})
        assert texts_of(store.search("Title", None, limit=5)) == {"nothing of the kind"}

    @pytest.mark.parametrize(
        ("memories", "found"),
        [
            pytest.param(None, {"note words", "memory words"}, id="both"),
            pytest.param(True, {"memory words"}, id="memories"),
            pytest.param(False, {"note words"}, id="notes"),
        ],
    )
    def test_notes_and_memories_can_be_told_apart(
        self, store: ChunkStore, *, memories: bool | None, found: set[str]
    ) -> None:
        store.write({A: rows(A, "note words"), M: rows(M, "memory words")})
        assert texts_of(store.search("words", vector(1), limit=5, memories=memories)) == found
        assert texts_of(store.search("words", None, limit=5, memories=memories)) == found

    def test_a_memory_is_found_behind_many_nearer_notes(self, store: ChunkStore) -> None:
        many = [row(A, i, f"word {i}", vector(1, 0.001 * i)) for i in range(300)]
        store.write({A: many, M: [row(M, 0, "a word far off", vector(0, 1))]})
        assert len(store.search("word", vector(1), limit=1, memories=True)) == 1
        assert len(store.search("xyzzy", vector(1), limit=1, memories=True)) == 1
        assert len(store.search("word", None, limit=1, memories=True)) == 1

    def test_no_more_hits_than_asked(self, store: ChunkStore) -> None:
        store.write({A: rows(A, *(f"word number {i}" for i in range(70)))})
        assert len(store.search("word", vector(1), limit=3)) == 3
        assert len(store.search("word", vector(1), limit=60)) == 60
        assert store.search("word", vector(1), limit=0) == []

    def test_what_was_asked_before_is_asked_of_what_stands_by_now(self, store: ChunkStore) -> None:
        store.write({M: rows(M, "word three", "more"), A: rows(A, "word one")})
        store.write({B: rows(B, "word two")})

        def found(text: str, near: "Vector | None", *, memories: bool = False) -> set[str]:
            return texts_of(store.search(text, near, limit=5, memories=memories))

        assert found("word", vector(1)) == {"word one", "word two"}
        assert found("word", vector(1), memories=True) == {"word three", "more"}
        assert found("word", None, memories=True) == {"word three"}
        (best, *_) = store.search("word two", vector(1), limit=1, memories=False)
        assert best.note == B
        (best, *_) = store.search("word one", vector(1), limit=1, memories=False)
        assert best.note == A
        other = NotePath("Memories/Other.md")
        store.write({other: rows(other, "word four")})
        assert found("word", vector(1), memories=True) == {"word three", "more", "word four"}
        store.write({M: rows(M, "word five")})  # another row comes to stand where its last stood
        (best, *_) = store.search("word two", vector(1), limit=1, memories=False)
        assert best.note == B
        assert best.text_rank == 1
        assert found("word", vector(1)) == {"word one", "word two"}
        store.write({NotePath("C.md"): rows(NotePath("C.md"), "word six")})
        assert found("word", vector(1)) == {"word one", "word two", "word six"}

    def test_hits_without_texts_are_the_same(self, store: ChunkStore) -> None:
        owed = replace(row(B, 0, "word owed"), vector=None)
        store.write({A: rows(A, "word one", "two"), B: [owed]})
        whole = store.search("word", vector(1), limit=3)
        bare = store.search("word", vector(1), limit=3, has_text=False)
        assert [
            replace(hit, section=(), first_line=0, last_line=0, text="") for hit in whole
        ] == bare
        assert [hit.vector is None for hit in bare] == [hit.note == B for hit in whole]

    @pytest.mark.parametrize(
        "query",
        [
            *("", "   ", '"', '""', '"one two"', '"one" "two"', "a AND (", "*", "col:val^2~"),
            *("\0", "\x1b[0m", "\ud800", "x" * 5000, "one " * 10_000, "' OR 1=1 --"),
            *("🎉", "a", "日"),
        ],
    )
    def test_any_query_is_taken(self, store: ChunkStore, query: str) -> None:
        store.write({A: rows(A, "one")})
        assert texts_of(store.search(query, vector(1), limit=5)) == {"one"}
        store.search(query, None, limit=5)

    @pytest.mark.parametrize(
        "bad",
        [
            pytest.param(np.ones(3, np.float32), id="too short"),
            pytest.param(np.full(DIMENSIONS, np.nan, np.float32), id="not a number"),
        ],
    )
    def test_a_vector_that_does_not_fit_is_refused(self, store: ChunkStore, bad: Vector) -> None:
        with pytest.raises(StoreError):
            store.write({A: [row(A, 0, "one", bad)]})
        with pytest.raises(StoreError):
            store.search("one", bad, limit=1)
        assert store.count() == 0

    def test_a_chunk_without_a_vector_is_found_by_its_words_until_it_gets_one(
        self, store: ChunkStore
    ) -> None:
        owed = replace(row(A, 0, "endpoint away"), vector=None)
        store.write({A: [owed], B: rows(B, "known")})
        assert store.notes_without_vectors() == {A}
        assert store.vectors_of([owed.chunk.digest]) == {}
        assert texts_of(store.search("endpoint", vector(1), limit=5)) == {"endpoint away", "known"}
        assert store.search("endpoint", vector(1), limit=1)[0].similarity in {None, 1.0}
        assert store.texts_without_vectors() == {owed.chunk.digest: owed.chunk.embed_text}
        store.write({A: rows(A, "endpoint away")})
        assert store.notes_without_vectors() == frozenset()
        assert store.texts_without_vectors() == {}
        assert owed.chunk.digest in store.vectors_of([owed.chunk.digest])

    def test_chunks_that_wait_get_the_vectors_of_their_texts_and_no_others_do(
        self, store: ChunkStore
    ) -> None:
        twins = [replace(row(path, 0, "said twice"), vector=None) for path in (A, B)]
        other = replace(row(A, 1, "another"), vector=None)
        known = row(B, 1, "known")
        store.write({A: [twins[0], other], B: [twins[1], known]})
        digest = twins[0].chunk.digest
        store.fill({digest: vector(0, 2), known.chunk.digest: vector(3)})
        assert store.texts_without_vectors() == {other.chunk.digest: other.chunk.embed_text}
        held = store.vectors_of([digest, known.chunk.digest])
        assert np.allclose(held[digest], vector(0, 2))
        assert known.vector is not None
        assert np.allclose(held[known.chunk.digest], known.vector)
        hits = store.search("said twice", vector(0, 2), limit=2)
        assert {(hit.note, hit.text) for hit in hits} == {(A, "said twice"), (B, "said twice")}
        with pytest.raises(StoreError):
            store.fill({other.chunk.digest: np.ones(3, np.float32)})

    def test_a_closed_store_says_so(self, store: ChunkStore) -> None:
        store.close()
        store.close()
        with pytest.raises(StoreError):
            store.count()


class TestMemoryChunkStore(ChunkStoreContract):
    @pytest.fixture
    def store(self) -> ChunkStore:
        return MemoryChunkStore(dimensions=DIMENSIONS)


class TestLanceChunkStore(ChunkStoreContract):
    @pytest.fixture
    def store(self, tmp_path: Path) -> Iterator[ChunkStore]:
        store = opened(tmp_path)
        yield store
        store.close()

    def test_a_new_index_is_opened_once(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from vaultwatch.adapters.index.lance_chunks import LanceChunkStore

        begun: list[LanceChunkStore] = []
        begin = LanceChunkStore._begin_session  # noqa: SLF001 -- what costs a tenth of a second

        def counted(store: LanceChunkStore) -> None:
            begun.append(store)
            begin(store)

        monkeypatch.setattr(LanceChunkStore, "_begin_session", counted)
        store = opened(tmp_path)
        store.write({A: rows(A, "kept")})
        assert (everything(store), len(begun)) == ({"kept"}, 1)
        store.close()

    def test_who_opens_a_new_index_beside_its_maker_has_no_child_read_it_first(
        self, store: ChunkStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        store.write({A: rows(A, "kept")})
        monkeypatch.setattr("vaultwatch.adapters.index.lance_chunks.is_readable", lambda *_: False)
        beside = opened(tmp_path)
        assert everything(beside) == {"kept"}
        beside.close()

    def test_rows_outlive_the_process(self, tmp_path: Path, store: ChunkStore) -> None:
        store.write({A: rows(A, "kept")})
        store.close()
        again = opened(tmp_path)
        assert not again.was_rebuilt
        assert everything(again) == {"kept"}
        again.close()

    def test_another_handle_sees_what_was_written(self, tmp_path: Path, store: ChunkStore) -> None:
        reader = opened(tmp_path)
        store.write({A: rows(A, "fresh")})
        assert everything(reader) == {"fresh"}
        owed = replace(row(B, 0, "owed"), vector=None)
        store.write({A: rows(A, "changed", "more"), B: [owed]})
        assert everything(reader) == {"changed", "more"}
        store.write({B: [replace(owed, vector=vector(1))]})
        assert everything(reader) == {"changed", "more", "owed"}
        store.remove([A])
        store.optimise()
        assert everything(reader) == everything(store) == {"owed"}
        reader.close()

    def test_a_passage_that_moved_down_is_told_where_it_stands(
        self, tmp_path: Path, store: ChunkStore
    ) -> None:
        reader = opened(tmp_path)
        told = row(A, 0, "kept word")
        for first_line in (3, 9, 12):  # each time asked before: what was read then counts no more
            store.write({A: [replace(told, chunk=replace(told.chunk, first_line=first_line))]})
            for handle in (store, reader):
                for memories in (None, False):
                    (hit,) = handle.search("kept", None, limit=5, memories=memories)
                    assert (hit.text, hit.first_line) == ("kept word", first_line)
        reader.close()

    def test_an_empty_index_opens_again(self, tmp_path: Path, store: ChunkStore) -> None:
        store.close()
        again = opened(tmp_path)
        assert again.was_rebuilt
        again.close()

    def test_two_models_never_meet(self, tmp_path: Path, store: ChunkStore) -> None:
        one = row(A, 0, "same text")
        store.write({A: [one]})
        other = opened(tmp_path, model_id="test/model 2")
        assert other.was_rebuilt
        assert other.vectors_of([one.chunk.digest]) == {}
        other.write({B: rows(B, "theirs")})
        assert everything(store) == {"same text"}
        other.drop_other_models()
        other.close()
        again = opened(tmp_path)
        assert again.was_rebuilt
        again.close()

    @pytest.mark.parametrize(
        ("text", "query"),
        [
            pytest.param("東京の天気は晴れです", "天気", id="Japanese"),
            pytest.param("我们下周发布新版本", "发布", id="Chinese"),
            pytest.param("배포가 막혔습니다", "배포가", id="Korean"),
            pytest.param("the deployments were running", "deployment run", id="English stems"),
            pytest.param("Im Café wird's spät", "cafe", id="accents"),
            pytest.param("we pay the roofer in May", '"pay the roofer"', id="quoted as a whole"),
        ],
    )
    def test_words_are_found_in_many_scripts(
        self, store: ChunkStore, text: str, query: str
    ) -> None:
        store.write({A: rows(A, text, "xyzzy")})
        assert texts_of(store.search(query, None, limit=5)) == {text}
        store.optimise()
        assert texts_of(store.search(query, None, limit=5)) == {text}

    def test_optimising_changes_no_answer(self, store: ChunkStore) -> None:
        for i in range(12):
            note = NotePath(f"{i}.md")
            store.write({note: [row(note, 0, f"word {i}", vector(1, i))]})
        before = store.search("word 7", vector(1, 7), limit=12)
        store.optimise()
        assert [h.text for h in store.search("word 7", vector(1, 7), limit=12)][:1] == ["word 7"]
        assert len(before) == store.count() == 12

    def test_many_small_writes_ask_for_an_optimise(
        self, store: ChunkStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("vaultwatch.adapters.index.lance_chunks.SMALL_FRAGMENTS", 3)
        for i in range(4):
            note = NotePath(f"{i}.md")
            store.write({note: rows(note, f"word {i}")})
        assert store.needs_optimise()
        store.optimise()
        assert not store.needs_optimise()

    def test_a_few_hundred_new_rows_ask_for_an_optimise_more_in_a_large_table(
        self, store: ChunkStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        store.write({A: rows(A, *(f"word {i}" for i in range(299)))})
        assert not store.needs_optimise()
        store.write({B: rows(B, "the last word")})
        assert store.needs_optimise()
        store.optimise()
        assert not store.needs_optimise()
        monkeypatch.setattr("vaultwatch.adapters.index.lance_chunks.UNINDEXED_ROWS", 2)
        monkeypatch.setattr("vaultwatch.adapters.index.lance_chunks.UNINDEXED_PART", 100)
        store.write({B: rows(B, "new words", "newer words")})
        assert not store.needs_optimise(), "one of a hundred"

    def test_what_is_known_outlives_a_tidying_and_no_word_of_what_is_gone_does(
        self, tmp_path: Path, store: ChunkStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked = words_asked(monkeypatch)
        store.write({A: rows(A, *(f"wharf zebra {j}" for j in range(200)))})
        store.optimise()
        for number, note in enumerate((M, B)):
            store.write({note: rows(note, f"wharf {number}")})
            assert len(store.search("wharf", None, limit=900)) == 201 + number
            asked.clear()
            store.optimise()
            assert not store.needs_optimise()
            assert len(store.search("wharf", None, limit=900)) == 201 + number
            assert not asked
        another = opened(tmp_path)
        another.remove([A])
        another.close()
        assert len(store.search("wharf", None, limit=900)) == 2
        store.optimise()
        assert texts_of(store.search("zebra wharf", None, limit=900)) == {"wharf 0", "wharf 1"}
        assert not [one for one in files_in(tmp_path).values() if b"zebra" in one]

    def test_a_large_table_is_asked_once_for_the_words_of_a_text_until_it_changes(
        self, store: ChunkStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("vaultwatch.adapters.index.lance_search.KEPT_ROWS", 0)
        asked = words_asked(monkeypatch)
        store.write({A: rows(A, "wharf one", "zebra")})
        assert texts_of(store.search("wharf", None, limit=9, memories=True)) == set()
        assert texts_of(store.search("wharf", None, limit=9)) == {"wharf one"}
        assert asked
        asked.clear()
        assert "wharf one" in texts_of(store.search("wharf", vector(1), limit=9))
        assert not asked
        store.write({B: rows(B, "wharf two")})
        assert texts_of(store.search("wharf", None, limit=9)) == {"wharf one", "wharf two"}

    @pytest.mark.skipif(not OPEN_FILES.exists(), reason="open files are listed there alone")
    def test_whoever_reads_lets_go_of_what_tidying_dropped(
        self, tmp_path: Path, store: ChunkStore
    ) -> None:
        reader = opened(tmp_path)
        for i in range(2):  # what few rows say is read whole, and no file is held open for it
            store.write({A: rows(A, *(f"wharf {i} {j:x}" for j in range(200)))})
            store.optimise()
            for one in (store, reader):
                assert texts_of(one.search("c7", None, limit=1)) == {f"wharf {i} c7"}
        assert not [
            one for one in open_files() if str(tmp_path) in one and one.endswith("(deleted)")
        ]
        reader.close()

    def test_rows_of_an_index_that_another_made_anew_are_told_from_those_before(
        self, tmp_path: Path, store: ChunkStore
    ) -> None:
        reader = opened(tmp_path)
        said = {NotePath(f"{word}.md"): word for word in ("wharf", "zebra", "lantern")}
        for note, word in said.items():
            store.write({note: rows(note, word)})
        for word in said.values():
            assert texts_of(reader.search(word, None, limit=9)) == {word}
        store.close()
        for table in tmp_path.rglob("*.lance"):
            shutil.rmtree(table)
        anew = opened(tmp_path)
        anew.write({A: rows(A, "harbour")})
        for note, word in reversed(said.items()):
            anew.write({note: rows(note, word)})
        for word in said.values():
            assert texts_of(reader.search(word, None, limit=9)) == {word}
        anew.close()
        reader.close()

    def test_a_closed_one_stays_closed_whoever_tidies(
        self, tmp_path: Path, store: ChunkStore
    ) -> None:
        reader = opened(tmp_path)
        reader.close()
        store.write({A: rows(A, "one")})
        store.optimise()
        with pytest.raises(StoreError, match="closed"):
            reader.count()

    def test_a_large_table_gets_a_vector_index_and_finds_the_same(
        self, store: ChunkStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for module in ("lance_chunks", "lance_search"):
            monkeypatch.setattr(f"vaultwatch.adapters.index.{module}.KEPT_ROWS", 500)
        chance = np.random.default_rng(7)
        many = chance.normal(size=(600, DIMENSIONS)).astype(np.float32)
        store.write({A: [row(A, i, f"t{i}", v) for i, v in enumerate(many)]})
        store.optimise()
        hits = store.search("", many[123], limit=3)
        assert hits[0].text == "t123"
        assert hits[0].similarity == pytest.approx(1.0, abs=1e-3)
        store.write({B: [row(B, 0, "later", -many[123])]})
        assert store.search("", -many[123], limit=1)[0].text == "later"

    @pytest.mark.parametrize("kept_rows", [10, 1_000])
    def test_an_index_of_old_serves_and_takes_half_the_room_once_it_is_tidied(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept_rows: int
    ) -> None:
        of_old = partial(schema_of, number=pa.float32())
        many = np.random.default_rng(7).normal(size=(300, 384)).astype(np.float32)
        for module in ("lance_chunks", "lance_search"):
            monkeypatch.setattr(f"vaultwatch.adapters.index.{module}.KEPT_ROWS", kept_rows)
        with monkeypatch.context() as before:
            before.setattr("vaultwatch.adapters.index.lance_chunks.schema_of", of_old)
            old = opened(tmp_path, dimensions=384)
            old.write({A: [row(A, i, f"t{i}", v) for i, v in enumerate(many[:290])]})
            old.optimise()
            old.close()
        store, reader = (opened(tmp_path, dimensions=384) for _ in range(2))
        assert not store.was_rebuilt
        store.write({B: [row(B, i, f"t{i}", many[i]) for i in range(290, 300)]})
        asked = many[7] + many[295]
        found = [hit.text for hit in store.search("t7", asked, limit=2)]
        assert {*found} == {"t7", "t295"}
        before_bytes = _bytes_of(tmp_path)
        assert store.needs_optimise()
        store.optimise()
        assert not store.needs_optimise()
        assert before_bytes - _bytes_of(tmp_path) > 300 * 384
        store.write({A: [row(A, i, f"t{i}", v) for i, v in enumerate(many[:290])]})
        for one in (store, reader):
            assert [hit.text for hit in one.search("t7", asked, limit=2)] == found
            assert one.count() == 300
            one.close()


def words_asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that takes in each word that a table is asked for from now on."""
    asked: list[str] = []
    ask = LanceSearch._matching  # noqa: SLF001 -- what asks the table for words

    def noted(searching: LanceSearch, words: Any, *more: Any) -> Any:  # noqa: ANN401
        asked.extend(map(str, words))
        return ask(searching, words, *more)

    monkeypatch.setattr(LanceSearch, "_matching", noted)
    return asked


def _bytes_of(folder: Path) -> int:
    return sum(len(data) for one, data in files_in(folder).items() if one.parent.name == "data")


def opened(folder: Path, model_id: str = "test/model", dimensions: int = DIMENSIONS) -> ChunkStore:
    from vaultwatch.adapters.index.lance_chunks import LanceChunkStore

    return LanceChunkStore(folder / "index", model_id=model_id, dimensions=dimensions)


NOTES = [NotePath(f"{name}.md") for name in ("a", "b", "c")]
STEPS = st.lists(
    st.dictionaries(
        st.sampled_from(NOTES), st.lists(st.sampled_from(["x", "y", "z"]), max_size=3), max_size=3
    ),
    max_size=4,
)


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(steps=STEPS)
def test_any_run_of_writes_leaves_what_a_dictionary_would(
    tmp_path_factory: pytest.TempPathFactory, steps: list[dict[NotePath, list[str]]]
) -> None:
    folder = tmp_path_factory.mktemp("steps")
    store, reader = opened(folder), opened(folder)
    expected: dict[NotePath, list[str]] = {}
    for step in steps:
        store.write({note: rows(note, *texts) for note, texts in step.items()})
        expected.update(step)
        said = sorted((note, text) for note, texts in expected.items() for text in texts)
        for one in (store, reader):
            hits = one.search("", vector(1), limit=99)
            assert sorted((hit.note, hit.text) for hit in hits) == said
    reader.close()
    assert store.count() == sum(len(texts) for texts in expected.values())
    assert store.notes() == {note for note, texts in expected.items() if texts}
    store.close()


def test_a_table_name_is_safe_and_no_two_are_alike() -> None:
    from vaultwatch.adapters.index.lance_rows import table_name

    ids = ["a/b", "a:b", "../../x", "", "A/B", "é" * 200, "\udcff", "a" * 500]
    names = [table_name(model_id) for model_id in ids]
    assert len(set(names)) == len(ids)
    assert all(name.isascii() and name.replace("_", "").isalnum() for name in names)
    assert max(map(len, names)) < 64


def test_importing_the_store_does_not_import_lancedb() -> None:
    check = "import sys, vaultwatch.adapters.index.chunk_store; sys.exit('lancedb' in sys.modules)"
    root = Path(__file__).parents[2]
    done = subprocess.run(  # noqa: S603 - our own script
        [sys.executable, "-c", check], cwd=root, env={**os.environ}, check=False
    )
    assert done.returncode == 0
