"""Dates and weekdays. Pure; each reader answers a value and the part after it."""

import re
from typing import Final

from vaultwatch.late_regex import late_regex
from vaultwatch.values.clock import time_value
from vaultwatch.values.languages import lexicon_of
from vaultwatch.values.line import Found, Line
from vaultwatch.values.model import Value
from vaultwatch.values.numbers import numeral_at

_MONTHS: Final = 12
_DAYS: Final = 31
_DASH: Final = re.compile(r"\s?[-\u2010\u2011\u2013]\s?")
_CAPITAL: Final = frozenset({"months_first", "nouns_capital"})
"""Flags of the languages that write weekdays with a capital: `sat 3` is no day, `jeu 3` is one."""
_YEAR: Final = re.compile(r"(?:19|20)\d\d", re.ASCII)
_YEAR_OF_A_DAY: Final = re.compile(r"[12]\d{3}", re.ASCII)
_SECONDS_OF_A_YEAR: Final = 31_557_600.0
SHAPES: Final = late_regex(
    r"(?<![\w.,/-])(?:"
    r"(?P<y>\d{4})(?P<p>[-/.])(?P<m>\d{1,2})(?:(?P=p)(?P<d>\d{1,2}))?(?=T\d\d:|(?![\w/-]|[.,]\d))"
    r"|(?P<d2>\d{1,2})(?P<q>[./-])(?P<m2>\d{1,2})(?P=q)(?P<y2>\d{4}|\d\d)(?![\w/-]|[.,:]\d)"
    r"|(?P<d4>\d{1,2})\. (?P<m4>\d{1,2})\. (?P<y4>[12]\d{3})(?![\w/-]|[.,:]\d)"
    r"|(?P<h>[01]?\d|2[0-4])h(?P<mi>[0-5]\d)(?![\w:]|[.,]\d)"
    r")|(?<=\dT)(?P<h5>[01]\d|2[0-4]):(?P<mi5>[0-5]\d)(?::[0-5]\d)?(?:\.\d+)?Z?(?![\d:])",
    re.ASCII,
)
"""Dates and times that their digits alone tell."""


def shaped(match: re.Match[str], *, months_first: bool) -> Value | None:
    """Return what digits in the shape of a date or time say."""
    told = {name: text for name, text in match.groupdict().items() if text is not None}
    start, end = match.span()
    if hour := told.get("h") or told.get("h5"):
        minute = told.get("mi") or told["mi5"]
        return time_value((int(hour), int(minute)), "24", start, end)
    if "y" in told:
        if told["p"] != "-" and "d" not in told:
            return None
        day = int(told["d"]) if "d" in told else None
        return _date(int(told["y"]), int(told["m"]), day, start, end)
    first, second = int(told.get("d2") or told["d4"]), int(told.get("m2") or told["m4"])
    year = int(told.get("y2") or told["y4"])
    year += 2000 if year < 100 else 0  # noqa: PLR2004 -- written with two digits
    if told.get("q") in ("/", "-") and second <= _MONTHS and first <= _MONTHS and first != second:
        month, day = (first, second) if months_first else (second, first)
        return Value("date", (year, month, day, "or"), start, end, frozenset())
    if second > _MONTHS and told.get("q") in ("/", "-"):
        first, second = second, first
    return _date(year, second, first, start, end)


def _date(
    year: int | None, month: int | None, day: int | None, start: int, end: int
) -> Value | None:
    if month is not None and not 1 <= month <= _MONTHS:
        return None
    if day is not None and not 1 <= day <= _DAYS:
        return None
    amounts = frozenset(float(one) for one in (year, day) if one is not None)
    return Value("date", (year, month, day), start, end, amounts)


def date_at(line: Line, at: int) -> Found | None:
    """Return the date that begins at a part: `12 March`, `March 12, 2025`, `3月12日`, `3.5.`."""
    piece = line.piece(at)
    if piece.kind == "number":
        return _cjk_date(line, at) or _day_first(line, at) or _dotted(line, at)
    if piece.kind == "sign":
        return _cjk_date(line, at)
    return _month_first(line, at)


def _whole(line: Line, at: int) -> int | None:
    piece = line.piece(at)
    is_short = piece.kind == "number" and piece.text.isdecimal() and len(piece.text) <= 4  # noqa: PLR2004
    return int(piece.text) if is_short and line.is_free(at) else None


def _month(line: Line, at: int, *, beside: bool) -> tuple[int, int] | None:
    """Return a month and its end; ambiguous and short ones only beside a number, with a capital."""
    found = line.role(at, "month", "month_short") if beside else line.role(at, "month")
    if found is None:
        return None
    month, end = found
    piece = line.piece(at)
    if piece.lower in line.lexicon.ambiguous or "month" not in line.meant(at):
        has_capital = piece.text[:1].isupper() or "months_first" not in line.lexicon.flags
        before = line.piece(at - 1).lower
        is_led = "month" in line.meant(at) and before in line.lexicon.function  # `in March`
        if not has_capital or not (beside or is_led):
            return None
    if "month" not in line.meant(at) and line.piece(end).text == "." and not line.piece(end).gap:
        end += 1
    return month, end


def _day_end(line: Line, at: int) -> int:
    """Return the part after `th`, `er`, a dot or `of` behind the number of a day."""
    suffix = line.role(at, "day_suffix")
    if line.is_joined(at) and (suffix or line.piece(at).text == "."):
        at = suffix[1] if suffix else at + 1
    return line.ends(at, "day_of")


def _day_first(line: Line, at: int) -> Found | None:
    day = _whole(line, at)
    if day is None or not 1 <= day <= _DAYS:
        return None
    past = _day_end(line, at + 1)
    found = _month(line, past, beside=True)
    if found is None:
        return _first_of_days(line, at, day, past)
    if not line.near(past):
        return None
    month, end = found
    year, end = _year(line, end, day)
    return _dated(line, at, end, (year, month, day))


def _first_of_days(line: Line, at: int, day: int, end: int) -> Found | None:
    """Return the first of days whose month stands behind the last: `3.-17. August`, `3 to 17 May`.

    A number is one by its dot, a joined dash, or a word between, where days bear no dot.
    """
    far = end + (line.piece(end).text == "\u2013")
    gap = line.text[line.piece(end - 1).end : line.piece(far).start]
    is_dash = bool(_DASH.fullmatch(gap))
    far = far if is_dash else line.ends(end, "range")
    has_dot = end > at + 1
    is_day = has_dot or (len(gap) == 1 if is_dash else "dotted_dates" not in line.lexicon.flags)
    last = _whole(line, far)
    if not is_day or far == end or last is None or not day < last <= _DAYS:
        return None
    found = _month(line, _day_end(line, far + 1), beside=True)
    return _dated(line, at, end, (_year(line, found[1], day)[0], found[0], day)) if found else None


def _year(line: Line, at: int, day: int | None = None) -> tuple[int | None, int]:
    skipped = at
    if line.piece(skipped).text == ",":
        skipped += 1
    skipped = line.ends(skipped, "day_of")
    piece = line.piece(skipped)
    if line.is_free(skipped) and piece.gap in ("", " "):
        is_of_a_day = day is not None and _YEAR_OF_A_DAY.fullmatch(piece.text)
        if _YEAR.fullmatch(piece.text) or (is_of_a_day and not _is_counted(line, at, skipped)):
            return int(piece.text), skipped + 1
    return None, at


def _is_counted(line: Line, at: int, number: int) -> bool:
    """Tell whether a number behind a day is no year: `4 May 1500 km`, `4 May, 1500 people`."""
    after = line.piece(number + 1)
    if after.lower in line.lexicon.function:  # `in` is no inch
        return False
    unit = line.unit(number + 1)
    is_measured = unit is not None and unit[:2] != ("time", _SECONDS_OF_A_YEAR)  # `1861 roku`
    is_apart = line.piece(at).text == "," and after.text.islower()
    return is_measured or is_apart or line.role(number + 1, "currency", "percent") is not None


def _dated(
    line: Line, at: int, end: int, key: tuple[int | None, int | None, int | None]
) -> Found | None:
    value = _date(*key, line.piece(at).start, line.piece(end - 1).end)
    return (value, end) if value else None


def _month_first(line: Line, at: int) -> Found | None:
    found = _month(line, at, beside=True)
    if found is None:
        return None
    month, end = found
    year, past = _year(line, end)
    if year is not None:
        return _dated(line, at, past, (year, month, None))
    is_name = "month" in line.meant(at)
    day = _whole(line, end) if line.near(end) else None
    takes_day = "months_first" in line.lexicon.flags or line.is_joined(at + 1)
    if day is not None and 1 <= day <= _DAYS and takes_day and not line.unit(end + 1):
        past = end + 1
        if line.is_joined(past):
            past = line.ends(past, "day_suffix")
        if line.piece(past).text != ":":
            year, past = _year(line, past, day)
            return _dated(line, at, past, (year, month, day))
    if (is_name and _month(line, at, beside=False)) or _is_in_range(line, at, end):
        return _dated(line, at, end, (None, month, None))
    return None


def _is_in_range(line: Line, at: int, end: int) -> bool:
    """Tell whether a month, short too, stands before or behind a dash and another: `Nov - Feb`."""
    before, behind = at - 1 - (line.piece(at - 1).text == "\u2013"), end
    behind += line.piece(end).text == "\u2013"
    between = {
        before: line.text[line.piece(before).end : line.piece(at).start],
        behind: line.text[line.piece(end - 1).end : line.piece(behind).start],
    }
    months = "month", "month_short"
    return any(line.role(far, *months) and _DASH.fullmatch(gap) for far, gap in between.items())


def _cjk_date(line: Line, at: int) -> Found | None:
    """Return a date of the signs for year, month and day: `2025年3月12日`."""
    key: list[int | None] = [None, None, None]
    end, next_place = at, 0
    while (counted := _day_number(line, end)) is not None:
        number, sign_at = counted
        places = [
            place
            for place, sign in enumerate(("year_sign", "month_sign", "day_sign"))
            if place >= next_place and line.role(sign_at, sign)
        ]
        if not places or line.role(sign_at + 1, "lasts"):
            break
        key[places[0]], next_place, end = number, places[0] + 1, sign_at + 1
    is_date = key[1] is not None or (key[2] is not None and key[0] is None)
    return _dated(line, at, end, (key[0], key[1], key[2])) if is_date else None


def _day_number(line: Line, at: int) -> tuple[int, int] | None:
    """Return a whole number in digits or CJK numerals, and the part after it."""
    whole = _whole(line, at)
    if whole is not None:
        return whole, at + 1
    number = numeral_at(line, at) if line.piece(at).kind == "sign" else None
    return (int(number.amount), number.end) if number and number.how == "signs" else None


def _dotted(line: Line, at: int) -> Found | None:
    """Return `3.5.` in languages that write dates so; never the number of a heading.

    One of two digits each too where nothing tells the language: at the begin, or all of a cell.
    """
    piece = line.piece(at)
    match = re.fullmatch(r"(\d{1,2})\.(\d{1,2})", piece.text, re.ASCII)
    dot = line.piece(at + 1)
    if not match or dot.text != "." or dot.gap:
        return None
    is_full = len(piece.text) == len("23.01") and (at == 0 or _is_all_of_a_cell(line, at, at + 2))
    if not is_full and "dotted_dates" not in line.lexicon.flags:
        return None
    value = _date(None, int(match[2]), int(match[1]), piece.start, dot.end)
    return (value, at + 2) if value else None


def weekday_at(line: Line, at: int) -> Found | None:
    """Return the weekday that begins at a piece."""
    found = line.role(at, "weekday", "weekday_short")
    if found is None:
        return None
    number, end = found
    piece = line.piece(at)
    if "weekday" not in line.meant(at) or piece.lower in line.lexicon.ambiguous:
        end += line.piece(end).text == "." and not line.piece(end).gap
        beside = line.piece(end), line.piece(end + 1), line.piece(at - 1)
        is_beside = any(one.kind == "number" for one in beside) or any(
            "weekday_short" in line.meant(other) for other in (at - 1, end, end + 1, at - 2)
        )
        own = lexicon_of(line.lexicon.languages[:1])
        is_label = at == 0 and line.piece(end).text == ":"  # `Do: Chor`, but not `Sun: two hours`
        is_label = is_label and "months_first" not in own.flags
        is_told = is_beside or is_label or _is_all_of_a_cell(line, at, end)
        is_small = not own.flags & _CAPITAL and piece.lower not in own.function
        if not is_told or not (is_small or piece.text[:1].isupper() or piece.kind == "sign"):
            return None
    return Value("weekday", (number,), piece.start, line.piece(end - 1).end), end


def _is_all_of_a_cell(line: Line, at: int, end: int) -> bool:
    """Tell whether a word stands alone behind a label: `days: Fri; light: yes`."""
    return line.piece(at - 1).text == ":" and line.piece(end).text in {"", ";"}
