"""Set or remove a few properties of a note, every other byte untouched; refuse when unsure.

Pure. The positions of YAML's own nodes say which lines to replace, and the outcome is read again
before it is handed out: every other property must mean what it meant, the body must be the same
bytes. A YAML writer cannot do this: it re-quotes, re-orders and drops comments.
"""

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import yaml

from vaultwatch.errors import FrontmatterError

FlagValue: TypeAlias = str | float | tuple[str, ...]

BOM = b"\xef\xbb\xbf"
MAX_BLOCK_BYTES = 262_144
"""A longer block is not edited: far above any real note's, and YAML would take seconds."""
MAX_BRACKETS = 64
"""More open brackets than this are refused before YAML sees them: its composer recurses in C."""

_OPEN = re.compile(rb"---[ \t]*(\r?\n|\Z)")
_CLOSE = re.compile(rb"^---[ \t]*(?:\r?\n|\Z)", re.MULTILINE)
_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*\Z")
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_./-]*(?: [A-Za-z0-9_./-]+)*\Z|\d{4}-\d\d-\d\d\Z")
_NOT_TEXT = frozenset({"true", "false", "yes", "no", "on", "off", "null", "y", "n"})
_ODD_BREAK = re.compile("[\x85\u2028\u2029]|\r(?!\n)")
_UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class _Parts:
    """A note cut at its fences."""

    head: bytes
    """BOM and opening fence."""
    block: bytes
    rest: bytes
    """Closing fence and body."""


@dataclass(frozen=True, slots=True)
class _Item:
    """One top-level property of the block."""

    name: str
    key: yaml.ScalarNode
    value: yaml.Node


_Shape: TypeAlias = "tuple[str, object]"


def edit_properties(
    data: bytes, *, put: Mapping[str, FlagValue], remove: Collection[str] = ()
) -> bytes:
    """Return the note with these properties set and those removed.

    Setting, changing and removing again gives back the very bytes: a block that we made goes with
    its fences, an empty one that stood there stays.

    Args:
        data: the note's bytes.
        put: top-level properties to set; a tuple becomes a list.
        remove: properties to take away; absent ones are no trouble.

    Raises:
        FrontmatterError: the properties cannot be edited without a doubt.
    """
    targets = {*put, *remove}
    for name in targets:
        if not _KEY.match(name):
            raise FrontmatterError(f"{name!r} is no name for a property of ours.")
    parts = _split(data)
    if parts is None:
        return _with_new_block(data, put) if put else data
    text = _decoded(parts.block)
    items = _items(text)
    _check_targets(text, items, targets)
    new = _spliced(text, items, put, targets, "\r\n" if parts.head.endswith(b"\r\n") else "\n")
    if new == text:
        return data
    _verify(items, _items(new), put, targets)
    return _joined(parts, new, is_emptied=bool(items) and not put)


def _split(data: bytes) -> _Parts | None:
    start = len(BOM) if data.startswith(BOM) else 0
    opening = _OPEN.match(data, start)
    if opening is None:
        return None
    closing = _CLOSE.search(data, opening.end()) if opening.group(1) else None
    if closing is None:
        raise FrontmatterError(
            "The note begins with `---` and no second `---` closes its properties.",
            hint="Close the properties, or remove the first line.",
        )
    return _Parts(
        data[: opening.end()], data[opening.end() : closing.start()], data[closing.start() :]
    )


def _with_new_block(data: bytes, put: Mapping[str, FlagValue]) -> bytes:
    start = len(BOM) if data.startswith(BOM) else 0
    _decoded(data[start:], limit=None)
    end = b"\r\n" if b"\r\n" in data[:4096] else b"\n"
    lines = "".join(_lines(name, value, end.decode()) for name, value in put.items())
    return data[:start] + b"---" + end + lines.encode() + b"---" + end + data[start:]


def _decoded(block: bytes, *, limit: int | None = MAX_BLOCK_BYTES) -> str:
    if limit is not None and len(block) > limit:
        raise FrontmatterError("The properties are too long to be edited safely.")
    try:
        return block.decode("utf-8")
    except UnicodeDecodeError as exc:
        raise FrontmatterError("The note is not UTF-8.", hint="Save it as UTF-8.") from exc


def _items(text: str) -> list[_Item]:
    """Return the block's properties with their places."""
    if _ODD_BREAK.search(text):
        raise FrontmatterError("The properties hold unusual line breaks.")
    if text.count("[") + text.count("{") > MAX_BRACKETS * 16:
        raise FrontmatterError("The properties hold too many brackets.")
    try:
        root = yaml.compose(text, Loader=yaml.BaseLoader)
    except (yaml.YAMLError, RecursionError, ValueError) as exc:
        problem = getattr(exc, "problem", None) or "they cannot be read"
        raise FrontmatterError(
            f"The properties are broken YAML: {problem}.", hint="Mend them in source mode."
        ) from exc
    if root is None:
        return []
    if not isinstance(root, yaml.MappingNode) or root.flow_style:
        raise FrontmatterError("The properties are no plain list of `name: value` lines.")
    items = []
    for key, value in root.value:
        if not isinstance(key, yaml.ScalarNode):
            raise FrontmatterError("A property has no simple name.")
        items.append(_Item(key.value, key, value))
    return items


def _check_targets(text: str, items: list[_Item], targets: Collection[str]) -> None:
    names = [item.name for item in items]
    for item in items:
        if item.name not in targets:
            continue
        if names.count(item.name) > 1:
            raise FrontmatterError(f"The property {item.name!r} stands there twice.")
        # An anchor on our value may be used elsewhere; an alias is somebody's construction.
        line = text[item.key.start_mark.index : max(item.value.end_mark.index, 1)]
        if re.search(r":[ \t]+[&*!]", line.split("\n", 1)[0]):
            raise FrontmatterError(f"The property {item.name!r} uses YAML anchors or tags.")


def _spliced(
    text: str,
    items: list[_Item],
    put: Mapping[str, FlagValue],
    targets: Collection[str],
    end: str,
) -> str:
    new = text
    held = {item.name: item for item in items if item.name in targets}
    for item in sorted(held.values(), key=lambda item: -item.key.start_mark.index):
        start, stop = _span(text, item)
        lines = _lines(item.name, put[item.name], end) if item.name in put else ""
        if lines and not text[start:stop].endswith("\n"):
            lines = lines[: -len(end)]
        new = new[:start] + lines + new[stop:]
    missing = [name for name in put if name not in held]
    if missing and not text.strip():
        # A blank line tells, when our properties go again, that the empty block was a person's.
        new = end + new
    elif missing and not new.endswith("\n"):
        new += end
    return new + "".join(_lines(name, put[name], end) for name in missing)


def _span(text: str, item: _Item) -> tuple[int, int]:
    """Return the whole lines of a property, without blank and comment lines behind it."""
    start = item.key.start_mark.index
    if start and text[start - 1] != "\n":
        raise FrontmatterError(f"The property {item.name!r} does not begin its line.")
    end = max(item.value.end_mark.index, item.key.end_mark.index)
    if end and text[end - 1] == "\n":
        stop = end
    else:
        line_end = text.find("\n", end)
        stop = len(text) if line_end < 0 else line_end + 1
    lines = text[start:stop].splitlines(keepends=True)
    while len(lines) > 1 and (not lines[-1].strip() or lines[-1].startswith("#")):
        lines.pop()
    return start, start + sum(map(len, lines))


def _verify(
    before: list[_Item],
    after: list[_Item],
    put: Mapping[str, FlagValue],
    targets: Collection[str],
) -> None:
    others = [(item.name, _shape(item.value)) for item in before if item.name not in targets]
    if [(i.name, _shape(i.value)) for i in after if i.name not in targets] != others:
        raise FrontmatterError("The edit would change another property.")
    ours = {item.name: _shape(item.value) for item in after if item.name in targets}
    wanted = {name: _shape_of(value) for name, value in put.items()}
    if ours != wanted or len(after) != len(others) + len(wanted):
        raise FrontmatterError("The edit would not read back as it was meant.")


def _joined(parts: _Parts, block: str, *, is_emptied: bool) -> bytes:
    closing = _CLOSE.match(parts.rest)
    if is_emptied and not block and closing is not None:
        start = len(BOM) if parts.head.startswith(BOM) else 0
        return parts.head[:start] + parts.rest[closing.end() :]
    if is_emptied and not block.strip():
        block = block[2:] if block.startswith("\r\n") else block[1:]
    out = parts.head + block.encode() + parts.rest
    again = _split(out)
    if again is None or again.rest != parts.rest:
        raise FrontmatterError("The edit would move the note's body.")
    return out


def _shape(node: yaml.Node) -> _Shape:
    """Return what a node says, to compare before with after."""
    if isinstance(node, yaml.ScalarNode):
        return ("scalar", node.value)
    if isinstance(node, yaml.SequenceNode):
        return ("list", tuple(_shape(child) for child in node.value))
    if isinstance(node, yaml.MappingNode):
        return ("map", tuple((_shape(key), _shape(value)) for key, value in node.value))
    raise FrontmatterError("The properties hold something that is no value.")


def _shape_of(value: FlagValue) -> _Shape:
    if isinstance(value, tuple):
        return ("list", tuple(("scalar", _clean(one)) for one in value))
    return ("scalar", _clean(value) if isinstance(value, str) else _number(value))


def _lines(name: str, value: FlagValue, end: str) -> str:
    """Return a property as Obsidian writes it: a list one item a line."""
    if isinstance(value, tuple):
        if not value:
            return f"{name}: []{end}"
        return f"{name}:{end}" + "".join(f"  - {_scalar(one)}{end}" for one in value)
    return f"{name}: {_scalar(value) if isinstance(value, str) else _number(value)}{end}"


def _number(value: float) -> str:
    return json.dumps(value)


def _scalar(text: str) -> str:
    text = _clean(text)
    if _PLAIN.match(text) and text.lower() not in _NOT_TEXT:
        return text
    quoted = json.dumps(text, ensure_ascii=False)
    return _UNPRINTABLE.sub(lambda char: f"\\u{ord(char.group()):04x}", quoted)


def _clean(text: str) -> str:
    """Half a surrogate pair, as a broken file name may hold, is no text that YAML can carry."""
    return text.encode("utf-8", "replace").decode()
