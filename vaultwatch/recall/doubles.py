"""Find what is said twice across stores and the vault.

Pure; `services.scanning.doubles` gathers. Within one store `memories.stores.lint` finds what is
said twice; among the vault's own memories `upkeep.meeting` does, and of two values everywhere.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from vaultwatch.recall.duplicates import NEARLY, Gist, gist_of, says_nearly

LEAST_WORDS: Final = 4
"""Of a text that is called a double: fewer are said twice by chance. Chosen by hand."""
MOST_TRIED: Final = 50
"""Others that one text is held against. Chosen by hand: bounds the time on lists of one wording."""
MOST_CHARS: Final = 2_000
"""Of a text that is compared. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class HeldText:
    """A record or memory, as it is held against others."""

    id: str
    text: str
    store: str
    """The store's name; empty for a memory of the vault."""


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
