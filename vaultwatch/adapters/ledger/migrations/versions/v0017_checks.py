"""What memories say about the machine, and what was seen of it.

Revision 0017.
"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "checks",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("memory_id", sa.Text, nullable=False),
        sa.Column("belief_digest", sa.Text, nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("origin", sa.Text, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("is_accepted", sa.Integer, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("said", sa.Text, nullable=False),
        sa.Column("found", sa.Text, nullable=False),
        sa.Column("looked_at", sa.Text, nullable=False),
        sa.Column("verified_at", sa.Text),
        sa.Column("verified_by", sa.Text, nullable=False),
        sa.Column("contradictions", sa.Integer, nullable=False),
        sqlite_strict=True,
    )
    op.create_index("check_of_memory", "checks", ["memory_id"])
    op.create_table(
        "check_reads",
        sa.Column("memory_id", sa.Text, primary_key=True),
        sa.Column("digest", sa.Text, nullable=False),
        sqlite_strict=True,
    )
