"""Remember which memories a person accepted although their text is suspicious."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.errors import RefusedError
from vaultwatch.services.records.small_facts import ACCEPTED
from vaultwatch.services.workspace import Workspace

PUT_AWAY = frozenset({"memory forget", "review reject"})
"""The audit's verbs for a memory that was put away."""
BROUGHT_BACK = "memory brought back"
"""The audit's verb for one that a person took back out of the trash by undoing that."""
_WAYS_OUT_READ = 20

_BY_ITS_NOTE = ":active"
"""Behind the digest of one whose note was not written by us: it counts while the note says that it
is active, so that undoing the decision takes it back."""


def accept(ws: Workspace, row: MemoryRow) -> None:
    """Remember that a person accepted a memory as it reads now."""
    vouch(ws, row.id, row.belief_digest + (_BY_ITS_NOTE if row.facts.is_held else ""))
    if row.facts.is_found:
        take_as_said(ws, [row])


def take_as_said(ws: Workspace, rows: Collection[MemoryRow]) -> None:
    """Remember that a person took found files for their word: as these read now, not later."""
    ws.ledger.put_memories(
        replace(row, facts=replace(row.facts, source="user_explicit", is_claim=False))
        for row in rows
    )


@contextmanager
def owning(ws: Workspace, row: MemoryRow) -> Iterator[None]:
    """Take what is written into a memory here for its person's, whoever made the file.

    Known before the write, for that is read back as any file is; taken back where it is refused.
    """
    accepted = ACCEPTED.get(ws.ledger)
    ws.ledger.put_memories([replace(row, facts=replace(row.facts, is_found=False, is_claim=False))])
    try:
        yield
    except RefusedError:
        ws.ledger.put_memories([row])
        ACCEPTED.set(ws.ledger, accepted)
        raise


def carry(ws: Workspace, memory_id: str, before: str, now: str) -> None:
    """Let what was accepted stay so where its digest changes and nothing is to be asked about."""
    kept = ACCEPTED.get(ws.ledger).get(memory_id, "")
    if kept.startswith(before) and before != now:
        vouch(ws, memory_id, now + kept.removeprefix(before))


def vouch(ws: Workspace, memory_id: str, belief_digest: str) -> None:
    """Remember that a person said this to us, though as a file alone it would wait for them."""
    ACCEPTED.set(ws.ledger, {**ACCEPTED.get(ws.ledger), memory_id: belief_digest})


def is_accepted(
    ws: Workspace, memory_id: str, belief_digest: str, *, says_active: bool = True
) -> bool:
    """Tell whether a person accepted a memory as it reads now."""
    digest = ACCEPTED.get(ws.ledger).get(memory_id)
    return digest == belief_digest or (says_active and digest == belief_digest + _BY_ITS_NOTE)


def was_put_away(ws: Workspace, memory_id: str) -> bool:
    """Tell whether a memory's last way out was a deed, and no undoing brought it back since."""
    ways = (line.verb for line in ws.ledger.audit(memory_id, limit=_WAYS_OUT_READ))
    return next((verb for verb in ways if verb in {*PUT_AWAY, BROUGHT_BACK}), "") in PUT_AWAY


def revoke(ws: Workspace, memory_id: str) -> None:
    """Forget that a memory was accepted: it was put away, or says what nobody accepted."""
    accepted = ACCEPTED.get(ws.ledger)
    if memory_id in accepted:
        ACCEPTED.set(ws.ledger, {id_: kept for id_, kept in accepted.items() if id_ != memory_id})
