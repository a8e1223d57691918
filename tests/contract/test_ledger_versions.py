"""A ledger is made, upgraded or refused; never half of it, and never without a backup."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest

from vaultwatch.adapters.ledger import open_ledger
from vaultwatch.adapters.ledger.bare import VERSION, read_version
from vaultwatch.adapters.ledger.making import upgrade
from vaultwatch.adapters.ledger.row_digests import know_digests
from vaultwatch.adapters.ledger.tables import META
from vaultwatch.adapters.machine.clock import FixedClock
from vaultwatch.errors import LedgerError

SCHEMA = {22: "54dcab7c2e88cb8f"}
"""Whoever changes a table raises the version, so that ledgers that stand are upgraded."""
LAST = Path(__file__).parent / "ledgers" / "0021.sql"
"""What a ledger of the version before held, as SQL."""
CLOCK = FixedClock(datetime(2026, 3, 1, tzinfo=UTC))
OPEN = """
import sys
from pathlib import Path
from vaultwatch.adapters.machine.clock import SystemClock
from vaultwatch.adapters.ledger import NoteRow, open_ledger
print("sqlalchemy" in sys.modules)
open_ledger(Path(sys.argv[1]), clock=SystemClock()).close()
print("vaultwatch.adapters.ledger.making" in sys.modules)
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "ledger.sqlite"
    with open_ledger(file, clock=CLOCK) as ledger:
        ledger.set_fact("kept", "yes")
    return file


def run(file: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as connection, connection:
        return connection.execute(sql).fetchall()


def plain(row: tuple[object, ...]) -> str:
    return " ".join(" ".join(map(str, row)).split())


def load(file: Path, state: Path) -> dict[str, list[dict[str, object]]]:
    """Lay down a ledger that an older version wrote, and return what its tables hold."""
    with closing(sqlite3.connect(file)) as connection:
        know_digests(connection)
        connection.executescript(state.read_text(encoding="utf-8"))
    return rows_of(file)


def rows_of(file: Path) -> dict[str, list[dict[str, object]]]:
    with closing(sqlite3.connect(file)) as connection:
        connection.row_factory = sqlite3.Row
        return {
            name: [dict(row) for row in connection.execute(f"SELECT * FROM {name}")]  # noqa: S608  ours
            for name in META.tables
            if connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (name,)).fetchone()
        }


def schema(file: Path) -> list[str]:
    ours = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"
    return [plain(row) for row in run(file, ours)]


def test_tables_of_one_version_are_the_same_for_ever(file: Path) -> None:
    columns = "SELECT t.name, c.* FROM pragma_table_list t, pragma_table_info(t.name) c "
    made = run(file, columns + "WHERE t.name NOT LIKE 'sqlite%' ORDER BY 1, 2")
    assert sha256(repr(made).encode()).hexdigest()[:16] == SCHEMA[VERSION]
    assert read_version(file) == VERSION


def test_a_ledger_of_an_older_version_keeps_its_rows_and_becomes_like_a_new_one(
    file: Path, tmp_path: Path
) -> None:
    old = tmp_path / "old.sqlite"
    held = load(old, LAST)
    with open_ledger(old, clock=CLOCK) as ledger:
        assert ledger.check() == []
    assert schema(old) == schema(file)
    now = rows_of(old)
    for table, rows in held.items():
        if table != "row_digests":
            count = zip(rows, now[table][: len(rows)], strict=True)
            for was, is_now in count:  # columns may go
                assert all(was[name] == is_now[name] for name in was.keys() & is_now.keys()), table
    backup = old.with_name("old.sqlite.before-upgrade-from-0021")
    assert read_version(backup) == 21
    assert rows_of(backup) == held


def test_a_ledger_of_the_last_version_goes_on_with_all_it_knew(tmp_path: Path) -> None:
    file = tmp_path / "last.sqlite"
    load(file, LAST)
    with open_ledger(file, clock=CLOCK) as ledger:
        (alder,) = (one for one in ledger.findings(statuses={"open"}))
        assert (alder.note, alder.outcome) == ("Stalls/Alder.md", "shown")
        birch = {head.followed_from for head in ledger.baseline_heads().values()} - {None}
        assert birch == {"Stalls/Birch.md"}
        assert [one.note for one in ledger.cases()] == ["Stalls/B\udcffrch.md"]
        assert [one.evidence for one in ledger.signals()] == ['{"job": "red \ufdd0 \x00"}']
        assert [one.belief for one in ledger.proposals()] == ["It costs 55."]
        assert ledger.reader_counts() == {"claude": {("outdated", "holds"): 1}}
        assert len(ledger.earlier_wordings()) == 1
        ledger.put_memories(ledger.memories())
        ledger.set_fact("kept", "yes")
        assert ledger.check() == []


def test_a_new_ledger_knows_at_once_what_it_is_told_and_is_told_once(tmp_path: Path) -> None:
    file = tmp_path / "new.sqlite"
    said = [{"born": "later"}, {"born": "first"}]
    for _ in range(2):
        with open_ledger(file, clock=CLOCK, begin=said.pop) as ledger:
            assert ledger.get_fact("born") == "first"
    assert said == [{"born": "later"}]


def test_every_table_is_strict_and_a_live_finding_unique(file: Path) -> None:
    listed = run(file, "SELECT name, strict FROM pragma_table_list WHERE schema = 'main'")
    tables = {str(name): strict for name, strict in listed}
    assert {name for name in META.tables if not tables[name]} == set()
    made = run(file, "SELECT sql FROM sqlite_master WHERE name = 'one_live_finding'")
    assert "UNIQUE" in str(made[0][0])
    assert "WHERE status IN ('open', 'acknowledged')" in str(made[0][0])


def test_a_ledger_is_for_its_user_alone_and_in_wal(file: Path) -> None:
    assert file.stat().st_mode & 0o077 == 0
    assert run(file, "PRAGMA journal_mode") == [("wal",)]


def test_an_up_to_date_ledger_opens_without_what_upgrades_it(file: Path) -> None:
    done = subprocess.run(  # noqa: S603  our own interpreter, our own words
        [sys.executable, "-c", OPEN, str(file)],
        capture_output=True, check=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.stdout.split() == ["False", "False"]


def test_a_second_upgrade_at_once_leaves_the_backup_of_the_first(file: Path) -> None:
    backup = file.with_name("ledger.sqlite.before-upgrade-from-0001")
    backup.write_text("as it was")
    upgrade(file, 1)
    assert backup.read_text() == "as it was"
    assert read_version(file) == VERSION


def test_an_upgrade_that_fails_half_way_leaves_the_old_ledger(tmp_path: Path) -> None:
    file = tmp_path / "old.sqlite"
    held = load(file, LAST)
    run(
        file, "ALTER TABLE memories RENAME COLUMN belief TO said"
    )  # which no version ever called so
    before = schema(file)
    with pytest.raises(LedgerError):
        open_ledger(file, clock=CLOCK)
    assert (schema(file), read_version(file)) == (before, 21)
    assert rows_of(file).keys() == held.keys()


@pytest.mark.parametrize(
    ("sql", "says"),
    [
        pytest.param("PRAGMA user_version = 999", "newer", id="newer"),
        pytest.param("PRAGMA user_version = 0", "not a ledger", id="of someone else"),
    ],
)
def test_a_ledger_that_we_do_not_know_is_refused_untouched(file: Path, sql: str, says: str) -> None:
    run(file, sql)
    before = file.read_bytes()
    with pytest.raises(LedgerError, match=says):
        open_ledger(file, clock=CLOCK)
    assert file.read_bytes() == before


def test_two_processes_may_make_one_ledger(tmp_path: Path) -> None:
    file = tmp_path / "new.sqlite"
    command = [sys.executable, "-c", OPEN, str(file)]
    both = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for _ in range(2)]  # noqa: S603  ours
    assert [process.wait(timeout=60) for process in both] == [0, 0]
    assert read_version(file) == VERSION
