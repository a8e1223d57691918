"""What a sentence denies, and of whom it says what it says."""

import pytest

from vaultwatch.drift.language.polarity import Polarity, polarity_of

PLAIN = Polarity(denies=False, is_only=False, is_all_but=False)
DENIED = Polarity(denies=True, is_only=False, is_all_but=False)
ONLY = Polarity(denies=False, is_only=True, is_all_but=False)
ALL_BUT = Polarity(denies=False, is_only=False, is_all_but=True)


@pytest.mark.parametrize(
    ("text", "polarity"),
    [
        ("Dana signs the invoices.", PLAIN),
        ("Dana does not sign the invoices.", DENIED),
        ("Only Dana signs.", ONLY),
        ("Nobody but Dana signs.", ONLY),
        ("No one except Dana may sign.", ONLY),
        ("It must not be signed by anyone other than Dana.", ONLY),
        ("No invoice leaves without her.", DENIED),
        ("Anybody but Dana may sign.", ALL_BUT),
        ("Every day except Friday.", ALL_BUT),
        ("No later than noon.", PLAIN),
        ("Meetings last no more than an hour.", PLAIN),
        ("Not only Dana signs.", PLAIN),
        ("Niemand außer Dana unterschreibt.", ONLY),
        ("Alle außer Dana unterschreiben.", ALL_BUT),
        ("Dana unterschreibt nicht.", DENIED),
        ("Personne d'autre que Dana ne signe.", ONLY),
        ("Dana ne signe pas.", DENIED),
        ("Dana ne signe que le lundi.", ONLY),
        ("Dana non firma.", DENIED),
        ("Dana tekent niet.", DENIED),
        ("Dana nie podpisuje.", DENIED),
        ("Дана не подписывает.", DENIED),
        ("不可以拍照", DENIED),
    ],
)
def test_it_is_read_from_the_words(text: str, polarity: Polarity) -> None:
    assert polarity_of(text) == polarity
