"""From where a baseline followed its note: should a note stand there again, it goes back.

Revision 0008.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; where notes were followed before this is not told."""
    op.add_column("baselines", sa.Column("followed_from", sa.Text))
