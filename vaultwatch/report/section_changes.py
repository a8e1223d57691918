"""Say by section what changed in a note, with counts and the words that decide.

Pure; called by `services.records.changes` with what the index held of a note and what it holds now.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from vaultwatch.notes.model import SectionPath
from vaultwatch.report.escape import flat
from vaultwatch.report.word_diff import diff_words

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
