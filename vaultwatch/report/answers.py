"""Read a person's answers out of the report: ticked boxes, and whatever was typed into it.

Pure. `services.exchange.answers` hands over the text we last wrote and the text that stands there
now. A tick is known by its block id alone; what was typed is what our text does not account for.
"""

from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from vaultwatch.late_regex import late_regex
from vaultwatch.report.boxes import (
    INDENT,
    ReportAnswer,
    read_box,
    read_task,
    unmarked,
    without_date,
)
from vaultwatch.report.edition import FENCE, own_properties, split_lines, split_report
from vaultwatch.report.word_diff import count_common

LOOK_AT, JUDGED, LIKELY = "What to look at", "Outdated, says who read both", "Likely outdated"
ACKNOWLEDGED = "Acknowledged"
IN_DOUBT = "In doubt"
REMARKS = "Your remarks"
FOLDED = "> [!note]- "
"""How findings that are folded away begin."""

_ITEM = late_regex(r"(?:> ?)?[-*+] .*\^(?P<anchor>[A-Za-z0-9-]{1,64})$")
_LAST_ID = late_regex(r" \^[A-Za-z0-9-]{1,64}$")
_LINKED = late_regex(r"\[\[[^\[\]|\n]*\|")
"""Where a link with a display leads: Obsidian rewrites it when the note is renamed."""
_OTHER_BULLET = late_regex(r"\A((?:> ?)?)[*+](?= )")
_INTO_ITEM = late_regex(rf"(?:> )?(?:\t| {{0,{len(INDENT)}}})(?:> ?)?")
"""What puts a line under a finding: the mark of a callout, an indentation, that of a quote."""
_MIN_EDITED_CHARS = 12
"""A shorter line of ours is not looked for inside a longer one: it stands in many. By hand."""
_EDIT_REACH = 3
"""How many of our lines are tried for one edited line. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class Tick:
    """One box that was ticked."""

    finding: str
    """The finding's block id."""
    answer: ReportAnswer


@dataclass(frozen=True, slots=True)
class Answers:
    """What a person said in the report."""

    ticks: tuple[Tick, ...] = ()
    unclear: tuple[Tick, ...] = ()
    """Boxes with a mark that is no tick, as `[-]`."""
    nameless: tuple[Tick, ...] = ()
    """Boxes that are ticked and whose block id is gone."""
    remarks: Mapping[str, str] = field(default_factory=dict)
    """By block id, each remark that is not as we wrote it, whole as it reads now."""
    general: str | None = None
    """What was typed elsewhere, whole as it reads now; None where it is as we wrote it."""
    properties: str = ""
    """Lines of the properties that are not ours."""


@dataclass(slots=True)
class _OurLine:
    """A line of the text we wrote."""

    key: str
    owner: str | None = None
    """The finding under which it stands, by block id."""
    is_remark: bool = False


@dataclass(slots=True)
class _Said:
    """What is typed, gathered by finding; None gathers the rest."""

    lines: dict[str | None, list[str]] = field(default_factory=dict)
    _last: str | None = None
    _is_fresh: bool = False
    _has_gap: bool = False

    def put(self, owner: str | None, text: str) -> None:
        """Add a line; a paragraph stays one."""
        if not text.strip():
            self.skip_blank()
            return
        held = self.lines.setdefault(owner, [])
        if self._is_fresh and self._has_gap and self._last == owner:
            held.append("")
        held.append(text.rstrip())
        self._last, self._is_fresh, self._has_gap = owner, True, False

    def skip_blank(self) -> None:
        """Remember that a paragraph may have ended."""
        self._has_gap = self._is_fresh

    def skip_ours(self) -> None:
        """Note that a line of ours stands between."""
        self._is_fresh = self._has_gap = False

    def by_owner(self) -> dict[str | None, str]:
        """Return the texts."""
        return {owner: "\n".join(lines) for owner, lines in self.lines.items()}


def read_answers(base: str | None, current: str) -> Answers:
    """Return what a person ticked and typed into the `current` report.

    `base` is the one that we wrote last; None where nobody knows it: then ticks and the remarks
    that stand where we put them are read, and nothing else.
    """
    boxes = [box for box in map(read_box, split_lines(current)) if box is not None and box.mark]
    current_properties, current_body = split_report(current)
    base_properties, base_body = split_report(current if base is None else base)
    if not current_properties:  # torn apart: our own properties may stand in the text
        base_body, base_properties = [*base_properties, *base_body], []
    ours = _annotate(base_body)
    before = {} if base is None else _as_written(base_body, ours)
    torn = {*map(_key, base_properties), *([] if current_properties else [FENCE])}
    reader = _ReportReader(ours, base_body, torn)
    now = reader.read(current_body)
    return Answers(
        nameless=tuple(reader.nameless),
        ticks=tuple(dict.fromkeys(Tick(b.finding, b.answer) for b in boxes if b.is_ticked)),
        unclear=tuple(dict.fromkeys(Tick(b.finding, b.answer) for b in boxes if not b.is_ticked)),
        remarks={
            owner: now.get(owner, "")
            for owner in now.keys() | before.keys()
            if owner is not None and now.get(owner, "") != before.get(owner, "")
        },
        general=now.get(None, "") if now.get(None, "") != before.get(None, "") else None,
        properties=own_properties(current_properties),
    )


def _annotate(lines: Sequence[str]) -> list[_OurLine]:
    """Say of each line of ours where it belongs."""
    ours: list[_OurLine] = []
    waiting: list[_OurLine] | None = None
    """Lines of a passage before its first finding."""
    owner: str | None = None
    is_story = is_remarks = is_folded = False
    for line in lines:
        one = _OurLine(_key(line), owner)
        ours.append(one)
        starts = line.startswith(FOLDED)
        is_folded = starts or (is_folded and line.startswith(">"))
        if is_folded and not starts:
            line = line.removeprefix("> ")  # noqa: PLW2901  # within, it is as elsewhere
        if is_remarks:
            one.is_remark = True
        elif line.startswith("## "):
            is_remarks = line == f"## {REMARKS}"
            is_story = line[3:] in {LOOK_AT, JUDGED, LIKELY, ACKNOWLEDGED, IN_DOUBT}
            owner = one.owner = waiting = None
        elif is_story and line.startswith(("### ", "> [!warning]", "> [!info]")):
            owner = one.owner = None
            waiting = [*(waiting or []), one]
        elif is_story and line.startswith(("- ", "**")):  # or what several rest on
            item = _ITEM.match(line)
            owner = one.owner = item["anchor"] if item else None
            for earlier in waiting or []:
                earlier.owner = owner
            waiting = None
        elif is_story and line.startswith((">", "And ")) and waiting is None:
            owner = one.owner = None
        elif waiting is not None:
            waiting.append(one)
        else:
            one.is_remark = owner is not None and line.startswith(f"{INDENT}>")
    return ours


def _as_written(lines: Sequence[str], ours: Sequence[_OurLine]) -> dict[str | None, str]:
    """Return the remarks that stood in our own text."""
    said = _Said()
    for line, one in zip(lines, ours, strict=True):
        if one.is_remark:
            said.put(one.owner, _words(one.owner, line))
        else:
            said.skip_ours()
    return said.by_owner()


class _ReportReader:
    """Goes down the report as it stands, and tells what was typed from what we wrote."""

    def __init__(
        self, ours: Sequence[_OurLine], base: Sequence[str], strays: Collection[str]
    ) -> None:
        """Know our text; `strays` are lines of ours that a person may have let into it."""
        self._ours = ours
        self._base = base
        self._strays = set(strays)
        self._owners = {one.owner for one in ours}
        self._said = _Said()
        self._unnamed = {
            (one.owner, _unnamed(line)): Tick(box.finding, box.answer)
            for one, line in zip(ours, base, strict=True)
            if (box := read_box(line)) is not None
        }
        self.nameless: list[Tick] = []
        """Boxes of ours that are ticked without their block id."""
        self._owner: str | None = None
        self._next = 0
        """The line of ours that may stand here."""

    def read(self, current: Sequence[str]) -> dict[str | None, str]:
        """Return the remarks as they read now: those that stand still, and what was typed."""
        keys = [_key(line) for line in current]
        matched = align([one.key for one in self._ours], keys)
        held = {at for at in matched if at is not None}
        # What a person cut here and pasted there is no word of theirs, unless it was one before.
        self._strays |= {
            one.key for at, one in enumerate(self._ours) if at not in held and not one.is_remark
        }
        standing = [self._ours[at] for at in held]
        # An editor's plugin may change a line of ours each time we write it: kept once.
        kept = {(one.owner, one.key) for one in standing if one.is_remark}
        ends = _next_matches(matched, len(self._ours))
        for line, key, at, end in zip(current, keys, matched, ends, strict=True):
            box = read_box(line)
            if box is not None and box.finding in self._owners:
                self._said.skip_ours()
                self._owner = box.finding
                typed = _typed_into_box(self._base[at], line) if at is not None else None
                self._said.put(box.finding, box.words if typed is None else typed)
            elif box is not None and at is not None:
                self._said.skip_ours()
                self._said.put(None, _typed_into_box(self._base[at], line) or "")
            elif at is not None:
                self._take_ours(line, self._ours[at])
            elif not line.strip():
                self._said.skip_blank()
            elif key in self._strays:
                self._said.skip_ours()
                self._enter(line)
            elif (self._owner, key) not in kept:
                self._take_typed(line, end)
            self._next = self._next if at is None else at + 1
        return self._said.by_owner()

    def _take_ours(self, line: str, one: _OurLine) -> None:
        self._owner = one.owner
        if one.is_remark:
            self._said.put(one.owner, _words(one.owner, line))
        elif line.strip():
            self._said.skip_ours()
        else:
            self._said.skip_blank()

    def _take_typed(self, line: str, end: int) -> None:
        """Take a line that we did not write so; at `end` the next one of ours stands."""
        task = read_task(line)
        tick = self._unnamed.get((self._owner, _unnamed(line))) if task is not None else None
        if task is not None and tick is not None:
            self.nameless += [tick] if task.is_ticked else []
            return
        for at in range(self._next, min(self._next + _EDIT_REACH, end)):
            one = self._ours[at]
            words = _put_into(self._base[at], line)
            if words is None:
                continue
            self._owner, self._next = one.owner, at + 1
            self._said.put(one.owner, _words(one.owner, line) if one.is_remark else words)
            return
        if self._enter(line):  # our line about a memory, rewritten: its id shall stand once
            line = _LAST_ID.sub("", line)
        box = read_box(line)
        if box is not None:  # one of no finding here: kept whole, it would be ticked for ever
            line = box.words
        self._said.put(self._owner, _words(self._owner, line))

    def _enter(self, line: str) -> bool:
        """Note where a line that names a finding leads."""
        item = _ITEM.fullmatch(line.rstrip())
        if item is None or item["anchor"] not in self._owners:
            return False
        self._owner = item["anchor"]
        return True


def _next_matches(matched: Sequence[int | None], end: int) -> list[int]:
    """Return for each line the first line of ours that is matched after it."""
    found = []
    for at in reversed(matched):
        found.append(end)
        end = end if at is None else at
    return found[::-1]


def _key(line: str) -> str:
    """Return a line as it is compared: what an editor changes by itself is left out."""
    box = read_box(line)
    if box is not None:
        return f"^{box.finding}-{box.answer}"
    key = " ".join(_LINKED.sub("[[|", line).split())
    return _OTHER_BULLET.sub(r"\1-", key)


def _unnamed(line: str) -> str:
    """Return a box as it reads empty and without its block id."""
    return _LAST_ID.sub("", without_date(unmarked(line.strip())).removeprefix("> ")).strip()


def _words(owner: str | None, line: str) -> str:
    """Return what a line says, without what puts it under its finding."""
    return line if owner is None else line[len(_INTO_ITEM.match(line)[0]) :]  # type: ignore[index]


def _typed_into_box(ours: str, line: str) -> str | None:
    """Return what was typed into a box of ours; None where it says another thing."""
    old, new = (unmarked(one.strip()).removeprefix("> ").strip() for one in (ours, line))
    new = f"-{new[1:]}" if new[:1] in "*+" else new
    typed = "" if old == new else _inserted(old, new)
    return None if typed is None else without_date(typed)


def _put_into(ours: str, line: str) -> str | None:
    """Return what was typed into a line of ours; None where it is another line."""
    old, new = ours.strip(), line.strip()
    if len(old) < _MIN_EDITED_CHARS:
        return None
    if _key(old) == _key(new):
        return ""
    return _inserted(old, new)


def _inserted(old: str, new: str) -> str | None:
    """Return what stands in one line and not in the other; None where the other is not in it."""
    front = count_common(old, new)
    back = count_common(old[::-1], new[::-1])
    if front + back < len(old):
        return None
    # Typed letters may equal those round them: all that could have been typed.
    return new[len(old) - back : front + len(new) - len(old)].strip()


# Find the lines of one text again in another. Pure; called by `answers`.

_SAYS_NOTHING = {"", ">"}
"""Lines that stand everywhere: matched only beside a matched line."""


def align(old: Sequence[str], new: Sequence[str]) -> list[int | None]:
    """Return for each new line the old line that it is; None for one that is new.

    The old lines that are given stand in their order; each is given once.
    """
    matched: list[int | None] = [None] * len(new)
    ends = [(-1, -1), *_anchors(old, new), (len(old), len(new))]
    for (old_from, new_from), (old_to, new_to) in pairwise(ends):
        if new_from >= 0:
            matched[new_from] = old_from
        _fill(matched, old, new, range(old_from + 1, old_to), range(new_from + 1, new_to))
    return matched


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Return the longest run of lines, in the order of both texts, that stand once in each."""
    once_old, once_new = Counter(old), Counter(new)
    place = {line: at for at, line in enumerate(old) if once_old[line] == 1}
    pairs = [
        (place[line], at) for at, line in enumerate(new) if once_new[line] == 1 and line in place
    ]
    # Longest increasing subsequence: the last pair of the best run of each length.
    lasts: list[int] = []
    ends: list[int] = []
    previous: list[int | None] = []
    for index, (at_old, _) in enumerate(pairs):
        length = bisect_left(lasts, at_old)
        previous.append(ends[length - 1] if length else None)
        lasts[length : length + 1] = [at_old]
        ends[length : length + 1] = [index]
    run: list[tuple[int, int]] = []
    step = ends[-1] if ends else None
    while step is not None:
        run.append(pairs[step])
        step = previous[step]
    return run[::-1]


def _fill(
    matched: list[int | None], old: Sequence[str], new: Sequence[str], olds: range, news: range
) -> None:
    """Match the lines between two anchors: from both ends inwards, then what is equal in order."""
    first = 0
    while first < min(len(olds), len(news)) and old[olds[first]] == new[news[first]]:
        matched[news[first]] = olds[first]
        first += 1
    last = 0
    most = min(len(olds), len(news)) - first
    while last < most and old[olds[-1 - last]] == new[news[-1 - last]]:
        matched[news[-1 - last]] = olds[-1 - last]
        last += 1
    places: dict[str, deque[int]] = {}
    for at in olds[first : len(olds) - last]:
        places.setdefault(old[at], deque()).append(at)
    earliest = -1
    for at in news[first : len(news) - last]:
        if new[at] in _SAYS_NOTHING:
            continue
        found = places.get(new[at], deque())
        while found and found[0] <= earliest:
            found.popleft()
        if found:
            earliest = found.popleft()
            matched[at] = earliest
