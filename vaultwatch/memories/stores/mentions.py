"""Find the notes that a store's record speaks of: those it links, and those it names.

Pure. A name counts where it stands letter by letter, as words of its own, and cannot be taken for
plain words. A name of several notes is ambiguous, and told as such.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.stores.records import without_code
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.titles import is_distinctive

MOST_MENTIONS: Final = 5
"""Notes that one record is held against for being named. Chosen by hand."""
MOST_CHARS: Final = 4_000
"""Of a record that are searched for names. Chosen by hand."""
_WORD: Final = late_regex(r"[\w-]+")
_LINK: Final = late_regex(r"\[\[[^\[\]]{0,400}\]\]|\]\([^()\n]{0,400}\)|https?://\S+")


@dataclass(frozen=True, slots=True)
class Mention:
    """A note's name that stands in a text."""

    name: str
    notes: tuple[NotePath, ...]
    """Those of that name."""


class NoteNames:
    """What the notes of a vault are called, by their first words."""

    def __init__(self, names: Iterable[tuple[str, NotePath]]) -> None:
        """Take the titles and aliases of notes; what is no distinctive name is left out."""
        notes: dict[str, set[NotePath]] = defaultdict(set)
        for name, path in names:
            if is_distinctive(name):
                notes[name].add(path)
        self._notes = {name: tuple(sorted(paths)) for name, paths in notes.items()}
        self._by_word: dict[str, list[str]] = defaultdict(list)
        for name in self._notes:
            first = _WORD.search(name)
            if first is not None:
                self._by_word[first[0]].append(name)
        for held in self._by_word.values():
            held.sort(key=lambda name: (-len(name), name))

    def mentions(self, text: str) -> Iterator[Mention]:
        """Yield the names that stand in a text, each once; the longest where one holds another."""
        said = text[:MOST_CHARS]
        shown = _LINK.sub(lambda found: " " * len(found[0]), without_code(said))
        seen: set[str] = set()
        end = 0
        for word in _WORD.finditer(shown):
            if word.start() < end:
                continue
            for name in self._by_word.get(word[0], ()):
                begin = word.start() - _offset(name)
                after = begin + len(name)
                if begin < 0 or not shown.startswith(name, begin) or _is_within(shown, after):
                    continue
                end = after
                if name not in seen and len(seen) < MOST_MENTIONS:
                    seen.add(name)
                    yield Mention(name, self._notes[name])
                break


def _offset(name: str) -> int:
    first = _WORD.search(name)
    return first.start() if first is not None else 0


def _is_within(text: str, at: int) -> bool:
    """Tell whether a word goes on behind a place: `Atlas` is not named by `Atlases`."""
    return _WORD.match(text, at) is not None and _WORD.match(text, at - 1) is not None
