"""What memories said before, and how they stood.

Revision 0014.
"""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; what memories said before today was not kept."""
    op.create_table(
        "earlier_wordings",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("memory_id", sa.Text, nullable=False),
        sa.Column("until", sa.Text, nullable=False),
        sa.Column("belief_digest", sa.Text, nullable=False),
        sa.Column("belief", sa.Text, nullable=False),
        sa.Column("facts", sa.Text, nullable=False),
        sa.Column("updated", sa.Text),
        sqlite_strict=True,
    )
    op.create_index("wording_of_memory", "earlier_wordings", ["memory_id", "until"])
    since = sa.text("INSERT INTO facts SELECT 'wordings_since', :now FROM memories LIMIT 1")
    op.get_bind().execute(since, {"now": datetime.now(UTC).isoformat()})
