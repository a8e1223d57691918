"""The door from a shell: the command tree, the exit statuses, and how errors reach a person.

Kept light: `vaultwatch --help` imports no database, no model and no numpy. Each command imports
the services it calls.
"""

import gc
import io
import logging
import os
import sys
from typing import Annotated

# pydantic, which typer uses, would else read the metadata of every installed package for plugins.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")

import typer

from vaultwatch import __version__
from vaultwatch.cli import (
    care_commands,
    drift_commands,
    findings_commands,
    mcp_commands,
    memory_commands,
    model_commands,
    palette_commands,
    recall_commands,
    rescan_command,
    review_commands,
    run_command,
    schema_commands,
    service_commands,
    vault_commands,
)
from vaultwatch.cli.printing import (
    PlainLines,
    finish_printing,
    open_closed_streams,
    say,
    say_error,
    silence,
)
from vaultwatch.errors import VaultwatchError

log = logging.getLogger(__name__)

INTERRUPTED = 130
"""What a shell expects of a program that Ctrl-C ended: 128 + SIGINT."""

STOPPED = "Stopped; what was done so far stands, and running it again goes on from there."

EXIT_STATUSES = (
    "Exit status: 0 done; 1 error; 2 wrong usage or settings; 3 drift found by --check; "
    "4 not there; 5 refused, to do no harm; 6 vault busy; 10 vault empty but the index is not."
)

app = typer.Typer(
    name="vaultwatch",
    help="Keeps what AI agents remember about your Obsidian vault true.",
    epilog=EXIT_STATUSES,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
vault_commands.add_to(app)
run_command.add_to(app)
rescan_command.add_to(app)
care_commands.add_to(app)
drift_commands.add_to(app)
recall_commands.add_to(app)
app.add_typer(findings_commands.app, name="findings")
app.add_typer(memory_commands.app, name="memory")
app.add_typer(mcp_commands.app, name="mcp")
app.add_typer(model_commands.app, name="models")
app.add_typer(palette_commands.app, name="palette")
app.add_typer(review_commands.app, name="review")
app.add_typer(schema_commands.app, name="schemas")
app.add_typer(service_commands.app, name="service")


def _show_version(*, wanted: bool) -> None:
    if wanted:
        say(f"vaultwatch {__version__}")
        raise typer.Exit


@app.callback()
def root(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=lambda v: _show_version(wanted=v), is_eager=True)
    ] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Log what is done.")] = False,
) -> None:
    """Keep what AI agents remember about your Obsidian vault true."""
    del version
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(PlainLines("%(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.INFO if verbose else logging.ERROR, handlers=[handler])


def main() -> int:
    """Run the command line; return the exit status."""
    # Commands import far more than they throw away: by Python's own 700 the collector would walk
    # all of it again and again, and at the end to free what the system frees anyway.
    gc.set_threshold(10_000)
    # LanceDB logs a warning a search otherwise (FACTS); a user may still ask for more.
    os.environ.setdefault("LANCEDB_LOG", "error")
    open_closed_streams()
    for stream in (sys.stdout, sys.stderr):  # a terminal that lacks a sign still gets the rest
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        try:
            app()
        finally:
            finish_printing()
    except SystemExit as end:  # typer's own way out: done, wrong usage, or a command's status
        if end.code == INTERRUPTED:
            say_error(STOPPED)
        return end.code if isinstance(end.code, int) else 1
    except VaultwatchError as error:
        say_error(error.message, error.hint)
        return error.exit_status
    except KeyboardInterrupt:
        say_error(STOPPED)
        return INTERRUPTED
    except BrokenPipeError:
        silence(sys.stdout)
        return 0
    except Exception:
        log.exception("unexpected")
        say_error(
            "Something unexpected went wrong; nothing was half-written into the vault.",
            "Please report the lines above as an issue.",
        )
        return 1
    finally:
        gc.freeze()
    return 0


if __name__ == "__main__":
    sys.exit(main())
