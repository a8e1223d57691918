"""Propose to a person what they said in a session: it waits in the inbox, nothing is stored.

Not what stands as a memory, waits already or was put away by them before; nothing that holds a
secret, reads like an order that somebody planted, or stands in a sentence that does or that settles
something of high impact.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from vaultwatch.errors import RefusedError, SecretError
from vaultwatch.guard.secrets import find_secrets, mask_secrets
from vaultwatch.memories.capture import Captured, is_planted
from vaultwatch.memories.facts import Facts
from vaultwatch.memories.likeness import gist_digest, near_identical
from vaultwatch.recall.duplicates import Gist, gist_of, says_nearly
from vaultwatch.report.escape import flat
from vaultwatch.report.inbox import item_id
from vaultwatch.report.unlinked_names import linked
from vaultwatch.services.exchange.inbox import take_inbox
from vaultwatch.services.memories.validating import checked_belief
from vaultwatch.services.memories.weighing import settled_by, twin_of
from vaultwatch.services.recall.near import nearest
from vaultwatch.services.records.inbox import (
    MOST_OF_PROGRAM,
    MOST_WAITING,
    dropped_words,
    put_waiting,
    waiting_words,
)
from vaultwatch.services.records.small_facts import TELLING_DUE, WaitingWord
from vaultwatch.services.scanning.taking_in import catch_up
from vaultwatch.services.workspace import Workspace

MOST_QUOTE_CHARS: Final = 600
_MOST_NAME_CHARS: Final = 60


def propose_captured(
    ws: Workspace, found: Sequence[Captured], *, session: str, project: str, client: str
) -> int:
    """Let what was found in a session wait in the inbox; return how much of it does.

    Proposing the same again, after a kill too, changes nothing.
    """
    take_inbox(ws)  # what they ticked and wrote there counts first
    if not found:
        return 0
    catch_up(ws)
    ws.known.refresh(ws.ledger)
    names = [(name, path) for name, path in ws.known.names if not ws.is_memory(path)]
    proposed: list[WaitingWord] = []
    told = [gist_of(one.text) for one in (*waiting_words(ws), *dropped_words(ws))]
    told += [gist_of(one.edited) for one in waiting_words(ws) if one.edited]
    for one in found:
        word = _word(ws, one, linked(flat(one.text), names), session, project, client)
        if word is None or _is_told(word.text, told) or _stands(ws, word.text):
            continue
        waiting = (*waiting_words(ws), *proposed)
        own = sum(one.client == word.client for one in waiting)
        if len(waiting) >= MOST_WAITING or own >= MOST_OF_PROGRAM:
            break
        proposed.append(word)
        told.append(gist_of(word.text))
    if proposed:
        put_waiting(ws, proposed)
        ws.ledger.record("inbox propose", session, f"{len(proposed)} waiting")
        TELLING_DUE.set(ws.ledger, value=True)  # the report tells of it at the next look
        take_inbox(ws)
    return len(proposed)


def _word(  # noqa: PLR0913, PLR0917 -- all that is kept of it
    ws: Workspace, one: Captured, text: str, session: str, project: str, client: str
) -> WaitingWord | None:
    """Return what would wait; None where it must not be kept at all."""
    try:
        text = checked_belief(text)
    except (RefusedError, SecretError):
        return None
    quote = mask_secrets(flat(one.quote))[:MOST_QUOTE_CHARS]
    if find_secrets(one.text) or is_planted(one) or _is_of_high_impact(ws, one):
        return None
    now = ws.clock.now()
    return WaitingWord(
        id=item_id(text, quote),
        kind=one.kind,
        text=text,
        quote=quote,
        said_at=one.at or now,
        proposed_at=now,
        client=mask_secrets(flat(client))[:_MOST_NAME_CHARS],
        project="" if one.is_everywhere else mask_secrets(flat(project))[:_MOST_NAME_CHARS],
        session=mask_secrets(flat(session))[:_MOST_NAME_CHARS],
    )


def _is_of_high_impact(ws: Workspace, one: Captured) -> bool:
    facts = Facts(source="user_explicit")
    return any(settled_by(ws, text, facts) is not None for text in (one.text, one.quote))


def _is_told(text: str, told: Iterable[Gist]) -> bool:
    """Tell whether the same waits already, or was dropped."""
    gist = gist_of(text)
    return any(
        near_identical(text, [("", other.text)]) is not None or says_nearly(gist, other)
        for other in told
    )


def _stands(ws: Workspace, text: str) -> bool:
    """Tell whether a memory says so, or one did that the person forgot."""
    if twin_of(ws, text, Facts(source="user_explicit")) is not None:
        return True
    gone = ws.ledger.find_memories(gists=[gist_digest(text)], forgotten=True)
    if near_identical(text, [(row.id, row.belief) for row in gone if row.state == "forgotten"]):
        return True
    return bool(nearest(ws, text)) or _is_claimed(ws, text)


def _is_claimed(ws: Workspace, text: str) -> bool:
    """Tell whether a memory claims just this value of just this subject."""
    words = gist_of(text).words
    for row in ws.ledger.memories():
        claim = row.facts.claim
        if claim is None or row.facts.status != "active":
            continue
        claimed = gist_of(f"{claim.subject} {claim.predicate} {claim.value}").words
        if claimed and claimed <= words:
            return True
    return False
