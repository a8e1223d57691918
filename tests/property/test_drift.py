"""What a comparison must do whatever the note: generated notes and edits, words alone."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.unit.drift.statements import baseline, belief, judge, note
from vaultwatch.drift.scoring.compare import compare

SUBJECTS = (
    "Atlas",
    "Borealis",
    "the kiosk",
    "the mill",
    "the choir",
    "freezer 3",
    "the signing key",
)
FACTS = (
    "{} costs {} euros a month",
    "{} was inspected in room {}",
    "{} holds {} boxes of paper",
    "{} belongs to team number {}",
    "{} is reached on port {}",
)
ELSEWHERE = (
    "Bananas ripen quickly near windows.",
    "Yesterday's thunderstorm flooded the cellar.",
    "Grandmother knits woollen socks.",
    "UPDATE: lunch moved to noon.",
    "- [x] Water the geraniums",
    "Our orchestra rehearses Mahler.",
)
numbers = st.integers(min_value=1_100, max_value=9_899)
facts = st.builds(
    lambda fact, subject, number: (fact, subject, number),
    st.sampled_from(FACTS),
    st.sampled_from(SUBJECTS),
    numbers,
)


def sentence(fact: tuple[str, str, int], number: str | None = None) -> str:
    text = fact[0].format(fact[1], number or str(fact[2])) + "."
    return text[0].upper() + text[1:]


@given(fact=facts, others=st.lists(facts, max_size=5), order=st.randoms(use_true_random=False))
@settings(deadline=None)
def test_reordering_never_raises_the_score(
    fact: tuple[str, str, int], others: list[tuple[str, str, int]], order: object
) -> None:
    lines = [sentence(fact), *(sentence(other) for other in others), *ELSEWHERE]
    moved = list(lines)
    order.shuffle(moved)  # type: ignore[attr-defined]
    assert judge(sentence(fact), note(*lines), note(*moved)).score < 0.1


@given(
    fact=facts,
    before=st.lists(st.sampled_from(ELSEWHERE), unique=True, max_size=4),
    after=st.lists(st.sampled_from(ELSEWHERE), unique=True, max_size=4),
)
@settings(deadline=None)
def test_an_edit_elsewhere_never_fires(
    fact: tuple[str, str, int], before: list[str], after: list[str]
) -> None:
    then, now = note(*before, sentence(fact)), note(sentence(fact), *after)
    found = judge(sentence(fact), then, now)
    assert found.score < 0.1
    assert not found.drifted


@given(
    fact=facts,
    shape=st.sampled_from(
        ("{:,}", "{:_}", "**{}**", "{}.00", "# Renamed heading\n{}", "- {}", "{}", "`{}`")
    ),
)
@settings(deadline=None)
def test_the_same_fact_in_another_shape_never_fires(fact: tuple[str, str, int], shape: str) -> None:
    shown = shape.format(fact[2]).replace("_", " ")
    if shape.startswith(("#", "-")):
        now = note(*shape.format(sentence(fact)).split("\n"))
    else:
        now = note(sentence(fact, shown))
    found = judge(sentence(fact), note(sentence(fact)), now)
    assert found.score < 0.5
    assert not found.drifted


@given(fact=facts, number=numbers)
@settings(deadline=None)
def test_another_value_always_fires_and_is_quoted(fact: tuple[str, str, int], number: int) -> None:
    assume(number != fact[2])
    edited = sentence(fact, str(number))
    found = judge(sentence(fact), note(*ELSEWHERE, sentence(fact)), note(*ELSEWHERE, edited))
    assert found.drifted
    assert found.before is not None
    assert found.after is not None
    assert (found.before.text, found.after.text) == (sentence(fact), edited)
    assert found.change == "value"


@given(fact=facts)
@settings(deadline=None)
def test_support_deleted_altogether_is_removed(fact: tuple[str, str, int]) -> None:
    found = judge(sentence(fact), note(*ELSEWHERE, sentence(fact)), note(*ELSEWHERE))
    assert found.drifted
    assert found.change == "removed"


@given(fact=facts, other=facts)
@settings(deadline=None)
def test_a_cold_comparison_never_fires_on_low_likeness_alone(
    fact: tuple[str, str, int], other: tuple[str, str, int]
) -> None:
    held = belief("The gardeners would rather plant beech than oak.")
    now = note(sentence(fact), sentence(other), *ELSEWHERE)
    assert not compare(held, baseline(held, now, is_adopted=True), now).drifted
