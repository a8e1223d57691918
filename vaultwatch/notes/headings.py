"""Find a section of a note by the name that a link or a person gives it.

Pure. The one place where a heading is compared with a name: `notes.links` asks it for the section
a link narrows to, `services.recall.note_reading` for what a person or an agent typed.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from vaultwatch.notes.inline import scan_inline
from vaultwatch.notes.model import Note, SectionPath
from vaultwatch.notes.titles import folded

_MARKS = re.compile(r"[!\"#$%&()*+,.:;<=>?@^`{|}~/\[\]\\\s]+")
"""What Obsidian takes for a space when it looks for a heading; `'`, `-` and `_` count."""

_STEPS = re.compile(r" > |#+")
"""`Atlas > Open`, as findings name a section, and `Atlas#Open`, as links do."""


def heading_key(text: str) -> str:
    """Return what two headings have in common where Obsidian takes them for one."""
    return _MARKS.sub(" ", folded(text)).strip()


class NamedSections:
    """A note's headings with those they stand below, found by name."""

    def __init__(self, headings: Iterable[tuple[int, str]]) -> None:
        """Take in headings in order, each its level and its text as written."""
        self._texts: list[str] = []
        self._words: list[str] = []
        """The plain words, as the sections of statements are named."""
        self._above: list[tuple[int, ...]] = []
        self._written: dict[str, list[int]] = {}
        self._spoken: dict[str, list[int]] = {}
        above: list[tuple[int, int]] = []
        for at, (level, text) in enumerate(headings):
            words = scan_inline(text).plain(text, 0, len(text))
            while above and above[-1][0] >= level:
                above.pop()
            self._above.append(tuple(index for _, index in above))
            above.append((level, at))
            self._texts.append(text)
            self._words.append(words)
            self._written.setdefault(heading_key(text), []).append(at)
            self._spoken.setdefault(heading_key(words), []).append(at)

    def find(self, names: Sequence[str]) -> int | None:
        """Return the first heading of the last name that stands below the others in this order.

        A name is compared with a heading as it is written, as in Obsidian; where no heading is
        written so, with what a reader sees of it (`Food` for `**Food**`, `do` for `[[a|do]]`).
        """
        *outer, last = map(heading_key, names)
        for known in (self._written, self._spoken):
            for at in known.get(last, ()):
                above = iter(self._above[at])
                if all(self._comes(name, above) for name in outer):
                    return at
        return None

    def find_typed(self, typed: str) -> int | None:
        """Return the heading that a person means: its text, a way down to it, or its words."""
        for exact in (self._texts, self._words):
            if typed in exact:
                return exact.index(typed)
        steps = [step for step in map(str.strip, _STEPS.split(typed)) if step]
        for names in (steps, [typed]):
            found = self.find(names) if names else None
            if found is not None:
                return found
        return None

    def path(self, at: int) -> SectionPath:
        """Return the plain words of a heading and those above it, as statements name it."""
        return tuple(self._words[index] for index in (*self._above[at], at))

    def _comes(self, name: str, above: Iterator[int]) -> bool:
        """Tell whether a heading of this name comes; what comes before it is used up."""
        return any(
            name in (heading_key(self._texts[at]), heading_key(self._words[at])) for at in above
        )


def lines_of(note: Note, typed: str) -> tuple[int, int] | None:
    """Return the first and last line of what a person names in a note; None where nothing is.

    `typed` is a heading, with or without those above it, or `^` and a block's id.
    """
    typed = typed.strip()
    if typed.startswith("^"):
        lines = [
            (one.first_line, one.last_line)
            for one in note.statements
            if one.block_id is not None and folded(one.block_id) == folded(typed[1:])
        ]
        return (min(lines)[0], max(last for _, last in lines)) if lines else None
    sections = [one for one in note.sections if one.level]
    names = NamedSections((one.level, one.text) for one in note.headings)
    at = names.find_typed(typed.strip("# "))
    if at is None:
        return None
    last = sections[at].last_line
    for one in sections[at + 1 :]:
        if one.level <= sections[at].level:
            break
        last = one.last_line
    return sections[at].first_line, last
