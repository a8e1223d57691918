"""Render one story: a section that changed, what it said, what it says, whom it concerns.

Pure. Called by `render` for every story.
"""

import re
from collections.abc import Sequence

from vaultwatch.drift.conditions import ASKED
from vaultwatch.drift.model import Finding, Quote
from vaultwatch.notes.titles import title_of
from vaultwatch.report.boxes import INDENT, block_id, close_comment, render_boxes
from vaultwatch.report.edition import split_lines
from vaultwatch.report.escape import (
    brief,
    clause,
    flat,
    link_texts,
    link_words,
    note_link,
    place,
    plain,
)
from vaultwatch.report.model import MemoryView, ReportView
from vaultwatch.report.quote import quote, quote_change, quote_pair
from vaultwatch.report.stories import Story, StoryPassage
from vaultwatch.report.words import OUTDATED, chance_in_words, what_happened

MAX_MEMORIES = 50
"""Memories named under one passage; the rest are counted. Chosen by hand."""
MAX_REASONS = 3
MAX_EXPLAINED = 8

_SAFE_ID = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,62}[A-Za-z0-9_])?")
"""What may stand in a command as it is: no shell reads anything into it."""


def render_story(story: Story, view: ReportView) -> list[str]:
    """Return the blocks of one story: its heading, then a callout and its memories a passage."""
    if story.note is None:
        blocks = ["### A memory by itself"]
    else:
        blocks = [f"### {brief(place(story.note, story.section))}"]
    for passage in story.passages:
        blocks += [
            _callout(story, passage, view),
            _memories(passage.findings, view),
        ]
    return blocks


def _callout(story: Story, passage: StoryPassage, view: ReportView) -> str:
    worst = passage.findings[0]
    mark = "info" if worst.kind == "moved" else "warning"
    paragraphs = [f"[!{mark}] {what_happened(worst)}{_chance(passage.findings)}"]
    if story.note is not None:
        paragraphs[0] += f"\n> {_where(story, view)}"
    if worst.kind not in ASKED:  # told where it is answered
        paragraphs += _disagreement(passage) or _quotes(passage)
    if worst.reasons:
        *others, last = worst.reasons[:MAX_REASONS]
        reasons = "; ".join([*(brief(reason.rstrip(".")) for reason in others), clause(last)])
        paragraphs.append(f"Why: {reasons}")
    if passage.mode == "cold" and story.note is not None:
        paragraphs.append("Weaker evidence: no earlier state of the note is known.")
    paragraphs += _explained(passage)
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
        return f"In {brief(story.note)}, which is gone."
    return f"In {note_link(story.note, section=story.section)}"


def _disagreement(passage: StoryPassage) -> list[str]:
    """Return what two memories say that contradict each other; nothing of another finding."""
    if passage.kind != "contradiction" or passage.before is None or passage.after is None:
        return []
    one, other = quote_pair(passage.before.text, passage.after.text)
    return [f"**One memory**: {one}", f"**Another**: {other}"]


def _quotes(passage: StoryPassage) -> list[str]:
    before, after = passage.before, passage.after
    if before is not None and after is not None:
        if flat(before.text) == flat(after.text):  # a ticked task, or moved: its words stand
            return [f"**The same words**{_line(after)}: {quote(after.text)}", *_or(passage)]
        then, now = quote_pair(before.text, after.text)
        # The old line still stands where a later one overrides it.
        now_label = "Now also" if passage.change == "superseded" else "Now"
        told = [f"**Then**{_line(before)}: {then}", f"**{now_label}**{_line(after)}: {now}"]
        return [*told, *_or(passage)]
    if before is not None and passage.change == "broken_link":
        return [f"**Then**{_line(before)}: {quote(before.text)}"]
    if before is not None:
        return [f"**Then**{_line(before)}: {quote(before.text)}", "**Now:** nothing like it."]
    if after is not None:
        return [f"**Now**{_line(after)}: {quote(after.text)}", *_or(passage)]
    return []


def _or(passage: StoryPassage) -> list[str]:
    """Return the second passage that may be meant; none where one stands out."""
    also = passage.also
    return [f"**Or**{_line(also)}: {quote(also.text)}"] if also is not None else []


def _line(words: Quote) -> str:
    where = [f"in {note_link(words.note, section=words.section)}"] if words.note else []
    where += [f"line {words.line}"] if words.line > 0 else []
    return f" ({', '.join(where)})" if where else ""


def _memories(findings: Sequence[Finding], view: ReportView) -> str:
    lines: list[str] = []
    for finding in findings[:MAX_MEMORIES]:
        lines += [_memory_line(finding, view), *render_repair(finding), *render_proposal(finding)]
        lines += _claimed(finding, view)
        lines += [*render_boxes(finding), *render_remark(finding)]
    if len(findings) > MAX_MEMORIES:
        lines.append(f"- and {len(findings) - MAX_MEMORIES} more: `vaultwatch findings --open`")
    return "\n".join(lines)


def _memory_line(finding: Finding, view: ReportView) -> str:
    since = f"since {finding.first_seen.date().isoformat()}"
    if _SAFE_ID.fullmatch(finding.id):
        since += f", `{finding.id}`"
    memory = view.memories.get(finding.memory_id) if finding.memory_id else None
    anchor = f" ^{block_id(finding.id)}" if block_id(finding.id) else ""
    if finding.kind == "claimed":
        return f"- Are they yours, `{finding.passage[:8]}`? {since}{anchor}"
    if memory is None:
        named = f"Memory {brief(finding.memory_id)}" if finding.memory_id else "The note itself"
        return f"- {named}, {since}{anchor}"
    named = f"- Memory {note_link(memory.path)}, {since}"
    # The link says the belief already; what is suspicious is not repeated where agents may read.
    if _is_title(memory) or finding.kind == "suspicious":
        return f"{named}{anchor}"
    return f"{named}: {quote(link_words(memory.belief))}{anchor}"


def render_repair(finding: Finding) -> list[str]:
    """Return the suggested wording as a line of the finding's item; none where there is none."""
    if finding.repair is None:
        return []
    before, after = link_words(finding.repair.before), link_words(finding.repair.after)
    lines = [f"{INDENT}- Suggested wording: {quote_change(before, after)}"]
    olds, news = link_texts(finding.repair.before), link_texts(finding.repair.after)
    if olds == news:
        return lines
    pairs = zip(olds, news, strict=False)
    links = dict.fromkeys(f"{plain(new)} for {plain(old)}" for old, new in pairs if old != new)
    return [*(lines if before != after else []), f"{INDENT}- Suggested link: {'; '.join(links)}"]


def render_proposal(finding: Finding) -> list[str]:
    """Return what an agent proposes as a line of the finding's item, whole: it is agreed to."""
    if finding.kind != "proposal" or finding.before is None:
        return []
    wish = "to put it away"
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


def _of_claim(memory: MemoryView) -> str:
    return f", as a claim: “{plain(flat(memory.claim))}”" if memory.claim else ""


def _explained(passage: StoryPassage) -> list[str]:
    """Return a folded callout within the passage's own: how the score of its worst came about."""
    worst = passage.findings[0]
    if not worst.explained:
        return []
    whose = "" if len(passage.findings) == 1 else ", for the first of these memories"
    lines = [f"> [!info]- How this was judged{whose}"]
    lines += [f"> - {plain(one)}" for one in worst.explained[:MAX_EXPLAINED]]
    return ["\n> ".join(lines)]


def _is_title(memory: MemoryView) -> bool:
    def words(text: str) -> list[str]:
        return re.findall(r"\w+", text.casefold())

    return words(title_of(memory.path)) == words(link_words(memory.belief))


def render_remark(finding: Finding) -> list[str]:
    """Return what a person wrote under the finding, verbatim, as a quote within its item."""
    if not finding.remark.strip():
        return []
    return [f"{INDENT}> {line}".rstrip() for line in split_lines(close_comment(finding.remark))]


def render_commands(findings: Sequence[Finding]) -> str:
    """Return a folded callout with the commands for the first finding, ready to copy."""
    usable = [one for one in findings if _SAFE_ID.fullmatch(one.id)]
    if not usable:
        return ""
    lines = [f"> [!tip]- The same from a shell, in the vault's folder, for `{usable[0].id}`"]
    lines += [f"> - {purpose}: `{command}`" for purpose, command in commands_for(usable[0])]
    if len(usable) > 1:
        lines += [">", "> The others likewise, each by its own id."]
    return "\n".join(lines)


def commands_for(finding: Finding) -> tuple[tuple[str, str], ...]:
    """Return what can be done about a finding: (what it means, the command)."""
    memory_id = finding.memory_id or ""
    about_memory = (
        ("Correct it", f"vaultwatch memory edit {memory_id}"),
        ("It is over", f"vaultwatch memory forget {memory_id}"),
    )
    suggested: tuple[tuple[str, str], ...] = ()
    if finding.repair is not None:
        means = "Write the new link" if finding.kind == "moved" else "Apply the suggested wording"
        suggested = ((means, f"vaultwatch findings apply {finding.id}"),)
    if finding.kind == "proposal":
        return (
            ("Do what is proposed", f"vaultwatch review apply {finding.id}"),
            ("Leave it as it is", f"vaultwatch review leave {finding.id}"),
        )
    if finding.kind == "claimed":
        return (
            ("They are mine", f"vaultwatch review activate {finding.id}"),
            ("Leave them as reported", f"vaultwatch review leave {finding.id}"),
        )
    if finding.kind in {"suspicious", "contradiction"}:
        decisions = (
            ("Let it hold", f"vaultwatch review activate {finding.id}"),
            ("Keep both", f"vaultwatch review keep {finding.id}"),
            ("Put it away", f"vaultwatch review reject {finding.id}"),
        )
        return tuple(one for one in decisions if one[0] != "Keep both" or finding.note is not None)
    about_finding = (
        *suggested,
        ("It is still true", f'vaultwatch findings verify {finding.id} --why "..."'),
        ("False alarm", f"vaultwatch findings dismiss {finding.id}"),
        ("Seen, later", f"vaultwatch findings acknowledge {finding.id}"),
    )
    # An id that a person gave may hold what a shell acts on: then the link to the memory serves.
    return (about_memory if _SAFE_ID.fullmatch(memory_id) else ()) + about_finding
