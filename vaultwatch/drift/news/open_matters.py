"""Tell whether words call a matter open or done, and whether a task's mark says the same.

Pure. A tick is news to a belief that calls its matter open, and none to one that calls it done.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.language import lexicon
from vaultwatch.drift.language.tokens import Token, fold, tokens
from vaultwatch.drift.language.words import holds, words_of
from vaultwatch.drift.model import Baseline
from vaultwatch.drift.passages.align import align
from vaultwatch.late_regex import late_regex
from vaultwatch.notes.model import Statement

Matter: TypeAlias = Literal["open", "done", "neither"]

CLOSED_MARKS: Final = frozenset("xX-")
"""Task marks that close a task. Source: the status collections of the Tasks plugin
(obsidian-tasks, src/Config/Themes): `x` and `X` are done, `-` is cancelled, and every other mark
(`/` in progress, `>` deferred, `?` a question) is still to do."""
_CANCELLED_MARK: Final = "-"

_LEAST_OWN_WORDS: Final = 2
"""A single word says nothing that a note could confirm."""
_REACH: Final = 3
"""Words over which a negation reaches: `has not yet been signed`. Chosen by hand."""
_MAX_CHARS: Final = 4_000
"""Behind that no cue is looked for."""
_PARTS: Final = late_regex(
    r"[.;:,!?](?=\s|$)|\b(?:but|aber|mais|pero|mas)\b|[\u3002\uff1b\uff1a\uff0c\u3001]"
)

_MUST: Final = lexicon.pattern("must")
"""Words that say that something is still to be done."""
_PAST: Final = late_regex(
    r"\b(?:(?:has|have|had|was|were|been|is|are|got) (?:\w+ ){0,2}?\w{2,}(?<!e)ed"
    rf"|(?:has|have|had|was|were|been|is|are) (?:\w+ ){{0,2}}?(?:{'|'.join(lexicon.PAST_OF)})"
    r"|(?:I|we|he|she|they) \w{3,}(?<!e)ed"
    r"|(?:hat|habe|haben|ist|sind|wurde|wurden) (?:\S+ ){0,6}?"
    r"(?:\w{0,6}ge\w{2,}(?:t|en)|\w{3,}iert|(?:ver|be|er|ent|zer)\w{2,}t)"
    r"|(?:a|ai|ont|avons|est|sont|été) (?:\w+ ){0,2}?\w{2,}ée?s?"
    r"|(?:ha|han|he|hemos|fue|fueron|está|están|foi|foram|estão|tem|têm) (?:\w+ ){0,2}?"
    r"\w{2,}[ai]d[oa]s?)\b",
    re.IGNORECASE,
)
"""What was done, by its form: `has been filed`, `wurde erneuert`, `est réservé`, `foi assinado`."""
_TOLD: Final = late_regex(r"(?:^|\b[A-Z]\w{1,30} )(?!Embed\b)\w{3,}(?<!e)ed\b")
"""`Renewed the key`, `Mira renewed the key`."""
_INSIDE: Final = late_regex("(?<![行討讨備备業业理議议])中")
"""`中` behind a verb means that it goes on, elsewhere `in` or `China`."""
_CAUSED: Final = late_regex(r"(?:get|have)\b", re.IGNORECASE)
"""`Get the contract signed` is something to do."""


def is_closed(statement: Statement) -> bool:
    """Tell whether a statement is a task that is done or cancelled."""
    return statement.task_mark is not None and statement.task_mark in CLOSED_MARKS


def is_open(belief: Belief) -> bool:
    """Tell whether a belief has a word for something unfinished; the note's name does not count.

    This is what the weights were fitted on; `is_waiting` is what rules ask.
    """
    titled = words_of(belief.note_title).folded
    if any(word not in titled for word in _open_words(belief.text)):
        return True
    return any(mark in belief.text.replace(belief.note_title, "") for mark in lexicon.CJK_OPEN)


def is_waiting(belief: Belief) -> bool:
    """Tell whether a belief says that something is open, must be done, or was not done yet."""
    return is_open(belief) or must_be_done(belief.text) or _is_undone(belief.text)


@lru_cache(maxsize=4_096)
def must_be_done(text: str) -> bool:
    """Tell whether a text says that something is still to be done: `Mira must renew the key`."""
    return any(not _negations_around(text, match) for match in _MUST.finditer(text[:_MAX_CHARS]))


def matter_of(belief: Belief) -> Matter:
    """Return whether a belief calls its matter open or done, where it says either."""
    if is_waiting(replace(belief, text=_INSIDE.sub("", belief.text))):
        return "open"
    return "done" if _is_done(belief.text) else "neither"


def says_mark(belief: Belief, task: Statement) -> bool:
    """Tell whether a belief says what a task's mark says: that it is done, or that it is open.

    Of a belief that speaks of several matters, the part decides that shares most with the task.
    """
    parts = _parts_about(belief, task)
    matters = {matter_of(replace(belief, text=part)) for part in parts} - {"neither"}
    if not is_closed(task):
        return matters == {"open"}
    if task.task_mark == _CANCELLED_MARK:
        said = {fold(token.surface) for token in tokens(belief.text)}
        if said.isdisjoint(lexicon.CANCELLED_WORDS) and "取消" not in belief.text:
            return False
    return matters == {"done"}


def _parts_about(belief: Belief, task: Statement) -> list[str]:
    """Return the parts of a belief, between its commas and stops, that share most with a task."""
    wanted = words_of(task.plain)
    shares: dict[str, float] = {}
    for part in _PARTS.split(belief.text):
        own = words_of(part).kinds
        if own:
            shares[part] = sum(bool(holds(wanted, norm)) for norm in own) / len(own)
    best = max(shares.values(), default=0.0)
    return [part for part, share in shares.items() if share == best] if best else [belief.text]


def says_itself(belief: Belief, statements: Iterable[Statement]) -> bool:
    """Tell whether a note holds a belief's own words as one statement, and means the same by them.

    A task says the belief only where its mark
    does, and `Legal signed it` does not say `Legal must still sign it`.
    """
    return any(has_words_of(belief, one.plain) and _means(belief, one) for one in statements)


def has_words_of(belief: Belief, text: str) -> bool:
    """Tell whether a belief is a text word for word, empty words and the note's name aside."""
    titled = words_of(belief.note_title).kinds.keys()

    def words(said: str) -> list[str]:
        kept = (token for token in tokens(said.rstrip(" .")) if token.kind != "stop")
        # A note may be called `Notes`, whose stem is `not`.
        return [one.norm for one in kept if one.kind == "negation" or one.norm not in titled]

    own = words(belief.text)
    return len(own) >= _LEAST_OWN_WORDS and words(text) == own


def _means(belief: Belief, statement: Statement) -> bool:
    if statement.task_mark is not None:
        return says_mark(belief, statement)
    return is_waiting(belief) == is_waiting(replace(belief, text=statement.plain))


def marks_as_said(belief: Belief, baseline: Baseline, now: tuple[Statement, ...]) -> Baseline:
    """Return a baseline whose tasks were marked then as the belief says and the note says now.

    So a mark that came to agree with the belief is no change of what it rests on.
    """
    then = list(baseline.statements)
    for i, j in align(tuple(then), now).successor.items():
        old, new = then[i], now[j]
        if (
            old.task_mark is not None
            and new.task_mark is not None
            and is_closed(old) != is_closed(new)
            and says_mark(belief, new)
        ):
            digest = new.digest if new.plain == old.plain else old.digest
            then[i] = replace(old, task_mark=new.task_mark, digest=digest)
    return replace(baseline, statements=tuple(then))


def _is_done(text: str) -> bool:
    """Tell whether a text says that something was done, whatever else it says."""
    text = text[:_MAX_CHARS]
    if _CAUSED.match(text):
        return False
    if any(mark in text for mark in lexicon.CJK_DONE) or _shut_words(text) or _TOLD.search(text):
        return True
    if any(not _negated(tokens(match[0])) for match in _PAST.finditer(text)):
        return True
    said = tokens(text)
    return any(
        _is_done_word(token) and not _is_negated(said, i) and not _describes(said, i)
        for i, token in enumerate(said)
    )


def _is_undone(text: str) -> bool:
    """Tell whether a text says that something was not done: `has not been signed`."""
    text = text[:_MAX_CHARS]
    if any(_negated(tokens(match[0])) for match in _PAST.finditer(text)):
        return True
    said = tokens(text)
    return any(_is_done_word(token) and _is_negated(said, i) for i, token in enumerate(said))


def _is_done_word(token: Token) -> bool:
    word = fold(token.surface)
    return word in lexicon.DONE_WORDS and word not in lexicon.ALSO_NOT_DONE


def _describes(said: tuple[Token, ...], i: int) -> bool:
    """Tell whether a word only describes the next one: `the signed contract`."""
    return 0 < i < len(said) - 1 and fold(said[i - 1].surface) in lexicon.ARTICLES


@lru_cache(maxsize=4_096)
def _open_words(text: str) -> frozenset[str]:
    """Return the words for something unfinished that nothing negates."""
    found = words_of(text).folded & lexicon.OPEN_WORDS
    return found - _shut_words(text) if found else found


@lru_cache(maxsize=4_096)
def _shut_words(text: str) -> frozenset[str]:
    """Return the words for something unfinished that are negated: `no longer open`."""
    said = tokens(text)
    return frozenset(
        word
        for i, token in enumerate(said)
        if (word := fold(token.surface).removesuffix("'s")) in lexicon.OPEN_STATES
        and _is_negated(said, i)
    )


def _is_negated(said: tuple[Token, ...], i: int) -> bool:
    return _negated(said[max(0, i - _REACH) : i])


def _negated(said: tuple[Token, ...]) -> bool:
    """Tell whether words hold a negation, French `ne ... plus` too."""
    words = [fold(token.surface) for token in said]
    is_french = any(word == "ne" or word.startswith(("n'", "n\u2019")) for word in words)
    return any(t.kind == "negation" for t in said) or (is_french and "plus" in words)


def _negations_around(text: str, match: re.Match[str]) -> bool:
    """Tell whether what must be done need not, or must not, be done."""
    before = tokens(text[max(0, match.start() - 40) : match.start()])[-2:]
    after = tokens(text[match.end() : match.end() + 20])[:1]
    return _negated(before) or _negated(after)
