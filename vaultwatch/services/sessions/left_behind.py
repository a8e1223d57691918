"""Read the hand-overs that stand in the vault, newest first, and what is open in them."""

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import islice

from vaultwatch.adapters.ledger import NoteStat
from vaultwatch.errors import NoteUnreadableError, OutsideVaultError
from vaultwatch.memories.handoff import HandedOver, handed_over, project_key
from vaultwatch.memories.items import SESSIONS
from vaultwatch.notes.days import day_at
from vaultwatch.notes.model import NotePath
from vaultwatch.services.indexing.reading import read_note, sparing_others
from vaultwatch.services.records.owners import is_anothers
from vaultwatch.services.workspace import Workspace

MOST_NOTES = 30
"""Hand-overs that are read for one answer, by name, which begins with the date. Chosen by hand: ten
times what is told of them."""
_PLAIN = re.compile(r"[\w .:-]+")
_A_DAY = timedelta(days=1)


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
        for one in islice(_of_project(ws, project, since), MOST_NOTES)
        if one.at is not None and one.at >= since
    ]
    found.sort(key=lambda pair: (pair[0], pair[1].path), reverse=True)
    return [one for _, one in found]


def hand_over_of(ws: Workspace, session: str, project: str) -> HandedOver | None:
    """Return the hand-over of one session, however old; None where it left none.

    What another program calls a session of its own by the same name is another one.
    """
    plain = session if _PLAIN.fullmatch(session) else ""  # else it stands there escaped
    for one in _standing(ws, containing=plain):
        is_its = one.session == session and project_key(one.project) == project_key(project)
        if is_its and not is_anothers(ws, one.client):
            return one
    return None


def day_of(at: datetime | None) -> str:
    """Return the day of a hand-over as it is told."""
    return day_at(at).isoformat() if at is not None else "undated"


def _of_project(ws: Workspace, project: str | None, since: datetime) -> Iterator[HandedOver]:
    """Yield hand-overs of a project whose files were not left alone for longer."""
    key = project_key(project or "")
    for one in _standing(ws, since=since, containing=key):
        if project is None or project_key(one.project) == key:
            yield one


def _standing(
    ws: Workspace, *, since: datetime | None = None, containing: str = ""
) -> Iterator[HandedOver]:
    """Yield the hand-overs whose files hold some words, whatever their case."""
    folder = f"{sessions_folder(ws)}/"
    for path, stat in sorted(ws.ledger.note_stats().items(), reverse=True):
        if not path.startswith(folder) or (since is not None and _is_older(stat, since)):
            continue
        with suppress(NoteUnreadableError, OutsideVaultError), sparing_others(path):
            one = _read(ws, path, containing)
            if one is not None:
                yield one


def _read(ws: Workspace, path: NotePath, containing: str) -> HandedOver | None:
    if containing:
        text = ws.files.read(path).decode("utf-8", "replace").casefold()
        if containing.casefold() not in text:
            return None
    reading = read_note(ws.files, path)
    return handed_over(reading.note, reading.body)


def _is_older(stat: NoteStat, since: datetime) -> bool:
    """Tell whether a file was left alone since long before: what it says is older still."""
    return stat.mtime_ns < (since - _A_DAY).timestamp() * 1e9
