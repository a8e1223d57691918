"""Tell what a changed belief keeps of its old baseline: the facts that did not change keep theirs.

Pure. `services.scanning.baselines` asks before it takes a baseline of a belief that was edited: of
a memory of two facts the edit of one must not hide that the note has moved on from the other.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from typing import Final

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.model import Baseline, Grounding
from vaultwatch.drift.passages.align import align, weights_of
from vaultwatch.drift.passages.asserted import asserted, find_supports
from vaultwatch.drift.passages.edit import edit_of
from vaultwatch.drift.scoring.grounding import bare_part, parts_of
from vaultwatch.notes.model import Statement

LEAST_SPEAKS: Final = 0.3
"""Share of a fact's words that a statement must say for what became of it to be kept. Chosen by
hand, between what supports a belief by chance and what plainly does."""
_WORD: Final = re.compile(r"[^\W_]+")


def marks_of(belief: Belief) -> tuple[str, ...]:
    """Return a mark for each fact of a belief, by which it is known in another wording of the rest.

    BLAKE2b-64 hex of its words, the note's name left out at its end.
    """
    return tuple(_mark(part, belief.note_title) for part in _facts(belief))


def carried_over(
    old: Baseline, belief: Belief, now: Sequence[Statement]
) -> tuple[Statement, ...] | None:
    """Return what a changed belief rests on: its note now, but for what facts of before rest on.

    Of each passage that changed or went, the facts that did not change keep what stood there; what
    was added and speaks to them is news still. None where there is nothing to keep.
    """
    marks = old.grounding.marks if old.grounding is not None else ()
    facts = _facts(belief)
    kept = [one for one in facts if _mark(one, belief.note_title) in marks]
    if not kept or len(kept) == len(facts) == len(marks):
        return old.statements if kept else None
    then, now = old.statements, tuple(now)
    said = _Said(belief, kept, [one for one in facts if one not in kept], then, now)
    aligned = align(then, now)
    stands = dict(enumerate(now))
    for i, j in aligned.successor.items():
        if i not in aligned.unchanged and said.is_kept(then[i], now[j]):
            stands[j] = then[i]
    for j in aligned.added:
        if said.is_kept(now[j]):
            del stands[j]
    placed = [(float(j), one) for j, one in stands.items()]
    placed += [
        (_place(i, aligned.successor), one)
        for i, one in enumerate(then)
        if i not in aligned.successor and said.is_kept(one)
    ]
    placed.sort(key=lambda pair: pair[0])
    statements = tuple(one for _, one in placed)
    return None if statements == now else statements


def regrounded_on(
    old: Baseline, belief: Belief, now: Sequence[Statement], worth: Grounding
) -> Baseline:
    """Return a baseline with what its note is worth to the belief by now, and what it said kept.

    But for the lines that denied the belief and that deny it now, which it never rested on: they
    stand among them as they read now.
    """
    held, now = old.grounding, tuple(now)
    aligned = align(old.statements, now)
    was = {j: i for i, j in aligned.successor.items()}
    placed = {float(i): one for i, one in enumerate(old.statements)}
    was_denied = ""
    if held is not None and held.outcome == "denied" and held.index is not None:
        was_denied = placed.pop(held.index).text
        if (j := aligned.successor.get(held.index)) is not None:
            placed[held.index] = now[j]
    at = None
    if worth.index is not None:
        at = was.get(worth.index, _place(worth.index, was))
        if worth.outcome == "denied":
            placed[at] = now[worth.index]
    order = sorted(placed)
    statements = tuple(placed[one] for one in order)
    index = order.index(at) if at in placed else None
    grounding = replace(worth, index=index, marks=held.marks if held is not None else ())
    if at is not None and at in placed and (stood := (held.stood if held else "") or was_denied):
        grounding = replace(grounding, stood=stood if stood != placed[at].text else "")
    supports = find_supports(belief, statements)
    return replace(old, statements=statements, supports=supports, grounding=grounding)


def was_said_before(old: Baseline, belief: Belief, denial: Grounding) -> bool:
    """Tell whether the fact that a note denies is one that the belief said before it changed."""
    marks = old.grounding.marks if old.grounding is not None else ()
    return _mark(denial.clause or belief.text, belief.note_title) in marks


class _Said:
    """Tells which facts of a belief a statement speaks to."""

    def __init__(
        self,
        belief: Belief,
        kept: Sequence[str],
        changed: Sequence[str],
        then: tuple[Statement, ...],
        now: tuple[Statement, ...],
    ) -> None:
        self._edit = edit_of(then, now)
        language = weights_of(then, now).language
        self._words_kept, self._words_changed = (
            frozenset(_words(" ".join(facts))) for facts in (kept, changed)
        )
        self._kept, self._changed = (
            [asserted(replace(belief, text=one), language) for one in facts]
            for facts in (kept, changed)
        )

    def is_kept(self, was: Statement, now: Statement | None = None) -> bool:
        """Tell whether a passage speaks to a fact that did not change, and to no other more.

        `was` stood there or was added; `now` stands there instead. Where the belief changed just as
        its note did, as by a suggested wording, the words that it took over rest on what stands.
        """
        if now is not None and self._took_over(was, now):
            return False
        kept = max(one.share(self._edit, was) for one in self._kept)
        changed = [one.share(self._edit, end) for one in self._changed for end in (was, now) if end]
        return kept >= LEAST_SPEAKS and kept > max(changed, default=0.0)

    def _took_over(self, was: Statement, now: Statement) -> bool:
        """Tell whether what came and went in a passage is said by facts that changed alone."""
        then, came = frozenset(_words(was.plain)), frozenset(_words(now.plain))
        is_lost = bool(then - came) and not (then - came) & self._words_kept
        return is_lost and came - then <= self._words_changed


def _facts(belief: Belief) -> tuple[str, ...]:
    return parts_of(belief.text, belief.note_title) or (belief.text,)


def _mark(part: str, title: str) -> str:
    bare = bare_part(part).removesuffix(title)
    words = " ".join(_words(bare))
    return blake2b(words.encode("utf-8", "replace"), digest_size=8).hexdigest()


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _place(i: int, successor: Mapping[int, int]) -> float:
    """Return where a statement that is gone stood among those of now: behind the one before it."""
    before = [successor[k] for k in range(i) if k in successor]
    return (before[-1] if before else -1) + (i + 1) / 1_000_000
