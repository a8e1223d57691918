"""Where links lead from the hits of a question, and which of it is told."""

import time

import pytest

from vaultwatch.notes.model import NotePath
from vaultwatch.recall.associating import MOST_SEEN, drawn, trails_from


def trails(starts: str, links: str) -> dict[str, str]:
    """Links as `ab bc`, each both ways."""
    near: dict[str, list[str]] = {}
    for one, other in map(tuple, links.split()):
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    found = trails_from(map(NotePath, starts), lambda at: map(NotePath, sorted(near.get(at, ()))))
    return {note: "".join(way) for note, way in found.items()}


@pytest.mark.parametrize(
    ("starts", "links", "found"),
    [
        pytest.param("a", "", {}, id="no link"),
        pytest.param("a", "ab", {}, id="one link is too near"),
        pytest.param("a", "ab bc cd de", {"c": "abc", "d": "abcd"}, id="two and three, not four"),
        pytest.param("a", "aa ab ba", {}, id="to itself and back"),
        pytest.param("a", "ab bc ca", {}, id="a circle: both are one link away"),
        pytest.param("a", "ab bc ad dc", {"c": "abc"}, id="of two ways the first"),
        pytest.param("az", "ab bz zc cy", {"y": "zcy"}, id="from the nearer hit; hits are none"),
    ],
)
def test_ways(starts: str, links: str, found: dict[str, str]) -> None:
    assert trails(starts, links) == found


def test_a_million_links_cost_no_answer_its_time() -> None:
    began = time.process_time()
    found = trails_from([NotePath("0")], lambda _: (NotePath(str(n)) for n in range(1_000_000)))
    assert found == {}  # all lie one link away
    assert time.process_time() - began < 2
    far = trails_from([NotePath("0")], lambda at: [NotePath(f"{at}{n}") for n in range(100)])
    assert len(far) < MOST_SEEN


def test_the_question_draws() -> None:
    names = [f"mem_{n}" for n in range(20)]
    first = drawn(names, "a question")
    assert first == drawn(reversed(names), "a question")
    assert sorted(first) == sorted(names)
    assert drawn(names, "another") != first
    assert drawn(["\ud800"], "hostile") == ["\ud800"]
