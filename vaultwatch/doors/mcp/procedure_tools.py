"""Tools on procedures: say how one went, propose one.

Services are imported when a tool is called first: the client is answered before.
"""

from mcp.server.mcpserver import MCPServer
from pydantic import BaseModel

from vaultwatch.doors.mcp import arguments as args
from vaultwatch.doors.mcp import rows, shapes
from vaultwatch.doors.mcp.answering import ADDS, tool
from vaultwatch.doors.mcp.desk import Desk


class OutcomeRecorded(BaseModel):
    """A procedure after a word on how it went."""

    procedure: str
    recorded: bool
    """False where this session had said so before."""
    succeeded: int
    """Sessions that count."""
    failed: int
    draft: str | None = None
    """Why it is not offered yet."""


def add_to(server: MCPServer, desk: Desk) -> None:
    """Add the tools."""

    @tool(server, ADDS)
    def vault_record_outcome(
        procedure: args.ProcedureName,
        outcome: args.OutcomeSaid,
        session_id: args.SessionName,
        remark: args.OutcomeNote = "",
    ) -> OutcomeRecorded:
        """Say how a procedure you followed went."""
        from vaultwatch.services.procedures.outcomes import record_outcome

        done = desk.write(
            lambda ws: record_outcome(ws, procedure, outcome, session=session_id, note=remark)
        )
        return OutcomeRecorded(
            procedure=done.procedure,
            recorded=done.is_new,
            succeeded=done.succeeded,
            failed=done.failed,
            draft=done.draft or None,
        )

    @tool(server, ADDS)
    def vault_propose_procedure(content: args.ProcedureText) -> shapes.Remembered:
        """Propose what to do when; it waits until the user lets it hold."""
        from vaultwatch.services.procedures.proposing import propose_procedure

        done = desk.write(lambda ws: propose_procedure(ws, content))
        return rows.remembered(done)
