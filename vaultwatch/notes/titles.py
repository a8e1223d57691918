"""Name a note as Obsidian shows it, and tell whether two names are one to it.

Pure. The one place where a path becomes a title.
"""

import re
import unicodedata
from typing import Final

_LEAST_CHARS: Final = 4
_WORD: Final = re.compile(r"\w+")
_DATE: Final = re.compile(r"[\d\W]+|\d{4}-[Ww]?\d\d.*")


def title_of(path: str) -> str:
    """Return a note's name as Obsidian shows it: its file's, without `.md`."""
    return path.rsplit("/", 1)[-1].removesuffix(".md")


def folded(text: str) -> str:
    """Return what names have in common that Obsidian takes for one.

    Case and Unicode's composed and decomposed forms do not tell names apart.
    """
    return composed(composed(text).lower())


def composed(text: str) -> str:
    """Return a name in Unicode's composed form, as most file systems keep it."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def title_key(path: str) -> str:
    """Return what two titles have in common where Obsidian takes them for one name."""
    return folded(title_of(path))


def is_renamed(old: str, new: str) -> bool:
    """Tell whether one path's title says all words of the other's: `Elm`, `The old elm`."""
    words, others = ({*_WORD.findall(title_key(path))} for path in (old, new))
    return bool(words and others) and (words <= others or others <= words)


def is_distinctive(name: str) -> bool:
    """Tell whether a name stands for its note and is not just a word: no `Ideas`, no date."""
    if len(name) < _LEAST_CHARS or _DATE.fullmatch(name):
        return False
    words = name.split()
    is_odd = any(char.isupper() or char.isdigit() for char in name[1:])
    return is_odd or (len(words) > 1 and name[0].isupper())
