"""Propose what a vault knows of a store's records: a value that a note says otherwise, a new name.

Only where it is one clear value or name: what two notes say differently is left to a person.
"""

from collections.abc import Iterator
from datetime import UTC, datetime

from vaultwatch.adapters.secrets import mask_secrets
from vaultwatch.drift.findings.told_values import swapped
from vaultwatch.memories.stores.actions import Proposal
from vaultwatch.memories.stores.lint import folded_name, folded_notes
from vaultwatch.memories.stores.mendable import moved_links
from vaultwatch.memories.stores.places import record_id
from vaultwatch.memories.stores.records import StoreRecord
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.titles import title_of
from vaultwatch.services.findings.listing import list_findings
from vaultwatch.services.known_stores import ReadStore
from vaultwatch.services.memories.cited import cited_notes, quoted, told_instead
from vaultwatch.services.memories.validating import MAX_BELIEF_CHARS
from vaultwatch.services.workspace import Workspace

_MASK = "[secret:"
"""How a masked secret begins, which is no value."""
_MOVED = "note moved"
_TO = "to "


def vault_proposals(ws: Workspace, read: ReadStore) -> Iterator[Proposal]:
    """Yield what a vault's notes, findings and renamed notes say of a store's records.

    Args:
        ws: the vault, as it was last indexed; nothing in it is changed.
        read: the store.
    """
    yield from _drifted(ws, read)
    yield from _contradicted(ws, read)
    if read.reading.wiki == "notes" or read.store.notes is not None:
        ws.known.refresh(ws.ledger)
        names = folded_notes(name for name, _ in ws.known.names)
        yield from moved_links(read.reading, names, _renamed(ws))


def _drifted(ws: Workspace, read: ReadStore) -> Iterator[Proposal]:
    """Yield what open findings suggest for a record's wording."""
    known = {record_id(read.store.name, one.id): one for one in read.reading.records}
    for finding in list_findings(ws):
        record = known.get(finding.memory_id or "")
        pair = swapped(finding.repair) if finding.repair is not None else None
        if record is not None and pair is not None:
            after = finding.after
            said = f", line {after.line}: “{after.text}”" if after is not None else ""
            title = title_of(finding.note) if finding.note is not None else "A note"
            yield from _replacing(record, *pair, f"“{title}” says otherwise{said}.")


def _contradicted(ws: Workspace, read: ReadStore) -> Iterator[Proposal]:
    for record in read.reading.records:
        if record.is_deprecated or not any(link.kind == "wiki" for link in record.links):
            continue
        belief = record.text[:MAX_BELIEF_CHARS]
        told = told_instead(ws, belief, cited_notes(ws, belief))
        if told is not None:
            why = f"{quoted(told.note, told.statement)}."
            yield from _replacing(record, told.old, told.new, why)


def _replacing(record: StoreRecord, old: str, new: str, why: str) -> Iterator[Proposal]:
    if _MASK not in new and mask_secrets(new) == new:
        yield Proposal(
            "replace_value", record.path, record.first_line, record.id, old, new, why, "note"
        )


def _renamed(ws: Workspace) -> dict[str, str]:
    """Return the folded old names of notes that were renamed, with the names they have now."""
    now: dict[NotePath, NotePath] = {}
    for row in ws.ledger.audit_since(datetime.min.replace(tzinfo=UTC)):
        if row.verb == _MOVED and row.why.startswith(_TO):
            now.setdefault(NotePath(row.subject), NotePath(row.why.removeprefix(_TO)))
    found: dict[str, str] = {}
    standing = set(ws.known.paths)
    for old, place in now.items():
        new, seen = place, {old}
        while new not in standing and new in now and new not in seen:
            seen.add(new)
            new = now[new]
        if new in standing:
            found[folded_name(title_of(old))] = title_of(new)
            found[folded_name(old.removesuffix(".md"))] = new.removesuffix(".md")
    return found
