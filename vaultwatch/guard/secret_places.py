"""Where people write a password down: behind its name, in a sentence, a command, a table, a list.

Pure; called by `guard.secrets` for lines that hold such a name. Every rule reads a bounded stretch,
so that no text costs more than in proportion to its length.
"""

import re
from base64 import b64decode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Literal, NamedTuple, TypeAlias, get_args

from vaultwatch.guard.secret_values import (
    is_key,
    is_login,
    is_password,
    is_random,
    is_said_secret,
    is_strong,
)
from vaultwatch.late_regex import Patterns, data_of, late_regex

_PIN_DIGITS = 4
_NEAR_CHARS = 100
"""How far before a value is read what it stands in. Chosen by hand."""
_MOST_ROWS, _MOST_CODES, _MOST_LINE = 100, 24, 300
_LEAST_CODES, _SEED_CHARS = 3, 600
"""Chosen by hand; the longest seed phrase has 24 words of eight letters."""
_PLAIN_BASIC = late_regex(rb"[^:\s]{1,60}:[^\s]{3,}")
_P = Patterns("secrets")

SecretSpan: TypeAlias = tuple[int, int, str]
"""Start, end and kind."""
Kind: TypeAlias = Literal["password", "pin", "key"]


class Name(NamedTuple):
    """A name for secrets: `password`, `api_key`."""

    start: int
    end: int
    kind: Kind


def names_in(text: str, start: int = 0, end: int | None = None) -> list[Name]:
    """Return the names for secrets that stand between two places."""
    part = text[start:end]
    lower = part.lower()
    if len(lower) != len(part):  # a letter such as İ, whose places would shift
        lower = part
    return [
        Name(start + found.start(), start + found.end(), kind)
        for found in _P.secret_name.finditer(lower)
        for kind in get_args(Kind)
        if found[kind]
    ]


def named(text: str, names: Iterable[Name], start: int, end: int) -> Iterator[SecretSpan]:
    """Yield what stands behind the names of a stretch of text."""
    done = start
    for name in names:
        tail = _P.tail.match(text, name.end, end)
        if name.start < done or tail is None:
            continue
        span = _value_at(text, start, tail.end(), end, name.kind)
        if span is not None:
            done = span[1]
            yield span


def _value_at(text: str, start: int, at: int, end: int, kind: Kind) -> SecretSpan | None:
    found = _P.set.match(text, at, end)
    if found is not None:
        near = max(start, found.start("value") - _NEAR_CHARS)
        value = _trimmed(found, text[near : found.start("value")])
        is_alone = bool(found["quote"]) or _is_alone(text, found.start("value") + len(value), end)
        if is_value(value, kind, is_alone=is_alone):
            return _span(found, value, kind)
    found = _P.said.match(text, at, end)
    if found is not None and not _P.unit.match(text, found.end("value")):
        value = _trimmed(found, "")
        if _is_said(value, kind):
            return _span(found, value, kind)
    found = _P.near_value.match(text, at, end)
    return None if found is None else _near_value(text, start, found, kind)


def _near_value(text: str, start: int, found: re.Match[str], kind: Kind) -> SecretSpan | None:
    value, at = _trimmed(found, ""), found.start()
    if _P.given.search(text, max(start, at - _NEAR_CHARS), at):
        is_one = is_value(value, kind, is_alone=True)
    elif kind == "key":
        is_one = is_random(value)
    else:
        is_one = is_strong(value) and _fits(value, kind)
    return _span(found, value, kind) if is_one else None


def _span(found: re.Match[str], value: str, kind: Kind) -> SecretSpan:
    at = found.start("value")
    return at, at + len(value), "key" if kind == "key" else "password"


def is_value(value: str, kind: Kind, *, is_alone: bool) -> bool:
    """Tell whether a value is what its name announces."""
    if kind == "key":
        return is_key(value, is_alone=is_alone)
    return _fits(value, kind) and is_password(value, is_alone=is_alone)


def _is_said(value: str, kind: Kind) -> bool:
    if kind == "pin":
        return value.isdigit() and len(value) >= _PIN_DIGITS
    return is_random(value) if kind == "key" else is_said_secret(value)


def _fits(value: str, kind: Kind) -> bool:
    return kind != "pin" or value.isdigit()


def _trimmed(found: re.Match[str], before: str) -> str:
    value = found["value"]
    if found["quote"]:
        return value.rstrip("\\")
    for mark, where in _cuts().items():
        if mark in value and where.search(before + value if mark == ";" else before):
            value = value.split(mark, 1)[0]
    for opened, closed in ("()", "[]", "<>", "{}"):
        if closed in value and opened not in value:
            value = value.split(closed, 1)[0]
    return value.rstrip(".,;:)*_>]" if "(" not in value else ".,;:*_")


def _is_alone(text: str, at: int, end: int) -> bool:
    return re.match(r"[^\w\n]*[ \t]+\w", text[at : min(at + 20, end)]) is None


def logins(text: str, start: int, end: int) -> Iterator[SecretSpan]:
    """Yield the passwords and tokens in addresses: `scheme://user:password@host`."""
    for found in _P.login.finditer(text, start, end):
        user, value = found["user"], found["value"]
        if value is None:
            if is_random(user) and not _P.public_user.match(text, found.end(), end):
                yield *found.span("user"), "key"
        elif is_login(value, user):
            yield *found.span("value"), "password"


@cache
def _commands() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(_P.filled(one)) for one in data_of("secrets")["commands"])


@cache
def _cuts() -> Mapping[str, re.Pattern[str]]:
    return {mark: re.compile(where) for mark, where in data_of("secrets")["cuts"].items()}


def commands(text: str, start: int, end: int) -> Iterator[SecretSpan]:
    """Yield the passwords that commands and headers are given without a name."""
    for rule in _commands():
        for found in rule.finditer(text, start, end):
            value = found["value"].rstrip(";,.)")
            if _is_given(value, found[0]):
                yield found.start("value"), found.start("value") + len(value), "password"


def _is_given(value: str, command: str) -> bool:
    if not is_login(value, ""):
        return False
    if "asic" in command[:6] or command.startswith('"auth"'):
        try:
            return _PLAIN_BASIC.fullmatch(b64decode(value + "==")) is not None
        except ValueError:
            return False
    if command.lower().startswith("bearer"):
        return is_key(value, is_alone=True)
    return is_random(value) if command.startswith(("pass:", '"d"')) else True


class Below:
    """Looks below the lines of a text, from its beginning to its end."""

    def __init__(self, text: str) -> None:
        """Take the text."""
        self._text = text
        self._done = 0

    def found(self, names: Sequence[Name], start: int, end: int) -> Iterator[SecretSpan]:
        """Yield what the line between two places announces."""
        if start < self._done or end - start > _MOST_LINE:
            return
        line = self._text[start:end]
        if names and "|" in line:
            yield from self._table(start, end)
        elif names:
            yield from self._next_line(names, start, end)
        lower = line.lower()
        if _has_mark(lower, "code_marks") and (label := _P.codes.search(lower)):
            yield from self._codes(start + label.end(), end)
        if _has_mark(lower, "seed_marks") and (seed := _P.seed_name.search(lower)):
            yield from self._seed(start + seed.end())

    def _next_line(self, names: Sequence[Name], start: int, end: int) -> Iterator[SecretSpan]:
        for name in names:
            close = _P.colon.fullmatch(self._text, name.end, end)
            if close is None:
                continue
            head = self._text[start : name.start]
            if not close["colon"] and not (
                self._text.startswith("#", start) and _P.heads_next.fullmatch(head)
            ):
                return
            found = _P.next_line.match(self._text, end)
            if found is None:
                return
            if is_value(found["value"], name.kind, is_alone=True):
                self._done = found.end()
                yield *found.span("value"), "key" if name.kind == "key" else "password"
            return

    def _table(self, start: int, end: int) -> Iterator[SecretSpan]:
        heads = list(_P.cell.finditer(self._text, start, end))
        kinds = [(n, kind) for n, cell in enumerate(heads) if (kind := _titled(cell[1]))]
        rows = self._lines_below(end)
        ruler = next(rows, None)
        if not kinds or ruler is None or not _P.ruler.fullmatch(self._text, *ruler):
            for column, kind in kinds:
                yield from _in_cells(heads, column + 1, kind)
            return
        for row, row_end in islice(rows, _MOST_ROWS):
            cells = list(_P.cell.finditer(self._text, row, row_end))
            if not cells:
                return
            self._done = row_end
            for column, kind in kinds:
                yield from _in_cells(cells, column, kind)

    def _codes(self, start: int, end: int) -> Iterator[SecretSpan]:
        line = self._text[start:end]
        same = list(_P.same_line.finditer(self._text, start, end))
        if len(same) >= _LEAST_CODES:
            shape = _P.shape.sub("x", same[0][0])
            alike = re.finditer(rf"(?<![\w-]){shape.replace('x', '[A-Za-z0-9]')}(?![\w-])", line)
            yield from ((start + one.start(), start + one.end(), "recovery code") for one in alike)
            return
        codes: list[tuple[int, int]] = []
        for row, row_end in self._lines_below(end):
            found = _P.code_line.fullmatch(self._text, row, row_end)
            if found is not None and len(codes) < _MOST_CODES:
                codes.append(found.span("codes"))
            elif codes or self._text[row:row_end].strip(" \t>`"):
                break
        digits = sum(any(char.isdigit() for char in self._text[one:two]) for one, two in codes)
        if len(codes) >= _LEAST_CODES and digits * 2 >= len(codes):
            self._done = codes[-1][1]
            yield from ((one, two, "recovery code") for one, two in codes)

    def _seed(self, at: int) -> Iterator[SecretSpan]:
        found = _P.seed.search(self._text, at, at + _SEED_CHARS)
        if found is not None and not _P.no_seed.search(found[0]):
            self._done = found.end()
            yield *found.span(), "seed phrase"

    def _lines_below(self, end: int) -> Iterator[tuple[int, int]]:
        """Yield the next lines, cut short where they are very long."""
        for _ in range(_MOST_ROWS + 2):
            eol = _P.eol.match(self._text, end)
            if eol is None:
                return
            line = _P.line.match(self._text, eol.end(), eol.end() + _MOST_LINE)
            end = line.end() if line else eol.end()
            yield eol.end(), end


def _has_mark(lower: str, marks: str) -> bool:
    return any(mark in lower for mark in data_of("secrets")[marks])


def _titled(cell: str) -> Kind | None:
    """Return what a cell that is a name for secrets and nothing else announces."""
    for name in names_in(cell)[:1]:
        if _P.title.fullmatch(cell, 0, name.start) and _P.title_end.fullmatch(cell, name.end):
            return name.kind
    return None


def _in_cells(cells: Sequence[re.Match[str]], column: int, kind: Kind) -> Iterator[SecretSpan]:
    for cell in cells[column : column + 1]:
        value = cell[1].strip(" \t`*\"'")
        at = cell.start(1) + cell[1].find(value)
        if value and " " not in value and is_value(value, kind, is_alone=True):
            yield at, at + len(value), "key" if kind == "key" else "password"
