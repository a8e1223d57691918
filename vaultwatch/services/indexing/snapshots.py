"""Save the index's vectors for another machine, and take them in there instead of embedding anew.

The index itself stays on local disk: in an object store each question takes longer, see
docs/scale.md. What is restored fills the cache of vectors, so that the next indexing embeds only
the texts that no snapshot knew.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vaultwatch.errors import NotThereError, RefusedError, VaultwatchError
from vaultwatch.guard.secrets import MASKING_VERSION
from vaultwatch.report.words import counted
from vaultwatch.services.indexing.index_state import is_model_of_index
from vaultwatch.services.records.small_facts import (
    EMBEDDED_AHEAD,
    MASKING,
    SNAPSHOT,
    TIDIED_AT,
    SavedIndex,
)
from vaultwatch.services.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Callable

    from vaultwatch.adapters.index.snapshots import Manifest, SnapshotPlace

WAIT_S = 30.0
"""For whoever writes the vault, to note what was done. Chosen by hand, as for any command."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A snapshot that was saved or restored, or would be."""

    place: str
    vault_id: str
    vectors: int
    size_bytes: int
    saved_at: str
    """ISO 8601."""


def is_save_due(ws: Workspace) -> bool:
    """Tell whether there is a place to save to, and the index was tidied since that was done."""
    tidied_at = TIDIED_AT.get(ws.ledger)
    is_tidied = tidied_at >= 0 and tidied_at != SNAPSHOT.get(ws.ledger).up_to
    return bool(ws.settings.snapshot.place) and is_tidied


def save_snapshot(
    ws: Workspace, open_place: "Callable[[], SnapshotPlace]", *, dry_run: bool
) -> Snapshot:
    """Save the vectors of the index, and note what came of it.

    Raises:
        NotThereError: no place is set, it does not stand, or there is no index of this model.
        RefusedError: the place lies in a vault.
        StoreError: the place or the index cannot be used.
    """
    up_to = TIDIED_AT.get(ws.ledger)
    try:
        done = _saved(ws, open_place(), dry_run=dry_run)
    except VaultwatchError as error:
        if not dry_run:
            _note(ws, replace(SNAPSHOT.get(ws.ledger), trouble=error.message))
        raise
    if not dry_run:
        _note(ws, SavedIndex(up_to, ws.clock.now()))
    return done


def _saved(ws: Workspace, place: "SnapshotPlace", *, dry_run: bool) -> Snapshot:
    from vaultwatch.adapters.index.snapshots import FORM, Manifest, digest_of_rows, packed

    embedder = ws.model.embedder
    rows = packed(ws.chunks.vectors() if is_model_of_index(ws) else {}, embedder.dimensions)
    if not len(rows):  # of one that was lost, too: what was saved of it before is worth more
        raise NotThereError(
            "There is no index by the model that is in use, or it holds nothing.",
            hint="Run `vaultwatch setup index` first.",
        )
    manifest = Manifest(
        model_id=embedder.model_id,
        masking=MASKING.get(ws.ledger),
        dimensions=embedder.dimensions,
        rows=len(rows),
        sha256=digest_of_rows(rows),
        saved_at=ws.clock.now().isoformat(),
        form=FORM,
    )
    if not dry_run:
        place.write(rows, manifest, lambda done: ws.progress("saving", done, manifest.size_bytes))
    return _told(place, place.vault_id, manifest)


def restore_snapshot(
    ws: Workspace, place: "SnapshotPlace", of: str = "", *, dry_run: bool
) -> Snapshot:
    """Fill the cache of vectors with those of a snapshot: our own vault's, or the only one there.

    `of` names another vault's by its id.

    Raises:
        NotThereError: there is none, or there are several of others and none is named.
        RefusedError: its vectors are of another model, or of texts that were masked otherwise.
        StoreError: the place cannot be read, or other bytes stand there than were saved.
    """
    vault_id, manifest = _chosen(place, of)
    embedder = ws.model.embedder
    if (manifest.model_id, manifest.dimensions) != (embedder.model_id, embedder.dimensions):
        raise RefusedError(
            f"The snapshot's vectors are of the model {manifest.model_id!r}, here "
            f"{embedder.model_id!r} makes them.",
            hint="Set that model (`vaultwatch setup models pull` fetches it), or index without.",
        )
    if manifest.masking != MASKING_VERSION:
        raise RefusedError(
            "The snapshot's texts had their secrets masked by other rules than are in force here.",
            hint="Use one version of vaultwatch on both machines and save anew, or index without.",
        )
    if not dry_run:
        _take_in(ws, place, vault_id, manifest)
    return _told(place, vault_id, manifest)


def _chosen(place: "SnapshotPlace", of: str) -> "tuple[str, Manifest]":
    """Return which vault's snapshot is meant, and what it holds."""
    wanted = of or place.vault_id
    if (own := place.manifest(wanted)) is not None:
        return wanted, own
    others = {} if of else place.saved()
    if len(others) == 1:  # of this vault, as a rule, where it lay at another path
        return next(iter(others.items()))
    if not others:
        raise NotThereError(
            f"There is no snapshot{of and f' of {of!r}'} at {place.shown!r}.",
            hint="`vaultwatch index save` makes one, on the machine that has the index.",
        )
    told = "; ".join(
        f"{id_} of {one.saved_at[:16]} with {counted(one.rows, 'vector')}"
        for id_, one in others.items()
    )
    raise NotThereError(
        f"There is no snapshot of a vault at this path, but others: {told}.",
        hint="Name one: `vaultwatch index restore --of ID`.",
    )


def _take_in(ws: Workspace, place: "SnapshotPlace", vault_id: str, manifest: "Manifest") -> None:
    with ws.writing(WAIT_S) as is_ours:
        if is_ours:  # before the first is kept: so many are not to be tidied away
            EMBEDDED_AHEAD.set(ws.ledger, max(manifest.rows, EMBEDDED_AHEAD.get(ws.ledger)))

    def tell(done: int) -> None:
        ws.progress("restoring", done, manifest.size_bytes)

    for vectors in place.fetch(vault_id, manifest, ws.places.state, tell):
        ws.vectors.put(vectors)


def _note(ws: Workspace, saved: SavedIndex) -> None:
    with ws.writing(WAIT_S) as is_ours:
        if is_ours:  # else it is saved once more
            SNAPSHOT.set(ws.ledger, saved)


def _told(place: "SnapshotPlace", vault_id: str, manifest: "Manifest") -> Snapshot:
    size_bytes, saved_at = manifest.size_bytes, manifest.saved_at
    return Snapshot(place.shown, vault_id, manifest.rows, size_bytes, saved_at)
