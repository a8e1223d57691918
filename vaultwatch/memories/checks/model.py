"""What a check is, what was seen, and what comes of it.

Pure. `found` and `written` make checks, `adapters.reality` looks, `judging` decides.
"""

from dataclasses import dataclass
from hashlib import blake2b
from typing import Final, Literal, TypeAlias

CheckKind: TypeAlias = Literal[
    "path",
    "file",
    "folder",
    "contains",
    "value",
    "symbol",
    "runtime",
    "script",
    "command",
    "package",
    "remote",
    "branch",
    "tracked",
    "changed",
    "host",
    "os",
    "env",
    "port",
    "digest",
    "url",
]
PLACES: Final[frozenset[CheckKind]] = frozenset({"path", "file", "folder"})
PASSING: Final[frozenset[CheckKind]] = frozenset({"command", "env", "port", "url"})
"""What comes and goes, and differs by who looks."""
HIGHEST_PORT: Final = 65_535
COST: Final[dict[CheckKind, float]] = {"command": 1.0, "url": 50.0}
"""What a check costs; 0.1 for what is asked of this machine alone: 0.1 to 20 ms, where to ask a
program for its version takes 2 to 120."""
LOCAL_COST: Final = 0.1
LookOutcome: TypeAlias = Literal["passes", "contradicts", "never_there", "cannot_tell"]
"""`never_there`: a path that is not there, and that git's history does not know: a slip, or meant
otherwise. It is told, below what contradicts."""
CheckOrigin: TypeAlias = Literal["property", "named", "suggested"]
"""Who asks for it: a property of the note, words that name the thing exactly, a rule that reads it
out of the words and may be wrong."""


@dataclass(frozen=True, slots=True)
class MachineCheck:
    """One thing that a memory says and that can be looked up."""

    kind: CheckKind
    place: str
    """A path as it is written, `~` and relative ones too; a name where the kind has no path."""
    key: str = ""
    """What is looked up in it: `project.requires-python`, `npm:build`, a package."""
    says: str = ""
    """The value that the memory gives; empty where it says only that something is there."""
    origin: CheckOrigin = "property"
    words: str = ""
    """The words it was read from."""
    base: str = ""
    """The folder that a relative place is meant in; empty where nobody knows."""
    is_aside: bool = False
    """Whether it is said below a heading of what was, as a warning, or of what a run makes: then
    it may go without the words being wrong."""

    @property
    def cost(self) -> float:
        """What it costs to look: 0.1 on this machine, 1 by a program, 50 over the network."""
        return COST.get(self.kind, LOCAL_COST)


def check_id(owner: str, check: MachineCheck) -> str:
    """Return the id of a check of a memory: the same words about the same thing keep it."""
    said = (
        f"{owner}\x00{check.kind}\x00{check.base}\x00{check.place}\x00{check.key}\x00{check.says}"
    )
    return f"chk_{blake2b(said.encode('utf-8', 'surrogatepass'), digest_size=5).hexdigest()}"


@dataclass(frozen=True, slots=True)
class Sighting:
    """What stands there."""

    state: Literal["there", "gone", "never", "unknown"]
    """`never`: not there, and not known to the history of its repository."""
    value: str = ""
    """What is there instead, or its value; secrets masked."""
    why: str = ""
    """Why it is gone, or why nothing can be told; it says nothing of what stands in a file."""
    is_open: bool = False
    """Whether what git keeps, and no secret, says the value: else nobody is told it."""
    is_away: bool = False
    """Whether nothing is there, and no history tells if anything ever was."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What comes of a check."""

    outcome: LookOutcome
    said: str
    """What the memory says, in words."""
    found: str
    """What is there, in words; of `cannot_tell` why."""
