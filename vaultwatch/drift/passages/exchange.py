"""What was exchanged between a sentence of then and the one in its place.

Pure. A word diff, so that the words around tell where something else stands now; a value is one
word of it, so that 7:00 and 9:00 have nothing in common.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final

from vaultwatch.values.model import TYPED
from vaultwatch.values.reading import values_of
from vaultwatch.values.words import Word, content, words_in


@dataclass(frozen=True, slots=True)
class Exchange:
    """One stretch of a sentence and what stands there now; one of them may be empty."""

    start: int
    end: int
    """Where the stretch stood in the old sentence."""
    from_: int
    to: int
    """Where its successor stands in the new one."""
    old: str
    new: str
    language: str
    """By which its words are stemmed."""

    @property
    def took(self) -> frozenset[str]:
        """The words of meaning that went."""
        return content(self.old, self.language) - content(self.new, self.language)

    @property
    def brought(self) -> frozenset[str]:
        """The words of meaning that came."""
        return content(self.new, self.language) - content(self.old, self.language)

    def covers(self, start: int, end: int) -> bool:
        """Tell whether a place of the old sentence lies in it, in part."""
        return start < self.end and self.start < end

    def brings(self, start: int, end: int) -> bool:
        """Tell whether a place of the new sentence lies in it, in part."""
        return start < self.to and self.from_ < end


@lru_cache(maxsize=4_096)
def exchanges(old: str, new: str, language: str) -> tuple[Exchange, ...]:
    """Return the stretches that differ, in order."""
    return tuple(_differing(old, new, language))


def joined(spots: Sequence[Exchange], old: str, new: str) -> list[Exchange]:
    """Return exchanges with those made one between which no word of meaning stands."""
    made: list[Exchange] = []
    for one in spots:
        last = made[-1] if made else None
        if last is None or content(old[last.end : one.start]) or content(new[last.to : one.from_]):
            made.append(one)
            continue
        first = made.pop()
        cut = (first.start, one.end, first.from_, one.to)
        told = old[first.start : one.end], new[first.from_ : one.to]
        made.append(Exchange(*cut, *told, one.language))
    return made


def _differing(old: str, new: str, language: str) -> Iterator[Exchange]:
    left, right = _parts(old, language), _parts(new, language)
    matcher = SequenceMatcher(
        None, [word.stem for word in left], [word.stem for word in right], autojunk=False
    )
    for change, i, i_end, j, j_end in matcher.get_opcodes():
        if change == "equal":
            continue
        start, end = _place(left, i, i_end)
        from_, to = _place(right, j, j_end)
        yield Exchange(start, end, from_, to, old[start:end], new[from_:to], language)


def _parts(text: str, language: str) -> list[Word]:
    """Return the words of a text, each value that is measured as one."""
    values = [one for one in values_of(text) if one.kind in TYPED]
    found: list[Word] = []
    for word in words_in(text, language):
        value = next((one for one in values if one.start <= word.start < one.end), None)
        if value is None:
            found.append(word)
        elif not found or found[-1].start < value.start:
            found.append(Word(text[value.start : value.end].casefold(), value.start, value.end))
    return found


def _place(words: Sequence[Word], first: int, behind: int) -> tuple[int, int]:
    if behind > first:
        return words[first].start, words[behind - 1].end
    gap = words[first - 1].end if first else 0
    return gap, gap


LONGEST_SHORT: Final = 5
"""Letters of a short form."""


def abbreviates(one: str, other: str) -> bool:
    """Tell whether one is short for the other: its letters in order, from the same first one."""
    short, long = sorted((_letters(one), _letters(other)), key=len)
    if not short or len(short) > LONGEST_SHORT or short[0] != long[0]:
        return False
    rest = iter(long)
    return all(letter in rest for letter in short)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))
