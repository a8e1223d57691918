"""When a path has come to rest."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultwatch.daemon.work import EVERYTHING, GONE_S, MOST_PATHS, Debounce


def standing(path: str) -> bool:
    del path
    return True


def gone(path: str) -> bool:
    del path
    return False


@pytest.mark.parametrize(
    ("hints_s", "now_s", "is_due"),
    [
        pytest.param([0.0], 0.4, False, id="just saved"),
        pytest.param([0.0], 0.5, True, id="quiet long enough"),
        pytest.param([0.0, 0.4], 0.6, False, id="saved again"),
        pytest.param([0.0, 0.4], 0.9, True, id="quiet after the second save"),
        pytest.param([n / 10 for n in range(50)], 4.99, False, id="typing without a pause"),
        pytest.param([n / 10 for n in range(51)], 5.0, True, id="never waits longer than the most"),
    ],
)
def test_a_path_is_due_when_quiet_or_after_the_longest_wait(
    hints_s: list[float], now_s: float, *, is_due: bool
) -> None:
    debounce = Debounce(quiet_s=0.5, max_wait_s=5.0)
    for at_s in hints_s:
        debounce.hint("a.md", now_s=at_s)
    assert debounce.due(now_s=now_s, stands=standing) == (frozenset({"a.md"} if is_due else ()))


def test_what_is_taken_out_is_gone_and_later_hints_begin_anew() -> None:
    debounce = Debounce(quiet_s=0.5, max_wait_s=5.0)
    debounce.hint("a.md", now_s=0)
    assert debounce.due(now_s=1, stands=standing) == {"a.md"}
    assert debounce.due(now_s=9, stands=standing) == frozenset()
    debounce.hint("a.md", now_s=10)
    assert debounce.due(now_s=10.4, stands=standing) == frozenset()
    assert debounce.due(now_s=10.5, stands=standing) == {"a.md"}


def test_a_path_that_is_gone_waits_longer_since_it_may_come_back() -> None:
    debounce = Debounce(quiet_s=0.5, max_wait_s=60.0)
    debounce.hint("a.md", now_s=0)
    assert debounce.due(now_s=GONE_S - 0.1, stands=gone) == frozenset()
    assert debounce.due(now_s=GONE_S, stands=gone) == {"a.md"}


def test_both_ends_of_a_move_are_due_together() -> None:
    debounce = Debounce(quiet_s=0.5, max_wait_s=5.0)
    debounce.hint("old.md", now_s=0)
    debounce.hint("new.md", now_s=0)
    at_rest = debounce.due(now_s=0.6, stands=lambda path: path == "new.md")
    rest = debounce.due(now_s=GONE_S, stands=lambda path: path == "new.md")
    assert at_rest | rest == {"old.md", "new.md"}


def test_a_hint_at_everything_takes_every_path_in() -> None:
    debounce = Debounce(quiet_s=0.5, max_wait_s=5.0)
    debounce.hint("a.md", now_s=0)
    debounce.hint(EVERYTHING, now_s=0.1)
    debounce.hint("b.md", now_s=0.2)
    assert debounce.due(now_s=0.8, stands=gone) == {EVERYTHING}
    assert len(debounce) == 0


def test_a_storm_becomes_one_look_at_everything() -> None:
    debounce = Debounce(quiet_s=0.5, max_wait_s=5.0)
    for number in range(50_000):
        debounce.hint(f"{number}.md", now_s=number / 10_000)
    assert len(debounce) == 1
    assert debounce.due(now_s=5.5, stands=standing) == {EVERYTHING}


def test_up_to_the_limit_each_path_is_looked_at_by_itself() -> None:
    debounce = Debounce(quiet_s=0.5, max_wait_s=5.0)
    paths = {f"{number}.md" for number in range(MOST_PATHS)}
    for path in paths:
        debounce.hint(path, now_s=0)
    assert debounce.due(now_s=1, stands=standing) == paths


def test_it_tells_when_to_look_again() -> None:
    debounce = Debounce(quiet_s=0.5, max_wait_s=5.0)
    assert debounce.next_due_s() is None
    debounce.hint("a.md", now_s=3)
    debounce.hint("b.md", now_s=4)
    assert debounce.next_due_s() == 3.5


@given(
    st.lists(st.tuples(st.sampled_from(["a", "b", "c", EVERYTHING]), st.floats(0, 3)), max_size=40)
)
def test_no_hint_is_ever_lost(gaps: list[tuple[str, float]]) -> None:
    """Whatever comes in what order, a look at the path, or everywhere, follows its last hint."""
    debounce = Debounce(quiet_s=0.5, max_wait_s=5.0)
    now_s, owed = 0.0, set[str]()
    for path, gap_s in gaps:
        now_s += gap_s
        debounce.hint(path, now_s=now_s)
        owed.add(path)
        taken = debounce.due(now_s=now_s, stands=standing)
        owed = set() if EVERYTHING in taken else owed - taken
    taken = debounce.due(now_s=now_s + 5, stands=gone)
    assert EVERYTHING in taken or owed <= taken
