"""Propose changes to a store and write them down for a person: a diff, a list, a report.

Nothing of the store is touched. What would show a secret is left out, for a diff shows its lines.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from vaultwatch.adapters.files.safe_write import put_file, refusing
from vaultwatch.adapters.files.store_writer import StoreWriter, place_in_store
from vaultwatch.adapters.files.typed_paths import is_there, real_path
from vaultwatch.errors import NotThereError, RefusedError, VaultwatchError
from vaultwatch.guard.secrets import find_secrets, mask_secrets
from vaultwatch.memories.stores.actions import (
    Action,
    LeftOut,
    PatchError,
    Proposal,
    StorePatch,
    TextEdit,
    short_id,
)
from vaultwatch.memories.stores.mendable import store_proposals
from vaultwatch.memories.stores.mending import mend
from vaultwatch.memories.stores.outcome import HeldStore
from vaultwatch.memories.stores.patch_file import MOST_BYTES, patch_json, patch_of
from vaultwatch.memories.stores.places import record_id
from vaultwatch.memories.stores.unified import lines_near, unified
from vaultwatch.report.store_patch import render_patch
from vaultwatch.services.known_stores import ReadStore, Store, stores_of
from vaultwatch.services.patching.desk import StoresDesk
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

    Args:
        desk: reads the bytes, and tells the time.
        read: the store.
        more: what others propose, as notes and checks; the first of two about one place counts.

    Raises:
        RefusedError: nobody knows the store's format.
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
        tuple(_masked(one) for one in left),
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


def digest_of(data: bytes) -> str:
    """Return the SHA-256 of a file's bytes."""
    return sha256(data).hexdigest()


def _shows_secret(held: HeldStore, action: Action) -> bool:
    shown = (
        lines_near(held.bytes_of[path], [one for one in action.edits if one.path == path])
        for path in {one.path for one in action.edits}
    )
    return any(find_secrets(text.decode("utf-8", "replace")) for text in shown)


def _as_seen(store: Store, action: Action) -> Action:
    """Return an action as a person reads it: its record by the id that every command knows.

    Two stores may be twins; then their actions have names of their own all the same.
    """
    record = record_id(store.name, action.record) if action.record else ""
    own = short_id(f"{store.name}\n{action.id}")
    return replace(action, id=own, why=mask_secrets(action.why), record=record)


def _masked(left: LeftOut) -> LeftOut:
    return replace(left, why=mask_secrets(left.why), reason=mask_secrets(left.reason))


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
    """Return the patch that a file of actions holds.

    Raises:
        NotThereError: there is none.
        RefusedError: it is none, or cannot be read.
    """
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
