"""The report as it stands, and what the ledger keeps of it: our last text, a person's words.

`answers` reads through here, `publishing` writes through here; both know the report by its mark.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import cast

from vaultwatch.errors import NoteUnreadableError, RefusedError
from vaultwatch.guard.secrets import mask_secrets
from vaultwatch.notes.days import day_at
from vaultwatch.report.boxes import LABELS, ReportAnswer, block_id
from vaultwatch.report.edition import edition_of, is_as_written
from vaultwatch.report.model import AnswerOutcome
from vaultwatch.services.indexing.reading import is_generated
from vaultwatch.services.records.small_facts import (
    REPORT_BEFORE,
    REPORT_OUTCOMES,
    REPORT_TEXT,
    Said,
)
from vaultwatch.services.workspace import Workspace

MOST_OUTCOMES = 10
OUTCOME_DAYS = 7
"""How long the reader is told what became of an answer. Chosen by hand: a week of reading."""
_TAKEN_BACK = "Taken back with undo:"


@dataclass(frozen=True, slots=True)
class StandingReport:
    """The report as it stands."""

    data: bytes | None
    """None where there is none."""
    refusal: str = ""
    """Why it is not ours to read or write; empty where it is."""


def read_report(ws: Workspace) -> StandingReport:
    """Return the report's bytes, or why it must be left alone."""
    try:
        if ws.files.stat(ws.report_path) is None:
            return StandingReport(None)
        data = ws.files.read(ws.report_path)
    except (RefusedError, NoteUnreadableError) as error:
        return StandingReport(None, error.message)
    if not is_generated(data):
        return StandingReport(data, "a note of yours has the report's name")
    return StandingReport(data)


def base_of(ws: Workspace, current: str) -> str | None:
    """Return the text of ours that an edited report goes back to; None where it is not known."""
    edition = edition_of(current)
    text = REPORT_TEXT.get(ws.ledger)
    if not edition:  # taken out by a person, who goes by our last text
        return text or None
    for known in (text, REPORT_BEFORE.get(ws.ledger)):
        if edition_of(known) == edition:
            return known
    return None


def older_base_of(ws: Workspace, current: str) -> str | None:
    """Return the text that an edited report goes back to where `base_of` knows none.

    An editor may save what it read before we wrote anew several times, a phone may send what it
    read yesterday. What we wrote over stands in the journal for a while: as we wrote it, or with
    what was typed into it then, which was taken at the time.
    """
    edition = edition_of(current)
    edited = None
    for data in ws.journal.replaced(ws.report_path) if edition else ():
        text = data.decode("utf-8", "replace")
        if edition_of(text) == edition:
            if is_as_written(text):
                return text
            edited = edited or text
    return edited


def keep_base(ws: Workspace, new: str, before: str | None) -> None:
    """Keep the text about to be written and the one before: a kill between leaves either."""
    text = REPORT_TEXT.get(ws.ledger)
    if new == text:
        return
    REPORT_BEFORE.set(ws.ledger, mask_secrets(before or text))  # an older version's may hold more
    REPORT_TEXT.set(ws.ledger, new)


def told(ws: Workspace) -> tuple[Said, ...]:
    """Return what became of answers, oldest first."""
    return REPORT_OUTCOMES.get(ws.ledger)


def tell(ws: Workspace, new: Sequence[Said]) -> None:
    """Keep what became of answers, of one save all; one told again replaces its earlier self."""
    again = {(one.finding, one.answer) for one in new}
    kept = [one for one in told(ws) if (one.finding, one.answer) not in again]
    REPORT_OUTCOMES.set(ws.ledger, (*kept, *new)[-max(MOST_OUTCOMES, len(new)) :])


def tell_taken_back(ws: Workspace, anchors: Collection[str], since: datetime) -> None:
    """Say of answers to boxes since a step began that they were taken back.

    Of a finding's own box by what stands at it: what had come of it is no longer so.
    """
    now, said = ws.clock.now(), []
    of_findings = {block_id(one.id) for one in ws.ledger.findings(outcomes=None)}
    for one in told(ws):
        is_meant = one.at >= since and one.finding in anchors
        if is_meant and not one.said.startswith(_TAKEN_BACK):
            label = f"the tick “{LABELS[cast('ReportAnswer', one.answer)]}”."
            what = label if one.finding in of_findings else one.said
            one = replace(one, at=now, said=f"{_TAKEN_BACK} {what}", is_done=False)  # noqa: PLW2901
        said.append(one)
    REPORT_OUTCOMES.set(ws.ledger, tuple(said))


def outcomes(ws: Workspace) -> tuple[AnswerOutcome, ...]:
    """Return what the reader is still told, newest first."""
    since = ws.clock.now() - timedelta(days=OUTCOME_DAYS)
    return tuple(
        AnswerOutcome(day_at(one.at), one.said, one.finding, one.is_done)
        for one in reversed(told(ws))
        if one.at >= since
    )
