"""Which notes say what a memory says, where its own no longer speaks of it.

Revision 0012.
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; it is filled as findings are made or change."""
    with op.batch_alter_table("findings") as table:
        table.add_column(sa.Column("speakers", sa.Text))
