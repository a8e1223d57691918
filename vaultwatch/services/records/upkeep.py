"""Count how often in a row a part of the upkeep failed, for `status` and `doctor` to tell.

Upkeep runs behind what a person waits for, and its failure stops nothing: nobody would hear of it.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Final, Literal, TypeAlias

from vaultwatch.errors import LedgerDamagedError, VaultwatchError
from vaultwatch.report.words import counted
from vaultwatch.services.records.small_facts import UPKEEP_FAILING
from vaultwatch.services.workspace import Workspace

UpkeepPart: TypeAlias = Literal["tidying", "backup"]
_TROUBLES: Final[dict[UpkeepPart, str]] = {
    "tidying": "The index could not be tidied, so it grows",
    "backup": "The ledger could not be backed up",
}
LEAST_TOLD = 2
"""Failures in a row that are told: one alone may be a disk that was full for a moment. Damage never
passes, so that is told at once."""


@contextmanager
def upkeep(ws: Workspace, part: UpkeepPart) -> Iterator[None]:
    """Do a part of the upkeep; count how often in a row it failed."""
    try:
        yield
    except VaultwatchError as error:
        with suppress(VaultwatchError):  # the ledger itself may be what fails
            _count(ws, part, error)
        raise
    failing = UPKEEP_FAILING.get(ws.ledger)
    if part in failing:
        UPKEEP_FAILING.set(ws.ledger, {one: failing[one] for one in failing if one != part})


def _count(ws: Workspace, part: UpkeepPart, error: VaultwatchError) -> None:
    failing = UPKEEP_FAILING.get(ws.ledger)
    before = failing.get(part, {})
    now = {
        "times": str(int(before.get("times", 0)) + 1),
        "since": before.get("since") or ws.clock.now().isoformat(),
        "message": error.message,
        "hint": error.hint,
        "lasts": str(int(isinstance(error, LedgerDamagedError))),
    }
    UPKEEP_FAILING.set(ws.ledger, {**failing, part: now})


def upkeep_troubles(ws: Workspace) -> list[tuple[str, str]]:
    """Return what of the upkeep fails for good or again and again, as sentences and a way out."""
    failing = UPKEEP_FAILING.get(ws.ledger)
    return [
        (f"{trouble}, {_how_often(one)}: {one['message']}", one["hint"])
        for part, trouble in _TROUBLES.items()
        if (one := failing.get(part))
        and (int(one["times"]) >= LEAST_TOLD or one.get("lasts") == "1")
    ]


def _how_often(failing: Mapping[str, str]) -> str:
    return f"{counted(int(failing['times']), 'time')} since {failing['since'][:16]} (UTC)"
