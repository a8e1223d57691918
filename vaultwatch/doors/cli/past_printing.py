"""Print what was believed at a moment of the past, marked as the past on its first line."""

from typing import TYPE_CHECKING

from vaultwatch.doors.cli.printing import print_json, print_rows, say

if TYPE_CHECKING:
    from pathlib import Path

    from vaultwatch.recall.rank import Wanted
    from vaultwatch.services.memories.then import ShownThen


def tell_past(
    folder: "Path", memory: str, as_of: str, *, note: str | None = None, json_: bool
) -> None:
    """Print one memory as it was; what its notes said, and what was found then."""
    from vaultwatch.services.memories.then import show_then
    from vaultwatch.services.records.history import as_of_moment
    from vaultwatch.wiring import open_workspace

    with open_workspace(folder, "read") as ws:
        shown = show_then(ws, memory, as_of_moment(as_of, ws.clock.now()), note)
    if json_:
        print_json(shown)
        return
    say(shown.about)
    say_past(shown)
    for finding in shown.findings:
        say(f"  open then {finding.id}: {', '.join(finding.reasons[:1])}")


def say_past(shown: "ShownThen") -> None:
    """Print a memory as it was."""
    from vaultwatch.services.recall.as_of import said_lines
    from vaultwatch.services.records.history import told_moment

    say(f"{shown.id}  {' '.join(shown.belief.split())}")
    how = "" if shown.is_recorded else ", by its own date"
    stood = "" if shown.status == "active" else f", {shown.status.replace('_', ' ')} then"
    say(f"    said since {told_moment(shown.said_since)}{how}{stood}")
    for said in shown.said:
        for line in said_lines(said):
            say(f"    {line}")
    if shown.since_then:
        say(f"    since then: {shown.since_then}")


def tell_recalled(
    folder: "Path", query: str, as_of: str, *, wanted: "Wanted", limit: int, json_: bool
) -> None:
    """Print the memories of then that fit a question."""
    from vaultwatch.services.recall.as_of import recall_as_of
    from vaultwatch.services.records.history import as_of_moment
    from vaultwatch.wiring import open_workspace

    with open_workspace(folder, "read") as ws:
        moment = as_of_moment(as_of, ws.clock.now())
        found = recall_as_of(ws, query, wanted, moment, limit=limit)
    none = "No memory of then fits."
    if json_:
        print_rows((one.shown for one in found.hits), none=none)
        return
    say(found.about)
    for one in found.hits:
        say_past(one.shown)
    if not found.hits:
        say(none)
