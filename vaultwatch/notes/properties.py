"""Read a note's properties: safe, tolerant, every scalar as the text a person wrote.

Pure. `notes.property_block` reads the YAML; trouble is told once and what can be salvaged is.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from vaultwatch.notes.model import Link, PropertyValue, Trouble
from vaultwatch.notes.property_block import (
    LINE_END,
    MAX_BLOCK_CHARS,
    MAX_DEPTH,
    BrokenYamlError,
    YamlNode,
    find_fences,
    read_block,
)

OWN_KEYS = frozenset({"drift", "drift_score", "drift_since", "drift_notes"})
"""Properties that we write ourselves; they say nothing that a memory could rest on."""

MAX_VALUES = 20_000
"""Values read of one note. Chosen by hand: far above any real note's."""

MAX_REPEATED = 1_000
"""Values read of one note by following aliases: bounds `billion laughs`. Chosen by hand."""

_SIMPLE = re.compile(r"([^\s:#\-\[{\"'][^:\r\n]{0,100}?)[ \t]*:(?:[ \t]+(.*)|[ \t]*)$")
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_WIKI = re.compile(r"!?\[\[([^\[\]|\n]{1,500})(?:\|([^\[\]\n]{0,500}))?\]\]")
_BARE_WIKI = re.compile(r"\[\[[^\[\]\n]{1,500}\]\]")


@dataclass(frozen=True, slots=True)
class PropertyEntry:
    """One property with the lines it stands on."""

    key: str
    value: PropertyValue
    first_line: int
    """1-based, in the note."""
    last_line: int


@dataclass(frozen=True, slots=True)
class Properties:
    """Everything a note's properties say."""

    entries: tuple[PropertyEntry, ...] = ()
    body_start: int = 0
    """Offset of the body in the text."""
    body_line: int = 1
    troubles: tuple[Trouble, ...] = ()

    @property
    def values(self) -> dict[str, PropertyValue]:
        """Return the properties by name; the last of two equal names wins."""
        return {entry.key: entry.value for entry in self.entries}


def read_properties(text: str) -> Properties:
    """Read the properties at the head of a decoded note, its BOM off; never raises."""
    fences = find_fences(text)
    if fences is None:
        return Properties()
    if fences.end is None:
        return _unclosed(text, fences.start)
    block = text[fences.start : fences.end]
    body_line = 3 + len(LINE_END.findall(block))
    entries, troubles = _entries(block)
    return Properties(tuple(entries), fences.body, body_line, tuple(troubles))


def _unclosed(text: str, start: int) -> Properties:
    """Salvage the lines below a `---` that never closes; Obsidian takes them for the body."""
    entries: list[PropertyEntry] = []
    for number, line in enumerate(LINE_END.split(text[start : start + MAX_BLOCK_CHARS]), start=2):
        if not _SIMPLE.match(line):
            break
        entries.extend(_salvage(line, number))
    message = "The properties begin with `---` but no second `---` closes them."
    return Properties(tuple(entries), 0, 1, (Trouble("unclosed_properties", message, 1),))


def _entries(block: str) -> tuple[list[PropertyEntry], list[Trouble]]:
    try:
        root = read_block(block).root
    except BrokenYamlError as exc:
        message = f"The properties are broken YAML: {exc.problem}."
        return _salvage(block, 2), [_broken(message, exc.line + 2)]
    if root is None or (root.kind == "scalar" and root.text in _NULLS):
        return [], []
    if root.kind != "map":
        return _salvage(block, 2), [_broken("The properties are no list of `key: value`.", 2)]
    return _Reader(block).read(root)


def _broken(message: str, line: int) -> Trouble:
    return Trouble("broken_properties", message, line)


def _salvage(block: str, first_line: int) -> list[PropertyEntry]:
    """Take the plain `key: value` lines of a block that YAML refuses."""
    entries: dict[str, PropertyEntry] = {}
    for number, line in enumerate(LINE_END.split(block[:MAX_BLOCK_CHARS]), start=first_line):
        found = _SIMPLE.match(line)
        if found is None or len(entries) >= MAX_VALUES:
            continue
        key, raw = found[1].strip(), (found[2] or "").strip()
        if len(raw) > 1 and raw[0] == raw[-1] and raw[0] in "\"'":
            raw = raw[1:-1]
        entries[key] = PropertyEntry(key, None if raw in _NULLS else raw, number, number)
    return list(entries.values())


@dataclass(slots=True)
class _Reader:
    """Turns YAML into values, counting so that aliases cannot explode."""

    block: str
    budget: int = MAX_VALUES
    repeats: int = MAX_REPEATED
    troubles: list[Trouble] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)

    def read(self, root: YamlNode) -> tuple[list[PropertyEntry], list[Trouble]]:
        self.starts = [end.end() for end in LINE_END.finditer(self.block)]
        entries: dict[str, PropertyEntry] = {}
        for key_node, value_node in root.pairs():
            key = self._key(key_node)
            first = self._line(key_node.start)
            if key in entries:
                message = f"The property `{key}` stands twice; the last one counts."
                self._tell(Trouble("duplicate_property", message, first))
            value = self._value(value_node, 1)
            entries.pop(key, None)  # the one that counts stands where it was written
            end = max(key_node.end, value_node.end)
            written = self.block[key_node.start : end].rstrip()
            last = self._line(key_node.start + max(len(written) - 1, 0))
            entries[key] = PropertyEntry(key, value, first, last)
        return list(entries.values()), self.troubles

    def _line(self, offset: int) -> int:
        """Return the line of the note: YAML counts more line breaks than Markdown does."""
        return 2 + bisect_right(self.starts, offset)

    def _tell(self, trouble: Trouble) -> None:
        if trouble.kind not in {known.kind for known in self.troubles}:
            self.troubles.append(trouble)

    def _key(self, node: YamlNode) -> str:
        return node.text if node.kind == "scalar" else self._source(node)

    def _source(self, node: YamlNode) -> str:
        return self.block[node.start : node.end][:600]

    def _value(self, node: YamlNode, depth: int, *, is_repeated: bool = False) -> PropertyValue:
        target = node.target if node.kind == "alias" else node
        is_repeated = is_repeated or target is not node
        if target is None or not self._has_room(depth, is_repeated=is_repeated):
            problem = "hold too many values" if target else "repeat themselves without end"
            message = f"The properties {problem}; the rest is left out."
            self._tell(_broken(message, self._line(node.start)))
            return None
        if target.kind == "scalar":
            return None if not target.style and target.text in _NULLS else target.text
        source = self._source(target)
        if target.style == "flow" and _BARE_WIKI.fullmatch(source):
            return source  # unquoted `[[Note]]`: a link, not two lists
        inner = partial(self._value, depth=depth + 1, is_repeated=is_repeated)
        if target.kind == "list":
            return tuple(inner(child) for child in target.children)
        return {self._key(key): inner(value) for key, value in target.pairs()}

    def _has_room(self, depth: int, *, is_repeated: bool) -> bool:
        self.budget -= 1
        self.repeats -= is_repeated
        return self.budget >= 0 and self.repeats >= 0 and depth <= MAX_DEPTH


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
    """Yield the wiki-links of the properties: as in Obsidian, values that are nothing else.

    Not of our own properties: what we write there is no change of the note to be read again.
    """
    for entry in properties.entries:
        if entry.key in OWN_KEYS:
            continue
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
