"""The ledger's tables as they stand now; `making` tells how older ones get there."""

from typing import TYPE_CHECKING

from sqlalchemy import (
    REAL,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    func,
    text,
)
from sqlalchemy.types import TypeDecorator

from vaultwatch.adapters.ledger.codec import MARK, fit, unfit

if TYPE_CHECKING:
    from sqlalchemy.engine import Dialect


class TextColumn(TypeDecorator[str]):
    """Text of any origin: what UTF-8 cannot hold comes back as it was."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: "Dialect") -> str | None:
        """Return the text as it is held."""
        del dialect
        return None if value is None else fit(value)

    def process_result_value(self, value: str | None, dialect: "Dialect") -> str | None:
        """Return the text as it was given."""
        del dialect
        if value is None or (type(value) is str and MARK not in value):
            return value  # two thousand a question: nearly none was refitted
        return unfit(value)


META = MetaData()

NOTES = Table(
    "notes",
    META,
    Column("path", TextColumn, primary_key=True),
    Column("digest", Text, nullable=False),
    Column("size_bytes", Integer, nullable=False),
    Column("mtime_ns", Integer, nullable=False),
    Column("indexed_digest", Text),
    Column("model_id", TextColumn),
    Column("is_memory", Integer, nullable=False),
    Column("seen_ns", Integer, nullable=False, server_default=text("0")),
    sqlite_strict=True,
)

OUTLINES = Table(
    "outlines",  # apart from the notes: a look at every note must not wade through these
    META,
    Column("path", TextColumn, ForeignKey("notes.path", ondelete="CASCADE"), primary_key=True),
    Column("outline", Text, nullable=False),
    Column("serial", Integer, nullable=False, server_default=text("0"), index=True),
    sqlite_strict=True,
)

MEMORIES = Table(
    "memories",
    META,
    Column("id", TextColumn, primary_key=True),
    Column("path", TextColumn, nullable=False),
    Column("belief_digest", TextColumn, nullable=False),
    Column("first_seen", Text, nullable=False),
    Column("belief", TextColumn, nullable=False),
    Column("state", Text, CheckConstraint("state IN ('present', 'forgotten')"), nullable=False),
    Column("created", Text),
    Column("gist", Text, nullable=False, server_default=text("''")),
    Column("claim_key", TextColumn, nullable=False, server_default=text("''")),
    Column("status", Text, nullable=False, server_default=text("''")),
    Column("facts", Text, nullable=False, server_default=text("''")),
    Column("updated", Text),
    sqlite_strict=True,
)

for _name, _column in (
    ("memory_at_path", MEMORIES.c.path),
    ("memory_of_digest", MEMORIES.c.belief_digest),
    ("memory_of_gist", MEMORIES.c.gist),
    ("memory_of_claim", MEMORIES.c.claim_key),
    ("memory_of_time", MEMORIES.c.created),
):
    Index(_name, _column)

EARLIER_WORDINGS = Table(
    "earlier_wordings",
    META,
    Column("id", Integer, primary_key=True),
    Column("memory_id", TextColumn, nullable=False),
    Column("until", Text, nullable=False),
    Column("belief_digest", TextColumn, nullable=False),
    Column("belief", TextColumn, nullable=False),
    Column("facts", Text, nullable=False),
    Column("updated", Text),
    sqlite_strict=True,
)
"""What memories said, and how they stood, until they were changed."""
Index("wording_of_memory", EARLIER_WORDINGS.c.memory_id, EARLIER_WORDINGS.c.until)

SNAPSHOTS = Table(
    "snapshots",
    META,
    Column("digest", Text, primary_key=True),
    Column("statements", LargeBinary, nullable=False),
    sqlite_strict=True,
)

BASELINES = Table(
    "baselines",
    META,
    Column("memory_id", TextColumn, primary_key=True),
    Column("note", TextColumn, primary_key=True),
    Column("origin", Text, CheckConstraint("origin IN ('written', 'adopted')"), nullable=False),
    Column("taken_at", Text, nullable=False),
    Column("belief_digest", TextColumn, nullable=False),
    Column("snapshot", Text, ForeignKey("snapshots.digest"), nullable=False, index=True),
    Column("note_digest", Text, nullable=False),
    Column("supports", Text, nullable=False),
    Column("followed_from", TextColumn),
    Column("grounding", Text),
    sqlite_strict=True,
)

EARLIER_BASELINES = Table(
    "earlier_baselines",
    META,
    Column("memory_id", TextColumn, primary_key=True),
    Column("note", TextColumn, primary_key=True),
    Column("origin", Text, nullable=False),
    Column("taken_at", Text, nullable=False),
    Column("belief_digest", TextColumn, nullable=False),
    Column("snapshot", Text, ForeignKey("snapshots.digest"), nullable=False),
    Column("note_digest", Text, nullable=False),
    Column("supports", Text, nullable=False),
    sqlite_strict=True,
)
"""Of each pair the baseline of the belief that the memory held before: one step back, no more."""

COMPARISONS = Table(
    "comparisons",
    META,
    Column("memory_id", TextColumn, primary_key=True),
    Column("note", TextColumn, primary_key=True),
    Column("inputs", TextColumn, nullable=False),
    Column("mode", Text, nullable=False),
    Column("score", REAL, nullable=False),
    Column("kind", Text),
    Column("change", Text),
    Column("section", Text, nullable=False),
    Column("before", Text),
    Column("after", Text),
    Column("reasons", Text, nullable=False),
    Column("passage", TextColumn, nullable=False),
    Column("also", Text),
    Column("unopposed", Text),
    Column("outcome", Text, nullable=False, server_default=text("'holds'")),
    Column("proof", Text, nullable=False, server_default=text("''")),
    sqlite_strict=True,
)

FINDINGS = Table(
    "findings",
    META,
    Column("id", TextColumn, primary_key=True),
    Column("memory_id", TextColumn),
    Column("note", TextColumn),
    Column("kind", Text, nullable=False),
    Column("change", Text),
    Column("mode", Text, nullable=False),
    Column("section", Text, nullable=False),
    Column("score", REAL, nullable=False),
    Column("top_score", REAL, nullable=False),
    Column("before", Text),
    Column("after", Text),
    Column("reasons", Text, nullable=False),
    Column("passage", TextColumn, nullable=False),
    Column(
        "status",
        Text,
        CheckConstraint("status IN ('open', 'acknowledged', 'resolved', 'dismissed')"),
        nullable=False,
    ),
    Column("first_seen", Text, nullable=False),
    Column("last_seen", Text, nullable=False),
    Column("closed_at", Text),
    Column("why", TextColumn, nullable=False),
    Column("remark", TextColumn, nullable=False, server_default=text("''")),
    Column("repair", Text),
    Column("explained", Text, nullable=False, server_default=text("'[]'")),
    Column("note_digest", Text, nullable=False, server_default=text("''")),
    Column("also", Text),
    Column("speakers", Text),
    Column("outcome", Text, nullable=False, server_default=text("'shown'")),
    Column("proof", Text, nullable=False, server_default=text("''")),
    sqlite_strict=True,
)

Index(
    "one_live_finding",
    func.coalesce(FINDINGS.c.memory_id, text("''")),
    func.coalesce(FINDINGS.c.note, text("''")),
    FINDINGS.c.kind,
    unique=True,
    sqlite_where=text("status IN ('open', 'acknowledged')"),
)

CASES = Table(
    "cases",
    META,
    Column("finding", TextColumn, primary_key=True),
    Column("memory_id", TextColumn, nullable=False),
    Column("note", TextColumn, nullable=False, index=True),
    Column("mode", Text, nullable=False),
    Column("score", REAL, nullable=False),
    Column("version", TextColumn, nullable=False),
    Column("label", Text, CheckConstraint("label IN ('current', 'drifted')"), nullable=False),
    Column("at", Text, nullable=False),
    Column("by", TextColumn, nullable=False),
    Column("belief", TextColumn, nullable=False),
    sqlite_strict=True,
)

SIGNALS = Table(
    "signals",
    META,
    Column("id", Integer, primary_key=True),
    Column("memory_id", TextColumn, nullable=False),
    Column("belief_digest", TextColumn, nullable=False),
    Column("source", TextColumn, nullable=False),
    Column("evidence", TextColumn, nullable=False),
    Column("weight", REAL, nullable=False),
    Column("at", Text, nullable=False),
    sqlite_strict=True,
)
Index("signal_of_memory", SIGNALS.c.memory_id)

CHECKS = Table(
    "checks",
    META,
    Column("id", TextColumn, primary_key=True),
    Column("memory_id", TextColumn, nullable=False),
    Column("belief_digest", TextColumn, nullable=False),
    Column("what", TextColumn, nullable=False),
    Column("origin", Text, nullable=False),
    Column("words", TextColumn, nullable=False),
    Column("is_accepted", Integer, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("said", TextColumn, nullable=False),
    Column("found", TextColumn, nullable=False),
    Column("looked_at", Text, nullable=False),
    Column("verified_at", Text),
    Column("verified_by", TextColumn, nullable=False),
    Column("contradictions", Integer, nullable=False),
    Column("refused_at", Text),
    sqlite_strict=True,
)
Index("check_of_memory", CHECKS.c.memory_id)

CHECK_READS = Table(
    "check_reads",
    META,
    Column("memory_id", TextColumn, primary_key=True),
    Column("digest", Text, nullable=False),
    sqlite_strict=True,
)
"""From which words the checks of a memory were read, so that they are read once."""

CONFIRMED = Table(
    "confirmed",
    META,
    Column("memory_id", TextColumn, primary_key=True),
    Column("belief_digest", TextColumn, nullable=False),
    Column("at", Text, nullable=False),
    sqlite_strict=True,
)
"""When a person said last that a memory is true, and what it said then."""

PROPOSALS = Table(
    "proposals",
    META,
    Column("id", TextColumn, primary_key=True),
    Column("verb", Text, nullable=False),
    Column("memory_id", TextColumn, nullable=False),
    Column("against", TextColumn, nullable=False),
    Column("belief", TextColumn),
    Column("value", TextColumn),
    Column("other", TextColumn, nullable=False),
    Column("agent", TextColumn, nullable=False),
    Column("at", Text, nullable=False),
    sqlite_strict=True,
)
Index("proposal_of_memory", PROPOSALS.c.memory_id)

ACCESSES = Table(
    "accesses",
    META,
    Column("id", Integer, primary_key=True),
    Column("memory_id", TextColumn, nullable=False),
    Column("session", TextColumn, nullable=False),
    Column("query", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("helped", Integer),
    Column("place", TextColumn),
    sqlite_strict=True,
)
Index("access_once", ACCESSES.c.memory_id, ACCESSES.c.session, ACCESSES.c.query, unique=True)
Index("access_judged", ACCESSES.c.memory_id, sqlite_where=ACCESSES.c.helped.is_not(None))

READINGS = Table(
    "readings",
    META,
    Column("id", TextColumn, primary_key=True),
    Column("batch", TextColumn, nullable=False),
    Column("reader", TextColumn, nullable=False),
    Column("memory_id", TextColumn, nullable=False),
    Column("note", TextColumn, nullable=False),
    Column("belief_digest", Text, nullable=False),
    Column("passage", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("said", Text, nullable=False),
    Column("line", Integer, nullable=False),
    Column("quote", TextColumn, nullable=False),
    Column("truth", Text, nullable=False),
    Column("is_test", Integer, nullable=False),
    Column("is_own", Integer, nullable=False),
    Column("shown", TextColumn, nullable=False),
    sqlite_strict=True,
)
Index("reading_of_memory", READINGS.c.memory_id)

MISSES = Table(
    "misses",
    META,
    Column("id", Integer, primary_key=True),
    Column("note", TextColumn, nullable=False),
    Column("kind", Text, nullable=False),
    Column("query", TextColumn, nullable=False),
    Column("context", TextColumn, nullable=False),
    Column("distance", REAL, nullable=False),
    Column("at", Text, nullable=False),
    sqlite_strict=True,
)
Index("miss_of_note", MISSES.c.note, MISSES.c.kind)

AUDIT = Table(
    "audit",
    META,
    Column("id", Integer, primary_key=True),
    Column("at", Text, nullable=False),
    Column("verb", TextColumn, nullable=False),
    Column("subject", TextColumn, nullable=False, index=True),
    Column("why", TextColumn, nullable=False),
    sqlite_strict=True,
)

FACTS = Table(
    "facts",
    META,
    Column("name", TextColumn, primary_key=True),
    Column("value", TextColumn, nullable=False),
    sqlite_strict=True,
)

ROW_DIGESTS = Table(
    "row_digests",  # see the module of that name
    META,
    Column("name", Text, primary_key=True),
    Column("digest", Integer, nullable=False),
    sqlite_strict=True,
)
