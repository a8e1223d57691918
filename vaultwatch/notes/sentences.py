"""Decide where sentences end, in English well and in other languages tolerably.

Pure and linear: one pass over the possible ends, a small window around each. A full stop without
white space behind it never ends a sentence, so versions, decimals, file names and addresses stand.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache

from vaultwatch.late_regex import data_of, late_regex

_OPAQUE = late_regex(
    r"(?<!`)(`{1,3})(?!`)[^`]{1,2000}?(?<!`)\1(?!`)"
    r"|!?\[\[[^\[\]]{1,500}\]\]"
    r"|!?\[[^\[\]]{0,500}\]\([^()\n]{0,500}(?:\([^()\n]{0,200}\)[^()\n]{0,500})?\)"
    r"|\$\$[^$]{1,2000}\$\$|\$(?=\S)[^$\n]{0,300}[^$\s\\]\$(?!\d)"
    r"|https?://[^\s<>]{0,2000}[^\s<>.,;:!?)*_]|<[a-z!/][^<>\n]{0,500}>"
)
"""What a sentence never ends inside; every repetition is bounded, so hostile text stays linear."""

_CJK_ENDS = "\u3002\uff01\uff1f\uff61"
_CJK_CLOSERS = "\u300d\u300f\u201d\u2019\uff09"
_ENDS = f".!?\u2026\u0964\u061f\u06d4{_CJK_ENDS}"
_END = late_regex(
    # Begins with a set: the pattern engine skips to it fast. Within a run of marks nothing begins.
    rf"(?P<mark>[{_ENDS}](?<![{_ENDS}][{_ENDS}])[{_ENDS}]*)"
    rf"(?P<close>(?:[\"'\u00bb\u201c)\]*_~={_CJK_CLOSERS}]|</[A-Za-z]{{1,9}}>){{0,8}})"
    rf"(?:(?:\[\^[^\]\s]{{1,40}}\])*(?P<gap>\s+)|(?<=[{_CJK_ENDS}{_CJK_CLOSERS}]))"
)
_OPENERS = " \t\n\"'\u201c\u201e\u2018\u00ab\u00bb\u00bf\u00a1([*_~="


@cache
def _words(kind: str) -> frozenset[str]:
    """Return words of a kind, in small letters."""
    return frozenset(data_of("sentences")[kind].split())


_DAY_AND_MONTH = late_regex(r"(?:[0-3]?[0-9]\.(?:[01]?[0-9]\.)?[-\u2013])?[0-3]?[0-9]\.[01]?[0-9]")
_DAYS = late_regex(r"^[0-3]?[0-9]\.?[-\u2013](?=[0-3]?[0-9]$)")
"""What leads to the last of several days: `3.-17. August`."""
_DAY_AHEAD = late_regex(r"[-\u2013] ?[0-3]?[0-9]\.")
_ORDINAL = late_regex(r"(?<![0-9])(?:0?[1-9]|[12][0-9]|3[01])\.[ \t]{1,4}$")
_FIRST_WORD = late_regex(r"[^\W\d_]{1,10}")
_ACRONYM = late_regex(r"\w(?:\.\w){1,3}")
_WORD = late_regex(r"[\w.&'\u2019-]{1,40}")
_TAIL = 42
"""Characters looked at before a full stop: the longest word that matters and a space."""


def opaque_spans(text: str) -> list[tuple[int, int]]:
    """Return the spans of code, links, addresses and maths, in order."""
    if "`" in text or "[" in text or "$" in text or "<" in text or "://" in text:
        return [found.span() for found in _OPAQUE.finditer(text)]
    return []


def split_sentences(text: str) -> list[tuple[int, int]]:
    """Return the character span of each sentence of a paragraph, white space around it left out."""
    return split_around(text, opaque_spans(text))


def split_around(text: str, opaque: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return sentence spans of a paragraph, none of which ends inside one of the opaque spans.

    These come in order and do not overlap. Line ends count as spaces.
    """
    spans: list[tuple[int, int]] = []
    begin = 0
    starts: list[int] | None = None
    for end in _END.finditer(text):
        at = end.start()
        if end.end() >= len(text):
            break
        if opaque:
            if starts is None:
                starts = [span[0] for span in opaque]
            before = bisect_right(starts, at) - 1
            if before >= 0 and at < opaque[before][1]:
                continue
        if not _ends_sentence(text, begin, end):
            continue
        _append(spans, text, begin, end.end())
        begin = end.end()
    _append(spans, text, begin, len(text))
    return spans


def ordinal_before(line: str, text: str) -> int:
    """Return how many characters at the end of a line are the day of a month that begins a text.

    Markdown makes an item of a numbered list of `21. Juni`; who wrote it, and who reads it, a date.
    """
    found = _ORDINAL.search(line)
    word = _FIRST_WORD.match(text) if found else None
    is_month = word is not None and word[0].lower() in _words("months")
    return len(found[0]) if found and is_month else 0


def _append(spans: list[tuple[int, int]], text: str, begin: int, end: int) -> None:
    part = text[begin:end]
    stripped = part.strip()
    if stripped:
        start = begin + len(part) - len(part.lstrip())
        spans.append((start, start + len(stripped)))


def _ends_sentence(text: str, begin: int, end: re.Match[str]) -> bool:
    if end["mark"][-1] in _CJK_ENDS:
        closed_quote = bool(end["close"]) and end["gap"] is None
        return not closed_quote and not _is_inside(text, begin, end.end("close"))
    if end["gap"] is None:
        return False
    following = text[end.end() : end.end() + _TAIL].lstrip(_OPENERS)
    if not following or following[0].islower():
        return False
    if _is_inside(text, begin, end.end("close")):
        return False
    return end["mark"] != "." or _full_stop_ends(text, begin, end.start(), following)


def _is_inside(text: str, begin: int, at: int) -> bool:
    """Say whether an open parenthesis or corner quote of this sentence closes soon behind."""
    for opener, closer in (("(", ")"), ("\uff08", "\uff09"), ("\u300c", "\u300d")):
        last = text.rfind(opener, max(begin, at - 400), at)
        if last >= 0 and text.find(closer, last, at) < 0:
            return text.find(closer, at, at + 400) >= 0
    return False


def _full_stop_ends(text: str, begin: int, at: int, following: str) -> bool:
    """Decide for a single full stop, by the word before it and the word behind it."""
    window = text[max(begin, at - _TAIL) : at]
    words = window.split()
    if not words:
        return False
    last = _DAYS.sub("", words[-1].lstrip(_OPENERS).rstrip("*_~=)"))
    lower = last.lower()
    found = _WORD.match(following)
    first = found.group().rstrip(".") if found else ""
    if last.isdigit():
        at_start = len(words) == 1 and len(window) < _TAIL
        ends = _number_ends(words, last, first, at_start=at_start)
        return ends and not _DAY_AHEAD.match(following)
    # `12.12. Concert`, `Sat 12.12. Concert`: no sentence is a date alone. `Visit 12.12. 13:00`.
    is_alone = len(words) <= len(("Sat", "12.12")) and len(window) < _TAIL
    is_date = is_alone or following[0].isdigit() or bool(_DAY_AHEAD.match(following))
    is_date = is_date and _DAY_AND_MONTH.fullmatch(last) is not None
    is_led_to = lower in _words("before_number") and following[0].isdigit()
    if is_date or is_led_to or lower in _words("never_last"):
        return False
    if len(last) == 1 and last.isalpha():
        # An initial (`J. Smith`), or of `z. B.`; `plan B. Then` ends, and a unit (`5 m. It`).
        is_unit = len(words) > 1 and words[-2][-1:].isdigit()
        return is_unit or (first.lower() in _words("starters") and last.isupper())
    if _ACRONYM.fullmatch(last):
        return first.lower() in _words("starters")
    return True


def _number_ends(words: list[str], last: str, first: str, *, at_start: bool) -> bool:
    """Decide for a number with a full stop: German ordinals and list numbers do not end."""
    if at_start:
        return False
    if len(last) > len("31"):
        return True
    if first.lower() in _words("after_ordinal") | _words("months"):
        return False
    return (
        words[-2].lower().strip(_OPENERS) not in _words("before_ordinal")
        if len(words) > 1
        else True
    )
