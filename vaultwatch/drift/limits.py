"""Read the limits that a sentence sets: at least or at most so many, on these weekdays alone.

Pure. `drift.rewordings` compares them. `never on a Friday` and `Monday to Thursday only` agree;
`at least two` and `two at most` do not.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from vaultwatch.drift.polarity import polarity_of
from vaultwatch.drift.tokens import Token, tokens
from vaultwatch.drift.words import words_of

Bound: TypeAlias = Literal["least", "most"]
Agreement: TypeAlias = Literal["same", "contrary", "unclear"]

_LIMITED: Final = ("number", "time", "date")
ALL_DAYS: Final = frozenset(range(1, 8))
WORKING_DAYS: Final = frozenset(range(1, 6))
_SEVERAL: Final = 3
"""Days from which on those that are named are all there are."""
_BEFORE: Final = 40
_AFTER: Final = 40
"""Letters around a number in which its limit is looked for. Chosen by hand."""


def _any(*lines: str, before: str = "", behind: str = "") -> re.Pattern[str]:
    """Return a pattern of phrases, commas between them."""
    phrases = [phrase.strip() for line in lines for phrase in line.split(",")]
    return re.compile(f"{before}(?:{'|'.join(filter(None, phrases))}){behind}", re.IGNORECASE)


_LEAST_BEFORE: Final = _any(
    "at least, no (?:fewer|less|earlier|sooner|shorter) than, not (?:less|fewer|earlier) than",
    "(?:not|never) (?:below|under), (?:nicht|nie) unter, (?:pas|jamais) (?:en dessous de|sous)",
    "minimum(?: of)?, min\\.?, over, above, more than, mindestens, wenigstens, frühestens, ab",
    "über, mehr als, au moins, au minimum, pas moins de, plus de, dès, à partir de, al menos",
    "por lo menos, como mínimo, más de, desde, almeno, minimo, non meno di, più di, oltre",
    "minstens, ten minste, minimaal, niet minder dan, meer dan, vanaf, pelo menos, no mínimo",
    "mais de",
    before=r"(?<!\w)",
    behind=r"\W{0,2}$",
)
_LEAST_AFTER: Final = _any(
    "or (?:more|longer|later|older|above), and (?:more|up|above), (?:as a )?minimum",
    "at (?:the )?(?:least|earliest|minimum), oder (?:mehr|länger|später), ou plus, au moins",
    "au minimum, o más, como mínimo, al menos, o più, almeno, of meer, ou mais",
    before=r"\W{0,2}(?:\w+ ){0,2}",
    behind=r"(?!\w)",
)
_MOST_BEFORE: Final = _any(
    "at most, (?:no|not|never) (?:more|longer|later|greater|higher|further) than, up to, until",
    "(?:not|never) takes? (?:longer|more) than",
    "(?:not|never) exceeds?, doesn't exceed, maximum(?: of)?, max\\.?, within, under, below",
    "less than, fewer than, höchstens, maximal, bis zu, bis, spätestens, innerhalb(?: von)?",
    "binnen, unter, weniger als, nicht (?:mehr|länger) als, au plus, au maximum, jusqu'à",
    "moins de, pas plus de, (?:ne )?dépasse(?:nt)? pas, sous, como máximo, hasta, menos de",
    "no más de, no supera, al massimo, fino a, meno di, non più di, non supera, entro",
    "hoogstens, maximaal, tot, minder dan, niet (?:meer|langer) dan, no máximo, até",
    before=r"(?<!\w)",
    behind=r"\W{0,2}$",
)
_MOST_AFTER: Final = _any(
    "or (?:less|fewer|shorter|earlier|below), at (?:the )?(?:most|latest|maximum), tops",
    "(?:as a )?maximum, max, oder weniger, höchstens, ou moins, au plus, au maximum, o menos",
    "como máximo, o meno, al massimo, of minder, ou menos",
    before=r"\W{0,2}(?:\w+ ){0,2}",
    behind=r"(?!\w)",
)
_OR_MORE: Final = re.compile(
    r"\b(?P<number>\w+) or (?P<way>more|longer|less|fewer|shorter) (?=[^\W\d_])", re.IGNORECASE
)
"""`three or more days`: the unit stands behind the limit."""
_ONE: Final = re.compile(
    r"\b(?:an (?=hour\b(?! and a half))|one (?=(?:hour|minute|day|week|month|year)\b)"
    r"|eine (?=(?:stunde|woche)\b)|einen? (?=(?:tag|monat)\b)|une (?=(?:heure(?! et)|semaine)\b)"
    r"|un (?=(?:jour|mois|día|mes|giorno|mese)\b)|una (?=(?:hora|semana|settimana)\b)"
    r"|een (?=(?:uur|week)\b))",
    re.IGNORECASE,
)
_NONE_LONGER: Final = re.compile(r"\bno (\w+(?: \w+)?) (?:longer|more|later) than\b", re.IGNORECASE)
"""`no meeting runs longer than`."""
_EVERY_OTHER: Final = re.compile(r"\b(?:every (?:other|2nd)|each second)\b", re.IGNORECASE)
_RANGE: Final = re.compile(
    r"\s*(?:-|\u2013|\u2014|to|through|thru|till|until|bis|au|a|al|à|t/m|tot|até)"
    r"\s*(?:el |le |il )?",
    re.IGNORECASE,
)
_CLAUSE: Final = re.compile(r"[,;:.](?=\s|$)| - | \u2013 | \u2014 |[()]")
_WEEK: Final = re.compile(
    r"(?<![\w-])(?:(?P<working>weekdays|on weekdays|werktags|an werktagen|wochentags|jours ouvrés"
    r"|en semaine|entre semana|giorni feriali|op werkdagen|doordeweeks|dias úteis)"
    r"|(?P<end>weekends?|wochenende[ns]?|week-end|fin(?:es)? de semana|fine settimana|weekeinde)"
    r"|(?P<all>every day|each day|any day|all days|jeden tag|alle tage|tous les jours|chaque jour"
    r"|todos los días|cada día|ogni giorno|tutti i giorni|elke dag|alle dagen))\b",
    re.IGNORECASE,
)
_BUT: Final = re.compile(
    r"\b(?:but|except(?: for| on)?|other than|apart from|besides|außer|ausser|sauf|hormis|excepto"
    r"|salvo|menos|tranne|eccetto|behalve|exceto)\s*(?:on |an? |am |le |el |il |la |den |the )*$",
    re.IGNORECASE,
)
_SHUT: Final = frozenset(
    (
        *("closed", "shut", "off", "free", "away", "unavailable"),
        *("geschlossen", "zu", "frei", "ruhetag", "ferme", "fermee", "cerrado", "cerrada", "libre"),
        *("chiuso", "chiusa", "gesloten", "dicht", "vrij", "fechado", "fechada"),
    )
)
"""Words that say of days that nothing is on them."""


@dataclass(frozen=True, slots=True)
class Weekdays:
    """The weekdays of which a sentence speaks."""

    named: frozenset[int]
    """1 is Monday."""
    is_denied: bool
    """Whether it says that nothing is on them."""
    are_all: bool
    """Whether it names all there are: a range, or `only`."""

    def agreement(self, other: "Weekdays") -> Agreement:
        """Return how far what another sentence says of the same agrees with this one."""
        if self.is_denied == other.is_denied:
            return "same" if self.named == other.named else "unclear"
        denied, given = (self, other) if self.is_denied else (other, self)
        if denied.named & given.named:
            return "contrary"
        rest = ALL_DAYS - denied.named, WORKING_DAYS - denied.named
        return "same" if given.named in rest or (given.are_all and self.is_denied) else "unclear"


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits that a sentence sets."""

    bounds: Mapping[str, Bound]
    """By the norm of a number."""
    days: Weekdays | None


@lru_cache(maxsize=8_192)
def limits_of(text: str) -> Limits:
    """Return the limits that a sentence sets."""
    told = in_order(text)
    found: dict[str, Bound] = {}
    for one in tokens(told):
        if one.kind in _LIMITED and (bound := _bound(told, one)) is not None:
            found[one.norm] = bound
    return Limits(found, _weekdays(told))


@lru_cache(maxsize=8_192)
def in_order(text: str) -> str:
    """Return a text with the limit of a number before it (`at least three days`), `1 hour` too."""

    def turned(match: re.Match[str]) -> str:
        way = "at least" if match["way"].lower() in ("more", "longer") else "at most"
        return f"{way} {match['number']} "

    told = _EVERY_OTHER.sub("every second", _ONE.sub("1 ", text))
    told = _NONE_LONGER.sub(r"\1 at most", told)
    return _OR_MORE.sub(turned, told)


def without_limits(text: str) -> str:
    """Return a text without the words that limit its numbers, for they deny nothing."""
    told = in_order(text)
    for one in reversed(tokens(told)):
        if one.kind in _LIMITED:
            first = max(0, one.start - _BEFORE)
            found = (
                limit.search(told[first : one.start]) for limit in (_LEAST_BEFORE, _MOST_BEFORE)
            )
            starts = [first + limit.start() for limit in found if limit is not None]
            told = told[: min(starts, default=one.start)] + told[one.start :]
    return told


def names_week(word: str) -> bool:
    """Tell whether a word stands for days of the week: `weekdays`."""
    return _WEEK.fullmatch(word) is not None


def _bound(text: str, number: Token) -> Bound | None:
    before = text[max(0, number.start - _BEFORE) : number.start]
    behind = number.start + len(number.surface)
    after = text[behind : behind + _AFTER]
    # Of `not more than` the `more than` says the contrary.
    if _MOST_BEFORE.search(before) or _MOST_AFTER.match(after):
        is_least = _LEAST_BEFORE.search(before)
        is_most = _MOST_BEFORE.search(before)
        return "least" if is_least and is_most and is_least.start() < is_most.start() else "most"
    return "least" if _LEAST_BEFORE.search(before) or _LEAST_AFTER.match(after) else None


def _names_days(text: str) -> bool:
    return _WEEK.search(text) is not None or any(one.kind == "weekday" for one in tokens(text))


def _weekdays(text: str) -> Weekdays | None:
    named: set[int] = set()
    left_out: set[int] = set()
    are_all = False
    days = [one for one in tokens(text) if one.kind == "weekday"]
    last: Token | None = None
    for one in days:
        number = int(one.norm.removeprefix("@wd"))
        behind = last.start + len(last.surface) if last is not None else 0
        if last is not None and _RANGE.fullmatch(text[behind : one.start]):
            first = int(last.norm.removeprefix("@wd"))
            while first != number:
                first = first % 7 + 1
                named.add(first)
            are_all = True
        elif _BUT.search(text[: one.start]):
            left_out.add(number)
        else:
            named.add(number)
        last = one
    for match in _WEEK.finditer(text):
        whole = WORKING_DAYS if match["working"] else ALL_DAYS
        named |= ALL_DAYS - WORKING_DAYS if match["end"] else whole
        are_all = True
    if not named and not left_out:
        return None
    if left_out:
        named, are_all = set((named or ALL_DAYS) - left_out), True
    clauses = [part for part in _CLAUSE.split(text) if _names_days(part)] or [text]
    polarity = polarity_of(" ".join(clauses))
    shut = any(not _SHUT.isdisjoint(words_of(part).folded) for part in clauses)
    are_all = are_all or polarity.is_only or len(named) >= _SEVERAL
    return Weekdays(frozenset(named), polarity.denies != shut, are_all)
