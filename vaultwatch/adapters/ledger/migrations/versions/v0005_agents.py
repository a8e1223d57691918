"""What a memory's properties say, evidence from outside, and searches that fitted badly.

Revision 0005.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns and tables, and have every memory note read again to fill them."""
    for column in ("gist", "claim_key", "status", "facts"):
        op.add_column("memories", sa.Column(column, sa.Text, nullable=False, server_default=""))
    op.add_column("memories", sa.Column("updated", sa.Text))
    for name, column in (
        ("memory_at_path", "path"),
        ("memory_of_digest", "belief_digest"),
        ("memory_of_gist", "gist"),
        ("memory_of_claim", "claim_key"),
        ("memory_of_time", "created"),
    ):
        op.create_index(name, "memories", [column])
    op.create_table(
        "signals",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("memory_id", sa.Text, nullable=False),
        sa.Column("belief_digest", sa.Text, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("evidence", sa.Text, nullable=False),
        sa.Column("weight", sa.REAL, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_index("signal_of_memory", "signals", ["memory_id"])
    op.create_table(
        "misses",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("query", sa.Text, nullable=False),
        sa.Column("context", sa.Text, nullable=False),
        sa.Column("distance", sa.REAL, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_index("miss_of_note", "misses", ["note", "kind"])
    op.execute("UPDATE notes SET indexed_digest = NULL WHERE is_memory = 1")
