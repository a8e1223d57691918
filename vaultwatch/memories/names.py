"""Compare the names that claims are about as an eye reads them.

Pure; called by `memories.claims` and `memories.schemas`.
"""

import re
import unicodedata

from vaultwatch.memories.suspicion_folding import INVISIBLE, LOOK_ALIKE, visible

_JOINER = re.compile("(?<=[^\x00-\u052f])[\u200c\u200d\ufe0e\ufe0f]")
"""Joiners within Persian or Indic words and between emoji, which people type."""
_EDGES = ".,;:!?\u2026'\"\u2018\u2019\u201c\u201d\u201e\u00ab\u00bb()[]{}<>*_~`-\u2013\u2014 "
_ARTICLE = re.compile(r"the (?=\S)")


def folded_name(text: str) -> str:
    """Return a subject or predicate as an eye reads it, for comparing.

    Case, white space, Unicode form, hidden characters, punctuation at its ends and a leading
    English article do not count; full-width and look-alike letters are the plain ones.
    """
    seen = " ".join(visible(text).translate(LOOK_ALIKE).split())
    bare = seen.strip(_EDGES) or seen
    if article := _ARTICLE.match(bare):
        bare = bare[article.end() :]
    return unicodedata.normalize("NFC", bare)


def hides_characters(text: str) -> bool:
    """Tell whether a name holds characters that no eye sees, beside those that a script needs."""
    return INVISIBLE.search(_JOINER.sub("", text)) is not None
