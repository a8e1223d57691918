"""Read and write from when on and until when something holds.

Pure. `memories.claims` reads it of a claim, `memories.facts` of a memory without one.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Literal

from vaultwatch.memories.moments import date_of, moment_of
from vaultwatch.notes.days import day_at, first_of
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
