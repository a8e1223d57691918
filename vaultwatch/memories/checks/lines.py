"""Cut what a memory says into prose, commands and drawn trees; `found` reads checks out of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from vaultwatch.late_regex import late_regex

MOST_LINES: Final = 2_000
MOST_LINE_CHARS: Final = 4_000
"""Of a line that is read. Chosen by hand: a long paragraph has 2,000."""

_FENCE: Final = late_regex(r"\s{0,12}(?P<marks>`{3,}|~{3,})\s*(?P<language>[\w+-]{0,20})")
_SHELL: Final = frozenset({"", "bash", "sh", "shell", "console", "zsh", "terminal", "text", "txt"})
_TREE_MARK: Final = late_regex(r"^(?P<before>[\s│|]*)(?:├──|└──|\|--|`--|\+--)\s*(?P<name>\S.*)$")
_COMMENT: Final = late_regex(r"(?:^|\s)#.*$")

_PROMPT: Final = late_regex(r"^(?:\([\w.-]{1,40}\)\s?)?[$%>]\s+")


@dataclass(frozen=True, slots=True)
class Piece:
    """A line of prose, a line of a command, or an entry of a drawn tree."""

    kind: Literal["prose", "command", "tree"]
    text: str
    depth: int = 0
    """Of an entry of a tree: how far it is indented."""
    block: int = 0
    """Of a command: which block of the text it stands in."""
    begins_part: bool = False
    """Of a command: whether a comment behind an empty line stands above it, as a heading would."""


def pieces_of(text: str) -> Iterator[Piece]:
    """Yield the lines of a text, by what they are; code of other languages is passed over."""
    fence, language = "", ""
    block, is_blank, begins_part = 0, False, False
    for whole in text.split("\n", MOST_LINES)[:MOST_LINES]:
        line = whole[:MOST_LINE_CHARS]
        mark = _FENCE.match(line)
        if fence:
            if mark and mark["marks"].startswith(fence) and not mark["language"]:
                fence = ""
            elif entry := _TREE_MARK.match(line):
                depth = len(entry["before"])
                yield Piece("tree", _COMMENT.sub("", entry["name"]).strip(), depth)
            elif language in _SHELL:
                if command := without_prompt(_COMMENT.sub("", line)):
                    yield Piece("command", command, 0, block, begins_part)
                    begins_part = False
                else:
                    is_remark = _COMMENT.search(line) is not None
                    begins_part = is_remark and (is_blank or begins_part)
                is_blank = not line.strip()
        elif mark:
            is_blank, begins_part = False, False
            block += 1
            fence, language = mark["marks"][:3], mark["language"].lower()
        elif line.strip():
            yield Piece("prose", line)


def without_prompt(line: str) -> str:
    """Return a line of a shell without its prompt, and without what stands around it."""
    return _PROMPT.sub("", line.strip())
