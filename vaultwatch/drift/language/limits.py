"""Read the limits that a sentence sets: at least or at most so many, on these weekdays alone.

Pure. `passages.rewordings` compares them. `never on a Friday` and `Monday to Thursday only` agree;
`at least two` and `two at most` do not.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from vaultwatch.drift.language.polarity import bare_of_limits, polarity_of
from vaultwatch.drift.language.tokens import Token, tokens
from vaultwatch.drift.language.words import words_of
from vaultwatch.late_regex import late_regex

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
    return late_regex(f"{before}(?:{'|'.join(filter(None, phrases))}){behind}", re.IGNORECASE)


_LEAST_BEFORE: Final = _any(
    "at least, no (?:fewer|less|earlier|sooner|shorter) than, not (?:less|fewer|earlier) than",
    "not (?:before|until), (?:not|never) (?:below|under), (?:nicht|nie) (?:unter|vor)",
    "(?:pas|jamais) (?:en dessous de|sous|avant), (?:no|nunca) antes de, non prima di",
    "nicht (?:weniger|früher|kürzer|eher) als, no menos de, não menos (?:de|do que)",
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
    "binnen, unter, weniger als, nicht (?:mehr|länger|später) als, au plus, au maximum, jusqu'à",
    "pas plus tard qu(?:e |'), no más tarde de, non più tardi (?:di|delle), niet later dan",
    "não mais tarde (?:de|do que), não mais (?:de|do que)",
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
_UNITS: Final = (
    *("second", "minute", "hour", "day", "week", "month", "year"),
    *("sekunde", "stunde", "tag", "woche", "monat", "jahr"),
    *("seconde", "heure", "jour", "semaine", "mois", "an"),
    *("segundo", "minuto", "hora", "día", "semana", "mes", "año", "dia", "mês", "ano"),
    *("secondo", "ora", "giorno", "settimana", "mese", "anno"),
    *("uur", "minuut", "dag", "maand", "jaar"),
)
_OR_MORE: Final = late_regex(
    r"\b(?P<number>\w+) or (?P<way>more|longer|less|fewer|shorter) (?=[^\W\d_])", re.IGNORECASE
)
"""`three or more days`: the unit stands behind the limit."""
_ONE: Final = late_regex(
    r"\b(?:an (?=hour\b(?! and a half))|one (?=(?:hour|minute|day|week|month|year)\b)"
    r"|eine (?=(?:stunde|woche)\b)|einen? (?=(?:tag|monat)\b)|une (?=(?:heure(?! et)|semaine)\b)"
    r"|un (?=(?:jour|mois|día|mes|giorno|mese)\b)|una (?=(?:hora|semana|settimana)\b)"
    r"|een (?=(?:uur|week)\b))",
    re.IGNORECASE,
)
_NONE_LONGER: Final = late_regex(r"\bno (\w+(?: \w+)?) (?:longer|more|later) than\b", re.IGNORECASE)
"""`no meeting runs longer than`."""
_EVERY_OTHER: Final = late_regex(r"\b(?:every (?:other|2nd)|each second)\b", re.IGNORECASE)
_NOT: Final = r"\b(?:not|no|never|cannot|nicht|nie|pas|jamais|non|niet|nooit|não|nunca)\b"
_UNIT: Final = rf"(?P<one>(?:{'|'.join(_UNITS)})\b)?"
_EACH: Final = (
    r"(?:every|each|alle|jede\w?|tou(?:te)?s les|chaque|cada|a cada|ogni|elke?|iedere?|om de)"
)
_ONCE: Final = (
    r"(?:once|einmal|une fois|una vez|una volta|eens|(?:een|één) keer|uma vez)"
    rf" (?:{_EACH}|per|in|an?|pro|par|al|por)"
)
_HOW_OFTEN: Final = rf" (?:{_EACH}|{_ONCE}) {_UNIT}"
_SELDOM: Final = late_regex(
    rf"{_NOT}(?P<between>[^.,;:]{{0,40}}?) (?:more (?:often|frequently) than"
    r"|(?:öfter|häufiger) als|plus (?:souvent|fréquemment) que"
    r"|más (?:a menudo|seguido|frecuentemente) que"
    r"|più (?:spesso|frequentemente) (?:di|che)|vaker dan"
    rf"|mais (?:vezes|frequentemente) (?:de|do) que){_HOW_OFTEN}",
    re.IGNORECASE,
)
"""`not saved more often than every five minutes`: they are five minutes apart, or more."""
_ONCE_AT_MOST: Final = late_regex(
    rf"{_NOT}(?P<between>[^.,;:]{{0,40}}?) (?:more than once|mehr als einmal|plus d'une fois"
    r"|más de una vez|più di una volta|meer dan (?:eens|een keer|één keer)"
    rf"|mais (?:de|do que) uma vez) (?:{_EACH}|per|in|an?|pro|par|al|por) {_UNIT}",
    re.IGNORECASE,
)
_AT_MOST_EVERY: Final = late_regex(
    r"\b(?:at most|at the most|höchstens|maximal|au plus|au maximum|como máximo"
    rf"|al massimo|hoogstens|maximaal|no máximo)(?P<between>){_HOW_OFTEN}",
    re.IGNORECASE,
)
_AT_LEAST_EVERY: Final = late_regex(
    rf"(?:\bat least|{_NOT} (?:less (?:often|frequently) than|seltener als|moins souvent que)"
    r"|\bmindestens|\bau moins|\bau minimum|\bal menos|\bpor lo menos|\balmeno|\bminstens"
    rf"|\bpelo menos){_HOW_OFTEN}",
    re.IGNORECASE,
)
_UNLESS_CHANGED: Final = late_regex(
    r"\b(?:unless (?:you (?:change|configure|set|adjust) (?:it|this|that|them|these)"
    r"|(?:configured|set|stated|specified|noted) otherwise|otherwise \w+ed|changed|overridden)"
    r"|sofern nicht anders (?:eingestellt|angegeben)|sauf (?:réglage|mention) contraire"
    r"|salvo que se cambie|tenzij anders ingesteld)\b",
    re.IGNORECASE,
)
"""What holds until somebody changes a setting holds by default."""
_RANGE: Final = late_regex(
    r"\s*(?:-|\u2013|\u2014|to|through|thru|till|until|bis|au|a|al|à|t/m|tot|até)"
    r"\s*(?:el |le |il )?",
    re.IGNORECASE,
)
_CLAUSE: Final = late_regex(r"[,;:.](?=\s|$)| - | \u2013 | \u2014 |[()]")
_WEEK: Final = late_regex(
    r"(?<![\w-])(?:(?P<working>weekdays|on weekdays|werktags|an werktagen|wochentags|jours ouvrés"
    r"|en semaine|entre semana|giorni feriali|op werkdagen|doordeweeks|dias úteis)"
    r"|(?P<end>weekends?|wochenende[ns]?|week-end|fin(?:es)? de semana|fine settimana|weekeinde)"
    r"|(?P<all>every day|each day|any day|all days|jeden tag|alle tage|tous les jours|chaque jour"
    r"|todos los días|cada día|ogni giorno|tutti i giorni|elke dag|alle dagen))\b",
    re.IGNORECASE,
)
_BUT: Final = late_regex(
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
    """Return a text with the limit of a number before it (`at least three days`), `1 hour` too.

    How often is told by how far apart: `at most every 5 minutes` is `at least 5 minutes`.
    """

    def turned(match: re.Match[str]) -> str:
        way = "at least" if match["way"].lower() in ("more", "longer") else "at most"
        return f"{way} {match['number']} "

    def apart(bound: str) -> Callable[[re.Match[str]], str]:
        def told_of(match: re.Match[str]) -> str:
            between = match.groupdict().get("between") or ""
            one = f"1 {match['one']}" if match["one"] else ""
            return f"{between} {bound} {one}".lstrip()

        return told_of

    told = _UNLESS_CHANGED.sub("by default", text)
    for pattern in (_SELDOM, _ONCE_AT_MOST, _AT_MOST_EVERY):
        told = pattern.sub(apart("at least"), told)
    told = _AT_LEAST_EVERY.sub(apart("at most"), told)
    told = _EVERY_OTHER.sub("every second", _ONE.sub("1 ", told))
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


@lru_cache(maxsize=8_192)
def denials_in(text: str) -> int:
    """Return how often a text denies something; what sets a limit (`no later than`) does not."""
    if not words_of(text).negations:
        return 0
    return words_of(bare_of_limits(without_limits(text))).negations


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
