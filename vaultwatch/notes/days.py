"""Which day a moment lies in for the user, and when a day begins: the one place that says so.

Days are those of the zone that the machine is set to, with its summer time; moments are kept in
UTC. Pure but for that zone.
"""

from datetime import MAXYEAR, MINYEAR, UTC, date, datetime, time, timedelta
from typing import Final

_EDGES: Final = {MINYEAR, MAXYEAR}
"""Years of which Python tells no zone's days, or only half of them: theirs are those of UTC."""


def on_clock(moment: datetime) -> datetime:
    """Return an aware moment as the user's clock shows it."""
    return moment if moment.year in _EDGES else moment.astimezone()


def from_clock(shown: datetime) -> datetime:
    """Return the moment, in UTC, at which the user's clock shows this time, which names no zone."""
    return shown.replace(tzinfo=UTC) if shown.year in _EDGES else shown.astimezone(UTC)


def day_at(moment: datetime) -> date:
    """Return the user's day in which a moment lies."""
    return on_clock(moment).date()


def first_of(day: date) -> datetime:
    """Return the first moment of a day, in UTC."""
    midnight = datetime.combine(day, time.min)
    first = from_clock(midnight)
    # Where the clocks skip midnight, the day begins as they do.
    return first if day_at(first) == day else from_clock(midnight.replace(fold=1))


def last_of(day: date) -> datetime:
    """Return the last moment of a day, in UTC."""
    if day == date.max:
        return datetime.max.replace(tzinfo=UTC)
    return first_of(day + timedelta(days=1)) - timedelta.resolution


def is_days_end(moment: datetime) -> bool:
    """Tell whether a moment is the last of its day, which is how a day alone is meant."""
    return moment == last_of(day_at(moment))
