"""Fold a text to the words a reader would see, and name what it hides from the eye.

Pure and linear; called by `memories.suspicion`. Attackers space, swap and split letters; each view
undoes some of that, and the rules read them all.
"""
# ruff: noqa: RUF001 -- look-alike letters are the matter here

import re
import unicodedata
from collections.abc import Iterator
from typing import TypeAlias

from vaultwatch.late_regex import late_regex

Sign: TypeAlias = tuple[float, str, str]
"""Weight, what it does, the words that show it."""

INVISIBLE = late_regex(
    r"[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    r"\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_ACCENT = late_regex(r"[\u0300-\u036f]")
_SPACE = late_regex(r"\s+")
_ALIAS = late_regex(r"\[\[[^\[\]|\n]{0,200}\|")
_MARKDOWN = str.maketrans(
    {"*": "", "_": " ", "`": "", "~": "", "[": "", "]": "", "#": "", "|": " ", "-": " "}
    | dict.fromkeys("\u2010\u2011\u2212\u00b7\u2022", " ")
    | dict.fromkeys("\u2013\u2014", ", ")
    | dict.fromkeys("\u2018\u2019\u02bc", "'")
)
_PAIRS = "аa еe оo рp сc хx уy іi ѕs јj ԁd һh ԛq ԝw ӏl αa οo ρp νv ιi υu κk τt ϲc ϳj"
LOOK_ALIKE = str.maketrans({pair[0]: pair[1] for pair in _PAIRS.split()})
"""Cyrillic and Greek letters drawn like Latin ones. Chosen by hand from Unicode's confusables
(UTS 39): those whose small forms are alike in common fonts."""

_LOOKS = late_regex(r"[аеорсхуіѕјԁһԛԝӏαορνικτϲАВЕКМНОРСТХІЅЈΑΒΕΗΙΚΜΝΟΡΤΧ]")
_FOREIGN = late_regex(r"[\u0370-\u03ff\u0400-\u052f]")
_WORD = late_regex(r"\w+")
_LEET = str.maketrans("013457@$!", "oieastasi")
_LEET_WORD = late_regex(r"[\w@$!]+")
_SPACED = late_regex(r"(?<!\w)[^\W_](?:[ ._\-]{1,3}[^\W_](?!\w)){3,}")
_DOTTED = late_regex(r"(?<!\w)[^\W_]([._\-])[^\W_](?:\1[^\W_])+(?!\w)")
"""Letters with one and the same mark between them: unlike a space it parts no words."""
_WIDE_GAP = late_regex(r"[ ._\-]{2,}")
_NARROW_GAP = late_regex(r"[ ._\-]")

_FLAG = late_regex("\U0001f3f4[\U000e0030-\U000e007a]{1,6}\U000e007f")
_ZERO = "\u200b\u200c\u200d\u2060\ufeff"
_LATIN = "A-Za-z\u00c0-\u024f\u0370-\u03ff\u0400-\u052f"
_IN_WORD = late_regex(f"[{_LATIN}0-9.,;:!? ][{_ZERO}](?=[{_LATIN}])")
_RIGHT_TO_LEFT = late_regex(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_HIDDEN: tuple[tuple[float, str, re.Pattern[str], int], ...] = (
    (0.9, "holds invisible tag characters", late_regex("[\U000e0001-\U000e007f]+"), 1),
    (
        0.85,
        "hides a code in variation selectors",
        late_regex("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{3,}"),
        1,
    ),
    (0.85, "hides a code in zero-width characters", late_regex(f"[{_ZERO}]{{6,}}"), 1),
    (0.65, "splits words with zero-width characters", _IN_WORD, 3),
    (0.6, "turns the direction of its letters", late_regex("[\u202d\u202e]"), 1),
    (0.6, "splits words with invisible operators", late_regex("[\u2061-\u2064]"), 2),
    (
        0.6,
        "splits words with soft hyphens",
        late_regex(r"\w\u00ad(?=\w\u00ad)"),
        3,
    ),
    (0.3, "holds terminal escapes", late_regex("\x1b"), 1),
)
"""Weight, name, pattern, and how many it takes: one stray mark comes with any copy from the web.
Chosen by hand; re-run the table in `benchmarks/poisoning_cases.py` if one moves. Joiners inside
emoji, Arabic and Indic words, flags of regions and right-to-left marks match none of them."""

MIXED_ONE = 0.4
MIXED_MORE = 0.7
"""Weights of words that mix look-alike letters of two scripts: one may be a slip of the keyboard,
two are not."""


def visible(text: str) -> str:
    """Return the text in NFKC without invisible characters, in small letters."""
    if text.isascii():
        return text.lower()
    return INVISIBLE.sub("", unicodedata.normalize("NFKC", text)).casefold()


def views(seen: str) -> list[str]:
    """Return what may be read in a text that went through `visible`.

    The first view is the plain words; others follow where look-alike letters, digits for letters
    or spaced letters change them. White space is one character in each, a line break where one
    stood.
    """
    bare = _ALIAS.sub("", seen) if "[[" in seen else seen
    if not bare.isascii():
        bare = _ACCENT.sub("", unicodedata.normalize("NFKD", bare))
        bare = unicodedata.normalize("NFC", bare)
    first = _flat(bare)
    unmasked = bare if bare.isascii() else _WORD.sub(_latin, bare)
    found = dict.fromkeys((first, _flat(_LEET_WORD.sub(lambda found: unleet(found[0]), unmasked))))
    runs = _SPACED.findall(bare)
    if runs:
        found[_flat("\n".join(_joined(run) for run in runs))] = None
        found[_flat("\n".join(_joined(run).replace(" ", "") for run in runs))] = None
    return list(found)


def closed_up(text: str) -> str:
    """Return a text with its spaced letters closed up, `i g n o r e`; empty where it has none."""
    if not _SPACED.search(text):
        return ""
    dotted = _DOTTED.sub(lambda found: found[0].replace(found[1], ""), text)
    return _SPACED.sub(lambda found: _joined(found[0]), dotted)


def hidden_signs(text: str) -> Iterator[Sign]:
    """Yield a sign for each way in which a text hides characters from the eye."""
    if text.isascii() and "\x1b" not in text:
        return
    for weight, name, pattern, needed in _HIDDEN:
        looked_at = _FLAG.sub("", text) if "tag" in name else text
        found = [
            match for _, match in zip(range(needed), pattern.finditer(looked_at), strict=False)
        ]
        if len(found) == needed:
            start = found[0].start()
            yield weight, name, looked_at[max(start - 10, 0) : start + 12]
    if not _RIGHT_TO_LEFT.search(text) and (mark := re.search("[\u202a\u202b]", text)):
        yield 0.3, "embeds another direction", text[mark.start() : mark.start() + 12]
    mixed = [word for word in _WORD.findall(text) if not word.isascii() and _is_mixed(word)]
    if mixed:
        weight = MIXED_ONE if len(mixed) == 1 else MIXED_MORE
        yield weight, "mixes look-alike letters of two scripts in a word", " ".join(mixed[:4])


def _is_mixed(word: str) -> bool:
    foreign = _FOREIGN.findall(word)
    has_latin = any(letter.isascii() and letter.isalpha() for letter in word)
    return bool(foreign) and has_latin and all(_LOOKS.match(letter) for letter in foreign)


def _flat(text: str) -> str:
    return _SPACE.sub(_gap, text.translate(_MARKDOWN)).strip()


def _gap(found: re.Match[str]) -> str:
    return "\n" if "\n" in found[0] or "\r" in found[0] else " "


def _latin(found: re.Match[str]) -> str:
    word = found[0]
    return word if word.isascii() or not _FOREIGN.search(word) else word.translate(LOOK_ALIKE)


def unleet(word: str) -> str:
    """Return a word with its digits read as letters, `1gn0r3`; numbers stay."""
    is_number = not any(letter.isascii() and letter.isalpha() for letter in word)
    return word if is_number or word.isalpha() else word.rstrip("!").translate(_LEET)


def _joined(run: str) -> str:
    """Close up `i g n o r e  a l l`: a wide gap is the space between words."""
    return " ".join(_NARROW_GAP.sub("", word) for word in _WIDE_GAP.split(run))
