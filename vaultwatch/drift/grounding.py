"""Tell what a baseline is worth: does the note, as it stands, say what the belief says?

Pure. `services.scanning.grounding` asks it of every baseline, `services.memories.weighing` of a
memory that a tool hands in, `services.recall.notes_against` before an agent is shown one. Three
outcomes: a statement *supports* the belief, the note is *silent* on it, or it *says otherwise*:
another value (`drift.rivals`), a task that is done while the belief calls it open, words struck
out. Words alone decide; no vector is asked for.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from vaultwatch.drift.belief import Belief, is_pointer
from vaultwatch.drift.edits import present
from vaultwatch.drift.model import Grounding
from vaultwatch.drift.open_matters import is_closed, is_waiting
from vaultwatch.drift.rivals import MOST_CHARS, Rival, lacks_value, rivals_of
from vaultwatch.drift.support import find_supports, lexical
from vaultwatch.drift.tokens import Token, tokens
from vaultwatch.drift.words import belief_weights, holds, rarity_of, words_of
from vaultwatch.notes.model import Statement

GROUNDING_VERSION: Final = "2026-11-22"
"""Changes when the same texts may be grounded otherwise; services then ground anew, once."""
LEAST_SUPPORT: Final = 0.2
"""Strength of the best statement, by words alone, from which on a belief is supported: nine of ten
true memories of the labelled sets have it, and one of fourteen held against another note."""
_LEAST_DONE: Final = 0.45
"""Share of an open belief's words that a closed task must say to be its matter."""
_LEAST_PAST: Final = 0.1
"""Share of a belief's words that are said only as what was, `(was 940 €)`, for it to be denied."""
LEAST_OURS: Final = 0.75
"""Share of a belief's other words that a note must say which the belief does not cite: two short
sentences may speak of different things. Numbers of this module are chosen by hand; see
`benchmarks/grounding.py`."""

LEAST_SAID: Final = 0.3
"""Share of a belief's long words that a passage must say to be taken apart for it, below what
`LEAST_OURS` leads to."""
LEAST_LONG: Final = 4
"""Long words by which a glance can tell; of fewer, or in other letters, it cannot."""
_KEPT_BELIEFS: Final = 256
"""Beliefs of one context, each held against a dozen notes and passages."""

_LONG: Final = re.compile(r"[a-z\u00df-\u024f]{4,}")
_LINK: Final = re.compile(r"\[\[(?:([^\[\]|\n]{0,300})\|)?([^\[\]|\n]{0,300})\]\]")


SILENT: Final = Grounding("silent", 0.9, None)
_DENIED_OUTRIGHT: Final = 0.95
"""Chance where the note gives another value, and where it only does not say the belief's."""
_DENIED_BY_LACK: Final = 0.9


def ground(belief: Belief, now: Sequence[Statement]) -> Grounding:
    """Return whether a note supports a belief, is silent on it, or says otherwise.

    Args:
        belief: what the memory says.
        now: the note's statements as it stands.
    """
    if is_pointer(belief):
        return Grounding("supported", 1.0, None)
    statements = tuple(now)
    if (denial := _denial(belief, statements)) is not None:
        return denial
    best = find_supports(belief, statements, {})[:1]
    if best and best[0].strength >= LEAST_SUPPORT and not lacks_value(belief, statements):
        return Grounding("supported", _DENIED_BY_LACK, best[0].index)
    return SILENT


def worth_of(
    belief: Belief,
    statements: Sequence[Statement],
    *,
    is_verified: bool = False,
    is_named: bool = False,
) -> Grounding:
    """Return what a note says to a belief; a person's word goes above what is read of it.

    Args:
        belief: what the memory says.
        statements: the note's, as it stands.
        is_verified: whether a person called the memory true beside what the note says.
        is_named: whether they named the note as the one that says so.
    """
    worth = ground(belief, statements)
    if is_named or (is_verified and worth.outcome == "denied"):
        return replace(worth, outcome="supported")
    return worth


def _denial(belief: Belief, now: tuple[Statement, ...]) -> Grounding | None:
    rivals = sorted(rivals_of(belief, now), key=_plainness, reverse=True)
    if rivals:
        best = rivals[0]
        chance = _DENIED_OUTRIGHT if best.instead else _DENIED_BY_LACK
        return Grounding("denied", chance, best.index, best.said.surface, best.instead)
    return _ended(belief, now)


def _plainness(rival: Rival) -> tuple[bool, float, float]:
    return bool(rival.instead), rival.agrees, rival.cover


def _ended(belief: Belief, now: tuple[Statement, ...]) -> Grounding | None:
    """Return the denial by the statement that says most of a belief: done, struck out, or past."""
    weights = belief_weights(belief.text, belief.note_title, rarity_of((), now))
    told = [(lexical(weights, one), -i) for i, one in enumerate(now) if one.kind != "heading"]
    share, index = max(told, default=(0.0, 0))
    if share < _LEAST_PAST:
        return None
    best = now[-index]
    is_done = is_closed(best) and is_waiting(belief) and share >= _LEAST_DONE
    total = sum(weights.values()) or 1.0
    still, was = words_of(present(best.plain)), words_of(best.plain)
    past = sum(w for norm, w in weights.items() if holds(was, norm) and not holds(still, norm))
    if is_done or ("~~" in best.text and share >= LEAST_SUPPORT) or past / total > _LEAST_PAST:
        return Grounding("denied", _DENIED_BY_LACK, -index)
    return None


def contradicting_statement(
    text: str, statements: Iterable[Statement], *, is_cited: bool = True
) -> Statement | None:
    """Return the statement that says otherwise than a sentence; None where none does.

    Args:
        text: one sentence of a belief, its links in it.
        statements: of a note.
        is_cited: whether the belief names the note; of another one more must fit.
    """
    now = tuple(one for one in statements if len(one.plain) <= MOST_CHARS)
    if not text.strip() or len(text) > MOST_CHARS:
        return None
    belief = belief_of_text(text)
    if is_cited:
        found = _denial(belief, now)
        return now[found.index] if found is not None and found.index is not None else None
    rivals = rivals_of(belief, now, least_cover=LEAST_OURS)
    against = [one for one in rivals if one.instead and one.cover >= LEAST_OURS]
    best = max(against, key=_plainness, default=None)
    return now[best.index] if best is not None else None


def may_contradict(belief: str, passage: str) -> bool:
    """Tell whether a passage that the belief does not cite is worth taking apart.

    At a glance: it says enough of the belief's long words, wherever they stand.
    """
    said = _long_words(passage)
    wanted = [_long_words(_LINK.sub(shown, belief)) for shown in (r" \2 ", " ")]
    return any(
        len(words) < LEAST_LONG or len(words & said) >= LEAST_SAID * len(words) for words in wanted
    )


@lru_cache(_KEPT_BELIEFS)
def _long_words(text: str) -> frozenset[str]:
    return frozenset(_LONG.findall(text[:MOST_CHARS].casefold()))


def belief_of_text(text: str) -> Belief:
    """Return a sentence as a belief about the notes that it links to."""
    linked = " ".join(target or shown for target, shown in _LINK.findall(text))
    shown = _LINK.sub(lambda link: link[2] if link[1] else link[2].rpartition("/")[2], text)
    plain = " ".join(shown.replace("`", "").split())
    title = re.sub(r"#.*|.*/", "", linked)
    return Belief("", plain, "", None, title, (), None)


def statement_saying(value: str, about: str, statements: Iterable[Statement]) -> Statement | None:
    """Return the first statement that says a value of something; None where none does.

    Args:
        value: word for word, case and marks apart.
        about: what it is a value of; one word of it must stand beside it, or above it in a heading.
        statements: of a note.
    """
    wanted = [token.norm for token in _words(value)]
    named = {token.norm for token in _words(about)}
    for statement in statements:
        theirs = [token.norm for token in _words(statement.plain)]
        starts = range(len(theirs) - len(wanted) + 1) if wanted else ()
        if any(theirs[at : at + len(wanted)] == wanted for at in starts) and named & {
            *theirs,
            *(token.norm for heading in statement.section for token in _words(heading)),
        }:
            return statement
    return None


def _words(text: str) -> tuple[Token, ...]:
    # A full stop behind a number would make a date of it: `release 2.8.`
    return tuple(token for token in tokens(text.rstrip(" .")) if token.kind != "stop")
