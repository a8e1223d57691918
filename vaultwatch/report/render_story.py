"""Render what rests on one passage: what was believed, what the note said and says, the boxes.

Pure. Called by `render`: the worst as open items, the others a line each that unfolds, and all of
why and how sure in one folded part.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from vaultwatch.drift.findings.conditions import ASKED, OF_CHECKS
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.drift.findings.repair import why_unworded
from vaultwatch.drift.model import Finding, Quote
from vaultwatch.late_regex import late_regex
from vaultwatch.memories.stores.places import is_record, place_of_record
from vaultwatch.notes.days import day_at
from vaultwatch.notes.inline import unstruck
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.titles import title_of
from vaultwatch.report.answers import FOLDED
from vaultwatch.report.boxes import (
    INDENT,
    ReportAnswer,
    answers_to,
    block_id,
    close_comment,
    plain_label,
    render_boxes,
)
from vaultwatch.report.deciding_words import (
    TASK,
    deciding_words,
    is_edit,
    new_mark,
    same_words,
)
from vaultwatch.report.edition import split_lines
from vaultwatch.report.escape import (
    MAX_BRIEF_CHARS,
    belief_words,
    brief,
    clause,
    flat,
    memory_link,
    note_link,
    plain,
    shortened,
    shows_whole,
)
from vaultwatch.report.model import MemoryView, ReportView
from vaultwatch.report.quote import changed_cells, quote, quote_change, quote_pair
from vaultwatch.report.unlinked_names import memories_shown
from vaultwatch.report.word_diff import swaps_of
from vaultwatch.report.words import (
    OUTDATED,
    leads_of,
    verdict_of,
    what_happened,
    wish_of,
)

_NUMBERED = late_regex(r"(\D*)(\d{1,9}|$)")


def passages_of(findings: Sequence[Finding]) -> tuple[tuple[Finding, ...], ...]:
    """Return the findings by the words they rest on, worst first, whatever their order.

    Equal scores stand in the order of note, section and id, so that equal sets read equal.
    """
    by_words: dict[object, list[Finding]] = defaultdict(list)
    for one in sorted(findings, key=worst_first):
        key = (one.note, one.section, one.kind, one.change, one.mode, one.before, one.after)
        # Of what is suspicious no words are shown: each is decided by its own place and reason.
        alone = one.memory_id if one.kind == "suspicious" or one.status not in LIVE else None
        by_words[*key, one.also, alone].append(one)
    return tuple(map(tuple, by_words.values()))


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
MAX_TOLD = 10
"""Findings told in full; of the others each has a line that unfolds. As asked for."""
MAX_SAID_CHARS = 1_000
"""Of what became of an answer: a path in it stands whole. Chosen by hand."""
_ENDS = (".", "!", "?", "…", "。")
MAX_JUDGED = 110
"""Findings of which is told how they were judged. Chosen by hand: as many as are told."""


def render_passage(passage: Sequence[Finding], view: ReportView) -> str:
    """Return a passage as items of a list: what was believed, what the note says, the boxes."""
    return "\n".join(_lines(passage, view, head=""))


def render_line(passage: Sequence[Finding], view: ReportView) -> str:
    """Return a passage as one line with its quote, which unfolds to its boxes."""
    worst = passage[0]
    told = _in_words(worst, view) or what_happened(worst)
    subject = _subject(passage, view, is_link=False)
    head = f"{FOLDED}{subject}{' ' if subject.endswith(_ENDS) else ': '}{told}"
    return "\n".join([head, *(f"> {line}" for line in _lines(passage, view, head=head))])


def render_answered(finding: Finding, said: str, view: ReportView) -> str:
    """Return what stands for a finding at its place on the day it was settled."""
    memory = view.memory_of(finding) or view.forgotten.get(finding.memory_id or "")
    words = ""
    if memory is not None and finding.kind != "suspicious":
        words = shortened(belief_words(memory.belief), MAX_BRIEF_CHARS)
    path = memory.path if memory is not None else finding.note
    title = title_of(path or NotePath("A memory"))
    words, said = words or brief(title), said.replace(f"“{title}”", "it")  # it is named once
    return f"- ✓ {words.removesuffix('.')}: {clause(said, MAX_SAID_CHARS)}"


def _lines(passage: Sequence[Finding], view: ReportView, *, head: str) -> list[str]:
    """Return a passage's items; `head` told its words already, unless it is empty."""
    worst = passage[0]
    told = "" if head else _in_words(worst, view)
    if len(passage) > 1 and worst.note is not None:
        lines = [] if head else [f"{_subject(passage, view)}: {told}"]
        items = [(one, _item(one, view, "")) for one in passage[:MAX_MEMORIES]]
    else:
        lines, items = [], [(one, _item(one, view, told, is_short=bool(head))) for one in passage]
    for one, item in items[:MAX_MEMORIES]:
        anchor = f" ^{block_id(one.id)}" if block_id(one.id) else ""
        lines += [f"- {item}{anchor}", *_below(one, view)]
    if len(passage) > MAX_MEMORIES:
        lines.append(f"- and {len(passage) - MAX_MEMORIES} more: `vaultwatch findings --open`")
    return lines


def _item(finding: Finding, view: ReportView, told: str, *, is_short: bool = False) -> str:
    """Return the line that names a finding's memory and says what its note says."""
    memory = view.memory_of(finding)
    if is_short:
        place_ = _where(finding, view)
        named = memory_link(memory) if memory is not None else _nameless(finding)
        return f"{named}{f' in {place_}' if place_ and memory is not None else ''}"
    subject = _subject((finding,), view)
    if not told:
        return subject
    return f"{subject} {told}" if subject.endswith("**") else f"{subject}: {told}"


def _subject(passage: Sequence[Finding], view: ReportView, *, is_link: bool = True) -> str:
    """Return what a passage is told of: never the words of a memory that may be an attack."""
    worst = passage[0]
    memory = view.memory_of(worst)
    if len(passage) > 1 and worst.note is not None:
        return f"**{len(passage)} memories**"
    if memory is None or worst.kind == "claimed":
        return _nameless(worst)
    record = place_of_record(memory.path)
    if worst.kind == "suspicious":  # what is suspicious is not repeated where agents may read
        is_named = is_link or record is not None
        return memory_link(memory) if is_named else brief(title_of(memory.path))
    words = belief_words(memory.belief)
    if not is_link:
        return shortened(words, MAX_BRIEF_CHARS)
    if record is None and not memory.block and shows_whole(words):
        return f"**{note_link(memory.path, words)}**"
    named = "" if record is not None else f" ({memory_link(memory)})"
    return f"**{shortened(words, MAX_BRIEF_CHARS)}**{named}"


def _nameless(finding: Finding) -> str:
    """Return what a finding without a memory at hand is called."""
    if finding.kind == "claimed":
        return f"Are they yours, `{finding.passage[:8]}`? Memory files say that you said so."
    if finding.kind == "unlinked" and finding.note is not None:
        return f"{brief(title_of(finding.note))}, named without a link"
    if finding.kind == "duplicate":
        return "Said twice"
    if finding.kind == "proposal" and finding.before is not None and not finding.before.text:
        return "A procedure"
    if finding.memory_id:
        return f"Memory {brief(finding.memory_id)}"
    return (
        note_link(finding.note, section=finding.section) if finding.note else "A memory by itself"
    )


def _in_words(worst: Finding, view: ReportView) -> str:
    """Return where something is told, what was said there and what is now; else what is wrong."""
    if worst.kind in {"claimed", "unlinked"} or (worst.kind == "duplicate" and worst.after):
        return ""  # told where it is answered
    told = _quotes(worst) if worst.kind not in ASKED else ""
    happened = [] if worst.change == "broken_link" and worst.reasons else [what_happened(worst)]
    told = told or ": ".join([*happened, *_reasons(worst)[:1]])
    is_placed = worst.kind not in ASKED and worst.memory_id is not None
    where = [_where(worst, view), _line(worst)] if is_placed else []
    return ": ".join(filter(None, [", ".join(filter(None, where)), told]))


def _where(finding: Finding, view: ReportView) -> str:
    """Return a link to where a finding's words stand."""
    words = finding.after or finding.before
    note, section = finding.note, finding.section
    if words is not None and words.note is not None:
        note, section = words.note, words.section
    if note is None:
        return ""
    if note in view.gone_notes:
        return f"{brief(note)}, which is gone"
    return note_link(note, section=section)


def _line(finding: Finding) -> str:
    words = finding.after or finding.before
    return f"line {words.line}" if words is not None and words.line > 0 else ""


def _quotes(worst: Finding) -> str:  # noqa: PLR0911 - one a case
    """Return what to quote; what still stands is not struck."""
    before, after = worst.before, worst.after
    if before is None:
        return "" if after is None else _from_the_first(worst, after)
    if after is None:
        told = f"said {quote(before.text)}"
        return told if worst.change == "broken_link" else f"{told}, **now nothing like it**"
    mark = new_mark(before, after)
    is_same = same_words(before, after) if mark else flat(before.text) == flat(after.text)
    if is_same:  # a task, or what moved: its words stand
        words = TASK.sub("", before.text, count=1)
        return f"**{mark or 'the same words now stand here:'}** {quote(words)}"
    if mark and is_edit(worst):
        return f"**{mark}** {quote_change(*(TASK.sub('', one.text) for one in (before, after)))}"
    if is_edit(worst):
        return quote_change(*changed_cells(before.text, after.text))
    then, now = quote(before.text), quote_pair(before.text, after.text)[1]
    if worst.change == "status" and (left := unstruck(after.text)) != after.text:
        return f"**struck out** {then}, **behind it** {quote(left)}"
    if worst.kind in OF_CHECKS:
        return f"it says {then}, **here** {quote(after.text)}"
    if worst.kind == "scope_break":
        scope, where = plain(flat(before.text)), plain(flat(after.text))
        return f"it is for {scope}, and was given to agents {where}"
    if worst.kind == "contradiction":
        return f"one memory says {then}, **another** {now}"
    lead, lead_now = leads_of(worst)
    now = quote(after.text) if worst.is_added else now
    return f"{lead} {then}, **{lead_now}** {now}"


def _from_the_first(worst: Finding, after: Quote) -> str:
    """Return the words of a note that never said what the memory says, their value marked."""
    if worst.change != "never_agreed":
        return f"**now** {quote(after.text)}"
    swaps = swaps_of(worst.repair.before, worst.repair.after) if worst.repair is not None else []
    if len(swaps) == 1 and after.text.count(swaps[0][1]) == 1:
        old, new = swaps[0]
        return f"says {quote_pair(after.text.replace(new, old), after.text)[1]}"
    return f"says {quote(after.text)}"


def _below(finding: Finding, view: ReportView) -> list[str]:
    """Return the lines of a finding's item below its first."""
    said = view.said_of(block_id(finding.id))
    return [
        *([f"{INDENT}- {plain(flat(said))}"] if said else []),
        *render_proposal(finding),
        *_of_record(finding, view),
        *_doubled(finding),
        *([f"{INDENT}- {SAY_SCOPE}"] if finding.kind == "scope_break" else []),
        *_claimed(finding, view),
        *render_naming(finding),
        *_naming(finding, view),
        *_fell_silent(finding),
        *render_boxes(finding),
        *_by_hand(finding, view),
        *render_remark(finding),
    ]


def render_judged(findings: Sequence[Finding], view: ReportView) -> str:
    """Return why each finding is told, folded: the worst in full, and what a shell does about it.

    A finding's first line is what the palette plugin reads too.
    """
    if not findings:
        return ""
    told = list[str]()
    for at, one in enumerate(findings[:MAX_JUDGED]):
        told += _reason_of(one, view, is_full=at < MAX_TOLD)
    if len(findings) > MAX_JUDGED:
        told.append(f"- and {len(findings) - MAX_JUDGED} more: `vaultwatch findings explain`")
    usable = [one for one in findings if SAFE_ID.fullmatch(one.id)]
    if usable:
        likewise = "; for another, put its id there" if len(usable) > 1 else ""
        told += ["", f"In a terminal, in the vault's folder, for `{usable[0].id}`{likewise}:", ""]
        told += [f"- {means} (`{what}`)" for means, what in commands_for(usable[0])]
    head = "[!info]- Why each is told, and how to answer in a terminal"
    return "\n".join(f"> {line}".rstrip() for line in (head, *told))


def _reason_of(finding: Finding, view: ReportView, *, is_full: bool) -> list[str]:
    """Return why a finding is told; in full with what else may be meant. Its quotes stand above."""
    memory = view.memory_of(finding)
    named = memory_link(memory) if memory is not None else _nameless(finding)
    id_ = f" `{finding.id}`" if SAFE_ID.fullmatch(finding.id) else ""
    seen = ", acknowledged" if finding.status == "acknowledged" else ""
    head = f"- {named}{id_}, since {day_at(finding.first_seen).isoformat()}{seen}: "
    if finding.proof == "word":  # what rules made of it counts no more
        return [f"{head}a person said that it is outdated."]
    words = deciding_words(finding, view.belief_of(finding))
    if not is_full:
        return [head + ", ".join(filter(None, [words, _line(finding)])) + "."]
    why = what_happened(finding)
    why = f"{why[:1].lower()}{why[1:]}"
    same = "the note said " + words.replace("**", "").replace(" → ", ", now ")
    reasons = [one for one in _reasons(finding) if one != same]
    if finding.memory_id is not None and finding.kind in OUTDATED:
        why, reasons = ", ".join(filter(None, [why, verdict_of(finding)])), reasons[:1]
    told = [f"{'; '.join([why, *reasons])}."]
    if finding.mode == "cold" and finding.note and finding.change != "never_agreed":
        told.append("Weaker evidence: no earlier state of the note is known.")
    also = finding.also if finding.kind in OUTDATED else None
    meant = [f"{INDENT}- Or this is meant: {quote(also.text)}"] if also is not None else []
    return [head + " ".join(told), *meant]


def _reasons(finding: Finding) -> list[str]:
    return [brief(one.rstrip(".")) for one in finding.reasons]


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
    return [f"{INDENT}- {memory_link(one)}: {quote(one.belief)}" for one in named if one]


def _of_record(finding: Finding, view: ReportView) -> list[str]:
    """Return where a store's record is to be changed: by its person alone."""
    memory = view.memory_of(finding)
    record = place_of_record(memory.path) if memory is not None else None
    if record is None or finding.kind == "suspicious":
        return []
    where = f"line {record.line} of {brief(record.path)} in the store {brief(record.store)}"
    return [f"{INDENT}- {CHANGE_RECORD.format(where=where)}"]


def _fell_silent(finding: Finding) -> list[str]:
    """Return what the boxes ask where the note of a memory no longer speaks of it."""
    if finding.speakers is None or finding.change == "broken_link":
        return []
    now = (
        "Its note no longer speaks of it" if finding.after is None else "Another line stands there"
    )
    return [f"{INDENT}- {now}. If it is still true, who says so?"]


def _by_hand(finding: Finding, view: ReportView) -> list[str]:
    """Return why no wording is offered, and where the memory is corrected by hand."""
    memory = view.memory_of(finding)
    is_told = finding.kind in OUTDATED and finding.repair is None and finding.speakers is None
    if memory is None or not is_told or place_of_record(memory.path) is not None:
        return []
    edit = note_link(memory.path, "edit the memory")
    return [
        f"{INDENT}- No wording to offer: {why_unworded(finding, memory.belief)}. By hand: {edit}."
    ]


def _of_claim(memory: MemoryView) -> str:
    claimed = f", as a claim: “{plain(flat(memory.claim))}”" if memory.claim else ""
    return f"{claimed}, with {plain(flat(memory.beside))}" if memory.beside else claimed


def render_remark(finding: Finding) -> list[str]:
    """Return what a person wrote under the finding, verbatim, as a quote within its item."""
    if not finding.remark.strip():
        return []
    return [f"{INDENT}> {line}".rstrip() for line in split_lines(close_comment(finding.remark))]


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


_SHELL: Final[Mapping[ReportAnswer, str]] = {
    "apply": "findings apply {id}",
    "true": 'findings verify {id} --why "..."',
    "here": 'findings verify {id} --why "..."',
    "unverified": 'findings verify {id} --unverified --why "..."',
    "dismiss": "findings dismiss {id}",
    "forget": "memory forget {memory}",
    "activate": "review accept {id}",
    "keep": "review accept --beside {id}",
    "reject": "review drop {id}",
    "leave": "review drop {id}",
}
"""What a shell does about a finding for each of its boxes."""


def commands_for(finding: Finding) -> tuple[tuple[str, str], ...]:
    """Return what can be done about a finding: (what it means, the command)."""
    memory = finding.memory_id or ""
    # An id that a person gave may hold what a shell acts on: then the link to the memory serves.
    has_memory = bool(SAFE_ID.fullmatch(memory)) and not is_record(memory)
    is_asked = finding.kind in ASKED
    told = [("Correct it", "memory edit {memory}")] if has_memory and not is_asked else []
    for answer in answers_to(finding):
        words = _SHELL.get(answer, "")
        if words and (has_memory or answer != "forget"):
            words = _SHELL["activate"] if is_asked and answer == "apply" else words
            told.append((plain_label(finding, answer), words))
    told += [] if is_asked else [("Seen, later", "findings acknowledge {id}")]
    return tuple(
        (means, f"vaultwatch {words.format(id=finding.id, memory=memory)}") for means, words in told
    )
