"""Name a note as Obsidian shows it, and tell whether two names are one to it.

Pure. The one place where a path becomes a title.
"""

import unicodedata


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
