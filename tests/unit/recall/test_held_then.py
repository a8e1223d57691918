"""Whether a memory held in the days that are asked about, and which days a question names."""

from datetime import UTC, date, datetime

import pytest

from vaultwatch.memories.facts import Facts
from vaultwatch.recall.when_asked import Days, held_then, past_days_named

TODAY = date(2026, 3, 1)
KNOWN = datetime(2020, 1, 1, tzinfo=UTC)


def at(text: str) -> datetime | None:
    return datetime.fromisoformat(text).replace(tzinfo=UTC) if text else None


def year(number: int) -> Days:
    return Days(date(number, 1, 1), date(number, 12, 31))


@pytest.mark.parametrize(
    ("begins", "ends", "took_over", "asked", "held"),
    [
        pytest.param("2020-05-01", "2022-05-01", "", 2021, True, id="within"),
        pytest.param("2020-05-01", "2022-05-01", "", 2022, True, id="in part of it"),
        pytest.param("2020-05-01", "2022-05-01", "", 2019, False, id="before it began"),
        pytest.param("2020-05-01", "2022-05-01", "", 2023, False, id="after it ended"),
        pytest.param("2020-05-01", "2022-01-01", "", 2022, False, id="ended with the year before"),
        pytest.param("2020-05-01", "", "", 2025, True, id="still"),
        pytest.param("", "2022-05-01", "", 2021, True, id="known since"),
        pytest.param("", "2022-05-01", "", 2019, None, id="before it was known"),
        pytest.param("", "2019-05-01", "", 2018, True, id="told when it had ended"),
        pytest.param("", "", "", 2021, None, id="says nothing"),
        pytest.param("", "", "2022-05-01", 2021, False, id="another held until then"),
        pytest.param("", "", "2022-05-01", 2023, True, id="took its place"),
        pytest.param("2023-01-01", "", "2022-05-01", 2022, False, id="its own word first"),
    ],
)
def test_a_memory_and_a_year(
    begins: str, ends: str, took_over: str, asked: int, held: object
) -> None:
    facts = Facts(valid_from=at(begins), valid_until=at(ends))
    told = held_then(facts, [year(asked)], known_since=KNOWN, took_over=at(took_over))
    assert told is held


def test_one_of_several_spans_is_enough() -> None:
    facts = Facts(valid_from=at("2020-05-01"), valid_until=at("2022-05-01"))
    asked = [year(2018), year(2021)]
    assert held_then(facts, asked, known_since=KNOWN, took_over=None) is True


@pytest.mark.parametrize(
    ("question", "spans"),
    [
        ("Where did Alice work in 2021?", [year(2021)]),
        ("アリスは2021年どこで働いた?", [year(2021)]),
        ("Wo wohnte Anna am 3. Mai 2021?", [Days(date(2021, 5, 3), date(2021, 5, 3))]),
        ("Where was it on 2021-06-01?", [Days(date(2021, 6, 1), date(2021, 6, 1))]),
        ("Who led it in May 2021?", [Days(date(2021, 5, 1), date(2021, 5, 31))]),
        ("Who led it in 2021-05?", [Days(date(2021, 5, 1), date(2021, 5, 31))]),
        ("Between 2019 and 2021?", [year(2019), year(2021)]),
        ("Où était-elle le 3 mai 2021 ?", [Days(date(2021, 5, 3), date(2021, 5, 3))]),
        ("Is 2000 euros still the budget?", []),
        ("Does version 2021.3 run?", []),
        ("Who leads it in 2026?", []),
        ("What opens in 2030?", []),
        ("Who led it last week?", []),
        ("What is there in February?", []),
        ("Where does Alice work?", []),
    ],
)
def test_only_past_years_and_days_that_are_named(question: str, spans: list[Days]) -> None:
    assert past_days_named(question, TODAY) == tuple(spans)
