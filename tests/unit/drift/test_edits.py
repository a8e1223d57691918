"""What an edit took from a statement and put into it, as far as a belief says it."""

import pytest

from tests.unit.drift.statements import baseline, belief, note, statement
from vaultwatch.drift.language.words import words_of
from vaultwatch.drift.news.endings import ending_of
from vaultwatch.drift.passages.edits import broken_phrases, lost_quotes, measure_edit
from vaultwatch.drift.passages.view import view_of
from vaultwatch.drift.scoring.evidence_passage import Found, chances
from vaultwatch.drift.scoring.measure import gather

THEN = "Hartwig leads the kiln team."


def weights(text: str) -> dict[str, float]:
    return dict.fromkeys(words_of(text).kinds, 1.0)


@pytest.mark.parametrize(
    ("now", "hit", "lost"),
    [
        pytest.param(THEN, 0.0, (), id="nothing happened"),
        pytest.param("The kiln team is led well: Hartwig leads.", 0.0, (), id="in other order"),
        pytest.param("Vandamme leads the kiln team.", 0.25, ("hartwig",), id="another name"),
        pytest.param(
            "Vandamme leads the kiln team (Hartwig is on leave).",
            0.25 * 0.6,
            ("hartwig",),
            id="said in brackets now",
        ),
        pytest.param(
            "Vandamme (formerly Hartwig) leads the kiln team.", 0.25, ("hartwig",), id="of the past"
        ),
        pytest.param(
            "Hartwig leads the team.", 0.25, ("kil",), id="a word less, named by its stem"
        ),
    ],
)
def test_what_an_edit_took(now: str, hit: float, lost: tuple[str, ...]) -> None:
    edit = measure_edit(weights(THEN), statement(THEN), [statement(now)])
    assert edit.hit == pytest.approx(hit)
    assert edit.lost == lost


def test_a_swapped_value_is_told_from_one_that_only_went() -> None:
    then, said = statement("The fee is 40 euros."), weights("The fee is 40 euros.")
    other = measure_edit(said, then, [statement("The fee is 55 euros.")])
    assert (other.swapped, other.hit_exact, other.came_exact) == (1.0, 1.0, 1.0)
    gone = measure_edit(said, then, [statement("The fee is waived.")])
    assert (gone.swapped, gone.came_exact) == (0.0, 0.0)
    assert gone.lost[0] == "#40"


def test_what_was_split_over_two_statements_is_not_lost() -> None:
    parts = [statement("Hartwig leads the team."), statement("The kiln is his.")]
    assert measure_edit(weights(THEN), statement(THEN), parts).hit == 0.0


@pytest.mark.parametrize(
    ("now", "share"),
    [
        pytest.param("The spare key hangs in the red shed.", 0.0, id="as it was"),
        pytest.param("The red key hangs in the spare shed.", 1.0, id="the same words apart"),
        pytest.param("The spare key hangs in the blue shed.", 0.5, id="one of two pairs"),
    ],
)
def test_words_said_in_a_row(now: str, share: float) -> None:
    belief_text, then = "The spare key, in the red shed.", "The spare key hangs in the red shed."
    held = dict.fromkeys(words_of(belief_text).kinds, 1.0)
    said = broken_phrases(belief_text, held, [statement(then)], [statement(now)])
    assert said == pytest.approx(share)


@pytest.mark.parametrize(
    ("now", "share"),
    [
        ("He said “mind the step” twice.", 0.0),
        ("He said “mind your step” twice.", 1.0),
    ],
)
def test_a_quote_holds_to_the_letter(now: str, share: float) -> None:
    then = [statement("He said “mind the step” twice.")]
    assert lost_quotes("The sign reads “Mind the step”.", then, [statement(now)]) == share
    assert lost_quotes("The sign reads “Keep out”.", then, [statement(now)]) == 0.0


def test_the_chances_of_what_to_show_are_shares_of_one() -> None:
    held = belief("The fee is 40 euros.")
    then = note("The fee is 40 euros.", "Bring chairs.", "Dogs are welcome.")
    now = note("The fee is 55 euros.", "Bring two chairs.", "Dogs are welcome.")
    view = view_of(held, baseline(held, then), now)
    shares = chances(Found(view, gather(view), ending_of(view)))
    assert sum(shares.values()) == pytest.approx(1.0)
    assert max(shares, key=shares.__getitem__) == 0
