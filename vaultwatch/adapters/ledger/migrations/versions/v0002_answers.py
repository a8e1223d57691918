"""What a person wrote under a finding, and which outlines are news.

Revision 0002.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; outlines that stand already are news to whoever has read none."""
    op.add_column(
        "findings", sa.Column("remark", sa.Text, nullable=False, server_default=sa.text("''"))
    )
    op.add_column(
        "outlines", sa.Column("serial", sa.Integer, nullable=False, server_default=sa.text("0"))
    )
    op.create_index("ix_outlines_serial", "outlines", ["serial"])
    op.execute("UPDATE outlines SET serial = 1")
    op.execute(
        "INSERT INTO facts SELECT 'outline_serial', '1' WHERE EXISTS (SELECT 1 FROM outlines)"
    )
