"""Measure what an edit took from a statement and put into it, as far as a belief says it.

Pure. A surgical edit that swaps the very word a belief says is drift; a rewording that swaps many
words the belief never said is none. `scoring.signals` calls `measure_edit` for each support.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from vaultwatch.drift.language import lexicon
from vaultwatch.drift.language.tokens import EXACT_KINDS, Token, TokenKind, tokens
from vaultwatch.drift.language.words import KIND_WEIGHTS, Words, context_of, holds, words_of
from vaultwatch.late_regex import late_regex
from vaultwatch.notes.model import Statement

_STILL_SAID: Final = 0.5
"""What a word that went once but stands elsewhere in the statement counts. Chosen by hand."""
_IN_PASSING: Final = 0.6
"""What a word counts that stands in brackets now. Chosen by hand."""
_OTHER_FORM: Final = 0.2
"""What a word counts that is there in another form. Chosen by hand."""
_TARGET: Final = late_regex(r"\]\(\s*<?([^)\s>]{1,500})|\[\[([^\]|]{1,300})\|")


@dataclass(frozen=True, slots=True)
class Edit:
    """What became of the words of one statement, weighed by what a belief says."""

    hit: float = 0.0
    """Share of what belief and statement both said that the edit took away."""
    hit_exact: float = 0.0
    """Exact tokens among that, at most 2."""
    hit_name: float = 0.0
    """Names among that, at most 2."""
    precision: float = 0.0
    """Share of what the edit took away that the belief says: 1 for a surgical edit."""
    swapped: float = 0.0
    """1 where an exact token went and another of its kind came."""
    came_exact: float = 0.0
    """Exact tokens that came and that the belief does not say, at most 3."""
    came: float = 0.0
    """Share of the new words that came."""
    went: float = 0.0
    """Share of the old words that went."""
    came_said: float = 0.0
    """Share of what came that the belief says: the edit moved towards it."""
    lost: tuple[str, ...] = ()
    """Norms the belief says that went, heaviest first."""


def link_targets(statement: Statement) -> str:
    """Return where the links of a statement lead, as one text: a belief may rest on that."""
    return " ".join(a or b for a, b in _TARGET.findall(statement.text))


@lru_cache(maxsize=16_384)
def _counted(text: str) -> tuple[Counter[str], Mapping[str, TokenKind]]:
    counted: Counter[str] = Counter()
    kinds: dict[str, TokenKind] = {}
    for token in tokens(text):
        if KIND_WEIGHTS[token.kind]:
            counted[token.norm] += 1
            kinds.setdefault(token.norm, token.kind)
    return counted, kinds


def full_text(statement: Statement) -> str:
    """Return a statement's words and where its links lead."""
    targets = link_targets(statement)
    return f"{statement.plain} {targets}" if targets else statement.plain


_PAST: Final = lexicon.pattern("in_brackets_past")
_PAST_BEHIND: Final = lexicon.pattern("behind_past")
"""What a sentence ends with about what was: `at the hall; before, at the library`."""
_ASIDE: Final = late_regex(r"\([^()]{1,200}\)")


@lru_cache(maxsize=16_384)
def present(text: str) -> str:
    """Return what a text says of now: `(was 940 €)`, `; before, at the hall` are cut out."""
    told = _PAST.sub(" ", text) if "(" in text else text
    return _PAST_BEHIND.sub(" ", told)


@lru_cache(maxsize=16_384)
def outside(text: str) -> str:
    """Return what a text says outside brackets."""
    return _ASIDE.sub(" ", text) if "(" in text else text


_ENDED_BEFORE: Final = (
    r"(?:formerly|previously|old|replaced|replaces|instead of|no longer|früher|statt|ehemals"
    r"|anciennement|ancien|antes|voorheen|dawniej|раньше|вместо)"
)
_ENDED_AFTER: Final = (
    r"(?:(?:was|were) (?:given up|dropped|renamed|wrong|cancelled)"
    r"|is (?:taken|abolished|gone|cancelled|over|closed)|entfällt)"
)


_MAY_BE_PAST: Final = late_regex(f"{_ENDED_BEFORE}|{_ENDED_AFTER}", re.IGNORECASE)


def is_past(text: str, value: str) -> bool:
    """Tell whether a text names a value only as what it was."""
    if _MAY_BE_PAST.search(text) is None:
        return False  # as most do not: a pattern for each value takes milliseconds to compile
    named = re.escape(value)
    before = rf"\b{_ENDED_BEFORE} (?:the |der |die |das |le |la )?[`'\"]?{named}"
    after = rf"{named}[`'\"]? {_ENDED_AFTER}"
    return re.search(f"{before}|{after}", text, re.IGNORECASE) is not None


@dataclass(frozen=True, slots=True)
class _Diff:
    """Words that went and came, with how surely."""

    shared: Mapping[str, float]
    """Weight of each norm that belief and statement both said."""
    gone: Mapping[str, float]
    """0..1 for each norm that went."""
    arrived: Mapping[str, TokenKind]
    old_kinds: Mapping[str, TokenKind]
    new_kinds: Mapping[str, TokenKind]


def _diff(weights: Mapping[str, float], then: Statement, now: Sequence[Statement]) -> _Diff:
    old, old_kinds = _counted(present(full_text(then)))
    new: Counter[str] = Counter()
    new_kinds: dict[str, TokenKind] = {}
    around: list[Words] = []
    main_now: list[Words] = []
    for statement in now:
        text = present(full_text(statement))
        counted, kinds = _counted(text)
        new |= counted
        new_kinds.update(kinds)
        around += [words_of(text), words_of(context_of(statement))]
        main_now.append(words_of(outside(text)))
    gone: dict[str, float] = {}
    for norm in old - new:
        held = max((holds(words, norm) for words in around), default=0.0)
        gone[norm] = 1.0 if not held else (_STILL_SAID if norm in new else _OTHER_FORM)
    main_then, words_then = words_of(outside(full_text(then))), words_of(full_text(then))
    for norm in old.keys() & weights.keys() - gone.keys():
        # Said in passing now and outright then: `Hartwig (Vandamme is on sabbatical)`.
        if holds(main_then, norm) and not any(holds(words, norm) for words in main_now):
            gone[norm] = _IN_PASSING
    came = new - old
    arrived = {n: k for n, k in new_kinds.items() if n in came and not holds(words_then, n)}
    return _Diff({n: weights[n] for n in old if n in weights}, gone, arrived, old_kinds, new_kinds)


def measure_edit(weights: Mapping[str, float], then: Statement, now: Sequence[Statement]) -> Edit:
    """Measure the edit from one statement to what stands in its place.

    Args:
        weights: of the belief's norms.
        then: the statement as it was.
        now: its successor; several where it was split; none where it is gone.
    """
    diff = _diff(weights, then, now)
    kinds, gone = diff.old_kinds, diff.gone
    lost = {n: diff.shared[n] * gone[n] for n in gone if n in diff.shared}
    taken = sum(KIND_WEIGHTS[kinds[n]] * share for n, share in gone.items())
    taken_said = sum(KIND_WEIGHTS[kinds[n]] * gone[n] for n in lost)
    put = sum(KIND_WEIGHTS[k] for k in diff.arrived.values())
    put_said = sum(KIND_WEIGHTS[k] for n, k in diff.arrived.items() if n in weights)
    clear = [n for n in lost if gone[n] >= _STILL_SAID]
    exact = [n for n in clear if kinds[n] in EXACT_KINDS and kinds[n] != "unit"]
    unsaid = [k for n, k in diff.arrived.items() if n not in weights]
    return Edit(
        hit=sum(lost.values()) / (sum(diff.shared.values()) or 1.0),
        hit_exact=float(min(2, len(exact))),
        hit_name=float(min(2, sum(kinds[n] == "name" for n in clear))),
        precision=taken_said / taken if taken else 0.0,
        swapped=float(any(kinds[n] in unsaid for n in exact)),
        came_exact=float(min(3, sum(k in EXACT_KINDS for k in unsaid))),
        came=put / (sum(KIND_WEIGHTS[k] for k in diff.new_kinds.values()) or 1.0),
        went=taken / (sum(KIND_WEIGHTS[k] for k in kinds.values()) or 1.0),
        came_said=put_said / (put or 1.0),
        lost=tuple(sorted(clear, key=lambda n: (-lost[n], n))),
    )


@lru_cache(maxsize=16_384)
def _pairs(text: str) -> frozenset[tuple[str, str]]:
    said: list[Token] = [t for t in tokens(text) if KIND_WEIGHTS[t.kind] or t.kind == "negation"]
    return frozenset((a.norm, b.norm) for a, b in pairwise(said))


def broken_phrases(
    belief_text: str,
    weights: Mapping[str, float],
    then: Sequence[Statement],
    now: Sequence[Statement],
) -> float:
    """Return the share of word pairs, said in a row by belief and support, that nobody says now."""
    said = _pairs(belief_text)
    before: set[tuple[str, str]] = set()
    for statement in then:
        before |= _pairs(full_text(statement)) & said
    if not before:
        return 0.0
    worth = {p: weights.get(p[0], 0.3) + weights.get(p[1], 0.3) for p in before}
    for statement in now:
        before -= _pairs(full_text(statement))
    return sum(worth[p] for p in sorted(before)) / (sum(worth[p] for p in sorted(worth)) or 1.0)


_QUOTED: Final = late_regex(
    r"[\"\u201c\u201e\u00ab]([^\"\u201c\u201d\u201e\u00ab\u00bb]{2,120})[\"\u201d\u201c\u00bb]"
    r"|(?<!\w)'([^']{3,120})'(?!\w)"
)


def lost_quotes(belief_text: str, then: Sequence[Statement], now: Sequence[Statement]) -> float:
    """Return the share of the belief's quotes that the note said verbatim and no longer says."""
    quoted = {_flat(a or b) for a, b in _QUOTED.findall(belief_text)}
    was = " \n ".join(_flat(s.plain) for s in then)
    stands = [q for q in quoted if q in was]
    if not stands:
        return 0.0
    says = " \n ".join(_flat(s.plain) for s in now)
    return sum(q not in says for q in stands) / len(stands)


def missing_quotes(belief_text: str, now: Sequence[Statement]) -> float:
    """Return the share of the belief's quoted words that the note does not say verbatim."""
    quoted = {_flat(a or b) for a, b in _QUOTED.findall(belief_text)}
    says = " \n ".join(_flat(s.plain) for s in now)
    return sum(q not in says for q in quoted) / len(quoted) if quoted else 0.0


def _flat(text: str) -> str:
    return " ".join(text.casefold().split()).strip(" .,;:")
