"""Render what the report asks about, a line and its boxes each: doubts, two readings, checks.

Pure. Called by `render`, as are its lists.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby

from vaultwatch.drift.model import Finding
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.titles import title_of
from vaultwatch.report.answers import IN_DOUBT
from vaultwatch.report.boxes import block_id, render_boxes, render_check_boxes
from vaultwatch.report.escape import brief, link_words, memory_link, note_link
from vaultwatch.report.model import MemoryView, ReadAnswer, ReportView, TwoReadings
from vaultwatch.report.quote import quote
from vaultwatch.report.render_story import render_remark

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
