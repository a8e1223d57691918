"""The values that the ledger takes and gives beside those of the pure rooms."""

from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from typing import Final, Literal, NamedTuple, TypeAlias

from vaultwatch.drift.model import Grounding, GroundingOutcome
from vaultwatch.memories.checks.judging import without_commit
from vaultwatch.memories.checks.model import PASSING, LookOutcome, MachineCheck
from vaultwatch.memories.facts import NO_FACTS, Facts
from vaultwatch.notes.model import NoteOutline, NotePath


class NoteStat(NamedTuple):
    """A note as it was last seen, without its outline: a tuple, cheap to read for a whole vault."""

    digest: str
    """SHA-256 of the note's bytes, lower-case hex."""
    size_bytes: int
    mtime_ns: int
    indexed_digest: str | None
    """The digest whose chunks the index holds; None before the first indexing."""
    model_id: str | None
    """The model whose vectors the index holds."""
    is_memory: bool
    seen_ns: int = 0
    """When size and time were taken, in nanoseconds since 1970; 0 trusts no time."""


@dataclass(frozen=True, slots=True)
class NoteRow:
    """A note as it was last seen."""

    path: NotePath
    digest: str
    size_bytes: int
    mtime_ns: int
    indexed_digest: str | None
    model_id: str | None
    outline: NoteOutline
    is_memory: bool
    seen_ns: int = 0
    """See `NoteStat`."""


@dataclass(frozen=True, slots=True)
class MemoryRow:
    """A memory as it was last seen."""

    id: str
    path: NotePath
    belief_digest: str
    first_seen: datetime
    belief: str
    """The text as last seen, secrets masked by the caller."""
    state: Literal["present", "forgotten"]
    created: datetime | None = None
    """When the memory says it was written."""
    updated: datetime | None = None
    """When it says its belief last changed."""
    gist: str = ""
    """Digest of the words that carry meaning; see `likeness.gist_digest`."""
    facts: Facts = NO_FACTS
    """What its properties say."""

    @property
    def known_since(self) -> datetime:
        """When the belief was written, as far as anybody knows."""
        return self.updated or self.created or self.first_seen


@dataclass(frozen=True, slots=True)
class EarlierWording:
    """What a memory said, and how it stood, until it was changed."""

    memory_id: str
    until: datetime
    belief_digest: str
    belief: str
    facts: Facts
    updated: datetime | None
    """When it said that its belief last changed."""


@dataclass(frozen=True, slots=True)
class BaselineHead:
    """A baseline without its statements and supports: cheap to read for a whole vault."""

    origin: Literal["written", "adopted"]
    taken_at: datetime
    belief_digest: str
    note_digest: str
    """SHA-256 of the note's bytes when the baseline was taken."""
    followed_from: NotePath | None = None
    """Where the note stood then; None where it stands there still."""
    grounding: Grounding | None = None
    """What the note said to the belief; None where an older version took it."""

    @property
    def grounded(self) -> GroundingOutcome | None:
        """What the note said in a word."""
        return self.grounding.outcome if self.grounding is not None else None

    @property
    def is_by_word(self) -> bool:
        """Whether a word alone has the belief supported."""
        return self.grounding is not None and self.grounding.is_by_word


@dataclass(frozen=True, slots=True)
class SignalRow:
    """Evidence about a memory that somebody outside handed in."""

    memory_id: str
    belief_digest: str
    """The belief it speaks of; of another one it says nothing."""
    source: str
    evidence: str
    """JSON as it was given, secrets masked."""
    weight: float
    """0..1: how strongly it speaks against the memory."""
    at: datetime


OF_CHECK: Final = "check "
"""How a passage begins that is no note's: what a reader was asked of a check."""
OF_TWO_MEMORIES: Final = "memories "
"""How one does that is of two memories."""
OF_NO_NOTE: Final = (OF_CHECK, OF_TWO_MEMORIES)


@dataclass(frozen=True, slots=True)
class CheckRow:
    """A check of a memory, and what came of it when it was looked at last."""

    id: str
    memory_id: str
    belief_digest: str
    """The belief it was read from."""
    check: MachineCheck
    """Its words with secrets masked."""
    is_accepted: bool
    """Whether a person accepted what was only suggested."""
    outcome: LookOutcome
    said: str
    found: str
    looked_at: datetime
    verified_at: datetime | None
    """When it passed last, a person said that it holds, or the memory was written and git's history
    tells that it held then."""
    verified_by: str
    """`check`, `person` or `git`; empty where nothing ever did."""
    contradictions: int
    """How often another answer than before spoke against the memory."""
    refused_at: datetime | None = None
    """When a person said that it does not count; None where they did not."""

    @property
    def speaks(self) -> bool:
        """Whether what comes of it is told.

        What was read out of words is silent until a person accepts it, or it held once, and what it
        speaks of does not come and go: then they spoke of what was there.
        """
        is_asked = self.is_accepted or self.check.origin == "property"
        is_lasting = self.check.kind not in PASSING and not self.check.is_aside
        has_held = is_lasting and self.verified_at is not None
        return self.refused_at is None and (is_asked or has_held)

    @property
    def is_undecided(self) -> bool:
        """Whether a person may be asked if it counts."""
        return not self.speaks and self.refused_at is None

    @property
    def passage(self) -> str:
        """What a reader's answer to it rests on: the belief, and what was found."""
        rests = "\0".join((self.id, self.belief_digest, without_commit(self.found)))
        return f"{OF_CHECK}{blake2b(rests.encode(), digest_size=16).hexdigest()}"


@dataclass(frozen=True, slots=True)
class ConfirmedRow:
    """A person's word that a memory is true."""

    memory_id: str
    belief_digest: str
    """What it said then."""
    at: datetime


ProposedVerb: TypeAlias = Literal[
    "update", "merge", "forget",
    "fold", "split", "archive", "fade", "refresh", "compress", "promote", "core",
    "distil",
]  # fmt: skip
"""The second row is what upkeep proposes; see `upkeep.proposal.ROW_VERBS`."""


@dataclass(frozen=True, slots=True)
class ProposalRow:
    """What an agent would do to a memory that a person stands behind, or upkeep to any."""

    id: str
    """Made of all that it would do, and to what: the same again is the same proposal."""
    verb: ProposedVerb
    memory_id: str
    against: str
    """Digest of what it was made against; of a memory that says otherwise by now it is void."""
    belief: str | None
    """What the memory would say; None where that stays, or where it would be forgotten."""
    value: str | None
    """Of its claim; None where that stays."""
    other: str
    """The memory that would be merged into it; of upkeep's their ids, one a line."""
    agent: str
    """As it named itself."""
    at: datetime


@dataclass(frozen=True, slots=True)
class AccessRow:
    """One memory that was handed to one session for one question."""

    memory_id: str
    session: str
    """As the server that answered names it; no agent chooses it."""
    query: str
    """Digest of what was asked, never its words; empty where nothing was."""
    at: datetime
    helped: bool | None = None
    """What the session said of it; None where it said nothing."""
    place: str = ""
    """The folder that the session works in; empty where nobody knows."""


@dataclass(frozen=True, slots=True)
class ReadingRow:
    """One pair that was handed to a reader, and what came back."""

    id: str
    """Names the pair in its hand-out."""
    batch: str
    """The hand-out: one call, or one session's."""
    reader: str
    """Whom it was handed to, as a person knows it: `claude`."""
    memory_id: str
    """Empty where the answer was known and a line of the note stood in place of a memory."""
    note: NotePath
    belief_digest: str
    """Of the memory, or of that line."""
    passage: str
    """Of the comparison: an answer counts until it changes."""
    at: datetime
    said: Literal["", "holds", "outdated", "unsure", "void"] = ""
    """Empty while it waits; `void` where the hand-out's test failed."""
    line: int = 0
    quote: str = ""
    truth: Literal["", "holds", "outdated"] = ""
    """What is known to be so: of a test from the first, else by what a person ticked."""
    is_test: bool = False
    """Whether the answer was known before."""
    is_own: bool = False
    """Whether the reader wrote the memory itself."""
    shown: str = ""
    """JSON of the belief and the note's lines as handed out; empty once it is answered."""


@dataclass(frozen=True, slots=True)
class MissRow:
    """One search whose answer fitted badly."""

    note: NotePath
    kind: Literal["low_overlap", "contextual_mismatch"]
    query: str
    context: str
    """The folder that was asked for; empty where none was."""
    distance: float
    """1 - cosine of query and passage."""
    at: datetime


@dataclass(frozen=True, slots=True)
class AuditRow:
    """One thing that was done."""

    at: datetime
    verb: str
    subject: str
    why: str
