"""A word that was mistyped and is mended: the same word, where it can be no other."""

import pytest

from tests.unit.drift.statements import judge, note

REST = ("The roof was painted in green.", "Nina keeps the key of the shed.")


@pytest.mark.parametrize(
    ("memory", "line", "typo", "mended"),
    [
        pytest.param(
            "Kim plays the acordion.",
            "Kim plays the {} in the band.",
            "acordion",
            "accordion",
            id="a letter more",
        ),
        pytest.param(
            "The lamp is in the kitchhen.",
            "The lamp hangs in the {}, by the sink.",
            "kitchhen",
            "kitchen",
            id="a letter less",
        ),
        pytest.param(
            "Ida replased the pump.",
            "Ida {} the pump.",
            "replased",
            "replaced",
            id="another letter",
        ),
    ],
)
def test_a_word_that_was_mistyped_is_the_same_word(
    memory: str, line: str, typo: str, mended: str
) -> None:
    sides = [note("# Band", line.format(word), *REST) for word in (typo, mended)]

    assert judge(memory, *sides).outcome == "holds"


@pytest.mark.parametrize(
    ("line", "then", "now"),
    [
        pytest.param("The boat came {} Gent.", "form", "from", id="two words"),
        pytest.param("Ask {} for the wood.", "Mariana", "Marians", id="a name"),
        pytest.param("The shed is a {}.", "stable", "staple", id="a short one"),
        pytest.param("Ida is the {} here.", "mattress", "actress", id="two letters"),
        pytest.param("The fence was {}.", "painted", "pointed", id="still said in the note"),
        pytest.param("The tram waits {}.", "without", "withont", id="a word of every text"),
    ],
)
def test_a_word_that_may_be_another_is_not_taken_for_one_mistyped(
    line: str, then: str, now: str
) -> None:
    sides = [note("# Band", line.format(word), *REST) for word in (then, now)]

    assert judge(line.format(then), *sides).outcome != "holds"
