"""Which days a question means, and which texts fit them."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultwatch.recall.when_asked import (
    CREATED_LIFT,
    TOLD_LIFT,
    Days,
    fit,
    lift,
    may_name_days,
    spans_asked,
    spans_told,
)

TODAY = date(2026, 6, 17)  # a Wednesday


def span(first: str, last: str = "") -> Days:
    return Days(date.fromisoformat(first), date.fromisoformat(last or first))


YESTERDAY = span("2026-06-16")
LAST_WEEK, LAST_MONTH = span("2026-06-08", "2026-06-14"), span("2026-05-01", "2026-05-31")
THREE_WEEKS_AGO = span("2026-05-23", "2026-05-31")
SPRING, AUTUMN = span("2026-03-01", "2026-05-31"), span("2026-09-01", "2026-11-30")


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("What did the mason say yesterday?", YESTERDAY),
        ("Was sagte der Maurer gestern?", YESTERDAY),
        ("Qu'est-ce que le maçon a dit hier ?", YESTERDAY),
        ("¿Qué dijo el albañil ayer?", YESTERDAY),
        ("Cosa ha detto ieri il muratore?", YESTERDAY),
        ("昨日、左官は何と言いましたか", YESTERDAY),
        ("Who came by last week?", LAST_WEEK),
        ("Wer kam letzte Woche vorbei?", LAST_WEEK),
        ("Qui est passé la semaine dernière ?", LAST_WEEK),
        ("¿Quién vino la semana pasada?", LAST_WEEK),
        ("Wie kwam er vorige week langs?", LAST_WEEK),
        ("先週は誰が来ましたか", LAST_WEEK),
        ("上周谁来过", LAST_WEEK),
        ("the invoice of last month", LAST_MONTH),
        ("die Rechnung vom letzten Monat", LAST_MONTH),
        ("la fattura del mese scorso", LAST_MONTH),
        ("the end of last month", span("2026-05-20", "2026-05-31")),
        ("the start of next month", span("2026-07-01", "2026-07-11")),
        ("what broke three weeks ago", THREE_WEEKS_AGO),
        ("was ging vor drei Wochen kaputt", THREE_WEEKS_AGO),
        ("ce qui a cassé il y a trois semaines", THREE_WEEKS_AGO),
        ("qué se rompió hace tres semanas", THREE_WEEKS_AGO),
        ("3週間前に壊れたもの", THREE_WEEKS_AGO),
        ("the day before, two days ago", span("2026-06-15")),
        ("in ten days", span("2026-06-25", "2026-06-29")),
        ("what do we sow this spring", SPRING),
        ("was säen wir im Frühjahr", SPRING),
        ("the race in autumn", AUTUMN),
        ("春に何を植えるか", SPRING),
        ("the fair of last autumn", span("2025-09-01", "2025-11-30")),
        ("at 12 May", span("2026-05-12")),
        ("am 12. Mai", span("2026-05-12")),
        ("on 2025-05-12", span("2025-05-12")),
        ("5月12日に", span("2026-05-12")),
        ("back in May", LAST_MONTH),
        ("im letzten September", span("2025-09-01", "2025-09-30")),
        ("dopodomani arriva il muratore", span("2026-06-19")),
        ("vor elf Tagen", span("2026-06-04", "2026-06-08")),
        ("in early May", span("2026-05-01", "2026-05-11")),
        ("Ende Mai", span("2026-05-20", "2026-05-31")),
        ("the second week of May", span("2026-05-08", "2026-05-15")),
        ("in January", span("2026-01-01", "2026-01-31")),
        ("in September last", span("2026-09-01", "2026-09-30")),
        ("last September", span("2025-09-01", "2025-09-30")),
        ("next March", span("2027-03-01", "2027-03-31")),
        ("in 2025-11", span("2025-11-01", "2025-11-30")),
        ("what did we build in 2024?", span("2024-01-01", "2024-12-31")),
        ("this year's fees", span("2026-01-01", "2026-12-31")),
        ("last Friday", span("2026-06-12")),
        ("next Friday", span("2026-06-19")),
    ],
)
def test_a_question_names_days(question: str, meant: Days) -> None:
    assert meant in spans_asked(question, TODAY)


@pytest.mark.parametrize(
    "question",
    [
        "Who keeps the spare key?",
        "May I paint the door?",
        "the march to the sea",
        "Wo steht das hier im Haus und wer ist das?",
        "a hot spring-loaded latch",
        "port 2024-tls or build 1.2026.3",
        "room 30.2",
        "refunds within 7 days",
        "",
    ],
)
def test_a_question_that_names_none_means_none(question: str) -> None:
    assert spans_asked(question, TODAY) == ()


@pytest.mark.parametrize(
    "question",
    [
        "on 31 February",
        "on 2026-02-31",
        "99999 years ago, 999 years ago",
        "in 999 years, in month 13 of 2026-13",
        "13月45日",
        "on 0000-00-00 and 9999-12-31",
    ],
)
@pytest.mark.parametrize("today", [TODAY, date.min, date.max])
def test_absurd_dates_are_harmless(question: str, today: date) -> None:
    for one in spans_asked(question, today):
        assert one.first <= one.last


@given(st.text(max_size=200), st.dates())
def test_no_text_is_too_odd(text: str, today: date) -> None:
    asked = spans_asked(f"last week, in May, {text}", today)
    assert 0 <= lift(asked, text, told_on=today, is_dated=True) <= TOLD_LIFT


def test_a_text_without_a_year_means_the_nearest_to_when_it_was_told() -> None:
    assert spans_told("the fair of 3 December", date(2026, 1, 10)) == (span("2025-12-03"),)
    assert spans_told("the fair of 3 December", date(2026, 9, 10)) == (span("2026-12-03"),)
    assert spans_told("the fair of 2026 and yesterday", TODAY) == (), "told by no calendar"


def test_what_names_the_day_fits_better_than_what_names_its_month() -> None:
    asked = spans_asked("what happened on 12 May", TODAY)
    told = [spans_told(text, TODAY) for text in ("on 2026-05-12", "in May 2026", "on 13 May 2026")]
    fits = [fit(asked, one) for one in told]
    assert fits[0] == 1.0
    assert 0 < fits[1] < 0.1
    assert fits[2] == 0.0
    assert fit(spans_asked("in May", TODAY), told[2]) == 1.0


def test_a_memory_of_that_day_is_lifted_less_than_one_that_names_it() -> None:
    asked, day = spans_asked("what did we say last week", TODAY), date(2026, 6, 10)
    assert lift(asked, "The lid is oak.", told_on=day, is_dated=True) == CREATED_LIFT
    assert lift(asked, "The lid is oak.", told_on=day) == 0.0
    assert lift(asked, "Oak came on 9 June.", told_on=day, is_dated=True) == TOLD_LIFT
    assert lift((), "Oak came on 9 June.", told_on=day, is_dated=True) == 0.0


@pytest.mark.parametrize(
    "text",
    [
        *("on 2026-05-12", "am 12.5.2026", "in May", "Ende März", "le 3 août", "7月"),
        *(
            "el 4 de julio",
            "em março",
            "3rd of June 2026",
            "16 NOVEMBER",
            "2026年11月16日",
            "in 2026-05",
        ),
    ],
)
def test_what_names_days_may_name_days(text: str) -> None:
    assert spans_told(text, TODAY)
    assert may_name_days(text)
    assert not may_name_days("The stand number 12 costs 1,800 euros.")
