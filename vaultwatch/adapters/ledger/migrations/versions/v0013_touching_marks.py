"""Claims meet by names whose marks count where they touch them: `.env` is no `env`.

Revision 0013.
"""

from alembic import op

from vaultwatch.adapters.ledger.migrations.versions.v0011_claim_names import key_anew

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Compute the keys anew."""
    key_anew(op.get_bind())
