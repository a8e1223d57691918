"""The words of a text: their stems, and which of them carry meaning. Pure and cached."""

from functools import lru_cache
from typing import Any, Final, NamedTuple

from vaultwatch.late_regex import late_regex
from vaultwatch.values.languages import languages_of, lexicon_of, stemmers_of
from vaultwatch.values.tokens import pieces

_LONGEST_WORD: Final = 40
_SHORTEST_INFLECTED: Final = 5
"""Letters of a unit in another case: shorter words end as many others do. Chosen by hand."""
_ALONE: Final = late_regex(r"(?<!\S)\w(?=[.,;:!?)]?(?:\s|$))")
"""A letter that names a thing, as in `hall B`; that of `L'eau` or `E-Mail` does not."""


class Word(NamedTuple):
    """A word of a text and where it stands."""

    stem: str
    start: int
    end: int


@lru_cache(maxsize=16_384)
def stemming_of(text: str) -> str:
    """Return the language by which the words of a text are stemmed; empty where by none."""
    return next((name for name in stemmers_of(languages_of(text))), "")


@lru_cache(maxsize=16_384)
def words_in(text: str, language: str | None = None) -> tuple[Word, ...]:
    """Return the words and numbers of a text in order, each CJK character by itself.

    Args:
        text: of a sentence.
        language: by which they are stemmed; the text's own where none is given.
    """
    name = stemming_of(text) if language is None else language
    return tuple(
        Word(
            stem(piece.lower, name) if piece.kind == "word" else piece.lower, piece.start, piece.end
        )
        for piece in pieces(text)
        if piece.kind != "mark"
    )


@lru_cache(maxsize=32_768)
def content(text: str, language: str | None = None) -> frozenset[str]:
    """Return the stems that carry meaning; of CJK the pairs of characters.

    Args:
        text: of a sentence.
        language: as for `words_in`: two texts that are held against each other share one, for a
            short one may look as if it were in another.
    """
    function = lexicon_of(languages_of(text)).function
    name = stemming_of(text) if language is None else language
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
        is_elided = is_elided and not (piece.text.isupper() and _ALONE.match(text, piece.start))
        if piece.kind != "mark" and piece.lower not in function and not is_elided:
            found.add(stem(piece.lower, name) if piece.kind == "word" else piece.lower)
    return frozenset(found)


@lru_cache(maxsize=65_536)
def stem(word: str, stemmer: str) -> str:
    """Return a word without its ending."""
    if not stemmer or len(word) > _LONGEST_WORD:
        return word
    return str(_stemmer(stemmer).stemWord(word))


@lru_cache(maxsize=1_024)
def inflected_unit(word: str, languages: tuple[str, ...]) -> tuple[str, float] | None:
    """Return the unit that a word names in another case, `Kilometern`; None where none."""
    if not _SHORTEST_INFLECTED <= len(word) <= _LONGEST_WORD:
        return None
    stems = (
        _units_by_stem(name, languages).get(stem(word, name)) for name in stemmers_of(languages)
    )
    return next((unit for unit in stems if unit is not None), None)


@lru_cache(maxsize=64)
def _units_by_stem(stemmer: str, languages: tuple[str, ...]) -> dict[str, tuple[str, float]]:
    return {
        stem(first, stemmer): unit
        for first, senses in lexicon_of(languages).senses.items()
        for words, role, unit in senses
        if role == "unit" and len(words) == 1 and len(first) > len("km²")
    }


@lru_cache(maxsize=16)
def _stemmer(name: str) -> Any:  # noqa: ANN401 -- the library has no types
    import snowballstemmer

    return snowballstemmer.stemmer(name)
