"""What a reader's word says about a finding: the memory had drifted, or it had not.

Pure. `services.records.labelled` makes cases as readers settle findings.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from vaultwatch.drift.model import Finding
from vaultwatch.notes.model import NotePath

Label: TypeAlias = Literal["current", "drifted"]
By: TypeAlias = Literal[
    "dismissed", "still true", "outdated", "updated", "edited", "applied", "forgotten"
]
"""What the reader did."""

LABELS: dict[By, Label] = {
    "dismissed": "current",
    "still true": "current",
    "outdated": "drifted",
    "updated": "drifted",
    "edited": "drifted",
    "applied": "drifted",
    "forgotten": "drifted",
}


@dataclass(frozen=True, slots=True)
class LabelledCase:
    """One finding with the reader's verdict on it; one a finding, the last word holds."""

    finding: str
    memory_id: str
    note: NotePath
    label: Label
    at: datetime
    by: By
    belief: str
    """What the memory said then, secrets masked."""


def labelled_case(finding: Finding, by: By, *, belief: str, at: datetime) -> LabelledCase | None:
    """Return a finding as a labelled case; None where its score is no outcome of the signals."""
    if finding.memory_id is None or finding.note is None:
        return None
    if finding.kind != "memory_drift" or finding.change == "broken_link":
        return None
    return LabelledCase(
        finding=finding.id,
        memory_id=finding.memory_id,
        note=finding.note,
        label=LABELS[by],
        at=at,
        by=by,
        belief=belief,
    )
