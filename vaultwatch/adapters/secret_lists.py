"""Secrets that stand below their name: on the next line, in a table's column, in a list of codes.

Pure; called by `adapters.secrets` with each line that holds such a name. What lies below is read
once: a line that a table or a list has used is no heading of another.
"""

# ruff: noqa: RUF001 -- names in their own letters

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from vaultwatch.adapters.secret_formats import Span
from vaultwatch.adapters.secret_places import Kind, Name, is_value, names_in
from vaultwatch.late_regex import late_regex

_MOST_ROWS, _MOST_CODES, _MOST_LINE = 100, 24, 300
_LEAST_CODES, _SEED_CHARS = 3, 600
"""Chosen by hand; the longest seed phrase has 24 words of eight letters."""

_LINE = late_regex(r"[^\r\n]*")
_BREAK = late_regex(r"\r\n|\r|\n")
_CELL = late_regex(r"\|([^|\r\n]*)")
_RULER = late_regex(r"[ \t>]*\|?[ \t]*:?-{2,}[-:| \t]*")
_TITLE = late_regex(r"[\W_]*(?:[\w.'’-]{1,20}[ ]){0,4}[\w.-]{0,30}")
_TITLE_END = late_regex(r"s?[\W_]*")
_HEADS_NEXT = late_regex(r"[ \t>#*_-]*(?:[\w'’-]{1,20}[ ]){0,3}[\w-]{0,30}")
_COLON = late_regex(
    r"s?[\"'`*_)]{0,4}[ \t]{0,3}(?P<colon>[::]?)[*_]{0,2}[ \t]{0,3}(?:[>|][+-]?)?[ \t]*"
)
_NEXT = late_regex(
    r"(?:(?:\r\n|\r|\n)[ \t>]{0,20}(?:`{3}\w{0,20})?(?=[\r\n])){0,2}(?:\r\n|\r|\n)[ \t>]{0,20}"
    r"(?:[-*+][ ])?(?P<quote>[\"'`]?)(?P<value>[^\s\"'`|]{4,200})(?P=quote)[ \t]*(?=[\r\n]|\Z)"
)
_CODES = late_regex(
    r"(?:recovery|back-?up|rescue|emergency|2fa|mfa|scratch|wiederherstellungs|ersatz|herstel)"
    r"[ -]?(?:login[ ])?codes?|codes?[ ]de[ ](?:secours|r[ée]cup[ée]ration)"
    r"|c[óo]d(?:igo|ice)s?[ ]d[ei][ ](?:recupera\w{1,6}|respaldo|backup)"
    r"|codici[ ]di[ ](?:recupero|backup)|kod[yów]{1,2}[ ](?:zapasow\w{1,3}|odzyskiwania)"
    r"|резервны[ех][ ]код|备用(?:验证)?[码碼]|恢复[码碼]"
    r"|(?:バックアップ|リカバリー|回復)[ ]?コード",
    re.IGNORECASE,
)
_CODE = r"[A-Za-z0-9]{4,10}(?:[ -][A-Za-z0-9]{4,10}){0,3}"
_CODE_LINE = late_regex(
    rf"[ \t>]{{0,20}}(?:[-*+][ ])?(?:\[[ x]\][ ])?(?:\d{{1,2}}[.)][ ]+)?`?(?P<codes>{_CODE}"
    rf"(?:[,;\t|]?[ ]{{1,8}}{_CODE}){{0,3}})`?[ \t]*"
)
_SAME_LINE = late_regex(
    r"(?<![\w%=&+/.-])(?=[A-Za-z-]{0,10}\d)[A-Za-z0-9]{4,10}(?:-[A-Za-z0-9]{3,10}){0,3}(?![\w-])"
)
_CODE_MARKS = ("code", "kod", "cód", "codi", "код", "码", "碼", "コード")
_SEED_MARKS = (
    *("seed", "phrase", "word", "wort", "wört", "mnemonic", "bip", "frase"),
    *("助", "シード", "сид"),
)
_SHAPE = late_regex(r"[A-Za-z0-9]")
_SEED_NAME = late_regex(
    r"(?:seed|recovery|backup|wallet|secret|mnemonic)[ -]?(?:phrase|words|w(?:ö|o)rter|wort)"
    r"|mnemonic|bip-?39|(?<![a-z])seed[ ]?:|phrase[ ]de[ ]r[ée]cup[ée]ration"
    r"|frase[ ](?:semilla|semente|seme)"
    r"|助记词|シードフレーズ|сид-?фраз",
    re.IGNORECASE,
)
_SEED = late_regex(
    r"(?<![\w'])(?:[a-z]{3,8}[ ]{1,2}){11,23}[a-z]{3,8}(?![\w'])"
    r"|(?<!\w)(?:(?:\d{1,2}[.):]?|[-*+])[ ]{0,3}[a-z]{3,8}\s{1,4}){11,23}"
    r"(?:\d{1,2}[.):]?|[-*+])[ ]{0,3}[a-z]{3,8}(?!\w)"
)
_NO_SEED = late_regex(
    r"\b(?:the|and|for|are|was|were|has|have|not|from|never|must|should|been|with|your|into)\b"
)


class Below:
    """Looks below the lines of a text, from its beginning to its end."""

    def __init__(self, text: str) -> None:
        """Take the text."""
        self._text = text
        self._done = 0

    def found(self, names: Sequence[Name], start: int, end: int) -> Iterator[Span]:
        """Yield what the line between two places announces."""
        if start < self._done or end - start > _MOST_LINE:
            return
        line = self._text[start:end]
        if names and "|" in line:
            yield from self._table(start, end)
        elif names:
            yield from self._next_line(names, start, end)
        lower = line.lower()
        label = _CODES.search(lower) if any(mark in lower for mark in _CODE_MARKS) else None
        if label is not None:
            yield from self._codes(start + label.end(), end)
        seed = _SEED_NAME.search(lower) if any(mark in lower for mark in _SEED_MARKS) else None
        if seed is not None:
            yield from self._seed(start + seed.end())

    def _next_line(self, names: Sequence[Name], start: int, end: int) -> Iterator[Span]:
        for name in names:
            close = _COLON.fullmatch(self._text, name.end, end)
            if close is None:
                continue
            head = self._text[start : name.start]
            if not close["colon"] and not (
                self._text.startswith("#", start) and _HEADS_NEXT.fullmatch(head)
            ):
                return
            found = _NEXT.match(self._text, end)
            if found is None:
                return
            if is_value(found["value"], name.kind, is_alone=True):
                self._done = found.end()
                yield *found.span("value"), "key" if name.kind == "key" else "password"
            return

    def _table(self, start: int, end: int) -> Iterator[Span]:
        heads = list(_CELL.finditer(self._text, start, end))
        kinds = [(n, kind) for n, cell in enumerate(heads) if (kind := _titled(cell[1]))]
        rows = self._lines_below(end)
        ruler = next(rows, None)
        if not kinds or ruler is None or not _RULER.fullmatch(self._text, *ruler):
            for column, kind in kinds:
                yield from _in_cells(heads, column + 1, kind)
            return
        for row, row_end in islice(rows, _MOST_ROWS):
            cells = list(_CELL.finditer(self._text, row, row_end))
            if not cells:
                return
            self._done = row_end
            for column, kind in kinds:
                yield from _in_cells(cells, column, kind)

    def _codes(self, start: int, end: int) -> Iterator[Span]:
        line = self._text[start:end]
        same = list(_SAME_LINE.finditer(self._text, start, end))
        if len(same) >= _LEAST_CODES:
            shape = _SHAPE.sub("x", same[0][0])
            alike = re.finditer(rf"(?<![\w-]){shape.replace('x', '[A-Za-z0-9]')}(?![\w-])", line)
            yield from ((start + one.start(), start + one.end(), "recovery code") for one in alike)
            return
        codes: list[tuple[int, int]] = []
        for row, row_end in self._lines_below(end):
            found = _CODE_LINE.fullmatch(self._text, row, row_end)
            if found is not None and len(codes) < _MOST_CODES:
                codes.append(found.span("codes"))
            elif codes or self._text[row:row_end].strip(" \t>`"):
                break
        digits = sum(any(char.isdigit() for char in self._text[one:two]) for one, two in codes)
        if len(codes) >= _LEAST_CODES and digits * 2 >= len(codes):
            self._done = codes[-1][1]
            yield from ((one, two, "recovery code") for one, two in codes)

    def _seed(self, at: int) -> Iterator[Span]:
        found = _SEED.search(self._text, at, at + _SEED_CHARS)
        if found is not None and not _NO_SEED.search(found[0]):
            self._done = found.end()
            yield *found.span(), "seed phrase"

    def _lines_below(self, end: int) -> Iterator[tuple[int, int]]:
        """Yield the next lines, cut short where they are very long."""
        for _ in range(_MOST_ROWS + 2):
            eol = _BREAK.match(self._text, end)
            if eol is None:
                return
            line = _LINE.match(self._text, eol.end(), eol.end() + _MOST_LINE)
            end = line.end() if line else eol.end()
            yield eol.end(), end


def _titled(cell: str) -> Kind | None:
    """Return what a cell that is a name for secrets and nothing else announces."""
    for name in names_in(cell)[:1]:
        if _TITLE.fullmatch(cell, 0, name.start) and _TITLE_END.fullmatch(cell, name.end):
            return name.kind
    return None


def _in_cells(cells: Sequence[re.Match[str]], column: int, kind: Kind) -> Iterator[Span]:
    for cell in cells[column : column + 1]:
        value = cell[1].strip(" \t`*\"'")
        at = cell.start(1) + cell[1].find(value)
        if value and " " not in value and is_value(value, kind, is_alone=True):
            yield at, at + len(value), "key" if kind == "key" else "password"
