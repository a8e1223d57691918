"""The cache of statement vectors: what it keeps, and what it survives."""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from vaultwatch.adapters.index.chunk_store import Vector
from vaultwatch.adapters.index.vector_cache import VectorCache
from vaultwatch.errors import StoreError

DIMENSIONS = 384


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[VectorCache]:
    cache = opened(tmp_path)
    yield cache
    cache.close()


def opened(folder: Path, model_id: str = "m1", dimensions: int = DIMENSIONS) -> VectorCache:
    return VectorCache(folder / "index" / "v.sqlite", model_id=model_id, dimensions=dimensions)


def units(count: int) -> dict[str, Vector]:
    rows = np.random.default_rng(3).normal(size=(count, DIMENSIONS))
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return {f"{i:032x}": row.astype(np.float32) for i, row in enumerate(rows)}


def test_a_vector_comes_back_as_it_was_within_1e_5(cache: VectorCache) -> None:
    vectors = units(1200)
    cache.put(vectors)
    found = cache.get([*vectors, "unknown"])
    assert found.keys() == vectors.keys()
    for digest, vector in found.items():
        assert vector.dtype == np.float32
        assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-6)
        assert vector @ vectors[digest] > 1 - 1e-5


def test_vectors_outlive_the_process_and_belong_to_one_model(
    tmp_path: Path, cache: VectorCache
) -> None:
    cache.put(units(2))
    cache.close()
    for other, count in [
        (opened(tmp_path), 2),
        (opened(tmp_path, model_id="m2"), 0),
        # A recipe that changed its dimensions and kept its name is not fed old rows.
        (opened(tmp_path, dimensions=3), 0),
    ]:
        assert len(_asked(other)) == count
        other.close()


def test_a_digest_put_again_has_its_new_vector(cache: VectorCache) -> None:
    (digest, old), (_, new) = units(2).items()
    cache.put({digest: old})
    cache.put({digest: new})
    assert cache.get([digest])[digest] @ new > 1 - 1e-5


def test_pruning_keeps_the_newest(cache: VectorCache) -> None:
    vectors = units(10)
    cache.put(vectors)
    cache.prune(keep_newest=20)
    assert len(cache.get(vectors)) == 10
    cache.prune(keep_newest=4)
    assert list(cache.get(vectors)) == list(vectors)[-4:]


def test_nothing_asked_nothing_found(cache: VectorCache) -> None:
    assert cache.get([]) == {}
    cache.put({})


@pytest.mark.parametrize(
    "bad",
    [
        pytest.param(np.ones(3, np.float32), id="too short"),
        pytest.param(np.full(DIMENSIONS, np.inf, np.float32), id="infinite"),
    ],
)
def test_a_vector_that_does_not_fit_is_refused(cache: VectorCache, bad: Vector) -> None:
    with pytest.raises(StoreError):
        cache.put({"a": bad})


@pytest.mark.parametrize(
    "garble",
    [
        pytest.param(lambda _: b"no database at all" * 500, id="another file"),
        pytest.param(lambda data: data[:100] + b"\xff" * (len(data) - 100), id="zeroed pages"),
        pytest.param(lambda data: data[: len(data) // 2], id="cut short"),
        pytest.param(lambda _: b"", id="empty"),
    ],
)
@pytest.mark.parametrize("reads_first", [True, False])
def test_a_garbled_file_is_made_anew(
    tmp_path: Path, garble: Callable[[bytes], bytes], *, reads_first: bool
) -> None:
    first = opened(tmp_path)
    first.put(units(500))
    first.close()
    file = tmp_path / "index" / "v.sqlite"
    file.write_bytes(garble(file.read_bytes()))
    again = opened(tmp_path)
    if reads_first:
        again.get(units(500))
    again.put(units(5))
    assert len(_asked(again)) == 5
    again.close()


def test_a_table_of_another_shape_is_made_anew(tmp_path: Path) -> None:
    import sqlite3

    (tmp_path / "index").mkdir()
    link = sqlite3.connect(tmp_path / "index" / "v.sqlite")
    link.execute("CREATE TABLE vectors (x)")
    link.close()
    cache = opened(tmp_path)
    cache.put(units(5))
    assert len(_asked(cache)) == 5
    cache.close()


def test_a_cache_that_cannot_be_made_is_an_error_with_a_way_out(tmp_path: Path) -> None:
    (tmp_path / "index").write_text("no folder")
    with pytest.raises(StoreError) as caught:
        opened(tmp_path)
    assert caught.value.hint


def test_a_closed_cache_says_so(cache: VectorCache) -> None:
    cache.close()
    cache.close()
    with pytest.raises(StoreError):
        cache.get(["a"])


def _asked(cache: VectorCache) -> dict[str, Vector]:
    return cache.get(list(units(5)))
