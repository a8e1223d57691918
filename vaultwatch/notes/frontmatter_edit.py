"""Set or remove a few properties of a note, every other byte untouched; refuse when unsure.

Pure. The positions of YAML's own values say which lines to replace, and the outcome is read again
before it is handed out: every other property must mean what it meant, the body must be the same
bytes, and what is set must come out again. A YAML writer cannot do this: it re-quotes, re-orders
and drops comments.
"""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from vaultwatch.errors import FrontmatterError
from vaultwatch.late_regex import late_regex
from vaultwatch.notes.model import FlagValue
from vaultwatch.notes.property_block import (
    MAX_BLOCK_CHARS,
    BrokenYamlError,
    Fences,
    YamlNode,
    find_fences,
    read_block,
)

BOM = b"\xef\xbb\xbf"

_KEY = late_regex(r"[A-Za-z_][A-Za-z0-9_-]*\Z")
_PLAIN = late_regex(
    r"[A-Za-z][A-Za-z0-9_./-]*(?: [A-Za-z0-9_./-]+)*\Z|\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\dZ)?\Z"
)
_NOT_TEXT = frozenset({"true", "false", "yes", "no", "on", "off", "null", "y", "n"})
_ODD_BREAK = late_regex("[\x85\u2028\u2029\ufeff]|\r(?!\n)")
"""Characters on which YAML 1.1, YAML 1.2 and Markdown disagree whether they end a line."""
_NOT_UTF8 = late_regex("[\udc80-\udcff]")
_UNPRINTABLE = late_regex("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")
_COMMENT = late_regex(r"(?:(?<=\n)[ \t]*)?#[^\r\n]*")
_BLOCK_SCALAR_COMMENT = late_regex(r"[|>][-+0-9]*[ \t]+(#[^\r\n]*)")
_BLANK = " \t\r\n"


@dataclass(frozen=True, slots=True)
class _Item:
    """One top-level property of the block."""

    name: str | None
    """None where the name is no text."""
    key: YamlNode
    value: YamlNode


@dataclass(frozen=True, slots=True)
class _Place:
    """The whole lines of a property, blank and comment lines behind it left out."""

    start: int
    stop: int
    tail: str
    """The comment behind the value with the blanks before it, else empty."""
    comments: tuple[str, ...]
    """Every comment within, `tail` included: they are a person's and stay."""


def edit_properties(
    data: bytes, *, put: Mapping[str, FlagValue], remove: Collection[str] = ()
) -> bytes:
    """Return the note with these top-level properties set (a tuple is a list) and those removed.

    Setting, changing and removing again gives back the very bytes, or the first of it is refused:
    a block that we made goes with its fences, an empty one that stood there stays.

    Raises:
        FrontmatterError: the properties cannot be edited without a doubt.
    """
    targets = {*put, *remove}
    for name in targets:
        if not _KEY.match(name):
            raise FrontmatterError(f"{name!r} is no name for a property of ours.")
    new = _edited(data, put, targets)
    if put and new != data:
        _check_way_back(data, new, targets)
    return new


def _check_way_back(data: bytes, new: bytes, targets: Collection[str]) -> None:
    """Refuse to write what could not be taken out again."""
    try:
        is_exact = _edited(new, {}, targets) == _edited(data, {}, targets)
    except FrontmatterError as exc:
        raise FrontmatterError(
            f"What is set here could not be removed again. {exc.message}", hint=exc.hint
        ) from exc
    if not is_exact:
        raise FrontmatterError("What is set here could not be removed again to the byte.")


def _edited(data: bytes, put: Mapping[str, FlagValue], targets: Collection[str]) -> bytes:
    mark = BOM if data.startswith(BOM) else b""
    text = data[len(mark) :].decode("utf-8", "surrogateescape")
    fences = find_fences(text)
    if fences is None:
        return mark + _with_new_block(text, put).encode() if put else data
    if fences.end is None:
        raise FrontmatterError(
            "The note begins with `---` and no second `---` closes its properties.",
            hint="Close the properties, or remove the first line.",
        )
    if _ODD_BREAK.search(text, 0, fences.body):
        raise FrontmatterError("The properties hold unusual line breaks or marks.")
    block = text[fences.start : fences.end]
    check_utf8(block)
    items = _items(block)
    end = "\r\n" if text[: fences.start].endswith("\r\n") else "\n"
    new = _spliced(block, items, put, targets, end)
    if new == block:
        return data
    _verify(items, _items(new), put, targets)
    joined = _joined(text, fences, new, is_emptied=bool(items) and not put, is_marked=bool(mark))
    return mark + joined.encode("utf-8", "surrogateescape")


def _with_new_block(text: str, put: Mapping[str, FlagValue]) -> str:
    check_utf8(text)
    end = "\r\n" if "\r\n" in text[:4096] else "\n"
    lines = "".join(_lines(name, value, end) for name, value in put.items())
    return f"---{end}{lines}---{end}{text}"


def check_utf8(text: str) -> None:
    """Refuse a text that was decoded with `surrogateescape` and holds bytes of another encoding.

    Raises:
        FrontmatterError: it does.
    """
    if _NOT_UTF8.search(text):
        raise FrontmatterError("The note is not UTF-8.", hint="Save it as UTF-8.")


def _items(block: str) -> list[_Item]:
    """Return the block's properties with their places."""
    if len(block) > MAX_BLOCK_CHARS:
        raise FrontmatterError("The properties are too long to be edited safely.")
    if not block.strip():
        return []
    try:
        read = read_block(block)
    except BrokenYamlError as exc:
        raise FrontmatterError(
            f"The properties are broken YAML: {exc.problem}.", hint="Mend them in source mode."
        ) from exc
    root = read.root
    if read.is_marked:
        raise FrontmatterError("The properties hold a mark where a YAML document begins or ends.")
    if root is None:
        return []
    if root.kind != "map" or root.style == "flow":
        raise FrontmatterError("The properties are no plain list of `name: value` lines.")
    return [
        _Item(key.text if key.kind == "scalar" else None, key, value) for key, value in root.pairs()
    ]


def _spliced(
    block: str,
    items: list[_Item],
    put: Mapping[str, FlagValue],
    targets: Collection[str],
    end: str,
) -> str:
    held: set[str] = set()
    parts: list[str] = []
    done = 0
    for item in items:
        if item.name is None or item.name not in targets:
            continue
        if item.name in held:
            raise FrontmatterError(f"The property {item.name!r} stands there twice.")
        held.add(item.name)
        place = _place(block, item)
        parts += [block[done : place.start], _replaced(item, place, put, end)]
        done = place.stop
    parts.append(block[done:])
    missing = [name for name in put if name not in held]
    if missing and not block.strip():
        # A blank line tells, when our properties go again, that the empty block was a person's.
        parts.insert(0, end)
    return "".join([*parts, *(_lines(name, put[name], end) for name in missing)])


def _place(block: str, item: _Item) -> _Place:
    start = item.key.start
    if item.key.is_linked or item.value.is_linked:
        # An anchor on our value may be used elsewhere; an alias is somebody's construction.
        raise FrontmatterError(f"The property {item.name!r} uses YAML anchors or tags.")
    if start and block[start - 1] != "\n":
        raise FrontmatterError(f"The property {item.name!r} does not begin its line.")
    # The end of a text below `|` lies behind the blank lines that follow it.
    end = start + len(block[start : max(item.key.end, item.value.end)].rstrip(_BLANK))
    newline = block.find("\n", end)
    stop = len(block) if newline < 0 else newline + 1
    tail = block[end:stop].rstrip(_BLANK)
    if tail and not tail.lstrip(_BLANK).startswith("#"):
        raise FrontmatterError(f"The property {item.name!r} does not end its line.")
    comments: list[str] = []
    at = item.key.end
    for leaf in item.value.leaves():
        comments += _COMMENT.findall(block, at, leaf.start)
        at = leaf.end
        if leaf.style in ("|", ">"):
            header = _BLOCK_SCALAR_COMMENT.match(block, leaf.start, leaf.end)
            comments += [header[1]] if header else []
    comments += _COMMENT.findall(block, min(at, end), stop)
    return _Place(start, stop, tail, tuple(comments))


def _replaced(item: _Item, place: _Place, put: Mapping[str, FlagValue], end: str) -> str:
    """Return the lines that stand in a property's place: its new value, and its comments."""
    name = item.name or ""
    comments = "".join(comment + end for comment in place.comments)
    if name not in put:
        return comments
    lines = _lines(name, put[name], end)
    is_one_line = item.value.kind == "scalar" and len(place.comments) == bool(place.tail)
    if place.tail and is_one_line and not isinstance(put[name], tuple):
        return lines.removesuffix(end) + place.tail + end
    return lines + comments


def _verify(
    before: list[_Item],
    after: list[_Item],
    put: Mapping[str, FlagValue],
    targets: Collection[str],
) -> None:
    others = [(one.key.shape(), one.value.shape()) for one in before if one.name not in targets]
    kept = [(one.key.shape(), one.value.shape()) for one in after if one.name not in targets]
    if kept != others:
        raise FrontmatterError("The edit would change another property.")
    ours = {one.name: _said(one.value) for one in after if one.name in targets}
    wanted = {name: _meant(value) for name, value in put.items()}
    if ours != wanted or len(after) != len(others) + len(wanted):
        raise FrontmatterError("The edit would not read back as it was meant.")


def _joined(text: str, fences: Fences, block: str, *, is_emptied: bool, is_marked: bool) -> str:
    """Put the block back between its fences; one that we emptied goes with them."""
    body = text[fences.body :]
    if is_emptied and not block:
        first = body if is_marked else body.removeprefix("\ufeff")
        if find_fences(first) is None:
            return body
        # The body begins as properties do: without the empty block above it would become some.
    elif is_emptied and not block.strip():
        block = block.removeprefix("\r\n") if block.startswith("\r\n") else block.removeprefix("\n")
    out = text[: fences.start] + block + text[fences.end :]
    again = find_fences(out)
    if again is None or again.end != fences.start + len(block) or out[again.body :] != body:
        raise FrontmatterError("The edit would move the note's body.")
    return out


def _said(node: YamlNode) -> object:
    if node.kind == "list":
        return tuple(_said(child) for child in node.children)
    return node.text if node.kind == "scalar" else node.shape()


def _meant(value: FlagValue) -> object:
    if isinstance(value, tuple):
        return tuple(_clean(one) for one in value)
    return _clean(value) if isinstance(value, str) else _number(value)


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
