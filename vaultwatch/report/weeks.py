"""Count what was told and what was settled a week, and draw it. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from vaultwatch.notes.days import day_at

LEAST_WEEKS: Final = 4
"""Weeks in which something happened, from which on they are drawn: fewer show no course."""
MOST_WEEKS: Final = 13
"""Of the last ones, so many: a quarter of a year."""


@dataclass(frozen=True, slots=True)
class ToldWeek:
    """How many findings were told and settled in one week."""

    monday: date
    told: int
    settled: int


def monday_of(day: date) -> date:
    """Return the first day of a day's week."""
    return day - timedelta(days=day.weekday())


def weeks_of(times: Iterable[tuple[datetime, datetime | None]]) -> tuple[ToldWeek, ...]:
    """Return the last weeks up to the last in which anything happened, none left out between.

    Of each finding the times are when it was told and when it was settled.
    """
    told: Counter[date] = Counter()
    settled: Counter[date] = Counter()
    for seen, closed in times:
        told[monday_of(day_at(seen))] += 1
        if closed is not None:
            settled[monday_of(day_at(closed))] += 1
    if not (told or settled):
        return ()
    last, first = max([*told, *settled]), min([*told, *settled])
    count = min((last - first).days // 7 + 1, MOST_WEEKS)
    mondays = (last - timedelta(weeks=back) for back in range(count - 1, -1, -1))
    return tuple(ToldWeek(one, told[one], settled[one]) for one in mondays)


def render_weeks(weeks: Sequence[ToldWeek]) -> str:
    """Return a folded chart: bars of what was told, a line of what was settled.

    Empty where too few weeks have anything to show.
    """
    if sum(bool(one.told or one.settled) for one in weeks) < LEAST_WEEKS:
        return ""
    named = ", ".join(f'"{one.monday:%m-%d}"' for one in weeks)
    lines = [
        "[!abstract]- Told and settled a week",
        "```mermaid",
        "xychart-beta",
        '    title "Findings told (bars) and settled (line), by week"',
        f"    x-axis [{named}]",
        f"    bar [{', '.join(str(one.told) for one in weeks)}]",
        f"    line [{', '.join(str(one.settled) for one in weeks)}]",
        "```",
    ]
    return "\n".join(f"> {one}" for one in lines)
