"""A ledger is made, upgraded or refused; never half of it, and never without a backup."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory

from vaultwatch.adapters.ledger import NoteRow, open_ledger
from vaultwatch.adapters.ledger.bare import read_version
from vaultwatch.adapters.ledger.migrate import MIGRATIONS, config, upgrade
from vaultwatch.adapters.ledger.opening import HEAD
from vaultwatch.adapters.ledger.row_digests import know_digests
from vaultwatch.adapters.ledger.tables import META
from vaultwatch.adapters.machine.clock import FixedClock
from vaultwatch.errors import LedgerError

LATER = f"{int(HEAD) + 1:04}"
FIRST = Path(__file__).parent / "ledgers" / "0001.sql"
"""A ledger that the first version wrote, as SQL."""
BEFORE_OUTCOMES = FIRST.with_name("0019.sql")
CLOCK = FixedClock(datetime(2026, 3, 1, tzinfo=UTC))
NEXT = """
from alembic import op
revision, down_revision, branch_labels, depends_on = "{later}", "{head}", None, None
def upgrade():
    op.execute("CREATE TABLE later (name TEXT PRIMARY KEY) STRICT")
    op.execute("INSERT INTO later {what}")
"""
OPEN = """
import sys
from pathlib import Path
from vaultwatch.adapters.machine.clock import SystemClock
from vaultwatch.adapters.ledger import NoteRow, open_ledger
print("sqlalchemy" in sys.modules)
open_ledger(Path(sys.argv[1]), clock=SystemClock()).close()
print("alembic" in sys.modules)
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


def a_later_step(folder: Path, what: str) -> Path:
    folder.mkdir()
    script = NEXT.format(what=what, later=LATER, head=HEAD)
    (folder / f"v{LATER}_later.py").write_text(script, encoding="utf-8")
    return folder


def test_the_newest_version_is_the_one_we_check_for() -> None:
    assert ScriptDirectory.from_config(config()).get_heads() == [HEAD]


def test_a_new_ledger_is_what_the_migrations_would_have_made(file: Path, tmp_path: Path) -> None:
    migrated = tmp_path / "migrated.sqlite"
    upgrade(migrated, None)
    ours = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"
    assert [plain(row) for row in run(file, ours)] == [plain(row) for row in run(migrated, ours)]
    assert read_version(file) == read_version(migrated) == HEAD


def test_a_new_ledger_knows_at_once_what_it_is_told_and_is_told_once(tmp_path: Path) -> None:
    file = tmp_path / "new.sqlite"
    said = [{"born": "later"}, {"born": "first"}]
    for _ in range(2):
        with open_ledger(file, clock=CLOCK, begin=said.pop) as ledger:
            assert ledger.get_fact("born") == "first"
    assert said == [{"born": "later"}]


def test_the_migrations_make_every_table_strict_and_the_live_index(file: Path) -> None:
    listed = run(file, "SELECT name, strict FROM pragma_table_list WHERE schema = 'main'")
    tables = {str(name): strict for name, strict in listed}
    assert {name for name in META.tables if not tables[name]} == set()
    made = run(file, "SELECT sql FROM sqlite_master WHERE name = 'one_live_finding'")
    assert "UNIQUE" in str(made[0][0])
    assert "WHERE status IN ('open', 'acknowledged')" in str(made[0][0])


def test_a_ledger_is_for_its_user_alone_and_in_wal(file: Path) -> None:
    assert file.stat().st_mode & 0o077 == 0
    assert run(file, "PRAGMA journal_mode") == [("wal",)]


def test_an_up_to_date_ledger_opens_without_alembic(file: Path) -> None:
    done = subprocess.run(  # noqa: S603  our own interpreter, our own words
        [sys.executable, "-c", OPEN, str(file)],
        capture_output=True, check=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.stdout.split() == ["False", "False"]


def test_an_old_ledger_is_upgraded_in_place_and_backed_up(file: Path, tmp_path: Path) -> None:
    step = a_later_step(tmp_path / "steps", "VALUES ('it')")
    upgrade(file, HEAD, settings=config(MIGRATIONS / "versions", step))
    assert read_version(file) == LATER
    assert run(file, "SELECT value FROM facts") == [("yes",)]
    backup = file.with_name(f"ledger.sqlite.before-upgrade-from-{HEAD}")
    assert read_version(backup) == HEAD
    assert run(backup, "SELECT value FROM facts") == [("yes",)]


def test_a_second_upgrade_at_once_leaves_the_backup_of_the_first(file: Path) -> None:
    backup = file.with_name("ledger.sqlite.before-upgrade-from-0001")
    backup.write_text("as it was")
    upgrade(file, "0001")
    assert backup.read_text() == "as it was"
    assert read_version(file) == HEAD


def test_an_upgrade_that_fails_half_way_leaves_the_old_ledger(file: Path, tmp_path: Path) -> None:
    step = a_later_step(tmp_path / "steps", "VALUES (NULL, 'too many')")
    with pytest.raises(LedgerError):
        upgrade(file, HEAD, settings=config(MIGRATIONS / "versions", step))
    assert read_version(file) == HEAD
    assert run(file, "SELECT name FROM sqlite_master WHERE name = 'later'") == []


def test_a_ledger_of_the_first_version_keeps_all_it_knew(tmp_path: Path) -> None:
    file = tmp_path / "first.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(FIRST.read_text(encoding="utf-8"))
    assert read_version(file) == "0001"
    with open_ledger(file, clock=CLOCK) as ledger:
        assert [one.path for one in ledger.outlines()] == ["a.md", "folder/b.md"]
        assert {one.id: (one.status, one.why, one.remark) for one in ledger.findings()} == {
            "f1": ("open", "", ""),
            "f2": ("dismissed", "it's fine", ""),
        }
        assert {(one.repair, one.explained, one.note_digest) for one in ledger.findings()} == {
            (None, (), "")
        }
        assert ledger.cases() == []
        assert [one.memory_id for one in ledger.baselines()] == ["mem_1"]
        assert ledger.check() == []
    assert read_version(file) == HEAD


def test_a_ledger_of_before_outcomes_keeps_what_it_found(tmp_path: Path) -> None:
    file = tmp_path / "before.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        know_digests(connection)
        connection.executescript(BEFORE_OUTCOMES.read_text(encoding="utf-8"))
    with open_ledger(file, clock=CLOCK) as ledger:
        found = {one.memory_id: (one.status, one.outcome, one.proof) for one in ledger.findings()}
        assert found == {
            "mem_alder": ("open", "likely", ""),
            "mem_birch": ("dismissed", "likely", ""),
            "mem_cedar": ("acknowledged", "likely", ""),
        }
        kept = ledger.comparisons()
        assert {(inputs, one.outcome) for inputs, one in kept.values()} == {("", "likely")}
        assert len(ledger.baselines()) == len(ledger.cases()) + 2 == 3
        assert ledger.check() == []


def test_outlines_of_an_upgraded_ledger_are_news_once(tmp_path: Path) -> None:
    file = tmp_path / "first.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(FIRST.read_text(encoding="utf-8"))
    with open_ledger(file, clock=CLOCK) as ledger:
        newest, outlines = ledger.outlines_since(0)
        assert {one.path for one in outlines} == {"a.md", "folder/b.md"}
        assert ledger.outlines_since(newest) == (newest, ())
        (outline,) = (one for one in outlines if one.path == "a.md")
        ledger.put_notes([NoteRow(outline.path, "d", 1, 1, None, None, outline, is_memory=False)])
        later, outlines = ledger.outlines_since(newest)
        assert later > newest
        assert [one.path for one in outlines] == ["a.md"]


@pytest.mark.parametrize(
    ("sql", "says"),
    [
        pytest.param("UPDATE alembic_version SET version_num = '0999'", "newer", id="newer"),
        pytest.param("UPDATE alembic_version SET version_num = 'x'", "not a ledger", id="odd"),
        pytest.param("DROP TABLE alembic_version", "not a ledger", id="of someone else"),
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
    assert read_version(file) == HEAD
