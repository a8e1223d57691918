"""Append a line to a note below a fact that a memory holds: does the verdict see what it ends?

    python benchmarks/appended_lines.py            each half, by language and place
    python benchmarks/appended_lines.py --show     and each mistake, but for held-out ones

The lines stand in `appended_lines.txt`, by topic; the rules were written beside one half of the
topics. Each line is put in turn right below the fact, at the end of its section, and into a log as
a dated entry. Recall is of the lines that end the fact, false of those that leave it.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.model import Baseline, Comparison
from vaultwatch.drift.passages.asserted import find_supports
from vaultwatch.drift.scoring.compare import compare
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note

LINES: Final = Path(__file__).with_suffix(".txt")
WHEN: Final = datetime(2026, 4, 20, tzinfo=UTC)
PLACES: Final = ("below", "end", "log")


@dataclass(frozen=True)
class Appended:
    """One line put into one note."""

    half: str
    language: str
    title: str
    memory: str
    before: str
    line: str
    place: str
    is_end: bool

    @property
    def after(self) -> str:
        """The note with the line."""
        if self.place == "below":
            fact, rest = self._parts()
            return f"{fact}\n\n{self.line}{rest}"
        if self.place == "end":
            return self.before.replace("\n\n## Log", f"\n\n{self.line}\n\n## Log")
        return f"{self.before}- 2026-05-19: {self.line}\n"

    def _parts(self) -> tuple[str, str]:
        """Return the note up to the fact, and the rest: the fact says most of the memory."""
        said = set(self.memory.lower().split())
        parts = self.before.split("\n\n")
        shares = [len(said & set(part.lower().split())) for part in parts]
        k = shares.index(max(shares)) + 1
        return "\n\n".join(parts[:k]), "".join(f"\n\n{part}" for part in parts[k:])


def read_lines() -> Iterator[Appended]:
    """Yield every line with the place it goes to."""
    topics = LINES.read_text("utf-8").split("\n== ")[1:]
    for number, topic in enumerate(topics):
        head, *rows = [row for row in topic.splitlines() if row]
        language, half = head.split(", ")
        cut = next(k for k, row in enumerate(rows) if row.startswith("memory: "))
        before = "\n\n".join(rows[:cut]) + "\n\n## Log\n\n- 2026-03-02: tidied this page\n"
        for k, row in enumerate(rows[cut + 1 :]):
            place = "below" if row[0] == "<" else PLACES[(k + number) % len(PLACES)]
            memory, title = rows[cut].removeprefix("memory: "), rows[0].removeprefix("# ")
            is_end = row[0] != "-"
            line = row[2:]
            yield Appended(half, language, title, memory, before, line, place, is_end)


def held(one: Appended) -> Comparison:
    """Return what the product says of the memory after the line came."""
    belief = Belief("m", one.memory, "b", WHEN, one.title, (), None)
    path = NotePath(f"{one.title}.md")
    then, now = (parse_note(path, text.encode()).statements for text in (one.before, one.after))
    supports = find_supports(belief, then)
    baseline = Baseline("m", path, "written", WHEN, "b", then, supports, "n")
    return compare(belief, baseline, now)


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--show", action="store_true", help="each mistake, but for held-out ones")
    wanted = parser.parse_args()
    told: dict[tuple[str, str], list[tuple[bool, bool]]] = defaultdict(list)
    for one in read_lines():
        said = held(one)
        for part in ("all", one.language, one.place):
            told[one.half, part].append((one.is_end, said.drifted))
        if wanted.show and one.half != "held out" and said.drifted != one.is_end:
            kind = "missed" if one.is_end else "false"
            print(f"{kind:7}{said.score:.2f} {one.place:6}{one.memory} | {one.line}")
    print(f"{'half':11}{'part':7}{'ends':>6}{'recall':>8}{'others':>8}{'false':>8}")
    for (half, part), pairs in told.items():
        ends, others = ([fired for is_end, fired in pairs if is_end == k] for k in (True, False))
        recall, false = sum(ends) / len(ends), sum(others) / len(others)
        print(f"{half:11}{part:7}{len(ends):6}{recall:8.3f}{len(others):8}{false:8.3f}")


if __name__ == "__main__":
    main()
