"""Changes, kinds and chances in words."""

from typing import get_args

import pytest

from tests.unit.report.views import finding
from vaultwatch.drift.model import Change, FindingKind
from vaultwatch.report.words import chance_in_words, in_brief, of_change, of_kind, what_happened


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


@pytest.mark.parametrize(
    ("then", "now", "said"),
    [
        ("The mail goes out with Brevo.", "The mail goes out with Mailgun.", "renamed"),
        ("Ana leads it.", "Bo Marsh leads it.", "renamed"),
        ("In open beta for Teams.", "Left the open beta and is stable.", "says something else"),
        ("Es ist in der Beta.", "Es hat die Beta verlassen und ist fertig.", "says something else"),
    ],
)
def test_a_name_changed_only_where_another_name_came(then: str, now: str, said: str) -> None:
    one = finding(then, now, change="renamed")
    assert in_brief(one) == said
    assert (what_happened(one) == of_change("renamed")) == (said == "renamed")
