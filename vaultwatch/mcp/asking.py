"""Have a person asked through the agent's client, where only their word counts."""

from typing import Any

from mcp.server.elicitation import AcceptedElicitation, ElicitationResult
from mcp.server.mcpserver import Context
from pydantic import BaseModel, Field

MOST_ASKED_CHARS = 2_000
"""Of a memory, in the question to a person; a longer one names its note."""


class Approval(BaseModel):
    """A person's word."""

    approve: bool = Field(description="Yes: so it is.")


def can_ask(ctx: Context[Any, Any]) -> bool:
    """Tell whether the client can ask its person."""
    capabilities = ctx.client_capabilities
    return capabilities is not None and capabilities.elicitation is not None


def is_yes(answer: ElicitationResult[Approval]) -> bool:
    """Tell whether the person was asked and said yes."""
    return isinstance(answer, AcceptedElicitation) and answer.data.approve
