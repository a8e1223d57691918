"""Options that many commands share, worded once, and the question that `--yes` spares."""

import signal
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Iterator


def option(name: str, told: str, *more: str, **how: Any) -> Any:  # noqa: ANN401 -- as typer has it
    """Return an option by its name, its help and further names; `how` is whatever typer takes."""
    return typer.Option(name, *more, help=told, **how)


def quiet_option(name: str, told: str, **how: Any) -> Any:  # noqa: ANN401 -- as typer has it
    """Return the same with no word of its default."""
    return option(name, told, show_default=False, **how)


def argument(told: str, **how: Any) -> Any:  # noqa: ANN401 -- as typer has it
    """Return an argument by its help."""
    return typer.Argument(help=told, **how)


def quiet_argument(told: str, **how: Any) -> Any:  # noqa: ANN401 -- as typer has it
    """Return the same with no word of its default."""
    return argument(told, show_default=False, **how)


VaultArgument = Annotated[
    Path | None,
    quiet_argument(
        "The vault's folder. Default: --vault, VAULTWATCH_VAULT, or the nearest parent.",
        metavar="VAULT",
    ),
]
VaultOption = Annotated[
    Path | None, quiet_option("--vault", "The vault's folder.", metavar="FOLDER")
]
JsonOption = Annotated[bool, option("--json", "One JSON object a line.")]
DryRunOption = Annotated[bool, option("--dry-run", "Show what would be; write nothing.")]
WhyOption = Annotated[str, quiet_option("--why", "Your reason; kept with the finding.")]
AllowEmptyOption = Annotated[bool, option("--allow-empty", "Let an empty vault empty the index.")]
YesOption = Annotated[bool, option("--yes", "Ask nothing.", "-y")]


def agrees(question: str = "Go on?", *, default: bool = True) -> bool:
    """Ask on a terminal.

    Raises:
        WrongUsageError: nobody is there to answer.
    """
    from vaultwatch.errors import WrongUsageError

    if not sys.stdin.isatty():
        raise WrongUsageError(
            "Nothing was done: the input is not a terminal, so nobody can be asked.",
            hint="Add --yes to go on without a question.",
        )
    return typer.confirm(question, default=default, err=True)


AsOfOption = Annotated[
    str | None,
    quiet_option(
        "--as-of", "What was believed then: 2026-03-31, March, last week.", metavar="DATE"
    ),
]
ValidAtOption = Annotated[
    str | None,
    quiet_option(
        "--valid-at", "Only what was true then: 2021-06-01, June 2021, 2021.", metavar="DATE"
    ),
]


ENDED = 143
"""What a shell expects of a program that was told to end: 128 + SIGTERM."""


@contextmanager
def ending_well() -> "Iterator[None]":
    """Take away what must not stay where this process is told to end, as where it fails."""
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(ENDED))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
