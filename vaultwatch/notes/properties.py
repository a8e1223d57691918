"""Read a note's properties: safe, tolerant, every scalar as the text a person wrote.

Pure. YAML is composed into nodes and never constructed: no tags, no guesses (`007`, `12:30`, `yes`
stay text), line numbers for free. Trouble is told once and what can be salvaged is.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import yaml

from vaultwatch.notes.model import Link, PropertyValue, Trouble

OWN_KEYS = frozenset({"drift", "drift_score", "drift_since", "drift_notes"})
"""Properties that we write ourselves; they say nothing that a memory could rest on."""

MAX_BLOCK_CHARS = 262_144
"""A longer block is not handed to YAML. Chosen by hand: far above any real note's."""

MAX_DEPTH = 64
"""Deeper nesting is refused before YAML sees it: libyaml's composer recurses in C, and 100,000
brackets crash the process (seen with PyYAML 6)."""

MAX_VALUES = 20_000
"""Values read of one note, aliases followed: bounds `billion laughs`."""

_SAFE_CHARS = 1_500
"""A block this short cannot nest deep enough to hurt (2,000 levels compose without trouble)."""

_OPEN = re.compile(r"---[ \t]*(?:\r\n|\r|\n|\Z)")
_CLOSE = re.compile(r"(?:(?<=\n)|(?<=\r))---[ \t]*(?=\r|\n|\Z)")
_SIMPLE = re.compile(r"([^\s:#\-\[{\"'][^:\r\n]{0,100}?)[ \t]*:(?:[ \t]+(.*)|[ \t]*)$")
_LINE = re.compile(r"\r\n|\r|\n")
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_WIKI = re.compile(r"!?\[\[([^\[\]|\n]{1,500})(?:\|([^\[\]\n]{0,500}))?\]\]")
_BARE_WIKI = re.compile(r"\[\[[^\[\]\n]{1,500}\]\]")


@dataclass(frozen=True, slots=True)
class Entry:
    """One property with the lines it stands on."""

    key: str
    value: PropertyValue
    first_line: int
    """1-based, in the note."""
    last_line: int


@dataclass(frozen=True, slots=True)
class Properties:
    """Everything a note's properties say."""

    entries: tuple[Entry, ...] = ()
    body_start: int = 0
    """Offset of the body in the text."""
    body_line: int = 1
    troubles: tuple[Trouble, ...] = ()

    @property
    def values(self) -> dict[str, PropertyValue]:
        """Return the properties by name; the last of two equal names wins."""
        return {entry.key: entry.value for entry in self.entries}


def read_properties(text: str) -> Properties:
    """Read the properties block at the head of a decoded note; never raises.

    Args:
        text: the note without its BOM, line endings as on disk.
    """
    opening = _OPEN.match(text) if text.startswith("---") else None
    if opening is None:
        return Properties()
    closing = _CLOSE.search(text, opening.end())
    if closing is None:
        return _unclosed(text, opening.end())
    block = text[opening.end() : closing.start()]
    line_end = _LINE.match(text, closing.end())
    body_line = 3 + len(_LINE.findall(block))
    entries, troubles = _read_block(block) if block.strip() else ([], [])
    return Properties(
        tuple(entries),
        line_end.end() if line_end else closing.end(),
        body_line,
        tuple(troubles),
    )


class _TooDeepError(Exception):
    """Stops the reading of properties that nest deeper than `MAX_DEPTH`; never leaves here."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def _unclosed(text: str, start: int) -> Properties:
    """Salvage the lines below a `---` that never closes; Obsidian takes them for the body."""
    entries: list[Entry] = []
    for number, line in enumerate(_LINE.split(text[start : start + MAX_BLOCK_CHARS]), start=2):
        if not _SIMPLE.match(line):
            break
        entries.extend(_salvage(line, number))
    message = "The properties begin with `---` but no second `---` closes them."
    return Properties(tuple(entries), 0, 1, (Trouble("unclosed_properties", message, 1),))


def _read_block(block: str) -> tuple[list[Entry], list[Trouble]]:
    if len(block) > MAX_BLOCK_CHARS:
        return _salvage(block, 2), [_broken("The properties are too long to be read as YAML.", 2)]
    try:
        if len(block) > _SAFE_CHARS:
            _check_depth(block)
        root = yaml.compose(block.replace("\0", "\ufffd"), Loader=yaml.CBaseLoader)
    except _TooDeepError as exc:
        message = "The properties are nested too deeply."
        return _salvage(block, 2), [_broken(message, exc.line + 2)]
    except (yaml.YAMLError, RecursionError, ValueError) as exc:
        mark = getattr(exc, "problem_mark", None)
        line = 2 + (mark.line if mark is not None else 0)
        problem = getattr(exc, "problem", None) or "not readable as YAML"
        return _salvage(block, 2), [_broken(f"The properties are broken YAML: {problem}.", line)]
    if root is None:
        return [], []
    if not isinstance(root, yaml.MappingNode):
        return _salvage(block, 2), [_broken("The properties are no list of `key: value`.", 2)]
    return _Reader(block).read(root)


def _broken(message: str, line: int) -> Trouble:
    return Trouble("broken_properties", message, line)


def _check_depth(block: str) -> None:
    depth = 0
    for event in yaml.parse(block.replace("\0", "\ufffd"), Loader=yaml.CBaseLoader):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > MAX_DEPTH:
                raise _TooDeepError(event.start_mark.line if event.start_mark else 0)
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1


def _salvage(block: str, first_line: int) -> list[Entry]:
    """Take the plain `key: value` lines of a block that YAML refuses."""
    entries: dict[str, Entry] = {}
    for number, line in enumerate(_LINE.split(block[:MAX_BLOCK_CHARS]), start=first_line):
        found = _SIMPLE.match(line)
        if found is None or len(entries) >= MAX_VALUES:
            continue
        key, raw = found[1].strip(), (found[2] or "").strip()
        if len(raw) > 1 and raw[0] == raw[-1] and raw[0] in "\"'":
            raw = raw[1:-1]
        entries[key] = Entry(key, None if raw in _NULLS else raw, number, number)
    return list(entries.values())


@dataclass(slots=True)
class _Reader:
    """Turns nodes into values, counting so that aliases cannot explode."""

    block: str
    budget: int = MAX_VALUES
    troubles: list[Trouble] = field(default_factory=list)

    def read(self, root: yaml.MappingNode) -> tuple[list[Entry], list[Trouble]]:
        entries: dict[str, Entry] = {}
        for key_node, value_node in root.value:
            key = self._key(key_node)
            first = key_node.start_mark.line
            last = value_node.end_mark.line - (value_node.end_mark.column == 0)
            if key in entries:
                message = f"The property `{key}` stands twice; the last one counts."
                self._tell(Trouble("duplicate_property", message, first + 2))
            value = self._value(value_node, 1)
            entries.pop(key, None)  # the one that counts stands where it was written
            entries[key] = Entry(key, value, first + 2, max(first, last) + 2)
        return list(entries.values()), self.troubles

    def _tell(self, trouble: Trouble) -> None:
        if trouble.kind not in {known.kind for known in self.troubles}:
            self.troubles.append(trouble)

    def _key(self, node: yaml.Node) -> str:
        return node.value if isinstance(node, yaml.ScalarNode) else _source(self.block, node)

    def _value(self, node: yaml.Node, depth: int) -> PropertyValue:
        self.budget -= 1
        if self.budget < 0 or depth > MAX_DEPTH:
            message = "The properties hold too many values; the rest is left out."
            self._tell(_broken(message, node.start_mark.line + 2))
            return None
        if isinstance(node, yaml.ScalarNode):
            return None if not node.style and node.value in _NULLS else str(node.value)
        if isinstance(node, yaml.SequenceNode):
            if node.flow_style and len(node.value) == 1:
                source = _source(self.block, node)
                if _BARE_WIKI.fullmatch(source):  # unquoted `[[Note]]`: a link, not two lists
                    return source
            return tuple(self._value(item, depth + 1) for item in node.value)
        return {self._key(key): self._value(value, depth + 1) for key, value in node.value}


def _source(block: str, node: yaml.Node) -> str:
    return block[node.start_mark.index : node.end_mark.index][:600]


def leaves(key: str, value: PropertyValue) -> Iterator[tuple[str, str]]:
    """Yield (dotted key, text) for every text inside a value, list positions counted from 0."""
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, tuple):
        for position, item in enumerate(value):
            yield from leaves(f"{key}.{position}", item)
    elif value is not None:
        for name, item in value.items():
            yield from leaves(f"{key}.{name}", item)


def property_links(properties: Properties) -> Iterator[Link]:
    """Yield the wiki-links of the properties: as in Obsidian, values that are nothing else."""
    for entry in properties.entries:
        for key, text in leaves(entry.key, entry.value):
            if "[[" not in text:
                continue
            found = _WIKI.fullmatch(text.strip())
            if found:
                target, headings, block = split_target(found[1])
                yield Link(
                    target=target,
                    headings=headings,
                    block=block,
                    display=found[2],
                    original=found[0],
                    style="wiki",
                    is_embed=found[0].startswith("!"),
                    span=None,
                    property_key=key,
                )


def split_target(inner: str) -> tuple[str, tuple[str, ...], str | None]:
    """Split `a#H1#H2` or `a#^id` into path, headings and block id."""
    path, *parts = inner.split("#")
    block = None
    headings = []
    for part in parts:
        name = part.strip()
        if name.startswith("^"):
            block = name[1:]
        elif name:
            headings.append(name)
    return path.strip(), tuple(headings), block


def named_list(values: dict[str, PropertyValue], *keys: str) -> tuple[str, ...]:
    """Read a list property as Obsidian does: a list, a string with commas, or nothing."""
    found: dict[str, None] = {}
    for key in keys:
        value = values.get(key)
        if isinstance(value, str):
            items: list[PropertyValue] = list(value.split(","))
        else:
            items = list(value) if isinstance(value, tuple) else []
        for item in items:
            if isinstance(item, str) and item.strip():
                found[item.strip()] = None
    return tuple(found)
