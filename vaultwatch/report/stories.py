"""Group findings the way a reader thinks: one edit of one section is one story.

Pure. Twenty memories that one edit hits are one story of twenty memories, not twenty stories.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from vaultwatch.drift.model import Change, Finding, FindingKind, Mode, Quote
from vaultwatch.late_regex import late_regex
from vaultwatch.notes.model import NotePath, SectionPath

_NUMBERED = late_regex(r"(\D*)(\d{1,9}|$)")


@dataclass(frozen=True, slots=True)
class StoryPassage:
    """Findings that rest on the same words of a section, worst first."""

    kind: FindingKind
    change: Change | None
    mode: Mode
    before: Quote | None
    after: Quote | None
    also: Quote | None
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Story:
    """What happened in one section of one note, worst passage first."""

    note: NotePath | None
    section: SectionPath
    passages: tuple[StoryPassage, ...]


def tell_stories(findings: Sequence[Finding]) -> tuple[Story, ...]:
    """Return the findings by note and section, then by passage, worst first, whatever their order.

    Equal scores stand in the order of note, section and id, so that equal sets read equal.
    """
    by_place: dict[tuple[NotePath | None, SectionPath], list[Finding]] = defaultdict(list)
    for finding in sorted(findings, key=worst_first):
        by_place[finding.note, finding.section].append(finding)
    return tuple(
        Story(note, section, _passages(group)) for (note, section), group in by_place.items()
    )


def _passages(findings: Sequence[Finding]) -> tuple[StoryPassage, ...]:
    by_words: dict[object, list[Finding]] = defaultdict(list)
    for finding in findings:
        key = (
            finding.kind,
            finding.change,
            finding.mode,
            finding.before,
            finding.after,
            finding.also,
            # Of what is suspicious no words are shown: each is decided by its own place and reason.
            finding.memory_id if finding.kind == "suspicious" else None,
        )
        by_words[key].append(finding)
    return tuple(
        StoryPassage(one.kind, one.change, one.mode, one.before, one.after, one.also, tuple(group))
        for group in by_words.values()
        for one in group[:1]
    )


def worst_first(finding: Finding) -> tuple[object, ...]:
    """Return what findings are ordered by: the worst first, equal ones as people sort names."""
    section = tuple(as_people_sort(one) for one in finding.section)
    return (-finding.score, as_people_sort(finding.note or ""), section, finding.id)


def as_people_sort(name: str) -> tuple[tuple[str, int, str], ...]:
    """Return a key that puts `2` before `10`."""
    return tuple(
        (words.casefold(), int(number or 0), number) for words, number in _NUMBERED.findall(name)
    )
