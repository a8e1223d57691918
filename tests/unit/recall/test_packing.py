"""What goes into a budget, and what is said of the rest."""

import math
from dataclasses import replace

import numpy as np
import pytest

from vaultwatch.recall import packing
from vaultwatch.recall.packing import NOTE, Item, Left, Packed, Voice, pack, shared_lines

WORTH_MORE = "others were worth more for their length"


def item(id_: str, value: float, tokens: int, category: str = "", text: str = "") -> Item:
    return Item(id_, text or f"only {id_}{id_}", value, tokens, category)


def ids(packed: Packed) -> list[str]:
    return [one.id for one in packed.items]


def test_two_that_fit_together_beat_the_best_one() -> None:
    packed = pack([item("a", 0.9, 10), item("b", 0.5, 5), item("c", 0.6, 5)], 10)
    assert ids(packed) == ["c", "b"]
    assert packed.tokens == 10
    assert packed.left == (Left("a", WORTH_MORE),)


def test_everything_is_taken_where_there_is_room() -> None:
    packed = pack([item("b", 0.5, 5), item("a", 0.5, 7), item("c", 0.9, 1)], 10_000)
    assert ids(packed) == ["c", "a", "b"]
    assert (packed.tokens, packed.left) == (13, ())


def test_of_equal_values_the_shorter_choice_wins_then_the_smaller_id() -> None:
    assert ids(pack([item("a", 0.5, 6), item("b", 0.5, 5)], 8)) == ["b"]
    assert ids(pack([item("b", 0.5, 5), item("a", 0.5, 5)], 8)) == ["a"]


def test_sums_that_only_rounding_tells_apart_are_equal() -> None:
    # 0.1 + 0.2 > 0.3 as floats; in millionths they are one, and `a` is shorter.
    assert ids(pack([item("b", 0.1, 4), item("c", 0.2, 4), item("a", 0.3, 7)], 8)) == ["a"]


def test_of_equal_choices_the_smaller_ids_win_whatever_their_values() -> None:
    best_and_worst = [item("b", 0.1, 3), item("d", 0.4, 7)]
    assert ids(pack([*best_and_worst, item("a", 0.2, 4), item("c", 0.3, 6)], 10)) == ["c", "a"]


@pytest.mark.parametrize(
    ("budget", "reason"),
    [
        pytest.param(0, "the budget is empty", id="no budget"),
        pytest.param(-5, "the budget is empty", id="less than none"),
        pytest.param(9, "it alone is longer than the budget", id="too long"),
    ],
)
def test_what_can_never_be_packed_says_why(budget: int, reason: str) -> None:
    assert pack([item("a", 1.0, 10)], budget) == Packed((), (Left("a", reason),), 0)


SAID = "Mira fires the big kiln behind the workshop every Monday morning"


def test_a_near_duplicate_yields_to_something_new_and_names_its_twin() -> None:
    packed = pack(
        [item("a", 0.9, 5, text=SAID), item("b", 0.8, 5, text=SAID), item("c", 0.1, 5)], 10
    )
    assert ids(packed) == ["a", "c"]
    assert packed.left == (Left("b", "it says nearly what a says"),)


def test_a_near_duplicate_is_damped_once_for_each_twin() -> None:
    twins = [item(id_, 0.9, 5, text=SAID) for id_ in "abc"]
    # The second twin is worth 0.09, the third 0.009.
    packed = pack([*twins, item("d", 0.08, 5), item("e", 0.01, 5)], 15)
    assert ids(packed) == ["a", "b", "d"]
    assert packed.left == (Left("c", "it says nearly what a says"), Left("e", WORTH_MORE))


def test_a_twin_that_is_packed_is_named_rather_than_one_that_is_not() -> None:
    # `a` takes too much room for its value; `b` is short even damped.
    packed = pack(
        [
            item("a", 0.9, 10, text=SAID),
            item("b", 0.9, 1, text=SAID),
            item("c", 0.9, 1, text=SAID),
            item("d", 2.0, 9),
        ],
        10,
    )
    assert ids(packed) == ["d", "b"]
    assert packed.left[1] == Left("c", "it says nearly what b says")


def test_what_cannot_be_packed_does_not_keep_its_twin_out() -> None:
    packed = pack(
        [item("a", 0.9, 99, text=SAID), item("b", 0.8, 5, text=SAID), item("c", 0.5, 5)], 5
    )
    assert ids(packed) == ["b"]


def test_the_same_words_with_another_number_are_no_duplicate() -> None:
    items = [item("a", 0.9, 5, text=SAID + " at 9"), item("b", 0.8, 5, text=SAID + " at 10")]
    assert ids(pack([*items, item("c", 0.5, 5)], 10)) == ["a", "b"]


def test_only_the_most_valuable_are_weighed() -> None:
    items = [item(f"{n:03}", 1 + n / 1000, 1) for n in range(packing.MOST_ITEMS + 2)]
    packed = pack(items, 1000)
    assert len(packed.items) == packing.MOST_ITEMS
    reason = "only the 200 most valuable are weighed"
    assert packed.left == (Left("001", reason), Left("000", reason))


def test_a_budget_too_wide_to_weigh_is_filled_as_far_as_it_can_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(packing, "WIDEST_BUDGET", 10)
    packed = pack([item("a", 0.9, 10), item("b", 0.8, 1)], 11)
    assert ids(packed) == ["a"]
    assert packed.left == (Left("b", "no more than 10 tokens are weighed at once"),)


def test_a_wide_budget_stays_within_memory() -> None:
    items = [item("a", 0.5, packing.WIDEST_BUDGET + 1), item("b", 0.5, 5)]
    packed = pack(items, 10**12)
    assert ids(packed) == ["b"]


def test_the_largest_values_still_sum_exactly() -> None:
    items = [item(f"{n:03}", packing.MOST_VALUE, 1) for n in range(packing.MOST_ITEMS)]
    assert pack(items, 150).tokens == 150


def test_a_value_of_nothing_still_fills_room_that_is_left() -> None:
    assert ids(pack([item("a", 0.0, 5), item("b", 1e-9, 5)], 10)) == ["b", "a"]


def test_nothing_is_packed_from_nothing() -> None:
    assert pack([], 10) == Packed((), (), 0)


def test_a_doubled_id_is_refused() -> None:
    with pytest.raises(ValueError, match="more than once: a"):
        pack([item("a", 1, 1), item("a", 2, 2), item("b", 1, 1)], 10)


@pytest.mark.parametrize(
    ("value", "tokens"),
    [
        pytest.param(-0.1, 1, id="negative value"),
        pytest.param(math.nan, 1, id="no number"),
        pytest.param(math.inf, 1, id="endless value"),
        pytest.param(2e9, 1, id="a value no sum could hold"),
        pytest.param(0.5, 0, id="no token"),
    ],
)
def test_an_item_that_cannot_be_weighed_is_refused(value: float, tokens: int) -> None:
    with pytest.raises(ValueError, match="'a'"):
        item("a", value, tokens)


def test_twins_are_known_by_what_they_say_not_by_what_is_told_about_them() -> None:
    said = "The gate of the depot opens at seven in the morning on every working day"
    told = [f"{said} (memory mem_{n}, written on day {n} by agent {n * 7})" for n in (1, 2)]
    apart = [Item(f"m{n}", text, 2.0 - n, 10, "") for n, text in enumerate(told)]
    twins = [replace(one, gist=said) for one in apart]
    other = Item("other", "Ilse keeps the spare key", 0.3, 10, "")
    assert {one.id for one in pack([*apart, other], 20).items} == {"m0", "m1"}
    assert {one.id for one in pack([*twins, other], 20).items} == {"m0", "other"}


def by(voice: str, *items: Item) -> list[Item]:
    """The items, all of one agent."""
    return [replace(one, voices=(("agent", voice),)) for one in items]


def long(*names: str, value: float = 0.9) -> list[Item]:
    """Items of 100 tokens, the first the most valuable."""
    return [item(name, value - place / 100, 100) for place, name in enumerate(names)]


AGENTS = "more than a third of this context would be one agent's"


def test_an_agent_takes_no_more_than_a_third_though_nobody_else_speaks() -> None:
    packed = pack(by("x", *long("a", "b", "c", "d")), 900)
    assert ids(packed) == ["a", "b", "c"]
    assert packed.left == (Left("d", AGENTS),)


def test_what_a_share_sets_aside_does_not_keep_its_twin_out() -> None:
    loud = [*by("x", *long("a", "b")), *by("x", item("c", 0.6, 100, text=SAID))]
    others = [*by("y", item("d", 0.5, 100, text=SAID)), *by("z", item("e", 0.2, 100))]
    assert ids(pack([*loud, *others], 300)) == ["a", "b", "d"]


def test_another_agent_has_a_third_of_its_own() -> None:
    items = [*by("x", *long("a", "b", "c", "d")), *by("y", *long("e", "f", value=0.2))]
    assert ids(pack(items, 900)) == ["a", "b", "c", "e", "f"]


def test_what_a_person_confirmed_takes_all_it_needs() -> None:
    assert ids(pack(long("a", "b", "c", "d"), 400)) == ["a", "b", "c", "d"]


def test_a_small_budget_leaves_a_voice_two_hundred_tokens() -> None:
    assert ids(pack(by("x", *long("a", "b", "c")), 300)) == ["a", "b"]


def test_what_alone_is_longer_than_a_share_is_left_out() -> None:
    packed = pack(by("x", item("a", 0.9, 301), item("b", 0.1, 9)), 900)
    assert ids(packed) == ["b"]
    assert packed.left == (Left("a", AGENTS),)


def test_what_another_says_beside_it_is_no_part_of_an_agents_share() -> None:
    denied = [replace(one, tokens=190, beside=90) for one in by("x", *long("a", "b", "c", "d"))]
    packed = pack(denied, 900)
    assert ids(packed) == ["a", "b", "c"]
    assert packed.tokens == 570
    assert packed.left == (Left("d", AGENTS),)


def test_an_agent_that_calls_itself_otherwise_each_time_shares_its_sessions_room() -> None:
    items = [replace(one, voices=(("agent", one.id), ("session", "s"))) for one in long(*"abcd")]
    packed = pack(items, 900)
    assert packed.left == (Left("d", "more than a third of this context would be one session's"),)


FAIR = "The spring market opens at dawn on the old quay"
NEAR = np.array([1.0, 0.0], np.float32)


@pytest.mark.parametrize(
    ("said", "shared"),
    [
        pytest.param([("x", FAIR), ("y", f"{FAIR}, too"), ("z", FAIR)], {"b": "a", "c": "a"},
                     id="whoever says it"),
        pytest.param([("x", FAIR), ("y", FAIR.replace("dawn", "10"))], {}, id="another number"),
        pytest.param([("x", FAIR), ("y", "At dawn the spring market is on the quay")], {"b": "a"},
                     id="in other words"),
        pytest.param([("x", f"Stall {k}: the market stands on the quay") for k in range(1, 6)],
                     {"d": "a", "e": "a"}, id="from the fourth on whatever the number"),
        pytest.param([("x", FAIR), ("", FAIR)], {"a": "b"}, id="a person's line is lent"),
        pytest.param([("", FAIR), ("x", "The market of spring is not on the quay")], {},
                     id="what denies a person has its own"),
        pytest.param([("x", FAIR), (NOTE, FAIR)], {}, id="a note has its own"),
    ],
)  # fmt: skip
def test_what_says_nearly_the_same_shares_a_line(
    said: list[tuple[str, str]], shared: dict[str, str]
) -> None:
    items = [
        Item(id_, text, 0.9 - n / 10, 20, "", vector=NEAR, voices=voices_of(who))
        for n, (id_, (who, text)) in enumerate(zip("abcde", said, strict=False))
    ]
    assert shared_lines(items) == shared
    assert shared_lines(items[::-1]) == shared


def voices_of(who: str) -> tuple[Voice, ...]:
    return ((NOTE if who == NOTE else "agent", who),) if who else ()


def test_agents_that_repeat_a_person_do_not_keep_the_person_out() -> None:
    echo = by("x", item("a", 0.9, 100, text=SAID))
    items = [*echo, item("b", 0.1, 100, text=SAID), item("c", 0.095, 100)]
    assert ids(pack(items, 100)) == ["b"]
    assert ids(pack(items, 200)) == ["b", "c"], "room for the echo beside them, and it is the twin"


def test_in_a_small_budget_nobodys_takes_all_beside_a_persons_word() -> None:
    lies = by("x", item("lie", 0.9, 90), item("short", 0.3, 40))
    assert ids(pack(lies, 100)) == ["lie"]
    assert ids(pack([*lies, item("said", 0.2, 60)], 100)) == ["short", "said"]


def test_a_note_keeps_its_room_beside_a_persons_word() -> None:
    note = replace(item("note", 0.9, 60), voices=((NOTE, "Weir.md"),))
    assert ids(pack([note, item("said", 0.8, 50)], 100)) == ["note"]


def test_a_persons_word_near_the_best_is_packed_before_many_short_ones() -> None:
    others = [one for name in "abcd" for one in by(name, item(name, 0.9, 25))]
    assert ids(pack([*others, item("said", 0.75, 60)], 100)) == ["a", "said"]
    assert ids(pack([*others, item("said", 0.5, 60)], 100)) == ["a", "b", "c", "d"]
    assert ids(pack([*by("x", item("a", 0.9, 25)), item("z", 0.9, 25)], 100)) == ["z", "a"]


@pytest.mark.parametrize("way", ["words", "vectors"])
def test_a_note_is_not_left_out_for_being_like_the_memories_that_deny_it(way: str) -> None:
    def alike(one: Item) -> Item:
        if way == "words":
            return replace(one, text=SAID)
        return replace(one, vector=np.array([1.0, 0.0], np.float32))

    copies = [alike(one) for name in "abc" for one in by(name, item(name, 0.9, 100))]
    note = replace(alike(item("note", 0.01, 100)), voices=((NOTE, "Weir.md"),))
    packed = pack([*copies, note], 900)
    assert ids(packed) == ["a", "b", "c", "note"]
    short = replace(note, value=0.5)
    if way == "words":  # nor worth less for what memories say
        assert "note" in ids(pack([copies[0], short, *by("z", item("z", 0.4, 100))], 200))
