"""How near passages are and which words they hold become one ranking."""

import numpy as np
import pytest

from vaultwatch.adapters.index.fusing import Ranking, RowsAsked, WordRows, ranked

NONE = float("nan")


def looked(
    cosines: dict[str, float] | None, rows: str, notes: str = "", passing: str = ""
) -> RowsAsked:
    return RowsAsked(
        ids=[*rows],
        notes=np.array([(notes or rows).index(one) for one in notes or rows], np.intp),
        passing=np.array([not passing or one in passing for one in rows], np.bool_),
        cosines=None if cosines is None else np.array([cosines.get(one, NONE) for one in rows]),
    )


def said(rows: str, worth: float = 0.0, **strengths: float) -> WordRows:
    places = np.array([rows.index(one) for one in strengths], np.intp)
    held = np.array([*strengths.values()], np.float64)
    return WordRows(places, held, worth or max(strengths.values()))


def order(found: Ranking, rows: str) -> str:
    return "".join(rows[place] for place in found.places)


@pytest.mark.parametrize(
    ("cosines", "words", "expected"),
    [
        pytest.param({"a": 0.6, "b": 0.5, "c": 0.1}, {"b": 4.0, "a": 3.9}, "abc", id="meaning"),
        pytest.param({"a": 0.5, "b": 0.45, "c": 0.1}, {"b": 9.0, "a": 1.0}, "bac", id="words"),
        pytest.param(
            {"a": 0.5, "b": 0.4, "c": 0.4}, {"c": 0.1, "a": 2.0}, "acb", id="words part equals"
        ),
        pytest.param({"a": 0.5, "b": 0.2}, {"c": 3.0}, "cab", id="a row without a vector"),
        pytest.param(None, {"b": 4.0, "a": 1.0}, "ba", id="words alone"),
        pytest.param({"a": 0.5, "b": 0.4}, {}, "ab", id="vectors alone"),
        pytest.param({"a": -0.2, "b": -0.3}, {}, "ab", id="nothing near"),
        pytest.param({"b": 0.5, "a": 0.5}, {}, "ab", id="equals by id"),
    ],
)
def test_two_rankings_become_one(
    cosines: dict[str, float] | None, words: dict[str, float], expected: str
) -> None:
    asked = [said("abc", **words)] if words else []
    found = ranked(looked(cosines, "abc"), asked, word_weight=0.8, limit=9)
    assert order(found, "abc") == expected
    assert ((found.scores >= 0) & (found.scores <= 1)).all()
    first = ranked(looked(cosines, "abc"), asked, word_weight=0.8, limit=1)
    assert order(first, "abc") == expected[0]
    assert first.scores[0] == found.scores[0], "how many are asked for changes nothing"


def test_a_word_that_stands_nowhere_makes_the_others_worth_less() -> None:
    rows = looked({"a": 0.1, "b": 0.3}, "ab")
    known, absent = said("ab", a=2.0), said("ab", worth=8.0)
    assert order(ranked(rows, [known], word_weight=0.8, limit=2), "ab") == "ab"
    assert order(ranked(rows, [known, absent], word_weight=0.8, limit=2), "ab") == "ba"


def test_the_words_of_its_whole_note_count_half_for_a_passage() -> None:
    rows = looked({"a": 0.2, "b": 0.2, "c": 0.2}, "abc", notes="xxz")
    asked = [said("abc", a=2.0), said("abc", b=2.0, c=2.0)]
    found = ranked(rows, asked, word_weight=0.8, limit=3)
    assert order(found, "abc") == "abc"
    assert found.shares == pytest.approx([0.75, 0.75, 0.5])


def test_only_what_passes_is_found_and_ranks_are_among_it() -> None:
    rows = looked({"a": 0.9, "b": 0.5, "c": 0.4}, "abc", passing="bc")
    found = ranked(rows, [said("abc", a=2.0, c=2.0)], word_weight=0.1, limit=3)
    assert order(found, "abc") == "bc"
    assert found.near_ranks.tolist() == [1, 2]
    assert found.said_ranks.tolist() == [0, 1]
