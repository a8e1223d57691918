"""See that what is answered rests on the vault as it stands, if nobody else is at it."""

import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from typing import Final, Literal

from vaultwatch.adapters.ledger.rows import CheckRow
from vaultwatch.adapters.reality.world import TOO_LONG
from vaultwatch.memories.checks.judging import ttl_days
from vaultwatch.memories.checks.model import LOCAL_COST, PLACES
from vaultwatch.memories.facts import VerifyMode
from vaultwatch.services.indexing.reindex import NOTHING_INDEXED, reindex
from vaultwatch.services.indexing.store_records import have_stores_moved
from vaultwatch.services.records.small_facts import owe_look
from vaultwatch.services.scanning.checking import LONG_AGO, asked_of, judged, look_around
from vaultwatch.services.scanning.citing import cite, cite_new
from vaultwatch.services.scanning.comparing import is_stale
from vaultwatch.services.scanning.conditions import keep_conditions
from vaultwatch.services.scanning.recording import compare_some
from vaultwatch.services.scanning.taking_in import catch_up, left_to_daemon
from vaultwatch.services.workspace import Workspace

FRESHEN_WAIT_S = 0.5
"""How long a question waits for another writer before it is answered from what is indexed."""
AGAIN_S: Final = 0.05
"""Seconds that looking again at files may take. Chosen by hand: nobody notices."""
ON_USE_S: Final = 0.5
"""The same for what asks to be checked before it is used. Chosen by hand: it asked for it."""
OF_FILES: Final = PLACES | {"contains", "value", "symbol"}
"""Kinds that are looked at again: what they ask for is read in a moment, and changes in one."""

_LATE = "{:,} notes are still being taken in."
_BEHIND = "Another process is writing this vault; changes of the last seconds may be missing."


def index_now(ws: Workspace) -> None:
    """Index what changed on disk, where the disk is not so full that the ledger is only read.

    Whoever calls holds the writer lock.
    """
    if not (ws.ledger.is_as_it_lies or _is_calm(ws)):
        cite_new(ws, reindex(ws))


def freshen(ws: Workspace) -> str:
    """Take in what changed on disk, if nobody else is at it; return what the asker should know.

    Where nothing stirred nobody is waited for.
    """
    if _is_calm(ws):
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
    return ws.disk_notice or _BEHIND


def _is_calm(ws: Workspace) -> bool:
    """Tell whether nothing stirred, in the vault or in stores, since all was taken in."""
    return ws.files.is_calm() and not have_stores_moved(ws)


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
    """Hold memories against their notes where these moved on, and again against the files here."""
    has_moved = is_stale(ws, cite(ws, NOTHING_INDEXED, memory_ids))
    looked = _looked_again(ws, memory_ids)
    if not (has_moved or looked):
        return "as_it_was"
    with _writing(ws) as is_ours:
        if is_ours and has_moved:
            compare_some(ws, memory_ids)
        if is_ours and looked:
            owe_look(ws)
            ws.ledger.put_checks(looked)
            keep_conditions(ws)
    return "compared" if is_ours else "too_busy"


def _is_quick(one: CheckRow, mode: VerifyMode) -> bool:
    """Tell whether a check is looked at as its memory is handed out."""
    if mode == "on_use":
        return one.check.cost <= LOCAL_COST
    return mode != "human" and one.check.kind in OF_FILES and bool(one.said)


def _looked_again(ws: Workspace, memory_ids: Collection[str]) -> list[CheckRow]:
    """Look again at what a few memories say of files here, within `AGAIN_S`; return what changed.

    Nothing is kept yet. What there was no time for is returned too where it was believed until now,
    so that the next look takes it. Those first that matter most. What is to be checked on use has
    `ON_USE_S` of its own, whatever it asks of this machine alone, though nobody looked before.
    """
    place = {id_: at for at, id_ in enumerate(memory_ids)}
    modes = {row.id: row.facts.verify_mode for row in ws.ledger.find_memories(ids=place)}
    held = [
        one
        for one in ws.ledger.checks(place)
        if _is_quick(one, modes.get(one.memory_id, "")) and one.refused_at is None
    ]
    held.sort(key=lambda one: (one.check.kind == "symbol", place[one.memory_id], one.id))
    if not held:
        return []
    held.sort(key=lambda one: modes.get(one.memory_id) != "on_use")
    changed, began = [], time.monotonic()
    with look_around(ws) as world:
        for one in held:
            is_owed = modes.get(one.memory_id) == "on_use"
            left_s = began + (ON_USE_S if is_owed else AGAIN_S) - time.monotonic()
            seen = TOO_LONG
            if left_s > 0:
                seen = world.look(asked_of(one), left_s, is_owed=is_owed)
            if seen is not TOO_LONG:
                found = judged(ws, one, seen)
                changed += (
                    [found] if (found.outcome, found.found) != (one.outcome, one.found) else []
                )
            elif ws.clock.now() - one.looked_at < timedelta(ttl_days(one.check.kind)):
                changed.append(replace(one, looked_at=ws.clock.now() - LONG_AGO))
    return changed
