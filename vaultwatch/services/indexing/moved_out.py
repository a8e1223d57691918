"""Know the files outside the memories folder that are memories' own, moved or copied there.

To who searches they are notes; but what waits for a person, is superseded, put away or expired is
quoted as no passage, wherever its file lies.
"""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import PurePosixPath

from vaultwatch.errors import NoteUnreadableError, OutsideVaultError
from vaultwatch.memories.items import is_item
from vaultwatch.memories.record import Memory, memory_of
from vaultwatch.notes.model import NotePath
from vaultwatch.recall.signals import status_at
from vaultwatch.services.indexing.reading import Reading, read_note, sparing_others
from vaultwatch.services.records.small_facts import ADOPTED, MOVED_OUT
from vaultwatch.services.records.trust import was_put_away
from vaultwatch.services.workspace import Workspace

_OUR_ID = "mem_"
"""How the ids begin that we give; another `id` may be anything of the person's own."""


def keep_moved_out(ws: Workspace, readings: Sequence[Reading], added: Collection[NotePath]) -> None:
    """Remember which of some notes, as they were read just now, are memories' own files.

    One that says no id is known by its name and all its words, when it comes.
    """
    before = MOVED_OUT.get(ws.ledger)
    looked_at = {one.note.path for one in readings}
    kept = {path: id_ for path, id_ in before.items() if path not in looked_at}
    unnamed: list[Memory] = []
    for reading in readings:
        path = reading.note.path
        if ws.is_memory(path):
            continue
        id_ = reading.note.properties.get("id")
        if isinstance(id_, str) and id_.strip().startswith(_OUR_ID) and not is_item(id_.strip()):
            kept[path] = id_.strip()
        elif path in before or (path in added and ADOPTED.get(ws.ledger)):
            with sparing_others(path):
                unnamed.append(memory_of(reading.note, reading.body))
    MOVED_OUT.set(ws.ledger, {**kept, **_by_words(ws, unnamed)})


def _by_words(ws: Workspace, found: Sequence[Memory]) -> Mapping[NotePath, str]:
    """Return the ids of the memories whose notes have the name and the words of these."""
    digests = [one.belief_digest for one in found if one.plain]
    rows = ws.ledger.find_memories(belief_digests=digests, forgotten=True) if digests else ()
    ids = {(_name(row.path), row.belief_digest): row.id for row in rows if not is_item(row.id)}
    named = ((one.path, ids.get((_name(one.path), one.belief_digest))) for one in found)
    return {path: id_ for path, id_ in named if id_}


def _name(path: NotePath) -> str:
    return PurePosixPath(path).name


def drop_moved_out(ws: Workspace, gone: Collection[NotePath]) -> None:
    """Forget files that stand no more."""
    if gone:
        before = MOVED_OUT.get(ws.ledger)
        MOVED_OUT.set(ws.ledger, {path: id_ for path, id_ in before.items() if path not in gone})


def not_to_be_quoted(ws: Workspace, notes: Collection[NotePath]) -> frozenset[NotePath]:
    """Return those of some notes that are memories which are recalled only when asked for.

    By what the ledger knows of a memory or its file says: whichever holds it back.
    """
    outside = MOVED_OUT.get(ws.ledger)
    ids = {path: outside[path] for path in notes if path in outside}
    rows = ws.ledger.find_memories(ids=ids.values(), forgotten=True) if ids else ()
    now = ws.clock.now()
    away = {
        row.id
        for row in rows
        if status_at(row.facts, now) != "active"
        or (row.state == "forgotten" and was_put_away(ws, row.id))
    }
    return frozenset(path for path in ids if ids[path] in away or not _says_it_holds(ws, path))


def _says_it_holds(ws: Workspace, path: NotePath) -> bool:
    """Tell whether a memory's file says that it holds now; so where it cannot be read."""
    with suppress(NoteUnreadableError, OutsideVaultError), sparing_others(path):
        reading = read_note(ws.files, path)
        facts = memory_of(reading.note, reading.body).facts
        return status_at(facts, ws.clock.now()) == "active"
    return True
