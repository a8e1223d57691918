"""The way to the ledger: what is kept of what was read, by which moment, how errors read."""

import logging
import sqlite3
import threading
from collections import namedtuple
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Executable,
    Float,
    RootTransaction,
    Row,
    Select,
    Table,
    bindparam,
    func,
    literal_column,
    select,
    union_all,
)
from sqlalchemy.dialects.sqlite import Insert, insert
from sqlalchemy.exc import SQLAlchemyError

from vaultwatch.adapters.ledger.bare import (
    RESTORE,
    SQLITE_ERRORS,
    VERSION,
    back_up,
    said_by,
    told,
    way_out,
)
from vaultwatch.adapters.ledger.codec import GarbledError, record, unfit
from vaultwatch.adapters.ledger.engines import BUSY_S, driver_of, make_engine
from vaultwatch.adapters.ledger.kept_reads import MOST_KEPT, KeptReads, Moment
from vaultwatch.adapters.ledger.row_digests import unlike_written
from vaultwatch.adapters.ledger.tables import TextColumn
from vaultwatch.adapters.machine.clock import Clock
from vaultwatch.errors import LedgerBusyError, LedgerError, LedgerOutOfReachError

T = TypeVar("T")


def under_names(pairs: Iterable[tuple[str, T]]) -> dict[str, tuple[T, ...]]:
    """Return what stands under each name, in the order given."""
    found: dict[str, tuple[T, ...]] = {}
    for name, one in pairs:
        found[name] = (*found.get(name, ()), one)
    return found


log = logging.getLogger(__name__)

BATCH_VALUES = 500
"""SQLite takes at least 999 parameters a statement."""


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """Give a connection inside a transaction that waits for other writers."""
    with engine.connect() as connection, _ask_for_lock(connection):
        yield connection


TAKE_TURN: Final = (
    f"UPDATE ledger_state SET written = written + 1 WHERE version = {VERSION} RETURNING written"  # noqa: S608 -- no value
)
"""On PostgreSQL this row's lock is the writer's, and its number tells that somebody wrote."""
_WRITTEN: Final = "written"
"""Of a connection to it: the number that stands once what it writes does."""


def _ask_for_lock(connection: Connection) -> RootTransaction:
    """Begin a transaction that waits for other writers."""
    # A writer asks at once: one that began by reading could not wait for it.
    if connection.dialect.name == "sqlite":
        driver_of(connection).cursor().execute("BEGIN IMMEDIATE")
        return connection.begin()
    begun = connection.begin()
    connection.info[_WRITTEN] = connection.exec_driver_sql(TAKE_TURN).scalar()
    if connection.info[_WRITTEN] is None:
        raise LedgerError(
            "The ledger was brought to another version while this ran; nothing was written.",
            hint="Restart what still runs of the older vaultwatch: the daemon, agents' clients.",
        )
    return begun


class LedgerSite:
    """What a ledger lies in: an SQLite file. `postgres` has another."""

    def __init__(self, file: Path, address: str = "") -> None:
        """Open nothing yet; by an address a ledger that is not in use is read as it lies."""
        self.file = file
        self.address = address or file
        self.is_as_it_lies = bool(address)
        """Whether it is only read: the disk has no room for what SQLite puts beside it."""
        self.is_far = False
        """Whether each statement is a way to a server and back."""
        self.engine = make_engine(self.address)
        self.reader = self.engine

    @property
    def name(self) -> str:
        """What errors call it."""
        return repr(str(self.file))

    @property
    def putting_away(self) -> str:
        """How a person puts it away."""
        return f"move {self.name} elsewhere"

    @property
    def mending(self) -> str:
        """What to do where it is damaged."""
        return "Run `vaultwatch doctor --restore-ledger`."

    def is_open_elsewhere(self) -> bool:
        """Tell whether others have it open, while this has not."""
        with self.translated(), closing(sqlite3.connect(self.file, timeout=0.0)) as bare:
            bare.execute("PRAGMA locking_mode = EXCLUSIVE")
            try:
                bare.execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError as exc:
                if exc.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                    raise
                return True
        return False

    def number_on(self, connection: Connection, table: Table) -> None:
        """Have rows that come be numbered after those that a table holds: SQLite does by itself."""

    def kept_reads(self) -> KeptReads:
        """Return what keeps what was read until somebody writes."""
        return KeptReads(self.address)

    def view(
        self, connection: Connection, kept: KeptReads, *, is_alone: bool = False
    ) -> Moment | None:
        """Have a connection read as of now; None where somebody wrote meanwhile.

        `is_alone` means that nobody else can write now.
        """
        del is_alone
        moment = kept.now()
        connection.begin()
        connection.exec_driver_sql("SELECT 1 FROM facts").first()  # from now on
        return moment if kept.now() is moment else None

    def translated(self) -> AbstractContextManager[None]:
        """Turn what the driver raises into an error with a way out."""
        return translated(self.file)

    def check(self) -> list[str]:
        """Return what is wrong with the file, a sentence each.

        Raises:
            LedgerOutOfReachError: nothing can be said now.
        """
        try:
            with closing(self._bare()) as connection:
                said = [str(row[0]) for row in connection.execute("PRAGMA integrity_check")]
                strays = connection.execute("PRAGMA foreign_key_check").fetchall()
        except SQLITE_ERRORS as exc:
            error = told(self.file, "cannot be read", exc, hint=RESTORE)
            if isinstance(error, LedgerOutOfReachError):
                raise error from exc
            return [error.message]
        problems = [f"The ledger is damaged: {line}." for line in said if line != "ok"]
        problems.extend(
            f"A row of {table!r} points to a row of {parent!r} that is gone."
            for table, _, parent, _ in strays
        )
        return problems

    def unlike_written(self) -> list[str]:
        """Return the tables whose rows are not those that were written."""
        with self.translated(), closing(self._bare()) as connection:
            return unlike_written(connection)

    def _bare(self) -> sqlite3.Connection:
        return sqlite3.connect(
            self.address, timeout=BUSY_S, isolation_level=None, uri=self.is_as_it_lies
        )

    def scrub(self) -> None:
        """Write all anew, so that nothing of what was replaced stays."""
        with self.translated(), closing(sqlite3.connect(self.file, timeout=BUSY_S)) as bare:
            bare.execute("VACUUM")
            is_busy, *_ = bare.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if is_busy:
            raise LedgerBusyError(
                f"The ledger {str(self.file)!r} is being read.", hint="Try again in a minute."
            )

    def backup(self, to: Path) -> None:
        """Copy the ledger as it stands into a file, replacing it in one step."""
        back_up(self.file, to)

    def size_bytes(self) -> int:
        """Return what the ledger takes on disk, its write-ahead log included."""
        parts = (self.file, self.file.with_name(self.file.name + "-wal"))
        return sum(part.stat().st_size for part in parts if part.exists())


class _Deed:
    """What one thread writes together: nothing is begun before the first write."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.connection: Connection | None = None
        """In a transaction; None where nothing was written that does not stand."""

    def writing(self) -> Connection:
        """Return the connection that all is written by."""
        if self.connection is None:
            with ExitStack() as failing:
                connection = failing.enter_context(self._engine.connect())
                _ask_for_lock(connection)
                failing.pop_all()
            self.connection = connection
        return self.connection

    def settle(self, kept: KeptReads) -> None:
        """Have what was written so far stand, whatever comes, and what was read be read anew."""
        connection, self.connection = self.connection, None
        if connection is not None:
            with connection:
                connection.commit()
                kept.wrote(connection)


@dataclass(frozen=True, slots=True)
class _View:
    """What one thread reads as of one moment."""

    connection: Connection
    """In a transaction that has begun to read."""
    moment: Moment


class _Mine(threading.local):
    """What one thread is about."""

    is_steady = False
    """Whether it reads all as of one moment."""
    is_moving = False
    """Whether it reads what stands now, for it may write."""
    view: _View | None = None
    deed: _Deed | None = None
    gathered: list[Select[*tuple[Any, ...]]] | None = None
    """What it would ask, while it only finds that out."""


class Connected:
    """What every part of the ledger stands on."""

    def __init__(self, site: LedgerSite, clock: Clock) -> None:
        """Keep the way to the ledger; the caller has seen that its tables are there."""
        self.site = site
        self.is_as_it_lies = site.is_as_it_lies
        self.is_held = False
        """Whether the writer lock is held for as long as this is open."""
        self._engine = site.engine
        self._clock = clock
        self._kept = site.kept_reads()
        self._mine = _Mine()

    def _by_name(
        self,
        kind: str,
        names: Collection[str],
        read: Callable[[Collection[str]], Mapping[str, tuple[T, ...]]],
    ) -> dict[str, tuple[T, ...]]:
        """Return what stands under each of some names, read anew only where somebody wrote since.

        Only what is committed is kept: who reads what does not stand yet is answered past it.
        """
        if self._unsettled is not None:
            found = read({*names})
            return {name: found.get(name, ()) for name in sorted(names)}
        with self.site.translated():
            view = self._view()
            self._ask_anew()
            moment = None if view is None else view.moment
            is_kept = self._mine.gathered is None
            return self._kept.by_name(kind, names, read, moment, is_kept=is_kept)

    @contextmanager
    def steady(self) -> Iterator[None]:
        """Have this thread read all as of one moment; where it writes, as of a later one.

        Whoever waits for the writer lock meanwhile reads as of when they have it: see `moving`.
        """
        was_steady = self._mine.is_steady
        self._mine.is_steady = True
        try:
            yield
        finally:
            self._mine.is_steady = was_steady
            if not was_steady:
                self._drop_view()

    @contextmanager
    def moving(self) -> Iterator[None]:
        """Have this thread read what stands now, for as long as it may write."""
        was_steady = self._mine.is_steady
        self._mine.is_steady = False
        self._drop_view()
        self._kept.outdate()
        was_moving, self._mine.is_moving = self._mine.is_moving, True
        try:
            yield
        finally:
            self._mine.is_steady, self._mine.is_moving = was_steady, was_moving

    @property
    def _is_alone(self) -> bool:
        """Whether the writer lock is held, so that nobody else writes."""
        return self.is_held or self._mine.is_moving

    def _ask_anew(self) -> None:
        """Trust no call of a server's that may still be on its way, but under the writer lock."""
        if not self._is_alone:
            self._kept.outdate()

    def _view(self) -> _View | None:
        """Return what this thread reads by; None where it reads what stands now."""
        if not self._mine.is_steady:
            return None
        view = self._mine.view
        while view is None:
            with ExitStack() as failing:
                connection = failing.enter_context(self._engine.connect())
                moment = self.site.view(connection, self._kept, is_alone=self._is_alone)
                if moment is not None:
                    failing.pop_all()
                    view = self._mine.view = _View(connection, moment)
        return view

    def _drop_view(self) -> None:
        view, self._mine.view = self._mine.view, None
        if view is not None:
            view.connection.close()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Write what this thread says meanwhile in one transaction: one sync instead of ten.

        Each write is whole by itself still: one that fails takes no other with it. What was written
        stands at the end, or from `settle` on; an error on the way changes nothing in that.
        """
        if self._mine.deed is not None:
            yield
            return
        deed = self._mine.deed = _Deed(self._engine)
        try:
            yield
        except BaseException:
            self._mine.deed = None
            self._kept.outdate()
            try:
                deed.settle(self._kept)
            except (SQLAlchemyError, *SQLITE_ERRORS) as error:
                log.warning("what was written before an error did not stand: %s", error)
            raise
        self._mine.deed = None
        with self.site.translated():
            deed.settle(self._kept)

    def settle(self) -> None:
        """Have stand what was written together so far: before a file or an index follows it."""
        if self._mine.deed is not None:
            with self.site.translated():
                self._mine.deed.settle(self._kept)

    @property
    def _unsettled(self) -> Connection | None:
        """The connection that this thread writes by, while what it wrote does not stand yet."""
        return None if self._mine.deed is None else self._mine.deed.connection

    @contextmanager
    def _read(self) -> Iterator[Connection]:
        with self.site.translated():
            if self._unsettled is not None:
                yield self._unsettled
                return
            if (view := self._view()) is not None:
                yield view.connection
                return
            with self.site.reader.begin() as connection:
                yield connection

    def _made(
        self,
        make: Callable[[Row[*tuple[Any, ...]]], T],
        query: Select[*tuple[Any, ...]],
        column: ColumnElement[Any] | None = None,
        wanted: Collection[str] | None = None,
    ) -> list[T]:
        """Return what is made of each row of a query, for the wanted values of a column alone."""
        if wanted is not None and not wanted:
            return []
        with self._read() as connection:
            if column is not None and wanted is not None:
                place = self._place_of(query)
                if place is not None and (whole := place[0].get(place[1])) is not None:
                    return [make(row) for row in whole if getattr(row, column.name) in wanted]
            if column is None or wanted is None:
                return [make(row) for row in self._rows(connection, query)]
            found: list[T] = []
            for batch in batches(sorted(wanted)):
                if self.site.is_far:  # what is kept is known by its values
                    rows = self._rows(connection, query.where(column.in_(batch)))
                else:
                    rows = connection.execute(_narrowed(query, column), {"wanted": batch})
                found.extend(map(make, rows))
            return found

    def _rows(
        self, connection: Connection, query: Select[*tuple[Any, ...]]
    ) -> Iterable[Row[*tuple[Any, ...]]]:
        """Return the rows of a query; over a wire none that stands is fetched twice."""
        if (place := self._place_of(query)) is None:
            return connection.execute(query)
        kept, key = place
        if (found := kept.get(key)) is not None:
            return found
        if self._mine.gathered is not None:
            self._mine.gathered.append(query)
            return []
        rows = connection.execute(query).all()
        if len(rows) <= MOST_KEPT and len(kept) < MOST_KEPT:
            kept[key] = rows
        return rows

    def _ask_at_once(self, *asks: Callable[[], object]) -> None:
        """Fetch by one statement what is asked next by some reads, where each is a way."""
        if not self.site.is_far or self._unsettled is not None:
            return
        gathered = self._mine.gathered = list[Select[*tuple[Any, ...]]]()
        try:
            for ask in asks:
                ask()
        finally:
            self._mine.gathered = None
        if not gathered:
            return
        with self._read() as connection:
            found = rows_at_once(connection, gathered, MOST_KEPT + 1)
            for query, rows in zip(gathered, found, strict=True):
                if (place := self._place_of(query)) is not None and len(rows) <= MOST_KEPT:
                    place[0][place[1]] = rows
        for ask in asks:  # each is kept by name, too
            ask()

    def _place_of(
        self, query: Select[*tuple[Any, ...]]
    ) -> tuple[dict[Any, Sequence[Row[*tuple[Any, ...]]]], object] | None:
        """Return where the rows of a query are kept, and under what; None where they are not."""
        if not self.site.is_far or self._unsettled is not None:
            return None
        said = query._generate_cache_key()  # noqa: SLF001 -- as SQLAlchemy knows its own statements
        if said is None:
            return None
        asked = repr([one.effective_value for one in said.bindparams])
        view = self._view()
        self._ask_anew()
        moment = view.moment if view is not None else self._kept.now()
        return moment.setdefault("rows", {}), (said.key, asked)

    def _records(
        self,
        kind: type[T],
        query: Select[*tuple[Any, ...]],
        column: ColumnElement[Any] | None = None,
        wanted: Collection[str] | None = None,
    ) -> list[T]:
        return self._made(partial(record, kind), query, column, wanted)

    @contextmanager
    def _write(self, table: Table | None = None) -> Iterator[Connection]:
        """Give a connection to write by, into one table alone where that is told."""
        self._drop_view()
        with self.site.translated():
            if self._mine.deed is None:
                with self._engine.connect() as connection:
                    with _ask_for_lock(connection):
                        yield connection
                    self._kept.wrote(connection, table if self._is_alone else None)
                return
            connection = self._mine.deed.writing()
            with connection.begin_nested():
                yield connection

    def _execute(
        self, statement: Executable, rows: Sequence[Mapping[str, Any]] | None = None
    ) -> int:
        """Write by one statement, for each of some rows; return how many rows it met."""
        if rows is not None and not rows:
            return 0
        with self._write() as connection:
            return connection.execute(statement, rows).rowcount


def upsert(table: Table, *but: str, chosen: Select[*tuple[Any, ...]] | None = None) -> Insert:
    """Return what puts rows, given or chosen, in place of those with their keys, `but` columns."""
    put = insert(table)
    if chosen is not None:
        put = put.from_select([column.name for column in table.c], chosen)
    keys = [column.name for column in table.primary_key.columns]
    names = [column.name for column in table.c if column.name not in {*keys, *but}]
    return put.on_conflict_do_update(
        index_elements=keys, set_={name: put.excluded[name] for name in names}
    )


def batches(values: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield the values in lists that one statement takes."""
    for start in range(0, len(values), BATCH_VALUES):
        yield values[start : start + BATCH_VALUES]


@lru_cache(maxsize=128)
def _narrowed(
    query: Select[*tuple[Any, ...]], column: ColumnElement[Any]
) -> Select[*tuple[Any, ...]]:
    """Return a query for the `wanted` values of a column: to make one takes as long as to ask."""
    return query.where(column.in_(bindparam("wanted", expanding=True)))


@contextmanager
def translated(file: Path) -> Iterator[None]:
    """Turn what the driver raises into an error with a way out."""
    try:
        yield
    except GarbledError as exc:
        raise LedgerError(
            f"The ledger {str(file)!r} is damaged: a row says what none can.", hint=RESTORE
        ) from exc
    except (SQLAlchemyError, *SQLITE_ERRORS) as exc:
        cause = getattr(exc, "orig", None) or exc
        hint = way_out(said_by(cause))
        raise told(file, "cannot be used", cause, hint=hint) from exc


def rows_at_once(
    connection: Connection, queries: Sequence[Select[*tuple[Any, ...]]], most: int
) -> Iterator[list[Any]]:
    """Yield of each query of PostgreSQL's, at least one, its first rows as by itself.

    None asks for bytes, which JSON does not hold.
    """
    parts = [query.limit(most).subquery(f"q{number}") for number, query in enumerate(queries)]
    asked = union_all(
        *(
            select(
                literal_column(str(number)).label("part"),
                func.json_agg(literal_column(part.name)).label("rows"),
            ).select_from(part)
            for number, part in enumerate(parts)
        )
    )
    said = {row.part: row.rows or [] for row in connection.execute(asked)}
    for number, part in enumerate(parts):
        of_words = {one.name for one in part.c if isinstance(one.type, TextColumn)}
        of_reals = {one.name for one in part.c if isinstance(one.type, Float)}
        kind = namedtuple("_Row", part.c.keys(), rename=True)  # type: ignore[misc]  # noqa: PYI024
        yield [
            kind(
                *(
                    unfit(value)
                    if value is not None and name in of_words
                    else float(value)
                    if value is not None and name in of_reals
                    else value
                    for name, value in one.items()
                )
            )
            for one in said[number]
        ]
