"""Name a note as Obsidian shows it, and tell whether two names are one to it.

Pure. The one place where a path becomes a title.
"""

import unicodedata


def title_of(path: str) -> str:
    """Return a note's name as Obsidian shows it: its file's, without `.md`."""
    return path.rsplit("/", 1)[-1].removesuffix(".md")


def title_key(path: str) -> str:
    """Return what two titles have in common where Obsidian takes them for one name.

    Case and Unicode's composed and decomposed forms do not tell names apart.
    """
    composed = unicodedata.normalize("NFC", title_of(path))
    return unicodedata.normalize("NFC", composed.lower())
