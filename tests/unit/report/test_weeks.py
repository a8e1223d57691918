"""What was told and settled a week, counted and drawn."""

from datetime import UTC, date, datetime, timedelta

import pytest

from vaultwatch.report.weeks import MOST_WEEKS, ToldWeek, monday_of, render_weeks, weeks_of

MONDAY = datetime(2026, 6, 1, 12, tzinfo=UTC)


def at(weeks: int, days: int = 0) -> datetime:
    return MONDAY + timedelta(weeks=weeks, days=days)


@pytest.mark.parametrize(
    ("times", "counts"),
    [
        pytest.param([], [], id="nothing"),
        pytest.param([(at(0), None)], [(1, 0)], id="told"),
        pytest.param([(at(0), at(0, 6))], [(1, 1)], id="settled on Sunday"),
        pytest.param([(at(0), at(2)), (at(2), None)], [(1, 0), (0, 0), (1, 1)], id="none between"),
    ],
)
def test_each_week_up_to_the_last(
    times: list[tuple[datetime, datetime | None]], counts: list[tuple[int, int]]
) -> None:
    weeks = weeks_of(times)
    assert [(one.told, one.settled) for one in weeks] == counts
    assert [one.monday for one in weeks] == [
        date(2026, 6, 1) + timedelta(weeks=n) for n in range(len(counts))
    ]


def test_only_the_last_quarter_of_a_year_is_kept() -> None:
    weeks = weeks_of([(at(n), None) for n in range(30)])
    assert len(weeks) == MOST_WEEKS
    assert weeks[-1].monday == monday_of(at(29).date())


def test_four_weeks_with_something_are_drawn_and_three_are_not() -> None:
    times = [(at(0), at(1)), (at(2), None)]
    assert not render_weeks(weeks_of(times))
    drawn = render_weeks(weeks_of([*times, (at(9), None)]))
    assert drawn.splitlines()[0] == "> [!abstract]- Told and settled a week"
    assert all(line.startswith("> ") for line in drawn.splitlines())
    assert "bar [1, 0, 1, 0, 0, 0, 0, 0, 0, 1]" in drawn
    assert "line [0, 1, 0, 0, 0, 0, 0, 0, 0, 0]" in drawn
    assert '"06-01", "06-08"' in drawn
    assert not render_weeks([ToldWeek(date(2026, 6, 1), 0, 0)] * 9)
