"""Look at disk and ledger for one round of indexing; decide nothing.

Called by `services.indexing.reindex`; `plan` says what follows from it.
"""

import logging
from collections.abc import Container, Iterable

from vaultwatch.errors import NoteUnreadableError, OutsideVaultError
from vaultwatch.notes.model import NotePath
from vaultwatch.services.indexing.index_state import is_model_stale
from vaultwatch.services.indexing.reading import digest_of, is_generated
from vaultwatch.services.indexing.scope import LookScope, Read, Sight
from vaultwatch.services.records.small_facts import ADDED_NOTES, OWN_SETTINGS
from vaultwatch.services.workspace import Workspace

log = logging.getLogger(__name__)


def look_around(ws: Workspace, scope: LookScope) -> Sight:
    """Look at disk and ledger, as far as the scope goes.

    Raises:
        NotThereError: the vault is gone.
    """
    is_ours = scope.is_ours and scope.only is not None
    survey = ws.files.survey() if scope.only is None else ws.files.look_at(scope.only)
    notes = {path: stat for path, stat in survey.notes.items() if path != ws.report_path}
    held = ws.ledger.note_stats(None if scope.only is None else {*scope.only, *notes})
    standing: Container[NotePath] = notes.keys()
    if scope.only is not None:
        standing = _Standing(ws) if is_ours else _OnRecord(ws, notes)
    is_any_gone = scope.only is not None and any(
        path in held and path not in notes for path in scope.only
    )
    return Sight(
        scope=scope,
        survey=survey,
        notes=notes,
        held=held,
        standing=standing,
        memory_folder=ws.settings.memories.folder.strip("/") + "/",
        no_memories=ws.no_memories,
        is_model_stale=bool(notes) and is_model_stale(ws),  # may load a model: not for nothing
        is_vault_bare=is_any_gone and not ws.files.holds_any_note(except_for=ws.report_path),
        on_record=ws.ledger.count_notes() if is_any_gone else len(held),
        are_settings_gone=are_settings_gone(ws),
        begun=ADDED_NOTES.get(ws.ledger),
    )


def read_notes(ws: Workspace, paths: Iterable[NotePath]) -> Read:
    """Read notes; those that cannot be read are named with the reason."""
    contents: dict[NotePath, bytes] = {}
    generated: set[NotePath] = set()
    failed: list[tuple[NotePath, str]] = []
    for path in paths:
        try:
            data = ws.files.read(path)
        except (NoteUnreadableError, OutsideVaultError) as error:
            log.warning("skipped note=%r reason=%s", path, error.message)
            failed.append((path, error.message))
            continue
        if is_generated(data):
            generated.add(path)
        else:
            contents[path] = data
    digests = {path: digest_of(data) for path, data in contents.items()}
    return Read(contents, digests, frozenset(generated), tuple(failed))


def are_settings_gone(ws: Workspace) -> bool:
    """Tell whether the vault had a settings file when it was last indexed, and has none now."""
    return OWN_SETTINGS.get(ws.ledger) and not ws.places.config.exists()


def keep_settings_seen(ws: Workspace) -> None:
    """Remember whether the vault has a settings file, now that its notes were seen beside it."""
    OWN_SETTINGS.set(ws.ledger, ws.places.config.exists())


class _Standing(Container[NotePath]):
    """Every note that stands in the vault, each looked for when it is asked after."""

    def __init__(self, ws: Workspace) -> None:
        self._ws = ws

    def __contains__(self, path: object) -> bool:
        return isinstance(path, str) and self._ws.files.stat(path) is not None


class _OnRecord(Container[NotePath]):
    """Every note that stands in the vault as the ledger has it, and those that were looked at."""

    def __init__(self, ws: Workspace, seen: Container[NotePath]) -> None:
        self._ws = ws
        self._seen = seen

    def __contains__(self, path: object) -> bool:
        if not isinstance(path, str):
            return False
        return path in self._seen or bool(self._ws.ledger.note_stats([path]))
