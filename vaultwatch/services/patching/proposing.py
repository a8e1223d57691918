"""Propose changes to a store and write them down for a person: a diff, a list, a report.

Nothing of the store is touched. What would show a secret is left out, for a diff shows its lines.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from vaultwatch.adapters.files.own_files import is_there, real_path
from vaultwatch.adapters.files.safe_write import put_file, refusing
from vaultwatch.adapters.files.store_writer import StoreWriter, place_in_store
from vaultwatch.drift.findings.told_values import swapped
from vaultwatch.drift.model import FindingKind
from vaultwatch.drift.scoring.compare import quote_of
from vaultwatch.errors import NotThereError, RefusedError, VaultwatchError
from vaultwatch.guard.secrets import find_secrets, mask_secrets
from vaultwatch.memories.checks.judging import clear_value
from vaultwatch.memories.stores.actions import (
    Action,
    Authority,
    LeftOut,
    PatchError,
    Proposal,
    StorePatch,
    TextEdit,
    short_id,
)
from vaultwatch.memories.stores.lint import folded_name, folded_notes, record_names
from vaultwatch.memories.stores.mending import mend, moved_links, store_proposals
from vaultwatch.memories.stores.outcome import HeldStore
from vaultwatch.memories.stores.patch_file import (
    MOST_BYTES,
    lines_near,
    patch_json,
    patch_of,
    unified,
)
from vaultwatch.memories.stores.places import record_id
from vaultwatch.memories.stores.records import StoreRecord
from vaultwatch.notes.days import day_at
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.property_block import LINE_END
from vaultwatch.notes.titles import title_of
from vaultwatch.report.store_patch import render_patch
from vaultwatch.services.findings.listing import list_findings
from vaultwatch.services.indexing.reading import digest_of
from vaultwatch.services.known_stores import ReadStore, Store, stores_of
from vaultwatch.services.memories.cited import quoted, sentences_cited, told_instead
from vaultwatch.services.memories.validating import MAX_BELIEF_CHARS
from vaultwatch.services.patching.desk import StoresDesk
from vaultwatch.services.recall.notes_against import settled_lines
from vaultwatch.services.workspace import Workspace
from vaultwatch.settings import Settings

DIFF, ACTIONS, REPORT = "patch.diff", "actions.json", "report.md"
_SECRET = "A secret stands beside it, which the patch would show."  # noqa: S105 -- a sentence


@dataclass(frozen=True, slots=True)
class ProposedPatch:
    """What is proposed for a store, with the diff that shows it."""

    patch: StorePatch
    diff: bytes


def propose(desk: StoresDesk, read: ReadStore, more: Iterable[Proposal] = ()) -> ProposedPatch:
    """Return what could be mended in a store.

    `more` is what others propose, as notes and checks; the first of two about one place counts.
    """
    if read.format is None:
        raise RefusedError(
            f"No format that we read fits the store {read.store.name!r}.",
            hint="Name its format in your settings.",
        )
    proposals = _without_echo([*more, *store_proposals(read.reading, read.format)])
    entries = (one.path for one in read.reading.entries)
    held = hold_store(desk.writer, read, {*(one.path for one in proposals), *entries})
    actions, left = mend(held, proposals)
    kept = [one for one in actions if not _shows_secret(held, one)]
    left += [
        LeftOut(one.path, one.line, one.kind, one.why, _SECRET)
        for one in actions
        if one not in kept
    ]
    touched = sorted({edit.path for one in kept for edit in one.edits})
    patch = StorePatch(
        read.store.name,
        str(read.store.place),
        read.format,
        desk.clock.now().isoformat(timespec="seconds"),
        tuple((path, digest_of(held.bytes_of[path])) for path in touched),
        tuple(_as_seen(read.store, one) for one in kept),
        tuple(
            replace(one, why=mask_secrets(one.why), reason=mask_secrets(one.reason)) for one in left
        ),
    )
    return ProposedPatch(patch, diff_of(held, kept))


def _without_echo(proposals: Sequence[Proposal]) -> list[Proposal]:
    """Return proposals without those that name no value where another names one."""
    spoken_of = {one.record for one in proposals if one.kind == "replace_value" and one.old}
    return [
        one
        for one in proposals
        if one.kind != "replace_value" or one.old or one.record not in spoken_of
    ]


def hold_store(writer: StoreWriter, read: ReadStore, paths: Iterable[str]) -> HeldStore:
    """Return a store with the bytes of some of its files, so far as they are what was read."""
    files = {one.path: one for one in read.files}
    held: dict[str, bytes] = {}
    for path in sorted({*paths} & files.keys()):
        try:
            data = writer.read(str(place_in_store(read.store.place, path)))
            if data.decode("utf-8-sig") == files[path].text:
                held[path] = data
        except (VaultwatchError, UnicodeDecodeError):
            continue  # what is proposed for it is left out, and told
    form = read.format
    if form is None:
        raise PatchError(f"Nobody knows the format of {read.store.name!r}.")
    return HeldStore(form, read.reading, files, held)


def diff_of(held: HeldStore, actions: Sequence[Action]) -> bytes:
    """Return the unified diff of all that some actions change."""
    edits: dict[str, list[TextEdit]] = {}
    for action in actions:
        for edit in action.edits:
            edits.setdefault(edit.path, []).append(edit)
    return b"".join(unified(path, held.bytes_of[path], edits[path]) for path in sorted(edits))


def _shows_secret(held: HeldStore, action: Action) -> bool:
    shown = (
        lines_near(held.bytes_of[path], [one for one in action.edits if one.path == path])
        for path in {one.path for one in action.edits}
    )
    return any(find_secrets(text.decode("utf-8", "replace")) for text in shown)


def _as_seen(store: Store, action: Action) -> Action:
    """Return an action under its store's name, its record by the id that every command knows."""
    record = record_id(store.name, action.record) if action.record else ""
    own = short_id(f"{store.name}\n{action.id}")
    return replace(action, id=own, why=mask_secrets(action.why), record=record)


def write_proposed(
    desk: StoresDesk,
    proposed: ProposedPatch,
    folder: Path,
    settings: Settings,
    *,
    is_rehearsal: bool = False,
) -> None:
    """Write a proposal's three files into a folder, or only see that they may; the store stays.

    Raises:
        RefusedError: the folder holds files that are not ours, is part of a store, or cannot be
            written.
    """
    _check_folder(desk, folder, settings)
    if is_rehearsal:
        return
    with refusing(str(folder), "folder"):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        told = render_patch(proposed.patch, proposed.diff.decode("utf-8"))
        put_file(folder / DIFF, proposed.diff, mode=0o600)
        put_file(folder / REPORT, told.encode(), mode=0o600)
        put_file(folder / ACTIONS, patch_json(proposed.patch).encode(), mode=0o600)


def _check_folder(desk: StoresDesk, folder: Path, settings: Settings) -> None:
    real = real_path(folder)
    if real.is_relative_to(real_path(desk.patches)):
        return
    inside = [one.name for one in stores_of(settings) if real.is_relative_to(real_path(one.place))]
    if inside:
        raise RefusedError(
            f"{str(folder)!r} is part of the store {inside[0]!r}.", hint="Name another folder."
        )
    there = [name for name in (DIFF, ACTIONS, REPORT) if is_there(folder / name)]
    if there and not _is_ours(folder / ACTIONS):
        raise RefusedError(
            f"{str(folder)!r} holds a {there[0]!r} that is not ours.", hint="Name another folder."
        )


def _is_ours(file: Path) -> bool:
    try:
        read_patch(file)
    except VaultwatchError:
        return False
    return True


def read_patch(file: Path) -> StorePatch:
    """Return the patch that a file of actions holds."""
    try:
        if file.stat().st_size > MOST_BYTES:
            raise PatchError(f"{str(file)!r} is larger than any patch.")
        return patch_of(file.read_bytes().decode("utf-8"))
    except FileNotFoundError as exc:
        raise NotThereError(
            f"There is no patch at {str(file)!r}.", hint="Make one: `vaultwatch stores propose`."
        ) from exc
    except (OSError, ValueError) as exc:  # a name that no disk takes, among others
        raise PatchError(f"{str(file)!r} cannot be read as text.") from exc


def kept_patches(desk: StoresDesk, stores: Iterable[Store]) -> Iterator[Path]:
    """Yield the folders of the last proposals of some stores, so far as they propose anything."""
    for store in stores:
        folder = desk.patches / store.name
        if (folder / ACTIONS).is_file() and read_patch(folder / ACTIONS).actions:
            yield folder


# Propose what a vault knows of a store's records: a value that a note says otherwise, a new name.

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
    """Yield what a vault, as last indexed, says of a store's records; nothing in it changes."""
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
        found = [told_instead(ws, *one) for one in sentences_cited(ws, belief)]
        settled = settled_lines(ws, record_id(read.store.name, record.id)) if any(found) else ()
        by_values = {
            (one.old, one.new): one
            for one in found
            if one is not None and (one.note, quote_of(one.statement).text) not in settled
        }
        if len(by_values) == 1:
            (told,) = by_values.values()
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
