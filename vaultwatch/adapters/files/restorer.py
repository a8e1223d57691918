"""What the journal needs of those who put files back: `VaultFiles`, `StoreWriter`."""

from typing import Protocol


class Restorer(Protocol):
    """Puts files back without journaling it."""

    def now(self, path: str) -> bytes | None:
        """Return the bytes that stand there now, None where nothing does."""

    def put_back(self, path: str, *, seen: bytes, new: bytes) -> None:
        """Swap in older bytes if the file is still `seen`."""

    def take_away(self, path: str, *, seen: bytes) -> None:
        """Move a file we created to the trash if it is still `seen`."""

    def bring_back(self, place: str, path: str) -> None:
        """Move a file back to its old place, over nothing."""
