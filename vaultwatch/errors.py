"""Every error a user can meet: a sentence and a way out.

    VaultwatchError                    1
    ├── SettingsError                  2
    ├── WrongUsageError                2   a command that cannot be meant so
    ├── NotThereError                  4   no such vault, note, memory, finding, run
    ├── RefusedError                   5   we will not write: harm, doubt or a secret
    │   ├── FrontmatterError               properties that no edit can keep intact
    │   ├── NoteChangedError               the file changed since it was read
    │   ├── OutsideVaultError              a path that leaves the vault
    │   │   └── RecordReadOnlyError        a record of a store, which is only read
    │   ├── SecretError                    a key, token or password
    │   ├── NothingLeftError               nothing is left to hand over
    │   ├── DuplicateMemoryError           the same belief stands already
    │   ├── NotSpokenOfError               a note on which a memory shall rest does not speak of it
    │   ├── CheckFailsError                this machine speaks against what is called true
    │   └── DiskFullError              1   nothing fits on the disk any more
    ├── BusyError                      6   another process writes this vault
    ├── VaultVanishedError             10  the vault is empty but the index is not
    ├── NoteUnreadableError            1
    ├── LedgerError                    1
    │   ├── LedgerDamagedError             it does not hold what was written
    │   └── LedgerOutOfReachError          it cannot be used now: no damage
    │       ├── LedgerBusyError        6   another process writes it
    │       └── LedgerNoRoomError      1   the disk is full
    ├── StoreError                     1
    ├── EmbedderError                  1
    │   └── ModelAwayError                 words alone do until it answers again
    └── ReaderError                    1   never stops a scan: the rules' verdict stands

The number is the exit status. Callers catch by class; users read `message` and `hint`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar


class VaultwatchError(Exception):
    """The root of the tree."""

    exit_status: ClassVar[int] = 1

    def __init__(self, message: str, *, hint: str = "") -> None:
        """Keep a sentence saying what is wrong and one saying the way out."""
        super().__init__(message)
        self.message = message
        self.hint = hint


@contextmanager
def told_as(kind: type[VaultwatchError], said: str, hint: str = "") -> Iterator[None]:
    """Turn what the system refuses into an error of ours: what cannot be, why, and the way out."""
    try:
        yield
    except OSError as exc:
        raise kind(f"{said}: {exc.strerror}.", hint=hint) from exc


class SettingsError(VaultwatchError):
    """The settings are wrong; the message holds every problem, a line each."""

    exit_status = 2


class WrongUsageError(VaultwatchError):
    """A command or a call that cannot be meant so, as a misspelt name of a fixed list."""

    exit_status = 2


class NotThereError(VaultwatchError):
    """What the user named does not exist."""

    exit_status = 4


class RefusedError(VaultwatchError):
    """Something we will not write."""

    exit_status = 5


class FrontmatterError(RefusedError):
    """Properties that cannot be edited without touching what is not ours."""


class NoteChangedError(RefusedError):
    """The file changed between our read and our write; nothing was written."""


class OutsideVaultError(RefusedError):
    """A path that leaves the vault, by `..`, by being absolute or through a link."""


class RecordReadOnlyError(OutsideVaultError):
    """A record of a store: it stands in another tool's file, which is never written unasked."""

    def __init__(self, place: str) -> None:
        """Name the place as a person reads it."""
        super().__init__(
            f"Store records are read only: this one is {place}.",
            hint="Change that line yourself, or see `vaultwatch stores propose`.",
        )


class SecretError(RefusedError):
    """A memory that holds a key, token or password; nothing was written."""


class NothingLeftError(RefusedError):
    """Of a hand-over nothing is left that is not known, planted or ticked off."""


class DuplicateMemoryError(RefusedError):
    """A near-identical memory stands already."""


class NotSpokenOfError(RefusedError):
    """The note on which a memory was to rest does not speak of it."""


class CheckFailsError(RefusedError):
    """A memory that is called true, and that a look at this machine speaks against."""


class DiskFullError(RefusedError):
    """Nothing fits on the disk any more; what stood there is intact."""

    exit_status = 1


class NotLentError(Exception):
    """Not what an open vault can be asked for: who asked does it alone. No user meets it."""


class BusyError(VaultwatchError):
    """Another process holds the vault's writer lock."""

    exit_status = 6


class VaultVanishedError(VaultwatchError):
    """The vault holds no notes although the index does: most likely unmounted."""

    exit_status = 10

    def __init__(self, indexed: int) -> None:
        """Say how many notes the index still holds."""
        super().__init__(
            f"The vault is empty but the index holds {indexed} notes.",
            hint="Mount the drive, or run `vaultwatch setup index --allow-empty`.",
        )


class NoteUnreadableError(VaultwatchError):
    """One note that cannot be read: permissions, vanished, too large, binary."""


class LedgerError(VaultwatchError):
    """The ledger cannot be opened, upgraded or written."""


class LedgerDamagedError(LedgerError):
    """The ledger does not hold what was written: no other try makes it whole."""


class LedgerOutOfReachError(LedgerError):
    """The ledger cannot be used now; nothing is wrong with it."""


class LedgerBusyError(LedgerOutOfReachError):
    """Another process writes the ledger and did not end in time."""

    exit_status = 6


class LedgerNoRoomError(LedgerOutOfReachError):
    """The disk has no room for what SQLite must write, even to read the ledger."""


class StoreError(VaultwatchError):
    """The chunk index cannot be opened or written; deleting it costs only time."""


class EmbedderError(VaultwatchError):
    """A model that is missing, corrupt or does not answer."""


class ModelAwayError(EmbedderError):
    """The model does not answer now, as where its service is down or its files are damaged."""


class ReaderError(VaultwatchError):
    """A reader that is missing, corrupt or does not answer."""

    def __init__(
        self, message: str, *, hint: str = "", ends_the_day: bool = False, cost_usd: float = 0.0
    ) -> None:
        """Keep also whether asking again today is vain, and what the failure cost.

        A quota is used up, a login is missing, or the program that reads is not there.
        """
        super().__init__(message, hint=hint)
        self.ends_the_day = ends_the_day
        self.cost_usd = cost_usd


def plainly(problem: str) -> str:
    """Return a validator's message without what only a programmer understands."""
    said = problem.removeprefix("Value error, ").replace("tuple", "list")
    return f"{said[:1].lower()}{said[1:]}"
