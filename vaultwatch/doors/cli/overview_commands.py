"""Commands that tell of many memories at once: whether they help, and all of one name."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from vaultwatch.doors.cli.printing import print_rows, say, say_notice
from vaultwatch.doors.verbs import Asked, verb
from vaultwatch.notes.days import day_at

if TYPE_CHECKING:
    from vaultwatch.services.operations.stats import VaultStats
    from vaultwatch.services.recall.about import Believed
    from vaultwatch.services.recall.notes_against import NoteLine
    from vaultwatch.services.recall.recalling import Recalled
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
    from vaultwatch.report.words import counted

    use, found = told.use, told.findings
    say(f"Memories    {_listed(told.statuses)}")
    say(f"  by notes  {_listed(told.standings)}")
    say(f"Since {told.since.isoformat()}, {told.days} days:", style="bold")
    say(
        f"Handed out  {counted(use.memories, 'memory')}, {counted(use.times, 'time')}, "
        f"to {counted(use.sessions, 'session')}; {use.helped} helped, {use.not_helped} did not"
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


@verb("memory about")
def about(
    name: Annotated[str, typer.Argument(help="Of a person, tool or place, or a note's alias.")],
    *,
    limit: Annotated[int, typer.Option("--limit", help="At most so many.", min=1, max=100)] = 50,
    vault: Path,
    json_: bool,
) -> None:
    """Tell all that is believed of a name: what holds, newest first, and what held once.

    By the note of that name, its aliases, or the name as it stands in memories.

    Example: vaultwatch memory about "Mara Holm"
    """
    from vaultwatch.recall.rank import Wanted
    from vaultwatch.services.recall.about import believed_about
    from vaultwatch.services.recall.notes_against import against_of
    from vaultwatch.wiring import open_workspace

    with open_workspace(vault) as ws:
        told = believed_about(ws, name, Wanted(), limit=limit)
        against = against_of(ws, name, told.found.hits)
    say_notice(told.found.notice)
    none = f"Nothing is believed of {name!r}."
    if json_:
        print_rows(_rows_about(told, against), none=none)
    else:
        _say_about(told, against, none)


def _rows_about(
    told: "Believed", against: "Mapping[str, NoteLine]"
) -> "Iterator[dict[str, object]]":
    for one in told.found.hits:
        line = against.get(one.row.id)
        yield {
            **_row_about(one.row, one.ranked.candidate.status),
            "trust": round(one.grounds.trust, 3),
            "standing": one.stance.standing if one.stance is not None else None,
            "finding_ids": [finding.id for finding in one.findings],
            "contradicts": told.rivals.get(one.row.id, ()),
            "against": line.told if line is not None else None,
        }
    for row in told.history:
        more = {"trust": None, "standing": None, "finding_ids": (), "contradicts": ()}
        yield {**_row_about(row, row.facts.status), **more, "against": None}


def _row_about(row: Any, status: str) -> dict[str, object]:  # noqa: ANN401 -- of the ledger
    facts = row.facts
    return {
        "memory_id": row.id,
        "path": row.path,
        "content": row.belief,
        "status": "expired" if status == "active" and facts.ends is not None else status,
        "since": facts.begins or row.known_since,
        "until": facts.ends,
        "superseded_by": facts.superseded_by or None,
    }


def _say_about(told: "Believed", against: "Mapping[str, NoteLine]", none: str) -> None:
    from vaultwatch.services.recall.about import history_line
    from vaultwatch.services.recall.quoting import caveat_of

    for one in told.found.hits:
        since = day_at(one.row.facts.begins or one.row.known_since).isoformat()
        caveat = caveat_of(one)
        rivals = ", ".join(told.rivals.get(one.row.id, ()))
        flags = (caveat, f"contradicts {rivals}" if rivals else "", _not_yet(one))
        marked = "".join(f"  ({flag})" for flag in flags if flag)
        say(f"{since}  {one.row.id}  {' '.join(one.row.belief.split())}{marked}")
        if one.row.id in against:
            say(f"    {against[one.row.id].told}")
    if told.history:
        say("Before:", style="bold")
    for row in told.history:
        say(f"  {history_line(row)}")
    if not (told.found.hits or told.history):
        say(none)


def _not_yet(one: "Recalled") -> str:
    return "not yet" if one.ranked.candidate.status == "not_yet" else ""
