"""Render the report note: what no longer holds, where, since when, and what to do.

Pure: the same view gives the same bytes. Everything a note or memory said passes `escape` on its
way in; `services.exchange.publishing` writes the result.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, zip_longest
from typing import Final

from vaultwatch.drift.model import Finding, FindingKind
from vaultwatch.late_regex import late_regex
from vaultwatch.notes.days import day_at
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.titles import title_of
from vaultwatch.report.answers import ACKNOWLEDGED, IN_DOUBT, JUDGED, LIKELY, LOOK_AT, REMARKS
from vaultwatch.report.boxes import (
    INDENT,
    block_id,
    close_comment,
    render_box,
    render_box_as,
    render_boxes,
    render_check_boxes,
    render_digest,
)
from vaultwatch.report.by_file import FileFindings, files_of, render_file
from vaultwatch.report.deciding_words import deciding_words
from vaultwatch.report.edition import render_properties, stamped
from vaultwatch.report.escape import (
    brief,
    clause,
    flat,
    link_words,
    memory_link,
    note_link,
    place,
    plain,
)
from vaultwatch.report.flags import UNKNOWN_FLAGS
from vaultwatch.report.groups import Group, groups_of
from vaultwatch.report.model import (
    LEAST_GROUPED,
    MemoryView,
    ReadAnswer,
    ReportView,
    TwoReadings,
    UncitedMemory,
    WaitingAgent,
)
from vaultwatch.report.quote import quote
from vaultwatch.report.render_story import (
    render_commands,
    render_folded,
    render_remark,
    render_story,
    tell_stories,
    worst_first,
)
from vaultwatch.report.store_patch import render_offers
from vaultwatch.report.weeks import render_weeks
from vaultwatch.report.words import OUTDATED, counted, in_brief, what_happened

MAX_TOLD = 25
"""Passages told in full where there are no more."""
TOLD_OF_MORE = 20
"""Of more than those, how many; the weaker ones are folded by note. Measured: sixty findings then
take 10.5 screens of 900 pixels, with 25 they took 12.2."""
MAX_FOLDED = 100
"""Findings folded away; the rest are counted. Chosen by hand: nobody reads on, and the note opens
fast on a phone."""
TOLD_OF_HAND, MAX_WAITING = 4, 10
"""Of what waits from one hand, and from all, how much is told; the rest is counted. By hand: what
programs leave to be decided fills two screens, whatever names they give themselves."""
LISTED: frozenset[FindingKind] = frozenset({"ambiguous"})
"""Kinds that are told in a list of their own: nothing is known to be wrong."""

HOW_TO_ANSWER = (
    "Tick a box and save: vaultwatch answers within seconds while `vaultwatch run` is running, "
    "else at the next scan. What you write under a memory is kept."
)


def render_report(view: ReportView) -> str:
    """Return the whole report note, ending in one line feed."""
    told = [one for one in view.findings if one.kind not in LISTED]
    open_ones = sorted((one for one in told if one.status == "open"), key=worst_first)
    known = [one for one in told if one.status == "acknowledged"]
    summary = _summary(view, open_ones, known)
    groups = groups_of(open_ones, view.path_of)
    counted_alone = _counted_alone(view.waiting)
    open_ones = [one for one in open_ones if one.id not in counted_alone]
    known = [one for one in known if one.id not in counted_alone]
    blocks = [
        "# Drift report",
        summary,
        f"> [!info] {plain(view.notice)}" if view.notice else "",
        render_table(open_ones, view),
        render_chart(open_ones) if view.draws_chart else "",
        render_groups(groups, view.asked),
        HOW_TO_ANSWER if view.findings or view.suggested or view.offers or view.doubts else "",
        *_outcomes(view),
        *_waiting(view),
        *_lanes(view, open_ones),
        *_stories(view, known, ACKNOWLEDGED),
        render_commands([*_as_told(open_ones), *_as_told(known)]),
        *render_suggested(view),
        *render_offers(view.offers),
        *_inbox(view),
        *_unspoken(view),
        *_half_spoken(view),
        *_uncited(view, counted_alone),
        *_unknown_flags(view),
        *render_ambiguous(view),
        *_troubles(view),
        *_conflicts(view),
        *render_doubts(view),
        render_readings(view),
        _closed(view),
        render_weeks(view.weeks),
        *([f"## {REMARKS}", close_comment(view.remarks)] if view.remarks.strip() else []),
    ]
    body = "\n\n".join(block for block in blocks if block) + "\n"
    return stamped(f"{render_properties(view.looked_on, view.properties)}\n\n{body}")


def _lanes(view: ReportView, open_ones: Sequence[Finding]) -> Iterator[str]:
    """Yield the stories, those that are shown first, then those that somebody read, then likely."""
    for lane in (LOOK_AT, JUDGED, LIKELY):
        yield from _stories(view, [one for one in open_ones if _lane_of(one) == lane], lane)


def _lane_of(finding: Finding) -> str:
    return {"likely": LIKELY, "judged": JUDGED}.get(finding.outcome, LOOK_AT)


def _summary(view: ReportView, open_ones: Sequence[Finding], known: Sequence[Finding]) -> str:
    counts = view.counts
    looked = (
        f"Looked on {view.looked_on.isoformat()} at {counted(counts.notes, 'note')}: "
        f"{counts.current} of {counted(counts.comparisons, 'comparison')} "
        f"{'finds' if counts.current == 1 else 'find'} the memory still true."
        f"{_apart(view, open_ones)}"
    )
    if not counts.memories and not view.findings:
        return f"**There is no memory yet.** {looked}"
    outdated = [one for one in open_ones if one.kind in OUTDATED]
    # Other findings speak against no memory, and are still something to look at.
    if outdated:
        lead = f"**{_outdated(view, outdated)}**"
        if len({one.memory_id for one in outdated} - {None}) != len(open_ones):
            lead = f"{_to_look_at(view, open_ones)}: {lead.strip('*')}"
    elif open_ones:
        lead = _to_look_at(view, open_ones)
    elif known:
        lead = "**Nothing new is wrong**"
    else:
        return f"{_all_well(view)} {looked}"
    new = sum(day_at(one.first_seen) == view.looked_on for one in open_ones)
    told = f", {new} new that day" if new else ""
    told += f", {counted(len(known), 'finding')} acknowledged" if known else ""
    return f"{lead}{told}. {looked}"


def _outdated(view: ReportView, outdated: Sequence[Finding]) -> str:
    """Count the memories that are shown to be outdated, and those that are likely so."""
    parts, of = [], f" of {counted(view.counts.memories, 'memory')}"
    told: set[str | None] = set()
    for lane, how in ((LOOK_AT, ""), (JUDGED, " as read"), (LIKELY, " likely")):
        hit = {one.memory_id for one in outdated if _lane_of(one) == lane} - told
        told |= hit
        if hit:
            verb = "matches its notes" if len(hit) == 1 else "match their notes"
            parts.append(f"{len(hit)}{of}{how} no longer {verb}")
            of = " more"
    return ", ".join(parts)


def _to_look_at(view: ReportView, open_ones: Sequence[Finding]) -> str:
    """Count what the table below tells, and its rows where some tell of several."""
    together = sum(len(one.findings) - 1 for one in files_of(open_ones, view.path_of))
    rows = f", in {counted(len(open_ones) - together, 'row')}" if together else ""
    return f"**{counted(len(open_ones), 'finding')} to look at**{rows}"


def _all_well(view: ReportView) -> str:
    """Say that nothing drifted, and what nobody could look at."""
    unsure = [
        (len(view.uncited), "memory not compared", "memories not compared"),
        (len(view.ambiguous), "link or path read in two ways", "links or paths read in two ways"),
        (len(view.troubles), "place that could not be read", "places that could not be read"),
        (len(view.unknown_flags), "memory flagged elsewhere", "memories flagged elsewhere"),
        (len(view.conflicts), "copy that a sync left", "copies that a sync left"),
        (len(view.doubts) + view.more_doubts, "memory in doubt", "memories in doubt"),
    ]
    counted = [f"{count:,} {one if count == 1 else many}" for count, one, many in unsure if count]
    if not counted:
        return "**Nothing is wrong.**"
    return f"**Nothing has drifted.** Not checked: {', '.join(counted)}; see below."


def _apart(view: ReportView, open_ones: Sequence[Finding]) -> str:
    """Say how many memories their notes never supported."""
    denied = len({one.memory_id for one in open_ones if one.change == "never_agreed"})
    told = ""
    if denied:
        whose = "its note" if denied == 1 else "their notes"
        told += f" {counted(denied, 'memory')} said otherwise than {whose} from the first."
    if silent := view.counts.silent:
        it = "it" if silent == 1 else "them"
        verb = "cites a note that doesn't" if silent == 1 else "cite notes that don't"
        told += f" {counted(silent, 'memory')} {verb} speak of {it}."
    return told


def _outcomes(view: ReportView) -> list[str]:
    lines = (f"- {one.on.isoformat()}: {plain(flat(one.said))}" for one in view.outcomes)
    return listed("Your answers", "", lines)


def _counted_alone(waiting: Sequence[WaitingAgent]) -> frozenset[str]:
    """Return what waits and is not told: each hand has its turn, and none more than its part."""
    turns = zip_longest(*(one.findings[:TOLD_OF_HAND] for one in waiting))
    told = [id_ for turn in turns for id_ in turn if id_ is not None]
    return frozenset(id_ for one in waiting for id_ in one.findings) - {*told[:MAX_WAITING]}


def _waiting(view: ReportView) -> list[str]:
    many = [one for one in view.waiting if one.count >= LEAST_GROUPED]
    lines = [
        f"- {_of_hand(one)} ({render_digest(one.digest)}).\n{render_box(one.findings[0], 'refuse')}"
        for one in many
    ]
    rest = len(_counted_alone(view.waiting))
    if len(lines) > MAX_WAITING:
        lines[MAX_WAITING:] = [f"- and {len(lines) - MAX_WAITING} more hands"]
    if rest:
        lines.append(f"- Not told below: {rest:,} of what waits. `vaultwatch review` has all.")
    return listed("Much waits from one hand", "", lines)


def _of_hand(one: WaitingAgent) -> str:
    if one.name:
        return f"{counted(one.count, 'wish')} of the agent {brief(one.name)}"
    return f"{counted(one.count, 'memory file')} that we did not write"


def _stories(view: ReportView, findings: Sequence[Finding], heading: str) -> list[str]:
    files = files_of(findings, view.path_of)
    in_files = {one.id for file in files for one in file.findings}
    stories = tell_stories([one for one in findings if one.id not in in_files])
    if not findings:
        return []
    blocks = [f"## {heading}"]
    most = MAX_TOLD if sum(len(one.passages) for one in stories) <= MAX_TOLD else TOLD_OF_MORE
    told = 0
    rest: list[Finding] = []
    for story in stories:
        found = [one for passage in story.passages for one in passage.findings]
        if told >= most:
            rest += found
            continue
        blocks += render_story(story, view)
        told += len(story.passages)
    shown = rest[:MAX_FOLDED]
    notes = dict.fromkeys(one.note for one in shown)
    blocks += [render_folded(n, [one for one in shown if one.note == n], view) for n in notes]
    if len(rest) > MAX_FOLDED:
        more = counted(len(rest) - MAX_FOLDED, "finding")
        blocks.append(f"And {more} more: `vaultwatch findings --open`.")
    for file in files[:MAX_LISTED]:  # below what notes say: a check ranks below drift
        blocks += render_file(file, view.path_of)
    return blocks


def _as_told(findings: Sequence[Finding]) -> list[Finding]:
    stories = tell_stories(findings)
    return [one for story in stories for passage in story.passages for one in passage.findings]


def _inbox(view: ReportView) -> list[str]:
    if view.inbox is None:
        return []
    waits = "sentence waits" if view.inbox.count == 1 else "sentences wait"
    note = note_link(view.inbox.path)
    lead = f"{view.inbox.count} {waits} in {note}, for you to keep or drop."
    if view.inbox.is_persons:
        lead = f"{view.inbox.count} {waits}: `vaultwatch review` lists them; {note} is yours."
    return listed("Said in sessions", lead, (f"- {brief(one)}" for one in view.inbox.newest))


def _unspoken(view: ReportView) -> list[str]:
    lead = "Name the note that says it, or leave them: they rest on it once it speaks of them."
    return listed("Cited notes that don't speak of it", lead, _reasons(view.unspoken))


def _half_spoken(view: ReportView) -> list[str]:
    lead = "What else these memories say holds, and they count as still true."
    return listed("Unverified in part", lead, _reasons(view.half_spoken))


def _uncited(view: ReportView, besides: Collection[str]) -> list[str]:
    lead = "Nothing to hold these memories against."
    waiting = {one.memory_id for one in view.findings if one.id in besides}
    asked = [one for one in view.uncited if one.memory_id not in waiting]
    return listed("Not compared", lead, _reasons(asked))


def _reasons(memories: Sequence[UncitedMemory]) -> Iterator[str]:
    for one in sorted(memories, key=lambda one: (one.memory.path, one.memory_id)):
        yield f"- {note_link(one.memory.path)}: {clause(one.reason)}"


def _unknown_flags(view: ReportView) -> list[str]:
    lines = (f"- {note_link(path)} {UNKNOWN_FLAGS}" for path in sorted(view.unknown_flags))
    return listed("Flags from elsewhere", "", lines)


def _troubles(view: ReportView) -> list[str]:
    ordered = sorted(view.troubles, key=lambda one: (one.note, one.trouble.line, one.trouble.kind))
    lines = (
        f"- {note_link(one.note)}, line {one.trouble.line}: {clause(one.trouble.message)}"
        for one in ordered
    )
    return listed("Notes read only in part", "", lines)


def _conflicts(view: ReportView) -> list[str]:
    lines = (f"- {note_link(NotePath(path))}" for path in sorted(view.conflicts))
    advice = (
        "These are not looked at. Merge what each holds into its note, then delete it. One that is "
        "a note of its own is looked at once it says more of its own, or has another name."
    )
    return listed("Copies that a sync left", advice, lines)


def _closed(view: ReportView) -> str:
    """Return what was settled in the last days, folded, a line each."""

    def line(one: Finding) -> str:
        memory = view.memories.get(one.memory_id) if one.memory_id else None
        day = f" on {day_at(one.closed_at).isoformat()}" if one.closed_at else ""
        why = f": {clause(one.why)}" if one.why else "."
        happened = what_happened(one)
        said = f"- {named_memory(memory, one.note)} ({happened.lower()}), {one.status}{day}{why}"
        return "\n".join([said, *render_remark(one)])

    if not view.recently_closed:
        return ""
    lines = [f"[!done]- Settled this week: {len(view.recently_closed)}"]
    for one in view.recently_closed:
        lines += line(one).split("\n")
    return "\n".join(f"> {one}" for one in lines)


def render_chart(findings: Sequence[Finding]) -> str:
    """Return a fenced pie of the findings by what happened, most first.

    Empty where all are of one sort: a disc of one colour tells nothing.
    """
    counts = Counter(what_happened(finding) for finding in findings)
    if len(counts) < 2:  # noqa: PLR2004  # fewer than two slices
        return ""
    slices = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    lines = [f'    "{label}" : {count}' for label, count in slices]
    return "\n".join(["```mermaid", "pie showData", "    title What changed", *lines, "```"])


# Render what a reader sees first: all open findings in one table, and what settles several.

MAX_ROWS = 100
"""Findings that have a row; the rest are counted. Chosen by hand: nobody reads on."""
LEAST_COUNTED = 5
"""Findings from which on they are counted by what changed. Chosen by hand."""
_LINK = late_regex(r"\[\[[^\[\]]*\]\]")
"""A link of ours: no words of others hold two brackets that are not escaped."""


def render_table(findings: Sequence[Finding], view: ReportView) -> str:
    """Return a row a finding: memory, what changed, since when, and a link to where it is told.

    Args:
        findings: worst first.
        view: what the report is made of.
    """
    if not findings:
        return ""
    lines = ["| Memory | What changed | Since | |", "| --- | --- | --- | --- |"]
    rows = [*_rows(findings, view)]
    lines += rows[:MAX_ROWS]
    blocks = ["\n".join(lines)]
    if len(rows) > MAX_ROWS:
        blocks.append(f"And {len(rows) - MAX_ROWS:,} more: `vaultwatch findings --open`.")
    if len(findings) >= LEAST_COUNTED and (counted := _counted(findings)):
        blocks.append(counted)
    return "\n\n".join(blocks)


def render_groups(groups: Sequence[Group], asked: Collection[str]) -> str:
    """Return a box a group; below one that was ticked, the box that asks once more."""
    lines = []
    for one in groups:
        is_asked = one.anchor in asked
        lines.append(render_box_as(one.said, one.anchor, one.answer, is_ticked=is_asked))
        if is_asked:
            sure = f"Yes, all {len(one.findings)}"
            lines.append(f"{INDENT}{render_box_as(sure, one.anchor, 'sure')}")
    return "\n".join(lines)


def _rows(findings: Sequence[Finding], view: ReportView) -> Iterator[str]:
    """Yield a row a finding; one for all of a file that are told together."""
    files = {one.id: file for file in files_of(findings, view.path_of) for one in file.findings}
    told: set[str] = set()
    for one in findings:
        file = files.get(one.id)
        if file is None:
            yield _row(one, view)
        elif one.id not in told:
            told |= {each.id for each in file.findings}
            yield _file_row(file)


def _file_row(file: FileFindings) -> str:
    since = day_at(min(one.first_seen for one in file.findings)).isoformat()
    anchor = block_id(file.findings[0].id)
    settle = f"[[#^{anchor}\\|settle]]" if anchor else ""
    return f"| {_cell(file.name)} | {file.count} | {since} | {settle} |"


_SURE: Final[Mapping[str, str]] = {"likely": "likely: ", "judged": "as read: "}
"""How sure a row is where nothing shows it."""


def _row(finding: Finding, view: ReportView) -> str:
    anchor = block_id(finding.id)
    settle = f"[[#^{anchor}\\|settle]]" if anchor else ""
    since = day_at(finding.first_seen).isoformat()
    words = deciding_words(finding, view.belief_of(finding))
    words = f"{_SURE[finding.outcome]}{words}" if finding.outcome in _SURE else words
    return f"| {_memory(finding, view)} | {_cell(words)} | {since} | {settle} |"


def _memory(finding: Finding, view: ReportView) -> str:
    memory = view.memories.get(finding.memory_id) if finding.memory_id else None
    if memory is not None:
        return _cell(memory_link(memory))
    if finding.memory_id:
        return brief(finding.memory_id)
    return brief(place(finding.note, ())) if finding.note else "Memory files"


def _cell(text: str) -> str:
    """Return running text with the bar of its links escaped, as a table asks."""
    return _LINK.sub(lambda match: match[0].replace("|", "\\|"), text)


def _counted(findings: Sequence[Finding]) -> str:
    counts = Counter(in_brief(one) for one in findings)
    if len(counts) == 1:
        return ""
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{words}: {count}" for words, count in ordered) + "."


MAX_LISTED = 50
"""Lines of each other list. Chosen by hand."""


def render_suggested(view: ReportView) -> list[str]:
    """Return the few checks that a person is asked about; unanswered they stay silent."""

    def lines() -> Iterator[str]:
        for one in view.suggested:
            named = named_memory(view.memories.get(one.memory_id))
            said = f"{quote(link_words(one.words))}, read as {brief(one.said)}; here, "
            head = f"- {named}: {said}{brief(one.found)}."
            anchor = block_id(one.id)
            yield "\n".join([f"{head} ^{anchor}", *render_check_boxes(one.id)]) if anchor else head

    return listed("Is it meant so?", "Nothing is told of these until you say so.", lines())


def render_ambiguous(view: ReportView) -> list[str]:
    """Return what can be read in two ways, a line and a box a memory."""

    def told(one: TwoReadings) -> str:
        named = [note_link(path, path.removesuffix(".md")) for path in one.notes]
        named += [brief(place) for place in one.places]
        return f"{brief(one.said)} may mean {' or '.join(named)}"

    def lines() -> Iterator[str]:
        asked = {one.memory_id: one for one in view.findings if one.kind == "ambiguous"}
        ordered = sorted(view.ambiguous, key=lambda one: (one.memory_id, one.said))
        for memory_id, group in groupby(ordered, key=lambda one: one.memory_id):
            said = f"- {named_memory(view.memories.get(memory_id))}: {'; '.join(map(told, group))}."
            finding = asked.get(memory_id)
            if finding is None or not block_id(finding.id):
                yield said
                continue
            below = [*render_boxes(finding), *render_remark(finding)]
            yield "\n".join([f"{said} ^{block_id(finding.id)}", *below])

    advice = "Write the path into the link, or the whole path, to say which is meant."
    return listed("Read in two ways", advice, lines())


def render_doubts(view: ReportView) -> list[str]:
    """Return what is asked about, a line each: the belief, what its note said and says now."""

    def told(one: Finding) -> str:
        said = [f"- {named_memory(view.memories.get(one.memory_id or ''), one.note)}: "]
        said[0] += quote(link_words(view.belief_of(one)))
        said += [f"then {quote(one.before.text)}"] if one.before is not None else []
        now = "now nothing like it"
        if one.after is not None:
            place = note_link(one.after.note or one.note or NotePath(""), section=one.section)
            now = f"now {quote(one.after.text)} ({place}, line {one.after.line})"
        return ", ".join([*said, now])

    def lines() -> Iterator[str]:
        for one in view.doubts:
            below = [*render_boxes(one), *render_remark(one)]
            anchor = f" ^{block_id(one.id)}" if block_id(one.id) else ""
            yield "\n".join([f"{told(one)}{anchor}", *below])
        if view.more_doubts:
            yield f"- and {view.more_doubts:,} more: `vaultwatch findings --outcome in_doubt`"

    lead = "What these rest on was touched, and nothing shows whether they still hold."
    return listed(IN_DOUBT, lead, lines())


def render_readings(view: ReportView) -> str:
    """Return what readers said of late, folded; empty where they said nothing."""

    def told(one: ReadAnswer) -> str:
        said = "no longer true" if one.is_outdated else "still true"
        named = named_memory(view.memories.get(one.memory_id), one.note)
        place = f"{note_link(one.note)}, line {one.line}"
        return f"> - {brief(one.reader)}: {named} is {said}: {quote(one.quote)} ({place})"

    if not view.readings:
        return ""
    lines = [told(one) for one in view.readings[:MAX_LISTED]]
    more = len(view.readings) - len(lines)
    lines += [f"> - and {more:,} more: `vaultwatch setup reader log`"] if more else []
    return "\n".join(["> [!note]- What was read for you", *lines])


def named_memory(memory: MemoryView | None, note: NotePath | None = None) -> str:
    """Return a link to a memory; where none is known the name of its note."""
    if memory is not None:
        return memory_link(memory)
    return brief(title_of(note)) if note else "A memory"


def listed(heading: str, advice: str, lines: Iterable[str]) -> list[str]:
    """Return a list under its heading; nothing where it has no lines."""
    shown = list(lines)
    if not shown:
        return []
    rest = len(shown) - MAX_LISTED
    more = [f"- and {rest} more"] if rest > 0 else []
    return [f"## {heading}", advice, "\n".join([*shown[:MAX_LISTED], *more])]
