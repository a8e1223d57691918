"""How people name days and periods beside dates written out: the words of `data/date_words.toml`.

`dates` reads what bounds a belief, to the day; `when_asked` about which days a question means.
"""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from vaultwatch.late_regex import data_of

CalendarUnit: TypeAlias = Literal["day", "week", "month", "year"]
Unit: TypeAlias = Literal["day", "week", "weekend", "month", "year"]

_DATA: Final = data_of("date_words")


def _numbered(table: Mapping[str, str], separator: str = " ") -> dict[str, int]:
    return {word: int(key) for key, told in table.items() for word in told.split(separator)}


def _spans(table: Mapping[str, str]) -> dict[tuple[int, int], str]:
    spans = ((key.split("-"), told) for key, told in table.items())
    return {(int(first), int(last)): told for (first, last), told in spans}


DAYS_FROM_TODAY: Final = _numbered(_DATA["days"], ", ")
DAYS: Final = _numbered(_DATA["days_asked"], ", ")
UNITS: Final[dict[str, CalendarUnit]] = {
    word: unit for unit, told in _DATA["units"].items() for word in told.split()
}
SHIFTS: Final = _numbered(_DATA["shifts"])
SHIFTS_ASKED: Final = _numbered(_DATA["shifts_asked"])
AHEAD: Final[str] = _DATA["ahead"]
COMING: Final = f"{AHEAD}, {_DATA['at_most']}"
AGO_BEFORE: Final[str] = _DATA["ago_before"]
AGO_BEHIND: Final[str] = _DATA["ago_behind"]
AGO_TOO: Final[str] = _DATA["ago_behind_asked"]
NUMBERS: Final = {
    word: number for number, told in enumerate(_DATA["numbers"], 1) for word in told.split()
}
COUNTS: Final = _numbered(_DATA["counts"])
END: Final[str] = _DATA["end"]
BEGINNING: Final[str] = _DATA["beginning"]
FILLERS: Final[str] = _DATA["fillers"]
BEFORE_MONTH: Final[str] = _DATA["before_month"]
BELIEVED: Final[str] = _DATA["believed"]
WEEKENDS: Final = tuple(_DATA["weekends"].split())
SEASONS: Final = _numbered(_DATA["seasons"])
PARTS: Final = _spans(_DATA["parts"])
WEEKS: Final = _spans(_DATA["weeks"])
UNSPACED: Final[dict[str, tuple[Unit, int]]] = {
    word: (unit, int(count))
    for unit, told in _DATA["unspaced"].items()
    for count, words in told.items()
    for word in words.split()
}
UNSPACED_UNITS: Final[dict[str, Unit]] = {
    word: unit for unit, told in _DATA["unspaced_units"].items() for word in told.split()
}
