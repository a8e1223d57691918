"""One paragraph's text, joined over its lines, that still knows where each character stands.

Pure.
"""

from bisect import bisect_right
from dataclasses import dataclass

from vaultwatch.notes.source import Source


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
