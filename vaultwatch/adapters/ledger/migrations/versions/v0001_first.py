"""The first tables.

Revision 0001.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    _make_notes()
    _make_memories()
    _make_comparisons()
    _make_findings()
    _make_records()


def _make_notes() -> None:
    op.create_table(
        "notes",
        sa.Column("path", sa.Text, primary_key=True),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("size_bytes", sa.Integer, nullable=False),
        sa.Column("mtime_ns", sa.Integer, nullable=False),
        sa.Column("indexed_digest", sa.Text),
        sa.Column("model_id", sa.Text),
        sa.Column("is_memory", sa.Integer, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "outlines",
        sa.Column(
            "path", sa.Text, sa.ForeignKey("notes.path", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("outline", sa.Text, nullable=False),
        sqlite_strict=True,
    )


def _make_memories() -> None:
    op.create_table(
        "memories",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("path", sa.Text, nullable=False),
        sa.Column("belief_digest", sa.Text, nullable=False),
        sa.Column("first_seen", sa.Text, nullable=False),
        sa.Column("belief", sa.Text, nullable=False),
        sa.Column(
            "state",
            sa.Text,
            sa.CheckConstraint("state IN ('present', 'forgotten')"),
            nullable=False,
        ),
        sa.Column("created", sa.Text),
        sqlite_strict=True,
    )
    op.create_table(
        "snapshots",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("statements", sa.LargeBinary, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "baselines",
        sa.Column("memory_id", sa.Text, primary_key=True),
        sa.Column("note", sa.Text, primary_key=True),
        sa.Column(
            "origin",
            sa.Text,
            sa.CheckConstraint("origin IN ('written', 'adopted')"),
            nullable=False,
        ),
        sa.Column("taken_at", sa.Text, nullable=False),
        sa.Column("belief_digest", sa.Text, nullable=False),
        sa.Column("snapshot", sa.Text, sa.ForeignKey("snapshots.digest"), nullable=False),
        sa.Column("note_digest", sa.Text, nullable=False),
        sa.Column("supports", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_index("ix_baselines_snapshot", "baselines", ["snapshot"])


def _make_comparisons() -> None:
    op.create_table(
        "comparisons",
        sa.Column("memory_id", sa.Text, primary_key=True),
        sa.Column("note", sa.Text, primary_key=True),
        sa.Column("inputs", sa.Text, nullable=False),
        sa.Column("mode", sa.Text, nullable=False),
        sa.Column("score", sa.REAL, nullable=False),
        sa.Column("drifted", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text),
        sa.Column("change", sa.Text),
        sa.Column("section", sa.Text, nullable=False),
        sa.Column("before", sa.Text),
        sa.Column("after", sa.Text),
        sa.Column("reasons", sa.Text, nullable=False),
        sa.Column("passage", sa.Text, nullable=False),
        sqlite_strict=True,
    )


def _make_findings() -> None:
    op.create_table(
        "findings",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("memory_id", sa.Text),
        sa.Column("note", sa.Text),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("change", sa.Text),
        sa.Column("mode", sa.Text, nullable=False),
        sa.Column("section", sa.Text, nullable=False),
        sa.Column("score", sa.REAL, nullable=False),
        sa.Column("top_score", sa.REAL, nullable=False),
        sa.Column("before", sa.Text),
        sa.Column("after", sa.Text),
        sa.Column("reasons", sa.Text, nullable=False),
        sa.Column("passage", sa.Text, nullable=False),
        sa.Column(
            "status",
            sa.Text,
            sa.CheckConstraint("status IN ('open', 'acknowledged', 'resolved', 'dismissed')"),
            nullable=False,
        ),
        sa.Column("first_seen", sa.Text, nullable=False),
        sa.Column("last_seen", sa.Text, nullable=False),
        sa.Column("closed_at", sa.Text),
        sa.Column("why", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_index(
        "one_live_finding",
        "findings",
        [sa.text("coalesce(memory_id, '')"), sa.text("coalesce(note, '')"), "kind"],
        unique=True,
        sqlite_where=sa.text("status IN ('open', 'acknowledged')"),
    )


def _make_records() -> None:
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("verb", sa.Text, nullable=False),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "facts",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_index("ix_audit_subject", "audit", ["subject"])
