"""Read a memory out of its note, and write one.

Pure. `services.indexing.registering` reads, `services.memories.adding` writes.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import blake2b

import yaml

from vaultwatch.errors import FrontmatterError
from vaultwatch.late_regex import late_regex
from vaultwatch.memories.facts import Facts, facts_of, properties_of, text_of
from vaultwatch.memories.file_names import file_stem, is_made_of
from vaultwatch.memories.ids import memory_id
from vaultwatch.memories.items import (
    ListedItem,
    anchor_of,
    is_item,
    item_id,
    item_in,
    items_of,
    with_item,
)
from vaultwatch.memories.procedures import outcome_lines, with_kept_outcomes, without_outcomes
from vaultwatch.memories.validity import moment_of, stamp, still_says
from vaultwatch.notes.frontmatter_edit import check_utf8
from vaultwatch.notes.model import FlagValue, Link, Note, NotePath
from vaultwatch.notes.normalise import normal_words
from vaultwatch.notes.parse import parse_note
from vaultwatch.notes.properties import read_properties
from vaultwatch.notes.property_block import LINE_END, line_end_of
from vaultwatch.notes.titles import title_of

__all__ = [
    "CITING_KEYS",
    "Memory",
    "file_stem",
    "is_citing",
    "memories_of",
    "memory_in",
    "memory_of",
    "render_memory",
    "said_in",
    "saying",
    "with_belief",
]

CITING_KEYS = frozenset({"cites", "notes", "sources", "source_notes", "related"})
"""Properties whose links are the memory's own; `drift_notes` is ours and never cites."""

_WORD = late_regex(r"[a-z][a-z_]*")
_STAMP = late_regex(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?")
_NO_TEXT = frozenset({"true", "false", "yes", "no", "on", "off", "null", "y", "n"})
"""Words that YAML takes for something else than text."""
_TAG = late_regex(r"#(?=[^\s#]*[^\W\d])[^\s#]+")


@dataclass(frozen=True, slots=True)
class Memory:
    """One belief of an agent, with where it comes from."""

    id: str
    has_given_id: bool
    """Whether the note itself names the id; else it is made from the path."""
    path: NotePath
    belief: str
    """The body of the note."""
    plain: str
    """The belief without Markdown on one line; tags behind a sentence are gone, tags within one are
    its words."""
    belief_digest: str
    """BLAKE2b-128 hex of the words, task marks and link targets: survives re-wrapping and other
    tags."""
    links: tuple[Link, ...]
    """Those of the body and of the properties in `CITING_KEYS`."""
    created: datetime | None
    """UTC-aware. A date alone is the end of that day: what a note said that day was known."""
    updated: datetime | None
    facts: Facts
    named_after: str = ""
    """The item that an item's note is named after, as we name hand-overs; empty for any other."""


def is_citing(link: Link) -> bool:
    """Tell whether a link of a memory note names what the memory rests on."""
    return link.property_key is None or link.property_key.split(".", 1)[0].lower() in CITING_KEYS


def memory_of(note: Note, body: str) -> Memory:
    """Return the memory that a memory note holds."""
    given = text_of(note.properties.get("id"))
    given = "" if is_item(given) else given
    apart = outcome_lines(note)  # how a procedure went is no part of what it says
    said = [one for one in note.statements if one.kind != "property"]
    statements = [one for one in said if one.first_line not in apart]
    links = [one for one in note.links if is_citing(one)]
    links = [one for one in links if one.span is None or one.span.line not in apart]
    plain = " ".join(" ".join(_untagged(one.plain) for one in statements).split())
    marks = "".join((one.task_mark or "").lower() for one in statements)
    targets = [_target(link) for link in links]
    material = "\0".join((normal_words(plain), marks, *targets))
    digest = blake2b(material.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    return Memory(
        id=given or memory_id(note.path),
        has_given_id=bool(given),
        path=note.path,
        belief=body.strip(),
        plain=_without_folders(plain, note.links),
        belief_digest=digest,
        links=tuple(links),
        created=moment_of(text_of(note.properties.get("created"))),
        updated=moment_of(text_of(note.properties.get("updated"))),
        facts=_as_it_says(facts_of(note.properties, note.tags), body),
    )


def memories_of(note: Note, body: str) -> tuple[Memory, ...]:
    """Return the memories that a memory note holds: one, or of a hand-over one an open item."""
    whole = memory_of(note, body)
    items = items_of(note, body)
    if items is None:
        return (whole,)
    name = title_of(note.path)
    after = next((one.text for one in items if is_made_of(name, one.text)), "")
    whole = replace(whole, named_after=after)
    return tuple(_of_item(whole, note, one) for one in items if not one.is_done)


def memory_in(note: Note, body: str, memory_id_: str) -> Memory | None:
    """Return the memory of this id that a note holds, whatever id the note says; None if none."""
    held = memories_of(note, body)
    anchor = anchor_of(memory_id_)
    found = next((one for one in held if anchor_of(one.id) == anchor), None)
    return None if found is None else replace(found, id=memory_id_)


def _of_item(whole: Memory, note: Note, item: ListedItem) -> Memory:
    """Return an item as a memory: its own words and links, all else as its note says."""
    links = [
        link
        for link in note.links
        if link.span is not None and item.first_line <= link.span.line <= item.last_line
    ]
    note_id = whole.id if whole.id.startswith("mem_") else memory_id(whole.id)
    material = "\0".join((normal_words(item.plain), *map(_target, links)))
    digest = blake2b(material.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    facts = whole.facts
    return replace(
        whole,
        id=item_id(note_id, item.anchor),
        belief=item.text,
        plain=_without_folders(_untagged(item.plain), links),
        belief_digest=digest,
        links=tuple(links),
        facts=Facts(
            type=facts.type,
            source=facts.source,
            agent=facts.agent,
            client=facts.client,
            session=facts.session,
            topic=facts.topic,
            expires=facts.expires,
            status=facts.status,
            status_reason=facts.status_reason,
        ),
    )


def _as_it_says(facts: Facts, belief: str) -> Facts:
    """Return facts without the times that were read from words which a memory says no more."""
    if not facts.valid_as_said or still_says(belief, facts.valid_as_said):
        return facts
    return replace(facts, valid_from=None, valid_until=None, valid_as_said="")


def _without_folders(plain: str, links: Sequence[Link]) -> str:
    """Return words with the links' folders left out: they tell where a note lies, and no fact."""
    for link in links:
        folder, slash, name = link.target.rpartition("/")
        if slash and name and link.display is None and link.property_key is None:
            plain = plain.replace(f"{folder}/{name}", name)
    return plain


def render_memory(
    *,
    id: str,  # noqa: A002 - the property's name
    belief: str,
    created: datetime,
    updated: datetime,
    facts: Facts,
) -> bytes:
    """Return the bytes of a new memory note; every text is quoted where YAML could misread it."""
    lines = [
        "---",
        f"id: {_quoted(id)}",
        f"created: {stamp(created)}",
        f"updated: {stamp(updated)}",
    ]
    for key, value in properties_of(facts).items():
        lines.extend(_property_lines(key, value))
    return "\n".join((*lines, "---", belief.strip(), "")).encode("utf-8", "replace")


def with_belief(data: bytes, belief: str) -> bytes:
    """Return a memory note with another body, the bytes of its properties untouched.

    BOM, line endings and what is blank around the body stay as they are, and so do outcomes below
    it: what is said anew neither adds to them nor takes from them.

    Raises:
        FrontmatterError: the properties never close, so nobody can tell where the body begins.
    """
    text = data.decode("utf-8", "surrogateescape")
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    properties = read_properties(text[len(mark) :])
    if any(trouble.kind == "unclosed_properties" for trouble in properties.troubles):
        raise FrontmatterError(
            "The properties of the memory begin with `---` but never close.",
            hint="Close them with a line `---` and try again.",
        )
    head = text[: len(mark) + properties.body_start]
    old = text[len(head) :]
    if properties.body_start and not head.endswith(("\n", "\r")):
        head += line_end_of(text)
    said = old.strip()
    ends = [*LINE_END.findall(said), line_end_of(old + text)]
    above, _, below = old.partition(said) if said else (old, "", ends[0])
    lines = LINE_END.split(belief.strip())
    if not (properties.body_start or above) and lines[0].startswith("---"):
        above = ends[0]  # the belief must not become properties
    ends = [*(ends + ends[-1:] * len(lines))[: len(lines) - 1], below]
    body = "".join(map("".join, zip(lines, ends, strict=True)))
    new = f"{head}{above}".encode("utf-8", "surrogateescape") + body.encode("utf-8", "replace")
    return with_kept_outcomes(data, new)


def said_in(data: bytes, path: NotePath, memory_id_: str) -> str:
    """Return what a memory says by its note's bytes, nothing masked; empty if it is gone."""
    if is_item(memory_id_):
        item = item_in(path, data, anchor_of(memory_id_))
        return item.text if item is not None else ""
    text = without_outcomes(parse_note(path, data), data.decode("utf-8-sig", "replace"))
    return text[read_properties(text).body_start :].strip()


def saying(data: bytes, path: NotePath, memory_id_: str, belief: str) -> bytes:
    """Return a memory's note with other words for it, and nothing else changed.

    Raises:
        FrontmatterError: as `with_belief`, or the note is not UTF-8: what was read of it is not
            all that it says.
        RefusedError: an item does not stand on one line of its note.
    """
    check_utf8(data.decode("utf-8", "surrogateescape"))
    if is_item(memory_id_):
        return with_item(path, data, anchor_of(memory_id_), belief)
    return with_belief(data, belief)


def _target(link: Link) -> str:
    block = "" if link.block is None else f"^{link.block}"
    return "#".join((link.target, *link.headings, block))


def _untagged(plain: str) -> str:
    """Drop the tags behind a statement and leave those within it as words; `#12` is no tag."""
    words = plain.split()
    while words and _TAG.fullmatch(words[-1]):
        words.pop()
    return " ".join(word[1:] if _TAG.fullmatch(word) else word for word in words)


def _property_lines(key: str, value: FlagValue) -> list[str]:
    if isinstance(value, tuple):
        return [f"{key}:", *(f"  - {_quoted(item)}" for item in value)]
    if isinstance(value, str):
        is_plain = _WORD.fullmatch(value) or _STAMP.fullmatch(value)
        return [f"{key}: {value if is_plain and value not in _NO_TEXT else _quoted(value)}"]
    return [f"{key}: {json.dumps(value)}"]


def _quoted(text: str) -> str:
    dumped: str = yaml.safe_dump(text, default_style='"', allow_unicode=True, width=10**9)
    return dumped.strip()
