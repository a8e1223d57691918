"""Which pinned lines are told, and how much room they have."""

import pytest

from vaultwatch.recall.packing import PinnedLine, pinned_share, worth_telling


def line(text: str, section: str = "Rules") -> PinnedLine:
    return PinnedLine(section, text, f"= {text}")


@pytest.mark.parametrize(
    ("room", "wanted", "share"),
    [
        pytest.param(1_000, 0, 250, id="a quarter"),
        pytest.param(1_000, 400, 400, id="as set"),
        pytest.param(1_000, 9_000, 500, id="half at most"),
        pytest.param(0, 0, 0, id="no room"),
    ],
)
def test_the_share(room: int, wanted: int, share: int) -> None:
    assert pinned_share(room, wanted) == share


def test_of_what_says_nearly_the_same_the_last_stands_where_it_stands() -> None:
    first, other, last = line("Ask Ada first."), line("No deploys."), line("Ask Ada first!")
    assert worth_telling([first, other, last], has_goal=False) == [other, last]
    changed = [line("Pay 40 euros."), line("Pay 55 euros.")]
    assert worth_telling(changed, has_goal=False) == changed, "another value is another thing"


def test_a_profile_keeps_its_last_twelve_and_other_sections_all() -> None:
    profile = [line(f"I like kiln {number}.", "PROFILE ") for number in range(20)]
    rules = [line(f"Sweep kiln {number}.") for number in range(20)]
    assert worth_telling([*profile, *rules], has_goal=False) == [*profile[8:], *rules]


def test_a_goal_of_the_call_puts_the_pinned_one_aside() -> None:
    goal, rule = line("Open in May.", "Goal"), line("No deploys.")
    assert worth_telling([goal, rule], has_goal=True) == [rule]
    assert worth_telling([goal, rule], has_goal=False) == [goal, rule]
