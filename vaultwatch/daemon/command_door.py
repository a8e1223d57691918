"""Hear of what the user's own commands hand to the daemon: see `doors.requests.own_door`."""

import logging
from collections.abc import Callable

from vaultwatch.adapters.files.request_files import FOLDER, RequestFiles
from vaultwatch.adapters.files.watcher import watch_folder
from vaultwatch.errors import VaultwatchError
from vaultwatch.places import Places

log = logging.getLogger(__name__)


class CommandDoor:
    """The folder where commands leave their requests; a command asks only where it stands."""

    def __init__(self, places: Places, on_asked: Callable[[], None]) -> None:
        """Make and watch nothing yet.

        Args:
            places: the vault.
            on_asked: called, from another thread, when something may have been left.
        """
        self._place = places.door
        self._on_asked = on_asked
        self._end: Callable[[], None] | None = None

    def open(self) -> None:
        """Make the folder and watch it; where that fails it is looked at every few seconds."""
        folder = self._place.joinpath(*FOLDER)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._end = watch_folder(folder, self._on_asked)
        except OSError as error:
            log.info("commands are not heard of at once: %s", error.strerror)

    def is_asked(self) -> bool:
        """Tell whether something was left to do."""
        try:
            return bool(RequestFiles(self._place).waiting())
        except VaultwatchError:  # it cannot be read: commands do it all by themselves
            return False

    def close(self) -> None:
        """Watch no more."""
        if self._end is not None:
            self._end()
