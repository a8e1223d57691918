"""Say how far each memory can be trusted, from all that is on record about it."""

import os
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import Final

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.adapters.ledger.rows import SignalRow
from vaultwatch.errors import RefusedError
from vaultwatch.memories.facts import EARNED, Facts, MemorySource, as_claimed
from vaultwatch.memories.trust import Grounds, content_hash, is_signed_by, signed_content
from vaultwatch.services.records.small_facts import ACCEPTED
from vaultwatch.services.workspace import Workspace

_DAY_S = 86_400
MOST_BY_PROGRAMS = 0.5
"""Of a memory's trust that signals take which programs hand in. Chosen by hand: it falls below what
nobody speaks against, and is no way to put it out."""
_BY_HAND = ", at the command line"


def grounds_of(ws: Workspace, rows: Collection[MemoryRow]) -> Mapping[str, Grounds]:
    """Return what the trust in each of these memories rests on, by id."""
    ids = [row.id for row in rows]
    feedback = ws.ledger.feedback(ids)
    signals: dict[tuple[str, str], list[SignalRow]] = {}
    for signal in ws.ledger.signals(ids):
        signals.setdefault((signal.memory_id, signal.belief_digest), []).append(signal)
    now = ws.clock.now()
    found = {}
    for row in rows:
        confirmed, refuted = feedback.get(row.id, (0, 0))
        heard = signals.get((row.id, row.belief_digest), ())
        known = Grounds(
            source=row.facts.source,
            is_signed=is_signed(ws, row.facts, row.belief),
            corroborations=0 if row.facts.is_found else len(row.facts.corroborated_by),
            confirmed=confirmed,
            refuted=refuted,
            age_days=age_days(row.known_since, now),
            evidence_against=against(heard),
            learnt_late_days=lag_days(row) if ws.settings.trust.late_counts_less else None,
        )
        counts = bool(heard) or known.learnt_late_days is not None
        if counts and is_persons(ws, row, known):  # shown to them: any agent may hand it in
            known = replace(known, evidence_against=0.0, learnt_late_days=None)
        found[row.id] = known
    return found


def lag_days(row: MemoryRow) -> float | None:
    """Return how many days after what it says began to hold a memory was written; None unsaid."""
    begins = row.facts.begins
    if begins is None:
        return None
    return ((row.created or row.first_seen) - begins).total_seconds() / _DAY_S


def is_persons(ws: Workspace, row: MemoryRow, grounds: Grounds) -> bool:
    """Tell whether a person stands behind a memory: no agent changes what it says.

    They said it, edited its text by hand, let it hold, or called it true more often than not.
    `grounds` are its own, of `grounds_of`.
    """
    facts = row.facts
    # A file that was found may name any hash.
    is_edited = bool(facts.content_hash and facts.content_hash != content_hash(row.belief))
    return (
        facts.source == "user_explicit"
        or (is_edited and not facts.is_found)
        or grounds.confirmed > grounds.refuted
        or is_accepted(ws, row.id, row.belief_digest)
    )


def earned(ws: Workspace, facts: Facts, belief: str) -> MemorySource:
    """Return what the source that an agent claims counts for: a trusted tool's stands as it is."""
    return facts.source if is_signed(ws, facts, belief) else as_claimed(facts.source)


def trust_of_new(ws: Workspace, facts: Facts, belief: str) -> float:
    """Return the trust in a memory that is about to be written."""
    return Grounds(
        source=facts.source,
        is_signed=is_signed(ws, facts, belief),
        corroborations=len(facts.corroborated_by),
        confirmed=0,
        refuted=0,
        age_days=0.0,
        evidence_against=0.0,
    ).trust


def against(signals: Collection[SignalRow]) -> float:
    """Return how strongly signals speak against a memory together, 0..1: a noisy or.

    What programs hand in has its bound, all together: any of them may take any name. A person's own
    has none. Source: Pearl, Probabilistic Reasoning in Intelligent Systems, 1988: independent
    causes.
    """
    left = dict.fromkeys((True, False), 1.0)
    for one in signals:
        left[heard_through(one.source) == ""] *= 1.0 - one.weight
    return 1.0 - left[True] * max(left[False], 1.0 - MOST_BY_PROGRAMS)


def through(ws: Workspace, source: str) -> str:
    """Return who observed something, with the door that it came through behind it."""
    return signed(ws, source) if ws.client else f"{source}{_BY_HAND}"


def heard_through(source: str) -> str | None:
    """Return the program that a signal came through; empty for the person, None where unknown."""
    return "" if source.endswith(_BY_HAND) else signer_of(source) or None


def told_source(source: str) -> str:
    """Return who observed something as a reader is told."""
    return source.removesuffix(_BY_HAND)


def is_signed(ws: Workspace, facts: Facts, belief: str) -> bool:
    """Tell whether the signature that a memory carries is that of a tool the user trusts.

    It covers a source that no agent can claim: else what a tool printed could be handed in again,
    its signature with it, as a person's word.
    """
    secret = os.environ.get(ws.settings.trust.key_env, "") if ws.settings.trust.key_env else ""
    if not secret or not facts.signature:
        return False
    claim = facts.claim
    parts = (claim.subject, claim.predicate, claim.value, claim.scope) if claim is not None else ()
    if facts.source in EARNED:
        parts = (*parts, facts.source)
    return is_signed_by(
        secret.encode(), signed_content(belief, *parts), facts.tool, facts.signature
    )


def age_days(since: datetime, now: datetime) -> float:
    """Return how many days ago a moment was; 0 for one to come."""
    return max(0.0, (now - since).total_seconds() / _DAY_S)


_THROUGH: Final = ", through "


def is_anothers(ws: Workspace, maker: str) -> bool:
    """Tell whether another program than the one that asks made something; a person may all."""
    return bool(ws.client and maker) and not is_one_program(ws.client, maker)


def is_one_program(one: str, other: str) -> bool:
    """Tell whether two names are one program's, as `codex` and `codex-mcp-client` are."""
    short, long = sorted((one.casefold(), other.casefold()), key=len)
    return long == short or long.startswith(f"{short}-")


def signed(ws: Workspace, name: str) -> str:
    """Return a name with the program behind it that gives it; as it is where the person does."""
    return f"{name}{_THROUGH}{ws.client}" if ws.client else name


def signer_of(name: str) -> str:
    """Return the program that stands behind a name; empty where none does."""
    named, _, program = name.rpartition(_THROUGH)
    return program if named else ""


# Remember which memories a person accepted although their text is suspicious.

PUT_AWAY = frozenset({"memory forget", "review reject"})
"""The audit's verbs for a memory that was put away."""
BROUGHT_BACK = "memory brought back"
"""The audit's verb for one that a person took back out of the trash by undoing that."""
_WAYS_OUT_READ = 20

_BY_ITS_NOTE = ":active"
"""Behind the digest of one whose note was not written by us: it counts while the note says that it
is active, so that undoing the decision takes it back."""


def accept(ws: Workspace, row: MemoryRow) -> None:
    """Remember that a person accepted a memory as it reads now."""
    vouch(ws, row.id, row.belief_digest + (_BY_ITS_NOTE if row.facts.is_held else ""))
    if row.facts.is_found:
        take_as_said(ws, [row])


def take_as_said(ws: Workspace, rows: Collection[MemoryRow]) -> None:
    """Remember that a person took found files for their word: as these read now, not later."""
    ws.ledger.put_memories(
        replace(row, facts=replace(row.facts, source="user_explicit", is_claim=False))
        for row in rows
    )


@contextmanager
def owning(ws: Workspace, row: MemoryRow) -> Iterator[None]:
    """Take what is written into a memory here for its person's, whoever made the file.

    Known before the write, for that is read back as any file is; taken back where it is refused.
    """
    accepted = ACCEPTED.get(ws.ledger)
    ws.ledger.put_memories([replace(row, facts=replace(row.facts, is_found=False, is_claim=False))])
    try:
        yield
    except RefusedError:
        ws.ledger.put_memories([row])
        ACCEPTED.set(ws.ledger, accepted)
        raise


def carry(ws: Workspace, memory_id: str, before: str, now: str) -> None:
    """Let what was accepted stay so where its digest changes and nothing is to be asked about."""
    kept = ACCEPTED.get(ws.ledger).get(memory_id, "")
    if kept.startswith(before) and before != now:
        vouch(ws, memory_id, now + kept.removeprefix(before))


def vouch(ws: Workspace, memory_id: str, belief_digest: str) -> None:
    """Remember that a person said this to us, though as a file alone it would wait for them."""
    ACCEPTED.set(ws.ledger, {**ACCEPTED.get(ws.ledger), memory_id: belief_digest})


def is_accepted(
    ws: Workspace, memory_id: str, belief_digest: str, *, says_active: bool = True
) -> bool:
    """Tell whether a person accepted a memory as it reads now."""
    digest = ACCEPTED.get(ws.ledger).get(memory_id)
    return digest == belief_digest or (says_active and digest == belief_digest + _BY_ITS_NOTE)


def was_put_away(ws: Workspace, memory_id: str) -> bool:
    """Tell whether a memory's last way out was a deed, and no undoing brought it back since."""
    ways = (line.verb for line in ws.ledger.audit(memory_id, limit=_WAYS_OUT_READ))
    return next((verb for verb in ways if verb in {*PUT_AWAY, BROUGHT_BACK}), "") in PUT_AWAY


def revoke(ws: Workspace, memory_id: str) -> None:
    """Forget that a memory was accepted: it was put away, or says what nobody accepted."""
    accepted = ACCEPTED.get(ws.ledger)
    if memory_id in accepted:
        ACCEPTED.set(ws.ledger, {id_: kept for id_, kept in accepted.items() if id_ != memory_id})
