"""Say what the words of a question count for beside its vector.

Pure. Read by the chunk store, which fuses both (`chunk_store.fused`). A model of English puts
whatever is German near whatever else is, so a question in German is answered by words rather.
"""

from typing import Final

from vaultwatch.values.languages import languages_of

WORD_WEIGHT: Final = 0.5
"""How many standard deviations of the cosine one of the word score is worth. Chosen across the
personal sets and their notes (0.3 to 0.7 are alike there; benchmarks/recall.py); dialogues want
more of it than less."""
FOREIGN_WORD_WEIGHT: Final = 1.5
"""The same for a question in a language that the model was not made for. Of 1,449 headings of a
manual in seven languages, asked for without them, the MRR is .490 with 0.5 and .586 so; each
language alone is best at 1.5 to 5. Chosen at the lower end, for what is written in a third language
words find less well than vectors (.323 with 0.5, .316 so)."""
HASHED_WORD_WEIGHT: Final = 3.0
"""The same for hashed words, which find less than BM25 does."""
ENGLISH_MODELS: Final = frozenset({"minilm-l6-v2-int8-1"})
"""Models of which it was measured that they know English alone."""


def word_weight(question: str, *, model_id: str, is_semantic: bool) -> float:
    """Return how many standard deviations of the cosine one of the word score is worth."""
    if not is_semantic:
        return HASHED_WORD_WEIGHT
    return FOREIGN_WORD_WEIGHT if is_foreign(question, model_id) else WORD_WEIGHT


def is_foreign(question: str, model_id: str) -> bool:
    """Tell whether a question is in a language that the model does not know."""
    if model_id not in ENGLISH_MODELS:
        return False
    return languages_of(question)[0] != "en"
