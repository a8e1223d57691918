"""What a person said of checks and of memories, and in which folder an agent was handed them.

Revision 0018.
"""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns, empty for what is there, and make the table."""
    with op.batch_alter_table("checks") as table:
        table.add_column(sa.Column("refused_at", sa.Text))
    with op.batch_alter_table("accesses") as table:
        table.add_column(sa.Column("place", sa.Text))
    op.create_table(
        "confirmed",
        sa.Column("memory_id", sa.Text, primary_key=True),
        sa.Column("belief_digest", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sqlite_strict=True,
    )
