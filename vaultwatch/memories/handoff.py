"""What a session hands over to the next, and the note that says it.

Pure. One dated note a session: a heading a list, an item a line that ends in its block id. Whoever
edits the note has the last word: a later hand-over of the same session adds what is new and takes
out what it wrote and no longer says; what a person ticked, struck, changed or took out stays so.
`services.sessions.handing_over` carries it out.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.checkpoint import MOST_GOAL_CHARS
from vaultwatch.memories.facts import Facts, text_of
from vaultwatch.memories.items import (
    DECISION,
    HANDOFF,
    ListedItem,
    is_as_written,
    items_in,
    items_of,
    ticked,
    without_items,
    words_digest,
)
from vaultwatch.memories.likeness import near_identical
from vaultwatch.memories.projects import NO_PROJECT, Project, ProjectIds, ids_of, project_name
from vaultwatch.memories.record import render_memory
from vaultwatch.memories.validity import moment_of
from vaultwatch.notes.model import Note, NotePath
from vaultwatch.notes.parse import parse_note
from vaultwatch.notes.property_block import LINE_END, line_end_of

MOST_HANDED: Final = 40
"""Of one hand-over. Chosen by hand: more than a session leaves, and no flood."""
MOST_ITEM_CHARS: Final = 500
"""Of one item: a sentence or two. Chosen by hand."""
PROJECT_ID: Final = "project_id"
"""The property that tells projects of one name apart."""
_SEEN_ITEMS: Final = 500
"""Of one list that are looked at at all."""
_DONE: Final = late_regex(
    r"(?:[-*+]\s+)?(?:\[[xX]\]\s+|(?:done|erledigt|fait|hecho)\s*:\s*)", re.IGNORECASE
)
_LEAD: Final = late_regex(r"(?:(?:[-*+]|\d{1,9}[.)])\s+)?(?:\[.\]\s+)?")
_ODD: Final = late_regex(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_RECALLED: Final = late_regex(r"(?:>|=\s|#\s)")
"""How a line begins that was read in a context of ours."""
_ACTS: Final = late_regex(r"(?<!\\)(?:%%|<!--|<%|`\$?=)|\A(?:```|~~~|\$\$)")
"""What hides the lines behind it, or has a plugin run it."""


@dataclass(frozen=True, slots=True)
class ItemKind:
    """One list of a hand-over."""

    name: str
    """Of the field of `Handoff`."""
    heading: str
    one: str
    """What an item of it is called."""
    letter: str
    """That its block ids begin with."""
    has_box: bool = True
    most_chars: int = MOST_ITEM_CHARS
    is_wish: bool = True
    """Whether it says what is to be: such a sentence is an order by its nature."""


KINDS: Final = (
    ItemKind("goals", "Goals", "goal", "g", most_chars=MOST_GOAL_CHARS),
    ItemKind("next_actions", "Next actions", "next action", "n"),
    ItemKind("open_questions", "Open questions", "open question", "q"),
    ItemKind("decisions", "Decisions", "decision", DECISION[0], has_box=False, is_wish=False),
    ItemKind("risks", "Risks", "risk", "r", is_wish=False),
)
"""In the order in which they are written and told."""


@dataclass(frozen=True, slots=True)
class Handoff:
    """What a session leaves behind: lists of sentences that cite notes as [[links]]."""

    session: str
    project: Project = NO_PROJECT
    """Sessions of another one are told nothing of it."""
    topic: str = ""
    goals: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    open_questions: tuple[str, ...] = ()
    risks: tuple[str, ...] = ()
    next_actions: tuple[str, ...] = ()
    memory_ids: tuple[str, ...] = ()
    """Memories that it rests on."""

    @property
    def marks(self) -> dict[str, str]:
        """What its note says of the project beside the name."""
        return {PROJECT_ID: " ".join(self.project.ids)} if self.project.ids else {}


@dataclass(frozen=True, slots=True)
class Entry:
    """An item as it is to be written."""

    kind: ItemKind
    text: str
    is_done: bool
    """Whether it is named as done: it closes what was left open, and is not left open itself."""

    @property
    def anchor(self) -> str:
        """Its block id: the list's letter and a digest of its text."""
        return f"{self.kind.letter}-{words_digest(self.text)}"

    @property
    def line(self) -> str:
        """Its line in the note."""
        return f"- {'[ ] ' if self.kind.has_box else ''}{self.text} ^{self.anchor}"


@dataclass(frozen=True, slots=True)
class LeftItem:
    """An item of a hand-over, with what it is called."""

    called: str
    """`next action`; the heading as it stands where a person made one of their own."""
    item: ListedItem


@dataclass(frozen=True, slots=True)
class HandedOver:
    """A hand-over as its note stands."""

    path: NotePath
    id: str
    session: str
    project: str
    ids: ProjectIds
    """Of the project; empty where it is known by its name alone."""
    client: str
    """The program that wrote it."""
    at: datetime | None
    """When it was written or last written anew."""
    items: tuple[LeftItem, ...]
    """All, those too that are done."""


def entries_of(handoff: Handoff) -> tuple[tuple[Entry, ...], tuple[str, ...]]:
    """Return the items that can be written, each once, and a sentence for each that cannot."""
    found: dict[str, Entry] = {}
    left: list[str] = []
    for kind in KINDS:
        said: tuple[str, ...] = getattr(handoff, kind.name)
        for number, text in enumerate(said[:_SEEN_ITEMS], 1):
            entry = _entry(kind, text)
            name = f"{kind.one.capitalize()} {number}"
            if isinstance(entry, str):
                left.append(f"{name} was left out: {entry}.")
            elif len(found) == MOST_HANDED and entry.anchor not in found:
                left.append(f"{name} was left out: {MOST_HANDED} items are the most.")
            else:
                found.setdefault(entry.anchor, entry)
        if len(said) > _SEEN_ITEMS:
            left.append(f"{kind.heading}: {len(said) - _SEEN_ITEMS} more were not looked at.")
    return tuple(found.values()), tuple(left)


def stands(text: str) -> bool:
    """Tell whether a text can be a goal as it is, no sign of it taken for a list's or a mark."""
    entry = _entry(KINDS[0], text)
    return isinstance(entry, Entry) and not entry.is_done and entry.text == text


def _entry(kind: ItemKind, text: str) -> Entry | str:
    """Return an item as it is written, or why it is not."""
    if len(text) > kind.most_chars * 4 or len(" ".join(text.split())) > kind.most_chars:
        return f"it is longer than {kind.most_chars} characters; keep it as a note and cite that"
    if _ODD.search(text.replace("\r", "\n")):
        return "it holds control characters or broken signs"
    said = " ".join(text.split())
    done = _DONE.match(said)
    said = said[done.end() :] if done is not None else _LEAD.sub("", said, count=1)
    if not any(sign.isalnum() for sign in said):
        return "it says nothing"
    if _RECALLED.match(said):
        return "it is a line that was read in a context, and is known already"
    entry = Entry(kind, said, is_done=done is not None)
    if _ACTS.search(said) or not _reads_back(entry):
        return "it cannot stand as one plain line of a list"
    return entry


_ALONE: Final = NotePath("Sessions/x.md")


def _reads_back(entry: Entry) -> bool:
    """Tell whether an item comes back from its line as it was, and swallows nothing behind it."""
    lines = f"{entry.line}\n- behind ^z\n"
    data = f"---\ntype: {HANDOFF}\n---\n{lines}".encode("utf-8", "replace")
    items = items_of(parse_note(_ALONE, data), lines) or ()
    said = [(one.text, one.anchor, one.is_done) for one in items]
    return said == [(entry.text, entry.anchor, False), ("behind", "z", False)]


def first_bytes(note_id: str, handoff: Handoff, title: str, facts: Facts, now: datetime) -> bytes:
    """Return the note of a hand-over before any item stands in it."""
    head = render_memory(
        id=note_id, belief=f"# {title}", created=now, updated=now, facts=facts
    ).decode()
    project = project_name(handoff.project.name)
    line = f'project: "{project}"\n' if project else ""
    line += "".join(f"{key}: {said}\n" for key, said in handoff.marks.items())
    return head.replace("---\n# ", f"{line}---\n# ", 1).encode("utf-8", "replace")


def with_entries(
    path: NotePath,
    data: bytes,
    entries: Sequence[Entry],
    *,
    taken_out: Collection[str] = (),
    own: Collection[str] = (),
) -> bytes:
    """Return the note of a hand-over with what the session says now; no other line is touched.

    Of a list of which something is said, what its writer said before (`own`, by anchor) and does
    not say again goes. `taken_out` were written before: what is gone of them a person took out.
    """
    wanted = [(one.anchor, one.text) for one in entries]
    letters = {one.kind.letter for one in entries}
    standing = items_in(path, data)
    outgrown = [
        one.anchor
        for one in standing
        if one.anchor in own
        and not one.is_done
        and _letter_as_written(one) in letters
        and near_identical(one.text, wanted) is None
    ]
    kept = [one for one in standing if one.anchor not in outgrown]
    anchors, said = {one.anchor for one in kept}, [(one.anchor, one.text) for one in kept]
    for entry in entries:
        is_known = entry.anchor in anchors or entry.anchor in taken_out
        if not is_known and not entry.is_done and near_identical(entry.text, said) is None:
            data = _with_line(path, data, entry)
    # Last: new ones stand behind old ones, not below a blank line of their own each time.
    return without_items(path, data, outgrown)


def reconsidered(  # noqa: PLR0913 - one argument a wish, all by name
    path: NotePath,
    data: bytes,
    entries: Sequence[Entry],
    *,
    unlisted: Collection[str],
    own: Collection[str],
    whole: Collection[str],
) -> tuple[bytes, set[str]]:
    """Return a note with what the session no longer lists ticked, and the anchors of that.

    Of the lists that are `whole` alone, and of the writer's `own`. What was ticked so before
    (`unlisted`) and is listed again goes, to be written anew; a person's own tick stays.
    """
    letters = {one.letter for one in KINDS if one.name in whole}
    wanted = [(one.anchor, one.text) for one in entries if not one.is_done]
    back, gone = [], set()
    for one in items_in(path, data):
        if _letter_as_written(one) not in letters:
            continue
        is_listed = near_identical(one.text, wanted) is not None
        if one.is_done and not one.is_carried and is_listed and one.anchor in unlisted:
            back.append(one.anchor)
        if not one.is_done and not is_listed and one.anchor in own:
            gone.add(one.anchor)
            data = ticked(path, data, one.anchor)
    return without_items(path, data, back), gone


def with_links(data: bytes, links: Sequence[str]) -> bytes:
    """Return the note with a line of links to memories; those that stand in it are left out."""
    text = data.decode("utf-8", "surrogateescape")
    new = [link for link in dict.fromkeys(links) if link not in text]
    if not new:
        return data
    end = line_end_of(text)
    lead = "" if text.endswith(("\n", "\r")) else end
    heading = "" if f"{end}## Memories{end}" in text else f"{end}## Memories{end}"
    more = f"{lead}{heading}{end}It rests on {', '.join(new)}.{end}"
    return (text + more).encode("utf-8", "surrogateescape")


def handed_over(note: Note, body: str) -> HandedOver | None:
    """Return the hand-over that a note is; None for any other note."""
    items = items_of(note, body)
    if items is None:
        return None
    called = {one.heading.casefold(): one.one for one in KINDS}
    properties = note.properties
    at = moment_of(text_of(properties.get("updated"))) or moment_of(
        text_of(properties.get("created"))
    )
    left = [LeftItem(called.get(one.heading.casefold(), one.heading), one) for one in items]
    session, project = text_of(properties.get("session")), text_of(properties.get("project"))
    id_, client = text_of(properties.get("id")), text_of(properties.get("client"))
    ids = ids_of(text_of(properties.get(PROJECT_ID)))
    return HandedOver(note.path, id_, session, project, ids, client, at, tuple(left))


def _letter_as_written(item: ListedItem) -> str:
    """Return the letter of the list of an item that nobody touched since; else nothing."""
    return item.anchor.partition("-")[0] if is_as_written(item.anchor, item.text) else ""


def _with_line(path: NotePath, data: bytes, entry: Entry) -> bytes:
    """Return a note with an item more: behind the others of its list, or under a new heading."""
    text = data.decode("utf-8", "surrogateescape")
    end = line_end_of(text)
    starts = [0, *(found.end() for found in LINE_END.finditer(text))]
    note = parse_note(path, data)
    places = [
        (one.span.line, number)
        for number, one in enumerate(note.headings)
        if one.text.strip().casefold() == entry.kind.heading.casefold()
    ]
    if not places:
        lead = "" if text.endswith(("\n", "\r")) else end
        more = f"{lead}{end}## {entry.kind.heading}{end}{end}{entry.line}{end}"
        return (text + more).encode("utf-8", "surrogateescape")
    first, number = places[0]
    following = [one.span.line for one in note.headings[number + 1 : number + 2]]
    until = following[0] if following else len(starts) + 1
    inside = [one for one in items_in(path, data) if first < one.first_line < until]
    line = max((one.last_line for one in inside), default=first)
    at = starts[line] if line < len(starts) else len(text)
    lead = "" if text[:at].endswith(("\n", "\r")) else end
    lead += "" if inside else end
    return f"{text[:at]}{lead}{entry.line}{end}{text[at:]}".encode("utf-8", "surrogateescape")
