"""What is said twice across stores is found, and two values only where the same matter is meant."""

import time

import pytest

from vaultwatch.recall.doubles import HeldText, doubles, rivals

LONG = "always restart the glaze mixer before a batch"


def said(*texts: tuple[str, str], notes: frozenset[str] = frozenset()) -> list[HeldText]:
    return [HeldText(str(at), text, store, store, notes) for at, (store, text) in enumerate(texts)]


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


KILN = "the kiln controller listens on port {}"


@pytest.mark.parametrize(
    ("texts", "notes", "values"),
    [
        pytest.param([("a", 4310), ("a", 5522)], (), [("4310", "5522")], id="in one store"),
        pytest.param([("a", 4310), ("b", 5522)], (), [], id="another project has another port"),
        pytest.param([("a", 4310), ("b", 5522)], ("Kiln",), [("4310", "5522")], id="of one note"),
        pytest.param([("", 4310), ("b", 5522)], ("Kiln",), [("4310", "5522")], id="and a memory"),
        pytest.param([("", 4310), ("", 5522)], ("Kiln",), [], id="the vault's own are weighed"),
        pytest.param([("a", 4310), ("a", "4,310")], (), [], id="the same value"),
        pytest.param([("a", 4310), ("a", "2026-11-02")], (), [], id="no value of that kind"),
        pytest.param([("a", n) for n in range(9)], (), [], id="a list"),
    ],
)
def test_two_values_of_one_matter(
    texts: list[tuple[str, object]], notes: tuple[str, ...], values: list[tuple[str, str]]
) -> None:
    told = said(*((store, KILN.format(one)) for store, one in texts), notes=frozenset(notes))
    assert [one.values for one in rivals(told, lambda *_: True)] == values
    assert list(rivals(told, lambda *_: False)) == []


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("On 2026-11-01 the kiln fired slowly", "On 2026-11-02 the kiln fired slowly"),
        ("Ana fixed kiln 3 on 4 May, twice", "Ana fixed kiln 4 on 9 May, twice"),
        ("port 1", "port 2"),
    ],
)
def test_what_tells_of_two_things_is_no_contradiction(first: str, second: str) -> None:
    assert list(rivals(said(("a", first), ("a", second)), lambda *_: True)) == []


def test_a_thousand_of_one_wording_take_no_long_time() -> None:
    texts = [("ab"[n % 2], f"step {n} of the long list is done by Ana and Bo") for n in range(1000)]
    begun = time.process_time()
    assert doubles(said(*texts)) == []
    assert list(rivals(said(*texts), lambda *_: True)) == []
    assert time.process_time() - begun < 3
