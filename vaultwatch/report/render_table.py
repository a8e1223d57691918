"""Render what a reader sees first: all open findings in one table, and what settles several.

Pure. Called by `render`. A cell holds no line break and no bare `|`.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from vaultwatch.drift.model import Finding
from vaultwatch.notes.days import day_at
from vaultwatch.report.boxes import INDENT, block_id, render_box_as
from vaultwatch.report.by_file import FileFindings, files_of
from vaultwatch.report.deciding_words import deciding_words
from vaultwatch.report.escape import brief, memory_link, place
from vaultwatch.report.groups import Group
from vaultwatch.report.model import ReportView
from vaultwatch.report.words import in_brief

MAX_ROWS = 100
"""Findings that have a row; the rest are counted. Chosen by hand: nobody reads on."""
LEAST_COUNTED = 5
"""Findings from which on they are counted by what changed. Chosen by hand."""
_LINK = re.compile(r"\[\[[^\[\]]*\]\]")
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
