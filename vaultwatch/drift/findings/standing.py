"""Say in one word how a memory stands with the notes that it cites.

Pure. `services.records.standings` gathers what the baselines and findings of each memory say.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.drift.model import Finding, Grounding

Standing: TypeAlias = Literal["supported", "silent", "denied", "in_doubt", "drifted"]
"""`silent`: no note that it cites says it, so that it is unverified; `denied`: one said
otherwise from the first; `in_doubt`: what it rests on was touched; `drifted`: one does by now."""


@dataclass(frozen=True, slots=True)
class Stance:
    """How one memory stands, and what of it no note speaks of."""

    standing: Standing
    unspoken: tuple[str, ...] = ()
    """Of a memory of several clauses: those that none of its notes speaks of."""
    is_silent: bool = False
    """Whether no note says it; one of those that is in doubt too counts as in doubt."""
    speaks: bool = False
    """Of one that no note says: whether one speaks of its matter and only does not say it."""
    is_read: bool = False
    """Whether it is supported by the word of who read alone."""

    @property
    def unverified(self) -> str:
        """Say what is unverified of it, as a clause; empty where nothing is."""
        if self.is_silent:
            is_near = "its note speaks of the matter, but does not say this"
            return is_near if self.speaks else "its note does not speak of it"
        if self.standing != "supported" or not self.unspoken:
            return ""
        return f"its note does not speak of {' or '.join(f'“{one}”' for one in self.unspoken)}"


def stance_of(grounded: Collection[Grounding], findings: Iterable[Finding]) -> Stance | None:
    """Return how a memory stands; None where it was held against no note yet.

    One note that supports it is enough. What a reader settled, which `findings` hold too, no longer
    speaks against it: a denial that was dismissed counts as support.
    """
    told = [one for one in findings if one.kind == "memory_drift"]
    live = {one.change for one in told if one.status in LIVE and one.outcome != "in_doubt"}
    if live - {"never_agreed"}:
        return Stance("drifted")
    if not grounded:
        return None
    outcomes = {one.outcome for one in grounded}
    is_dismissed = any(one.change == "never_agreed" and one.status == "dismissed" for one in told)
    if live or ("denied" in outcomes and not is_dismissed):
        return Stance("denied")
    is_doubted = any(one.status in LIVE for one in told)
    if outcomes == {"silent"}:
        speaks = any(one.speaks for one in grounded)
        return Stance("in_doubt" if is_doubted else "silent", is_silent=True, speaks=speaks)
    if is_doubted:
        return Stance("in_doubt")
    speaking = [one.unspoken for one in grounded if one.outcome != "silent"]
    first, *others = speaking
    unspoken = (one for one in first if all(one in other for other in others))
    return Stance("supported", tuple(unspoken))
