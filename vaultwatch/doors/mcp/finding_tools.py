"""Tools for what is wrong: findings, evidence from outside, memories that wait for a person."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from mcp.server.mcpserver import MCPServer
from pydantic import Field

from vaultwatch.doors.mcp import arguments as args
from vaultwatch.doors.mcp import rows, shapes
from vaultwatch.doors.mcp.desk import Desk
from vaultwatch.doors.mcp.listing import ADDS, tool

if TYPE_CHECKING:
    from vaultwatch.services.findings.settle import Resolved


def add_to(server: MCPServer, desk: Desk) -> None:
    """Add the tools."""
    _add_errors(server, desk)
    _add_signal(server, desk)
    _add_verify(server, desk)


def _add_errors(server: MCPServer, desk: Desk) -> None:
    @tool(server, ADDS)
    def vault_prediction_errors(
        kind: args.OfKind | None = None,
        memory_id: args.OfMemory = None,
        note: args.OfNote = None,
        resolved: args.ClosedOnes = False,
        resolve: args.Closing = None,
        said_by: args.SaidBy = "",
        limit: args.Limit = 20,
        detail: args.Detail = "lean",
    ) -> shapes.PredictionErrors:
        """Findings: memories that notes overtook, notes that answered badly. Mend by
        vault_update_memory or vault_forget; `resolve` only what you read and what holds.
        """
        done = _closed(desk, resolve, said_by) if resolve else None
        wanted = _Asked(kind, memory_id, note, resolved, limit)
        return _found(desk, wanted, done, is_full=detail == "full")


@dataclass(frozen=True, slots=True)
class _Asked:
    """Which findings."""

    kind: str | None
    memory: str | None
    note: str | None
    is_resolved: bool
    limit: int


def _closed(desk: Desk, names: list[str], said_by: str) -> "Resolved":
    from vaultwatch.services.findings.settle import resolve_errors

    return desk.write(lambda ws: resolve_errors(ws, names, said_by=said_by))


def _found(
    desk: Desk, asked: _Asked, done: "Resolved | None", *, is_full: bool
) -> shapes.PredictionErrors:
    """Return what stands, and what was closed just now."""
    from vaultwatch.services.findings.listing import prediction_errors

    found = desk.read(
        lambda ws: prediction_errors(
            ws,
            kind=asked.kind,
            memory=asked.memory,
            note=asked.note,
            is_resolved=asked.is_resolved,
            limit=asked.limit,
        )
    )
    errors: list[shapes.MemoryFinding | shapes.NoteMisfit] = [
        *(rows.note_misfit(one) for one in found.notes),
        *(rows.memory_finding(one, is_full=is_full) for one in found.memories),
    ]
    return shapes.PredictionErrors(
        total_flagged_notes=found.flagged_notes,
        total_flagged_memories=found.flagged_memories,
        errors=errors,
        resolved=None if done is None else list(done.closed),
        not_resolved=list(done.left) if done is not None and done.left else None,
        notice=found.notice or None,
    )


def _add_signal(server: MCPServer, desk: Desk) -> None:
    @tool(server, ADDS)
    def vault_record_memory_signal(
        memory_id: args.MemoryId,
        source: Annotated[
            str, Field(min_length=1, max_length=100, description="git, tracker, calendar...")
        ],
        evidence: Annotated[Any, Field(description="Any JSON, shown.")],
        weight: Annotated[float, Field(gt=0, le=1, description="0..1, how strongly.")] = 0.5,
    ) -> shapes.Signal:
        """Keep evidence against a memory, as a merged pull request; the user decides."""
        from vaultwatch.services.findings.signalling import record_signal

        done = desk.write(
            lambda ws: record_signal(ws, memory_id, source=source, evidence=evidence, weight=weight)
        )
        return shapes.Signal(
            recorded=True,
            memory_id=done.memory_id,
            finding_id=done.finding or None,
            signals=done.signals,
        )


def _add_verify(server: MCPServer, desk: Desk) -> None:
    @tool(server, ADDS)
    def vault_verify(memory_id: args.MemoryId) -> shapes.VerifiedMemory:
        """Before acting on paths, commands or versions it names: are they so here?"""
        from vaultwatch.services.findings.verifying import verify_memory
        from vaultwatch.services.lookup import known_id

        done = desk.write(lambda ws: verify_memory(ws, known_id(ws, memory_id), is_agent=True))
        return shapes.VerifiedMemory(
            memory_id=done.memory_id,
            outcome=done.outcome,
            notice=done.notice or None,
            checks=[
                shapes.CheckedWord(
                    said=one.said,
                    outcome=one.outcome,
                    found=one.found,
                    is_guess=not one.counts,
                )
                for one in done.checks
            ],
        )
