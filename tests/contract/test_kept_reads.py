"""What was read of the ledger is kept until anybody writes into it, this process or another."""

import sqlite3
from collections.abc import Collection, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from vaultwatch.adapters.ledger.kept_reads import MOST_KEPT, KeptReads


class Reads:
    """Counts what is read of a table."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.asked: list[str] = []

    def write(self, name: str, value: str) -> None:
        with closing(sqlite3.connect(self.file)) as connection, connection:
            connection.execute("INSERT OR REPLACE INTO t VALUES (?, ?)", (name, value))

    def __call__(self, names: Collection[str]) -> dict[str, tuple[str, ...]]:
        self.asked += sorted(names)
        with closing(sqlite3.connect(self.file)) as connection:
            rows = connection.execute("SELECT name, value FROM t").fetchall()
        return {name: (value,) for name, value in rows if name in names}


@pytest.fixture
def read(tmp_path: Path) -> Reads:
    with closing(sqlite3.connect(tmp_path / "db")) as connection, connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE t (name TEXT PRIMARY KEY, value TEXT)")
    return Reads(tmp_path / "db")


@pytest.fixture
def kept(read: Reads) -> Iterator[KeptReads]:
    with closing(KeptReads(read.file)) as kept:
        yield kept


def test_what_was_read_is_not_read_again_until_somebody_writes(
    read: Reads, kept: KeptReads
) -> None:
    read.write("a", "1")
    assert kept.by_name("t", ["a", "b"], read) == {"a": ("1",), "b": ()}
    mark = kept.now()
    assert kept.by_name("t", ["b", "a"], read) == {"a": ("1",), "b": ()}
    assert (read.asked, kept.now() is mark) == (["a", "b"], True)
    read.write("b", "2")
    assert kept.now() is not mark
    assert kept.by_name("t", ["a", "b"], read) == {"a": ("1",), "b": ("2",)}
    assert kept.by_name("other", ["a"], read) == {"a": ("1",)}
    assert read.asked == ["a", "b", "a", "b", "a"]


def test_no_more_is_kept_than_has_room(read: Reads, kept: KeptReads) -> None:
    kept.by_name("t", ["x", "y"], read)
    many = [f"n{i}" for i in range(MOST_KEPT - 1)]
    assert kept.by_name("t", [*many, "y"], read).keys() == {*many, "y"}
    assert kept.by_name("t", ["y"], read) == {"y": ()}
    assert read.asked.count("y") == 2
