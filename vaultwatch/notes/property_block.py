"""Find a note's properties block and read its YAML: one way for the reader and the editor.

Pure. The YAML is read as a stream of events and never constructed: no tags, no guesses (`007`,
`12:30`, `yes` stay text), no recursion, and an alias stays an alias until somebody follows it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import yaml

MAX_BLOCK_CHARS = 262_144
"""A longer block is not handed to YAML. Chosen by hand: far above any real note's."""

MAX_DEPTH = 64
"""Deeper nesting is refused. Chosen by hand: far above any real note's."""

LINE_END = re.compile(r"\r\n|\r|\n")
"""How a line of a note ends; `splitlines` would count form feeds and more."""

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_OPEN = re.compile(r"---[ \t]*(?:\r\n|\r|\n|\Z)")
_CLOSE = re.compile(r"(?:(?<=\n)|(?<=\r))---[ \t]*(?=\r|\n|\Z)")


def lines_of(text: str) -> list[str]:
    """Return the lines of a text, each with its end."""
    return _LINE.findall(text)


def line_end_of(text: str) -> str:
    """Return how the first line of a text ends, and so what is written into it."""
    found = LINE_END.search(text)
    return found[0] if found is not None else "\n"


@dataclass(frozen=True, slots=True)
class Fences:
    """Where a properties block stands in a decoded note, its BOM dropped."""

    start: int
    """Offset of the first line below the opening fence."""
    end: int | None
    """Offset of the closing fence; None where nothing closes the block."""
    body: int
    """Offset of the body; 0 where nothing closes the block."""


def find_fences(text: str) -> Fences | None:
    """Return where the properties stand; None where the note has none."""
    opening = _OPEN.match(text)
    if opening is None:
        return None
    closing = _CLOSE.search(text, opening.end())
    if closing is None:
        return Fences(opening.end(), None, 0)
    line_end = LINE_END.match(text, closing.end())
    return Fences(opening.end(), closing.start(), (line_end or closing).end())


class BrokenYamlError(Exception):
    """Properties that are no YAML, or more of it than we read; never leaves `notes`."""

    def __init__(self, problem: str, line: int) -> None:
        """Keep what is wrong and the 0-based line of the block."""
        super().__init__(problem)
        self.problem = problem
        self.line = line


Shape: TypeAlias = "tuple[str, str | None, str | None, str | tuple[Shape, ...]]"


@dataclass(slots=True)
class YamlNode:
    """One value of the block with its place."""

    kind: Literal["scalar", "list", "map", "alias"]
    start: int
    """Offset in the block, of the anchor or tag where there is one."""
    end: int
    """Offset behind the last character that belongs to the value, comments left out."""
    text: str = ""
    """A scalar's value or an alias's name."""
    style: str = ""
    """Of a scalar: empty, a quotation mark, `|` or `>`; of a list or map: `flow` or empty."""
    anchor: str | None = None
    tag: str | None = None
    children: list["YamlNode"] = field(default_factory=list)
    """The items of a list; the keys and values of a map in turn."""
    target: "YamlNode | None" = None
    """What an alias stands for; None where it would hold itself."""

    def pairs(self) -> Iterator[tuple["YamlNode", "YamlNode"]]:
        """Yield the keys of a map with their values."""
        return zip(self.children[::2], self.children[1::2], strict=True)

    def leaves(self) -> Iterator["YamlNode"]:
        """Yield the values in here that hold no others, in the order of the text."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            if node.children:
                waiting.extend(reversed(node.children))
            else:
                yield node

    @property
    def is_linked(self) -> bool:
        """Whether an anchor, an alias or a tag stands in here."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            if node.kind == "alias" or node.anchor is not None or node.tag is not None:
                return True
            waiting.extend(node.children)
        return False

    def shape(self) -> Shape:
        """Return what the value says without its place, to compare before with after."""
        inner = tuple(child.shape() for child in self.children) if self.children else self.text
        return (self.kind, self.anchor, self.tag, inner)


@dataclass(frozen=True, slots=True)
class YamlBlock:
    """A block as YAML understands it."""

    root: YamlNode | None
    """None where the block says nothing."""
    is_marked: bool
    """Whether `...` or a directive stands in it: behind these no property can follow."""


def read_block(text: str) -> YamlBlock:
    """Read a properties block; time and memory grow with its length.

    Raises:
        BrokenYamlError: it is no single YAML document, too long or nested too deeply.
    """
    if len(text) > MAX_BLOCK_CHARS:
        raise BrokenYamlError("more than anyone writes", 0)
    try:
        return _Builder().build(text.replace("\0", "\ufffd"))
    except (yaml.YAMLError, ValueError) as exc:
        mark = getattr(exc, "problem_mark", None)
        problem = getattr(exc, "problem", None) or "not readable as YAML"
        raise BrokenYamlError(str(problem), mark.line if mark is not None else 0) from exc


class _Builder:
    """Builds the values of one block, counting how deep they stand."""

    def __init__(self) -> None:
        self.open: list[YamlNode] = []
        self.anchors: dict[str, YamlNode] = {}
        self.root: YamlNode | None = None
        self.is_marked = False

    def build(self, text: str) -> YamlBlock:
        documents = 0
        for event in yaml.parse(text, Loader=yaml.CBaseLoader):
            start, end = event.start_mark, event.end_mark
            if start is None or end is None:  # pragma: no cover - the C parser marks every event
                continue
            if isinstance(event, yaml.NodeEvent):
                self._take(event, start.index, end.index, start.line)
            elif isinstance(event, yaml.CollectionEndEvent):
                self._close(end.index)
            elif isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    raise BrokenYamlError("a second document begins", start.line)
                self.is_marked |= bool(event.explicit)
            elif isinstance(event, yaml.DocumentEndEvent):
                self.is_marked |= bool(event.explicit)
        return YamlBlock(self.root, self.is_marked)

    def _take(self, event: yaml.NodeEvent, start: int, end: int, line: int) -> None:
        node = YamlNode("alias", start, end)
        if isinstance(event, yaml.AliasEvent):
            node.text = str(event.anchor)
            if node.text not in self.anchors:
                raise BrokenYamlError("an alias without its anchor", line)
            target = self.anchors[node.text]
            node.target = None if any(one is target for one in self.open) else target
        elif event.anchor is not None:
            node.anchor = str(event.anchor)
            self.anchors[node.anchor] = node
        if self.open:
            self.open[-1].children.append(node)
        else:
            self.root = node
        if isinstance(event, yaml.ScalarEvent):
            node.kind, node.text, node.style = "scalar", str(event.value), event.style or ""
            node.tag = event.tag
        elif isinstance(event, yaml.CollectionStartEvent):
            node.kind = "list" if isinstance(event, yaml.SequenceStartEvent) else "map"
            node.style, node.tag = "flow" if event.flow_style else "", event.tag
            self.open.append(node)
            if len(self.open) > MAX_DEPTH:
                raise BrokenYamlError("nested too deeply", line)

    def _close(self, end: int) -> None:
        node = self.open.pop()
        if node.style == "flow":
            node.end = end
        elif node.children:  # YAML's own end lies behind the comments that follow
            node.end = max(node.end, node.children[-1].end)
