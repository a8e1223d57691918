"""Find the sentence of a note that says what a belief says, with one other value.

Pure. `services.memories.weighing` asks about beliefs of weak sources before they are kept,
`services.recall.notes_against` before an agent is shown them: a plausible lie differs from the
truth in one place. Strict, as an honest belief must pass: the frame
of both sentences is the same, and only one slot of it differs, which holds a value on either side.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from vaultwatch.drift.tokens import EXACT_KINDS, Token, tokens
from vaultwatch.notes.model import Statement

LEAST_FRAME = 0.75
"""The part of the note's sentence outside the slot that the belief must repeat. Chosen by hand; see
`benchmarks/poisoning.py` for what it catches and what it costs."""
LEAST_OURS = 0.75
"""The part of the belief outside the slot that the sentence of a note must say which the belief
does not cite: two short sentences of one frame may speak of different things. Chosen by hand: of
some 300 memories of three honest vaults, asked for by 360 questions, none was denied by mistake."""
LEAST_SAID = 0.3
"""The part of a belief's long words that a passage must say to be taken apart for it. Chosen by
hand below what `LEAST_OURS` leads to: our slot is no longer than theirs and a third of the frame,
theirs no longer than the frame."""
LEAST_LONG = 4
"""Long words by which a glance can tell; of fewer, or in other letters, it cannot."""
LEAST_EQUAL = 2
"""Words that both must have in common."""
MOST_TOKENS = 60
"""A longer sentence is no single fact, and comparing takes the square of it."""

MOST_CHARS = 2_000
"""A longer one is not even read: sixty tokens are about 400 characters. Chosen by hand."""
_KEPT_SENTENCES = 4_096
"""Sentences whose words are kept: a context holds ten memories against some hundred. By hand."""
_KEPT_BELIEFS = 256
"""Beliefs of one context, each held against a dozen notes and passages."""

_VALUES = EXACT_KINDS | {"name", "negation"}


_LONG = re.compile(r"[a-z\u00df-\u024f]{4,}")
_LINKED = re.compile(r"\[\[[^\[\]\n]{1,300}\]\]")
_LINK = re.compile(
    r"(?<![\s,;:(])[\s,;:(]*+"  # begins where the run does: within one, every place would be tried
    r"(?:\b(?:see|cf|says?|said|tells?|writes?|according to|as per|per|siehe|vgl|laut|sagt"
    r"|voir|selon|dit)\b[.:]?\s*)?\[\[[^\[\]\n]{1,300}\]\]\)?",
    re.IGNORECASE,
)
"""A link names where a belief comes from, or what it is about: the note's own sentences seldom say
it again."""


@dataclass(frozen=True, slots=True)
class _Words:
    """A sentence taken apart: it is held against many others."""

    tokens: tuple[Token, ...]
    norms: tuple[str, ...]
    known: frozenset[str]
    """Its norms."""
    worded: int
    """Words that are no number, date or the like."""


def readings_of(text: str) -> tuple[str, ...]:
    """Return a belief's words with its links' words, and without them."""
    with_links = re.sub(r"\[\[(?:[^\[\]|\n]*\|)?([^\[\]|\n]*)\]\]", r"\1", text)
    return tuple(dict.fromkeys((with_links.strip(), _LINK.sub("", text).strip())))


def contradicting_statement(
    belief: str, statements: Iterable[Statement], *, is_cited: bool = True
) -> Statement | None:
    """Return the statement that contradicts a belief most plainly; None where none does.

    A note that says the belief itself anywhere contradicts nothing.

    Args:
        belief: one sentence, its links in it.
        statements: of a note.
        is_cited: whether the belief names the note; of another one more must fit.
    """
    least_ours = 0.0 if is_cited else LEAST_OURS
    readings, linked = _taken_apart(belief)
    said = [ours.norms for ours in readings]
    best: tuple[float, Statement] | None = None
    for statement in statements:
        if len(statement.plain) > MOST_CHARS:
            continue
        theirs = _words(statement.plain)
        if theirs.norms in said:
            return None
        frame = max(_frame(ours, theirs, linked, least_ours) for ours in readings)
        if frame >= LEAST_FRAME and (best is None or frame > best[0]):
            best = (frame, statement)
    return best[1] if best is not None else None


@lru_cache(_KEPT_BELIEFS)
def _taken_apart(belief: str) -> tuple[tuple[_Words, ...], frozenset[str]]:
    """Return each reading of a belief, and the words of its links."""
    readings = tuple(_words(text) for text in readings_of(belief))
    return readings, frozenset(
        norm for text in _LINKED.findall(belief) for norm in _words(text).norms
    )


def may_contradict(belief: str, passage: str) -> bool:
    """Tell whether a passage that the belief does not cite is worth taking apart.

    At a glance: it says enough of the belief's long words, wherever they stand.
    """
    said = _long_words(passage)
    wanted = [_long_words(reading) for reading in readings_of(belief)]
    return any(
        len(words) < LEAST_LONG or len(words & said) >= LEAST_SAID * len(words) for words in wanted
    )


@lru_cache(_KEPT_BELIEFS)
def _long_words(text: str) -> frozenset[str]:
    return frozenset(_LONG.findall(text[:MOST_CHARS].casefold()))


def statement_saying(value: str, about: str, statements: Iterable[Statement]) -> Statement | None:
    """Return the first statement that says a value of something; None where none does.

    Args:
        value: word for word, case and marks apart.
        about: what it is a value of; one word of it must stand beside it, or above it in a heading.
        statements: of a note.
    """
    wanted = _words(value).norms
    named = set(_words(about).norms)
    for statement in statements:
        theirs = _words(statement.plain).norms
        starts = range(len(theirs) - len(wanted) + 1) if wanted else ()
        if any(theirs[at : at + len(wanted)] == wanted for at in starts) and named & {
            *theirs,
            *(norm for heading in statement.section for norm in _words(heading).norms),
        }:
            return statement
    return None


def _words(text: str) -> _Words:
    return _kept_words(text) if len(text) <= MOST_CHARS else _read_words(text)


def _read_words(text: str) -> _Words:
    # A full stop behind a number would make a date of it: `release 2.8.`
    found = tuple(token for token in tokens(text.rstrip(" .")) if token.kind != "stop")
    norms = tuple(token.norm for token in found)
    worded = sum(token.kind not in EXACT_KINDS for token in found)
    return _Words(found, norms, frozenset(norms), worded)


_kept_words = lru_cache(_KEPT_SENTENCES)(_read_words)


@dataclass(frozen=True, slots=True)
class _Slot:
    """The one place where two sentences say different words, and how much they share.

    Of `The gate opens at 09:00` against `The gate opens at 07:30 on weekdays` it is `09:00` against
    `07:30`; four words are equal, and two of the other sentence (`on weekdays`) are left out.
    """

    here: Sequence[Token]
    there: Sequence[Token]
    equal: int
    """Words that both say, in the same order."""
    left_out: int
    """Words of the other sentence, elsewhere, that ours does not say."""
    added: int
    """Words of ours, elsewhere or beyond as many as fill the slot there, that it does not say."""

    @property
    def frame(self) -> float:
        """How much of what stands around the slot there is repeated here, 0..1."""
        return self.equal / (self.equal + self.left_out)


def _frame(ours: _Words, theirs: _Words, linked: Collection[str], least_ours: float) -> float:
    """Return how much of their sentence ours repeats around one other value; 0 where it is none.

    Args:
        ours: a sentence.
        theirs: one of the note.
        linked: words of our links: they name what is spoken of, and are no value of it.
        least_ours: how much of what stands around our slot their sentence must repeat, 0..1.
    """
    slot = _only_slot(ours, theirs)
    if slot is None or _is_moved(slot, ours, theirs) or _is_clause(slot):
        return 0.0
    if slot.equal < least_ours * (slot.equal + slot.added):
        return 0.0
    # Words on both sides tell two facts, not two values of one.
    is_value = any(
        all(one.kind in _VALUES and one.norm not in linked for one in side)
        for side in (slot.here, slot.there)
    )
    return slot.frame if is_value else 0.0


def _only_slot(ours: _Words, theirs: _Words) -> _Slot | None:
    """Return where two sentences differ; None unless it is in one place, behind equal words."""
    if not _may_fit(ours, theirs) or max(len(ours.norms), len(theirs.norms)) > MOST_TOKENS:
        return None
    steps = SequenceMatcher(None, ours.norms, theirs.norms, autojunk=False).get_opcodes()
    slots = [step for step in steps if step[0] == "replace"]
    equal = sum(i2 - i1 for kind, i1, i2, _, _ in steps if kind == "equal")
    if len(slots) != 1 or equal < LEAST_EQUAL:
        return None
    _, i1, i2, j1, j2 = slots[0]
    if not any(kind == "equal" and end <= i1 for kind, _, end, _, _ in steps):
        return None
    left_out = sum(to - at for kind, _, _, at, to in steps if kind == "insert")
    added = sum(to - at for kind, at, to, _, _ in steps if kind == "delete")
    added += max(0, (i2 - i1) - (j2 - j1))
    return _Slot(ours.tokens[i1:i2], theirs.tokens[j1:j2], equal, left_out, added)


def _may_fit(ours: _Words, theirs: _Words) -> bool:
    """Tell whether a sentence shares words enough to be looked at: matching takes far longer.

    A slot that holds more than values is no longer than the frame that is repeated, so those and
    what may be left out are no more than `1 + 1 / LEAST_FRAME` times the words in common.
    """
    shared = sum(map(ours.known.__contains__, theirs.norms))
    return shared >= LEAST_EQUAL and theirs.worded <= shared * (1 + 1 / LEAST_FRAME)


def _is_moved(slot: _Slot, ours: _Words, theirs: _Words) -> bool:
    """Tell whether what fills the slot is said by the other sentence too, in another place."""
    here, there = {one.norm for one in slot.here}, {one.norm for one in slot.there}
    return bool(here & theirs.known or there & ours.known)


def _is_clause(slot: _Slot) -> bool:
    """Tell whether the other sentence fills the slot with more words than the frame has."""
    return len(slot.there) > slot.equal and any(one.kind not in EXACT_KINDS for one in slot.there)
