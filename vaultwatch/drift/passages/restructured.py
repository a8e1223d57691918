"""Find the statements that say what one statement said before, set in another shape.

Pure. `passages.told_then` reads a passage that was made a list, a table or a callout, or was joined
with its neighbour, in its old words: nothing is lost by it. All values and all that the belief says
must stand in consecutive statements of one place, in the same order and beside the same words, and
next to nothing new with them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.language import lexicon
from vaultwatch.drift.language.tokens import EXACT_KINDS, TokenKind, tokens
from vaultwatch.drift.language.words import KIND_WEIGHTS, Words, context_of, holds, merged, words_of
from vaultwatch.drift.passages.align import align
from vaultwatch.drift.passages.edits import full_text
from vaultwatch.notes.model import Statement

MOST_TOGETHER: Final = 8
"""Statements that one may have become."""
MOST_TRIED: Final = 8
"""Statements of then that say most of the belief: it rests on none of the others."""
MOST_CHARS: Final = 600
"""A longer statement is no single passage."""
_NEARLY: Final = 0.85
"""Share of a statement's words, by weight, that must stand there."""
_NEW: Final = 0.3
"""Share of the words there that may be of nothing that went: a list's lead, a column's name."""
_IN_ORDER: Final = 0.8
"""Share of the words that must stand in the order in which they stood."""
_BESIDE: Final = 2
"""Words on either side of a value, one of which must stand with it. All chosen by hand; re-run
benchmarks/restructured.py."""
LEAST_WORDS: Final = 3
"""Weighty words by which a statement is known again: two stand in many places."""
_PROSE: Final = frozenset({"sentence", "list_item", "table_row"})
_CUES: Final = lexicon.DONE_WORDS | lexicon.OVERRIDE_WORDS
_VALUES: Final[frozenset[TokenKind]] = EXACT_KINDS - {"unit"} | frozenset[TokenKind]({"name"})


def restructured(
    belief: Belief, then: tuple[Statement, ...], now: tuple[Statement, ...]
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the index then of each statement that was set anew, and those now that say it.

    Args:
        belief: what the memory says: what it says must stand to the last word.
        then: the note's statements in the baseline.
        now: the note's statements as it stands.
    """
    changed = _changed(then, now)
    if not changed.fresh:
        return
    said = words_of(belief.text)
    for i in _spoken_to(said, changed.gone):
        one = then[i]
        for window in _windows(one, said, now, changed.fresh):
            there = [now[j] for j in window]
            if not (_is_in_order(one, there) and _stand_together(one, there)):
                continue
            inside = changed.inside(there)
            if one in inside and _is_bare(there, inside):
                if len(there) > 1 or there[0].kind != one.kind or len(inside) > 1:
                    yield i, window  # else it is a sentence that was edited, and read as such
                break


def _spoken_to(said: Words, gone: Mapping[int, Statement]) -> list[int]:
    """Return which statements say most of a belief, by index, in their order."""

    def share(one: Statement) -> float:
        kinds = words_of(one.plain).kinds.items()
        return sum(KIND_WEIGHTS[kind] * holds(said, norm) for norm, kind in kinds)

    shares = {i: share(one) for i, one in gone.items()}
    best = sorted(shares, key=lambda i: (-shares[i], i))[:MOST_TRIED]
    return sorted(i for i in best if shares[i])


@dataclass(frozen=True, slots=True)
class _Changed:
    """What of a note does not stand as it stood."""

    gone: Mapping[int, Statement]
    """By index then: those that say enough to be known again."""
    fresh: frozenset[int]
    """Indices now."""

    def inside(self, there: Sequence[Statement]) -> list[Statement]:
        """Return the statements that went into one place."""
        words = merged(words_of(one.plain) for one in there)

        def is_there(one: Statement) -> bool:
            kinds = words_of(one.plain).kinds
            return sum(holds(words, norm) > 0 for norm in kinds) >= _NEARLY * len(kinds)

        return [one for one in self.gone.values() if is_there(one)]


@lru_cache(maxsize=32)
def _changed(then: tuple[Statement, ...], now: tuple[Statement, ...]) -> _Changed:
    aligned = align(then, now)
    standing = {aligned.successor[i] for i in aligned.unchanged}
    gone = {
        i: one
        for i, one in enumerate(then)
        if i not in aligned.unchanged
        and one.kind in _PROSE
        and len(one.plain) <= MOST_CHARS
        and len(words_of(one.plain).kinds) >= LEAST_WORDS
    }
    fresh = (j for j, one in enumerate(now) if j not in standing and one.kind in _PROSE)
    return _Changed(gone, frozenset(fresh))


def _windows(
    one: Statement, said: Words, now: Sequence[Statement], fresh: frozenset[int]
) -> Iterator[tuple[int, ...]]:
    """Yield runs of statements that together say what one said, shortest first.

    Every value, every word that the belief says, and nearly all the others.
    """
    kinds = words_of(one.plain).kinds
    needed = {norm for norm, kind in kinds.items() if kind in _VALUES or holds(said, norm)}
    least = _NEARLY * sum(KIND_WEIGHTS[kind] for kind in kinds.values())
    held = {j: _held(kinds, now[j]) for j in fresh}
    runs = []
    for start in fresh:
        so_far: set[str] = set()
        for end in range(start, start + MOST_TOGETHER):
            if not held.get(end):
                break
            so_far |= held[end]
            if needed <= so_far and sum(KIND_WEIGHTS[kinds[norm]] for norm in so_far) >= least:
                runs.append(tuple(range(start, end + 1)))
                break
    yield from sorted(runs, key=lambda run: (len(run), run))


def _held(kinds: Mapping[str, TokenKind], one: Statement) -> frozenset[str]:
    """Return which words a statement says, or the item that it stands under."""
    own, above = words_of(one.plain), words_of(one.context)
    return frozenset(norm for norm in kinds if holds(own, norm) or holds(above, norm))


def _is_in_order(one: Statement, there: Sequence[Statement]) -> bool:
    """Tell whether the words stand in the order in which they stood, values to the last."""
    old = _sequence(one.plain)
    new = [token for other in there for token in _sequence(other.plain)]
    for kinds, least in ((_VALUES, 1.0), (frozenset(KIND_WEIGHTS), _IN_ORDER)):
        was = [norm for norm, kind in old if kind in kinds]
        wanted = set(was)
        now = [norm for norm, _ in new if norm in wanted]
        if _common(was, now) < least * len([norm for norm in was if norm in now]):
            return False
    return True


def _sequence(text: str) -> list[tuple[str, TokenKind]]:
    return [(one.norm, one.kind) for one in tokens(text) if one.kind not in ("stop", "negation")]


def _common(left: Sequence[str], right: Sequence[str]) -> int:
    """Return the length of the longest common subsequence."""
    row = [0] * (len(right) + 1)
    for a in left:
        before = 0
        for k, b in enumerate(right, 1):
            before, row[k] = row[k], before + 1 if a == b else max(row[k], row[k - 1])
    return row[-1]


def _stand_together(one: Statement, there: Sequence[Statement]) -> bool:
    """Tell whether each value stands with a word that stood beside it."""
    old = _sequence(one.plain)
    for at, (norm, kind) in enumerate(old):
        beside = [near for near, _ in old[max(0, at - _BESIDE) : at + _BESIDE + 1] if near != norm]
        if kind not in _VALUES or not beside:
            continue
        homes = [
            merged([words_of(other.plain), words_of(other.context)])
            for other in there
            if holds(words_of(other.plain), norm)
        ]
        if not any(holds(home, near) for home in homes for near in beside):
            return False
    return True


def _is_bare(there: Sequence[Statement], inside: Sequence[Statement]) -> bool:
    """Tell whether statements say next to nothing but what went into them.

    Args:
        there: as they stand.
        inside: what they say of what stood.
    """
    if any("~~" in one.text or one.task_mark is not None for one in there):
        return False
    stood = merged(words_of(part) for one in inside for part in (full_text(one), context_of(one)))
    kinds = {norm: kind for one in there for norm, kind in words_of(one.plain).kinds.items()}
    numbering = _numbering(there)
    new = {n: kind for n, kind in kinds.items() if not holds(stood, n) and n not in numbering}
    named = _VALUES if there[0].kind != "table_row" else _VALUES - {"name"}  # columns have names
    if any(kind in named for kind in new.values()):
        return False
    came = sum(KIND_WEIGHTS[kind] for kind in new.values())
    if came > _NEW * sum(KIND_WEIGHTS[kind] for kind in kinds.values()):
        return False
    (cues, denials), (were, denied) = map(_cues_and_denials, (there, inside))
    return cues <= were and denials == denied


def _cues_and_denials(some: Sequence[Statement]) -> tuple[frozenset[str], int]:
    """Return the words of ending that statements say, and how often they deny."""
    # A column may be called `No.`
    words = [words_of(one.text if one.kind == "table_row" else one.plain) for one in some]
    cues = (word for one in words for word in one.folded & _CUES)
    return frozenset(cues), sum(one.negations for one in words)


def _numbering(there: Sequence[Statement]) -> frozenset[str]:
    """Return the numbers that rows are counted by; none where they are not."""
    firsts = [next((one.norm for one in tokens(_row(other))), "") for other in there]
    digits = [norm[1:] for norm in firsts if norm[:1] == "#" and norm[1:].isdigit()]
    start = int(digits[0]) if digits else 0
    counted = [f"#{start + k}" for k in range(len(there))]
    return frozenset(firsts) if firsts == counted else frozenset()


def _row(statement: Statement) -> str:
    """Return what a statement begins with, of a table's row its first cell."""
    return statement.plain.partition(": ")[2] if statement.kind == "table_row" else statement.plain
