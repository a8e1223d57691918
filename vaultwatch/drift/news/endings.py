"""Find what ended the open matter that a belief speaks of: a tick, an edit, an update.

Pure. The product exists for this one: a memory calls something open, the note has long recorded
that it is done. `scoring.verdict` gives such a belief a floor that no weighing of words undercuts.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from vaultwatch.drift.language import lexicon
from vaultwatch.drift.language.words import Words, has_cue, holds, words_of
from vaultwatch.drift.model import Change
from vaultwatch.drift.news.additions import stands_below, topic_of
from vaultwatch.drift.news.open_matters import has_words_of, is_closed, is_waiting, must_be_done
from vaultwatch.drift.passages.view import View
from vaultwatch.notes.model import Statement

How: TypeAlias = Literal[
    "ticked",
    "edited",
    "announced",
    "revoked",
    "negated",
    "struck",
    "shelved",
    "arrowed",
    "restated",
]

FLOORS: Final[dict[How, float]] = {
    "ticked": 0.85,
    "edited": 0.75,
    "announced": 0.7,
    "revoked": 0.75,
    "negated": 0.8,
    "struck": 0.85,
    "shelved": 0.75,
    "arrowed": 0.75,
    "restated": 0.9,
}
"""Least score of an open belief whose matter ended so. Chosen by hand; the labelled sets hold too
few of each to fit them. Re-run benchmarks/driftbench.py if they move."""

CHANGES: Final[dict[How, Change]] = {
    "ticked": "status",
    "edited": "status",
    "announced": "superseded",
    "revoked": "reversed",
    "negated": "reversed",
    "struck": "superseded",
    "shelved": "status",
    "arrowed": "value",
    "restated": "status",
}

_TASK_SAID: Final = 0.55
"""Share of a ticked task's words that the belief must say for the task to be its matter."""
_TOPIC: Final = 0.4
"""How far an update must speak of what the belief or its support speaks of."""
_WORDS_SHARED: Final = 2
"""Fewer words in common may be chance."""

_ANNOUNCED: Final = re.compile(
    r"\W{0,4}(?:update|edit|correction|done|korrektur|nachtrag|erledigt|actualizaci|atualiza"
    r"|mise à jour|更新|\d{4}-\d\d-\d\d)",
    re.IGNORECASE,
)
_NO_LONGER: Final = re.compile(
    r"\b(?:no longer(?! than)|not\b.{0,40}\b(?:any ?more|any longer)|no\b.{0,40}\bany ?more"
    r"|no (?:open |more )?(?:blocker|obstacle|issue|problem)|unblocked"
    r"|stopped|quit|gave up|ceased|discontinued"
    r"|nicht mehr|kein\w*\b.{0,40}\bmehr|ne\b.{0,30}\bplus\b|ya no|já não|não\b.{0,30}\bmais)\b",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"[a-z]+")


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
    """Return what ended the open matter of a belief; None where nothing did, or it was none."""
    if not view.supports:
        return None
    if not is_waiting(view.belief):
        j = _repeated_task(view)
        return Ending("ticked", j) if j is not None else None
    found: dict[How, int | None] = {
        "ticked": _ticked_task(view),
        "edited": _ended_support(view),
        "announced": _announced(view),
    }
    return next((Ending(how, j) for how, j in found.items() if j is not None), None)


def _ticked_task(view: View) -> int | None:
    """Return a task that was open, is closed, and says what the belief says."""
    for i, j in _closed_tasks(view):
        if is_said(view, view.then[i]) or is_said(view, view.now[j]):
            return j
    return None


def _repeated_task(view: View) -> int | None:
    """Return a task that was open, is closed, and whose own words the belief is: a thing to do."""
    return next(
        (j for i, j in _closed_tasks(view) if has_words_of(view.belief, view.then[i].plain)), None
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
    for support in view.supports:
        j = view.aligned.successor.get(support.index)
        if j is None or support.index in view.aligned.unchanged:
            continue
        then, now = view.then[support.index], view.now[j]
        old, new = words_of(then.plain), words_of(now.plain)
        went = (old.folded & lexicon.OPEN_WORDS) - new.folded or must_be_done(then.plain)
        if went and not must_be_done(now.plain) and _says_end(view, new, old):
            return j
    return None


def revoked_support(view: View) -> int | None:
    """Return the successor of a support that says the same things no longer hold."""
    for support in view.supports:
        j = view.aligned.successor.get(support.index)
        if j is None or support.index in view.aligned.unchanged:
            continue
        then, now = view.then[support.index], view.now[j]
        came = _NO_LONGER.search(now.plain) is not None and _NO_LONGER.search(then.plain) is None
        if came and not _NO_LONGER.search(view.belief.text) and is_said(view, then):
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
