"""Decide whether this is a time for work that can wait.

Pure. `daemon.schedule` asks before it queues a job that came due by the clock.
"""

from datetime import time


def is_within(now: time, hours: str) -> bool:
    """Tell whether a time of the day lies in hours such as `22:00-07:00`; empty holds none.

    The hours may run over midnight; the first minute counts, the last does not.
    """
    if not hours:
        return False
    start, end = (time.fromisoformat(part) for part in hours.split("-"))
    if start <= end:
        return start <= now < end
    return now >= start or now < end
