"""Tools that write memories: remember, correct, forget, merge.

Services are imported when a tool is called first: the client is answered before.
"""

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Annotated

from mcp.server.elicitation import ElicitationResult
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.resolve import Resolve
from pydantic import BaseModel

from vaultwatch.doors.mcp import arguments as args
from vaultwatch.doors.mcp import rows, shapes
from vaultwatch.doors.mcp.asking import (
    Approval,
    PersonQuestion,
    asking,
    asking_to_change,
    asking_to_remember,
    is_yes,
)
from vaultwatch.doors.mcp.desk import Desk
from vaultwatch.doors.mcp.listing import ADDS, CHANGES, tool
from vaultwatch.memories.facts import Facts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vaultwatch.services.memories.adding import HandedIn, MemoryWrite
    from vaultwatch.services.memories.proposing import Proposed
    from vaultwatch.services.memories.updating import MemoryChange, UpdatedMemory
    from vaultwatch.services.workspace import Workspace


def add_to(server: MCPServer, desk: Desk) -> None:
    """Add the tools."""
    _add_remember(server, desk)
    _add_update(server, desk)
    _add_forget_and_merge(server, desk)
    _add_feedback(server, desk)


def _add_remember(server: MCPServer, desk: Desk) -> None:
    # Long because the tool names all that can be said of a memory.
    @tool(server, ADDS)
    def vault_remember(
        confirmation: Annotated[ElicitationResult[Approval], Resolve(asking_to_remember(desk))],
        content: args.Content,
        checks: args.Checks = None,
        tags: args.NewTags = None,
        type: args.EntityType = "observation",  # noqa: A002 -- as the property is called
        agent: args.Agent = "",
        session_id: args.SessionId = "",
        topic: args.Topic = "",
        trigger: args.Triggers = None,
        ttl_hours: args.Hours = 0,
        source: args.SourceText = "inference",
        evidence: args.Evidence = "",
        importance: args.Share | None = None,
        tool: args.ToolName = "",
        signature: args.Signature = "",
        subject: args.Subject = "",
        predicate: args.Predicate = "",
        value: args.ClaimValue = "",
        scope: args.ClaimScope = "global",
        exclusive: args.Exclusive = True,
        valid_from: args.ValidFrom = "",
        valid_until: args.ValidUntil = "",
    ) -> shapes.Remembered:
        """Store one belief, with [[links]] to its notes: checked when they change.
        `user_explicit` only for the user's own words, once they confirm it.
        """
        times = (valid_from, valid_until)
        claim = args.claim(subject, predicate, value, scope, session_id, exclusive, *times)
        since, until = (None, None) if claim else args.validity(*times)
        facts = Facts(
            type=type or "observation",
            source=source,
            tags=tuple(tags or ()),
            agent=agent,
            session=session_id,
            topic=topic,
            triggers=tuple(trigger or ()),
            importance=importance,
            expires=_expiry(ttl_hours),
            evidence=evidence,
            tool=tool,
            signature=signature,
            claim=claim,
            valid_from=since,
            valid_until=until,
            checks=tuple(checks or ()),
        )
        return _remembered(desk, content, facts, is_confirmed=is_yes(confirmation))


def _remembered(desk: Desk, content: str, facts: Facts, *, is_confirmed: bool) -> shapes.Remembered:
    from vaultwatch.services.memories.adding import Draft, HandedIn

    wish = HandedIn(Draft(content, facts), is_confirmed=is_confirmed, client=desk.asker)
    done, wrong = desk.write_together(wish, _store_all)
    return rows.remembered(done, expires=facts.expires, wrong=wrong)


def _store_all(
    ws: "Workspace", wishes: "Sequence[HandedIn]"
) -> "list[tuple[MemoryWrite, tuple[str, ...]] | Exception]":
    """Store what several ask for; tell of each what is beside it, and what speaks against it."""
    from vaultwatch.services.findings.verifying import wrong_already
    from vaultwatch.services.memories.adding import store_memories
    from vaultwatch.services.recall.notes_against import telling

    told: list[tuple[MemoryWrite, tuple[str, ...]] | Exception] = []
    for wish, done in zip(wishes, store_memories(ws, wishes), strict=True):
        if isinstance(done, Exception):
            told.append(done)
            continue
        wrong = wrong_already(ws, done.id, wish.draft.facts.checks)
        told.append((telling(ws, done, wish.draft.belief), wrong))
    return told


def _add_update(server: MCPServer, desk: Desk) -> None:
    wording = asking_to_change(desk)

    @tool(server, CHANGES)
    def vault_update_memory(
        question: Annotated[PersonQuestion, Resolve(wording)],
        confirmation: Annotated[ElicitationResult[Approval], Resolve(asking(wording))],
        memory_id: args.MemoryId,
        content: args.NewContent = None,
        tags: args.AllTags = None,
        add_tags: args.MoreTags = None,
        remove_tags: args.LessTags = None,
        type: args.NewType = None,  # noqa: A002 -- as the property is called
        ttl_hours: args.NewHours = None,
        importance: args.Share | None = None,
        value: args.NewValue = None,
        source: args.BareSource = "inference",
        agent: args.Agent = "",
    ) -> shapes.Updated:
        """Change a memory. New content closes its findings and rests on its notes as they stand;
        over the user's word it is a proposal.
        """
        from vaultwatch.services.memories.updating import MemoryChange

        change = MemoryChange(
            belief=content,
            value=value,
            tags=None if tags is None else tuple(tags),
            add_tags=tuple(add_tags or ()),
            remove_tags=tuple(remove_tags or ()),
            type=type,
            importance=importance,
            expires=_expiry(ttl_hours or 0),
            never_expires=ttl_hours == 0,
            source=source,
            agent=agent,
        )
        return _updated(desk, memory_id, change, question.about if is_yes(confirmation) else "")


def _updated(desk: Desk, memory_id: str, change: "MemoryChange", seen: str) -> shapes.Updated:
    from vaultwatch.services.lookup import known_id
    from vaultwatch.services.memories.proposing import change_or_propose

    def act(ws: "Workspace") -> "UpdatedMemory | Proposed":
        return change_or_propose(ws, known_id(ws, memory_id), change, confirmed_over=seen)

    return rows.updated(desk.write(act))


def _add_forget_and_merge(server: MCPServer, desk: Desk) -> None:
    @tool(server, CHANGES)
    def vault_forget(memory_id: args.MemoryId, why: args.Why = "") -> shapes.Forgotten:
        """Put a memory's note into the vault's .trash; the user's word becomes a proposal."""
        from vaultwatch.services.lookup import known_id
        from vaultwatch.services.memories.proposing import Proposed, forget_or_propose

        done = desk.write(lambda ws: forget_or_propose(ws, known_id(ws, memory_id), why=why))
        if isinstance(done, Proposed):
            return shapes.Forgotten(deleted=False, memory_id=done.memory_id, proposal=done.told)
        return shapes.Forgotten(deleted=True, memory_id=done.id, moved_to=done.moved_to)

    @tool(server, CHANGES)
    def vault_merge(target_id: args.TargetId, source_id: args.SourceId) -> shapes.Merged:
        """Fold a memory into another, which gets both contents; the source stays, superseded."""
        from vaultwatch.services.lookup import known_id
        from vaultwatch.services.memories.proposing import Proposed, merge_or_propose

        done = desk.write(
            lambda ws: merge_or_propose(ws, known_id(ws, target_id), known_id(ws, source_id))
        )
        if isinstance(done, Proposed):
            return shapes.Merged(merged=False, memory_id=done.memory_id, proposal=done.told)
        return shapes.Merged(
            merged=True,
            memory_id=done.id,
            content=done.row.belief,
            source=done.row.facts.source,
            tags=list(done.row.facts.tags),
            superseded=source_id,
        )


def _add_feedback(server: MCPServer, desk: Desk) -> None:
    @tool(server, ADDS)
    def vault_feedback(memory_ids: args.Judged, helped: args.Helped) -> shapes.Feedback:
        """Say which memories helped: they come sooner next time."""
        from vaultwatch.services.records.use import give_feedback

        done = desk.write(lambda ws: give_feedback(ws, memory_ids, helped=helped))
        return shapes.Feedback(recorded=[*done.recorded], said_before=[*done.said_before])


def _expiry(ttl_hours: float) -> datetime | None:
    return datetime.now(UTC) + timedelta(hours=ttl_hours) if ttl_hours > 0 else None


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


def add_procedures(server: MCPServer, desk: Desk) -> None:
    """Add the tools."""

    @tool(server, ADDS)
    def vault_record_outcome(
        procedure: args.ProcedureName,
        outcome: args.OutcomeSaid,
        session_id: args.SessionName,
        remark: args.OutcomeNote = "",
    ) -> OutcomeRecorded:
        """Say how a procedure you followed went."""
        from vaultwatch.services.procedures.known import record_outcome

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
        from vaultwatch.services.procedures.known import propose_procedure

        done = desk.write(lambda ws: propose_procedure(ws, content))
        return rows.remembered(done)
