"""The audit log grows line by line, and of a long one the oldest part goes."""

import errno
import json
import os
from contextlib import closing
from pathlib import Path

import pytest

from vaultwatch.adapters.files.audit_log import KEPT, AuditLog


def lines_of(folder: Path) -> list[int]:
    """Return what stands in all logs, the oldest first."""
    files = sorted(folder.iterdir(), key=lambda one: one.name.count("."))
    older = sorted((one for one in files if one.name != "audit.jsonl"), reverse=True)
    return [
        json.loads(line)["number"]
        for file in (*older, folder / "audit.jsonl")
        for line in file.read_text().splitlines()
    ]


def test_lines_are_added_and_full_logs_put_aside(tmp_path: Path) -> None:
    with closing(AuditLog(tmp_path / "audit.jsonl", most_bytes=100)) as log:
        for number in range(12):
            log.note({"number": number, "who": "ada\nbob"})
    with closing(AuditLog(tmp_path / "audit.jsonl", most_bytes=100)) as log:
        log.note({"number": 12})
    assert lines_of(tmp_path) == [*range(13)]
    assert {one.stat().st_mode & 0o777 for one in tmp_path.iterdir()} == {0o600}


def test_the_oldest_goes(tmp_path: Path) -> None:
    with closing(AuditLog(tmp_path / "audit.jsonl", most_bytes=1)) as log:
        for number in range(20):
            log.note({"number": number})
    assert lines_of(tmp_path) == [*range(20 - KEPT, 20)]


def test_where_no_other_can_be_begun_the_old_one_grows_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(AuditLog(tmp_path / "audit.jsonl", most_bytes=1)) as log:
        for number in range(3):
            log.note({"number": number})
        with monkeypatch.context() as full:

            def refuse(*_: object) -> int:
                raise OSError(errno.ENOSPC, "full")

            full.setattr(os, "open", refuse)
            for number in range(3, 9):
                log.note({"number": number})
        log.note({"number": 9})
    assert lines_of(tmp_path) == [*range(10)]


def test_half_a_line_is_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    with closing(AuditLog(tmp_path / "audit.jsonl", most_bytes=100)) as log:
        log.note({"number": 0})
        with monkeypatch.context() as full:
            full.setattr(os, "write", lambda fd, data: write(fd, data[:9]))
            log.note({"number": 1})
        log.note({"number": 2})
    assert lines_of(tmp_path) == [0, 2]


def test_a_log_that_cannot_be_written_stops_nobody(tmp_path: Path) -> None:
    log = AuditLog(tmp_path / "audit.jsonl", most_bytes=100)
    log.close()
    log.note({"number": 1})
    assert (tmp_path / "audit.jsonl").read_text() == ""
