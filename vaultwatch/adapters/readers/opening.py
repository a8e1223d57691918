"""Open the reader that the user's own settings name."""

from pathlib import Path

from vaultwatch.adapters.readers import Reader
from vaultwatch.errors import ReaderError
from vaultwatch.settings import ReaderSettings


def reader_of(wanted: ReaderSettings, vault: Path) -> Reader:
    """Open the reader that the user's own settings name.

    Raises:
        ReaderError: none is set, or it cannot be used.
    """
    del vault
    if wanted.kind == "off":
        raise ReaderError("No reader is set.", hint="Set one with `vaultwatch reader use claude`.")
    raise ReaderError(f"The reader of kind {wanted.kind} cannot be opened.")
