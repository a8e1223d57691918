"""Whether two values say the same, and whether one could stand where the other does.

Pure. `same` is by what the values come to, whatever form they are written in.
"""

import re
from functools import lru_cache
from typing import Final

from vaultwatch.values.model import TYPED, Value

_BYTES_WITHIN: Final = 0.025
"""16 GB and 16384 MB: a thousand or 1024 of the next."""
_WITHIN: Final = 0.004
"""Rounding between systems of units: chosen by hand."""
_MONTHS_WITHIN: Final = 0.02
"""A month that has 30 or 31 days, of a mean of 30.4."""
_SHORTEST_MONTH: Final = 28 * 86_400
_ABOUT: Final = 0.05
"""29.8 is about 30."""
_SHORTEST_CALL: Final = 6
_CALLED: Final = re.compile(r"[+\d]\d+", re.ASCII)
_NAMED: Final = frozenset({"path", "identifier", "quote", "name"})
_MEASURED: Final = frozenset({"number", "quantity", "money", "percent", "time", "version"})


def same(a: Value, b: Value) -> bool:
    """Tell whether two values say the same thing up to form; a part of a date is the date."""
    is_about = (a.bound == "~") != (b.bound == "~") and near(a, b, _ABOUT)
    is_flipped = {bound_of(a), bound_of(b)} == {">=", "<="}
    if is_flipped or is_about or (a.kind == b.kind and a.key == b.key):
        return not is_flipped
    kinds = {a.kind, b.kind}
    if a.kind == b.kind:
        return _same_kind(a, b)
    if "quantity" in kinds and kinds < {"quantity", "frequency", "time"}:  # `1h30` may be how long
        long, other = (a, b) if a.kind == "quantity" else (b, a)
        is_clock = other.kind == "time"  # `7.15 h` may be how long, or how late
        told = [3600 * hours for hours in _amounts(other)] if is_clock else []
        told.append(_number(other.key[0]) * (60 if is_clock else 1))
        return long.key[0] == "time" and any(_close(_number(long.key[1]), t, _WITHIN) for t in told)
    if "number" in kinds and kinds <= TYPED and "weekday" not in kinds:
        return bool(_amounts(a) & _amounts(b))
    if kinds <= _NAMED or kinds in ({"url", "path"}, {"url", "quote"}):
        return _within(_words_of(a), _words_of(b))
    return False


def says_all_of(a: Value, b: Value) -> bool:
    """Tell whether a value says all that another does: February is a part of 28 February."""
    is_less = {a.kind, b.kind} == {"date"} and any(
        x is None and y is not None for x, y in zip(a.key[:3], b.key[:3], strict=True)
    )
    return not is_less and same(a, b)


def near(a: Value, b: Value, within: float) -> bool:
    """Tell whether two values of one kind and unit lie so near one another, as a share."""
    if a.kind != b.kind or not comparable(a, b):
        return False
    if a.kind in {"quantity", "money"}:
        return a.key[0] == b.key[0] and _close(_number(a.key[1]), _number(b.key[1]), within)
    return a.kind != "date" and any(_close(x, y, within) for x in a.amounts for y in b.amounts)


def allows(a: Value, b: Value) -> bool:
    """Tell whether both may be true of one thing: at most 12, and 8; not Monday, not Friday."""
    if a.is_denied and b.is_denied:
        return True
    return any(
        (one.bound == "<=" and x >= y) or (one.bound == ">=" and x <= y)
        for one, other in ((a, b), (b, a))
        if one.bound and one.bound != other.bound
        for x in one.amounts
        for y in other.amounts
    )


def _amounts(value: Value) -> frozenset[float]:
    """Return the numbers a value is written with; of a time with minutes also `19.30`."""
    if value.kind != "time" or value.amounts:
        return value.amounts
    hour, minutes = divmod(int(_number(value.key[0])), 60)
    return frozenset({(hour * 100 + minutes) / 100})


def _same_kind(a: Value, b: Value) -> bool:  # noqa: PLR0911 -- a kind a line
    match a.kind:
        case "date":
            return _same_date(a.key, b.key)
        case "time":
            return _same_time(a.key, b.key)
        case "quantity" | "money":
            return a.key[0] == b.key[0] and _same_measure(a, b)
        case "frequency":
            return _close(_number(a.key[0]), _number(b.key[0]), _WITHIN)
        case "number" | "percent":
            return bool(a.amounts & b.amounts)
        case "version":
            return _same_version(a, b)
        case "path" | "identifier" | "quote" | "name":
            said, other = _words_of(a), _words_of(b)
            return _within(said, other) or _is_one_call(said, other)
        case _:
            return False


def _same_measure(a: Value, b: Value) -> bool:
    mine, others = _number(a.key[1]), _number(b.key[1])
    if any(_close(mine * y, others * x, 1e-9) for x in a.amounts for y in b.amounts):
        return bool(a.amounts & b.amounts)  # of one unit: nothing was rounded, 999 km and 1000 km
    months = a.key[0] == "time" and min(mine, others) > _SHORTEST_MONTH
    within = _BYTES_WITHIN if a.key[0] == "bytes" else _MONTHS_WITHIN if months else _WITHIN
    return _close(mine, others, within)


def _same_date(a: tuple[object, ...], b: tuple[object, ...]) -> bool:
    readings = [
        (x, y)
        for x in {a[:3], (a[0], a[2], a[1]) if len(a) > 3 else a[:3]}  # noqa: PLR2004
        for y in {b[:3], (b[0], b[2], b[1]) if len(b) > 3 else b[:3]}  # noqa: PLR2004
    ]
    return any(_agree(x, y) for x, y in readings)


def _agree(a: tuple[object, ...], b: tuple[object, ...]) -> bool:
    both = [(x, y) for x, y in zip(a, b, strict=True) if x is not None and y is not None]
    return bool(both) and all(x == y for x, y in both)


def _same_time(a: tuple[object, ...], b: tuple[object, ...]) -> bool:
    (mine, my_style), (others, other_style) = a, b
    if mine == others:
        return True
    styles = {my_style, other_style}
    return (_number(mine) - _number(others)) % 720 == 0 and (
        "word" in styles or styles == {"?", "12"}
    )


def bound_of(value: Value) -> object:
    """Return the bound of a value; a version's own, `3 or later`, stands in its key."""
    return value.bound or (value.key[0] if value.kind == "version" else "")


def _same_version(a: Value, b: Value) -> bool:
    """Tell whether one says the other, or a part of it: 3.11 and 3.11.2."""
    parts, others = a.key[1], b.key[1]
    if bound_of(a) != bound_of(b) or not isinstance(parts, tuple) or not isinstance(others, tuple):
        return False
    short = min(len(parts), len(others))
    return parts[:short] == others[:short] and (short > 1 or len(parts) == len(others))


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else float("nan")


def _close(a: float, b: float, within: float) -> bool:
    return abs(a - b) <= within * max(abs(a), abs(b))


@lru_cache(maxsize=8_192)
def _words_of(value: Value) -> str:
    said = str(value.key[0])
    return said if value.kind == "path" else " ".join(said.casefold().replace("’", "'").split())


def _within(a: str, b: str) -> bool:
    """Tell whether one stands in the other as whole words; the case of letters counts in paths."""
    short, long = sorted((a, b), key=len)
    if short == long:
        return True
    if short.casefold() == long.casefold():
        return False
    at = long.find(short)
    while short and at >= 0:
        before, after = long[at - 1 : at], long[at + len(short) : at + len(short) + 1]
        if (not at or not before.isalnum()) and not after.isalnum():
            return True
        at = long.find(short, at + 1)
    return False


def is_called(value: Value) -> bool:
    """Tell whether a value is a number that is called, not counted."""
    return value.kind == "identifier" and _CALLED.fullmatch(str(value.key[0])) is not None


def _is_one_call(a: str, b: str) -> bool:
    """Tell whether two numbers are called alike, one with the code of its country."""
    if not (_CALLED.fullmatch(a) and _CALLED.fullmatch(b)) or a[0] == b[0] == "+":
        return False
    short, long = sorted((a.lstrip("+0"), b.lstrip("+0")), key=len)
    is_code = len(long) - len(short) in {1, 2, 3}
    return len(short) >= _SHORTEST_CALL and is_code and long.endswith(short)


def comparable(a: Value, b: Value) -> bool:
    """Tell whether one value could stand in the other's place.

    Who does not deploy on Fridays may on Thursdays: what is denied stands in no such place.
    """
    if a.is_denied != b.is_denied:
        return False
    kinds = {a.kind, b.kind}
    if a.kind == b.kind:
        if a.kind == "quantity":
            return a.key[0] == b.key[0] or bool(a.amounts & b.amounts)
        return a.kind != "number" or len(a.key) == len(b.key)
    if "number" in kinds:
        number = a if a.kind == "number" else b
        return len(number.key) == 1 and kinds <= _MEASURED
    return (
        kinds <= _NAMED
        or kinds == {"url", "path"}
        or (kinds == {"quantity", "frequency"} and "time" in (a.key[0], b.key[0]))
        or kinds == {"date", "weekday"}
    )
