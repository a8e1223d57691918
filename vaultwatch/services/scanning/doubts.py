"""Remember which notes a link with several answers may mean, so that a rename decides nothing.

Called by `services.scanning.citing`. While a link has several answers nobody is asked; once one of
those notes is renamed and a single one answers, the link is still listed: it may have meant the one
that was renamed. It is told by its bytes.
"""

from collections.abc import Mapping, Sequence

from vaultwatch.drift.findings.citations import Citations, renewed
from vaultwatch.drift.model import DoubtedNote
from vaultwatch.services.records.small_facts import DOUBTED_LINKS
from vaultwatch.services.workspace import Workspace


def renewed_doubts(ws: Workspace) -> Mapping[tuple[str, str], Sequence[DoubtedNote]]:
    """Return by memory and link what a link with several answers may mean, as it stands now."""
    kept = DOUBTED_LINKS.get(ws.ledger)
    if not kept:
        return {}
    digests = {
        path: stat.digest for path, stat in ws.ledger.note_stats().items() if not stat.is_memory
    }
    found = {pair: renewed(notes, digests) for pair, notes in kept.items()}
    return {pair: notes for pair, notes in found.items() if len(notes) > 1}


def keep_doubts(
    ws: Workspace,
    doubts: Mapping[tuple[str, str], Sequence[DoubtedNote]],
    citations: Mapping[str, Citations],
) -> None:
    """Keep which notes each link with several answers may mean.

    Args:
        ws: the vault.
        doubts: those of now, of all memories.
        citations: what the links of the memories that were looked at come to.
    """
    listed = {
        (owner, link): candidates
        for owner, plan in citations.items()
        for link, candidates in plan.ambiguous
    }
    kept = {pair: tuple(notes) for pair, notes in doubts.items() if pair[0] not in citations}
    if listed:
        stats = ws.ledger.note_stats({note for notes in listed.values() for note in notes})
        moved = {one.path for notes in doubts.values() for one in notes if one.is_moved}
        kept |= {
            pair: tuple(
                DoubtedNote(note, stats[note].digest, is_moved=note in moved)
                for note in candidates
                if note in stats
            )
            for pair, candidates in listed.items()
        }
    DOUBTED_LINKS.set(ws.ledger, kept)
