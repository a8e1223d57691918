"""How much of the vault one round of indexing looks at, and what it sees there: plain values.

`reindex` fills a `Sight`, `plan` decides from it, `reindex` carries the plan out.
"""

from collections.abc import Collection, Container, Mapping
from dataclasses import dataclass, field, replace

from vaultwatch.adapters.files.vault_files import FileStat, Survey
from vaultwatch.adapters.ledger import NoteStat
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
