"""Claims meet by the names that an eye reads: what was told apart before may be one.

Revision 0011.
"""

import sqlalchemy as sa
from alembic import op

from vaultwatch.adapters.ledger.codec import fit, to_facts
from vaultwatch.memories.claims import claim_key

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Compute the keys anew, of those alone that have one."""
    key_anew(op.get_bind())


def key_anew(connection: sa.Connection) -> None:
    """Give each memory that carries a claim the key that claims of its kind have now."""
    rows = connection.execute(sa.text("SELECT id, facts FROM memories WHERE claim_key != ''")).all()
    put = sa.text("UPDATE memories SET claim_key = :key WHERE id = :id")
    for id_, facts in rows:
        claim = to_facts(facts).claim
        if claim is not None:
            connection.execute(put, {"key": fit(claim_key(claim)), "id": id_})
