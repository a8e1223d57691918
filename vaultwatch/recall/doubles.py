"""Find what is said twice across stores and the vault, and what is said there with two values.

Pure; `services.scanning.doubles` gathers. Within one store `memories.stores.lint` finds what is
said twice; among the vault's own memories writing sees to it. Two values count as a contradiction
only where all other words are the same, both speak of the same matter, and one of them denies the
other by the rules that ground a memory: two projects may well have two ports.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, TypeAlias

from vaultwatch.recall.duplicates import NEARLY, Gist, exact_values, gist_of, says_nearly
from vaultwatch.values.words import content, words_in

LEAST_WORDS: Final = 4
"""Of a text that is called a double: fewer are said twice by chance. Chosen by hand."""
LEAST_SAME: Final = 3
"""Telling words that two texts share beside the value in which they differ. Chosen by hand."""
MOST_ALIKE: Final = 5
"""Texts that differ in one value only: more of them are a list or a log. Chosen by hand."""
MOST_TRIED: Final = 50
"""Others that one text is held against. Chosen by hand: bounds the time on lists of one wording."""
MOST_CHARS: Final = 2_000
"""Of a text that is compared. Chosen by hand."""
_PASSING: Final = frozenset({"date", "time"})
"""Kinds of values by which two texts tell of two days, and contradict each other in nothing."""

Denies: TypeAlias = Callable[[str, str], bool]
"""Tells whether a text denies another."""


@dataclass(frozen=True, slots=True)
class HeldText:
    """A record or memory, as it is held against others."""

    id: str
    text: str
    store: str
    """The store's name; empty for a memory of the vault."""
    matter: str = ""
    """What tells whose words speak of the same: its store and scope; empty where nobody knows."""
    notes: frozenset[str] = frozenset()
    """Notes that it speaks of."""
    is_log: bool = False
    """Whether it tells of a day, and not of what holds."""


@dataclass(frozen=True, slots=True)
class Rivals:
    """Two that say two values of the same."""

    first: str
    second: str
    values: tuple[str, str]
    """What each says, as it is written there."""


def doubles(said: Sequence[HeldText]) -> list[tuple[str, ...]]:
    """Return the ids of those that say the same or nearly so across stores, by group."""
    leads: dict[str, str] = {}

    def lead(id_: str) -> str:
        while leads.setdefault(id_, id_) != id_:
            id_ = leads[id_]
        return id_

    gists = [gist_of(one.text[:MOST_CHARS]) for one in said]
    stores = [one.store for one in said]
    for first, second in _near(gists):
        if lead(said[first].id) != lead(said[second].id):
            leads[lead(said[second].id)] = lead(said[first].id)
    groups: dict[str, list[int]] = defaultdict(list)
    for place, one in enumerate(said):
        if one.id in leads:
            groups[lead(one.id)].append(place)
    return [
        tuple(said[place].id for place in group)
        for group in groups.values()
        if len({stores[place] for place in group}) > 1
    ]


def _near(gists: Sequence[Gist]) -> Iterator[tuple[int, int]]:
    """Yield the pairs that say nearly the same.

    Two sets of words with so large a share in common have one in common among the rarest few of
    each (prefix filtering: Chaudhuri, Ganti & Kaushik, ICDE 2006).
    """
    counts = Counter(word for gist in gists for word in gist.words)
    holders: dict[str, list[int]] = defaultdict(list)
    seen: dict[frozenset[str], dict[str, int]] = defaultdict(dict)
    for place, gist in enumerate(gists):
        if len(gist.words) < LEAST_WORDS:
            continue
        same = seen[gist.words]
        twin = same.get(gist.text)
        if twin is not None:  # word for word: the first stands for all
            yield twin, place
            continue
        same[gist.text] = place
        rare = sorted(gist.words, key=lambda word: (counts[word], word))
        asked = rare[: len(rare) - int(len(rare) * NEARLY) + 1]
        tried: set[int] = set()
        for word in asked:
            for other in holders[word]:
                if other in tried or len(tried) >= MOST_TRIED:
                    continue
                tried.add(other)
                if says_nearly(gist, gists[other]):
                    yield other, place
            holders[word].append(place)


def rivals(said: Sequence[HeldText], denies: Denies) -> Iterator[Rivals]:
    """Yield those that say two values of the same matter; the later one is the second.

    Args:
        said: in the order of their weight: who is first stands.
        denies: whether one text denies another, asked only where all else agrees.
    """
    alike: dict[tuple[str, ...], list[tuple[HeldText, tuple[_Value, ...]]]] = defaultdict(list)
    for one in said:
        if one.is_log or len(one.text) > MOST_CHARS:
            continue
        words, values = _skeleton(one.text)
        if len(words) >= LEAST_SAME and values:
            alike[words].append((one, values))
    for group in alike.values():
        if len(group) > MOST_ALIKE:
            continue
        for (first, its), (second, theirs) in combinations(group, 2):
            changed = _changed(its, theirs)
            if changed is None or not _is_one_matter(first, second):
                continue
            if denies(first.text, second.text) or denies(second.text, first.text):
                yield Rivals(first.id, second.id, changed)


@dataclass(frozen=True, slots=True)
class _Value:
    kind: str
    norm: str
    surface: str


def _skeleton(text: str) -> tuple[tuple[str, ...], tuple[_Value, ...]]:
    """Return the telling words of a text in order, and its values."""
    values = exact_values(text)
    telling = content(text)
    words = (
        one.stem
        for one in words_in(text)
        if one.stem in telling and not any(v.start <= one.start < v.end for v in values)
    )
    told = (_Value(one.kind, str(one.key), text[one.start : one.end]) for one in values)
    return tuple(words), tuple(told)


def _changed(one: Sequence[_Value], other: Sequence[_Value]) -> tuple[str, str] | None:
    """Return the one value in which two texts differ, as each says it; None where there is more."""
    if len(one) != len(other):
        return None
    differing = [(a, b) for a, b in zip(one, other, strict=True) if a.norm != b.norm]
    if len(differing) != 1:
        return None
    ((a, b),) = differing
    is_passing = a.kind in _PASSING or b.kind in _PASSING
    return None if is_passing or a.kind != b.kind else (a.surface, b.surface)


def _is_one_matter(first: HeldText, second: HeldText) -> bool:
    if not (first.store or second.store):
        return False  # both are the vault's own
    if first.notes & second.notes:
        return True
    return bool(first.matter) and first.matter == second.matter
