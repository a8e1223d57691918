"""The boxes under a finding: what a person can answer with a tick, and how a tick is read.

Pure. `render_story` writes them, `answers` reads them back, whatever a person or an editor did to
the line around the block id.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import Final, Literal, TypeAlias

from vaultwatch.drift.model import Finding, FindingKind
from vaultwatch.late_regex import late_regex
from vaultwatch.memories.stores.places import is_record
from vaultwatch.notes.model import NotePath
from vaultwatch.report.escape import belief_words, link_texts, note_link, plain
from vaultwatch.report.quote import quote_change

ReportAnswer: TypeAlias = Literal[
    "apply",
    "true",
    "there1",
    "there2",
    "there3",
    "here",
    "unverified",
    "dismiss",
    "outdated",
    "forget",
    "activate",
    "keep",
    "reject",
    "leave",
    "refuse",
    "sure",
]

LABELS: dict[ReportAnswer, str] = {
    "apply": "Apply the suggested wording",
    "true": "Still true",
    "there1": "Still true, and another note says so",
    "there2": "Still true, and another note says so",
    "there3": "Still true, and another note says so",
    "here": "Still true, and the note says so in other words",
    "unverified": "Still true, though no note says so",
    "dismiss": "False alarm: dismiss",
    "outdated": "Outdated",
    "forget": "Forget the memory",
    "activate": "Let it hold",
    "keep": "Keep both",
    "reject": "Put it away",
    "leave": "Leave it as it is",
    "refuse": "Refuse all of them",
    "sure": "Yes",
}
_LABELS_OF: dict[FindingKind, dict[ReportAnswer, str]] = {
    "proposal": {**LABELS, "apply": "Do what is proposed"},
    "claimed": {**LABELS, "activate": "They are mine", "leave": "Leave them as reported"},
    "moved": {**LABELS, "apply": "Write the new link"},
    "contradiction": {
        **LABELS,
        "activate": "This one holds, the other stands back",
        "reject": "Put this one away",
    },
    "suspicious": {**LABELS, "dismiss": "Leave it out of recall"},
    "duplicate": {**LABELS, "dismiss": "They may stay"},
    "unlinked": {**LABELS, "apply": "Link them", "dismiss": "Leave them as they are"},
    "scope_break": {**LABELS, "dismiss": "It may be used there"},
    "ambiguous": {**LABELS, "dismiss": "Either will do"},
}
_OF_RECORDS: dict[FindingKind, tuple[ReportAnswer, ...]] = {
    "suspicious": ("activate", "dismiss"),
    "contradiction": ("dismiss",),
    "duplicate": ("dismiss",),
}
"""To those kinds, of a store's record: it is put away and changed in its own file alone."""
THERE: Final[tuple[ReportAnswer, ...]] = ("there1", "there2", "there3")
"""The notes that may say what a memory says, likeliest first."""
_ANSWERS: dict[FindingKind, tuple[ReportAnswer, ...]] = {
    "suspicious": ("activate", "reject"),
    "contradiction": ("activate", "keep", "reject"),
    "proposal": ("apply", "leave"),
    "claimed": ("activate", "leave"),
    "stale": ("true", "dismiss", "forget"),
    "unverifiable": ("true", "dismiss", "forget"),
    "unlinked": ("apply", "dismiss"),
    "ambiguous": ("dismiss",),
}
"""To those kinds that say nothing of a note."""
INDENT = "    "
"""Puts a line into the finding's list item."""

_BLOCK_ID = late_regex(r"[A-Za-z0-9-]{1,64}")
"""What Obsidian takes as a block id."""
_BOX = late_regex(
    r"(?P<lead>(?:> ?)?\s*(?:[-*+]|\d{1,9}[.)])\s+\[)(?P<mark>[ xX]{0,3}|.)\](?P<words>.*)",
    re.DOTALL,
)
"""A hand that ticks on a keyboard leaves `[ x]` and `[x ]` too."""
_NAMED = late_regex(
    rf"(?<!\\)\^(?P<finding>[A-Za-z0-9-]{{1,64}}?)-(?P<answer>{'|'.join(LABELS)})(?![A-Za-z0-9-])"
)
_NAMES_NOTE = late_regex(r"^Still true: .* says so")
_APPLIES = ("Use this", "Write this")
"""Begins the box of a suggested wording, and of a link alone."""
_DONE = late_regex(
    r"[\u2705\u274c]\ufe0f?\s?\d{4}-\d\d-\d\d|[\[(]completion::\s?[^\[\]()]{0,40}[\])]"
)
"""The date that Obsidian's plugins Tasks and Dataview put behind a task as it is ticked."""


@dataclass(frozen=True, slots=True)
class Box:
    """One box as it stands in the report."""

    finding: str
    """The finding's block id."""
    answer: ReportAnswer
    mark: str
    """What stands in it, without spaces."""
    words: str
    """What a person wrote into the line, ours left out."""

    @property
    def is_ticked(self) -> bool:
        """Whether it is ticked for sure: `-` and `/` are other people's marks."""
        return _is_tick(self.mark)


def block_id(finding_id: str) -> str:
    """Return the block id of a finding; empty where Obsidian would take none."""
    anchor = finding_id.replace("_", "-")
    return anchor if _BLOCK_ID.fullmatch(anchor) else ""


def answers_to(finding: Finding) -> tuple[ReportAnswer, ...]:
    """Return the answers that make sense: without a memory there is none to update or forget.

    A wording can be applied only where one is suggested.
    """
    if finding.outcome == "in_doubt":
        return ("outdated", "true")
    if finding.memory_id is None and finding.kind not in {"claimed", "unlinked"}:
        return ("dismiss",)
    if is_record(finding.memory_id):
        return _answers_of_record(finding)
    asked = _ANSWERS.get(finding.kind)
    if asked is not None:
        return asked
    if finding.note is None:  # about the memory alone: nothing it could still be true of
        return ("dismiss", "forget")
    suggested: tuple[ReportAnswer, ...] = ("apply",) if finding.repair is not None else ()
    is_moved = finding.kind == "moved"
    ways = ("true", "dismiss") if is_moved else (*_still_true(finding), "dismiss", "forget")
    return (*suggested, *ways)


def _answers_of_record(finding: Finding) -> tuple[ReportAnswer, ...]:
    """Return the answers that write nothing: a record of a store is only read."""
    asked = _OF_RECORDS.get(finding.kind)
    if asked is not None:
        return asked
    if finding.note is None:
        return ("dismiss",)
    return ("true", "dismiss") if finding.kind == "moved" else (*_still_true(finding), "dismiss")


def _still_true(finding: Finding) -> tuple[ReportAnswer, ...]:
    """Return the boxes for *still true*; where its note no longer speaks of it, by which note."""
    if finding.speakers is None:
        return ("true",)
    here: tuple[ReportAnswer, ...] = () if finding.change == "broken_link" else ("here",)
    return (*THERE[: len(finding.speakers)], *here, "unverified")


def speaker_of(finding: Finding, answer: ReportAnswer) -> NotePath | None:
    """Return the note that an answer names as the one that says so; None where it names none."""
    if answer == "here":
        return finding.note
    speakers = finding.speakers or ()
    at = THERE.index(answer) if answer in THERE else len(speakers)
    return speakers[at] if at < len(speakers) else None


def label_of(finding: Finding, answer: ReportAnswer) -> str:
    """Return what stands at a box: of another note its name."""
    if answer in THERE and (note := speaker_of(finding, answer)) is not None:
        return f"Still true: {note_link(note)} says so"
    if answer == "apply" and finding.repair is not None:
        return f"{_APPLIES[finding.kind == 'moved']} {repair_words(finding)}"
    return plain_label(finding, answer)


def plain_label(finding: Finding, answer: ReportAnswer) -> str:
    """Return what an answer is called, without a note's or memory's words."""
    return _LABELS_OF.get(finding.kind, LABELS)[answer]


def repair_words(finding: Finding, words: Callable[[str], str] = belief_words) -> str:
    """Return what a suggested wording changes; empty where there is none.

    A tick agrees to these words and no others. Reports of older versions hold them by `link_words`.
    """
    if finding.repair is None:
        return ""
    before, after = finding.repair.before, finding.repair.after
    olds, news = link_texts(before), link_texts(after)
    pairs = zip(olds, news, strict=False)
    links = dict.fromkeys(f"{plain(new)} for {plain(old)}" for old, new in pairs if old != new)
    rests = [
        reduce(lambda text, one: text.replace(one, ""), *both)
        for both in ((olds, before), (news, after))
    ]
    is_wording = not links or rests[0] != rests[1]
    told = [f"wording: {quote_change(*map(words, (before, after)))}"] if is_wording else []
    told += [f"link: {'; '.join(links)}"] if links else []
    return ", and ".join(told)


def render_boxes(finding: Finding) -> list[str]:
    """Return one task a line; none for an id that cannot name them."""
    anchor = block_id(finding.id)
    if not anchor:
        return []
    return [
        f"{INDENT}- [ ] {label_of(finding, one)} ^{anchor}-{one}" for one in answers_to(finding)
    ]


def render_box(finding_id: str, answer: ReportAnswer) -> str:
    """Return one box of a finding by itself; empty for an id that cannot name it."""
    anchor = block_id(finding_id)
    return f"{INDENT}- [ ] {LABELS[answer]} ^{anchor}-{answer}" if anchor else ""


def render_digest(digest: str) -> str:
    """Return what marks in the report just what was shown, beside a box that answers for it."""
    return f"`{digest[:8]}`"


def render_box_as(said: str, anchor: str, answer: ReportAnswer, *, is_ticked: bool = False) -> str:
    """Return a box at the left edge that says something of its own."""
    return f"- [{'x' if is_ticked else ' '}] {said} ^{anchor}-{answer}"


@dataclass(frozen=True, slots=True)
class TaskLine:
    """A line that is a task, whosever it is."""

    is_ticked: bool
    words: str


def _is_tick(mark: str) -> bool:
    return bool(mark) and not mark.strip("xX")


def read_task(line: str) -> TaskLine | None:
    """Return the task that a line holds, in a quotation too."""
    task = _BOX.match(line)
    return TaskLine(_is_tick(task["mark"].strip()), task["words"]) if task is not None else None


def unmarked(line: str) -> str:
    """Return a line whose box, if it is one, is empty."""
    task = _BOX.match(line)
    return f"{task['lead']} ]{task['words']}" if task is not None else line


def read_box(line: str) -> Box | None:
    """Return the box of ours that a line holds."""
    task = _BOX.match(line)
    named = _NAMED.search(task["words"]) if task else None
    if task is None or named is None:
        return None
    answer = next(one for one in LABELS if one == named["answer"])
    before = task["words"][: named.start()].strip()
    after = _NAMED.sub("", task["words"][named.end() :]).strip()
    for label in (one[answer] for one in (LABELS, *_LABELS_OF.values())):
        before = before.removeprefix(label).strip()
    if answer in THERE:
        before = _NAMES_NOTE.sub("", before).strip()
    words = without_date(f"{before} {after}")
    return Box(named["finding"], answer, task["mark"].strip(), words)


def without_date(words: str) -> str:
    """Return words without the date that a plugin puts behind a task as it is ticked."""
    return _DONE.sub("", words).strip()


def close_comment(text: str) -> str:
    """Return a person's words so that a comment they left open hides nothing of ours."""
    return text if text.count("%%") % 2 == 0 else f"{text} %%"
