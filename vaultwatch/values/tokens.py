"""Take a text apart: words, numbers, single signs, and each CJK character by itself.

Pure. A space, hyphen or apostrophe between two words is what parts them (`gap`), no piece; `C++`
and `C#` are words.
"""

import unicodedata
from functools import lru_cache
from typing import Final, NamedTuple

from vaultwatch.late_regex import late_regex

UNSPACED: Final = r"\u1100-\u11ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uff66-\uff9f"
"""Letters of writings that part no words, or, as Korean, hang endings on them."""
_PIECE: Final = late_regex(
    r"(?P<number>\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?:[.,]\d+)?(?![\d])|\d+(?:[.,]\d+)*)"
    rf"|(?P<sign>[{UNSPACED}])"
    rf"|(?P<word>[^\W\d_{UNSPACED}](?:[^\W\d_{UNSPACED}]|[\u0300-\u036f])*"
    r"(?:(?:\+\+|#)(?![\w+#]))?)"
    r"|(?P<mark>[^\w\s])"
)
_NO_PIECE: Final = frozenset("-‐‑'’")


class TextPart(NamedTuple):
    """A word, number or sign of a text."""

    text: str
    lower: str
    kind: str
    """`number`, `sign` (one CJK character), `word` or `mark`."""
    start: int
    end: int
    gap: str
    """What stands between it and the piece before."""


@lru_cache(maxsize=64)
def pieces(text: str) -> tuple[TextPart, ...]:
    """Return the pieces of a text in order; kept, for it is asked several times on end."""
    found: list[TextPart] = []
    before = 0
    for match in _PIECE.finditer(text):
        start, end = match.span()
        piece = match[0]
        kind = str(match.lastgroup)
        if kind == "mark" and piece in _NO_PIECE:
            continue
        found.append(TextPart(piece, piece.lower(), kind, start, end, text[before:start]))
        before = end
    return tuple(found)


@lru_cache(maxsize=8_192)
def fold(text: str) -> str:
    """Return a text in small letters and without accents; other writings as they are."""
    bare = unicodedata.normalize("NFD", text.casefold())
    kept = (c for c in bare if not "\u0300" <= c <= "\u036f")
    return unicodedata.normalize("NFC", "".join(kept))
