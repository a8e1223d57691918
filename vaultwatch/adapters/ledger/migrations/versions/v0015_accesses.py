"""Which memories were handed to whom, and whether they helped.

Revision 0015.
"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; what was handed out before today was not kept."""
    op.create_table(
        "accesses",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("memory_id", sa.Text, nullable=False),
        sa.Column("session", sa.Text, nullable=False),
        sa.Column("query", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("helped", sa.Integer),
        sqlite_strict=True,
    )
    op.create_index("access_once", "accesses", ["memory_id", "session", "query"], unique=True)
    judged = sa.text("helped IS NOT NULL")
    op.create_index("access_judged", "accesses", ["memory_id"], sqlite_where=judged)
