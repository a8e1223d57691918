"""The arguments that tools share: their limits, and what an agent reads of each."""

from typing import Annotated, Literal, TypeAlias

from mcp.server.mcpserver.exceptions import ToolError
from pydantic import BeforeValidator, Field

from vaultwatch.errors import RefusedError
from vaultwatch.memories.claims import Claim, checked_claim
from vaultwatch.memories.provenance import MemorySource, spelt_out

Content = Annotated[
    str,
    Field(min_length=1, max_length=20_000, description="One belief, with [[wiki-links]] to notes."),
]
MemoryId = Annotated[str, Field(min_length=1, max_length=300, description="From another tool.")]
WantedNote = Annotated[
    str, Field(min_length=1, max_length=1_000, description="Path inside the vault, name or alias.")
]
Query = Annotated[str, Field(max_length=2_000, description="Words or a question.")]
ShortName = Annotated[str, Field(max_length=100)]
SessionId = Annotated[str, Field(max_length=200)]
Tags = Annotated[list[Annotated[str, Field(max_length=100)]], Field(max_length=20)]
Moment = Annotated[
    str, Field(max_length=40, description="ISO 8601 date or date and time; UTC without a zone.")
]
Limit = Annotated[int, Field(ge=1, le=100)]
Evidence = Annotated[str, Field(max_length=1_000, description="What it rests on.")]
Signature = Annotated[str, Field(max_length=100, description="HMAC-SHA256 of a trusted tool.")]
ClaimName = Annotated[str, Field(max_length=200)]
ClaimValue = Annotated[str, Field(max_length=1_000)]
NewValue = Annotated[str | None, Field(max_length=1_000, description="New value of its claim.")]
AllTags = Annotated[Tags | None, Field(description="Replaces all; [] clears.")]
SomeTags = Annotated[Tags | None, Field(description="One of them is enough.")]
AskingSession = Annotated[
    str, Field(max_length=200, description="The session that asks: its own claims count.")
]
WritingSession = Annotated[str, Field(max_length=200, description="Only of this session.")]
Task = Annotated[
    str, Field(min_length=1, max_length=2_000, description="What you are about to do.")
]
Budget = Annotated[int, Field(ge=50, le=20_000)]
Share = Annotated[float, Field(ge=0, le=1)]
Hours = Annotated[float, Field(ge=0, le=876_000, description="0 for permanent.")]
SourceText = Annotated[MemorySource, BeforeValidator(spelt_out)]
StatusFilter: TypeAlias = Literal[
    "active", "quarantined", "superseded", "expired", "not_yet", "any"
]
ClaimScope: TypeAlias = Literal["global", "session", "temporal"]


def claim(
    subject: str,
    predicate: str,
    value: str,
    scope: str,
    session: str,
    exclusive: bool,
    valid_from: str,
    valid_until: str,
) -> Claim | None:
    """Return the claim that a call's arguments make; None where they make none.

    Raises:
        ToolError: they make no whole one.
    """
    if not (subject or predicate or value):
        if scope != "global" or valid_from or valid_until:
            raise ToolError("A scope or a validity needs a claim: subject, predicate and value.")
        return None
    try:
        return checked_claim(
            subject=subject,
            predicate=predicate,
            value=value,
            scope=scope,
            session=session if scope == "session" else "",
            exclusive=exclusive,
            valid_from=valid_from,
            valid_until=valid_until,
        )
    except RefusedError as error:
        raise ToolError(f"{error.message} {error.hint}".strip()) from error


SaidBy = Annotated[
    str,
    Field(
        max_length=1_000,
        description="With `resolve`: the note that says what the memory says, where the one it "
        "cites no longer speaks of it. The memory's link then leads there.",
    ),
]
