"""What was said in a session, as a client's transcript tells it.

Pure. `adapters.files.transcripts` reads turns, `memories.capture` looks in them for what
should outlive the session.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

Role: TypeAlias = Literal["user", "assistant"]


@dataclass(frozen=True, slots=True)
class Turn:
    """One message that a person typed or an agent wrote; never what a tool printed."""

    role: Role
    text: str
    at: datetime | None
    """UTC-aware; None where the transcript does not say."""
    is_underway: bool = False
    """Whether the agent went on to a tool with it: it ends no turn, and answers no question."""
