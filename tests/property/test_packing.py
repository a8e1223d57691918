"""A packed budget is the best there is: against every subset, and against both greedy ways."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from vaultwatch.recall.packing import Item, pack, share_of

CATEGORIES = ("event", "fact")
NAMES = tuple("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN")
TOPICS = (
    "kiln glaze oven fire brick",
    "choir tenor alto hymn psalm",
    "ferry tide harbour rope pier",
)
"""No two share a word: the same topic is a twin, another is none."""

values = st.sampled_from((0.1, 0.2, 0.3, 0.4, 1e-7)) | st.floats(0, 2, allow_subnormal=False)
"""Few at first, so that many choices are equal."""
budgets = st.integers(-2, 40)


def items_of(most: int) -> st.SearchStrategy[list[Item]]:
    """Items by a topic that says who is whose twin, or by a word of their own."""
    shapes = st.tuples(
        st.sampled_from((*TOPICS, "", "", "")),
        values,
        st.integers(1, 8),
        st.sampled_from(CATEGORIES),
    )
    return st.lists(shapes, max_size=most).map(
        lambda many: [
            Item(name, topic or f"own{name * 3}", value, tokens, category)
            for name, (topic, value, tokens, category) in zip(NAMES, many, strict=False)
        ]
    )


def worths(items: Iterable[Item], budget: int) -> dict[str, int]:
    """Return in millionths what each item is worth that can be packed at all, by its topic."""
    seen: Counter[str] = Counter()
    found = {}
    for item in sorted(items, key=lambda one: (-one.value, one.id)):
        if item.tokens <= budget:
            found[item.id] = max(1, round(item.value * 0.1 ** seen[item.text] * 1_000_000))
            seen[item.text] += 1
    return found


def fits(chosen: Sequence[Item], budget: int) -> bool:
    return sum(item.tokens for item in chosen) <= budget


def best_subset(items: Sequence[Item], budget: int) -> set[str]:
    """Try every subset, by the rule in words: worth, then fewest tokens, then category and id."""
    worth = worths(items, budget)
    subsets = (
        subset
        for size in range(len(items) + 1)
        for subset in combinations([one for one in items if one.id in worth], size)
        if fits(subset, budget)
    )
    best = min(
        subsets,
        key=lambda subset: (
            -sum(worth[item.id] for item in subset),
            sum(item.tokens for item in subset),
            sorted((item.category, item.id) for item in subset),
        ),
        default=(),
    )
    return {item.id for item in best}


def greedy(
    items: Sequence[Item],
    budget: int,
    key: Callable[[Item, int], float],
) -> int:
    """Return the worth of taking, highest key first, whatever still fits."""
    worth = worths(items, budget)
    chosen: list[Item] = []
    able = [item for item in items if item.id in worth]
    for item in sorted(able, key=lambda one: (-key(one, worth[one.id]), one.id)):
        if fits([*chosen, item], budget):
            chosen.append(item)
    return sum(worth[item.id] for item in chosen)


@settings(max_examples=300)  # ties are rare
@given(items=items_of(10), budget=budgets)
def test_no_subset_is_better(items: list[Item], budget: int) -> None:
    packed = pack(items, budget)
    assert {item.id for item in packed.items} == best_subset(items, budget)


@given(items=items_of(40), budget=st.integers(0, 150))
def test_neither_greedy_way_is_better(items: list[Item], budget: int) -> None:
    worth = worths(items, budget)
    packed = sum(worth[item.id] for item in pack(items, budget).items)
    assert packed >= greedy(items, budget, lambda _, value: value)
    assert packed >= greedy(items, budget, lambda item, value: value / item.tokens)


@given(items=items_of(40), budget=budgets, order=st.integers(0, 2**32))
def test_the_order_of_the_items_never_shows(items: list[Item], budget: int, order: int) -> None:
    shuffled = list(items)
    Random(order).shuffle(shuffled)  # noqa: S311 - a shuffle, no secret
    assert pack(shuffled, budget) == pack(items, budget)


@given(items=items_of(40), budget=st.integers(-2, 150))
def test_the_budget_holds_and_nobody_is_forgotten(items: list[Item], budget: int) -> None:
    packed = pack(items, budget)
    assert fits(packed.items, max(0, budget))
    assert packed.tokens == sum(item.tokens for item in packed.items)
    assert all(left.reason for left in packed.left)
    taken_and_left = [*(item.id for item in packed.items), *(left.id for left in packed.left)]
    assert sorted(taken_and_left) == sorted(item.id for item in items)
    in_order = sorted(items, key=lambda item: (-item.value, item.id))
    assert list(packed.items) == [item for item in in_order if item in packed.items]
    left_ids = {left.id for left in packed.left}
    assert [left.id for left in packed.left] == [one.id for one in in_order if one.id in left_ids]


voices_of = st.lists(
    st.sampled_from((("agent", "x"), ("agent", "y"), ("session", "s"), ("note", "n"))),
    max_size=2,
    unique=True,
)


@settings(max_examples=300)
@given(
    items=items_of(30),
    voices=st.lists(voices_of, min_size=30, max_size=30),
    budget=st.integers(0, 2_500),
    length=st.integers(1, 60),
)
def test_nobodys_word_takes_more_than_its_share(
    items: list[Item], voices: list[list[tuple[str, str]]], budget: int, length: int
) -> None:
    spoken = [
        replace(one, voices=tuple(whose), tokens=one.tokens * length)
        for one, whose in zip(items, voices, strict=False)
    ]
    packed = pack(spoken, budget)
    taken: Counter[object] = Counter()
    for one in packed.items:
        for voice in one.voices:
            taken[voice] += one.tokens
    assert all(tokens <= share_of(budget) for tokens in taken.values())
    assert packed.tokens <= max(0, budget)
    assert len(packed.items) + len(packed.left) == len(spoken)
    free = [one for one in spoken if not one.voices]
    if sum(one.tokens for one in spoken) <= budget:  # room for all: only a share keeps one out
        assert {one.id for one in free} <= {one.id for one in packed.items}
