"""Which wordings do nothing but follow their note."""

import pytest

from vaultwatch.drift.findings.reconciling import only_follows

FEE = "The stand in [[Fees]] costs 40 euros."
THEN, NOW = "The stand costs 40 euros a day.", "The stand costs 55 euros a day."


@pytest.mark.parametrize(
    "wording",
    [
        pytest.param("The stand in [[Fees]] costs 55 euros.", id="the new value"),
        pytest.param("The stand in [[Fees]] costs 55 euros a day.", id="more of the passage"),
    ],
)
def test_what_takes_over_the_notes_new_words_follows(wording: str) -> None:
    assert only_follows(FEE, wording, then=THEN, now=NOW)


@pytest.mark.parametrize(
    "wording",
    [
        pytest.param(FEE, id="nothing new"),
        pytest.param("The stand in [[Fees]] costs 90 euros.", id="a value of its own"),
        pytest.param("The stand in [[Fees]] costs 55 euros, paid to Eve.", id="words of its own"),
        pytest.param("The stand in [[Eve]] costs 55 euros.", id="another note"),
        pytest.param("The stand costs 55 euros.", id="the link dropped"),
        pytest.param("55 stand [[Fees]] euros costs the in.", id="the same words in disorder"),
        pytest.param("The stand in [[Fees]] does not cost 55 euros.", id="denied"),
        pytest.param(f"{FEE} " * 60, id="too long to compare"),
    ],
)
def test_what_says_anything_else_does_not(wording: str) -> None:
    assert not only_follows(FEE, wording, then=THEN, now=NOW)


@pytest.mark.parametrize(
    ("belief", "wording", "then", "now", "follows"),
    [
        pytest.param(
            "Bob leads Atlas.", "Ana leads Atlas.", "Lead: Bob", "Lead: Ana", True, id="in a list"
        ),
        pytest.param(
            "Atlas is not ready.", "Atlas is ready.", "Atlas is not ready.", "Atlas is ready.",
            True, id="a word less",
        ),
        pytest.param(
            "The fee is 40.", "The fee is 90.", "The fee is 40, never 90.",
            "The fee is 55, never 90.", False, id="a word of the note in a place of its own",
        ),
        pytest.param(
            "The fee is 40.", "The fee is 90.", "The fee is 40.", "The fee is 55, never 90.",
            False, id="a new word of the note in a place of its own",
        ),
    ],
)  # fmt: skip
def test_a_word_must_stand_where_the_note_has_it(
    belief: str,
    wording: str,
    then: str,
    now: str,
    follows: bool,  # noqa: FBT001 -- a row's own
) -> None:
    assert only_follows(belief, wording, then=then, now=now) == follows
