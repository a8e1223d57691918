"""Know whether the vault's settings file is another than the one that was last read.

The watcher's hints alone do not tell: one that comes while the watching is begun anew is lost, and
a look at the whole vault, which makes up for that with notes, reads no settings. `daemon.run` asks
every few seconds.
"""

from pathlib import Path
from typing import TypeAlias

_Sight: TypeAlias = tuple[int, int, int, int] | None


class ConfigFile:
    """The settings file of a vault as it stood when it was last read."""

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
