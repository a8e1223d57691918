"""What a ledger on PostgreSQL does beside what any does: turns, moments, errors, kills, copies."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.postgres import Server
from vaultwatch.adapters.ledger import connection, open_ledger
from vaultwatch.adapters.ledger.connection import LedgerSite
from vaultwatch.adapters.ledger.copying import copy_into_file, copy_ledger, counted
from vaultwatch.adapters.ledger.making import make
from vaultwatch.adapters.ledger.postgres import PostgresSite, open_postgres, read_sight
from vaultwatch.adapters.ledger.sql_ledger import Ledger
from vaultwatch.adapters.machine.clock import FixedClock
from vaultwatch.errors import LedgerBusyError, LedgerError, LedgerOutOfReachError, RefusedError
from vaultwatch.places import Places

NOW = datetime(2026, 3, 1, tzinfo=UTC)
CLOCK = FixedClock(NOW)
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
        connection.writing(theirs.site.engine),
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
    ("url", "says"),
    [
        pytest.param("postgresql://u:s3cret@127.0.0.1:1/db", "cannot be reached", id="down"),
        pytest.param("{nowhere}", "cannot be reached", id="no such database"),
    ],
)
def test_who_cannot_be_reached_is_told_of_and_no_password(
    server: Server, places: Places, url: str, says: str
) -> None:
    address = url.format(nowhere=server.url("nowhere"))
    with pytest.raises(LedgerOutOfReachError) as told:
        open_postgres(address, places.schema, places.ledger_home, clock=CLOCK)
    assert says in told.value.message
    assert told.value.hint
    assert "s3cret" not in f"{told.value.message} {told.value.hint}"


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
    with pytest.raises(LedgerError, match="of version 9999"):
        open_postgres(server.url(), places.schema, places.ledger_home, clock=CLOCK)


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
