"""Stores as they stand on real disks: an applied patch is its diff, an undone one never was."""

from pathlib import Path

import pytest

from tests.messy_stores import Bench


@pytest.fixture(autouse=True)
def no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.fsync", lambda _: None)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(tmp_path_factory.mktemp("messy"))


def run_some(bench: Bench, seeds: range) -> None:
    for seed in seeds:
        bench.run(seed)


def test_a_patch_changes_what_its_diff_says_and_comes_back_to_the_byte(bench: Bench) -> None:
    run_some(bench, range(900_000, 900_030))
    assert bench.told["patches applied and taken back"] > 20


def test_a_harm_would_be_seen(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bench itself is held to account: a writer that adds a byte is caught."""
    write = bench.desk.writer.put_back

    def put_more(path: str, *, seen: bytes, new: bytes) -> None:
        write(path, seen=seen, new=new)
        Path(path).write_bytes(new + b" ")

    monkeypatch.setattr(bench.desk.writer, "put_back", put_more)
    with pytest.raises(AssertionError, match="not the diff"):
        run_some(bench, range(900_100, 900_110))
