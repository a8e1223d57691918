"""The table of what can be asked at a shell: commands, manual page and docs are made of it.

The modules of `doors/cli` fill it with `verb`: a name, a function whose parameters are the
arguments, and how its result is told. `doors.cli.tree` makes the commands and does what all share.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

Opens: TypeAlias = Literal["", "read", "rehearse", "ask", "write", "deed"]
"""How the vault is opened: not at all, to read, as a rehearsal, to answer from what stands on disk
now, to write, or for one deed and the look it owes. What writes takes `--dry-run`."""
TakesVault: TypeAlias = Literal["", "option", "word"]
"""How the vault is named: not at all, by `--vault` alone, or as a word too."""

TOP: Final[Mapping[str, tuple[str, ...]]] = {
    "Begin": ("try", "init", "status", "doctor", "undo"),
    "Watch": ("run", "scan", "findings", "review"),
    "Remember": ("memory", "recall", "context"),
    "Work with others": ("mcp", "serve", "stores", "setup"),
}
"""What `vaultwatch --help` shows, in its order."""
GROUPS: Final[Mapping[str, str]] = {
    "index": "Embed the vectors of the index in bulk, save them elsewhere, take them in there.",
    "ledger": "Where is kept what happened: a file, or a PostgreSQL database.",
    "memory": "Write and read memories, and the notes that they rest on.",
    "setup": "Put it to work beside other programs, and what is rarely needed.",
    "stores": "Memory files of other agents' tools: find, name and read them.",
    "memory procedures": "Procedures: what to do when, and how it went.",
    "setup hooks": "Have agents' clients call vaultwatch when a session begins, goes on and ends.",
    "setup models": "Get and list models.",
    "setup palette": "Put commands into Obsidian's palette.",
    "setup reader": "Have a model that you already use read what is in doubt.",
    "setup schemas": "Show the rules by which claims are decided.",
    "setup service": "Let vaultwatch run in the background, as a systemd service of your own.",
}
"""What stands above verbs and is none itself."""


@dataclass(slots=True)
class Verb:
    """One thing that can be asked."""

    name: str
    act: Callable[..., Any]
    """Does it. Its docstring is the help, its parameters are the arguments; of these `ws` is the
    open vault, `vault` its folder, `given` what was typed for it, `dry_run` and `json_` the
    options."""
    opens: Opens
    vault: TakesVault
    none: str
    """Said where nothing is listed; empty for what does not list."""
    row: Callable[[Any], object] | None
    """Makes a row of JSON of a result, or of each thing that is listed."""
    exits: Callable[[Any], int] | None
    """The exit status, where the result decides it."""
    rehearsed_by: str
    """An option that writes as little as `--dry-run`."""
    shows_progress: bool
    tell: Callable[[Any, "Asked"], None] | None = None

    def told(self, tell: Callable[[Any, "Asked"], None]) -> Callable[[Any, "Asked"], None]:
        """Take the function that prints the result for a person; without it `act` prints."""
        self.tell = tell
        return tell


@dataclass(frozen=True, slots=True)
class Asked:
    """How something was asked."""

    dry_run: bool
    given: Mapping[str, Any]

    def did(self, would: str, done: str) -> str:
        """Return the words that fit: what would be, or what was."""
        return would if self.dry_run else done


VERBS: Final[dict[str, Verb]] = {}


def verb(  # noqa: PLR0913 -- each has a default and a name
    name: str,
    opens: Opens = "",
    *,
    vault: TakesVault = "option",
    none: str = "",
    row: Callable[[Any], object] | None = None,
    exits: Callable[[Any], int] | None = None,
    rehearsed_by: str = "",
    shows_progress: bool = False,
) -> Callable[[Callable[..., Any]], Verb]:
    """Put a function into the table; see `Verb` for what each argument means."""

    def take(act: Callable[..., Any]) -> Verb:
        VERBS[name] = Verb(name, act, opens, vault, none, row, exits, rehearsed_by, shows_progress)
        return VERBS[name]

    return take
