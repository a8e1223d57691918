"""A client's transcript on a disk: it grows, it is half written, it is not what it should be."""

import json
import os
from pathlib import Path

import pytest

from vaultwatch.adapters.files import transcripts
from vaultwatch.adapters.files.transcripts import read_turns
from vaultwatch.memories.transcript_lines import Task


def line(said: str) -> bytes:
    row = {"type": "user", "message": {"role": "user", "content": said}}
    return json.dumps(row).encode() + b"\n"


def texts(path: Path, from_byte: int = 0) -> list[str]:
    return [turn.text for turn in read_turns(path, from_byte=from_byte).said.turns]


def test_a_second_look_begins_where_the_first_ended(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(line("One.") + line("Two."))
    first = read_turns(path)
    path.write_bytes(path.read_bytes() + line("Three."))
    second = read_turns(path, from_byte=first.next_byte)
    assert [turn.text for turn in second.said.turns] == ["Three."]
    assert second.next_byte == path.stat().st_size


def test_a_line_that_is_still_written_waits_for_the_next_look(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(line("One.") + line("Two.")[:-20])
    first = read_turns(path)
    path.write_bytes(line("One.") + line("Two."))
    assert [turn.text for turn in first.said.turns] == ["One."]
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


def test_a_byte_that_is_no_utf_8_spoils_a_letter_alone(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(line("One X.").replace(b"X", b"\xff"))
    assert texts(path) == ["One \ufffd."]


def test_a_line_of_megabytes_is_passed_by(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transcripts, "MOST_LINE_BYTES", 200)
    path = tmp_path / "s.jsonl"
    path.write_bytes(line("Long. " * 200) + line("One."))
    found = read_turns(path)
    assert [turn.text for turn in found.said.turns] == ["One."]
    assert found.left_out.endswith("were passed by: 1")


def test_of_a_long_file_its_beginning_and_its_end_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transcripts, "HEAD_BYTES", 1)
    path = tmp_path / "s.jsonl"
    said = [line(f"Turn {number:02}.") for number in range(20)]
    path.write_bytes(b"".join(said))
    found = read_turns(path, most_bytes=3 * len(said[0]) + 5)
    assert [turn.text for turn in found.said.turns] == [
        "Turn 00.",
        *(f"Turn {n}." for n in (17, 18, 19)),
    ]
    assert found.next_byte == path.stat().st_size
    assert "left out" in found.left_out
    path.write_bytes(b"".join([*said, *said]))
    again = read_turns(path, from_byte=found.next_byte, most_bytes=2 * len(said[0]) + 5)
    assert [turn.text for turn in again.said.turns] == ["Turn 18.", "Turn 19."]
    assert not read_turns(path, from_byte=found.next_byte).left_out


def test_a_line_that_is_longer_than_all_that_is_read_hides_nothing_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transcripts, "MOST_LINE_BYTES", 200)
    monkeypatch.setattr(transcripts, "HEAD_BYTES", 1)
    path = tmp_path / "s.jsonl"
    task, long = called("TaskCreate", subject="Tell Mara."), line("On. " * 900)
    path.write_bytes(task + long)
    assert read_turns(path, most_bytes=500).said.todo == ("Tell Mara.",)
    path.write_bytes(task + line("On.") + long)
    assert read_turns(path, most_bytes=500).said.todo == ()


def called(name: str, **told: str) -> bytes:
    call = {"type": "tool_use", "id": "t", "name": name, "input": told}
    row = {"type": "assistant", "message": {"role": "assistant", "content": [call]}}
    return json.dumps(row).encode() + b"\n"


def test_a_task_of_the_beginning_may_be_done_in_what_was_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transcripts, "HEAD_BYTES", 1)
    path = tmp_path / "s.jsonl"
    path.write_bytes(called("TaskCreate", subject="Tell Mara.") + line("On and on.") * 9)
    found = read_turns(path, most_bytes=200)
    assert found.said.todo == ()
    path.write_bytes(called("TaskUpdate", taskId="t", owner="me"))
    assert read_turns(path, tasks=found.said.tasks).said.todo == ("Tell Mara.",)


def test_a_task_that_an_earlier_look_knew_as_open_stays_open(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_bytes(line("On and on.") * 9)
    tasks = (Task("1", "Rotate the key."), Task("2", "Tell Mara.", "begun"))
    found = read_turns(path, tasks=tasks, from_byte=1, most_bytes=200)
    assert found.left_out
    assert (found.said.todo, found.said.tasks) == (None, tasks)


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
    assert (found.said.turns, found.next_byte, bool(found.trouble)) == ((), 7, True)
