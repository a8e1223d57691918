"""Options that many commands share, worded once, and the question that `--yes` spares."""

import signal
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Iterator

VaultArgument = Annotated[
    Path | None,
    typer.Argument(
        metavar="VAULT",
        help="The vault's folder. Default: --vault, VAULTWATCH_VAULT, or the nearest parent.",
        show_default=False,
    ),
]
VaultOption = Annotated[
    Path | None,
    typer.Option("--vault", help="The vault's folder.", show_default=False, metavar="FOLDER"),
]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]
DryRunOption = Annotated[bool, typer.Option("--dry-run", help="Show what would be; write nothing.")]
WhyOption = Annotated[
    str, typer.Option("--why", help="Your reason; kept with the finding.", show_default=False)
]
AllowEmptyOption = Annotated[
    bool, typer.Option("--allow-empty", help="Let an empty vault empty the index.")
]
YesOption = Annotated[bool, typer.Option("--yes", "-y", help="Ask nothing.")]


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
    typer.Option(
        "--as-of",
        metavar="DATE",
        help="What was believed then: 2026-03-31, March, last week.",
        show_default=False,
    ),
]
ValidAtOption = Annotated[
    str | None,
    typer.Option(
        "--valid-at",
        metavar="DATE",
        help="Only what was true then: 2021-06-01, June 2021, 2021.",
        show_default=False,
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
