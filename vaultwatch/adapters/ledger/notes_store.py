"""The part of the ledger that knows notes as they were last seen, and their outlines."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from operator import itemgetter
from typing import Any

from sqlalchemy import (
    BindParameter,
    Integer,
    PoolProxiedConnection,
    Row,
    Text,
    and_,
    bindparam,
    cast,
    delete,
    func,
    select,
    update,
)
from sqlalchemy.dialects.sqlite import insert

from vaultwatch.adapters.ledger.codec import fit, outline_text, to_count, to_outline, unfit, values
from vaultwatch.adapters.ledger.connection import Connected, upsert
from vaultwatch.adapters.ledger.rows import NoteRow, NoteStat
from vaultwatch.adapters.ledger.tables import FACTS, NOTES, OUTLINES
from vaultwatch.notes.model import NoteOutline, NotePath

_ALL_STATS = f"SELECT path, {', '.join(NoteStat._fields)} FROM notes"  # noqa: S608 - our own names

_STATS = select(NOTES.c.path, *(NOTES.c[name] for name in NoteStat._fields))
_COUNT = select(func.count()).select_from(NOTES)

_PUT_NOTE = upsert(NOTES)
_PUT_OUTLINE = upsert(OUTLINES)

_SERIAL = "outline_serial"
"""The fact that counts outlines put. Not the greatest serial in the table: a removed note would
give its number to the next one."""
_insert_serial = insert(FACTS).values(name=_SERIAL, value="1")
_NEXT_SERIAL = _insert_serial.on_conflict_do_update(
    index_elements=[FACTS.c.name], set_={"value": cast(cast(FACTS.c.value, Integer) + 1, Text)}
).returning(FACTS.c.value)


_GET_FACT = tuple(f"SELECT value FROM facts WHERE name = {sign}" for sign in ("?", "%s"))  # noqa: S608 -- no value
_PUT_FACT = upsert(FACTS)


class NotesStore(Connected):
    """The part of the ledger that knows notes, and single facts about the whole vault."""

    def get_fact(self, name: str) -> str | None:
        """Return a fact about the whole vault.

        A look asks for some fifty: by the driver itself one takes 24 microseconds, by a statement
        of SQLAlchemy's 280.
        """
        if self.site.is_far and self._unsettled is None:
            return dict(self._by_name("facts", [""], self._every_fact)[""]).get(name)
        with self.site.translated(), self._driven() as connection:
            cursor = connection.cursor()
            cursor.execute(_GET_FACT[self.site.is_far], (fit(name),))
            row = cursor.fetchone()
            cursor.close()
        return None if row is None else unfit(row[0])

    def set_fact(self, name: str, value: str) -> None:
        """Set a fact about the whole vault."""
        with self._write(FACTS) as connection:
            connection.execute(_PUT_FACT, {"name": name, "value": value})

    def _every_fact(self, _: Collection[str]) -> dict[str, tuple[tuple[str, str], ...]]:
        with self._read() as connection:
            rows = connection.execute(select(FACTS.c.name, FACTS.c.value)).all()
        return {"": tuple((row.name, row.value) for row in rows)}

    @contextmanager
    def _driven(self) -> Iterator[PoolProxiedConnection]:
        if self._unsettled is not None:
            yield self._unsettled.connection
            return
        if (view := self._view()) is not None:
            yield view.connection.connection
            return
        with closing(self._engine.raw_connection()) as connection:
            yield connection

    def paths_in(self, folder: str) -> list[NotePath]:
        """Return the notes that lie in a folder, or below it, by path."""
        begins, ends = f"{folder}/", f"{folder}0"  # in the order of bytes `0` comes behind `/`
        inside = and_(NOTES.c.path >= begins, NOTES.c.path < ends)  # by the index, unlike LIKE
        query = select(NOTES.c.path).where(inside).order_by(NOTES.c.path)
        return self._made(lambda row: NotePath(row.path), query)

    def note_stats(self, paths: Collection[str] | None = None) -> dict[NotePath, NoteStat]:
        """Return some notes, or all, without their outlines; 10,000 in well under 100 ms."""
        if paths is None and not self.site.is_far:
            with self._read() as connection:  # bare: SQLAlchemy would call us for each cell
                rows = connection.exec_driver_sql(_ALL_STATS).fetchall()
                return {
                    NotePath(unfit(path)): NoteStat(
                        digest, size, mtime, indexed, model and unfit(model), is_memory == 1, seen
                    )
                    for path, digest, size, mtime, indexed, model, is_memory, seen in rows
                }

        def made(row: Row[Any]) -> tuple[NotePath, NoteStat]:
            stat: list[Any]
            path, *stat = row
            return NotePath(path), NoteStat(*stat)._replace(is_memory=bool(row.is_memory))

        return dict(self._made(made, _STATS, NOTES.c.path, paths))

    def note_paths(self) -> frozenset[NotePath]:
        """Return the path of every note."""
        return frozenset(self._made(lambda row: NotePath(row.path), select(NOTES.c.path)))

    def count_notes(self) -> int:
        """Return how many notes are on record."""
        (count,) = self._made(itemgetter(0), _COUNT)
        return int(count)

    def outlines(self) -> Iterator[NoteOutline]:
        """Yield every note's outline, decoded as it is asked for."""
        # Read at once, decoded one by one: a half-used generator must hold no transaction.
        with self._read() as connection:
            rows = connection.execute(select(OUTLINES.c.path, OUTLINES.c.outline)).all()
        with self.site.translated():
            for path, text in rows:
                yield to_outline(NotePath(path), text)

    def outlines_since(self, serial: int) -> tuple[int, tuple[NoteOutline, ...]]:
        """Return the newest serial and the outlines put after another, oldest first; 0 for all.

        Outlines put in one go share a serial, greater than any before; none is ever given twice.
        Removed notes are not told of.
        """
        with self.site.translated():
            newest = to_count(self.get_fact(_SERIAL))
        if newest <= serial:
            return newest, ()
        # What is put between the two statements is given the next time.
        put_later = (
            select(OUTLINES.c.path, OUTLINES.c.outline)
            .where(OUTLINES.c.serial > serial, OUTLINES.c.serial <= newest)
            .order_by(OUTLINES.c.serial, OUTLINES.c.path)
        )
        return newest, (*self._made(lambda row: to_outline(NotePath(row[0]), row[1]), put_later),)

    def put_notes(self, rows: Iterable[NoteRow]) -> None:
        """Record notes, new or seen before."""
        rows = list(rows)
        if not rows:
            return
        notes = [values(row) for row in rows]
        for note in notes:
            del note["outline"]
        outlines = [(row.path, outline_text(row.outline)) for row in rows]
        with self._write() as connection:
            serial = int(connection.execute(_NEXT_SERIAL).scalar_one())
            connection.execute(_PUT_NOTE, notes)
            connection.execute(
                _PUT_OUTLINE,
                [{"path": path, "outline": text, "serial": serial} for path, text in outlines],
            )

    def remove_notes(self, paths: Iterable[NotePath]) -> None:
        """Forget that notes stood; what was found about them stays."""
        gone = [{"gone": path} for path in paths]
        self._execute(delete(NOTES).where(NOTES.c.path == bindparam("gone")), gone)

    def set_indexed(self, digests: Mapping[NotePath, str], model_id: str) -> None:
        """Record which bytes of which notes the index holds, and by which model."""
        self._update_notes(
            [
                {"at": path, "indexed_digest": digest, "model_id": model_id}
                for path, digest in digests.items()
            ]
        )

    def touch_notes(self, times: Mapping[NotePath, tuple[int, int]], seen_ns: int) -> None:
        """Record new (size_bytes, mtime_ns) of notes with the bytes they had, and when seen."""
        self._update_notes(
            [
                {"at": path, "size_bytes": size_bytes, "mtime_ns": mtime_ns, "seen_ns": seen_ns}
                for path, (size_bytes, mtime_ns) in times.items()
            ]
        )

    def keep_echo(self, path: NotePath, digest: str, size_bytes: int, mtime_ns: int) -> None:
        """Record bytes that we wrote just now: they count as indexed, their time is not trusted."""
        self._update_notes(
            [
                {
                    "at": path,
                    "digest": digest,
                    "indexed_digest": digest,
                    "size_bytes": size_bytes,
                    "mtime_ns": mtime_ns,
                    "seen_ns": 0,
                }
            ]
        )

    def _update_notes(self, changes: list[dict[str, str | int]]) -> None:
        if not changes:
            return
        values: dict[str, BindParameter[str | int]] = {
            name: bindparam(name) for name in changes[0] if name != "at"
        }
        change = update(NOTES).where(NOTES.c.path == bindparam("at")).values(values)
        self._execute(change, changes)
