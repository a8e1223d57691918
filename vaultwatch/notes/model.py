"""What a note says, as plain values: the words every other room speaks.

Pure. `notes.parse` makes them from bytes; links, chunking, drift and report read them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, NewType, TypeAlias

from vaultwatch.notes.titles import title_of

NotePath = NewType("NotePath", str)
"""A note's path inside its vault: as on disk, POSIX separators, no leading slash, with `.md`."""

PropertyValue: TypeAlias = "str | tuple[PropertyValue, ...] | Mapping[str, PropertyValue] | None"
"""A YAML value with every scalar kept as the text a person wrote: `007` stays `007`."""

FlagValue: TypeAlias = str | float | tuple[str, ...]
"""What we set a property to."""

SectionPath: TypeAlias = tuple[str, ...]
"""Headings from the outermost inwards; empty before the first heading."""

StatementKind: TypeAlias = Literal[
    "sentence", "list_item", "task", "table_row", "property", "inline_field", "code", "heading"
]

CLOSED_MARKS: Final = frozenset("xX-")
"""Task marks that close a task. Source: the status collections of the Tasks plugin
(obsidian-tasks, src/Config/Themes): `x` and `X` are done, `-` is cancelled, and every other mark
(`/` in progress, `>` deferred, `?` a question) is still to do."""


@dataclass(frozen=True, slots=True)
class Span:
    """Where something stands in the decoded text (BOM dropped, line endings as on disk)."""

    start: int
    """Offset of the first character, in code points."""
    end: int
    """Offset behind the last character, in code points."""
    line: int
    """Line of the first character, 1-based."""


@dataclass(frozen=True, slots=True)
class Link:
    """A wiki-link, an embed or a Markdown link to a note, as written."""

    target: str
    """The path part, decoded and stripped; empty for a link into the note itself."""
    headings: tuple[str, ...]
    """`[[a#H1#H2]]` gives ("H1", "H2")."""
    block: str | None
    """`[[a#^id]]` gives "id"."""
    display: str | None
    """What stands behind the `|` or between `[` and `]`; None where the author gave none."""
    original: str
    """The characters of the note, brackets included."""
    style: Literal["wiki", "markdown"]
    is_embed: bool
    span: Span | None
    """None for a link in the properties."""
    property_key: str | None = None
    """The property that holds the link (`related`, `related.0`), else None."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading, ATX or setext."""

    text: str
    """As written, Markdown kept, closing hashes dropped."""
    level: int
    span: Span


@dataclass(frozen=True, slots=True)
class Block:
    """A block id (`^id`) and the lines of the block it names."""

    id: str
    span: Span


@dataclass(frozen=True, slots=True)
class Tag:
    """A `#tag` in the body, without its `#`."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class ListItem:
    """A list item as Obsidian counts them."""

    span: Span
    """From the bullet to the end of the item's own text, nested items left out."""
    parent_line: int
    """0-based line of the parent item; for a root item minus the 0-based line where its list
    begins (-1 for line 0), as Obsidian writes it."""
    task_mark: str | None
    """The character between the task brackets; None where the item is no task."""


@dataclass(frozen=True, slots=True)
class Statement:
    """The smallest part of a note that can be true or false."""

    kind: StatementKind
    text: str
    """As a person reads it in the source: block markers (bullet, `>`, task box, block id) dropped,
    white space collapsed, inline Markdown kept."""
    plain: str
    """The words alone: emphasis, code ticks, link brackets (`[[a|b]]` is `b`) and comments gone.
    A table row reads `Column: cell; Column: cell`; a property or inline field `key: value`."""
    section: SectionPath
    context: str
    """What it stands under beside the headings: the parent list item, the callout's title, the
    paragraph line that opens the list (`Open:`); empty where there is nothing."""
    first_line: int
    """1-based."""
    last_line: int
    """1-based, inclusive."""
    digest: str
    """BLAKE2b-128 hex of the normalised words and the task mark. Survives re-wrapping, emphasis,
    renumbering, trailing space and a change of block kind; does not hold section or context."""
    task_mark: str | None = None
    key: str | None = None
    """The name of a property or inline field; list positions and nesting dotted (`owner.name`)."""
    block_id: str | None = None

    def __hash__(self) -> int:
        """Hash digest and line: whole notes are looked up in caches, and they tell enough."""
        return hash((self.digest, self.first_line))


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with the lines below it down to the next heading of any level."""

    path: SectionPath
    level: int
    """0 for what stands before the first heading."""
    first_line: int
    last_line: int


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something wrong with a note that did not stop it from being read."""

    kind: Literal[
        "broken_properties",
        "duplicate_property",
        "unclosed_properties",
        "not_utf8",
        "too_large",
        "too_deep",
        "unread_date",
        "taken_id",
        "unflagged",
        "failed",
    ]
    message: str
    """One sentence for a person."""
    line: int


@dataclass(frozen=True, slots=True)
class Note:
    """One parsed note."""

    path: NotePath
    digest: str
    """SHA-256 of the note's bytes, lower-case hex."""
    properties: Mapping[str, PropertyValue]
    aliases: tuple[str, ...]
    tags: tuple[str, ...]
    """Every tag, of the properties and the body, without `#`, in order, once each."""
    headings: tuple[Heading, ...]
    sections: tuple[Section, ...]
    statements: tuple[Statement, ...]
    """In the order of the lines they stand on."""
    links: tuple[Link, ...]
    blocks: tuple[Block, ...]
    body_tags: tuple[Tag, ...]
    list_items: tuple[ListItem, ...]
    body_line: int
    """The line the body begins on, 1-based: 1 without properties."""
    troubles: tuple[Trouble, ...]

    @property
    def title(self) -> str:
        """The file's name without `.md`."""
        return title_of(self.path)


@dataclass(frozen=True, slots=True)
class NoteOutline:
    """What the link index needs of a note; kept in the ledger so that no note is parsed twice."""

    path: NotePath
    aliases: tuple[str, ...]
    headings: tuple[tuple[int, str], ...]
    """(level, text) in order."""
    blocks: tuple[str, ...]
    links: tuple[Link, ...]
    troubles: tuple[Trouble, ...]


def outline_of(note: Note) -> NoteOutline:
    """Return the part of a note that links need."""
    return NoteOutline(
        path=note.path,
        aliases=note.aliases,
        headings=tuple((heading.level, heading.text) for heading in note.headings),
        blocks=tuple(block.id for block in note.blocks),
        links=note.links,
        troubles=note.troubles,
    )


@dataclass(frozen=True, slots=True)
class Chunk:
    """A run of statements under one heading: the unit of embedding and search."""

    ordinal: int
    """0-based position in its note."""
    section: SectionPath
    first_line: int
    last_line: int
    text: str
    """What a person reads in a search result."""
    embed_text: str
    """Title and heading path in front of the text: what the model sees."""
    digest: str
    """BLAKE2b-128 hex of `embed_text`: chunks of one digest share a vector."""
