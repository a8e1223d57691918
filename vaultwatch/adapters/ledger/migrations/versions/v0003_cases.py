"""What a reader's word made of findings; the suggested wording and the explanation of each.

Revision 0003.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table and add the columns; the next scan fills them for findings that stand."""
    op.create_table(
        "cases",
        sa.Column("finding", sa.Text, primary_key=True),
        sa.Column("memory_id", sa.Text, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("mode", sa.Text, nullable=False),
        sa.Column("score", sa.REAL, nullable=False),
        sa.Column("version", sa.Text, nullable=False),
        sa.Column(
            "label", sa.Text, sa.CheckConstraint("label IN ('current', 'drifted')"), nullable=False
        ),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("belief", sa.Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_index("ix_cases_note", "cases", ["note"])
    op.add_column("findings", sa.Column("repair", sa.Text))
    op.add_column(
        "findings", sa.Column("explained", sa.Text, nullable=False, server_default=sa.text("'[]'"))
    )
    op.add_column(
        "findings", sa.Column("note_digest", sa.Text, nullable=False, server_default=sa.text("''"))
    )
