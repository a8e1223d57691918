"""Tools for what is wrong: findings, evidence from outside, memories that wait for a person."""

from typing import Annotated, Any, Literal

from mcp.server.mcpserver import MCPServer
from mcp.types import ToolAnnotations
from pydantic import Field

from vaultwatch.mcp import arguments as args
from vaultwatch.mcp import rows, shapes
from vaultwatch.mcp.desk import Desk
from vaultwatch.mcp.memory_tools import ADDS

Kind = Literal[
    "memory_drift",
    "contradiction",
    "suspicious",
    "memory_external_signal",
    "low_overlap",
    "contextual_mismatch",
]


def add_to(server: MCPServer, desk: Desk) -> None:
    """Add the tools."""
    _add_errors(server, desk)
    _add_signal(server, desk)


def _add_errors(server: MCPServer, desk: Desk) -> None:
    # Long because each argument of a tool stands on a line of its own.
    @server.tool(
        title="What no longer holds",
        annotations=ToolAnnotations(
            read_only_hint=False, destructive_hint=False, open_world_hint=False
        ),
    )
    def vault_prediction_errors(
        error_type: Kind | None = None,
        memory_id: args.MemoryId | None = None,
        note_path: args.WantedNote | None = None,
        resolved: Annotated[bool, Field(description="Closed ones instead of open ones.")] = False,
        resolve: Annotated[
            list[args.WantedNote] | None,
            Field(max_length=100, description="Finding ids, or paths of notes, to close."),
        ] = None,
        said_by: args.SaidBy = "",
        limit: args.Limit = 20,
    ) -> shapes.PredictionErrors:
        """List findings: memories that their notes overtook, with the memory inside and what the
        note says now, and notes that answered badly.

        Reconcile each: vault_update_memory with corrected content, or vault_forget. `resolve` with
        a finding's id only where you read the note and the memory still holds.
        """
        from vaultwatch.services.findings.listing import prediction_errors
        from vaultwatch.services.findings.settle import resolve_errors

        done = None
        if resolve:
            done = desk.write(lambda ws: resolve_errors(ws, resolve, said_by=said_by))
        found = desk.read(
            lambda ws: prediction_errors(
                ws,
                kind=error_type,
                memory=memory_id,
                note=note_path,
                is_resolved=resolved,
                limit=limit,
            )
        )
        errors: list[shapes.MemoryFinding | shapes.NoteMisfit] = [
            *(rows.note_misfit(one) for one in found.notes),
            *(rows.memory_finding(one) for one in found.memories),
        ]
        return shapes.PredictionErrors(
            total_flagged_notes=found.flagged_notes,
            total_flagged_memories=found.flagged_memories,
            showing=len(errors),
            errors=errors,
            resolved=None if done is None else list(done.closed),
            not_resolved=list(done.left) if done is not None and done.left else None,
        )


def _add_signal(server: MCPServer, desk: Desk) -> None:
    @server.tool(title="Hand in evidence", annotations=ADDS)
    def vault_record_memory_signal(
        memory_id: args.MemoryId,
        source: Annotated[
            str, Field(min_length=1, max_length=100, description="git, tracker, calendar, manual.")
        ],
        evidence: Annotated[Any, Field(description="Any JSON; kept and shown, never understood.")],
        weight: Annotated[float, Field(gt=0, le=1, description="How strongly it speaks against.")],
    ) -> shapes.Signal:
        """Keep evidence from outside the vault against a memory, such as a merged pull request
        that closes what the memory calls open. It shows as a `memory_external_signal` finding.
        """
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
