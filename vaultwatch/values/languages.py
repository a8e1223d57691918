"""Which languages a text is in, and what their closed classes of words mean.

Pure. One TOML a language, read when a text is first in it: a German month is no English verb.
Above its mark it is written by hand, below by scripts/write-languages.
"""

import json
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from itertools import product
from typing import Any, Final, TypeAlias

from vaultwatch.late_regex import late_regex
from vaultwatch.values.tokens import pieces

Sense = tuple[tuple[str, ...], str, Any]
"""The words of a phrase, its role, and what it stands for in it."""

_FOLDER: Final = files("vaultwatch.values") / "languages"
_SCRIPTS: Final = (
    ("ja", late_regex(r"[\u3040-\u30ff\uff66-\uff9f]")),
    ("ko", late_regex(r"[\uac00-\ud7af\u1100-\u11ff]")),
    ("zh", late_regex(r"[\u3400-\u4dbf\u4e00-\u9fff]")),
    ("ru", late_regex(r"[\u0400-\u04ff]")),
)
"""Japanese before Chinese, whose signs it writes too."""
_ONLY_CHINESE: Final = late_regex("[的了在是和这那我们他她吗呢吧着过]")
_NEARLY: Final = 0.8
"""Of the best: both are taken. Chosen by hand, on Spanish and Portuguese of four words."""
_TOLD_BY: Final = 4_000
"""Characters of a text by which its language is told."""
_LATIN_WORD: Final = late_regex(r"[^\W\d_]{1,30}")
_PLAIN_ROLES: Final = (
    *("noon", "midnight", "am", "pm", "before_am", "before_pm", "clock", "before_clock"),
    *("half_past", "half_to", "half_after", "quarter_past", "quarter_to", "quarter_after"),
    *("every", "other", "per", "times", "article", "range", "percent", "half", "later", "earlier"),
    *(
        "at_least",
        "at_most",
        "or_more",
        "or_less",
        "about",
        "version",
        "titles",
        "titles_after",
        "titles_before",
        "counters",
        "function",
    ),
    *("minutes_past", "minutes_to", "quarter", "and", "day_suffix", "day_of", "lasts"),
    *("year_sign", "month_sign", "day_sign", "and_half", "no_half"),
)


@dataclass(frozen=True, slots=True)
class Lexicon:
    """What words mean in the languages of one text."""

    languages: tuple[str, ...]
    senses: Mapping[str, tuple[Sense, ...]]
    """First word -> the phrases that begin with it, the longest first."""
    ambiguous: frozenset[str]
    """Words that are of the calendar only beside a number."""
    weak_numbers: frozenset[str]
    """Number words that count only what is measured."""
    inside_names: frozenset[str]
    """Small words that stand inside names of several, in any language."""
    inside_second: frozenset[str]
    """Those that stand there only behind another: `van der`."""
    numerals: Mapping[str, int]
    tens: Mapping[str, int]
    function: frozenset[str]
    ands: frozenset[str]
    """Words that join one thing to the next."""
    limits: frozenset[str]
    """Words by which nothing else is meant: `only`."""
    known: frozenset[str]
    """Function words, denials and single words of measures: no identifiers, said in capitals."""
    flags: frozenset[str]
    """`months_first`, `dotted_dates`, `nouns_capital`, `decimal_comma`."""
    denials: Mapping[str, Mapping[str, tuple[tuple[str, ...], ...]]] = field(default_factory=dict)
    """`negation`, `lacking`, `no_denial`, `ended`, `not_ended`, `off`: by first word, whole
    phrases."""


@cache
def _data(language: str) -> dict[str, Any]:
    return tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def _which() -> dict[str, dict[str, list[str]]]:
    table = json.loads((_FOLDER / "which.json").read_text(encoding="utf-8"))
    return {kind: {w: of.split() for w, of in words.items()} for kind, words in table.items()}


def known_languages() -> tuple[str, ...]:
    """Return the languages that there is a file for."""
    names = (one.name.removesuffix(".toml") for one in _FOLDER.iterdir())
    return tuple(
        sorted(name for name in names if "." not in name and name not in ("any", "__pycache__"))
    )


@lru_cache(maxsize=16_384)
def languages_of(text: str, stemmer: str = "") -> tuple[str, ...]:
    """Return the languages of a text, the likeliest first; English where nothing tells.

    A second one of the same letters counts when it has two words of its own in the text.

    Args:
        text: of a sentence or a note.
        stemmer: of the language of the note that a sentence is of, or held against. It counts as a
            word of that: `Mi 18:30` may be German there, two words of Spanish are not.
    """
    around = _stemmed_by().get(stemmer, "")
    if around and (alone := languages_of(text)) == (around,):
        return alone  # as most
    scripts = () if text.isascii() else tuple(s for s, letters in _SCRIPTS if letters.search(text))
    if "ja" in scripts:
        scripts = tuple(s for s in scripts if s != "zh")
    elif "zh" in scripts and not _ONLY_CHINESE.search(text):
        scripts = (*scripts, "ja")  # a few signs without kana may be either
    votes, told = _votes(text, around)
    for script in scripts:
        votes.pop(script, None)
    if not votes:
        return (*scripts, "en")
    best = max(votes.values())
    first = [lang for lang, count in votes.most_common() if count >= best * _NEARLY]
    if (
        not around and "en" in first and votes["en"] == best
    ):  # borrowed by nobody as often as by everybody
        first = ["en"]
    own = Counter(lang for langs in told if not set(langs) & set(first) for lang in langs)
    rest = [lang for lang, count in own.most_common() if count > 1]
    return (*scripts, *first[:3], *rest[:2])


def is_everyday(word: str) -> bool:
    """Tell whether a word, in small letters, is one that every text of some language may hold."""
    return word in _which()["function"]


_Speaking: TypeAlias = list[str]
"""The languages that a word or a letter speaks for."""


def _votes(text: str, around: str) -> tuple[Counter[str], Sequence[_Speaking]]:
    """Return how much speaks for each language, and the languages of each everyday word.

    A text without an everyday word is told by its words of the calendar and of measures.
    """
    told, rarer, letters = _told_by(text[:_TOLD_BY])
    words_of = ([around],) if around else ()
    votes = Counter(
        lang for of in (*words_of, *told) for lang in of for _ in range(2 if told else 1)
    )
    for of in (*rarer, *letters):
        votes.update(lang for lang in of if not told or lang in votes)
    return votes, told or rarer


@lru_cache(maxsize=1_024)
def _told_by(text: str) -> tuple[Sequence[_Speaking], ...]:
    """Return what speaks: everyday words, those of the calendar and of measures, letters.

    Kept, for a statement is read by itself and soon after as one of its note.
    """
    table = _which()
    found = _LATIN_WORD.findall(text)
    kept = (word.lower() for word in found if len(word) > 1 or word.islower())  # not of `°C`
    words = dict.fromkeys(kept)  # in order: of equal languages the first counts
    told = [of for word in words if (of := table["function"].get(word))]
    rarer = [of for word in words if (of := table["calendar"].get(word))]
    signs = () if text.isascii() else dict.fromkeys(text)
    return told, rarer, [of for one in signs if (of := table["letters"].get(one))]


@lru_cache(maxsize=256)
def lexicon_of(languages: tuple[str, ...]) -> Lexicon:
    """Return what words mean in these languages together."""
    senses: dict[str, dict[tuple[tuple[str, ...], str], Any]] = defaultdict(dict)
    tables = [_data(one) for one in languages]
    for words, role, value in _senses(languages):
        if words:
            senses[words[0]].setdefault((words, role), value)
    merged: dict[str, dict[str, int]] = {"numerals": {}, "tens": {}}
    negation: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    flags: set[str] = set()
    for table in tables:
        merged["numerals"] |= {sign: n for n, sign in enumerate(table.get("numerals", ""))}
        merged["numerals"] |= dict(_pairs(table.get("more_numerals", "")))
        merged["tens"] |= dict(_pairs(table.get("tens", "")))
        flags |= {
            name for name in ("months_first", "dotted_dates", "nouns_capital") if name in table
        }
        for role in ("negation", "lacking", "no_denial", "ended", "not_ended", "off"):
            negation[role] += (w for phrase in _split(table.get(role, "")) if (w := _words(phrase)))
    if tables and tables[-1]["cldr"].get("decimal") == "," and "en" not in languages:
        flags.add("decimal_comma")
    passed = {  # Portuguese `no`, where the text may be Portuguese
        word
        for table in tables
        for word in {*_split(table.get("function", ""))} - {*_split(table.get("negation", ""))}
    }
    negation["negation"] = [w for w in negation["negation"] if w[0] not in passed or len(w) > 1]
    return Lexicon(
        languages,
        {
            first: tuple(sorted(((w, r, v) for (w, r), v in of.items()), key=lambda s: -len(s[0])))
            for first, of in senses.items()
        },
        frozenset(w for table in tables for w in _split(table.get("ambiguous", ""))),
        frozenset(w for table in tables for w in _split(table.get("weak_numbers", ""))),
        frozenset(_data("any")["inside_names"].split()),
        frozenset(_data("any")["inside_second"].split()),
        merged["numerals"],
        merged["tens"],
        frozenset(w for table in tables for w in _split(table.get("function", ""))),
        frozenset(w for table in tables for w in _split(table.get("and", ""))),
        frozenset(w for table in tables for w in _split(table.get("limit", ""))),
        frozenset(
            {w for t in tables for k in ("function", "everyday") for w in _split(t.get(k, ""))}
            | {words[0] for words in negation["negation"]}
            | {first for first, of in senses.items() if any(len(w) == 1 for w, _ in of)}
        ),
        frozenset(flags),
        {role: _by_first(of) for role, of in negation.items()},
    )


def _by_first(phrases: list[tuple[str, ...]]) -> dict[str, tuple[tuple[str, ...], ...]]:
    found: dict[str, tuple[tuple[str, ...], ...]] = {}
    for words in dict.fromkeys(phrases):
        found[words[0]] = (*found.get(words[0], ()), words)
    return found


def _split(words: str) -> list[str]:
    return [word for word in words.split(", ") if word]


def _pairs(words: str) -> Iterator[tuple[str, int]]:
    for pair in _split(words):
        word, _, number = pair.rpartition("=")
        yield word, int(number)


def _words(phrase: str) -> tuple[str, ...]:
    """Return the words of a phrase as a text is taken apart; `...` stands for a few others."""
    parts = [tuple(one.lower for one in pieces(part)) for part in phrase.split("...")]
    return tuple(
        word for n, part in enumerate(parts) for word in ((*(("...",) if n else ()), *part))
    )


def _senses(languages: tuple[str, ...]) -> Iterator[Sense]:
    for one in languages:
        yield from _senses_of(one)
    general = _data("any")
    yield from _measures(general["symbols"], general["currencies"], general["factors"], " ")


@cache
def _senses_of(language: str) -> tuple[Sense, ...]:
    return tuple(_of_language(_data(language), _data("any")["factors"]))


def _of_language(table: dict[str, Any], factors: dict[str, Any]) -> Iterator[Sense]:
    for role in _PLAIN_ROLES:
        for phrase in _split(table.get(role, "")):
            yield _words(phrase), role, phrase
    yield from _measures(table.get("units", {}), table.get("currencies", {}), factors)
    yield from _numbers(table)
    for number, word in enumerate(_split(table.get("times_words", "")), 1):
        yield _words(word), "times_words", float(number)
    for number, forms in enumerate(_split(table.get("ordinals", "")), 1):
        yield from ((_words(form), "ordinal", float(number)) for form in forms.split("|"))
    for unit, words in table.get("frequency", {}).items():
        seconds = _seconds(unit, factors)
        yield from ((_words(word), "frequency", seconds) for word in _split(words))
    cldr = table["cldr"]
    yield from ((_words(word), "minus", word) for word in _split(cldr.get("minus", "")))
    yield from _measures(cldr["units"], cldr["currencies"], factors)
    for role in ("month", "weekday"):
        for number, words in table.get(f"{role}s", {}).items():
            yield from ((_words(word), role, int(number)) for word in _split(words))
        for number, words in enumerate(cldr.get(f"{role}s_short", ()), 1):
            yield from ((_words(word), f"{role}_short", number) for word in _split(words))
        endings = ["", *_split(table.get(f"{role}_endings", ""))]
        for number, words in enumerate(cldr.get(f"{role}s", ()), 1):
            yield from (
                (_words(word + end), role, number) for word, end in product(_split(words), endings)
            )


def _measures(
    units: dict[str, str], currencies: dict[str, str], factors: dict[str, Any], by: str = ", "
) -> Iterator[Sense]:
    for unit, words in units.items():
        count, name = _counted(unit)
        dimension, factor = factors[name]
        yield from ((_words(w), "unit", (dimension, count * factor)) for w in words.split(by) if w)
    for code, words in currencies.items():
        yield from ((_words(word), "currency", code) for word in words.split(by) if word)


def _numbers(table: dict[str, Any]) -> Iterator[Sense]:
    cldr = table["cldr"]
    for number, word in enumerate(_split(cldr.get("numbers", ""))):
        yield _words(word), "number", float(number)
    for number, word in enumerate(_split(cldr.get("hundreds", "")), 1):
        yield _words(word), "number", float(number * 100)
        if number == 1:  # `one hundred`, `einhundert`: the last word by itself multiplies
            yield _words(word)[-1:], "hundred", 100.0
    for pair in _split(table.get("more_numbers", "")):
        word, _, amount = pair.rpartition("=")
        yield _words(word), "number", float(amount)
    for pair in _split(table.get("scales", "")):
        word, _, amount = pair.rpartition("=")
        yield _words(word), "scale", float(amount)
    for word in _split(table.get("counters", "")):
        yield _words(word), "counter", word


def _seconds(unit: str, factors: dict[str, Any]) -> float:
    count, name = _counted(unit)
    return float(count * factors[name][1])


def _counted(unit: str) -> tuple[int, str]:
    """Return what `2week` counts and of what."""
    found = re.fullmatch(r"(\d*)(.+)", unit)
    assert found is not None  # noqa: S101 -- `.+` takes any name
    return int(found[1] or 1), found[2]


def stemmers_of(languages: Iterable[str]) -> tuple[str, ...]:
    """Return the names of the stemmers for these languages, the likeliest first."""
    return tuple(name for one in languages if (name := _data(one).get("stemmer")))


@cache
def _stemmed_by() -> dict[str, str]:
    """Return the languages by their stemmers."""
    return {name: one for one in known_languages() for name in stemmers_of([one])}


@cache
def rows_of(language: str, name: str) -> tuple[dict[object, str], ...]:
    """Return the words of a language by what they stand for: a row a form, `montag`, `montags`.

    Args:
        language: its file's name.
        name: `weekdays`, `months`, their `_short` ones, or `numbers`.
    """
    table = _data(language)
    words = table["cldr"].get(name, ())
    begin = 0 if name == "numbers" else 1
    row = _split(words) if isinstance(words, str) else [(_split(one) or [""])[0] for one in words]
    endings = ["", *_split(table.get(f"{name.removesuffix('s')}_endings", ""))]
    return tuple({n: one + end for n, one in enumerate(row, begin) if one} for end in endings)
