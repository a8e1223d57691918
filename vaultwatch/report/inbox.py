"""Render the inbox, what was said in sessions and waits for its person, and read their answers.

Pure. A box is known by its block id alone, which is made of a digest of the words that were shown.
What stands where those words stood is what is kept, as the person left it.
`services.exchange.inbox` hands over the text we last wrote and the one that stands there now.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from hashlib import blake2b
from typing import Final, Literal, TypeAlias

from vaultwatch.late_regex import late_regex
from vaultwatch.report.boxes import INDENT, close_comment, read_task
from vaultwatch.report.edition import (
    own_properties,
    render_properties,
    split_lines,
    split_report,
    stamped,
)
from vaultwatch.report.escape import flat, link_texts, plain, shortened
from vaultwatch.report.words import counted

InboxAnswer: TypeAlias = Literal["keep", "pin", "drop"]

LABELS: Final[dict[InboxAnswer, str]] = {"keep": "Keep", "pin": "Keep pinned", "drop": "Drop"}
_LAST: Final = tuple(LABELS)[-1]
OWN_NOTES: Final = "## Your notes"
_QUOTED_CHARS: Final = 400
_BY_HAND: Final = 3
"""So many are taken out by hand at once; of more than half of all that a file was cut is likelier.
Chosen by hand."""
_CUT_CHARS: Final = 4
"""A last line of fewer characters may be a list item that was begun. Chosen by hand."""
_HOW: Final = (
    "What you said in sessions and may want to be remembered. Tick a box and save: what you keep "
    "becomes a memory of yours. Change the words first if you like; as you leave them they are "
    "kept. What you drop, or delete here, is not proposed again."
)
_PUT_BACK: Final = "Put back: "
_FIXED: Final = (
    "# Inbox",
    _HOW[:40],
    "What you do not decide goes after",
    "Nothing waits.",
    _PUT_BACK,
)
"""What our lines begin with, of an older text too."""
_BELOW: Final = ("> “", "> Nothing was done about ")
"""What those begin with that stand below an item."""
_BEHIND: Final = "Behind these wait {} more, which come when you have decided on some."
_FULL: Final = (
    " No more can wait: what you say in sessions is not proposed until you decide on some."
)
_ITEM = late_regex(r"\s*[-*+]\s+(?P<words>.*?)\s*\^inbox-(?P<id>[a-f0-9]{6,32})\s*$")
_ID = late_regex(r"\s*\^inbox-[a-f0-9]{6,32}$")
_NAMED = late_regex(r"\^inbox-(?P<id>[a-f0-9]{6,32})-(?P<answer>keep|pin|drop)(?![A-Za-z0-9-])")
_BULLET = late_regex(r"\s{0,3}[-*+]\s+(?P<words>\S.*)$")
_ESCAPED = late_regex(r"\\([\\`*_\[\]<>#|~$^=%:/@.{&])")


@dataclass(frozen=True, slots=True)
class InboxItem:
    """One thing that waits, as it is shown."""

    id: str
    kind: str
    text: str
    """What would be kept, in Markdown; links are links."""
    quote: str
    said_on: date
    whence: tuple[str, ...]
    """The client and the project, where they are known."""
    is_edited: bool = False
    """Whether these are words that somebody wrote in the place of those that were proposed."""
    refused: str = ""
    """Why a tick on it was not carried out; empty where none was."""


@dataclass(frozen=True, slots=True)
class InboxAnswers:
    """What a person said in the inbox."""

    ticks: Mapping[str, Collection[InboxAnswer]] = field(default_factory=dict)
    """By id, the boxes that are ticked."""
    words: Mapping[str, str] = field(default_factory=dict)
    """By id, what stands where our words stood, where that is something else."""
    deleted: frozenset[str] = frozenset()
    """Ids of what stood in the text we wrote and was taken out of it by hand."""
    vanished: frozenset[str] = frozenset()
    """Ids of what stood there and is gone as no hand takes it: nothing is decided about it."""
    blocks: Mapping[str, str] = field(default_factory=dict)
    """By id, all that stands of each item, verbatim."""
    notes: str = ""
    """What was typed elsewhere."""
    properties: str = ""


def item_id(text: str, quote: str) -> str:
    """Return the id of what is shown in these words: other words are another item."""
    said = f"{text}\0{quote}".encode("utf-8", "replace")
    return blake2b(said, digest_size=6).hexdigest()


def render_inbox(  # noqa: PLR0913 -- all that the note shows
    items: Sequence[InboxItem],
    *,
    on: date,
    days: int,
    expired: int,
    behind: int = 0,
    is_full: bool = False,
    others: Collection[str] = (),
    put_back: Collection[str] = (),
    notes: str = "",
    properties: str = "",
) -> str:
    """Return the whole note, the newest first.

    `on` is the day of its newest change, `days` how long things wait, `expired` how many were not
    decided in time of late, `behind` how many wait for their turn. `others` is what another machine
    lets wait here, `put_back` what is told of those that stand here again; these, the person's own
    `notes` and `properties` stand verbatim.
    """
    waits = f"What you do not decide goes after {counted(days, 'day')}."
    gone = f" {counted(expired, 'sentence')} went so of late." if expired else ""
    more = f" {_BEHIND.format(counted(behind, 'sentence'))}" if behind else ""
    blocks = [
        "# Inbox",
        _HOW,
        waits + gone + more + (_FULL if is_full else ""),
        *(f"{_PUT_BACK}{plain(flat(one))}" for one in put_back),
        *(["Nothing waits."] if not (items or others) else map(_item, newest_first(items))),
        *others,
        *([OWN_NOTES, close_comment(notes)] if notes.strip() else []),
    ]
    return stamped(f"{render_properties(on, properties)}\n\n" + "\n\n".join(blocks) + "\n")


def newest_first(items: Iterable[InboxItem]) -> list[InboxItem]:
    """Return what waits in the order it is told."""
    return sorted(items, key=lambda one: (one.said_on, one.id), reverse=True)


def _item(one: InboxItem) -> str:
    told = ", ".join(plain(flat(part)) for part in (one.kind, one.said_on.isoformat(), *one.whence))
    mark = " (edited)" if one.is_edited else ""
    lines = [
        f"- {shown_words(one.text)} ^inbox-{one.id}",
        f"{INDENT}> “{shortened(one.quote, _QUOTED_CHARS)}” ({told}){mark}",
    ]
    lines += [f"{INDENT}> {plain(flat(one.refused))}"] if one.refused else []
    lines += [f"{INDENT}- [ ] {LABELS[answer]} ^inbox-{one.id}-{answer}" for answer in LABELS]
    return "\n".join(lines)


def shown_words(text: str) -> str:
    """Return what would be kept as the note shows it: links act, all else is words."""
    shown, rest = "", flat(text)
    for link in link_texts(rest):
        before, _, rest = rest.partition(link)
        shown += _plain_between(before) + (link if link.startswith("[[") else plain(link))
    return (shown + _plain_between(rest)).strip()


def _plain_between(words: str) -> str:
    """Return words as `plain` does, with the spaces that keep them from what stands beside them."""
    lead = " " if words[:1] == " " else ""
    return f"{lead}{plain(words)}{' ' if words[-1:] == ' ' and words.strip() else ''}"


def read_inbox(base: str, current: str, shown: Mapping[str, str]) -> InboxAnswers:
    """Return what a person ticked, changed and typed into the text that we wrote last.

    `shown` is what waits, by id: the words as the note shows them.
    """
    properties, lines = split_report(current)
    known = frozenset(line.strip() for line in split_lines(base))
    whole = _without_cut_line(lines, split_lines(base))
    reader = _Reader(known, shown.keys())
    for line in whole:
        reader.take(line)
    reader.close()
    words = {id_: text for id_, text in reader.words.items() if text != shown.get(id_)}
    is_ours = split_report(base)[0][:3] == properties[:3]
    stood = {found["id"] for found in map(_ITEM.match, split_lines(base)) if found}
    gone = frozenset(stood - reader.seen) if is_ours else frozenset()
    is_at_once = len(gone) > max(_BY_HAND, len(stood) / 2)
    is_by_hand = not (is_at_once or len(whole) < len(lines) or reader.is_cut)
    return InboxAnswers(
        ticks=reader.ticks,
        words={id_: _ESCAPED.sub(r"\1", text) for id_, text in words.items() if text},
        deleted=gone if is_by_hand else frozenset(),
        vanished=frozenset() if is_by_hand else gone,
        blocks={id_: "\n".join(lines) for id_, lines in reader.blocks.items()},
        notes="\n".join(reader.notes).strip("\n"),
        properties=own_properties(properties),
    )


def _without_cut_line(lines: Sequence[str], base: Sequence[str]) -> Sequence[str]:
    """Return the lines without a last one that is the beginning of one of ours."""
    *above, last = "\n".join(lines).rstrip().split("\n")
    is_begun = len(last) < _CUT_CHARS and last != "-"
    if is_begun or any(one.rstrip() == last for one in base):
        return lines
    return above if any(one.startswith(last) for one in base) else lines


class _Reader:
    """Goes down the note line by line."""

    def __init__(self, ours: Collection[str], waiting: Collection[str]) -> None:
        self._ours = ours
        self._waiting = waiting
        """Ids of items that are written anew: those of another machine stay as they stand."""
        self._open = ""
        """The id of the item whose words may go on."""
        self._loose: list[str] = []
        """A list item without an id, and what goes on below: it may be one whose id was cut off."""
        self._is_notes = False
        self.seen: set[str] = set()
        self.is_cut = False
        """Whether the last item so far lacks its last box."""
        self.words: dict[str, str] = {}
        self.ticks: dict[str, list[InboxAnswer]] = {}
        self.notes: list[str] = []
        self.blocks: dict[str, list[str]] = {}

    def take(self, line: str) -> None:
        """Take the next line."""
        box = read_task(line)
        named = _NAMED.search(box.words) if box is not None else None
        if box is not None and named is not None:
            self._take_box(named["id"], named["answer"], is_ticked=box.is_ticked)
            self.blocks.setdefault(named["id"], []).append(line.rstrip())
            self.is_cut = named["answer"] != _LAST
        elif (item := _ITEM.match(line)) is not None:
            self._let_go()
            self._open = item["id"]
            self.seen.add(self._open)
            self.words[self._open] = item["words"].strip()
            self.is_cut = True
            self.blocks[self._open] = [line.rstrip()]
        elif line.strip() == OWN_NOTES:
            self._let_go()
            self._is_notes, self._open = True, ""
        elif self._is_notes:
            self.notes.append(line.rstrip())
        elif self._open and line.lstrip().startswith(">"):
            self._take_quote(line)
        elif line.strip() and self._is_ours(line):
            return
        elif self._open and line.strip():
            self.words[self._open] += f" {line.strip()}"
            self.blocks[self._open].append(line.rstrip())
        else:
            self._take_loose(line)

    def _take_quote(self, line: str) -> None:
        self.blocks[self._open].append(line.rstrip())
        is_ours = self._is_ours(line) or line.lstrip().startswith(_BELOW)
        if self._open in self._waiting and not is_ours:
            self.notes.append(line.strip())

    def _take_loose(self, line: str) -> None:
        if not (self._loose and line.startswith((" ", "\t", ">"))) and line.strip():
            self._let_go()
        if self._loose or line.strip():
            self._loose.append(line.rstrip())

    def _is_ours(self, line: str) -> bool:
        return line.strip() in self._ours or line.startswith(_FIXED)

    def _take_box(self, id_: str, answer: str, *, is_ticked: bool) -> None:
        if id_ not in self.seen and self._loose and _BULLET.match(self._loose[0]):
            self._loose = list(filter(None, self._loose))
            words = [one.strip() for one in self._loose if not one.lstrip().startswith(">")]
            words[0] = words[0][1:].strip()
            self.words[id_] = _ID.sub("", " ".join(words))
            self.blocks[id_] = self._loose
            self._loose = []
        self._let_go()
        self.seen.add(id_)
        self._open = ""
        if is_ticked:
            held = self.ticks.setdefault(id_, [])
            held += [one for one in LABELS if one == answer and one not in held]

    def _let_go(self) -> None:
        """Keep a line that is nobody's among the person's notes."""
        if self._loose:
            self.notes += self._loose
        self._loose = []

    def close(self) -> None:
        """Come to the end."""
        self._let_go()
