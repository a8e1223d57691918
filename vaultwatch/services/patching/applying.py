"""Apply a patch to a store: byte-exactly and whole, or not at all.

A list of actions is a file that anybody may have edited, so all that it says is asked again of the
store as it stands: whose it is, what it holds, what it would say after.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from vaultwatch.adapters.files.own_files import is_folder, is_there
from vaultwatch.adapters.files.safe_write import refusing
from vaultwatch.adapters.files.store_files import known_place
from vaultwatch.adapters.files.store_writer import place_in_store
from vaultwatch.adapters.files.write_journal import WriteRun
from vaultwatch.errors import (
    NoteChangedError,
    NotThereError,
    RefusedError,
    VaultwatchError,
    WrongUsageError,
    told_as,
)
from vaultwatch.guard.secrets import find_secrets, mask_secrets
from vaultwatch.memories.stores.actions import Action, PatchError, StorePatch, taken_out
from vaultwatch.memories.stores.format_names import StoreFormat
from vaultwatch.memories.stores.formats import FORMATS
from vaultwatch.memories.stores.outcome import HeldStore, check_outcome, new_bytes
from vaultwatch.memories.stores.places import record_id
from vaultwatch.report.words import counted
from vaultwatch.services.indexing.reading import digest_of
from vaultwatch.services.known_stores import Store, read_store, stores_of
from vaultwatch.services.patching.desk import StoresDesk, some
from vaultwatch.services.patching.proposing import (
    ACTIONS,
    DIFF,
    diff_of,
    hold_store,
    kept_patches,
    read_patch,
)
from vaultwatch.settings import Settings

_ATTEMPTS = 20
"""To put a file back that another program writes to all the while. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class PlannedWrite:
    """One file that a patch changes."""

    path: str
    """Inside the store."""
    place: str
    """Where it really stands."""
    seen: bytes
    new: bytes


@dataclass(frozen=True, slots=True)
class PlannedPatch:
    """What would be written, all of it checked against the store as it stands."""

    store: Store
    actions: tuple[Action, ...]
    writes: tuple[PlannedWrite, ...]
    diff: bytes


@dataclass(frozen=True, slots=True)
class PlannedPatches:
    """What would be written into one store or several: all of it or nothing."""

    patches: tuple[PlannedPatch, ...]
    only_read: tuple[str, ...] = ()
    """Of the stores left out among several, why nothing is ever written into them."""


def plan_apply(
    desk: StoresDesk, settings: Settings, wanted: str, ids: Sequence[str]
) -> PlannedPatches:
    """Return what applying a patch would write; nothing is written yet.

    `wanted` is a folder, its `actions.json` or `patch.diff`, a folder of such folders, or a store's
    name; empty for the last proposals, where one store alone has any, or any of these ids. `ids`
    are of actions, or the beginnings of some; empty for all.

    Raises:
        NotThereError: nothing is proposed.
        WrongUsageError: several stores have proposals.
        RefusedError: as `plan_patch`; or a diff that its actions do not make.
    """
    files = _patch_files(desk, settings, wanted, ids)
    if len(files) == 1:
        return PlannedPatches((_plan_file(desk, settings, files[0], ids),))
    known = [one.id for file in files for one in read_patch(file).actions]
    lost = [one for one in ids if sum(id_.startswith(one) for id_ in known) != 1 or not one]
    if lost:
        raise PatchError(
            f"{lost[0]!r} names no one action of these patches.", hint="Their reports name them."
        )
    planned, only_read = [], []
    for file in files:
        patch = read_patch(file)
        own = [one for one in ids if any(action.id.startswith(one) for action in patch.actions)]
        if not patch.actions or (ids and not own):
            continue
        why = why_only_read(_own_store(settings, patch), patch.format)
        if why:
            only_read.append(why)
        else:
            planned.append(_plan_file(desk, settings, file, own))
    if not planned:
        raise PatchError(
            " ".join(["Nothing is proposed that can be applied.", *only_read]),
            hint="Make it anew: `vaultwatch stores propose`.",
        )
    return PlannedPatches(tuple(planned), tuple(only_read))


def _plan_file(
    desk: StoresDesk, settings: Settings, file: Path, ids: Sequence[str]
) -> PlannedPatch:
    patch = read_patch(file.with_name(ACTIONS) if file.name == DIFF else file)
    # Whoever reads the diff agrees to what it shows, whichever of the two they name.
    diff = file.with_name(DIFF)
    is_read = file.name == DIFF or (not ids and diff.is_file())
    if is_read and not _is_made(plan_patch(desk, settings, patch, ()), diff):
        raise PatchError(
            f"{str(diff)!r} is not the diff that the actions beside it make: it was edited.",
            hint="Choose actions with --id, or apply it yourself with `patch -p1`.",
        )
    return plan_patch(desk, settings, patch, ids)


def _patch_files(
    desk: StoresDesk, settings: Settings, wanted: str, ids: Sequence[str]
) -> list[Path]:
    if wanted:
        given = Path(wanted).expanduser()
        if not is_there(given) and any(store.name == wanted for store in stores_of(settings)):
            given = desk.patches / wanted
        if not is_folder(given):
            return [given]
        if (given / ACTIONS).is_file():
            return [given / ACTIONS]
        return sorted(given.glob(f"*/{ACTIONS}")) or [given / ACTIONS]
    folders = list(kept_patches(desk, stores_of(settings)))
    if ids:
        folders = [one for one in folders if _names_any(one, ids)]
    if not folders:
        what = f"no action {ids[0]!r}" if ids else "nothing"
        raise NotThereError(
            f"The last proposals hold {what}.", hint="Run `vaultwatch stores propose`."
        )
    if len(folders) > 1:
        names = ", ".join(one.name for one in folders)
        raise WrongUsageError(
            f"Several stores have proposals: {names}.",
            hint=f"Name one of them: `vaultwatch stores patch STORE`, or all: `{desk.patches}`.",
        )
    return [folders[0] / ACTIONS]


def _names_any(folder: Path, ids: Sequence[str]) -> bool:
    known = [one.id for one in read_patch(folder / ACTIONS).actions]
    return any(one.startswith(wanted) for wanted in ids if wanted for one in known)


def _is_made(planned: PlannedPatch, file: Path) -> bool:
    with told_as(PatchError, f"{str(file)!r} cannot be read"):
        return file.read_bytes() == planned.diff


def plan_patch(
    desk: StoresDesk, settings: Settings, patch: StorePatch, ids: Sequence[str]
) -> PlannedPatch:
    """Return what would be written; nothing is written yet.

    Raises:
        RefusedError: the store is none of the user's, lets nothing be applied, or is not what the
            patch was made for; or the patch says what no patch of ours does.
    """
    store = _own_store(settings, patch)
    read = read_store(store)
    own = {record_id(patch.store, one.id): one.id for one in read.reading.records}
    actions = tuple(
        replace(one, record=own.get(one.record, one.record)) for one in patch.choose(ids)
    )
    _check_allowed(store, read.format, patch)
    if not actions:
        raise PatchError(
            "The patch holds no action.", hint="Make it anew: `vaultwatch stores propose`."
        )
    paths = {path for path, _ in patch.digests} | {one.path for one in read.reading.entries}
    paths |= {one.path for one in actions}
    held = hold_store(desk.writer, read, paths)
    touched = {edit.path for one in actions for edit in one.edits}
    for path, digest in patch.digests:
        place = str(place_in_store(store.place, path))
        if path in touched and digest_of(desk.writer.read(place)) != digest:
            raise PatchError(
                f"{path!r} of the store {store.name!r} changed since the patch was made; "
                "nothing was written.",
                hint="Make it anew: `vaultwatch stores propose`.",
            )
    for action in actions:
        _check_words(action)
    check_outcome(held, actions)
    return PlannedPatch(
        store, actions, tuple(_writes(held, store, actions)), diff_of(held, actions)
    )


def _own_store(settings: Settings, patch: StorePatch) -> Store:
    """Return the store of the user's own settings that a patch was made for."""
    place = known_place(Path(patch.place))
    for store in stores_of(settings):
        if known_place(store.place) == place:
            return store
    raise PatchError(
        f"Your settings name no store at {patch.place!r}.",
        hint="`vaultwatch stores add` names one; only those are written.",
    )


def why_only_read(store: Store, form: StoreFormat) -> str:
    """Return why nothing is ever written into a store; empty where something may be."""
    kept_by = FORMATS[form].kept_by
    if kept_by:
        return f"{kept_by} Nothing is written into the store {store.name!r}."
    if store.apply == "never":
        return f'Your settings say `apply = "never"` for the store {store.name!r}.'
    return ""


def _check_allowed(store: Store, form: str | None, patch: StorePatch) -> None:
    """Refuse a store that is only read."""
    if form != patch.format:
        raise PatchError(f"The store {store.name!r} is no longer of the format {patch.format}.")
    why = why_only_read(store, patch.format)
    if why:
        is_theirs = bool(FORMATS[patch.format].kept_by)
        by_hand = "Apply `patch.diff` by hand, or change the setting."
        raise RefusedError(
            why, hint="Tell that agent, with the words of the report." if is_theirs else by_hand
        )


def _check_words(action: Action) -> None:
    """Refuse words that are a secret: none is ever written by us."""
    if any(find_secrets(edit.new) for edit in action.edits):
        raise RefusedError(f"The action {action.id} would write a secret.", hint="Leave it out.")


def _writes(held: HeldStore, store: Store, actions: Sequence[Action]) -> Iterator[PlannedWrite]:
    for path, new in sorted(new_bytes(held, actions).items()):
        place = str(place_in_store(store.place, path))
        yield PlannedWrite(path, place, held.bytes_of[path], new)


def apply_patches(desk: StoresDesk, planned: Sequence[PlannedPatch]) -> None:
    """Write what was planned for some stores, all files or none.

    Raises:
        NoteChangedError: a file changed since it was planned.
        RefusedError: a file cannot be written, or what a kill left cannot be taken back.
        BusyError: another process writes into a store.
    """
    writes = [one for patch in planned for one in patch.writes]
    names = ", ".join(one.store.name for one in planned)
    actions = counted(sum(len(one.actions) for one in planned), "action")
    what = f"apply {actions} to {names}"
    with desk.writing():
        for one in writes:
            desk.writer.check(one.place, seen=one.seen)
        with desk.journal.run(what) as run, _all_or_none(desk, run) as done:
            with refusing(names, "store"):
                for one in writes:
                    run.intend(one.place, before=one.seen, after=one.new, is_shared=True)
            for one in writes:
                done.append(one)
                desk.writer.put_back(one.place, seen=one.seen, new=one.new)
            with refusing(names, "store"):
                for patch in planned:
                    desk.tell("applied", _told(patch))
                run.end_whole()  # last: what a kill cuts off before is taken back, and told so
        for folder in {Path(one.place).parent for one in writes}:
            desk.writer.sweep(folder, now_s=desk.clock.now().timestamp())


@contextmanager
def _all_or_none(desk: StoresDesk, run: WriteRun) -> Iterator[list[PlannedWrite]]:
    """Put back what was written of a run that fails; its last write may stand or not."""
    done: list[PlannedWrite] = []
    try:
        yield done
    except BaseException as error:
        left = [one.place for one in reversed(done) if not _is_put_back(desk, one)]
        if isinstance(error, NoteChangedError):  # of the last nothing was written
            left = [place for place in left if place != done[-1].place] if done else left
        if not left:  # else it stays open: the next who writes tries again
            run.forget()
        if done:
            with suppress(VaultwatchError, OSError):
                desk.tell("put back", {"files": [o.place for o in done if o.place not in left]})
        if left and isinstance(error, VaultwatchError):
            why = error.message.removesuffix("; nothing was written.").removesuffix(".")
            raise RefusedError(
                f"{why}. Not all that was written before could be put back, for others wrote there "
                f"meanwhile, or it cannot be written: {some(left)}.",
                hint="`vaultwatch status` tries again, and names what it was.",
            ) from error
        raise


def _is_put_back(desk: StoresDesk, one: PlannedWrite) -> bool:
    """Put a file back, what others wrote into it meanwhile kept; False where that cannot be."""
    for _ in range(_ATTEMPTS):
        try:
            now = desk.writer.read(one.place)
            back = taken_out(now, old=one.seen, new=one.new)
            if back is not None and back != now:
                desk.writer.put_back(one.place, seen=now, new=back)
        except NoteChangedError:  # it was written to in that moment: look again
            continue
        except VaultwatchError:
            return False
        return back is not None
    return False


def _told(planned: PlannedPatch) -> dict[str, object]:
    return {
        "store": planned.store.name,
        "actions": [
            {"id": one.id, "kind": one.kind, "why": mask_secrets(one.why)}
            for one in planned.actions
        ],
        "files": [
            {"path": one.place, "before": digest_of(one.seen), "after": digest_of(one.new)}
            for one in planned.writes
        ],
    }
