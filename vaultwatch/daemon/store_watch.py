"""Notice that the files of a vault's stores changed and came to rest, or the user's own settings.

By size and time alone: stores may be many folders of a home, of which the system would have to
watch every one. Called from the daemon's main loop; a look takes no more than a fiftieth of it.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from vaultwatch.daemon.debounce import EVERYTHING
from vaultwatch.places import Places
from vaultwatch.services.known_stores import marks_of, vault_stores
from vaultwatch.settings import Settings, own_settings_file

LOOK_S = 2.0
"""Between two looks. Chosen by hand."""
SHARE = 0.02
"""Of the time, at most, that is spent looking. Chosen by hand."""

_Marks: TypeAlias = dict[str, str | None]


class StoreWatch:
    """What the stores were when they were last told of."""

    def __init__(
        self, places: Places, on_hint: Callable[[str], None], *, settings_hint: str
    ) -> None:
        """Look at nothing yet."""
        self._places = places
        self._on_hint = on_hint
        self._settings_hint = settings_hint
        self._due_s = 0.0
        self._told: _Marks | None = None
        self._last: _Marks = {}
        self._first_s = 0.0
        self._own = WatchedFile(own_settings_file())

    def look(self, settings: Settings, now_s: float) -> None:
        """Look, where it is time, and tell; the first look only learns what stands."""
        if now_s < self._due_s:
            return
        begun_s = time.monotonic()
        if self._own.is_other():
            self._own.see()
            self._on_hint(self._settings_hint)
        marks = self._marks(settings)
        if self._told is None:
            self._told = marks
        if marks == self._told:
            self._first_s = now_s
        elif marks == self._last or now_s - self._first_s >= settings.watch.max_wait_s:
            self._told, self._first_s = marks, now_s
            self._on_hint(EVERYTHING)
        self._last = marks
        self._due_s = now_s + max(LOOK_S, (time.monotonic() - begun_s) / SHARE)

    def _marks(self, settings: Settings) -> _Marks:
        found: _Marks = {}
        for store in vault_stores(settings, self._places):
            files = marks_of(store)
            found[store.name] = None if files is None else files.digest
        return found


_Sight: TypeAlias = tuple[int, int, int, int] | None


class WatchedFile:
    """A file of settings as it stood when it was last read."""

    def __init__(self, file: Path) -> None:
        """Take it as it stands; its settings are read next."""
        self._file = file
        self._seen = self._now()

    def see(self) -> None:
        """Take note of how it stands; to be called before it is read."""
        self._seen = self._now()

    def is_other(self) -> bool:
        """Tell whether it was written, made or taken away since it was last read."""
        return self._now() != self._seen

    def _now(self) -> _Sight:
        try:
            found = self._file.stat()
        except OSError:
            return None
        return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns
