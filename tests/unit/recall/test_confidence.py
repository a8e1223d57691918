"""How sure it is that the best hit answers."""

import pytest

from vaultwatch.adapters.models.embedders import e5
from vaultwatch.adapters.models.embedders.minilm import MODEL_ID
from vaultwatch.recall.signals import LEAST_SURE, LEAST_SURE_OF_ASKED, confidence, least_sure


def test_the_nearer_the_surer() -> None:
    sure = [confidence(MODEL_ID, [near / 10, 0.0]) or 0.0 for near in range(11)]
    assert sure == sorted(sure)
    assert sure[2] < LEAST_SURE < sure[4]
    assert sure[5] == pytest.approx(0.53, abs=0.01)
    assert sure[9] > 0.9


def test_of_the_multilingual_model_it_was_measured_too() -> None:
    sure = [confidence(e5.MODEL_ID, [near / 10]) or 0.0 for near in range(11)]
    assert sure == sorted(sure)
    assert sure[3] < LEAST_SURE < sure[5]
    assert (confidence(e5.MODEL_ID, [0.9], 0.3) or 1.0) < LEAST_SURE_OF_ASKED


def test_nothing_found_is_no_chance_and_an_unmeasured_model_says_nothing() -> None:
    assert confidence(MODEL_ID, []) == 0.0
    assert confidence("endpoint:other:768:1", [0.9]) is None


def test_of_a_dialogue_it_tells_whose_words_answer() -> None:
    parts = [confidence(MODEL_ID, [0.9], part / 10) or 0.0 for part in range(11)]
    assert parts == sorted(parts)
    assert parts[3] < LEAST_SURE_OF_ASKED < parts[5]
    assert confidence(MODEL_ID, [], 1.0) == 0.0
    assert confidence("endpoint:other:768:1", [0.9], 1.0) is None
    assert (least_sure(None), least_sure(None, 0.5)) == (LEAST_SURE, 0.5)
    assert least_sure(0.7, 0.5) == LEAST_SURE_OF_ASKED
