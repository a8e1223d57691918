"""What readers said of pairs in doubt.

Revision 0021.
"""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table: a row for each pair that was handed out."""
    words = ("batch", "reader", "memory_id", "note", "belief_digest", "passage", "at", "said")
    op.create_table(
        "readings",
        sa.Column("id", sa.Text, primary_key=True),
        *(sa.Column(name, sa.Text, nullable=False) for name in words),
        sa.Column("line", sa.Integer, nullable=False),
        sa.Column("quote", sa.Text, nullable=False),
        sa.Column("truth", sa.Text, nullable=False),
        sa.Column("is_test", sa.Integer, nullable=False),
        sa.Column("is_own", sa.Integer, nullable=False),
        sa.Column("shown", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_index("reading_of_memory", "readings", ["memory_id"])
