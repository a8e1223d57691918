"""Hold a belief against the note it cites: does it still hold?

Pure. `services.look` calls `compare` for each memory and note. Warm: against the baseline. Cold:
against the note alone, where nobody knows what it said when the belief was written.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from itertools import pairwise
from typing import Final

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.findings.scale import SHIPPED, Scale
from vaultwatch.drift.model import Baseline, Comparison, Grounding, Outcome, Quote
from vaultwatch.drift.passages.align import align
from vaultwatch.drift.passages.view import View
from vaultwatch.drift.proofs.proving import Exhibit
from vaultwatch.drift.scoring.cold import ColdEvidence
from vaultwatch.drift.scoring.deciding import (
    RULED_SCORE,
    PlainRule,
    Weighing,
    decide,
)
from vaultwatch.drift.scoring.evidence_passage import (
    EvidencePassage,
    Found,
    evidence_passage,
    is_readable,
)
from vaultwatch.drift.scoring.model_weights import load_model
from vaultwatch.drift.scoring.reasons import (
    MAX_REASONS,
    cold_reasons,
    denial_reasons,
    proof_reasons,
    warm_reasons,
)
from vaultwatch.drift.scoring.verdict import cold_change
from vaultwatch.notes.model import Statement

RULES_VERSION = load_model().version
"""Changes when the same texts may get another score; services then compare anew, once."""
_MOSTLY = 0.5
"""Share of a belief's words gone from the note for its support to count as deleted altogether."""


def compare(
    belief: Belief,
    baseline: Baseline,
    now: Sequence[Statement],
    *,
    scale: Scale = SHIPPED,
) -> Comparison:
    """Return the verdict on one belief and one cited note.

    Args:
        belief: what the memory says.
        baseline: what the note said, and which of it supports the belief.
        now: the note's statements as it stands.
        scale: on which the vault reads scores; drifted at or above its bar.
    """
    decision = decide(belief, baseline, now, scale)
    score, is_over = decision.score, decision.score >= scale.bar
    is_sure = decision.weighed >= SHIPPED.bar  # no reader's word on others changes what is shown
    match decision.by:
        case Weighing() as turning:
            return _warm(turning, baseline, score, is_over=is_over)
        case ColdEvidence() as evidence:
            return _cold(belief, baseline, now, evidence, score, drifted=is_over)
        case Grounding() as worth:
            is_shown = is_sure and bool(worth.instead)
            outcome: Outcome = "shown" if is_shown else "likely" if is_over else "holds"
            return _never_agreed(baseline, now, worth, score, outcome)
        case rule:
            return _standing(belief, baseline, rule)


def _warm(turning: Weighing, baseline: Baseline, score: float, *, is_over: bool) -> Comparison:
    outcome = turning.judged.outcome(turning.ending, is_over=is_over)
    if (exhibit := turning.judged.exhibit) is not None:
        return _proved(turning, baseline, exhibit, score)
    then, view = baseline.statements, turning.view
    now = view.now
    evidence, ending = turning.evidence, turning.ending
    is_asked = outcome == "in_doubt" and turning.judged.is_touched
    is_told = is_asked or outcome in {"shown", "likely"}
    found = EvidencePassage(evidence.chosen, _only(evidence.chosen))
    if is_told:
        found = _shown(Found(view, evidence, ending))
    chosen, shown = found.chosen, found.passage
    if ending is not None and ending.how == "ticked" and chosen is not None:
        ending = replace(ending, chosen=chosen)  # the reason names the task that is shown
    olds = _predecessors(view, chosen, shown) if chosen is not None else ()
    was = olds or _only(evidence.support)
    before = _quote(*(then[i] for i in was))
    if before is not None and olds:
        before = replace(before, is_replaced=True)
    old = then[was[0]] if was else None
    new = now[chosen] if chosen is not None else None
    at = new or old
    own = replace(baseline, supports=tuple(view.supports))
    return Comparison(
        memory_id=baseline.memory_id,
        note=baseline.note,
        mode="warm",
        score=score,
        outcome=outcome,
        proof=turning.judged.proof(ending),
        kind="memory_drift" if is_told else None,
        change=turning.change if is_told else None,
        section=at.section if at else view.belief.narrow,
        before=before,
        after=_quote(*(now[j] for j in shown)),
        reasons=warm_reasons(evidence, ending, view.belief.text, then, now, drifted=is_told),
        passage=_passage(own, now, new),
        also=_quote(*(now[j] for j in _only(found.also))),
    )


def _proved(turning: Weighing, baseline: Baseline, exhibit: Exhibit, score: float) -> Comparison:
    """Return the comparison of a belief that a proof shows to be outdated."""
    then, view = turning.view.then, turning.view
    old = baseline.statements[exhibit.at]
    new = view.now[exhibit.now] if exhibit.now is not None else None
    before = _quote(old)
    if before is not None and new is not None:
        before = replace(before, is_replaced=True)
    elsewhere = (one.now for one in turning.judged.exhibits if one.at != exhibit.at)
    also = next((view.now[j] for j in elsewhere if j is not None), None)
    others = warm_reasons(
        turning.evidence, turning.ending, view.belief.text, then, view.now, drifted=True
    )
    own = replace(baseline, supports=tuple(view.supports))
    return Comparison(
        memory_id=baseline.memory_id,
        note=baseline.note,
        mode="warm",
        score=score,
        outcome="shown",
        proof=exhibit.proof,
        kind="memory_drift",
        change=turning.change,
        section=(new or old).section,
        before=before,
        after=_quote(new) if new is not None else None,
        reasons=tuple(dict.fromkeys((*proof_reasons(exhibit), *others)))[:MAX_REASONS],
        passage=_passage(own, view.now, new),
        also=_quote(also) if also is not None else None,
    )


_WHY: Final[Mapping[PlainRule, str]] = {
    "points": "it points to the note, and the note is there",
    "same": "the note says what it said",
    "said": "the note says it, word for word",
    "marked": "the note marks the task as the memory says",
    "wished": "it says what is to be, and what its note said before nobody knows",
}


def _standing(belief: Belief, baseline: Baseline, rule: PlainRule) -> Comparison:
    """Return the comparison of a belief that stands by a rule."""
    best = max(baseline.supports, key=lambda s: (s.strength, -s.index), default=None)
    quote = _quote(*([baseline.statements[best.index]] if best is not None else []))
    return Comparison(
        memory_id=belief.memory_id,
        note=baseline.note,
        mode="warm",
        score=RULED_SCORE,
        outcome="holds",
        kind=None,
        change=None,
        section=quote.section if quote is not None else belief.narrow,
        before=quote,
        after=quote,
        reasons=(_WHY[rule],),
        passage=_passage(baseline, baseline.statements, None),
    )


def _never_agreed(
    baseline: Baseline, now: Sequence[Statement], worth: Grounding, score: float, outcome: Outcome
) -> Comparison:
    """Return the comparison of a belief that its note denied from the first."""
    other = now[worth.index] if worth.index is not None and worth.index < len(now) else None
    return Comparison(
        memory_id=baseline.memory_id,
        note=baseline.note,
        mode="cold",
        score=score,
        outcome=outcome,
        proof="value" if outcome == "shown" else "",
        kind="memory_drift" if outcome != "holds" else None,
        change="never_agreed" if outcome != "holds" else None,
        section=other.section if other is not None else (),
        before=None,
        after=_quote(*([other] if other is not None else [])),
        reasons=denial_reasons(worth),
        passage=_digest(["denied", other.digest if other is not None else ""]),
    )


def _shown(found: Found) -> EvidencePassage:
    """Return what a reader should look at; nothing where it is gone."""
    shown = evidence_passage(found)
    if shown.chosen is None:
        return shown
    s = found.evidence.signals
    is_gone = found.ending is None and s.gone and s.lost_anywhere > _MOSTLY
    if is_gone and found.view.speaks(found.view.now[shown.chosen]) < s.strength * _MOSTLY:
        return EvidencePassage(None, ())  # nothing took its place: show no bystander
    return shown


def _only(index: int | None) -> tuple[int, ...]:
    return () if index is None else (index,)


def _predecessors(view: View, chosen: int, shown: tuple[int, ...]) -> tuple[int, ...]:
    """Return what the shown statements said then, as far as it stood in one place.

    () where the chosen one is new, or stands as it did: then the belief's support is shown.
    """
    supports = {support.index for support in view.supports}

    def before(j: int) -> int | None:
        olds = [i for i, k in view.aligned.successor.items() if k == j]
        return min(olds, key=lambda i: (i not in supports, i), default=None)

    own = before(chosen)
    if own is None or own in view.aligned.unchanged:
        return ()
    olds = sorted(i for j in shown if (i := before(j)) is not None)
    is_one = all(b - a == 1 for a, b in pairwise(olds))
    return tuple(olds) if is_one and is_readable([view.then[i] for i in olds]) else (own,)


def _cold(  # noqa: PLR0913  # as `compare`
    belief: Belief,
    baseline: Baseline,
    now: Sequence[Statement],
    evidence: ColdEvidence,
    score: float,
    *,
    drifted: bool,
) -> Comparison:
    best = now[evidence.chosen] if evidence.chosen is not None else None
    return Comparison(
        memory_id=belief.memory_id,
        note=baseline.note,
        mode="cold",
        score=score,
        outcome="likely" if drifted else "holds",
        kind="memory_drift" if drifted else None,
        change=cold_change(evidence) if drifted else None,
        section=best.section if best else belief.narrow,
        before=None,
        after=_quote(*([best] if best else [])),
        reasons=cold_reasons(evidence, now, drifted=drifted),
        passage=_digest([best.digest] if best else []),
    )


def _quote(*statements: Statement) -> Quote | None:
    """Return statements of one passage as a reader sees them, in one line."""
    if not statements:
        return None
    text = ""
    for before, one in zip((None, *statements), statements, strict=False):
        mark = f"[{one.task_mark}] " if one.task_mark is not None else ""
        is_prose = before is not None and before.kind == one.kind == "sentence"
        text += ("" if before is None else " " if is_prose else " · ") + mark + one.text
    return Quote(text, statements[0].first_line, statements[0].section)


def _passage(baseline: Baseline, now: Sequence[Statement], chosen: Statement | None) -> str:
    aligned = align(tuple(baseline.statements), tuple(now))
    digests = [
        now[aligned.successor[s.index]].digest if s.index in aligned.successor else "gone"
        for s in sorted(baseline.supports, key=lambda s: s.index)
    ]
    return _digest([*digests, chosen.digest if chosen else "none"])


def _digest(parts: Sequence[str]) -> str:
    return blake2b("\x00".join(parts).encode(), digest_size=16).hexdigest()
