"""The second passage that may settle a finding.

Revision 0004.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; the next scan, by other rules, fills them for what stands."""
    for table in ("comparisons", "findings"):
        op.add_column(table, sa.Column("also", sa.Text))
