"""Put pairs to a language model, and hold its answer against what it was shown."""

import secrets
from collections.abc import Sequence

from vaultwatch.adapters.models.readers import LanguageModel, ReadPairs, WaitPulse
from vaultwatch.reader.batch import SCHEMA, answers_in, prompt_of
from vaultwatch.reader.pairs import Pair


class PromptReader:
    """A language model behind the protocol of readers."""

    def __init__(self, name: str, model: LanguageModel) -> None:
        """Name who reads.

        Args:
            name: what a person knows it by.
            model: what is asked.
        """
        self.name = name
        self.model: LanguageModel | None = model
        self._asked = model

    def read(self, pairs: Sequence[Pair], *, pulse: WaitPulse) -> ReadPairs:
        """Return what it says of each pair; see `Reader`."""
        answer = self._asked.answer(fenced_prompt(pairs), SCHEMA, pulse=pulse)
        return ReadPairs(answers_in(answer.text, pairs), answer.cost_usd)

    def close(self) -> None:
        """Hold nothing: a program or a connection lives as long as its question."""


def fenced_prompt(pairs: Sequence[Pair]) -> str:
    """Return what a model is asked, each pair behind a fence that nobody can guess."""
    return prompt_of(pairs, [f"=== {secrets.token_hex(16)} ===" for _ in pairs])
