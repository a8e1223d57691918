"""The part of the ledger that knows what agents propose; what became of it their findings tell."""

from dataclasses import asdict
from typing import Final

from sqlalchemy import delete, select
from sqlalchemy.dialects.sqlite import insert

from vaultwatch.adapters.ledger.codec import time_text, to_time
from vaultwatch.adapters.ledger.connection import Connected
from vaultwatch.adapters.ledger.rows import ProposalRow
from vaultwatch.adapters.ledger.tables import PROPOSALS

MOST_PROPOSALS: Final = 3
"""Kept of one memory and program, the newest: none floods a person. Chosen by hand."""


class ProposalsStore(Connected):
    """The part of the ledger that knows what is proposed."""

    def put_proposal(self, proposal: ProposalRow) -> None:
        """Keep a proposal, the same again once; of a memory a program's newest three stay."""
        values = {**asdict(proposal), "at": time_text(proposal.at)}
        of_memory = (PROPOSALS.c.memory_id == proposal.memory_id) & (
            PROPOSALS.c.agent == proposal.agent
        )
        newest = (
            select(PROPOSALS.c.id)
            .where(of_memory)
            .order_by(PROPOSALS.c.at.desc(), PROPOSALS.c.id)
            .limit(MOST_PROPOSALS)
        )
        with self._write() as connection:
            connection.execute(insert(PROPOSALS).on_conflict_do_nothing(), values)
            connection.execute(delete(PROPOSALS).where(of_memory, PROPOSALS.c.id.not_in(newest)))

    def proposals(self) -> list[ProposalRow]:
        """Return every proposal, the newest first."""
        query = select(PROPOSALS).order_by(PROPOSALS.c.at.desc(), PROPOSALS.c.id)
        with self._read() as connection:
            return [
                ProposalRow(
                    row.id,
                    row.verb,
                    row.memory_id,
                    row.against,
                    row.belief,
                    row.value,
                    row.other,
                    row.agent,
                    to_time(row.at),
                )
                for row in connection.execute(query)
            ]
