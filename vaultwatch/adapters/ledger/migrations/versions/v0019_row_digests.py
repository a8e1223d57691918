"""A digest of the rows of each table; `row_digests` lays it and the triggers that keep it.

Revision 0019.
"""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "row_digests",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("digest", sa.Integer, nullable=False),
        sqlite_strict=True,
    )
