"""Tell a vault that is away from one that a person set up anew.

Where a drive is mounted, an empty folder stands while it is not. Its settings are away with its
notes then: what is read there are the defaults, and no door may act by them.
"""

import os

from vaultwatch.adapters.files.vault_survey import RootIdentity, root_identity
from vaultwatch.adapters.ledger.bare import read_last_sight
from vaultwatch.errors import LedgerError, LedgerOutOfReachError, VaultVanishedError
from vaultwatch.places import Places
from vaultwatch.services.records.small_facts import OWN_SETTINGS


def notes_away(places: Places) -> int:
    """Return how many notes are away with the vault's own settings; 0 where the vault stands.

    Asks the ledger only where there is no settings file. A damaged one knows nothing of it: what
    opens it says so, and the door that restores it is not barred.

    Raises:
        LedgerOutOfReachError: another process writes it, or the disk is full.
    """
    if places.config.exists():
        return 0
    try:
        had_settings, notes = read_last_sight(places.ledger, OWN_SETTINGS.name)
    except LedgerOutOfReachError:
        raise  # it knows, and cannot be asked: nobody may act by a guess
    except LedgerError:
        return 0
    if not had_settings or any(os.path.lexists(places.vault / path) for path in notes):
        return 0
    return len(notes)


def may_be_away(places: Places) -> bool:
    """Tell whether a vault is away, or nobody can tell now; for who asks again in a moment."""
    try:
        return notes_away(places) > 0
    except LedgerOutOfReachError:
        return True


def refuse_away(places: Places) -> RootIdentity | None:
    """Refuse to act in the empty place of a vault; return which folder the vault is.

    Raises:
        VaultVanishedError: the vault is away.
        LedgerOutOfReachError: nobody can tell, for the ledger cannot be asked now.
    """
    identity = root_identity(places.vault)  # first: what is read next is of this folder or later
    notes = notes_away(places)
    if notes:
        raise VaultVanishedError(notes)
    return identity
