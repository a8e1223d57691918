"""What a person said in a session and waits in the inbox, as the ledger keeps it. Pure."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class WaitingWord:
    """Something a person said in a session, which waits in the inbox for their decision."""

    id: str
    kind: str
    text: str
    """What would be kept, with its links."""
    quote: str
    said_at: datetime
    """UTC-aware; when it was proposed, where the transcript does not say."""
    proposed_at: datetime
    client: str = ""
    project: str = ""
    session: str = ""
    edited: str = ""
    """What the person wrote in its place; empty where nothing."""


@dataclass(frozen=True, slots=True)
class DecidedWord:
    """What became of one that waited."""

    word: WaitingWord
    answer: str
    at: datetime


def word_of(kept: Any) -> WaitingWord:  # noqa: ANN401 - what JSON gives
    """Return the word that `row_of` made a row of."""
    id_, kind, text, quote, said, proposed, *rest = kept
    at = datetime.fromisoformat
    told = map(str, rest[:4])  # older rows hold one more, which nobody sets
    return WaitingWord(str(id_), str(kind), str(text), str(quote), at(said), at(proposed), *told)


def row_of(word: WaitingWord) -> list[str]:
    """Return a word as JSON keeps it."""
    told = (word.id, word.kind, word.text, word.quote)
    times = (word.said_at.isoformat(), word.proposed_at.isoformat())
    return [*told, *times, word.client, word.project, word.session, word.edited]
