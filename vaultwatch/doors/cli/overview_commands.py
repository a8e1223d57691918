"""The command that tells whether it helps."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from vaultwatch.doors.cli.printing import say
from vaultwatch.doors.verbs import Asked, verb

if TYPE_CHECKING:
    from vaultwatch.services.operations.stats import VaultStats
    from vaultwatch.services.workspace import Workspace

_MOST_WEEKS = 13
"""Printed, the newest ones: with the rest of it a screen."""


@verb("memory stats", "read")
def stats(
    ws: "Workspace",
    *,
    days: Annotated[int, typer.Option("--days", min=1, max=3650, help="Of how many days.")] = 90,
) -> "VaultStats":
    """Tell what memories do: handed out and helpful, drift told in time, what was settled and read.

    From the ledger alone; of what was asked no word is kept.

    Example: vaultwatch memory stats --days 30
    """
    from vaultwatch.services.operations.stats import stats_of

    return stats_of(ws, days)


@stats.told
def _say_stats(told: "VaultStats", _: Asked) -> None:
    use, found = told.use, told.findings
    say(f"Memories    {_listed(told.statuses)}")
    say(f"  by notes  {_listed(told.standings)}")
    say(f"Since {told.since.isoformat()}, {told.days} days:", style="bold")
    say(
        f"Handed out  {use.memories} memories, {use.times} times, to {use.sessions} sessions; "
        f"{use.helped} helped, {use.not_helped} did not"
    )
    say(
        f"Findings    {found.told} told: {found.before_use} before the memory was used, "
        f"{found.after_use} after, {found.not_used} not used since"
    )
    say(f"  settled   {_listed(found.settled)}")
    for name, one in told.readers.items():
        say(f"Reader      {name}: {one.agreed} as you said, {one.disagreed} otherwise")
    mean = round(told.tokens / told.contexts) if told.contexts else 0
    say(f"Contexts    {told.contexts}, {mean} tokens each")
    say(f"Upkeep      {_listed(told.upkeep, zeros=True)}")
    if told.weeks:
        say(f"{'Week of':10}  {'told':>6}  {'settled':>7}  {'contexts':>8}  {'tokens':>9}")
    for week in told.weeks[-_MOST_WEEKS:]:
        counts = f"{week.told:6}  {week.settled:7}  {week.contexts:8}  {week.tokens:9}"
        say(f"{week.week.isoformat()}  {counts}")


def _listed(counts: Mapping[str, int], *, zeros: bool = False) -> str:
    told = (f"{n} {name.replace('_', ' ')}" for name, n in counts.items() if n or zeros)
    return ", ".join(told) or "none"
