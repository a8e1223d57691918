"""A ledger on PostgreSQL: a schema a vault, the same tables and statements as in a file.

One schema a vault and no column that says whose a row is: no statement can forget to ask, no role
passes by a rule, as a superuser passes by row-level ones, and a vault goes by dropping its schema.
The row of `ledger_state` is what SQLite's file lock and `data_version` are: whoever writes holds it
until it stands, and counts it up.
"""

import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import Any, Final

from sqlalchemy import BigInteger, Column, Connection, MetaData, Table, Text, create_engine, text
from sqlalchemy.dialects import registry
from sqlalchemy.dialects.postgresql.psycopg import PGCompiler_psycopg, PGDialect_psycopg
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import SQLAlchemyError

from vaultwatch.adapters.files.safe_write import create_file
from vaultwatch.adapters.ledger.bare import VERSION
from vaultwatch.adapters.ledger.codec import GarbledError
from vaultwatch.adapters.ledger.connection import LedgerSite
from vaultwatch.adapters.ledger.copying import TABLES, copy_into_file
from vaultwatch.adapters.ledger.engines import BUSY_S
from vaultwatch.adapters.ledger.kept_reads import KeptReads, Moment
from vaultwatch.adapters.ledger.making import carry_over
from vaultwatch.adapters.ledger.sql_ledger import Ledger
from vaultwatch.adapters.ledger.tables import FACTS, META
from vaultwatch.adapters.machine.clock import Clock, SystemClock
from vaultwatch.errors import (
    LedgerBusyError,
    LedgerError,
    LedgerNoRoomError,
    LedgerOutOfReachError,
    told_as,
)

LEAST_SERVER: Final = (13,)
"""The oldest server that its makers still mended when this was written."""
_CONNECT_S: Final = 5
_OWN = MetaData()
STATE = Table(
    "ledger_state",
    _OWN,
    Column("version", BigInteger, nullable=False),
    Column("written", BigInteger, nullable=False),
    Column("home", Text, nullable=False),
)
"""One row: of which version the tables are, how often was written, and whose state folder it is."""
_CALLING_OUT: Final = """
CREATE OR REPLACE FUNCTION call_out() RETURNS trigger LANGUAGE plpgsql AS
$$BEGIN PERFORM pg_notify('SCHEMA', NEW.written::text); RETURN NULL; END$$;
CREATE TRIGGER call_out AFTER UPDATE ON ledger_state FOR EACH ROW EXECUTE FUNCTION call_out()
"""
"""Has the server tell all who listen how often was written, when that stands."""
_WRITTEN: Final = "SELECT written FROM ledger_state"
_IN_ORDER: Final = {"memory_of_time", "ix_outlines_serial"}
for _index in (index for table in TABLES for index in table.indexes):
    # Told here: in the table's own words it would load this dialect for a file too.
    _index.dialect_options["postgresql"]["where"] = _index.dialect_options["sqlite"]["where"]
    if not _index.unique and len(_index.columns) == 1 and _index.name not in _IN_ORDER:
        # Asked for one value at a time, which may be longer than the 2,700 bytes a tree takes.
        _index.dialect_options["postgresql"]["using"] = "hash"


_AWAY: Final = ("08", "57", "53", "28", "3D")
"""States, or what they begin with, of a server that cannot be used now. Source: PostgreSQL's
manual, appendix A."""
_PUT_BACK: Final = "Put the newest dump of its schema, or daily copy, back: docs/scale.md."
_NOT_THERE: Final = ("42P01", "3F000")
"""States of a table or schema that is not there."""
_KINDS: Final[tuple[tuple[tuple[str, ...], type[LedgerError], str, str], ...]] = (
    (
        ("55P03", "57014"),
        LedgerBusyError,
        "is being written",
        "Another process writes it; try again when it is done.",
    ),
    (
        ("53100",),
        LedgerNoRoomError,
        "cannot be written: the server's disk is full",
        "Make room there and try again; nothing stands by half.",
    ),
    (
        ("42501",),
        LedgerError,
        "may not be made or used: {said}",
        "`GRANT CREATE ON DATABASE {database} TO ...` lets you, or be the role that made it.",
    ),
    (_NOT_THERE, LedgerError, "has lost its tables: {said}", _PUT_BACK),
)
"""What is told of other states, and the way out."""


class _Compiler(PGCompiler_psycopg):
    """Takes what is put in place of other rows as it is told for SQLite."""

    def _visit(self, visit: Callable[..., str], on_conflict: Any, **how: Any) -> str:  # noqa: ANN401
        on_conflict.constraint_target = None
        return visit(on_conflict, **how)

    def visit_on_conflict_do_update(self, on_conflict: Any, **kw: Any) -> str:  # noqa: ANN401
        return self._visit(super().visit_on_conflict_do_update, on_conflict, **kw)

    def visit_on_conflict_do_nothing(self, on_conflict: Any, **kw: Any) -> str:  # noqa: ANN401
        return self._visit(super().visit_on_conflict_do_nothing, on_conflict, **kw)


class LedgerOnPostgres(PGDialect_psycopg):
    """PostgreSQL as SQLAlchemy speaks it."""

    supports_statement_cache = True
    statement_compiler = _Compiler


registry.register("postgresql.vaultwatch", __name__, LedgerOnPostgres.__name__)


class _KeptReads(KeptReads):
    """Knows by what the server calls out, which costs no way there, that somebody wrote.

    A call comes a moment after the write stands, so calls alone are trusted only under the writer
    lock, after asking once; what is read as of one moment is kept apart.
    """

    def __init__(self, site: "PostgresSite") -> None:
        super().__init__("")
        self._site = site
        self._listening: Connection | None = None
        self._seen = -1
        self._is_outdated = True
        self._viewed: tuple[int, Moment] = -1, {}

    def outdate(self) -> None:
        """Know that somebody may have written."""
        self._is_outdated = True

    def wrote(self, connection: Connection, alone: Table | None = None) -> None:
        """Know that what a connection wrote stands, and how often was written then.

        Of all that is kept facts alone may be another, where they alone were written.
        """
        version: int = connection.info["written"]
        with self._turn:
            self._seen = max(self._seen, version)
            if alone is FACTS and version == self._seen == self._version + 1:
                self._version = version
                self._kept = {kind: said for kind, said in self._kept.items() if kind != "facts"}

    def viewed(self, version: int, *, is_alone: bool) -> Moment:
        """Return what is kept of what was read as of one moment."""
        with self._turn:
            if is_alone and version == self._version:
                return self._kept
            if version != self._viewed[0]:
                self._viewed = version, {}
            return self._viewed[1]

    def close(self) -> None:
        """Listen no more."""
        with self._turn:
            self._hang_up()

    def _hang_up(self) -> None:
        if self._listening is not None:
            self._listening.invalidate()  # no other user of the pool shall hear the calls
            self._listening.close()
        self._listening = None

    def _newest(self) -> int:
        if self._listening is not None:
            driver: Any = self._listening.connection.driver_connection
            try:
                for call in driver.notifies(timeout=0):
                    self._seen = max(self._seen, int(call.payload))
                if self._is_outdated:
                    self._ask(self._listening)
            except (self._site.engine.dialect.loaded_dbapi.Error, SQLAlchemyError):
                self._hang_up()
                self._site.distrust_pool()
        if self._listening is None:
            self._listening = self._site.reader.connect()
            said: Any = self._listening.connection.driver_connection
            asked = said.execute(f'LISTEN "{self._site.schema}"; {_WRITTEN}')
            asked.nextset()
            self._is_outdated, self._seen = False, int(asked.fetchone()[0])
        return self._seen

    def _ask(self, connection: Connection) -> None:
        self._is_outdated = False  # first: who writes meanwhile says so anew
        self._seen = int(connection.exec_driver_sql(_WRITTEN).scalar_one())


class PostgresSite(LedgerSite):
    """What a ledger lies in: a schema of a database."""

    def __init__(self, url: str, schema: str) -> None:
        """Open nothing yet; `url` has no password, which libpq finds by itself.

        Raises:
            LedgerError: the driver is not installed.
        """
        self._url = make_url(url)
        self.schema = schema
        self.is_as_it_lies = False
        self.is_far = True
        driver = {
            "options": f"-c search_path={schema} -c lock_timeout={int(BUSY_S * 1000)}"
            " -c client_min_messages=warning",
            "connect_timeout": _CONNECT_S,
            "keepalives_idle": 30,
            "application_name": f"vaultwatch {schema}",
        }
        try:
            self.engine = create_engine(
                self._url.set(drivername="postgresql+vaultwatch"), connect_args=driver
            )
        except ImportError as exc:
            raise LedgerError(
                "A ledger on PostgreSQL needs the driver psycopg, which is not installed.",
                hint="Install it: `pip install 'vaultwatch[postgres]'`.",
            ) from exc
        self.reader = self.engine.execution_options(isolation_level="AUTOCOMMIT")

    @property
    def name(self) -> str:
        """What errors call it: never more of the address than who, where and which."""
        return shown(self._url)

    @property
    def putting_away(self) -> str:
        """How a person puts it away."""
        return f"`ALTER SCHEMA {self.schema} RENAME TO ...`, or `DROP SCHEMA {self.schema} CASCADE`"

    @property
    def mending(self) -> str:
        """What to do where it is damaged."""
        return _PUT_BACK

    def is_open_elsewhere(self) -> bool:
        """Tell whether others have it open, while this has not."""
        query = (
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND application_name = current_setting('application_name') "
            "AND pid <> pg_backend_pid()"
        )
        with self.translated(), self.reader.connect() as connection:
            return bool(connection.exec_driver_sql(query).scalar_one())

    def number_on(self, connection: Connection, table: Table) -> None:
        """Have rows that come be numbered after those that a table holds."""
        if (column := table.autoincrement_column) is not None:
            connection.exec_driver_sql(
                f"SELECT setval(pg_get_serial_sequence('{table.name}', '{column.name}'), "  # noqa: S608 -- our own names
                f"greatest(max({column.name}), 1), max({column.name}) IS NOT NULL) "
                f"FROM {table.name}"
            )

    def kept_reads(self) -> KeptReads:
        """Return what keeps what was read until somebody writes."""
        return _KeptReads(self)

    def view(
        self, connection: Connection, kept: KeptReads, *, is_alone: bool = False
    ) -> Moment | None:
        """Have a connection read as of now, and know by the same statement as of when."""
        connection.execution_options(isolation_level="REPEATABLE READ")
        connection.begin()
        version = int(connection.exec_driver_sql(_WRITTEN).scalar_one())
        return kept.viewed(version, is_alone=is_alone) if isinstance(kept, _KeptReads) else {}

    @contextmanager
    def translated(self) -> Iterator[None]:
        """Turn what the driver raises into an error with a way out."""
        try:
            yield
        except GarbledError as exc:
            raise LedgerError(
                f"The ledger {self.name} is damaged: a row says what none can.", hint=_PUT_BACK
            ) from exc
        except (
            SQLAlchemyError,
            UnicodeError,
            OverflowError,
            self.engine.dialect.loaded_dbapi.Error,  # of what goes past SQLAlchemy
        ) as exc:
            raise self._told(getattr(exc, "orig", None) or exc) from exc

    def _told(self, cause: BaseException) -> LedgerError:
        state = str(getattr(cause, "sqlstate", None) or "")
        # What the server adds to its first sentence quotes rows.
        first = getattr(getattr(cause, "diag", None), "message_primary", None)
        said = self._plainly(str(first or cause))
        for states, kind, what, hint in _KINDS:
            if state.startswith(states):
                return kind(
                    f"The ledger {self.name} {what.format(said=said)}.",
                    hint=hint.format(database=self._url.database),
                )
        if state and not state.startswith(_AWAY):
            return LedgerError(
                f"The ledger {self.name} cannot be used: {said}.", hint="See the server's log."
            )
        self.distrust_pool()
        return LedgerOutOfReachError(
            f"The ledger {self.name} cannot be reached: {said}.",
            hint=self._way_in(getattr(cause, "pgconn", None)),
        )

    def _way_in(self, asked: Any) -> str:  # noqa: ANN401 -- libpq's own
        """Return what to do about a connection that did not come about, as far as libpq tells."""
        if asked and asked.needs_password:
            return "It asks for a password: write it into ~/.pgpass (mode 600), or set PGPASSWORD."
        seen = ["it runs and knows the user and the database"]
        if asked and asked.used_password:
            seen.append("the password in ~/.pgpass or PGPASSWORD is this user's")
        if mode := self._url.query.get("sslmode"):
            seen.append(f"it speaks TLS as `sslmode={mode}` of the address asks")
        return f"See that {', and that '.join(seen)}; nothing stands by half."

    def _plainly(self, said: str) -> str:
        """Return the server's own sentence, in one line, with no password in it."""
        line = next((one for one in reversed(said.splitlines()) if "FATAL" in one), said)
        line = " ".join(line.split()).removesuffix(".")
        password = self._url.password
        return line.replace(str(password), "***") if password else line

    def check(self) -> list[str]:
        """Return what is wrong: its server keeps rows and what they point to sound by itself."""
        with self.translated(), self.reader.connect() as connection:
            connection.exec_driver_sql(_WRITTEN)
        return []

    def unlike_written(self) -> list[str]:
        """Return nothing: that rows are those that were written is the server's to know."""
        return []

    def scrub(self) -> None:
        """Write all anew, so that nothing of what was replaced stays."""
        with self.translated(), self.reader.connect() as connection:
            for table in TABLES:
                connection.exec_driver_sql(f'VACUUM FULL "{table.name}"')

    def backup(self, to: Path) -> None:
        """Copy the ledger as it stands into an SQLite file, replacing it in one step."""
        copy_into_file(self, to)

    def size_bytes(self) -> int:
        """Return what the ledger takes on the server's disk."""
        query = text(
            "SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) FROM pg_class c "
            "JOIN pg_namespace n ON n.oid = c.relnamespace "
            "WHERE n.nspname = :schema AND c.relkind = 'r'"
        )
        with self.translated(), self.reader.connect() as connection:
            return int(connection.execute(query, {"schema": self.schema}).scalar_one())

    def version(self) -> tuple[int, str] | None:
        """Return of which version the tables are and whose; None where there are none.

        Raises:
            LedgerError: the server cannot be reached, or is too old.
        """
        with self.translated(), self.reader.connect() as connection:
            server = connection.dialect.server_version_info or LEAST_SERVER
            if server < LEAST_SERVER:
                raise LedgerError(
                    f"The server of the ledger {self.name} is PostgreSQL {server[0]}, too old.",
                    hint=f"Upgrade it to {LEAST_SERVER[0]} or newer.",
                )
            try:
                row = connection.execute(STATE.select()).first()
            except SQLAlchemyError as exc:
                if getattr(getattr(exc, "orig", None), "sqlstate", "") in _NOT_THERE:
                    return None
                raise
            return None if row is None else (int(row.version), str(row.home))

    def make(self, home: str, facts: Mapping[str, str]) -> None:
        """Make the tables, with these facts; those that another process has just made stay."""
        with self.translated(), self.engine.begin() as connection:
            connection.exec_driver_sql(
                "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", (self.schema,)
            )
            there = text("SELECT to_regclass(:name)")
            if connection.execute(there, {"name": f"{self.schema}.ledger_state"}).scalar():
                return
            connection.exec_driver_sql(f'CREATE SCHEMA IF NOT EXISTS "{self.schema}"')
            self._make_tables(connection, written=0, home=home)
            if facts:
                rows = [{"name": name, "value": value} for name, value in facts.items()]
                connection.execute(FACTS.insert(), rows)

    def upgrade(self, version: int) -> None:
        """Bring the tables to the present version, once whoever reads or writes them is done.

        Raises:
            LedgerError: they cannot be; they stand as they stood.
        """
        try:
            with self.translated(), self.engine.begin() as connection:
                # Every moment that is read by begins with this table, which is made anew too: who
                # began before finds no row in it, and never the new tables without theirs.
                connection.exec_driver_sql("LOCK TABLE ledger_state IN ACCESS EXCLUSIVE MODE")
                stood = connection.execute(STATE.select()).one()
                if stood.version == version:  # else another process has done it
                    self._upgrade(connection)
        except LedgerError as error:
            raise type(error)(
                f"{error.message} It was to be upgraded, and stands as it stood, of version "
                f"{version}.",
                hint=error.hint,
            ) from error

    def _upgrade(self, connection: Connection) -> None:
        stood = connection.execute(STATE.select()).one()
        connection.exec_driver_sql("DROP TABLE ledger_state")
        listed = (
            "SELECT indexname, 'INDEX' FROM pg_indexes WHERE schemaname = current_schema() "
            "UNION ALL "
            "SELECT tablename, 'TABLE' FROM pg_tables WHERE schemaname = current_schema()"
        )
        things = connection.exec_driver_sql(listed).all()
        for name, kind in things:
            connection.exec_driver_sql(f'ALTER {kind} "{name}" RENAME TO "old_{name}"')
        self._make_tables(connection, written=stood.written + 1, home=stood.home)
        cursor: Any = connection.connection.cursor()

        def execute(said: str, values: tuple[str, ...] | None = None) -> object:
            return cursor.execute(said.replace("?", "%s"), values)

        carry_over(execute, {name for name, kind in things if kind == "TABLE"})
        for table in TABLES:
            self.number_on(connection, table)

    def _make_tables(self, connection: Connection, *, written: int, home: str) -> None:
        META.create_all(connection, tables=list(TABLES), checkfirst=False)
        _OWN.create_all(connection, checkfirst=False)
        connection.exec_driver_sql(_CALLING_OUT.replace("SCHEMA", self.schema))
        state = {"version": VERSION, "written": written, "home": home}
        connection.execute(STATE.insert(), state)

    def distrust_pool(self) -> None:
        """Have each connection made anew when it is next asked for, as where one was found cut."""
        self.engine.pool._invalidate_time = time.time()  # noqa: SLF001 -- `dispose` leaks those in use

    def close(self) -> None:
        """Let go of the server."""
        self.engine.dispose()


def shown(url: URL) -> str:
    """Return who, where and which of an address: never its password, nor what it asks for."""
    who = f"{url.username}@" if url.username else ""
    port = f":{url.port}" if url.port else ""
    return f"'postgresql://{who}{url.host or ''}{port}/{url.database or ''}'"


def home_told(file: Path) -> str:
    """Return what tells a state folder from any other: two machines may have vaults of one path.

    Raises:
        LedgerError: the file that holds it cannot be made or read, or holds something else.
    """
    with told_as(
        LedgerError,
        f"{str(file)!r} cannot be made or read",
        "Make room, or give yourself permission there.",
    ):
        if not file.exists():
            with suppress(FileExistsError):  # another process has just made it
                create_file(file, f"{token_hex(8)}\n".encode())
        found = file.read_text(encoding="ascii", errors="replace").strip()
    if not re.fullmatch(r"[0-9a-f]{16}", found):
        raise LedgerError(
            f"{str(file)!r} does not hold the mark of this state folder.",
            hint="Delete it; what is told next says which mark the ledger on the server bears.",
        )
    return found


def open_postgres(
    url: str,
    schema: str,
    home_file: Path,
    *,
    clock: Clock,
    begin: Callable[[], Mapping[str, str]] = dict,
) -> Ledger:
    """Open a vault's ledger in a database; make it where there is none, upgrade an old one.

    Raises:
        LedgerError: it cannot be reached, made or upgraded, is of a newer version, or another's.
    """
    home = home_told(home_file)
    with ExitStack() as failing:
        site = failing.enter_context(closing(PostgresSite(url, schema)))
        found = site.version()
        if found is None:
            site.make(home, begin())
            found = site.version() or (VERSION, home)
        version, owner = found
        if version > VERSION:
            raise LedgerError(
                f"The ledger {site.name} was written by a newer vaultwatch (its version "
                f"{version}, ours {VERSION}).",
                hint="Upgrade vaultwatch; the ledger was not touched.",
            )
        if owner != home:
            raise LedgerError(
                f"The ledger {site.name} of this vault belongs to another state folder.",
                hint=(
                    "Give each machine its own database. If that folder is gone for good, write "
                    f"{owner} into {str(home_file)!r}."
                ),
            )
        if version != VERSION:
            site.upgrade(version)
        failing.pop_all()
    return Ledger(site, clock)


def read_sight(url: str, schema: str, fact: str) -> tuple[bool, list[str]]:
    """Return whether a fact is set, and the path of every note on record.

    Raises:
        LedgerError: the server cannot be asked.
    """
    with closing(PostgresSite(url, schema)) as site:
        if site.version() is None:
            return False, []
        with Ledger(site, SystemClock()) as ledger:
            is_set = bool(ledger.get_fact(fact))
            return is_set, [*ledger.note_paths()] if is_set else []
