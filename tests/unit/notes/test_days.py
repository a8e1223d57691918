"""Which day it is for the user, at both edges of the world and where the clocks are changed."""

from datetime import UTC, date, datetime

import pytest

from tests.zones import zone
from vaultwatch.memories.validity import moment_in, moment_of, validity_properties
from vaultwatch.notes.days import day_at, first_of, is_days_end, last_of

FAR_WEST, FAR_EAST = "Pacific/Honolulu", "Pacific/Kiritimati"


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


DAYS = [
    ("UTC", date(2026, 3, 8), "2026-03-08T00:00", "2026-03-09T00:00"),
    (FAR_WEST, date(2026, 3, 8), "2026-03-08T10:00", "2026-03-09T10:00"),
    (FAR_EAST, date(2026, 3, 8), "2026-03-07T10:00", "2026-03-08T10:00"),
    pytest.param(
        "America/New_York", date(2026, 3, 8), "2026-03-08T05:00", "2026-03-09T04:00", id="23 hours"
    ),
    pytest.param(
        "Europe/Lisbon", date(2026, 10, 25), "2026-10-24T23:00", "2026-10-26T00:00", id="25 hours"
    ),
    pytest.param(
        "Asia/Beirut", date(2026, 3, 29), "2026-03-28T22:00", "2026-03-29T21:00", id="no midnight"
    ),
]


@pytest.mark.parametrize(("where", "day", "first", "next_first"), DAYS)
def test_a_day_is_of_the_users_zone(where: str, day: date, first: str, next_first: str) -> None:
    with zone(where):
        assert first_of(day) == utc(first)
        assert last_of(day) == utc(next_first) - datetime.resolution
        assert day_at(first_of(day)) == day_at(last_of(day)) == day
        assert day_at(first_of(day) - datetime.resolution) < day < day_at(utc(next_first))
        assert is_days_end(last_of(day))
        assert not is_days_end(first_of(day))


@pytest.mark.parametrize("where", ["UTC", FAR_WEST, FAR_EAST])
@pytest.mark.parametrize("written", ["2026-03-08", "0001-01-01", "9999-12-31"])
def test_a_day_in_a_note_is_read_and_written_as_the_day_it_is(where: str, written: str) -> None:
    with zone(where):
        since, until = (moment_in(written, is_end=is_end) for is_end in (False, True))
        whole = {"valid_from": written} | ({"valid_until": written} if until is not None else {})
        assert validity_properties(since, until) == whole
        known = moment_of(written)
        assert known is not None
        assert day_at(known) == date.fromisoformat(written)


@pytest.mark.parametrize(
    ("written", "means"),
    [
        ("2026-03-08 09:30", "2026-03-08T19:30"),
        ("2026-03-08T09:30Z", "2026-03-08T09:30"),
        ("2026-03-08 09:30 GMT", "2026-03-08T09:30"),
        ("2026-03-08T09:30+02:00", "2026-03-08T07:30"),
        ("[[2026-03-08]]", "2026-03-09T09:59:59.999999"),
    ],
)
def test_a_time_without_a_zone_is_of_the_users(written: str, means: str) -> None:
    with zone(FAR_WEST):
        assert moment_of(written) == utc(means)
