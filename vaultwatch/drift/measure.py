"""Measure what an edit did to the words a belief rests on.

Pure. `view_of` aligns a note then and now for one belief, `gather` makes its `Signals`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from vaultwatch.drift import lexicon
from vaultwatch.drift.align import Alignment, align, alike
from vaultwatch.drift.belief import Belief
from vaultwatch.drift.edits import (
    broken_phrases,
    full_text,
    link_targets,
    lost_quotes,
    measure_edit,
    present,
)
from vaultwatch.drift.model import Baseline, Support
from vaultwatch.drift.open_matters import is_closed, is_open
from vaultwatch.drift.signals import Evidence, Signals
from vaultwatch.drift.support import Vectors, cosine, lexical, place_bonus, relevance
from vaultwatch.drift.tokens import EXACT_KINDS
from vaultwatch.drift.words import (
    Rarity,
    Words,
    belief_weights,
    context_of,
    has_cue,
    holds,
    merged,
    passage_text,
    rarity_of,
    words_of,
)
from vaultwatch.notes.model import Statement

STATUS_KEYS: Final = frozenset(
    {"status", "state", "stage", "phase", "progress", "decision", "outcome", "result", "answer"}
    | {"statut", "état", "etat", "stand", "zustand", "estado", "situação", "fase", "etapa"}
    | {"状态", "状態", "ステータス", "进度", "進捗"}
)
_SPEAKS: Final = 0.3
"""An added statement at least this relevant speaks to the belief. Chosen by hand."""
_SHARED_SAY: Final = 0.35
"""What an edit counts at least where an untouched statement says the same. Chosen by hand."""
_SPLIT: Final = 0.6
"""A passage that says this share of what a successor lost is part of the successor."""
_ANNOUNCED_SPEAKS: Final = 0.15
"""The same for one that opens with a word like UPDATE. Chosen by hand."""
_ANNOUNCED: Final = re.compile(
    r"\W{0,4}(?:update|edit|correction|korrektur|nachtrag|actualizaci|atualiza|mise à jour|更新)",
    re.IGNORECASE,
)


@lru_cache(maxsize=32)
def said_by(statements: tuple[Statement, ...]) -> Words:
    """Return what any of several statements says now, or stands under, as one."""
    return merged(
        words
        for s in statements
        for words in (words_of(present(full_text(s))), words_of(context_of(s)))
    )


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
    rarity: Rarity

    def speaks(self, statement: Statement) -> float:
        """Return how strongly a statement speaks to the belief."""
        similar = cosine(self.vectors, self.belief.text, passage_text(statement))
        return relevance(lexical(self.weights, statement), similar)


def view_of(belief: Belief, baseline: Baseline, now: Sequence[Statement], vectors: Vectors) -> View:
    """Align a note and weigh the belief's words in it."""
    then = tuple(baseline.statements)
    rarity = rarity_of(then, tuple(now))
    weights = belief_weights(belief.text, belief.note_title, rarity)
    supports = sorted(baseline.supports, key=lambda s: -s.strength)
    return View(belief, weights, supports, then, now, align(then, tuple(now)), vectors, rarity)


def gather(view: View) -> Evidence:
    """Measure one warm comparison."""
    values: dict[str, float] = {}
    lost: list[str] = []
    top = view.supports[0].strength if view.supports else 1.0
    worths: list[tuple[float, int]] = []
    for support in view.supports:
        share = (support.strength / (top or 1.0)) ** 3 * _own_share(view, support.index)
        measured, words = _support_signals(view, support.index)
        for name, value in measured.items():
            values[name] = max(values.get(name, 0.0), share * value)
        lost += words
        worth = measured.get("hit", 0.0) + 0.3 * measured.get("went", 0.0) + measured["gone"] * 0.5
        worths.append((share * (worth + measured["ticked"] + 0.02), -support.index))
    turning = -max(worths)[1] if worths else None
    values |= _whole_signals(view)
    values |= _meaning_signals(view)
    added, added_values = _added_signals(view)
    values |= added_values
    values["property_took"] = _property_took(view)
    status = _status_change(view)
    values |= _joint_signals(view, values, status)
    chosen = None
    if turning is not None and turning not in view.aligned.unchanged:
        chosen = view.aligned.successor.get(turning)
    return Evidence(
        signals=Signals(**values),
        support=turning,
        chosen=chosen,
        added=added,
        lost_norms=tuple(dict.fromkeys(lost)),
        ticked=values.get("ticked", 0.0) > 0,
        status=status,
    )


def _own_share(view: View, i: int) -> float:
    """Return how much of what a support says of the belief no untouched support says too."""
    standing = [
        words_of(full_text(view.then[s.index]))
        for s in view.supports
        if s.index in view.aligned.unchanged and s.index != i
    ]
    own = words_of(full_text(view.then[i]))
    said = {n: w * holds(own, n) for n, w in view.weights.items() if holds(own, n)}
    alone = sum(w for n, w in said.items() if not any(holds(words, n) for words in standing))
    total = sum(said.values())
    return _SHARED_SAY + (1.0 - _SHARED_SAY) * alone / total if total else 1.0


def _support_signals(view: View, i: int) -> tuple[dict[str, float], tuple[str, ...]]:
    """Return the signals of one support and what stands in its place."""
    then = view.then[i]
    j = view.aligned.successor.get(i)
    if i in view.aligned.unchanged and j is not None:
        same_links = link_targets(then) == link_targets(view.now[j])
        if same_links:
            return {"gone": 0.0, "ticked": 0.0}, ()
    if j is None:
        return {"gone": 1.0, "ticked": 0.0}, ()
    now = view.now[j]
    edit = measure_edit(view.weights, then, [now])
    found_again, other = _found_again(view, edit.lost, j)
    if other is not None and found_again >= _SPLIT:
        edit = measure_edit(view.weights, then, [now, view.now[other]])
    old, new, said = words_of(then.plain), words_of(now.plain), words_of(view.belief.text)
    odd = (new.negations - old.negations) % 2
    agreed = (old.negations % 2) == (said.negations % 2)
    closed_then, closed_now = is_closed(then), is_closed(now)
    values = {
        "gone": 0.0,
        "hit": edit.hit,
        "hit_exact": edit.hit_exact,
        "hit_name": edit.hit_name,
        "precision": edit.precision,
        "swapped": edit.swapped,
        "came_exact": edit.came_exact,
        "came": edit.came,
        "went": edit.went,
        "negated": float(odd),
        "against": float(odd and agreed),
        "ticked": float(then.task_mark is not None and closed_then != closed_now),
        "done_came": float(_comes(old, new, lexicon.DONE_WORDS, lexicon.CJK_DONE)),
        "open_went": float(_comes(new, old, lexicon.OPEN_WORDS, lexicon.CJK_OPEN)),
        "override_came": float(_comes(old, new, lexicon.OVERRIDE_WORDS, lexicon.CJK_OVERRIDE)),
        "struck": float("~~" in now.text and "~~" not in then.text),
        "extended": float(not edit.went and edit.came > 0),
        "found_again": found_again,
    }
    return values, edit.lost


def _comes(old: Words, new: Words, table: frozenset[str], marks: Sequence[str]) -> bool:
    """Whether a cue word of `table` stands in `new` and not in `old`."""
    if not (new.folded & table) <= old.folded:
        return True
    return any(mark in new.raw and mark not in old.raw for mark in marks)


def _found_again(view: View, lost: Sequence[str], successor: int) -> tuple[float, int | None]:
    """Return the largest share of the lost words that one other new passage says, and which."""
    total = sum(view.weights.get(n, 0.0) for n in lost)
    best, chosen = 0.0, None
    for j in (*view.aligned.added, *view.aligned.edited) if total else ():
        if j != successor:
            words = words_of(present(full_text(view.now[j])))
            said = sum(view.weights.get(n, 0.0) * holds(words, n) for n in lost)
            if said / total > best:
                best, chosen = said / total, j
    return best, chosen


def _whole_signals(view: View) -> dict[str, float]:
    """Return what the supports together said and their successors, or the note, no longer say."""
    if not view.supports:
        return {}
    weights, aligned = view.weights, view.aligned
    changed = [s.index for s in view.supports if s.index not in aligned.unchanged]
    old = [view.then[s.index] for s in view.supports]
    new = [view.now[j] for s in view.supports if (j := aligned.successor.get(s.index)) is not None]
    standing = [view.then[s.index] for s in view.supports if s.index not in changed]
    kept, whole = said_by((*new, *standing)), said_by(tuple(view.now))
    before = [words_of(full_text(s)) for s in old]
    shared = {n: w * max(holds(b, n) for b in before) for n, w in weights.items()}
    total = sum(shared.values()) or 1.0
    lost = {n: w for n, w in shared.items() if w and not holds(kept, n)}
    lost_all = {n: w for n, w in lost.items() if not holds(whole, n)}
    said = words_of(view.belief.text).kinds
    once = said_by(tuple(view.then))
    note_lost = {n: w for n, w in weights.items() if not holds(whole, n) and holds(once, n)}
    if not changed:  # common words that left elsewhere say nothing about a support that stands
        note_lost = {n: w for n, w in note_lost.items() if said[n] in EXACT_KINDS}
    return {
        "note_lost": sum(note_lost.values()) / (sum(weights.values()) or 1.0),
        "note_lost_ident": float(min(2, sum(said[n] == "ident" for n in note_lost))),
        "untouched": float(view.supports[0].index in aligned.unchanged),
        "all_untouched": float(not changed),
        "strength": view.supports[0].strength,
        "lost": sum(lost.values()) / total,
        "lost_anywhere": sum(lost_all.values()) / total,
        "phrases": broken_phrases(view.belief.text, weights, old, view.now),
        "quotes": lost_quotes(view.belief.text, view.then, view.now),
    }


def _meaning_signals(view: View) -> dict[str, float]:
    """Return how well the best passages speak to the belief, then and now."""
    vectors, text = view.vectors, view.belief.text
    best_now = max((view.speaks(s) for s in view.now), default=0.0)
    best_then = max((view.speaks(view.then[s.index]) for s in view.supports), default=0.0)
    cos_now = max((cosine(vectors, text, passage_text(s)) or 0.0 for s in view.now), default=0.0)
    olds = [passage_text(view.then[s.index]) for s in view.supports]
    cos_then = max((cosine(vectors, text, old) or 0.0 for old in olds), default=0.0)
    return {
        "best_now": best_now,
        "drop": max(0.0, best_then - best_now),
        "meaning_drop": max(0.0, cos_then - cos_now) if cos_now else 0.0,
    }


def _joint_signals(view: View, values: Mapping[str, float], status: int | None) -> dict[str, float]:
    """Return the signals that count only for an open or an exclusive belief."""
    said = words_of(view.belief.text)
    is_open_belief = float(is_open(view.belief))
    is_exclusive = float(has_cue(said, lexicon.EXCLUSIVE_WORDS))
    # A task of its own that is still open says more than some new status, unless that says `done`.
    has_task = any(view.then[s.index].task_mark is not None for s in view.supports)
    is_done = (
        status is not None
        and has_cue(words_of(view.now[status].plain), lexicon.DONE_WORDS, lexicon.CJK_DONE)
        and (not has_task or values.get("property_took", 0.0) > 0)
    )
    get = values.get
    return {
        "open_belief": is_open_belief,
        "ticked_and_open": is_open_belief * get("ticked", 0.0),
        "open_and_done": is_open_belief * get("done_came", 0.0),
        "open_and_came": is_open_belief * get("came", 0.0),
        "gone_and_lost": get("gone", 0.0) * get("lost", 0.0),
        "added_done_and_open": is_open_belief * get("added_done_and_open", 0.0),
        "added_and_exclusive": is_exclusive * get("added_topic", 0.0),
        "status_and_open": is_open_belief * (status is not None and not has_task),
        "status_done_and_open": is_open_belief * is_done,
    }


def is_cue(words: Words) -> bool:
    """Whether a text holds a word of ending, of overriding or a negation."""
    return (
        has_cue(words, lexicon.DONE_WORDS, lexicon.CJK_DONE)
        or has_cue(words, lexicon.OVERRIDE_WORDS, lexicon.CJK_OVERRIDE)
        or words.negations > 0
    )


def _added_signals(view: View) -> tuple[int | None, dict[str, float]]:
    """Return the addition that speaks most against the belief, and how much additions do."""
    successor = view.aligned.successor
    own = {successor[s.index] for s in view.supports if s.index in successor}
    said = words_of(view.belief.text)
    kinds = {said.kinds[n] for n in said.exact}
    edited = set(view.aligned.edited)
    found = {"added_relevance": 0.0, "added_topic": 0.0, "added_cue": 0.0}
    found |= {"added_done_and_open": 0.0, "added_conflict": 0.0, "added_below": 0.0}
    best, chosen = 0.0, None
    for j in (*view.aligned.added, *view.aligned.edited):
        statement = view.now[j]
        if j in own or statement.kind == "heading":
            continue
        speaks = view.speaks(statement) + place_bonus(view.belief, statement) / 2
        below = stands_below(view, j) if j not in edited else 0.0
        topic = max(speaks, topic_of(view, statement)) * (0.8 if j in edited else 1.0)
        words = words_of(present(statement.plain))
        is_announced = _ANNOUNCED.match(statement.plain) is not None
        floor = _ANNOUNCED_SPEAKS if is_announced else _SPEAKS
        here = {"added_relevance": speaks, "added_topic": topic, "added_below": below}
        if (speaks >= floor or topic >= _SPEAKS or below) and is_cue(words):
            here["added_cue"] = max(topic, below)
            if is_announced and has_cue(words, lexicon.DONE_WORDS, lexicon.CJK_DONE):
                here["added_done_and_open"] = max(topic, below)
        if kinds & {words.kinds[n] for n in words.exact if not holds(said, n)}:
            here["added_conflict"] = max(topic, below)
        for name, value in here.items():
            found[name] = max(found[name], value)
        worth = topic + below + here.get("added_cue", 0.0) + here.get("added_conflict", 0.0) / 2
        if worth > best:
            best, chosen = worth, j
    return chosen, found


def topic_of(view: View, statement: Statement) -> float:
    """Return how far an addition speaks of what the strongest support speaks of."""
    if not view.supports:
        return 0.0
    support = view.then[view.supports[0].index]
    share = alike(support, statement, view.rarity)
    similar = cosine(view.vectors, passage_text(support), passage_text(statement))
    return relevance(share, similar)


def stands_below(view: View, j: int) -> float:
    """Return the strength of the support under which, or right behind which, an addition stands."""
    statement = view.now[j]
    best = 0.0
    for support in view.supports:
        i = view.aligned.successor.get(support.index)
        if i is None or statement.section != view.now[i].section:
            continue
        is_child = bool(statement.context) and statement.context == view.now[i].plain
        if is_child or (statement.first_line - view.now[i].last_line in (0, 1)):
            best = max(best, support.strength * (1.0 if is_child else 0.5))
    return best


def _property_took(view: View) -> float:
    """Return the largest share of the belief's words that an edited property or field took."""
    best = 0.0
    for i, j in view.aligned.successor.items():
        then = view.then[i]
        if then.kind in ("property", "inline_field") and i not in view.aligned.unchanged:
            edit = measure_edit(view.weights, then, [view.now[j]])
            best = max(best, edit.hit if edit.lost else 0.0)
    return best


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
