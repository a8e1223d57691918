"""Make one memory of two."""

from dataclasses import replace

from vaultwatch.errors import RefusedError
from vaultwatch.memories.facts import asserter_of, with_voice
from vaultwatch.memories.trust import BASES, content_hash
from vaultwatch.services.lookup import find_memory
from vaultwatch.services.memories.property_writes import plan_supersede, supersede
from vaultwatch.services.memories.updating import (
    Updated,
    what_changed,
    write_changed,
    written_belief,
)
from vaultwatch.services.memories.validating import checked_belief, checked_facts, hold_no_secret
from vaultwatch.services.records.labels import take_back_words
from vaultwatch.services.records.owed import owe_look
from vaultwatch.services.scanning.taking_in import catch_up, take_in
from vaultwatch.services.workspace import Workspace


def merge_memories(ws: Workspace, target: str, source: str) -> Updated:
    """Fold one memory into another; the folded one stays, superseded, and can be put back.

    Raises:
        NotThereError: no such memory.
        SecretError: the note that is kept holds a secret, which must not be lost.
        RefusedError: both are one, a claim would be lost, or they cannot be written.
    """
    catch_up(ws)
    kept, folded = find_memory(ws, target), find_memory(ws, source)
    if kept.id == folded.id:
        raise RefusedError("A memory cannot be merged with itself.", hint="Name two.")
    if kept.facts.status != "active" or folded.facts.status != "active":
        raise RefusedError(
            "Only active memories can be merged.",
            hint="A quarantined one waits for a person: `vaultwatch review`.",
        )
    if folded.facts.claim not in {None, kept.facts.claim}:
        raise RefusedError(
            f"Memory {folded.id} carries a claim of its own, which a merge would lose.",
            hint="Update one of the two, or forget it.",
        )
    ends = kept.facts.expires
    if ends is not None and (folded.facts.expires is None or folded.facts.expires > ends):
        raise RefusedError(
            f"Memory {kept.id} ends before {folded.id} does, which a merge would lose.",
            hint="Merge them the other way round.",
        )
    belief = checked_belief(_joined(kept.belief, folded.belief))
    voices = with_voice(kept.facts, asserter_of(folded.facts))
    for voice in folded.facts.corroborated_by:
        voices = with_voice(replace(kept.facts, corroborated_by=voices), voice)
    tags = tuple(dict.fromkeys((*kept.facts.tags, *folded.facts.tags)))
    facts = replace(kept.facts, tags=tags, corroborated_by=voices)
    if belief != kept.belief:
        hold_no_secret(written_belief(ws, kept.id)[0])  # what ours masks would be gone for good
        # Together they are worth what the weaker of them is: no word borrows another's trust.
        weaker = min(kept.facts.source, folded.facts.source, key=lambda source: BASES[source])
        facts = replace(facts, source=weaker, content_hash=content_hash(belief))
    facts = checked_facts(facts)
    changed = what_changed(kept, belief, facts)
    if not ws.is_rehearsal:
        owe_look(ws)
        with ws.journal.run("memory merge"):
            said = belief if "content" in changed else None
            if changed:
                write_changed(ws, kept, said, facts, is_said_anew="content" in changed)
            supersede(ws, plan_supersede(ws, [folded.id], by=kept.id), by=kept.id)
        ws.ledger.record("memory merge", kept.id, f"with {folded.id}")
        take_in(ws, [kept.path, folded.path])
        take_back_words(ws, kept.id)  # an agent's change is no lesson
    return Updated(kept.id, kept.path, changed, find_memory(ws, kept.id))


def _joined(kept: str, folded: str) -> str:
    """Return both beliefs as one; one that holds the other says it all."""
    one, other = (" ".join(text.split()).casefold().rstrip(".") for text in (kept, folded))
    if other in one:
        return kept
    if one in other:
        return folded
    return f"{kept.strip()}\n\n{folded.strip()}"
