"""What was exchanged in a sentence, however long it is."""

from tests.unit.drift.statements import judge, note
from vaultwatch.drift.passages.exchange import exchanges

LONG = " ".join(f"word{n}" for n in range(1_000))
OTHERS = " ".join(f"word{n}" for n in range(0, 1_000, 2))


def test_in_a_long_text_one_exchange_is_found() -> None:
    (found,) = exchanges(LONG, LONG.replace("word500", "lamp"), "english")

    assert (found.old, found.new) == ("word500", "lamp")


def test_of_a_long_text_that_differs_all_over_nothing_is_an_exchange() -> None:
    assert exchanges(LONG, OTHERS, "english") == ()


def test_half_the_words_of_a_long_line_may_be_struck() -> None:
    struck = " ".join(f"~~{one}~~" if n % 2 else one for n, one in enumerate(LONG.split()))

    assert judge("It says word77.", note(LONG), note(struck)).outcome != "holds"
