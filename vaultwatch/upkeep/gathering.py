"""Propose what gathers what was said in one place: a digest, a line of a note, the core summary.

Pure; `upkeep.proposals` asks. What is gathered stands there to the letter, each line with its
links; nothing is said anew.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import TYPE_CHECKING, Final

from vaultwatch.late_regex import late_regex
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note
from vaultwatch.upkeep.meeting import MOST_CHARS
from vaultwatch.upkeep.proposal import UpkeepProposal
from vaultwatch.upkeep.splitting import without_citation

if TYPE_CHECKING:
    from vaultwatch.upkeep.proposals import PiledMemory

LEAST_LINES: Final = 4
"""Memories of one note that are worth a digest. Chosen by hand."""
MOST_LINES: Final = 10
UNUSED_DAYS: Final = 30
"""So long nobody was handed any of them, nor wrote it. Chosen by hand."""
LEAST_HELPED: Final = 3
"""Sessions that said of a memory that it helped, before its note should say it. By hand."""
MOST_CORE: Final = 20
LEAST_CORE: Final = 5
"""Sentences of a person's own that are worth a summary, or that come before it is written anew."""
LONGEST: Final = 200
"""Characters of a line."""
_HEAD: Final = "---\ngenerated: vaultwatch\n---\n# What you said\n\n"
_LINE = late_regex(r"- \[(.)\] (.*) \(\[\[([^\[\]|#^\r\n]+)\|source\]\]\)")
_ACTS = late_regex(
    r"\A\s*(?:[-+*>#]|\d+[.)]|\[.\])|!\[|%%|<[%!/a-z]|\$\$|`\$?=|\{\{|::"
    r"|(?<!\S)#[^\W\d]|(?<!\S)\^[\w-]+\s*\Z|[\x0b\x0c\x85\u2028\u2029]",
    re.IGNORECASE,
)
"""What in a line of a note would do more than be read: embed, hide, run, tag, or name the line."""


def compressed(pile: Iterable["PiledMemory"], today: date) -> Iterator[UpkeepProposal]:
    """Yield agents' memories of one note that nobody asks for, as one of their lines."""
    groups: dict[tuple[object, ...], list[PiledMemory]] = defaultdict(list)
    for one in pile:
        facts = one.facts
        is_bound = facts.claim or facts.checks or facts.signature or facts.ends or facts.begins
        is_theirs = one.is_persons or facts.pinned or facts.importance is not None or one.helped
        if is_bound or is_theirs or facts.status != "active" or not _is_line(one):
            continue
        last = max(one.since, one.last_used or one.since, one.watched_since or one.since)
        is_held = len(one.cited) == 1 and one.standing in {"silent", "supported"}
        if is_held and (today - last).days >= UNUSED_DAYS:
            places = (facts.machine, facts.repository, facts.env, facts.remote, facts.type)
            groups[(*one.cited, *places)].append(one)
    for (note, *_), group in sorted(groups.items(), key=lambda one: str(one[0])):
        lines: list[PiledMemory] = []
        for one in sorted(group, key=lambda one: (one.since, one.id))[:MOST_LINES]:
            if len(_digest((*lines, one))) <= MOST_CHARS:
                lines.append(one)
        if len(lines) >= LEAST_LINES:
            yield UpkeepProposal(
                "compress",
                tuple((one.id, one.digest) for one in lines),
                _digest(lines),
                f"{len(lines)} speak of {note}, and nobody was handed one for {UNUSED_DAYS} days",
                tuple(f"{one.id}: {one.belief}" for one in lines[1:]),
            )


def _digest(lines: Sequence["PiledMemory"]) -> str:
    first, *others = (one.belief.strip() for one in lines)
    return "\n".join((first, "", *(f"- {one}" for one in others)))


def promoted(pile: Iterable["PiledMemory"]) -> Iterator[UpkeepProposal]:
    """Yield what helped often and stands in no note, as a line of the one that it cites."""
    for one in pile:
        facts = one.facts
        is_plain = facts.status == "active" and facts.ends is None and not facts.signature
        is_wanted = one.helped >= LEAST_HELPED and one.standing == "silent"
        words = without_citation(one.belief)
        is_line = _is_line(one) and is_plain_line(words)
        if is_plain and is_wanted and len(one.cited) == 1 and is_line:
            text = f"- {words}"
            reason = (
                f"{one.helped} sessions said that it helped, and {one.cited[0]} does not say it"
            )
            yield UpkeepProposal("promote", ((one.id, one.digest),), text, reason)


def with_line(before: bytes, line: str) -> bytes | None:
    """Return a note's bytes with one more line at its end; None where it would not stand as one."""
    end = "\r\n" if b"\r\n" in before else "\n"
    last = before.rstrip().rpartition(b"\n")[2]
    gap = ("" if before.endswith(b"\n") else end) + ("" if last.startswith((b"- ", b"* ")) else end)
    after = before + f"{gap}{line}{end}".encode()
    old, new = (parse_note(NotePath(""), data).statements for data in (before, after))
    is_line = len(new) == len(old) + 1 and new[-1].kind == "list_item"
    # Behind a comment at the end stands what a plugin keeps there; one left open would hide it.
    is_hidden = last.endswith(b"%%") or any(before.count(one) % 2 for one in (b"%%", b"$$"))
    is_as_before = all(a.text == b.text for a, b in zip(old, new, strict=False))
    return after if before and is_line and is_as_before and not is_hidden else None


def core(pile: Iterable["PiledMemory"], written: str) -> Iterator[UpkeepProposal]:
    """Yield the core summary, where none is written or one of its lines holds no more."""
    standing = (written or _HEAD).split("\n")
    ours = {n: found for n, line in enumerate(standing)
            if (found := _LINE.fullmatch(line.removesuffix("\r"))) is not None}  # fmt: skip
    said = {found[3]: (found[1], found[2]) for found in ours.values()}
    own = {_place(one): one for one in pile if _is_core(one)}
    pinned = {place for place, (mark, _) in said.items() if mark.strip()}
    order = sorted(
        own,
        key=lambda place: (
            place not in pinned,
            not own[place].facts.pinned,
            -own[place].used,
            place,
        ),
    )
    chosen = sorted(
        order[:MOST_CORE], key=lambda place: (own[place].cited, -own[place].used, place)
    )
    stale = [
        place
        for place, (_, line) in said.items()
        if place not in own or line != own[place].belief.strip()
    ]
    new = [place for place in chosen if place not in said]
    if not chosen or (not stale and len(new) < LEAST_CORE):
        return
    end = "\r" if "\r\n" in written else ""
    lines = (_core_line(own[place], is_pinned=place in pinned) + end for place in chosen)
    # All else stays as it stands, above the first of our lines and below it.
    at = min(ours, default=len(standing) - (not standing[-1]))
    rest = [line for n, line in enumerate(standing) if n >= at and n not in ours]
    if rest and rest[0].strip():
        rest.insert(0, end)
    text = "\n".join((*standing[:at], *lines, *rest))
    told = f"{len(new)} come" if new else ""
    told = ", ".join(filter(None, (told, f"{len(stale)} hold no more" if stale else "")))
    yield UpkeepProposal(
        "core", tuple((own[place].id, own[place].digest) for place in chosen), text,
        f"the sentences that you stand behind, in one note: {told}",
    )  # fmt: skip


def _core_line(one: "PiledMemory", *, is_pinned: bool) -> str:
    return f"- [{'x' if is_pinned else ' '}] {one.belief.strip()} ([[{_place(one)}|source]])"


def _is_core(one: "PiledMemory") -> bool:
    holds = one.facts.status == "active" and one.facts.ends is None
    is_held = holds and not one.is_doubted and one.standing in {None, "silent", "supported"}
    # What is not read again as one of our lines would be written twice.
    return (
        one.is_persons
        and is_held
        and _is_line(one)
        and _LINE.fullmatch(_core_line(one, is_pinned=False)) is not None
    )


def _is_line(one: "PiledMemory") -> bool:
    said = one.belief.strip()
    return 0 < len(said) <= LONGEST and "\n" not in said


def is_plain_line(text: str) -> bool:
    """Tell whether a text may stand in a line of a note: it is read there, and does nothing."""
    return 0 < len(text) <= LONGEST and "\n" not in text and _ACTS.search(text) is None


def _place(one: "PiledMemory") -> str:
    return one.path.removesuffix(".md")
