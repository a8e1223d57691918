"""What each baseline is worth: whether its note supported the belief, was silent, or denied it.

Revision 0010.
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; the next look fills it."""
    with op.batch_alter_table("baselines") as table:
        table.add_column(sa.Column("grounding", sa.Text))
