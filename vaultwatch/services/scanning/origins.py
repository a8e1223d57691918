"""Tell whether a note still stood as it did when a memory was written."""

from datetime import UTC, datetime, timedelta

from vaultwatch.drift.model import Origin
from vaultwatch.memories.record import Memory
from vaultwatch.memories.stores.places import is_record
from vaultwatch.notes.model import NotePath
from vaultwatch.services.records.losses import is_from_before_a_loss
from vaultwatch.services.scanning.citing import Cited
from vaultwatch.services.workspace import Workspace

CLOCK_SLACK_S = 2.0
"""A memory and a note saved within this time count as saved together: file systems keep times as
coarsely as 2 s (FAT)."""


def origin_of(written_at: datetime, note_changed_at: datetime) -> Origin:
    """Tell whether the note still stood as it did when the belief was written."""
    slack = timedelta(seconds=CLOCK_SLACK_S)
    # A difference, never a sum: a memory may call itself of the year 9999.
    return "written" if note_changed_at - written_at <= slack else "adopted"


def origin_now(ws: Workspace, cited: Cited, memory: Memory, note: NotePath) -> Origin:
    """Return what a baseline taken now is: of the note as it was when the memory was written?"""
    written_at = _written_at(ws, cited, memory)
    if (memory.updated or memory.created) is None and is_from_before_a_loss(ws, written_at):
        return "adopted"  # its file's time may be that of a flag of ours
    return origin_of(written_at, _changed_at(ws, note))


def _written_at(ws: Workspace, cited: Cited, memory: Memory) -> datetime:
    """Return when the belief was written, as well as can be known.

    A belief seen to change was written when its file was; one seen for the first time when its
    properties say, else when its file was.
    """
    stated = memory.updated or memory.created
    if is_record(memory.id):  # its file's time was taken with it
        return stated or ws.clock.now()
    if stated is None or memory.id in cited.changed_beliefs:
        return _changed_at(ws, memory.path)
    return stated


def _changed_at(ws: Workspace, path: NotePath) -> datetime:
    stat = ws.files.stat(path)
    if stat is None:
        return ws.clock.now()
    try:
        return datetime.fromtimestamp(stat.mtime_ns / 1e9, UTC)
    except (ValueError, OverflowError, OSError):  # a time that no calendar holds
        return ws.clock.now()
