"""Cut a note into chunks: runs of statements under one heading, the unit of embedding and search.

Pure and deterministic. `services.indexing.reindex` calls `cut_chunks` for every note that changed.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import accumulate, islice
from typing import TypeAlias

from vaultwatch.notes.model import Chunk, Note, SectionPath, Statement

CountTokens: TypeAlias = Callable[[Sequence[str]], Sequence[int]]
"""Lengths of texts in the model's tokens, special tokens included."""

HEADER_SHARE = 0.5
"""Most of the window that title and headings may take. Chosen by hand."""

_ADDRESS = re.compile(r"\]\([^\s()]*\)|https?://([^\s/<>()\[\]]*)[^\s<>()\[\]]*")
"""The target of a Markdown link, and a web address behind its host: letters that mean nothing to a
model. Without them it reads 5 to 16% fewer tokens and finds the place more often (of 465 memories
as questions over `dev2`, 0.61 at once instead of 0.57)."""

_UNIT = re.compile(r"\s*\S{1,24}")
"""What an overlong text is measured in: words, and pieces of words that no sentence holds."""


@dataclass(slots=True)
class _Line:
    """A statement as it looks in a chunk."""

    statement: Statement
    look: str
    words: str
    """The same without addresses: what the model reads."""
    is_continued: bool
    """It stands on the line of the statement before."""
    tokens: int = 0
    """Of its words."""


@dataclass(slots=True)
class _Run:
    """Lines that become one chunk."""

    section: SectionPath
    lines: list[_Line]
    tokens: int


def cut_chunks(note: Note, *, count_tokens: CountTokens, max_tokens: int) -> tuple[Chunk, ...]:
    """Return a note's chunks in order; every statement stands in exactly one.

    None holds lines of two sections, however small they are, so that a hit names the one that
    answers: of small ones joined a third could not be named (R@5 of places in personal vaults .581,
    apart .806; benchmarks/recall.py). A statement is never cut. One that alone exceeds the window
    (`max_tokens`, special ones included) makes a chunk of its own: whole in `text`, in `embed_text`
    cut behind the last word that fits. Title and headings stand in front of `embed_text` and count;
    where they would take more than half of the window, the outer ones give way to the innermost.
    """
    if not note.statements:
        return ()
    lines = _lines(note)
    names = (note.title, *(name for line in lines for name in line.statement.section))
    names = tuple(dict.fromkeys(names))
    counts = count_tokens(["", *names, *(line.words for line in lines)])
    bare = [max(count - counts[0], 0) for count in counts[1:]]
    for line, tokens in zip(lines, bare[len(names) :], strict=True):
        line.tokens = tokens
    window = _Window(
        note.title, max(max_tokens - counts[0], 1), dict(zip(names, bare, strict=False))
    )
    window.measure(lines, count_tokens, counts[0])
    return tuple(_chunk(at, run, window) for at, run in enumerate(_runs(lines, window)))


class _Window:
    """What fits in front of the model, headers included."""

    def __init__(self, title: str, room: int, names: dict[str, int]) -> None:
        self.room = room
        """Tokens without the special ones."""
        self._title = title
        self._names = names
        self._most = max(int(room * HEADER_SHARE), 1)
        self._units: dict[str, tuple[list[int], list[int]]] = {}
        self._headers: dict[SectionPath, tuple[str, int]] = {}

    def measure(self, lines: Sequence[_Line], count_tokens: CountTokens, special: int) -> None:
        """Learn how long the words of every text are that may not fit."""
        texts = [name for name, tokens in self._names.items() if tokens > self._most]
        texts += [line.words for line in lines if line.tokens > self.room - self._most]
        if not texts:
            return
        enough = 4 * self.room + 64  # what lies behind so many words cannot fit
        found = [list(islice(_UNIT.finditer(text), enough)) for text in texts]
        counts = iter(count_tokens([unit[0] for units in found for unit in units]))
        for text, units in zip(texts, found, strict=True):
            tokens = list(accumulate(max(next(counts) - special, 0) for _ in units))
            self._units[text] = ([unit.end() for unit in units], tokens)

    def cut(self, text: str, tokens: int) -> tuple[str, int]:
        """Return the words of a measured text that fit, and what they cost."""
        ends, costs = self._units[text]
        count = bisect_right(costs, tokens)
        return (text[: ends[count - 1]], costs[count - 1]) if count else ("", 0)

    def header(self, section: SectionPath) -> tuple[str, int]:
        """Return the line in front of a section's text, and what it costs."""
        known = self._headers.get(section)
        if known is None:
            known = self._headers[section] = self._header([self._title, *section])
        return known

    def left(self, section: SectionPath) -> int:
        """Return the tokens that a section's text may take."""
        return self.room - self.header(section)[1]

    def _header(self, names: list[str]) -> tuple[str, int]:
        tokens = sum(self._names[name] for name in names) + len(names) - 1  # one a `>`
        while tokens > self._most and len(names) > 1:
            dropped = names.pop(1 if len(names) > 2 else 0)  # noqa: PLR2004 - the title goes last
            tokens -= self._names[dropped] + 1
        if tokens > self._most:
            return self.cut(names[0], self._most)
        return " > ".join(names), tokens


def _lines(note: Note) -> list[_Line]:
    """Give list items and tasks back their marks, once an item."""
    starts = {item.span.line for item in note.list_items}
    lines: list[_Line] = []
    last = 0
    for statement in note.statements:
        is_continued = statement.first_line == last and statement.kind != "property"
        look = statement.text
        if statement.first_line in starts and not is_continued:
            mark = statement.task_mark
            look = f"- {look}" if mark is None else f"- [{mark}] {look}"
        words = _ADDRESS.sub(lambda found: found[1] if found[1] is not None else "]", look)
        lines.append(_Line(statement, look, words, is_continued))
        last = statement.last_line
    return lines


def _runs(lines: Sequence[_Line], window: _Window) -> list[_Run]:
    runs: list[_Run] = []
    for line in lines:
        section = line.statement.section
        last = runs[-1] if runs else None
        has_room = (
            last is not None
            and last.section == section
            and last.tokens + line.tokens <= window.left(section)
        )
        if last is None or not has_room:
            runs.append(_Run(section, [line], line.tokens))
            continue
        last.lines.append(line)
        last.tokens += line.tokens
    return runs


def _chunk(ordinal: int, run: _Run, window: _Window) -> Chunk:
    statements = [line.statement for line in run.lines]
    header, tokens = window.header(run.section)
    said = run.lines
    first = statements[0]
    if first.kind == "heading" and first.section == run.section and len(run.lines) > 1:
        said = run.lines[1:]  # its words stand in the header
    words = _text(said, [line.words for line in said])
    if run.tokens > window.room - tokens:
        words = window.cut(run.lines[0].words, window.room - tokens)[0]
    embed_text = f"{header}\n{words}" if header and words else header or words
    return Chunk(
        ordinal=ordinal,
        section=run.section,
        first_line=first.first_line,
        last_line=max(statement.last_line for statement in statements),
        text=_text(run.lines, [line.look for line in run.lines]),
        embed_text=embed_text,
        digest=blake2b(embed_text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest(),
    )


def _text(lines: Sequence[_Line], looks: Sequence[str]) -> str:
    parts = [looks[0]]
    for line, look in zip(lines[1:], looks[1:], strict=True):
        parts += (" " if line.is_continued else "\n", look)
    return "".join(parts)
