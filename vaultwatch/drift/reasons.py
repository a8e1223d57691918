"""Say in plain words why a comparison came out as it did.

Pure. Strongest reason first; a reader sees two or three.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from vaultwatch.drift import lexicon
from vaultwatch.drift.cold import ColdEvidence
from vaultwatch.drift.endings import Ending, How
from vaultwatch.drift.model import Grounding
from vaultwatch.drift.open_matters import is_closed
from vaultwatch.drift.signals import Evidence
from vaultwatch.drift.tokens import EXACT_KINDS, Token, fold, tokens
from vaultwatch.notes.model import Statement

MAX_REASONS = 3
_SHOWN_CHARS = 60
_UNIT: Final = re.compile(
    r"[ \u00a0\u202f]?(?:(?P<sign>°[ \u00a0]?[CFK]\b|[°%‰€$£¥])|(?P<word>[^\W\d_]{1,10}))"
    r"(?:/\w{1,6})?"
)
_ABBREVIATED: Final = 3
"""Letters up to which a word behind a number is a unit: `5 kg`, unless it is an everyday word."""
_MUCH_LOST = 0.15
ENDED: Final[dict[How, str]] = {
    "ticked": "the task “{}” is ticked",
    "edited": "what was open has ended: “{}”",
    "announced": "added since: “{}”",
    "revoked": "this no longer holds: “{}”",
    "negated": "the note now says the contrary: “{}”",
    "struck": "struck through now: “{}”",
    "shelved": "it stands under what is done now: “{}”",
    "overtaken": "a later line says otherwise: “{}”",
    "arrowed": "an arrow leads to another value now: “{}”",
    "restated": "the note's status is another now: “{}”",
    "revalued": "another value stands there now: “{}”",
    "contrary": "the note now says the contrary: “{}”",
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


def shorten(text: str, limit: int = _SHOWN_CHARS) -> str:
    """Return `text` on one line, cut at a word with an ellipsis where it is too long."""
    flat = " ".join(text.split())
    return flat if len(flat) <= limit else flat[:limit].rsplit(" ", 1)[0].rstrip(",;: ") + " …"


def value_swap(then: Statement, now: Statement, wanted: Sequence[str]) -> tuple[str, str] | None:
    """Return (old words, new words) of the first exact token of `wanted` that was replaced."""
    old, new = tokens(then.plain), tokens(now.plain)
    kept = {t.norm for t in old}
    came = [t for t in new if t.kind in EXACT_KINDS and t.norm not in kept and t.kind != "unit"]
    for token in old:
        if token.norm not in wanted or token.kind == "unit":
            continue
        unit = _with_unit(token, then.plain).removeprefix(token.surface)
        told = [(one, _with_unit(one, now.plain)) for one in came if one.kind == token.kind]
        # Of several the one in the same unit, written as a number too.
        told.sort(key=lambda pair: (not pair[1].endswith(unit), pair[0].surface.isalpha()))
        if told:
            return token.surface + unit, told[0][1]
    return None


def _with_unit(token: Token, text: str) -> str:
    """Return a value as it is written, with the unit behind a number: `22 °C`, `90 km/h`."""
    behind = unicodedata.normalize("NFC", text)[token.start + len(token.surface) :]
    found = _UNIT.match(behind) if token.kind == "number" else None
    if found is None:
        return token.surface
    word = fold(found["word"] or "")
    is_short = len(word) <= _ABBREVIATED and word not in lexicon.STOP_WORDS
    is_unit = found["sign"] is not None or word in lexicon.UNIT_WORDS or is_short
    return token.surface + found[0] if is_unit else token.surface


def warm_reasons(
    evidence: Evidence,
    ending: Ending | None,
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
        reasons += _edit_reasons(evidence, old, new)
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
    if evidence.is_translated:
        return "what it rests on says the same names and numbers in another language now"
    if evidence.is_reworded:
        return "what it rests on says the same in other words now"
    if evidence.signals.all_untouched:
        return "what it rests on stands unchanged"
    return "what it rests on was edited, but still says it"


def _edit_reasons(evidence: Evidence, old: Statement, new: Statement) -> list[str]:
    """Return the reasons that lie in one edited statement."""
    s = evidence.signals
    reasons: list[str] = []
    if s.ticked:
        reasons.append("the task is ticked" if is_closed(new) else "the task is open again")
    if swap := value_swap(old, new, evidence.lost_norms):
        reasons.append(f"the note said {swap[0]}, now {swap[1]}")
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
