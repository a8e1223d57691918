"""Add the signals up: the chance that the memory must change, and what kind of change it is.

Pure. `scoring.compare` calls it. The model's weights are data (`weights.json`); a few rules bound
what it says where a person would be sure: words that stand unchanged, a ticked task.
"""

from dataclasses import asdict
from typing import Final, Literal, TypeAlias

from vaultwatch.drift.model import Change
from vaultwatch.drift.scoring.cold import ColdEvidence
from vaultwatch.drift.scoring.model_weights import load_model
from vaultwatch.drift.scoring.signals import Evidence, Signals

_QUIET = 0.09
"""Top of the band for a belief whose supports say the same in another shape."""
_STANDS = 0.45
"""Top of the band for a belief whose supports stand untouched, or that has none, and to which
nothing speaks: under the bar, yet ranked by what else the edit did. Squeezing these under 0.1 too
cost 0.01 of AUC."""
_SPEAKS = 0.4
"""An addition at least this relevant speaks to a belief even without a cue. Chosen by hand."""
OverBy: TypeAlias = Literal["marked as over", "said to be over", "said no more"]
"""What a task or a stroke marks as over, what the status or an `UPDATE` says is over, and what the
note said nearly whole and says no longer."""
BOUNDS: Final[dict[OverBy, float]] = {
    "marked as over": 0.85,
    "said to be over": 0.65,
    "said no more": 0.75,
}
"""Least score of an open belief. Chosen by hand; what they were worth stands with the weights."""
_COLD_MARKED = 0.65
"""The same for the first where no earlier state of the note is known."""
_WHOLE = 0.8
_DROPPED = 0.3
"""Strength of a support that says nearly all of a belief, and how much less its note's best passage
says now, for the note to say it no more. Chosen by hand."""
_ROOM = 0.04
"""What a score above such a top may still rise."""
_SAME_SUBJECT = 0.3
"""Another value counts only in a passage that says this share of the belief. Chosen by hand."""
_CLEAR = 0.65
"""Least score at which such a value, or a word of ending, makes a finding: below it they were
right 5 times of 9 on public documents."""
_UNSURE = 0.45
"""Top of the band for a cold comparison where nothing in the note speaks against the belief."""


def warm_score(evidence: Evidence) -> float:
    """Return the chance that the memory must change: the model's, inside the rules' bounds."""
    s = evidence.signals
    score = load_model().warm.score(asdict(s))
    if not _speaks(s):
        if evidence.support is None or s.all_untouched:
            return _under(_STANDS, score)
        if _same_words(s):
            return _QUIET * score
    bound = bound_of(s)
    if bound is None:
        return score
    return max(score, load_model().floors.get(bound, BOUNDS[bound]))


def bound_of(s: Signals) -> OverBy | None:
    """Return what bounds a score from below."""
    if s.struck or (s.ticked and s.open_belief):
        return "marked as over"
    if s.status_done_and_open or s.added_done_and_open:
        return "said to be over"
    if s.strength >= _WHOLE and s.drop >= _DROPPED:
        return "said no more"
    return None


def _under(top: float, score: float) -> float:
    """Return a score held under `top` and a little, the order of what lies above it kept."""
    return min(score, top + _ROOM * score)


def is_elsewhere(evidence: Evidence) -> bool:
    """Whether all that a belief rests on stands untouched and nothing speaks to it."""
    s = evidence.signals
    return (evidence.support is None or bool(s.all_untouched)) and not _speaks(s)


def _same_words(s: Signals) -> bool:
    """Whether what stands in the supports' place says the same words in another shape."""
    changed = s.gone or s.went or s.came or s.hit
    return not (changed or s.negated or s.ticked or s.struck)


def _speaks(s: Signals) -> bool:
    """Whether anything but the supports changed in a way that bears on the belief."""
    added = s.added_cue or s.added_relevance >= _SPEAKS or s.added_topic >= _SPEAKS
    status = s.status_and_open or s.status_done_and_open or s.property_took
    return bool(added or status or s.hit or s.note_lost or s.quotes)


def warm_change(evidence: Evidence) -> Change:
    """Return what kind of change a drifted warm comparison met."""
    s = evidence.signals
    if s.gone:
        return "removed"
    if s.ticked or s.status_and_open or s.open_and_done:
        return "status"
    if s.swapped:
        return "value"
    if s.against:
        return "reversed"
    if s.all_untouched:
        return "superseded"
    return "renamed" if s.hit_name else "value"


def cold_score(evidence: ColdEvidence) -> float:
    """Return the chance that the memory must change, from the note alone.

    Words that the note does not say are no reason by themselves: a memory paraphrases. Without
    something in the note that speaks against the belief the score stays under one half.
    """
    if evidence.chosen is None:
        return 0.0
    s = evidence.signals
    score = load_model().cold.score(asdict(s))
    if s.ticked or s.struck:
        return max(score, _COLD_MARKED)
    weak = (s.conflicting and s.coverage >= _SAME_SUBJECT) or s.near_ident or s.open_and_done
    strong = s.missing_quote or s.only_past or s.status_and_open or s.later
    is_against = bool(strong) or (bool(weak) and score >= _CLEAR)
    return score if is_against else _under(_UNSURE, score)


def cold_change(evidence: ColdEvidence) -> Change:
    """Return what kind of change a drifted cold comparison met."""
    s = evidence.signals
    if s.ticked or s.status_and_open or s.open_and_done:
        return "status"
    if s.conflicting:
        return "value"
    return "reversed" if s.against else "superseded"
