"""Say in one word how a memory stands with the notes that it cites.

Pure. `services.records.standings` gathers what the baselines and findings of each memory say.
"""

from collections.abc import Collection, Iterable
from typing import Final, Literal, TypeAlias

from vaultwatch.drift.lifecycle import LIVE
from vaultwatch.drift.model import Finding, GroundingOutcome

Standing: TypeAlias = Literal["supported", "silent", "denied", "drifted"]
"""`silent`: no note that it cites speaks of it, so that it is unverified; `denied`: one said
otherwise from the first; `drifted`: one does by now."""

UNVERIFIED: Final = "its note does not speak of it"
"""What is said of a silent memory wherever one is shown."""


def standing_of(
    grounded: Collection[GroundingOutcome], findings: Iterable[Finding]
) -> Standing | None:
    """Return how a memory stands; None where it was held against no note yet.

    One note that supports it is enough. What a reader settled no longer speaks against it: a denial
    that was dismissed counts as support.

    Args:
        grounded: what the notes say to its present belief, one a baseline.
        findings: about the memory, settled ones too.
    """
    told = [one for one in findings if one.kind == "memory_drift"]
    live = {one.change for one in told if one.status in LIVE}
    if live - {"never_agreed"}:
        return "drifted"
    if not grounded:
        return None
    is_dismissed = any(one.change == "never_agreed" and one.status == "dismissed" for one in told)
    if live or ("denied" in grounded and not is_dismissed):
        return "denied"
    return "silent" if {*grounded} == {"silent"} else "supported"
