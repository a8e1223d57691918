"""What a judge is asked, and what it may answer.

Pure. `scoring.judging` makes questions and hears answers; `adapters.judges` stands between.
"""

from dataclasses import dataclass
from hashlib import blake2b
from typing import Final, Literal, TypeAlias

Holds: TypeAlias = Literal["yes", "no", "unsure"]


@dataclass(frozen=True, slots=True)
class Question:
    """What a judge reads: nothing else of the vault is shown to it."""

    belief: str
    then: str
    """What the note said when the memory was written, a statement a line; empty where nobody
    knows."""
    now: str
    """What it says now, a statement a line, most telling first."""

    @property
    def digest(self) -> str:
        """Return BLAKE2b-128 hex of all three texts."""
        data = f"{self.belief}\0{self.then}\0{self.now}".encode("utf-8", "replace")
        return blake2b(data, digest_size=16).hexdigest()


@dataclass(frozen=True, slots=True)
class JudgeAnswer:
    """What a judge said: does the belief hold, going by the note as it stands?"""

    holds: Holds
    quote: str = ""
    """Words of the note that settle it; empty from a judge that gives none."""


UNSURE: Final = JudgeAnswer("unsure")
"""Changes nothing."""
