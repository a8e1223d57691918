"""What is kept of records that say what stands elsewhere; `small_facts` keeps it."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Doubled:
    """What is said twice, or with two values."""

    digest: str = ""
    """Of all that was held against each other."""
    groups: tuple[tuple[str, ...], ...] = ()
    """Ids of those that say the same."""
    rivals: tuple[tuple[str, str, str, str], ...] = ()
    """Ids of two that contradict each other, with what each says."""


def doubled_of(kept: Any) -> Doubled:  # noqa: ANN401 - what JSON gives
    """Return what was kept."""
    digest, groups, rivals = kept
    return Doubled(
        str(digest),
        tuple(tuple(map(str, group)) for group in groups),
        tuple((str(a), str(b), str(c), str(d)) for a, b, c, d in rivals),
    )
