"""The last resort: words and pieces of words hashed into a vector, no model at all.

Feature hashing with signs (Weinberger et al., ICML 2009). Texts that share words lie near each
other; meaning is not seen, so `is_semantic` is False. The same text gives the same vector on every
machine. Source for its worth: MRR@10 0.29-0.32 on heading queries where BM25 had 0.40.
"""

import math
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from zlib import crc32

import numpy as np

from vaultwatch.adapters.models.embedders import Vectors, clean, unit_rows
from vaultwatch.late_regex import late_regex

MODEL_ID = "hash-384-1"
"""The last number moves when a vector would."""
DIMENSIONS = 384
"""As MiniLM's, so that both cost the same to store. Chosen by hand."""
MAX_TOKENS = 256
"""As MiniLM's, so that chunks are cut alike."""
GRAM_CHARS = 4
"""Pieces of a word let `deploy` meet `deployment`. Chosen by hand."""
GRAM_WEIGHT = 0.7
"""All pieces of a word together weigh this much of the word itself. Chosen by hand."""
CHARS_PER_TOKEN = 6
"""A longer word counts as several tokens, as it does for word-piece models."""
MAX_WORD_CHARS = 64
"""What lies behind it in a word is not looked at."""
MAX_TEXT_CHARS = 65_536
KNOWN_WORDS = 50_000
"""Words whose features are remembered: a large vault's vocabulary, some tens of megabytes."""

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_WORD = late_regex(rf"[{_CJK}]+|[^\W_{_CJK}]+")
_IS_CJK = late_regex(rf"[{_CJK}]")


class HashEmbedder:
    """Words hashed into a vector, behind our protocol."""

    model_id = MODEL_ID
    dimensions = DIMENSIONS
    max_tokens = MAX_TOKENS
    is_semantic = False
    note = "Hashed words: no embedding model is installed, so meaning is not compared."

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return roughly what a word-piece model would count."""
        return [2 + sum(_tokens_of(word) for word in _words(text)) for text in texts]

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one row per text; see `Embedder`."""
        rows = np.zeros((len(texts), DIMENSIONS), np.float64)
        for place, text in enumerate(texts):
            for word, count in Counter(_seen(text)).items():
                axes, weights = _features(word)
                # A word said twice says less than twice as much: BM25's saturation, by log.
                np.add.at(rows[place], axes, weights * (1 + math.log(count)))
        return unit_rows(rows)

    def close(self) -> None:
        """Nothing is held."""


def _words(text: str) -> Iterator[str]:
    """Yield words, and pairs of neighbours where a script has no spaces."""
    plain = unicodedata.normalize("NFKC", clean(text[:MAX_TEXT_CHARS])).casefold()
    for match in _WORD.finditer(plain):
        word = match.group()
        if not _IS_CJK.match(word):
            yield word[:MAX_WORD_CHARS]
        elif len(word) == 1:
            yield word
        else:
            yield from (word[i : i + 2] for i in range(len(word) - 1))


def _seen(text: str) -> Iterator[str]:
    """Yield the words within the window."""
    room = MAX_TOKENS - 2
    for word in _words(text):
        room -= _tokens_of(word)
        if room < 0:
            return
        yield word


def _tokens_of(word: str) -> int:
    return -(-len(word) // CHARS_PER_TOKEN)


@lru_cache(maxsize=KNOWN_WORDS)
def _features(
    word: str,
) -> tuple[np.ndarray[tuple[int], np.dtype[np.intp]], np.ndarray[tuple[int], np.dtype[np.float64]]]:
    marked = f"<{word}>"
    grams = [marked[i : i + GRAM_CHARS] for i in range(len(marked) - GRAM_CHARS + 1)]
    share = GRAM_WEIGHT / math.sqrt(len(grams)) if grams else 0.0
    hashes = np.array(
        [crc32(f"w {word}".encode()), *(crc32(f"g {gram}".encode()) for gram in grams)], np.int64
    )
    signs = np.where(hashes >> 31 & 1, 1.0, -1.0)
    signs[1:] *= share
    return (hashes % DIMENSIONS).astype(np.intp), signs
