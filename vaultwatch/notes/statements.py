"""Cut passages into statements: the smallest parts of a note that can be true or false.

Pure. `notes.walk` hands over passages with the place they stand in; what comes back is values.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from vaultwatch.notes.inline import COMMENT_MARK, Inline, scan_inline, struck_in
from vaultwatch.notes.model import (
    CLOSED_MARKS,
    PropertyValue,
    SectionPath,
    Statement,
    StatementKind,
)
from vaultwatch.notes.normalise import statement_digest
from vaultwatch.notes.properties import OWN_KEYS, PropertyEntry
from vaultwatch.notes.sentences import split_around
from vaultwatch.notes.source import Passage

_FIELD_LINE = re.compile(
    r"(?P<mark>\*\*|__|\*|_|)(?P<key>[^\s:`\[\](){}|*_#>][^:`\[\](){}|*\n]{0,59}?)(?P=mark)::"
    r"(?:[ \t]+(?P<value>.*)|$)"
)
_LABELLED_LINE = re.compile(
    r"(?:\*\*|__)?[^\W\d_][^\s:`\[\](){}|*#>.!?]{0,29}(?: [^\s:`\[\](){}|*#>.!?]{1,29}){0,2}"
    r"(?:\*\*|__)?(?: |\u00a0)?:(?:\*\*|__)?[ \t]+\S.*"
)
"""`Phone: 0221 4455`: at most three words before the colon."""
_NARROW = 32
"""Characters of the longest line, from which on prose may have been wrapped. Chosen by hand."""
_FIRST = re.compile(r"^[\W_]{1,20}")
_SET = re.compile(r"(?:[^\s:]{1,30} ){0,3}[^\s:]{1,30}(?: |\u00a0)?: [^\s,;.!?]{1,30}")
"""`Feature flag new: off`: a value of one word, and nothing that ends a sentence."""
_OPENS = re.compile(r"[:\uff1a][*_~=]{0,4}$")
_GOES_ON = re.compile(r"[,;(\[{/&+\u2013\u2014\u3001\uff0c-][*_~=]{0,4}$")
_BEGINS_BEHIND = re.compile(r"[:;,.)\]}]")
"""What only stands behind something: `Rent` and `: 620` below it."""
_ROW_SPLIT = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True, slots=True)
class Place:
    """Where statements stand, shared by all of one block."""

    kind: StatementKind
    section: SectionPath
    context: str
    line_shift: int
    """Added to a 0-based body line gives the note's 1-based line."""
    task_mark: str | None = None
    block_id: str | None = None


def statements_of(passage: Passage, inline: Inline, place: Place) -> Iterator[Statement]:
    """Cut a paragraph, list item or heading into statements.

    Block id and task box are cut off the passage; `inline` is what `scan_inline` found in it.
    """
    if "::" in passage.text and place.kind != "heading":
        pieces = list(_field_pieces(passage))
        if any(is_field for _, is_field in pieces):
            for piece, is_field in pieces:
                inner = scan_inline(piece.text)
                yield from (_field if is_field else _sentences)(piece, inner, place)
            return
    if len(passage.lines) == 1 or place.kind == "heading":
        yield from _sentences(passage, inline, place)
        return
    parts = list(_labelled_pieces(passage))
    for part in parts:
        yield from _lines(part, scan_inline(part.text) if len(parts) > 1 else inline, place)


def _lines(passage: Passage, inline: Inline, place: Place) -> Iterator[Statement]:
    """Make statements of lines that were each meant as one; of other passages, of sentences."""
    cuts = _meant_ends(passage, inline, is_item=place.kind != "sentence")
    ends = [*cuts, len(passage.lines)]
    parts = [passage.part(*span) for span in pairwise([0, *ends])]
    scanned = [(part, scan_inline(part.text)) for part in parts] if cuts else []
    words = (inner.plain(part.text, 0, len(part.text)) for part, inner in scanned)
    # Emphasis or a link that goes over a line's end keeps its lines together.
    if not cuts or " ".join(words) != inline.plain(passage.text, 0, len(passage.text)):
        yield from _sentences(passage, inline, place)
        return
    for part, inner in scanned:
        yield from _sentences(part, inner, place)
        if _OPENS.search(part.text):
            place = replace(place, context=inner.standing(part.text, 0, len(part.text)))


def _meant_ends(passage: Passage, inline: Inline, *, is_item: bool) -> list[int]:
    """Return the lines before which a line end was meant as one: Obsidian shows all of them.

    Text that was wrapped stays whole: each line ends where the next word had no room. Where it had,
    a hand broke the line; if no line goes on in small letters, it broke the others too. So it did
    behind `Flag: off`, and in narrow lines.
    """
    ends = [*(begin - 1 for begin in passage.begins[1:]), len(passage.text)]
    spans = list(zip(passage.begins, ends, strict=True))
    written = [passage.text[begin:end] for begin, end in spans]
    read = [inline.plain(passage.text, begin, end) for begin, end in spans]
    small = [_FIRST.sub("", line)[:1].islower() for line in read]
    goes_small = is_item or not all(small)
    is_narrow = max(map(len, written)) < _NARROW
    goes_on = any(small[1:])
    told_by = [is_small and not is_narrow for is_small in small]
    broken = _broken(written, told_by) & _broken(read, told_by)
    if is_narrow and not broken and goes_on and goes_small:
        return []
    if not is_narrow and (goes_on or not broken):
        broken |= {at for at, line in enumerate(read[:-1], 1) if _SET.fullmatch(line)}
    else:
        broken = set(range(1, len(written)))
    cuts, depth = [], 0
    for at, line in enumerate(written[:-1], 1):
        depth = max(0, depth + sum(map(line.count, "([{")) - sum(map(line.count, ")]}")))
        is_label = _OPENS.search(line) and at + 1 == len(written)
        is_open = depth or is_label or _GOES_ON.search(line) or _BEGINS_BEHIND.match(written[at])
        if at in broken and not is_open and not (goes_small and small[at]):
            cuts.append(at)
    return cuts


def _broken(lines: list[str], small: list[bool]) -> set[int]:
    """Return the lines whose first word had room on the one before: a wrapper had set it there.

    Lines that go on in small letters were wrapped: one much longer was written into them later.
    """
    widths = [len(one) + len(next_.split(" ", 1)[0]) for one, next_ in pairwise(lines)]
    wrapped = [width for width, is_small in zip(widths, small[1:], strict=True) if is_small]
    most = min([max(map(len, lines)), *wrapped])
    return {at for at, width in enumerate(widths, 1) if width < most}


def _labelled_pieces(passage: Passage) -> Iterator[Passage]:
    """Split a passage so that each of several labelled lines in a row stands for itself.

    What stands in a bracket that an earlier line opens is a part of that.
    """
    count = len(passage.lines)
    ends = [*(begin - 1 for begin in passage.begins[1:]), len(passage.text)]
    spans = zip(passage.begins, ends, strict=True)
    depth, labelled = 0, []
    for begin, end in spans:
        line = passage.text[begin:end]
        labelled.append(not depth and _LABELLED_LINE.fullmatch(line) is not None)
        depth = max(0, depth + sum(map(line.count, "([{")) - sum(map(line.count, ")]}")))
    start = 0
    for index in range(1, count):
        beside = labelled[index - 1] and labelled[index]
        after = index + 1 < count and labelled[index] and labelled[index + 1]
        if beside or (after and not labelled[index - 1]):
            yield passage.part(start, index)
            start = index
    yield passage.part(start, count)


def _field_pieces(passage: Passage) -> Iterator[tuple[Passage, bool]]:
    """Split a passage into its `key:: value` lines and the prose between them."""
    prose_from = 0
    count = len(passage.lines)
    for index in range(count):
        begin = passage.begins[index]
        end = passage.begins[index + 1] - 1 if index + 1 < count else len(passage.text)
        if _FIELD_LINE.match(passage.text[begin:end]) is None:
            continue
        if index > prose_from:
            yield passage.part(prose_from, index), False
        yield passage.part(index, index + 1), True
        prose_from = index + 1
    if prose_from < count:
        yield passage.part(prose_from, count), False


def _field(passage: Passage, inline: Inline, place: Place) -> Iterator[Statement]:
    found = _FIELD_LINE.match(passage.text)
    if found is None:  # pragma: no cover - only lines that matched come here
        return
    key = found["key"].strip()
    value = ""
    if found["value"]:
        value = inline.standing(passage.text, found.start("value"), found.end("value"))
    line = passage.line_at(0) + place.line_shift
    if not value or key in OWN_KEYS:
        return
    yield _make(place, passage.text, f"{key}: {value}", (line, line), key)


def _sentences(passage: Passage, inline: Inline, place: Place) -> Iterator[Statement]:
    text = passage.text
    spans = [(0, len(text))] if place.kind == "heading" else split_around(text, inline.opaque)
    fields = inline.fields
    begins = [one.start for one in fields]
    for start, end in spans:
        plain = inline.standing(text, start, end)
        if place.task_mark in CLOSED_MARKS and not any(map(str.isalpha, plain)):
            plain = inline.plain(text, start, end)  # `[x] ~~Order lamps~~ ✅ 2026-03-01`
        if not plain:
            continue
        lines = (
            passage.line_at(start) + place.line_shift,
            passage.line_at(end - 1) + place.line_shift,
        )
        near = fields[bisect_left(begins, start) : bisect_left(begins, end)] if fields else ()
        inside = [one for one in near if one.key not in OWN_KEYS]
        if not any((one.start, one.end) == (start, end) for one in inside):
            yield _make(place, inline.source(text, start, end), plain, lines)
        for one in inside:
            value = inline.standing(text, one.value_start, one.value_end)
            line = passage.line_at(one.start) + place.line_shift
            words = f"{one.key}: {value}"
            yield _make(place, text[one.start : one.end], words, (line, line), one.key)


def _make(
    place: Place, source: str, plain: str, lines: tuple[int, int], key: str | None = None
) -> Statement:
    """Make a statement; one with a key is an inline field."""
    if COMMENT_MARK in source:
        source = source.replace(COMMENT_MARK, "")
    return Statement(
        place.kind if key is None else "inline_field",
        " ".join(source.split()),
        plain,
        place.section,
        place.context,
        lines[0],
        lines[1],
        statement_digest(plain, place.task_mark),
        place.task_mark,
        key,
        place.block_id,
    )


def code_statements(lines: Iterable[tuple[int, str]], place: Place) -> Iterator[Statement]:
    """Make one statement of each non-blank line of code; lines are 0-based body lines."""
    for number, raw in lines:
        text = raw.strip()
        if text:
            line = number + place.line_shift
            yield _make(place, text, " ".join(text.split()), (line, line))


def split_row(row: str) -> list[str]:
    """Return the cells of a table row, outer pipes dropped, escaped pipes plain again."""
    row = row.strip()
    row = row.removeprefix("|")
    if row.endswith("|") and not row.endswith("\\|"):
        row = row[:-1]
    return [cell.strip().replace("\\|", "|") for cell in _ROW_SPLIT.split(row)]


def row_statement(header: list[str], cells: list[str], line: int, place: Place) -> Statement | None:
    """Make the statement of a table row on a 0-based body line; None where every cell is empty.

    The names of the columns are plain, the cells as written.
    """
    words = [_plain(cell) for cell in cells]
    stands = [not struck_in(cell)[1] for cell in cells]
    if any(word and is_kept for word, is_kept in zip(words, stands, strict=True)):
        words = [word if is_kept else "" for word, is_kept in zip(words, stands, strict=True)]
    named = [
        (header[index] if index < len(header) else "", word)
        for index, word in enumerate(words)
        if word
    ]
    if not named:
        return None
    number = line + place.line_shift
    text = " | ".join(" ".join(cell.replace(COMMENT_MARK, "").split()) for cell in cells)
    return Statement(
        "table_row",
        text,
        "; ".join(f"{name}: {word}" if name else word for name, word in named),
        place.section,
        place.context,
        number,
        number,
        statement_digest("; ".join(word for _, word in named), None),
        None,
        None,
        place.block_id,
    )


def _plain(text: str) -> str:
    return scan_inline(text).standing(text, 0, len(text))


def property_statements(
    entries: Iterable[PropertyEntry], source_lines: list[str]
) -> Iterator[Statement]:
    """Make a statement of each property: lists joined, nested names dotted, our own left out.

    Its text is what a person wrote in `source_lines`, the note's first.
    """
    for entry in entries:
        if entry.key in OWN_KEYS:
            continue
        written = source_lines[entry.first_line - 1 : entry.last_line]
        text = " ".join(" ".join(written).split())
        for key, words in _flat(entry.key, entry.value):
            plain = " ".join(f"{key}: {_plain(words)}".split())
            yield Statement(
                "property",
                text or plain,
                plain,
                (),
                "",
                entry.first_line,
                entry.last_line,
                statement_digest(plain, None),
                None,
                key,
            )


def _flat(key: str, value: PropertyValue) -> Iterator[tuple[str, str]]:
    if value is None:
        return
    if isinstance(value, str):
        if value.strip():
            yield key, value
    elif isinstance(value, tuple):
        if all(item is None or isinstance(item, str) for item in value):
            words = ", ".join(str(item) for item in value if item is not None and item != "")
            if words:
                yield key, words
        else:
            for position, item in enumerate(value):
                yield from _flat(f"{key}.{position}", item)
    else:
        for name, item in value.items():
            yield from _flat(f"{key}.{name}", item)
