"""Who may be asked where the rules are unsure: one protocol, two kinds of judges behind it.

Both are of the user's own choosing and off by default; `wiring` opens one. Importing this costs
nothing.
"""

from collections.abc import Callable
from typing import Protocol, TypeAlias

from vaultwatch.drift.scoring.question import JudgeAnswer, Question

Pulse: TypeAlias = Callable[[], None]
"""Called several times a second while an answer is awaited; what it raises ends the wait."""


class Judge(Protocol):
    """Something that reads a belief and a passage and says whether the belief holds."""

    @property
    def model_id(self) -> str:
        """Names model and recipe: equal ids mean that an answer may be kept for the other."""

    @property
    def name(self) -> str:
        """What a reader is told of it: `the cross-encoder nli-small`."""

    @property
    def is_metered(self) -> bool:
        """Whether each question costs somebody's time or money: then the budget counts it."""

    @property
    def gives_quotes(self) -> bool:
        """Whether an answer must name the words of the note it rests on."""

    def ask(self, question: Question, *, pulse: Pulse) -> JudgeAnswer:
        """Return what the judge says; `unsure` where it cannot tell or answers out of form.

        Args:
            question: what it reads.
            pulse: see `Pulse`.

        Raises:
            JudgeError: there is no answer now; the same question may be asked again later.
        """

    def close(self) -> None:
        """Let go of what the judge holds; a second call does nothing."""
