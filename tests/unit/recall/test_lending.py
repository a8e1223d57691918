"""What cites one another lends relevance, one step far and no more than the best."""

from dataclasses import replace

import pytest

from tests.unit.recall.candidates import PLAIN
from vaultwatch.recall.rank import MOST_OF_NOTE, NOTE_PLACE, SHARE, Wanted, lent, rank


@pytest.mark.parametrize(
    ("ties", "relevance", "found"),
    [
        pytest.param([], {"a": 0.5}, {}, id="nobody is tied"),
        pytest.param([("n", "a")], {}, {}, id="nobody lends"),
        pytest.param([("n", "a")], {"a": 0.5, "b": 0.9}, {"n": 0.5}, id="who is not tied is out"),
        pytest.param(
            [("n", "a"), ("n", "b"), ("n", "a")], {"a": 0.5, "b": 0.4}, {"n": 0.5}, id="best alone"
        ),
        pytest.param([("a", "a"), ("a", "b"), ("b", "a")], {"a": 0.5}, {"a": 0.5, "b": 0.5},
                     id="in a circle, once"),
    ],
)  # fmt: skip
def test_the_best_lends(
    ties: list[tuple[str, str]], relevance: dict[str, float], found: dict[str, float]
) -> None:
    assert lent(ties, relevance) == found


def test_a_memory_whose_note_fits_comes_before_one_as_relevant() -> None:
    cited = replace(PLAIN, id="mem_b", lent=0.6)
    (first, second), _ = rank([PLAIN, cited], Wanted())
    assert (first.candidate.id, second.candidate.id) == ("mem_b", "mem_a")
    assert first.score - second.score == pytest.approx(SHARE * 0.6 + NOTE_PLACE / 2)
    names = [part.name for part in first.parts]
    assert [part.name for part in second.parts] == [name for name in names if name != "cited"]


def ids(*told: tuple[str, float, tuple[str, ...]]) -> list[str]:
    """Return in which order memories come, each of a name, a relevance and the notes it cites."""
    candidates = [
        replace(PLAIN, id=name, relevance=relevance, notes=notes) for name, relevance, notes in told
    ]
    return [one.candidate.id for one in rank(candidates, Wanted())[0]]


KILN, FEES = ("Kiln.md",), ("Fees.md",)


@pytest.mark.parametrize(
    ("told", "order"),
    [
        pytest.param(
            [("a", 0.6, KILN), ("b", 0.4, FEES), ("c", 0.35, KILN)], "acb", id="a sibling is drawn"
        ),
        pytest.param(
            [("a", 0.6, KILN), ("b", 0.5, FEES), ("c", 0.35, KILN)], "abc", id="not past any other"
        ),
        pytest.param(
            [("a", 0.6, KILN), ("b", 0.4, ()), ("c", 0.35, ())], "abc", id="none of no note"
        ),
        pytest.param(
            [("a", 0.6, KILN), ("b", 0.4, FEES), ("c", 0.36, (*KILN, *"123456789"))],
            "abc",
            id="to cite many gains nothing",
        ),
    ],
)
def test_memories_of_a_note_that_stands_high_are_drawn_up(
    told: list[tuple[str, float, tuple[str, ...]]], order: str
) -> None:
    assert ids(*told) == [*order]
    assert ids(*reversed(told)) == [*order]


def test_how_many_speak_of_a_note_lifts_nobody() -> None:
    crowd = [(f"c{at}", 0.5, KILN) for at in range(30)]
    assert ids(("a", 0.6, FEES), *crowd)[0] == "a"


def test_of_a_note_that_many_speak_of_a_few_are_drawn_past_others() -> None:
    crowd = [(f"c{at}", 0.6 - at / 10_000, KILN) for at in range(500)]
    assert ids(("a", 0.59, FEES), *crowd).index("a") == MOST_OF_NOTE


def test_nothing_asked_no_note_stands_high() -> None:
    listed = replace(PLAIN, relevance=0.0, notes=KILN)
    assert [one.of_note for one in rank([listed], Wanted())[0]] == [0]
    told = rank([replace(listed, relevance=0.5), replace(PLAIN, id="of no note")], Wanted())[0]
    assert [one.of_note for one in told] == [1, 0]
