"""Read a note as it stands in the words in which it stood, as far as it says the same.

Pure. `passages.view` starts from it, so that a passage which was translated, or says the same in
other words, counts as standing; what speaks to a belief beside it is weighed as ever.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.passages.align import align
from vaultwatch.drift.passages.edits import lost_quotes, present
from vaultwatch.drift.passages.restructured import restructured
from vaultwatch.drift.passages.rewordings import reworded
from vaultwatch.drift.passages.slots import SLOTTED, SlotFate, slot_fate
from vaultwatch.drift.passages.translations import translation_fates
from vaultwatch.notes.model import Statement
from vaultwatch.notes.normalise import statement_digest

_PROSE: Final = frozenset({"sentence", "list_item", "task"})


@dataclass(frozen=True, slots=True)
class ToldThen:
    """A note as it stands, read in the words in which it stood."""

    statements: tuple[Statement, ...]
    """What a translation or a rewording says is said in the old words."""
    as_written: tuple[Statement, ...]
    """The same as the note has them. One for one, but for two sentences that became one: that
    stands twice."""
    translated: frozenset[int] = frozenset()
    """Indices of translations."""
    reworded: frozenset[int] = frozenset()
    """Indices of those that say the same in other words."""
    revalued: tuple[tuple[int, int], ...] = ()
    """(Index then, index now) of translations, rows, properties and fields that give another value
    than the belief says."""
    contrary: tuple[tuple[int, int], ...] = ()
    """The same of edited statements that say the contrary in otherwise the same words."""


def told_then(belief: Belief, then: tuple[Statement, ...], now: tuple[Statement, ...]) -> ToldThen:
    """Return a note as it stands with what says the same in its old words.

    Args:
        belief: what the memory says: only what it says can be lost.
        then: the note's statements in the baseline.
        now: the note's statements as it stands.
    """
    if then == now:
        return ToldThen(now, now)
    read = _Reading(then, now)
    revalued = read.take_translations(belief)
    translated = frozenset(read.taken)
    for i, news in restructured(belief, then, now):
        if translated.isdisjoint(news):
            read.take((i,), news)
    same: set[int] = set()
    contrary: list[tuple[int, int]] = []
    for i, j in _edited(then, now):
        match _restated(belief, then[i], now[j]) if j not in read.taken else "unclear":
            case "kept":
                read.statements[j] = _in_old_words(then[i], now[j])
                same.add(j)
            case "revalued":
                revalued.append((i, j))
            case "contrary":
                contrary.append((i, j))
    return ToldThen(
        tuple(read.statements),
        tuple(read.written),
        translated,
        frozenset(same),
        tuple(revalued),
        tuple(contrary),
    )


class _Reading:
    """A note as it stands, while what says the same is put into its old words."""

    def __init__(self, then: tuple[Statement, ...], now: tuple[Statement, ...]) -> None:
        self.statements, self.written = list(now), list(now)
        self.taken: set[int] = set()
        self._then, self._now = then, now

    def take_translations(self, belief: Belief) -> list[tuple[int, int]]:
        """Read translations as what they say; return (index then, now) where that is no more."""
        revalued = []
        for olds, news, fate in translation_fates(belief, self._then, self._now):
            if fate == "revalued":
                revalued.append((olds[0], news[0]))
            if fate == "kept":
                self.take(olds, news)
        return revalued

    def take(self, olds: Sequence[int], news: Sequence[int]) -> None:
        """Read statements of now as what some said then: in one of them, the others say nothing.

        Several that became one stand behind the note, as does one that joined another there.
        """
        first, *others = news
        for old in olds:
            if first in self.taken:
                self.taken.add(len(self.statements))
                self.statements.append(_in_old_words(self._then[old], self._now[first]))
                self.written.append(self._now[first])
            else:
                self.statements[first] = _in_old_words(self._then[old], self._now[first])
                self.taken.add(first)
        for j in others:
            if j not in self.taken:
                blank = replace(self._then[olds[0]], text="", plain="")
                self.statements[j] = _in_old_words(blank, self._now[j])
                self.taken.add(j)


def _restated(belief: Belief, then: Statement, now: Statement) -> SlotFate:
    """Return what an edit made of one statement, as far as a belief says it."""
    if then.kind in SLOTTED:
        return slot_fate(belief, then, now) if then.kind == now.kind else "unclear"
    if now.kind not in _PROSE or lost_quotes(belief.text, [then], [now]):
        return "unclear"
    return reworded(belief.text, then.plain, present(now.plain))


def _edited(then: tuple[Statement, ...], now: tuple[Statement, ...]) -> Iterator[tuple[int, int]]:
    """Yield each statement that was edited, with what stands in its place.

    What shares no word with what stood there is that where one stands for one between neighbours.
    """
    aligned = align(then, now)
    for i, one in enumerate(then):
        if i in aligned.unchanged or one.kind not in _PROSE | SLOTTED:
            continue
        j = aligned.successor.get(i)
        if j is None:
            j = _in_place(i, then, now, aligned.successor)
        if j is not None:
            yield i, j


def _in_place(
    i: int, then: Sequence[Statement], now: Sequence[Statement], successor: Mapping[int, int]
) -> int | None:
    """Return what alone stands between the neighbours between which a statement stood alone."""
    before = successor.get(i - 1) if i else -1
    after = successor.get(i + 1) if i + 1 < len(then) else len(now)
    return before + 1 if before is not None and after == before + 2 else None


def _in_old_words(old: Statement, new: Statement) -> Statement:
    """Return a statement where it stands, with the words that stood for it."""
    return replace(
        new,
        text=old.text,
        plain=old.plain,
        section=old.section,
        context=old.context,
        digest=statement_digest(old.plain, new.task_mark),
    )
