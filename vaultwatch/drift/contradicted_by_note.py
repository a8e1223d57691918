"""Find the sentence of a note that says what a belief says, with one other value.

Pure. `services.memories.weighing` asks about beliefs of weak sources before they are kept: a
plausible lie differs from the truth in one place. Strict, as an honest belief must pass: the frame
of both sentences is the same, and only one slot of it differs, which holds a value on either side.
"""

import re
from collections.abc import Collection, Iterable
from difflib import SequenceMatcher

from vaultwatch.drift.tokens import EXACT_KINDS, Token, tokens
from vaultwatch.notes.model import Statement

LEAST_FRAME = 0.75
"""The part of the note's sentence outside the slot that the belief must repeat. Chosen by hand; see
`benchmarks/poisoning.py` for what it catches and what it costs."""
LEAST_EQUAL = 2
"""Words that both must have in common."""
MOST_TOKENS = 60
"""A longer sentence is no single fact, and comparing takes the square of it."""

_VALUES = EXACT_KINDS | {"name", "negation"}


_LINKED = re.compile(r"\[\[[^\[\]\n]{1,300}\]\]")
_LINK = re.compile(
    r"(?<![\s,;:(])[\s,;:(]*+"  # begins where the run does: within one, every place would be tried
    r"(?:\b(?:see|cf|says?|said|tells?|writes?|according to|as per|per|siehe|vgl|laut|sagt"
    r"|voir|selon|dit)\b[.:]?\s*)?\[\[[^\[\]\n]{1,300}\]\]\)?",
    re.IGNORECASE,
)
"""A link names where a belief comes from, or what it is about: the note's own sentences seldom say
it again."""


def readings_of(text: str) -> tuple[str, ...]:
    """Return a belief's words with its links' words, and without them."""
    with_links = re.sub(r"\[\[(?:[^\[\]|\n]*\|)?([^\[\]|\n]*)\]\]", r"\1", text)
    return tuple(dict.fromkeys((with_links.strip(), _LINK.sub("", text).strip())))


def contradicting_statement(belief: str, statements: Iterable[Statement]) -> Statement | None:
    """Return the statement that contradicts a belief most plainly; None where none does.

    A note that says the belief itself anywhere contradicts nothing.

    Args:
        belief: one sentence, its links in it.
        statements: of a note that it cites.
    """
    readings = [_words(text) for text in readings_of(belief)]
    linked = {token.norm for text in _LINKED.findall(belief) for token in _words(text)}
    said = [[token.norm for token in ours] for ours in readings]
    best: tuple[float, Statement] | None = None
    for statement in statements:
        theirs = _words(statement.plain)
        if [token.norm for token in theirs] in said:
            return None
        frame = max(_frame(ours, theirs, linked) for ours in readings)
        if frame >= LEAST_FRAME and (best is None or frame > best[0]):
            best = (frame, statement)
    return best[1] if best is not None else None


def _words(text: str) -> list[Token]:
    # A full stop behind a number would make a date of it: `release 2.8.`
    return [token for token in tokens(text.rstrip(" .")) if token.kind != "stop"]


def _frame(ours: list[Token], theirs: list[Token], linked: Collection[str]) -> float:
    """Return how much of their sentence ours repeats around one other value; 0 where it is none.

    Args:
        ours: a sentence.
        theirs: one of the note.
        linked: words of our links: they name what is spoken of, and are no value of it.
    """
    if not (ours and theirs) or max(len(ours), len(theirs)) > MOST_TOKENS:
        return 0.0
    mine, other = [token.norm for token in ours], [token.norm for token in theirs]
    steps = SequenceMatcher(None, mine, other, autojunk=False).get_opcodes()
    equal = sum(i2 - i1 for kind, i1, i2, _, _ in steps if kind == "equal")
    slots = [step for step in steps if step[0] == "replace"]
    if len(slots) != 1 or equal < LEAST_EQUAL:
        return 0.0
    _, i1, i2, j1, j2 = slots[0]
    here, there = ours[i1:i2], theirs[j1:j2]
    has_start = any(kind == "equal" and end <= i1 for kind, _, end, _, _ in steps)
    is_moved = {one.norm for one in here} & {*other} or {one.norm for one in there} & {*mine}
    is_long = len(there) > equal and not all(one.kind in EXACT_KINDS for one in there)
    # Words on both sides tell two facts, not two values of one.
    sides = [[one.kind in _VALUES and one.norm not in linked for one in s] for s in (here, there)]
    is_value = any(all(side) for side in sides)
    if not has_start or is_moved or is_long or not is_value:
        return 0.0
    left_out = sum(j2 - j1 for kind, _, _, j1, j2 in steps if kind == "insert")
    return equal / (equal + left_out)
