"""What is said twice across stores is found."""

import time

import pytest

from vaultwatch.recall.duplicates import HeldText, doubles

LONG = "always restart the glaze mixer before a batch"


def said(*texts: tuple[str, str]) -> list[HeldText]:
    return [HeldText(str(at), text, store) for at, (store, text) in enumerate(texts)]


@pytest.mark.parametrize(
    ("texts", "groups"),
    [
        pytest.param([("a", LONG), ("b", LONG)], [("0", "1")], id="in two stores"),
        pytest.param([("", LONG), ("b", f"{LONG.title()}.")], [("0", "1")], id="and in the vault"),
        pytest.param([("a", LONG), ("b", f"please {LONG}")], [("0", "1")], id="nearly"),
        pytest.param([("a", LONG), ("a", LONG)], [], id="in one store that is lint's matter"),
        pytest.param([("", LONG), ("", LONG)], [], id="in the vault alone"),
        pytest.param([("a", f"{LONG} of 3"), ("b", f"{LONG} of 4")], [], id="another value"),
        pytest.param([("a", LONG), ("b", f"do not {LONG}")], [], id="the opposite"),
        pytest.param([("a", "use tabs"), ("b", "use tabs")], [], id="too short to tell"),
        pytest.param([("a", ""), ("b", "")], [], id="nothing"),
        pytest.param([("a", LONG), ("b", LONG), ("c", LONG)], [("0", "1", "2")], id="thrice"),
    ],
)
def test_what_is_said_twice(texts: list[tuple[str, str]], groups: list[tuple[str, ...]]) -> None:
    assert doubles(said(*texts)) == groups


def test_a_thousand_of_one_wording_take_no_long_time() -> None:
    texts = [("ab"[n % 2], f"step {n} of the long list is done by Ana and Bo") for n in range(1000)]
    begun = time.process_time()
    assert doubles(said(*texts)) == []
    assert time.process_time() - begun < 3
