"""Undo what hides words from the eye, name it, and cut a text into the sentences a model reads.

Pure and linear. Attackers space, swap, split and encode letters: `views` undoes that for whoever
looks for words, `sentences` for whoever reads whole ones. A text has one plain reading; others
follow where what comes of undoing a disguise reads as language and the text itself did not. The
letters and patterns stand in `data/disguise.toml`.
"""

import base64
import binascii
import codecs
import html
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Literal, TypeAlias
from urllib.parse import unquote

from vaultwatch.late_regex import Patterns, data_of
from vaultwatch.notes.sentences import split_sentences

Sign: TypeAlias = tuple[float, str, str]
"""Weight, what it does, the words that show it."""
Disguise: TypeAlias = Literal["plain", "letters", "encoded"]
"""How the words were hidden: not at all, by odd or spaced letters, by a code."""

MOST_CHARS = 600
"""A longer sentence is cut: the model reads some 256 tokens."""
MOST_SENTENCES = 400
"""Of one text, each way of reading it counted; what stands behind is not read."""
LEAST_LETTERS = 8
_WRAPPED = 50
"""A line so long goes on in the next one, unless that begins an item. Chosen by hand."""
_MIXED_ONE, _MIXED_MORE = 0.4, 0.7
"""Weights of words that mix look-alike letters of two scripts: one may be a slip of the keyboard,
two are not."""
_LEAST_COMMON, _LEAST_SHARE, _NOISE_SHARE = 2, 0.2, 0.12
_BLOBS = 12
_MIN_WORDS_SHARE = 0.95

_P = Patterns("disguise")
_MARKDOWN = str.maketrans(
    {"*": "", "_": " ", "`": "", "~": "", "[": "", "]": "", "#": "", "|": " ", "-": " "}
    | dict.fromkeys("\u2010\u2011\u2212\u00b7\u2022", " ")
    | dict.fromkeys("\u2013\u2014", ", ")
    | dict.fromkeys("\u2018\u2019\u02bc", "'")
)
_LEET = str.maketrans("013457@$!", "oieastasi")
_TAILS = unicodedata.normalize("NFKC", " ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")
"""The consonants that end a Korean syllable, in Unicode's order."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence as it is understood."""

    text: str
    disguise: Disguise


@cache
def look_alike() -> Mapping[int, int | str]:
    """Return Cyrillic and Greek small letters with the Latin ones that are drawn like them."""
    return str.maketrans({pair[0]: pair[1] for pair in data_of("disguise")["pairs"].split()})


@cache
def _capitals() -> Mapping[int, int | str]:
    alike = data_of("disguise")["capitals"]
    return str.maketrans(alike["theirs"], alike["ours"])


@cache
def words_of(name: str) -> frozenset[str]:
    """Return a list of `data/frequent.toml`."""
    return frozenset(data_of("frequent")[name].split())


def hides_letters(text: str) -> bool:
    """Tell whether a text holds letters that nobody sees."""
    return _P.invisible.search(text) is not None


def visible(text: str) -> str:
    """Return the text in NFKC without invisible characters, in small letters."""
    if text.isascii():
        return text.lower()
    return _P.invisible.sub("", unicodedata.normalize("NFKC", text)).casefold()


def views(seen: str) -> list[str]:
    """Return what may be read in a text that went through `visible`: the plain words first.

    Others follow where look-alike letters, digits for letters or spaced letters change them. White
    space is one character in each, a line break where one stood.
    """
    bare = _P.alias.sub("", seen) if "[[" in seen else seen
    if not bare.isascii():
        bare = _P.accent.sub("", unicodedata.normalize("NFKD", bare))
        bare = unicodedata.normalize("NFC", bare)
    first = _flat(bare)
    unmasked = bare if bare.isascii() else _P.word_run.sub(_latin, bare)
    found = dict.fromkeys(
        (first, _flat(_P.leet_word.sub(lambda found: unleet(found[0]), unmasked)))
    )
    runs = _P.spaced.findall(bare)
    if runs:
        found[_flat("\n".join(_joined(run) for run in runs))] = None
        found[_flat("\n".join(_joined(run).replace(" ", "") for run in runs))] = None
    return list(found)


def closed_up(text: str) -> str:
    """Return a text with its spaced letters closed up, `i g n o r e`; empty where it has none."""
    if not _P.spaced.search(text):
        return ""
    dotted = _P.dotted.sub(lambda found: found[0].replace(found[1], ""), text)
    return _P.spaced.sub(lambda found: _joined(found[0]), dotted)


@cache
def _hidden() -> tuple[tuple[float, str, re.Pattern[str], int], ...]:
    return tuple(
        (one["weight"], one["name"], re.compile(_P.filled(one["pattern"])), one.get("least", 1))
        for one in data_of("disguise")["hidden"]
    )


def hidden_signs(text: str) -> Iterator[Sign]:
    """Yield a sign for each way in which a text hides characters from the eye."""
    if text.isascii() and "\x1b" not in text:
        return
    for weight, name, pattern, least in _hidden():
        looked_at = _P.flag.sub("", text) if "tag" in name else text
        found = [*islice(pattern.finditer(looked_at), least)]
        if len(found) == least:
            start = found[0].start()
            yield weight, name, looked_at[max(start - 10, 0) : start + 12]
    if not _P.right_to_left.search(text) and (mark := re.search("[\u202a\u202b]", text)):
        yield 0.3, "embeds another direction", text[mark.start() : mark.start() + 12]
    mixed = [word for word in _P.word_run.findall(text) if not word.isascii() and _is_mixed(word)]
    if mixed:
        weight = _MIXED_ONE if len(mixed) == 1 else _MIXED_MORE
        yield weight, "mixes look-alike letters of two scripts in a word", " ".join(mixed[:4])


def _is_mixed(word: str) -> bool:
    foreign = _P.foreign.findall(word)
    has_latin = any(letter.isascii() and letter.isalpha() for letter in word)
    return bool(foreign) and has_latin and all(_P.looks.match(letter) for letter in foreign)


def _flat(text: str) -> str:
    return _P.space.sub(_gap, text.translate(_MARKDOWN)).strip()


def _gap(found: re.Match[str]) -> str:
    return "\n" if "\n" in found[0] or "\r" in found[0] else " "


def _latin(found: re.Match[str]) -> str:
    word = found[0]
    return word if word.isascii() or not _P.foreign.search(word) else word.translate(look_alike())


def unleet(word: str) -> str:
    """Return a word with its digits read as letters, `1gn0r3`; numbers stay."""
    is_number = not any(letter.isascii() and letter.isalpha() for letter in word)
    return word if is_number or word.isalpha() else word.rstrip("!").translate(_LEET)


def _joined(run: str) -> str:
    """Close up `i g n o r e  a l l`: a wide gap is the space between words."""
    return " ".join(_P.narrow_gap.sub("", word) for word in _P.wide_gap.split(run))


def plain(text: str) -> str:
    """Return the text in NFKC, its invisible letters gone, look-alike ones in their own script."""
    if text.isascii():
        return text
    shown = _P.tag_letter.sub(lambda found: chr(ord(found[0]) - 0xE0000), text)
    shown = _P.invisible.sub("", unicodedata.normalize("NFKC", shown))
    if not _P.foreign.search(shown):
        return shown
    is_latin = len(_P.latin_letter.findall(shown)) > len(_P.foreign.findall(shown))
    return _P.leet_token.sub(lambda found: _unmasked(found[0], is_latin=is_latin), shown)


def _unmasked(word: str, *, is_latin: bool) -> str:
    if (
        word.isascii()
        or not _P.foreign.search(word)
        or not (is_latin or _P.latin_letter.search(word))
    ):
        return word
    if not _P.only_alike.fullmatch(word):
        return word
    return word.translate(_capitals()).translate(look_alike())


def readings(text: str) -> Iterator[tuple[str, Disguise]]:
    """Yield what a model may read in a text, the plain reading first."""
    seen = plain(text)
    yield seen, "letters" if _is_masked(text, seen) else "plain"
    for said in _encoded(seen):
        yield said, "encoded"
    for said in _spelt(seen):
        yield said, "letters"
    if (bare := _P.cited.sub("", seen)) != seen:  # a sentence is no more honest for what it cites
        yield bare, "plain"


def _encoded(seen: str) -> Iterator[str]:
    if len(_P.entity.findall(seen)) > LEAST_LETTERS:
        yield html.unescape(seen)
    if "%" in seen:
        for found in _P.percent.findall(seen)[:MOST_SENTENCES]:
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
            is_read = len(part) >= 2 * LEAST_LETTERS and part != seen
            if is_read and common_share(part) < _NOISE_SHARE:
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
    if _P.lead.search(seen) or len(_P.parted.findall(seen)) > 1:
        yield _P.lead.sub(_syllable, _P.parted.sub("", seen))
    if _P.digit_in.search(seen):
        unmasked = _P.leet_token.sub(lambda found: unleet(found[0]), seen)
        if sum(_common(unmasked)) >= sum(_common(seen)) + _LEAST_COMMON:
            yield unmasked


def _syllable(found: re.Match[str]) -> str:
    """Return a Korean syllable with the consonant behind it as its end."""
    tail = _TAILS.find(unicodedata.normalize("NFKC", found[2]))
    is_open = (ord(found[1]) - ord("가")) % len(_TAILS) == 0
    return chr(ord(found[1]) + tail) if is_open and tail > 0 else found[0]


def _is_masked(text: str, seen: str) -> bool:
    """Tell whether letters were hidden on a scale that no editor produces by itself."""
    return (
        len(seen) >= LEAST_LETTERS
        and not text.isascii()
        and (
            len(_P.zero_width.findall(text)) > len(seen) // 10
            or _P.tag_letter.search(text) is not None
            or any(_is_styled(letter) for letter in text[:MOST_CHARS])
        )
    )


def _is_styled(letter: str) -> bool:
    """Tell whether a letter is a circled or mathematical form of a plain one."""
    return (
        "\u2460" <= letter <= "\u24ff"
        or "\U0001d400" <= letter <= "\U0001d7ff"
        or ("\U0001f110" <= letter <= "\U0001f189")
    )


def _common(text: str) -> list[bool]:
    """Return of each word of a text whether it is among the most frequent ones."""
    known = words_of("language")
    return [word in known for word in _P.word.findall(text.lower())]


def common_share(text: str) -> float:
    """Return the share of a text's words that are among the most frequent ones."""
    found = _common(text)
    return sum(found) / max(len(found), 1)


def is_language(text: str) -> bool:
    """Tell whether a text reads as language, by its most frequent words."""
    words = _P.word.findall(text.lower())
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
    bare = _P.wiki_link.sub(lambda found: found[2] or found[1], text)  # a link makes no text honest
    for line in _P.comment.sub("\n", _P.link.sub(r"\1 \2", bare)).splitlines():
        goes_on = held and len(held[-1]) >= _WRAPPED and line.strip() and not _P.item.match(line)
        if held and not goes_on:
            yield " ".join(held)
            held = []
        if line.strip():
            held.append(line.strip())
    if held:
        yield " ".join(held)


def decoded(text: str) -> Iterator[str]:
    """Yield the readable texts that stand in base64 or hex, one level deep, a dozen at most."""
    for pattern, decode in ((_P.blob, _base64), (_P.hex, bytes.fromhex)):
        for found in islice(pattern.finditer(text), _BLOBS):
            data = decode(found[0])
            said = data.replace(b"\0", b"").decode("utf-8", "replace")
            fine = sum(c.isprintable() or c.isspace() for c in said) - said.count("\ufffd")
            if said and fine >= _MIN_WORDS_SHARE * len(said) and " " in said:
                yield said


def _base64(blob: str) -> bytes:
    bare = blob.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return base64.b64decode(bare[: len(bare) - (len(bare) % 4 == 1)] + "==")
    except (binascii.Error, ValueError):
        return b""
