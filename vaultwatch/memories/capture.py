"""Find in a session what its person told the agent in so many words to keep.

Pure. Cues alone (*remember that*, *from now on*; `data/capture.toml`), at the beginning of a
sentence or clause that the person typed as their own; what is said less plainly is left to a
reader. `services.sessions.session_work` lets what is found here wait for the person's word.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Final, Literal, TypeAlias, get_args

from vaultwatch.guard.impact import concepts_in
from vaultwatch.guard.orders import QUARANTINE_AT, suspect
from vaultwatch.late_regex import data_of, late_regex
from vaultwatch.memories.transcript_lines import Turn
from vaultwatch.notes.sentences import split_sentences

CapturedKind: TypeAlias = Literal["preference", "decision", "fact", "correction", "constraint"]
KINDS: Final[tuple[CapturedKind, ...]] = get_args(CapturedKind)
DECIDING: Final = frozenset({"decision", "constraint", "correction"})
"""Kinds that the next session must not go against."""

MOST_CHARS: Final = 300
"""Of a sentence: what is longer is thought aloud, and no one line to keep. Chosen by hand."""
MOST_MESSAGE_CHARS: Final = 3_000
"""A longer message is mostly pasted, and left alone. Chosen by hand."""
MOST_LINES: Final = 30
"""The same, counted in lines."""
_WRAPPED_AT: Final = 50
"""So long is a line that an editor wrapped. Chosen by hand."""
_LEAST_WORDS: Final = 2
_LEAST_SIGNS: Final = 4
"""The same where a sign is a word."""
_SIGNS: Final = late_regex(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]")

_FENCE: Final = late_regex(r"\s{0,3}(?:`{3,}|~{3,})")
_NO_PROSE: Final = late_regex(r"(?: {4,}|\t)\s*\S|\s*(?:>|\||<[a-z!/]|[\[{}\]]|[$%]\s)")
"""A line that no person typed as prose: code, a quotation, a table, a page, data, a prompt."""
_HEADING: Final = late_regex(r"\s{0,3}#{1,6}\s|\s*\*\*[^*]+\*\*:?\s*$|\s*(?:={3,}|-{3,})\s*$")
"""A line of a document: what stands behind it was written to be read, not said."""
_HANDS_IN: Final = late_regex("[:\uff1a]\\s*$")
_BULLET: Final = late_regex(r"\s*(?:[-*+\u2022]|\d{1,3}[.)])\s+")
_QUOTED: Final = late_regex(
    '"[^"\n]{1,600}"|\u201c[^\u201d\n]{1,600}\u201d|\u201e[^\u201c\u201d\n]{1,600}[\u201c\u201d]'
    "|\u00ab[^\u00bb\n]{1,600}\u00bb|\u300c[^\u300d\n]{1,600}\u300d|`[^`\n]{1,300}`"
)
_BARE_END: Final = late_regex(r"(?<=\w{4}[.!?])\s+(?=\w)|(?<=[\u3002\uff01\uff1f])")
"""Where a sentence ends though the next begins in small letters, as people type in a chat. Behind
four letters, so that no abbreviation ends one."""
_CLAUSE: Final = late_regex("[,;]\\s+|\\s[-\u2013\u2014]+\\s|[\uff0c\uff1b\u3001]")
"""Not a colon: what stands behind it is what somebody says or shall say."""
_ASKED: Final = late_regex("[?\uff1f][\\s\"'\u201d\u00bb)]*$")
_OPENER: Final = r"[\s*_(\u00bf\u00a1-]*"
_GAP: Final = r"[\s,.:!\u3001\uff0c\u3002-]*"
_TRAILS: Final = " \t,;:\u00b7\u2013\u2014-"


@dataclass(frozen=True, slots=True)
class Captured:
    """One thing that a person said to last."""

    kind: CapturedKind | Literal["inferred"]
    """`inferred`: nobody said it, a reader concluded it from memories."""
    text: str
    """Their own words, as they stand."""
    quote: str
    """The sentence that it stands in; of what they agreed to both sides."""
    at: datetime | None
    """UTC-aware; None where the transcript does not say."""
    is_everywhere: bool = False
    """Whether it is known to hold beyond the work that it was said in."""


_OPENINGS: Final[Mapping[str, CapturedKind]] = {
    "told": "fact",
    "rule": "preference",
    "decided": "decision",
}


@cache
def cues() -> Mapping[str, re.Pattern[str]]:
    """Return the cues of all languages: none of them means something else in another.

    `opens` holds at the beginning of a clause, with a group by the name of what it is; `role` right
    behind a rule.
    """
    languages = [*data_of("capture").values()]
    names = (*_OPENINGS, "lead", "ends", "once", "role", "soon", "asks", "unasked")
    said = {name: _any_of(one for own in languages for one in own[name]) for name in names}
    opens = "|".join(f"(?P<{name}>{said[name]})" for name in _OPENINGS)
    lead = rf"(?:(?:{said['lead']}){_GAP}){{0,4}}"
    patterns = {name: said[name] for name in ("once", "soon", "asks", "unasked")} | {
        "opens": rf"{_OPENER}{lead}(?:{opens})",
        "ends": rf"(?:{said['ends']})[\s.!\u3002\uff01]*$",
        "role": rf"{_GAP}{lead}(?:{said['role']})",
    }
    return {name: re.compile(pattern, re.IGNORECASE) for name, pattern in patterns.items()}


def _any_of(phrases: Iterable[str]) -> str:
    """Return a pattern of phrases, the longest first; white space and apostrophes are any."""
    return "|".join(map(_pattern_of, sorted(phrases, key=len, reverse=True)))


def _pattern_of(phrase: str) -> str:
    bare = re.escape(phrase).replace(r"\ ", r"\s+").replace("'", "['\u2019]")
    begins = "" if _SIGNS.match(phrase) else r"(?<!\w)"
    ends = "" if _SIGNS.match(phrase[-1]) or not phrase[-1].isalnum() else r"(?!\w)"
    return f"{begins}{bare}{ends}"


def captured(turns: Sequence[Turn]) -> list[Captured]:
    """Return what the person asked to keep, in the order they said it, nothing twice."""
    told: dict[str, Captured] = {}
    for turn in turns:
        said = list(_said(turn)) if turn.role == "user" else []
        if said and suspect(turn.text, is_vouched=True, is_wish=True).score >= QUARANTINE_AT:
            continue  # it gives an order that nobody types
        for one in said:
            told.setdefault(" ".join(one.text.casefold().split()).rstrip(".!"), one)
    return list(told.values())


def may_be_told(one: Captured) -> bool:
    """Tell whether an agent may be told what nobody has decided on yet.

    Not what looks planted, nor a sentence that settles something of high impact.
    """
    settles = any(True for text in (one.text, one.quote) for _ in concepts_in(text))
    return not settles and not is_planted(one)


def is_planted(one: Captured) -> bool:
    """Tell whether a sentence, or what stands around it, reads like an order that was planted."""
    return any(
        cues()["unasked"].search(text) is not None or suspect(text).score >= QUARANTINE_AT
        for text in (one.text, one.quote)
    )


def _said(turn: Turn) -> Iterator[Captured]:
    begun: CapturedKind | None = None
    for sentence in own_sentences(turn.text):
        shown = _QUOTED.sub(lambda quoted: "\u00b7" * len(quoted[0]), sentence)
        is_asked = _ASKED.search(shown) or cues()["asks"].search(shown)
        is_open = len(sentence) > MOST_CHARS or is_asked or cues()["once"].search(shown)
        kind, text = (None, "") if is_open else _cued(sentence, shown)
        if begun is not None and kind is None and not is_open:  # *Going forward. Use pnpm.*
            kind, text = begun, sentence
        begun = None if text or kind is None else kind
        if kind == "fact" and cues()["soon"].search(text):
            continue
        if kind is not None and _says_something(text):
            yield Captured(kind, text.strip(_TRAILS), sentence, turn.at)


def own_sentences(text: str) -> Iterator[str]:
    """Yield each sentence that a person typed as their own, by the form of a message alone."""
    if len(text) > MOST_MESSAGE_CHARS or text.count("\n") >= MOST_LINES:
        return
    for prose in _own_lines(text.splitlines()):
        for begin, end in split_sentences(prose):
            yield from filter(None, map(str.strip, _BARE_END.split(prose[begin:end])))


def _own_lines(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines of prose, put together again where they were wrapped."""
    held, is_fenced = "", False
    for line in lines:
        is_fenced ^= _FENCE.match(line) is not None
        if is_fenced or _FENCE.match(line) or _NO_PROSE.match(line):
            continue
        if _HEADING.match(line):
            break
        bullet = _BULLET.match(line)
        told = line[bullet.end() if bullet else 0 :].strip()
        if not bullet and told[:1].islower() and len(held) >= _WRAPPED_AT and held[-1].isalnum():
            held = f"{held} {told}"
            continue
        yield held
        held = told
        if _HANDS_IN.search(line):
            break  # what follows is somebody else's, as far as one can tell
    yield held


def _cued(sentence: str, shown: str) -> tuple[CapturedKind | None, str]:
    """Return as what a sentence asks to be kept, and the words; none where it is a cue alone.

    `shown` is the sentence without what stands in quotation marks.
    """
    for begin in (0, *(clause.end() for clause in _CLAUSE.finditer(shown))):
        opened = cues()["opens"].match(shown, begin)
        if opened is not None:
            name = opened.lastgroup or ""
            if cues()["role"].match(shown, opened.end()):
                return None, ""
            rest = sentence[opened.end() :].strip(_TRAILS + ".!")
            return _OPENINGS[name], rest if name == "told" or not rest else sentence[
                opened.start(name) :
            ]
    ending = cues()["ends"].search(shown)
    is_said = ending is not None and _says_something(shown[: ending.start()])
    return ("preference", sentence) if is_said else (None, "")


def _says_something(text: str) -> bool:
    return len(_SIGNS.findall(text)) >= _LEAST_SIGNS or len(text.split()) >= _LEAST_WORDS
