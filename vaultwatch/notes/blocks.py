"""Read the block structure of a note: markdown-it's block rules, with Obsidian's differences.

Pure. Only block rules run; `notes.inline` reads the inline text, in one pass and only where needed.
`ItemColumns` knows in which column Obsidian sees a nested list item begin.
"""

import re
from bisect import bisect_right
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_block import table as is_table
from markdown_it.token import Token

LONE_DIGITS = 10
"""Numbers below it are written with one digit."""

MAX_NESTING = 100
"""Levels of quotes and lists; two levels a list. Chosen by hand: far above any note, far below
Python's recursion limit."""

TAB = 4
"""Columns of indentation that make code in Markdown."""

MAX_MEASURED_DEPTH = 12
"""Below this many items indentation is no longer measured: every level reads all lines again."""

_PROSE = re.compile(r"\*\*[^\s*]|\[|[\"'(\u201c\u2018\u201e]|`[^`]|!\[")
_ITEM_LINE = re.compile(r"[-*+] +[^\s]")
_BULLET = re.compile(r"([ \t]*)([*+-]|[0-9]{1,9}[.)])( {1,4}(?! )| |\t|$)")
_TASK_BOX = re.compile(r"\[.\](?:[ \t]|$)")
_QUOTE = re.compile(r"[ \t]*> ?")


def read_blocks(lines: list[str]) -> list[Token]:
    """Return markdown-it's block tokens; inline tokens hold their text but no children."""
    text = "\n".join(lines)
    tokens: list[Token] = []
    parser = block_parser(with_maths="$$" in text)
    parser.block.parse(text, parser, {}, tokens)
    return tokens


@lru_cache(maxsize=2)
def block_parser(*, with_maths: bool) -> MarkdownIt:
    """Return the one parser of its kind; making it costs more than reading a note."""
    parser = MarkdownIt("commonmark", {"html": True, "maxNesting": MAX_NESTING}).enable("table")
    # A footnote's text would be lost as a link reference.
    parser.disable("reference")
    parser.block.ruler.at("table", _table_block, {"alt": ["paragraph", "reference"]})
    parser.block.ruler.before("table", "prose", _prose_block)
    if with_maths:
        parser.block.ruler.before(
            "fence", "maths", _maths_block, {"alt": ["paragraph", "blockquote", "list"]}
        )
    return parser


def _prose_block(state: StateBlock, first: int, end: int, silent: bool) -> bool:  # noqa: FBT001
    """Take a paragraph that no other rule could want; real notes are read a third faster.

    Its first line begins like prose, the others with a letter, and behind it comes a blank line, a
    bullet or the end. Everything else goes through the rules of markdown-it.
    """
    if silent or state.sCount[first] - state.blkIndent >= TAB:
        return False
    source, marks, shifts, ends = state.src, state.bMarks, state.tShift, state.eMarks
    begin = marks[first] + shifts[first]
    if not (source[begin : begin + 1].isalpha() or _PROSE.match(source, begin)):
        return False
    texts = [source[begin : ends[first]].strip()]
    below = first + 1
    while below < end:
        begin = marks[below] + shifts[below]
        if not source[begin : begin + 1].isalpha():
            break
        texts.append(source[begin : ends[below]].strip())
        below += 1
    if below < end and not state.isEmpty(below) and not _ends_prose(state, below, texts[-1]):
        return False
    token = state.push("prose", "p", 0)
    token.map = [first, below]
    token.content = "\n".join(texts)
    state.line = below
    return True


def _ends_prose(state: StateBlock, line: int, above: str) -> bool:
    """Say whether a line is for certain a list item that ends the paragraph above it."""
    indent = state.sCount[line]
    outside = indent < state.blkIndent
    margin = state.listIndent if outside else state.blkIndent
    return (
        indent >= 0
        and margin >= 0
        and indent - margin < TAB
        and "|" not in above  # else the line may part a table's head from its rows
        and _ITEM_LINE.match(state.src, state.bMarks[line] + state.tShift[line]) is not None
    )


def _table_block(state: StateBlock, first: int, end: int, silent: bool) -> bool:  # noqa: FBT001
    """Take the lines of a table, and no cells: `notes.walk` reads those from the lines.

    The library decides what begins a table; its own rule then makes every row as wide as the head,
    which turns 2 kB of hostile text into 65,000 cells.
    """
    if not is_table(state, first, end, silent=True):
        return False
    if silent:
        return True
    token = state.push("table_open", "table", 1)
    around, state.parentType = state.parentType, "table"
    ends = state.md.block.ruler.getRules("blockquote")  # as the library has it
    below = first + 2
    while (
        below < end
        and state.sCount[below] >= state.blkIndent
        and not state.isEmpty(below)
        and not state.is_code_block(below)
        and not any(ends_it(state, below, end, True) for ends_it in ends)  # noqa: FBT003
    ):
        below += 1
    state.parentType = around
    token.map = [first, below]
    state.push("table_close", "table", -1)
    state.line = below
    return True


def _maths_block(state: StateBlock, first: int, end: int, silent: bool) -> bool:  # noqa: FBT001
    """Take `$$` ... `$$` over several lines; the signature is markdown-it's."""
    begin = state.bMarks[first] + state.tShift[first]
    if not state.src.startswith("$$", begin) or state.is_code_block(first):
        return False
    if "$$" in state.src[begin + 2 : state.eMarks[first]]:
        return False
    last = _maths_end(state, first, end)
    if last is None:
        return False
    if silent:
        return True
    token = state.push("maths", "math", 0)
    token.map = [first, last + 1]
    token.content = state.getLines(first, last + 1, state.blkIndent, keepLastLF=False)
    state.line = last + 1
    return True


def _maths_end(state: StateBlock, first: int, end: int) -> int | None:
    """Return the line that closes a `$$`; None where a line that stands further out comes first.

    What was found for one opening is kept for the next: many that nothing closes cost one search.
    """
    env = state.env
    if "maths_ends" not in env:
        lines = enumerate(state.src.split("\n"))
        env["maths_ends"] = [at for at, line in lines if line.rstrip().endswith("$$")]
        env["further_out"] = {}
    ends: list[int] = env["maths_ends"]
    further_out: dict[int, int] = env["further_out"]
    place = bisect_right(ends, first)
    if place == len(ends) or ends[place] >= end:
        return None
    last = ends[place]
    known = further_out.get(state.blkIndent, 0)
    if first < known <= last and state.sCount[known] < state.blkIndent:
        return None
    for line in range(first + 1, last + 1):
        if state.sCount[line] < state.blkIndent:
            further_out[state.blkIndent] = line
            return None
    return last


class ItemColumns:
    """The column each line's own text begins in, for list items, as Obsidian's parser counts.

    Obsidian reads Markdown with an old remark: a nested list begins where the indentation taken
    away by its parents ends, before its own. Rules after `remark-parse` 8, `tokenize/list.js`.
    """

    def __init__(self, lines: list[str]) -> None:
        """Begin with no line inside anything."""
        self._lines = lines
        self._taken = [0] * (len(lines) + 1)

    def column(self, line: int) -> int:
        """Return how many characters of the line belong to what encloses it."""
        return self._taken[line]

    def enter_quote(self, first: int, end: int) -> None:
        """Take the `>` away from lines `first` to `end` (exclusive)."""
        for line in range(first, end):
            found = _QUOTE.match(self._lines[line], self._taken[line])
            if found:
                self._taken[line] = found.end()

    def enter_item(self, first: int, end: int, depth: int) -> int:
        """Take bullet and indentation away; return the column the item begins in.

        It is of the lines `first` to before `end`, with `depth` items around it.
        """
        taken, lines = self._taken, self._lines
        begin = taken[first]
        bullet = _BULLET.match(lines[first], begin)
        if bullet is None:  # a lazy line: leave it
            return begin
        indent, mark, gap = bullet.groups()
        width = len(mark)
        is_low = mark.endswith(".") and int(mark[:-1]) < LONE_DIGITS  # `1)` is no number there
        if is_low and len(bullet[0]) % 2:
            width += 1  # the first nine numbers may indent by one more
        most = _stops(indent + " " * width + gap)[0]
        taken[first] = bullet.end()
        box = _TASK_BOX.match(lines[first], bullet.end())
        if box:
            taken[first] = box.end()
        if depth > MAX_MEASURED_DEPTH:
            return begin
        inner = [line for line in range(first + 1, end) if lines[line][taken[line] :].strip()]
        measured = {line: _stops(lines[line][taken[line] :]) for line in inner}
        least = min((columns for columns, _ in measured.values()), default=0)
        least = min(least, most)
        if least:
            for line, (_, stops) in measured.items():
                fitting = [chars for stop, chars in stops if stop <= least]
                taken[line] += fitting[-1] if fitting else 0
        return begin


def _stops(text: str) -> tuple[int, list[tuple[int, int]]]:
    """Return the indentation's width and (column, characters) behind each of its characters."""
    columns = 0
    stops: list[tuple[int, int]] = []
    for position, char in enumerate(text):
        if char == "\t":
            columns = (columns + 4) // 4 * 4
        elif char == " ":
            columns += 1
        else:
            break
        stops.append((columns, position + 1))
    return columns, stops
