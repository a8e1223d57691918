"""What a text denies, and whether it says that something has ended. Pure and cached.

Strict: a limit (`no later than`) or an addition (`not only`) is no denial.
"""

from functools import lru_cache
from typing import Final

from vaultwatch.values.languages import Lexicon, languages_of, lexicon_of
from vaultwatch.values.tokens import TextPart, pieces

_WIDEST: Final = 6
"""Words that may stand where a phrase of data has `...`: `does not open on Sundays any more`."""


@lru_cache(maxsize=16_384)
def negations(text: str) -> int:
    """Return how often a text denies something."""
    lexicon = lexicon_of(languages_of(text))
    line = pieces(text)
    passed = _covered(line, lexicon, "no_denial")
    ended = _covered(line, lexicon, "ended") - _covered(line, lexicon, "not_ended")
    count = 0
    at = 0
    while at < len(line):
        end = None if at in passed else _longest(line, at, lexicon, "negation")
        if end is None and at in ended and at - 1 not in ended:
            end = at + 1  # `ya no`, `n'est plus`: denied by the whole phrase
        count += end is not None
        if at in ended and end is not None:
            while at in ended:
                at += 1
            continue
        at = end or at + 1
    return count


@lru_cache(maxsize=16_384)
def says_it_ended(text: str) -> bool:
    """Tell whether a text says in so many words that something is so no longer."""
    lexicon = lexicon_of(languages_of(text))
    line = pieces(text)
    return bool(_covered(line, lexicon, "ended") - _covered(line, lexicon, "not_ended"))


def _covered(line: list[TextPart], lexicon: Lexicon, role: str) -> set[int]:
    """Return the parts that stand in a phrase of this role."""
    found: set[int] = set()
    firsts = lexicon.denials.get(role, {})
    for at, part in enumerate(line):
        if part.lower in firsts and (end := _longest(line, at, lexicon, role)):
            found.update(range(at, end))
    return found


def _longest(line: list[TextPart], at: int, lexicon: Lexicon, role: str) -> int | None:
    phrases = lexicon.denials.get(role, {}).get(line[at].lower, ())
    ends = (_end(line, at, words, lexicon) for words in phrases)
    return max((end for end in ends if end is not None), default=None)


def _is_word(part: TextPart, word: str, lexicon: Lexicon) -> bool:
    """Tell whether a part is a word of a phrase; `#` stands for any number."""
    if word != "#":
        return part.lower == word
    return part.kind == "number" or any(
        role == "number" for _, role, _ in lexicon.senses.get(part.lower, ())
    )


def _end(line: list[TextPart], at: int, words: tuple[str, ...], lexicon: Lexicon) -> int | None:
    """Return the piece after a phrase that begins here, or None where it does not stand here."""
    for place, word in enumerate(words):
        if word == "...":
            last = min(at + _WIDEST, len(line)) + 1
            for begin in range(at + 1, last):
                if line[begin - 1].kind == "mark":
                    return None
                if begin < len(line) and (end := _end(line, begin, words[place + 1 :], lexicon)):
                    return end
            return None
        if at >= len(line) or not _is_word(line[at], word, lexicon):
            return None
        at += 1
    return at
