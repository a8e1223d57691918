"""Which comparisons found that nothing in the note contradicts the belief.

Revision 0016.
"""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; it is filled as comparisons are made."""
    with op.batch_alter_table("comparisons") as table:
        table.add_column(sa.Column("unopposed", sa.Text))
