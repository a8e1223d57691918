"""Read the dates that people and programs write into properties, and write ours.

Pure.
"""

import re
from datetime import UTC, date, datetime

from vaultwatch.notes.days import from_clock, last_of

_DATE = re.compile(r"(\d{4})([-/.]?)(\d{2})\2(\d{2})|(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
_MOMENT = re.compile(
    r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})[Tt, ]+(\d{1,2}):(\d{2})(:\d{2}(?:[.,]\d{1,9})?)?"
    r" ?([Zz]|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?"
)


def moment_of(text: str) -> datetime | None:
    """Return the moment that a text names, UTC-aware; None where it names none.

    A date alone is the end of that day: what a note said that day was known. What names no zone is
    of the user's.
    """
    day = date_of(text)
    found = _MOMENT.fullmatch(_unlinked(text)) if day is None else None
    if found is None:
        return last_of(day) if day is not None else None
    try:
        year, month, number, hour, minute = (int(found[n]) for n in range(1, 6))
        zone = (found[7] or "").upper().replace("UTC", "Z").replace("GMT", "Z")
        rest = (found[6] or ":00").replace(",", ".")[:10] + zone
        moment = f"{year:04}-{month:02}-{number:02}T{hour:02}:{minute:02}{rest}"
        shown = datetime.fromisoformat(moment)
        return shown.astimezone(UTC) if zone else from_clock(shown)
    except (ValueError, OverflowError):
        return None


def date_of(text: str) -> date | None:
    """Return the day that a text names, and no time of it."""
    found = _DATE.fullmatch(_unlinked(text))
    if found is None:
        return None
    parts = found.group(*((1, 3, 4) if found[1] else (5, 6, 7)))
    try:
        return date(*map(int, parts))
    except ValueError:
        return None


def _unlinked(text: str) -> str:
    """Return the name of a day's note that a link leads to."""
    return text.removeprefix("[[").removesuffix("]]")


def stamp(moment: datetime) -> str:
    """Return a moment as it is written into a note: ISO-8601 in UTC, to the second."""
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
