"""Read which days a question means and which a text names, and say how well they fit.

Pure, by rule: `in May`, `last week`, `three weeks ago`, `2026-05-12`, by the words of `date_words`
and, for dates that are written out, of `values`. `dates` reads the same words to the day, for what
bounds a belief; a question means about that day, its nearest year, and most of a season.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.facts import Facts
from vaultwatch.notes.days import first_of, last_of
from vaultwatch.recall import date_words
from vaultwatch.recall.date_words import (
    AGO_TOO,
    BEFORE_MONTH,
    BELIEVED,
    DAYS,
    PARTS,
    UNSPACED,
    UNSPACED_UNITS,
    WEEKENDS,
    WEEKS,
    Unit,
)
from vaultwatch.recall.dates import (
    MONTHS,
    PERIOD,
    WEEKDAYS,
    Period,
    even,
    period_named,
    period_of,
    periods_in,
)
from vaultwatch.values.languages import languages_of
from vaultwatch.values.reading import values_of
from vaultwatch.values.tokens import fold

TOLD_LIFT: Final = 0.15
"""What is added to the relevance of a text that names a day that was asked for. For 41 dated
questions (recallbench) the MRR rises from .420 to .496 in notes and from .767 to .803 in memories;
.10 to .20 are alike (benchmarks/recall.py)."""
CREATED_LIFT: Final = 0.05
"""The same where only the day it was written fits. Chosen by hand: these questions ask for no such
day, and lose nothing by it."""
MOST_CHARS: Final = 4_000
"""Of a text that are read."""

_MONTHS: Final = 12
_HALF_YEAR: Final = 6
_SEASON_MONTHS: Final = 3
_PART_WORDS: Final = 5
"""How many words before a month may say which part of it is meant: `the second and third week
of`."""
_LONGEST: Final = 400
"""Days of a span that still says when."""
_LENGTHS: Final[Mapping[Unit, float]] = {
    "day": 1,
    "week": 7,
    "weekend": 7,
    "month": 30.4,
    "year": 365.2,
}
"""Days."""
_GIVE: Final = 0.2
"""Part of a counted time by which it may be wrong. Chosen by hand."""
_EXACT_DAYS: Final = 3
"""So many days are counted exactly."""
_FARTHEST: Final = 40_000
"""Days; farther off nobody means a day."""


@dataclass(frozen=True, slots=True, order=True)
class Days:
    """Days that follow each other."""

    first: date
    last: date

    @property
    def days(self) -> int:
        """How many."""
        return (self.last - self.first).days + 1


def lift(asked: Sequence[Days], text: str, *, told_on: date, is_dated: bool = False) -> float:
    """Return what is added to a text's relevance for the days that were asked for (`spans_asked`).

    Dates without a year are near the day it was `told_on`. `is_dated`: it was written that day, as
    a memory is.
    """
    if not asked:
        return 0.0
    written = CREATED_LIFT * fit(asked, [Days(told_on, told_on)]) if is_dated else 0.0
    return max(TOLD_LIFT * fit(asked, spans_told(text, told_on)), written)


def fit(asked: Sequence[Days], told: Sequence[Days]) -> float:
    """Return how well days that are told fit those that were asked for, 0 to 1.

    1 where a day or span lies within; less where it is a longer one about it.
    """
    return max((_within(one, other) for one in asked for other in told), default=0.0)


def spans_asked(question: str, asked_on: date) -> tuple[Days, ...]:
    """Return the days that a question means, asked on a day; nothing where it names none."""
    text = question[:MOST_CHARS]
    found = {*_written(text, asked_on), *_relative(fold(text), asked_on), *_years(text)}
    return tuple(sorted(one for one in found if one.days <= _LONGEST))


def past_days_named(question: str, asked_on: date) -> tuple[Days, ...]:
    """Return the past years, months of a year and days that a question names by their date.

    Of `May 2021` the month, not the year too; of `2000 euros` none.
    """
    text = question[:MOST_CHARS]
    values = values_of(text)
    taken = [(one.start, one.end) for one in values if one.kind not in _NOT_MEASURED]
    told = {
        Days(found.first, found.last)
        for match in PERIOD.finditer(even(text))
        if any(match[kind] for kind in _DATED)
        and not any(start < match.end() and match.start() < end for start, end in taken)
        and (found := period_of(match, asked_on, lean="past")) is not None
    }
    told |= {one for one in _written(text, asked_on) if one.days == 1}
    told.update(*(_months(int(one[1]), 1, _MONTHS) for one in _SIGNED_YEAR.finditer(text)))
    past = {one for one in told if one.last < asked_on}
    return tuple(sorted(one for one in past if not any(_lies_in(x, one) for x in past - {one})))


def _lies_in(one: Days, other: Days) -> bool:
    return other.first <= one.first and one.last <= other.last


_DATED: Final = ("iso", "dmy", "dmon", "mond", "mony", "year")
"""Kinds of a period that name it by its date."""
_NOT_MEASURED: Final = frozenset({"date", "number", "name", "quote"})
"""Kinds of values in which a year may stand."""


def days_named(text: str, today: date) -> Days | None:
    """Return the days that a text names with nothing beside them: `March`, `last week`, `先週`."""
    word = UNSPACED.get(text) or (("day", DAYS[text]) if text in DAYS else None)
    days = next(_around(today, *word), None) if word else None
    if days is None and (period := period_named(text, today, lean="past")) is not None:
        return Days(period.first, period.last)
    return days


def spans_told(text: str, told_on: date) -> tuple[Days, ...]:
    """Return the days that a text names by their date, told on a day; a year alone is none."""
    return tuple(sorted({*_written(text[:MOST_CHARS], told_on)}))


def may_name_days(text: str) -> bool:
    """Tell whether a text may name days at all, at a fraction of what `spans_told` costs."""
    return _MAY_NAME.search(fold(text[:MOST_CHARS])) is not None


def _within(asked: Days, told: Days) -> float:
    shared = (min(asked.last, told.last) - max(asked.first, told.first)).days + 1
    return shared / told.days if shared > 0 else 0.0


def _written(text: str, near: date) -> Iterator[Days]:
    """Yield dates and months that are written out; without a year the nearest is meant."""
    dates = [one for one in values_of(text) if one.kind == "date"]
    for value in dates:
        year, month, day = value.key[:3]
        of_year = year if isinstance(year, int) else None
        if isinstance(month, int) and isinstance(day, int):
            yield from _day(of_year, month, day, near)
        elif isinstance(month, int) and text[value.start].isalpha():
            yield from _month(fold(text[: value.start]), of_year, month, near)
    for found in _DAY_MONTH.finditer(fold(text)):
        yield from _day(None, MONTHS[found[2]], int(found[1]), near)
    for found in _YEAR_MONTH.finditer(text):
        yield from _month("", int(found[1]), int(found[2]), near)
    for found in _UNSPACED_MONTH.finditer(text):
        yield from _month("", None, int(found[1]), near)
    folded = fold(text)
    known = {value.key[1] for value in dates}
    for found in _UNSURE_MONTH.finditer(folded):  # or a month of another language than the rest's
        if MONTHS[found[2]] in known:
            continue
        yield from _month(folded[: found.start(2)], None, MONTHS[found[2]], near)


def _day(year: int | None, month: int, day: int, near: date) -> Iterator[Days]:
    try:
        one = date(_nearest_year(month, near) if year is None else year, month, day)
    except ValueError:
        return
    yield Days(one, one)


def _month(before: str, year: int | None, month: int, near: date) -> Iterator[Days]:
    """Yield a month, or the part of it that the words before it mean."""
    last = re.findall(r"[^\W\d_]+", before[-40:])[-1:]
    shift = _SHIFT.get(last[0]) if last else None
    if year is None:
        year = _nearest_year(month, near) if not shift else _shifted_year(month, near, shift)
    for whole in _months(year, month, 1):
        yield from _parts_of(whole, before)


def _parts_of(month: Days, before: str) -> Iterator[Days]:
    said = re.findall(r"[^\W\d_]+", before[-80:])[-_PART_WORDS:]
    parts = _WEEKS if _WEEK_WORDS.intersection(said) else _PARTS
    named = [parts[word] for word in said if word in parts]
    for first, last in named or [(1, month.days)]:
        yield from _safe(month.first, first - 1, min(last, month.days) - 1)


def _nearest_year(month: int, near: date) -> int:
    away = month - near.month
    return near.year + (away < -_HALF_YEAR) - (away > _HALF_YEAR)


def _shifted_year(month: int, near: date, shift: int) -> int:
    """Return the year of `last May` or `next May`."""
    if shift < 0:
        return near.year - (month >= near.month)
    return near.year + (month <= near.month)


def _months(year: int, month: int, count: int) -> Iterator[Days]:
    """Yield some months from one on, where a calendar holds them."""
    try:
        end = month - 1 + count
        after = date(year + end // _MONTHS, end % _MONTHS + 1, 1)
        yield Days(date(year, month, 1), after - timedelta(days=1))
    except (ValueError, OverflowError):
        return


def _years(text: str) -> Iterator[Days]:
    for found in _YEAR.finditer(text):
        yield from _months(int(found[1]), 1, _MONTHS)


def _relative(text: str, today: date) -> Iterator[Days]:
    for found in _NAMED_DAY.finditer(text):
        if found[0] != "hier" or "de" not in languages_of(text):
            yield from _around(today, "day", _DAYS[found[0]])
    for pattern in (_SHIFTED, _SHIFTED_BEHIND):
        for found in pattern.finditer(text):
            yield from _shifted(found, text, today)
    for found in _SEASON.finditer(text):
        yield from _season(_SEASONS[found[0]], 0, today)
    yield from _told_by_count(text, today)
    for word, (unit, shift) in UNSPACED.items():
        if word in text:
            yield from _around(today, unit, shift)


def _told_by_count(text: str, today: date) -> Iterator[Days]:
    """Yield `three weeks ago`, `in ten days`, `3週間前`."""
    for pattern, sign in ((_AGO, -1), (_AGO_BEHIND, -1), (_AHEAD, 1)):
        for found in pattern.finditer(text):
            yield from _counted(today, _UNITS[found["unit"]], sign * _count_of(found["count"]))
    for found in _UNSPACED_AGO.finditer(text):
        yield from _counted(today, UNSPACED_UNITS[found["unit"]], -int(found["count"]))


def _shifted(found: "re.Match[str]", text: str, today: date) -> Iterator[Days]:
    """Yield `last week`, `next summer`, `this Friday`, `the end of this month`."""
    named, shift = found["unit"], _SHIFT[found["shift"]]
    if named in _SEASONS:
        yield from _season(_SEASONS[named], shift, today)
    elif named in WEEKDAYS:
        away = (WEEKDAYS[named] - 1 - today.weekday()) % 7
        yield from _around(today, "day", {-1: away - 7, 0: away, 1: away or 7}[shift])
    elif _UNITS[named] == "month":
        for whole in _around(today, "month", shift):
            yield from _parts_of(whole, text[: found.start()])
    else:
        yield from _around(today, _UNITS[named], shift)


def _around(today: date, unit: Unit, shift: int) -> Iterator[Days]:
    """Yield a day, week, month or year, so many from the present one."""
    if unit == "day":
        yield from _safe(today, shift, shift)
    elif unit in {"week", "weekend"}:
        monday = 7 * shift - today.weekday()
        yield from _safe(today, monday + (5 if unit == "weekend" else 0), monday + 6)
    else:
        at = today.year * _MONTHS + today.month - 1 + shift
        is_month = unit == "month"
        year, month = divmod(at, _MONTHS) if is_month else (today.year + shift, 0)
        yield from _months(year, month + 1, 1 if is_month else _MONTHS)


def _season(begins: int, shift: int, today: date) -> Iterator[Days]:
    """Yield a season: the nearest, or the last or next one."""
    years = range(today.year - 2, today.year + 3)
    seasons = [one for year in years for one in _months(year, begins, _SEASON_MONTHS)]
    meant = [
        one
        for one in seasons
        if not shift or (one.last < today if shift < 0 else one.first > today)
    ]
    yield from [min(meant, key=lambda one: _away(one, today))] if meant else []


def _away(one: Days, day: date) -> int:
    return max((one.first - day).days, (day - one.last).days, 0)


def _counted(today: date, unit: Unit, count: int) -> Iterator[Days]:
    """Yield about so many units from now: who counts in weeks is not sure of the day."""
    away = count * _LENGTHS[unit]
    is_exact = unit == "day" and abs(count) <= _EXACT_DAYS
    give = 0.0 if is_exact else max(_LENGTHS[unit] / 2, abs(away) * _GIVE)
    if abs(away) < _FARTHEST:
        yield from _safe(today, round(away - give), round(away + give))


def _safe(day: date, first: int, last: int) -> Iterator[Days]:
    """Yield the days from one to another behind a day, where a calendar holds them."""
    try:
        yield Days(day + timedelta(days=first), day + timedelta(days=last))
    except OverflowError:
        return


def _either(told: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(set(told), key=len, reverse=True)))


def _count_of(word: str) -> int:
    return int(word) if word.isdigit() else _COUNTS[word]


_UNITS: Final[dict[str, Unit]] = {
    **date_words.UNITS,
    **dict.fromkeys(WEEKENDS, "weekend"),
}
_SEASONS: Final = date_words.SEASONS
_DAYS: Final = {**date_words.DAYS_FROM_TODAY, **DAYS}
_SHIFT: Final = {**date_words.SHIFTS, **date_words.SHIFTS_ASKED}
_COUNTS: Final = {**date_words.NUMBERS, **date_words.COUNTS}
_PARTS: Final = {word: part for part, told in PARTS.items() for word in told.split()}
_WEEKS: Final = {
    word.removesuffix("*") + end: part
    for part, told in WEEKS.items()
    for word in told.split()
    for end in ("", *("nrsm" if word.endswith("*") else ""))
}
_WEEK_WORDS: Final = frozenset(word for word, unit in _UNITS.items() if unit == "week")
_LATIN_SEASON: Final = _either(word for word in _SEASONS if word.isascii())
_SHIFT_WORD: Final = _either(_SHIFT)
_SHIFTABLE: Final = "|".join(
    [_either(_UNITS), _LATIN_SEASON, _either(day for day in WEEKDAYS if len(day) > 3)]  # noqa: PLR2004 - `sun` and `mar` are words too
)
_COUNT_WORD: Final = _either(_COUNTS)
_COUNTED: Final = (
    rf"(?P<count>\d{{1,3}}|{_COUNT_WORD})\s+(?:of\s+|de\s+)?(?P<unit>{_either(_UNITS)})"
)
_LATIN_DAY: Final = _either(word for word in _DAYS if word.isascii())
_OTHER_DAY: Final = _either(word for word in _DAYS if not word.isascii())
_NAMED_DAY: Final = late_regex(rf"\b(?<!-)(?:{_LATIN_DAY})\b(?!-)|{_OTHER_DAY}")
_SHIFTED: Final = late_regex(rf"\b(?P<shift>{_SHIFT_WORD})\s+(?P<unit>{_SHIFTABLE})\b")
_SHIFTED_BEHIND: Final = late_regex(rf"\b(?P<unit>{_SHIFTABLE})\s+(?P<shift>{_SHIFT_WORD})\b")
_SEASON: Final = late_regex(rf"\b(?<!-)(?:{_LATIN_SEASON})\b(?!-)|[春夏秋冬]")
_AGO_WORDS: Final = (*date_words.AGO_BEHIND.split(", "), AGO_TOO)
_AGO: Final = late_regex(rf"\b(?:{_either(date_words.AGO_BEFORE.split(', '))})\s+{_COUNTED}\b")
_AGO_BEHIND: Final = late_regex(rf"\b{_COUNTED}\s+(?:{_either(_AGO_WORDS)})\b")
_AHEAD: Final = late_regex(rf"\b(?:{_either(date_words.AHEAD.split(', '))})\s+{_COUNTED}\b")
_UNSPACED_AGO: Final = late_regex(
    rf"(?P<count>\d{{1,3}})\s?(?P<unit>{_either(UNSPACED_UNITS)})\s?[之以]?前"
)
_UNSPACED_MONTH: Final = late_regex(r"(?<![\d/.-])(1[0-2]|[1-9])月(?!\d)")
_MAY_NAME: Final = late_regex(rf"\d\s?[./-]\s?\d|[月월]|\b(?:{_either(MONTHS)})\b")
_DAY_MONTH: Final = late_regex(
    rf"(?<![\w.,/-])(\d{{1,2}})(?:st|nd|rd|th|er|\.)?\s(?:of\s|de\s)?({_either(MONTHS)})\b(?!,?\s\d)"
)
_YEAR: Final = late_regex(r"(?<![\w.,/-])((?:19|20)\d\d)(?![\w/-]|[.,]\d)")
_SIGNED_YEAR: Final = late_regex(r"(?<![\d.,])((?:19|20)\d\d)\s?[年년](?!\s?(?:\d|間))")
_YEAR_MONTH: Final = late_regex(r"(?<![\d.-])((?:19|20)\d\d)-(0[1-9]|1[0-2])(?![\d-])")
_UNSURE_MONTH: Final = late_regex(
    rf"\b({_either(BEFORE_MONTH.split())})[\s-]+"
    rf"({_either(MONTHS)})\b(?![\s,.]+(?:of\s+)?\d)"
)


# Tell whether a memory held in the days that are asked about, by its own times.


def held_then(
    facts: Facts, asked: Sequence[Days], *, known_since: datetime, took_over: datetime | None
) -> bool | None:
    """Return whether a memory held on a day of some spans; None where nobody can tell.

    `known_since`: when its belief was written. `took_over`: when what it took the place of ended;
    None where it took nobody's.
    """
    begins, ends = facts.begins or took_over, facts.ends
    if begins is None and ends is None:
        return None
    found = [_held(one, begins, ends, known_since) for one in asked]
    return True if True in found else None if None in found else False


def _held(
    days: Days, begins: datetime | None, ends: datetime | None, known_since: datetime
) -> bool | None:
    if begins is not None and begins > last_of(days.last):
        return False
    if ends is not None and ends <= first_of(days.first):
        return False
    # Written while it held, it says nothing of the days before.
    is_known = begins is not None or (ends is not None and ends <= known_since)
    return True if is_known or known_since <= last_of(days.last) else None


# Read a question about what was believed at a day of the past: `what did I know in March about X`.
# Any other date in a question asks what was true then.

_BEGINS: Final = late_regex(rf"\W*(?:{'|'.join(BELIEVED.split(', '))})\b")


@dataclass(frozen=True, slots=True)
class BelievedThen:
    """A question about the past of what was believed."""

    about: str
    """The question without the words that say of when; empty where it names nothing else."""
    when: Period


def believed_then(question: str, today: date) -> BelievedThen | None:
    """Return what a question asks of the past; None where it asks of today, or of several days."""
    begins = _BEGINS.match(even(question))
    if begins is None:
        return None
    periods = list(periods_in(question, today, lean="past"))
    if len(periods) != 1 or periods[0].first > today:
        return None
    when = periods[0]
    about = f"{question[begins.end() : when.start]} {question[when.end :]}"
    return BelievedThen(" ".join(about.split()), when)
