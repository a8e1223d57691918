"""Read a question about what was believed at a day of the past: `what did I know in March about X`.

It begins with words that say so (`data/date_words.toml`) and names one day or period. Any other
date in a question asks what was true then; see `when_asked`.
"""

from dataclasses import dataclass
from datetime import date
from typing import Final

from vaultwatch.late_regex import late_regex
from vaultwatch.recall.date_words import BELIEVED
from vaultwatch.recall.dates import Period, even, periods_in

_BEGINS: Final = late_regex(rf"\W*(?:{'|'.join(BELIEVED.split(', '))})\b")


@dataclass(frozen=True, slots=True)
class BelievedThen:
    """A question about the past of what was believed."""

    about: str
    """The question without the words that say of when; empty where it names nothing else."""
    when: Period


def believed_then(question: str, today: date) -> BelievedThen | None:
    """Return what a question asks of the past; None where it asks of today, or of several days."""
    begins = _BEGINS.match(even(question))
    if begins is None:
        return None
    periods = list(periods_in(question, today, lean="past"))
    if len(periods) != 1 or periods[0].first > today:
        return None
    when = periods[0]
    about = f"{question[begins.end() : when.start]} {question[when.end :]}"
    return BelievedThen(" ".join(about.split()), when)
