"""Do a command for another process that asked this one, which holds the vault open."""

import logging
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import typer

from vaultwatch.doors.cli.hook_answer import tell_block
from vaultwatch.doors.cli.printing import Tape, asks_for_json, say_error, speak_json, taped
from vaultwatch.doors.cli.tree import add_verbs
from vaultwatch.doors.requests.own_door import LEFT, Lend
from vaultwatch.errors import BusyError, LedgerError, NotLentError, StoreError, VaultwatchError
from vaultwatch.wiring import LENT, Lent

log = logging.getLogger(__name__)


def do_for_another(asked: Mapping[str, Any], lend: Lend) -> Mapping[str, Any]:
    """Run what was asked with the vault that is lent; return the answer.

    What goes wrong is left to the asker, who meets it too and tells it.
    """
    tape, vault = Tape(asked["encodings"]), Path(asked["vault"])
    token = LENT.set(Lent(vault, Path(asked["here"]), asked["named"], lend))
    try:
        with taped(tape):
            status = _status(asked["words"], vault)
    except NotLentError:
        return LEFT
    except (BusyError, LedgerError, StoreError) as error:
        log.info("left to the command: %s", error.message)
        return LEFT
    except Exception:  # one bad command never stops the others
        log.exception("a command that was handed over failed unexpectedly")
        return LEFT
    finally:
        LENT.reset(token)
    return {"state": "done", "status": status, "said": tape.said}


def _status(words: list[str], vault: Path) -> int:
    try:
        return tell_block(words[1], vault) if words[0] == "hook" else _run(words)
    except (BusyError, LedgerError, StoreError):
        raise
    except VaultwatchError as error:
        say_error(error.message, error.hint, status=error.exit_status)
        return error.exit_status


def _run(words: list[str]) -> int:
    """Run a command; return its exit status."""
    speak_json(wanted=asks_for_json(words))
    try:
        # No option prints its help here: that would go where no tape is.
        done = _commands()(args=words, standalone_mode=False, help_option_names=[])
    except Exception as error:
        if hasattr(error, "format_message"):  # typer's own: wrong usage
            raise NotLentError from error
        raise
    return done if isinstance(done, int) else 0


@cache
def _commands() -> Callable[..., Any]:
    """Return the commands that the table holds, which was filled when this process began."""
    app = typer.Typer()
    add_verbs(app)
    return typer.main.get_command(app)
