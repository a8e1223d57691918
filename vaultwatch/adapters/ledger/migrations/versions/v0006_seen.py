"""When a note's size and times were taken: those of the last moments before prove nothing.

Revision 0006.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; 0 trusts no time, so that each note is read once more."""
    op.add_column(
        "notes", sa.Column("seen_ns", sa.Integer, nullable=False, server_default=sa.text("0"))
    )
