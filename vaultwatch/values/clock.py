"""Times of day. Pure; `time_at` answers a value and the part after it.

Minutes since midnight, and the style that says how sure the half of the day is: `24`, `12` (told by
am or pm), `?` (8:30 may be either) or `word` (half past eight, and `8 o'clock`).
"""

import re
from dataclasses import replace
from typing import Final

from vaultwatch.values.line import Found, Line
from vaultwatch.values.model import Value
from vaultwatch.values.numbers import Numeral, numeral_at

_HOURS: Final = 24
_HALF: Final = 12
_HOUR: Final = 60
_DAY: Final = 1440
_WITH_DOT: Final = re.compile(r"(\d{1,2})\.([0-5]\d)", re.ASCII)
_MINUTES: Final = re.compile(r"[0-5]\d", re.ASCII)
_HOUR_DIGITS: Final = re.compile(r"\d{1,2}", re.ASCII)
_OFFSETS: Final = (("half_past", 30), ("half_to", -30), ("quarter_past", 15), ("quarter_to", -15))


def time_value(said: tuple[int, int], style: str, start: int, end: int) -> Value:
    """Return a time of hour and minutes; a whole hour may be written as a plain number."""
    hour, minutes = said
    amounts = frozenset() if minutes else frozenset({float(hour)})
    return Value("time", ((hour * _HOUR + minutes) % _DAY, style), start, end, amounts)


def time_at(line: Line, at: int) -> Found | None:
    """Return the time that begins at a part: `8 am`, `noon`, `half past three`, `下午3点半`."""
    if not line.meant(at) and numeral_at(line, at) is None:
        return None  # as of most words
    for role, noon in (("noon", _HALF), ("midnight", 0)):
        if found := line.role(at, role):
            return _said(line, at, found[1], (noon, 0), "24")
    offset, begin = _offset(line, at)
    before = line.role(begin, "before_am", "before_pm", "before_clock")
    half = next((one for one in ("am", "pm") if f"before_{one}" in line.meant(begin)), None)
    begin = before[1] if before else begin
    number = numeral_at(line, begin)
    read = _hour(line, begin, number) if number else None
    if read is None or read[0] > _HOURS:
        return None
    hour, minute, end = read
    has_minutes = end > begin + 1 or minute > 0
    more, end = _after_hour(line, at, end, is_whole=offset is None and not has_minutes)
    if more is None:
        return None
    if halves := line.role(end, "am", "pm") if line.near(end) else None:
        half, end = ("pm" if "pm" in line.meant(end) else "am"), halves[1]
    is_told = before or half or offset is not None or end > read[2] or end > begin + 1
    is_number = number is not None and end == number.end and not before and offset is None
    if not is_told or is_number:
        return None
    is_sure = hour > _HALF or hour == 0 or line.piece(begin).text.startswith("0")
    style = "24" if is_sure else "?" if has_minutes else "word"
    said = _said(line, at, end, (hour, minute + more + (offset or 0)), style)
    return said if half is None else (_in_half(said[0], hour, half), end)


def _in_half(time: Value, hour: int, half: str) -> Value:
    """Return a time in the half of the day that is told; the hour stays as it is written."""
    later = {"pm": _HALF * (hour < _HALF), "am": -_HALF * (hour == _HALF)}[half]
    minutes = int(str(time.key[0])) + later * _HOUR
    return replace(time, key=(minutes % _DAY, "12"))


def _offset(line: Line, at: int) -> tuple[int | None, int]:
    """Return the minutes that `half past` or `ten to` adds, and the part after it."""
    for role, minutes in _OFFSETS:
        if found := line.role(at, role):
            return minutes, found[1]
    number = numeral_at(line, at)
    if number and number.how == "words" and 0 < number.amount < _HOUR / 2:
        for role, sign in (("minutes_past", 1), ("minutes_to", -1)):
            if found := line.role(number.end, role):
                return sign * int(number.amount), found[1]
    return None, at


def _hour(line: Line, at: int, number: Numeral) -> tuple[int, int, int] | None:
    """Return hour and minutes of `8:30`, `8.30` before a word of the clock or `8`, and the end."""
    piece, colon, minutes = line.piece(at), line.piece(at + 1), line.piece(at + 2)
    if piece.kind == "number" and (dotted := _WITH_DOT.fullmatch(piece.text)):
        is_led = "before_clock" in line.meant(at - 1) or "before_clock" in line.meant(at - 2)
        is_time = is_led or line.role(at + 1, "clock", "am", "pm")
        return (int(dotted[1]), int(dotted[2]), at + 1) if is_time else None
    if colon.text == ":" and not colon.gap and not minutes.gap and minutes.kind == "number":
        if not (_HOUR_DIGITS.fullmatch(piece.text) and _MINUTES.fullmatch(minutes.text)):
            return None
        has_seconds = line.piece(at + 3).text == ":" and _MINUTES.fullmatch(line.piece(at + 4).text)
        return int(piece.text), int(minutes.text), at + (5 if has_seconds else 3)
    if number.amount % 1 or number.how in ("article", "part"):
        return None
    return int(number.amount), 0, number.end


def _after_hour(line: Line, at: int, end: int, *, is_whole: bool) -> tuple[int | None, int]:
    """Return the minutes that stand behind an hour, and the part after them; None for no time."""
    more = 0
    clock = line.role(end, "clock") if line.near(end) else None
    if clock and is_whole and _is_duration(line, at, end):
        return None, end
    if clock:
        end = clock[1]
        number = numeral_at(line, end)
        if is_whole and number and number.amount < _HOUR and number.end == end + 1:
            unit = line.unit(number.end)  # `3点20分`, `8 Uhr 30`
            if unit and unit[1] == _HOUR:
                more, end = int(number.amount), unit[2]
            elif unit is None and number.how == "digits" and line.piece(end).gap == " ":
                more, end = int(number.amount), number.end
    later = line.role(end, "half_after", "quarter_after") if line.near(end) else None
    if later and is_whole and not more:
        more, end = (30 if "half_after" in line.meant(end) else 15), later[1]
    return more, end


def _is_duration(line: Line, at: int, end: int) -> bool:
    """Tell whether `3 heures` may be so long, not so late: a unit that no `à` leads."""
    before = line.piece(at - 1)
    is_led = before.kind == "word" and before.lower in line.lexicon.function
    return line.unit(end) is not None and not is_led


def _said(line: Line, at: int, end: int, said: tuple[int, int], style: str) -> Found:
    return time_value(said, style, line.piece(at).start, line.piece(end - 1).end), end
