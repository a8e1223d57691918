"""Remember which notes are new until all was compared: a lost note may have moved to one of them.

The round that indexes a note hands its statements on; after a kill in between they are read anew.
"""

from collections.abc import Collection, Mapping
from contextlib import suppress

from vaultwatch.errors import NoteUnreadableError, OutsideVaultError
from vaultwatch.notes.model import NotePath
from vaultwatch.services.indexing.reading import read_note, sparing_others
from vaultwatch.services.records.small_facts import ADDED_NOTES
from vaultwatch.services.workspace import Workspace

MOST_READ = 200
"""Notes read anew after a kill. Chosen by hand: a folder that was moved, not a first index."""


def remember_added(ws: Workspace, added: Collection[NotePath]) -> None:
    """Keep the paths of notes that are about to be indexed for the first time."""
    if added:
        ADDED_NOTES.set(ws.ledger, tuple(sorted({*ADDED_NOTES.get(ws.ledger), *added})))


def forget_strays(ws: Workspace, strays: Collection[NotePath]) -> None:
    """Call notes known that were never indexed wholly and of which nothing stands any more."""
    if strays:
        ADDED_NOTES.set(ws.ledger, tuple(p for p in ADDED_NOTES.get(ws.ledger) if p not in strays))


def forget_added(ws: Workspace) -> None:
    """Call all notes known: they were compared."""
    ADDED_NOTES.set(ws.ledger, ())


def statements_of_added(
    ws: Workspace, seen: Mapping[NotePath, frozenset[str]]
) -> Mapping[NotePath, frozenset[str]]:
    """Return digests of the statements of all new notes: those `seen`, others read anew."""
    kept = ADDED_NOTES.get(ws.ledger)
    missing = [path for path in kept if path not in seen and not ws.is_memory(path)]
    return {**seen, **statements_at(ws, missing[:MOST_READ])}


def statements_at(ws: Workspace, paths: Collection[NotePath]) -> dict[NotePath, frozenset[str]]:
    """Return digests of the statements of notes that stand as the index was told."""
    stats = ws.ledger.note_stats(paths)
    found = {}
    for path in paths:
        with suppress(NoteUnreadableError, OutsideVaultError), sparing_others(path):
            note = read_note(ws.files, path).note
            # One saved a moment ago: the next look takes in what stands there then.
            if path in stats and note.digest == stats[path].digest:
                found[path] = frozenset(statement.digest for statement in note.statements)
    return found
