"""Explain one comparison: what the memory rested on, what became of it, what weighed how much.

Pure. Computed anew from the texts, so it shows what the rules see now; `in_short` is what stands
folded in the report.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Final, Literal, TypeAlias

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.findings.scale import KINDS, SHIPPED, Scale, ScoreKind
from vaultwatch.drift.language.tokens import tokens
from vaultwatch.drift.model import Baseline, Grounding, GroundingOutcome, Mode, Proof, Quote
from vaultwatch.drift.news.endings import How
from vaultwatch.drift.passages.align import Alignment, alike
from vaultwatch.drift.passages.view import View, view_of
from vaultwatch.drift.scoring.cold import ColdEvidence
from vaultwatch.drift.scoring.compare import RULES_VERSION
from vaultwatch.drift.scoring.deciding import PlainRule, Weighing, decide
from vaultwatch.drift.scoring.measure import gather
from vaultwatch.drift.scoring.model_weights import Head, load_model
from vaultwatch.drift.scoring.reasons import shorten
from vaultwatch.drift.scoring.signal_words import said_of
from vaultwatch.drift.scoring.verdict import cold_score
from vaultwatch.notes.model import Statement

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
    version: str
    decided_by: str
    """`the weights`, or the rule that bounds them, in words."""
    rests_on: tuple[Rested, ...]
    added: tuple[Quote, ...]
    """What came since and speaks to the memory, most telling first."""
    start: float
    """Log-odds before any signal."""
    signals: tuple[WeighedSignal, ...]
    """Those that counted, weightiest first."""
    ground: GroundingOutcome | None = None
    """What the note said to the memory when the baseline was taken; None where nobody asked."""
    kind: ScoreKind | None = None
    """As what kind of change it was scored; None where a rule says that the memory stands."""
    weighed: float = 0.0
    """The score before the vault's own verdicts were heard."""
    own: float = 0.0
    """What those add to the log-odds."""


def explain(
    belief: Belief,
    baseline: Baseline,
    now: Sequence[Statement],
    scale: Scale = SHIPPED,
) -> Explanation:
    """Lay a comparison open.

    Args:
        belief: what the memory says.
        baseline: what the note said, and which of it supports the belief.
        now: the note's statements as it stands.
        scale: on which the vault reads scores.
    """
    decision = decide(belief, baseline, now, scale)
    head, view = _NO_HEAD, None
    values: Mapping[str, float] = {}
    match decision.by:
        case Weighing() as turning:
            head, view = load_model().warm, turning.view
            values, decided_by = asdict(turning.evidence.signals), _decided(turning)
        case ColdEvidence() as evidence:
            head, values = load_model().cold, asdict(evidence.signals)
            decided_by = _bounded(cold_score(evidence), head.score(values))
        case Grounding():
            decided_by = "a rule: the note said otherwise from the first"
        case "points":
            decided_by = _RULES["points"]
        case rule:
            head, view = load_model().warm, view_of(belief, baseline, now)
            values, decided_by = asdict(gather(view).signals), _RULES[rule]
    return Explanation(
        note=baseline.note,
        mode="cold" if isinstance(decision.by, ColdEvidence | Grounding) else "warm",
        score=decision.score,
        bar=scale.bar,
        version=RULES_VERSION,
        decided_by=decided_by,
        rests_on=_rested(view) if view is not None else (),
        added=_added(view) if view is not None else (),
        start=head.intercept,
        signals=_weighed(head, values),
        ground=baseline.grounding.outcome if baseline.grounding is not None else None,
        kind=decision.kind,
        weighed=decision.weighed,
        own=scale.of(decision.kind),
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


_NO_HEAD: Final = Head(0.0, {})
_RULES: Final[Mapping[PlainRule, str]] = {
    "points": "a rule: a memory that only points rests on the note's existence",
    "same": "a rule: the note says what it said",
    "said": "a rule: the note says the memory's own words now",
    "marked": "a rule: the note marks the task as the memory says",
    "wished": "a rule: what is to be is outdated by a change of its note alone",
}
_PROOFS: Final[Mapping[Proof, str]] = {
    "value": "a value that the memory says was replaced",
    "stretch": "one stretch of its sentence was exchanged",
    "mark": "its mark or property is another",
    "ended": "the note says that it ended",
    "gone": "its passage was taken out",
}
_FATES: Final[dict[Fate, str]] = {
    "unchanged": "unchanged",
    "moved": "unchanged, under another heading",
    "reworded": "reworded",
    "replaced": "replaced by other words",
    "gone": "gone",
}


def _verdict(told: Explanation) -> str:
    return f"Score {told.score:.2f}, by {told.decided_by} (weights {told.version})."


def _decided(turning: Weighing) -> str:
    if turning.judged.exhibit is not None:
        return f"a proof: {_PROOFS[turning.judged.exhibit.proof]}"
    bounded = _bounded(turning.bounded, turning.weighed)
    if turning.ending is None:
        return bounded
    rule = f"{ENDED[turning.ending.how]} counts {turning.floor:.2f} at least"
    return f"a rule: {rule}" if turning.score == turning.floor else f"{bounded}; {rule}"


def _bounded(score: float, weighed: float) -> str:
    if score > weighed:
        return f"a rule over the weights' {weighed:.2f}: what is plain counts more"
    if score < weighed:
        return f"a rule under the weights' {weighed:.2f}: nothing in the note speaks against it"
    return "the weights"


ENDED: Final[Mapping[How, str]] = {
    "ticked": "a task ticked",
    "edited": "an open matter that has ended",
    "announced": "an ending announced",
    "overtaken": "a newer line that gives another value",
    "revoked": "what is revoked",
    "negated": "a negation that came",
    "struck": "a passage struck through",
}


def _weighed(head: Head, values: Mapping[str, float]) -> tuple[WeighedSignal, ...]:
    told = [
        WeighedSignal(name, round(values[name], 4), round(weight * values[name], 4), said_of(name))
        for name, weight in head.weights.items()
        if name in values and abs(weight * values[name]) >= MIN_WEIGHS
    ]
    return tuple(sorted(told, key=lambda one: (-abs(one.weight), one.name)))


def _rested(view: View) -> tuple[Rested, ...]:
    return tuple(
        _became(view, view.aligned, support.index, support.strength) for support in view.supports
    )


def _became(view: View, aligned: Alignment, i: int, strength: float) -> Rested:
    then = view.then[i]
    j = aligned.successor.get(i)
    if j is None:
        return Rested(_quoted(then), strength, "gone", None, (), ())
    now = view.now[j]
    if i in aligned.unchanged:
        fate: Fate = "unchanged" if then.section == now.section else "moved"
        return Rested(_quoted(then), strength, fate, _quoted(now), (), ())
    fate = "reworded" if alike(then, now, view.rarity) >= _REWORDED else "replaced"
    went, came = _other_words(then, now), _other_words(now, then)
    return Rested(_quoted(then), strength, fate, _quoted(now), went, came)


def _other_words(of: Statement, beside: Statement) -> tuple[str, ...]:
    """Return the words of one statement whose value the other does not say."""
    held = {token.norm for token in tokens(beside.plain)}
    words = [t.surface for t in tokens(of.plain) if t.kind != "stop" and t.norm not in held]
    return tuple(dict.fromkeys(words))[:MAX_WORDS]


def _added(view: View) -> tuple[Quote, ...]:
    speaking = [(view.speaks(view.now[j]), -j) for j in view.aligned.added]
    best = sorted((pair for pair in speaking if pair[0] >= MIN_SPEAKS), reverse=True)
    return tuple(_quoted(view.now[-j]) for _, j in best[:MAX_ADDED])


def _quoted(statement: Statement) -> Quote:
    mark = f"[{statement.task_mark}] " if statement.task_mark is not None else ""
    return Quote(mark + statement.text, statement.first_line, statement.section)
