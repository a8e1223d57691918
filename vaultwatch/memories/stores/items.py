"""Cut Markdown that another agent wrote into items: bullets and paragraphs under their headings.

Pure, line by line, in time that grows with the length alone. Tools write lists with tabs, with
CRLF, with bullets of every kind; what is indented below a bullet belongs to it, and so does code.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.stores.records import StoreFile, StoreRecord, links_of, without_mark
from vaultwatch.memories.validity import moment_of
from vaultwatch.notes.property_block import LINE_END

_HEADING = late_regex(r" {0,3}(#{1,6})[ \t]+(.*)")
_MARK = late_regex(r"([ \t]*)(?:[-*+\u2022]|\d{1,9}[.)])[ \t]+(?=\S)")
_FENCE = late_regex(r"[ \t]*(```|~~~)")
_RULE = late_regex(r"[ \t]*(?:-[ \t]*){3,}|[ \t]*(?:\*[ \t]*){3,}|[ \t]*=+[ \t]*")
_WORD = late_regex(r"[^\W\d_]{2,}")
_BOLD = late_regex(r"(?:\*\*|__)([^*_\n]{1,60}?):?(?:\*\*|__)")
_LABEL = late_regex(r"([^\s:*|`][^\n:*|`]{0,58}?)[:\uff1a](?=\s|$)")
_VALUES = late_regex(r"`[^`\n]{0,200}`|\"[^\"\n]{0,200}\"|https?://\S{1,200}|\S*\d\S{0,100}")
_DAY = late_regex(r"[\[(*]{0,3}(\d{4}-\d\d-\d\d)[\])*]{0,3}:?\s")

MOST_LABEL_WORDS = 6
ANCHOR_WORDS = 4
"""Of an item without a label that its id rests on: few, so that another value further on keeps the
id. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class StoreItem:
    """A bullet with what is indented below it, or a paragraph."""

    first_line: int
    last_line: int
    headings: tuple[str, ...]
    text: str
    """Without the bullet; lines joined by a line feed."""
    is_listed: bool
    is_titled: bool = False
    """Whether the outermost heading is a title, of the first level."""


def items_of(text: str, first_line: int = 1) -> Iterator[StoreItem]:
    """Yield the items of a body in order."""
    cutter = _Cutter()
    number = first_line - 1
    for number, line in enumerate(LINE_END.split(text), start=first_line):
        yield from cutter.take(number, line)
    yield from cutter.done(number + 1)


@dataclass(slots=True)
class _Cutter:
    headings: list[tuple[int, str]] = field(default_factory=list)
    held: list[str] = field(default_factory=list)
    """Of the item that is being read."""
    begun: int = 0
    base: int = 0
    """Indentation of its bullet."""
    is_listed: bool = False
    has_gap: bool = False
    fence: str = ""
    is_hidden: bool = False
    """Within a comment."""

    def take(self, number: int, line: str) -> Iterator[StoreItem]:
        """Read one line; yield the item that it ends."""
        bare = line.strip()
        if self.fence:
            self.held.append(line)
            self.fence = "" if bare.startswith(self.fence) else self.fence
        elif self.is_hidden or bare.startswith("<!--"):
            yield from self.done(number)
            self.is_hidden = "-->" not in line
        elif not bare:
            self.has_gap = True
            if self.held:
                self.held.append("")
        else:
            yield from self._take_words(number, line, bare)
            self.has_gap = False

    def _take_words(self, number: int, line: str, bare: str) -> Iterator[StoreItem]:
        opening, heading = _FENCE.match(line), _HEADING.match(line)
        mark = _MARK.match(line)
        if opening:
            if not self.held:
                self._begin(number)
            self.fence = opening[1]
            self.held.append(line)
        elif heading or _RULE.fullmatch(line):
            yield from self.done(number)
            if heading:
                level = len(heading[1])
                self.headings = [one for one in self.headings if one[0] < level]
                self.headings.append((level, heading[2].strip().rstrip("#").strip()))
        elif self._belongs(line, is_marked=mark is not None):
            self.held.append(line if mark else bare)
        else:
            yield from self.done(number)
            self._begin(number)
            if mark:
                self.base, self.is_listed = _indent(line), True
            self.held.append(line[mark.end() :].rstrip() if mark else bare)

    def _begin(self, number: int) -> None:
        self.begun, self.is_listed = number, False

    def _belongs(self, line: str, *, is_marked: bool) -> bool:
        """Tell whether a line goes on with the item that is being read."""
        is_below = self.is_listed and _indent(line) >= self.base + 2
        return bool(self.held) and (is_below or not (is_marked or self.has_gap))

    def done(self, line: int) -> Iterator[StoreItem]:
        """Yield the item that ends before a line, if one was being read."""
        held, last = self.held, line - 1
        self.held = []
        while held and not held[-1].strip():
            held.pop()
            last -= 1
        if held:
            names = tuple(name for _, name in self.headings)
            is_titled = bool(names) and self.headings[0][0] == 1
            text = "\n".join(held)
            yield StoreItem(self.begun, last, names, text, self.is_listed, is_titled)


def _indent(line: str) -> int:
    return len(line[: len(line) - len(line.lstrip())].expandtabs(4))


def label_of(text: str) -> str:
    """Return what stands before the colon, or in bold, at the head of an item; or nothing."""
    found = _BOLD.match(text) or _LABEL.match(text)
    label = found[1].strip() if found else ""
    return label if label and len(label.split()) <= MOST_LABEL_WORDS else ""


def anchor_of(item: StoreItem) -> str:
    """Return what an item's id rests on: its headings, and its label or its first plain words."""
    text = without_mark(item.text)
    label = label_of(text)
    return "\n".join((*item.headings, label or first_words(text))).casefold()


def first_words(text: str) -> str:
    """Return the first plain words of a text, none of its values."""
    return " ".join(_WORD.findall(_VALUES.sub(" ", text[:400]))[:ANCHOR_WORDS])


def record_of(file: StoreFile, item: StoreItem, *, kind: str = "", scope: str = "") -> StoreRecord:
    """Return an item as a record, dated where it begins with a day."""
    day = _DAY.match(item.text)
    return StoreRecord(
        key=f"{file.path}#{anchor_of(item)}",
        path=file.path,
        first_line=item.first_line,
        last_line=item.last_line,
        text=item.text,
        kind=kind,
        title=label_of(without_mark(item.text)) or (item.headings[-1] if item.headings else ""),
        scope=scope,
        created=moment_of(day[1]) if day else None,
        updated=file.modified,
        links=links_of(item.text, item.first_line),
        headings=item.headings[1:] or item.headings if item.is_titled else item.headings,
    )
