"""Let the agent that works here read what is in doubt: it is a model that the user already has."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from vaultwatch.errors import RefusedError
from vaultwatch.reader.batch import PairAnswer
from vaultwatch.reader.pairs import Pair
from vaultwatch.reader.worth import Track
from vaultwatch.services.reader.handing import TakenIn, hand_out, take_answers
from vaultwatch.services.reader.waiting import waiting_findings
from vaultwatch.services.records.small_facts import DOUBTS_TOLD
from vaultwatch.services.scanning.opinions import tracks_of
from vaultwatch.services.workspace import Workspace

MOST: Final = 5
"""Pairs at once: what an agent reads in passing. Chosen by hand."""
SET_ASIDE: Final = (
    "Too many of your answers were wrong where the truth is known; you are handed nothing more."
)


@dataclass(frozen=True, slots=True)
class SessionDoubts:
    """What an agent is handed, and what came of what it said."""

    pairs: tuple[Pair, ...]
    taken: TakenIn | None
    left: int
    """How many wait besides."""
    notice: str = ""


def read_in_session(ws: Workspace, answers: Mapping[str, PairAnswer]) -> SessionDoubts:
    """Take in what an agent says of the pairs it was handed, and hand it the next ones.

    `answers` by the pairs' ids; empty where it only asks.

    Raises:
        RefusedError: the user's settings switch it off, or an answer is to no pair it was handed.
    """
    if not ws.settings.reader.in_session:
        raise RefusedError(
            "The user's settings hand nothing to agents (reader.in_session).",
            hint="Tell them what waits: `vaultwatch findings --outcome in_doubt`.",
        )
    taken = take_answers(ws, ws.client, answers) if answers else None
    if tracks_of(ws).get(ws.client, Track()).is_set_aside:
        return SessionDoubts((), taken, 0, SET_ASIDE)
    handed = hand_out(ws, ws.client, MOST, ws.session)
    pairs = handed.pairs if handed is not None else ()
    return SessionDoubts(pairs, taken, count_waiting(ws))


def count_waiting(ws: Workspace) -> int:
    """Return how many memories in doubt wait for the agent that asks; 0 where it is not to read."""
    if not ws.client or not ws.settings.reader.in_session:
        return 0
    return len(waiting_findings(ws, ws.client))


def doubts_line(ws: Workspace) -> str:
    """Return a line for the beginning of a session, once a day; empty where nothing waits."""
    count = count_waiting(ws)
    if not count or DOUBTS_TOLD.get(ws.ledger) == ws.today.isoformat():
        return ""
    with ws.writing() as is_ours:
        if not is_ours:
            return ""  # another time: nobody waits for a line
        DOUBTS_TOLD.set(ws.ledger, ws.today.isoformat())
    memories = "1 memory is" if count == 1 else f"{count} memories are"
    return f"{memories} in doubt: vault_doubts hands you a few to read."
