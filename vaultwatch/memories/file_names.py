"""Name a memory's file after its words: readable, and safe on every system and in a wiki-link.

Pure; called by `services.memories.adding` through `memories.record`. And tell what a name says that
the words do not: whoever puts a file there or renames it chooses that.
"""

import re
import unicodedata

from vaultwatch.notes.inline import scan_inline

STEM_CHARS = 80
"""Longest file name without `.md`. Chosen by hand: a title bar shows about as much."""

STEM_BYTES = 200
"""Most UTF-8 bytes of it: file systems take 255, sync tools add suffixes of their own."""

_READ_CHARS = 2_000
"""No name needs more of a belief."""

_UNSAFE = re.compile(r"[\[\]#^|\\/:*?\"<>`]+")
_EDGES = ". -~"
_RESERVED = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\s*\..*|\s*)", re.IGNORECASE
)
"""Device names of Windows, with any extension. Source: Microsoft, Naming Files, Paths, and
Namespaces."""


_NUMBERED = re.compile(r" \d{1,4}\Z")
"""Behind a name that another file has already."""


def told_by_name(name: str, belief: str) -> str:
    """Return what a memory's name says by itself, a paragraph a folder; nothing that we made of it.

    Args:
        name: its file's path within the memories folder, without `.md`.
        belief: what the memory says.
    """
    *folders, last = name.split("/")
    made = file_stem(belief)
    own = () if made in {last, _NUMBERED.sub("", last)} else (last,)
    return "\n\n".join(part for part in (*folders, *own) if part)


def file_stem(belief: str) -> str:
    """Return a file name without `.md` from a belief's first words; never empty."""
    start = belief[:_READ_CHARS]
    words = unicodedata.normalize("NFC", scan_inline(start).plain(start, 0, len(start)))
    # Controls, and marks that turn or hide text, have no place in a name.
    visible = "".join(c if unicodedata.category(c)[0] != "C" else " " for c in words)
    stem = " ".join(_UNSAFE.sub(" ", visible).split()).lstrip(_EDGES)
    if len(stem) > STEM_CHARS or len(stem.encode()) > STEM_BYTES:
        cut = stem[:STEM_CHARS].encode()[:STEM_BYTES].decode("utf-8", "ignore")
        is_between = stem[len(cut) :].startswith(" ")
        stem = cut if is_between or " " not in cut else cut.rsplit(" ", 1)[0]
    stem = stem.rstrip(". ")
    return f"Memory {stem}".rstrip() if not stem or _RESERVED.fullmatch(stem) else stem
