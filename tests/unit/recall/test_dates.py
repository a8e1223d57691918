"""Days and periods are read as people name them, in several languages, and never invented."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultwatch.recall.dates import Lean, even, period_named, periods_in

MONDAY = date(2026, 11, 23)


def read(text: str, lean: Lean = "past") -> str:
    found = period_named(text, MONDAY, lean=lean)
    return "" if found is None else f"{found.first} {found.last}"


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("2026-03-12", "2026-03-12 2026-03-12"),
        ("2026-02", "2026-02-01 2026-02-28"),
        ("2024", "2024-01-01 2024-12-31"),
        ("March", "2026-03-01 2026-03-31"),
        ("in December", "2025-12-01 2025-12-31"),
        ("March 2025", "2025-03-01 2025-03-31"),
        ("12 March", "2026-03-12 2026-03-12"),
        ("March 12th, 2025", "2025-03-12 2025-03-12"),
        ("12.3.2025", "2025-03-12 2025-03-12"),
        ("am 12. März", "2026-03-12 2026-03-12"),
        ("12 de marzo de 2026", "2026-03-12 2026-03-12"),
        ("le 1er août", "2026-08-01 2026-08-01"),
        ("29 February", "2024-02-29 2024-02-29"),
        ("Friday", "2026-11-20 2026-11-20"),
        ("last Friday", "2026-11-20 2026-11-20"),
        ("Montag", "2026-11-23 2026-11-23"),
        ("last week", "2026-11-16 2026-11-22"),
        ("letzten Monat", "2026-10-01 2026-10-31"),
        ("la semaine dernière", "2026-11-16 2026-11-22"),
        ("vergangene Woche", "2026-11-16 2026-11-22"),
        ("el último mes", "2026-10-01 2026-10-31"),
        ("current month", "2026-11-01 2026-11-30"),
        ("el año pasado", "2025-01-01 2025-12-31"),
        ("two weeks ago", "2026-11-09 2026-11-09"),
        ("vor drei Tagen", "2026-11-20 2026-11-20"),
        ("il y a deux mois", "2026-09-23 2026-09-23"),
        ("hace un año", "2025-11-23 2025-11-23"),
        ("yesterday", "2026-11-22 2026-11-22"),
        ("avant-hier", "2026-11-21 2026-11-21"),
        ("end of March", "2026-03-31 2026-03-31"),
        ("Ende 2025", "2025-12-31 2025-12-31"),
    ],
)
def test_a_period_of_the_past(text: str, days: str) -> None:
    assert read(text) == days


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("Friday", "2026-11-27 2026-11-27"),
        ("Monday", "2026-11-23 2026-11-23"),
        ("next Monday", "2026-11-30 2026-11-30"),
        ("March", "2027-03-01 2027-03-31"),
        ("November", "2026-11-01 2026-11-30"),
        ("12 March", "2027-03-12 2027-03-12"),
        ("29. Februar", "2028-02-29 2028-02-29"),
        ("in two weeks", "2026-12-07 2026-12-07"),
        ("in drei Monaten", "2027-02-23 2027-02-23"),
        ("dans 10 jours", "2026-12-03 2026-12-03"),
        ("dentro de un mes", "2026-12-23 2026-12-23"),
        ("tomorrow", "2026-11-24 2026-11-24"),
        ("the end of next month", "2026-12-31 2026-12-31"),
        ("fin de mars", "2027-03-31 2027-03-31"),
        ("next year", "2027-01-01 2027-12-31"),
    ],
)
def test_a_period_to_come(text: str, days: str) -> None:
    assert read(text, "future") == days


@pytest.mark.parametrize(
    "text",
    [
        "",
        "soon",
        "31 February",
        "2026-13-01",
        "32.1.2026",
        "9999",
        "Friday evening",
        "past August",
        "v2026",
        "1.2.3",
    ],
)
def test_what_names_no_day_names_none(text: str) -> None:
    assert not read(text)


def test_periods_stand_where_they_are_said() -> None:
    text = "Élodie räumt am 12. März auf, bis Freitag."
    found = list(periods_in(text, MONDAY, lean="future"))
    assert [text[one.start : one.end] for one in found] == ["12. März", "Freitag"]


@given(st.text(max_size=60))
def test_folding_moves_no_sign(text: str) -> None:
    assert len(even(text)) == len(text)


@given(st.dates(date(1950, 1, 1), date(2150, 1, 1)), st.sampled_from(["past", "future"]))
def test_a_day_written_out_is_that_day(day: date, lean: Lean) -> None:
    for text in (
        day.isoformat(),
        f"{day.day}.{day.month}.{day.year}",
        f"{day:%B} {day.day}, {day:%Y}",
    ):
        found = period_named(text, MONDAY, lean=lean)
        assert found is not None, text
        assert (found.first, found.last) == (day, day)


@given(st.dates(date(2020, 1, 1), date(2040, 1, 1)), st.integers(0, 6))
def test_a_weekday_is_the_nearest_one(today: date, days: int) -> None:
    name = f"{today + timedelta(days=days):%A}"
    ahead = period_named(name, today, lean="future")
    behind = period_named(name, today, lean="past")
    assert ahead is not None
    assert behind is not None
    assert ahead.first == today + timedelta(days=days)
    assert behind.first == ahead.first - timedelta(days=7 if days else 0)
