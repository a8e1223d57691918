"""Open a ledger: make it, upgrade it, or say why not.

The version is read with bare SQLite first, so that an up-to-date ledger costs no Alembic.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from vaultwatch.adapters.ledger.bare import RESTORE, read_version
from vaultwatch.errors import LedgerError

if TYPE_CHECKING:
    from vaultwatch.adapters.ledger.sql_ledger import Ledger
    from vaultwatch.adapters.machine.clock import Clock

HEAD = "0021"
"""The newest migration; a test holds it to what Alembic finds."""


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
    if version is not None and not version.isdigit():
        raise LedgerError(
            f"{str(file)!r} is not a ledger of ours.", hint=f"It was not touched. {RESTORE}"
        )
    if version is not None and int(version) > int(HEAD):
        raise LedgerError(
            f"The ledger {str(file)!r} was written by a newer vaultwatch "
            f"(its version {version}, ours {HEAD}).",
            hint="Upgrade vaultwatch; the ledger was not touched.",
        )
    if version is None:
        from vaultwatch.adapters.ledger.making import make

        make(file, HEAD, begin())
    elif version != HEAD:
        from vaultwatch.adapters.ledger.migrate import upgrade

        upgrade(file, version)
    from vaultwatch.adapters.ledger.sql_ledger import Ledger

    return Ledger.at(file, clock)
