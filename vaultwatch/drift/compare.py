"""Hold a belief against the note it cites: does it still hold?

Pure. `services.scan` calls `texts_for_comparison`, fetches vectors for those texts and calls
`compare` for each memory and note. Warm: against the baseline. Cold: against the note alone,
where nobody knows what it said when the belief was written.
"""

from collections.abc import Sequence
from datetime import date
from hashlib import blake2b

from vaultwatch.drift.align import align
from vaultwatch.drift.belief import Belief, is_pointer
from vaultwatch.drift.cold import gather_cold
from vaultwatch.drift.endings import FLOORS, ending_of
from vaultwatch.drift.facts import facts_of, parted
from vaultwatch.drift.measure import View, gather, view_of
from vaultwatch.drift.model import Baseline, Comparison, Mode, Quote
from vaultwatch.drift.model_weights import load_model
from vaultwatch.drift.overturns import overturn_of
from vaultwatch.drift.reasons import cold_reasons, warm_reasons
from vaultwatch.drift.settling import settling_statement
from vaultwatch.drift.signals import Evidence
from vaultwatch.drift.support import MAX_ASKED, Vectors, ranked, texts_for_support
from vaultwatch.drift.verdict import cold_change, cold_score, warm_change, warm_score
from vaultwatch.drift.words import passage_text
from vaultwatch.notes.model import Statement

MIN_SCORE = 0.5
"""The scores are chances: at one half it is as likely as not."""
RULES_VERSION = load_model().version
"""Changes when the same texts may get another score; services then compare anew, once."""
_UNCHANGED = 0.01
"""Score where the note says what it said: less than of any edit. Chosen by hand."""
_MOSTLY = 0.5
"""Share of a belief's words gone from the note for its support to count as deleted altogether."""


def texts_for_comparison(
    belief: Belief, baseline: Baseline, now: Sequence[Statement]
) -> tuple[str, ...]:
    """Return the texts whose vectors `compare` wants; few, and none where nothing changed.

    Args:
        belief: what the memory says.
        baseline: of the cited note.
        now: the note's statements as it stands.
    """
    then = baseline.statements
    if mode_of(baseline, now) == "cold":
        best = [j for _, j in ranked(belief, now)[:MAX_ASKED]]
        return tuple(dict.fromkeys([belief.text, *(passage_text(now[j]) for j in best)]))
    aligned = align(tuple(then), tuple(now))
    fresh = set(aligned.added) | set(aligned.edited)
    if not fresh and len(aligned.unchanged) == len(then):
        return ()
    indices = [
        aligned.successor[s.index] for s in baseline.supports if s.index in aligned.successor
    ]
    indices += [j for _, j in ranked(belief, now)[:MAX_ASKED]]
    olds = [passage_text(then[s.index]) for s in baseline.supports]
    news = [passage_text(now[j]) for j in dict.fromkeys(indices)]
    facts = [
        text
        for part in facts_of(belief)
        for text in (*texts_for_support(part, then), *texts_for_support(part, now))
    ]
    return tuple(dict.fromkeys([belief.text, *olds, *news, *facts]))


def mode_of(baseline: Baseline, now: Sequence[Statement]) -> Mode:
    """Return `cold` where the baseline was adopted and has nothing to be warm against."""
    if baseline.origin == "written":
        return "warm"
    if not baseline.supports:
        return "cold"
    same = [s.digest for s in baseline.statements] == [s.digest for s in now]
    return "cold" if same else "warm"


def compare(  # noqa: PLR0913  # the room's one door: two values more than the rule likes
    belief: Belief,
    baseline: Baseline,
    now: Sequence[Statement],
    vectors: Vectors,
    *,
    now_date: date | None = None,
    min_score: float = MIN_SCORE,
) -> Comparison:
    """Return the verdict on one belief and one cited note.

    Args:
        belief: what the memory says.
        baseline: what the note said, and which of it supports the belief.
        now: the note's statements as it stands.
        vectors: by text, at best all of `texts_for_comparison`; missing ones leave words alone.
        now_date: today, for a caller that knows it; kept for dated rules.
        min_score: drifted at or above this score.
    """
    del now_date
    if is_pointer(belief):
        return _unchanged(belief, baseline, "it points to the note, and the note is there")
    if mode_of(baseline, now) == "cold":
        return _compare_cold(belief, baseline, now, vectors, min_score)
    whole = _compare_warm(belief, baseline, now, vectors, min_score)
    if baseline.statements == tuple(now):
        return whole
    # A memory of several facts is outdated when one of them is.
    parts = [
        _compare_warm(fact, own, now, vectors, min_score)
        for fact, own in parted(belief, baseline, vectors)
    ]
    return max([whole, *parts], key=lambda one: one.score)


def _compare_warm(
    belief: Belief,
    baseline: Baseline,
    now: Sequence[Statement],
    vectors: Vectors,
    min_score: float,
) -> Comparison:
    then = baseline.statements
    if then == tuple(now):
        return _unchanged(belief, baseline, "the note says what it said")
    view = view_of(belief, baseline, now, vectors)
    evidence = gather(view)
    ending = overturn_of(view) or ending_of(view)
    score = max(warm_score(evidence), FLOORS[ending.how] if ending is not None else 0.0)
    drifted = score >= min_score
    change = (ending.change if ending is not None else warm_change(evidence)) if drifted else None
    settling = _settling(view, evidence) if drifted else evidence.settling
    if ending is not None:
        settling = ending.settling
    old = then[evidence.support] if evidence.support is not None else None
    if (i := _predecessor(view, settling)) is not None:
        old = then[i]
    new = now[settling] if settling is not None else None
    at = new or old
    return Comparison(
        memory_id=belief.memory_id,
        note=baseline.note,
        mode="warm",
        score=round(score, 4),
        drifted=drifted,
        kind="memory_drift" if drifted else None,
        change=change,
        section=at.section if at else belief.narrow,
        before=_quote(old),
        after=_quote(new),
        reasons=warm_reasons(evidence, ending, then, now, drifted=drifted),
        passage=_passage(baseline, now, new),
    )


def _unchanged(belief: Belief, baseline: Baseline, reason: str) -> Comparison:
    """Return the comparison of a belief that no change can touch."""
    best = max(baseline.supports, key=lambda s: (s.strength, -s.index), default=None)
    quote = _quote(baseline.statements[best.index]) if best is not None else None
    return Comparison(
        memory_id=belief.memory_id,
        note=baseline.note,
        mode="warm",
        score=_UNCHANGED,
        drifted=False,
        kind=None,
        change=None,
        section=quote.section if quote is not None else belief.narrow,
        before=quote,
        after=quote,
        reasons=(reason,),
        passage=_passage(baseline, baseline.statements, None),
    )


def _settling(view: View, evidence: Evidence) -> int | None:
    """Return the index now of the statement a reader should look at; None where it is gone."""
    s = evidence.signals
    if evidence.ticked or s.struck:
        return evidence.settling
    if evidence.status is not None and s.status_done_and_open and s.all_untouched:
        return evidence.status if s.added_done_and_open < s.strength else evidence.added
    chosen = settling_statement(view)
    if s.gone and s.lost_anywhere > _MOSTLY and chosen is not None:
        # Nothing took its place: show no bystander.
        return chosen if view.speaks(view.now[chosen]) >= s.strength * _MOSTLY else None
    return chosen


def _predecessor(view: View, settling: int | None) -> int | None:
    """Return what a settling statement said then, None where it is new; supports first."""
    if settling is None:
        return None
    then = [i for i, j in view.aligned.successor.items() if j == settling]
    supports = {support.index for support in view.supports}
    return min(then, key=lambda i: (i not in supports, i), default=None)


def _compare_cold(
    belief: Belief,
    baseline: Baseline,
    now: Sequence[Statement],
    vectors: Vectors,
    min_score: float,
) -> Comparison:
    evidence = gather_cold(belief, now, vectors)
    score = cold_score(evidence)
    drifted = score >= min_score
    best = now[evidence.settling] if evidence.settling is not None else None
    return Comparison(
        memory_id=belief.memory_id,
        note=baseline.note,
        mode="cold",
        score=round(score, 4),
        drifted=drifted,
        kind="memory_drift" if drifted else None,
        change=cold_change(evidence) if drifted else None,
        section=best.section if best else belief.narrow,
        before=None,
        after=_quote(best),
        reasons=cold_reasons(evidence, now, drifted=drifted),
        passage=_digest([best.digest] if best else []),
    )


def _quote(statement: Statement | None) -> Quote | None:
    if statement is None:
        return None
    mark = f"[{statement.task_mark}] " if statement.task_mark is not None else ""
    return Quote(mark + statement.text, statement.first_line, statement.section)


def _passage(baseline: Baseline, now: Sequence[Statement], settling: Statement | None) -> str:
    aligned = align(tuple(baseline.statements), tuple(now))
    digests = [
        now[aligned.successor[s.index]].digest if s.index in aligned.successor else "gone"
        for s in sorted(baseline.supports, key=lambda s: s.index)
    ]
    return _digest([*digests, settling.digest if settling else "none"])


def _digest(parts: Sequence[str]) -> str:
    return blake2b("\x00".join(parts).encode(), digest_size=16).hexdigest()
