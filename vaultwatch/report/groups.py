"""Findings that one answer settles together: of one note, one kind of change, checks of one file.

Pure. `render` offers them above the findings, `services.exchange.answers` acts on them. A
group's name is made of its findings, so that an answer never reaches one that nobody was shown.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2s
from typing import Final, TypeAlias

from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.drift.model import Change, Finding, FindingKind
from vaultwatch.memories.stores.places import place_of_record
from vaultwatch.notes.days import day_at
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.titles import title_of
from vaultwatch.report.answers import FOLDED, Tick
from vaultwatch.report.boxes import (
    LABELS,
    ReportAnswer,
    answers_to,
    block_id,
    label_of,
    render_boxes,
)
from vaultwatch.report.escape import brief, note_link
from vaultwatch.report.render_story import CHANGE_RECORD, as_people_sort, render_remark
from vaultwatch.report.words import OUTDATED, in_brief

PathOf: TypeAlias = Callable[[Finding], NotePath | None]
"""Tells where the memory of a finding stands; None where nobody knows."""
LEAST = 3
"""Findings from which on one box answers for all. Chosen by hand: two are ticked as fast."""
MOST_NAMES, MOST_ASKED = 3, 12
"""Memories that a box for several names, and that it names as it asks once more. By hand."""
LEAST_DISMISSED = 5
"""Findings of one kind from which on one box dismisses all. Chosen by hand: fewer are read."""
OUTGROWN = (
    "Nothing was done for a box that answers for several: its findings are not what they were; "
    "look at them again."
)
_ALIKE: Final[Mapping[Change | FindingKind, tuple[ReportAnswer, ...]]] = {
    "done": ("forget",),
    "ended": ("forget",),
    "removed": ("unverified",),
    "broken_link": ("unverified",),
    "stale": ("true", "forget"),
    "unverifiable": ("true", "forget"),
    "duplicate": (),
    "unlinked": (),
}
"""What is often said of several alike, besides `apply` and `dismiss`; of other kinds without a
change each is answered by itself."""
GROUP = "all-"
"""How the name of a group begins; no finding's does."""


@dataclass(frozen=True, slots=True)
class Group:
    """Findings that one answer settles."""

    anchor: str
    """Its block id: `all-` and eight letters and digits."""
    answer: ReportAnswer
    said: str
    """What the box says, as Markdown."""
    findings: tuple[Finding, ...]


def groups_of(findings: Sequence[Finding], path_of: PathOf) -> tuple[Group, ...]:
    """Return what can be settled together of open findings, wordings first, dismissing last.

    Those in doubt are asked about one by one.
    """
    findings = [one for one in findings if one.outcome != "in_doubt"]
    alike = (*_by_note(findings, path_of), *_by_change(findings, path_of))
    found = [*alike, *_by_file(findings, path_of)]
    least = {"dismiss": LEAST_DISMISSED}
    large = [one for one in found if len(one.findings) >= least.get(one.answer, LEAST)]
    return tuple(sorted(large, key=_most_first))


def _most_first(group: Group) -> tuple[object, ...]:
    """Order what mends first, and what says that nothing was wrong last."""
    rank = {"apply": 0, "dismiss": 2}.get(group.answer, 1)
    return rank, -len(group.findings), as_people_sort(group.said), group.anchor


def _by_note(findings: Sequence[Finding], path_of: PathOf) -> Iterator[Group]:
    by_note: dict[str, list[Finding]] = defaultdict(list)
    for one in findings:
        if one.kind in OUTDATED and one.note is not None and _takes(one, "true"):
            by_note[one.note].append(one)
    for group in by_note.values():
        note, kinds = group[0].note, {in_brief(one) for one in group}
        if note is not None and len(kinds) == 1:  # else one is the truer, another the less
            said = f"All {len(group)} on “{brief(title_of(note))}” are still true"
            yield _group("true", said + names_of(group, path_of, MOST_NAMES), group)


def _by_change(findings: Sequence[Finding], path_of: PathOf) -> Iterator[Group]:
    by_change: dict[str, list[Finding]] = defaultdict(list)
    for one in findings:
        if one.change is not None or one.kind in _ALIKE:
            by_change[in_brief(one)].append(one)
    for words, group in by_change.items():
        alike = _ALIKE.get(group[0].change or group[0].kind, ())
        for answer in ("apply", *alike, "dismiss"):
            if taking := [one for one in group if _takes(one, answer)]:
                said = f"{words}{_in_words(taking, answer, of=len(group))}"
                yield _group(answer, said + names_of(taking, path_of, MOST_NAMES), taking)


def _in_words(group: Sequence[Finding], answer: ReportAnswer, *, of: int) -> str:
    """Return what a box for all of one kind says; `of` is how many there are."""
    one, count = group[0], len(group)
    if answer == "apply" and one.repair is not None:
        what = "new links" if one.kind == "moved" else "wordings"
        which = f"{count} of {of}" if count < of else f"all {count}"
        return f": write the {what} offered for {which} findings"
    if answer == "dismiss" and label_of(one, answer) == LABELS[answer]:
        return f": dismiss all {count}, false alarms"
    label = label_of(one, answer)
    return f", all {count}: {label[:1].lower()}{label[1:]}"


def names_of(group: Sequence[Finding], path_of: PathOf, most: int) -> str:
    """Return whose memories a box answers for, behind a colon, so many of them by name."""
    paths = [path for one in group if (path := path_of(one)) is not None]
    names = [*dict.fromkeys(brief(title_of(path)) for path in paths)]
    shown, rest = names[:most], len(names) - most
    if rest > 0:
        return f": {', '.join(shown)} and {rest} more"
    return f": {', '.join(shown)}" if shown else ""


def _by_file(findings: Sequence[Finding], path_of: PathOf) -> Iterator[Group]:
    for file in files_of([one for one in findings if _takes(one, "dismiss")], path_of):
        said = f"All {len(file.findings)} in {file.name} are false alarms: dismiss"
        yield _group("dismiss", said, file.findings)


def _takes(finding: Finding, answer: ReportAnswer) -> bool:
    return bool(block_id(finding.id)) and answer in answers_to(finding)


def _group(answer: ReportAnswer, said: str, findings: Sequence[Finding]) -> Group:
    anchor = _anchor(answer, (one.id for one in findings))
    return Group(anchor, answer, said[0].upper() + said[1:], tuple(findings))


def _anchor(answer: ReportAnswer, ids: Iterable[str]) -> str:
    digest = blake2s("\n".join([answer, *sorted(ids)]).encode(), digest_size=4).hexdigest()
    return f"{GROUP}{digest}"


def what_is_left(anchor: str, ids: Collection[str], standing: Iterable[Group]) -> Group | None:
    """Return the group of an anchor and its findings' ids; None where it stands no more.

    Or the largest of those standing that holds some of its findings and asks the same.
    """
    for one in standing:
        left = {finding.id for finding in one.findings}
        if one.anchor == anchor or (left <= {*ids} and _anchor(one.answer, ids) == anchor):
            return one
    return None


@dataclass(frozen=True, slots=True)
class Together:
    """Ticks to carry out, those of groups taken apart."""

    ticks: tuple[Tick, ...]
    """On single findings."""
    sure: tuple[Group, ...]
    """Groups that both boxes were ticked of: their findings' ticks are among the others."""
    asked: tuple[Group, ...]
    """Groups whose first box alone was ticked."""
    unknown: tuple[Tick, ...]
    """Of groups that are no more what a person read."""


def read_groups(
    ticks: Sequence[Tick],
    findings: Collection[Finding],
    started: Collection[tuple[str, str]],
    path_of: PathOf,
) -> Together:
    """Return what ticks mean: those of a group count for its findings once both are ticked.

    Of all findings on record; `started` is what an earlier attempt took on, by finding and answer,
    which may have been cut.
    """
    groups = {
        one.anchor: one for one in groups_of([f for f in findings if f.status == "open"], path_of)
    }
    single = [one for one in ticks if not one.finding.startswith(GROUP)]
    by_group: dict[str, set[str]] = defaultdict(set)
    for one in ticks:
        if one.finding.startswith(GROUP):
            by_group[one.finding].add(one.answer)
    sure = [
        group
        for anchor, group in groups.items()
        if {group.answer, "sure"} <= by_group.get(anchor, set())
    ]
    single += [Tick(block_id(f.id), group.answer) for group in sure for f in group.findings]
    unknown = []
    for anchor in by_group.keys() - groups.keys():
        if (anchor, "sure") in started:  # cut in the middle: what was taken on is finished
            ids = {block_id(f.id) for f in findings if f.status in LIVE}
            single += [Tick(f, _known(a)) for f, a in started if f in ids]
        else:
            unknown.append(Tick(anchor, "sure"))
    return Together(
        ticks=tuple(dict.fromkeys(single)),
        sure=tuple(sure),
        asked=tuple(one for one in groups.values() if by_group.get(one.anchor) == {one.answer}),
        unknown=tuple(sorted(unknown, key=lambda one: one.finding)),
    )


def _known(answer: str) -> ReportAnswer:
    return next(one for one in LABELS if one == answer)


# The check findings of one file, told together: a file of instructions may hold thirty lines that a
# machine speaks against, and told one by one they would bury what notes say.

LEAST_OF_FILE: Final = 2
"""Findings of one file from which on they are told together."""
MAX_SHOWN: Final = 5
"""Lines of a file that are told; the rest are counted. Chosen by hand: a file where so many are
wrong is looked through as a whole."""
MAX_REASONS: Final = 3
_WHAT: Final[Mapping[FindingKind, str]] = {
    "contradicted_by_check": "do not hold on this machine",
    "never_there": "name what git's history does not know",
}


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
        if len(held) >= LEAST_OF_FILE
    )


def render_file(file: FileFindings, path_of: PathOf) -> str:
    """Return one file folded: a few of its lines with their boxes, and the rest counted."""
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
    count = f"{len(file.findings)} lines {_WHAT[file.kind]}"
    head = f"{FOLDED}{file.name}: {count}, since {since}"
    return "\n".join([head, *(f"> {one}" for one in lines)])


def _line(finding: Finding, path_of: PathOf) -> str:
    path = path_of(finding)
    place = place_of_record(path) if path is not None else None
    where = f"Line {place.line}" if place is not None else "It says"
    said = "; ".join(brief(one.rstrip(".")) for one in finding.reasons[:MAX_REASONS])
    anchor = f" ^{block_id(finding.id)}" if block_id(finding.id) else ""
    return f"- {where}: {said}{anchor}"
