"""Everything the report shows, gathered: what `render_report` needs and nothing else.

Pure. `services` fill it from the ledger and the vault. Texts stand here as notes hold them, with
secrets masked; making them harmless is the renderer's work.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from vaultwatch.drift.model import Finding
from vaultwatch.memories.stores.actions import Action, StorePatch
from vaultwatch.notes.model import NotePath, Trouble
from vaultwatch.report.weeks import ToldWeek


@dataclass(frozen=True, slots=True)
class MemoryView:
    """A memory as a reader meets it."""

    path: NotePath
    belief: str
    created: datetime | None = None
    claim: str = ""
    """Subject, predicate and value; empty where it carries no claim."""
    beside: str = ""
    """Its type, tags and evidence, in words."""
    block: str = ""
    """Of one of several in its note: the id of its line."""


@dataclass(frozen=True, slots=True)
class ReportCounts:
    """How much was looked at."""

    notes: int
    memories: int
    comparisons: int
    current: int
    """Comparisons that found the memory still supported."""
    silent: int = 0
    """Memories of which no note that they cite speaks: `status` counts the same."""


@dataclass(frozen=True, slots=True)
class UncitedMemory:
    """A memory that nothing speaks for: it cites nothing, nothing that exists, or that speaks."""

    memory_id: str
    memory: MemoryView
    reason: str
    """A clause in words: `cites no note`, `[[Atlas]] leads nowhere`."""


@dataclass(frozen=True, slots=True)
class TwoReadings:
    """A memory's link that two or more notes answer to, or its path that stands in two places.

    One note alone is where that of a dead link stands now.
    """

    memory_id: str
    said: str
    """As written, brackets included."""
    notes: tuple[NotePath, ...] = ()
    """Of a link."""
    places: tuple[str, ...] = ()
    """Of a path."""


@dataclass(frozen=True, slots=True)
class NoteTrouble:
    """A note that could be read only in part."""

    note: NotePath
    trouble: Trouble


@dataclass(frozen=True, slots=True)
class AnswerOutcome:
    """What became of a person's answer."""

    on: date
    said: str
    """One sentence, with the memory's name."""
    finding: str = ""
    """Block id of what was answered."""
    is_done: bool = True
    """Whether the answer was carried out, and stands."""


@dataclass(frozen=True, slots=True)
class InboxBrief:
    """What waits in the inbox, in short."""

    path: NotePath
    count: int
    newest: tuple[str, ...]
    """What would be kept, of the newest few."""
    is_persons: bool = False
    """Whether a note of the person's has the inbox's name, so that nothing of it stands there."""


@dataclass(frozen=True, slots=True)
class ReadAnswer:
    """What a reader said of a memory in doubt."""

    on: date
    reader: str
    is_outdated: bool
    memory_id: str
    note: NotePath
    line: int
    """1-based, in the note as it stood."""
    quote: str


LEAST_GROUPED = 3
"""Things that wait from one hand, from which on one answer refuses all. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class WaitingGroup:
    """All that waits for a person from one hand."""

    name: str
    """Of the agent; empty for memory files that we did not write."""
    count: int
    """Memories and changes; of files also those that claim to be the person's word."""
    findings: tuple[str, ...]
    """Ids of those that ask about them; the box of the first answers for all."""
    texts: tuple[str, ...]
    """What they say, or would have a memory say."""
    digest: str
    """What a decision rests on; another one needs another decision."""


@dataclass(frozen=True, slots=True)
class StoreOffer:
    """One action of a patch of another agent's store, to be ticked."""

    patch: StorePatch
    action: Action


@dataclass(frozen=True, slots=True)
class PileKept:
    """What upkeep did to the pile of memories that stands now."""

    drawn_on: int = 0
    """Memories that contexts draw on."""
    merged: int = 0
    """Those that stand back behind one that says the same."""
    gathered: int = 0
    """Those that stand back behind one that holds their lines."""
    faded: int = 0
    archived: int = 0
    """Which contexts drew on no more before."""
    tokens_before: int | None = None
    """Of a context of the last month before the first deed; None where too few were given."""
    tokens_since: int | None = None

    @property
    def drawn_on_before(self) -> int:
        """Memories that contexts would draw on had nothing been done."""
        return self.drawn_on + self.merged + self.gathered + self.faded


@dataclass(frozen=True, slots=True)
class ReportView:
    """One state of the vault's memories: the same view renders to the same bytes."""

    findings: tuple[Finding, ...]
    """Open and acknowledged."""
    memories: Mapping[str, MemoryView]
    """By memory id; a finding may name one that is missing here."""
    counts: ReportCounts
    looked_on: date
    uncited: tuple[UncitedMemory, ...] = ()
    unspoken: tuple[UncitedMemory, ...] = ()
    """Memories that cite notes which do not speak of them."""
    unsaid: tuple[MemoryView, ...] = ()
    """Memories that no note which they cite says, though one speaks of their matter."""
    half_spoken: tuple[UncitedMemory, ...] = ()
    """Memories of several clauses that hold, but for one of which no note speaks."""
    ambiguous: tuple[TwoReadings, ...] = ()
    troubles: tuple[NoteTrouble, ...] = ()
    conflicts: tuple[str, ...] = ()
    """Copies that a sync conflict left."""
    doubts: tuple[Finding, ...] = ()
    """In doubt, those that are asked about; the rest is counted."""
    more_doubts: int = 0
    readings: tuple[ReadAnswer, ...] = ()
    """What readers said of late, newest first."""
    recently_closed: tuple[Finding, ...] = ()
    """Newest first."""
    forgotten: Mapping[str, MemoryView] = field(default_factory=dict)
    """Memories that those name and that are put away: named, never linked."""
    notice: str = ""
    """One sentence about the run itself, such as which embedder had to stand in."""
    unknown_flags: tuple[NotePath, ...] = ()
    """Memory notes with flags of ours that no finding on record accounts for."""
    gone_notes: frozenset[NotePath] = field(default_factory=frozenset)
    """Notes that findings name and the vault no longer holds: named, never linked, since a click
    on a link to nothing makes Obsidian create the note."""
    waiting: tuple[WaitingGroup, ...] = ()
    offers: tuple[StoreOffer, ...] = ()
    """Changes of other agents' stores that a tick may have written."""
    inbox: InboxBrief | None = None
    """None where nothing waits there."""
    asked: frozenset[str] = field(default_factory=frozenset)
    """Groups whose box was ticked, and which ask once more."""
    draws_chart: bool = False
    weeks: tuple[ToldWeek, ...] = ()
    """What was told and settled, the last ones."""
    kept_small: PileKept = PileKept()
    outcomes: tuple[AnswerOutcome, ...] = ()
    """What became of a person's answers, newest first."""
    remarks: str = ""
    """What a person wrote into the report, but under no finding; verbatim."""
    properties: str = ""
    """Properties that a person added to the report; verbatim lines of YAML."""

    def said_of(self, anchor: str) -> str:
        """Return what became that day of an answer to a finding, by its block id."""
        mine = (one.said for one in self.outcomes if anchor and one.finding == anchor)
        return next(mine, "") if any(one.on == self.looked_on for one in self.outcomes) else ""

    def memory_of(self, finding: Finding) -> MemoryView | None:
        """Return the memory of a finding; None where none is known."""
        return self.memories.get(finding.memory_id or "")

    def path_of(self, finding: Finding) -> NotePath | None:
        """Return where the memory of a finding stands; None where none is known."""
        memory = self.memory_of(finding)
        return memory.path if memory is not None else None

    def belief_of(self, finding: Finding) -> str:
        """Return what the memory of a finding says; empty where none is known."""
        memory = self.memory_of(finding)
        return memory.belief if memory is not None else ""
