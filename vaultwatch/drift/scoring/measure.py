"""Measure what an edit did to the words a belief rests on.

Pure. `gather` makes the `Signals` of one view; `news.additions` measures what came.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from vaultwatch.drift.language import lexicon
from vaultwatch.drift.language.lexicon import STATUS_KEYS
from vaultwatch.drift.language.tokens import EXACT_KINDS
from vaultwatch.drift.language.words import (
    Words,
    has_cue,
    holds,
    rarity_of,
    words_of,
)
from vaultwatch.drift.news.additions import added_signals
from vaultwatch.drift.news.open_matters import is_closed, is_open
from vaultwatch.drift.passages.edits import (
    broken_phrases,
    full_text,
    link_targets,
    lost_quotes,
    measure_edit,
    present,
)
from vaultwatch.drift.passages.replaced import replaced_share
from vaultwatch.drift.passages.support import lexical
from vaultwatch.drift.passages.view import View, said_by
from vaultwatch.drift.scoring.grounding import lacks_value
from vaultwatch.drift.scoring.signals import Evidence, Signals
from vaultwatch.notes.model import Statement

_SHARED_SAY: Final = 0.35
"""What an edit counts at least where an untouched statement says the same. Chosen by hand."""
_SPEAKS: Final = 0.2
"""Share of the belief's words from which on a statement speaks of it. Chosen by hand."""
_SPLIT: Final = 0.6
"""A passage that says this share of what a successor lost is part of the successor."""


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
    values |= _speaking_signals(view)
    added, added_values = added_signals(view)
    values |= added_values
    values["property_took"] = _property_took(view)
    values["lost_value"] = _lost_value(view)
    values["says_more"] = _says_more(view)
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
    old, new = words_of(then.plain), words_of(now.plain)
    odd = (new.negations - old.negations) % 2
    agreed = old.negations % 2 == words_of(view.belief.text).negations % 2
    closed_then, closed_now = is_closed(then), is_closed(now)
    values = {
        "gone": 0.0,
        "hit": edit.hit,
        "hit_exact": edit.hit_exact,
        "hit_name": edit.hit_name,
        "swapped": edit.swapped,
        "replaced": replaced_share(view.weights, then, now),
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
    aligned = view.aligned
    old = [view.then[s.index] for s in view.supports]
    is_changed = any(s.index not in aligned.unchanged for s in view.supports)
    now = said_by(tuple(view.now))
    return {
        "all_untouched": float(not is_changed),
        "strength": view.supports[0].strength,
        "phrases": broken_phrases(view.belief.text, view.weights, old, view.now),
        "quotes": lost_quotes(view.belief.text, view.then, view.now),
        **_lost_by_supports(view, now),
        **_lost_by_note(view, now, is_changed=is_changed),
        "fewer": _said_by_fewer(view),
    }


def _lost_by_supports(view: View, anywhere: Words) -> dict[str, float]:
    """Return how much of what belief and supports said is gone from their place, and altogether.

    Example: the belief says `40 euros in cash`, its support said it, the support's successor says
    `55 euros`, and another line of the note says `cash`. Then `40` and `cash` are lost in the
    support's place, and `40` alone is lost anywhere.
    """
    aligned = view.aligned
    standing = [view.then[s.index] for s in view.supports if s.index in aligned.unchanged]
    heirs = [j for s in view.supports if (j := aligned.successor.get(s.index)) is not None]
    in_place = said_by((*(view.now[j] for j in heirs), *standing))
    before = [words_of(full_text(view.then[s.index])) for s in view.supports]
    shared = {n: w * max(holds(words, n) for words in before) for n, w in view.weights.items()}
    lost = {n: w for n, w in shared.items() if w and not holds(in_place, n)}
    lost_anywhere = {n: w for n, w in lost.items() if not holds(anywhere, n)}
    total = sum(shared.values()) or 1.0
    return {
        "lost": sum(lost.values()) / total,
        "lost_anywhere": sum(lost_anywhere.values()) / total,
    }


def _lost_by_note(view: View, now: Words, *, is_changed: bool) -> dict[str, float]:
    """Return how much of the belief the note said anywhere, and says nowhere now."""
    once = said_by(tuple(view.then))
    kinds = words_of(view.belief.text).kinds
    lost = {n: w for n, w in view.weights.items() if not holds(now, n) and holds(once, n)}
    names = sum(kinds[n] == "name" for n in lost)
    if not is_changed:  # common words that left elsewhere say nothing about a support that stands
        lost = {n: w for n, w in lost.items() if kinds[n] in EXACT_KINDS}
    return {
        "note_lost": sum(lost.values()) / (sum(view.weights.values()) or 1.0),
        "note_lost_ident": float(min(2, sum(kinds[n] == "ident" for n in lost))),
        "note_lost_name": float(min(2, names)),
    }


def _said_by_fewer(view: View) -> float:
    """Return the share of the belief's words that fewer statements say than did.

    Example: of three lines that said `Kelvin` one is left; the word counts by two thirds.
    """
    once, left = rarity_of(tuple(view.then), ()), rarity_of((), tuple(view.now))
    fell = sum(
        weight * max(0, before - left.count(norm)) / before
        for norm, weight in view.weights.items()
        if (before := once.count(norm))
    )
    return fell / (sum(view.weights.values()) or 1.0)


def _speaking_signals(view: View) -> dict[str, float]:
    """Return how well the best passages speak to the belief, then and now."""
    best_now = max((view.speaks(s) for s in view.now), default=0.0)
    best_then = max((view.speaks(view.then[s.index]) for s in view.supports), default=0.0)
    return {"best_now": best_now, "drop": max(0.0, best_then - best_now)}


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


def _property_took(view: View) -> float:
    """Return the largest share of the belief's words that an edited property or field took."""
    best = 0.0
    for i, j in view.aligned.successor.items():
        then = view.then[i]
        if then.kind in ("property", "inline_field") and i not in view.aligned.unchanged:
            edit = measure_edit(view.weights, then, [view.now[j]])
            best = max(best, edit.hit if edit.lost else 0.0)
    return best


def _lost_value(view: View) -> float:
    """Return 1 where the note no longer says a value of the belief that it said."""
    now = tuple(view.now)
    is_lost = lacks_value(view.belief, now) and not lacks_value(view.belief, tuple(view.then))
    return float(is_lost)


def _says_more(view: View) -> float:
    """Return how much of what speaks of the belief came since, by what each statement says of it.

    A note that came to say more of a matter has often moved on.
    """
    before, after = (
        sum(max(0.0, lexical(view.weights, one) - _SPEAKS) ** 2 for one in side)
        for side in (view.then, view.now)
    )
    return max(0.0, 1.0 - before / after) if after else 0.0


def _status_change(view: View) -> int | None:
    """Return the index now of a status property that says another thing than then."""
    for i, statement in enumerate(view.then):
        if not is_status(statement):
            continue
        j = view.aligned.successor.get(i)
        if j is not None and i not in view.aligned.unchanged:
            return j
    return None


def is_status(statement: Statement) -> bool:
    """Tell whether a statement is a property or field that says how far a matter is."""
    if statement.kind not in ("property", "inline_field") or statement.key is None:
        return False
    return statement.key.casefold().rsplit(".", 1)[-1] in STATUS_KEYS
