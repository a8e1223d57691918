"""Read what an added line asserts, whatever belief it is held against: what ended, moved, gave way.

Pure. Called by `news.updates`, which asks whether it is the belief's own. A line is read once.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from vaultwatch.drift.language import (
    decision_words,
    lexicon,
    news_words,
    return_words,
    update_words,
)
from vaultwatch.drift.language.measures import measure_of
from vaultwatch.drift.language.tokens import Token, fold, tokens
from vaultwatch.drift.language.words import KIND_WEIGHTS
from vaultwatch.late_regex import late_regex

MAX_CHARS: Final = 240
"""A longer statement is no line that somebody added to bring a note up to date. Chosen by hand."""
_NEARER: Final = 0.05
"""How much nearer in meaning than any other statement of the note what a belief rests on must lie.
Chosen by hand."""
_ANNOUNCED: Final = late_regex(
    r"\W{0,4}(?:(?:\d{4}-\d\d-\d\d|\d{1,2}\.\d{1,2}\.(?:\d{2,4})?)\W{1,3})?"
    r"(?P<word>(?:update|edit|correction|decision|decided|new|news|change|changed"
    r"|korrektur|nachtrag|neu"
    r"|entscheidung|beschluss|änderung|actualizaci[oó]n|atualiza[cç][aã]o|mise à jour"
    r"|décision|nouveau"
    r"|decisión|nuevo|aggiornamento|decisione|novità|besluit|nieuw|correctie|decisão|更新)\b"
    r"[^:\w]{0,3}(?:\d[\d.\-/]{1,9}\W{0,3})?:\s*|change of plans?[,:.]?\s*)?",
    re.IGNORECASE,
)
_LETS: Final = late_regex(r"\blet['\u2019]?s\b", re.IGNORECASE)
_CLAUSE: Final = late_regex(
    r"(?<!\bDr)(?<!\bMr)(?<!\bMrs)(?<!\bMs)(?<!\bSt)(?<!\bNr)[,;:!.\u2013\u2014](?=\s|$)|\s-\s|[()]|\s(?=(?:and|but|so|und|aber|mais|pero|ma"
    r"|maar|because|weil"
    r"|denn|parce que|porque|perché|omdat|want|et|y)\s)"
)
_JOINED: Final = late_regex(
    r"(?:and|but|so|und|aber|mais|pero|ma|maar|et|y|then|also|which|because|that)\s+", re.IGNORECASE
)
_LABEL: Final = late_regex(r"\W{0,4}([^:]{1,60}?)(?:::|:\s)")
_QUOTED: Final = late_regex(
    r"[\"\u201c\u201e\u00ab][^\"\u201c\u201d\u00bb]{25,}[\"\u201d\u201c\u00bb]"
)
_WORD: Final = late_regex(r"[^\W\d_]+")
_PASSED_OVER: Final = lexicon.ARTICLES - {"as"} | {
    "and",
    "und",
    "of",
    "de",
    "di",
    "s",
    "t",
    "y",
    "e",
    "et",
    "en",
    "now",
    "jetzt",
    "nu",
    "ahora",
    "adesso",
    "ora",
    "maintenant",
    "du",
    "des",
    "del",
    "al",
    "della",
}
_WE_DO: Final = late_regex("[a-zà-ü]+(?:mos|iamo)")
"""`compramos`, `prendiamo`: a verb, in which `we` are the subject."""
_PATTERNS: Final = tuple(
    (kind, late_regex(text, re.IGNORECASE))
    for kind, text in (*update_words.PATTERNS, *return_words.PATTERNS)
)


@dataclass(frozen=True, slots=True)
class LineReading:
    """One way to read a clause: something ended, gave way or moved."""

    kind: str
    subject: str
    """What did; empty where the clause does not say."""
    who: str
    """Who brought it about."""
    new: str
    """What came in its place."""
    rest: str
    is_whole: bool
    """Whether the clause is the whole line."""


@dataclass(frozen=True, slots=True)
class AddedLine:
    """What a line asserts, whatever belief it is held against."""

    clauses: tuple[str, ...]
    """The whole line first, then its parts; times of beginning cut out."""
    readings: tuple[LineReading, ...]
    is_dated: bool
    """Whether it is announced (`Update:`) or says when it began."""
    is_turned: bool
    """Whether somebody turns away by it from what they meant to do: `On second thought, ...`."""
    retracts: str | None
    """What it takes back (`the boiler` of `scrap that about the boiler`); empty for what stands
    above it, None where it takes nothing back."""
    label: str
    """What it speaks of by its own word: `flowers` in `flowers: no longer from the market`."""


@dataclass(frozen=True, slots=True)
class LinePlace:
    """How an added line stands to what a belief rests on."""

    is_below: bool
    """Whether it stands right below it."""
    nearer: float
    """How much nearer in meaning it is to that than to any other; below 0 where unknown."""

    @property
    def is_of_it(self) -> bool:
        """Whether place or meaning makes it one about that."""
        return self.is_below or self.nearer >= _NEARER


@lru_cache(maxsize=4_096)
def line_of(text: str) -> AddedLine | None:
    """Return what a line says; None where it asserts nothing that came to pass and lasts."""
    opening = _ANNOUNCED.match(text)
    told = _QUOTED.sub(" ", text[opening.end() if opening else 0 :])
    turned = decision_words.TURNED.match(told)
    told = told[turned.end() if turned else 0 :].lstrip(" ,:-\u2013\u2014")
    told = _without_wishes(_LETS.sub(" ", told) if turned else told)
    before = return_words.BEFORE.fullmatch(told)
    is_dated = news_words.SINCE.search(told) is not None
    told = before["new"] if before is not None else told
    whole = " ".join(news_words.SINCE.sub(" ", told).split()).strip(" .!,;")
    if not whole or len(text) > MAX_CHARS or news_words.UNSURE.search(told):
        return None
    if news_words.PASSING.search(whole):
        return None
    clauses = tuple(dict.fromkeys([whole, *_parts(whole)]))
    is_announced = opening is not None and opening["word"] is not None
    label = _LABEL.match(whole)
    readings = [reading for clause in clauses for reading in _readings(clause, whole)]
    if before is not None:
        readings.append(LineReading("before", before["e"], "", whole, "", is_whole=True))
    return AddedLine(
        clauses,
        tuple(dict.fromkeys(readings)),
        is_announced or is_dated,
        turned is not None,
        _retracted(whole),
        label[1] if label else "",
    )


def tells_news(text: str) -> bool:
    """Tell whether a text says that something is so now, or since when."""
    return any(way.search(text) is not None for way in (news_words.NOW, news_words.SINCE))


def _without_wishes(told: str) -> str:
    """Return a line up to what somebody only wants or thinks: `Scrap the oak, Mira wants steel`."""
    wish = news_words.WISH.search(told)
    return told[: wish.start()] if wish is not None else told


def _retracted(whole: str) -> str | None:
    """Return what a line takes back, empty for what stands above it; None where nothing."""
    taken_back = update_words.RETRACTED.match(whole)
    if taken_back is None:
        return None
    about = update_words.ABOUT.match(whole, taken_back.end())
    return about["what"] if about is not None else ""


def _parts(whole: str) -> Iterator[str]:
    for part in _CLAUSE.split(whole):
        clause = part.strip()
        joined = _JOINED.match(clause)
        if clause := clause[joined.end() if joined else 0 :]:
            yield clause


def _readings(clause: str, whole: str) -> Iterator[LineReading]:
    for kind, pattern in _PATTERNS:
        if (found := pattern.fullmatch(clause)) is not None:
            groups = found.groupdict()
            subject, who, new, rest = (
                (groups.get(n) or "").strip() for n in ("e", "who", "new", "rest")
            )
            yield LineReading(kind, subject, who, new, rest, clause == whole)


def weighty(text: str) -> list[Token]:
    """Return the words of a text that say what it is about."""
    return [
        one
        for one in tokens(text)
        if KIND_WEIGHTS[one.kind]
        and fold(one.surface) not in news_words.LIGHT_WORDS
        and _WE_DO.fullmatch(one.surface) is None
    ]


def is_alone(text: str) -> bool:
    """Tell whether a text names nobody: `we have`, `that`."""
    return not weighty(text) and not is_denial(text)


def is_denial(text: str) -> bool:
    """Tell whether a text denies something."""
    return any(one.kind == "negation" for one in tokens(text))


def unit(number: Token, text: str) -> str:
    """Return what a number counts, where it is a measure: `min` of `two hours`, `%`."""
    if measure := measure_of(number.norm):
        return measure
    after = tokens(text[number.start + len(number.surface) :])[:1]
    return after[0].norm if after and after[0].kind == "unit" else ""


def are_one(clause: str, parts: Sequence[Token]) -> bool:
    """Tell whether words stand beside one another, articles and joints aside."""
    gaps = (clause[a.start + len(a.surface) : b.start] for a, b in pairwise(parts))
    return all(_PASSED_OVER.issuperset(map(fold, _WORD.findall(gap))) for gap in gaps)


def word_before(text: str, start: int) -> str:
    """Return the word before a place in a text, articles and words of news aside."""
    words = [fold(word) for word in _WORD.findall(text[:start])]
    kept = [word for word in words if word not in _PASSED_OVER]
    return kept[-1] if kept else ""
