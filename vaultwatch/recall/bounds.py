"""Tell from when on or until when a belief holds, where its own words say so plainly.

Pure; `services.memories` asks it when a memory is written. A misread date would hide a memory that
holds, so silence is better: only one plain sentence about a state counts, whose date stands at one
of its ends: `We are closed until Friday`, never `the deadline is Friday`. The words by which
languages say so are data (`data/bounds.toml`).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final

from vaultwatch.late_regex import data_of, late_regex
from vaultwatch.recall import date_words
from vaultwatch.recall.dates import PERIOD, Lean, even, period_of, periods_in

MOST_CHARS: Final = 300
"""Of a sentence that is read. Chosen by hand: longer ones say more than one thing."""
_MOST_BEHIND: Final = 2
"""Words behind the date, as German puts them: `bis Freitag geschlossen`."""
LEAST_WORDS: Final = 2
"""Of an event, beside its date: of whom, and what."""
_MOST_AHEAD: Final = 400
"""Days until an end that is read without its year: of more nobody speaks so."""
_DATA: Final = data_of("bounds")
_LANGUAGES: Final[list[dict[str, str]]] = _DATA["languages"]


@dataclass(frozen=True, slots=True)
class ValidityBound:
    """From when on or until when a belief holds."""

    valid_from: date | None
    valid_until: date | None
    """Its last day."""
    words: str
    """By which it says so."""


def _any(text: str) -> str:
    words = sorted((re.escape(one.strip()) for one in text.split(",")), key=len, reverse=True)
    return "(?:" + "|".join(word.replace(r"\ ", r"\s") for word in words) + ")"


def _all(name: str) -> str:
    return _any(",".join(one[name] for one in _LANGUAGES))


def _words_of(text: str) -> frozenset[str]:
    return frozenset(" ".join(one.split()) for one in text.split(","))


def _marks_of(one: Mapping[str, str]) -> frozenset[str]:
    return _words_of(f"{one['until']},{one['since']},{one['today']}")


_MARKED: Final = late_regex(
    rf"(?<![\w'-])(?:(?P<until>{_all('until')})|(?P<since>{_all('since')}))\s+"
    r"(?:the\s|le\s|el\s|la\s|o\s|il\s)?"
)
_TODAY: Final = late_regex(rf"(?<![\w'-]){_all('today')}(?![\w'-])")
_COMING: Final = late_regex(rf"\b{_all('copula')}\s(?={_any(date_words.COMING)}\s)")
_WORD: Final = late_regex(r"[^\W\d_]+(?:'[^\W\d_]+)*")


@dataclass(frozen=True, slots=True)
class _Speaking:
    """How the languages speak that have one mark."""

    being: frozenset[str]
    joined: frozenset[str]


def _speaking(mark: str) -> _Speaking:
    having = [one for one in _LANGUAGES if not mark or mark in _marks_of(one)]
    being, joined = (",".join(one[name] for one in having) for name in ("being", "joined"))
    return _Speaking(_words_of(being), _words_of(joined))


_SPEAKING: Final = {
    mark: _speaking(mark) for mark in {"", *(m for one in _LANGUAGES for m in _marks_of(one))}
}
"""By mark; all of them under an empty one."""
_SHORT: Final = late_regex(r"\w(?:'s|'re|'m)(?![\w'])")
_PERFECT: Final = frozenset(_DATA["perfect"].split())
_VERB_SECOND: Final = frozenset(_DATA["verb_second"].split())
_TO_DO: Final = late_regex(r"\bzu\s+\w|\w+zu\w+en\b")
"""Behind a German date: `bis Freitag zu bezahlen`, `zurückzugeben`."""
_INFINITIVE: Final = late_regex(r"\bto (?!the |an? |my |our |your |his |her |their |its )[a-z]")
"""`She is to return`, and not `on loan to the group`; of the words as they are written."""
_NO_STATE: Final = frozenset(" ".join(_DATA["no_state"].values()).split())
_NO_EVENT: Final = _NO_STATE - frozenset(_DATA["no_state"]["was"].split())
_DAYS_BACK: Final = ("ago", "ago2", "near", "told", "told2")
_DAYS_WRITTEN: Final = ("iso", "dmy", "dmon", "mond", "mony")
_HAS_YEAR: Final = late_regex(r"\d{4}")
_BESIDE: Final = late_regex(
    r"(?:[.!]?\s+(?:\([^()]*\[\[[^\[\]]*\]\][^()]*\)|\[\[[^\[\]]*\]\]|#[^\s#]+))+(?=[.!]?\s*$)"
)
"""Notes and tags behind a sentence."""
_LINK: Final = late_regex(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]")
_MANY: Final = late_regex(r"[;:?\"“”„«»()]|(?<!\d)[.!]\s|\n")
"""Marks of more than one plain sentence."""
_PLURAL: Final = late_regex(rf"\b{_any(','.join(_DATA['plural'].split()))}\b")


def bound_in(belief: str, said_on: date) -> ValidityBound | None:
    """Return what a belief says of its own time; None where it does not say so plainly."""
    text = _LINK.sub(r"\1", _BESIDE.sub("", belief.strip())).strip().rstrip(".!").strip()
    if not text or len(text) > MOST_CHARS:
        return None
    said = even(text).replace("\u2019", "'")
    if _MANY.search(said):
        return None
    return (
        _marked(said, text, said_on)
        or _unmarked(said, text, said_on)
        or _happened(said, text, said_on)
    )


def _marked(said: str, text: str, said_on: date) -> ValidityBound | None:
    """Return what `until Friday` or `since March` says at one of the sentence's ends."""
    marks = [one for one in _MARKED.finditer(said) if PERIOD.match(said, one.end())]
    match = PERIOD.match(said, marks[0].end()) if len(marks) == 1 else None
    if match is None:
        return None
    (mark,) = marks
    if mark.start() and text[mark.start()].isupper():
        return None  # a name: `The song is called Since March`
    lean: Lean = "future" if mark["until"] else "past"
    # Nobody says on a Monday `until Monday` of that day.
    day = said_on + timedelta(days=1) if match["weekday"] and mark["until"] else said_on
    period = period_of(match, day, lean=lean)
    how = _SPEAKING[" ".join((mark["until"] or mark["since"]).split())]
    if period is None or not _is_state(said, text, mark.start(), period.end, how):
        return None
    words = text[mark.start() : period.end]
    if mark["since"]:
        return ValidityBound(period.first, None, words) if period.first <= said_on else None
    is_near = 0 <= (period.last - said_on).days <= _MOST_AHEAD
    return ValidityBound(None, period.last, words) if is_near else None


def _unmarked(said: str, text: str, said_on: date) -> ValidityBound | None:
    """Return what `this week` says at an end of a sentence, or `The fair is in two weeks`."""
    coming = _COMING.search(said)
    if coming is None and not _TODAY.search(said):
        return None
    found = list(periods_in(said, said_on, lean="future"))
    if len(found) != 1:
        return None
    (period,) = found
    words = text[period.start : period.end]
    told = " ".join(even(words).split())
    match = PERIOD.match(said, period.start)
    if match is not None and match["ahead"]:
        is_coming = coming is not None and coming.end() == period.start
        is_coming = is_coming and not said[period.end :].strip()
        how = replace(_SPEAKING[""], being=frozenset(said[: period.start].split()[-1:]))
    else:
        # `The price is 40 euros today` says no more of tomorrow than of today.
        is_coming = told in _SPEAKING and re.search(r"\d", said) is None
        how = _SPEAKING.get(told, _SPEAKING[""])
        how = replace(how, being=how.being - _PERFECT)
    if not is_coming or not _is_state(said, text, period.start, period.end, how):
        return None
    return ValidityBound(None, period.last, words)


def _happened(said: str, text: str, said_on: date) -> ValidityBound | None:
    """Return the past day at an end of a sentence: what it tells holds from then on.

    `The kiln broke two weeks ago`. A misread one hides it from questions about earlier days alone.
    """
    found = list(PERIOD.finditer(said))
    if len(found) != 1 or _MARKED.search(said):
        return None
    (match,) = found
    is_named = any(match[kind] for kind in _DAYS_BACK)
    is_dated = any(match[kind] for kind in _DAYS_WRITTEN) and _HAS_YEAR.search(match[0])
    period = period_of(match, said_on, lean="past") if is_named or is_dated else None
    if period is None or period.last >= said_on:
        return None
    before, behind = said[: period.start], said[period.end :]
    is_last = len(_WORD.findall(behind)) <= _MOST_BEHIND and "," not in behind
    is_at_end = is_last or len(_WORD.findall(before)) <= 1
    words = _WORD.findall(f"{before} {behind}")
    if not is_at_end or re.match(r"[\s/-]*\d", behind) or _NO_EVENT.intersection(words):
        return None
    if any(word.endswith("n't") for word in words) or len(words) < LEAST_WORDS:
        return None
    return ValidityBound(period.first, None, text[period.start : period.end])


def _is_state(said: str, text: str, start: int, end: int, how: _Speaking) -> bool:
    """Tell whether a sentence plainly says how something is, until or since the date in it."""
    is_first = not start and re.match(r",?\s+\w", said[end:]) is not None
    if not (is_first or _is_last(said[end:], is_german=said[start:].startswith("bis"))):
        return False
    rest = f"{said[:start]} {said[end:].lstrip(' ,')}"
    words = _WORD.findall(rest)
    if "," in rest or PERIOD.search(rest) or _INFINITIVE.search(text[:start]):
        return False  # two clauses, another date beside it, or what is to be done
    if _NO_STATE.intersection(words) or any(word.endswith("n't") for word in words):
        return False
    first = next((at for at, word in enumerate(words) if word in how.being), None)
    if first == 0 and not (is_first and words[0] in _VERB_SECOND):
        return False  # `Keep it until Friday`, `Today is Monday`
    if first is None:
        return _SHORT.search(rest) is not None
    whose = _WORD.findall(f"{text[:start]} {text[end:]}".lower())  # with accents: `è` is no `e`
    joined = next((at for at, word in enumerate(whose) if word in how.joined), None)
    # `Ana and Ben are away` is one state, `Ben cooks and Ana is away` are two.
    return joined is None or (joined < first and _PLURAL.search(rest) is not None)


def _is_last(behind: str, *, is_german: bool) -> bool:
    """Tell whether nothing but the end of a German verb stands behind a date."""
    if re.match(r"[\s/-]*\d", behind) or (is_german and _TO_DO.search(behind)):
        return False
    return len(_WORD.findall(behind)) <= (_MOST_BEHIND if is_german else 0)
