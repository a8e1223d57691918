"""Read the hand-overs that stand in the vault, newest first, and what is open in them."""

import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import islice
from unicodedata import normalize

from vaultwatch.adapters.files.session_records import (
    project_of,
    read_record,
    session_key,
    session_records,
)
from vaultwatch.adapters.ledger import NoteStat
from vaultwatch.adapters.machine.projects import project_at
from vaultwatch.errors import NoteUnreadableError, OutsideVaultError
from vaultwatch.memories.handoff import HandedOver, handed_over
from vaultwatch.memories.items import SESSIONS
from vaultwatch.memories.projects import Project, are_one
from vaultwatch.notes.days import day_at
from vaultwatch.notes.model import NotePath
from vaultwatch.services.indexing.reading import read_note, sparing_others
from vaultwatch.services.records.trust import is_anothers
from vaultwatch.services.workspace import Workspace

MOST_NOTES = 30
"""Hand-overs that are read for one answer, by name, which begins with the date. Chosen by hand: ten
times what is told of them."""
_PLAIN = re.compile(r"[\w .:-]+")
_A_DAY = timedelta(days=1)


def sessions_folder(ws: Workspace) -> str:
    """Return the folder of hand-overs inside the vault."""
    return f"{ws.settings.memories.folder.strip('/')}/{SESSIONS}"


def hand_overs(ws: Workspace, project: Project | None = None) -> list[HandedOver]:
    """Return the hand-overs that are young enough to be told, newest first.

    Those that name their project alone, as they all once did, are told where by their session's
    record they are of this one, or where no other project of that name is known.
    """
    since = ws.clock.now() - timedelta(days=ws.settings.memories.handoff_days)
    found = [
        (one.at, one)
        for one in islice(_of_project(ws, project, since), MOST_NOTES)
        if one.at is not None and one.at >= since
    ]
    found.sort(key=lambda pair: (pair[0], pair[1].path), reverse=True)
    return [one for _, one in found]


def hand_over_of(ws: Workspace, session: str, project: Project) -> HandedOver | None:
    """Return the hand-over of one session, however old; None where it left none.

    What another program calls a session of its own by the same name is another one.
    """
    plain = session if _PLAIN.fullmatch(session) else ""  # else it stands there escaped
    for one in _standing(ws, containing=[plain]):
        is_its = one.session == session and project.is_named(one.project)
        is_its = is_its and are_one(one.ids, project.ids) is not False
        if is_its and not is_anothers(ws, one.client):
            return one
    return None


def project_called(ws: Workspace, session: str, name: str) -> Project:
    """Return the project that an agent calls so: the one that its session's folder is of.

    Where no hook spoke of the session it is that of the folder that it names, or that the program
    works in, if that bears the name; else the name is all that is known.
    """
    # A program's tools and its hooks may bear different names.
    records = {one for _, one in session_records(ws.places.sessions) if one.session == session}
    is_path = name.startswith(("/", "~"))
    if len(records) == 1 and (known := project_of(records.pop())).ids:
        return Project(known.name if is_path or not name else name, known.ids)
    if is_path:
        return replace(project_at(name), once=())
    here = project_at(ws.works_in)
    return replace(here, name=name, once=()) if here.is_named(name) else Project(name)


def day_of(at: datetime | None) -> str:
    """Return the day of a hand-over as it is told."""
    return day_at(at).isoformat() if at is not None else "undated"


def _of_project(ws: Workspace, project: Project | None, since: datetime) -> Iterator[HandedOver]:
    """Yield hand-overs of a project whose files were not left alone for longer."""
    if project is None or not (project.keys or project.ids):
        every = _standing(ws, since=since)
        yield from (one for one in every if project is None or not (one.project or one.ids))
        return
    named: list[HandedOver] = []
    is_only = True
    for one in _standing(ws, since=since, containing=[*project.keys, *project.ids]):
        is_its = are_one(one.ids, project.ids)
        if is_its is None and project.is_named(one.project):
            record = read_record(ws.places.sessions, session_key(one.client, one.session))
            if record is None or not project.ids:
                named.append(one)
                continue
            is_its = are_one(project_of(record).ids, project.ids)
        elif is_its is False and project.is_named(one.project):
            is_only = False
        if is_its:
            # Of one project, whatever is known of it there.
            yield replace(one, ids=project.ids or one.ids)
    if is_only and named and not (project.ids and has_namesake(ws, project)):
        yield from (replace(one, ids=project.ids or one.ids) for one in named)


def has_namesake(ws: Workspace, project: Project) -> bool:
    """Tell whether a session of another project of a name is known."""
    others = (one for _, one in session_records(ws.places.sessions) if one.project_ids)
    return any(
        project.is_named(one.project_name) and not are_one(one.project_ids, project.ids)
        for one in others
    )


def _standing(
    ws: Workspace, *, since: datetime | None = None, containing: Collection[str] = ()
) -> Iterator[HandedOver]:
    """Yield the hand-overs whose files hold one of some words, whatever their case."""
    folder = f"{sessions_folder(ws)}/"
    for path, stat in sorted(ws.ledger.note_stats().items(), reverse=True):
        if not path.startswith(folder) or (since is not None and _is_older(stat, since)):
            continue
        with suppress(NoteUnreadableError, OutsideVaultError), sparing_others(path):
            one = _read(ws, path, containing)
            if one is not None:
                yield one


def _read(ws: Workspace, path: NotePath, containing: Collection[str]) -> HandedOver | None:
    if containing:
        text = normalize("NFC", ws.files.read(path).decode("utf-8", "replace")).casefold()
        if not any(one.casefold() in text for one in containing):
            return None
    reading = read_note(ws.files, path)
    return handed_over(reading.note, reading.body)


def _is_older(stat: NoteStat, since: datetime) -> bool:
    """Tell whether a file was left alone since long before: what it says is older still."""
    return stat.mtime_ns < (since - _A_DAY).timestamp() * 1e9
