"""Find what plainly overturns a belief: a strike, a negation, the end of its open matter.

Pure. The product exists for the last one: a memory calls something open, the note has long recorded
that it is done. Each speaks for itself, so `scoring.deciding` gives such a belief a floor that no
weighing of words undercuts.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from vaultwatch.drift.language import lexicon
from vaultwatch.drift.language.words import Words, has_cue, holds, words_of
from vaultwatch.drift.model import Change
from vaultwatch.drift.news.additions import stands_below, topic_of
from vaultwatch.drift.news.open_matters import has_words_of, is_closed, is_waiting, must_be_done
from vaultwatch.drift.passages.view import View
from vaultwatch.late_regex import late_regex
from vaultwatch.notes.model import Statement
from vaultwatch.notes.sentences import split_sentences

How: TypeAlias = Literal[
    "ticked",
    "edited",
    "announced",
    "overtaken",
    "revoked",
    "negated",
    "struck",
]

FLOORS: Final[dict[How, float]] = {
    "ticked": 0.85,
    "edited": 0.75,
    "announced": 0.7,
    "overtaken": 0.7,
    "revoked": 0.75,
    "negated": 0.8,
    "struck": 0.85,
}
"""Least score of an open belief whose matter ended so. Chosen by hand; the labelled sets hold too
few of each to fit them. Re-run benchmarks/driftbench.py if they move."""

CHANGES: Final[dict[How, Change]] = {
    "ticked": "status",
    "edited": "status",
    "announced": "superseded",
    "overtaken": "superseded",
    "revoked": "reversed",
    "negated": "reversed",
    "struck": "superseded",
}

_KEPT: Final = 0.9
"""Share of a negated statement's words that must stand, on both sides. Chosen by hand."""
_MOSTLY_STRUCK: Final = 0.6
"""Share of a statement's words that must be struck through. Chosen by hand."""
_TASK_SAID: Final = 0.55
"""Share of a ticked task's words that the belief must say for the task to be its matter."""
_TOPIC: Final = 0.4
"""How far an update must speak of what the belief or its support speaks of."""
_WORDS_SHARED: Final = 2
"""Fewer words in common may be chance."""

_ANNOUNCED: Final = lexicon.pattern("dated")
_NO_LONGER: Final = lexicon.pattern("no_longer")
_LIMIT: Final = lexicon.pattern("limit")
_WORD: Final = re.compile(r"[a-z]+")
_STRIKE: Final = late_regex(r"~~([^~]{1,2000})~~")


@dataclass(frozen=True, slots=True)
class Ending:
    """What says that the matter ended."""

    how: How
    chosen: int
    """Index now of the statement that says so."""

    @property
    def change(self) -> Change:
        """What kind of change it is."""
        return CHANGES[self.how]


def ending_of(view: View) -> Ending | None:
    """Return what overturns a belief, or ended its open matter; None where nothing does plainly."""
    if not view.supports:
        return None
    found: dict[How, Callable[[View], int | None]] = {
        "struck": _struck_support,
        "negated": _negated_support,
        "revoked": _revoked_support,
        "ticked": _repeated_task,
    }
    if is_waiting(view.belief):
        found |= {"ticked": _ticked_task, "edited": _ended_support, "announced": _announced}
    asked = ((how, find(view)) for how, find in found.items())
    return next((Ending(how, j) for how, j in asked if j is not None), None)


def _edits(view: View) -> Iterator[tuple[Statement, int]]:
    """Yield each support that was edited, as it was, and the index now of its successor."""
    for support in view.supports:
        j = view.aligned.successor.get(support.index)
        if j is not None and support.index not in view.aligned.unchanged:
            yield view.then[support.index], j


def _struck_support(view: View) -> int | None:
    """Return the successor of a support most of whose words are struck through now."""
    heirs = ((s.index, view.aligned.successor.get(s.index)) for s in view.supports)
    return next(
        (j for i, j in heirs if j is not None and _is_struck(view.then[i], view.now[j])), None
    )


def _is_struck(then: Statement, now: Statement) -> bool:
    struck = " ".join(_STRIKE.findall(now.text))
    if not struck or _STRIKE.search(then.text):
        return False
    return _share(words_of(then.plain), words_of(struck)) >= _MOSTLY_STRUCK


def _negated_support(view: View) -> int | None:
    """Return the successor of a support that says the contrary in otherwise the same words."""
    said = words_of(view.belief.text).negations
    for then, j in _edits(view):
        old, new = words_of(then.plain), words_of(view.now[j].plain)
        is_limit = any(_LIMIT.search(words.raw) for words in (old, new))
        is_turned = (new.negations - old.negations) % 2 and old.negations % 2 == said % 2
        is_kept = min(_share(old, new), _share(new, old)) >= _KEPT
        if is_turned and is_kept and not is_limit and is_said(view, then):
            return j
    return None


def _share(of: Words, by: Words) -> float:
    """Return the share of a text's weighty words that another text says."""
    return sum(bool(holds(by, norm)) for norm in of.kinds) / len(of.kinds) if of.kinds else 0.0


def _ticked_task(view: View) -> int | None:
    """Return a task that was open, is closed, and says what the belief says."""
    for i, j in _closed_tasks(view):
        if is_said(view, view.then[i]) or is_said(view, view.now[j]):
            return j
    return None


def _repeated_task(view: View) -> int | None:
    """Return a task that was open, is closed, and is what a sentence of the belief says to do."""
    text = view.belief.text
    parts = [replace(view.belief, text=text[a:b]) for a, b in split_sentences(text)]
    return next(
        (
            j
            for i, j in _closed_tasks(view)
            if any(has_words_of(one, view.then[i].plain) for one in (view.belief, *parts))
        ),
        None,
    )


def _closed_tasks(view: View) -> Iterator[tuple[int, int]]:
    """Yield (index then, index now) of each task that was open and is closed."""
    for i, j in sorted(view.aligned.successor.items()):
        then, now = view.then[i], view.now[j]
        if then.task_mark is not None and is_closed(now) and not is_closed(then):
            yield i, j


def is_said(view: View, task: Statement) -> bool:
    """Tell whether the belief says most of what a task, or another statement, says."""
    said, words = words_of(view.belief.text), words_of(task.plain)
    weights = {norm: view.rarity.weight(norm, kind) for norm, kind in words.kinds.items()}
    shared = {norm: weight for norm, weight in weights.items() if holds(said, norm)}
    # A belief of a word or two beside the note's name; agents begin with "The user".
    titled = words_of(view.belief.note_title)
    own = [norm for norm in said.kinds if norm != "user" and not holds(titled, norm)]
    is_whole = all(holds(words, norm) for norm in own)
    enough = len(shared) >= _WORDS_SHARED or (bool(shared) and is_whole)
    return enough and (is_whole or sum(shared.values()) >= _TASK_SAID * sum(weights.values()))


def _ended_support(view: View) -> int | None:
    """Return the successor of a support out of which `open` went and into which an end came."""
    for then, j in _edits(view):
        now = view.now[j]
        old, new = words_of(then.plain), words_of(now.plain)
        went = (old.folded & lexicon.OPEN_WORDS) - new.folded or must_be_done(then.plain)
        if went and not must_be_done(now.plain) and _says_end(view, new, old):
            return j
    return None


def _revoked_support(view: View) -> int | None:
    """Return the successor of a support that says the same things no longer hold."""
    for then, j in _edits(view):
        texts = (view.now[j].plain, then.plain, view.belief.text)
        came, was, said = (_NO_LONGER.search(text) is not None for text in texts)
        if came and not was and not said and is_said(view, then):
            return j
    return None


def _announced(view: View) -> int | None:
    """Return an added statement that says the matter ended."""
    successors = {view.aligned.successor.get(support.index) for support in view.supports}
    for j in view.aligned.added:
        statement = view.now[j]
        if j in successors or statement.kind in ("heading", "code", "table_row"):
            continue
        if statement.task_mark is not None and not is_closed(statement):
            continue
        topic = max(view.speaks(statement), topic_of(view, statement))
        is_near = _ANNOUNCED.match(statement.plain) is not None or stands_below(view, j) > 0
        words = words_of(statement.plain)
        if topic >= (_TOPIC if is_near else _TOPIC * 1.5) and _says_end(view, words, None):
            return j
    return None


def _says_end(view: View, new: Words, old: Words | None) -> bool:
    """Tell whether a text says that what the belief speaks of came to its end."""
    if _NO_LONGER.search(new.raw):
        return old is None or not _NO_LONGER.search(old.raw)
    if new.negations or (new.folded & lexicon.OPEN_WORDS):
        return False
    if has_cue(new, lexicon.DONE_WORDS, lexicon.CJK_DONE):
        return old is None or not has_cue(old, lexicon.DONE_WORDS, lexicon.CJK_DONE)
    said = set(_WORD.findall(view.belief.text.lower()))
    before = set(_WORD.findall(old.raw.lower())) if old is not None else set()
    past = {word for word in set(_WORD.findall(new.raw.lower())) - before if _bases(word)}
    if words_of(view.belief.text).negations and past & said:
        return True  # "has not been ordered" met "was ordered"
    return any(not _bases(word).isdisjoint(said) for word in past - said)


def _bases(word: str) -> set[str]:
    """Return the verbs that an English past form may come from."""
    if word in lexicon.PAST_OF:
        return {lexicon.PAST_OF[word]}
    if not word.endswith("ed"):
        return set()
    stem = word[:-2]
    found = {stem, f"{stem}e"}
    if stem.endswith("i"):
        found.add(f"{stem[:-1]}y")
    if stem[-2:-1] == stem[-1:]:
        found.add(stem[:-1])
    return found
