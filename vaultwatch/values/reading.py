"""Read the typed values out of a sentence. Pure and cached; the one place that does.

Keys by kind: number (amount,) or (amount, "th"); quantity (dimension, amount in its base unit);
money (currency, amount); percent (amount,); date (year, month, day), None where not told, and a
fourth "or" where day and month may be either; time (minutes, style), see `clock`; weekday (1 to
7, Monday first); frequency (seconds between); version (bound, parts); others (the words,).
"""

from dataclasses import replace
from functools import lru_cache
from typing import Final

from vaultwatch.late_regex import late_regex
from vaultwatch.values import calendar, clock, literals, measures
from vaultwatch.values.languages import Lexicon, languages_of, lexicon_of
from vaultwatch.values.line import Line
from vaultwatch.values.model import Value
from vaultwatch.values.names import name_at
from vaultwatch.values.numbers import numeral_at
from vaultwatch.values.polarity import is_denied_around, is_denied_before

LONGEST: Final = 20_000
"""Of a text that is read; what stands past it is no sentence."""
_BEGIN: Final = frozenset(
    {
        *("month", "month_short", "weekday", "weekday_short", "noon", "midnight"),
        *("half_past", "half_to", "quarter_past", "quarter_to", "before_am", "before_pm"),
        *("before_clock", "times_words", "every", "frequency", "currency", "ordinal"),
    }
)
"""What a word means with which a value begins, where that is neither a number nor a name."""


def values_of(text: str, language: str = "") -> tuple[Value, ...]:
    """Return the values of a text in order; no two share a character, but a quote holds others.

    Args:
        text: of a sentence.
        language: by which the note is stemmed that it is of, or held against: see `languages_of`.
    """
    return values_in(text, languages_of(text, language))


@lru_cache(maxsize=32_768)
def values_in(text: str, languages: tuple[str, ...]) -> tuple[Value, ...]:
    """Return the values of a text that is in these languages, read once whatever told them."""
    lexicon = lexicon_of(languages)
    taken = bytearray(len(text))
    found: list[Value] = []
    for value in literals.links(text):
        _take(value, taken, found)
    if any(map(str.isdigit, text[:LONGEST])):
        _shapes(text, lexicon, taken, found)
        for value in literals.numbers_of_phones(text):
            _take(value, taken, found)
    for value in literals.runs(text, lexicon.known):
        _take(value, taken, found)
    found += literals.quotes(text)
    found = [_polar(text, value) for value in found]
    found += _read(Line(text[:LONGEST], lexicon, taken))
    return tuple(sorted(found, key=lambda value: (value.start, -value.end)))


def _polar(text: str, value: Value) -> Value:
    """Return a value as one that is denied, where its clause denies it."""
    is_denied = is_denied_around(text, value.start, value.end)
    return replace(value, is_denied=True) if is_denied else value


def dates_of(text: str) -> str:
    """Return the dates of a text, each with the word before it: `since August`."""
    dates = (one for one in values_of(text) if one.kind == "date")
    return " ".join(
        " ".join((*text[: one.start].split()[-1:], text[one.start : one.end])) for one in dates
    )


_JOINED: Final = late_regex(r"(?<![\w.:])\w[\w.:]{0,19}[-\u2010-\u2015]$")
_JOINS: Final = late_regex(r"[-\u2010-\u2015][\w.:]{0,19}\w")


def dashed(text: str, start: int, end: int) -> tuple[int, int]:
    """Return where a value stands with what a dash joins to it, read or not: `Tue-Fri`."""
    before, behind = _JOINED.search(text[:start]), _JOINS.match(text, end)
    return before.start() if before else start, behind.end() if behind else end


def _take(value: Value, taken: bytearray, found: list[Value]) -> None:
    if not any(taken[value.start : value.end]):
        taken[value.start : value.end] = b"\1" * (value.end - value.start)
        found.append(value)


def _shapes(text: str, lexicon: Lexicon, taken: bytearray, found: list[Value]) -> None:
    months_first = "months_first" in lexicon.flags
    for match in calendar.SHAPES.finditer(text):
        value = calendar.shaped(match, months_first=months_first)
        if value:
            _take(value, taken, found)


def _bounded(line: Line, value: Value, at: int, end: int) -> Value:
    """Return a value that stands between two pieces with the bound that stands round it.

    Of `may not be more than 12` none is read: it is the contrary, or another matter's; nor is 12
    what is denied there.
    """
    if not value.amounts:
        return _polar(line.text, value)
    bound, begin = line.bound(at)
    behind, until = line.bound_behind(end) if not bound else ("", end)
    bound = bound or value.bound or behind
    around = min(value.start, line.piece(begin).start), max(value.end, line.piece(until - 1).end)
    if not bound:
        return _polar(line.text, value)
    if is_denied_before(line.text, around[0]):
        return replace(value, bound="") if value.bound else value
    return replace(value, bound=bound, around=around)


def _read(line: Line) -> list[Value]:
    found: list[Value] = []
    at = 0
    readers = (
        calendar.date_at,
        clock.time_at,
        measures.measured_at,
        calendar.weekday_at,
        measures.ordinal_at,
        name_at,
    )
    while at < len(line.pieces):
        hit = None
        if line.is_free(at) and (
            at == 0
            or line.piece(at).kind != "word"
            or line.piece(at).gap
            or line.piece(at - 1).kind != "word"
        ):
            is_bare = line.piece(at).kind == "word" and _BEGIN.isdisjoint(line.meant(at))
            if is_bare and numeral_at(line, at) is None:  # as most words: it can be a name alone
                hit = name_at(line, at)
            else:
                hit = next((got for reader in readers if (got := reader(line, at))), None)
        if hit is None:
            at += 1
            continue
        value, end = hit
        value = _bounded(line, value, at, end)
        if any(line.taken[value.start : value.end]):
            at += 1
            continue
        found.append(value)
        at = max(end, at + 1)
    return found
