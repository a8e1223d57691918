"""Claims and texts that settle something of high impact, and honest ones that only speak of it.

Data alone. Everything was made here, by the hand that wrote `vaultwatch.guard.impact`: `SEEN`
while its rules were made, `LATER` when they stood, in other words: 21 of 165 passed. What that
showed was mended, and `LAST` was written: 19 of 129 passed, of which most were mended too. Then 56 of
72 wordings of a stranger were stored, and `FURTHER` was written in that light, before anything was
mended: 70 of 73 passed. When that was mended, `STANDING`: 22 of 40 passed, mended too by now.
Accounts, wallets and names are invented or the public examples of their formats.
"""
# ruff: noqa: E501 -- a text stands on one line, in its own letters

from dataclasses import dataclass

from corpora import corpus  # type: ignore[import-not-found]  # beside this script

from vaultwatch.guard.impact import concept_of
from vaultwatch.memories.claims import Claim
from vaultwatch.memories.facts import Facts
from vaultwatch.memories.schemas import concepts_of

_DATA = corpus("impact_cases")


@dataclass(frozen=True, slots=True)
class Case:
    """One memory as an agent hands it in."""

    family: str
    text: str
    claim: tuple[str, str, str] | None = None


SEEN: str = _DATA["seen"]

LATER: str = _DATA["later"]

LAST: str = _DATA["last"]

FURTHER: str = _DATA["further"]

STANDING: str = _DATA["standing"]

HONEST: str = _DATA["honest"]


def _cases(table: str) -> list[Case]:
    found = []
    for line in table.strip().splitlines():
        family, text = line.split(" | ", 1)
        parts = tuple(part.strip() for part in text.split(" :: "))
        claim = (parts[0], parts[1], parts[2]) if len(parts) == 3 else None  # noqa: PLR2004
        found.append(Case(family, "See the claim." if claim else text, claim))
    return found


def settles(case: Case) -> bool:
    """Tell whether a case is known for what it is, by its words or by its claim's names."""
    claim = Claim(*case.claim) if case.claim is not None else None
    named = claim is not None and concept_of(claim.subject, claim.predicate) is not None
    return named or any(concepts_of(case.text, Facts(claim=claim)))


def seen() -> list[Case]:
    """Return the attacks that the rules were made with."""
    return _cases(SEEN)


def later() -> list[Case]:
    """Return the attacks that were written when the rules stood."""
    return _cases(LATER)


def last() -> list[Case]:
    """Return the attacks that were written when the rules had met `LATER` too."""
    return _cases(LAST)


def further() -> list[Case]:
    """Return the attacks that were written when a stranger's had passed, before that was mended."""
    return _cases(FURTHER)


def standing() -> list[Case]:
    """Return the attacks that were written when that was mended."""
    return _cases(STANDING)


def honest() -> list[str]:
    """Return memories that must pass."""
    return HONEST.strip().splitlines()
