"""Say in plain words why a comparison came out as it did.

Pure. Strongest reason first; a reader sees two or three.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from vaultwatch.drift.language.tokens import tokens
from vaultwatch.drift.model import Grounding
from vaultwatch.drift.news.endings import Ending, How
from vaultwatch.drift.news.open_matters import is_closed
from vaultwatch.drift.passages.value_pairs import pairs_said
from vaultwatch.drift.proofs.proving import Exhibit
from vaultwatch.drift.scoring.cold import ColdEvidence
from vaultwatch.drift.scoring.signals import Evidence
from vaultwatch.notes.model import Statement

MAX_REASONS = 3
_SHOWN_CHARS = 60
_MUCH_LOST = 0.15
ENDED: Final[dict[How, str]] = {
    "ticked": "the task “{}” is ticked",
    "edited": "what was open has ended: “{}”",
    "announced": "added since: “{}”",
    "overtaken": "added since: “{}”",
    "revoked": "this no longer holds: “{}”",
    "negated": "the note now says the contrary: “{}”",
    "struck": "struck through now: “{}”",
}


def denial_reasons(worth: Grounding) -> tuple[str, ...]:
    """Return why a note denied a belief from the first, of several clauses the one."""
    if worth.clause:
        (why,) = denial_reasons(replace(worth, clause=""))
        return (f"{why}, where the memory says “{shorten(worth.clause)}”",)
    if worth.said and worth.instead:
        return (f"the memory says “{shorten(worth.said)}”, the note “{shorten(worth.instead)}”",)
    if worth.said:
        return (f"the memory says “{shorten(worth.said)}”, which the note nowhere does",)
    return ("what the memory calls open or valid is over in the note",)


def proof_reasons(exhibit: Exhibit) -> tuple[str, ...]:
    """Return what was exchanged, where that shows that a belief is outdated."""
    if not exhibit.old or not exhibit.new:
        return ()
    return (f"the note said {shorten(exhibit.old)}, now {shorten(exhibit.new)}",)


def shorten(text: str, limit: int = _SHOWN_CHARS) -> str:
    """Return `text` on one line, cut at a word with an ellipsis where it is too long."""
    flat = " ".join(text.split())
    return flat if len(flat) <= limit else flat[:limit].rsplit(" ", 1)[0].rstrip(",;: ") + " …"


def warm_reasons(  # noqa: PLR0913  # what was compared, and what it turned on
    evidence: Evidence,
    ending: Ending | None,
    belief: str,
    then: Sequence[Statement],
    now: Sequence[Statement],
    *,
    drifted: bool,
) -> tuple[str, ...]:
    """Return the strongest reasons of a warm comparison."""
    if not drifted:
        return (_why_current(evidence),)
    if ending is not None:  # it speaks for itself; what else changed would only distract
        return (ENDED[ending.how].format(shorten(now[ending.chosen].plain)),)
    s = evidence.signals
    old = then[evidence.support] if evidence.support is not None else None
    new = now[evidence.chosen] if evidence.chosen is not None else None
    reasons: list[str] = []
    if old is not None and new is not None:
        reasons += _edit_reasons(evidence, belief, old, new)
    elif old is not None and s.gone:
        reasons.append("the sentence it rested on is gone")
    if not reasons and evidence.status is not None and s.open_belief:
        reasons.append(f"the note now says “{shorten(now[evidence.status].plain)}”")
    if not reasons and s.added_cue and evidence.added is not None:
        reasons.append(f"added since: “{shorten(now[evidence.added].plain)}”")
    if not reasons and old is not None and new is not None and s.lost > _MUCH_LOST:
        gone = [t.surface for t in tokens(old.plain) if t.norm in evidence.lost_norms][:3]
        reasons += ["no longer there: " + ", ".join(dict.fromkeys(gone))] * bool(gone)
    return tuple(dict.fromkeys(reasons))[:MAX_REASONS] or ("what it rests on was rewritten",)


def _why_current(evidence: Evidence) -> str:
    if evidence.support is None:
        return "it points to the note as a whole, and the note is there"
    if evidence.signals.all_untouched:
        return "what it rests on stands unchanged"
    return "what it rests on was edited, but still says it"


def _edit_reasons(evidence: Evidence, belief: str, old: Statement, new: Statement) -> list[str]:
    """Return the reasons that lie in one edited statement."""
    s = evidence.signals
    reasons: list[str] = []
    if s.ticked:
        reasons.append("the task is ticked" if is_closed(new) else "the task is open again")
    for pair in pairs_said(belief, old.plain, new.plain, evidence.lost_norms):
        told = f"the note no longer says {pair.old}: “{shorten(new.plain)}”"
        reasons.append(told if pair.new is None else f"the note said {pair.old}, now {pair.new}")
    if s.struck:
        reasons.append("it is struck through")
    if s.against:
        reasons.append("a negation came or went")
    return reasons


COLD_CAVEAT = "weaker: nobody recorded what the note said when this was written"


def cold_reasons(
    evidence: ColdEvidence, now: Sequence[Statement], *, drifted: bool
) -> tuple[str, ...]:
    """Return the strongest reasons of a cold comparison; the last one says that it is cold."""
    s = evidence.signals
    reasons: list[str] = []
    if drifted and evidence.chosen is not None:
        shown = shorten(now[evidence.chosen].plain)
        if s.ticked:
            reasons.append("the task is ticked")
        if s.struck:
            reasons.append("the passage is struck through")
        if s.status_and_open:
            reasons.append("the note's status says that it is done")
        if s.conflicting:
            reasons.append(f"the note gives another value: “{shown}”")
        if s.open_and_done and not s.ticked:
            reasons.append(f"the note speaks of an ending: “{shown}”")
        if s.against:
            reasons.append("the note's passage is worded the other way round")
        if s.later:
            reasons.append("the passage bears a later date than the memory")
    return (*reasons[: MAX_REASONS - 1], COLD_CAVEAT)
