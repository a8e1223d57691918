"""Hold a belief against the note it cites: does it still hold?

Pure. `services.scanning` calls `compare` for each memory and note.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import Final

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.findings.scale import SHIPPED, Scale
from vaultwatch.drift.model import Baseline, Comparison, Grounding, Outcome, Quote
from vaultwatch.drift.outcome import MENTIONS, WhatIsShown
from vaultwatch.drift.passages.align import align
from vaultwatch.drift.passages.edit import NoteEdit
from vaultwatch.drift.proofs import RESTS
from vaultwatch.drift.scoring.deciding import (
    RULED_SCORE,
    Decided,
    PlainRule,
    Weighing,
    decide,
    on_one_cut,
)
from vaultwatch.drift.scoring.grounding import OUTRIGHT
from vaultwatch.drift.scoring.reasons import denial_reasons, warm_reasons
from vaultwatch.drift.scoring.weights import load_model
from vaultwatch.notes.inline import struck_in
from vaultwatch.notes.model import Statement

RULES_VERSION = load_model().version
"""Changes when the same texts may get another score; services then compare anew, once."""
_LEAST_SHOWN: Final = 0.5
"""An addition is shown in place of what was edited where it says this much beside the best line."""
_WHY: Final[Mapping[PlainRule, str]] = {
    "points": "it points to the note, and the note is there",
    "same": "the note says what it said",
    "said": "the note says it, word for word",
    "marked": "the note marks the task as the memory says",
    "unknown": "nothing in the note speaks against it, and what it said before nobody knows",
}


def compare(
    belief: Belief,
    baseline: Baseline,
    now: Sequence[Statement],
    *,
    scale: Scale = SHIPPED,
) -> Comparison:
    """Return the verdict on one belief and one cited note."""
    baseline, now = on_one_cut(belief, baseline, now)
    return compared(belief, baseline, now, decide(belief, baseline, now, scale), scale)


def compared(
    belief: Belief,
    baseline: Baseline,
    now: Sequence[Statement],
    decision: Decided,
    scale: Scale,
) -> Comparison:
    """Return the verdict that a decision comes to; see `compare`."""
    score, is_over = decision.score, decision.score >= scale.bar
    match decision.by:
        case Weighing() as turning:
            return _warm(turning, tuple(now), score, is_over=is_over)
        case Grounding() as worth:
            # No reader's word on others changes what is shown.
            is_shown = worth.chance >= OUTRIGHT and bool(worth.instead)
            outcome: Outcome = "shown" if is_shown else "likely" if is_over else "holds"
            return _never_agreed(baseline, now, worth, score, outcome)
        case rule:
            return _standing(belief, baseline, rule)


def _warm(
    turning: Weighing, now: tuple[Statement, ...], score: float, *, is_over: bool
) -> Comparison:
    judged, baseline = turning.judged, turning.baseline
    outcome = judged.outcome(turning.score, is_over=is_over)
    is_told = outcome in {"shown", "likely"} or (outcome == "in_doubt" and judged.is_touched)
    at, chosen = _passage_of(turning)
    old = baseline.statements[at] if at is not None else None
    new = now[chosen] if chosen is not None else None
    stands = at in judged.edit.untouched
    is_replaced = at is not None and not stands and chosen in judged.edit.heirs.get(at, ())
    stands = stands and chosen not in judged.edit.heirs.get(at or 0, ())
    place = new or old
    instead = _instead_of(judged, at) if is_told and at is not None and not new else None
    after = now[instead] if instead is not None else new
    if not is_told and (heirs := judged.edit.heirs.get(-1 if at is None else at)):
        after = now[heirs[0]]  # the line that holds, whatever else was added
    also = _second(turning, chosen) if is_told else None
    return Comparison(
        memory_id=baseline.memory_id,
        note=baseline.note,
        mode="warm",
        score=score,
        outcome=outcome,
        proof=judged.exhibit.proof if judged.exhibit is not None else "",
        kind="memory_drift" if is_told else None,
        change=turning.change if is_told else None,
        section=place.section if place else judged.memory.belief.narrow,
        before=replace(quote_of(old), is_replaced=is_replaced, stands=stands) if old else None,
        after=_with_what_is_behind(judged.edit, now, after) if after is not None else None,
        reasons=warm_reasons(turning, at, chosen, instead, is_told=is_told),
        passage=_passage(baseline, now, new),
        also=quote_of(now[also]) if also is not None else None,
    )


def _instead_of(judged: WhatIsShown, at: int) -> int | None:
    """Return the line now that took the place of one that is gone.

    The only one that came there, or of several the one that says most words of the memory.
    """
    edit, words = judged.edit, judged.memory.words - judged.memory.title
    places = edit.in_place_of(at)
    said = {j: edit.weigh(edit.words(edit.now[j].plain) & words) for j in places}
    most = max(said.values(), default=0.0)
    return next(j for j in places if said[j] == most) if most or len(places) == 1 else None


def _with_what_is_behind(edit: NoteEdit, now: Sequence[Statement], one: Statement) -> Quote:
    """Return a quote; of what is struck out with the sentence added behind it in its line."""
    quote, behind = quote_of(one), now.index(one) + 1
    is_joined = behind in edit.added and now[behind].first_line == one.last_line
    if not is_joined or not struck_in(one.text)[1]:
        return quote
    return replace(quote, text=f"{quote.text} {now[behind].text}")


def _passage_of(turning: Weighing) -> tuple[int | None, int | None]:
    """Return what a reader should look at: the index then of what stood, and that now."""
    judged, evidence = turning.judged, turning.evidence
    if (exhibit := judged.exhibit) is not None:
        return exhibit.at, exhibit.now
    if evidence.support is None or judged.grounds is None:
        return evidence.support, evidence.added
    at, edit = evidence.support, judged.edit
    heirs, is_edited = edit.heirs.get(at, ()), at not in edit.untouched
    own = heirs[0] if heirs else None
    if judged.against is not None and (own is None or not is_edited):
        replaced = (i for i, to in edit.heirs.items() if to[0] == judged.against)
        return next(replaced, judged.grounds.top), judged.against
    is_own = is_edited and own is not None
    if evidence.added is None or is_own or not (is_edited or _mentions(judged, evidence.added)):
        return at, own
    if is_edited:
        return at, evidence.added if _mentions(judged, evidence.added, _LEAST_SHOWN) else own
    # Where what came took the place of a sentence that says more of the memory, that is quoted.
    source = next((i for i, to in edit.heirs.items() if to[0] == evidence.added), at)
    sides = edit.now[evidence.added], edit.then[source]
    came, stood = (judged.memory.share(edit, one) for one in sides)
    is_whence = stood > came and stood >= RESTS * judged.grounds.best
    return source if is_whence else at, evidence.added


def _mentions(judged: WhatIsShown, j: int, least: float = MENTIONS) -> bool:
    """Tell whether a passage of now says this share of the memory beside its best statement."""
    best = judged.grounds.best if judged.grounds is not None else 1.0
    return judged.memory.share(judged.edit, judged.edit.now[j]) >= least * best


def _second(turning: Weighing, chosen: int | None) -> int | None:
    """Return another passage of now that may be the one meant.

    Where something is shown, only what is too: as strict as what is quoted first.
    """
    judged, added = turning.judged, turning.evidence.added
    edit = judged.edit
    heirs = [edit.heirs[at][0] for at in _rests(judged) if at not in edit.untouched]
    meant = [one.now for one in judged.exhibits] or [
        *heirs,
        added if added is not None and _mentions(judged, added) else None,
    ]
    return next((j for j in meant if j is not None and j != chosen), None)


def _rests(judged: WhatIsShown) -> list[int]:
    rests = judged.grounds.rests_on if judged.grounds is not None else ()
    return [at for at in rests if judged.edit.heirs.get(at)]


def _standing(belief: Belief, baseline: Baseline, rule: PlainRule) -> Comparison:
    """Return the comparison of a belief that stands by a rule."""
    best = max(baseline.supports, key=lambda s: (s.strength, -s.index), default=None)
    quote = quote_of(baseline.statements[best.index]) if best is not None else None
    return Comparison(
        memory_id=belief.memory_id,
        note=baseline.note,
        mode="cold" if rule == "unknown" else "warm",
        score=RULED_SCORE,
        outcome="holds",
        kind=None,
        change=None,
        section=quote.section if quote is not None else belief.narrow,
        before=quote if rule != "unknown" else None,
        after=quote,
        reasons=(_WHY[rule],),
        passage=_passage(baseline, baseline.statements, None),
    )


def _never_agreed(
    baseline: Baseline, now: Sequence[Statement], worth: Grounding, score: float, outcome: Outcome
) -> Comparison:
    """Return the comparison of a belief that its note denied from the first."""
    other = now[worth.index] if worth.index is not None and worth.index < len(now) else None
    after = quote_of(other) if other is not None else None
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
        before=replace(after, text=worth.stood, is_replaced=True)
        if after and worth.stood
        else None,
        after=after,
        reasons=denial_reasons(worth),
        passage=digest_of(["denied", other.digest if other is not None else ""]),
    )


def quote_of(one: Statement) -> Quote:
    """Return a statement as a reader sees it; of a table's row each cell with its column."""
    mark = f"[{one.task_mark}] " if one.task_mark is not None else ""
    text = one.plain if one.kind == "table_row" else one.text
    return Quote(mark + text, one.first_line, one.section)


def _passage(baseline: Baseline, now: tuple[Statement, ...], chosen: Statement | None) -> str:
    aligned = align(baseline.statements, now)
    digests = [
        now[aligned.successor[s.index]].digest if s.index in aligned.successor else "gone"
        for s in sorted(baseline.supports, key=lambda s: s.index)
    ]
    return digest_of([*digests, chosen.digest if chosen else "none"])


def digest_of(parts: Sequence[str]) -> str:
    """Return the digest of what a finding rests on."""
    return blake2b("\0".join(parts).encode("utf-8", "replace"), digest_size=16).hexdigest()
