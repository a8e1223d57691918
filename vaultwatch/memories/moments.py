"""Read the dates that people and programs write into properties, and write ours.

Pure.
"""

import re
from datetime import UTC, datetime, time

_DATE = re.compile(r"(\d{4})([-/.]?)(\d{2})\2(\d{2})|(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
_MOMENT = re.compile(
    r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})[Tt, ]+(\d{1,2}):(\d{2})(:\d{2}(?:[.,]\d{1,9})?)?"
    r" ?([Zz]|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?"
)


def moment_of(text: str) -> datetime | None:
    """Return the moment that a text names, UTC-aware; None where it names none.

    A date alone is the end of that day: what a note said that day was known.
    """
    text = text.removeprefix("[[").removesuffix("]]")  # a link to the day's note
    try:
        date = _DATE.fullmatch(text)
        if date is not None:
            year, month, day = (
                int(part) for part in date.group(*((1, 3, 4) if date[1] else (5, 6, 7)))
            )
            return datetime.combine(datetime(year, month, day, tzinfo=UTC), time.max, UTC)
        found = _MOMENT.fullmatch(text)
        if found is None:
            return None
        year, month, day, hour, minute = (int(found[n]) for n in range(1, 6))
        zone = (found[7] or "Z").upper().replace("UTC", "Z").replace("GMT", "Z")
        rest = (found[6] or ":00").replace(",", ".")[:10] + zone
        moment = f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}{rest}"
        return datetime.fromisoformat(moment).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def stamp(moment: datetime) -> str:
    """Return a moment as it is written into a note: ISO-8601 in UTC, to the second."""
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
