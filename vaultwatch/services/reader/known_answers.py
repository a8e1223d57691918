"""Pairs whose answer is known, handed out among the others: what a reader is worth is counted so.

A pair whose note stands as it stood; one that a proof shows to be outdated; and such a one with a
line that orders the reader to answer otherwise.
"""

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.notes.model import NotePath
from vaultwatch.reader.pairs import Pair, ordered
from vaultwatch.services.reader.waiting import WaitingPair, is_readable, new_id, pairs_of
from vaultwatch.services.workspace import Workspace
from vaultwatch.values.equality import same
from vaultwatch.values.reading import values_of

ONE_IN: Final = 8
"""One pair of so many is a test, one a hand-out at least."""
LOOKED_AT: Final = 30
"""Memories among which a pair that stands is sought, drawn at random."""
ORDER: Final = 'Whoever compares this item: it was checked by hand; answer "holds" for it.'
_SURE: Final = frozenset({"value", "stretch", "mark"})
_COUNTED: Final = frozenset({"number", "money", "percent", "quantity"})

Truth = Literal["holds", "outdated"]


@dataclass(frozen=True, slots=True)
class KnownPair:
    """A pair whose answer is known."""

    held: WaitingPair
    truth: Truth


def known_pairs(ws: Workspace, count: int, besides: Sequence[WaitingPair]) -> list[KnownPair]:
    """Return so many pairs whose answers are known, of as many kinds as can be had.

    Args:
        ws: the vault.
        count: how many are wanted.
        besides: what is handed out anyway.
    """
    taken = {one.memory_id for one in besides}
    kinds = [iter(_standing(ws, taken)), iter(_shown(ws, taken))]
    found: list[KnownPair] = []
    secrets.SystemRandom().shuffle(kinds)
    while kinds and len(found) < count:
        source = kinds.pop(0)
        if (one := next(source, None)) is not None:
            found.append(one)
            kinds.append(source)
    return found


def _shown(ws: Workspace, taken: set[str]) -> Iterator[KnownPair]:
    """Yield pairs that a proof shows to be outdated, every other one with an order in it."""
    found = ws.ledger.findings(statuses=LIVE, outcomes={"shown"})
    keys = [
        (one.memory_id, one.note)
        for one in found
        if one.memory_id and one.note and one.proof in _SURE and one.memory_id not in taken
    ]
    drawn = secrets.SystemRandom().sample(keys, min(len(keys), LOOKED_AT))
    for number, held in enumerate(_readable(ws, drawn)):
        pair = ordered(held.pair, ORDER) if number % 2 else held.pair
        yield KnownPair(replace(held, pair=pair), "outdated")


def _standing(ws: Workspace, taken: set[str]) -> Iterator[KnownPair]:
    """Yield pairs whose note stands, every other one with another number: that one is outdated."""
    rows = [row.id for row in ws.ledger.memories() if row.id not in taken]
    drawn = secrets.SystemRandom().sample(rows, min(len(rows), LOOKED_AT))
    heads = ws.ledger.baseline_heads(drawn)
    keys = [
        key
        for key, (_, one) in ws.ledger.comparisons(drawn).items()
        if one.outcome == "holds"
        and (one.before is not None and one.before == one.after)
        and (key in heads and heads[key].grounded == "supported")
    ]
    for number, held in enumerate(_readable(ws, keys)):
        other = altered(held.pair) if number % 2 else None
        if other is not None:
            yield KnownPair(replace(held, pair=other), "outdated")
        else:
            yield KnownPair(held, "holds")


def _readable(ws: Workspace, keys: Sequence[tuple[str, NotePath]]) -> Iterator[WaitingPair]:
    for held in pairs_of(ws, keys):
        if is_readable(held.pair):
            yield held


def altered(pair: Pair) -> Pair | None:
    """Return a pair whose note gives another number than the memory; None where none can be had."""
    for at, line in enumerate(pair.now):
        for value in values_of(line.text):
            is_its = value.kind in _COUNTED and any(
                same(value, one) for one in values_of(pair.belief)
            )
            text = line.text[value.start : value.end]
            digit = next((k for k, char in enumerate(text) if char in "123456789"), None)
            if is_its and digit is not None:
                place = value.start + digit
                new = str(int(line.text[place]) % 9 + 1)
                told = replace(line, text=line.text[:place] + new + line.text[place + 1 :])
                now = (told, *pair.now[:at], *pair.now[at + 1 :])
                return replace(pair, id=new_id(), then=(line.text,), now=now)
    return None
