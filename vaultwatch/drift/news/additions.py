"""Measure what came to a note since a memory was written, as far as it speaks to the memory.

Pure. An addition is a statement that succeeds nothing, or an edited one in whose place the memory
did not rest. `scoring.measure` takes the signals, `news.endings` and `scoring.evidence_passage` ask
what an addition speaks of and where it stands.
"""

from dataclasses import dataclass
from typing import Final

from vaultwatch.drift.language import lexicon
from vaultwatch.drift.language.words import Words, has_cue, holds, words_of
from vaultwatch.drift.passages.align import alike
from vaultwatch.drift.passages.edits import present
from vaultwatch.drift.passages.support import place_bonus
from vaultwatch.drift.passages.view import View
from vaultwatch.notes.model import Statement

_SPEAKS: Final = 0.3
"""An added statement at least this relevant speaks to the belief. Chosen by hand."""
_ANNOUNCED_SPEAKS: Final = 0.15
"""The same for one that opens with a word like UPDATE. Chosen by hand."""
_EDITED: Final = 0.8
"""What the topic of an edited statement counts beside that of an added one. Chosen by hand."""
_ANNOUNCED: Final = lexicon.pattern("update")


@dataclass(frozen=True, slots=True)
class _Addition:
    """One statement that came, measured against the belief; each measure 0..1."""

    speaks: float
    """How strongly it speaks to the belief."""
    topic: float
    """The same, or how far it speaks of what the strongest support speaks of."""
    below: float
    """Strength of the support right below which it stands."""
    is_cue: bool
    """Whether it is near enough and says an ending, a negation or that something is overtaken."""
    is_done: bool
    """Whether it is an `UPDATE` so near that says an ending."""
    is_conflict: bool
    """Whether it says another value of a kind that the belief says."""

    @property
    def near(self) -> float:
        """How much of what it says is the belief's matter: by its words, or by its place."""
        return max(self.topic, self.below)

    @property
    def signals(self) -> dict[str, float]:
        """Its part in the signals of `scoring.signals`."""
        return {
            "added_relevance": self.speaks,
            "added_topic": self.topic,
            "added_below": self.below,
            "added_cue": self.near * self.is_cue,
            "added_done_and_open": self.near * self.is_done,
            "added_conflict": self.near * self.is_conflict,
        }

    @property
    def worth(self) -> float:
        """How much a reader should look at this one rather than at another."""
        return self.topic + self.below + self.near * self.is_cue + self.near * self.is_conflict / 2


def added_signals(view: View) -> tuple[int | None, dict[str, float]]:
    """Return the addition that speaks most against the belief, and the most that any measures."""
    successor = view.aligned.successor
    heirs = {successor[s.index] for s in view.supports if s.index in successor}
    came = {
        j: _measured(view, j)
        for j in (*view.aligned.added, *view.aligned.edited)
        if j not in heirs and view.now[j].kind != "heading"
    }
    names = _NOTHING.signals
    most = {n: max([0.0, *(one.signals[n] for one in came.values())]) for n in names}
    chosen = max((j for j in came if came[j].worth > 0), key=lambda j: came[j].worth, default=None)
    return chosen, most


def _measured(view: View, j: int) -> _Addition:
    statement, is_edited = view.now[j], j in view.aligned.edited
    speaks = view.speaks(statement) + place_bonus(view.belief, statement) / 2
    topic = max(speaks, topic_of(view, statement)) * (_EDITED if is_edited else 1.0)
    below = 0.0 if is_edited else stands_below(view, j)
    words, said = words_of(present(statement.plain)), words_of(view.belief.text)
    is_announced = _ANNOUNCED.match(statement.plain) is not None
    floor = _ANNOUNCED_SPEAKS if is_announced else _SPEAKS
    is_near = speaks >= floor or topic >= _SPEAKS or below > 0
    is_done = is_announced and has_cue(words, lexicon.DONE_WORDS, lexicon.CJK_DONE)
    values = {words.kinds[norm] for norm in words.exact if not holds(said, norm)}
    return _Addition(
        speaks=speaks,
        topic=topic,
        below=below,
        is_cue=is_near and _is_cue(words),
        is_done=is_near and is_done,
        is_conflict=not values.isdisjoint(said.kinds[norm] for norm in said.exact),
    )


_NOTHING: Final = _Addition(0.0, 0.0, 0.0, is_cue=False, is_done=False, is_conflict=False)


def _is_cue(words: Words) -> bool:
    """Tell whether a text holds a word of ending, of overriding or a negation."""
    return (
        has_cue(words, lexicon.DONE_WORDS, lexicon.CJK_DONE)
        or has_cue(words, lexicon.OVERRIDE_WORDS, lexicon.CJK_OVERRIDE)
        or words.negations > 0
    )


def topic_of(view: View, statement: Statement) -> float:
    """Return how far an addition speaks of what the strongest support speaks of."""
    if not view.supports:
        return 0.0
    support = view.then[view.supports[0].index]
    return alike(support, statement, view.rarity)


def stands_below(view: View, j: int) -> float:
    """Return the strength of the support under which, or right behind which, an addition stands."""
    statement = view.now[j]
    best = 0.0
    for support in view.supports:
        i = view.aligned.successor.get(support.index)
        if i is None or statement.section != view.now[i].section:
            continue
        is_child = bool(statement.context) and statement.context == view.now[i].plain
        if is_child or (statement.first_line - view.now[i].last_line in (0, 1)):
            best = max(best, support.strength * (1.0 if is_child else 0.5))
    return best
