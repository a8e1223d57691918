"""Read the days and periods that people name: `12 March`, `Friday`, `last week`, `in two weeks`.

Pure. What is named without a year, and a weekday, is the nearest one before or after the day it is
said on, whichever the sentence leads one to expect. `memories` and questions are read by it.
"""

import re
import tomllib
from calendar import monthrange
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from importlib.resources import files
from typing import Final, Literal, TypeAlias

from vaultwatch.late_regex import late_regex
from vaultwatch.recall import date_words
from vaultwatch.values.tokens import fold

Lean: TypeAlias = Literal["past", "future"]
"""Where what is named without a year is looked for, the day it is said on included."""

MOST_CHARS: Final = 5_000
"""Of a text that is read for days; what stands behind is not. Chosen by hand: a long memory."""
_CALENDAR: Final = tomllib.loads(
    files("vaultwatch").joinpath("data", "calendar.toml").read_text("utf-8")
)
MONTHS: Final = {w: n for n, told in enumerate(_CALENDAR["months"], 1) for w in told.split()}
WEEKDAYS: Final = {w: n for n, told in enumerate(_CALENDAR["weekdays"], 1) for w in told.split()}
AMBIGUOUS_MONTHS: Final = frozenset(_CALENDAR["ambiguous"].split())
_DECEMBER: Final = 12
_WEEK: Final = 7
_YEARS: Final = (1900, 2200)
_SHORTEST_NAME: Final = 3


@dataclass(frozen=True, slots=True)
class Period:
    """Days that somebody named."""

    first: date
    last: date
    """Its last day, itself included."""
    start: int
    """Where it stands in the text."""
    end: int


def _any(words: Iterable[str]) -> str:
    folded = sorted({re.escape(word).replace(r"\ ", r"\s") for word in words}, key=len)
    return "(?:" + "|".join(reversed(folded)) + ")"


def _listed(text: str) -> str:
    return _any(one.strip() for one in text.split(","))


_MONTH: Final = _any(MONTHS)
_PLAIN_MONTH: Final = _any(
    (set(MONTHS) - AMBIGUOUS_MONTHS) | {"march", "may", "mars", "mai", "mei"}
)
_WEEKDAY: Final = _any(name for name in WEEKDAYS if len(name) > _SHORTEST_NAME)
_DAY: Final = r"(?:3[01]|[12]\d|0?[1-9])"
_YEAR: Final = r"(?:19|20|21)\d\d"
_UNIT: Final = _any(date_words.UNITS)
_COUNT: Final = rf"(?:\d{{1,3}}|{_any(date_words.NUMBERS)})"
_LAST, _THIS, _NEXT = (
    _any(word for word, step in date_words.SHIFTS.items() if step == wanted)
    for wanted in (-1, 0, 1)
)
_OF: Final = r"(?:\s+(?:of|de|del|di|van))?"
_FILLED: Final = rf"(?:(?:{_any(date_words.FILLERS.split())})\s*)?"

_PERIOD: Final = rf"""
    (?P<iso>(?<!\d){_YEAR}-(?:0[1-9]|1[0-2])(?:-{_DAY})?(?![\d-]))
  | (?P<dmy>(?<![\d.]){_DAY}\.\s?(?:0?[1-9]|1[0-2])\.(?:\s?{_YEAR})?(?!\d))
  | (?P<part>(?:{_listed(date_words.END)}|{_listed(date_words.BEGINNING)}))\s+{_FILLED}
        (?:(?P<pm>{_PLAIN_MONTH})\b\.?(?:,?{_OF}\s+(?P<py>{_YEAR}))?|(?P<py2>{_YEAR})
           |(?:(?P<pt>{_THIS}|{_NEXT})\s)?(?P<pu>{_UNIT}))\b
  | (?P<dmon>(?<![\w.]){_DAY}(?:st|nd|rd|th|er|\.)?{_OF}\s+{_MONTH}\b\.?(?:,?{_OF}\s+{_YEAR}\b)?)
  | (?P<mond>\b{_MONTH}\b\.?\s+(?:the\s)?{_DAY}(?:st|nd|rd|th)?(?![\w:%])(?:,?\s+{_YEAR}\b)?)
  | (?P<mony>\b{_MONTH}\b\.?,?{_OF}\s+{_YEAR}\b)
  | (?P<near>\b{_any(date_words.DAYS_FROM_TODAY)}\b)
  | (?P<ahead>\b{_listed(date_words.COMING)}\s(?P<an>{_COUNT})\s(?P<au>{_UNIT})\b)
  | (?P<ago>\b{_listed(date_words.AGO_BEFORE)}\s(?P<bn>{_COUNT})\s(?P<bu>{_UNIT})\b)
  | (?P<ago2>\b(?P<cn>{_COUNT})\s(?P<cu>{_UNIT})\s{_listed(date_words.AGO_BEHIND)}\b)
  | (?P<told>\b(?P<tw>{_LAST}|{_THIS}|{_NEXT})\s(?P<tu>{_UNIT}|{_WEEKDAY}|{_PLAIN_MONTH})\b)
  | (?P<told2>\b(?P<vu>{_UNIT}|{_WEEKDAY}|{_PLAIN_MONTH})\s(?P<vw>{_LAST}|{_NEXT})\b)
  | (?P<weekday>\b{_WEEKDAY}\b)
  | (?P<month>\b{_PLAIN_MONTH}\b)
  | (?P<year>\b{_YEAR}\b)
"""
PERIOD: Final = late_regex(_PERIOD, re.VERBOSE)
"""Names a day or a period; to be held against `even` text."""
_NAMED: Final = late_regex(
    rf"\s*(?:{_listed('in, on, im, am, au, le, la, l, el, em, na, no, nel, a')}[\s'])?\s*"
)


def even(text: str) -> str:
    """Return the text folded sign by sign, so that every place in it stays the same."""
    if text.isascii():
        return text.lower()
    return "".join(bare if len(bare := fold(sign)) == 1 else sign.lower() for sign in text)


def periods_in(text: str, today: date, *, lean: Lean) -> Iterator[Period]:
    """Yield what a text, said `today`, names, in its order; what cannot be is passed over.

    `lean`: where a bare weekday, month or day is looked for.
    """
    for match in PERIOD.finditer(even(text[:MOST_CHARS])):
        if (found := period_of(match, today, lean=lean)) is not None:
            yield found


def period_named(text: str, today: date, *, lean: Lean) -> Period | None:
    """Return the period that a text names and nothing beside it: `March`, `in March 2025`."""
    said = even(text[:MOST_CHARS].strip())
    match = PERIOD.fullmatch(said)
    if match is None and (before := _NAMED.match(said)) is not None:
        match = PERIOD.fullmatch(said, before.end())
    return None if match is None else period_of(match, today, lean=lean)


def period_of(match: re.Match[str], today: date, *, lean: Lean) -> Period | None:
    """Return what one match of `PERIOD` names; None for a day that no calendar has."""
    try:
        first, last = _read(match, today, lean)
        return Period(first, last, *match.span())
    except (ValueError, OverflowError):
        return None


def _read(match: re.Match[str], today: date, lean: Lean) -> tuple[date, date]:  # noqa: PLR0911, C901
    # One line a way of naming: split, nobody would find one.
    kind = next(name for name in _KINDS if match[name])
    said = match[kind]
    match kind:
        case "iso":
            return _of_numbers(*map(int, said.split("-")))
        case "dmy":
            day, month, *year = (int(part) for part in re.findall(r"\d+", said))
            return _of_day(year[0] if year else None, month, day, today, lean)
        case "part":
            return _of_part(match, today, lean)
        case "dmon" | "mond":
            month = next(MONTHS[word] for word in _words(said) if word in MONTHS)
            day, *year = (int(part) for part in re.findall(r"\d+", said))
            return _of_day(year[0] if year else None, month, day, today, lean)
        case "mony" | "month":
            return _of_month(said, today, lean)
        case "near":
            day_then = today + timedelta(days=date_words.DAYS_FROM_TODAY[" ".join(said.split())])
            return day_then, day_then
        case "ahead":
            return _after(today, _count(match["an"]), date_words.UNITS[match["au"]])
        case "ago" | "ago2":
            count, unit = (match["bn"] or match["cn"]), (match["bu"] or match["cu"])
            return _after(today, -_count(count), date_words.UNITS[unit])
        case "told" | "told2":
            return _told(match["tw"] or match["vw"], match["tu"] or match["vu"], today)
        case "weekday":
            day_then = _weekday(WEEKDAYS[said], today, lean)
            return day_then, day_then
        case _:
            return _of_numbers(int(said))


_KINDS: Final = (
    *("iso", "dmy", "part", "dmon", "mond", "mony", "near", "ahead", "ago", "ago2", "told"),
    *("told2", "weekday", "month", "year"),
)


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", text)


def _count(text: str) -> int:
    return int(text) if text.isdigit() else date_words.NUMBERS[text]


def _of_numbers(year: int, month: int | None = None, day: int | None = None) -> tuple[date, date]:
    """Return a year, a month of it, or a day."""
    if not _YEARS[0] <= year <= _YEARS[1]:
        raise ValueError(year)
    if month is None:
        return date(year, 1, 1), date(year, _DECEMBER, 31)
    if day is None:
        return date(year, month, 1), date(year, month, monthrange(year, month)[1])
    return date(year, month, day), date(year, month, day)


def _of_day(year: int | None, month: int, day: int, today: date, lean: Lean) -> tuple[date, date]:
    if year is not None:
        return _of_numbers(year, month, day)
    step = 1 if lean == "future" else -1
    for one in range(today.year, today.year + 9 * step, step):  # 29 February is in one of eight
        if day <= monthrange(one, month)[1]:
            there = date(one, month, day)
            if there == today or (there > today) == (lean == "future"):
                return there, there
    raise ValueError(day)


def _of_month(said: str, today: date, lean: Lean) -> tuple[date, date]:
    month = next(MONTHS[word] for word in _words(said) if word in MONTHS)
    written = re.search(r"\d{4}", said)
    year = int(written[0]) if written else today.year
    if not written and lean == "past" and month > today.month:
        year -= 1
    if not written and lean == "future" and month < today.month:
        year += 1
    return _of_numbers(year, month)


def _of_part(match: re.Match[str], today: date, lean: Lean) -> tuple[date, date]:
    if match["pu"]:
        first, last = _told(match["pt"] or "this", match["pu"], today)
    elif match["pm"]:
        first, last = _of_month(f"{match['pm']} {match['py'] or ''}", today, lean)
    else:
        first, last = _of_numbers(int(match["py2"]))
    is_end = re.fullmatch(_listed(date_words.END), match["part"]) is not None
    return (last, last) if is_end else (first, first)


def _after(today: date, count: int, unit: str) -> tuple[date, date]:
    """Return the day so many units on; of years and months the same day there, or its last."""
    if unit in {"day", "week"}:
        there = today + timedelta(days=count * (_WEEK if unit == "week" else 1))
        return there, there
    months = today.year * _DECEMBER + today.month - 1
    months += count * (_DECEMBER if unit == "year" else 1)
    year, month = divmod(months, _DECEMBER)
    there = date(year, month + 1, min(today.day, monthrange(year, month + 1)[1]))
    return there, there


def _told(which: str, what: str, today: date) -> tuple[date, date]:
    """Return `last week`, `next Friday`, `this month`."""
    step = date_words.SHIFTS[which]
    if what in WEEKDAYS:
        lean: Lean = "past" if step < 0 else "future"
        there = _weekday(WEEKDAYS[what], today + timedelta(days=step), lean)
        return there, there
    if what in MONTHS:
        if step < 0:
            return _of_month(what, today.replace(day=1) - timedelta(days=1), "past")
        return _of_month(what, today, "future")
    unit = date_words.UNITS[what]
    if unit == "day":
        return _after(today, step, unit)
    if unit == "week":
        first = today - timedelta(days=today.weekday()) + timedelta(days=step * _WEEK)
        return first, first + timedelta(days=_WEEK - 1)
    there, _ = _after(today, step, unit)
    return _of_numbers(there.year) if unit == "year" else _of_numbers(there.year, there.month)


def _weekday(number: int, today: date, lean: Lean) -> date:
    """Return the nearest such day, today included."""
    distance = (number - 1 - today.weekday()) % _WEEK
    if lean == "past" and distance:
        distance -= _WEEK
    return today + timedelta(days=distance)
