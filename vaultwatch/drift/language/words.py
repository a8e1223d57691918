"""Weigh the words that a belief and a passage share.

Pure. A word that every statement of a note holds (a table's column, the project's name) tells
statements apart as little as a stop word; a number or a path that one statement holds tells all.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from vaultwatch.drift.language import lexicon
from vaultwatch.drift.language.tokens import EXACT_KINDS, TokenKind, fold, tokens
from vaultwatch.notes.model import Statement

KIND_WEIGHTS: Final[Mapping[TokenKind, float]] = {
    "word": 1.0,
    "name": 1.3,
    "number": 1.5,
    "date": 1.5,
    "time": 1.8,
    "weekday": 1.5,
    "ident": 1.8,
    "unit": 0.3,
    "cjk": 0.6,
    "negation": 0.0,
    "stop": 0.0,
}
"""What a token is worth before rarity. Chosen by hand; re-run benchmarks/train_verdict.py."""

PREFIX = 5
"""Two stems of one word (`migrat`, `migrated`) share their first five letters; chosen by hand."""


_MONTH_NORM: Final = len("@03")
_TOO_FEW: Final = 4
"""Among fewer statements than this no word is common."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one text."""

    kinds: Mapping[str, TokenKind]
    """Norm -> kind of every token that carries weight."""
    prefixes: frozenset[str]
    """First letters of its longer words, for forms that the stemmer keeps apart."""
    folded: frozenset[str]
    """Every word folded, stop words too: what cue words are looked up in."""
    negations: int
    raw: str
    idents: str
    """Its identifiers, one a line: a part of one is found in one search."""

    @property
    def exact(self) -> frozenset[str]:
        """Norms that say one value: numbers, dates, times, identifiers."""
        return frozenset(n for n, k in self.kinds.items() if k in EXACT_KINDS and k != "unit")


@lru_cache(maxsize=16_384)
def words_of(text: str) -> Words:
    """Return the words of a text."""
    kinds: dict[str, TokenKind] = {}
    folded: set[str] = set()
    negations = 0
    for token in tokens(text):
        if token.kind in ("word", "name", "stop", "negation"):
            folded.add(fold(token.surface).removesuffix("'s"))
        if token.kind == "negation":
            negations += 1
        elif token.kind != "stop":
            kinds.setdefault(token.norm, token.kind)
    negations += sum(text.count(mark) for mark in lexicon.CJK_NEGATIONS)
    prefixes = frozenset(
        n[:PREFIX] for n, k in kinds.items() if k in ("word", "name") and len(n) >= PREFIX
    )
    return Words(kinds, prefixes, frozenset(folded), negations, text, _idents(kinds))


def merged(many: Iterable[Words]) -> Words:
    """Return the words of several texts as one: what any of them says."""
    kinds: dict[str, TokenKind] = {}
    prefixes: set[str] = set()
    for words in many:
        kinds.update(words.kinds)
        prefixes |= words.prefixes
    return Words(kinds, frozenset(prefixes), frozenset(), 0, "", _idents(kinds))


def _idents(norms: Iterable[str]) -> str:
    return "\n".join(norm for norm in norms if norm[0] == "=")


def has_cue(words: Words, table: frozenset[str], marks: Iterable[str] = ()) -> bool:
    """Whether a text holds a cue word of `table` or one of the CJK `marks`."""
    return not words.folded.isdisjoint(table) or any(mark in words.raw for mark in marks)


def holds(words: Words, norm: str) -> float:
    """Return how far a text says `norm`: 1 outright, 0.8 as another form of the word, else 0."""
    if norm in words.kinds:
        return 1.0
    if norm[0] == "@" and len(norm) == _MONTH_NORM:  # a month is said by a day of it
        return 1.0 if any(n.startswith(norm + "-") for n in words.kinds) else 0.0
    if norm[0] in "@#":
        return 0.0
    if norm[0] == "=":
        bare = norm[1:].strip("./")
        return 0.8 if bare and bare in words.idents else 0.0
    return 0.8 if len(norm) >= PREFIX and norm[:PREFIX] in words.prefixes else 0.0


def context_of(statement: Statement) -> str:
    """Return what a statement stands under: its nearest headings and its parent, as one text."""
    return " · ".join([*statement.section[-2:], *([statement.context] * bool(statement.context))])


def passage_text(statement: Statement) -> str:
    """Return what a statement says where it stands: the text that is embedded."""
    head = statement.section[-1:] if statement.kind != "heading" else ()
    parts = [*head, *([statement.context] * bool(statement.context)), statement.plain]
    return ": ".join(parts)


class Rarity:
    """How much each norm tells the statements of a note apart."""

    __slots__ = ("_count", "_frequency")

    def __init__(self, statements: Sequence[Statement]) -> None:
        """Count in how many statements each norm stands."""
        self._count = max(1, len(statements))
        self._frequency: Counter[str] = Counter()
        for statement in statements:
            self._frequency.update(words_of(statement.plain).kinds.keys())

    def count(self, norm: str) -> int:
        """Return in how many statements a norm stands."""
        return self._frequency[norm]

    def weight(self, norm: str, kind: TokenKind) -> float:
        """Return a norm's weight: its kind's, times 1 for unseen down to 0.2 for everywhere."""
        base = KIND_WEIGHTS[kind]
        if self._count < _TOO_FEW:
            return base
        share = math.log1p(self._frequency[norm]) / math.log1p(self._count)
        return base * (1.0 - 0.8 * min(1.0, share))


@lru_cache(maxsize=16)
def rarity_of(then: tuple[Statement, ...], now: tuple[Statement, ...]) -> Rarity:
    """Return the rarities in a note then and now."""
    return Rarity((*then, *now))


def belief_weights(text: str, title: str, rarity: Rarity, was: str = "") -> dict[str, float]:
    """Return the weight of each norm of a belief; words of the note's title weigh little.

    Those of a title `was` that the note has no longer weigh nothing: they cannot be lost from it.
    """
    title_words, once = words_of(title), words_of(was)
    weights = {
        norm: rarity.weight(norm, kind) * (0.25 if holds(title_words, norm) else 1.0)
        for norm, kind in words_of(text).kinds.items()
    }
    return {norm: weight for norm, weight in weights.items() if not holds(once, norm)} or weights
