"""The words of a text: their stems, and which of them carry meaning. Pure and cached."""

from functools import lru_cache
from typing import Any, Final, NamedTuple

from vaultwatch.values.languages import languages_of, lexicon_of, stemmers_of
from vaultwatch.values.tokens import pieces

_LONGEST_WORD: Final = 40


class Word(NamedTuple):
    """A word of a text and where it stands."""

    stem: str
    start: int
    end: int


@lru_cache(maxsize=16_384)
def words_in(text: str) -> tuple[Word, ...]:
    """Return the words and numbers of a text in order, each CJK character by itself."""
    stemmers = stemmers_of(languages_of(text))
    name = stemmers[0] if stemmers else ""
    return tuple(
        Word(
            stem(piece.lower, name) if piece.kind == "word" else piece.lower, piece.start, piece.end
        )
        for piece in pieces(text)
        if piece.kind != "mark"
    )


@lru_cache(maxsize=16_384)
def content(text: str) -> frozenset[str]:
    """Return the stems that carry meaning; of CJK the pairs of characters."""
    lexicon = lexicon_of(languages_of(text))
    name = (stemmers_of(lexicon.languages) or ("",))[0]
    found = set()
    before = None
    for piece in pieces(text):
        if piece.kind == "sign":
            if before is not None and not piece.gap:
                found.add(before.text + piece.text)
            before = piece
            continue
        before = None
        is_elided = len(piece.lower) == 1 and piece.kind == "word"
        if piece.kind != "mark" and piece.lower not in lexicon.function and not is_elided:
            found.add(stem(piece.lower, name) if piece.kind == "word" else piece.lower)
    return frozenset(found)


@lru_cache(maxsize=65_536)
def stem(word: str, stemmer: str) -> str:
    """Return a word without its ending."""
    if not stemmer or len(word) > _LONGEST_WORD:
        return word
    return str(_stemmer(stemmer).stemWord(word))


@lru_cache(maxsize=16)
def _stemmer(name: str) -> Any:  # noqa: ANN401 -- the library has no types
    import snowballstemmer

    return snowballstemmer.stemmer(name)
