"""Decide what one round of indexing does, and how much of the vault it looks at.

Pure: `reindex` fills a `Sight`, `notes_to_read` tells which bytes are needed, `plan_round` what
follows from them, `reindex` carries it out. Nothing else decides over a note's place in the index.
"""

from collections.abc import Collection, Container, Mapping
from dataclasses import dataclass, field, replace

from vaultwatch.adapters.files.sync_names import is_note_name
from vaultwatch.adapters.files.vault_files import FileStat, Survey
from vaultwatch.adapters.ledger import NoteStat
from vaultwatch.errors import VaultVanishedError
from vaultwatch.notes.model import NotePath


@dataclass(frozen=True, slots=True)
class LookScope:
    """What to look at."""

    only: frozenset[str] | None = None
    """The paths that a watcher named; None for the whole vault."""
    is_deep: bool = False
    """Read every note, whatever its size and times say, and hold the index against the ledger."""
    allow_empty: bool = False
    """An empty vault empties the index."""
    is_ours: bool = False
    """The paths are notes that we wrote just now: none is an old one renamed."""
    is_any_gone: bool = True
    """Whether a note may be gone from the vault: only then a new one may be an old one renamed."""
    named: frozenset[str] = frozenset()
    """Paths to read in a look at the whole vault, whatever their sizes and times say."""

    @property
    def ours(self) -> frozenset[str]:
        """The paths of notes that we wrote just now."""
        return (self.only or self.named) if self.is_ours else frozenset()

    def widened(self) -> "LookScope":
        """Return the scope of the whole vault that still reads what was named."""
        return replace(self, only=None, named=self.named | (self.only or frozenset()))


WHOLE_VAULT = LookScope()


@dataclass(frozen=True, slots=True)
class Sight:
    """Disk and ledger, as far as the scope goes."""

    scope: LookScope
    survey: Survey
    """What stands there; for `is_ours` and `only`, of the named paths alone."""
    notes: Mapping[NotePath, FileStat]
    """The survey's notes, our own report left out."""
    held: Mapping[NotePath, NoteStat]
    """Every note on record; of those that `only` names alone where it names any."""
    standing: Container[NotePath]
    """Every note that stands in the vault, outside the scope too."""
    memory_folder: str
    """Ends in a slash: a note below it is a memory, """
    no_memories: frozenset[NotePath]
    """but these."""
    is_model_stale: bool = False
    """Other vectors are wanted than the index holds."""
    is_vault_bare: bool = False
    """No note stands anywhere; looked at where a named one is gone."""
    on_record: int = 0
    """How many notes the ledger knows, where one of those that were looked at is gone."""
    are_settings_gone: bool = False
    """The vault had a settings file of its own, and has none now."""
    begun: Collection[NotePath] = ()
    """Notes whose first indexing was begun: the index may hold rows that the ledger was not told
    of, after a kill in between."""

    def is_memory(self, path: NotePath) -> bool:
        """Tell whether a note lies in the memories folder; what is pinned or waits is none."""
        return path.startswith(self.memory_folder) and path not in self.no_memories


@dataclass(frozen=True, slots=True)
class Read:
    """What came of reading some notes."""

    contents: Mapping[NotePath, bytes]
    digests: Mapping[NotePath, str]
    """SHA-256 of each content, lower-case hex."""
    generated: frozenset[NotePath] = frozenset()
    """Copies of our report or of a note beside them: they are no notes."""
    failed: tuple[tuple[NotePath, str], ...] = ()
    """Those that could not be read, with the reason."""
    copies: Mapping[str, str] = field(default_factory=dict)
    """Copies that a sync or an editor left beside a note, known by what they say; with digests."""


def late_notes(
    notes: Mapping[NotePath, FileStat], held: Mapping[NotePath, NoteStat]
) -> dict[NotePath, FileStat]:
    """Return the notes that differ from what was last indexed, by size and times."""
    return {
        path: stat
        for path, stat in notes.items()
        if (known := held.get(path)) is None
        or (known.size_bytes, known.mtime_ns) != (stat.size_bytes, stat.changed_ns)
    }


TICK_NS = 2_000_000_000
"""File systems keep times as coarsely as this (FAT: 2 s), so two saves may bear the same one."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What one round does to the index and the ledger."""

    upserts: tuple[NotePath, ...] = ()
    """Notes to index anew, memories last: each is held against what the notes say."""
    added: frozenset[NotePath] = frozenset()
    """Those of `upserts` that are not on record."""
    removals: tuple[NotePath, ...] = ()
    """Notes to take out. Carried out last: a renamed note stays searchable under one name."""
    strays: tuple[NotePath, ...] = ()
    """Notes that went before the ledger was told of them: rows of theirs may stand in the index."""
    touched: tuple[NotePath, ...] = ()
    """Notes with the bytes they had: only their times are kept."""
    unindexed: tuple[NotePath, ...] = ()
    """Notes on record that no vectors of the model in use stand for: they could not be read."""
    demoted: tuple[NotePath, ...] = ()
    """Notes on record as memories that lie outside the memories folder by the present settings."""
    unchanged: int = 0


def notes_to_read(sight: Sight) -> tuple[NotePath, ...]:
    """Return the notes whose bytes may be other than the index was told of."""
    scope = sight.scope
    if sight.is_model_stale or scope.is_deep or scope.only is not None:
        return tuple(sight.notes)  # of a scope of few, all were named
    return tuple(
        path
        for path, stat in sight.notes.items()
        if path in scope.named
        or may_differ(sight.held.get(path), stat)
        or sight.held[path].is_memory != sight.is_memory(path)  # the setting was changed
    )


def may_differ(held: NoteStat | None, stat: FileStat) -> bool:
    """Tell whether a note may hold other bytes than the index was told of.

    A time within the last tick before it was seen proves nothing: the next save may bear it too
    (Git's racy entries: https://git-scm.com/docs/racy-git).
    """
    return (
        held is None
        or held.indexed_digest != held.digest
        or (held.size_bytes, held.mtime_ns) != (stat.size_bytes, stat.changed_ns)
        or held.mtime_ns >= held.seen_ns - TICK_NS
    )


def must_widen(sight: Sight, read: Read) -> bool:
    """Tell whether a look at named paths must become one at the whole vault.

    A note that is new may be an old one renamed, and a memory that changed may name it already:
    both are understood only by one look that sees what is gone, too. Links to files that are no
    notes are resolved among all of them.
    """
    scope = sight.scope
    if scope.only is None:
        return False
    if sight.is_model_stale:
        return True
    if scope.is_ours or not scope.is_any_gone:
        return False
    if any(not is_note_name(path) for path in scope.only):
        return True
    if sight.are_settings_gone and _gone(sight, read):
        return True
    return any(
        path not in sight.held
        or (sight.is_memory(path) and sight.held[path].indexed_digest != digest)
        for path, digest in read.digests.items()
    )


def plan_round(sight: Sight, read: Read) -> Plan:
    """Return what makes the index equal to the disk, as far as the scope goes.

    Raises:
        VaultVanishedError: the notes are gone because the vault is away, or may be.
    """
    gone = _gone(sight, read)
    _refuse_vanished(sight, read, gone)
    notes = sight.notes.keys() - read.generated
    news = (path for path, digest in read.digests.items() if _is_news(sight, path, digest))
    upserts = tuple(sorted(news, key=lambda path: (sight.is_memory(path), path)))
    unread = _held_in_scope(sight).keys() - read.digests.keys() - gone
    return Plan(
        upserts=upserts,
        added=frozenset(upserts) - sight.held.keys(),
        removals=tuple(sorted(gone)),
        strays=_strays(sight),
        touched=tuple(sorted(read.digests.keys() - set(upserts))),
        unindexed=tuple(sorted(unread)) if sight.is_model_stale else (),
        demoted=tuple(
            sorted(
                path
                for path, held in _held_in_scope(sight).items()
                if held.is_memory and not sight.is_memory(path)
            )
        ),
        unchanged=len(notes) - len(upserts) - len(read.failed),
    )


def _is_news(sight: Sight, path: NotePath, digest: str) -> bool:
    held = sight.held.get(path)
    return (
        held is None
        or sight.is_model_stale
        or held.indexed_digest != digest
        or held.is_memory != sight.is_memory(path)
    )


def _held_in_scope(sight: Sight) -> Mapping[NotePath, NoteStat]:
    only = sight.scope.only
    if only is None:
        return sight.held
    return {path: one for path, one in sight.held.items() if path in only or path in sight.notes}


def _gone(sight: Sight, read: Read) -> frozenset[NotePath]:
    """Return the notes on record that are known to stand no more."""
    if sight.scope.is_ours and sight.scope.only is not None:
        absent = _held_in_scope(sight).keys() & read.generated
        return frozenset(absent)  # of the others the next whole look finds out why
    skipped = {path for path, _ in sight.survey.skipped}
    blocked = tuple(path.rstrip("/") + "/" for path in skipped)
    return frozenset(
        path
        for path in _held_in_scope(sight)
        if path in read.generated
        or (path not in sight.notes and path not in skipped and not path.startswith(blocked))
    )


def _strays(sight: Sight) -> tuple[NotePath, ...]:
    if sight.scope.only is not None:
        return ()
    return tuple(sorted(set(sight.begun) - sight.held.keys() - sight.notes.keys()))


def _refuse_vanished(sight: Sight, read: Read, gone: frozenset[NotePath]) -> None:
    """Take a note's absence for its end only while the vault itself stands."""
    if sight.scope.allow_empty or not gone:
        return
    if sight.scope.only is not None:
        is_away = sight.is_vault_bare
    else:
        standing = sight.notes.keys() - read.generated
        # Settings that went with every note that is known went with the disk they stood on.
        known = standing & sight.held.keys() if sight.are_settings_gone else standing
        is_away = not known and gone == sight.held.keys()
    if is_away:
        raise VaultVanishedError(max(sight.on_record, len(sight.held)))
