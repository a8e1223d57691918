"""Decide one comparison: which rule says it, what is shown, or what the signals weigh.

Pure. The one place where it is decided: `scoring.compare` tells the decision, `scoring.explain`
lays it open.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from vaultwatch.drift.belief import Belief, is_pointer
from vaultwatch.drift.findings.scale import SHIPPED, Scale, ScoreKind
from vaultwatch.drift.matters import marks_as_said, says_itself
from vaultwatch.drift.model import Baseline, Change, Grounding, Mode
from vaultwatch.drift.outcome import CHANGES, WhatIsShown, judge
from vaultwatch.drift.passages.align import cut_as
from vaultwatch.drift.passages.asserted import find_supports
from vaultwatch.drift.passages.columns import with_units
from vaultwatch.drift.scoring.grounding import worth_of
from vaultwatch.drift.scoring.signals import Evidence, gather
from vaultwatch.drift.scoring.weights import Model, load_model
from vaultwatch.notes.model import Statement

PlainRule: TypeAlias = Literal["points", "same", "said", "marked", "unknown"]

RULED_SCORE: Final = 0.01
"""Score where a rule says that the belief stands: less than of any edit. Chosen by hand."""
MOST_SURE: Final = 0.99
"""The highest score: 1.00 would say that nothing else can be."""
UNTOUCHED: Final = 0.45
"""Top of the score where all that the belief rests on stands, or is said yet, and nothing new
speaks of it, or all values that it has from there stand in other words."""

STANDS: Final = 0.09
"""The same where the memory is said to hold."""


@dataclass(frozen=True, slots=True)
class Weighing:
    """One belief held against its note then and now."""

    baseline: Baseline
    evidence: Evidence
    judged: WhatIsShown
    """What can be shown, the score aside."""
    score: float
    """What the weights say, 0..1."""

    @property
    def change(self) -> Change:
        """What kind of change it is, or would be."""
        if self.judged.exhibit is not None:
            return CHANGES[self.judged.exhibit.proof]
        values = self.evidence.values
        is_swapped = bool(values["swapped"])
        kinds: dict[Change, object] = {
            "removed": values["gone"],
            "status": values["ticked"] or values["open_and_ended"],
            "reversed": values["denied"] and not is_swapped,
            "superseded": self.evidence.is_untouched,
            "renamed": values["left_name"] and not is_swapped,
            "value": is_swapped or values["other_values"],
        }
        return next((kind for kind, holds in kinds.items() if holds), "exchanged")


@dataclass(frozen=True, slots=True)
class Decided:
    """How one comparison was decided."""

    score: float
    by: PlainRule | Weighing | Grounding
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
    """Decide on one belief and one cited note."""
    denial = denial_of(baseline, now)
    if denial is not None and not _is_shown_elsewhere(belief, baseline, now, denial):
        score = scale.read(denial.chance, "never_agreed")
        return Decided(score, denial, "never_agreed", denial.chance)
    if (rule := rule_of(belief, baseline, tuple(now))) is not None:
        return Decided(RULED_SCORE, rule)
    one = weigh(belief, baseline, now)
    score = scale.read(one.score, one.change)
    return Decided(max(score, one.judged.certainty), one, one.change, one.score)


def _is_shown_elsewhere(
    belief: Belief, baseline: Baseline, now: Sequence[Statement], denial: Grounding
) -> bool:
    """Tell whether another line was edited since so that it shows drift: nobody was told of it."""
    if says_the_same(baseline, now):
        return False
    shown = weigh(belief, baseline, now).judged.exhibit
    return shown is not None and shown.now != denial.index


def on_one_cut(
    belief: Belief, baseline: Baseline, now: Sequence[Statement]
) -> tuple[Baseline, tuple[Statement, ...]]:
    """Return a baseline and its note now, lines cut alike that one of the two reads as one.

    What stands in the column of a unit is in that unit.
    """
    stood, now = with_units(baseline.statements), with_units(now)
    if stood is not baseline.statements:
        baseline = replace(baseline, statements=stood)
    then = cut_as(stood, now)
    now = cut_as(now, then)
    if then is not stood:
        baseline = replace(
            baseline,
            statements=then,
            supports=find_supports(belief, then),
            grounding=baseline.grounding and _worth_again(belief, then, baseline.grounding),
        )
    return baseline, now


def _worth_again(belief: Belief, then: tuple[Statement, ...], worth: Grounding) -> Grounding:
    """Return what a note is worth whose lines are cut anew; none denies that did not."""
    again = worth_of(belief, then, is_verified=worth.is_by_word)
    if again.outcome == "denied" != worth.outcome:
        return replace(worth, index=None)
    return replace(again, marks=worth.marks)


def mode_of(baseline: Baseline, now: Sequence[Statement]) -> Mode:
    """Return `cold` where the baseline was adopted and has nothing to be warm against."""
    if baseline.origin == "written":
        return "warm"
    return "cold" if not baseline.supports or says_the_same(baseline, now) else "warm"


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
        return "unknown"
    if baseline.statements == now:
        return "same"
    stood = {statement.digest for statement in baseline.statements}
    if says_itself(belief, (one for one in now if one.digest not in stood)):
        return "said"  # the memory was ahead of its note
    told = marks_as_said(belief, baseline, now)
    if [one.digest for one in told.statements] == [one.digest for one in now]:
        return "marked" if told.statements != baseline.statements else None
    return None


def weigh(belief: Belief, baseline: Baseline, now: Sequence[Statement]) -> Weighing:
    """Return a belief weighed against its note then and now."""
    told = marks_as_said(belief, baseline, tuple(now))
    judged = judge(belief, told.statements, tuple(now))
    evidence = gather(judged.memory, judged.edit, judged.grounds)
    return Weighing(baseline, evidence, judged, scored(evidence, judged, load_model()))


def scored(evidence: Evidence, judged: WhatIsShown, model: Model) -> float:
    """Return the chance that the memory must change, 0..1."""
    score = model.score(evidence.values)
    if judged.stands:
        score = min(score, STANDS)
    elif judged.is_said or judged.keeps_values or not judged.is_touched:
        score = min(score, UNTOUCHED)
    return min(round(score, 4), MOST_SURE)
