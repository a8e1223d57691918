"""What time it is: the system's clock, and one that stands where a test or the demo sets it."""

import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """Return the present time, aware and in UTC."""


class SystemClock:
    """The machine's own clock."""

    def now(self) -> datetime:
        """Return the present time in UTC."""
        time.tzset()  # a daemon that travels: days are those of the zone that is set now
        return datetime.now(UTC)


class FixedClock:
    """A clock that moves only when it is set."""

    def __init__(self, when: datetime) -> None:
        """Start at a time, aware and in UTC."""
        self._when = when

    def now(self) -> datetime:
        """Return the time it was set to."""
        return self._when

    def set(self, when: datetime) -> None:
        """Move to another time."""
        self._when = when
