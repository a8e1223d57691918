"""Note what was handed out, beside the ledger: a line at the end of a file, no lock, no wait.

Whoever holds the vault's writer lock next takes the lines into the ledger. A line that is lost, as
where one is written just while the file is taken, costs nothing but itself.
"""

import json
import logging
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from vaultwatch.adapters.files.own_files import AS_BYTES, parse_own
from vaultwatch.adapters.ledger.rows import AccessRow

log = logging.getLogger(__name__)

MOST_BYTES: Final = 1 << 18
"""Of a file that nobody takes in; what comes then is not noted. Chosen by hand: some 500 answers,
which are taken in within a second."""


@dataclass(frozen=True, slots=True)
class Noted:
    """What was noted of answers."""

    accesses: tuple[AccessRow, ...] = ()
    contexts: tuple[tuple[datetime, int], ...] = ()
    """When each context was given, and its tokens."""


def note_handed(  # noqa: PLR0913 - one argument a thing that is noted, all by name
    file: Path,
    ids: Sequence[str],
    *,
    session: str,
    query: str,
    at: datetime,
    place: str = "",
    tokens: int = 0,
) -> None:
    """Note what was handed to a session; where that cannot be written it is not.

    A context is noted with its `tokens`.
    """
    said: dict[str, object] = {
        "at": at.isoformat(),
        "session": session,
        "query": query,
        "place": place,
        "ids": [*ids],
    }
    if tokens:
        said["tokens"] = tokens
    line = json.dumps(said)
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | AS_BYTES
    try:
        handle = os.open(file, flags, 0o600)
        try:
            if os.fstat(handle).st_size < MOST_BYTES:
                os.write(handle, f"{line}\n".encode())  # in one call: many servers write it
        finally:
            os.close(handle)
    except OSError as exc:
        log.debug("use was not noted: %s", exc.strerror)


@contextmanager
def taken(file: Path) -> Iterator[Noted]:
    """Give what was noted; it is gone when the context ends well, and there again where it fails.

    For the holder of the writer lock.
    """
    aside = file.with_name(f"{file.name}.taken")
    try:
        if not aside.exists():
            file.replace(aside)
        lines = aside.read_bytes().splitlines()
    except OSError:  # most often: nothing was noted
        yield Noted()
        return
    read = [*map(_read, lines)]
    yield Noted(
        tuple(one for noted in read for one in noted.accesses),
        tuple(one for noted in read for one in noted.contexts),
    )
    with suppress(OSError):  # what is taken in twice counts once
        aside.unlink()


def _read(line: bytes) -> Noted:
    """Return what a line says; nothing where it was cut or is not ours."""
    try:
        said = parse_own(line)
        at = datetime.fromisoformat(said["at"]).astimezone(UTC)
        session, query = str(said["session"]), str(said["query"])
        place, tokens = str(said.get("place", "")), int(said.get("tokens", 0))
        rows = tuple(AccessRow(str(id_), session, query, at, place=place) for id_ in said["ids"])
        return Noted(rows, ((at, tokens),) if tokens > 0 else ())
    except (ArithmeticError, LookupError, TypeError, ValueError):
        return Noted()
