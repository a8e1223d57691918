"""Find the evidence passage: the words of now that a reader should be shown.

Pure. Each statement that was added or edited, and the few untouched ones that say most of the
belief, gets a chance of being the one that a careful reader would point at: a softmax over the
measures below, its weights data beside the verdict's. Shown is the likeliest one, with the
neighbour in the same passage where that may be the one just as well. `scoring.compare` asks only
where a memory drifted.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from typing import Final

from vaultwatch.drift.language import lexicon
from vaultwatch.drift.language.words import KIND_WEIGHTS, Words, has_cue, holds, words_of
from vaultwatch.drift.news.additions import topic_of
from vaultwatch.drift.news.endings import Ending
from vaultwatch.drift.news.open_matters import is_closed, is_open
from vaultwatch.drift.passages.edits import full_text, measure_edit, present
from vaultwatch.drift.passages.support import lexical
from vaultwatch.drift.passages.view import View, said_by
from vaultwatch.drift.scoring.model_weights import load_model
from vaultwatch.drift.scoring.signals import Evidence
from vaultwatch.notes.model import Statement

MAX_SHOWN_CHARS: Final = 280
"""Of a passage of several statements: what the report shows without cutting."""
MAX_SHOWN: Final = 3
"""Statements of one passage. Chosen by hand; a fourth brought +0.01."""
WORTH_SHOWING: Final = 0.02
"""A neighbour is shown where the chance that it is the one meant is at least this. Chosen on the
labelled sets: without it quotes are twice as long and no better, with 0.08 0.02 worse."""
WORTH_ADDING: Final = 0.1
"""A changed statement outside that passage is shown as a second quote where the chance that it is
the one meant is at least this. On the labelled sets, each by weights of the others: the right one
is shown in 0.82 of the findings instead of 0.74 (public) and 0.92 instead of 0.91 (personal), and
every third finding has a second quote."""
_UNTOUCHED: Final = 6
"""Untouched statements among the candidates: those that say most of the belief."""
_SHORT_CHARS: Final = 25
_REACH: Final = 2.0
"""Statements over which nearness falls to a third. Chosen by hand."""
_WEAKER_BY: Final = 2.0
"""How many statements further off a support of no strength counts."""
_FAR: Final = 50.0
_A_BLANK_LINE: Final = 2
"""Lines from one item of a list to the next, at most."""


@dataclass(frozen=True, slots=True)
class PassageCandidate:
    """What can be measured of one statement that may be it."""

    speaks: float = 0.0
    """How strongly it speaks to the belief."""
    topic: float = 0.0
    """How far it speaks of what the strongest support speaks of."""
    near: float = 0.0
    """1 in a support's place, falling with each statement between."""
    most_speaks: float = 0.0
    """`speaks` against the most of any candidate; so with the next three."""
    most_says: float = 0.0
    """Share of the belief's words that it says."""
    most_topic: float = 0.0
    most_near: float = 0.0
    same_section: float = 0.0
    """1 in the section of the strongest support."""
    same_kind: float = 0.0
    """1 where it is of the strongest support's kind."""
    took_names: float = 0.0
    """1 where it succeeds a support and took a name that the belief says."""
    precision: float = 0.0
    """Share of what it took from that support that the belief says."""
    new_to_note: float = 0.0
    """Share of its words that the note did not say anywhere."""
    negated: float = 0.0
    open_and_done: float = 0.0
    """1 where the belief is open and it holds a word of ending."""
    added: float = 0.0
    added_says: float = 0.0
    """Share of the belief's words that it says, where it is an addition."""
    untouched: float = 0.0
    elsewhere_said: float = 0.0
    """Share of the belief that the statement it succeeds said, where that is no support."""
    elsewhere_precision: float = 0.0
    elsewhere_swapped: float = 0.0
    """1 where it put another value in place of one the belief says, by how much it took."""
    elsewhere_brought: float = 0.0
    """Share of its words that are new there."""
    ends_it: float = 0.0
    """1 where a rule says that it ends or overturns what the belief says."""
    is_status: float = 0.0
    """1 for the changed status property."""
    is_property: float = 0.0
    is_item: float = 0.0
    is_code: float = 0.0
    is_short: float = 0.0


NAMES: Final = tuple(field.name for field in fields(PassageCandidate))


@dataclass(frozen=True, slots=True)
class Found:
    """What a comparison turned on, as the choice needs it."""

    view: View
    evidence: Evidence
    ending: Ending | None


@dataclass(frozen=True, slots=True)
class EvidencePassage:
    """What a reader should look at, by index now."""

    chosen: int | None
    """The statement to point at; None where none may be."""
    passage: tuple[int, ...]
    """That one, with neighbours that may be the one just as well."""
    also: int | None = None
    """Another one, outside that passage and in other words, that may be."""


def candidates(found: Found) -> list[tuple[int, PassageCandidate]]:
    """Return (index now, measures) of each statement that may be it, headings left out."""
    view = found.view
    aligned = view.aligned
    fresh = [*aligned.added, *aligned.edited]
    changed = set(fresh)
    untouched = sorted(
        (-lexical(view.weights, s), j) for j, s in enumerate(view.now) if j not in changed
    )
    standing = [j for _, j in untouched if view.now[j].kind != "heading"][:_UNTOUCHED]
    before = {j: i for i, j in aligned.successor.items() if j in changed}
    places = _places(view)
    once, is_waiting = said_by(tuple(view.then)), is_open(view.belief)
    made = []
    for j in (*fresh, *standing):
        if view.now[j].kind == "heading":
            continue
        values = _alone(found, j, once) | _placed(view, j, places)
        values["open_and_done"] *= is_waiting
        if j not in changed:
            values["untouched"] = 1.0
        elif j in before:
            values |= _edited(view, before[j], j)
        else:
            values |= {"added": 1.0, "added_says": lexical(view.weights, view.now[j])}
        made.append((j, PassageCandidate(**values)))
    return _against_the_best(made)


def _alone(found: Found, j: int, once: Words) -> dict[str, float]:
    """Return what a statement says by itself."""
    view, statement = found.view, found.view.now[j]
    words, whole = words_of(present(statement.plain)), words_of(full_text(statement))
    weighed = {n: KIND_WEIGHTS[kind] for n, kind in whole.kinds.items()}
    new = sum(weight for n, weight in weighed.items() if not holds(once, n))
    is_done = has_cue(words, lexicon.DONE_WORDS, lexicon.CJK_DONE)
    return {
        "speaks": view.speaks(statement),
        "most_says": lexical(view.weights, statement),
        "topic": topic_of(view, statement),
        "new_to_note": new / (sum(weighed.values()) or 1.0),
        "negated": float(words.negations > 0),
        "open_and_done": float(is_done),
        "ends_it": float(found.ending is not None and found.ending.chosen == j),
        "is_status": float(found.evidence.status == j),
        "is_property": float(statement.kind in ("property", "inline_field")),
        "is_item": float(statement.kind == "list_item"),
        "is_code": float(statement.kind == "code"),
        "is_short": float(len(statement.plain) < _SHORT_CHARS),
    }


def _places(view: View) -> list[tuple[float, float]]:
    """Return (place now, strength against the strongest) of each support, gone ones in the gap."""
    top = max((s.strength for s in view.supports), default=1.0) or 1.0
    places = []
    for support in view.supports:
        place = float(view.aligned.successor.get(support.index, -1))
        if place < 0:
            standing = [i for i in view.aligned.successor if i < support.index]
            place = view.aligned.successor[max(standing)] + 0.5 if standing else -0.5
        places.append((place, support.strength / top))
    return places


def _placed(view: View, j: int, places: Sequence[tuple[float, float]]) -> dict[str, float]:
    """Return where a statement stands against the supports."""
    off = min((abs(j - at) + _WEAKER_BY * (1.0 - share) for at, share in places), default=_FAR)
    values = {"near": math.exp(-off / _REACH)}
    if view.supports:
        support = view.then[view.supports[0].index]
        values["same_section"] = float(support.section == view.now[j].section)
        values["same_kind"] = float(support.kind == view.now[j].kind)
    return values


def _edited(view: View, i: int, j: int) -> dict[str, float]:
    """Return what an edit took and brought, in a support or elsewhere."""
    edit = measure_edit(view.weights, view.then[i], [view.now[j]])
    top = max((s.strength for s in view.supports), default=1.0) or 1.0
    for support in view.supports:
        if support.index == i:
            share = (support.strength / top) ** 3
            return {
                "took_names": share * min(1.0, edit.hit_name),
                "precision": share * edit.precision,
            }
    said = lexical(view.weights, view.then[i])
    return {
        "elsewhere_said": said,
        "elsewhere_precision": said * edit.precision,
        "elsewhere_swapped": edit.swapped * edit.hit,
        "elsewhere_brought": edit.came,
    }


_MOST: Final[Mapping[str, str]] = {
    "most_speaks": "speaks",
    "most_says": "most_says",
    "most_topic": "topic",
    "most_near": "near",
}


def _against_the_best(
    made: Sequence[tuple[int, PassageCandidate]],
) -> list[tuple[int, PassageCandidate]]:
    """Return the candidates with some measures as shares of the most that any reaches."""
    most = {own: max((getattr(c, own) for _, c in made), default=1.0) for own in _MOST.values()}
    return [
        (
            j,
            replace(c, **{n: getattr(c, own) / (most[own] or 1.0) for n, own in _MOST.items()}),
        )
        for j, c in made
    ]


def chances(found: Found) -> dict[int, float]:
    """Return for each candidate the chance that it is the one a reader would point at."""
    head = load_model().evidence_passage
    logits = {
        j: head.logit({name: getattr(candidate, name) for name in NAMES})
        for j, candidate in candidates(found)
    }
    top = max(logits.values(), default=0.0)
    shares = {j: math.exp(logit - top) for j, logit in logits.items()}
    total = sum(shares.values())
    return {j: share / total for j, share in shares.items()}


def evidence_passage(found: Found) -> EvidencePassage:
    """Return the evidence passage.

    Args:
        found: what the comparison turned on.
    """
    meant = chances(found)
    aligned, ending = found.view.aligned, found.ending
    changed = {j: meant[j] for j in (*aligned.added, *aligned.edited) if j in meant}
    if ending is not None and ending.how in ("ticked", "struck"):
        # A mark says it: of several that were ticked, the one that is meant, and no neighbour.
        ticked = {j: chance for j, chance in changed.items() if _is_ticked(found.view, j)}
        marked = ticked if ending.how == "ticked" else {}
        chosen = max(marked, key=lambda j: (marked[j], -j), default=ending.chosen)
        return EvidencePassage(chosen, (chosen,))
    # Where the supports of an open matter stand, something that came must have settled it.
    s = found.evidence.signals
    has_come = ending is not None or bool(s.all_untouched and s.open_belief)
    fitting = changed if has_come and changed else meant
    if not fitting:
        return EvidencePassage(None, ())
    chosen = max(fitting, key=lambda j: (fitting[j], -j))
    passage = passage_around(found.view.now, chosen, changed)
    return EvidencePassage(chosen, passage, second_beside(found.view.now, passage, changed))


def _is_ticked(view: View, j: int) -> bool:
    """Whether a task is closed that was open."""
    olds = [view.then[i] for i, k in view.aligned.successor.items() if k == j]
    was_open = any(old.task_mark is not None and not is_closed(old) for old in olds)
    return was_open and is_closed(view.now[j])


def passage_around(
    now: Sequence[Statement], chosen: int, meant: Mapping[int, float]
) -> tuple[int, ...]:
    """Return the statements to show: the chosen one and neighbours that may be meant too.

    Args:
        now: the note's statements.
        chosen: index of the one that must be shown.
        meant: chance by index that a statement is the one meant.
    """
    shown: tuple[int, ...] = (chosen,)
    while len(shown) < MAX_SHOWN:
        beside = [j for j in (shown[0] - 1, shown[-1] + 1) if meant.get(j, 0.0) >= WORTH_SHOWING]
        wider = [tuple(sorted((*shown, j))) for j in beside]
        fitting = [
            (meant[j], w)
            for j, w in zip(beside, wider, strict=True)
            if is_readable([now[k] for k in w])
        ]
        if not fitting:
            break
        shown = max(fitting)[1]
    return shown


def second_beside(
    now: Sequence[Statement], passage: Sequence[int], meant: Mapping[int, float]
) -> int | None:
    """Return the likeliest statement outside a passage, where it may well be the one meant.

    Args:
        now: the note's statements.
        passage: indices of what is shown; what says the same elsewhere is not shown again.
        meant: chance by index that a statement is the one meant.
    """
    shown = {now[j].digest for j in passage}
    others = [(chance, -j) for j, chance in meant.items() if now[j].digest not in shown]
    chance, behind = max(others, default=(0.0, 0))
    return -behind if chance >= WORTH_ADDING else None


def is_readable(parts: Sequence[Statement]) -> bool:
    """Tell whether statements stand in one paragraph, list, table or block, short together."""
    are_near = all(
        b.section == a.section and b.first_line - a.last_line <= _lines_between(a, b)
        for a, b in pairwise(parts)
    )
    are_words = all(part.kind not in ("heading", "property") for part in parts)
    chars = sum(len(part.text) + len(" · ") for part in parts)
    return len(parts) == 1 or (are_near and are_words and chars <= MAX_SHOWN_CHARS)


def _lines_between(a: Statement, b: Statement) -> int:
    """Return how far two statements of one passage may be apart: a blank line ends a paragraph."""
    return 1 if "sentence" in (a.kind, b.kind) else _A_BLANK_LINE
