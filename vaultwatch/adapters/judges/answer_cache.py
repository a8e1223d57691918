"""Keep a judge's answers by the digests of what it read: one SQLite file in the state folder.

Not in the ledger: an answer is no fact of the vault's history, and losing one costs a question, not
truth. Not beside the vectors either: the index may be deleted at any time, and with it a day's
budget would be spent again. A file that is garbled is removed and made anew.
"""

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from vaultwatch.adapters.sqlite_files import open_sqlite
from vaultwatch.drift.scoring.question import Holds, JudgeAnswer
from vaultwatch.errors import JudgeError

KEEP_NEWEST: Final = 20_000
"""Two hundred days of the default budget; some 5 MB. Chosen by hand."""
BUSY_LIMIT_S: Final = 5.0
_HOLDS: Final[dict[str, Holds]] = {"yes": "yes", "no": "no", "unsure": "unsure"}
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS answers (
    place INTEGER PRIMARY KEY,
    model_id TEXT NOT NULL,
    question TEXT NOT NULL,
    holds TEXT NOT NULL,
    quote TEXT NOT NULL,
    UNIQUE (model_id, question)
) STRICT
"""


class AnswerCache:
    """Model and question to answer."""

    def __init__(self, file: Path) -> None:
        """Open the file, made or remade if need be.

        Raises:
            JudgeError: it cannot be made.
        """
        self._file = file
        self._link: sqlite3.Connection | None = None
        with _translated():
            try:
                self._link = self._opened()
            except sqlite3.DatabaseError as exc:
                if not _is_garbled(exc):
                    raise
                for ending in ("", "-wal", "-shm"):
                    file.with_name(file.name + ending).unlink(missing_ok=True)
                self._link = self._opened()

    def get(self, model_id: str, question: str) -> JudgeAnswer | None:
        """Return a model's answer to the question of this digest; None where it gave none yet."""
        with _translated():
            row = (
                self._connection()
                .execute(
                    "SELECT holds, quote FROM answers WHERE model_id = ? AND question = ?",
                    (model_id, question),
                )
                .fetchone()
            )
        if row is None or row[0] not in _HOLDS:
            return None
        return JudgeAnswer(_HOLDS[row[0]], row[1])

    def put(self, model_id: str, question: str, answer: JudgeAnswer) -> None:
        """Keep an answer; the oldest go."""
        with _translated(), self._connection() as link:
            link.execute(
                "INSERT OR REPLACE INTO answers (model_id, question, holds, quote) "
                "VALUES (?, ?, ?, ?)",
                (model_id, question, answer.holds, answer.quote),
            )
            link.execute(
                "DELETE FROM answers WHERE place <= (SELECT MAX(place) FROM answers) - ?",
                (KEEP_NEWEST,),
            )

    def drop_quotes(self, holds_secret: Callable[[str], bool]) -> None:
        """Drop the answers whose quote holds a secret, wholly: nothing of it stays in the file."""
        with _translated():
            link = self._connection()
            rows = link.execute("SELECT place, quote FROM answers WHERE quote != ''").fetchall()
            gone = [(place,) for place, quote in rows if holds_secret(quote)]
            if gone:
                with link:
                    link.executemany("DELETE FROM answers WHERE place = ?", gone)
                link.execute("VACUUM")
                link.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Close the file; a second call does nothing."""
        if self._link is not None:
            self._link.close()
            self._link = None

    def _connection(self) -> sqlite3.Connection:
        if self._link is None:
            raise JudgeError("The judge's answers are closed.")
        return self._link

    def _opened(self) -> sqlite3.Connection:
        return open_sqlite(self._file, _set_up, busy_s=BUSY_LIMIT_S)


def _set_up(link: sqlite3.Connection) -> None:
    link.execute("PRAGMA journal_mode = WAL")
    with link:
        link.execute(_SCHEMA)
    link.execute("SELECT place, model_id, question, holds, quote FROM answers LIMIT 1")


def _is_garbled(exc: sqlite3.DatabaseError) -> bool:
    code = getattr(exc, "sqlite_errorcode", 0) & 0xFF
    return code in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR}


@contextlib.contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as exc:
        raise JudgeError(
            f"The judge's answers cannot be kept: {exc}",
            hint="Deleting answers.sqlite in the state folder costs questions and nothing else.",
        ) from exc
