"""Compare two texts word by word, for people.

Pure. The report and `findings show` mark what it calls gone and new.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise, takewhile
from typing import Final, Literal, TypeAlias

from vaultwatch.late_regex import late_regex
from vaultwatch.notes.model import SectionPath
from vaultwatch.report.escape import flat
from vaultwatch.values.reading import values_of

DiffKind: TypeAlias = Literal["same", "gone", "new"]

MAX_PAIRS = 20_000
"""Equal word pairs up to which the texts are aligned; above, all between the common ends counts as
replaced. Chosen by hand: the worst texts we could think of then take 0.15 s, ordinary ones 1 ms."""

MAX_STEPS = 8_000_000
"""Words of one side times words of the other up to which they are aligned: difflib may take all of
these steps. Chosen by hand: two passages of 8,000 characters, which then take 0.2 s."""

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_UNITS = (
    "%|‰|°[CF]?|€|£|[kKMGT]i?B|[kKMGT]bit|[kKM]Hz|GHz|[mµn]s|[kmcµ]?g|[kmc]?m|[kM]?W|kWh|"
    "[mc]?l|min|h|s|d|days?|weeks?|months?|years?|EUR|USD"
)
_TOKEN = late_regex(
    rf"""
    `[^`\n]*`                                          # a code span
  | [$€£]?\d+(?:[.,:/\u2013-]\d+)*(?:[ \u00a0\u202f]?(?:{_UNITS}))?(?!\w)  # a number with its unit
  | (?:(?![{_CJK}])\w)+(?:[./:_'\u2019\u2013-](?:(?![{_CJK}])\w)+)*  # a word, date, range or path
  | \s+
  | .                                                  # a CJK character, a punctuation mark
    """,
    re.VERBOSE | re.DOTALL,
)
_ORDINAL = late_regex(r"\d\.\s")
_CLOSERS: Final = {")": "(", "]": "["}
_IS_CJK = late_regex(f"[{_CJK}]")
_HOLDS_TOGETHER = late_regex(r"[^\w]{0,3}")


@dataclass(frozen=True, slots=True)
class DiffPart:
    """A run of text that both sides share, or that one of them has alone."""

    kind: DiffKind
    text: str


def is_cjk(char: str) -> bool:
    """Tell whether a character is a word by itself."""
    return _IS_CJK.match(char) is not None


def diff_words(before: str, after: str) -> tuple[DiffPart, ...]:
    """Return the parts of both texts in reading order, what is gone in front of what is new.

    The parts that are same or gone join to `before`, those same or new to `after`, exactly.
    A date, a number with its unit, a path, a code span and a CJK character are one word each.
    """
    old, new = _tokens(before), _tokens(after)
    head = count_common(old, new)
    tail = count_common(old[head:][::-1], new[head:][::-1])
    # A bracket that each side opened in its own words is closed in them.
    while (
        tail
        and old[-tail] in _CLOSERS
        and all(_is_open(side[head : len(side) - tail], old[-tail]) for side in (old, new))
    ):
        tail -= 1
    old_middle, new_middle = old[head : len(old) - tail], new[head : len(new) - tail]
    parts = [
        DiffPart("same", "".join(old[:head])),
        *_aligned(old_middle, new_middle),
        DiffPart("same", "".join(old[len(old) - tail :])),
    ]
    return _tidied(parts)


def _is_open(words: Sequence[str], closer: str) -> bool:
    return words.count(_CLOSERS[closer]) > words.count(closer)


def _tokens(text: str) -> list[str]:
    """Return a text's words in order, a day such as `14. Januar` as one."""
    tokens = _TOKEN.findall(text)
    if not _ORDINAL.search(text):
        return tokens
    days = [(one.start, one.end) for one in values_of(text) if one.kind == "date"]
    joined: list[str] = []
    at = 0
    for token in tokens:
        if joined and any(start < at < end for start, end in days):
            joined[-1] += token
        else:
            joined.append(token)
        at += len(token)
    return joined


def swaps_of(before: str, after: str) -> list[tuple[str, str]]:
    """Return what took the place of what, in reading order."""
    parts = diff_words(flat(before), flat(after))
    return [
        (gone.text.strip(), new.text.strip())
        for gone, new in pairwise(parts)
        if (gone.kind, new.kind) == ("gone", "new") and gone.text.strip() and new.text.strip()
    ]


def count_common(left: Sequence[str], right: Sequence[str]) -> int:
    """Count the words, or characters, that both begin with."""
    pairs = zip(left, right, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _aligned(old: Sequence[str], new: Sequence[str]) -> list[DiffPart]:
    in_old, in_new = Counter(old), Counter(new)
    pairs = sum(count * in_new[word] for word, count in in_old.items() if not word.isspace())
    if pairs > MAX_PAIRS or len(old) * len(new) > MAX_STEPS:
        return [DiffPart("gone", "".join(old)), DiffPart("new", "".join(new))]
    # White space is everywhere: it may lengthen a match, never begin one.
    matcher = SequenceMatcher(str.isspace, old, new, autojunk=False)
    parts = []
    for tag, old_from, old_to, new_from, new_to in matcher.get_opcodes():
        if tag == "equal":
            parts.append(DiffPart("same", "".join(old[old_from:old_to])))
        else:
            parts.append(DiffPart("gone", "".join(old[old_from:old_to])))
            parts.append(DiffPart("new", "".join(new[new_from:new_to])))
    return parts


def _tidied(parts: Sequence[DiffPart]) -> tuple[DiffPart, ...]:
    """Join changes that only a space or a comma keeps apart, so that they read as one."""
    tidy: list[DiffPart] = []
    same = gone = new = ""
    for index, part in enumerate(parts):
        last = index == len(parts) - 1
        if part.kind == "gone":
            gone += part.text
        elif part.kind == "new":
            new += part.text
        elif gone and new and not last and _HOLDS_TOGETHER.fullmatch(part.text):
            gone, new = gone + part.text, new + part.text
        elif gone or new:
            tidy += _flushed(same, gone, new)
            same, gone, new = part.text, "", ""
        else:
            same += part.text
    tidy += _flushed(same, gone, new)
    return tuple(tidy)


def _flushed(same: str, gone: str, new: str) -> list[DiffPart]:
    named: tuple[tuple[DiffKind, str], ...] = (("same", same), ("gone", gone), ("new", new))
    return [DiffPart(kind, text) for kind, text in named if text]


# Say by section what changed in a note, with counts and the words that decide.

MOST_PAIRED: Final = 30
"""Lines of a side that are looked through for the line that took another's place. By hand."""
MOST_COMPARED: Final = 400
"""Characters of a line that are compared word by word. By hand: two such lines take a
millisecond."""
LEAST_SHARED: Final = 0.4
"""Share of two lines that must be the same for one to count as the other's edit; as in
`deciding_words`."""
MOST_CHARS: Final = 160
"""Of the words that are told of a section."""

Said = Iterable[tuple[SectionPath, str]]
"""Passages, each with its section."""


@dataclass(frozen=True, slots=True)
class SectionChange:
    """What changed in one section."""

    section: SectionPath
    came: int
    """Lines that stand now and did not."""
    went: int
    words: str
    """The first edit: `40 → 55`, else the first line that came or went."""


def section_changes(before: Said, after: Said) -> tuple[SectionChange, ...]:
    """Return what changed, in the order in which sections stand now, those that went last."""
    then, now = _lines(before), _lines(after)
    found = []
    for section in [*now, *(one for one in then if one not in now)]:
        old, new = then.get(section, Counter()), now.get(section, Counter())
        gone, come = [*(old - new).elements()], [*(new - old).elements()]
        if gone or come:
            words = _words(gone, come)[:MOST_CHARS]
            found.append(SectionChange(section, len(come), len(gone), words))
    return tuple(found)


def _lines(said: Said) -> Mapping[SectionPath, Counter[str]]:
    found: dict[SectionPath, Counter[str]] = {}
    for section, text in said:
        lines = found.setdefault(section, Counter())
        lines.update(line for one in text.splitlines() if (line := flat(one)))
    return found


def _words(gone: Sequence[str], come: Sequence[str]) -> str:
    old_words = [(old, frozenset(old[:MOST_COMPARED].split())) for old in gone[:MOST_PAIRED]]
    for new in come[:MOST_PAIRED] if old_words else ():
        words = frozenset(new[:MOST_COMPARED].split())
        old, _ = max(old_words, key=lambda one: len(one[1] & words))
        if said := _edit(old[:MOST_COMPARED], new[:MOST_COMPARED]):
            return said
    if come:
        return f"now also “{come[0]}”"
    return f"without “{gone[0]}”"


def _edit(old: str, new: str) -> str:
    """Return what one line says instead of the other; empty where neither is the other's edit."""
    parts = diff_words(old, new)
    same = sum(len(part.text) for part in parts if part.kind == "same")
    if same < LEAST_SHARED * max(len(old), len(new)):
        return ""
    went = " ".join(part.text.strip() for part in parts if part.kind == "gone").strip()
    came = " ".join(part.text.strip() for part in parts if part.kind == "new").strip()
    if went and came:
        return f"“{went}” → “{came}” in “{new}”"
    return f"now also “{came}” in “{new}”" if came else f"without “{went}” in “{new}”"
