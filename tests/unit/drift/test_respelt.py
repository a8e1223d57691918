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
            "Ida replaced the pump.",
            "Ida {} the pump.",
            "replased",
            "replaced",
            id="another letter",
        ),
        pytest.param(
            "We receive parcels in the yard.",
            "We {} parcels in the yard.",
            "recieve",
            "receive",
            id="two letters swapped",
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


@pytest.mark.parametrize(
    ("line", "then", "now"),
    [
        pytest.param("The fair is for the {}.", "county", "country", id="a letter more"),
        pytest.param("We need the {} of Nina.", "content", "consent", id="another letter"),
        pytest.param("The {} is in the church.", "signing", "singing", id="two letters swapped"),
    ],
)
def test_a_word_that_the_memory_says_may_have_become_another(
    line: str, then: str, now: str
) -> None:
    sides = [note("# Band", line.format(word), *REST) for word in (then, now)]

    assert judge(line.format(then), *sides).outcome == "in_doubt"


@pytest.mark.parametrize(
    ("then", "now"),
    [
        pytest.param(
            "Rex got his jab in may 2026.", "Rex got his jab in May 2026.", id="a capital"
        ),
        pytest.param("We fly from 9 to 14 May.", "We fly from 9 May to 14 May.", id="its month"),
    ],
)
def test_a_date_that_is_written_better_is_the_same(then: str, now: str) -> None:
    sides = [note("# Band", line, *REST) for line in (then, now)]
    memory = f"{now.removesuffix('.')}, as Nina says."

    assert judge(memory, *sides).outcome == "holds"
