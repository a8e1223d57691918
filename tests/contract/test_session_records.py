"""What is kept of sessions: read as it was written, and harmless whatever stands there."""

import os
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from vaultwatch.adapters.files import session_records
from vaultwatch.adapters.files.session_records import (
    HookTrouble,
    SessionProgress,
    SessionRecord,
    forget_old,
    is_session_key,
    log_trouble,
    read_progress,
    read_record,
    session_key,
    session_lock,
    troubles_since,
    write_progress,
    write_record,
)
from vaultwatch.memories.checkpoint import Checkpoint

RECORD = SessionRecord("codex", "s-1", "/w", transcript="/t.jsonl", project_ids=("f1", "f2"))
PROGRESS = SessionProgress(
    "b", "/t.jsonl", 7, checkpoint=Checkpoint("Go.", ("D",), ("Q?",), ("T",))
)
NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)


def test_what_was_written_is_read(tmp_path: Path) -> None:
    key = write_record(tmp_path / "sessions", RECORD)
    write_progress(tmp_path / "sessions", key, PROGRESS)
    assert read_record(tmp_path / "sessions", key) == RECORD
    assert read_progress(tmp_path / "sessions", key) == PROGRESS


@pytest.mark.parametrize("name", ["../../evil", "/etc/passwd", "a\0b", "x" * 9000, "\ud800", ""])
def test_an_id_from_outside_names_no_path(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "sessions"
    key = write_record(folder, replace(RECORD, session="s", client=name or "c"))
    assert is_session_key(key)
    assert is_session_key(session_key("c", name))
    assert [file.parent for file in tmp_path.rglob("*.json")] == [folder]


@pytest.mark.parametrize(
    "key", ["", "abc", "../aaaaaaaaaaaaaaaaaaaaa", "A" * 24, "a" * 23 + "/", "a" * 25]
)
def test_what_is_no_key_is_told(key: str) -> None:
    assert not is_session_key(key)


@pytest.mark.parametrize(
    "held",
    [b"", b"{", b"[]", b"7", b'{"client": 7}', b'{"client": "c"}', b"[" * 9000, b"\xff\xfe"],
)
def test_a_broken_record_is_none_and_a_broken_progress_the_beginning(
    tmp_path: Path, held: bytes
) -> None:
    (tmp_path / "k.json").write_bytes(held)
    (tmp_path / "k.progress.json").write_bytes(held)
    assert read_record(tmp_path, "k") is None
    assert read_progress(tmp_path, "k") == SessionProgress()


def test_fields_of_another_version_are_passed_by(tmp_path: Path) -> None:
    said = '{"client": "c", "session": "s", "new": 1, "project_ids": "x"}'
    (tmp_path / "k.json").write_text(said)
    (tmp_path / "k.progress.json").write_text(
        '{"from_byte": "x", "new": 1, "checkpoint": {"goal": "G", "decisions": [1], "x": 2}}'
    )
    assert read_record(tmp_path, "k") == SessionRecord("c", "s")
    assert read_progress(tmp_path, "k").checkpoint == Checkpoint("G", ("1",))


def test_one_worker_a_session(tmp_path: Path) -> None:
    with session_lock(tmp_path, "k") as first:
        assert first
        with session_lock(tmp_path, "k") as second:
            assert not second
        with session_lock(tmp_path, "other") as other:
            assert other
    with session_lock(tmp_path, "k") as again:
        assert again


def test_old_sessions_are_forgotten(tmp_path: Path) -> None:
    old, new = write_record(tmp_path, RECORD), write_record(tmp_path, replace(RECORD, session="2"))
    stamp = (NOW - timedelta(days=40)).timestamp()
    os.utime(tmp_path / f"{old}.json", (stamp, stamp))
    os.utime(tmp_path / f"{new}.json", (NOW.timestamp(), NOW.timestamp()))
    forget_old(tmp_path, NOW)
    assert read_record(tmp_path, old) is None
    assert read_record(tmp_path, new) is not None


def test_trouble_is_told_newest_first_and_only_what_is_young(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "state" / "hooks.log"
    for day in (1, 20, 21):
        at = f"2026-11-{day:02}T00:00:00+00:00"
        log_trouble(file, HookTrouble(at, "codex", "stop", f"day {day} \ud800\n"))
    file.write_bytes(file.read_bytes() + b"garbage\n[]\n")
    told = troubles_since(file, NOW - timedelta(days=7))
    assert [one.message[:6] for one in told] == ["day 21", "day 20"]
    monkeypatch.setattr(session_records, "MOST_LOG_BYTES", 100)
    log_trouble(file, HookTrouble(NOW.isoformat(), "codex", "stop", "last"))
    assert troubles_since(file, NOW)[0].message == "last"
    assert len(file.read_bytes().splitlines()) < 6


def test_no_log_is_no_trouble(tmp_path: Path) -> None:
    assert troubles_since(tmp_path / "none", NOW) == []
    log_trouble(tmp_path, HookTrouble("", "", "", ""))
