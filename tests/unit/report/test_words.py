"""Changes, kinds and chances in words."""

from typing import get_args

import pytest

from vaultwatch.drift.model import Change, FindingKind
from vaultwatch.report.words import chance_in_words, of_change, of_kind


def test_every_change_and_kind_has_words_of_its_own() -> None:
    said = [of_change(change) for change in get_args(Change)]
    said += [of_kind(kind) for kind in get_args(FindingKind)]
    assert len(set(said)) == len(said)
    # The chart quotes them: a quotation mark would break it.
    assert not set('":;#') & set("".join(said))


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (1.0, "almost certainly"),
        (0.99, "almost certainly"),
        (0.9, "very likely"),
        (0.89, "likely"),
        (0.5, "more likely than not"),
        (0.4, "perhaps"),
        (0.0, "hardly"),
    ],
)
def test_chance_in_words(score: float, words: str) -> None:
    assert chance_in_words(score) == words
