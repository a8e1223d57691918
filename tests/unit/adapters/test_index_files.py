"""What is thought of the index's files before anything reads them."""

import subprocess
import sys
from pathlib import Path

import pytest

from vaultwatch.adapters.index.index_files import (
    RECORD,
    IndexFiles,
    Kept,
    Stat,
    Verdict,
    garbled_files,
    judged,
)

OLD, NEW = (10, 1), (10, 2)
ONE = {"one": Kept(OLD, "d")}


@pytest.mark.parametrize(
    ("seen", "kept", "deaths", "is_shared", "is_same", "verdict"),
    [
        pytest.param({}, None, 0, False, True, "sound", id="nothing there"),
        pytest.param({"one": OLD}, ONE, 0, False, False, "sound", id="as it was: not read"),
        pytest.param({"one": OLD}, None, 0, False, True, "unsure", id="no record"),
        pytest.param({"one": NEW}, ONE, 0, False, True, "sound", id="touched"),
        pytest.param({"one": NEW}, ONE, 0, False, False, "garbled", id="other bytes"),
        pytest.param({"one": NEW}, ONE, 0, True, False, "garbled", id="other bytes, shared"),
        pytest.param({"one": OLD, "two": OLD}, ONE, 0, False, True, "unsure", id="one more"),
        pytest.param({"two": OLD}, ONE, 0, False, True, "unsure", id="one gone"),
        pytest.param({"one": OLD, "two": OLD}, ONE, 0, True, True, "sound", id="another writes"),
        pytest.param({"one": OLD}, ONE, 1, False, True, "sound", id="died, bytes as they were"),
        pytest.param({"one": OLD}, ONE, 1, False, False, "garbled", id="died of other bytes"),
        pytest.param({"one": OLD, "two": OLD}, ONE, 1, True, True, "unsure", id="died writing"),
        pytest.param({"one": OLD}, ONE, 2, False, True, "unsure", id="died twice"),
    ],
)
def test_verdict(  # noqa: PLR0913 - one column a value
    seen: dict[str, Stat],
    kept: dict[str, Kept] | None,
    deaths: int,
    *,
    is_shared: bool,
    is_same: bool,
    verdict: Verdict,
) -> None:
    made = judged(
        seen, kept, deaths=deaths, is_shared=is_shared, has_bytes_of=lambda _name: is_same
    )
    assert made == verdict


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "t.lance" / "data").mkdir(parents=True)
    (tmp_path / "t.lance" / "data" / "one").write_bytes(b"bytes")
    files = IndexFiles(tmp_path)
    assert files.enter() == "unsure"
    files.leave()
    return tmp_path


def test_the_second_death_in_a_row_asks_for_a_probe_and_a_clean_close_forgets(folder: Path) -> None:
    for expected in ("sound", "sound", "unsure"):
        assert verdict_of_a_run_that_dies(folder) == expected
    files = IndexFiles(folder)
    assert files.enter() == "unsure"
    files.leave()
    assert IndexFiles(folder).enter() == "sound"


def test_the_last_one_to_leave_records(folder: Path) -> None:
    one, other = IndexFiles(folder), IndexFiles(folder)
    assert (one.enter(), other.enter()) == ("sound", "sound")
    (folder / "t.lance" / "data" / "two").write_bytes(b"more")
    one.leave()
    assert "two" not in (folder / RECORD).read_text()
    other.leave()
    other.leave()
    assert "two" in (folder / RECORD).read_text()


@pytest.mark.parametrize("bad", ["", "[]", "{", '{"a": 1}', '{"a": [1, 2]}', "\x00", "[" * 9999])
def test_a_garbled_record_is_none(folder: Path, bad: str) -> None:
    (folder / RECORD).write_text(bad)
    assert IndexFiles(folder).enter() == "unsure"


def test_garbled_files_are_named_though_size_and_time_are_as_they_were(folder: Path) -> None:
    assert garbled_files(folder) == []
    (folder / "t.lance" / "data" / "one").write_bytes(b"BYTES")
    assert garbled_files(folder) == ["t.lance/data/one"]


def test_a_file_that_was_dropped_since_the_record_is_not_called_garbled(folder: Path) -> None:
    (folder / "t.lance" / "data" / "one").unlink()
    assert garbled_files(folder) == []


def verdict_of_a_run_that_dies(folder: Path) -> str:
    code = (
        "import os, sys; from pathlib import Path;"
        "from vaultwatch.adapters.index.index_files import IndexFiles;"
        "print(IndexFiles(Path(sys.argv[1])).enter(), flush=True); os._exit(9)"
    )
    done = subprocess.run(  # noqa: S603 - our own script
        [sys.executable, "-c", code, str(folder)],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[3],
    )
    return done.stdout.strip()
