"""The arguments that tools share: their limits, and what an agent reads of each."""

from datetime import datetime
from typing import Annotated, Literal, TypeAlias

from mcp.server.mcpserver.exceptions import ToolError
from pydantic import BeforeValidator, Field, WithJsonSchema

from vaultwatch.errors import RefusedError
from vaultwatch.memories.claims import Claim, checked_claim, checked_validity
from vaultwatch.memories.facts import MemorySource, spelt_out

Content = Annotated[str, Field(min_length=1, max_length=20_000, description="One belief.")]
NewContent = Annotated[
    str | None, Field(min_length=1, max_length=20_000, description="As it shall read.")
]
MemoryId = Annotated[str, Field(min_length=1, max_length=300, description="Its id.")]
OfMemory = Annotated[
    str | None, Field(min_length=1, max_length=300, description="Of this memory alone.")
]
TargetId = Annotated[str, Field(min_length=1, max_length=300, description="Stays.")]
SourceId = Annotated[str, Field(min_length=1, max_length=300, description="Folded in.")]
WantedNote = Annotated[str, Field(min_length=1, max_length=1_000, description="Path, name, alias.")]
OfNote = Annotated[
    str | None, Field(min_length=1, max_length=1_000, description="About this note alone.")
]
Query = Annotated[str, Field(max_length=2_000, description="Words or a question.")]
ShortName = Annotated[str, Field(max_length=100)]
EntityType = Annotated[ShortName, Field(description="fact, decision, task...")]
OfTypes = Annotated[
    list[ShortName],
    BeforeValidator(lambda given: [given] if isinstance(given, str) else given or []),
    Field(max_length=20, description="Of one of these kinds."),
]
Triggers = Annotated[
    list[Annotated[str, Field(min_length=1, max_length=300)]] | None,
    BeforeValidator(lambda given: [given] if isinstance(given, str) else given),
    Field(max_length=3, description="Occasions, or questions it answers."),
]
NewType = Annotated[ShortName | None, Field(description="Its kind.")]
Agent = Annotated[ShortName, Field(description="Your name.")]
OfAgent = Annotated[ShortName, Field(description="By this agent.")]
SessionId = Annotated[str, Field(max_length=200, description="Your session.")]
Topic = Annotated[ShortName, Field(description="What you work on.")]
OfTopic = Annotated[ShortName, Field(description="Of this topic.")]
Tags = Annotated[list[Annotated[str, Field(max_length=100)]], Field(max_length=20)]
Checks = Annotated[
    list[Annotated[str, Field(min_length=1, max_length=500)]] | None,
    Field(
        max_length=20,
        description="Must hold here: path, path::symbol, path::NAME = 5, "
        "setting file:key = value, version python 3.11",
    ),
]
NewTags = Annotated[Tags | None, Field(description="Words to find it by.")]
Moment = Annotated[str, Field(max_length=40)]
ValidFrom = Annotated[Moment, Field(description="ISO date.")]
SinceWhen = Annotated[
    str, Field(max_length=200, description="Time, checkpoint, session; else the last checkpoint.")
]
OwnSession = Annotated[str, Field(max_length=200, description="Yours.")]
Project = Annotated[str, Field(max_length=200, description="Working folder.")]
HandoffTopic = Annotated[str, Field(max_length=200, description="A few words.")]
Sentences = Annotated[list[str] | None, Field(max_length=500, description="Sentences.")]
MemoryIds = Annotated[
    list[str] | None, Field(max_length=500, description="Memories that it rests on.")
]
CheckpointName = Annotated[str, Field(min_length=1, max_length=100, description="Free.")]
ValidUntil = Annotated[Moment, Field(description="ISO date.")]
Since = Annotated[Moment, Field(description="ISO date or time.")]
Until = Annotated[Moment, Field(description="As `since`.")]
AsOf = Annotated[Moment, Field(description="Asks about the past: 2026-03-31, March, last week.")]
ValidAt = Annotated[Moment, Field(description="Only what was true then: 2021-06-01, 2021.")]
About = Annotated[str, Field(max_length=200, description="A name: all believed of it.")]
Limit = Annotated[int, Field(ge=1, le=100, description="1..100")]
Evidence = Annotated[str, Field(max_length=1_000, description="What it rests on.")]
ToolName = Annotated[ShortName, Field(description="A trusted tool that says so.")]
Signature = Annotated[str, Field(max_length=100, description="That tool's HMAC-SHA256.")]
ClaimName = Annotated[str, Field(max_length=200)]
Subject = Annotated[ClaimName, Field(description="Of what: `fair`.")]
Predicate = Annotated[ClaimName, Field(description="What of it: `fee`.")]
ClaimValue = Annotated[str, Field(max_length=1_000, description="`40 euros`.")]
NewValue = Annotated[str | None, Field(max_length=1_000, description="New value of its claim.")]
Exclusive = Annotated[bool, Field(description="The only value.")]
AllTags = Annotated[Tags | None, Field(description="Replaces all; [] clears.")]
MoreTags = Annotated[Tags | None, Field(description="To add.")]
LessTags = Annotated[Tags | None, Field(description="To remove.")]
SomeTags = Annotated[Tags | None, Field(description="With one of them.")]
AskingSession = Annotated[str, Field(max_length=200, description="Your session.")]
WritingSession = Annotated[str, Field(max_length=200, description="Of this session.")]
Task = Annotated[str, Field(min_length=1, max_length=2_000, description="What you will do.")]
Goal = Annotated[str, Field(max_length=300, description="Instead of the pinned goal.")]
Budget = Annotated[int, Field(ge=50, le=20_000, description="In all.")]
Share = Annotated[float, Field(ge=0, le=1, description="0..1, how much it matters.")]
Hours = Annotated[float, Field(ge=0, le=876_000, description="Until it expires; 0 never.")]
NewHours = Annotated[float | None, Field(ge=0, le=876_000, description="From now; 0 never.")]
SourceText = Annotated[
    MemorySource, BeforeValidator(spelt_out), Field(description="Whose word it is.")
]
BareSource = Annotated[
    MemorySource,
    BeforeValidator(spelt_out),
    WithJsonSchema({"type": "string"}),
    Field(description="As in vault_remember."),
]
OfSource = Annotated[
    MemorySource | None,
    BeforeValidator(spelt_out),
    WithJsonSchema({"type": "string"}),
    Field(description="Of this source."),
]
StatusFilter: TypeAlias = Annotated[
    Literal[
        "active", "quarantined", "superseded", "expired", "not_yet", "faded", "archived", "any"
    ],
    Field(description="How they stand."),
]
ClaimScope: TypeAlias = Annotated[
    Literal["global", "session", "temporal"], Field(description="Where it holds.")
]
Detail: TypeAlias = Annotated[Literal["lean", "full"], Field(description="How much of each.")]
Explain = Annotated[bool, Field(description="Why each is here, and what is not.")]
WithFindings = Annotated[bool, Field(description="What is wrong with each.")]
WithNotes = Annotated[bool, Field(description="Passages of notes too.")]
Why = Annotated[str, Field(max_length=500, description="Kept.")]


OfKind: TypeAlias = Annotated[
    Literal[
        "memory_drift",
        "contradiction",
        "suspicious",
        "memory_external_signal",
        "low_overlap",
        "contextual_mismatch",
    ],
    Field(description="Of this kind."),
]
ClosedOnes = Annotated[bool, Field(description="Closed ones instead.")]
Closing = Annotated[
    list[Annotated[str, Field(min_length=1, max_length=1_000)]] | None,
    Field(max_length=100, description="Findings or notes to close."),
]
SaidBy = Annotated[str, Field(max_length=1_000, description="The note that says it now.")]


Asked = Annotated[str, Field(min_length=1, max_length=2_000, description="Words or a question.")]
NearFolder = Annotated[str, Field(max_length=1_000, description="A folder whose notes come first.")]
InFolder = Annotated[str, Field(max_length=1_000, description="Only in this folder.")]
PlacesAlone = Annotated[bool, Field(description="Paths and lines without the text.")]
Section = Annotated[str, Field(max_length=500, description="A heading, or ^block.")]
FirstLine = Annotated[int, Field(ge=1, description="To begin with.")]

ProcedureName = Annotated[str, Field(min_length=1, max_length=300, description="Its name.")]
OutcomeSaid: TypeAlias = Annotated[
    Literal["succeeded", "failed"],
    WithJsonSchema({"type": "string"}),
    Field(description="succeeded or failed"),
]
SessionName = Annotated[str, Field(min_length=1, max_length=200, description="Yours.")]
Judged = Annotated[
    list[Annotated[str, Field(min_length=1, max_length=300)]],
    BeforeValidator(lambda given: [given] if isinstance(given, str) else given),
    Field(min_length=1, max_length=50, description="Ids."),
]
Helped = Annotated[bool, Field(description="Or not.")]
OutcomeNote = Annotated[str, Field(max_length=1_000, description="Why.")]
ProcedureText = Annotated[
    str,
    Field(
        min_length=1,
        max_length=20_000,
        description="# Name, ## Trigger, Preconditions, Steps, Gotchas, Done when",
    ),
]


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
    """Return the claim that a call's arguments make; None where they make none."""
    if not (subject or predicate or value):
        if scope != "global":
            raise ToolError("A scope needs a claim: subject, predicate and value.")
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
        raise _told(error) from error


def validity(valid_from: str, valid_until: str) -> tuple[datetime | None, datetime | None]:
    """Return from when on and until when a memory without a claim holds, as a call gives it."""
    try:
        return checked_validity(valid_from, valid_until)
    except RefusedError as error:
        raise _told(error) from error


def _told(error: RefusedError) -> ToolError:
    return ToolError(f"{error.message} {error.hint}".strip())
