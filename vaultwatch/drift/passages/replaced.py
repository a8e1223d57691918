"""Measure how far an edit put other words where a belief's words stood, and left the rest alone.

Pure. `passages.edits` counts words wherever they stand in a statement; here they are held against
each other in their order. `Nagios runs the plugin from nagios-plugins` that became `Icinga runs the
plugin from nagios-plugins` still says the word, but no longer in its place.
"""

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from typing import Final

from vaultwatch.drift.language.tokens import Token, tokens
from vaultwatch.drift.language.words import KIND_WEIGHTS, PREFIX
from vaultwatch.drift.passages.edits import full_text, present
from vaultwatch.notes.model import Statement

_MOST_WORDS: Final = 300
"""A longer statement is no single fact; holding it in order would take its square."""


def replaced_share(weights: Mapping[str, float], then: Statement, now: Statement) -> float:
    """Return the share of what belief and statement both said that other words replaced, 0..1.

    Times how much of both statements stands as it stood: a rewording replaces much, and next to
    nothing of it counts.

    Args:
        weights: of the belief's norms.
        then: the statement as it was.
        now: its successor.
    """
    old, new = tokens(present(full_text(then))), tokens(present(full_text(now)))
    shared = sum(weights[norm] for norm in {one.norm for one in old} if norm in weights)
    if not shared or max(len(old), len(new)) > _MOST_WORDS:
        return 0.0
    matcher = SequenceMatcher(
        None, [one.norm for one in old], [one.norm for one in new], autojunk=False
    )
    steps = [step for step in matcher.get_opcodes() if step[0] != "equal"]
    moved = {one.norm for _, _, _, start, end in steps for one in new[start:end]}
    gone: set[str] = set()
    for name, i, j, k, m in steps:
        if name == "replace" and _weight(new[k:m]):
            forms = {one.norm[:PREFIX] for one in new[k:m] if len(one.norm) >= PREFIX}
            gone |= {one.norm for one in old[i:j] if one.norm[:PREFIX] not in forms} - moved
    lost = sum(weights[norm] for norm in gone if norm in weights)
    went = sum(_weight(old[i:j]) for _, i, j, _, _ in steps)
    came = sum(_weight(new[k:m]) for _, _, _, k, m in steps)
    stands = (1.0 - went / (_weight(old) or 1.0)) * (1.0 - came / (_weight(new) or 1.0))
    return lost / shared * stands


def _weight(words: Sequence[Token]) -> float:
    return sum(KIND_WEIGHTS[one.kind] for one in words)
