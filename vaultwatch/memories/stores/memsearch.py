"""Read the daily logs of memsearch: bullets under `### HH:MM`, with the session in a comment. Pure.

The transcript that a comment names is never opened.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from vaultwatch.memories.stores.items import items_of, record_of
from vaultwatch.memories.stores.records import (
    StoreFile,
    StoreReading,
    day_of,
    moment_on,
    reading_of,
)
from vaultwatch.notes.property_block import LINE_END

_ANCHOR = re.compile(r"[ \t]*<!--\s*session:(\S{1,100})")
_TIME = re.compile(r"(?:.*\s)?(\d{1,2}:\d{2})")


def wants(path: str) -> bool:
    """Tell whether a file is the log of a day."""
    return bool(day_of(path))


def is_anchor(line: str) -> bool:
    """Tell whether a line names the session that the bullets below it sum up."""
    return _ANCHOR.match(line) is not None


def read(files: Sequence[StoreFile]) -> StoreReading:
    """Read the logs."""
    records = []
    for file in files:
        day = day_of(file.path)
        found = ((n, _ANCHOR.match(line)) for n, line in enumerate(LINE_END.split(file.text), 1))
        sessions = [(number, one[1]) for number, one in found if one]
        place, session = 0, ""
        for item in items_of(file.text):
            while place < len(sessions) and sessions[place][0] < item.first_line:
                session = sessions[place][1]
                place += 1
            time = _TIME.fullmatch(item.headings[-1]) if item.headings else None
            record = record_of(file, item, kind="summary")
            records.append(
                replace(
                    record,
                    title=record.title or day,
                    created=moment_on(day, time[1] if time else ""),
                    source=f"session {session}" if session else "",
                )
            )
    return reading_of(files, records)
