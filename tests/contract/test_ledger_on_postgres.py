"""What a ledger on PostgreSQL does beside what any does: turns, moments, errors, kills, copies."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import event

from tests.postgres import Server
from vaultwatch.adapters.ledger import open_ledger
from vaultwatch.adapters.ledger.connection import LedgerSite, writing
from vaultwatch.adapters.ledger.copying import copy_into_file, copy_ledger, counted
from vaultwatch.adapters.ledger.making import make
from vaultwatch.adapters.ledger.postgres import (
    PostgresSite,
    home_told,
    open_postgres,
    read_sight,
)
from vaultwatch.adapters.ledger.row_digests import know_digests
from vaultwatch.adapters.ledger.rows import ConfirmedRow, MemoryRow, SignalRow
from vaultwatch.adapters.ledger.sql_ledger import Ledger
from vaultwatch.adapters.ledger.tables import META
from vaultwatch.adapters.machine.clock import FixedClock
from vaultwatch.errors import LedgerBusyError, LedgerError, LedgerOutOfReachError, RefusedError
from vaultwatch.notes.model import NotePath
from vaultwatch.places import Places

NOW = datetime(2026, 3, 1, tzinfo=UTC)
CLOCK = FixedClock(NOW)
LEDGERS = Path(__file__).parent / "ledgers"
"""What older versions wrote, as SQL."""
HOSTILE = "nul \x00, half \ud800, mark \ufdd0, Ünïcode"


@pytest.fixture
def mine(server: Server, places: Places) -> Iterator[Ledger]:
    with open_postgres(
        server.url(), places.schema, places.ledger_home, clock=CLOCK, begin=lambda: {"born": "yes"}
    ) as opened:
        yield opened


@pytest.fixture
def theirs(server: Server, places: Places, mine: Ledger) -> Iterator[Ledger]:
    """Another process's way to the same ledger."""
    assert mine.get_fact("born") == "yes"
    with open_postgres(server.url(), places.schema, places.ledger_home, clock=CLOCK) as opened:
        yield opened


def test_what_another_writes_is_seen_at_once_and_not_within_a_moment(
    mine: Ledger, theirs: Ledger
) -> None:
    before = mine.mark()
    with mine.steady():
        assert mine.get_fact("a") is None
        theirs.set_fact("a", HOSTILE)
        with mine.steady():
            assert mine.get_fact("a") is None
        assert mine.get_fact("a") is None, "what began inside ends no moment outside"
    assert mine.get_fact("a") == HOSTILE
    assert mine.mark() is not before
    assert mine.mark() is mine.mark()
    for number in range(50):  # however late the server's call comes
        theirs.set_fact("a", f"{number}")
        assert mine.get_fact("a") == f"{number}"


def test_what_was_fetched_is_not_fetched_again_until_somebody_writes(
    mine: Ledger, theirs: Ledger
) -> None:
    asked: list[str] = []
    event.listen(
        mine.site.engine, "before_cursor_execute", lambda _, __, said, *___: asked.append(said)
    )
    for who in ("one", "two"):
        theirs.put_confirmed(ConfirmedRow(who, "digest", NOW))
    with mine.moving():
        mine.set_fact("b", "1")
        assert [*mine.confirmed()] == ["one", "two"]
        assert mine.get_fact("a") is None
        asked.clear()
        assert mine.confirmed(["nobody"]) == {}
        assert [*mine.confirmed(["two", "nobody"])] == ["two"]
        assert asked == []
        mine.set_fact("a", "1")
        assert (mine.get_fact("a"), mine.get_fact("b")) == ("1", "1")
        with mine.steady():
            assert len(mine.confirmed()) == 2
        assert not any("FROM confirmed" in said for said in asked), "a fact is none of theirs"
        mine.put_confirmed(ConfirmedRow("three", "digest", NOW))
        assert len(mine.confirmed()) == 3
    theirs.set_fact("a", "2")
    theirs.put_confirmed(ConfirmedRow("four", "digest", NOW))
    assert len(mine.confirmed()) == 4
    assert mine.get_fact("a") == "2"
    with mine.moving():
        assert len(mine.confirmed()) == 4
        theirs.put_confirmed(ConfirmedRow("five", "digest", NOW))  # who takes no lock
        mine.set_fact("a", "3")
        assert len(mine.confirmed()) == 5


def test_what_recall_asks_of_memories_is_fetched_by_one_statement_as_it_stands(
    mine: Ledger, theirs: Ledger
) -> None:
    ids = ["mem_1", HOSTILE]
    for id_ in ids:
        row = MemoryRow(id_, NotePath(f"{id_}.md"), "d", NOW, HOSTILE, "present", None)
        theirs.put_memories([row])
        theirs.put_signal(SignalRow(id_, "d", HOSTILE, "{}", 1.0, NOW))
        theirs.put_signal(SignalRow(id_, "d", "tests", "{}", 0.1 + 0.2, NOW))
    asked: list[str] = []
    event.listen(
        mine.site.engine, "before_cursor_execute", lambda _, __, said, *___: asked.append(said)
    )

    def reads(ledger: Ledger) -> list[object]:
        return [
            ledger.find_memories(ids=ids),
            ledger.find_memories(ids=ids[:1]),
            ledger.baseline_heads(ids),
            ledger.accesses(ids, is_judged=True),
            ledger.findings(memory_ids=ids, outcomes=None),
            ledger.feedback(ids),
            ledger.signals(ids),
            ledger.comparisons(ids),
        ]

    with mine.steady():
        mine.fetch_about(ids)
        mine.fetch_about([])
        fetched = reads(mine)
        assert len(asked) == 2, "as of when, and all"
    assert fetched == reads(theirs)
    assert {type(one.weight) for one in mine.signals(ids)} == {float}
    with mine.together():
        mine.set_fact("a", "1")
        mine.fetch_about(ids)
        assert reads(mine) == fetched


def test_who_open_a_new_ledger_at_once_share_it(server: Server, places: Places) -> None:
    together = threading.Barrier(6)

    def opened() -> None:
        together.wait()
        with open_postgres(server.url(), places.schema, places.ledger_home, clock=CLOCK) as one:
            assert one.note_paths() is not None

    with ThreadPoolExecutor(6) as pool:
        for done in [pool.submit(opened) for _ in range(6)]:
            done.result()


def test_who_waits_too_long_for_another_writer_is_told_so(
    server: Server, places: Places, theirs: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaultwatch.adapters.ledger.postgres.BUSY_S", 0.05)
    with (
        open_postgres(server.url(), places.schema, places.ledger_home, clock=CLOCK) as hasty,
        writing(theirs.site.engine),
        pytest.raises(LedgerBusyError, match="is being written"),
    ):
        hasty.set_fact("a", "1")


def test_vaults_of_one_database_know_nothing_of_each_other(
    server: Server, mine: Ledger, tmp_path: Path
) -> None:
    (tmp_path / "other").mkdir()
    other = Places(tmp_path / "other", state_base=tmp_path / "state")
    other.ensure()
    with open_postgres(server.url(), other.schema, other.ledger_home, clock=CLOCK) as ledger:
        ledger.set_fact("a", "other")
        assert ledger.get_fact("born") is None
    assert mine.get_fact("a") is None


def test_many_who_write_at_once_lose_nothing(server: Server, places: Places, mine: Ledger) -> None:
    def write(who: int) -> None:
        with open_postgres(server.url(), places.schema, places.ledger_home, clock=CLOCK) as ledger:
            for number in range(10):
                ledger.record("seen", f"{who}-{number}")

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, range(4)))
    assert len({row.subject for row in mine.audit()}) == 40


def test_a_part_of_an_index_stays_a_part(mine: Ledger) -> None:
    with mine.site.reader.connect() as asking:
        query = "SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema()"
        made = {row[0] for row in asking.exec_driver_sql(query)}
    assert sum(" WHERE " in one for one in made) == 2


def test_who_keeps_a_ledger_in_a_file_loads_nothing_of_postgres(file: Path) -> None:
    words = (
        "import sys; from pathlib import Path; from vaultwatch.adapters.ledger import open_ledger;"
        "from vaultwatch.adapters.machine.clock import SystemClock;"
        "open_ledger(Path(sys.argv[1]), clock=SystemClock()).close();"
        "print([one for one in sys.modules if 'psycopg' in one or 'postgres' in one])"
    )
    done = subprocess.run(  # noqa: S603 -- our own interpreter, our own words
        [sys.executable, "-c", words, str(file)], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


KILLED = """
import sys
import threading
from pathlib import Path
from vaultwatch.adapters.ledger.postgres import open_postgres
from vaultwatch.adapters.machine.clock import SystemClock
with open_postgres(sys.argv[1], sys.argv[2], Path(sys.argv[3]), clock=SystemClock()) as ledger:
    for number in range(1_000_000):
        ledger.record_all([("pair", f"{number}", half) for half in ("first", "second")])
        print(number, flush=True)
"""


def test_killed_writers_leave_whole_writes_and_all_that_they_were_told_stands(
    server: Server, places: Places, mine: Ledger
) -> None:
    stands: dict[str, set[str]] = {}
    for told in (1, 5, 17):
        words = [server.url(), places.schema, str(places.ledger_home)]
        with subprocess.Popen(  # noqa: S603 -- our own interpreter, our own words
            [sys.executable, "-c", KILLED, *words], stdout=subprocess.PIPE, text=True
        ) as writer:
            assert writer.stdout is not None
            said = [writer.stdout.readline().strip() for _ in range(told)]
            os.kill(writer.pid, signal.SIGKILL)
        mine.set_fact("after", f"{told}")  # nobody holds the turn any more
        for row in mine.audit(limit=1_000_000):
            stands.setdefault(row.subject, set()).add(row.why)
        assert said[-1] == f"{told - 1}"
        assert stands.keys() >= {*said}
    assert set(map(frozenset, stands.values())) == {frozenset({"first", "second"})}


def test_a_server_that_went_and_came_back_serves_on(
    server: Server, mine: Ledger, places: Places
) -> None:
    server.stop()
    try:
        for _ in range(2):
            with pytest.raises(LedgerOutOfReachError) as told:
                mine.get_fact("born")
            assert "See that it runs" in told.value.hint
    finally:
        server.start()
    assert read_sight(server.url(), places.schema, "born") == (True, [])
    assert mine.get_fact("born") == "yes"


@pytest.mark.parametrize(
    ("url", "password", "says", "way_out"),
    [
        pytest.param("postgresql://u:s3cret@127.0.0.1:1/db", "", "refused", "it runs", id="down"),
        pytest.param(
            "{database}", "", "database .nowhere. does not exist", "the database",
            id="no such database",
        ),
        pytest.param("{user}", "", "no password supplied", "~/.pgpass", id="no password"),
        pytest.param(
            "{user}", "s3cret", "authentication failed", "PGPASSWORD is this", id="wrong password"
        ),
        pytest.param(
            "{tcp}&sslmode=require", "", "does not support SSL", "sslmode=require", id="no TLS"
        ),
    ],
)  # fmt: skip
def test_who_is_not_let_in_is_told_why_and_the_way_out_and_no_password(  # noqa: PLR0913, PLR0917
    server: Server, places: Places, monkeypatch: pytest.MonkeyPatch,
    url: str, password: str, says: str, way_out: str,
) -> None:  # fmt: skip
    if password:
        monkeypatch.setenv("PGPASSWORD", password)
    address = url.format(
        database=server.url("nowhere"), user=server.url(user="locked"), tcp=server.url(by_tcp=True)
    )
    with pytest.raises(LedgerOutOfReachError, match=says) as told:
        open_postgres(address, places.schema, places.ledger_home, clock=CLOCK)
    assert "cannot be reached" in told.value.message
    assert way_out in told.value.hint
    assert "s3cret" not in f"{told.value.message} {told.value.hint}"
    assert "\n" not in told.value.message


def test_a_server_that_is_too_old_is_told_so(
    server: Server, places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vaultwatch.adapters.ledger.postgres.LEAST_SERVER", (99,))
    with pytest.raises(LedgerError, match="too old") as told:
        open_postgres(server.url(), places.schema, places.ledger_home, clock=CLOCK)
    assert "Upgrade it to 99" in told.value.hint


def test_what_a_server_quotes_of_rows_is_not_told(mine: Ledger) -> None:
    with pytest.raises(LedgerError) as told, mine.site.translated(), mine.site.reader.begin() as to:
        to.exec_driver_sql("INSERT INTO facts VALUES ('a', 'a secret'), ('a', 'a secret')")
    assert "secret" not in f"{told.value.message} {told.value.hint}"


def test_a_role_that_may_make_no_tables_is_told_how_it_may(server: Server, places: Places) -> None:
    with (
        closing(PostgresSite(server.url(), places.schema)) as site,
        site.engine.begin() as superuser,
    ):
        superuser.exec_driver_sql("DROP ROLE IF EXISTS guest")
        superuser.exec_driver_sql("CREATE ROLE guest LOGIN")
    with pytest.raises(LedgerError, match="may not be made") as told:
        open_postgres(server.url(user="guest"), places.schema, places.ledger_home, clock=CLOCK)
    assert "GRANT CREATE" in told.value.hint


def test_a_ledger_of_another_state_folder_or_version_is_left_alone(
    server: Server, places: Places, mine: Ledger, tmp_path: Path
) -> None:
    twin = Places(places.vault, state_base=tmp_path / "elsewhere")  # as on another machine
    twin.ensure()
    with pytest.raises(LedgerError, match="another state folder") as told:
        open_postgres(server.url(), twin.schema, twin.ledger_home, clock=CLOCK)
    assert str(twin.ledger_home) in told.value.hint
    with mine.site.engine.begin() as newer:
        newer.exec_driver_sql("UPDATE ledger_state SET version = 9999")
    with pytest.raises(LedgerError, match="newer vaultwatch"):
        open_postgres(server.url(), places.schema, places.ledger_home, clock=CLOCK)
    with pytest.raises(LedgerError, match="while this ran") as told:
        mine.set_fact("a", "1")
    assert "Restart" in told.value.hint


def laid(server: Server, places: Places, file: Path, state: Path) -> PostgresSite:
    """Lay down on the server, and in a file, what an older version of a ledger held."""
    site = PostgresSite(server.url(), places.schema)
    version = int(state.stem)
    home = home_told(places.ledger_home)
    kinds = {"INTEGER": "bigint", "INT": "bigint", "REAL": "float8", "BLOB": "bytea"}
    with closing(sqlite3.connect(file)) as old, site.engine.begin() as new:
        know_digests(old)
        old.executescript(state.read_text(encoding="utf-8"))
        new.exec_driver_sql(f'CREATE SCHEMA "{places.schema}"')
        new.exec_driver_sql("CREATE TABLE ledger_state (version int8, written int8, home text)")
        new.exec_driver_sql("INSERT INTO ledger_state VALUES (%s, 7, %s)", (version, home))
        tables = old.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (table,) in tables:
            if table not in META.tables or table == "row_digests":
                continue
            columns = old.execute(f"PRAGMA table_info({table})").fetchall()
            told = ", ".join(f"{one[1]} {kinds.get(one[2], 'text')}" for one in columns)
            new.exec_driver_sql(f"CREATE TABLE {table} ({told})")
            signs = ", ".join("%s" for _ in columns)
            for row in old.execute(f"SELECT * FROM {table}"):  # noqa: S608 -- our own tables
                new.exec_driver_sql(f"INSERT INTO {table} VALUES ({signs})", row)  # noqa: S608
        new.exec_driver_sql("CREATE INDEX ix_outlines_serial ON outlines (path)")
    return site


def made(site: LedgerSite) -> set[tuple[str, ...]]:
    """Return the columns, indexes and rules of a ledger on a server."""
    schema = site.schema if isinstance(site, PostgresSite) else ""
    with site.reader.connect() as asking:
        found = {
            tuple(str(part).replace(schema, "SCHEMA") for part in row)
            for query in (
                """SELECT table_name, column_name, data_type, is_nullable, column_default
                FROM information_schema.columns WHERE table_schema = current_schema()""",
                "SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema()",
                """SELECT conrelid::regclass, conname, pg_get_constraintdef(oid)
                FROM pg_constraint WHERE connamespace = current_schema()::regnamespace""",
                """SELECT tgname, tgrelid::regclass FROM pg_trigger t JOIN pg_class c
                ON c.oid = t.tgrelid WHERE c.relnamespace = current_schema()::regnamespace
                AND NOT tgisinternal""",
            )
            for row in asking.exec_driver_sql(query)
        }
    assert len(found) > 100
    return found


@pytest.mark.parametrize("state", sorted(LEDGERS.glob("*.sql")), ids=lambda state: state.stem)
def test_a_ledger_of_an_older_version_becomes_what_it_becomes_in_a_file(
    server: Server, places: Places, tmp_path: Path, state: Path
) -> None:
    with closing(laid(server, places, tmp_path / "a.sqlite", state)):
        pass
    fresh = Places(places.vault, state_base=tmp_path / "fresh")
    fresh.ensure()
    fresh.schema = "vault_fresh"
    opened = [
        open_ledger(tmp_path / "a.sqlite", clock=CLOCK),
        open_postgres(server.url(), places.schema, places.ledger_home, clock=CLOCK),
        open_postgres(server.url(), fresh.schema, fresh.ledger_home, clock=CLOCK),
    ]
    with ExitStack() as stack:
        filed, upgraded, new = [stack.enter_context(one) for one in opened]
        held = counted(upgraded.site)
        assert held == counted(filed.site)
        assert sum(one.rows for one in held) > 3
        assert made(upgraded.site) == made(new.site)
        upgraded.record("seen", "later")
        assert upgraded.audit()[0].subject == "later"
        with new.site.engine.begin() as away:
            away.exec_driver_sql("DROP SCHEMA vault_fresh CASCADE")


def test_an_upgrade_that_fails_halfway_leaves_the_old_version_and_says_so(
    server: Server, places: Places, tmp_path: Path
) -> None:
    last = LEDGERS / "0022.sql"
    with closing(laid(server, places, tmp_path / "a.sqlite", last)) as site:
        with site.engine.begin() as broken:  # which no version ever called so
            broken.exec_driver_sql("ALTER TABLE memories RENAME COLUMN belief TO said")
        before = made(site)
        for _ in range(2):
            with pytest.raises(LedgerError, match="stands as it stood, of version 22"):
                open_postgres(server.url(), places.schema, places.ledger_home, clock=CLOCK)
        assert made(site) == before
        assert site.version() == (22, home_told(places.ledger_home))


def test_who_began_to_read_before_an_upgrade_is_waited_for_and_never_sees_half(
    server: Server, places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (
        closing(laid(server, places, tmp_path / "a.sqlite", LEDGERS / "0022.sql")) as site,
        closing(site.kept_reads()) as kept,
        site.engine.connect() as reading,
        site.engine.connect() as late,
    ):
        site.view(reading, kept)
        monkeypatch.setattr("vaultwatch.adapters.ledger.postgres.BUSY_S", 0.05)
        with pytest.raises(LedgerBusyError, match="stands as it stood"):
            open_postgres(server.url(), places.schema, places.ledger_home, clock=CLOCK)
        reading.rollback()
        late.execution_options(isolation_level="REPEATABLE READ")
        late.exec_driver_sql("SELECT 1")  # as of now, and nothing of ours held
        with open_postgres(server.url(), places.schema, places.ledger_home, clock=CLOCK) as ledger:
            assert ledger.memories()
        assert late.exec_driver_sql("SELECT * FROM ledger_state").all() == []


def test_who_upgrade_a_ledger_at_once_share_it(
    server: Server, places: Places, tmp_path: Path
) -> None:
    laid(server, places, tmp_path / "a.sqlite", LEDGERS / "0022.sql").close()
    together = threading.Barrier(3)

    def opened() -> int:
        together.wait()
        with open_postgres(server.url(), places.schema, places.ledger_home, clock=CLOCK) as one:
            return len(one.memories())

    with ThreadPoolExecutor(3) as pool:
        counts = {done.result() for done in [pool.submit(opened) for _ in range(3)]}
    assert len(counts) == 1
    assert counts != {0}
    with closing(PostgresSite(server.url(), places.schema)) as site, site.reader.connect() as asked:
        assert asked.exec_driver_sql("SELECT written FROM ledger_state").scalar() == 8  # once


def test_a_copy_there_and_back_holds_the_same_and_goes_on_numbering(
    server: Server, places: Places, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        source = stack.enter_context(open_ledger(tmp_path / "a.sqlite", clock=CLOCK))
        for number in range(3):
            source.record("seen", HOSTILE, f"{number}")
        source.set_fact(HOSTILE, HOSTILE)
        target = stack.enter_context(
            open_postgres(server.url(), places.schema, places.ledger_home, clock=CLOCK)
        )
        done = copy_ledger(source.site, target.site)
        assert sum(one.rows for one in done) == 4
        assert copy_ledger(source.site, target.site) == done  # again: nothing more
        assert counted(source.site) == counted(target.site) == done
        target.record("seen", "later")
        assert [row.subject for row in target.audit()] == ["later", *[HOSTILE] * 3]
        with pytest.raises(RefusedError, match="other rows") as told:
            copy_ledger(source.site, target.site)
        assert "DROP SCHEMA" in told.value.hint
        copy_into_file(target.site, tmp_path / "b.sqlite")
        back = stack.enter_context(open_ledger(tmp_path / "b.sqlite", clock=CLOCK))
        assert counted(back.site) == counted(target.site)
        assert back.check() == []
        assert {one.name for one in tmp_path.glob("*b.sqlite*.tmp")} == set()


def test_a_copy_that_fails_halfway_leaves_the_target_as_it_stood(
    server: Server, places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path / "a.sqlite", {"a": "1"})
    source = LedgerSite(tmp_path / "a.sqlite")

    def vanish(*_: object) -> None:
        raise LedgerError("The power is gone.")

    with open_postgres(server.url(), places.schema, places.ledger_home, clock=CLOCK) as target:
        with monkeypatch.context() as faults:
            faults.setattr(target.site, "number_on", vanish)
            with pytest.raises(LedgerError, match="power"):
                copy_ledger(source, target.site)
        assert sum(one.rows for one in counted(target.site)) == 0
        assert copy_ledger(source, target.site) == counted(source)
    source.engine.dispose()
