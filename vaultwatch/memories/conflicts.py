"""Decide what becomes of a claim that arrives where other claims stand.

Pure. `services` gathers the active memories on record, calls `decide`, and carries it out. The
reasons name memories by id and never quote them: a hostile text must not reach a log or a report
this way.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal, TypeAlias

from vaultwatch.memories.claims import Claim, claim_key, normal_value, overlaps
from vaultwatch.memories.facts import EARNED, MemorySource
from vaultwatch.memories.schemas import PredicateSchema
from vaultwatch.memories.trust import BASES

ConflictOutcome: TypeAlias = Literal[
    "store", "corroborate", "supersede", "keep_both", "quarantine", "review"
]

TRUST_TOLERANCE = 1e-9
"""Trusts that differ by less are equal: they are products of floats. Chosen by hand, far below
what a person could mean and far above what rounding does."""

_MOST_NAMED = 3
"""Ids in one reason; a person reads it. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class Holder:
    """An active memory on record with its claim."""

    id: str
    claim: Claim
    trust: float
    """0 to 1, as it is now."""
    source: MemorySource
    is_persons: bool = False
    """Whether a person stands behind it: they said it, edited it, let it hold or called it true."""
    is_lasting: bool = False
    """Whether its note says that it never changes: a birthday, a name."""


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A claim that arrives."""

    claim: Claim
    trust: float
    """0 to 1."""
    source: MemorySource
    """`user_explicit` only where a person said it to us: an agent's word for it is a report."""
    suspicious: bool = False
    """Whether its text looks like an attempt to plant something."""
    is_signed: bool = False
    """Whether a trusted tool's signature holds."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What becomes of a newcomer."""

    outcome: ConflictOutcome
    is_active: bool
    """Whether it may be recalled. One that corroborates may not: the memory it repeats is."""
    same: str = ""
    """The id of the memory it corroborates."""
    against: tuple[str, ...] = ()
    """Ids it conflicts with or supersedes, sorted."""
    reason: str = ""
    """One sentence for a person, naming the rule."""


def decide(newcomer: Newcomer, holders: Sequence[Holder], schema: PredicateSchema) -> Decision:
    """Return what becomes of a newcomer among the active memories on record.

    The rules, the first that fits:

    1. Suspicious text is quarantined, where the schema says so.
    2. A memory that says the same at the same time is corroborated, or the newcomer stored beside
       it. This holds also where another value stands too: a person left it so and a person settles
       it; one more voice changes nothing. `against` then names the other value's memories.
    3. What is of high impact waits for a person, unless one said it, or a signed tool or the
       program itself; the rest is stored where it conflicts with nothing.
    4. A conflict goes by the schema's policy; that its value is one of several a newcomer says in
       vain where a person's is the only one. To supersede,
       - a person's own word needs nothing more: they may change their mind;
       - nothing else unseats what a person stands behind, or what never changes: it waits for them;
       - a reported word needs only what the others have not more of, for it may be a change of mind
         too: the newest wins among what was reported, and over what is worth less;
       - the rest must reach `minimum_trust` and every memory it would replace, by `margin` more.
       What does not is quarantined.
    """
    met = _met(newcomer.claim, holders)
    value = normal_value(newcomer.claim.value, schema.normaliser)
    valued = [(one, normal_value(one.claim.value, schema.normaliser)) for one in met]
    same = [one for one, theirs in valued if theirs == value]
    others = [one for one, theirs in valued if theirs != value]
    rivals = [one for one in others if _meets(newcomer, one, schema)]
    against = tuple(sorted({one.id for one in rivals}))
    if newcomer.suspicious and schema.quarantine_suspicious:
        reason = "Quarantined: its text looks like an attempt to plant something."
        return Decision("quarantine", is_active=False, against=against, reason=reason)
    if same:
        return _repeated(same, against, schema)
    if schema.high_impact and not _is_earned(newcomer):
        reason = "It waits for a person: what it settles is of high impact."
        return Decision("review", is_active=False, against=against, reason=reason)
    if not rivals:
        return Decision("store", is_active=True, reason=_why_stored(met, schema))
    return _by_policy(newcomer, rivals, against, schema)


def conflicting_pairs(
    holders: Iterable[Holder], schema_for: Callable[[str], PredicateSchema]
) -> tuple[tuple[str, str], ...]:
    """Return the active memories that contradict each other already, as sorted pairs of ids.

    Of whatever policy: where both are kept they still contradict. A predicate that may have many
    values says so by its cardinality.
    """
    about: defaultdict[str, list[Holder]] = defaultdict(list)
    for holder in holders:
        about[claim_key(holder.claim)].append(holder)
    pairs: set[tuple[str, str]] = set()
    for group in about.values():
        schema = schema_for(group[0].claim.predicate)
        valued = [(one, normal_value(one.claim.value, schema.normaliser)) for one in group]
        for (one, value), (other, others_value) in combinations(valued, 2):
            if (
                value != others_value
                and one.id != other.id
                and _denies(one.claim, other.claim, schema)
                and overlaps(one.claim, other.claim)
            ):
                pairs.add((min(one.id, other.id), max(one.id, other.id)))
    return tuple(sorted(pairs))


def _met(claim: Claim, holders: Iterable[Holder]) -> list[Holder]:
    """Return the holders about the same thing at the same time."""
    key = claim_key(claim)
    return [one for one in holders if claim_key(one.claim) == key and overlaps(one.claim, claim)]


def _meets(newcomer: Newcomer, holder: Holder, schema: PredicateSchema) -> bool:
    """Tell whether a newcomer denies a holder.

    Of a person's only value nobody else says that it is one of several.
    """
    claim = newcomer.claim
    if holder.is_persons and not _is_earned(newcomer):
        claim = replace(claim, exclusive=True)
    return _denies(claim, holder.claim, schema)


def _denies(one: Claim, other: Claim, schema: PredicateSchema) -> bool:
    return schema.cardinality == "single" and one.exclusive and other.exclusive


def _repeated(
    same: Sequence[Holder], against: tuple[str, ...], schema: PredicateSchema
) -> Decision:
    standing = f" Another value stands too ({_named(against)}): settle it." if against else ""
    if schema.dedup == "store":
        reason = "Stored beside what says the same: the schema keeps every voice."
        return Decision("store", is_active=True, against=against, reason=reason + standing)
    top = min(same, key=lambda one: (-one.trust, one.id))
    reason = f"It says the same as {top.id} and corroborates it."
    return Decision(
        "corroborate", is_active=False, same=top.id, against=against, reason=reason + standing
    )


def _why_stored(met: Sequence[Holder], schema: PredicateSchema) -> str:
    if not met:
        return "Stored: nothing on record speaks of this at that time."
    if schema.cardinality == "multiple":
        return "Stored: this may have many values at once."
    return "Stored: it and what stands do not exclude each other."


def _by_policy(
    newcomer: Newcomer, rivals: Sequence[Holder], against: tuple[str, ...], schema: PredicateSchema
) -> Decision:
    named = _named(against)
    if schema.policy == "keep_both":
        reason = f"Kept beside {named}, which it contradicts: the schema keeps both."
        return Decision("keep_both", is_active=True, against=against, reason=reason)
    if schema.policy == "require_review":
        reason = f"Quarantined: it contradicts {named}, and the schema wants a person to decide."
        return Decision("review", is_active=False, against=against, reason=reason)
    if newcomer.source == "user_explicit":
        reason = f"It takes the place of {named}: a person says so now."
        return Decision("supersede", is_active=True, against=against, reason=reason)
    is_persons = any(one.is_persons for one in rivals)
    reason = "" if is_persons and _is_report(newcomer) else _too_weak(newcomer, rivals, schema)
    if reason:
        return Decision("quarantine", is_active=False, against=against, reason=reason)
    if is_persons or any(one.is_lasting for one in rivals):
        why = f"{named} says that it never changes, so one of them is wrong."
        why = (
            f"a person stands behind {named}, and only they can change that." if is_persons else why
        )
        return Decision("review", is_active=False, against=against, reason=f"It waits: {why}")
    reason = f"It takes the place of {named}: another value, and trusted enough."
    return Decision("supersede", is_active=True, against=against, reason=reason)


def beside(decision: Decision, why: str) -> Decision:
    """Store a newcomer too weak to supersede beside what it contradicts: a note says it too.

    `why` says how, as a clause. A person is told: who came first proves nothing.
    """
    reason = f"Kept beside {_named(decision.against)}, which it contradicts: {why}."
    return Decision("keep_both", is_active=True, against=decision.against, reason=reason)


def withheld(decision: Decision, why: str) -> Decision:
    """Hold back a newcomer that would supersede: a note says otherwise; `why` is a clause."""
    reason = f"It waits: it would take the place of {_named(decision.against)}, but {why}."
    return Decision("review", is_active=False, against=decision.against, reason=reason)


def _is_earned(newcomer: Newcomer) -> bool:
    """Tell whether somebody answers for a newcomer beside the agent that hands it in."""
    return newcomer.source in EARNED or newcomer.is_signed


def _is_report(newcomer: Newcomer) -> bool:
    """Tell whether a newcomer is what an agent says that a person said."""
    return newcomer.source == "user_reported"


def _too_weak(newcomer: Newcomer, rivals: Iterable[Holder], schema: PredicateSchema) -> str:
    """Return why a newcomer that no person said to us may not supersede; nothing where it may."""
    trust = newcomer.trust + TRUST_TOLERANCE
    if trust < schema.minimum_trust:
        return (
            f"Quarantined: its trust {newcomer.trust:.2f} is below the"
            f" {schema.minimum_trust:.2f} that the schema asks for."
        )
    if _is_report(newcomer):
        own = BASES[newcomer.source]
        rivals = [one for one in rivals if BASES[one.source] > own]
    top = max(rivals, key=lambda one: one.trust, default=None)
    if top is None or trust >= top.trust + schema.margin:
        return ""
    more = f" and {schema.margin:.2f} more" if schema.margin else ""
    return (
        f"Quarantined: its trust {newcomer.trust:.2f} does not reach the {top.trust:.2f}"
        f" of {top.id}{more}."
    )


def _named(ids: Sequence[str]) -> str:
    left = len(ids) - _MOST_NAMED
    return ", ".join(ids[:_MOST_NAMED]) + (f" and {left} more" if left > 0 else "")
