"""Which findings in doubt the report asks about: few new ones a week, each until it is settled."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.drift.model import Finding
from vaultwatch.services.records.small_facts import DOUBTS_ASKED
from vaultwatch.services.workspace import Workspace

MOST_NEW: Final = 5
"""A calendar week. Chosen by hand: a person who reads each of them spends two minutes."""


def doubts_of(ws: Workspace) -> list[Finding]:
    """Return the live findings in doubt, the likeliest to be outdated first."""
    return ws.ledger.findings(statuses=LIVE, outcomes={"in_doubt"})


def asked_about(ws: Workspace) -> Mapping[str, str]:
    """Return the findings that the report asks about now, or did this week, each with the day.

    What was answered counts for its week, so that no answer brings the next question.
    """
    monday = ws.today - timedelta(days=ws.today.weekday())
    live, kept = doubts_of(ws), DOUBTS_ASKED.get(ws.ledger)
    standing = {one.id for one in live}
    asked = {id_: day for id_, day in kept.items() if id_ in standing or day >= monday.isoformat()}
    room = MOST_NEW - sum(day >= monday.isoformat() for day in asked.values())
    new = [one.id for one in live if one.id not in asked][: max(0, room)]
    return {**asked, **dict.fromkeys(new, ws.today.isoformat())}
