"""Render one story: a section that changed, what it said, what it says, whom it concerns.

Pure. Called by `render` for every story. What a reader must see stands open, in nine lines at
most for one memory; why and how sure is folded.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from vaultwatch.drift.findings.conditions import ASKED, NOT_AGAINST, OF_CHECKS
from vaultwatch.drift.model import Change, Finding, FindingKind, Mode, Quote
from vaultwatch.late_regex import late_regex
from vaultwatch.memories.stores.places import is_record, place_of_record
from vaultwatch.notes.days import day_at
from vaultwatch.notes.model import NotePath, SectionPath
from vaultwatch.notes.titles import title_of
from vaultwatch.report.answers import FOLDED
from vaultwatch.report.boxes import (
    INDENT,
    block_id,
    close_comment,
    label_of,
    render_boxes,
)
from vaultwatch.report.deciding_words import deciding_words, is_edit, new_mark
from vaultwatch.report.edition import split_lines
from vaultwatch.report.escape import (
    brief,
    clause,
    flat,
    link_texts,
    link_words,
    memory_link,
    note_link,
    place,
    plain,
    shortened,
)
from vaultwatch.report.model import MemoryView, ReportView
from vaultwatch.report.quote import quote, quote_change, quote_pair
from vaultwatch.report.unlinked_names import memories_shown
from vaultwatch.report.words import OUTDATED, chance_in_words, what_happened, wish_of

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


MAX_MEMORIES = 50
"""Memories named under one passage; the rest are counted. Chosen by hand."""
MAX_DOUBLES = 5
"""Records that say what stands elsewhere, told in full. Chosen by hand: the rest is one command
away."""
MAX_REASONS = 3
MAX_EXPLAINED = 8
MAX_HEADING_CHARS = 90
"""A heading of a memory's words. Chosen by hand: one line of a note's usual width."""

_MILD: Final[frozenset[FindingKind]] = (NOT_AGAINST - ASKED) | {"contradicted_by_check"}
"""Kinds that are told without a warning."""


def render_story(story: Story, view: ReportView) -> list[str]:
    """Return the blocks of one story: what was said then and is now, and its memories.

    A passage that one memory rests on is told under the memory's words, another under its place.
    """
    blocks = []
    for passage in story.passages:
        blocks += [
            f"### {_heading(story, passage, view)}",
            _then_and_now(story, passage, view),
            _callout(story, passage),
            _memories(passage.findings, view),
        ]
    return [block for block in blocks if block]


def render_folded(note: NotePath | None, findings: Sequence[Finding], view: ReportView) -> str:
    """Return findings of one note folded away: a line and the boxes each."""
    title = brief(title_of(note)) if note is not None else "Memories by themselves"
    lines = []
    for finding in findings:
        line = _memory_line(finding, view, is_told=False)
        head, anchor = line.rsplit(" ^", 1) if " ^" in line else (line, "")
        said = f"{head}: {deciding_words(finding, view.belief_of(finding))}"
        lines += [f"{said} ^{anchor}" if anchor else said, *_below(finding, view)]
    return "\n".join([f"{FOLDED}{title}: {len(findings)} more", *(f"> {line}" for line in lines)])


def _heading(story: Story, passage: StoryPassage, view: ReportView) -> str:
    """Return what a story stands under: never the words of a memory that may be an attack."""
    first = passage.findings[0]
    memory = view.memories.get(first.memory_id) if first.memory_id else None
    if len(passage.findings) > 1 and story.note is not None:
        return f"{brief(place(story.note, story.section))}: {len(passage.findings)} memories"
    if memory is not None and first.kind not in ASKED and first.kind != "suspicious":
        return shortened(link_words(memory.belief), MAX_HEADING_CHARS)
    if memory is not None:
        record = place_of_record(memory.path)
        store = f" of the store {brief(record.store)}" if record is not None else ""
        return f"{brief(title_of(memory.path))}{store}"
    if story.note is not None:
        return brief(place(story.note, story.section))
    return "Memory files" if first.kind == "claimed" else "A memory by itself"


def _then_and_now(story: Story, passage: StoryPassage, view: ReportView) -> str:
    """Return what the note said and says: one line where that is an edit of it, else two."""
    worst = passage.findings[0]
    if worst.kind in ASKED | {"duplicate", "unlinked"}:  # told where it is answered
        return ""
    where = _where(story, view)
    told = _quotes(passage, worst)
    if worst.repair is not None or passage.after is None:  # a finding takes nine lines
        told = [" ".join(told)] if told else []
    return "\\\n".join([": ".join(filter(None, [where, *told[:1]])), *told[1:]])


def _quotes(passage: StoryPassage, worst: Finding) -> list[str]:  # noqa: PLR0911 - one a case
    """Return what to quote, a line each; what still stands is not struck."""
    before, after = passage.before, passage.after
    if before is None:
        return [] if after is None else [f"**now**{_line(after)} {quote(after.text)}"]
    if after is None:
        told = [f"**then**{_line(before)} {quote(before.text)}"]
        return told if worst.change == "broken_link" else [*told, "**Now** nothing like it"]
    mark = new_mark(before, after)
    if mark or flat(before.text) == flat(after.text):  # a task, or what moved: its words stand
        words = after.text[len("[x] ") :] if mark else after.text
        return [f"**{mark or 'the same words'}**{_line(after)} {quote(words)}"]
    if is_edit(worst):
        return [quote_change(before.text, after.text) + _line(after)]
    then, now = quote(before.text), quote_pair(before.text, after.text)[1]
    if passage.kind in OF_CHECKS:
        return [f"**It says** {then}", f"**Here** {quote(after.text)}"]
    if passage.kind == "scope_break":
        scope, where = plain(flat(before.text)), plain(flat(after.text))
        return [f"**It is for** {scope}, and was given to agents {where}"]
    if passage.kind == "contradiction":
        return [f"**One memory** {then}", f"**Another** {now}"]
    return [f"**then**{_line(before)} {then}", f"**Now**{_line(after)} {now}"]


def _callout(story: Story, passage: StoryPassage) -> str:
    """Return what is folded: how sure this is, why, and the second passage that may be meant."""
    worst = passage.findings[0]
    mark = "info" if worst.kind in _MILD else "warning"
    paragraphs = [f"[!{mark}]- {what_happened(worst)}{_chance(passage.findings)}"]
    if worst.reasons:
        *others, last = worst.reasons[:MAX_REASONS]
        reasons = "; ".join([*(brief(reason.rstrip(".")) for reason in others), clause(last)])
        is_of_all = len({one.reasons for one in passage.findings}) == 1
        whose = "" if is_of_all else ", for the first of these memories"
        paragraphs.append(f"Why{whose}: {reasons}")
    if passage.mode == "cold" and story.note is not None:
        paragraphs.append("Weaker evidence: no earlier state of the note is known.")
    if passage.also is not None:
        also = passage.also
        paragraphs.append(f"What may be meant too{_line(also)}: {quote(also.text)}")
    if worst.explained:
        paragraphs.append("\n> ".join(_explained(passage)))
    if ids := [f"`{one.id}`" for one in passage.findings if SAFE_ID.fullmatch(one.id)]:
        paragraphs.append(f"In a shell: {', '.join(ids[:MAX_MEMORIES])}")
    return "\n>\n".join(f"> {paragraph}" for paragraph in paragraphs)


def _chance(findings: Sequence[Finding]) -> str:
    memories = {one.memory_id for one in findings} - {None}
    if not memories or findings[0].kind not in OUTDATED:
        return ""
    whose = "the memory is" if len(memories) == 1 else f"{len(memories)} memories are"
    return f": {whose} {chance_in_words(findings[0].score)} outdated"


def _where(story: Story, view: ReportView) -> str:
    if story.note is None:
        return ""
    if story.note in view.gone_notes:
        return f"{brief(story.note)}, which is gone"
    return note_link(story.note, section=story.section)


def _line(words: Quote) -> str:
    where = [f"in {note_link(words.note, section=words.section)}"] if words.note else []
    where += [f"line {words.line}"] if words.line > 0 else []
    return f" ({', '.join(where)})" if where else ""


def _memories(findings: Sequence[Finding], view: ReportView) -> str:
    lines: list[str] = []
    is_told = len(findings) == 1 and findings[0].kind not in ASKED
    for finding in findings[:MAX_MEMORIES]:
        lines += [_memory_line(finding, view, is_told=is_told), *_below(finding, view)]
    if len(findings) > MAX_MEMORIES:
        lines.append(f"- and {len(findings) - MAX_MEMORIES} more: `vaultwatch findings --open`")
    return "\n".join(lines)


def _below(finding: Finding, view: ReportView) -> list[str]:
    """Return the lines of a finding's item below its first."""
    return [
        *render_repair(finding),
        *render_proposal(finding),
        *_of_record(finding, view),
        *_doubled(finding),
        *_of_scope(finding),
        *_claimed(finding, view),
        *render_naming(finding),
        *_naming(finding, view),
        *_fell_silent(finding),
        *render_boxes(finding),
        *render_remark(finding),
    ]


def _memory_line(finding: Finding, view: ReportView, *, is_told: bool) -> str:
    """Return the line that names a finding's memory; with its words, unless a heading told them."""
    since = f"since {day_at(finding.first_seen).isoformat()}"
    memory = view.memories.get(finding.memory_id) if finding.memory_id else None
    anchor = f" ^{block_id(finding.id)}" if block_id(finding.id) else ""
    if finding.kind == "claimed":
        return f"- Are they yours, `{finding.passage[:8]}`? {since}{anchor}"
    if memory is None:
        named = f"Memory {brief(finding.memory_id)}" if finding.memory_id else "The note itself"
        if finding.kind == "duplicate":
            named = "Said twice"
        if finding.kind == "unlinked":
            named = "Link the name there"
        return f"- {named}, {since}{anchor}"
    told = "" if is_told or _is_title(memory) else f": {quote(link_words(memory.belief))}"
    # What is suspicious is not repeated where agents may read.
    told = "" if finding.kind == "suspicious" else told
    return f"- Memory {memory_link(memory)}, {since}{told}{anchor}"


def _is_title(memory: MemoryView) -> bool:
    def words(text: str) -> list[str]:
        return re.findall(r"\w+", text.casefold())

    return words(title_of(memory.path)) == words(link_words(memory.belief))


def render_repair(finding: Finding) -> list[str]:
    """Return the suggested wording as a line of the finding's item; none where there is none."""
    if finding.repair is None:
        return []
    before, after = link_words(finding.repair.before), link_words(finding.repair.after)
    olds, news = link_texts(finding.repair.before), link_texts(finding.repair.after)
    pairs = zip(olds, news, strict=False)
    links = dict.fromkeys(f"{plain(new)} for {plain(old)}" for old, new in pairs if old != new)
    told = [f"wording: {quote_change(before, after)}"] if before != after or not links else []
    told += [f"link: {'; '.join(links)}"] if links else []
    return [f"{INDENT}- Suggested {', and '.join(told)}"]


def render_proposal(finding: Finding) -> list[str]:
    """Return what is proposed as a line of the finding's item, whole: it is agreed to."""
    if finding.kind != "proposal" or finding.before is None:
        return []
    wish = plain(wish_of(finding))
    if finding.after is not None:
        wish = f"“{plain(flat(finding.after.text))}”"  # links as written: they may differ
    return [f"{INDENT}- Proposed, `{finding.passage[:8]}`: {wish}"]


def _claimed(finding: Finding, view: ReportView) -> list[str]:
    """Return the memories that one answer is about, a line each, whole: they are agreed to."""
    if finding.kind != "claimed" or finding.after is None:
        return []
    named = [view.memories.get(id_) for id_ in finding.after.text.split("\n")]
    if finding.memory_id is not None:  # too long
        return [f"{INDENT}- {note_link(one.path)}: read it there first." for one in named if one]
    return [
        f"{INDENT}- {note_link(one.path)}: “{plain(flat(one.belief))}”{_of_claim(one)}"
        for one in named
        if one
    ]


def render_naming(finding: Finding) -> list[str]:
    """Return what one answer links, by its digest, as a line of the finding's item."""
    if finding.kind != "unlinked":
        return []
    return [f"{INDENT}- Its name gets a link in these, `{finding.passage[:8]}`, nothing else:"]


def _naming(finding: Finding, view: ReportView) -> list[str]:
    """Return the memories that would be linked, a line each."""
    named = map(view.memories.get, memories_shown(finding))
    return [
        f"{INDENT}- {memory_link(one)}: {quote(link_words(one.belief))}" for one in named if one
    ]


def _of_record(finding: Finding, view: ReportView) -> list[str]:
    """Return where a store's record is to be changed: by its person alone."""
    memory = view.memories.get(finding.memory_id) if finding.memory_id else None
    record = place_of_record(memory.path) if memory is not None else None
    if record is None or finding.kind == "suspicious":
        return []
    where = f"line {record.line} of {brief(record.path)} in the store {brief(record.store)}"
    return [f"{INDENT}- {CHANGE_RECORD.format(where=where)}"]


def _of_scope(finding: Finding) -> list[str]:
    """Return what can be done about a memory that is used where it is not meant for."""
    return [f"{INDENT}- {SAY_SCOPE}"] if finding.kind == "scope_break" else []


def _fell_silent(finding: Finding) -> list[str]:
    """Return what the boxes ask where the note of a memory no longer speaks of it."""
    if finding.speakers is None or finding.change == "broken_link":
        return []
    return [f"{INDENT}- Its note no longer speaks of it. If it is still true, who says so?"]


def _of_claim(memory: MemoryView) -> str:
    claimed = f", as a claim: “{plain(flat(memory.claim))}”" if memory.claim else ""
    return f"{claimed}, with {plain(flat(memory.beside))}" if memory.beside else claimed


def _explained(passage: StoryPassage) -> list[str]:
    """Return how the score of a passage's worst finding came about, a line each."""
    worst = passage.findings[0]
    whose = "" if len(passage.findings) == 1 else ", for the first of these memories"
    lines = [f"How this was judged{whose}:"]
    return [*lines, *(f"- {plain(one)}" for one in worst.explained[:MAX_EXPLAINED])]


def render_remark(finding: Finding) -> list[str]:
    """Return what a person wrote under the finding, verbatim, as a quote within its item."""
    if not finding.remark.strip():
        return []
    return [f"{INDENT}> {line}".rstrip() for line in split_lines(close_comment(finding.remark))]


def render_commands(findings: Sequence[Finding]) -> str:
    """Return a folded callout with the commands for the first finding, ready to copy."""
    usable = [one for one in findings if SAFE_ID.fullmatch(one.id)]
    if not usable:
        return ""
    lines = [f"> [!tip]- The same from a shell, in the vault's folder, for `{usable[0].id}`"]
    lines += [f"> - {purpose}: `{command}`" for purpose, command in commands_for(usable[0])]
    if len(usable) > 1:
        lines += [">", "> The others likewise, each by its own id."]
    return "\n".join(lines)


def _doubled(finding: Finding) -> list[str]:
    """Return what is said twice, a line each, and what can be done."""
    if finding.kind != "duplicate" or finding.after is None:
        return []
    lines = split_lines(finding.after.text)
    shown = [f"{INDENT}- {brief(line)}" for line in lines[:MAX_DOUBLES]]
    if len(lines) > MAX_DOUBLES:
        more = f"`vaultwatch findings show {finding.id}`"
        shown.append(f"{INDENT}- and {len(lines) - MAX_DOUBLES} more: {more}")
    return [*shown, f"{INDENT}- {KEEP_ONE}"]


SAY_SCOPE = (
    "If it holds there too, take `machine` or `repository` out of its note; if not, say in its "
    "words where it holds, or forget it."
)
"""The way out where a memory is used out of its scope."""
KEEP_ONE = (
    "Keep each where you look for it; take the others out of their files, or "
    "`vaultwatch stores propose`."
)
"""The way out where records say the same."""
CHANGE_RECORD = (
    "Another tool's file, not written by itself: change {where}, or `vaultwatch stores propose`."
)
"""The way out of a finding on a store's record."""


# Say what can be done about a finding from a shell: told in the report under the first of each.

SAFE_ID = late_regex(r"[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,62}[A-Za-z0-9_])?")
"""What may stand in a command as it is: no shell reads anything into it."""


def _commands_for_record(finding: Finding) -> tuple[tuple[str, str], ...]:
    """Return what can be done about a finding on a store's record from here."""
    if finding.kind == "suspicious":
        return (
            ("Let it hold", f"vaultwatch review accept {finding.id}"),
            ("Leave it out of recall", f"vaultwatch findings dismiss {finding.id}"),
        )
    true = ("It is still true", f'vaultwatch findings verify {finding.id} --why "..."')
    return (
        *((true,) if finding.kind == "memory_drift" else ()),
        ("False alarm", f"vaultwatch findings dismiss {finding.id}"),
        ("Seen, later", f"vaultwatch findings acknowledge {finding.id}"),
    )


def _about_several(finding: Finding) -> tuple[tuple[str, str], ...]:
    """Return what can be done about records that stand elsewhere too, or names without a link."""
    if finding.kind == "unlinked":
        return (
            ("Link them", f"vaultwatch findings apply {finding.id}"),
            ("Leave them as they are", f"vaultwatch findings dismiss {finding.id}"),
            ("Seen, later", f"vaultwatch findings acknowledge {finding.id}"),
        )
    return (
        ("See them all", f"vaultwatch findings show {finding.id}"),
        ("They may stay", f"vaultwatch findings dismiss {finding.id}"),
        ("Seen, later", f"vaultwatch findings acknowledge {finding.id}"),
    )


def commands_for(finding: Finding) -> tuple[tuple[str, str], ...]:  # noqa: PLR0911 - one a kind
    """Return what can be done about a finding: (what it means, the command)."""
    memory_id = finding.memory_id or ""
    if is_record(memory_id):
        return _commands_for_record(finding)
    about_memory = (
        ("Correct it", f"vaultwatch memory edit {memory_id}"),
        ("It is over", f"vaultwatch memory forget {memory_id}"),
    )
    suggested: tuple[tuple[str, str], ...] = ()
    if finding.repair is not None:
        means = "Write the new link" if finding.kind == "moved" else "Apply the suggested wording"
        suggested = ((means, f"vaultwatch findings apply {finding.id}"),)
    if finding.kind in {"duplicate", "unlinked"}:
        return _about_several(finding)
    if finding.kind in {"scope_break", "ambiguous"}:
        return (
            *(about_memory if SAFE_ID.fullmatch(memory_id) else ()),
            (label_of(finding, "dismiss"), f"vaultwatch findings dismiss {finding.id}"),
            ("Seen, later", f"vaultwatch findings acknowledge {finding.id}"),
        )
    if finding.kind == "proposal":
        return (
            ("Do what is proposed", f"vaultwatch review accept {finding.id}"),
            ("Leave it as it is", f"vaultwatch review drop {finding.id}"),
        )
    if finding.kind == "claimed":
        return (
            ("They are mine", f"vaultwatch review accept {finding.id}"),
            ("Leave them as reported", f"vaultwatch review drop {finding.id}"),
        )
    if finding.kind in {"suspicious", "contradiction"}:
        decisions = (
            ("Let it hold", f"vaultwatch review accept {finding.id}"),
            ("Keep both", f"vaultwatch review accept --beside {finding.id}"),
            ("Put it away", f"vaultwatch review drop {finding.id}"),
        )
        return tuple(one for one in decisions if one[0] != "Keep both" or finding.note is not None)
    about_finding = (
        *suggested,
        ("It is still true", f'vaultwatch findings verify {finding.id} --why "..."'),
        ("False alarm", f"vaultwatch findings dismiss {finding.id}"),
        ("Seen, later", f"vaultwatch findings acknowledge {finding.id}"),
    )
    # An id that a person gave may hold what a shell acts on: then the link to the memory serves.
    return (about_memory if SAFE_ID.fullmatch(memory_id) else ()) + about_finding
