"""A record of a store is known by an id of its own, and its path leads into no vault."""

import pytest

from vaultwatch.memories.stores.places import (
    RecordPlace,
    is_record,
    is_record_path,
    place_of_record,
    record_id,
    record_path,
)


@pytest.mark.parametrize(
    ("path", "line"),
    [
        pytest.param("MEMORY.md", 12, id="an index"),
        pytest.param("agents/review/x y.md", 1, id="a folder below"),
        pytest.param("a:b.md", 3, id="a colon in the name"),
        pytest.param("\U0001f525 kiln.md", 2, id="an emoji"),
    ],
)
def test_a_path_tells_where_the_record_stands(path: str, line: int) -> None:
    named = record_path("app", path, line)
    assert place_of_record(named) == RecordPlace("app", path, line)
    assert is_record_path(named)
    assert "\n" not in record_path("app", f"new\n{path}", line)


@pytest.mark.parametrize("path", ["Memories/app.md", "store:/x.md", "store://app/x.md", ""])
def test_any_other_path_is_no_records(path: str) -> None:
    assert place_of_record(path) is None


def test_an_id_is_the_stores_and_the_records() -> None:
    assert record_id("app", "mem_a") == record_id("app", "mem_a")
    assert len({record_id("app", "mem_a"), record_id("web", "mem_a"), record_id("app", "b")}) == 3
    assert is_record(record_id("app", "mem_a"))
    assert not is_record("mem_a")
    assert not is_record(None)
