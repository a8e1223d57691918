"""The rankings by meaning and by words become one, by their scores."""

from collections.abc import Sequence

import pytest

from vaultwatch.adapters.index.chunk_store import FoundRow, RowBody, fused
from vaultwatch.notes.model import NotePath


def found(name: str, strength: float) -> FoundRow:
    return FoundRow(name, NotePath("Atlas.md"), False, strength)  # noqa: FBT003


def bodies(ids: Sequence[str]) -> dict[str, RowBody]:
    return {id_: RowBody(text=id_) for id_ in ids}


@pytest.mark.parametrize(
    ("cosines", "words", "order"),
    [
        pytest.param({"a": 0.6, "b": 0.5, "c": 0.1}, {"b": 1.0, "a": 0.9}, "abc", id="meaning"),
        pytest.param({"a": 0.5, "b": 0.45, "c": 0.1}, {"b": 9.0, "a": 1.0}, "bac", id="words"),
        pytest.param({"a": 0.5, "b": 0.4, "c": 0.4}, {"c": 2.0}, "acb", id="words part equals"),
        pytest.param({"a": 0.5, "b": 0.2}, {"z": 3.0}, "azb", id="by words alone, above the last"),
        pytest.param({}, {"b": 4.0, "a": 1.0}, "ba", id="words alone"),
        pytest.param({"a": 0.5, "b": 0.4}, {}, "ab", id="vectors alone"),
        pytest.param({"a": -0.2, "b": -0.3}, {}, "ab", id="nothing near"),
    ],
)
def test_two_rankings_become_one(
    cosines: dict[str, float], words: dict[str, float], order: str
) -> None:
    near, said = (
        [found(one, score) for one, score in scores.items()] for scores in (cosines, words)
    )
    hits = fused(near, said, bodies, word_weight=0.5, limit=9)
    assert "".join(hit.text for hit in hits) == order
    assert all(0 <= hit.score <= 1 for hit in hits)
    assert [hit.text for hit in fused(near, said, bodies, word_weight=0.5, limit=1)] == [order[0]]


def test_how_much_words_lift_is_told_in_units_of_the_cosine() -> None:
    # Cosines .6, .4: deviation .1. Words 3, 1: one deviation above, one below the mean.
    near = [found("a", 0.6), found("b", 0.4)]
    said = [found("b", 3.0), found("a", 1.0)]
    scores = {hit.text: hit.score for hit in fused(near, said, bodies, word_weight=0.5, limit=2)}
    assert scores == pytest.approx({"a": 0.55, "b": 0.45})
