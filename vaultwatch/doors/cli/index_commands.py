"""Commands about the index as a whole."""

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from vaultwatch.doors.cli.printing import say, say_notice
from vaultwatch.doors.verbs import Asked, verb

if TYPE_CHECKING:
    from vaultwatch.services.indexing.embedding_ahead import EmbeddedAhead
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
