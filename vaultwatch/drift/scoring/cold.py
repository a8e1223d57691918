"""Measure a belief against a note alone, where nobody knows what the note said before.

Pure. Weaker than `scoring.signals`: a belief paraphrases, so a low similarity says nothing; only
another value, another polarity, a closed task or a word of ending beside an open belief does.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from heapq import nlargest
from typing import Final

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.language import lexicon
from vaultwatch.drift.language.lexicon import STATUS_KEYS
from vaultwatch.drift.language.tokens import EXACT_KINDS, TokenKind
from vaultwatch.drift.language.words import (
    Words,
    belief_weights,
    has_cue,
    holds,
    merged,
    rarity_of,
    words_of,
)
from vaultwatch.drift.news.open_matters import CLOSED_MARKS, is_open, is_waiting
from vaultwatch.drift.passages.edits import missing_quotes, outside, present
from vaultwatch.drift.passages.support import lexical, place_bonus
from vaultwatch.drift.passages.view import said_by
from vaultwatch.drift.scoring.grounding import ground, lacks_value, spoken_share
from vaultwatch.notes.days import day_at
from vaultwatch.notes.model import Statement

_NEAR_BEST: Final = 0.72
_MAX_PASSAGES: Final = 4
_ISO_DATE: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?!\d)")


@dataclass(frozen=True, slots=True)
class ColdSignals:
    """What can be measured without a baseline; every field 0 where it does not apply."""

    coverage: float = 0.0
    """Share of the belief's words that its best passages say."""
    missing_exact: float = 0.0
    """Exact tokens of the belief that the whole note does not say, at most 3."""
    conflicting: float = 0.0
    """1 where the best passages say another value of a kind the belief misses there."""
    conflict_beside: float = 0.0
    """The same times how much else of the belief that passage says."""
    only_past: float = 0.0
    """Share of the belief that the best passages say only of the past: `(was 940 €)`."""
    only_aside: float = 0.0
    """Share of the belief that they say only in brackets."""
    near_ident: float = 0.0
    """1 where the note holds no identifier of the belief but one that differs by a part."""
    missing_ident: float = 0.0
    """Identifiers of the belief that the whole note does not say, at most 2."""
    missing_quote: float = 0.0
    """Share of the belief's quoted words that the note does not say verbatim."""
    missing_near: float = 0.0
    """Share of the belief's words that the best passages do not say but the note does elsewhere."""
    exact_held: float = 0.0
    """Exact tokens of the belief that the best passages say, at most 3."""
    missing_name: float = 0.0
    """Names of the belief that the whole note does not say, at most 3."""
    against: float = 0.0
    """1 where belief and best passage differ in negations."""
    unsaid_no: float = 0.0
    """1 where the belief denies, and none of the best passages does."""
    open_belief: float = 0.0
    open_and_done: float = 0.0
    """1 where the belief is open and the best passages hold a word of ending."""
    open_held: float = 0.0
    """1 where the belief is open and the best passages hold a word of waiting or an open task."""
    ticked: float = 0.0
    """1 where the belief is open and the best passage is a closed task."""
    status_and_open: float = 0.0
    """1 where the belief is open and a status property says done."""
    struck: float = 0.0
    later: float = 0.0
    """1 where a relevant passage bears a date after the belief was written that it does not say."""
    denied: float = 0.0
    """1 where the note says otherwise (`scoring.grounding`)."""
    lacks: float = 0.0
    """1 where the belief gives a number, date, path or the like that the note says in no form."""
    spoken: float = 0.0
    """Share of the belief's words, the note's title apart, that the note says anywhere."""
    stands_out: float = 0.0
    """How much more of the belief the statement says that says most of it than the next one."""


FOR_RULES: Final = frozenset({"coverage", "conflicting", "near_ident", "against"})
"""What the rules of `scoring.verdict` ask for; beside the others it tells the weights nothing."""
NAMES: Final = tuple(one.name for one in fields(ColdSignals) if one.name not in FOR_RULES)
"""The signals that are weighed."""


@dataclass(frozen=True, slots=True)
class ColdEvidence:
    """What the cold signals rest on."""

    signals: ColdSignals
    chosen: int | None
    missing_norms: tuple[str, ...]


def _is_later(statement: Statement, belief: Belief) -> bool:
    if belief.created is None:
        return False
    written, own = day_at(belief.created), words_of(belief.text)
    text = " ".join((*statement.section[-1:], statement.context, statement.plain))
    for found in _ISO_DATE.finditer(text):
        try:
            is_later = date(*map(int, found.groups())) > written
        except ValueError:  # 31 February
            continue
        if is_later and not all(holds(own, norm) for norm in words_of(found[0]).kinds):
            return True
    return False


def _nearest(belief: Belief, weights: Mapping[str, float], now: Sequence[Statement]) -> list[int]:
    """Return the passages that speak most to the belief, best first."""
    scored = []
    for j, statement in enumerate(now):
        if statement.kind == "heading":
            continue
        scored.append((lexical(weights, statement) + place_bonus(belief, statement), -j))
    scored.sort(reverse=True)
    return [-j for s, j in scored[:_MAX_PASSAGES] if s >= _NEAR_BEST * scored[0][0]]


def gather_cold(belief: Belief, now: Sequence[Statement]) -> ColdEvidence:
    """Measure one cold comparison."""
    weights = belief_weights(belief.text, belief.note_title, rarity_of((), tuple(now)))
    near = _nearest(belief, weights, now)
    if not near:
        return ColdEvidence(ColdSignals(), None, ())
    passages = tuple(now[j] for j in near)
    absent = tuple(
        n
        for n, k in words_of(belief.text).kinds.items()
        if k in EXACT_KINDS and not holds(said_by(passages), n)
    )
    whole = tuple(now)
    first, second = nlargest(2, (*(lexical(weights, one) for one in whole), 0.0, 0.0))
    values = {
        **_word_signals(belief, weights, passages, now),
        **_cue_signals(belief, passages, now),
        "missing_quote": missing_quotes(belief.text, now),
        "denied": float(ground(belief, whole).outcome == "denied"),
        "lacks": float(lacks_value(belief, whole)),
        "spoken": spoken_share(belief, whole),
        "stands_out": first - second,
    }
    return ColdEvidence(ColdSignals(**values), near[0], absent)


def _word_signals(
    belief: Belief,
    weights: Mapping[str, float],
    passages: tuple[Statement, ...],
    now: Sequence[Statement],
) -> dict[str, float]:
    """Return what the belief says and the note does not, or says otherwise.

    `near` is what the best passages say, `whole` what the note says. Example: the belief `The fee
    is 40 euros in cash`; the best passage `The fee (was 40) is 55 euros`, and `cash` in another
    line. Then `fee` and `euros` are covered, `cash` is missing near, `40` is said of the past only,
    and `55` conflicts with it.
    """
    near, whole = said_by(passages), said_by(tuple(now))
    total = sum(weights.values()) or 1.0
    coverage = sum(w * holds(near, n) for n, w in weights.items()) / total
    missing = {n: w for n, w in weights.items() if not holds(whole, n)}
    gone = sum(missing.values()) / total
    conflicting = _conflicting(belief, near)
    kinds = words_of(belief.text).kinds
    held = sum(kind in EXACT_KINDS and holds(near, n) > 0 for n, kind in kinds.items())
    return {
        "coverage": coverage,
        "missing_near": max(0.0, 1 - coverage - gone),
        "exact_held": float(min(3, held)),
        "conflicting": conflicting,
        "conflict_beside": conflicting * coverage,
        **_missing_kinds([(n, kinds[n]) for n in missing], whole),
        **_said_in_passing(weights, passages, near, total),
    }


def _conflicting(belief: Belief, near: Words) -> float:
    """Return 1 where a value of the belief is not near, but another one of its kind is."""
    kinds = words_of(belief.text).kinds
    other = {kind for n, kind in near.kinds.items() if kind in EXACT_KINDS and n not in kinds}
    absent = {kind for n, kind in kinds.items() if kind in EXACT_KINDS and not holds(near, n)}
    return float(not other.isdisjoint(absent - {"unit"}))


def _missing_kinds(missing: Sequence[tuple[str, TokenKind]], whole: Words) -> dict[str, float]:
    """Return how many words of each telling kind the note does not say."""
    idents = [norm for norm, kind in missing if kind == "ident"]
    return {
        "missing_exact": float(min(3, sum(kind in EXACT_KINDS for _, kind in missing))),
        "missing_ident": float(min(2, len(idents))),
        "missing_name": float(min(3, sum(kind == "name" for _, kind in missing))),
        "near_ident": float(any(_is_near(norm, whole) for norm in idents)),
    }


def _said_in_passing(
    weights: Mapping[str, float], passages: tuple[Statement, ...], near: Words, total: float
) -> dict[str, float]:
    """Return the shares of the belief said only of the past, and only in brackets."""
    raw = merged(words_of(s.plain) for s in passages)
    main = merged(words_of(outside(present(s.plain))) for s in passages)
    past = sum(w for n, w in weights.items() if holds(raw, n) and not holds(near, n))
    aside = sum(w for n, w in weights.items() if holds(near, n) and not holds(main, n))
    return {"only_past": past / total, "only_aside": aside / total}


def _is_near(ident: str, whole: Words) -> bool:
    """Whether the note holds an identifier that begins or ends like a missing one."""
    half = max(4, len(ident) * 3 // 5)
    return any(
        kind == "ident" and n != ident and (n[:half] == ident[:half] or n[-half:] == ident[-half:])
        for n, kind in whole.kinds.items()
    )


def _cue_signals(
    belief: Belief, passages: tuple[Statement, ...], now: Sequence[Statement]
) -> dict[str, float]:
    """Return what cue words, tasks, strokes and dates of the best passages say."""
    words = [words_of(s.plain) for s in passages]
    denies, denied = words_of(belief.text).negations, [one.negations for one in words]
    done = any(has_cue(w, lexicon.DONE_WORDS, lexicon.CJK_DONE) for w in words)
    waits = any(has_cue(w, lexicon.OPEN_WORDS, lexicon.CJK_OPEN) for w in words[:2])
    marks = [s.task_mark for s in passages[:2] if s.task_mark is not None]
    open_belief = is_open(belief)
    return {
        "against": float(denied[0] % 2 != denies % 2),
        "unsaid_no": float(denies > 0 and not any(denied)),
        "open_belief": float(open_belief),
        "open_and_done": float(open_belief and done),
        "open_held": float(open_belief and (waits or any(m not in CLOSED_MARKS for m in marks))),
        "ticked": float(is_waiting(belief) and any(m in CLOSED_MARKS for m in marks[:1])),
        "status_and_open": float(open_belief and _status_done(now)),
        "struck": float("~~" in passages[0].text),
        "later": float(any(_is_later(s, belief) for s in passages)),
    }


def _status_done(now: Sequence[Statement]) -> bool:
    return any(
        s.key is not None
        and s.kind in ("property", "inline_field")
        and s.key.casefold().rsplit(".", 1)[-1] in STATUS_KEYS
        and has_cue(words_of(s.plain), lexicon.DONE_WORDS, lexicon.CJK_DONE)
        for s in now
    )
