"""Write a value in the form of another: `19:00` for `7 pm` where a text says `18:30`.

Pure. What a form cannot say, another half of the day or another unit, stays as it was said; the
words for days, months and numbers are those of the languages' data.
"""

import re
from typing import Final

from vaultwatch.late_regex import late_regex
from vaultwatch.values.equality import same
from vaultwatch.values.languages import languages_of, lexicon_of, rows_of
from vaultwatch.values.model import Value
from vaultwatch.values.reading import values_of
from vaultwatch.values.tokens import pieces

_CLOCK: Final = late_regex(r"(?<!\d)(\d{1,2})(?:([:.h]| h )(\d\d))?(?!\d)")
_DATE_PART: Final = late_regex(r"\d+|[^\W\d_]+")
_ORDINAL: Final = late_regex(r"\d[^\W\d_]{1,3}\b")
_NUMERAL: Final = late_regex(r"\d(?:[\d.,'’\u00a0\u202f ]*\d)?")
_DECIMALS: Final = late_regex(r"(?:([.,])(\d{1,2}))?$")
_HOUR: Final = 60
_HALF: Final = 12
_THOUSAND: Final = 1_000
_COUNTED: Final = frozenset({"number", "money", "percent", "quantity"})
_IN_WORDS: Final = _COUNTED | {"date", "time", "weekday", "frequency"}
"""Kinds that a sentence may begin with in a capital that is not theirs."""


def in_form_of(text: str, value: Value, other: Value, said: str) -> str:
    """Return what to say in a value's place for another one to be said.

    Args:
        text: in which the value stands.
        value: whose form is taken.
        other: of the same kind.
        said: the other in its own words, which are taken where the form cannot say it.
    """
    form, made = text[value.start : value.end], ""
    if value.kind != other.kind:
        return said
    if value.kind == "time":
        made = _time(form, other)
    elif value.kind == "weekday":
        made = _in_row(text, form, ("weekdays", "weekdays_short"), (value.key[0], other.key[0]))
    elif value.kind == "date":
        made = _date(text, value, other)
    elif value.kind in _COUNTED:
        made = _counted(text, value, other, said)
    would = values_of(text[: value.start] + made + text[value.end :])
    is_made = any(one.start == value.start and same(one, other) for one in would)
    return made if is_made else _lettered(text, value, said)


def _lettered(text: str, value: Value, said: str) -> str:
    """Return words with a capital where they begin a text, and with none that only began another.

    `Once a week` within a line is `once a week`; days and months are names in many languages. What
    is written letter by letter, a path, an address, a name, keeps them.
    """
    if value.kind not in _IN_WORDS:
        return said
    form = text[value.start : value.end]
    if not value.start and form[:1].isupper():
        return said[:1].upper() + said[1:]
    is_begin = said[:1].isupper() and said[1:].islower() and form[:1].islower()
    is_name = value.kind in {"date", "weekday"}
    return said[:1].lower() + said[1:] if is_begin and not is_name else said


def _time(form: str, other: Value) -> str:
    """Return a time with the marks of the form; empty where it tells another half day, or words."""
    clock = _CLOCK.search(form)
    senses = lexicon_of(languages_of(form)).senses
    roles = {role for one in pieces(form) for _, role, _ in senses.get(one.lower, ())}
    halves = roles & {"am", "pm"}
    if clock is None or other.key[1] not in {"24", "12"}:
        return ""
    hour, minute = divmod(int(str(other.key[0])), _HOUR)
    if halves and halves != {"pm" if hour >= _HALF else "am"}:
        return ""
    hour = (hour - 1) % _HALF + 1 if halves else hour
    behind = form[clock.end() : clock.end() + 1]
    if minute and not clock[3] and behind.isalpha() and not (halves and behind.isascii()):
        return ""  # `8h`, `9h30`; but `7pm`
    hours = f"{hour:0{len(clock[1])}}" if clock[1].startswith("0") else f"{hour}"
    minutes = f"{clock[2] or ':'}{minute:02}" if clock[3] or minute else ""
    return f"{form[: clock.start()]}{hours}{minutes}{form[clock.end() :]}"


def _date(text: str, value: Value, other: Value) -> str:
    """Return a date with the parts that the form tells, in its order; empty where one is not."""
    form, was, now = text[value.start : value.end], value.key[:3], other.key[:3]
    is_told = all(new is not None for old, new in zip(was, now, strict=True) if old is not None)
    if not is_told or len(value.key) > len(was) or _ORDINAL.search(form):
        return ""

    parts = _DATE_PART.findall(form)
    is_padded = any(one.startswith("0") for one in parts)
    is_padded = is_padded or all(one.isdecimal() and len(one) > 1 for one in parts)

    def part(found: re.Match[str]) -> str:
        word = found[0]
        if not word.isdecimal():
            return _in_row(text, word, ("months", "months_short"), (was[1], now[1])) or word
        places = [at for at, number in enumerate(was) if number == int(word)]
        width = len(word) if is_padded else 1
        return f"{now[places[0]]:0{width}}" if len(places) == 1 else word

    return _DATE_PART.sub(part, form)


def _in_row(text: str, word: str, rows: tuple[str, ...], numbers: tuple[object, object]) -> str:
    """Return the word that stands for another number in a row of words; empty without one."""
    for language in dict.fromkeys((*languages_of(text), *languages_of(word))):
        for row in (one for name in rows for one in rows_of(language, name)):
            if numbers[1] in row and row.get(numbers[0]) == word.casefold():
                new = row[numbers[1]]
                return new[:1].upper() + new[1:] if word[:1].isupper() else new
    return ""


def _counted(text: str, value: Value, other: Value, said: str) -> str:
    """Return what is counted in the same unit, by digits with the same marks or by a word."""
    form = text[value.start : value.end]
    pairs = [
        (a, b) for a in value.amounts for b in other.amounts if _is_in_unit(value, other, a, b)
    ]
    if not pairs:
        return ""
    first, numeral = form.split(" ", 1)[0], _NUMERAL.search(form)
    was, now = max(pairs)
    if 1 in {was, now}:
        return ""  # `1 day`, `2 days`
    if numeral is None:
        word = _in_row(text, first, ("numbers",), (was, now))
        return word and word + form[len(first) :]
    digits = _numeral(numeral[0], abs(was), abs(now), said)
    head = form[value.is_negative : numeral.start()]
    return digits and said[: other.is_negative] + head + digits + form[numeral.end() :]


def _is_in_unit(value: Value, other: Value, amount: float, others: float) -> bool:
    """Tell whether two values are so many of one thing: euros both, not grams and kilograms."""
    if value.kind in {"number", "percent"}:
        return len(value.key) == len(other.key) == 1
    sizes = float(str(value.key[1])) * others, float(str(other.key[1])) * amount
    return value.key[0] == other.key[0] and abs(sizes[0] - sizes[1]) <= max(map(abs, sizes)) / 1e6


def _numeral(form: str, was: float, now: float, said: str) -> str:
    """Return an amount with the marks of a numeral; empty where they are not known."""
    own = _NUMERAL.search(said)
    if (own is None and now % 1) or _amount(form) != was:
        return ""
    told = own[0] if own is not None else f"{now:.0f}"
    if _amount(told) != now:
        return ""
    (whole, point, _), (others, others_point, decimals) = _parted(form), _parted(told)
    marks = re.findall(r"\D", whole) or ([] if len(whole) > 3 else re.findall(r"\D", others))  # noqa: PLR2004
    mark = marks[0] if marks and marks[0] != point else ""  # `1.250` is little to who says `2.50`
    digits = f"{int(now):,}".replace(",", mark) if now >= _THOUSAND else f"{int(now)}"
    return digits + (f"{point or others_point}{decimals}" if decimals else "")


def _parted(numeral: str) -> tuple[str, str, str]:
    """Return the whole of a numeral, the mark before its one or two decimals, and those."""
    end = _DECIMALS.search(numeral)
    point, decimals = (end[1] or "", end[2] or "") if end else ("", "")
    return numeral[: len(numeral) - len(point + decimals)], point, decimals


def _amount(numeral: str) -> float:
    whole, _, decimals = _parted(numeral)
    return float(re.sub(r"\D", "", whole) + "." + (decimals or "0"))
