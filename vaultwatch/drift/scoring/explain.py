"""Explain one comparison: what the memory rested on, what became of it, what weighed how much.

Pure. Computed anew from the texts, so it shows what the rules see now; `in_short` is what a finding
keeps of it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.findings.scale import KINDS, SHIPPED, Scale, ScoreKind
from vaultwatch.drift.model import (
    Baseline,
    Grounding,
    GroundingOutcome,
    Mode,
    Outcome,
    Proof,
    Quote,
)
from vaultwatch.drift.outcome import EDITED, WhatIsShown
from vaultwatch.drift.scoring.compare import RULES_VERSION, compared, quote_of
from vaultwatch.drift.scoring.deciding import (
    UNTOUCHED,
    PlainRule,
    Weighing,
    decide,
    on_one_cut,
    weigh,
)
from vaultwatch.drift.scoring.reasons import shorten
from vaultwatch.drift.scoring.signals import WORDS, Evidence
from vaultwatch.drift.scoring.weights import load_model
from vaultwatch.notes.model import Statement
from vaultwatch.values.tokens import pieces

Fate: TypeAlias = Literal["unchanged", "moved", "reworded", "replaced", "gone"]

MAX_ADDED: Final = 3
MAX_WORDS: Final = 8
"""Changed words named of one statement; more is a rewriting."""
MIN_SPEAKS: Final = 0.18
"""An addition that speaks less to the belief is none that matters; as `support.MIN_STRENGTH`."""
MIN_WEIGHS: Final = 0.05
"""A signal that moves the log-odds less is not told. Chosen by hand: one point of a hundred."""
_REWORDED: Final = 0.5
"""Statements at least so alike are one, reworded. Chosen by hand."""
_SHORT: Final = 2
"""Supports and signals of each side told in short."""


@dataclass(frozen=True, slots=True)
class Rested:
    """A statement the memory rests on, and what became of it."""

    then: Quote
    strength: float
    fate: Fate
    now: Quote | None
    gone: tuple[str, ...]
    """Words that went, as written."""
    came: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WeighedSignal:
    """A signal that counted."""

    name: str
    value: float
    weight: float
    """What it adds to the log-odds that the memory must change."""
    words: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """One comparison, laid open."""

    note: str
    mode: Mode
    score: float
    bar: float
    outcome: Outcome
    version: str
    decided_by: str
    """`the weights`, or the rule or word that bounds them."""
    rests_on: tuple[Rested, ...]
    added: tuple[Quote, ...]
    """What came since and speaks to the memory, most telling first."""
    start: float
    """Log-odds before any signal."""
    signals: tuple[WeighedSignal, ...]
    """Those that counted, weightiest first."""
    ground: GroundingOutcome | None = None
    """What the note said to the memory when the baseline was taken; None where nobody asked."""
    speaks: bool = False
    """Whether it spoke of the memory's matter then, whatever it said."""
    kind: ScoreKind | None = None
    """As what kind of change it was scored; None where a rule says that the memory stands."""
    weighed: float = 0.0
    """The score before the vault's own verdicts were heard."""
    own: float = 0.0
    """What those add to the log-odds."""
    said: Quote | None = None
    """The line that the verdict rests on, as the note said it; None where that is not known."""
    says: Quote | None = None
    """What the note says of it now; None where it is gone."""


def explain(
    belief: Belief,
    baseline: Baseline,
    now: Sequence[Statement],
    scale: Scale = SHIPPED,
) -> Explanation:
    """Lay a comparison open."""
    baseline, now = on_one_cut(belief, baseline, now)
    decision = decide(belief, baseline, now, scale)
    made = compared(belief, baseline, now, decision, scale)
    ground = baseline.grounding.outcome if baseline.grounding is not None else None
    turning = decision.by if isinstance(decision.by, Weighing) else None
    match decision.by:
        case Weighing() as one:
            decided_by = _decided(one, made.outcome, is_over=decision.score >= scale.bar)
        case Grounding():
            decided_by = "a rule: the note says otherwise, and never said it"
        case rule:
            decided_by = _RULES[rule]
            if rule == "unknown" and baseline.supports:
                decided_by = f"{_RULES['same']}, which was kept after an edit later than the memory"
            turning = weigh(belief, baseline, now) if rule in _WEIGHED_TOO else None
    model = load_model()
    return Explanation(
        note=baseline.note,
        mode="warm" if turning is not None or decision.by == "points" else "cold",
        score=decision.score,
        bar=scale.bar,
        outcome=made.outcome if made.kind else "holds" if ground in _SAID else "unverified",
        version=RULES_VERSION,
        decided_by=decided_by,
        rests_on=tuple(_rested(turning.judged)) if turning is not None else (),
        added=_added(turning.judged) if turning is not None else (),
        start=model.intercept if turning is not None else 0.0,
        signals=_weighed(turning.evidence) if turning is not None else (),
        ground=ground,
        speaks=baseline.grounding is not None and baseline.grounding.speaks,
        kind=decision.kind,
        weighed=decision.weighed,
        own=scale.of(decision.kind),
        said=made.before,
        says=made.after,
    )


def in_short(told: Explanation) -> tuple[str, ...]:
    """Return the strongest of an explanation, a sentence a line; the last names score and rules."""
    lines = [in_words(rested) for rested in told.rests_on[:_SHORT]]
    lines += [f"Added since, line {q.line}: “{shorten(q.text)}”." for q in told.added[:1]]
    for lead, sign in (("For a change", 1), ("Against it", -1)):
        named = [one.words for one in told.signals if one.weight * sign > 0][:_SHORT]
        if named:
            lines.append(f"{lead}: {', '.join(named)}.")
    if own := own_verdicts(told):
        lines.append(f"{own}.")
    return (*lines, _verdict(told))


def own_verdicts(told: Explanation) -> str:
    """Return what the vault's own verdicts did to a score, as a sentence; empty where nothing."""
    if not told.own or told.kind is None:
        return ""
    return (
        f"Your own verdicts on findings of this kind ({KINDS[told.kind]}) made {told.score:.2f} of"
        f" {told.weighed:.2f}"
    )


def is_told_by(lines: Sequence[str], version: str) -> bool:
    """Tell whether an explanation in short was made by these rules."""
    return bool(lines) and lines[-1].endswith(f" {version}).")


def in_words(rested: Rested) -> str:
    """Return what became of a statement, as a sentence."""
    said = f"Rests on line {rested.then.line}, “{shorten(rested.then.text)}”: {_FATES[rested.fate]}"
    words = []
    if rested.gone:
        words.append(f"went “{', '.join(rested.gone)}”")
    if rested.came:
        words.append(f"came “{', '.join(rested.came)}”")
    where = f", line {rested.now.line} now" if rested.now is not None else ""
    return f"{said}{where}; {', '.join(words)}." if words else f"{said}{where}."


_SAID: Final[frozenset[GroundingOutcome | None]] = frozenset({"supported", None})
_WEIGHED_TOO: Final[frozenset[PlainRule]] = frozenset({"same", "said", "marked"})
_RULES: Final[Mapping[PlainRule, str]] = {
    "points": "a rule: a memory that only points rests on the note's existence",
    "same": "a rule: the note says what it said",
    "said": "a rule: the note says the memory's own words now",
    "marked": "a rule: the note marks the task as the memory says",
    "unknown": "a rule: nothing that the note said carries it, so that no edit speaks against it",
}
_PROOFS: Final[Mapping[Proof, str]] = {
    "value": "a value that the memory says was replaced",
    "stretch": "one stretch of its sentence was exchanged",
    "mark": "its mark or property is another",
    "ended": "the note says that it is over",
    "done": "what it waits for is called done",
    "denied": "the note says the contrary in else the same words",
    "gone": "its passage was taken out",
}
_UNSURE: Final = "what it rests on changed, or a line came that speaks of it, and neither is sure"
_FATES: Final[dict[Fate, str]] = {
    "unchanged": "unchanged",
    "moved": "unchanged, under another heading",
    "reworded": "reworded",
    "replaced": "replaced by other words",
    "gone": "gone",
}


def _verdict(told: Explanation) -> str:
    return f"Score {told.score:.2f}, by {told.decided_by} (weights {told.version})."


def _decided(turning: Weighing, outcome: Outcome, *, is_over: bool) -> str:
    """Return what decided on an outcome: a proof, the rule that overruled the weights, or these."""
    judged, edit = turning.judged, turning.judged.edit
    if judged.exhibit is not None:
        return f"a proof: {_PROOFS[judged.exhibit.proof]}"
    if outcome == "likely":
        return "the weights"
    is_capped = turning.score == UNTOUCHED
    is_anew = len(edit.untouched) < EDITED * len(edit.then)
    whence = "the note was written anew" if is_anew else "its line came in another language"
    rules = {
        "what it rests on stands, and nothing came that speaks of it": judged.stands,
        "nothing of its matter was touched": not judged.is_touched,
        "all that it says of the edited line is said yet": judged.is_said
        and (is_capped or is_over or outcome == "holds"),
        "all its values stand in their places": judged.keeps_values and is_capped,
        f"{whence}, so that other words show nothing": is_over and not judged.is_edited,
    }
    rule = next((words for words, decides in rules.items() if decides), "")
    return f"a rule: {rule}" if rule else f"the weights: {_UNSURE}"


def _weighed(evidence: Evidence) -> tuple[WeighedSignal, ...]:
    values = evidence.values
    told = [
        WeighedSignal(name, round(values[name], 4), round(weight * values[name], 4), WORDS[name])
        for name, weight in load_model().weights.items()
        if abs(weight * values[name]) >= MIN_WEIGHS
    ]
    return tuple(sorted(told, key=lambda one: (-abs(one.weight), one.name)))


def _rested(judged: WhatIsShown) -> list[Rested]:
    grounds = judged.grounds
    return [_became(judged, i, grounds.shares[i]) for i in grounds.whole] if grounds else []


def _became(judged: WhatIsShown, i: int, strength: float) -> Rested:
    edit = judged.edit
    then, heirs = edit.then[i], edit.heirs.get(i, ())
    if not heirs:
        return Rested(quote_of(then), strength, "gone", None, (), ())
    now = edit.now[heirs[0]]
    if i in edit.untouched:
        fate: Fate = "unchanged" if then.section == now.section else "moved"
        return Rested(quote_of(then), strength, fate, quote_of(now), (), ())
    fate = "reworded" if edit.likeness(i, heirs[0]) >= _REWORDED else "replaced"
    went, came = _other_words(then.plain, now.plain), _other_words(now.plain, then.plain)
    return Rested(quote_of(then), strength, fate, quote_of(now), went, came)


def _other_words(of: str, beside: str) -> tuple[str, ...]:
    """Return the words of one statement that the other does not say."""
    held = {one.lower for one in pieces(beside)}
    words = [one.text for one in pieces(of) if one.kind != "mark" and one.lower not in held]
    return tuple(dict.fromkeys(words))[:MAX_WORDS]


def _added(judged: WhatIsShown) -> tuple[Quote, ...]:
    edit = judged.edit
    speaking = [(judged.memory.share(edit, edit.now[j]), -j) for j in edit.added]
    best = sorted((pair for pair in speaking if pair[0] >= MIN_SPEAKS), reverse=True)
    return tuple(quote_of(edit.now[-j]) for _, j in best[:MAX_ADDED])
