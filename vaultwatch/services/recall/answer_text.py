"""Put lines together that, as an agent is sent them, take no more tokens than it asked for."""

from collections.abc import Callable, Sequence
from typing import Final

from vaultwatch.recall.tokens import count_sent

ENVELOPE: Final = (
    '{"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"vaultwatch","version":"0.1.0"}},'
    '"content":[{"type":"text","text":""}],"isError":false,"resultType":"complete"}'
)
"""What the protocol puts round a text, as seen. No model reads it as it stands: it counts by its
bytes alone."""
LEAST_WHOLE: Final = 200
"""A smaller budget is for the text alone: of 50 tokens the envelope would leave nothing."""
FOOT: Final = 16
"""Tokens kept for what is said of the answer. Chosen by hand: one short line."""


class AnswerText:
    """Lines that fit."""

    def __init__(self, count: Callable[[str], int], max_tokens: int) -> None:
        """Begin with none.

        The tokens are those of the whole answer; of the text alone below `LEAST_WHOLE`.
        """
        self.count = count
        self._lines: list[str] = []
        self.tokens = 0
        """Tokens of what was taken."""
        self.room = max_tokens
        """Tokens that are left."""
        if max_tokens >= LEAST_WHOLE:
            self.room -= count_sent(ENVELOPE, None)

    @property
    def text(self) -> str:
        """All that was taken."""
        return "\n".join(self._lines)

    def add(self, text: str, *, spared: int = 0) -> bool:
        """Take a text if that leaves `spared` tokens; tell whether it was taken."""
        tokens = self.count(f"\n{text}" if self._lines else text)
        if tokens > self.room - spared:
            return False
        self.room -= tokens
        self.tokens += tokens
        self._lines.append(text)
        return True

    def add_most(self, lines: Sequence[str]) -> None:
        """Take the first lines, as many as fit, and say how many more there are."""
        for number, line in enumerate(lines):
            if not self.add(line, spared=FOOT if number < len(lines) - 1 else 0):
                self.add(f"# and {len(lines) - number} lines more")
                return
