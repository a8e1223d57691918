"""Who reads what words cannot settle: a model that the user already has. Importing costs nothing.

All are of the user's own choosing and off by default; `wiring.reader_of` opens one.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from vaultwatch.reader.batch import (
    SCHEMA,
    SCHEMA_OF_TWO,
    PairAnswer,
    answers_in,
    are_of_two,
    prompt_of,
)
from vaultwatch.reader.pairs import Pair

WaitPulse: TypeAlias = Callable[[], None]
"""Called several times a second while an answer is awaited; what it raises ends the wait."""


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """What came back of one call."""

    text: str
    """JSON, or whatever it said instead."""
    cost_usd: float = 0.0
    """As the program or service tells it; 0 where it does not."""


class LanguageModel(Protocol):
    """Something that answers a prompt with JSON."""

    def answer(self, prompt: str, schema: Mapping[str, Any], *, pulse: WaitPulse) -> ModelAnswer:
        """Return what it says.

        Raises:
            ReaderError: there is no answer; `ends_the_day` tells that asking again today is vain.
        """


@dataclass(frozen=True, slots=True)
class ReadPairs:
    """What came of one hand-out."""

    readings: Mapping[str, PairAnswer] | None
    """By the pairs' ids; None where it left the form."""
    cost_usd: float = 0.0


class Reader(Protocol):
    """Something that reads pairs and says which memories hold."""

    @property
    def name(self) -> str:
        """What a person knows it by: `claude`."""

    @property
    def model(self) -> LanguageModel:
        """The language model behind it."""

    def read(self, pairs: Sequence[Pair], *, pulse: WaitPulse) -> ReadPairs:
        """Return what it says of each pair."""


@dataclass(frozen=True, slots=True)
class PromptReader:
    """A language model behind the protocol of readers."""

    name: str
    model: LanguageModel

    def read(self, pairs: Sequence[Pair], *, pulse: WaitPulse) -> ReadPairs:
        """Return what it says of each pair; see `Reader`."""
        schema = SCHEMA_OF_TWO if are_of_two(pairs) else SCHEMA
        answer = self.model.answer(fenced_prompt(pairs), schema, pulse=pulse)
        return ReadPairs(answers_in(answer.text, pairs), answer.cost_usd)


def fenced_prompt(pairs: Sequence[Pair]) -> str:
    """Return what a model is asked, each pair behind a fence that nobody can guess."""
    return prompt_of(pairs, [f"=== {secrets.token_hex(16)} ===" for _ in pairs])
