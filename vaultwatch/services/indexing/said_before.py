"""Find what a person said of a matter before a weak source's text about it is believed.

Gathers; `guard.reversals` decides. What a person said stands in their notes, and in memories
that they stand behind.
"""

import logging
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from vaultwatch.adapters.index.chunk_store import Hit
from vaultwatch.errors import NoteUnreadableError, OutsideVaultError, StoreError
from vaultwatch.guard.reversals import changed, may_change
from vaultwatch.memories.facts import Facts
from vaultwatch.memories.schemas import Schemas
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.titles import title_key, title_of
from vaultwatch.services.indexing.reading import read_note, sparing_others
from vaultwatch.services.records.trust import grounds_of, is_persons
from vaultwatch.services.workspace import Workspace

log = logging.getLogger(__name__)

_LINK = re.compile(r"\[\[([^\[\]|#^]{1,200})")
MOST_PASSAGES = 8
"""That may speak of the same. Chosen by hand."""
MOST_ASKED_CHARS = 2_000
MOST_CHARS = 160
"""Of what the person said, as it is quoted."""


@dataclass(frozen=True, slots=True)
class _Said:
    note: NotePath
    line: int
    text: str
    """Of one statement."""


def change_of_said(
    ws: Workspace, belief: str, facts: Facts, schemas: Schemas, *, name: str = ""
) -> str:
    """Return what of high impact a text, or its `name`, may change of what a person said."""
    claim = facts.claim
    claimed = f"{claim.subject} {claim.predicate}: {claim.value}" if claim is not None else ""
    text = "\n\n".join(part for part in (name, belief, facts.evidence, claimed) if part)
    if not may_change(text):
        return ""
    known = ws.said_before
    if known is None:
        return _change_of_said(ws, text, schemas)
    if text not in known:
        known[text] = _change_of_said(ws, text, schemas)
    return known[text]


def _change_of_said(ws: Workspace, text: str, schemas: Schemas) -> str:
    try:
        hits = _passages(ws, text[:MOST_ASKED_CHARS])
    except StoreError as error:  # what the text says by itself is weighed all the same
        log.warning("what was said before was not sought in the index: %s", error.message)
        return ""
    read = {hit.note: _said_by(ws, hit.note) for hit in hits}
    said = [one for hit in hits for one in read[hit.note] if _is_in(one, hit)]
    # A memory that takes from its note what that says tells nothing new, wherever it says it.
    cited = {title_key(name) for name in _LINK.findall(text)}
    whole = [_joined(told) for note, told in read.items() if title_key(note) in cited]
    found = changed(text, [one.text for one in said], [*whole, *(hit.text for hit in hits)])
    if found is None or not schemas.predicates.get(found.concept, schemas.default).high_impact:
        return ""
    before = said[found.index]
    words = " ".join(before.text.split())[:MOST_CHARS]
    return f"it may change what “{title_of(before.note)}” says, line {before.line}: “{words}”"


def _passages(ws: Workspace, text: str) -> Sequence[Hit]:
    """Return the passages of notes, and of memories that a person stands behind."""
    made = ws.embed([text])
    hits = ws.chunks.search(text, None, limit=MOST_PASSAGES // 2)  # names that no model knows
    if made is not None:
        seen = {(hit.note, hit.first_line) for hit in hits}
        near = ws.chunks.search(text, made[0], limit=MOST_PASSAGES)
        hits = [*hits, *(hit for hit in near if (hit.note, hit.first_line) not in seen)]
    paths = [hit.note for hit in hits if hit.is_memory]
    rows = {row.path: row for row in ws.ledger.find_memories(paths=paths)} if paths else {}
    active = [row for row in rows.values() if row.facts.status == "active"]
    grounds = grounds_of(ws, active)
    theirs = {row.path for row in active if is_persons(ws, row, grounds[row.id])}
    kept = [hit for hit in hits if not hit.is_memory or hit.note in theirs]
    return [hit for hit in kept if hit.note != ws.report_path]


def _said_by(ws: Workspace, note: NotePath) -> Sequence[_Said]:
    """Return the statements of a note; none where it cannot be read."""
    with suppress(NoteUnreadableError, OutsideVaultError), sparing_others(note):
        statements = read_note(ws.files, note).note.statements
        kept = [one for one in statements if one.kind not in {"property", "heading"}]
        return [_Said(note, one.first_line, one.plain) for one in kept]
    return ()


def _is_in(said: _Said, hit: Hit) -> bool:
    return hit.first_line <= said.line <= hit.last_line


def _joined(said: Sequence[_Said]) -> str:
    return "\n".join(one.text for one in said)
