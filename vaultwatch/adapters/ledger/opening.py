"""Open a ledger: make it, upgrade it, or say why not.

The version is read with bare SQLite first, so that one we do not know is not touched.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from vaultwatch.adapters.ledger.bare import RESTORE, VERSION, read_version
from vaultwatch.errors import LedgerError

if TYPE_CHECKING:
    from vaultwatch.adapters.ledger.sql_ledger import Ledger
    from vaultwatch.adapters.machine.clock import Clock


def open_ledger(
    file: Path, *, clock: "Clock", begin: Callable[[], Mapping[str, str]] = dict
) -> "Ledger":
    """Open a ledger; make it where there is none, upgrade an old one after backing it up.

    Args:
        file: the ledger's file; its folder stands already.
        clock: dates the audit.
        begin: asked for the facts that a new ledger begins with, where one is made.

    Raises:
        LedgerError: the file is no ledger, garbled, newer than we know, or cannot be written.
    """
    version = read_version(file)
    if version == 0:
        raise LedgerError(
            f"{str(file)!r} is not a ledger of ours.", hint=f"It was not touched. {RESTORE}"
        )
    if version is not None and version > VERSION:
        raise LedgerError(
            f"The ledger {str(file)!r} was written by a newer vaultwatch "
            f"(its version {version}, ours {VERSION}).",
            hint="Upgrade vaultwatch; the ledger was not touched.",
        )
    if version is None:
        from vaultwatch.adapters.ledger.making import make

        make(file, begin())
    elif version != VERSION:
        from vaultwatch.adapters.ledger.making import upgrade

        upgrade(file, version)
    from vaultwatch.adapters.ledger.sql_ledger import Ledger

    return Ledger.at(file, clock)
