"""See that what is answered rests on the vault as it stands, if nobody else is at it."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Literal

from vaultwatch.services.indexing.reindex import NOTHING_INDEXED
from vaultwatch.services.indexing.store_records import have_stores_moved
from vaultwatch.services.scanning.citing import cite
from vaultwatch.services.scanning.comparing import is_stale
from vaultwatch.services.scanning.recording import compare_some
from vaultwatch.services.scanning.taking_in import catch_up, left_to_daemon
from vaultwatch.services.workspace import Workspace

FRESHEN_WAIT_S = 0.5
"""How long a question waits for another writer before it is answered from what is indexed."""

_LATE = "{} notes changed a moment ago and are still being taken in."
_BEHIND = "Another process is writing this vault; changes of the last seconds may be missing."


def freshen(ws: Workspace) -> str:
    """Take in what changed on disk, if nobody else is at it; return what the asker should know.

    Where nothing stirred nobody is waited for.
    """
    if ws.files.is_calm() and not have_stores_moved(ws):
        return ""
    _ = ws.chunks  # opened first: an index that could not be read is made anew below
    late, _ = left_to_daemon(ws)
    if late:
        ws.has_waited = True  # it is at it
        return _LATE.format(len(late))
    with _writing(ws) as is_ours:
        if is_ours:
            catch_up(ws)
            return ""
    return _BEHIND


@contextmanager
def _writing(ws: Workspace) -> Iterator[bool]:
    """Wait for the writer lock, once a question."""
    with ws.writing(0.0 if ws.has_waited else FRESHEN_WAIT_S) as is_ours:
        ws.has_waited |= not is_ours
        yield is_ours


def freshen_findings(ws: Workspace) -> str:
    """Take in what changed on disk and hold every memory whose note moved on against it.

    Returns:
        What the asker should know.
    """
    notice = freshen(ws)
    moved = ws.ledger.outgrown()
    if moved and check(ws, moved) == "too_busy":
        return _BEHIND
    return notice


def check(
    ws: Workspace, memory_ids: Collection[str]
) -> Literal["as_it_was", "compared", "too_busy"]:
    """Hold memories against their notes, where these moved on."""
    if not is_stale(ws, cite(ws, NOTHING_INDEXED, memory_ids)):
        return "as_it_was"
    with _writing(ws) as is_ours:
        if is_ours:
            compare_some(ws, memory_ids)
    return "compared" if is_ours else "too_busy"
