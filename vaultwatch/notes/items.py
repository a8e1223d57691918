"""Keep the list items of a note while its blocks are walked: parents, task marks, extents.

Pure. Follows what Obsidian's cache says of list items; `notes.walk` reports what opens and closes.
"""

import re
from dataclasses import dataclass, field

from vaultwatch.notes.blocks import ItemColumns
from vaultwatch.notes.model import Block, ListItem, Span
from vaultwatch.notes.passage import Passage
from vaultwatch.notes.source import Source

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
