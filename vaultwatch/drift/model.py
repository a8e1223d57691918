"""What the drift room decides with and about: beliefs, baselines, comparisons, findings.

Pure. Services gather these values, `drift` functions judge them, the ledger keeps them.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, TypeAlias

from vaultwatch.notes.model import NotePath, SectionPath, Statement

FindingKind: TypeAlias = Literal[
    "memory_drift",
    "contradiction",
    "stale",
    "scope_break",
    "ambiguous",
    "duplicate",
    "unverifiable",
    "contradicted_by_check",
    "never_there",
    "memory_external_signal",
    "low_overlap",
    "contextual_mismatch",
    "suspicious",
    "proposal",
    "claimed",
    "moved",
    "unlinked",
]
Change: TypeAlias = Literal[
    "value",
    "exchanged",
    "status",
    "ended",
    "done",
    "reversed",
    "superseded",
    "removed",
    "renamed",
    "broken_link",
    "never_agreed",
    "moved",
]
GroundingOutcome: TypeAlias = Literal["supported", "silent", "denied"]
Origin: TypeAlias = Literal["written", "adopted"]
"""Of a baseline: of the time when the memory was written, or when it was first seen."""
Mode: TypeAlias = Literal["warm", "cold"]
Outcome: TypeAlias = Literal["shown", "judged", "likely", "in_doubt", "holds", "unverified"]
"""What a comparison comes to. `shown`: a proof says that the memory is outdated; `judged`: somebody
who read both does; `likely`: the score alone does; `in_doubt`: what it rests on was touched, and no
more is known; `holds`: nothing speaks against it; `unverified`: nor does its note say it."""
TOLD: Final[frozenset[Outcome]] = frozenset({"shown", "judged", "likely", "holds"})
"""Of findings that say something; `holds` is one whose passage moved. The rest only asks."""
Proof: TypeAlias = Literal[
    "", "value", "stretch", "mark", "ended", "done", "denied", "gone", "word", "reader"
]
"""What shows it: a value that was replaced, one stretch of a sentence exchanged, a mark or property
that changed, an end said in so many words, what was waited for called done, the contrary in else
the same words, a passage that is gone, a person's word, a reader who was right often enough; empty
without one."""
FindingStatus: TypeAlias = Literal["open", "acknowledged", "resolved", "dismissed"]


@dataclass(frozen=True, slots=True)
class Quote:
    """Words of a note, with where they stand."""

    text: str
    line: int
    """1-based."""
    section: SectionPath
    note: NotePath | None = None
    """Where they stand; None for the note that is spoken of."""
    is_replaced: bool = False
    """Of words of then: whether those shown as now took their place, so that the two can be laid
    over each other."""
    stands: bool = False
    """Of words of then: whether they still stand, and those shown as now were added."""


@dataclass(frozen=True, slots=True)
class Support:
    """One statement of a baseline that the memory rests on."""

    index: int
    """Position in the baseline's statements."""
    strength: float
    """0..1, how well it supports the belief."""


@dataclass(frozen=True, slots=True)
class Grounding:
    """What one note says to one belief: what a baseline of it is worth."""

    outcome: GroundingOutcome
    chance: float
    """Of the outcome, 0..1. Set by hand a little under what such outcomes were worth on labelled
    notes; a finding's score."""
    index: int | None
    """Of the statement that decides, or of the one that speaks of the matter and does not say the
    belief; None where none does."""
    said: str = ""
    """The belief's value that is denied, as the belief writes it."""
    instead: str = ""
    """What the note gives in its place; empty where it gives nothing of the kind."""
    clause: str = ""
    """Of a belief of several: the one that is denied."""
    unspoken: tuple[str, ...] = ()
    """Of a belief of several: those that the note does not speak of, though it does of others."""
    marks: tuple[str, ...] = ()
    """Of each fact of the belief, by which it is known once the others change; see `carrying`."""
    is_by_word: bool = False
    """Whether a word that calls the belief true has it supported, beside what the note was found to
    say."""
    stood: str = ""
    """What the line that denies the belief said when it first did; empty where it says so still."""

    @property
    def speaks(self) -> bool:
        """Tell whether the note speaks of the belief's matter, whatever it says of it."""
        return self.outcome != "silent" or self.index is not None


@dataclass(frozen=True, slots=True)
class Baseline:
    """What a cited note said when the memory was written, or was first seen."""

    memory_id: str
    note: NotePath
    origin: Origin
    taken_at: datetime
    belief_digest: str
    """The belief this baseline was taken for; another belief needs another baseline."""
    statements: tuple[Statement, ...]
    supports: tuple[Support, ...]
    note_digest: str
    """SHA-256 of the note's bytes then: follows a note that was renamed."""
    grounding: Grounding | None = None
    """None for one that an older version took, until the next look."""
    followed_from: NotePath | None = None
    """Where the note stood before it was renamed, while no link leads to its new name."""


@dataclass(frozen=True, slots=True)
class DoubtedNote:
    """A note that a link with several answers may mean."""

    path: NotePath
    digest: str
    """SHA-256 of its bytes when it was last seen."""
    is_moved: bool = False
    """Whether it stands elsewhere than when the link had several answers."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """One memory held against one cited note."""

    memory_id: str
    note: NotePath
    mode: Mode
    score: float
    """0..1: the chance that the memory must be changed."""
    outcome: Outcome
    kind: FindingKind | None
    """None where nothing is wrong."""
    change: Change | None
    section: SectionPath
    """The section a reader should look at."""
    before: Quote | None
    after: Quote | None
    reasons: tuple[str, ...]
    """The strongest reasons, in words, strongest first."""
    passage: str
    """Digest of the statements the verdict rests on; a dismissal holds until it changes."""
    also: Quote | None = None
    """Another passage of now that may be the one meant; None where `after` stands out."""
    unopposed: str = ""
    """Digest of the belief and the note of which it is known that no sentence of the one is
    contradicted in the other; empty where one is, or nobody looked."""
    proof: Proof = ""
    """Of what is shown."""

    @property
    def drifted(self) -> bool:
        """Whether the memory is told to be outdated."""
        return self.outcome in {"shown", "judged", "likely"}


@dataclass(frozen=True, slots=True)
class Repair:
    """A memory's own words with what the note replaced replaced in them, for a person to accept."""

    before: str
    """The memory's body as it stands."""
    after: str
    """The body as it would stand."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something a reader should know about a memory or a note."""

    id: str
    """Short and stable: shown to people, accepted by every command."""
    memory_id: str | None
    """None for a finding about a note alone."""
    note: NotePath | None
    kind: FindingKind
    change: Change | None
    mode: Mode
    section: SectionPath
    score: float
    """The latest score, 0..1."""
    top_score: float
    """The strongest score it ever had."""
    before: Quote | None
    after: Quote | None
    reasons: tuple[str, ...]
    passage: str
    status: FindingStatus
    first_seen: datetime
    last_seen: datetime
    closed_at: datetime | None
    """When it was resolved or dismissed."""
    why: str
    """Who closed it and why, in words; empty while open."""
    remark: str = ""
    """What a person wrote under it in the report, secrets masked."""
    repair: Repair | None = None
    """The suggested wording; None where the change is no plain replacement."""
    explained: tuple[str, ...] = ()
    """How the score came about, in sentences; as `scoring.explain.in_short` told it."""
    note_digest: str = ""
    """SHA-256 of the note's bytes when the finding was dismissed: while the note stands so, no
    change of rules opens it again. Empty where it was not."""
    speakers: tuple[NotePath, ...] | None = None
    """Notes that say what the memory says, likeliest first, where its own no longer speaks of it;
    None where it does."""
    also: Quote | None = None
    """Another passage of now that may be the one meant; None where `after` stands out."""
    outcome: Outcome = "shown"
    """As the comparison came out; `shown` where none was made: what is seen is not weighed."""
    proof: Proof = ""
    """Of what is shown."""

    @property
    def is_added(self) -> bool:
        """Whether the words of now came beside those of then, which still stand."""
        return self.before is not None and self.before.stands and self.after is not None

    @property
    def is_sure(self) -> bool:
        """Whether it is sure enough to be flagged on the memory itself."""
        return self.outcome == "shown" or (self.outcome == "judged" and self.proof == "reader")
