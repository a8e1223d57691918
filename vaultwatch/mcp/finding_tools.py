"""Tools for what is wrong: findings, evidence from outside, memories that wait for a person."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Literal

from mcp.server.elicitation import ElicitationResult
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.resolve import Elicit, Resolve
from mcp.types import ToolAnnotations
from pydantic import Field

from vaultwatch.mcp import arguments as args
from vaultwatch.mcp import rows, shapes
from vaultwatch.mcp.asking import MOST_ASKED_CHARS, Approval, can_ask, is_yes
from vaultwatch.mcp.desk import Desk
from vaultwatch.mcp.memory_tools import ADDS, CHANGES

if TYPE_CHECKING:
    from vaultwatch.services.findings.review import ReviewItem

Kind = Literal[
    "memory_drift",
    "contradiction",
    "suspicious",
    "memory_external_signal",
    "low_overlap",
    "contextual_mismatch",
]
ReviewAction = Literal["list", "show", "activate", "keep", "reject"]


def add_to(server: MCPServer, desk: Desk) -> None:
    """Add the tools."""
    _add_errors(server, desk)
    _add_signal(server, desk)
    _add_review(server, desk)


def _add_errors(server: MCPServer, desk: Desk) -> None:
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
        limit: args.Limit = 20,
    ) -> shapes.PredictionErrors:
        """List findings: memories that their notes overtook, with the memory inside and what the
        note says now, and notes that answered badly.

        Reconcile each: vault_update_memory with corrected content, or vault_forget. `resolve` with
        a finding's id only where you read the note and the memory still holds.
        """
        from vaultwatch.services.findings.listing import prediction_errors
        from vaultwatch.services.findings.settle import resolve_errors

        done = desk.write(lambda ws: resolve_errors(ws, resolve)) if resolve else None
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


def _asking(desk: Desk, shown: dict[str, str]) -> Callable[..., Approval | Elicit[Approval]]:
    """Return what has a person asked before something quarantined may be recalled.

    Args:
        desk: the vault.
        shown: is told, by the memory's name, the digest of what the person is shown.
    """

    def ask_person(
        action: ReviewAction, memory_id: str, ctx: Context[Any, Any]
    ) -> Approval | Elicit[Approval]:
        """Have a person asked before something quarantined may be recalled."""
        if action not in {"activate", "keep"}:
            return Approval(approve=False)
        if not can_ask(ctx):
            raise ToolError(
                "Only a person can let this memory hold, and your client cannot ask one. Ask them "
                f"to tick it in the drift report, or to run `vaultwatch review {action} "
                f"{memory_id}`."
            )
        from vaultwatch.services.findings.review import show_review

        item = desk.read(lambda ws: show_review(ws, memory_id))
        shown[memory_id] = item.digest
        return Elicit(_question(item, action), Approval)

    return ask_person


def _question(item: "ReviewItem", action: str) -> str:
    """Return what a person is asked: the memory, its claim, what it replaces, why it waits."""
    rest = len(item.belief) - MOST_ASKED_CHARS
    more = f" (and {rest:,} more characters: read {item.path} first)" if rest > 0 else ""
    parts = [f"Let this memory hold? {item.belief[:MOST_ASKED_CHARS]!r}{more}"]
    if item.claim:
        parts.append(f"It claims: {item.claim!r}.")
    verb = "stands beside" if action == "keep" else "takes the place of"
    parts += [f"It {verb} {one.belief[:MOST_ASKED_CHARS]!r}." for one in item.against]
    parts.append(f"It waits because: {'; '.join(item.why)[:MOST_ASKED_CHARS]}")
    return f"{' '.join(parts)} [{item.digest[:8]}]"


def _add_review(server: MCPServer, desk: Desk) -> None:
    shown: dict[str, str] = {}
    ask_person = _asking(desk, shown)

    @server.tool(title="Memories that wait for a person", annotations=CHANGES)
    def vault_review(
        approval: Annotated[ElicitationResult[Approval], Resolve(ask_person)],
        action: ReviewAction = "list",
        memory_id: Annotated[str, Field(max_length=300)] = "",
        why: Annotated[str, Field(max_length=500, description="Kept in the audit.")] = "",
    ) -> shapes.Review:
        """List or show memories that are quarantined or contradict another one, or carry out the
        user's decision: `activate` (it holds instead), `keep` (both hold), `reject` (put away).

        Never decide yourself: activate and keep ask the person through your client.
        """
        from vaultwatch.services.findings.review import decide_review, list_reviews, show_review

        if action == "list":
            items = desk.read(list_reviews)
            return shapes.Review(waiting=[_waiting(item) for item in items])
        if not memory_id.strip():
            raise ToolError("Name the memory in `memory_id`.")
        if action == "show":
            item = desk.read(lambda ws: show_review(ws, memory_id))
            return shapes.Review(waiting=[_waiting(item, is_shown=True)])
        if action != "reject" and not is_yes(approval):
            raise ToolError("The person did not approve; nothing was changed.")
        verdict: Literal["activate", "keep", "reject"] = action
        seen = "" if action == "reject" else shown.pop(memory_id, "")
        done = desk.write(lambda ws: decide_review(ws, memory_id, verdict, why=why, digest=seen))
        return shapes.Review(waiting=[], decided=f"{verdict}: {done.id}")


def _waiting(item: "ReviewItem", *, is_shown: bool = False) -> shapes.Waiting:
    return shapes.Waiting(
        memory_id=item.id,
        note_path=item.path,
        status=item.status,
        why=list(item.why),
        against=[other.id for other in item.against],
        finding_ids=list(item.findings),
        source=item.source,
        content=item.belief if is_shown else None,
    )
