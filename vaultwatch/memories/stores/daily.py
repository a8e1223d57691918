"""Read what formats share that keep a log of each day: files named after it. Pure."""

import re
from datetime import datetime

from vaultwatch.memories.validity import moment_of

_DAY = re.compile(r"(?:.*/)?(\d{4}-\d\d-\d\d)(?:-[\w-]{1,80})?\.md")


def day_of(path: str) -> str:
    """Return the day that a file is named after, as `2026-11-02`; or nothing."""
    found = _DAY.fullmatch(path)
    return found[1] if found and moment_of(found[1]) else ""


def moment_on(day: str, time: str) -> datetime | None:
    """Return a time of a day, which tools write without a zone: the user's."""
    return moment_of(f"{day} {time}") or moment_of(day)
