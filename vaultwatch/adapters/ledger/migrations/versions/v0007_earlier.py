"""What a memory rested on before its belief changed: should the belief come back, so does that.

Revision 0007.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; beliefs that changed before this left nothing to go back to."""
    op.create_table(
        "earlier_baselines",
        sa.Column("memory_id", sa.Text, primary_key=True),
        sa.Column("note", sa.Text, primary_key=True),
        sa.Column("origin", sa.Text, nullable=False),
        sa.Column("taken_at", sa.Text, nullable=False),
        sa.Column("belief_digest", sa.Text, nullable=False),
        sa.Column("snapshot", sa.Text, sa.ForeignKey("snapshots.digest"), nullable=False),
        sa.Column("note_digest", sa.Text, nullable=False),
        sa.Column("supports", sa.Text, nullable=False),
        sqlite_strict=True,
    )
