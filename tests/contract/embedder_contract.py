"""What every embedder does; the test modules run it for each."""

import numpy as np
import pytest

from vaultwatch.adapters.models.embedders import Embedder

HOSTILE = [
    pytest.param("", id="empty"),
    pytest.param(" \n\t ", id="white space"),
    pytest.param("a" * 10_000, id="one word of 10,000 characters"),
    pytest.param("word " * 50_000, id="very long"),
    pytest.param("lone \ud800 surrogate \udfff", id="lone surrogates"),
    pytest.param("nul \0 in the middle", id="nul"),
    pytest.param("😀🏳️‍🌈 e\u0301 ﬁ ½ \u202e", id="Unicode"),
    pytest.param("東京の天気は晴れ", id="Japanese"),
    pytest.param("-" * 5000, id="marks alone"),
    pytest.param("[CLS] [SEP] [PAD] [MASK]", id="the tokenizer's own marks"),
]
TEXTS = [
    "The release is blocked by a missing certificate.",
    "Short.",
    "Bananas are yellow and grow in bunches. " * 12,
    "",
    "A missing certificate still stops the release.",
]


class EmbedderContract:
    """Run for every embedder there is."""

    @pytest.fixture
    def embedder(self) -> Embedder:
        raise NotImplementedError

    def test_it_says_what_it_is(self, embedder: Embedder) -> None:
        assert embedder.model_id
        assert embedder.note.endswith(".")
        assert embedder.dimensions > 0
        assert embedder.max_tokens > 0

    def test_one_row_of_length_1_for_each_text_in_order(self, embedder: Embedder) -> None:
        rows = embedder.embed(TEXTS)
        assert rows.shape == (len(TEXTS), embedder.dimensions)
        assert rows.dtype == np.float32
        np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
        np.testing.assert_array_equal(rows[::-1], embedder.embed(TEXTS[::-1]))

    def test_a_row_does_not_depend_on_the_texts_beside_it(self, embedder: Embedder) -> None:
        many = [*TEXTS, *(f"Sentence number {i} stands here. " * (i % 9) for i in range(60))]
        alone = np.concatenate([embedder.embed([text]) for text in TEXTS])
        together = embedder.embed(many)[: len(TEXTS)]
        assert np.einsum("ij,ij->i", alone, together).min() > 0.9999

    def test_equal_texts_have_equal_rows(self, embedder: Embedder) -> None:
        rows = embedder.embed(["same", "other", "same"])
        np.testing.assert_array_equal(rows[0], rows[2])

    def test_no_text_gives_no_row(self, embedder: Embedder) -> None:
        assert embedder.embed([]).shape == (0, embedder.dimensions)
        assert embedder.count_tokens([]) == []

    @pytest.mark.parametrize("text", HOSTILE)
    def test_any_text_is_taken(self, embedder: Embedder, text: str) -> None:
        row = embedder.embed([text])[0]
        assert np.isfinite(row).all()
        assert np.linalg.norm(row) == pytest.approx(1, abs=1e-5)
        assert embedder.count_tokens([text])[0] >= 0

    def test_more_words_count_more_tokens(self, embedder: Embedder) -> None:
        few, many = embedder.count_tokens(["one two", "one two three four five six"])
        assert 0 < few < many
        assert embedder.count_tokens(["word " * 3000])[0] > embedder.max_tokens

    def test_shared_words_bring_texts_closer(self, embedder: Embedder) -> None:
        rows = embedder.embed([TEXTS[0], TEXTS[4], "Bananas are yellow."])
        assert rows[0] @ rows[1] > rows[0] @ rows[2] + 0.1
