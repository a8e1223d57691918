"""Say a number with its scale and measure in one way: `12k`, `4 GB` and `two weeks` are values.

Pure. `language.tokens` asks it of every text. `18.5k` is 18,500, 2.3 million euros 2,300,000 of
them; sizes become bytes, weights grams, lengths metres, volumes litres, durations minutes, so that
24 months are two years and `a year` is twelve months.
"""

import re
from collections.abc import Mapping
from typing import Final

from vaultwatch.late_regex import late_regex

_PLAIN_NUMBER: Final = late_regex(r"#(?=[\d.])\d{0,9}(?:\.\d{1,6})?")
_MEASURED: Final = late_regex(r"#(?P<amount>\d[\d.]*(?:e[+-]\d+)?)(?P<measure>[a-z]+)")


def _table(**lines: str) -> dict[str, float]:
    """Return what each word of a line multiplies by: the line's name is its power of ten."""
    return {word: 10.0 ** int(name[1:]) for name, line in lines.items() for word in line.split()}


_SCALES: Final = _table(
    e2="hundred hundert",
    e3="thousand tausend tsd mille mil mila duizend",
    e6="million millions millionen mio mln mn millon millones milione milioni miljoen milhao"
    " milhoes",
    e9="billion bn milliarde milliarden mrd milliard milliards miliardo miliardi miljard",
)
"""Words behind a number, folded."""
_LETTERS: Final[Mapping[str, float]] = {"k": 1e3, "K": 1e3, "M": 1e6}
"""The same, written to the number."""

MINUTES: Final[Mapping[str, float]] = {
    "sec": 1 / 60,
    "min": 1,
    "h": 60,
    "day": 1_440,
    "week": 10_080,
    "month": 43_200,
    "year": 518_400,
}
"""A month counts as 30 days, as in a payment term, a year as twelve months."""
_YEARS: Final[Mapping[str, tuple[int, ...]]] = {"day": (365, 366), "week": (52,)}
"""So many of them are a year too."""
_MEASURES: Final[Mapping[str, tuple[str, float]]] = {
    **{unit: ("min", minutes) for unit, minutes in MINUTES.items()},
    **{
        unit: ("byte", 10.0**power) for unit, power in (("kb", 3), ("mb", 6), ("gb", 9), ("tb", 12))
    },
    "mg": ("g", 1e-3),
    "g": ("g", 1.0),
    "kg": ("g", 1e3),
    "ml": ("l", 1e-3),
    "cl": ("l", 1e-2),
    "litre": ("l", 1.0),
    "mm": ("m", 1e-3),
    "cm": ("m", 1e-2),
    "m": ("m", 1.0),
    "km": ("m", 1e3),
}
"""By the norm of a unit: what it is measured in, and how much of it."""

BESIDE: Final[Mapping[str, str]] = {"s": "sec", "l": "litre"}
"""Letters that are a unit only behind a number and a space: the 60s are none."""

_ONE: Final = late_regex(
    r"\b(?:(?:for|within|in|after|lasts?|takes|taking|runs|of|every|at least|at most|than|under"
    r"|over|valid|is|are|was) (?P<en>an?)"
    r"(?= (?:hour|day|week|month|year)\b(?! (?:and a half|later|ago)))"
    r"|(?P<long>an?)(?= (?:hour|day|week|month|year)\b (?:ahead|in advance|before|notice|long|old))"
    r"|(?P<de>eine[rmn]?|ein)(?= (?:stunde|woche|monat|jahr)\b)"
    r"|(?P<fr>une?)(?= (?:heure|semaine|mois|année)\b(?! et))"
    r"|(?P<es>una?)(?= (?:hora|semana|mes|año)\b(?! y))"
    r"|(?P<it>un[oa]?)(?= (?:ora|settimana|mese|anno)\b(?! e))"
    r"|(?P<nl>een)(?= (?:uur|week|maand|jaar)\b)"
    r"|(?P<pt>uma?)(?= (?:hora|semana|mês|ano)\b(?! e)))",
    re.IGNORECASE,
)
"""`for a year`: one of them. `twice a year` and `5 € a month` count none."""


def scaled(norm: str, behind: str, word: str, *, is_written_to: bool) -> str | None:
    """Return the norm of a number with the scale behind it; None where none stands there.

    Args:
        norm: of the number.
        behind: what stands behind it, as written.
        word: the same, folded.
        is_written_to: whether no space stands between.
    """
    if _PLAIN_NUMBER.fullmatch(norm) is None:
        return None
    factor = _LETTERS.get(behind) if is_written_to else _SCALES.get(word)
    return f"#{float(norm[1:]) * factor:.12g}" if factor is not None else None


def measured(norm: str, unit: str) -> str | None:
    """Return the norm of a number beside a unit that is one of a measure; None where it is not."""
    kind = _MEASURES.get(unit)
    if kind is None or _PLAIN_NUMBER.fullmatch(norm) is None:
        return None
    number, (base, factor) = float(norm[1:]), kind
    years = (number / length for length in _YEARS.get(unit, ()) if number and not number % length)
    if (many := next(years, None)) is not None:
        number, factor = many, MINUTES["year"]
    return f"#{number * factor:.6g}{base}"


def measure_of(norm: str) -> str:
    """Return what a number is measured in; empty where in nothing that is known."""
    found = _MEASURED.fullmatch(norm)
    return found["measure"] if found is not None else ""


def ones_in(text: str) -> frozenset[int]:
    """Return where in a text an article counts: `for a year`."""
    return frozenset(
        start
        for found in _ONE.finditer(text)
        for name in found.groupdict()
        if (start := found.start(name)) >= 0
    )
