"""Decide whether a text that an agent wants to keep looks planted.

Pure; called on every write. Signs with weights are joined by noisy-or; what reaches `QUARANTINE_AT`
waits for a person, with the reasons. What hides from the eye is told by `suspicion_folding`, what
shows by its form by `suspicion_marks`, what reads like an order or a grant by `suspicion_learned`.
A plausible lie shows in no text: that is for trust and conflicts to find.
"""

import math
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from vaultwatch.memories.facts import Facts
from vaultwatch.memories.schemas import PredicateSchema, Schemas
from vaultwatch.memories.suspicion_folding import Sign, hidden_signs, visible
from vaultwatch.memories.suspicion_learned import order_sign
from vaultwatch.memories.suspicion_marks import marks_in

__all__ = ["MAX_CHARS", "QUARANTINE_AT", "Suspicion", "suspect"]

QUARANTINE_AT = 0.5
"""Score from which a memory waits for a person. Chosen by hand so that no weak sign reaches it
alone; measured by `benchmarks/poisoning_cases.py`."""

MAX_CHARS = 100_000
"""What is read of a memory's texts; callers cap them at a fifth. Longer ones are suspicious."""

_TOO_LONG = 0.6
_HIGH_IMPACT = 0.25
_VOUCHED_FROM = 0.8
"""A person's own words count only where a sign is at least so heavy: nobody writes tag characters
or tokens of a chat by hand. What is to be done is often said like an order: that counts so too."""
_NEVER = 1.0
"""No sign is so heavy."""

_QUOTED_CHARS = 80
_KEPT = 2_000


@dataclass(frozen=True, slots=True)
class Suspicion:
    """How much a memory looks planted."""

    score: float
    """0 to 1: noisy-or of the signs' weights."""
    reasons: tuple[str, ...]
    """One clause a sign, the strongest first, with the words that show it."""


def suspect(  # noqa: PLR0913 -- one argument a part of the memory, all but the first by name
    text: str,
    *,
    is_vouched: bool = False,
    is_wish: bool = False,
    predicate: str = "",
    value: str = "",
    is_high_impact: bool = False,
    others: Sequence[str] = (),
) -> Suspicion:
    """Weigh a memory's texts.

    Args:
        text: the belief.
        is_vouched: whether a person typed it to us, or has accepted it: then only the heaviest
            signs count, no words. No label vouches for a text.
        is_wish: whether it says what is to be done: then it must read like an order beyond doubt.
        predicate: of its claim.
        value: of its claim.
        is_high_impact: whether the caller counts the predicate among those that can do harm.
        others: further texts of the memory: title, tags, subject.
    """
    parts = [part.rstrip() for part in (text, *others, predicate, value)]
    whole = "\n\n".join(part for part in parts if part)
    least = _VOUCHED_FROM if is_wish else _NEVER if is_vouched else 0.0
    signs = list(_signs(whole[:MAX_CHARS], least_order=least))
    if len(whole) > MAX_CHARS:
        signs.append((_TOO_LONG, "is longer than can be judged", f"{len(whole)} characters"))
    if is_high_impact and not is_vouched:
        signs.append((_HIGH_IMPACT, "settles something of high impact", predicate or "the claim"))
    if is_vouched:
        signs = [sign for sign in signs if sign[0] >= _VOUCHED_FROM]
    return _joined(signs)


@lru_cache(maxsize=_KEPT)  # a passage is judged for each context that it may stand in
def _signs(text: str, *, least_order: float) -> tuple[Sign, ...]:
    return tuple(_signs_of(text, least_order=least_order))


def _signs_of(text: str, *, least_order: float) -> Iterator[Sign]:
    yield from hidden_signs(text)
    yield from marks_in(visible(text))
    order = order_sign(text) if least_order < _NEVER else None
    if order is not None and order[0] >= least_order:
        yield order


def _joined(signs: Iterable[Sign]) -> Suspicion:
    """Join the signs; of those that say the same only the heaviest counts."""
    best: dict[str, Sign] = {}
    for sign in signs:
        if sign[0] > best.get(sign[1], (0.0, "", ""))[0]:
            best[sign[1]] = sign
    ranked = sorted(best.values(), key=lambda sign: (-sign[0], sign[1]))
    score = 1 - math.prod(1 - weight for weight, _, _ in ranked)
    return Suspicion(score, tuple(f"{name}: “{_shown(quoted)}”" for _, name, quoted in ranked))


def _shown(quoted: str) -> str:
    """Return words fit for a person: one line, cut, what cannot be seen named by its number."""
    flat = " ".join(quoted[: 2 * _QUOTED_CHARS].split())
    named = "".join(c if _is_seen(c) else f"U+{ord(c):04X}" for c in flat)
    return named if len(named) <= _QUOTED_CHARS else named[: _QUOTED_CHARS - 1] + "…"


def _is_seen(letter: str) -> bool:
    is_selector = "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef"
    return unicodedata.category(letter)[0] != "C" and not is_selector


def suspect_facts(  # noqa: PLR0913 -- likewise
    belief: str,
    facts: Facts,
    schema: PredicateSchema,
    *,
    name: str = "",
    is_vouched: bool = False,
    is_wish: bool = False,
) -> Suspicion:
    """Return how suspicious a memory is by its own texts.

    Args:
        belief: what it says.
        facts: what is known of it.
        schema: the rules by which it is weighed.
        name: what its note's name says by itself; see `file_names.told_by_name`.
        is_vouched: see `suspect`.
        is_wish: likewise.
    """
    claim = facts.claim
    subject = claim.subject if claim else ""
    called = (facts.agent, facts.client, facts.type, facts.session, facts.topic, facts.tool)
    others = (name, facts.evidence, subject, *called)
    return suspect(
        belief,
        is_vouched=is_vouched,
        is_wish=is_wish,
        predicate=claim.predicate if claim else "",
        value=claim.value if claim else "",
        is_high_impact=claim is not None and schema.high_impact,
        others=[text for text in (*others, *facts.tags) if text],
    )


def waits_as_file(
    belief: str, facts: Facts, suspicion: Suspicion, schemas: Schemas, *, name: str = ""
) -> bool:
    """Tell whether a memory that nobody answers for waits for a person, by itself alone."""
    schema = schemas.schema_of(facts)
    is_high = facts.claim is not None and schema.high_impact
    is_high = is_high or schemas.settled(belief, facts, name) is not None
    return is_high or (suspicion.score >= QUARANTINE_AT and schema.quarantine_suspicious)
