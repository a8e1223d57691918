"""What was exchanged between a sentence of then and the one in its place.

Pure. A word diff, so that the words around tell where something else stands now; a value is one
word of it, so that 7:00 and 9:00 have nothing in common.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import combinations
from typing import Final

from vaultwatch.values.equality import comparable, same
from vaultwatch.values.model import TYPED, Kind, Value
from vaultwatch.values.reading import values_of
from vaultwatch.values.words import Word, content, words_in

MOST_PAIRS: Final = 40_000
"""Of words between the first and the last change of a text, or of its values: 200 on each side.
Chosen by hand."""


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

    def whole(
        self, olds: Sequence[Value], news: Sequence[Value], old: str, new: str
    ) -> tuple[str, str]:
        """Return what went and came, of a literal the whole: `main.site.org` for its `main`."""
        was = [one for one in olds if one.end and self.covers(one.start, one.end)]
        came = [one for one in news if one.end and self.brings(one.start, one.end)]
        if {one.kind for one in (*was, *came)} not in _LITERAL or not len(was) == len(came) == 1:
            return self.old, self.new
        return old[was[0].start : was[0].end], new[came[0].start : came[0].end]


_LITERAL: Final[tuple[set[Kind], ...]] = ({"identifier"}, {"path"}, {"url"})


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


def trade_places(spots: Sequence[Exchange], old: str) -> bool:
    """Tell whether two words stand each in the other's place: `Tom cooks and Ann washes up`.

    In a row, where a mark follows the first at once, it is all the same.
    """
    return any(
        (one.took, one.brought) == (other.brought, other.took)
        and content(old[one.end : other.start].split(",", maxsplit=1)[0], one.language)
        for one, other in combinations(spots, 2)
        if one.took and one.brought
    )


def _differing(old: str, new: str, language: str) -> Iterator[Exchange]:
    left, right = _parts(old, language), _parts(new, language)
    for i, i_end, j, j_end in _changes([one.stem for one in left], [one.stem for one in right]):
        start, end = _place(left, i, i_end)
        from_, to = _place(right, j, j_end)
        yield Exchange(start, end, from_, to, old[start:end], new[from_:to], language)


def _changes(left: Sequence[str], right: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
    """Yield from where to where words differ; nothing where they do from end to end of a long text.

    To look at so many would take minutes, and nothing there plainly takes another's place.
    """
    same = _alike(left, right) + _alike(left[::-1], right[::-1])
    if max(0, len(left) - same) * max(0, len(right) - same) > MOST_PAIRS:
        return
    for change, *spot in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if change != "equal":
            yield spot[0], spot[1], spot[2], spot[3]


def _alike(left: Sequence[str], right: Sequence[str]) -> int:
    """Return how many words two rows have in common at their beginning."""
    pairs = enumerate(zip(left, right, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(left), len(right)))


def _parts(text: str, language: str) -> list[Word]:
    """Return the words of a text, each value that is measured as one."""
    values = [one for one in values_of(text, language) if one.kind in TYPED]
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


IN_OTHER_FORM: Final = 0.7
"""Two stretches whose letters are this much alike are one in another form."""
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


def in_its_place(
    there: Value,
    texts: tuple[str, str],
    values: tuple[Sequence[Value], Sequence[Value]],
    language: str = "",
) -> Value | None:
    """Return the new value that stands in a value's place, or is the one of its kind that came.

    `texts` and `values` are those of then and of now.
    """
    olds, news = values
    if len(olds) * len(news) > MOST_PAIRS:
        return None
    fresh = [
        one
        for one in news
        if comparable(there, one) and not any(same(one, other) for other in olds)
    ]
    spots = [one for one in exchanges(*texts, language) if one.covers(there.start, there.end)]
    for one in spots:  # of a row of values the one at the same place
        was = [value for value in olds if one.covers(value.start, value.end)]
        came = [value for value in news if one.brings(value.start, value.end)]
        if len(was) == len(came) and there in was and came[was.index(there)] in fresh:
            return came[was.index(there)]
    for value in fresh:
        is_target = value.end == there.end == 0
        if is_target or any(one.brings(value.start, value.end) for one in spots):
            return value
    went = [
        one
        for one in olds
        if comparable(one, there) and not any(same(one, other) for other in news)
    ]
    alike = [value for value in fresh if value.kind == there.kind]
    return alike[0] if alike and len(alike) in (1, len(went)) else None


def is_form(one: Exchange, olds: Sequence[Value], news: Sequence[Value]) -> bool:
    """Tell whether an exchange only writes the same values in another form."""
    was = [value for value in olds if value.end and one.covers(value.start, value.end)]
    now = [value for value in news if value.end and one.brings(value.start, value.end)]
    if not any(value.kind in TYPED for value in (*was, *now)):
        return False
    stand = all(any(same(value, other) for other in news) for value in was)
    return stand and all(any(same(value, other) for other in olds) for value in now)


def is_no_word(
    one: Exchange, olds: Sequence[Value], news: Sequence[Value], old: str, new: str
) -> bool:
    """Tell whether the stretch is a part of a path or link, or the same in another form."""
    if any("/" in old[v.start : v.end] and one.covers(v.start, v.end) for v in olds):
        return True
    if any("/" in new[v.start : v.end] and one.brings(v.start, v.end) for v in news):
        return True
    was, came = (
        [v for v in values if v.kind in TYPED and within(v.start, v.end)]
        for values, within in ((olds, one.covers), (news, one.brings))
    )
    if was and not any(comparable(a, b) for a in was for b in came):
        return True  # it may stand there in a form that is not read
    alike = SequenceMatcher(None, one.old.casefold(), one.new.casefold()).ratio()
    if len(one.took) == len(one.brought) == 1:  # `they are kept`, `we keep them`
        (word,), (other,) = one.took, one.brought
        alike = max(alike, SequenceMatcher(None, word, other).ratio())
    return alike >= IN_OTHER_FORM or abbreviates(one.old, one.new)
