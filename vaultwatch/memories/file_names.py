"""Name a memory's file after its words: readable, and safe on every system and in a wiki-link.

Pure; called by `services.memories.adding` through `memories.record`, and by
`services.memories.naming` when the words change. And tell what a name says that the words do not:
whoever puts a file there or renames it chooses that.
"""

import re
import unicodedata

from vaultwatch.late_regex import late_regex
from vaultwatch.notes.inline import scan_inline
from vaultwatch.notes.titles import folded, title_of

STEM_CHARS = 80
"""Longest file name without `.md`. Chosen by hand: a title bar shows about as much."""

STEM_BYTES = 200
"""Most UTF-8 bytes of it: file systems take 255, sync tools add suffixes of their own."""

_READ_CHARS = 2_000
"""No name needs more of a belief."""

_UNSAFE = late_regex(r"[\[\]#^|\\/:*?\"<>`]+")
_APART = late_regex(
    r"%%.{0,2000}?(?:%%|\Z)|\[\^[^\]\s]{1,100}\]|[ \t]\^[\w-]{1,64}[ \t]*$",
    re.DOTALL | re.MULTILINE,
)
"""What is no word of the belief: comments, footnotes, the names of blocks."""
_WIKI = late_regex(r"!?\[\[(?P<target>[^\[\]|\n]{1,400})(?:\|(?P<shown>[^\[\]\n]{1,400}))?\]\]")
_LINKS = r"(?:!?\[\[[^\[\]\n]{1,800}\]\][\s,]*)+"
_LEAD = r"(?:see|source|siehe|quelle|voir|véase|vedi|zie)\b:?\s*"
_ASIDE = late_regex(
    rf"(?:(?:(?<=[.!?;\u2026\u3002\uff01\uff1f])|\s?\(|\s[-\u2013\u2014]+\s|\n)\s*(?:{_LEAD})?"
    rf"|[,;:]\s*{_LEAD}){_LINKS}[)\].;\s]*\Z",
    re.IGNORECASE,
)
"""Links behind the sentence, which only say where something stands."""
_EDGES = ". -~"
_DANGLING = " .,;:-\u2013\u2014([{\u3001\u3002\uff0c\uff01\uff1f"
"""What no name is cut behind."""
_SENTENCE_ENDS = "\u3002\uff01\uff1f"
_HALF_SPACE = "\u200c"
"""Stands within Persian words; as a whole space they can still be read."""
_UNSPACED = late_regex(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3001-\u30ff\u3400-\u9fff\uf900-\ufaff"
    "\uff00-\uffef\U00020000-\U0003ffff]"
)
"""Thai, Lao, Burmese, Khmer, Japanese, Chinese: Unicode's blocks of them."""
_LEADING = "\u0e40\u0e41\u0e42\u0e43\u0e44\u0ec0\u0ec1\u0ec2\u0ec3\u0ec4"
"""Vowels that stand before their letter."""
_FLAGS = frozenset(map(chr, range(0x1F1E6, 0x1F200)))
_COLOURS = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
_RESERVED = late_regex(
    r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\s*\..*|\s*)", re.IGNORECASE
)
"""Device names of Windows, with any extension. Source: Microsoft, Naming Files, Paths, and
Namespaces."""


_NUMBERED = late_regex(r" \d{1,4}\Z")
"""Behind a name that another file has already."""
_DATED = late_regex(r"\A\d{4}-\d\d-\d\d \d{4} ")
"""Before a hand-over's name: when it was written."""


def told_by_name(name: str, belief: str) -> str:
    """Return what a memory's name says by itself, a paragraph a folder; nothing of our making."""
    *folders, last = name.split("/")
    own = () if is_made_of(last, belief) else (last,)
    return "\n\n".join(part for part in (*folders, *own) if part)


def name_for_change(name: str, before: str, after: str) -> str | None:
    """Return the name that follows a memory's words; None where it is to stay."""
    stem = file_stem(after)
    is_ours = is_made_of(name, before) and not is_made_of(name, after)
    return stem if is_ours and folded(stem) != folded(name) else None


def is_made_of(name: str, belief: str) -> bool:
    """Tell whether we named a file so, after these words."""
    own = _DATED.sub("", name)
    return file_stem(belief) in {own, _NUMBERED.sub("", own)}


def file_stem(belief: str) -> str:
    """Return a file name without `.md` from a belief's first words; never empty.

    Links are the words that they show; those behind the sentence are left out. It ends behind a
    whole word wherever one fits.
    """
    start = _APART.sub("", belief[:_READ_CHARS])
    start = _WIKI.sub(_shown, _ASIDE.sub("", start) or start)
    words = unicodedata.normalize("NFC", scan_inline(start).plain(start, 0, len(start)))
    visible = "".join(map(_seen, words))
    stem = " ".join(_UNSAFE.sub(" ", visible).split()).lstrip(_EDGES)
    if len(stem) > STEM_CHARS or len(stem.encode()) > STEM_BYTES:
        fits = len(stem[:STEM_CHARS].encode()[:STEM_BYTES].decode("utf-8", "ignore"))
        stem = stem[: _end(stem, fits)].rstrip(_DANGLING)
    stem = stem.rstrip(". ")
    return f"Memory {stem}".rstrip() if not stem or _RESERVED.fullmatch(stem) else stem


def _seen(sign: str) -> str:
    """Return a character as a name may hold it: no control, no mark that turns or hides text."""
    if sign == _HALF_SPACE:
        return " "
    category = unicodedata.category(sign)
    return "" if category == "Cf" else " " if category[0] == "C" else sign


def _shown(link: re.Match[str]) -> str:
    """Return a link as the words that a reader sees, apart from a word that it touches."""
    path, *parts = link["target"].split("#")
    named = [title_of(path), *(part for part in parts if not part.startswith("^"))]
    before = link.string[: link.start()][-1:]
    is_touching = before == "]" or (before.isalnum() and not _is_unspaced(before))
    return f"{' ' if is_touching else ''}{link['shown'] or ' '.join(named)}"


def _end(stem: str, fits: int) -> int:
    """Return where to cut a name that is too long: behind a sentence or word, never in a sign."""
    late, early = range(fits, fits // 2, -1), range(fits // 2, 0, -1)
    places = (
        *(at for at in late if stem[at - 1] in _SENTENCE_ENDS),
        *(at for at in late if _is_between_words(stem, at)),
        *(at for at in early if stem[at] == " "),
        *late,
    )
    return next((at for at in places if _is_between_signs(stem, at)), fits)


def _is_between_words(text: str, at: int) -> bool:
    return text[at] == " " or (_is_unspaced(text[at - 1]) and _is_unspaced(text[at]))


def _is_between_signs(text: str, at: int) -> bool:
    """Tell whether no letter, vowel sign, colour of an emoji or flag is cut in two."""
    flags = 0
    while flags < at and text[at - 1 - flags] in _FLAGS:
        flags += 1
    is_half = flags % 2 == 1 and text[at] in _FLAGS
    is_part = unicodedata.category(text[at])[0] == "M" or text[at] in _COLOURS
    return not is_half and not is_part and text[at - 1] not in _LEADING


def _is_unspaced(sign: str) -> bool:
    """Tell whether a letter is of a script that sets no spaces between words."""
    return _UNSPACED.match(sign) is not None
