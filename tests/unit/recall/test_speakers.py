"""Whose words a question asks for, where memories are what was said."""

import pytest

from vaultwatch.recall.speakers import asked_of, part_of, speaker_of, without

ANNA = "Anna: The kiln is red."
BEN = "Ben: Thanks, Anna! Is the kiln hot?"
TALK = [ANNA, BEN, "Ben: It rains."]
VAN_DYK = [*TALK, "van Dyk: So it does.", "van Dyk: Still."]
DECISIONS = ["Decision: we stay.", "Decision: we fire twice.", "Fact: it rains.", "Fact: a bell."]
LABELS = ["Miete: 700 Euro", "Strom: 50 Euro", "Kaution: zwei Mieten"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        pytest.param(ANNA, "Anna", id="a name"),
        pytest.param("Anna Berg: so it is.", "Anna Berg", id="two words"),
        pytest.param("Юлия: да.", "Юлия", id="in other letters"),
        pytest.param("The kiln is red.", "", id="nobody"),
        pytest.param("At 12:30 it rains.", "", id="a time of day"),
        pytest.param("https://kiln.example", "", id="an address"),
        pytest.param("- Anna: yes", "", id="an item"),
        pytest.param(f"{'long ' * 9}: yes", "", id="a sentence"),
        pytest.param("One line\nAnna: yes", "", id="not on the first line"),
        pytest.param("", "", id="empty"),
    ],
)
def test_who_speaks_stands_before_the_first_colon(text: str, name: str) -> None:
    assert speaker_of(text) == name


@pytest.mark.parametrize(
    ("question", "texts", "name"),
    [
        pytest.param("What is Anna's kiln like?", TALK, "Anna", id="one is named"),
        pytest.param("what does ANNA fire?", TALK, "Anna", id="in capitals"),
        pytest.param("What about van Dyk?", VAN_DYK, "van Dyk", id="a small word in a name"),
        pytest.param("What was the decision?", DECISIONS, "", id="a label, which is no name"),
        pytest.param("Was ist die Miete?", LABELS, "", id="labels, each on one thing"),
        pytest.param("What did Anna tell Ben?", TALK, "", id="both are"),
        pytest.param("What is the kiln like?", TALK, "", id="none is"),
        pytest.param("Who is Annabel?", TALK, "", id="another name"),
        pytest.param("What is Anna's kiln like?", [ANNA, "Anna: Yes."], "", id="no dialogue"),
        pytest.param("Anna?", [ANNA, BEN, "One.", "Two."], "", id="most say no speaker"),
        pytest.param("Anna?", [], "", id="nothing found"),
    ],
)
def test_a_question_asks_for_the_words_of_the_one_it_names(
    question: str, texts: list[str], name: str
) -> None:
    assert asked_of(question, texts) == name


@pytest.mark.parametrize(
    ("question", "name", "rest"),
    [
        pytest.param(
            "What is Anna's kiln like?", "Anna", "What is   kiln like?", id="with its end"
        ),
        pytest.param("What about Anna?", "Anna", "What about Anna?", id="nothing would be left"),
        pytest.param("Is A.B by AxB?", "A.B", "Is   by AxB?", id="signs are no pattern"),
    ],
)
def test_the_name_is_left_out_of_what_is_looked_for(question: str, name: str, rest: str) -> None:
    assert without(question, name) == rest


def test_what_one_says_is_theirs_and_what_another_asks_them_is_too() -> None:
    assert part_of("Anna", [(0.8, ANNA)]) == 1
    assert part_of("Ben", [(0.8, ANNA)]) == 0
    assert part_of("Anna", [(0.8, "Ben: Is the kiln hot?")]) == 1
    assert part_of("Ben", [(0.8, "Ben: Is the kiln hot?")]) == 0
    assert part_of("Anna", [(0.8, "Ben: 窯は熱い？")]) == 1  # noqa: RUF001 - its mark
    assert 0 < part_of("Anna", [(0.8, BEN)]) < 1


def test_the_better_counts_for_more_and_the_worst_not_at_all() -> None:
    assert part_of("Anna", [(0.8, ANNA), (0.4, "Ben: No.")]) > 0.9
    assert part_of("Anna", [(0.4, ANNA), (0.8, "Ben: No.")]) < 0.1
    many = [(0.8, f"Ben: {at}.") for at in range(15)]
    assert part_of("Anna", [*many, (0.79, ANNA)]) == 0
