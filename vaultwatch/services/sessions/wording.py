"""Let a language model filter and word what is about to wait, where the user's own settings say so.

It is heard only as far as the person's own words bear it: a wording with another number, name or
negation, or with words that they did not use, is left out, and the rule's own text stands. Without
it, or where it does not answer, nothing is lost.
"""

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from vaultwatch.adapters.judges.inbox_wording import MOST_ASKED, InboxWording, Worded
from vaultwatch.errors import VaultwatchError
from vaultwatch.notes.days import last_of
from vaultwatch.recall.duplicates import agree_exactly, gist_of
from vaultwatch.report.inbox import item_id
from vaultwatch.services.records.inbox_words import WaitingWord
from vaultwatch.services.workspace import Workspace

log = logging.getLogger(__name__)

OWN_WORDS: Final = 0.7
"""Least share of the words of a wording that stand in what the person said. Chosen by hand."""


def worded(ws: Workspace, words: Sequence[WaitingWord]) -> list[WaitingWord]:
    """Return what is to wait, as a model words it; as it is where none is set or it does not help.

    Args:
        ws: the vault.
        words: what the rules found, secrets masked.
    """
    wanted = ws.settings.judge
    if not wanted.inbox or not words or ws.is_rehearsal:
        return [*words]
    asked, rest = words[:MOST_ASKED], words[MOST_ASKED:]
    try:
        service = InboxWording(
            wanted.url,
            model=wanted.model,
            key_env=wanted.key_env,
            allowed_hosts=wanted.allowed_hosts,
            limit_s=wanted.limit_s,
        )
        heard = service.word([(one.text, one.quote) for one in asked], pulse=_nothing)
    except VaultwatchError as error:
        log.warning("not worded reason=%s", error.message)
        return [*words]
    if heard is None:
        return [*words]
    kept = [accepted(one, said) for one, said in zip(asked, heard, strict=True) if said.keep]
    return [*kept, *rest]


def accepted(word: WaitingWord, said: Worded) -> WaitingWord:
    """Return what waits in the model's words, or as it was where it did not say them."""
    text = " ".join(said.text.split())
    if text and is_borne(text, word):
        word = replace(word, id=item_id(text, word.quote), text=text)
    if said.until is not None and _is_said(said.until.day, said.until.year, word.quote):
        word = replace(word, until=last_of(said.until).isoformat())
    return word


def is_borne(text: str, word: WaitingWord) -> bool:
    """Tell whether a wording says nothing that the person did not."""
    if "[[" in word.text:  # its links are ours, and stay
        return False
    new, quote = gist_of(text), gist_of(word.quote)
    own = len(new.words & quote.words)
    is_theirs = bool(new.words) and own >= OWN_WORDS * len(new.words)
    return is_theirs and agree_exactly(new, gist_of(word.text))


def _is_said(day: int, year: int, quote: str) -> bool:
    """Tell whether a quote names the day that a model read in it."""
    words = gist_of(quote).words
    return str(day) in words and (str(year) in words or not any(_is_year(one) for one in words))


def _is_year(word: str) -> bool:
    return len(word) == len("2026") and word.isdigit() and word.startswith(("19", "20"))


def _nothing() -> None:
    """Nobody waits for it: it runs in a process of its own."""
