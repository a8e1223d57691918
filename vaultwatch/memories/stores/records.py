"""Say what is read from another agent's memory files: records, and what is wrong with the files.

Pure. Each format has a module that turns `StoreFile`s into a `StoreReading`;
`services.known_stores` brings the files.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal, TypeAlias

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.facts import VerifyMode
from vaultwatch.memories.ids import is_memory_id, memory_id
from vaultwatch.memories.validity import moment_of
from vaultwatch.notes.property_block import LINE_END

FaultKind: TypeAlias = Literal[
    "unreadable",
    "left_out",
    "unparsable",
    "frontmatter",
    "unknown_key",
    "outside",
    "long_index",
    "over_limit",
    "dead_link",
    "orphan",
    "duplicate",
    "verbose",
    "contradicted",
    "expired",
    "unused",
]

MOST_LINK_CHARS = 20_000
"""Of a record that are searched for links. Chosen by hand: far above what anyone writes."""

DEPRECATED = "deprecated"
"""As a status, as a tag, or in brackets behind the words of a record that no longer counts."""
SUPERSEDED = "superseded"
"""As a status: another record took its place."""
_NO_MORE = frozenset({DEPRECATED, SUPERSEDED, "archived", "expired"})
"""By its own field, a record that no longer counts."""
MOST_MARK_CHARS = 400
_IS_DEPRECATED = late_regex(r"\s?\(deprecated(?:: [^()\n]{1,300})?\)[\s*_~]*\Z")


@dataclass(frozen=True, slots=True)
class StoreFile:
    """One file of a store, read once."""

    path: str
    """Inside the store, with `/`."""
    text: str
    size_bytes: int
    modified: datetime | None = None


@dataclass(frozen=True, slots=True)
class StoreLink:
    """What a record points at, as written."""

    kind: Literal["wiki", "file", "import"]
    target: str
    line: int


@dataclass(frozen=True, slots=True)
class StoreClaim:
    """What a format says so plainly that it is subject, predicate and value already."""

    subject: str
    predicate: str
    value: str


@dataclass(frozen=True, slots=True)
class StoreRecord:
    """One belief as another agent's tool keeps it."""

    key: str = field(repr=False)
    """What its id is made of: the format's own key where it has one, else path and anchor."""
    path: str
    first_line: int
    """1-based, both ends included."""
    last_line: int
    text: str
    kind: str = ""
    """As the format calls it: `feedback`, `decision`."""
    title: str = ""
    name: str = ""
    """What `[[...]]` calls it, where that is not its file's name."""
    scope: str = ""
    """Whose it is or where it holds: an agent, a project, globs of paths."""
    source: str = ""
    """Where the format says that it comes from: a session, an agent."""
    created: datetime | None = None
    updated: datetime | None = None
    hook: str = ""
    """What the index says of it."""
    about: str = ""
    """What its own properties say that it is about."""
    why: str = ""
    how_to_apply: str = ""
    tags: tuple[str, ...] = ()
    links: tuple[StoreLink, ...] = ()
    claim: StoreClaim | None = None
    status: str = ""
    """As the format's own field says: `deprecated`."""
    expires: datetime | None = None
    """From when on it holds no more, by its own word."""
    verify_mode: VerifyMode = ""
    env: str = ""
    """The machine or system that what it says is to be checked on."""
    remote: str = ""
    """The address of the repository that what it says is to be checked in."""
    id: str = ""
    """Stays while the key does; set by `reading_of`."""
    headings: tuple[str, ...] = ()
    """Those that it stands below in its file, the outermost first, without a title above others."""
    words_line: int = 0
    """1-based, where its words begin below properties of its own; 0 where it has none."""

    @property
    def told_line(self) -> int:
        """The line that a person is sent to."""
        return self.words_line or self.first_line

    @property
    def is_deprecated(self) -> bool:
        """Whether it says of itself that it no longer counts."""
        is_said = self.status.strip().casefold() in _NO_MORE or DEPRECATED in self.tags
        return is_said or _IS_DEPRECATED.search(self.text[-MOST_MARK_CHARS:]) is not None


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """A line of an index that names a file."""

    path: str
    """The index."""
    line: int
    title: str
    target: str
    """Inside the store; as written where it leads out of it."""
    hook: str


@dataclass(frozen=True, slots=True)
class StoreFault:
    """Something wrong with a store that a person may want to mend; reading went on."""

    kind: FaultKind
    path: str
    line: int
    """0 where it is about the whole file or store."""
    message: str
    names: str = ""
    """The file that an import names and that was not read, inside the store."""


@dataclass(frozen=True, slots=True)
class StoreIndex:
    """A file that its agent loads at every start, so that its size counts."""

    path: str
    lines: int
    size_bytes: int
    most_lines: int = 0
    """What its agent reads of it; 0 where no limit is known."""
    most_bytes: int = 0
    most_chars: int = 0
    chars: int = 0


@dataclass(frozen=True, slots=True)
class StoreReading:
    """Everything that the files of one store say."""

    records: tuple[StoreRecord, ...] = ()
    faults: tuple[StoreFault, ...] = ()
    indexes: tuple[StoreIndex, ...] = ()
    entries: tuple[IndexEntry, ...] = ()
    paths: tuple[str, ...] = ()
    """Of the files that were read."""
    modified: tuple[tuple[str, datetime | None], ...] = ()
    """When each of them was last saved."""
    topics: tuple[str, ...] = ()
    """Those that an index should name."""
    wiki: Literal["", "records", "notes"] = ""
    """What `[[...]]` names in this format: another record, or any note."""
    unread: frozenset[str] = frozenset()
    """Files that something here names and that are there, but were not read: of another kind, too
    large, without permission, or links out of the store."""

    @property
    def there(self) -> frozenset[str]:
        """The files that a link may name."""
        return self.unread.union(self.paths)


def reading_of(  # noqa: PLR0913 -- each has a name
    files: Iterable[StoreFile],
    records: Iterable[StoreRecord],
    faults: Iterable[StoreFault] = (),
    *,
    indexes: Iterable[StoreIndex] = (),
    entries: Iterable[IndexEntry] = (),
    topics: Iterable[str] = (),
    wiki: Literal["", "records", "notes"] = "",
) -> StoreReading:
    """Return a reading whose records have their ids; of several with one key the later count.

    A key that is such an id already is the record's: it was put there for it.
    """
    seen: Counter[str] = Counter()
    named = []
    for record in records:
        seen[record.key] += 1
        count = seen[record.key]
        key = record.key if count == 1 else f"{record.key}\n{count}"
        named.append(replace(record, id=key if is_memory_id(key) else memory_id(key)))
    return StoreReading(
        tuple(named),
        tuple(faults),
        tuple(indexes),
        tuple(entries),
        tuple(file.path for file in files),
        tuple((file.path, file.modified) for file in files),
        tuple(topics),
        wiki,
    )


def without_mark(text: str) -> str:
    """Return the words of a record without the mark that it no longer counts."""
    if DEPRECATED not in text:
        return text
    untagged = text.replace(f" #{DEPRECATED}", "", 1)
    front, end = untagged[:-MOST_MARK_CHARS], untagged[-MOST_MARK_CHARS:]
    return front + _IS_DEPRECATED.sub("", end)


def index_of(
    file: StoreFile, *, most_lines: int = 0, most_bytes: int = 0, most_chars: int = 0
) -> StoreIndex:
    """Return the size of a file that is loaded at every start."""
    broken = LINE_END.split(file.text)
    lines = len(broken) - (not broken[-1])
    chars = len(file.text.strip())
    return StoreIndex(file.path, lines, file.size_bytes, most_lines, most_bytes, most_chars, chars)


_CODE = late_regex(r"```[^`]{0,2000}```|``[^`\n]{0,500}``|`[^`\n]{0,500}`")
_WIKI = late_regex(r"\[\[([^\[\]\n|#^]{1,300})[^\[\]\n]{0,300}\]\]")
_FILE = late_regex(r"\]\(<?([^()<>\s]{1,500})>?(?:\s+\"[^\"\n]{0,200}\")?\)")
_SCHEME = late_regex(r"[A-Za-z][A-Za-z0-9+.-]{0,30}:|//|#")


def links_of(text: str, first_line: int) -> tuple[StoreLink, ...]:
    """Return the links of a text, none of its code; addresses of the web are none of a store."""
    if "[" not in text:
        return ()
    shown = without_code(text[:MOST_LINK_CHARS])
    found = [
        StoreLink("wiki", one[1].strip(), first_line + shown.count("\n", 0, one.start()))
        for one in _WIKI.finditer(shown)
        if one[1].strip()
    ]
    found += [
        StoreLink("file", one[1], first_line + shown.count("\n", 0, one.start()))
        for one in _FILE.finditer(shown)
        if not _SCHEME.match(one[1])
    ]
    return tuple(found)


def without_code(text: str) -> str:
    """Return a text whose code is blank, every character at its place."""
    return _CODE.sub(lambda code: re.sub(r"[^\n]", " ", code[0]), text) if "`" in text else text


def inside(folder: str, target: str) -> str | None:
    """Return a target of a file in a folder as a path inside the store; None where it leads out."""
    name = target.replace("\\", "/")
    if name.startswith(("/", "~")) or name[1:2] == ":" or "\0" in name:
        return None
    parts: list[str] = folder.split("/") if folder else []
    for part in name.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    return "/".join(parts) or None


def folder_of(path: str) -> str:
    """Return the folder of a path inside a store; empty for the store's own."""
    return path.rpartition("/")[0]


def stem_of(path: str) -> str:
    """Return the name of a file without its ending."""
    name = path.rpartition("/")[2]
    return name.rpartition(".")[0] or name


_DAY = late_regex(r"(?:.*/)?(\d{4}-\d\d-\d\d)(?:-[\w-]{1,80})?\.md")


def day_of(path: str) -> str:
    """Return the day that a file is named after, as `2026-11-02`; or nothing."""
    found = _DAY.fullmatch(path)
    return found[1] if found and moment_of(found[1]) else ""


def moment_on(day: str, time: str) -> datetime | None:
    """Return a time of a day, which tools write without a zone: the user's."""
    return moment_of(f"{day} {time}") or moment_of(day)
