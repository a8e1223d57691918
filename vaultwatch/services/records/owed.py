"""Remember what the next look owes, so that a kill between a deed and its look loses nothing."""

from vaultwatch.notes.model import NotePath
from vaultwatch.services.records.small_facts import CALLED_TRUE, LOOK_DUE, SCAN_DUE, CalledTrue
from vaultwatch.services.workspace import Workspace


def owe_scan(ws: Workspace) -> None:
    """Remember, before something changes, that flags and report must follow it."""
    SCAN_DUE.set(ws.ledger, value=True)


def owe_look(ws: Workspace) -> None:
    """Remember, before a deed is done, that its doer is to see flags and report follow it."""
    owe_scan(ws)
    LOOK_DUE.set(ws.ledger, value=True)


def is_look_owed(ws: Workspace) -> bool:
    """Tell whether a deed was done whose doer waits for flags and report."""
    return LOOK_DUE.get(ws.ledger)


def look_taken(ws: Workspace) -> None:
    """Call all told: every memory was compared, flags and report were written."""
    SCAN_DUE.set(ws.ledger, value=False)
    LOOK_DUE.set(ws.ledger, value=False)


def call_true(ws: Workspace, memory_id: str, note: NotePath, *, is_named: bool = False) -> None:
    """Remember that a memory was called true: it is to rest on the note as it stands."""
    word = CalledTrue(ws.clock.now(), is_named)
    CALLED_TRUE.set(ws.ledger, {**CALLED_TRUE.get(ws.ledger), (memory_id, note): word})
