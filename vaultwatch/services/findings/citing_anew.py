"""Have memories cite another note, or one that they name without a link, as a person says.

Called by `services.findings.settle` before a finding is settled. A memory whose note fell silent
would else rest on nothing from then on, and look verified: *still true* asks which note says so.
"""

from dataclasses import replace

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.drift.findings.citations import Citation
from vaultwatch.drift.model import Finding, Quote
from vaultwatch.errors import NoteUnreadableError, NotSpokenOfError, OutsideVaultError, RefusedError
from vaultwatch.memories.record import Memory, said_in, saying
from vaultwatch.memories.stores.places import is_record
from vaultwatch.memories.trust import content_hash
from vaultwatch.notes.frontmatter_edit import edit_properties
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.titles import title_of
from vaultwatch.report.unlinked_names import memories_shown
from vaultwatch.services.indexing.registering import memory_at
from vaultwatch.services.indexing.reindex import NOTHING_INDEXED
from vaultwatch.services.records.small_facts import owe_look, owe_scan
from vaultwatch.services.scanning.citing import cite, link_index
from vaultwatch.services.scanning.recording import spoken_elsewhere
from vaultwatch.services.scanning.relinking import Naming, linked_in, names_of_notes, relinked
from vaultwatch.services.scanning.seeking import must_ask, speaks
from vaultwatch.services.workspace import Workspace


def hold_spoken_of(ws: Workspace, finding: Finding) -> None:
    """Let a finding pass whose note still speaks of the memory, or where nobody can tell.

    Of another the notes that may say it are kept, so that the report offers them.

    Raises:
        NotSpokenOfError: the note speaks of it no more, or is gone.
    """
    row = _row_of(ws, finding)
    if row is None or finding.note is None or not must_ask(finding):
        return
    plan = cite(ws, NOTHING_INDEXED, [row.id]).citations[row.id]
    pair = next((one for one in plan.pairs if one.note == finding.note), None)
    try:
        notes = spoken_elsewhere(ws, finding, row, pair)
    except (NoteUnreadableError, OutsideVaultError):
        return
    if notes is None:
        return
    if notes != finding.speakers and not ws.is_rehearsal:
        owe_scan(ws)
        ws.ledger.save_findings([replace(finding, speakers=notes)])
    fell = "is gone" if not ws.ledger.note_stats([finding.note]) else "no longer speaks of it"
    some = " or ".join(f"“{title_of(one)}”" for one in notes)
    raise NotSpokenOfError(
        f"“{title_of(finding.note)}” {fell}{f'; {some} may' if some else ''}.",
        hint=f"Name the note that does: `vaultwatch findings verify {finding.id} --note NOTE`; "
        "`--unverified` keeps the memory though none does.",
    )


def cite_instead(
    ws: Workspace, finding: Finding, named: NotePath, *, is_persons: bool
) -> tuple[NotePath, ...]:
    """Have a memory's links lead to the note that says so; return what was written.

    Where a link cannot be told from other text nothing is: the memory rests on the note all the
    same, until it is edited. `is_persons`: a person names it; of an agent's word it must be seen
    to.

    Raises:
        NotSpokenOfError: an agent named a note that does not speak of it.
        NoteUnreadableError, NoteChangedError: the memory cannot be read, or changed just now.
    """
    row = _row_of(ws, finding)
    if row is None:
        return ()
    if not is_persons:
        _hold_said(ws, memory_at(ws, row), named)
    if is_record(row.id):  # its own file is never written: it rests on the note all the same
        return ()
    seen = ws.files.read(row.path)
    body = said_in(seen, row.path, row.id)
    link_index(ws)
    is_other = named != finding.note and body == row.belief
    place = Quote("", 0, (), named)
    text = relinked(ws, row, finding.note, place, body) if is_other else None
    if text is None or ws.is_rehearsal:
        return ()
    owe_look(ws)
    with ws.journal.run("findings verify"):
        ws.files.replace_note(row.path, seen=seen, new=saying(seen, row.path, row.id, text))
    ws.ledger.record("findings verify", row.id, finding.id)
    return (row.path,)


def _hold_said(ws: Workspace, memory: Memory, named: NotePath) -> None:
    if not speaks(ws, memory, Citation(memory.id, named)):
        raise NotSpokenOfError(
            f"“{title_of(named)}” does not speak of it either.",
            hint="Name the note that does, or correct the memory.",
        )


def _row_of(ws: Workspace, finding: Finding) -> MemoryRow | None:
    return next(iter(ws.ledger.find_memories(ids=[finding.memory_id or ""])), None)


_LOOK_AGAIN = "Run `vaultwatch scan` and look at the finding again."


def link_names(ws: Workspace, finding: Finding) -> frozenset[NotePath]:
    """Link the name in the memories that a finding showed, as they read then; return what changed.

    In a rehearsal everything is checked and nothing written.

    Raises:
        RefusedError: a memory says something else by now, or takes no link; none is written.
        NoteUnreadableError, NoteChangedError: one cannot be read, or changed just now.
    """
    ids = memories_shown(finding)
    held = {row.id: row for row in ws.ledger.find_memories(ids=ids)}
    rows = [held[id_] for id_ in ids if id_ in held]
    if finding.note is None or Naming(finding.note, tuple(rows)).digest != finding.passage:
        raise RefusedError("The memories read otherwise by now.", hint=_LOOK_AGAIN)
    link_index(ws)
    names = names_of_notes(ws)
    planned = []
    for row in rows:
        seen = ws.files.read(row.path)
        is_as_shown = said_in(seen, row.path, row.id) == row.belief
        new = linked_in(ws, row, seen, finding.note, names) if is_as_shown else None
        if new is None:
            raise RefusedError(f"Memory {row.id} reads otherwise by now.", hint=_LOOK_AGAIN)
        planned.append((row, seen, _with_hash(row, new)))
    if ws.is_rehearsal:
        return frozenset()
    owe_look(ws)
    with ws.journal.run("findings apply"):
        for row, seen, new in planned:
            ws.files.replace_note(row.path, seen=seen, new=new)
            ws.ledger.record("findings apply", row.id, finding.id)
    return frozenset(row.path for row, *_ in planned)


def _with_hash(row: MemoryRow, new: bytes) -> bytes:
    """Return a note that still tells that nobody edited what was asserted, where nobody had."""
    if row.facts.content_hash != content_hash(row.belief):
        return new
    hashed = content_hash(said_in(new, row.path, row.id))
    return edit_properties(new, put={"content_hash": hashed}, remove=())
