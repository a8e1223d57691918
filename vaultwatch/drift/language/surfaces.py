"""Write a value in the shape in which somebody else wrote the one it replaces.

Pure. Called by `repair`: a memory that says `1.000` gets `1.200` though the note says 1200; one
that says `5 March` gets `12 March` though the note says 2026-03-12.
"""

import re
from typing import Final

from vaultwatch.drift.language import lexicon
from vaultwatch.drift.language.tokens import fold, tokens

_PLAIN: Final = re.compile(r"\d{1,15}")
_DECIMAL: Final = re.compile(r"(?P<whole>\d{1,15})(?P<point>[.,])(?P<part>\d{1,6})")
_GROUPED: Final = re.compile(
    r"(?P<head>\d{1,3})(?P<mark>[,.'\u2019\u00a0\u202f ])(?:\d{3})(?:(?P=mark)\d{3})*"
)
_DATE_NORM: Final = re.compile(r"@(\d\d)-(\d\d)")
_ORDINAL: Final = re.compile(r"(?<=\d)(st|nd|rd|th)\b")
_ISO: Final = re.compile(r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)")
_NAMED_MONTH: Final = re.compile(r"[^\W\d_]{3,}")
_ENGLISH: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
_GERMAN: Final = (
    "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September",
    "Oktober", "November", "Dezember",
)  # fmt: skip
_GROUP_DIGITS: Final = 3


def in_shape_of(held: str, old: str, new: str, *, is_exact: bool) -> str | None:
    """Return the new value as the holder of `held` would write it; None where that is unsure.

    Args:
        held: the old value as the memory writes it.
        old: the old value as the note wrote it.
        new: the new value as the note writes it.
        is_exact: whether it is a number, date, time or identifier rather than words.
    """
    if held == old:
        return new
    if held.casefold() == old.casefold():
        return _cased(held, old, new)
    if not is_exact:
        return None
    own, was, now = (tokens(text)[:1] for text in (held, old, new))
    # 90 min and 1.5 h are one value beside their units only.
    if not (own and was and now) or own[0].norm != was[0].norm or own[0].kind != now[0].kind:
        return None
    if own[0].kind == "date":
        return _date(held, old, new, now[0].norm)
    return _number(held, new) if own[0].kind == "number" else None


def _cased(held: str, old: str, new: str) -> str | None:
    """Return the new words with the capitals that the memory gives the old ones."""
    if held.isupper() and len(held) > 1:
        return new.upper()
    if held[1:] == old[1:]:  # the first letter alone differs: it opens a sentence
        first = new[0].upper() if held[0].isupper() else new[0].lower()
        return first + new[1:]
    return None


def _number(held: str, new: str) -> str | None:
    """Return a whole or decimal number grouped and pointed as another is."""
    value = _value(new)
    if value is None:
        return None
    whole, part = value
    if _PLAIN.fullmatch(held):
        return None if part else whole
    own = _value(held)  # 1.200 may be either: it is what the tokens take it for
    if own is not None and own[1] and (found := _DECIMAL.fullmatch(held)):
        if len(part) > len(found["part"]):
            return None
        return f"{whole}{found['point']}{part.ljust(len(found['part']), '0')}"
    if (found := _GROUPED.fullmatch(held)) and not part:
        groups = []
        while len(whole) > _GROUP_DIGITS:
            whole, group = whole[:-_GROUP_DIGITS], whole[-_GROUP_DIGITS:]
            groups.append(group)
        return found["mark"].join([whole, *reversed(groups)])
    return None


def _value(text: str) -> tuple[str, str] | None:
    """Return a number's digits before and behind the point."""
    said = tokens(text)
    found = re.fullmatch(r"#(\d{1,15})(?:\.(\d{1,6}))?", said[0].norm) if said else None
    return (found[1], found[2] or "") if found else None


def _date(held: str, old: str, new: str, norm: str) -> str | None:
    """Return a day of the year in the shape of another one; the year must be beyond doubt."""
    found = _DATE_NORM.fullmatch(norm)
    if found is None or _year(old) != _year(new):
        return None
    month, day = int(found[1]), int(found[2])
    if iso := _ISO.fullmatch(held):
        return f"{iso['year']}-{month:02}-{day:02}"
    named = _NAMED_MONTH.findall(_ORDINAL.sub("", held))
    days = re.findall(r"(?<!\d)\d{1,2}(?!\d)", held)
    if len(named) != 1 or len(days) != 1:
        return None
    name = _month_like(named[0], month)
    if name is None:
        return None
    shaped = _ORDINAL.sub(_suffix(day), held)
    shaped = re.sub(r"(?<!\d)\d{1,2}(?!\d)", str(day), shaped, count=1)
    shaped = shaped.replace(named[0], name)
    said = tokens(shaped)
    return shaped if said and said[0].norm == norm else None


def _year(text: str) -> str:
    found = re.search(r"(?<!\d)\d{4}(?!\d)", text)
    return found[0] if found else ""


def _month_like(name: str, month: int) -> str | None:
    """Return a month's name in the language and length of another one's."""
    if lexicon.MONTHS.get(fold(name)) == month:
        return name
    for names in (_ENGLISH, _GERMAN):
        if name in names:
            return names[month - 1]
        short = [one[:3] for one in names]
        if name in short:
            return short[month - 1]
    return None


def _suffix(day: int) -> str:
    if day in {11, 12, 13}:
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
