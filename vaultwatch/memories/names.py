"""Compare the names that claims are about as an eye reads them.

Pure; called by `memories.claims` and `memories.schemas`.
"""

import re
import unicodedata

from vaultwatch.guard.disguise import hides_letters, look_alike, visible

_JOINER = re.compile("(?<=[^\x00-\u052f])[\u200c\u200d\ufe0e\ufe0f]")
"""Joiners within Persian or Indic words and between emoji, which people type."""
_MOST_LAYERS = 4
"""Of quotes, marks and articles round a name that are looked through. Chosen by hand: a name with
more is none, and a note may hold it by the megabyte."""
_QUOTES = "'\"\u2018\u2019\u201c\u201d\u201e\u00ab\u00bb()[]{}<>` "
_ENDS = ".,;:!?\u2026"
_APART = re.compile(r"[-\u2013\u2014\u2022*.,;:!?\u2026]+ ")
_APART_BEHIND = re.compile(r" [-\u2013\u2014\u2022*.,;:!?\u2026]+\Z")
"""Marks that a space keeps apart from a name, as in a list."""
_AROUND = re.compile(r"([*_~])(?=\S)(.+?)(?<=\S)\1")
_ARTICLE = re.compile(r"the (?=\S)")


def folded_name(text: str) -> str:
    """Return a subject or predicate as an eye reads it, for comparing.

    Case, white space, Unicode form, hidden characters, quotes and brackets round it, punctuation
    behind it and a leading English article do not count; full-width and look-alike letters are the
    plain ones. A mark that touches the name is of it: `.env` is no `env`, and `A-` no `A`.
    """
    name = " ".join(visible(text).translate(look_alike()).split())
    for _ in range(_MOST_LAYERS):
        name = _barer(name) or name
    return unicodedata.normalize("NFC", name)


def _barer(name: str) -> str:
    """Return a name without the outermost of what an eye passes over."""
    name = name.strip(_QUOTES).rstrip(_ENDS).strip(_QUOTES)
    if around := _AROUND.fullmatch(name):
        name = around[2]
    for pattern in (_APART, _ARTICLE):
        if (found := pattern.match(name)) is not None:
            name = name[found.end() :]
    return _APART_BEHIND.sub("", name)


def hides_characters(text: str) -> bool:
    """Tell whether a name holds characters that no eye sees, beside those that a script needs."""
    return hides_letters(_JOINER.sub("", text))
