"""How many tokens a text takes."""

import pytest

from vaultwatch.recall.tokens import count_tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        pytest.param("", 1, id="nothing takes some room"),
        pytest.param("kiln", 1, id="four bytes"),
        pytest.param("kilns", 2, id="a byte more counts as a whole token"),
        pytest.param("窯は冷たい", 4, id="bytes, not characters"),
        pytest.param("\ud800abc", 1, id="half a surrogate pair"),
    ],
)
def test_without_a_counter_four_bytes_are_a_token(text: str, tokens: int) -> None:
    assert count_tokens(text, None) == tokens


def test_the_models_own_counter_is_believed() -> None:
    assert count_tokens("one two three", lambda text: len(text.split())) == 3


def test_a_counter_that_finds_nothing_still_leaves_one_token() -> None:
    assert count_tokens("", len) == 1
