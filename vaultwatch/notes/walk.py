"""Walk a note's blocks and gather what they hold: sections, statements, links, tags, list items.

Pure. `notes.parse` calls `walk_body`; the walker keeps where it stands, nothing else decides.
"""

import re
from dataclasses import dataclass, field, replace

from markdown_it.token import Token

from vaultwatch.notes.blocks import MAX_NESTING, ItemColumns, read_blocks
from vaultwatch.notes.inline import COMMENT_MARK, Inline, scan_inline
from vaultwatch.notes.model import (
    Block,
    Heading,
    Link,
    ListItem,
    Section,
    SectionPath,
    Span,
    Statement,
    StatementKind,
    Tag,
)
from vaultwatch.notes.sentences import ordinal_before
from vaultwatch.notes.source import Passage, Source, passage_of
from vaultwatch.notes.statements import (
    Place,
    code_statements,
    row_statement,
    split_row,
    statements_of,
)

_TASK = re.compile(r"\[(.)\](?:[ \t]+|$|(?=\n))")
_INNER_BULLET = re.compile(r"(?:[-*+]|[0-9]{1,9}[.)])[ \t]+(?=\S)")


@dataclass(slots=True)
class OpenItem:
    """A list item being read."""

    first: int
    end: int
    column: int
    parent_line: int
    slot: int
    """Its place among all items, kept while its children are read."""
    mark: str | None = None
    words: str = ""
    has_text: bool = False
    nested_first: int | None = None
    """Where the first list inside it begins, if text stands before."""
    ids: list[str] = field(default_factory=list)
    inner: list[tuple[int, str | None]] = field(default_factory=list)
    """Items on the same line behind the task box: (column, task mark)."""


@dataclass(slots=True)
class _List:
    """A list being read."""

    first: int
    open_end: tuple[int, int] | None = None
    """(slot, last line) of the item just closed, where a blank line behind it may belong to it."""


class ItemKeeper:
    """The lists and items open at one point of a walk, and all items so far."""

    def __init__(self, source: Source) -> None:
        """Begin outside every list."""
        self._source = source
        self._columns = ItemColumns(source.lines)
        self._slots: list[ListItem | None] = []
        self._lists: list[_List] = []
        self.open: list[OpenItem] = []

    @property
    def done(self) -> list[ListItem]:
        """Return all items, in the order they begin."""
        return [item for item in self._slots if item is not None]

    def enter_quote(self, first: int, end: int) -> None:
        """Take the `>` of these lines into account."""
        self._columns.enter_quote(first, end)

    def open_list(self, first: int) -> None:
        """Enter a list."""
        if self.open:
            item = self.open[-1]
            if item.nested_first is None and item.has_text:
                item.nested_first = first
        self._lists.append(_List(first))

    def close_list(self) -> None:
        """Leave a list."""
        self._lists.pop()

    def open_item(self, first: int, end: int) -> None:
        """Enter an item of the innermost list."""
        siblings = self._lists[-1]
        above = self._source.first_line - 1
        parent = self.open[-1].first + above if self.open else -(siblings.first + above) or -1
        if siblings.open_end is not None:
            self._reach_over_blank(siblings.open_end, first)
            siblings.open_end = None
        column = self._columns.enter_item(first, end, len(self.open))
        self.open.append(OpenItem(first, end, column, parent, slot=len(self._slots)))
        self._slots.append(None)

    def read_task_box(self, item: OpenItem, passage: Passage) -> None:
        """Cut a task box off the begin of an item's text and keep its mark."""
        found = _TASK.match(passage.text)
        if found is None:
            return
        item.mark = found[1]
        column = passage.offsets[0] - self._source.starts[item.first] + found.end()
        passage.drop(found.end())
        inner = _INNER_BULLET.match(passage.text)
        if inner:  # Obsidian sees a list inside the task: `- [ ] 1. text`
            self._slots.append(None)
            rest = _TASK.match(passage.text, inner.end())
            item.inner.append((column, rest[1] if rest else None))

    def close_item(self) -> list[Block]:
        """Leave the innermost item; return the block ids that name it."""
        item = self.open.pop()
        source = self._source
        if item.nested_first is None:
            last = source.last_filled(item.first, item.end)
            self._lists[-1].open_end = (item.slot, last)
        else:
            last = source.last_filled(item.first, item.nested_first)
        begin, stop = source.starts[item.first], source.line_end(last)
        line = item.first + source.first_line
        span = Span(begin + item.column, stop, line)
        self._slots[item.slot] = ListItem(span, item.parent_line, item.mark)
        for step, (column, mark) in enumerate(item.inner, start=1):
            inner_span = Span(begin + column, stop, line)
            self._slots[item.slot + step] = ListItem(inner_span, line - 1, mark)
        return [Block(name, span) for name in item.ids]

    def _reach_over_blank(self, before: tuple[int, int], first: int) -> None:
        """Let the item before reach to the blank line behind it, as Obsidian has it."""
        slot, last = before
        item = self._slots[slot]
        if item is None or last + 1 >= first:
            return
        taken = min(self._columns.column(last + 1), len(self._source.lines[last + 1]))
        stop = self._source.starts[last + 1] + taken
        span = Span(item.span.start, stop, item.span.line)
        self._slots[slot] = ListItem(span, item.parent_line, item.task_mark)


_BLOCK_ID = re.compile(r"(?:^|[ \t\n])\^([A-Za-z0-9-]{1,200})[ \t]*$")
_CALLOUT = re.compile(r"\[!([^\]\n]{1,100})\][+-]?[ \t]*")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]{1,100}\]:[ \t]*")
_REFERENCE = re.compile(r"\[[^\]\n]{1,300}\]:[ \t]*\S+[^\n]*(?:\n|$)")
_HTML_TAG = re.compile(r"<[^<>]{0,2000}>")
_SILENT_HTML = re.compile(r"\s*<(?:script|style|!--|!|\?)", re.IGNORECASE)

CONTEXT_CHARS = 300
"""A context is cut here: enough to know what an item stands under. Chosen by hand."""


@dataclass(slots=True)
class Body:
    """What a body holds, in the order it stands there."""

    headings: list[Heading] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    statements: list[Statement] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    tags: list[Tag] = field(default_factory=list)
    list_items: list[ListItem] = field(default_factory=list)
    too_deep: int = 0
    """The line within which lists or quotes become so deep that no more is read; 0 for none."""


def walk_body(source: Source) -> Body:
    """Read a note's body."""
    walker = _Walker(source)
    tokens = read_blocks(source.lines)
    walker.run(tokens)
    deep = (token.map[0] for token in tokens if token.level >= MAX_NESTING - 1 and token.map)
    walker.body.too_deep = next((source.first_line + line for line in deep), 0)
    return walker.body


class _Walker:
    """The state of one walk."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.body = Body()
        self.shift = source.first_line
        self.items = ItemKeeper(source)
        self.path: SectionPath = ()
        self.levels: list[int] = []
        self.section_first = 1
        self.contexts: list[str] = [""]
        self.opener = ""
        """The paragraph ending in a colon directly before, else empty."""
        self.quote_begins = False
        self.last_block: tuple[int, int, int] | None = None
        """The last block beside this one: first line, end line, first statement."""

    def run(self, tokens: list[Token]) -> None:
        """Visit every token, then close what is open."""
        index = 0
        pending: tuple[int, int, int] | None = None
        while index < len(tokens):
            token = tokens[index]
            if token.level == 0 and token.map and token.nesting >= 0:
                self.last_block = pending
                pending = (token.map[0], token.map[1], len(self.body.statements))
            index = self._visit(tokens, index)
        total = self.shift + len(self.source.lines) - 1
        if len(self.source.lines) > 1 and not self.source.lines[-1]:
            total -= 1
        self._close_section(max(total, self.section_first))
        self.body.list_items = self.items.done

    def _visit(self, tokens: list[Token], index: int) -> int:
        """Read one token; return the index of the next one to read."""
        token = tokens[index]
        kind = token.type
        first, end = token.map or (0, 0)
        if kind == "prose":
            self._paragraph(token.content, first)
        elif kind in ("paragraph_open", "heading_open"):
            content = tokens[index + 1].content
            if kind == "paragraph_open":
                self._paragraph(content, first)
            else:
                self._heading(content, token, first, end)
            return index + 3
        elif kind in ("fence", "code_block", "maths", "html_block", "hr", "table_open"):
            self._other_block(token, first, end)
            return _skip(tokens, index, "table_close") if kind == "table_open" else index + 1
        elif token.nesting > 0:
            self._open(kind, first, end)
        else:
            self._close(kind)
        return index + 1

    def _open(self, kind: str, first: int, end: int) -> None:
        """Enter a list, an item or a quote."""
        context = self.contexts[-1]
        if kind == "list_item_open":
            self.items.open_item(first, end)
        elif kind == "blockquote_open":
            self.items.enter_quote(first, end)
        elif self.items.open:
            context = self.items.open[-1].words or context
        else:
            context = self.opener or context
        if kind in ("bullet_list_open", "ordered_list_open"):
            self.items.open_list(first)
        self.contexts.append(context)
        self.quote_begins = kind == "blockquote_open"
        self.opener = ""

    def _close(self, kind: str) -> None:
        """Leave a list, an item or a quote."""
        if kind == "list_item_close":
            self.body.blocks.extend(self.items.close_item())
        elif kind in ("bullet_list_close", "ordered_list_close"):
            self.items.close_list()
        self.contexts.pop()
        self.opener = ""

    def _other_block(self, token: Token, first: int, end: int) -> None:
        """Read code, maths, HTML, a table or a rule."""
        opener, self.opener = self.opener, ""
        self.quote_begins = False
        if token.type == "table_open":
            self._table(first, end, opener or self.contexts[-1])
        elif token.type == "html_block":
            self._html(token.content, first)
        elif token.type != "hr":
            self._code(token, first, end)

    def _place(self, kind: StatementKind, block_id: str | None = None) -> Place:
        mark = None
        if self.items.open and kind == "sentence":
            mark = self.items.open[-1].mark
            kind = "list_item" if mark is None else "task"
        return Place(kind, self.path, self.contexts[-1], self.shift, mark, block_id)

    # Headings and sections

    def _heading(self, content: str, token: Token, first: int, end: int) -> None:
        self.opener = ""
        self.quote_begins = False
        passage = passage_of(self.source, content, first)
        content = passage.text
        inline = scan_inline(content)
        self._collect(passage, inline)
        if token.level == 0:
            level = int(token.tag[1])
            if first + self.shift > self.section_first or self.levels:
                self._close_section(first + self.shift - 1)
            while self.levels and self.levels[-1] >= level:
                self.levels.pop()
                self.path = self.path[:-1]
            words = inline.plain(content, 0, len(content))
            self.levels.append(level)
            self.path = (*self.path, words)
            self.section_first = first + self.shift
            start, stop = self.source.starts[first], self.source.line_end(end - 1)
            text = content.replace(COMMENT_MARK, "").strip()
            self.body.headings.append(Heading(text, level, Span(start, stop, first + self.shift)))
        if content:
            self.body.statements.extend(statements_of(passage, inline, self._place("heading")))

    def _close_section(self, last: int) -> None:
        level = self.levels[-1] if self.levels else 0
        self.body.sections.append(Section(self.path, level, self.section_first, last))

    # Paragraphs

    def _paragraph(self, content: str, first: int) -> None:
        passage = passage_of(self.source, content, first)
        item = self.items.open[-1] if self.items.open else None
        if self.quote_begins:
            self.quote_begins = False
            found = _CALLOUT.match(passage.text)
            if found:
                self._callout(passage, found)
                return
        starts_item = item is not None and not item.has_text and item.nested_first is None
        if item is not None and starts_item:
            item.has_text = True
            line = self.source.lines[first]
            before = line[: passage.offsets[0] - self.source.starts[first]]
            if day := ordinal_before(before, passage.text):
                passage.take(before[-day:])
            self.items.read_task_box(item, passage)
        self._prose(passage, item if starts_item else None)

    def _prose(self, passage: Passage, opens: OpenItem | None) -> None:
        """Read a paragraph: `opens` is the item it is the first text of."""
        self.opener = ""
        block_id = self._block_id(passage)
        if passage.text.startswith("["):
            footnote = _FOOTNOTE.match(passage.text)
            if footnote:
                passage.drop(footnote.end())
            elif _all_references(passage.text):
                return
        if not passage.text:
            return
        inline = scan_inline(passage.text)
        self._collect(passage, inline)
        self.body.statements.extend(
            statements_of(passage, inline, self._place("sentence", block_id))
        )
        ends_open = passage.text.rstrip(" *_\ufdd0").endswith((":", "\uff1a"))
        if opens is not None or ends_open:
            words = inline.standing(passage.text, 0, len(passage.text))[:CONTEXT_CHARS]
            if opens is not None:
                opens.words = words
            if ends_open:
                self.opener = words

    def _block_id(self, passage: Passage) -> str | None:
        if "^" not in passage.text[-202:]:
            return None
        found = _BLOCK_ID.search(passage.text, max(0, len(passage.text) - 202))
        if found is None:
            return None
        if found.start() == 0 and not self.items.open:
            self._name_last_block(found[1], passage)
        elif self.items.open:
            self.items.open[-1].ids.append(found[1])
        else:
            last = passage.lines[-1]
            stop = self.source.line_end(last)
            line = passage.lines[0] + self.shift
            self.body.blocks.append(Block(found[1], Span(passage.offsets[0], stop, line)))
        passage.text = passage.text[: found.start()].rstrip()
        kept = [at for at, begin in enumerate(passage.begins) if begin <= len(passage.text)]
        passage.begins = passage.begins[: len(kept)]
        passage.lines = passage.lines[: len(kept)]
        passage.offsets = passage.offsets[: len(kept)]
        return found[1]

    def _name_last_block(self, name: str, passage: Passage) -> None:
        """Let an id on a line of its own name the block above it."""
        if self.last_block is None:
            first, end, since = passage.lines[0], passage.lines[0] + 1, len(self.body.statements)
        else:
            first, end, since = self.last_block
        stop = self.source.line_end(self.source.last_filled(first, end))
        self.body.blocks.append(
            Block(name, Span(self.source.starts[first], stop, first + self.shift))
        )
        named = self.body.statements[since:]
        self.body.statements[since:] = [
            one if one.block_id else replace(one, block_id=name) for one in named
        ]

    def _callout(self, passage: Passage, found: re.Match[str]) -> None:
        """Read a callout's title; what stands below it in the paragraph is its text."""
        self.opener = ""
        passage.drop(found.end())
        count = len(passage.lines)
        title = passage.part(0, 1)
        inline = scan_inline(title.text)
        self._collect(title, inline)
        words = inline.standing(title.text, 0, len(title.text))
        if words:
            self.body.statements.extend(statements_of(title, inline, self._place("sentence")))
            self.contexts[-1] = words[:CONTEXT_CHARS]
        if count > 1:
            self._prose(passage.part(1, count), None)

    def _collect(self, passage: Passage, inline: Inline) -> None:
        """Keep a block's links and tags with the place they stand."""
        for link in inline.links:
            start = passage.offset_at(link.start)
            end = passage.offset_at(link.end - 1) + 1
            line = passage.line_at(link.start) + self.shift
            self.body.links.append(
                Link(
                    link.target,
                    link.headings,
                    link.block,
                    link.display,
                    self.source.text[start:end],
                    link.style,
                    link.is_embed,
                    Span(start, end, line),
                )
            )
        for start, end in inline.tags:
            offset = passage.offset_at(start)
            span = Span(offset, offset + end - start, passage.line_at(start) + self.shift)
            self.body.tags.append(Tag(passage.text[start + 1 : end], span))

    # Tables, code, HTML

    def _table(self, first: int, end: int, context: str) -> None:
        place = Place("table_row", self.path, context, self.shift)
        header: list[str] = []
        for line in range(first, min(end, len(self.source.lines))):
            if line == first + 1:
                continue
            raw = self.source.lines[line]
            row = raw.lstrip(" \t>")
            offset = self.source.starts[line] + len(raw) - len(row)
            inline = scan_inline(row)
            if inline.links or inline.tags:
                self._collect(Passage(row, [0], [offset], [line]), inline)
            cells = split_row(row)
            if line == first:
                header = [_words(cell) for cell in cells]
                continue
            statement = row_statement(header, cells, line, place)
            if statement is not None:
                self.body.statements.append(statement)

    def _code(self, token: Token, first: int, end: int) -> None:
        content = token.content.split("\n")
        begin = first + 1 if token.type == "fence" else first
        numbered = zip(range(begin, end), content, strict=False)
        if token.type == "maths":
            numbered = ((line, text.replace("$$", "")) for line, text in numbered)  # type: ignore[assignment]
        self.body.statements.extend(code_statements(numbered, self._place("code")))

    def _html(self, content: str, first: int) -> None:
        if _SILENT_HTML.match(content):
            return
        bare = _HTML_TAG.sub(lambda tag: "\n" * tag[0].count("\n") or " ", content)
        passage = passage_of(self.source, bare.rstrip("\n"), first)
        raw = content.split("\n")
        begin = 0
        for index in range(1, len(passage.lines) + 1):
            # An element's end ends a statement; wrapped text within one stays together.
            if index < len(passage.lines) and not (
                raw[index].lstrip().startswith("<") or raw[index - 1].rstrip().endswith(">")
            ):
                continue
            part = passage.part(begin, index)
            begin = index
            if part.text.strip():
                place = self._place("sentence")
                self.body.statements.extend(statements_of(part, scan_inline(part.text), place))


def _skip(tokens: list[Token], index: int, kind: str) -> int:
    while tokens[index].type != kind:
        index += 1
    return index + 1


def _words(text: str) -> str:
    return scan_inline(text).plain(text, 0, len(text))


def _all_references(text: str) -> bool:
    position = 0
    while position < len(text):
        found = _REFERENCE.match(text, position)
        if found is None:
            return False
        position = found.end()
    return True
