"""Decide one comparison: which rule says it, or what the signals weigh inside the rules' bounds.

Pure. The one place where it is decided: `scoring.compare` tells the decision, `scoring.explain`
lays it open.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from itertools import product
from typing import Final, Literal, TypeAlias

from vaultwatch.drift.belief import Belief, is_pointer
from vaultwatch.drift.findings.newer_line import swap_of_newer_line
from vaultwatch.drift.findings.scale import SHIPPED, Scale, ScoreKind
from vaultwatch.drift.model import Baseline, Change, Grounding, Mode
from vaultwatch.drift.news.endings import FLOORS, Ending, ending_of
from vaultwatch.drift.news.open_matters import marks_as_said, says_itself
from vaultwatch.drift.outcome import CHANGES, WhatIsShown, judge
from vaultwatch.drift.passages.swaps import bare
from vaultwatch.drift.passages.view import View, view_of
from vaultwatch.drift.scoring.cold import ColdEvidence, gather_cold
from vaultwatch.drift.scoring.measure import gather
from vaultwatch.drift.scoring.model_weights import load_model
from vaultwatch.drift.scoring.signals import Evidence
from vaultwatch.drift.scoring.verdict import cold_score, warm_change, warm_score
from vaultwatch.notes.model import Statement

PlainRule: TypeAlias = Literal["points", "same", "said", "marked", "wished"]

RULED_SCORE: Final = 0.01
"""Score where a rule says that the belief stands: less than of any edit. Chosen by hand."""
MOST_SURE: Final = 0.99
"""The highest score: 1.00 would say that nothing else can be. Of the labelled cases held out, all
250 above it had drifted, so nothing is ordered less well."""
MAX_LINE_CHARS: Final = 400
"""Of a line that may settle a matter alone: a longer one says more. Chosen by hand."""
_NO_LINES: Final = ("heading", "code", "table_row")


@dataclass(frozen=True, slots=True)
class Weighing:
    """One belief held against its note then and now."""

    view: View
    evidence: Evidence
    ending: Ending | None
    """What overturns the belief, or ended the open matter that it speaks of."""
    weighed: float
    """What the weights alone say, 0..1."""
    bounded: float
    """The same inside the bounds of `scoring.verdict`."""
    floor: float
    """The least score that the ending leaves; 0 without one."""
    judged: WhatIsShown
    """What can be shown, the score aside."""

    @property
    def change(self) -> Change:
        """What kind of change it is, or would be."""
        if self.judged.exhibit is not None and self.ending is None:
            return CHANGES[self.judged.exhibit.proof]
        return self.ending.change if self.ending is not None else warm_change(self.evidence)

    @property
    def score(self) -> float:
        """The chance that the memory must change, 0..1, by weights and rules."""
        return min(round(max(self.bounded, self.floor), 4), MOST_SURE)


@dataclass(frozen=True, slots=True)
class Decided:
    """How one comparison was decided."""

    score: float
    by: PlainRule | Weighing | ColdEvidence | Grounding
    """The rule that says by itself that the belief stands, what the score was made from, or what
    the note said otherwise from the first."""
    kind: ScoreKind | None = None
    """As what kind of change it was scored; None where a rule says that the belief stands."""
    weighed: float = RULED_SCORE
    """The score before the vault's own verdicts were heard."""


def decide(
    belief: Belief,
    baseline: Baseline,
    now: Sequence[Statement],
    scale: Scale = SHIPPED,
) -> Decided:
    """Decide on one belief and one cited note.

    Args:
        belief: what the memory says.
        baseline: what the note said, and which of it supports the belief.
        now: the note's statements as it stands.
        scale: on which the vault reads scores.
    """
    if (denial := denial_of(baseline, now)) is not None:
        score = scale.read(denial.chance, "never_agreed")
        return Decided(score, denial, "never_agreed", denial.chance)
    if (rule := rule_of(belief, baseline, tuple(now))) is not None:
        return Decided(RULED_SCORE, rule)
    if mode_of(baseline, now) == "cold":
        evidence = gather_cold(belief, now)
        weighed = min(round(cold_score(evidence), 4), MOST_SURE)
        return Decided(scale.read(weighed, "cold"), evidence, "cold", weighed)
    one = weigh(belief, baseline, now)
    score = scale.read(one.score, one.change)
    return Decided(max(score, one.judged.certainty), one, one.change, one.score)


def mode_of(baseline: Baseline, now: Sequence[Statement]) -> Mode:
    """Return `cold` where the baseline was adopted and has nothing to be warm against."""
    if baseline.origin == "written":
        return "warm"
    if not baseline.supports:
        return "cold"
    return "cold" if says_the_same(baseline, now) else "warm"


def says_the_same(baseline: Baseline, now: Sequence[Statement]) -> bool:
    """Tell whether a note says what it said, in the same order."""
    return [s.digest for s in baseline.statements] == [s.digest for s in now]


def denial_of(baseline: Baseline, now: Sequence[Statement]) -> Grounding | None:
    """Return how a note said otherwise from the first, where it still stands so; else None.

    Its index is the deciding statement's among those of now.
    """
    worth = baseline.grounding
    if worth is None or worth.outcome != "denied":
        return None
    if worth.index is None:
        return worth if says_the_same(baseline, now) else None
    said = baseline.statements[worth.index].digest
    at = next((j for j, one in enumerate(now) if one.digest == said), None)
    return replace(worth, index=at) if at is not None else None


def rule_of(belief: Belief, baseline: Baseline, now: tuple[Statement, ...]) -> PlainRule | None:
    """Return the rule by which a belief stands, whatever the signals weigh."""
    if is_pointer(belief):
        return "points"
    if mode_of(baseline, now) == "cold":
        return "wished" if belief.is_wish else None
    if baseline.statements == now:
        return "same"
    stood = {statement.digest for statement in baseline.statements}
    # The memory was ahead of its note.
    if says_itself(belief, [statement for statement in now if statement.digest not in stood]):
        return "said"
    told = marks_as_said(belief, baseline, now)
    if [one.digest for one in told.statements] == [one.digest for one in now]:
        return "marked" if told.statements != baseline.statements else None
    return None


def weigh(belief: Belief, baseline: Baseline, now: Sequence[Statement]) -> Weighing:
    """Return a belief weighed against its note then and now."""
    view = view_of(belief, marks_as_said(belief, baseline, tuple(now)), now)
    shown = judge(belief, tuple(view.then), tuple(now))
    return weighed(view, gather(view), ending_of(view) or _newer_line(view), shown)


def _newer_line(view: View) -> Ending | None:
    """Return the added line that puts another value in the place of one that still stands."""
    stood = [s.index for s in view.supports if s.index in view.aligned.unchanged]
    for i, j in product(stood, view.aligned.added):
        old, new = view.then[i], view.now[j]
        now = view.now[view.aligned.successor[i]]
        is_below = now.section == new.section and now.first_line < new.first_line
        said = (view.belief.text, bare(old.text), bare(new.text))
        is_line = new.kind not in _NO_LINES and len(new.text) <= MAX_LINE_CHARS
        if is_line and swap_of_newer_line(*said, is_below=is_below) is not None:
            return Ending("overtaken", j)
    return None


def weighed(view: View, evidence: Evidence, ending: Ending | None, shown: WhatIsShown) -> Weighing:
    """Return what a view's evidence comes to by the present weights."""
    model = load_model()
    return Weighing(
        view=view,
        evidence=evidence,
        ending=ending,
        weighed=model.warm.score(asdict(evidence.signals)),
        bounded=warm_score(evidence),
        floor=model.floors.get(ending.how, FLOORS[ending.how]) if ending is not None else 0.0,
        judged=shown,
    )
