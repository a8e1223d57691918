"""Read and write from when on and until when something holds.

Pure. `memories.claims` reads it of a claim, `memories.facts` of a memory without one.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Literal

from vaultwatch.late_regex import late_regex
from vaultwatch.notes.days import day_at, first_of, from_clock, last_of
from vaultwatch.notes.model import PropertyValue


def valid_moment(
    properties: Mapping[str, PropertyValue], key: Literal["valid_from", "valid_until"]
) -> datetime | None:
    """Return from when on, or until when, the properties of a note say that it holds."""
    said = properties.get(key)
    text = " ".join(said.split()) if isinstance(said, str) else ""
    return moment_in(text, is_end=key == "valid_until")


def validity_properties(
    valid_from: datetime | None, valid_until: datetime | None
) -> dict[str, str | bool]:
    """Return the properties that say from when on and until when something holds."""
    found: dict[str, str | bool] = {}
    if valid_from is not None:
        found["valid_from"] = _written(valid_from, is_end=False)
    if valid_until is not None:
        found["valid_until"] = _written(valid_until, is_end=True)
    return found


_SAID_ON = ", said on "


def as_said(words: str, day: date) -> str:
    """Return the property that tells from which words a time was read, and when they were said."""
    return f"{' '.join(words.split())}{_SAID_ON}{day.isoformat()}"


def still_says(belief: str, read_from: str) -> bool:
    """Tell whether a belief holds the words still that its time was read from."""
    words, _, _ = read_from.rpartition(_SAID_ON)
    return bool(words) and words.casefold() in " ".join(belief.split()).casefold()


def moment_in(text: str, *, is_end: bool) -> datetime | None:
    """Return the moment a text names; of a bare date its first, as an end the first after it."""
    day = date_of(text)
    if day is None:
        return moment_of(text)
    if not is_end:
        return first_of(day)
    return None if day == date.max else first_of(day + timedelta(days=1))


def _written(moment: datetime, *, is_end: bool) -> str:
    """Return a bare date where it means just that, as a person would write it."""
    day = day_at(moment)
    if moment == first_of(day) and not (is_end and day == date.min):
        return (day - timedelta(days=1) if is_end else day).isoformat()
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


_DATE = late_regex(r"(\d{4})([-/.]?)(\d{2})\2(\d{2})|(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
_MOMENT = late_regex(
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
