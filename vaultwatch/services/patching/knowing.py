"""Propose what a vault knows of a store's records: a value that a note says otherwise, a new name.

Only where it is one clear value or name: what two notes say differently is left to a person.
"""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from vaultwatch.drift.findings.told_values import swapped
from vaultwatch.drift.model import FindingKind
from vaultwatch.guard.secrets import mask_secrets
from vaultwatch.memories.checks.clear_values import clear_value
from vaultwatch.memories.stores.actions import Authority, Proposal
from vaultwatch.memories.stores.lint import folded_name, folded_notes, record_names
from vaultwatch.memories.stores.mendable import moved_links
from vaultwatch.memories.stores.places import record_id
from vaultwatch.memories.stores.records import StoreRecord
from vaultwatch.notes.days import day_at
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.property_block import LINE_END
from vaultwatch.notes.titles import title_of
from vaultwatch.services.findings.listing import list_findings
from vaultwatch.services.known_stores import ReadStore
from vaultwatch.services.memories.cited import cited_notes, quoted, told_instead
from vaultwatch.services.memories.validating import MAX_BELIEF_CHARS
from vaultwatch.services.workspace import Workspace

_MASK = "[secret:"
"""How a masked secret begins, which is no value."""
_AGAINST: Mapping[FindingKind, Authority] = {
    "memory_drift": "note",
    "contradicted_by_check": "reality",
}
"""Findings that a record is wrong, by who says so."""
_MOVED = "note moved"
_TO = "to "


def vault_proposals(ws: Workspace, read: ReadStore) -> Iterator[Proposal]:
    """Yield what a vault's notes, findings and renamed notes say of a store's records.

    Args:
        ws: the vault, as it was last indexed; nothing in it is changed.
        read: the store.
    """
    yield from _checked(ws, read)
    yield from _drifted(ws, read)
    yield from _contradicted(ws, read)
    yield from _unclear(ws, read)
    ws.known.refresh(ws.ledger)
    names = folded_notes(name for name, _ in ws.known.names)
    yield from moved_links(read.reading, names | record_names(read.reading), _renamed(ws))


def _checked(ws: Workspace, read: ReadStore) -> Iterator[Proposal]:
    """Yield what looks at the machine say of records: another value, or the day it held last."""
    known = {record_id(read.store.name, one.id): one for one in read.reading.records}
    rows = [one for one in ws.ledger.checks(known.keys()) if one.speaks] if known else []
    held = {one.memory_id for one in rows if one.outcome == "passes" and one.verified_at}
    for row in rows:
        record = known[row.memory_id]
        pair = clear_value(row.check, row.outcome, row.found)
        if row.outcome != "passes":
            held.discard(row.memory_id)
        if pair is not None:
            why = f"It says {row.said}; {row.found}."
            yield from _replacing(record, *pair, why, "reality")
    for row in rows:
        if row.memory_id in held and row.verified_at is not None:
            held.discard(row.memory_id)  # all of them passed: the day is said once
            yield from _refreshing(read, known[row.memory_id], row.verified_at)


def _refreshing(read: ReadStore, record: StoreRecord, at: datetime) -> Iterator[Proposal]:
    text = next((one.text for one in read.files if one.path == record.path), "")
    own = LINE_END.split(text)[record.first_line - 1 : record.last_line]
    if any("last_verified" in line for line in own):
        day, why = day_at(at).isoformat(), "All that it says of this machine held that day."
        yield Proposal(
            "refresh", record.path, record.first_line, record.id, "", day, why, "reality"
        )


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


def _unclear(ws: Workspace, read: ReadStore) -> Iterator[Proposal]:
    """Yield what open findings say against records without a value to put there: for a person."""
    known = {record_id(read.store.name, one.id): one for one in read.reading.records}
    for finding in list_findings(ws):
        record = known.get(finding.memory_id or "")
        if record is not None and finding.kind in _AGAINST:
            why, who = "; ".join(finding.reasons[:1]), _AGAINST[finding.kind]
            after = finding.after
            if who == "note" and finding.note is not None and after is not None:
                why = f"“{title_of(finding.note)}” says, line {after.line}: “{after.text}”"
            yield from _replacing(record, "", "", f"{why or 'A finding is open'}.", who)


def _contradicted(ws: Workspace, read: ReadStore) -> Iterator[Proposal]:
    for record in read.reading.records:
        if record.is_deprecated or not any(link.kind == "wiki" for link in record.links):
            continue
        belief = record.text[:MAX_BELIEF_CHARS]
        told = told_instead(ws, belief, cited_notes(ws, belief))
        if told is not None:
            said = told.statement
            why = f"{quoted(told.note, said.first_line, said.text)}."
            yield from _replacing(record, told.old, told.new, why)


def _replacing(
    record: StoreRecord, old: str, new: str, why: str, authority: Authority = "note"
) -> Iterator[Proposal]:
    if _MASK not in new and mask_secrets(new) == new and not record.is_deprecated:
        place = (record.path, record.told_line, record.id)
        yield Proposal("replace_value", *place, old, new, why, authority)


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
