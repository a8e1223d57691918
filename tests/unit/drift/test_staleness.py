"""A memory is asked about when it was not confirmed for long, for how often its matter changes."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from vaultwatch.drift.findings.staleness import (
    LEAST_DAYS,
    MOST_TOLD,
    Freshness,
    changes_every,
    stale_among,
)

NOW = datetime(2026, 11, 23, tzinfo=UTC)
DAY = timedelta(days=1)
KNOWN = Freshness(
    memory_id="m",
    confirmed=NOW - 120 * DAY,
    review_after=None,
    volatility_days=None,
    changes=tuple(NOW - n * DAY for n in (160, 140, 120)),
    known_since=NOW - 180 * DAY,
    is_supported=False,
)


def reasons(one: Freshness) -> list[str]:
    return [stale.reason for stale in stale_among([one], NOW)]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, "not confirmed for 120 days; what it rests on changed every 20"),
        (
            {"confirmed": NOW - 90 * DAY},
            "not confirmed for 90 days; what it rests on changed every 30",
        ),
        ({"confirmed": NOW - 60 * DAY}, ""),
        ({"is_supported": True}, ""),
        ({"changes": KNOWN.changes[:2]}, ""),
        ({"volatility_days": 30.0}, "not confirmed for 120 days; its note says that it changes"),
        ({"volatility_days": 61.0}, ""),
        ({"volatility_days": 0.0}, ""),
        ({"volatility_days": 1.0, "confirmed": NOW - (LEAST_DAYS - 1) * DAY}, ""),
        ({"review_after": NOW - DAY}, "its note asks to look at it again after 2026-11-22"),
        ({"review_after": NOW - DAY, "is_supported": True}, "its note asks"),
        ({"review_after": NOW - DAY, "confirmed": NOW}, ""),
        ({"review_after": NOW + DAY}, ""),
    ],
    ids=str,
)
def test_who_is_asked_about(change: dict[str, object], said: str) -> None:
    told = reasons(replace(KNOWN, **change))  # type: ignore[arg-type]
    assert [one[: len(said)] for one in told] == ([said] if said else [])


def test_few_are_told_those_due_for_longest_first() -> None:
    many = [replace(KNOWN, memory_id=f"m{n}", confirmed=NOW - (100 + n) * DAY) for n in range(20)]
    told = [one.memory_id for one in stale_among(many, NOW)]
    assert told == [f"m{n}" for n in range(19, 19 - MOST_TOLD, -1)]


def test_a_passage_that_changes_many_times_a_day_changes_every_day() -> None:
    hourly = tuple(NOW - timedelta(hours=n) for n in range(50, 0, -1))
    known = replace(KNOWN, known_since=NOW - 3 * DAY, confirmed=NOW - 3 * DAY, changes=hourly)
    assert changes_every(known) == 1
