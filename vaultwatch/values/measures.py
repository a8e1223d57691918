"""Money, percentages, quantities with units, how often, versions with bounds, and plain numbers.

Pure; each reader answers a value and the piece after it.
"""

from dataclasses import replace
from typing import Final

from vaultwatch.values.line import Found, Line
from vaultwatch.values.model import Bound, Kind, Value
from vaultwatch.values.numbers import Numeral, numeral_at

_BOUNDS: Final = {
    ">=": ">=",
    "≥": ">=",
    "<=": "<=",
    "≤": "<=",
    ">": ">",
    "<": "<",
    "==": "",
    "~=": "~",
    "^": "~",
    "~": "~",
}
_SIGNS: Final[dict[str, Bound]] = {">=": ">=", ">": ">=", "<=": "<=", "<": "<="}
_MINUS: Final = frozenset("-‐‑–−")
_BEFORE_MINUS: Final = frozenset("([{:=,;<>≤≥~\"„“'|*_")
"""Marks behind which a dash that touches them and a number is its sign."""
_MILLION: Final = 1e6
_WEEK: Final = 604_800.0


def _value(  # noqa: PLR0913, PLR0917 -- what a value has and where it stands
    line: Line, kind: Kind, key: tuple[object, ...], at: int, end: int, amounts: frozenset[float]
) -> Found:
    return Value(kind, key, line.piece(at).start, line.piece(end - 1).end, amounts), end


def measured_at(line: Line, at: int) -> Found | None:
    """Return what is measured or counted and begins at a piece."""
    often = frequency_at(line, at)
    if often:
        return often
    currency = line.role(at, "currency")
    if currency and (found := _money_first(line, at, currency)):
        return found
    bound, start = _bound(line, at)
    number = numeral_at(line, start)
    if number is None:
        return None
    minus = _minus(line, at)
    number = number if minus is None else number.negative
    found = (
        _times(line, start, number)
        or _money(line, start, number)
        or _percent(line, start, number)
        or _version(line, at, start, bound, number)
        or _quantity(line, start, number)
        or _number(line, start, number)
    )
    if found is not None and minus is not None:
        found = replace(found[0], start=minus), found[1]
    sign = _SIGNS.get(bound or "")
    if found is None or sign is None or found[0].kind == "version":
        return found
    return replace(found[0], bound=sign), found[1]


def _bound(line: Line, at: int) -> tuple[str | None, int]:
    first, second = line.piece(at), line.piece(at + 1)
    if first.kind != "mark":
        return None, at
    if second.kind == "mark" and not second.gap and first.text + second.text in _BOUNDS:
        is_version = first.text != "=" or "." in line.piece(at + 2).text  # `== 4` is code
        return (_BOUNDS[first.text + second.text], at + 2) if is_version else (None, at)
    if first.text in _BOUNDS and at and (first.text in "≥≤" or "." in second.text):
        return _BOUNDS[first.text], at + 1  # `2^16`, `> 0` and a quoted line are none
    return None, at


def _money_first(line: Line, at: int, currency: tuple[str, int]) -> Found | None:
    code, begin = currency
    number = numeral_at(line, begin)
    if number is None or number.how not in ("digits", "part") or not line.near(begin):
        return None
    if begin > at + 1 and line.piece(begin - 1).kind != "word" and not line.is_joined(begin - 1):
        return None  # `a $35 fee` is in no `A$`
    minus = _minus(line, at)
    number = number if minus is None else number.negative
    amount, end = _paid(number), number.end
    after = line.piece(end)
    if after.lower == "m" and not after.gap:
        amount, end = amount * _MILLION, end + 1
    found, end = _value(line, "money", (code, amount), at, end, number.amounts)
    return (found if minus is None else replace(found, start=minus)), end


def _paid(number: Numeral) -> float:
    """Return a sum of money: of `1.250` no one pays the thousandth."""
    return max(number.amounts, key=abs)


def _money(line: Line, at: int, number: Numeral) -> Found | None:
    currency = line.role(number.end, "currency")
    if not currency or number.how == "article" or not line.near(number.end):
        return None
    return _value(line, "money", (currency[0], _paid(number)), at, currency[1], number.amounts)


def _percent(line: Line, at: int, number: Numeral) -> Found | None:
    sign = line.role(number.end, "percent")
    if not sign or not line.near(number.end):
        return None
    return _value(line, "percent", (number.amount,), at, sign[1], number.amounts)


def _version(line: Line, at: int, start: int, bound: str | None, number: Numeral) -> Found | None:
    """Return a version: behind a bound or its word, or before `and later` or a plus.

    `12+` and `12 or more` are how many, unless the word stands before.
    """
    piece = line.piece(start)
    if number.how != "digits" or piece.kind != "number" or number.end != start + 1:
        return None
    if line.unit(number.end) or line.role(number.end, "currency") or "," in piece.text:
        return None
    parts = tuple(int(part) for part in piece.text.split(".") if part.isdecimal())
    end = number.end
    plus, word = line.piece(end), line.piece(at - 1)
    is_named = word.kind == "word" and "version" in line.meant(at - 1)
    if len(parts) == 1 and not is_named and (bound is not None or line.bound_behind(end)[0]):
        return None
    if later := line.role(end, "later"):
        bound, end = ">=", later[1]
    elif earlier := line.role(end, "earlier"):
        bound, end = "<=", earlier[1]
    elif plus.text == "+" and not plus.gap and line.piece(end + 1).kind != "number":
        if line.unit(end + 1):
            return None
        bound, end = ">=", end + 1
    if bound is None and not is_named:
        return None
    return _value(line, "version", (bound or "", parts), at, end, number.amounts)


def _quantity(line: Line, at: int, number: Numeral) -> Found | None:
    begin = number.end
    has_plus = line.piece(begin).text == "+" and line.is_joined(begin)
    begin += has_plus
    half = line.role(line.ends(begin, "counter"), "and_half")
    unit = line.unit(begin)
    if half and (parted := line.unit(half[1]) or line.unit_around(begin, half[1])):
        # `two and a half hours`, `三个半小时`, `两个半月`
        number, begin = replace(number, amount=number.amount + 0.5, other=None), half[1]
        unit = parted
    by = line.role(begin, "times") if unit is None else None
    other = numeral_at(line, by[1]) if by else None
    shared = line.unit(other.end) if other else None
    if shared is not None and shared[0] != "time":  # 220 by 95 cm
        unit = shared[0], shared[1], begin
    if unit is None:
        return None
    dimension, factor, end = unit
    word = line.piece(begin).lower
    if number.how == "article" and (dimension != "time" or word in line.lexicon.ambiguous):
        return None
    half = line.role(end, "and_half") if line.near(end) else None
    if half and not line.unit(half[1]) and "no_half" not in line.meant(end):  # `an hour and a half`
        number, end = replace(number, amount=number.amount + 0.5, other=None), half[1]
    amount = number.amount * factor
    if dimension == "fahrenheit":
        dimension, amount = "celsius", round((amount - 32) / 1.8, 2)
    if dimension == "time" and (more := _more_time(line, end, factor)):
        amount, end = amount + more[0], more[1]
    found, end = _value(line, "quantity", (dimension, amount), at, end, number.amounts)
    return (replace(found, bound=">=") if has_plus else found), end


def _more_time(line: Line, at: int, factor: float) -> tuple[float, int] | None:
    """Return the rest of `1 h 30 min`."""
    begin = line.ends(at, "and")
    number = numeral_at(line, begin)
    unit = line.unit(number.end) if number and number.how == "digits" else None
    if number is None or unit is None or unit[0] != "time" or unit[1] >= factor:
        return None
    return number.amount * unit[1], unit[2]


def _minus(line: Line, at: int) -> int | None:
    """Return where the sign of what begins at a piece stands; None without one.

    It stands right before it, as a mark or a word, `minus 18`, and neither between two numbers,
    `10 € -15 €`, nor behind a word, `A-5`, nor behind another dash.
    """
    start = line.piece(at).start
    before = next((n for n in (at - 1, at - 2) if line.piece(n).text not in _MINUS), at)
    end = line.piece(before).end if before < at else 0
    gap = line.text[end:start]
    if gap.isspace() and line.role(at - 1, "minus") and line.piece(at - 2).kind != "number":
        return line.piece(at - 1).start
    if gap.strip() not in _MINUS or gap[-1:].isspace():
        return None
    above = line.piece(before)
    is_measure = line.role(before, "unit", "currency", "percent") and not line.is_free(before - 1)
    if above.kind == "number" or is_measure or line.piece(before - 1).kind == "number":
        return None
    is_apart = gap[0].isspace() or above.kind == "end" or above.text in _BEFORE_MINUS
    return start - 1 if is_apart else None


def _number(line: Line, at: int, number: Numeral) -> Found | None:  # noqa: PLR0911
    if number.how in ("article", "weak", "part") and line.piece(at).kind == "word":
        return None
    end = number.end
    after = line.piece(end)
    if at == 0 and number.how == "digits" and after.text == "." and line.piece(end + 1).gap:
        return None  # of a list or a heading
    if number.how == "signs" or (number.how == "words" and line.piece(at).kind == "sign"):
        # One sign of CJK is a number only before what is counted.
        counter = line.role(end, "counter")
        if counter is None or not line.near(end):
            return None
    if number.how == "words" and number.amount == 1 and not _counts(line, at, end):
        return None
    if after.kind == "word" and not after.gap and number.how == "digits":
        suffix = line.role(end, "day_suffix")
        if suffix:
            return _value(line, "number", (number.amount, "th"), at, suffix[1], number.amounts)
        if not line.role(end, "times"):
            return None
        end += 1
    return _value(line, "number", (number.amount,), at, end, number.amounts)


def _counts(line: Line, at: int, end: int) -> bool:
    """Tell whether `one` counts what follows it, and is no pronoun."""
    before, after = line.piece(at - 1), line.piece(end)
    return (
        after.kind == "word"
        and after.gap == " "
        and after.lower not in line.lexicon.function
        and (
            before.kind != "word"
            or before.lower not in line.lexicon.function
            or "range" in line.meant(at - 1)
        )
    )


# ---------------------------------------------------------------------------------- how often


def frequency_at(line: Line, at: int) -> Found | None:
    """Return how often, in seconds from one time to the next: `weekly`, `every two weeks`."""
    meant = line.meant(at)
    if "times_words" in meant and (found := _per(line, at, *meant["times_words"])):
        return found
    if "every" in meant and (found := _every(line, at, meant["every"][1])):
        return found
    if "frequency" in meant:
        seconds, end = meant["frequency"]
        return _value(line, "frequency", (seconds,), at, end, frozenset())
    return None


def _every(line: Line, at: int, begin: int) -> Found | None:
    if not line.near(begin):
        return None
    number = numeral_at(line, begin)
    counted = line.role(begin, "other", "ordinal")
    if counted and line.role(counted[1], "weekday"):  # `every second Friday`
        amount = counted[0] if isinstance(counted[0], float) else 2.0
        seconds = amount * _WEEK
        return _value(line, "frequency", (seconds,), at, counted[1], frozenset({amount}))
    if number and number.how != "article" and (unit := line.unit(number.end)):
        amount, amounts = number.amount, number.amounts
    elif (other := line.role(begin, "other")) and (unit := line.unit(other[1])):
        amount, amounts = 2.0, frozenset({2.0})
    elif unit := line.unit(begin):
        amount, amounts = 1.0, frozenset()
    else:
        return None
    dimension, factor, end = unit
    if dimension != "time" or amount <= 0:
        return None
    return _value(line, "frequency", (amount * factor,), at, end, amounts)


def _times(line: Line, at: int, number: Numeral) -> Found | None:
    times = line.role(number.end, "times")
    return _per(line, at, number.amount, times[1]) if times and number.how != "article" else None


def _per(line: Line, at: int, times: float, end: int) -> Found | None:
    """Return `twice a week`, `twice weekly`: the week by two."""
    if times > 0 and (rate := line.role(end, "frequency")):
        return _value(line, "frequency", (rate[0] / times,), at, rate[1], frozenset())
    per = line.role(end, "per")
    if per is None or times <= 0:
        return None
    number = numeral_at(line, per[1])
    unit = line.unit(number.end) if number and number.how != "article" else line.unit(per[1])
    if unit is None or unit[0] != "time":
        return None
    count = number.amount if number and number.how != "article" else 1.0
    return _value(line, "frequency", (count * unit[1] / times,), at, unit[2], frozenset())


def ordinal_at(line: Line, at: int) -> Found | None:
    """Return the place in a row that a word tells."""
    found = line.role(at, "ordinal")
    if found is None:
        return None
    return _value(line, "number", (found[0], "th"), at, found[1], frozenset({found[0]}))
