"""Which questions ask what was believed at a day of the past."""

from datetime import date

import pytest

from vaultwatch.recall.when_asked import believed_then

TODAY = date(2026, 3, 10)


@pytest.mark.parametrize(
    ("question", "about", "last"),
    [
        ("What did I believe on 1 February?", "on ?", date(2026, 2, 1)),
        ("What did we know in January about the kiln?", "in about the kiln?", date(2026, 1, 31)),
        ("what did I know last week about fees", "about fees", date(2026, 3, 8)),
        ("Was wusste ich im Januar vom Ofen?", "im vom Ofen?", date(2026, 1, 31)),
        ("Cosa sapevo a gennaio del forno?", "a del forno?", date(2026, 1, 31)),
        ("What did I know in 2025 about the kiln?", "in about the kiln?", date(2025, 12, 31)),
    ],
)
def test_it_says_so_and_names_one_day_or_period(question: str, about: str, last: date) -> None:
    found = believed_then(question, TODAY)
    assert found is not None
    assert (found.about, found.when.last) == (about, last)


@pytest.mark.parametrize(
    "question",
    [
        "Where did Alice work in 2021?",
        "What did I believe about the kiln?",
        "What did I know about the fair of 3 May and the one of 4 June?",
        "What did Alice do in January?",
        "what did I believe on 30 February",
        "Nobody asked what did I know in January",
        "",
    ],
)
def test_all_others_ask_what_is_or_was_true(question: str) -> None:
    assert believed_then(question, TODAY) is None
