"""Fill a token budget with the most valuable memories, and say of every other why it is left.

Pure. A service turns ranked memories into items and hands over the budget of the agent's context.
What cannot be packed at all is set aside, near duplicates are damped, then `recall.knapsack`
chooses exactly. Nothing depends on the order of the input.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from vaultwatch.recall.duplicates import gist_of, says_nearly
from vaultwatch.recall.knapsack import Parcel, choose, widest_budget

MOST_ITEMS: Final = 200
"""Items weighed at most, the most valuable first. Chosen by hand: nobody ranks 200 memories for one
question, and it bounds time and memory together with `knapsack.MOST_CELLS`."""

MOST_VALUE: Final = 1e9
"""So that 200 values sum well below 2^63 when counted in millionths."""

DUPLICATE_FACTOR: Final = 0.1
"""What is left of a value for each more valuable item that says nearly the same. Chosen by hand:
a twin is worth its room only where nothing else wants it."""

NO_QUOTAS: Final[Mapping[str, int]] = MappingProxyType({})

_VALUE_UNITS: Final = 1_000_000
"""Values are compared in millionths: sums of floats would let rounding break a tie."""


@dataclass(frozen=True, slots=True)
class Item:
    """One memory that may be packed.

    Raises:
        ValueError: the value is negative, above `MOST_VALUE` or no number, or it takes no token.
    """

    id: str
    text: str
    value: float
    """In any unit, not negative; less than a millionth counts as one millionth."""
    tokens: int
    """At least 1."""
    category: str
    gist: str = ""
    """What it says, without what is told about it; `text` where empty. Near duplicates share it."""

    def __post_init__(self) -> None:
        """Refuse what no sum could hold."""
        if not 0 <= self.value <= MOST_VALUE:
            raise ValueError(f"the value of {self.id!r} is {self.value}, not in 0..{MOST_VALUE:g}")
        if self.tokens < 1:
            raise ValueError(f"{self.id!r} takes {self.tokens} tokens; every item takes at least 1")


@dataclass(frozen=True, slots=True)
class Left:
    """An item that was not packed, and why."""

    id: str
    reason: str
    """A sentence fragment: `its category is full`."""


@dataclass(frozen=True, slots=True)
class Packed:
    """What goes into the budget and what does not; together every item."""

    items: tuple[Item, ...]
    """By value as given, highest first, then by id."""
    left: tuple[Left, ...]
    """In the same order."""
    tokens: int
    """What the packed items take together."""


def pack(items: Sequence[Item], budget: int, *, quotas: Mapping[str, int] = NO_QUOTAS) -> Packed:
    """Return the items of most value that fit into the budget, and why the others do not.

    Exact: no other choice has a higher sum of values, near duplicates damped. Among equal ones the
    choice of fewest tokens wins, then the one whose items come first by category and id.

    Args:
        items: ids unique. Of those that can be packed the `MOST_ITEMS` most valuable are weighed.
        budget: tokens. With many items and large quotas only the tokens that
            `knapsack.widest_budget` allows are filled.
        quotas: most items of a category; a category not named has no limit.

    Raises:
        ValueError: an id stands twice.
    """
    doubled = sorted(id_ for id_, count in Counter(item.id for item in items).items() if count > 1)
    if doubled:
        raise ValueError(f"these ids stand more than once: {', '.join(doubled)}")
    in_order = sorted(items, key=lambda item: (-item.value, item.id))
    reasons = {item.id: _why_hopeless(item, budget, quotas) for item in in_order}
    hopeful = [item for item in in_order if not reasons[item.id]]
    for item in hopeful[MOST_ITEMS:]:
        reasons[item.id] = f"only the {MOST_ITEMS} most valuable are weighed"
    weighed = hopeful[:MOST_ITEMS]
    twins = _more_valuable_twins(weighed)
    parcels = [
        Parcel(item.id, _worth(item.value, len(twins[item.id])), item.tokens, item.category)
        for item in weighed
    ]
    widest = widest_budget(parcels, quotas)
    chosen = choose(parcels, min(budget, widest), quotas)
    packed = tuple(item for item in in_order if item.id in chosen)
    counts = Counter(item.category for item in packed)
    for item in weighed:
        if counts[item.category] >= quotas.get(item.category, math.inf):
            otherwise = "its category is full"
        elif widest < budget:
            otherwise = f"no more than {widest} tokens are weighed at once"
        else:
            otherwise = "others were worth more for their length"
        reasons[item.id] = _why_damped(twins[item.id], chosen) or otherwise
    left = tuple(Left(item.id, reasons[item.id]) for item in in_order if item.id not in chosen)
    return Packed(packed, left, sum(item.tokens for item in packed))


def _why_hopeless(item: Item, budget: int, quotas: Mapping[str, int]) -> str:
    """Return why an item can never be packed, whatever the others are; empty if it can."""
    if budget <= 0:
        return "the budget is empty"
    if item.tokens > budget:
        return "it alone is longer than the budget"
    if quotas.get(item.category, 1) <= 0:
        return "its category may hold none"
    return ""


def _more_valuable_twins(in_order: Sequence[Item]) -> dict[str, list[str]]:
    """Return for each item the ids of those before it that say nearly the same, best first.

    Items set aside are not among them: what cannot be packed must not keep its twin out.
    """
    gists = [gist_of(item.gist or item.text) for item in in_order]
    return {
        item.id: [
            in_order[earlier].id
            for earlier in range(place)
            if says_nearly(gists[earlier], gists[place])
        ]
        for place, item in enumerate(in_order)
    }


def _why_damped(twins: Sequence[str], chosen: frozenset[str]) -> str:
    """Name the twin that stands in for an item, a packed one first; empty where it has none."""
    named = next((twin for twin in twins if twin in chosen), twins[0] if twins else "")
    return f"it says nearly what {named} says" if twins else ""


def _worth(value: float, twins: int) -> int:
    """Return a value in millionths, damped once for each twin; at least 1: room left is no gain."""
    return max(1, round(value * DUPLICATE_FACTOR**twins * _VALUE_UNITS))
