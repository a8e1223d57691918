"""Find what people's links lead to from the hits of a question, two to three links away.

Pure. A service says which notes are beside one another; cycles and links to oneself lead nowhere.
"""

from collections.abc import Callable, Iterable
from hashlib import blake2b
from itertools import islice
from typing import Final

from vaultwatch.notes.model import NotePath

LEAST_LINKS: Final = 2
"""Nearer is no find: who follows one link of a hit sees it."""
MOST_LINKS: Final = 3
"""Farther anything leads anywhere. Both as asked for; chosen by hand."""
MOST_SEEN: Final = 500
"""Notes that are looked at in all. Chosen by hand: it bounds the time of an answer."""

Trail = tuple[NotePath, ...]
"""A way from a hit along links, both ends in it."""


def trails_from(
    starts: Iterable[NotePath], beside: Callable[[NotePath], Iterable[NotePath]]
) -> dict[NotePath, Trail]:
    """Return by note the shortest way there, where that is `LEAST_LINKS` to `MOST_LINKS` long.

    Args:
        starts: the hits, best first: of equally short ways the best one's counts.
        beside: the notes that one is linked with, in an order that stays; none to go no farther.
    """
    ways: dict[NotePath, Trail] = {start: (start,) for start in starts}
    ends = list(ways)
    for _ in range(MOST_LINKS):
        reached: list[NotePath] = []
        for end in ends:
            if len(ways) >= MOST_SEEN:
                break
            for other in islice(beside(end), MOST_SEEN):
                if other not in ways and len(ways) < MOST_SEEN:
                    ways[other] = (*ways[end], other)
                    reached.append(other)
        ends = reached
    return {note: way for note, way in ways.items() if len(way) > LEAST_LINKS}


def drawn(names: Iterable[str], question: str) -> list[str]:
    """Return names in an order that the question decides: the same each time, for each another."""

    def lot(name: str) -> bytes:
        said = f"{question}\0{name}".encode("utf-8", "surrogatepass")
        return blake2b(said, digest_size=8).digest()

    return sorted(names, key=lambda name: (lot(name), name))
