"""Show what a reader would be asked, to a person who wants to see it first."""

from dataclasses import dataclass

from vaultwatch.adapters.models.readers.prompting import fenced_prompt
from vaultwatch.reader.batch import tokens_of
from vaultwatch.services.reader.waiting import waiting_pairs
from vaultwatch.services.workspace import Workspace


@dataclass(frozen=True, slots=True)
class FirstPrompt:
    """What a run would ask first; pairs with a known answer come besides."""

    text: str
    pairs: int
    tokens: int
    """About."""


def first_prompt(ws: Workspace) -> FirstPrompt:
    """Return what a run would ask first; empty where nothing waits."""
    wanted = ws.settings.reader
    pairs = [one.pair for one in waiting_pairs(ws, ws.settings.reader.known_as, wanted.pairs)]
    if not pairs:
        return FirstPrompt("", 0, 0)
    text = fenced_prompt(pairs)
    return FirstPrompt(text, len(pairs), tokens_of(text))
