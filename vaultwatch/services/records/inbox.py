"""Remember what waits in the inbox, and what a person decided about what waited.

What they dropped is not proposed again; what they decided of late `undo` can take back.
"""

from collections.abc import Collection
from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from vaultwatch.notes.days import day_at
from vaultwatch.services.records.small_facts import (
    INBOX_DECIDED,
    INBOX_EXPIRED,
    INBOX_WAITING,
    DecidedWord,
    WaitingWord,
)
from vaultwatch.services.workspace import Workspace

MOST_SHOWN: Final = 60
"""Of what waits, in the note, the oldest. Chosen by hand: so many are read in some minutes; more
buries what matters. The others stand there in their turn."""
MOST_WAITING: Final = 300
"""Chosen by hand: five times what is shown; whoever decides on none of it wants no more."""
MOST_OF_PROGRAM: Final = 200
"""Likewise from the sessions of one program: the others find room. Chosen by hand."""
MOST_DROPPED: Final = 1_000
_KEPT_FOR_UNDO: Final = 60
"""As many steps as the journal keeps, and some."""


def waiting_words(ws: Workspace) -> tuple[WaitingWord, ...]:
    """Return what waits, oldest first."""
    return INBOX_WAITING.get(ws.ledger)


def put_waiting(ws: Workspace, words: Collection[WaitingWord]) -> None:
    """Let words wait, beside those that do."""
    INBOX_WAITING.set(ws.ledger, (*waiting_words(ws), *words))


def put_edits(ws: Workspace, edits: dict[str, str]) -> None:
    """Remember what a person wrote in the place of words that wait."""
    INBOX_WAITING.set(
        ws.ledger,
        tuple(replace(one, edited=edits.get(one.id, one.edited)) for one in waiting_words(ws)),
    )


def put_decided(ws: Workspace, word: WaitingWord, answer: str) -> None:
    """Remember what became of words that waited."""
    left = tuple(one for one in waiting_words(ws) if one.id != word.id)
    INBOX_WAITING.set(ws.ledger, left)
    known = [one for one in INBOX_DECIDED.get(ws.ledger) if one.word.id != word.id]
    decided = [*known, DecidedWord(word, answer, ws.clock.now())]
    others = [one for one in decided if one.answer != "drop"][-_KEPT_FOR_UNDO:]
    dropped = [one for one in decided if one.answer == "drop"][-MOST_DROPPED:]
    INBOX_DECIDED.set(ws.ledger, tuple(one for one in decided if one in others or one in dropped))


def decided_ids(ws: Workspace) -> frozenset[str]:
    """Return the ids of what waited here and does no more."""
    waiting = {one.id for one in waiting_words(ws)}
    return frozenset(one.word.id for one in INBOX_DECIDED.get(ws.ledger)) - waiting


def dropped_words(ws: Workspace) -> tuple[WaitingWord, ...]:
    """Return what a person dropped."""
    return tuple(one.word for one in INBOX_DECIDED.get(ws.ledger) if one.answer == "drop")


def bring_back(ws: Workspace, ids: Collection[str]) -> tuple[str, ...]:
    """Let what was decided wait again; return the ids of what does."""
    decided = INBOX_DECIDED.get(ws.ledger)
    back = {one.word.id: one.word for one in decided if one.word.id in ids}
    if back:
        INBOX_DECIDED.set(ws.ledger, tuple(one for one in decided if one.word.id not in back))
        standing = {one.id for one in waiting_words(ws)}
        put_waiting(ws, [word for id_, word in back.items() if id_ not in standing])
    return tuple(back)


def expire(ws: Workspace) -> int:
    """Let go of what waited too long; return how many that were."""
    now = ws.clock.now()
    since = now - timedelta(days=ws.settings.memories.inbox_days)
    over = [one for one in waiting_words(ws) if one.proposed_at <= since]
    for one in over:
        put_decided(ws, one, "expired")
    told = [at for at in INBOX_EXPIRED.get(ws.ledger) if at > since]
    INBOX_EXPIRED.set(ws.ledger, (*told, *([now] * len(over))))
    return len(over)


def changed_on(ws: Workspace) -> date:
    """Return the day on which something last came to wait, or was decided."""
    moments = [one.proposed_at for one in waiting_words(ws)]
    moments += [one.at for one in INBOX_DECIDED.get(ws.ledger)]
    return day_at(max(moments, default=ws.clock.now()))


def expired_of_late(ws: Workspace) -> int:
    """Return how many went undecided within the time that one waits."""
    return len(INBOX_EXPIRED.get(ws.ledger))
