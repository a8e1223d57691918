"""The ledger's tables as they stand now; `migrations` holds how they came to be."""

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

META = MetaData()

NOTES = Table(
    "notes",
    META,
    Column("path", Text, primary_key=True),
    Column("digest", Text, nullable=False),
    Column("size_bytes", Integer, nullable=False),
    Column("mtime_ns", Integer, nullable=False),
    Column("indexed_digest", Text),
    Column("model_id", Text),
    Column("is_memory", Integer, nullable=False),
    sqlite_strict=True,
)

OUTLINES = Table(
    "outlines",  # apart from the notes: a look at every note must not wade through these
    META,
    Column("path", Text, ForeignKey("notes.path", ondelete="CASCADE"), primary_key=True),
    Column("outline", Text, nullable=False),
    sqlite_strict=True,
)

MEMORIES = Table(
    "memories",
    META,
    Column("id", Text, primary_key=True),
    Column("path", Text, nullable=False),
    Column("belief_digest", Text, nullable=False),
    Column("first_seen", Text, nullable=False),
    Column("belief", Text, nullable=False),
    Column("state", Text, CheckConstraint("state IN ('present', 'forgotten')"), nullable=False),
    Column("created", Text),
    sqlite_strict=True,
)

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
    Column("memory_id", Text, primary_key=True),
    Column("note", Text, primary_key=True),
    Column("origin", Text, CheckConstraint("origin IN ('written', 'adopted')"), nullable=False),
    Column("taken_at", Text, nullable=False),
    Column("belief_digest", Text, nullable=False),
    Column("snapshot", Text, ForeignKey("snapshots.digest"), nullable=False, index=True),
    Column("note_digest", Text, nullable=False),
    Column("supports", Text, nullable=False),
    sqlite_strict=True,
)

COMPARISONS = Table(
    "comparisons",
    META,
    Column("memory_id", Text, primary_key=True),
    Column("note", Text, primary_key=True),
    Column("inputs", Text, nullable=False),
    Column("mode", Text, nullable=False),
    Column("score", REAL, nullable=False),
    Column("drifted", Integer, nullable=False),
    Column("kind", Text),
    Column("change", Text),
    Column("section", Text, nullable=False),
    Column("before", Text),
    Column("after", Text),
    Column("reasons", Text, nullable=False),
    Column("passage", Text, nullable=False),
    sqlite_strict=True,
)

FINDINGS = Table(
    "findings",
    META,
    Column("id", Text, primary_key=True),
    Column("memory_id", Text),
    Column("note", Text),
    Column("kind", Text, nullable=False),
    Column("change", Text),
    Column("mode", Text, nullable=False),
    Column("section", Text, nullable=False),
    Column("score", REAL, nullable=False),
    Column("top_score", REAL, nullable=False),
    Column("before", Text),
    Column("after", Text),
    Column("reasons", Text, nullable=False),
    Column("passage", Text, nullable=False),
    Column(
        "status",
        Text,
        CheckConstraint("status IN ('open', 'acknowledged', 'resolved', 'dismissed')"),
        nullable=False,
    ),
    Column("first_seen", Text, nullable=False),
    Column("last_seen", Text, nullable=False),
    Column("closed_at", Text),
    Column("why", Text, nullable=False),
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

AUDIT = Table(
    "audit",
    META,
    Column("id", Integer, primary_key=True),
    Column("at", Text, nullable=False),
    Column("verb", Text, nullable=False),
    Column("subject", Text, nullable=False, index=True),
    Column("why", Text, nullable=False),
    sqlite_strict=True,
)

FACTS = Table(
    "facts",
    META,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
    sqlite_strict=True,
)
