"""Render the report note: what no longer holds, where, since when, and what to do.

Pure: the same view gives the same bytes. Everything a note or memory said passes `escape` on its
way in; `services.exchange.publishing` writes the result.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby, zip_longest

from vaultwatch.drift.model import Finding, FindingKind
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
    render_digest,
)
from vaultwatch.report.edition import render_properties, stamped
from vaultwatch.report.escape import (
    belief_words,
    brief,
    clause,
    flat,
    memory_link,
    note_link,
    plain,
)
from vaultwatch.report.flags import UNKNOWN_FLAGS
from vaultwatch.report.groups import (
    MOST_ASKED,
    Group,
    PathOf,
    files_of,
    groups_of,
    names_of,
    render_file,
)
from vaultwatch.report.model import (
    LEAST_GROUPED,
    MemoryView,
    PileKept,
    ReadAnswer,
    ReportView,
    TwoReadings,
    UncitedMemory,
    WaitingGroup,
)
from vaultwatch.report.quote import quote
from vaultwatch.report.render_story import (
    MAX_TOLD,
    passages_of,
    render_answered,
    render_judged,
    render_line,
    render_passage,
    render_remark,
    worst_first,
)
from vaultwatch.report.store_patch import render_offers
from vaultwatch.report.weeks import render_weeks
from vaultwatch.report.words import OUTDATED, counted, in_brief, leads_of, what_happened

MAX_FOLDED = 100
"""Findings with a line; the rest are counted. Chosen by hand: nobody reads on, and the note opens
fast on a phone."""
MAX_ANSWERED = 10
"""Findings settled that day that stand at their places; all stand in the folded list. By hand."""
ANSWERED = "Answered today"
"""Heads what was settled that day where nothing stands open in its part."""
MOST_BOXES = 3
"""Boxes for several findings that stand open; more are folded. Chosen by hand."""
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
    judged: list[Finding] = []
    lanes = [*_lanes(view, open_ones, judged), *_acknowledged(view, known, judged)]
    blocks = [
        "# Drift report",
        summary,
        f"> [!info] {plain(view.notice)}" if view.notice else "",
        _counted(open_ones),
        render_chart(open_ones) if view.draws_chart else "",
        HOW_TO_ANSWER if view.findings or view.offers or view.doubts else "",
        *_outcomes(view),
        render_groups(groups, view.asked, view.path_of),
        *_waiting(view),
        *lanes,
        *render_offers(view.offers),
        *_inbox(view),
        *_unspoken(view),
        _unsaid(view),
        *_half_spoken(view),
        *_uncited(view, counted_alone),
        *_unknown_flags(view),
        *render_ambiguous(view),
        *_troubles(view),
        *_conflicts(view),
        *render_doubts(view),
        render_judged(judged, view),
        render_readings(view),
        _settled(view),
        render_kept_small(view.kept_small),
        render_weeks(view.weeks),
        *([f"## {REMARKS}", close_comment(view.remarks)] if view.remarks.strip() else []),
    ]
    body = "\n\n".join(block for block in blocks if block) + "\n"
    return stamped(f"{render_properties(view.looked_on, view.properties)}\n\n{body}")


def _lanes(view: ReportView, open_ones: Sequence[Finding], judged: list[Finding]) -> Iterator[str]:
    """Yield what is open: what is shown first, then what somebody read, then what is likely.

    `judged` takes what is told in the order in which it is.
    """
    left = [one for one in view.recently_closed if _is_of_today(one, view)][:MAX_ANSWERED]
    for lane in (LOOK_AT, JUDGED, LIKELY):
        mine = [one for one in open_ones if _lane_of(one) == lane]
        if mine:
            yield from _lane(view, mine, lane, judged)
            yield from _answered(view, [one for one in left if _lane_of(one) == lane])
            left = [one for one in left if _lane_of(one) != lane]
    if left:
        yield f"## {ANSWERED}"
        yield from _answered(view, left)


def _answered(view: ReportView, settled: Sequence[Finding]) -> Iterator[str]:
    for one, *_ in passages_of(settled):
        yield render_answered(one, _what_became(one, view), view)


def _is_of_today(finding: Finding, view: ReportView) -> bool:
    is_today = finding.closed_at is not None and day_at(finding.closed_at) == view.looked_on
    return is_today and finding.kind not in LISTED and finding.outcome != "in_doubt"


def _lane(
    view: ReportView, findings: Sequence[Finding], heading: str, judged: list[Finding]
) -> Iterator[str]:
    files = files_of(findings, view.path_of)
    in_files = {one.id for file in files for one in file.findings}
    passages = passages_of([one for one in findings if one.id not in in_files])
    yield f"## {heading}"
    shown: list[str] = []
    lines = rest = 0
    for one in passages:
        if len(judged) < MAX_TOLD:
            judged += one
            shown.append(render_passage(one, view))
        elif lines < MAX_FOLDED:
            judged += one
            lines += len(one)
            shown.append(render_line(one, view))
        else:
            rest += len(one)
    yield from shown
    if rest:
        yield f"And {counted(rest, 'finding')} more: `vaultwatch findings --open`."
    for file in files[:MAX_LISTED]:  # below what notes say: a check ranks below drift
        judged += file.findings
        yield render_file(file, view.path_of)


def _what_became(finding: Finding, view: ReportView) -> str:
    """Return how a finding came to be settled, as a sentence."""
    anchor = block_id(finding.id)
    mine = (one.said for one in view.outcomes if one.finding == anchor and one.is_done and anchor)
    said = next(mine, "")
    return said or finding.why or finding.status


def _acknowledged(
    view: ReportView, known: Sequence[Finding], judged: list[Finding]
) -> Iterator[str]:
    if known:
        yield f"## {ACKNOWLEDGED}"
    for one in passages_of(known)[:MAX_FOLDED]:
        judged += one
        yield render_line(one, view)


def _lane_of(finding: Finding) -> str:
    return {"likely": LIKELY, "judged": JUDGED}.get(finding.outcome, LOOK_AT)


def _summary(view: ReportView, open_ones: Sequence[Finding], known: Sequence[Finding]) -> str:
    counts = view.counts
    looked = f"Looked on {view.looked_on.isoformat()} at {counted(counts.notes, 'note')}"
    if counts.comparisons:
        looked += f": {counts.current} of {counted(counts.comparisons, 'comparison')} still true"
    looked += f".{_apart(view, open_ones)}"
    if not counts.memories and not view.findings:
        return f"**There is no memory yet.** {looked}"
    outdated = [one for one in open_ones if one.kind in OUTDATED]
    if outdated:
        lead = f"**{_outdated(view, outdated, len(open_ones) - len(outdated))}**"
    elif open_ones:  # they speak against no memory, and are still something to look at
        lead = f"**{counted(len(open_ones), 'finding')} to look at**"
    elif known:
        lead = "**Nothing new is wrong**"
    else:
        return f"{_all_well(view)} {looked}"
    new = sum(day_at(one.first_seen) == view.looked_on for one in open_ones)
    told = f", {new} new that day" if new else ""
    told += f", {counted(len(known), 'finding')} acknowledged" if known else ""
    return f"{lead}{told}. {looked}"


_SAID_OF = ((LOOK_AT, "outdated"), (JUDGED, "outdated by a reader"), (LIKELY, "likely outdated"))
"""What is said in short of the memories of each part."""


def _outdated(view: ReportView, outdated: Sequence[Finding], others: int) -> str:
    """Count the memories that are outdated, likely so or in doubt, and the findings besides."""
    parts, of = [], f" of {counted(view.counts.memories, 'memory')}"
    told: set[str | None] = set()
    for lane, said in _SAID_OF:
        hit = {each.memory_id for each in outdated if _lane_of(each) == lane} - told
        told |= hit
        if hit:
            parts.append(f"{len(hit)}{of} {said}")
            of = ""
    doubts = len(view.doubts) + view.more_doubts
    parts += [f"{doubts:,} in doubt"] if doubts else []
    parts += [counted(others, "other finding")] if others else []
    return ", ".join(parts)


def _all_well(view: ReportView) -> str:
    """Say that nothing drifted, and what nobody could look at."""
    unsure = [
        (len(view.uncited), "memory not compared", "memories not compared"),
        (len(view.ambiguous), "link or path to mend", "links or paths to mend"),
        (len(view.troubles), "place that could not be read", "places that could not be read"),
        (len(view.conflicts), "copy that a sync left", "copies that a sync left"),
        (len(view.doubts) + view.more_doubts, "memory in doubt", "memories in doubt"),
    ]
    counted = [f"{count:,} {one if count == 1 else many}" for count, one, many in unsure if count]
    if not counted and not view.unknown_flags:
        return "**Nothing is wrong.**"
    lead = "**Nothing has drifted.**"
    if flagged := len(view.unknown_flags):
        memories = "1 memory is" if flagged == 1 else f"{flagged:,} memories are"
        lead = f"**{memories} flagged elsewhere**: this machine finds nothing itself."
    return " ".join(
        [lead, *([f"Not checked: {', '.join(counted)}; see below."] if counted else [])]
    )


def _apart(view: ReportView, open_ones: Sequence[Finding]) -> str:
    """Say how many memories their notes never supported."""
    denied = len({one.memory_id for one in open_ones if one.change == "never_agreed"})
    told = ""
    if denied:
        whose = "its note" if denied == 1 else "their notes"
        told += f" {counted(denied, 'memory')} never agreed with {whose}."
    if silent := view.counts.silent:
        it = "it" if silent == 1 else "them"
        verb = "cites a note that doesn't" if silent == 1 else "cite notes that don't"
        told += f" {counted(silent, 'memory')} {verb} speak of {it}."
    if unsaid := len(view.unsaid):
        they = "counts" if unsaid == 1 else "count"
        told += f" {counted(unsaid, 'memory')} {they} as unverified: no note cited says so."
    return told


def _outcomes(view: ReportView) -> list[str]:
    """Return what became that day of answers whose findings do not stand here to say it.

    Those too that a finding closed in the meantime had nothing done for.
    """
    shown = {block_id(one.id) for one in (*view.findings, *view.doubts)}
    closed = {block_id(one.id) for one in view.recently_closed}
    last = {one.finding: one for one in reversed(view.outcomes)}
    shown |= {anchor for anchor in closed if anchor not in last or last[anchor].is_done}
    return [
        "\n".join(
            f"- {plain(flat(one.said))}"
            for one in view.outcomes
            if one.on == view.looked_on and one.finding not in shown
        )
    ]


def _counted_alone(waiting: Sequence[WaitingGroup]) -> frozenset[str]:
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


def _of_hand(one: WaitingGroup) -> str:
    if one.name:
        return f"{counted(one.count, 'wish')} of the agent {brief(one.name)}"
    return f"{counted(one.count, 'memory file')} that we did not write"


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
    lead = "Cite a note that says it; or wait: they are compared as soon as their note says it."
    return listed("Cited notes that don't speak of it", lead, _reasons(view.unspoken))


def _unsaid(view: ReportView) -> str:
    if not view.unsaid:
        return ""
    head = f"[!note]- Unverified, as no note cited says so: {len(view.unsaid):,}"
    names = [f"- {memory_link(one)}" for one in sorted(view.unsaid, key=lambda one: one.path)]
    more = [f"- and {len(names) - MAX_LISTED} more"] if len(names) > MAX_LISTED else []
    return "\n".join(f"> {one}" for one in (head, *names[:MAX_LISTED], *more))


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


def _settled(view: ReportView) -> str:
    """Return what was answered and settled in the last days, folded, a line each."""

    def line(one: Finding) -> str:
        day = f" on {day_at(one.closed_at).isoformat()}" if one.closed_at else ""
        why = f": {clause(one.why)}" if one.why else "."
        named, happened = named_memory(view.memory_of(one), one.note), what_happened(one)
        if gone := view.forgotten.get(one.memory_id or ""):
            named = brief(title_of(gone.path))
        said = f"- {named} ({happened.lower()}), {one.status}{day}{why}"
        return "\n".join([said, *render_remark(one)])

    said = [f"- {one.on.isoformat()}: {plain(flat(one.said))}" for one in view.outcomes]
    answered = {one.finding for one in view.outcomes if one.is_done}
    others = [
        one
        for one in view.recently_closed
        if block_id(one.id) not in answered or one.remark.strip()
    ]
    lines = [*said, *(each for one in others for each in line(one).split("\n"))]
    if not lines:
        return ""
    undone = sum(not one.is_done for one in view.outcomes)
    head = f"[!done]- Answered and settled this week: {len(said) - undone + len(others)}"
    head += f"; not done or taken back: {undone}" if undone else ""
    return "\n".join(f"> {one}" for one in (head, *lines))


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


ASKS_AGAIN = " (you are asked to confirm)"
"""Said on a box for several: its tick alone does nothing yet."""
LEAST_COUNTED = 5
"""Findings from which on they are counted by what changed. Chosen by hand."""


def render_groups(groups: Sequence[Group], asked: Collection[str], path_of: PathOf) -> str:
    """Return a box a group; below one that was ticked, the box that asks once more, and of which.

    Many are folded, and those that dismiss all: nobody is led to them.
    """
    lines = []
    for one in sorted(groups, key=lambda one: one.anchor not in asked):
        is_asked = one.anchor in asked
        said = one.said if is_asked else f"{one.said}{ASKS_AGAIN}"
        lines.append(render_box_as(said, one.anchor, one.answer, is_ticked=is_asked))
        if is_asked:
            sure = f"Yes, all {len(one.findings)}{names_of(one.findings, path_of, MOST_ASKED)}"
            lines.append(f"{INDENT}{render_box_as(sure, one.anchor, 'sure')}")
    stands = 2 * sum(one.anchor in asked for one in groups)
    if not stands and len(groups) <= MOST_BOXES:
        stands = sum(one.answer != "dismiss" for one in groups)
    shown, folded = lines[:stands], lines[stands:]
    if folded:
        shown += ["", f"> [!tip]- Answer several at once: {counted(len(folded), 'box')}"]
        shown += [f"> {one}" for one in folded]
    return "\n".join(shown).strip("\n")


def _counted(findings: Sequence[Finding]) -> str:
    counts = Counter(in_brief(one) for one in findings)
    if len(findings) < LEAST_COUNTED or len(counts) == 1:
        return ""
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return f"What changed: {', '.join(f'{words} {count}' for words, count in ordered)}."


MAX_LISTED = 50
"""Lines of each other list. Chosen by hand."""


def render_ambiguous(view: ReportView) -> list[str]:
    """Return what can be read in two ways, or in none, a line and a box a memory."""

    def told(one: TwoReadings) -> str:
        named = [note_link(path, path.removesuffix(".md")) for path in one.notes]
        named += [brief(place) for place in one.places]
        if len(named) == 1:
            return f"{brief(one.said)} leads nowhere, its note is {named[0]} now: name that there"
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

    is_open = any(len(one.notes) + len(one.places) > 1 for one in view.ambiguous)
    advice = "In the memory, write the whole path of the one that is meant." if is_open else ""
    return listed("Links to mend", advice, lines())


def render_doubts(view: ReportView) -> list[str]:
    """Return what is asked about, a line each: the belief, what its note said and says now."""

    def told(one: Finding) -> str:
        said = [f"- {named_memory(view.memory_of(one), one.note)}: "]
        said[0] += quote(belief_words(view.belief_of(one)))
        then, lead = leads_of(one)
        said += [f"{then} {quote(one.before.text)}"] if one.before is not None else []
        now = "now nothing like it"
        if one.after is not None:
            place = note_link(one.after.note or one.note or NotePath(""), section=one.section)
            now = f"{lead} {quote(one.after.text)} ({place}, line {one.after.line})"
        # What rules show and who read it doubts is told with both.
        both = [brief(reason) for reason in reversed(one.reasons) if one.proof]
        return "; ".join([", ".join([*said, now]), *both])

    def lines() -> Iterator[str]:
        for one in view.doubts:
            below = [*render_boxes(one), *render_remark(one)]
            anchor = f" ^{block_id(one.id)}" if block_id(one.id) else ""
            yield "\n".join([f"{told(one)}{anchor}", *below])
        if view.more_doubts:
            yield (
                f"- and {view.more_doubts:,} more: `vaultwatch findings --outcome in_doubt` lists "
                "them, `vaultwatch findings confirm ID` says outdated, "
                "`vaultwatch findings dismiss ID` still true"
            )

    lead = "Their notes changed, and it is not settled whether these memories are still true."
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


def render_kept_small(pile: PileKept) -> str:
    """Return what upkeep did as a folded table; empty where nothing of it stands."""
    if not (pile.merged or pile.gathered or pile.faded or pile.archived):
        return ""
    rows = [
        ("Memories that contexts draw on", pile.drawn_on_before, pile.drawn_on),
        ("Duplicates", pile.merged, 0),
        ("Lines of another", 0, pile.gathered),
        ("Faded", 0, pile.faded),
        ("Archived", 0, pile.archived),
        ("Tokens of a context", pile.tokens_before or 0, pile.tokens_since or 0),
    ]
    told = [f"| {name} | {was:,} | {now:,} |" for name, was, now in rows if was or now]
    head = ["[!info]- What upkeep did", "| | without it | with it |", "| --- | ---: | ---: |"]
    return "\n".join(f"> {one}" for one in (*head, *told))
