"""Fill a token budget with the most valuable memories, and say of every other why it is left.

Pure. What cannot be packed at all is set aside, near duplicates are damped, of each voice only the
most valuable that fit its share are left, then `choose` chooses exactly among these; the order of
the input never counts. Where no share binds it is the best choice that keeps them all. Where one
does, each is filled for itself and not together with the budget: of 2,689 such random cases of up
to ten items and two voices 2,648 were the best all the same, the mean was 99.9% of its value, the
worst 71%.
"""

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from vaultwatch.recall.duplicates import (
    Gist,
    UnitVector,
    agree_exactly,
    gist_of,
    is_alike,
    like_those_before,
    says_nearly,
)

WIDEST_BUDGET: Final = 2_000_000
"""Tokens; the longest context windows of 2025 hold one to two million. Keeps the worths at
16 MB, and a bit each for `MOST_ITEMS` at 50 MB: about a second."""

Worths: TypeAlias = npt.NDArray[np.int64]
Bits: TypeAlias = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Parcel:
    """One thing to take or leave."""

    id: str
    worth: int
    """At least 1; all together below 2^63."""
    tokens: int
    """At least 1."""
    category: str


def choose(parcels: Sequence[Parcel], budget: int) -> frozenset[str]:
    """Return the ids of the choice of most worth within a budget of tokens, in O(n * budget).

    Among choices of equal worth the one of fewest tokens; among these the one whose parcels, sorted
    by category and id, come first. So the order of `parcels` never shows.
    """
    width = min(budget, sum(parcel.tokens for parcel in parcels))
    fitting = [parcel for parcel in parcels if parcel.tokens <= width]
    if not fitting:
        return frozenset()
    fitting.sort(key=lambda parcel: (parcel.category, parcel.id))
    best: Worths = np.zeros(width + 1, dtype=np.int64)  # by tokens left
    takes: list[Bits] = []  # by tokens left: taking the parcel is no worse than leaving it
    for parcel in reversed(fitting):  # from the last, so that the first is decided first
        taken = best[: best.size - parcel.tokens] + parcel.worth  # a copy, read before write
        left = best[parcel.tokens :]
        is_taken = np.zeros(best.shape, dtype=np.bool_)
        np.greater_equal(taken, left, out=is_taken[parcel.tokens :])
        takes.append(np.packbits(is_taken))
        np.maximum(taken, left, out=left)
    tokens_left = int(np.searchsorted(best, best[-1]))  # never falling: the first as good
    chosen = set()
    for parcel, bits in zip(fitting, reversed(takes), strict=True):
        if bits[tokens_left // 8] >> (7 - tokens_left % 8) & 1:
            chosen.add(parcel.id)
            tokens_left -= parcel.tokens
    return frozenset(chosen)


MOST_ITEMS: Final = 200
"""Items weighed at most, the most valuable first. Chosen by hand: nobody ranks 200 memories for one
question, and it bounds time and memory together with `WIDEST_BUDGET`."""

MOST_VALUE: Final = 1e9
"""So that 200 values sum well below 2^63 when counted in millionths."""

DUPLICATE_FACTOR: Final = 0.1
"""What is left of a value for each more valuable item that says nearly the same. Chosen by hand:
a twin is worth its room only where nothing else wants it."""

PARTS: Final = 3
"""Nobody's word takes more than one part of so many of a budget."""

LEAST_SHARE: Final = 200
"""Tokens that a voice may always take: about five memories. Chosen by hand: with a plain third of
300 tokens 48% of the memories that answer were packed, so 64% (recallbench, one agent; 69% without
shares). From 600 tokens on a third is more. Where a person's word bears on the task it is half the
budget at most, so that no agent's takes all of a small one."""

NEAR_BEST: Final = 0.8
"""From this part of the best value that an agent's offers a person's word is packed before it."""

PERSONS_FACTOR: Final = 10
"""How much more such a word weighs than its value. Chosen by hand: no number of others that fits a
share is worth so much."""

MOST_ALIKE: Final = 3
"""Lines of what says much the same with other numbers or names in it, whoever says it. Chosen by
hand: of the pairs among the memories of three honest vaults 14 of 42,000 are so alike."""

NOTE: Final = "note"
"""The kind of voice that is a note's: no memory speaks for it or keeps it out."""

Voice: TypeAlias = tuple[str, str]
"""What kind of voice, and which: `("agent", "codex")`."""

_VALUE_UNITS: Final = 1_000_000
"""Values are compared in millionths: sums of floats would let rounding break a tie."""


@dataclass(frozen=True, slots=True)
class Item:
    """One memory that may be packed.

    Raises:
        ValueError: the value is negative, above `MOST_VALUE` or no number, or it takes no token
            of its own.
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
    voices: tuple[Voice, ...] = ()
    """Whose word it is; of what has none, such as what a person confirmed, no share is asked."""
    vector: UnitVector | None = field(default=None, compare=False, repr=False)
    """Of what it says, of length 1; None where no model read it."""
    beside: int = 0
    """Of `tokens`, those that another says beside it: no part of what its voices take."""

    def __post_init__(self) -> None:
        """Refuse what no sum could hold."""
        if not 0 <= self.value <= MOST_VALUE:
            raise ValueError(f"the value of {self.id!r} is {self.value}, not in 0..{MOST_VALUE:g}")
        if self.tokens < 1:
            raise ValueError(f"{self.id!r} takes {self.tokens} tokens; every item takes at least 1")
        if not 0 <= self.beside < self.tokens:
            raise ValueError(f"of {self.id!r} {self.beside} of {self.tokens} tokens stand beside")


LeftKind: TypeAlias = Literal[
    "no room",
    "off the matter",
    "said already",
    "beyond one voice's share",
    "reads like an order",
    "nobody behind it",
    "properties alone",
    "contradicted",
]
"""Why items are left, in few words that can be counted."""


@dataclass(frozen=True, slots=True)
class Left:
    """An item that was not packed, and why."""

    id: str
    reason: str
    """A sentence fragment: `the budget is empty`."""
    kind: LeftKind = field(default="no room", compare=False)
    """The reason in short."""


@dataclass(frozen=True, slots=True)
class Packed:
    """What goes into the budget and what does not; together every item."""

    items: tuple[Item, ...]
    """By value as given, highest first, then what no share is asked of, then by id."""
    left: tuple[Left, ...]
    """In the same order."""
    tokens: int
    """What the packed items take together."""


def pack(items: Sequence[Item], budget: int) -> Packed:
    """Return the items of most value that fit into the budget, and why the others do not.

    No voice takes more than its share (`share_of`). Exact among what the shares leave: no other
    choice has a higher sum of values, near duplicates damped; of equal ones see `choose`. What no
    share is asked of and is worth nearly the best of any agent's weighs more than its value. The
    `MOST_ITEMS` most valuable are weighed, `WIDEST_BUDGET` tokens filled at most.

    Raises:
        ValueError: an id stands twice.
    """
    doubled = sorted(id_ for id_, count in Counter(item.id for item in items).items() if count > 1)
    if doubled:
        raise ValueError(f"these ids stand more than once: {', '.join(doubled)}")
    in_order = sorted(items, key=lambda item: (-item.value, bool(item.voices), item.id))
    reasons = {item.id: _why_hopeless(item, budget) for item in in_order}
    hopeful = [item for item in in_order if not reasons[item.id]]
    for item in hopeful[MOST_ITEMS:]:
        reasons[item.id] = f"only the {MOST_ITEMS} most valuable are weighed"
    weighed = hopeful[:MOST_ITEMS]
    twins = _twins_before(weighed)
    is_beside = any(not item.voices for item in items)
    too_much = _beyond_shares(weighed, twins, budget, beside_person=is_beside)
    reasons |= too_much
    weighed = [item for item in weighed if item.id not in too_much]
    # What is set aside must not keep its twin out.
    twins = {item.id: [one for one in twins[item.id] if one not in too_much] for item in weighed}
    parcels = _preferred([_parcel(item, twins) for item in weighed], weighed)
    chosen = choose(parcels, min(budget, WIDEST_BUDGET))
    packed = tuple(item for item in in_order if item.id in chosen)
    otherwise = "others were worth more for their length"
    if budget > WIDEST_BUDGET:
        otherwise = f"no more than {WIDEST_BUDGET} tokens are weighed at once"
    for item in weighed:
        reasons[item.id] = _why_damped(twins[item.id], chosen) or otherwise
    out = [item.id for item in in_order if item.id not in chosen]
    left = tuple(Left(id_, reasons[id_], _kind_of(id_, too_much, twins)) for id_ in out)
    return Packed(packed, left, sum(item.tokens for item in packed))


def shared_lines(items: Sequence[Item]) -> dict[str, str]:
    """Return by id of each item that needs no line of its own the id of the one it shares.

    What says nearly what a more valuable one says shares its line, and a person's word lends its
    own to all that repeat it; what is alike in meaning does where its numbers, names and negations
    are the same, or from the fourth on. No note shares one: a lie is much like what it denies.
    """
    lines: dict[str, str] = {}
    told = [item for item in items if not _is_note(item)]
    told.sort(key=lambda one: (bool(one.voices), -one.value, one.id))
    near = like_those_before(tuple(map(_gist, told)))
    heard: list[list[Item]] = []
    choir_at: dict[int, int] = {}
    """By the place of an item that has a line the number of its choir."""
    for place, item in enumerate(told):
        numbers = [choir_at[other] for other in near[place] if other in choir_at]
        number = _choir_of(item, numbers, heard) if item.voices else None
        choir = [] if number is None else heard[number]
        same = next((one for one in choir if _says(one, item)), None)
        if same is None and len(choir) >= MOST_ALIKE:
            same = choir[0]
        if same is not None:
            lines[item.id] = same.id
            continue
        if number is None or not choir[0].voices:
            number = len(heard)
            heard.append([])
        heard[number].append(item)
        choir_at[place] = number
    return lines


def _choir_of(item: Item, nearly: Collection[int], heard: Sequence[list[Item]]) -> int | None:
    """Return the number of those that have a line and say much the same; None where none do.

    A person is no choir's member.
    """
    if nearly:
        return min(nearly)
    if item.vector is None:
        return None
    return next(
        (
            number
            for number, choir in enumerate(heard)
            if choir[0].voices and any(is_alike(one.vector, item.vector) for one in choir)
        ),
        None,
    )


def _says(one: Item, other: Item) -> bool:
    gists = _gist(one), _gist(other)
    return says_nearly(*gists) or (bool(one.voices) and agree_exactly(*gists))


def _gist(item: Item) -> Gist:
    return gist_of(item.gist or item.text)


def _kind_of(id_: str, too_much: Mapping[str, str], twins: Mapping[str, Sequence[str]]) -> LeftKind:
    if id_ in too_much:
        return "beyond one voice's share"
    return "said already" if twins.get(id_) else "no room"


def share_of(budget: int, *, beside_person: bool = False) -> int:
    """Return the tokens of a budget for one voice, an agent's beside a person's word or not."""
    least = min(LEAST_SHARE, budget // 2) if beside_person else LEAST_SHARE
    return max(budget // PARTS, least)


def _preferred(parcels: Sequence[Parcel], weighed: Sequence[Item]) -> list[Parcel]:
    """Return parcels as they are chosen: a person's word near the best of agents comes first."""
    told = (item.value for item in weighed if item.voices and not _is_note(item))
    best = max(told, default=math.inf)
    return [
        replace(parcel, worth=parcel.worth * PERSONS_FACTOR)
        if not item.voices and item.value >= NEAR_BEST * best
        else parcel
        for parcel, item in zip(parcels, weighed, strict=True)
    ]


def _beyond_shares(
    weighed: Sequence[Item],
    twins: Mapping[str, Sequence[str]],
    budget: int,
    *,
    beside_person: bool,
) -> dict[str, str]:
    """Return what must stay out so that no voice takes more than its share, with the reason.

    Of each voice the most valuable that fit stay in.
    """
    out: dict[str, str] = {}
    groups: dict[Voice, list[Item]] = {}
    for item in weighed:
        for voice in item.voices:
            groups.setdefault(voice, []).append(item)
    for voice in sorted(groups):
        members = groups[voice]
        heard = [item for item in members if item.id not in out]
        own = [replace(_parcel(item, twins), tokens=item.tokens - item.beside) for item in heard]
        is_agents = beside_person and not any(map(_is_note, members))
        share = share_of(budget, beside_person=is_agents)
        if sum(parcel.tokens for parcel in own) > share:
            kept = choose(own, share)
            reason = f"more than a third of this context would be one {voice[0]}'s"
            out |= {item.id: reason for item in heard if item.id not in kept}
    return out


def _is_note(item: Item) -> bool:
    return any(kind == NOTE for kind, _ in item.voices)


def _why_hopeless(item: Item, budget: int) -> str:
    """Return why an item can never be packed, whatever the others are; empty if it can."""
    if budget <= 0:
        return "the budget is empty"
    if item.tokens > budget:
        return "it alone is longer than the budget"
    return ""


def _twins_before(weighed: Sequence[Item]) -> dict[str, list[str]]:
    """Return for each item the ids of those before it that say nearly the same, best first.

    What no share is asked of comes first, however valuable the others: agents that repeat a person
    must not keep the person out. A note has its like among notes alone. Items set aside are not
    among them: what cannot be packed must not keep its twin out.
    """
    in_order = sorted(weighed, key=lambda item: bool(item.voices))
    like = like_those_before(tuple(map(_gist, in_order)))
    before = (
        (item, [in_order[place] for place in places])
        for item, places in zip(in_order, like, strict=True)
    )
    return {
        item.id: [one.id for one in earlier if _is_note(one) or not _is_note(item)]
        for item, earlier in before
    }


def _why_damped(twins: Sequence[str], chosen: frozenset[str]) -> str:
    """Name the twin that stands in for an item, a packed one first; empty where it has none."""
    named = next((twin for twin in twins if twin in chosen), twins[0] if twins else "")
    return f"it says nearly what {named} says" if twins else ""


def _parcel(item: Item, twins: Mapping[str, Sequence[str]]) -> Parcel:
    """Return an item as it is weighed.

    Its value is damped once for each twin; at least 1: room left is no gain.
    """
    value = item.value * DUPLICATE_FACTOR ** len(twins[item.id])
    return Parcel(item.id, max(1, round(value * _VALUE_UNITS)), item.tokens, item.category)


# Decide which pinned lines an agent is handed: each thing once, the newest, the profile short.

PROFILE: Final = "profile"
"""The section, whatever its case, of which only so many lines are kept."""
GOAL: Final = "goal"
"""The section whose lines give way to a goal that a call names."""
MOST_PROFILE: Final = 12
PINNED_PARTS: Final = 4
"""A quarter of a context is for what is pinned, where no setting says otherwise."""


@dataclass(frozen=True, slots=True)
class PinnedLine:
    """One thing that is pinned."""

    section: str
    """The heading it stands under; empty for a memory that is pinned by its own note."""
    gist: str
    """What it says."""
    text: str
    """The line that an agent reads, with what a note says against it."""
    memory: str = ""
    """The id of the memory that it is; empty for a line of the person's own."""


def worth_telling(lines: Sequence[PinnedLine], *, has_goal: bool) -> list[PinnedLine]:
    """Return what is told, in the order given: of what says nearly the same the last.

    `has_goal`: the call names a goal of its own.
    """
    asked = [one for one in lines if not (has_goal and _is(one, GOAL))]
    kept: list[PinnedLine] = []
    counts: Counter[str] = Counter()
    for line in reversed(asked):
        gist = gist_of(line.gist)
        if any(says_nearly(gist, gist_of(other.gist)) for other in kept):
            continue
        counts[line.section.casefold()] += 1
        if _is(line, PROFILE) and counts[line.section.casefold()] > MOST_PROFILE:
            continue
        kept.append(line)
    return kept[::-1]


def pinned_share(room: int, wanted: int) -> int:
    """Return the tokens of a context (`room`) for what is pinned: what is `wanted`, half at most.

    0 is wanted where no setting says more: then it is a quarter.
    """
    return min(wanted or room // PINNED_PARTS, room // 2)


def _is(line: PinnedLine, section: str) -> bool:
    return line.section.strip().casefold() == section
