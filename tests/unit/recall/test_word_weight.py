"""What the words of a question count for beside its vector."""

import pytest

from vaultwatch.recall.word_weight import (
    ENGLISH_MODELS,
    FOREIGN_WORD_WEIGHT,
    HASHED_WORD_WEIGHT,
    MOST_ALONE,
    TOO_FAR,
    WORD_WEIGHT,
    is_foreign,
    letters_mistyped,
    spelled_in_latin,
    too_far,
    word_weight,
    words_asked,
    worth_of_absent,
)

ENGLISH = min(ENGLISH_MODELS)


@pytest.mark.parametrize(
    ("question", "weight"),
    [
        pytest.param("Who keeps the spare key of the shed?", WORD_WEIGHT, id="English"),
        pytest.param("spare key", WORD_WEIGHT, id="no telling words"),
        pytest.param("", WORD_WEIGHT, id="nothing"),
        pytest.param("the old Haus am See", WORD_WEIGHT, id="may be English"),
        pytest.param("Wer hat den Schlüssel zum Schuppen?", FOREIGN_WORD_WEIGHT, id="German"),
        pytest.param("Qui a la clé de la remise ?", FOREIGN_WORD_WEIGHT, id="French"),
        pytest.param("¿Quién tiene la llave del cobertizo?", FOREIGN_WORD_WEIGHT, id="Spanish"),
        pytest.param("物置の鍵は誰が持っていますか", FOREIGN_WORD_WEIGHT, id="Japanese"),
        pytest.param("谁有仓库的钥匙", FOREIGN_WORD_WEIGHT, id="Chinese"),
    ],
)
def test_words_count_more_where_the_model_knows_another_language(
    question: str, weight: float
) -> None:
    assert word_weight(question, model_id=ENGLISH, is_semantic=True) == weight
    assert is_foreign(question, ENGLISH) == (weight == FOREIGN_WORD_WEIGHT)


def test_only_what_the_model_does_not_know_lies_too_far_from_what_it_knows() -> None:
    english, german = "Who has the key of the shed?", "Den Schlüssel hat die Nachbarin."
    assert too_far(english, german, ENGLISH) == TOO_FAR
    assert too_far(english, "The neighbour has the key.", ENGLISH) == 0
    assert too_far(german, "Der Schuppen ist zu.", ENGLISH) == 0
    assert too_far(german, english, ENGLISH) == 0
    assert too_far(english, german, "multilingual") == 0


def test_of_a_model_that_nobody_measured_nothing_is_assumed() -> None:
    question = "Wer hat den Schlüssel zum Schuppen?"
    assert word_weight(question, model_id="multilingual", is_semantic=True) == WORD_WEIGHT
    assert word_weight(question, model_id="hash", is_semantic=False) == HASHED_WORD_WEIGHT


@pytest.mark.parametrize(
    ("question", "words"),
    [
        pytest.param("Who has the key of the shed?", ["shed", "key"], id="those with a meaning"),
        pytest.param("a wi-fi key, a WI-FI key!", ["wi-fi", "key"], id="each once"),
        pytest.param("Ist das der Schlüssel?", ["Schlüssel"], id="in their language"),
        pytest.param(
            "\u7269\u7f6e\u306e\u9375", ["\u7269\u7f6e\u306e\u9375"], id="a run of Japanese"
        ),
        pytest.param("?! ...", [], id="none"),
    ],
)
def test_words_that_mean_something_are_asked_for(question: str, words: list[str]) -> None:
    assert words_asked(question) == words


def test_of_many_words_the_shortest_are_asked_for_together() -> None:
    long = [f"longword{number:02}" for number in range(MOST_ALONE)]
    assert words_asked(" ".join(["kiln", *long, "shed"])) == [*long, "kiln shed"]


def test_a_word_that_stands_nowhere_weighs_what_a_rare_one_does_an_everyday_one_nothing() -> None:
    assert worth_of_absent("because", 1_000) == 0
    assert 0 < worth_of_absent("kiln", 10) < worth_of_absent("kiln", 1_000)


def test_the_longer_a_word_the_more_letters_may_be_wrong() -> None:
    wrong = [letters_mistyped(word) for word in ("key", "kiln", "garden", "B2B-plan", "2026")]
    assert wrong == [0, 1, 2, 0, 0]


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        pytest.param("the kiln in Málaga, 窯, תנור", "", id="no such letters"),
        pytest.param("Чайковский played in Αθήνα", "chaykovskiy athina", id="those words alone"),
        pytest.param("Львів, Львів and ЛЬВІВ", "lviv", id="each once"),
        pytest.param("თბილისი, Երևան", "tbilisi erevan", id="Georgian and Armenian"),
        pytest.param("\u0438\u0306\u043e\u0434", "yod", id="a letter in two signs"),
        pytest.param("Ъ", "", id="a letter without a sound"),
    ],
)
def test_words_of_other_letters_are_spelled_in_latin_ones(text: str, spelled: str) -> None:
    assert spelled_in_latin(text) == spelled
