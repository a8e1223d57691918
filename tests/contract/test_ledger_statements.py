"""Ledgers that one process opens share compiled statements, and nothing else."""

from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import patch

import pytest
from sqlalchemy.sql.compiler import SQLCompiler

from vaultwatch.adapters.ledger import open_ledger
from vaultwatch.adapters.machine.clock import FixedClock

NOW = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    return tmp_path / "one.sqlite", tmp_path / "two.sqlite"


def subjects(file: Path, subject: str) -> list[str]:
    with open_ledger(file, clock=FixedClock(NOW)) as ledger:
        ledger.record("seen", subject)
        return [row.subject for row in ledger.audit()]


def test_a_statement_is_compiled_once_a_process(files: tuple[Path, Path]) -> None:
    one, two = files
    subjects(one, "a")
    with patch.object(SQLCompiler, "__init__", side_effect=AssertionError("compiled anew")):
        subjects(two, "b")


def test_each_ledger_tells_its_own(files: tuple[Path, Path]) -> None:
    one, two = files
    assert (subjects(one, "a"), subjects(two, "b"), subjects(one, "c")) == (
        ["a"],
        ["b"],
        ["c", "a"],
    )
