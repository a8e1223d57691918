"""Say which comparisons another judge may be asked about, what it reads, how far it is heard.

Pure. `services.scanning.judging` calls it where a judge is set. A score is a chance; a judge is one
more piece of evidence: its answer moves an uncertain score, never one that is sure, never below
what a plain rule says, and never out of the uncertain middle.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Final

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.findings.scale import Scale, ScoreKind
from vaultwatch.drift.language.words import holds, words_of
from vaultwatch.drift.model import Baseline, Comparison, Quote
from vaultwatch.drift.passages.align import align
from vaultwatch.drift.passages.support import ranked
from vaultwatch.drift.scoring.cold import gather_cold
from vaultwatch.drift.scoring.compare import compare
from vaultwatch.drift.scoring.deciding import mode_of, weigh
from vaultwatch.drift.scoring.model_weights import load_model
from vaultwatch.drift.scoring.question import UNSURE, Holds, JudgeAnswer, Question
from vaultwatch.drift.scoring.reasons import MAX_REASONS, shorten
from vaultwatch.drift.scoring.verdict import bound_of, cold_score, is_elsewhere
from vaultwatch.late_regex import late_regex
from vaultwatch.notes.model import Statement

ODDS: Final = 3.0
"""How far an answer moves the odds: as evidence that is right 3 times of 4. It carries a score
between 0.33 and 0.82 across a bar of 0.6 and no other, so a wider middle asks in vain. Chosen by
hand, and on the low side: no judge is shipped to measure it on. Where one is at hand, re-run
benchmarks/driftbench.py with it and without."""

MAX_BELIEF_CHARS: Final = 1_000
MAX_PASSAGE_CHARS: Final = 1_500
"""Of now, and as much of then: with the belief some 600 tokens. Chosen by hand."""
MAX_LINES: Final = 8
MIN_QUOTE_CHARS: Final = 4
"""A shorter quote stands in nearly every passage."""

_HIDDEN: Final = late_regex(
    "[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f"
    "\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
"""What a reader does not see and a model may: controls, writing directions, tags. Joiners stay:
Persian and Hindi need them."""
_ADDRESSED: Final = late_regex(
    r"\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instructions?|prompts?|rules?|above|previous)\b"
    r"|\b(?:answer|reply|respond|output|return|say)(?:\s+(?:with|only|just)){0,2}[\"'“`:\s]{1,4}"
    r"(?:yes|no|unsure)\b(?!\s+(?:longer|more))"
    r"|\bsystem prompt\b|\byou are (?:now|an?)\b.{0,30}\b(?:judge|assistant|model|ai)\b"
    r"|[\"']holds[\"']\s*:|<\|[^|<>]{1,40}\|>|\[/?INST\]|<</?SYS>>|</?(?:system|assistant)>"
    r"|\b(?:ignoriere?|vergiss)\b.{0,40}\b(?:anweisung|regeln)|\bignor\w{0,4}\b.{0,40}\binstru"
    r"|忽略.{0,12}(?:指令|指示|说明)|(?:指示|命令).{0,8}無視",
    re.IGNORECASE,
)
"""Words that speak to a model instead of a reader. Not asking is always safe."""


@dataclass(frozen=True, slots=True)
class Middle:
    """Scores that a judge may be asked about, both ends included."""

    low: float
    high: float

    def holds(self, score: float) -> bool:
        """Tell whether a score is uncertain."""
        return self.low <= score <= self.high


@dataclass(frozen=True, slots=True)
class Case:
    """One comparison with all that it was made from."""

    belief: Belief
    baseline: Baseline
    now: tuple[Statement, ...]
    scale: Scale
    """On which the vault reads scores."""

    def told_at(self, bar: float) -> Comparison:
        """Return the comparison as it is told where the bar lies elsewhere."""
        scale = replace(self.scale, bar=bar)
        return compare(self.belief, self.baseline, self.now, scale=scale)


def question_of(case: Case, middle: Middle, score: float) -> Question | None:
    """Return what to ask; None where no answer may change the verdict, or none is to be trusted.

    Args:
        case: the comparison.
        middle: scores that are asked about.
        score: what it came to.
    """
    if not middle.holds(score):
        return None
    bounds = bounds_of(case)
    sides = {_moved(score, said, middle, bounds) >= case.scale.bar for said in _SIDES}
    if len(sides) < len(_SIDES):
        return None
    shown = case.told_at(0.0)
    question = Question(
        visible(case.belief.text),
        visible(_told(case.baseline.statements, _then(case, shown))),
        visible(_told(case.now, _now(case, shown))),
    )
    texts = (question.belief, question.then, question.now)
    is_short = len(question.belief) <= MAX_BELIEF_CHARS
    if not question.now or not is_short or any(map(_ADDRESSED.search, texts)):
        return None
    return question


def judged(
    case: Case, middle: Middle, comparison: Comparison, answer: JudgeAnswer, judge: str
) -> Comparison:
    """Return the comparison with the answer heard.

    Args:
        case: the comparison's texts.
        middle: scores that may be moved, and as far.
        comparison: as the rules alone made it.
        answer: the judge's.
        judge: its name, for the reader.
    """
    score = comparison.score
    if answer.holds == "unsure" or not middle.holds(score):
        return comparison
    moved = _moved(score, answer.holds, middle, bounds_of(case))
    if moved == score:
        return comparison
    # As it is told of a memory that drifted, or of one that did not: the bar out of the way.
    told = case.told_at(0.0 if moved >= case.scale.bar else 2.0)
    if answer.holds == "yes" and moved < case.scale.bar:
        told = replace(told, outcome="holds", proof="", kind=None, change=None)
    said = "still true" if answer.holds == "yes" else "no longer true"
    quoted = f": “{shorten(answer.quote)}”" if answer.quote else ""
    reason = f"judged by {judge}: {said}{quoted}"
    return replace(told, score=moved, reasons=(*told.reasons[: MAX_REASONS - 1], reason))


def accepted(answer: JudgeAnswer, question: Question, *, needs_quote: bool) -> JudgeAnswer:
    """Return the answer, or `UNSURE` where its quote does not stand in the note as it is now.

    Args:
        answer: what came.
        question: what was asked.
        needs_quote: whether an answer without a quote counts for nothing.
    """
    if answer.holds == "unsure":
        return UNSURE
    if not answer.quote and not needs_quote:
        return answer
    quote = _flat(answer.quote)
    if len(quote) < MIN_QUOTE_CHARS or quote not in _flat(question.now):
        return UNSURE
    said = words_of(quote)
    # A quote that says nothing of what the memory says settles nothing.
    if not any(holds(said, norm) for norm in words_of(question.belief).kinds):
        return UNSURE
    return JudgeAnswer(answer.holds, quote)


def bounds_of(case: Case) -> tuple[float, float]:
    """Return the least and the greatest score that plain rules leave to a judge.

    None argues with a ticked task, and none makes drift of an edit elsewhere: where everything a
    belief rests on stands and nothing speaks to it, no answer lifts its score.
    """
    if mode_of(case.baseline, case.now) == "cold":
        cold = gather_cold(case.belief, case.now)
        lifted = _lifted(cold_score(cold), load_model().cold.score(asdict(cold.signals)))
        return _read(case.scale, lifted, "cold"), 1.0
    one = weigh(case.belief, case.baseline, case.now)
    if one.judged.exhibit is not None:
        return one.judged.certainty, 1.0
    is_marked = bound_of(one.evidence.signals) not in {None, "said no more"}
    lifted = max(_lifted(one.bounded, one.weighed) if is_marked else 0.0, one.floor)
    may_rise = one.ending is not None or not is_elsewhere(one.evidence)
    return _read(case.scale, lifted, one.change), 1.0 if may_rise else 0.0


def visible(text: str) -> str:
    """Return a text without characters that no reader sees."""
    return _HIDDEN.sub("", text).strip()


_SIDES: Final[tuple[Holds, ...]] = ("yes", "no")


def _read(scale: Scale, floor: float, kind: ScoreKind) -> float:
    return scale.read(floor, kind) if floor else 0.0


def _lifted(score: float, weighed: float) -> float:
    """Return a score that a rule lifted over what the signals weigh, else 0."""
    return score if score > weighed else 0.0


def _moved(score: float, said: Holds, middle: Middle, bounds: tuple[float, float]) -> float:
    """Return where an answer moves an uncertain score to."""
    floor, ceiling = bounds
    odds = score / (1.0 - score) * (ODDS if said == "no" else 1.0 / ODDS)
    moved = min(max(odds / (1.0 + odds), middle.low), middle.high)
    if said == "no":
        return round(max(score, min(moved, ceiling)), 4)
    return round(min(score, max(moved, floor)), 4)


def _then(case: Case, shown: Comparison) -> Iterable[int]:
    """Return the statements then that the belief rests on."""
    if shown.mode == "cold":
        return ()
    supports = sorted(case.baseline.supports, key=lambda one: -one.strength)
    return (*_at(case.baseline.statements, shown.before), *(one.index for one in supports))


def _now(case: Case, shown: Comparison) -> Iterable[int]:
    """Return the statements now that speak to the belief, most telling first."""
    yield from _at(case.now, shown.after)
    if shown.mode == "warm":
        aligned = align(tuple(case.baseline.statements), case.now)
        for support in sorted(case.baseline.supports, key=lambda one: -one.strength):
            if support.index in aligned.successor:
                yield aligned.successor[support.index]
    yield from (index for share, index in ranked(case.belief, case.now) if share > 0)


def _at(statements: Sequence[Statement], quote: Quote | None) -> Iterable[int]:
    """Return which statements were quoted: the one on its line, and those behind it."""
    if quote is None:
        return
    begun = False
    for index, one in enumerate(statements):
        is_quoted = one.text != "" and one.text in quote.text
        if is_quoted and (begun or one.first_line == quote.line):
            begun = True
            yield index
        elif begun:
            return


def _told(statements: Sequence[Statement], chosen: Iterable[int]) -> str:
    """Return some statements, a line each under its heading, as many as there is room for."""
    lines: list[str] = []
    room = MAX_PASSAGE_CHARS
    for index in dict.fromkeys(chosen):
        one = statements[index]
        mark = f"[{one.task_mark}] " if one.task_mark is not None else ""
        under = [*one.section[-1:], *([one.context] * bool(one.context))]
        line = " ".join(": ".join([*under, mark + one.text]).split())
        if len(line) > room or len(lines) == MAX_LINES:
            break
        lines.append(line)
        room -= len(line)
    return "\n".join(lines)


def _flat(text: str) -> str:
    return " ".join(text.split())
