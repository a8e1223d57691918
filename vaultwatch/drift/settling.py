"""Find the statement that settles it: the words of now that a reader should be shown.

Pure. Of all that was added or edited, the statement that speaks most to the belief, stands where
its support stood, or says another value in its place. `drift.compare` asks only where a memory
drifted; the weights are data beside the verdict's.
"""

from dataclasses import asdict, dataclass, fields
from typing import Final

from vaultwatch.drift.edits import measure_edit
from vaultwatch.drift.measure import View, is_cue, stands_below, topic_of
from vaultwatch.drift.model_weights import load_model
from vaultwatch.drift.support import lexical
from vaultwatch.drift.words import words_of

_SHORT_CHARS: Final = 25


@dataclass(frozen=True, slots=True)
class Candidate:
    """What can be measured of one statement that may settle it."""

    speaks: float = 0.0
    """How strongly it speaks to the belief."""
    says: float = 0.0
    """Share of the belief's words that it says."""
    succeeds: float = 0.0
    """1 where it succeeds the strongest support; less for a weaker one."""
    took: float = 0.0
    """Share of the belief's words that it took from that support."""
    swapped: float = 0.0
    """1 where it put another value in place of one the belief says."""
    brought: float = 0.0
    """Share of its words that are new, where it succeeds a support."""
    topic: float = 0.0
    """How far it speaks of what the strongest support speaks of."""
    below: float = 0.0
    """Strength of the support it was added under."""
    cue: float = 0.0
    """Its topic, where it holds a word of ending or overriding."""
    added: float = 0.0
    elsewhere: float = 0.0
    """1 where it succeeds a statement that is no support."""
    elsewhere_took: float = 0.0
    """Share of the belief's words that it took from that statement."""
    elsewhere_brought: float = 0.0
    is_property: float = 0.0
    is_code: float = 0.0
    is_short: float = 0.0


NAMES: Final = tuple(field.name for field in fields(Candidate))


def candidates(view: View) -> list[tuple[int, Candidate]]:
    """Return what was added or edited, headings left out, each with its measures."""
    strength = {s.index: s.strength for s in view.supports}
    top = max(strength.values(), default=1.0) or 1.0
    before = {j: i for i, j in view.aligned.successor.items()}
    made = []
    for j in (*view.aligned.added, *view.aligned.edited):
        now = view.now[j]
        if now.kind == "heading":
            continue
        topic = topic_of(view, now)
        i = before.get(j)
        values = {
            "speaks": view.speaks(now),
            "says": lexical(view.weights, now),
            "topic": topic,
            "cue": topic * is_cue(words_of(now.plain)),
            "is_property": float(now.kind in ("property", "inline_field")),
            "is_code": float(now.kind == "code"),
            "is_short": float(len(now.plain) < _SHORT_CHARS),
        }
        if i is None:
            values |= {"added": 1.0, "below": stands_below(view, j)}
        else:
            edit = measure_edit(view.weights, view.then[i], [now])
            if i in strength:
                share = (strength[i] / top) ** 3
                values |= {"succeeds": share, "took": share * edit.hit}
                values |= {"swapped": share * edit.swapped, "brought": share * edit.came}
            else:
                said = lexical(view.weights, view.then[i])
                values |= {"elsewhere": 1.0, "elsewhere_took": edit.hit * said}
                values |= {"elsewhere_brought": edit.came}
        made.append((j, Candidate(**values)))
    return made


def settling_statement(view: View) -> int | None:
    """Return the index now of the statement that settles it, None where nothing came."""
    head = load_model().settling
    scored = [(head.logit(asdict(candidate)), -j) for j, candidate in candidates(view)]
    return -max(scored)[1] if scored else None
