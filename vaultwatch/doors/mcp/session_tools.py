"""The tool that hands a session over to the next one.

Services are imported when a tool is called first: the client is answered before.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from mcp.server.mcpserver import MCPServer
from pydantic import BaseModel

from vaultwatch.doors.mcp import arguments as args
from vaultwatch.doors.mcp.answering import ADDS, tool
from vaultwatch.doors.mcp.desk import Desk

if TYPE_CHECKING:
    from vaultwatch.services.sessions.handing_over import HandoffWrite
    from vaultwatch.services.workspace import Workspace


class HandoffAnswer(BaseModel):
    """What became of a hand-over."""

    is_written: bool
    """False where the note said it all already."""
    path: str
    items: int
    """That are open in the note."""
    closed: int = 0
    """Items of earlier hand-overs that are ticked or carried over by it."""
    left_out: list[str] = []
    """Why, a sentence each."""
    warnings: list[str] = []
    """What will not be checked."""


def add_to(server: MCPServer, desk: Desk) -> None:
    """Add the tool."""

    @tool(server, ADDS)
    def vault_handoff(
        session_id: args.OwnSession,
        project: args.Project,
        goals: args.Sentences = None,
        next_actions: args.Sentences = None,
        open_questions: args.Sentences = None,
        decisions: args.Sentences = None,
        risks: args.Sentences = None,
        topic: args.HandoffTopic = "",
        memory_ids: args.MemoryIds = None,
        agent: args.Agent = "",
    ) -> HandoffAnswer:
        """Leave the next session what is open: each item one sentence with [[links]].
        `Done: ...` ticks an older one.
        """
        from vaultwatch.memories.handoff import Handoff
        from vaultwatch.services.sessions.handing_over import hand_over
        from vaultwatch.services.sessions.left_behind import project_called

        handoff = Handoff(
            session=session_id,
            topic=topic,
            goals=tuple(goals or ()),
            decisions=tuple(decisions or ()),
            open_questions=tuple(open_questions or ()),
            risks=tuple(risks or ()),
            next_actions=tuple(next_actions or ()),
            memory_ids=tuple(memory_ids or ()),
        )

        def handed(ws: "Workspace") -> "HandoffWrite":
            called = project_called(ws, session_id, project)
            told = replace(handoff, project=called)
            return hand_over(ws, told, agent=agent or ws.client or "agent")

        done = desk.write(handed)
        return HandoffAnswer(
            is_written=done.is_written,
            path=done.path,
            items=done.items,
            closed=done.closed,
            left_out=list(done.left_out),
            warnings=list(done.warnings),
        )
