"""Tell the check findings of one file together: a row, a few of its lines, one box for them all.

Pure. A file of instructions may hold thirty lines that a machine speaks against, once a folder was
renamed: told one by one they would bury what notes say. `render` and `groups` ask.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from vaultwatch.drift.model import Finding, FindingKind
from vaultwatch.memories.stores.places import place_of_record
from vaultwatch.notes.days import day_at
from vaultwatch.notes.model import NotePath
from vaultwatch.report.answers import FOLDED
from vaultwatch.report.boxes import block_id, render_boxes
from vaultwatch.report.escape import brief, note_link
from vaultwatch.report.render_story import CHANGE_RECORD, render_remark

LEAST: Final = 2
"""Findings of one file from which on they are told together."""
MAX_SHOWN: Final = 5
"""Lines of a file that are told; the rest are counted. Chosen by hand: a file where so many are
wrong is looked through as a whole."""
MAX_REASONS: Final = 3
_WHAT: Final[Mapping[FindingKind, str]] = {
    "contradicted_by_check": "do not hold on this machine",
    "never_there": "name what git's history does not know",
}
PathOf: TypeAlias = Callable[[Finding], NotePath | None]
"""Tells where the memory of a finding stands; None where nobody knows."""


@dataclass(frozen=True, slots=True)
class FileFindings:
    """What a machine speaks against in one file."""

    kind: FindingKind
    """Of them all."""
    store: str
    """Empty for a note of the vault."""
    path: str
    findings: tuple[Finding, ...]
    """By line, then by id."""

    @property
    def name(self) -> str:
        """The file as Markdown: a link to a note, else plain words."""
        if self.store:
            return f"{brief(self.path)} in the store {brief(self.store)}"
        return note_link(NotePath(self.path))

    @property
    def count(self) -> str:
        """How many lines speak wrongly of the machine."""
        return f"{len(self.findings)} lines {_WHAT[self.kind]}"


def files_of(findings: Sequence[Finding], path_of: PathOf) -> tuple[FileFindings, ...]:
    """Return the files of which several lines do not hold, in the order of their first finding."""
    files: dict[tuple[FindingKind, str, str], list[tuple[int, Finding]]] = defaultdict(list)
    for one in findings:
        path = path_of(one) if one.kind in _WHAT else None
        if path is not None:
            place = place_of_record(path)
            key = ("", str(path)) if place is None else (place.store, place.path)
            files[one.kind, *key].append((place.line if place is not None else 0, one))
    return tuple(
        FileFindings(
            kind,
            store,
            path,
            tuple(f for _, f in sorted(held, key=lambda one: (one[0], one[1].id))),
        )
        for (kind, store, path), held in files.items()
        if len(held) >= LEAST
    )


def render_file(file: FileFindings, path_of: PathOf) -> str:
    """Return one file folded: a few of its lines with their boxes, and the rest counted.

    Args:
        file: the file.
        path_of: tells where a memory stands.
    """
    # What a person wrote under a line stays in sight.
    told = [one for one in file.findings if one.remark.strip()]
    told += [one for one in file.findings if one not in told][: max(0, MAX_SHOWN - len(told))]
    lines = []
    for one in file.findings:
        if one in told:
            lines += [_line(one, path_of), *render_boxes(one), *render_remark(one)]
    if rest := len(file.findings) - len(told):
        lines.append(f"- and {rest} more: `vaultwatch findings --kind {file.kind}`")
    if file.store:
        lines.append(f"- {CHANGE_RECORD.format(where='these lines')}")
    since = day_at(min(one.first_seen for one in file.findings)).isoformat()
    head = f"{FOLDED}{file.name}: {file.count}, since {since}"
    return "\n".join([head, *(f"> {one}" for one in lines)])


def _line(finding: Finding, path_of: PathOf) -> str:
    path = path_of(finding)
    place = place_of_record(path) if path is not None else None
    where = f"Line {place.line}" if place is not None else "It says"
    said = "; ".join(brief(one.rstrip(".")) for one in finding.reasons[:MAX_REASONS])
    anchor = f" ^{block_id(finding.id)}" if block_id(finding.id) else ""
    return f"- {where}: {said}{anchor}"
