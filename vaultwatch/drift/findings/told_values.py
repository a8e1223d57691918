"""Tell the one clear value that a note says where a sentence says another.

Pure. As careful as a suggested wording (`findings.repair`), which decides here too: what the note
would say if the sentence were right is held against what it says. Where the note gives two values,
or the sentence says more than one thing, there is none.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from vaultwatch.drift.findings.repair import is_reworded, suggest_repair
from vaultwatch.drift.model import Quote, Repair
from vaultwatch.drift.scoring.grounding import belief_of_text, ground
from vaultwatch.drift.scoring.rivals import MOST_CHARS, Held, Rival, rivals_of
from vaultwatch.notes.model import Statement

_NEAR = 0.5
"""Share of what the best statement covers, from which on another gives a second answer even where
nothing around the two values agrees. Chosen by hand."""
_WORD = re.compile(r"\S+")
_EDGES = "*_`~=.,;:!?()[]{}\"'“”‘’"  # noqa: RUF001 -- the marks themselves


@dataclass(frozen=True, slots=True)
class ToldValue:
    """One value for another, as the memory would write both."""

    old: str
    new: str
    index: int
    """Of the statement that says it."""


def told_value(sentence: str, statements: Sequence[Statement]) -> ToldValue | None:
    """Return the value that a note says in a sentence's place; None where that is not certain."""
    if not sentence.strip() or len(sentence) > MOST_CHARS:
        return None
    belief = belief_of_text(sentence)
    found = ground(belief, statements)
    if found.outcome != "denied" or found.index is None or not (found.said and found.instead):
        return None
    short = tuple(one for one in statements if len(one.plain) <= MOST_CHARS)
    rivals = list(rivals_of(Held(belief, short)))
    most = max((one.cover for one in rivals), default=0.0)
    said = {(one.said, one.instead) for one in rivals if not _is_far(one, most)}
    says = statements[found.index]
    is_clear = len(said) == 1 and says.text.count(found.instead) == 1
    if not is_clear or is_reworded(sentence, found, says.text):
        return None
    would = says.text.replace(found.instead, found.said)
    then, now = (Quote(text, says.first_line, says.section) for text in (would, says.text))
    repair = suggest_repair(sentence, then, now, change="value", mode="warm")
    pair = None if repair is None else swapped(repair)
    return None if pair is None else ToldValue(*pair, found.index)


def _is_far(rival: Rival, most: float) -> bool:
    """Tell whether a value merely stands somewhere in the note: a year below a budget, say."""
    return not rival.near and rival.cover < _NEAR * most


def swapped(repair: Repair) -> tuple[str, str] | None:
    """Return the words that a new wording puts in others' place; None where it changes more.

    Whole words, so that they can be found again; without the marks round them.
    """
    old, new = _WORD.findall(repair.before), _WORD.findall(repair.after)
    front = next(
        (at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b),
        min(len(old), len(new)),
    )
    back = 0
    while back < min(len(old), len(new)) - front and old[-1 - back] == new[-1 - back]:
        back += 1
    gone, come = old[front : len(old) - back], new[front : len(new) - back]
    if not gone or not come:
        return None
    before, after = " ".join(gone), " ".join(come)
    while before and after and before[0] == after[0] and before[0] in _EDGES:
        before, after = before[1:], after[1:]
    while before and after and before[-1] == after[-1] and before[-1] in _EDGES:
        before, after = before[:-1], after[:-1]
    return (before, after) if before and after and before in repair.before else None
