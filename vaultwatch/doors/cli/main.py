"""The door from a shell: the command tree, the exit statuses, and how errors reach a person.

Kept light: `vaultwatch --help` imports no database, no model and no numpy. Each command imports
the services it calls.
"""

import gc
import logging
import os
import re
import sys
from collections.abc import Callable
from functools import cache
from typing import Annotated, Any

from vaultwatch.doors.cli.options import option

# pydantic, which typer uses, would else read the metadata of every installed package for plugins.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")

import typer

from vaultwatch import __version__
from vaultwatch.doors.cli import (
    care_commands,
    client_commands,
    findings_commands,
    look_commands,
    memory_commands,
    procedure_commands,
    recall_commands,
    review_commands,
    setup_commands,
    stores_commands,
)
from vaultwatch.doors.cli.printing import (
    INTERRUPTED,
    STOPPED,
    JsonLines,
    PlainLines,
    asks_for_json,
    begin_printing,
    ended,
    finish_printing,
    say,
    say_error,
    say_notice,
)
from vaultwatch.doors.cli.tree import TopGroup, add_verbs
from vaultwatch.late_regex import late_regex

EXIT_STATUSES = (
    "Exit status: 0 done; 1 error; 2 wrong usage or settings; 3 drift found by --check; "
    "4 not there; 5 refused, to do no harm; 6 vault busy; 10 vault empty but the index is not."
)

app = typer.Typer(
    name="vaultwatch",
    cls=TopGroup,
    help="Keeps what AI agents remember about your Obsidian vault true.",
    epilog=EXIT_STATUSES,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
FILL_THE_TABLE = (
    care_commands,
    look_commands,
    recall_commands,
    findings_commands,
    review_commands,
    memory_commands,
    procedure_commands,
    setup_commands,
    client_commands,
    stores_commands,
)
"""Modules that add verbs by being imported."""
add_verbs(app)
app.command(
    hidden=True, context_settings={"ignore_unknown_options": True, "allow_extra_args": True}
)(client_commands.hook)


def _show_version(*, wanted: bool) -> None:
    if wanted:
        say(f"vaultwatch {__version__}")
        raise typer.Exit


@app.callback()
def root(
    *,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            help="Tell the version.",
            callback=lambda v: _show_version(wanted=v),
            is_eager=True,
        ),
    ] = False,
    verbose: Annotated[bool, option("--verbose", "Log what is done.", "-v")] = False,
) -> None:
    """Keep what AI agents remember about your Obsidian vault true."""
    del version
    handler = logging.StreamHandler(sys.stderr)
    line = PlainLines("%(levelname)s %(name)s: %(message)s")
    handler.setFormatter(JsonLines() if asks_for_json(sys.argv[1:]) else line)
    logging.basicConfig(level=logging.INFO if verbose else logging.ERROR, handlers=[handler])


def main() -> int:
    """Run the command line; return the exit status.

    A client takes some of them, as that of wrong usage, for an order to stop its agent: a hook
    ends with 0, however it was called.
    """
    status = _main()
    return 0 if sys.argv[1:2] == ["hook"] else status


def _main() -> int:
    # Commands import far more than they throw away: by Python's own 700 the collector would walk
    # all of it again and again, and at the end to free what the system frees anyway.
    gc.set_threshold(10_000)
    # LanceDB logs a warning a search otherwise (FACTS); a user may still ask for more.
    os.environ.setdefault("LANCEDB_LOG", "error")
    begin_printing(sys.argv[1:])
    if sys.argv[1:2] == ["help"]:
        sys.argv = [sys.argv[0], *sys.argv[2:], "--help"]
    try:
        return ended(_run)
    finally:
        gc.freeze()


def _run() -> int:
    """Run the command that was typed; return its exit status."""
    try:
        status = _command_tree()(standalone_mode=False)
    except typer.Abort as error:
        raise KeyboardInterrupt from error
    except SystemExit as end:  # of a signal, or click's for a pipe whose reader has had enough
        status = 0 if isinstance(end.__context__, BrokenPipeError) else end.code
    except Exception as error:
        if not hasattr(error, "format_message"):  # typer's own: wrong usage
            raise
        return _say_wrong_usage(error)
    finally:
        finish_printing()
    if status == INTERRUPTED:
        say_error(STOPPED, status=INTERRUPTED)
    return status if isinstance(status, int) else 0


def _say_wrong_usage(error: Any) -> int:  # noqa: ANN401 -- typer's, of a class it does not show
    """Tell what was typed wrongly, with the way out where words were taken for an option."""
    words = sys.argv[1:]
    dashed = next((one for one in words if one.startswith("-") and not _OPTION.fullmatch(one)), "")
    hint = _DASHED if dashed and "--" not in words else ""
    status = int(error.exit_code)
    error.message = str(error.message).replace("Value error, ", "")  # pydantic's, through typer
    if asks_for_json(words):
        say_error(error.format_message(), hint or "See `--help`.", status=status)
    else:
        error.show()
        if hint:
            say_notice(hint)
    return status


@cache
def _command_tree() -> Callable[..., Any]:
    """Return the commands as typer makes them of functions: 20 ms, spent once a process."""
    return typer.main.get_command(app)


_OPTION = late_regex(r"--?[A-Za-z][\w-]*(=.*)?|--", re.DOTALL)
_DASHED = 'Words that begin with `-` stand behind `--`: `vaultwatch memory add -- "- call Dana"`.'


if __name__ == "__main__":
    sys.exit(main())
