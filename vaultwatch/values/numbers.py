"""Numbers: digits with both ways of parting thousands, words, numerals of CJK, parts and scales.

Pure. `numeral_at` answers where a number begins; what stands around it makes it a value.
"""

import re
from dataclasses import dataclass, replace
from typing import Final

from vaultwatch.values.line import Line
from vaultwatch.values.tokens import TextPart

PARTS: Final = {
    sign: top / bottom
    for sign, top, bottom in zip(
        "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞",
        (1, 1, 2, 1, 3, 1, 2, 3, 4, 1, 5, 1, 3, 5, 7),
        (2, 3, 3, 4, 4, 5, 5, 5, 5, 6, 6, 8, 8, 8, 8),
        strict=True,
    )
}
_HUNDRED: Final = 100.0
_THOUSANDS: Final = re.compile(r"\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*", re.ASCII)
_LONGEST: Final = 40
_BOTTOMS: Final = frozenset({"2", "3", "4", "5", "8"})
_QUARTERS: Final = 4


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number and how it is written."""

    amount: float
    end: int
    """The piece after it."""
    other: float | None = None
    """What it comes to where the sign parts decimals, not thousands, or the other way round."""
    how: str = "digits"
    """`digits`, `words`, `weak` (a word that is an article too), `article`, `part` or `signs`."""

    @property
    def amounts(self) -> frozenset[float]:
        """Return what it may come to."""
        return frozenset({self.amount} if self.other is None else {self.amount, self.other})

    @property
    def negative(self) -> "Numeral":
        """Return it below nought."""
        return replace(self, amount=-self.amount, other=None if self.other is None else -self.other)


def read_digits(  # noqa: PLR0911 -- a way of writing a line
    text: str, *, decimal_comma: bool
) -> tuple[float, float | None] | None:
    """Return what digits come to, and what else they may."""
    plain = re.sub(r"[ \u00a0\u202f'’]", "", text)
    if len(plain) > _LONGEST:
        return None
    if plain.isdecimal():
        return float(plain), None
    signs = re.sub(r"[^.,]", "", plain)
    if len(set(signs)) == 2:  # noqa: PLR2004 -- both: the last parts the decimals
        if signs.count(signs[-1]) > 1:
            return None
        return float(plain.replace(signs[0], "").replace(signs[-1], ".")), None
    in_groups = _THOUSANDS.fullmatch(plain)
    if len(signs) > 1:
        return (float(re.sub(r"[.,]", "", plain)), None) if in_groups else None
    as_decimal = float(plain.replace(",", "."))
    if not in_groups or plain.startswith("0"):
        return as_decimal, None
    as_thousands = float(plain.replace(signs, ""))
    parts_thousands = (signs == ".") == decimal_comma
    return (as_thousands, as_decimal) if parts_thousands else (as_decimal, as_thousands)


def numeral_at(line: Line, at: int) -> Numeral | None:
    """Return the number that begins at a piece."""
    if at not in line.numerals:
        line.numerals[at] = _numeral_at(line, at)
    found: Numeral | None = line.numerals[at]
    return found


def _numeral_at(line: Line, at: int) -> Numeral | None:
    if not line.is_free(at):
        return None
    piece = line.piece(at)
    if piece.kind == "number":
        return _digits(line, at, piece)
    if piece.text in PARTS:
        return _scaled(line, Numeral(PARTS[piece.text], at + 1, how="part"))
    if piece.kind == "sign" and (found := _signs(line, at)):
        return found
    return _words(line, at)


def _digits(line: Line, at: int, piece: TextPart) -> Numeral | None:
    read = read_digits(piece.text, decimal_comma="decimal_comma" in line.lexicon.flags)
    if read is None:
        return None
    amount, other = read
    end = at + 1
    after = line.piece(end)
    if after.text in PARTS and after.gap in ("", " "):
        return _scaled(line, Numeral(amount + PARTS[after.text], end + 1))
    bottom = line.piece(at + 2)
    if after.text == "/" and bottom.text in _BOTTOMS and not after.gap and not bottom.gap:
        if line.unit(at + 3) and amount < int(bottom.text):
            return Numeral(amount / int(bottom.text), at + 3, how="part")
    elif after.kind == "number" and after.gap == " " and line.piece(end + 1).text == "/":
        part = _digits(line, end, after)  # `1 1/2 hours`
        if part is not None and part.how == "part":
            return Numeral(amount + part.amount, part.end)
    return _scaled(line, Numeral(amount, end, other))


def _scaled(line: Line, found: Numeral) -> Numeral:
    """Return a number times the word or letter for thousands that follows it."""
    after = line.piece(found.end)
    scale = line.role(found.end, "scale")
    tens = line.lexicon.tens
    if after.lower in tens and line.is_joined(found.end):  # 3万, 6万4千
        amount, end = found.amount * tens[after.lower], found.end + 1
        rest = line.piece(end)
        if rest.kind == "number" and rest.text.isdecimal() and line.is_joined(end):
            below = _scaled(line, Numeral(float(rest.text), end + 1))
            amount, end = amount + below.amount, below.end
        return Numeral(amount, end)
    if scale is None or not line.near(found.end):
        return found
    factor, end = scale
    if line.piece(end).text == "." and line.is_joined(end) and line.near(end + 1):
        end += line.role(end + 1, "unit", "currency") is not None  # `1 Mio. Euro`
    is_of_money = line.is_joined(end) and line.role(end, "currency") is not None  # `1,5 k€`
    is_apart = bool(after.gap) and not is_of_money
    if len(after.text) == 1 and (is_apart or after.lower != "k" or not after.text.isalpha()):
        return found  # `5 m` are metres, `5m` too where no money stands before
    return Numeral(found.amount * factor, end, None, found.how)


def _signs(line: Line, at: int) -> Numeral | None:
    """Return a number in the numerals of Chinese, Japanese or Korean."""
    numerals, tens = line.lexicon.numerals, line.lexicon.tens
    total = current = 0
    last: int | None = None
    end = at
    while end < at + _LONGEST and line.is_free(end) and (end == at or line.is_joined(end)):
        sign = line.piece(end).lower
        if sign in numerals and last is None:
            last = numerals[sign]
        elif sign in tens and tens[sign] < 10_000:  # noqa: PLR2004 -- 万 takes all before it
            current += (1 if last is None else last) * tens[sign]
            last = None
        elif sign in tens:
            total += (current + (last or 0) or 1) * tens[sign]
            current, last = 0, None
        else:
            break
        end += 1
    if end == at:
        return None
    return Numeral(float(total + current + (last or 0)), end, how="signs")


def _words(line: Line, at: int) -> Numeral | None:
    """Return a number in words: `two hundred and five thousand`."""
    total, current, end, found = 0.0, 0.0, at, False
    while end < at + _LONGEST:
        begins = line.ends(end, "and") if found and (current >= _HUNDRED or total) else end
        meant = line.meant(begins)
        if found and not line.near(begins):
            break
        if "number" in meant and _fits(meant["number"][0], current):
            current += meant["number"][0]
            end = meant["number"][1]
        elif found and begins == end and "hundred" in meant and 0 < current < _HUNDRED:
            current *= _HUNDRED
            end = meant["hundred"][1]
        elif found and begins == end and "scale" in meant and len(line.piece(end).text) > 1:
            total += (current or 1) * meant["scale"][0]
            current, end = 0.0, meant["scale"][1]
        else:
            break
        found = True
    if found:
        quarter = line.role(end, "quarter") if current < _QUARTERS else None
        if quarter and line.unit(quarter[1]):  # `three quarters of an hour`
            return Numeral(current / _QUARTERS, quarter[1], how="part")
        piece = line.piece(at)
        is_weak = end == at + 1 and piece.lower in line.lexicon.weak_numbers
        return Numeral(total + current, end, how="weak" if is_weak else "words")
    return _joined(line, at) or (_article(line, at) if line.meant(at) else None)


def _fits(amount: float, current: float) -> bool:
    """Tell whether a number goes on from what was said before it: hundreds take tens, no more."""
    return current == 0 or (current % _HUNDRED == 0 and amount < _HUNDRED and amount % 1 == 0)


def _joined(line: Line, at: int) -> Numeral | None:
    """Return a number of one long word: `zweihundertfünfzig`."""
    word = line.piece(at).lower
    senses = line.lexicon.senses
    for cut in range(len(word) - 2, 4, -1) if 8 < len(word) < _LONGEST else ():  # noqa: PLR2004
        head = _amount(senses.get(word[:cut], ()))
        tail = _amount(senses.get(word[cut:].removeprefix("und"), ()))
        if head and tail and head >= _HUNDRED and head % _HUNDRED == 0 and tail < _HUNDRED:
            return Numeral(head + tail, at + 1, how="words")
    return None


def _amount(senses: tuple[tuple[tuple[str, ...], str, float], ...]) -> float | None:
    return next((v for words, role, v in senses if role == "number" and len(words) == 1), None)


def _article(line: Line, at: int) -> Numeral | None:
    """Return half of, or one of, what a unit follows."""
    for role, amount, how in (
        ("half", 0.5, "part"),
        ("quarter", 0.25, "part"),
        ("article", 1.0, "article"),
    ):
        found = line.role(at, role)
        if found and line.unit(found[1]):
            return Numeral(amount, found[1], how=how)
        scale = line.role(found[1], "scale") if found and how == "part" else None
        if scale and len(line.piece(scale[1] - 1).text) > 1:
            return Numeral(amount * scale[0], scale[1], how="words")
    return None
