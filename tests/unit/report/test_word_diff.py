"""The word diff: which words count as one, and that both sides can always be put together again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultwatch.report.word_diff import diff_words

WORDS = ["the", "cat", " ", " ", "  ", "\n", "12.5 s", "2026-11-03", "`a b`", "`", "東", "京", "."]
texts = st.lists(st.sampled_from(WORDS), max_size=30).map("".join)


def marked(before: str, after: str) -> str:
    signs = {"same": "{}", "gone": "-{}-", "new": "+{}+"}
    return "".join(signs[part.kind].format(part.text) for part in diff_words(before, after))


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        pytest.param("The cat sat.", "The dog sat.", "The -cat-+dog+ sat.", id="one word"),
        pytest.param(
            "By Pia (cook).",
            "By Leo (baker).",
            "By -Pia (cook)-+Leo (baker)+.",
            id="brackets whole",
        ),
        pytest.param("same", "same", "same", id="equal"),
        pytest.param("", "new", "+new+", id="nothing before"),
        pytest.param("gone", "", "-gone-", id="nothing after"),
        pytest.param("", "", "", id="nothing at all"),
        pytest.param("Takes 12.5 s.", "Takes 30 s.", "Takes -12.5 s-+30 s+.", id="unit"),
        pytest.param("Costs $5 now", "Costs $7 now", "Costs -$5-+$7+ now", id="currency"),
        pytest.param(
            "Due 2026-11-03.", "Due 2026-12-03.", "Due -2026-11-03-+2026-12-03+.", id="date"
        ),
        pytest.param("At 09:30", "At 10:30", "At -09:30-+10:30+", id="time"),
        pytest.param("Runs v1.2.3", "Runs v1.3.0", "Runs -v1.2.3-+v1.3.0+", id="version"),
        pytest.param("In src/a.py", "In src/b.py", "In -src/a.py-+src/b.py+", id="path"),
        pytest.param("Run `make a b`", "Run `make a c`", "Run -`make a b`-+`make a c`+", id="code"),
        pytest.param("発売は三月", "発売は四月", "発売は-三-+四+月", id="CJK"),
        pytest.param("is an open blocker", "was done", "-is an open blocker-+was done+", id="all"),
        pytest.param("a red fox", "a blue, fox", "a -red-+blue,+ fox", id="comma"),
        pytest.param("one two", "uno dos", "-one two-+uno dos+", id="changes a space apart join"),
        pytest.param("We sync.", "We don't sync.", "We +don't +sync.", id="insertion"),
    ],
)
def test_diff(before: str, after: str, expected: str) -> None:
    assert marked(before, after) == expected


@given(before=texts, after=texts)
def test_the_parts_join_to_both_texts(before: str, after: str) -> None:
    parts = diff_words(before, after)
    assert "".join(part.text for part in parts if part.kind != "new") == before
    assert "".join(part.text for part in parts if part.kind != "gone") == after
    assert all(part.text for part in parts)


def test_texts_of_one_word_over_and_over_are_replaced_whole_rather_than_aligned() -> None:
    parts = diff_words("x " + "the cat " * 5000, "y " + "cat the " * 5000 + "z")
    assert [part.kind for part in parts] == ["gone", "new"]
