"""Turn a note's bytes into lines that Markdown can be read from, keeping every offset.

Pure. Comments are blanked out before the blocks are read, so that nothing inside them counts and
what stands around them keeps its place.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate

from vaultwatch.notes.inline import COMMENT_MARK
from vaultwatch.notes.model import Trouble
from vaultwatch.notes.property_block import LINE_END

_NOT_EOL = re.compile(r"[^\r\n]")
_OPENING = re.compile(
    r"(?P<fence>^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?P<mark>`{3,}|~{3,}))"
    r"|(?P<code>`+)|(?P<percent>%%)|(?P<html><!--)",
    re.MULTILINE,
)
_BLANK_LINE = re.compile(r"(?:\r\n|\r(?!\n)|\n)[ \t>]*(?:\r|\n)")
_CODE_REACH = 4_000
"""How far behind it a code span's end is looked for. Chosen by hand: keeps hostile text linear."""


@dataclass(frozen=True, slots=True)
class Source:
    """A note's body as lines."""

    text: str
    """The whole note, decoded, BOM dropped, line endings as on disk."""
    lines: list[str]
    """The body's lines without their ends, comments blanked out."""
    starts: list[int]
    """Where each of those lines begins in `text`."""
    first_line: int
    """The 1-based number of `lines[0]` in the note."""

    def line_end(self, line: int) -> int:
        """Return the offset behind a line's last character."""
        return self.starts[line] + len(self.lines[line])

    def last_filled(self, first: int, end: int) -> int:
        """Return the last line of `first` to `end` (exclusive) that is not blank, else `first`."""
        last = end - 1
        while last > first and not self.lines[last].strip(" \t>"):
            last -= 1
        return last


def decode(data: bytes) -> tuple[str, list[Trouble]]:
    """Decode a note; bytes that are not UTF-8 become replacement characters, told once."""
    bom = b"\xef\xbb\xbf"
    data = data.removeprefix(bom)
    try:
        return data.decode("utf-8").replace("\0", "\ufffd"), []
    except UnicodeDecodeError as exc:
        line = data.count(b"\n", 0, exc.start) + 1
        text = data.decode("utf-8", "replace").replace("\0", "\ufffd")
        return text, [Trouble("not_utf8", "The note is not UTF-8; some letters are lost.", line)]


def body_source(text: str, start: int, first_line: int) -> Source:
    """Cut the body into lines, comments blanked out."""
    body = text[start:] if start else text
    if "%%" in body or "<!--" in body:
        body = _blank_comments(body)
    if "\r" not in body:
        lines = body.split("\n")
        starts = list(accumulate((len(line) + 1 for line in lines[:-1]), initial=start))
    else:
        lines, starts, position = [], [], 0
        for end in LINE_END.finditer(body):
            lines.append(body[position : end.start()])
            starts.append(start + position)
            position = end.end()
        lines.append(body[position:])
        starts.append(start + position)
    if COMMENT_MARK in body:
        lines = [_tidy(line) if COMMENT_MARK in line else line for line in lines]
    return Source(text, lines, starts, first_line)


def _tidy(line: str) -> str:
    """Make a line that holds nothing but a comment blank, so that it opens no paragraph."""
    if line.strip(f" \t>{COMMENT_MARK}"):
        return line
    return line.replace(COMMENT_MARK, " ")


def _blank_comments(body: str) -> str:
    """Replace every `%%comment%%` and HTML comment outside code by marks of the same length."""
    parts: list[str] = []
    done = position = 0
    while (opening := _OPENING.search(body, position)) is not None:
        start, position = opening.span()
        if opening["fence"]:
            position = _fence_end(body, opening)
        elif opening["code"]:
            position = _code_end(body, start, position)
        else:
            end = _comment_end(body, start, opening[0])
            if end > 0:
                parts.append(body[done:start])
                parts.append(_NOT_EOL.sub(COMMENT_MARK, body[start:end]))
                done = position = end
            elif opening["html"]:
                break  # it runs to the end of the note; the block rules know
    parts.append(body[done:])
    return "".join(parts)


def _fence_end(body: str, opening: re.Match[str]) -> int:
    mark = re.escape(opening["mark"][0])
    length = len(opening["mark"])
    closing = re.compile(rf"^[ \t>]*{mark}{{{length},}}[ \t]*(?=\r|\n|\Z)", re.MULTILINE)
    info_end = body.find("\n", opening.end())
    if info_end < 0:
        return len(body)
    if mark == "`" and "`" in body[opening.end() : info_end]:
        return opening.end()
    found = closing.search(body, info_end)
    return found.end() if found else len(body)


def _code_end(body: str, start: int, opened: int) -> int:
    length = opened - start
    blank = _BLANK_LINE.search(body, opened, opened + _CODE_REACH)
    reach = blank.start() if blank else opened + _CODE_REACH
    closing = re.compile(rf"(?<!`)`{{{length}}}(?!`)").search(body, opened, reach)
    return closing.end() if closing else opened


def _comment_end(body: str, start: int, mark: str) -> int:
    """Return where a comment ends, or -1 where nothing closes it."""
    if mark == "<!--":
        end = body.find("-->", start + 4)
        return end + 3 if end >= 0 else -1
    end = body.find("%%", start + 2)
    if end < 0:
        return -1
    if _is_within_line(body, start) and _BLANK_LINE.search(body, start, end):
        return -1  # within a line a comment stays in its paragraph
    return end + 2


def _is_within_line(body: str, at: int) -> bool:
    """Tell whether more than bullets and quote marks stands before a place on its line."""
    while at and body[at - 1] in " \t>-*+":
        at -= 1
    return at > 0 and body[at - 1] not in "\r\n"


@dataclass(slots=True)
class Passage:
    """The text of a block without bullets, `>` and indentation."""

    text: str
    begins: list[int]
    """Where each line begins in `text`."""
    offsets: list[int]
    """Where each line begins in the note."""
    lines: list[int]
    """The 0-based line, in the body, of each."""

    def line_at(self, position: int) -> int:
        """Return the 0-based body line of a character."""
        if len(self.lines) == 1:
            return self.lines[0]
        return self.lines[bisect_right(self.begins, position) - 1]

    def offset_at(self, position: int) -> int:
        """Return the offset in the note of a character."""
        index = bisect_right(self.begins, position) - 1 if len(self.lines) > 1 else 0
        return self.offsets[index] + position - self.begins[index]

    def drop(self, count: int) -> None:
        """Cut characters off the begin; they must lie on the first line."""
        self.text = self.text[count:]
        self.offsets[0] += count
        self.begins = [0, *(begin - count for begin in self.begins[1:])]

    def take(self, text: str) -> None:
        """Put characters that stand before the first line in the note in front."""
        self.text = text + self.text
        self.offsets[0] -= len(text)
        self.begins = [0, *(begin + len(text) for begin in self.begins[1:])]

    def part(self, first: int, end: int) -> "Passage":
        """Return some of the lines as a passage of its own."""
        base = self.begins[first]
        stop = self.begins[end] - 1 if end < len(self.begins) else len(self.text)
        begins = [begin - base for begin in self.begins[first:end]]
        return Passage(self.text[base:stop], begins, self.offsets[first:end], self.lines[first:end])


def passage_of(source: Source, content: str, first: int) -> Passage:
    """Make the passage of a block whose n-th content line ends the source's line `first + n`."""
    if "\n" not in content:
        line = source.lines[first]
        at = line.rfind(content) if content else 0
        return Passage(content, [0], [source.starts[first] + max(at, 0)], [first])
    texts, begins, offsets, numbers = [], [], [], []
    position = 0
    for number, raw in enumerate(content.split("\n"), start=first):
        text = raw.strip()
        line = source.lines[number] if number < len(source.lines) else ""
        begins.append(position)
        offsets.append(
            source.starts[min(number, len(source.starts) - 1)]
            + max(len(line.rstrip()) - len(text), 0)
        )
        numbers.append(number)
        texts.append(text)
        position += len(text) + 1
    return Passage("\n".join(texts), begins, offsets, numbers)
