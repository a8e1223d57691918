"""Which of four outcomes a comparison came to, and what shows it.

Revision 0020.
"""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns: what drifted counts as likely until the next look, which judges it anew."""
    with op.batch_alter_table("comparisons") as table:
        table.add_column(sa.Column("outcome", sa.Text, nullable=False, server_default="holds"))
        table.add_column(sa.Column("proof", sa.Text, nullable=False, server_default=""))
    # No comparison rests on this any more: each is made again.
    op.execute("UPDATE comparisons SET inputs = ''")
    op.execute("UPDATE comparisons SET outcome = 'likely' WHERE drifted")
    op.drop_column("comparisons", "drifted")
    with op.batch_alter_table("findings") as table:
        table.add_column(sa.Column("outcome", sa.Text, nullable=False, server_default="shown"))
        table.add_column(sa.Column("proof", sa.Text, nullable=False, server_default=""))
    op.execute("UPDATE findings SET outcome = 'likely' WHERE kind = 'memory_drift'")
    op.execute("UPDATE findings SET outcome = 'holds' WHERE kind = 'moved'")
