"""Measure a belief against a note alone, where nobody knows what the note said before.

Pure. Weaker than `drift.signals`: a belief paraphrases, so a low similarity says nothing; only
another value, another polarity, a closed task or a word of ending beside an open belief does.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from typing import Final

from vaultwatch.drift import lexicon
from vaultwatch.drift.belief import Belief
from vaultwatch.drift.measure import DONE_MARKS, STATUS_KEYS, is_open, said_by
from vaultwatch.drift.support import Vectors, cosine, lexical, place_bonus, relevance
from vaultwatch.drift.tokens import EXACT_KINDS
from vaultwatch.drift.words import (
    Rarity,
    belief_weights,
    has_cue,
    holds,
    passage_text,
    words_of,
)
from vaultwatch.notes.model import Statement

_NEAR_BEST: Final = 0.72
_MAX_PASSAGES: Final = 4
_ISO_DATE: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?!\d)")


@dataclass(frozen=True, slots=True)
class ColdSignals:
    """What can be measured without a baseline; every field 0 where it does not apply."""

    coverage: float = 0.0
    """Share of the belief's words that its best passages say."""
    similarity: float = 0.0
    """Cosine with the best passage."""
    missing_exact: float = 0.0
    """Exact tokens of the belief that the whole note does not say, at most 3."""
    conflicting: float = 0.0
    """1 where the best passages say another value of a kind the belief misses there."""
    missing_name: float = 0.0
    """Names of the belief that the whole note does not say, at most 3."""
    missing: float = 0.0
    """Share of the belief's words that the whole note does not say."""
    against: float = 0.0
    """1 where belief and best passage differ in negations."""
    open_belief: float = 0.0
    done_cue: float = 0.0
    """1 where the best passages hold a word of ending."""
    override_cue: float = 0.0
    """1 where they hold a word of overriding."""
    open_and_done: float = 0.0
    ticked: float = 0.0
    """1 where the belief is open and the best passage is a closed task."""
    status_and_open: float = 0.0
    """1 where the belief is open and a status property says done."""
    struck: float = 0.0
    later: float = 0.0
    """1 where a relevant passage bears a date after the belief was written."""


NAMES: Final = tuple(field.name for field in fields(ColdSignals))


@dataclass(frozen=True, slots=True)
class ColdEvidence:
    """What the cold signals rest on."""

    signals: ColdSignals
    settling: int | None
    missing_norms: tuple[str, ...]


def _is_later(statement: Statement, belief: Belief) -> bool:
    if belief.created is None:
        return False
    written = belief.created.date()
    text = " ".join((*statement.section[-1:], statement.context, statement.plain))
    for year, month, day in _ISO_DATE.findall(text):
        try:
            if date(int(year), int(month), int(day)) > written:
                return True
        except ValueError:  # 31 February
            continue
    return False


def _nearest(
    belief: Belief, weights: Mapping[str, float], now: Sequence[Statement], vectors: Vectors
) -> list[int]:
    """Return the passages that speak most to the belief, best first."""
    scored = []
    for j, statement in enumerate(now):
        if statement.kind == "heading":
            continue
        similar = cosine(vectors, belief.text, passage_text(statement))
        speaks = relevance(lexical(weights, statement), similar) + place_bonus(belief, statement)
        scored.append((speaks, -j))
    scored.sort(reverse=True)
    return [-j for s, j in scored[:_MAX_PASSAGES] if s >= _NEAR_BEST * scored[0][0]]


def gather_cold(belief: Belief, now: Sequence[Statement], vectors: Vectors) -> ColdEvidence:
    """Measure one cold comparison."""
    weights = belief_weights(belief.text, belief.note_title, Rarity(now))
    near = _nearest(belief, weights, now, vectors)
    if not near:
        return ColdEvidence(ColdSignals(), None, ())
    best = now[near[0]]
    passages = [now[j] for j in near]
    near_words, whole = said_by(tuple(passages)), said_by(tuple(now))
    said = words_of(belief.text)
    missing = {n: w for n, w in weights.items() if not holds(whole, n)}
    absent = [n for n in weights if said.kinds[n] in EXACT_KINDS and not holds(near_words, n)]
    other = {k for n, k in near_words.kinds.items() if k in EXACT_KINDS and not holds(said, n)}
    total = sum(weights.values()) or 1.0
    words = [words_of(s.plain) for s in passages]
    done = any(has_cue(w, lexicon.DONE_WORDS, lexicon.CJK_DONE) for w in words)
    over = any(has_cue(w, lexicon.OVERRIDE_WORDS, lexicon.CJK_OVERRIDE) for w in words)
    open_belief = is_open(belief)
    signals = ColdSignals(
        coverage=sum(w * holds(near_words, n) for n, w in weights.items()) / total,
        similarity=cosine(vectors, belief.text, passage_text(best)) or 0.0,
        missing_exact=float(min(3, sum(said.kinds[n] in EXACT_KINDS for n in missing))),
        conflicting=float(any(said.kinds[n] in other for n in absent)),
        missing_name=float(min(3, sum(said.kinds[n] == "name" for n in missing))),
        missing=sum(missing.values()) / total,
        against=float((words_of(best.plain).negations % 2) != (said.negations % 2)),
        open_belief=float(open_belief),
        done_cue=float(done),
        override_cue=float(over),
        open_and_done=float(open_belief and done),
        ticked=float(
            open_belief and any(s.task_mark in DONE_MARKS for s in passages if s.task_mark)
        ),
        status_and_open=float(open_belief and _status_done(now)),
        struck=float("~~" in best.text),
        later=float(any(_is_later(s, belief) for s in passages)),
    )
    return ColdEvidence(signals, near[0], tuple(absent))


def _status_done(now: Sequence[Statement]) -> bool:
    return any(
        s.key is not None
        and s.kind in ("property", "inline_field")
        and s.key.casefold().rsplit(".", 1)[-1] in STATUS_KEYS
        and has_cue(words_of(s.plain), lexicon.DONE_WORDS, lexicon.CJK_DONE)
        for s in now
    )
