"""Commands about the index as a whole."""

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from vaultwatch.doors.cli.options import ending_well
from vaultwatch.doors.cli.printing import progress_shown, say, say_notice
from vaultwatch.doors.verbs import Asked, verb

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultwatch.services.indexing.embedding_ahead import EmbeddedAhead
    from vaultwatch.services.indexing.snapshots import Snapshot
    from vaultwatch.services.workspace import Workspace


@verb("index embed", "write", shows_progress=True)
def embed(
    ws: "Workspace",
    *,
    engine: Annotated[
        Literal["local", "ray"],
        typer.Option("--engine", help="Who embeds: this process, or workers of Ray Data."),
    ] = "local",
    address: Annotated[
        str,
        typer.Option(
            "--address",
            help="A Ray cluster that stands; without it Ray runs on this machine meanwhile.",
            show_default=False,
        ),
    ] = "",
) -> "EmbeddedAhead":
    """Embed the chunks that have no vector yet, in bulk; the next look takes the vectors.

    What is done stays: stopped in the middle, run it again.

    Example: vaultwatch index embed --engine ray
    """
    from vaultwatch.errors import WrongUsageError
    from vaultwatch.services.indexing.embedding_ahead import embed_ahead
    from vaultwatch.wiring import ray_engine

    if address and engine != "ray":
        raise WrongUsageError("--address names a Ray cluster.", hint="Add `--engine ray`.")
    done = embed_ahead(ws, ray_engine(ws, address) if engine == "ray" else None)
    say_notice(ws.model_away_notice)
    return done


@embed.told
def _say_embedded(done: "EmbeddedAhead", asked: Asked) -> None:
    from vaultwatch.report.words import counted

    notes = counted(done.notes, "note")
    say(f"{notes} new or changed: {counted(done.known, 'chunk')} had a vector already.")
    say(f"{asked.did('Would embed', 'Embedded')} {counted(done.embedded, 'chunk')}.")
    if done.left:
        say(f"{done.left} are left.")
    if done.notes and not asked.dry_run:
        say("Next: vaultwatch setup index")


@verb("index save")
def save_index(*, vault: Path, dry_run: bool) -> "Snapshot":
    """Save the vectors of the index where your own settings say, for another machine.

    Digests and vectors, no word of a note. `vaultwatch run` does it too: see docs/scale.md.

    Example: vaultwatch index save --dry-run
    """
    from vaultwatch.services.indexing.snapshots import save_snapshot
    from vaultwatch.wiring import snapshot_place

    with _opened_beside(vault, dry_run=dry_run) as ws:
        return save_snapshot(ws, lambda: snapshot_place(ws.settings, ws.places), dry_run=dry_run)


@save_index.told
def _say_saved(done: "Snapshot", asked: Asked) -> None:
    from vaultwatch.report.words import counted

    what = f"{counted(done.vectors, 'vector')}, {done.size_bytes / 1e6:.1f} MB"
    say(f"{asked.did('Would save', 'Saved')} {what}, at {done.place} as {done.vault_id}.")


@verb("index restore")
def restore_index(
    of: Annotated[
        str, typer.Option("--of", help="The id of another vault's, where several are saved.")
    ] = "",
    *,
    vault: Path,
    dry_run: bool,
) -> "Snapshot":
    """Take in the vectors of a snapshot, so that the next indexing embeds only what differs.

    One of another model, or whose secrets were masked by other rules, is refused.

    Example: vaultwatch index restore
    """
    from vaultwatch.services.indexing.snapshots import restore_snapshot
    from vaultwatch.wiring import snapshot_place

    with _opened_beside(vault, dry_run=dry_run) as ws:
        return restore_snapshot(ws, snapshot_place(ws.settings, ws.places), of, dry_run=dry_run)


@restore_index.told
def _say_restored(done: "Snapshot", asked: Asked) -> None:
    from vaultwatch.report.words import counted

    did = asked.did("Would restore", "Restored")
    say(f"{did} {counted(done.vectors, 'vector')}, saved {done.saved_at[:16]} as {done.vault_id}.")
    if not asked.dry_run:
        say("Next: vaultwatch setup index")


@contextmanager
def _opened_beside(vault: Path, *, dry_run: bool) -> "Iterator[Workspace]":
    """Open a vault for what takes long, beside whoever writes it."""
    from vaultwatch.places import Places
    from vaultwatch.wiring import open_for_answer, open_workspace

    with ending_well(), progress_shown() as progress:
        opened = (
            open_workspace(vault, "rehearse", progress=progress)
            if dry_run
            else open_for_answer(Places(vault), progress)
        )
        with opened as ws:
            yield ws
