"""Measure what an edit did to the words a belief rests on.

Pure. `gather` makes one `Signals` of a belief, its supports and the aligned note; `drift.verdict`
weighs them. Each signal is a number that a person can check by hand.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Final

from vaultwatch.drift import lexicon
from vaultwatch.drift.align import Alignment, align
from vaultwatch.drift.belief import Belief
from vaultwatch.drift.model import Baseline, Support
from vaultwatch.drift.support import Vectors, cosine, lexical, place_bonus, relevance
from vaultwatch.drift.tokens import EXACT_KINDS
from vaultwatch.drift.words import (
    Rarity,
    Words,
    belief_weights,
    context_of,
    has_cue,
    holds,
    passage_text,
    words_of,
)
from vaultwatch.notes.model import Statement

DONE_MARKS: Final = frozenset("xX-")
"""Task marks that close a task: done and cancelled."""
STATUS_KEYS: Final = frozenset(
    {"status", "state", "stage", "phase", "progress", "decision", "outcome", "result", "answer"}
    | {"statut", "état", "etat", "stand", "zustand", "estado", "situação", "fase", "etapa"}
    | {"状态", "状態", "ステータス", "进度", "進捗"}
)
_SPEAKS: Final = 0.3
"""An added statement at least this relevant speaks to the belief. Chosen by hand."""
_ANNOUNCED_SPEAKS: Final = 0.15
"""The same for one that opens with a word like UPDATE. Chosen by hand."""
_ANNOUNCED: Final = re.compile(
    r"\W{0,4}(?:update|edit|correction|korrektur|nachtrag|actualizaci|atualiza|mise à jour|更新)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Signals:
    """What can be measured of one comparison; every field 0 where it does not apply."""

    untouched: float = 0.0
    """1 where the strongest support stands unchanged."""
    all_untouched: float = 0.0
    """1 where every support stands unchanged."""
    strength: float = 0.0
    """Of the strongest support."""
    lost: float = 0.0
    """Share of what belief and support both said that the successor no longer says."""
    lost_anywhere: float = 0.0
    """The same, that the whole note no longer says."""
    lost_exact: float = 0.0
    """Numbers, dates, identifiers of the belief gone from the successor, at most 3."""
    lost_exact_anywhere: float = 0.0
    lost_name: float = 0.0
    """Names gone from the successor, at most 3."""
    swapped: float = 0.0
    """1 where a lost exact token has another of its kind in its place."""
    new_exact: float = 0.0
    """Exact tokens that the successor says and neither support nor belief did, at most 3."""
    novelty: float = 0.0
    """Share of the successor's words that are new."""
    removed: float = 0.0
    """Share of the support's words that are gone."""
    regained: float = 0.0
    """Share of the belief said by the successor and not by the support: it moved towards it."""
    negated: float = 0.0
    """1 where the successor says an odd number of negations more or less."""
    against: float = 0.0
    """1 where that makes the successor differ from the belief, which agreed with the support."""
    ticked: float = 0.0
    """1 where the task mark changed between open and closed."""
    open_belief: float = 0.0
    """1 where the belief speaks of something unfinished."""
    done_came: float = 0.0
    """1 where a word of ending came into the successor."""
    open_went: float = 0.0
    """1 where a word of waiting went from it."""
    override_came: float = 0.0
    """1 where a word like `now`, `instead`, `until` came into it."""
    open_and_done: float = 0.0
    gone: float = 0.0
    """1 where the strongest support has no successor."""
    drop: float = 0.0
    """Best relevance then minus best relevance now."""
    best_now: float = 0.0
    """Relevance of the best passage now."""
    meaning_drop: float = 0.0
    """Cosine of belief and support minus cosine of belief and successor."""
    meaning_shift: float = 0.0
    """1 minus the cosine of support and successor."""
    has_meaning: float = 0.0
    """1 where there were vectors."""
    added_relevance: float = 0.0
    """Of the added or edited statement, no successor of a support, that speaks most to it."""
    added_cue: float = 0.0
    """Its relevance where it holds a word of ending, of overriding or a negation."""
    added_done_and_open: float = 0.0
    """The relevance of an addition with a word of ending, where the belief is open."""
    status_changed: float = 0.0
    """1 where a status property changed."""
    status_and_open: float = 0.0
    status_done_and_open: float = 0.0
    """1 where the belief is open and the status now says that it ended."""
    struck: float = 0.0
    """1 where the successor is struck through."""
    extended: float = 0.0
    """1 where the successor says all that the support said, and more."""


NAMES: Final = tuple(field.name for field in fields(Signals))


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the signals rest on: for quotes and reasons."""

    signals: Signals
    support: int | None
    """Index then of the support the verdict turns on."""
    settling: int | None
    """Index now of the statement that settles it."""
    added: int | None
    """Index now of the addition that speaks most to the belief."""
    lost_norms: tuple[str, ...]
    ticked: bool
    status: int | None
    """Index now of a changed status property."""


class Union:
    """The words of several statements with their context, as one."""

    def __init__(self, statements: Sequence[Statement]) -> None:
        """Read the words of each statement and of what it stands under."""
        self.own = [words_of(s.plain) for s in statements]
        self.around = [words_of(context_of(s)) for s in statements]

    def holds(self, norm: str) -> float:
        """How far any of them says a norm."""
        return max((holds(w, norm) for w in (*self.own, *self.around)), default=0.0)


def is_open(belief: Belief) -> bool:
    """Whether a belief speaks of something unfinished."""
    words = words_of(belief.text)
    return has_cue(words, lexicon.OPEN_WORDS, lexicon.CJK_OPEN)


def _pair_signals(
    belief: Belief, then: Statement, now: Statement, vectors: Vectors
) -> dict[str, float]:
    """Return the signals of one support and its successor."""
    old, new, said = words_of(then.plain), words_of(now.plain), words_of(belief.text)
    came = {n for n in new.kinds if not holds(old, n)}
    went = {n for n in old.kinds if not holds(new, n)}
    came_words = Words({n: new.kinds[n] for n in came}, frozenset(), new.folded - old.folded, 0, "")
    went_words = Words({}, frozenset(), old.folded - new.folded, 0, "")
    odd = (new.negations - old.negations) % 2
    agreed = (old.negations % 2) == (said.negations % 2)
    cjk_done = any(m in now.plain and m not in then.plain for m in lexicon.CJK_DONE)
    cjk_over = any(m in now.plain and m not in then.plain for m in lexicon.CJK_OVERRIDE)
    cos_then = cosine(vectors, belief.text, passage_text(then))
    cos_now = cosine(vectors, belief.text, passage_text(now))
    shift = cosine(vectors, passage_text(then), passage_text(now))
    closed_then = then.task_mark in DONE_MARKS if then.task_mark else False
    closed_now = now.task_mark in DONE_MARKS if now.task_mark else False
    return {
        "new_exact": min(3, sum(new.kinds[n] in EXACT_KINDS and not holds(said, n) for n in came)),
        "novelty": len(came) / max(1, len(new.kinds)),
        "removed": len(went) / max(1, len(old.kinds)),
        "negated": float(odd),
        "against": float(odd and agreed),
        "ticked": float(then.task_mark is not None and closed_then != closed_now),
        "done_came": float(has_cue(came_words, lexicon.DONE_WORDS) or cjk_done),
        "open_went": float(has_cue(went_words, lexicon.OPEN_WORDS)),
        "override_came": float(has_cue(came_words, lexicon.OVERRIDE_WORDS) or cjk_over),
        "meaning_drop": (cos_then - cos_now) if cos_then is not None and cos_now is not None else 0,
        "meaning_shift": 1 - shift if shift is not None else 0.0,
        "has_meaning": float(shift is not None),
        "struck": float("~~" in now.text and "~~" not in then.text),
        "extended": float(not went and bool(came)),
    }


@dataclass(frozen=True, slots=True)
class View:
    """One belief, its note then and now, aligned: what every measure below looks at."""

    belief: Belief
    weights: Mapping[str, float]
    supports: Sequence[Support]
    """Strongest first."""
    then: Sequence[Statement]
    now: Sequence[Statement]
    aligned: Alignment
    vectors: Vectors

    def speaks(self, statement: Statement) -> float:
        """Return how strongly a statement speaks to the belief."""
        similar = cosine(self.vectors, self.belief.text, passage_text(statement))
        return relevance(lexical(self.weights, statement), similar)


def view_of(belief: Belief, baseline: Baseline, now: Sequence[Statement], vectors: Vectors) -> View:
    """Align a note and weigh the belief's words in it."""
    then = tuple(baseline.statements)
    weights = belief_weights(belief.text, belief.note_title, Rarity((*then, *now)))
    supports = sorted(baseline.supports, key=lambda s: -s.strength)
    return View(belief, weights, supports, then, now, align(then, tuple(now)), vectors)


def gather(view: View) -> Evidence:
    """Measure one warm comparison."""
    values, lost = _union_signals(view)
    turning = _turning_support(view)
    settling: int | None = None
    if turning is not None:
        j = view.aligned.successor.get(turning)
        if j is not None and turning not in view.aligned.unchanged:
            values |= _pair_signals(view.belief, view.then[turning], view.now[j], view.vectors)
            settling = j
        values["gone"] = float(j is None)
    best_now = max((view.speaks(s) for s in view.now), default=0.0)
    best_then = max((view.speaks(view.then[s.index]) for s in view.supports), default=0.0)
    values["best_now"] = best_now
    values["drop"] = max(0.0, best_then - best_now)
    added, added_values = _added_signals(view)
    values |= added_values
    status = _status_change(view)
    open_belief = is_open(view.belief)
    values["open_belief"] = float(open_belief)
    values["open_and_done"] = float(open_belief and values.get("done_came", 0.0) > 0)
    values["status_changed"] = float(status is not None)
    values["status_and_open"] = float(status is not None and open_belief)
    values["status_done_and_open"] = float(
        status is not None
        and open_belief
        and has_cue(words_of(view.now[status].plain), lexicon.DONE_WORDS, lexicon.CJK_DONE)
    )
    return Evidence(
        signals=Signals(**values),
        support=turning,
        settling=settling,
        added=added,
        lost_norms=lost,
        ticked=bool(values.get("ticked")),
        status=status,
    )


def _union_signals(view: View) -> tuple[dict[str, float], tuple[str, ...]]:
    """Return what the supports together said of the belief and their successors no longer say."""
    if not view.supports:
        return {}, ()
    weights, successor = view.weights, view.aligned.successor
    old = Union([view.then[s.index] for s in view.supports])
    new = Union([view.now[successor[s.index]] for s in view.supports if s.index in successor])
    whole = Union(list(view.now))
    kinds = {n: k for w in (*old.own, *old.around) for n, k in w.kinds.items()}
    shared = {n: w * old.holds(n) for n, w in weights.items() if old.holds(n)}
    total = sum(shared.values()) or 1.0
    lost = {n: w for n, w in shared.items() if not new.holds(n)}
    lost_all = {n: w for n, w in lost.items() if not whole.holds(n)}
    exact = [n for n in lost if kinds.get(n, "word") in EXACT_KINDS]
    came = {
        k
        for w in new.own
        for n, k in w.kinds.items()
        if k in EXACT_KINDS and not old.holds(n) and n not in weights
    }
    fresh = [s.index in view.aligned.unchanged for s in view.supports]
    regained = sum(w for n, w in weights.items() if not old.holds(n) and new.holds(n))
    values = {
        "untouched": float(fresh[0]),
        "all_untouched": float(all(fresh)),
        "strength": view.supports[0].strength,
        "lost": sum(lost.values()) / total,
        "lost_anywhere": sum(lost_all.values()) / total,
        "lost_exact": float(min(3, len(exact))),
        "lost_exact_anywhere": float(min(3, sum(n in lost_all for n in exact))),
        "lost_name": float(min(3, sum(kinds.get(n) == "name" for n in lost))),
        "swapped": float(any(kinds[n] in came for n in exact if n in kinds)),
        "regained": regained / (sum(weights.values()) or 1.0),
    }
    return values, tuple(sorted(lost, key=lambda n: -lost[n]))


def _turning_support(view: View) -> int | None:
    """Return the support that the verdict turns on: the one whose change lost most, weighed."""
    best, chosen = -1.0, None
    for support in view.supports:
        i = support.index
        j = view.aligned.successor.get(i)
        if i in view.aligned.unchanged:
            loss = 0.0
        elif j is None:
            loss = 0.5
        else:
            said_then = lexical(view.weights, view.then[i])
            loss = max(0.05, said_then - lexical(view.weights, view.now[j]))
        worth = support.strength * (loss + 0.02)
        if worth > best:
            best, chosen = worth, i
    return chosen


def _is_cue(words: Words) -> bool:
    return (
        has_cue(words, lexicon.DONE_WORDS, lexicon.CJK_DONE)
        or has_cue(words, lexicon.OVERRIDE_WORDS, lexicon.CJK_OVERRIDE)
        or words.negations > 0
    )


def _added_signals(view: View) -> tuple[int | None, dict[str, float]]:
    """Return the addition that speaks most to the belief, and how much it does."""
    successor = view.aligned.successor
    own = {successor[s.index] for s in view.supports if s.index in successor}
    best, chosen, cue, done = 0.0, None, 0.0, 0.0
    for j in (*view.aligned.added, *view.aligned.edited):
        statement = view.now[j]
        if j in own or statement.kind == "heading":
            continue
        speaks = view.speaks(statement) + place_bonus(view.belief, statement) / 2
        if speaks > best:
            best, chosen = speaks, j
        words = words_of(statement.plain)
        floor = _ANNOUNCED_SPEAKS if _ANNOUNCED.match(statement.plain) else _SPEAKS
        if speaks >= floor and _is_cue(words):
            cue = max(cue, speaks)
            if has_cue(words, lexicon.DONE_WORDS, lexicon.CJK_DONE):
                done = max(done, speaks)
    return chosen, {
        "added_relevance": best,
        "added_cue": cue,
        "added_done_and_open": done * is_open(view.belief),
    }


def _status_change(view: View) -> int | None:
    """Return the index now of a status property that says another thing than then."""
    for i, statement in enumerate(view.then):
        if statement.kind not in ("property", "inline_field") or statement.key is None:
            continue
        if statement.key.casefold().rsplit(".", 1)[-1] not in STATUS_KEYS:
            continue
        j = view.aligned.successor.get(i)
        if j is not None and i not in view.aligned.unchanged:
            return j
    return None
