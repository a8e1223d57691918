"""What agents propose to do to memories that a person stands behind.

Revision 0009.
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "proposals",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("verb", sa.Text, nullable=False),
        sa.Column("memory_id", sa.Text, nullable=False),
        sa.Column("against", sa.Text, nullable=False),
        sa.Column("belief", sa.Text),
        sa.Column("value", sa.Text),
        sa.Column("other", sa.Text, nullable=False),
        sa.Column("agent", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_index("proposal_of_memory", "proposals", ["memory_id"])
