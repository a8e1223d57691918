"""Tell whether a note speaks of a memory as it stands, and find the notes that do.

What its reader calls *still true* must rest on words: `services.findings.settle` asks before it
takes a new baseline, `services.scanning.recording` so that the report can offer the notes.
"""

from contextlib import suppress
from typing import Final

from vaultwatch.drift.findings.citations import Citation
from vaultwatch.drift.model import Finding
from vaultwatch.drift.passages.asserted import find_supports
from vaultwatch.drift.scoring.grounding import ground
from vaultwatch.errors import NoteUnreadableError, OutsideVaultError
from vaultwatch.memories.record import Memory
from vaultwatch.notes.model import NotePath
from vaultwatch.services.indexing.reading import read_note, sparing_others
from vaultwatch.services.scanning.pairs import belief_about
from vaultwatch.services.scanning.seeking import notes_holding
from vaultwatch.services.workspace import Workspace

MOST_SPEAKERS: Final = 3
"""Notes that a reader chooses among. Chosen by hand."""
LEAST_STRENGTH: Final = 0.5
"""Of the statement by which a note is offered: the index names those that share many words with a
memory, so that far more of them pass for support than of notes at large. Chosen by hand."""


def must_ask(finding: Finding) -> bool:
    """Tell whether it must be asked which note speaks, before a memory is called true still.

    What moved rests on its new place, and what its note denied is a person's word against it.
    """
    return finding.kind == "memory_drift" and finding.change != "never_agreed"


def speaks(ws: Workspace, memory: Memory, pair: Citation) -> bool:
    """Tell whether a note speaks of a memory as it stands; one that is gone does not.

    One that cannot be read is taken to: nobody knows better.
    """
    if not ws.ledger.note_stats([pair.note]):
        return False
    try:
        now = read_note(ws.files, pair.note).note.statements
    except (NoteUnreadableError, OutsideVaultError):
        return True
    return ground(belief_about(memory, pair), now).speaks


def speakers(ws: Workspace, memory: Memory, besides: NotePath) -> tuple[NotePath, ...]:
    """Return notes that speak of what a memory says and do not deny it, likeliest first.

    `besides` is the note that no longer does.
    """
    found: list[tuple[float, NotePath]] = []
    for path in notes_holding(ws, memory.plain, besides):
        belief = belief_about(memory, Citation(memory.id, path))
        with suppress(NoteUnreadableError, OutsideVaultError), sparing_others(path):
            now = read_note(ws.files, path).note.statements
            strength = max((one.strength for one in find_supports(belief, now)), default=0.0)
            worth = ground(belief, now)
            if strength >= LEAST_STRENGTH and worth.speaks and worth.outcome != "denied":
                found.append((-strength, path))
    return tuple(path for _, path in sorted(found)[:MOST_SPEAKERS])
