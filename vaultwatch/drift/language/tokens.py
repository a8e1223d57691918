"""Cut text into typed tokens whose norms say the same for the same value.

Pure. `1,000`, `1 000` and `1000` are one number, `29,00` and `29` too, `5 March` and `03-05` one
date, `v2` and `2.0` one version, `seven` is 7. Paths, identifiers, times and names stay whole.
Words are folded (case, accents) and stemmed lightly, in no language in particular; Chinese and
Japanese become bigrams. Every pattern is linear in the text.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from vaultwatch.drift.language import lexicon, literals
from vaultwatch.drift.language.measures import BESIDE, measured, ones_in, scaled
from vaultwatch.late_regex import late_regex

TokenKind: TypeAlias = Literal[
    "word", "name", "number", "date", "time", "weekday", "ident", "unit", "negation", "stop", "cjk"
]

EXACT_KINDS: Final[frozenset[TokenKind]] = frozenset(
    {"number", "date", "time", "weekday", "ident", "unit"}
)
"""Kinds that say one value and no other; a unit only beside its number."""

MAX_TEXT_CHARS: Final = 20_000
"""A longer statement is cut for judging: no belief rests on what stands behind that."""


@dataclass(frozen=True, slots=True)
class Token:
    """One token of a text."""

    kind: TokenKind
    norm: str
    """What it says: equal norms say the same."""
    surface: str
    """As written."""
    start: int
    """Offset in the text, in code points."""


def fold(text: str) -> str:
    """Return `text` in lower case without accents."""
    if text.isascii():
        return text.lower()
    flat = unicodedata.normalize("NFKD", text.replace("ß", "ss").replace("ẞ", "ss"))
    return "".join(c for c in flat if not unicodedata.combining(c)).lower()


_SUFFIXES: Final[tuple[str, ...]] = (
    "izations", "ization", "ational", "ements", "ement", "ments", "ment", "ations", "ation",
    "ingly", "edly", "ings", "ing", "ies", "ied", "tion", "sion", "ung", "ungen", "heit", "keit",
    "lich", "isch", "ed", "es", "er", "en", "em", "ly", "s", "e", "n", "y", "a", "o",
)  # fmt: skip


_SHORTEST_STEM: Final = 3
_NOON: Final = 12
_YEAR_DIGITS: Final = 4


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """Return a light stem of a folded word: the longest known ending off, doubled letters once."""
    if len(word) <= _SHORTEST_STEM:
        return word
    for suffix in sorted(_SUFFIXES, key=len, reverse=True):
        if word.endswith(suffix) and len(word) - len(suffix) >= _SHORTEST_STEM:
            word = word[: -len(suffix)]
            break
    if len(word) > _SHORTEST_STEM and word[-1] == word[-2]:
        word = word[:-1]
    return word[:-1] + "i" if word.endswith("y") else word


_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f"
_MONTH_FORMS: Final = {
    *lexicon.MONTHS,
    "jänner",
    "février",
    "août",
    "décembre",
    "março",
    "märz",
    "września",
    "października",
}
_MONTH = "(?i:" + "|".join(sorted(_MONTH_FORMS, key=len, reverse=True)) + ")"
_DAY = r"(?:3[01]|[12]\d|0?[1-9])"
_SPELLED = (
    "(?i:"
    + "|".join(sorted(lexicon.SPELLED_DURATIONS, key=len, reverse=True)).replace(" ", r"\s")
    + ")"
)
_CLOCK = "(?i:" + "|".join(lexicon.CLOCK_HOURS) + ")"
_WORDS: Final = rf"""
    (?P<spelled>\b{_SPELLED}\b)
    |(?P<clock>\b(?P<ck>(?i:half\spast|quarter\spast|quarter\sto|halb))\s(?P<ch>{_CLOCK}|1[0-2]|[1-9])\b)
    |    (?P<url>\b(?i:https?://|www\.)[^\s<>()\[\]"'`]{{1,300}}[^\s<>()\[\]"'`.,;:!?]
        |[\w.+-]{{1,64}}@[\w-]{{1,63}}(?:\.[\w-]{{1,63}}){{1,5}})
    |(?P<iso>(?<!\d)(?P<y1>(?:19|20)\d\d)[-/.](?P<m1>0[1-9]|1[0-2])[-/.](?P<d1>{_DAY})(?!\d))
    |(?P<cjkdate>(?:(?P<y2>\d{{4}})年)?(?P<m2>\d{{1,2}})月(?P<d2>\d{{1,2}})[日号])
    |(?P<dmy>(?<![\d.])(?P<d3>{_DAY})\.\s?(?P<m3>0?[1-9]|1[0-2])\.(?:\s?(?P<y3>(?:20|19)?\d\d)(?!\d))?)
    |(?P<dmon>(?<![\w.])(?P<d4>{_DAY})(?:st|nd|rd|th|er|º|\.)?
        (?:\s*(?:[-\u2013/+&]|and|und|et|y|e|to|bis|au|al)\s*(?P<d4b>{_DAY})(?:st|nd|rd|th|\.)?)?\s+
        (?:of\s+|de\s+)?(?P<n4>{_MONTH})\b\.?(?:,?\s+(?:de\s+)?(?P<y4>(?:19|20)\d\d)\b)?)
    |(?P<mond>\b(?P<n5>{_MONTH})\b\.?\s+(?P<d5>{_DAY})(?:st|nd|rd|th)?(?![\w:%])
        (?:,?\s+(?P<y5>(?:19|20)\d\d)\b)?)
    |(?P<mony>\b(?P<n6>{_MONTH})\b\.?\s+(?:de\s+)?(?P<y6>(?:19|20)\d\d)\b)
    |(?P<time>(?<![.:])(?<![^\W{_CJK}])(?P<th>[01]?\d|2[0-4])(?:(?:[:hH]|\sh\s(?!\d\d\s?min))(?P<tm>[0-5]\d)(?:\s*(?P<ap>[apAP])\.?[mM]\.?\b)?
        |\s?(?P<ap2>[apAP])\.?[mM]\.?\b)(?!:|[^\W{_CJK}]))
    |(?P<grouped>(?<![\w.])[1-9]\d{{0,2}}(?:\.\d{{3}}){{2}}(?!\.?\w))
    |(?P<ident>(?<![\w\-])(?:--?[a-z][\w-]{{1,60}}=?)
        |(?<!\w)[#@][A-Za-z][\w-]{{1,60}}
        |[#~]?/?[\w.\-{{}}*@+$:]{{0,80}}(?:[/_\\]|::)[\w.\-/\\_{{}}*@+$:]{{1,200}}
        |\b(?=[A-Za-z0-9]{{6}})[a-z]{{1,40}}[A-Z][A-Za-z0-9]{{0,60}}\b
        |\b[A-Z][a-z0-9]{{1,40}}(?:[A-Z][a-z0-9]{{1,40}}){{2,8}}\b
        |\b[A-Z]{{2,10}}[a-z]{{2,40}}(?:[A-Z][a-z0-9]{{1,40}}){{1,8}}\b
        |\b[A-Za-z]{{1,10}}-?\d{{1,6}}[A-Za-z0-9]{{0,20}}(?:[.\-][A-Za-z0-9]{{1,20}}){{0,6}}\b
        |\b[A-Za-z][\w-]{{0,60}}\.[a-z][A-Za-z0-9]{{1,10}}(?:\.[A-Za-z0-9]{{1,30}}){{0,3}}\b
        |\b\d{{1,4}}(?:\.\d{{1,6}}){{2,5}}(?:/\d{{1,3}})?\b)
    |(?P<number>(?<![\w.,])\d{{1,3}}(?:[,.'\u2019\u00a0\u202f ]\d{{3}})+(?:[.,]\d{{1,4}})?(?![\d])
        |\d{{1,15}}(?:[.,]\d{{1,6}})?)
    |(?P<cjk>[{_CJK}]+)
    |(?P<word>[^\W\d_{_CJK}]+(?:['\u2019][^\W\d_{_CJK}]+){{0,4}})
    |(?P<unit>[€$£¥%°])
"""
_TOKEN: Final = late_regex(_WORDS, re.VERBOSE)
_LITERAL_TOKEN: Final = late_regex(
    rf"""
    (?P<keys>{literals.SHORTCUT})
    |(?P<format>{literals.FORMAT})
    |(?P<marks>{literals.MARKS})
    |{_WORDS}
    """,
    re.VERBOSE,
)
"""Tried only where `literals.MAY_HOLD` finds something: it costs a quarter more."""


def _number(text: str) -> str:
    """Return the value of a number as written in any of the usual ways, as a norm."""
    flat = text.replace("\u00a0", " ").replace("\u202f", " ").replace("\u2019", "'")
    if grouped := re.fullmatch(r"(\d{1,3}(?:([,.' ])\d{3})(?:\2\d{3})*)([.,]\d+)?", flat):
        head, separator, tail = grouped.groups()
        head = head.replace(separator, "")
        if tail is not None and tail[0] == separator:
            head, tail = flat.replace(separator, ""), None
        flat = head + (tail or "").replace(",", ".")
    else:
        flat = flat.replace(",", ".")
    flat = flat.replace(" ", "")
    if "." in flat:
        flat = flat.rstrip("0").rstrip(".")
    return "#" + (flat.lstrip("0") or "0")


def _date(month: int, day: int | None) -> str:
    """Return the norm of a date without its year, which is a token of its own."""
    return f"@{month:02d}" if day is None else f"@{month:02d}-{day:02d}"


def _time(match: re.Match[str]) -> str:
    hour, minute = int(match["th"]), int(match["tm"] or 0)
    half = (match["ap"] or match["ap2"] or "").lower()
    if half == "p" and hour < _NOON:
        hour += _NOON
    elif half == "a" and hour == _NOON:
        hour = 0
    return f"@{hour:02d}:{minute:02d}"


def _clock(match: re.Match[str]) -> str:
    """Return the norm of `half past nine`, `quarter to ten`, `halb zehn`."""
    hour = int(match["ch"]) if match["ch"].isdigit() else lexicon.CLOCK_HOURS[fold(match["ch"])]
    how = match["ck"].lower().split()
    minute = {"half": 30, "halb": 30, "quarter": 15}[how[0]]
    if how[0] == "halb":
        hour -= 1
    if how[-1] == "to":
        hour, minute = hour - 1, 45
    return f"@{hour % 24:02d}:{minute:02d}"


def _with_measures(cut: list[Token], text: str) -> tuple[Token, ...]:
    """Say numbers with their scale and measure in one way: 12k is 12,000, 24 h are a day."""
    ones = ones_in(text)
    made: list[Token] = []
    for token in cut:
        last = made[-1] if made else None
        gap = token.start - last.start - len(last.surface) if last is not None else 0
        if last is not None and last.kind == "number" and gap <= 1:
            word = fold(token.surface)
            whole = scaled(last.norm, token.surface, word, is_written_to=not gap)
            if whole is not None:
                surface = text[last.start : token.start + len(token.surface)]
                made[-1] = Token("number", whole, surface, last.start)
                continue
            if gap and token.surface in BESIDE:
                token = Token("unit", BESIDE[token.surface], token.surface, token.start)  # noqa: PLW2901
            if token.kind == "unit" and (norm := measured(last.norm, token.norm)) is not None:
                made[-1] = Token("number", norm, last.surface, last.start)
        elif token.kind == "unit" and last is not None and last.start in ones:
            one = measured("#1", token.norm)
            made[-1] = Token("number", one, last.surface, last.start) if one else last
        made.append(token)
    return tuple(made)


_YEAR_MONTH_DAY: Final = {
    "iso": ("y1", "m1", "d1"),
    "cjkdate": ("y2", "m2", "d2"),
    "dmy": ("y3", "m3", "d3"),
    "dmon": ("y4", "n4", "d4"),
    "mond": ("y5", "n5", "d5"),
    "mony": ("y6", "n6", None),
}


def _date_tokens(match: re.Match[str], kind: str) -> Iterator[Token]:
    year_group, month_group, day_group = _YEAR_MONTH_DAY[kind]
    year, month_text = match[year_group], match[month_group]
    month = int(month_text) if month_text.isdigit() else lexicon.MONTHS[fold(month_text)]
    day = int(match[day_group]) if day_group else None
    if kind == "dmon" and match["d4b"]:
        yield Token("date", _date(month, int(match["d4b"])), match["d4b"], match.start("d4b"))
    yield Token("date", _date(month, day), match[0], match.start())
    if year:
        yield Token(
            "number",
            "#" + (year if len(year) == _YEAR_DIGITS else "20" + year),
            year,
            match.start(),
        )


def _fixed(bare: str, surface: str) -> tuple[TokenKind, str] | None:
    """Return kind and norm of a word with a fixed value: a number, weekday, month or unit."""
    if bare in lexicon.NUMBER_WORDS:
        return "number", f"#{lexicon.NUMBER_WORDS[bare]}"
    day = bare if bare in lexicon.WEEKDAYS else bare.removesuffix("s")  # `martes`, `Mondays`
    # `sun`, `mon`, `mar` are words too: a short form counts only with a capital.
    if day in lexicon.WEEKDAYS and (len(day) > _SHORTEST_STEM or surface[0].isupper()):
        return "weekday", f"@wd{lexicon.WEEKDAYS[day]}"
    if bare in lexicon.MONTHS and bare not in lexicon.AMBIGUOUS_MONTHS:
        return "date", _date(lexicon.MONTHS[bare], None)
    if bare in lexicon.UNIT_WORDS:
        return "unit", lexicon.UNIT_WORDS[bare]
    return None


def _word_token(match: re.Match[str], text: str) -> Token:
    surface, start = match[0], match.start()
    folded = fold(surface).replace("\u2019", "'")
    bare = folded.replace("'", "")
    if bare in lexicon.NEGATIONS or folded.endswith("n't"):
        return Token("negation", "not", surface, start)
    if fixed := _fixed(bare, surface):
        return Token(fixed[0], fixed[1], surface, start)
    folded = re.sub(r"^(?:[dljmntcs]|qu)'", "", folded).removesuffix("'s").replace("'", "")
    if folded in lexicon.STOP_WORDS:
        return Token("stop", folded, surface, start)
    kind: TokenKind = "word"
    if surface[0].isupper() and (surface.isupper() or not _opens_sentence(text, start)):
        kind = "name"
    return Token(kind, stem(folded), surface, start)


def _opens_sentence(text: str, start: int) -> bool:
    before = text[max(0, start - 4) : start].rstrip(" \"'«“„(*_")
    return not before or before[-1] in ".!?:;|\u2013\u2014>"


def _cjk_tokens(match: re.Match[str]) -> Iterator[Token]:
    run, start = match[0], match.start()
    for offset in range(max(1, len(run) - 1)):
        pair = run[offset : offset + 2]
        yield Token("cjk", pair, pair, start + offset)


def _ident(surface: str) -> str:
    flat = surface.strip(".:,").lower()
    if version := re.fullmatch(r"v?(\d{1,4})((?:\.\d{1,6})*)", flat):
        parts = [version[1], *version[2].split(".")[1:]]
        while len(parts) > 1 and not parts[-1].strip("0"):
            parts.pop()
        return "#" + (".".join(parts).lstrip("0") or "0")
    return "=" + flat


def _ident_tokens(match: re.Match[str]) -> Iterator[Token]:
    yield Token("ident", _ident(match[0]), match[0], match.start())


def _number_tokens(match: re.Match[str]) -> Iterator[Token]:
    yield Token("number", _number(match[0]), match[0], match.start())


def _cut(text: str) -> Iterator[Token]:
    simple: dict[str, Callable[[re.Match[str]], Iterator[Token]]] = {
        "cjk": _cjk_tokens,
        "ident": _ident_tokens,
        "grouped": _number_tokens,
        "number": _number_tokens,
    }
    pattern = _LITERAL_TOKEN if literals.MAY_HOLD.search(text) else _TOKEN
    for match in pattern.finditer(text):
        name = match.lastgroup or "word"  # the outermost group closes last
        if name in _YEAR_MONTH_DAY:
            yield from _date_tokens(match, name)
        elif name == "spelled":
            minutes = lexicon.SPELLED_DURATIONS[match[0].lower()]
            yield Token("number", f"#{minutes}min", match[0], match.start())
        elif name == "clock":
            yield Token("time", _clock(match), match[0], match.start())
        elif name in ("keys", "format", "marks"):
            said = literals.shortcut(match[0]) if name == "keys" else match[0]
            yield Token("ident", f"=<{said}>", match[0], match.start())  # no part of a longer one
        elif name in simple:
            yield from simple[name](match)
        elif name == "word":
            yield _word_token(match, text)
        elif name == "time":
            yield Token("time", _time(match), match[0], match.start())
        elif name == "url":
            yield Token("ident", "=" + match[0].lower().rstrip("/"), match[0], match.start())
        else:
            yield Token("unit", match[0], match[0], match.start())


@lru_cache(maxsize=16_384)
def tokens(text: str) -> tuple[Token, ...]:
    """Return the typed tokens of a text, in order.

    Args:
        text: words as a person reads them; anything behind `MAX_TEXT_CHARS` is left out.
    """
    told = unicodedata.normalize("NFC", text[:MAX_TEXT_CHARS])
    return _with_measures(list(_cut(told)), told)
