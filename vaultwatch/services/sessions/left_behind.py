"""Read the hand-overs that stand in the vault, newest first, and what is open in them."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta

from vaultwatch.errors import NoteUnreadableError, OutsideVaultError
from vaultwatch.memories.handoff import HandedOver, handed_over, project_key
from vaultwatch.memories.items import SESSIONS
from vaultwatch.notes.model import NotePath
from vaultwatch.services.indexing.reading import read_note, sparing_others
from vaultwatch.services.workspace import Workspace


def sessions_folder(ws: Workspace) -> str:
    """Return the folder of hand-overs inside the vault."""
    return f"{ws.settings.memories.folder.strip('/')}/{SESSIONS}"


def hand_overs(ws: Workspace, project: str | None = None) -> list[HandedOver]:
    """Return the hand-overs that are young enough to be told, newest first.

    Args:
        ws: the vault, its index up to date.
        project: of this alone; None for all.
    """
    since = ws.clock.now() - timedelta(days=ws.settings.memories.handoff_days)
    found = [
        (one.at, one)
        for one in _standing(ws)
        if one.at is not None
        and one.at >= since
        and (project is None or project_key(one.project) == project_key(project))
    ]
    found.sort(key=lambda pair: (pair[0], pair[1].path), reverse=True)
    return [one for _, one in found]


def hand_over_of(ws: Workspace, session: str, project: str) -> HandedOver | None:
    """Return the hand-over of one session, however old; None where it left none."""
    named = session.encode("utf-8", "replace")
    for one in _standing(ws, containing=named):
        if one.session == session and project_key(one.project) == project_key(project):
            return one
    return None


def day_of(at: datetime | None) -> str:
    """Return the day of a hand-over as it is told."""
    return at.date().isoformat() if at is not None else "undated"


def _standing(ws: Workspace, *, containing: bytes = b"") -> Iterator[HandedOver]:
    folder = f"{sessions_folder(ws)}/"
    for path in sorted(ws.ledger.note_stats(), reverse=True):
        if not path.startswith(folder):
            continue
        with suppress(NoteUnreadableError, OutsideVaultError), sparing_others(path):
            one = _read(ws, path, containing)
            if one is not None:
                yield one


def _read(ws: Workspace, path: NotePath, containing: bytes) -> HandedOver | None:
    if containing and containing not in ws.files.read(path):
        return None
    reading = read_note(ws.files, path)
    return handed_over(reading.note, reading.body)
