"""Add the signals up: the chance that the memory must change, and what kind of change it is.

Pure. `drift.compare` calls it. The model's weights are data (`weights.json`); a few rules bound
what it says where a person would be sure: words that stand unchanged, a ticked task.
"""

from dataclasses import asdict

from vaultwatch.drift.cold import ColdEvidence
from vaultwatch.drift.model import Change
from vaultwatch.drift.model_weights import load_model
from vaultwatch.drift.signals import Evidence

_QUIET = 0.05
"""Score of a belief whose support stands and to which nothing speaks: never near one half."""
_SURE = 0.85
"""Score of an open belief whose task is ticked, or of one whose support is struck through."""
_LIKELY = 0.65
"""Score of an open belief where an addition that speaks to it, or the status, says it ended."""


def warm_score(evidence: Evidence) -> float:
    """Return the chance that the memory must change: the model's, inside the rules' bounds."""
    s = evidence.signals
    if evidence.support is None:
        return _QUIET / 2
    speaks = s.added_cue or s.status_and_open or s.status_done_and_open
    if s.all_untouched and not s.hit and not speaks:
        return _QUIET / 2
    same_words = not (s.all_untouched or s.gone or s.went or s.came)
    if same_words and not (s.negated or s.ticked or s.struck or speaks):
        return _QUIET
    score = load_model().warm.score(asdict(s))
    if s.struck or (s.ticked and s.open_belief):
        return max(score, _SURE)
    if s.status_done_and_open or s.added_done_and_open:
        return max(score, _LIKELY)
    return score


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
    """Return the chance that the memory must change, from the note alone."""
    if evidence.settling is None:
        return 0.0
    score = load_model().cold.score(asdict(evidence.signals))
    if evidence.signals.ticked or evidence.signals.struck:
        return max(score, _LIKELY)
    return score


def cold_change(evidence: ColdEvidence) -> Change:
    """Return what kind of change a drifted cold comparison met."""
    s = evidence.signals
    if s.ticked or s.status_and_open or s.open_and_done:
        return "status"
    if s.conflicting:
        return "value"
    return "reversed" if s.against else "superseded"
