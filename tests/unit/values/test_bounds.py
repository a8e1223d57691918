"""At least, at most: read by the longest phrase that stands round a value, before or behind."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultwatch.values.equality import same
from vaultwatch.values.model import Value
from vaultwatch.values.reading import values_of

AT_MOST = (
    "The room holds no more than {} people.",
    "The room holds not more than {} people.",
    "The room holds at most {} people.",
    "The room holds {} people at most.",
    "The room holds {} people or less.",
    "The limit is <={} people.",
    "The limit is ≤ {} people.",
    "The room holds max. {} people.",
    "Der Raum fasst höchstens {} Personen.",
    "Der Raum fasst nicht mehr als {} Personen.",
    "Der Raum fasst {} Personen oder weniger.",
    "La salle ne contient pas plus de {} personnes.",
    "La sala no tiene más que sillas: no más de {} personas.",
    "In de zaal zijn niet meer dan {} personen.",
    "Det är inte mer än {} personer i rummet.",
    "Людей не больше {} человек.",
    "参加者は{}人以下です。",
)
AT_LEAST = (
    "We need more than {} people.",
    "We need no less than {} people.",
    "We need {}+ people.",
    "We need {} or more people.",
    "We need {} people or more.",
    "The least is >= {} people.",
    "Der Kurs braucht mehr als {} Personen.",
    "Der Kurs braucht {} Personen oder mehr.",
    "La salle contient plus de {} personnes.",
    "Людей больше {} человек.",
    "参加者は{}人以上です。",
)


def read(text: str) -> Value:
    (value,) = (one for one in values_of(text) if one.amounts)
    return value


@pytest.mark.parametrize("text", AT_MOST)
def test_what_is_no_more_than_a_number(text: str) -> None:
    assert (read(text.format(12)).kind, read(text.format(12)).bound) == ("number", "<=")


@pytest.mark.parametrize("text", AT_LEAST)
def test_what_is_no_less_than_a_number(text: str) -> None:
    assert (read(text.format(12)).kind, read(text.format(12)).bound) == ("number", ">=")


@pytest.mark.parametrize(
    "text",
    [
        "12 people under the roof",
        "12 people and more than 20 dogs",
        "12 people, at most 3 of them asleep",
        "12+3 is a sum",
        "call +49 30 1234567",
        "x -> 12 is the way",
    ],
)
def test_what_bounds_something_else_bounds_no_number_before_it(text: str) -> None:
    assert not values_of(text)[0].bound


@pytest.mark.parametrize(
    "text",
    [
        "The room does not hold more than 12 people.",
        "Det får inte vara mer än 12 personer.",
        "It is not >= 12 people.",
    ],
)
def test_a_bound_that_is_denied_is_not_read(text: str) -> None:
    assert not read(text).bound


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("version 3 or later", (">=", (3,))),
        ("needs Python 3.11+", (">=", (3, 11))),
        ("needs Python <= 3.11", ("<=", (3, 11))),
    ],
)
def test_a_version_keeps_its_bound(text: str, key: object) -> None:
    (value,) = (one for one in values_of(text) if one.kind == "version")
    assert value.key == key


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("Node 20 and up", "Node 20 or below", False),
        ("Node 20+", "Node 20 and older", False),
        ("10+ GB", "at most 10 GB", False),
        ("10+ GB", "10 GB or more", True),
        ("version 3 at least", "version 3 or later", True),
        ("version 3 or later", "version 3 at most", False),
    ],
)
def test_a_bound_is_one_whether_it_is_read_of_a_version_or_of_how_many(
    one: str, other: str, *, is_same: bool
) -> None:
    assert same(read(one), read(other)) == is_same


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("no more than 12 people", "no more than 12"),
        ("12 more or less", "12"),
        ("mehr oder weniger 12", "mehr oder weniger 12"),
        ("We need 12+ people", "12+"),
        ("12 or more people", "12 or more"),
        ("for <= 30 euros", "<= 30 euros"),
        ("12 people", "12"),
    ],
)
def test_a_value_with_the_words_of_its_bound(text: str, whole: str) -> None:
    assert values_of(text)[0].whole_in(text) == whole


@given(
    number=st.integers(2, 999),
    one=st.sampled_from(AT_MOST),
    other=st.sampled_from(AT_MOST),
    against=st.sampled_from(AT_LEAST),
)
def test_bounds_are_the_same_in_any_words_and_never_their_contrary(
    number: int, one: str, other: str, against: str
) -> None:
    value = read(one.format(number))
    assert same(value, read(other.format(number)))
    assert not same(value, read(against.format(number)))
    assert not same(value, read(other.format(number + 1)))
