"""What can be read out of a sentence. Pure values, no rules."""

from dataclasses import dataclass
from typing import Final, Literal, get_args

TypedKind = Literal[
    "number",
    "quantity",
    "money",
    "percent",
    "date",
    "time",
    "weekday",
    "frequency",
    "version",
    "url",
]
Bound = Literal["", ">=", "<=", "~"]
Kind = Literal[TypedKind, "path", "identifier", "quote", "name"]
TYPED: Final[frozenset[Kind]] = frozenset(get_args(TypedKind))
"""The kinds that are measured: what stands in one's place is another value, not another word."""


@dataclass(frozen=True, slots=True)
class Value:
    """One typed thing that a text names."""

    kind: Kind
    key: tuple[object, ...]
    """What it comes to, by kind: seconds, bytes, the parts of a date. See `reading`."""
    start: int
    end: int
    """Where it stands in the text."""
    amounts: frozenset[float] = frozenset()
    """The numbers it is written with; two where a sign may part thousands or decimals."""
    bound: Bound = ""
    """`at least`, `at most` or `about` before or behind it, as a sign."""
    around: tuple[int, int] | None = None
    """Where it stands with the words of its bound; None where it has none."""
    is_denied: bool = False
    """Whether its clause denies it: `not on port 80`."""

    @property
    def is_negative(self) -> bool:
        """Whether it lies below nought."""
        return any(amount < 0 for amount in self.amounts)

    def whole_in(self, text: str) -> str:
        """Return its words with those of its bound: `at most 12`, `12+`."""
        start, end = self.around or (self.start, self.end)
        return text[start:end]
