"""How much of what people write down is found, and how little is masked that is no secret."""

from collections import Counter

from tests.honest_strings import honest
from tests.secret_kinds import broken_cases, cases, kinds, leaks
from vaultwatch.guard.secrets import mask_secrets

LEAST_FOUND = 0.95
MOST_WRONG = 0.01
LEAST_KINDS, LEAST_HONEST = 150, 1_000


def test_of_the_kinds_of_secrets_hardly_one_is_missed() -> None:
    asked: Counter[str] = Counter()
    missed: Counter[str] = Counter()
    for case in cases(3):
        asked[case.kind.group] += 1
        missed[case.kind.group] += leaks(case, mask_secrets(case.text))
    assert len(kinds()) >= LEAST_KINDS
    assert missed.total() <= (1 - LEAST_FOUND) * asked.total(), missed
    assert [group for group in asked if missed[group] * 10 > asked[group]] == []


def test_of_tokens_that_a_lines_end_cuts_few_are_missed() -> None:
    asked = broken_cases(3)
    missed = [case.kind.name for case in asked if leaks(case, mask_secrets(case.text))]
    assert len(missed) <= 0.1 * len(asked), missed


def test_a_word_below_a_whole_token_stays() -> None:
    token = "ghp_" + "R7kq2ZxV9mLw4TnB8sYc1HdF6gJp3QaE5uXo"
    masked = mask_secrets(f"Use {token}\ntomorrow at the latest.\n")
    assert masked == "Use [secret: GitHub token]\ntomorrow at the latest.\n"


def test_of_honest_strings_hardly_one_is_masked() -> None:
    texts = list(honest())
    wrong = [(kind, text) for kind, text in texts if mask_secrets(text) != text]
    assert len(texts) >= LEAST_HONEST
    assert len(wrong) <= MOST_WRONG * len(texts), wrong


def test_masking_leaves_the_words_around_a_secret() -> None:
    for case in cases(1):
        masked = mask_secrets(case.text)
        assert masked.startswith("# Notes of Monday\n\nWe moved the server.\n\n"), case
        assert masked.endswith("\n\nThe rest stays as it was.\n"), case
        assert mask_secrets(masked) == masked, case
        assert masked.count("\n") == case.text.count("\n"), case
