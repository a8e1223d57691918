"""Decide what one round of indexing looks at, and see what stands there.

Called by `services.indexing.reindex`. A vault that vanished is no vault that was emptied.
"""

from collections.abc import Collection, Container, Mapping
from dataclasses import dataclass, replace

from vaultwatch.adapters.ledger import NoteStat
from vaultwatch.adapters.sync_names import is_note_name
from vaultwatch.adapters.vault_files import FileStat, Survey
from vaultwatch.errors import VaultVanishedError
from vaultwatch.notes.model import NotePath
from vaultwatch.services.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Scope:
    """What to look at."""

    only: frozenset[str] | None = None
    """The paths that a watcher named; None for the whole vault."""
    is_deep: bool = False
    """Read every note, whatever its size and times say, and hold the index against the ledger."""
    allow_empty: bool = False
    """An empty vault empties the index."""
    is_ours: bool = False
    """The paths are notes that we wrote just now: none is an old one renamed."""


WHOLE_VAULT = Scope()


@dataclass(frozen=True, slots=True)
class Sight:
    """Disk and ledger, as far as the scope goes."""

    scope: Scope
    """As asked for, or wider."""
    survey: Survey
    on_disk: dict[NotePath, FileStat]
    held: Mapping[NotePath, NoteStat]
    standing: Container[NotePath]
    """Every note that stands in the vault, outside the scope too."""
    knows_notes: bool
    """Whether any note is on record, in the scope or not."""
    shielded: frozenset[NotePath]
    """Notes on record that are not seen, and not known to be gone either."""


def look_around(ws: Workspace, scope: Scope) -> Sight:
    """Look at disk and ledger, as far as the scope goes or further.

    Raises:
        VaultVanishedError: the vault is empty, the ledger is not.
        NotThereError: the vault is gone.
    """
    if scope.is_ours and scope.only is not None:
        return _look_at_ours(ws, scope, scope.only)
    held = ws.ledger.note_stats()
    survey = ws.files.survey() if scope.only is None else ws.files.look_at(scope.only)
    if scope.only is not None and _asks_for_all(ws, scope.only, held, survey):
        scope = replace(scope, only=None)
        survey = ws.files.survey()
    on_disk = {path: stat for path, stat in survey.notes.items() if path != ws.report_path}
    standing = on_disk.keys() if scope.only is None else {*held, *on_disk}
    _hold_vanished(ws, scope, held, on_disk)
    knows_notes = bool(held)
    if scope.only is not None:
        held = {path: stat for path, stat in held.items() if path in scope.only}
    skipped = {path for path, _ in survey.skipped}
    blocked = tuple(path.rstrip("/") + "/" for path in skipped)
    shielded = frozenset(
        path
        for path in held
        if path not in on_disk and (path in skipped or path.startswith(blocked))
    )
    if scope.only is None and held and not on_disk and not shielded and not scope.allow_empty:
        raise VaultVanishedError(len(held))
    return Sight(scope, survey, on_disk, held, standing, knows_notes, shielded)


def _look_at_ours(ws: Workspace, scope: Scope, only: Collection[str]) -> Sight:
    """Look at the few notes that we wrote just now, whatever else there is."""
    survey = ws.files.look_at(only)
    on_disk = {path: stat for path, stat in survey.notes.items() if path != ws.report_path}
    held = ws.ledger.note_stats(only)
    gone = frozenset(held.keys() - on_disk.keys())  # the next whole look finds out why
    return Sight(scope, survey, on_disk, held, _Standing(ws), knows_notes=True, shielded=gone)


class _Standing(Container[NotePath]):
    """Every note that stands in the vault, each looked for when it is asked after."""

    def __init__(self, ws: Workspace) -> None:
        self._ws = ws

    def __contains__(self, path: object) -> bool:
        return isinstance(path, str) and self._ws.files.stat(path) is not None


def _asks_for_all(
    ws: Workspace,
    only: Collection[str],
    held: Mapping[NotePath, NoteStat],
    survey: Survey,
) -> bool:
    """Tell whether a look must be widened to the whole vault.

    A note that is new may be an old one renamed, and a memory that changed may name it already:
    both are understood only by one look that sees what is gone, too. Links to files that are no
    notes are resolved among all of them.
    """
    return any(not is_note_name(path) for path in only) or any(
        (path not in held or ws.is_memory(path)) and may_differ(held.get(path), stat)
        for path, stat in survey.notes.items()
    )


def _hold_vanished(
    ws: Workspace,
    scope: Scope,
    held: Mapping[NotePath, NoteStat],
    on_disk: Mapping[NotePath, FileStat],
) -> None:
    """Take a note's absence for its end only while the vault itself stands."""
    if scope.only is None or scope.allow_empty:
        return
    is_any_gone = any(path in held and path not in on_disk for path in scope.only)
    if is_any_gone and not ws.files.holds_any_note(except_for=ws.report_path):
        raise VaultVanishedError(len(held))


def may_differ(held: NoteStat | None, stat: FileStat) -> bool:
    """Tell whether a note may hold other bytes than the index was told of."""
    return (
        held is None
        or held.indexed_digest != held.digest
        or (held.size_bytes, held.mtime_ns) != (stat.size_bytes, stat.changed_ns)
    )
