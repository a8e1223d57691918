"""Put a value into a JSON text, or take one out, and leave every other byte as it stands.

A settings file is its owner's: their spaces, their order and, where the client allows them, their
comments stay. `client_config` and `hook_config` say what is put where.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from vaultwatch.late_regex import late_regex

Key: TypeAlias = str | int

_GAP = late_regex(r"(?:[ \t\r\n]+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_PLAIN_GAP = late_regex(r"[ \t\r\n]*")
_STRING = late_regex(r'"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"')
_SCALAR = late_regex(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null")
_LINE_REST = late_regex(r",?[ \t]*(?://[^\n]*|/\*[^\n]*?\*/[ \t]*)?(?=\r?\n)")
_INDENT = late_regex(r"^([ \t]+)[\"\]}]", re.MULTILINE)
_DEEPEST = 100
_MOST_DIGITS = 4_000


class JsonEditError(ValueError):
    """A text is no JSON, or not what an edit needs."""


@dataclass(slots=True)
class JsonNode:
    """A value and where it stands."""

    start: int
    end: int
    value: object
    children: "dict[Key, JsonNode]" = field(default_factory=dict)
    """Of an object by key, the last of a name; of an array by place."""
    begins: dict[Key, int] = field(default_factory=dict)
    """Where a child begins: its key, in an object."""


def read_json(text: str, *, has_comments: bool = False) -> JsonNode:
    """Return what a text holds.

    `has_comments` takes comments and a comma behind the last value as well.
    """
    return _Reading(text, has_comments=has_comments).whole()


def with_value(text: str, path: Sequence[Key], value: object, *, has_comments: bool = False) -> str:
    """Return a text in which a value stands at a path; objects on the way are made.

    A last key of -1 puts it behind an array's last item.
    """
    node = read_json(text, has_comments=has_comments)
    for depth, key in enumerate(path):
        is_last = depth + 1 == len(path)
        if key in node.children:
            node = node.children[key]
            if is_last:
                shown = _shown(value, text, _line_indent(text, node.start))
                return text[: node.start] + shown + text[node.end :]
            continue
        wanted: type = list if key == -1 else dict
        if not isinstance(node.value, wanted):
            raise JsonEditError(f"There is no {'array' if key == -1 else 'object'} for {key!r}.")
        for left in reversed(path[depth + 1 :]):
            value = [value] if left == -1 else {left: value}
        return _inserted(text, node, key, value)
    return text


def without_value(text: str, path: Sequence[Key], *, has_comments: bool = False) -> str:
    """Return a text in which nothing stands at a path; what is not there is no fault."""
    node = parent = read_json(text, has_comments=has_comments)
    for key in path:
        if key not in node.children:
            return text
        node, parent = node.children[key], node
    places = [*parent.children]
    place, begin = places.index(path[-1]), parent.begins[path[-1]]
    gap_begin = begin - len(text[:begin]) + len(text[:begin].rstrip())
    comma = _comma_behind(text, node.end)
    if len(places) == 1:
        end = node.end if comma is None else comma + 1
        rest = text[end : parent.end - 1]
        return text[:gap_begin] + (rest if rest.strip() else "") + text[parent.end - 1 :]
    if comma is not None and (place + 1 < len(places) or not place):
        return text[:gap_begin] + text[comma + 1 :]
    before = parent.children[places[place - 1]].end
    comma_before = _comma_behind(text, before)
    if comma is not None or comma_before is None:
        return text[:gap_begin] + text[node.end if comma is None else comma + 1 :]
    return text[:comma_before] + text[comma_before + 1 : gap_begin] + text[node.end :]


def _inserted(text: str, node: JsonNode, key: Key, value: object) -> str:
    name = "" if key == -1 else json.dumps(key, ensure_ascii=False) + ": "
    end_of_line = "\r\n" if "\r\n" in text else "\n"
    outer = _line_indent(text, node.start)
    if not node.children:
        inner = outer + _unit(text)
        held = text[node.start + 1 : node.end - 1]
        kept = held.rstrip() if held.strip() else ""
        shown = name + _shown(value, text, inner)
        new = f"{kept}{end_of_line}{inner}{shown}{end_of_line}{outer}"
        return text[: node.start + 1] + new + text[node.end - 1 :]
    last_key = [*node.children][-1]
    last, first_begin = node.children[last_key], min(node.begins.values())
    comma = _comma_behind(text, last.end)
    if "\n" not in text[node.start : first_begin]:
        shown = name + json.dumps(value, ensure_ascii=False)
        place = last.end if comma is None else comma + 1
        return f"{text[:place]}{', ' if comma is None else ' '}{shown}{text[place:]}"
    inner = _line_indent(text, node.begins[last_key])
    shown = name + _shown(value, text, inner)
    rest = _LINE_REST.match(text, last.end)
    place = rest.end() if rest else (last.end if comma is None else comma + 1)
    line = f"{end_of_line}{inner}{shown}{'' if comma is None else ','}"
    if comma is None:
        return f"{text[: last.end]},{text[last.end : place]}{line}{text[place:]}"
    return f"{text[:place]}{line}{text[place:]}"


def _shown(value: object, text: str, indent: str) -> str:
    end_of_line = "\r\n" if "\r\n" in text else "\n"
    lines = json.dumps(value, indent=_unit(text), ensure_ascii=False).split("\n")
    return f"{end_of_line}{indent}".join(lines)


def _unit(text: str) -> str:
    """Return by what a line stands further in than the one above: the file's own way."""
    found = _INDENT.search(text)
    return found[1] if found else "  "


def _line_indent(text: str, place: int) -> str:
    begin = text.rfind("\n", 0, place) + 1
    line = text[begin:place]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _comma_behind(text: str, place: int) -> int | None:
    gap = _GAP.match(text, place)
    behind = gap.end() if gap else place
    return behind if text[behind : behind + 1] == "," else None


class _Reading:
    def __init__(self, text: str, *, has_comments: bool) -> None:
        self._text, self._at = text, 0
        self._gap_rule = _GAP if has_comments else _PLAIN_GAP
        self._has_comments = has_comments

    def whole(self) -> JsonNode:
        self._gap()
        node = self._value(0)
        self._gap()
        if self._at != len(self._text):
            raise self._wrong()
        return node

    def _value(self, depth: int) -> JsonNode:
        start, sign = self._at, self._text[self._at : self._at + 1]
        if depth > _DEEPEST:
            raise self._wrong()
        if sign in {"{", "["} and sign:
            return self._held(start, depth, is_object=sign == "{")
        found = _STRING.match(self._text, start) or _SCALAR.match(self._text, start)
        if found is None or (len(found[0]) > _MOST_DIGITS and sign != '"'):
            raise self._wrong()
        self._at = found.end()
        return JsonNode(start, found.end(), json.loads(found[0]))

    def _held(self, start: int, depth: int, *, is_object: bool) -> JsonNode:
        node = JsonNode(start, start, {} if is_object else [])
        closing = "}" if is_object else "]"
        self._at += 1
        self._gap()
        while not self._took(closing):
            if node.children and not self._is_behind_comma(closing):
                raise self._wrong()
            if self._took(closing):
                break
            key, begin = self._key(len(node.children), is_object=is_object)
            child = self._value(depth + 1)
            node.children.pop(key, None)  # of two of one name the last counts, as to clients
            node.children[key], node.begins[key] = child, begin
            if isinstance(node.value, dict):
                node.value[key] = child.value
            elif isinstance(node.value, list):
                node.value.append(child.value)
            self._gap()
        node.end = self._at
        return node

    def _is_behind_comma(self, closing: str) -> bool:
        if not self._took(","):
            return False
        self._gap()
        return self._has_comments or self._text[self._at : self._at + 1] != closing

    def _key(self, place: int, *, is_object: bool) -> tuple[Key, int]:
        begin = self._at
        if not is_object:
            return place, begin
        found = _STRING.match(self._text, begin)
        if found is None:
            raise self._wrong()
        self._at = found.end()
        self._gap()
        if not self._took(":"):
            raise self._wrong()
        self._gap()
        key: str = json.loads(found[0])
        return key, begin

    def _took(self, sign: str) -> bool:
        if self._text[self._at : self._at + 1] != sign:
            return False
        self._at += 1
        return True

    def _gap(self) -> None:
        found = self._gap_rule.match(self._text, self._at)
        self._at = found.end() if found else self._at

    def _wrong(self) -> JsonEditError:
        line = self._text.count("\n", 0, self._at) + 1
        return JsonEditError(f"It is no JSON at line {line}.")
