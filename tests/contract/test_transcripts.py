"""A client's transcript on a disk: it grows, it is half written, it is not what it should be."""

import json
import os
from pathlib import Path

import pytest

from vaultwatch.adapters import transcripts
from vaultwatch.adapters.transcripts import read_turns


def line(said: str) -> bytes:
    row = {"type": "user", "message": {"role": "user", "content": said}}
    return json.dumps(row).encode() + b"\n"


def texts(path: Path, from_byte: int = 0) -> list[str]:
    return [turn.text for turn in read_turns(path, from_byte=from_byte).turns]


def test_a_second_look_begins_where_the_first_ended(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(line("One.") + line("Two."))
    first = read_turns(path)
    path.write_bytes(path.read_bytes() + line("Three."))
    second = read_turns(path, from_byte=first.next_byte)
    assert [turn.text for turn in second.turns] == ["Three."]
    assert (first.is_whole, second.next_byte) == (True, path.stat().st_size)


def test_a_line_that_is_still_written_waits_for_the_next_look(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(line("One.") + line("Two.")[:-20])
    first = read_turns(path)
    path.write_bytes(line("One.") + line("Two."))
    assert [turn.text for turn in first.turns] == ["One."]
    assert texts(path, first.next_byte) == ["Two."]


def test_the_last_line_counts_without_its_line_feed(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(line("One.").rstrip())
    assert texts(path) == ["One."]


def test_a_file_that_is_shorter_than_before_is_read_from_its_beginning(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(line("One."))
    assert texts(path, 10_000) == ["One."]


def test_lines_that_are_no_objects_are_passed_by(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(b'\xff\n[1]\n"a"\n{broken\n' + b"[" * 5000 + b"\n\n" + line("One."))
    assert texts(path) == ["One."]


def test_a_line_of_megabytes_is_passed_by(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transcripts, "MOST_LINE_BYTES", 200)
    path = tmp_path / "s.jsonl"
    path.write_bytes(line("Long. " * 200) + line("One."))
    assert texts(path) == ["One."]


def test_a_long_file_is_read_in_parts(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(line("One.") * 10)
    part = read_turns(path, most_bytes=3 * len(line("One.")))
    assert (len(part.turns), part.is_whole) == (3, False)
    assert len(texts(path, part.next_byte)) == 7


@pytest.mark.parametrize("kind", ["nothing", "a folder", "a pipe", "a name with a zero byte"])
def test_what_is_no_file_says_nothing_and_waits_for_nobody(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "s.jsonl"
    if kind == "a folder":
        path.mkdir()
    elif kind == "a pipe":
        os.mkfifo(path)
    elif kind == "a name with a zero byte":
        path = tmp_path / "a\0b"
    found = read_turns(path, from_byte=7)
    assert (found.turns, found.next_byte, bool(found.trouble)) == ((), 7, True)
