"""Bring a text into the form in which a model would understand it, cut into sentences.

Pure and linear; called by `memories.suspicion_learned`. A text has one plain reading; disguised
ones follow where what comes of undoing the disguise reads as language and the text itself did not.
"""
# ruff: noqa: RUF001 -- look-alike letters are the matter here

import codecs
import html
import re
import tomllib
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal, TypeAlias
from urllib.parse import unquote

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.suspicion_folding import INVISIBLE, LOOK_ALIKE, closed_up, unleet
from vaultwatch.memories.suspicion_marks import decoded
from vaultwatch.notes.sentences import split_sentences

Disguise: TypeAlias = Literal["plain", "letters", "encoded"]
"""How the words were hidden: not at all, by odd or spaced letters, by a code."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence as it is understood."""

    text: str
    disguise: Disguise


MOST_CHARS = 600
"""A longer sentence is cut: the model reads some 256 tokens."""
MOST_SENTENCES = 400
"""Of one text, each way of reading it counted; what stands behind is not read."""
LEAST_LETTERS = 8
_WRAPPED = 50
"""A line so long goes on in the next one, unless that begins an item. Chosen by hand."""

_ITEM = late_regex(r"\s*(?:[-*+>|#]|\d{1,3}[.)]|<!--|\[//|//|```)")
_COMMENT = late_regex(r"<!--|-->")
_LINK = late_regex(r"!?\[([^\[\]\n]{1,1000})\]\(([^()\s]{0,500})\)")
_WIKI_LINK = late_regex(r"!?\[\[([^\[\]|\n]{1,200})(?:\|([^\[\]\n]{0,200}))?\]\]")
_CITED = late_regex(
    r"[ \t,;:(\u2013\u2014-]{0,4}!?\[(?:\[[^\[\]\n]{1,400}\]\]|"
    r"[^\[\]\n]{1,1000}\]\([^()\s]{0,500}\))\)?:?"
)
"""A link with the marks that join it to its sentence."""
_TAG_LETTER = late_regex("[\U000e0020-\U000e007e]")
_ZERO_WIDTH = late_regex("[\u200b\u200c\u200d\u2060\ufeff]")
_ENTITY = late_regex(r"&(?:#\d{2,6}|#x[0-9a-fA-F]{2,5}|[a-zA-Z]{2,8});")
_PERCENT = late_regex(r"(?:%[0-9a-fA-F]{2}|[\w.~+-]){6,4000}")
_WORD = late_regex(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_TOKEN = late_regex(r"[\w@$!|]+")
_DIGIT_IN = late_regex(r"[^\W\d_][013457@$]|[013457@$][^\W\d_]")
_LATIN = late_regex(r"[A-Za-z]")
_FOREIGN = late_regex(r"[\u0370-\u03ff\u0400-\u052f]")
_ONLY_ALIKE = late_regex(r"[\u0000-\u024fаеоѕрсхуіјԁһԛԝӏαοορνικτυϲϳАВЕКМНОРСТХІЅЈΑΒΕΗΙΚΜΝΟΡΤΧ]+")
_CAPITALS = str.maketrans("АВЕКМНОРСТХІЅЈΑΒΕΗΙΚΜΝΟΡΤΧ", "ABEKMHOPCTXISJABEHIKMNOPTX")


@cache
def words_of(name: str) -> frozenset[str]:
    """Return a list of `data/frequent.toml`."""
    file = resources.files("vaultwatch").joinpath("data", "frequent.toml")
    return frozenset(tomllib.loads(file.read_text("utf-8"))[name].split())


_LEAD = late_regex(r"([가-힣])([\u1100-\u1112])(?![\u1161-\u1175])")
"""A syllable and a consonant that was written apart from it, as NFKC leaves them."""
_TAILS = unicodedata.normalize("NFKC", " ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")
"""The consonants that end a syllable, in Unicode's order."""
_PARTED = late_regex(
    r"(?<=[\u3040-\u30ff\u4e00-\u9fff가-힣])[@*_|~^+](?=[\u3040-\u30ff\u4e00-\u9fff가-힣])"
)

_LEAST_COMMON = 2
_LEAST_SHARE = 0.2
_NOISE_SHARE = 0.12


def plain(text: str) -> str:
    """Return the text in NFKC, its invisible letters gone, look-alike ones in their own script."""
    if text.isascii():
        return text
    shown = _TAG_LETTER.sub(lambda found: chr(ord(found[0]) - 0xE0000), text)
    shown = INVISIBLE.sub("", unicodedata.normalize("NFKC", shown))
    if not _FOREIGN.search(shown):
        return shown
    is_latin = len(_LATIN.findall(shown)) > len(_FOREIGN.findall(shown))
    return _TOKEN.sub(lambda found: _unmasked(found[0], is_latin=is_latin), shown)


def _unmasked(word: str, *, is_latin: bool) -> str:
    if word.isascii() or not _FOREIGN.search(word) or not (is_latin or _LATIN.search(word)):
        return word
    if not _ONLY_ALIKE.fullmatch(word):
        return word
    return word.translate(_CAPITALS).translate(LOOK_ALIKE)


def readings(text: str) -> Iterator[tuple[str, Disguise]]:
    """Yield what a model may read in a text, the plain reading first."""
    seen = plain(text)
    yield seen, "letters" if _is_masked(text, seen) else "plain"
    for said in _encoded(seen):
        yield said, "encoded"
    for said in _spelt(seen):
        yield said, "letters"
    if (bare := _CITED.sub("", seen)) != seen:  # a sentence is no more honest for what it cites
        yield bare, "plain"


def _encoded(seen: str) -> Iterator[str]:
    """Yield what stands in a text in a code."""
    if len(_ENTITY.findall(seen)) > LEAST_LETTERS:
        yield html.unescape(seen)
    if "%" in seen:
        for found in _PERCENT.findall(seen)[:MOST_SENTENCES]:
            said = unquote(found, errors="replace").replace("+", " ")
            if "%" in found and is_language(said):
                yield said
    for said in decoded(seen):
        yield plain(said)
    if common_share(seen) < _NOISE_SHARE:
        yield from _turned(seen)
        return
    for line in seen.splitlines()[:MOST_SENTENCES]:  # or what stands behind a colon in one
        for part in dict.fromkeys((line, line.partition(": ")[2])):
            if len(part) >= 2 * LEAST_LETTERS and common_share(part) < _NOISE_SHARE:
                yield from _turned(part)


def _turned(text: str) -> Iterator[str]:
    """Yield a text turned by thirteen letters or read backwards, where that makes sense of it."""
    words = " ".join(word[::-1] for word in text.split(" "))
    for said in (codecs.encode(text, "rot13"), text[::-1], words):
        if is_language(said):
            yield said


def _spelt(seen: str) -> Iterator[str]:
    """Yield a text with its spaced letters closed up, and with digits read as letters."""
    if joined := closed_up(seen):
        yield joined
    if _LEAD.search(seen) or len(_PARTED.findall(seen)) > 1:
        yield _LEAD.sub(_syllable, _PARTED.sub("", seen))
    if _DIGIT_IN.search(seen):
        unmasked = _TOKEN.sub(lambda found: unleet(found[0]), seen)
        if _common(unmasked) >= _common(seen) + _LEAST_COMMON:
            yield unmasked


def _syllable(found: re.Match[str]) -> str:
    """Return a Korean syllable with the consonant behind it as its end."""
    tail = _TAILS.find(unicodedata.normalize("NFKC", found[2]))
    is_open = (ord(found[1]) - ord("가")) % len(_TAILS) == 0
    return chr(ord(found[1]) + tail) if is_open and tail > 0 else found[0]


def _is_masked(text: str, seen: str) -> bool:
    """Tell whether letters were hidden on a scale that no editor produces by itself."""
    return len(seen) >= LEAST_LETTERS and (
        len(_ZERO_WIDTH.findall(text)) > len(seen) // 10
        or _TAG_LETTER.search(text) is not None
        or any(_is_styled(letter) for letter in text[:MOST_CHARS])
    )


def _is_styled(letter: str) -> bool:
    """Tell whether a letter is a circled or mathematical form of a plain one."""
    return (
        "\u2460" <= letter <= "\u24ff"
        or "\U0001d400" <= letter <= "\U0001d7ff"
        or ("\U0001f110" <= letter <= "\U0001f189")
    )


def _common(text: str) -> int:
    return sum(word in words_of("language") for word in _WORD.findall(text.lower()))


def common_share(text: str) -> float:
    """Return the share of a text's words that are among the most frequent ones."""
    return _common(text) / max(len(_WORD.findall(text)), 1)


def is_language(text: str) -> bool:
    """Tell whether a text reads as language, by its most frequent words."""
    words = _WORD.findall(text.lower())
    known = words_of("language").intersection(words)
    return len(known) >= _LEAST_COMMON and common_share(text) >= _LEAST_SHARE


def sentences(text: str) -> list[Sentence]:
    """Return the sentences of all readings, each once, those of the plain reading first."""
    found: dict[str, Sentence] = {}
    for said, disguise in readings(text):
        for part in _cut(said):
            if len(found) >= MOST_SENTENCES:
                return list(found.values())
            if sum(letter.isalpha() for letter in part) >= _least(part):
                found.setdefault(part, Sentence(part, disguise))
    return list(found.values())


def _least(part: str) -> int:
    return LEAST_LETTERS if part.isascii() else LEAST_LETTERS // 2  # two Chinese letters are a word


def _cut(text: str) -> Iterator[str]:
    for paragraph in _paragraphs(text):
        for begin, end in split_sentences(paragraph):
            for start in range(begin, end, MOST_CHARS):
                yield paragraph[start : min(start + MOST_CHARS, end)].strip()


def _paragraphs(text: str) -> Iterator[str]:
    """Yield paragraphs: a long line goes on in the next one, a comment stands by itself."""
    held: list[str] = []
    bare = _WIKI_LINK.sub(lambda found: found[2] or found[1], text)  # a link makes no text honest
    for line in _COMMENT.sub("\n", _LINK.sub(r"\1 \2", bare)).splitlines():
        goes_on = held and len(held[-1]) >= _WRAPPED and line.strip() and not _ITEM.match(line)
        if held and not goes_on:
            yield " ".join(held)
            held = []
        if line.strip():
            held.append(line.strip())
    if held:
        yield " ".join(held)
