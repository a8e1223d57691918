"""Print for people and for programs: results to stdout, everything else to stderr."""

import json
import sys
from contextlib import contextmanager
from dataclasses import asdict, is_dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vaultwatch.services.workspace import Progress


def print_json(value: object) -> None:
    """Print one object on one line; datetimes as ISO-8601."""
    shown = asdict(value) if is_dataclass(value) and not isinstance(value, type) else value
    takes_all = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    sys.stdout.write(json.dumps(shown, ensure_ascii=not takes_all, default=_plain) + "\n")


def say(text: str = "", *, style: str = "") -> None:
    """Print a line for a person; markup in the text is shown, not obeyed."""
    from rich.console import Console
    from rich.text import Text

    Console(highlight=False, soft_wrap=True).print(Text(text, style=style))


def say_error(message: str, hint: str = "") -> None:
    """Print what is wrong and the way out to stderr."""
    from rich.console import Console
    from rich.text import Text

    console = Console(stderr=True, highlight=False, soft_wrap=True)
    console.print(Text("Error: ", style="bold red") + Text(message))
    if hint:
        console.print(Text(hint))


def say_step(text: str) -> None:
    """Print what long work is at to stderr, on a terminal alone."""
    if sys.stderr.isatty():
        sys.stderr.write(text + "\n")


@contextmanager
def progress_shown() -> "Iterator[Progress]":
    """Show long work as bars on a terminal, and nothing in a journal."""
    if not sys.stderr.isatty():
        from vaultwatch.services.workspace import no_progress

        yield no_progress
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    tasks: dict[str, int] = {}

    def show(what: str, done: int, total: int) -> None:
        if what not in tasks:
            tasks[what] = bar.add_task(what, total=total)
        bar.update(tasks[what], completed=done, total=total)  # type: ignore[arg-type]  # TaskID is an int

    with bar:
        yield show


def _plain(value: object) -> object:
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, frozenset | set):
        return sorted(value)
    return str(value)
