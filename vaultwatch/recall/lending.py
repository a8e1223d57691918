"""Let memories and the notes that they cite lend each other relevance: people made these links.

Pure. One step along a citation, and no more. PageRank over all links between memories, notes and
sections was measured beside it and found no better places: see benchmarks/FIGURES.md.
"""

from collections.abc import Iterable, Mapping
from typing import Final, TypeVar

LENDERS: Final = 5
"""The nearest, which lend. Five and ten are alike; twenty take places in notes a little lower."""
SHARE: Final = 0.1
"""Of its relevance, what one lends. Chosen across three vaults: more finds more of what memories
rest on and less of what they don't (MRR of headings that are asked for: .345 without, .346 with
.1, .342 with .2, .325 with .5). Re-run the benchmark of recall where it changes."""

Taker = TypeVar("Taker")
Lender = TypeVar("Lender")


def lent(
    ties: Iterable[tuple[Taker, Lender]], relevance: Mapping[Lender, float]
) -> dict[Taker, float]:
    """Return by taker the relevance of the best that it is tied to; many count as one.

    Args:
        ties: who takes from whom.
        relevance: of those that lend, 0 to 1.
    """
    found: dict[Taker, float] = {}
    for taker, lender in ties:
        if lender in relevance:
            found[taker] = max(found.get(taker, 0.0), relevance[lender])
    return found
