"""What the words of a question count for beside its vector."""

import pytest

from vaultwatch.recall.word_weight import (
    ENGLISH_MODELS,
    FOREIGN_WORD_WEIGHT,
    HASHED_WORD_WEIGHT,
    WORD_WEIGHT,
    is_foreign,
    word_weight,
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


def test_of_a_model_that_nobody_measured_nothing_is_assumed() -> None:
    question = "Wer hat den Schlüssel zum Schuppen?"
    assert word_weight(question, model_id="multilingual", is_semantic=True) == WORD_WEIGHT
    assert word_weight(question, model_id="hash", is_semantic=False) == HASHED_WORD_WEIGHT
