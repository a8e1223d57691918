"""The report as it stands, and what the ledger keeps of it: our last text, a person's words.

`answers` reads through here, `publishing` writes through here; both know the report by its mark.
"""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from vaultwatch.errors import NoteUnreadableError, RefusedError
from vaultwatch.report.edition import edition_of
from vaultwatch.report.model import Outcome
from vaultwatch.services.indexing.reading import is_generated
from vaultwatch.services.workspace import Workspace

REMARKS = "report_remarks"
"""The fact that holds what a person wrote into the report, but under no finding."""
PROPERTIES = "report_properties"
"""The fact that holds the properties that a person added to the report."""
_TEXT, _BEFORE = "report_text", "report_before"
"""Facts: the text that was last written or meant to be, and the one it takes the place of."""
_OUTCOMES, _STARTED = "report_outcomes", "report_started"

MOST_OUTCOMES = 10
OUTCOME_DAYS = 7
"""How long the reader is told what became of an answer. Chosen by hand: a week of reading."""

Started = frozenset[tuple[str, str]]
"""Answers that were taken on, by finding and answer, from a report not yet rewritten."""


@dataclass(frozen=True, slots=True)
class Said:
    """What became of one answer, as it is kept."""

    at: datetime
    finding: str
    """Its block id."""
    answer: str
    said: str


@dataclass(frozen=True, slots=True)
class Standing:
    """The report as it stands."""

    data: bytes | None
    """None where there is none."""
    refusal: str = ""
    """Why it is not ours to read or write; empty where it is."""


def read_report(ws: Workspace) -> Standing:
    """Return the report's bytes, or why it must be left alone."""
    try:
        if ws.files.stat(ws.report_path) is None:
            return Standing(None)
        data = ws.files.read(ws.report_path)
    except (RefusedError, NoteUnreadableError) as error:
        return Standing(None, error.message)
    if not is_generated(data):
        return Standing(data, "a note of yours has the report's name")
    return Standing(data)


def base_of(ws: Workspace, current: str) -> str | None:
    """Return the text of ours that an edited report goes back to; None where it is not known."""
    edition = edition_of(current)
    text = ws.ledger.get_fact(_TEXT)
    if not edition:  # taken out by a person, who goes by our last text
        return text
    for known in (text, ws.ledger.get_fact(_BEFORE)):
        if known is not None and edition_of(known) == edition:
            return known
    return None


def keep_base(ws: Workspace, new: str, before: str | None) -> None:
    """Keep the text that is about to be written, and the one that stands until it is.

    Kept before the write: a kill between the two leaves a report whose text is known either way.
    """
    text = ws.ledger.get_fact(_TEXT)
    if new == text:
        return
    ws.ledger.set_fact(_BEFORE, before or text or "")
    ws.ledger.set_fact(_TEXT, new)


def started(ws: Workspace) -> Started:
    """Return the answers that were taken on and whose report was not rewritten since."""
    kept = ws.ledger.get_fact(_STARTED)
    return frozenset((finding, answer) for finding, answer in json.loads(kept or "[]"))


def set_started(ws: Workspace, answers: Collection[tuple[str, str]]) -> None:
    """Remember answers before they are carried out; none, once the report is rewritten."""
    if set(answers) != started(ws):
        ws.ledger.set_fact(_STARTED, json.dumps(sorted(answers)))


def told(ws: Workspace) -> list[Said]:
    """Return what became of answers, oldest first."""
    kept = json.loads(ws.ledger.get_fact(_OUTCOMES) or "[]")
    return [Said(datetime.fromisoformat(at), *rest) for at, *rest in kept]


def tell(ws: Workspace, new: Sequence[Said]) -> None:
    """Keep what became of answers; one told of again takes the place of its earlier self."""
    again = {(one.finding, one.answer) for one in new}
    kept = [one for one in told(ws) if (one.finding, one.answer) not in again]
    rows = [
        (one.at.isoformat(), one.finding, one.answer, one.said)
        for one in [*kept, *new][-MOST_OUTCOMES:]
    ]
    ws.ledger.set_fact(_OUTCOMES, json.dumps(rows))


def outcomes(ws: Workspace) -> tuple[Outcome, ...]:
    """Return what the reader is still told, newest first."""
    since = ws.clock.now() - timedelta(days=OUTCOME_DAYS)
    return tuple(Outcome(one.at.date(), one.said) for one in reversed(told(ws)) if one.at >= since)
