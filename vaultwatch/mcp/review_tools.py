"""The tool for what waits for a person: agents list and show it, the person's word decides."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from mcp.server.elicitation import ElicitationResult
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.resolve import Elicit, Resolve
from pydantic import Field

from vaultwatch.mcp import shapes
from vaultwatch.mcp.asking import (
    MOST_ASKED_CHARS,
    NOTHING_ASKED,
    Approval,
    PersonQuestion,
    can_ask,
    is_yes,
    put,
)
from vaultwatch.mcp.desk import Desk
from vaultwatch.mcp.memory_tools import CHANGES

if TYPE_CHECKING:
    from vaultwatch.services.findings.proposals import ProposedChange
    from vaultwatch.services.findings.review import ReviewItem
    from vaultwatch.services.workspace import Workspace

ReviewAction: TypeAlias = Literal["list", "show", "activate", "keep", "reject", "apply", "leave"]


def _asking(desk: Desk) -> Callable[..., PersonQuestion]:
    """Return what words the question of one call, where a person decides."""

    def question(action: ReviewAction, memory_id: str, ctx: Context[Any, Any]) -> PersonQuestion:
        """Word the question, unless nothing is decided or an agent may decide it."""
        if action in {"list", "show"} or (action == "reject" and _is_agents(desk, memory_id)):
            return NOTHING_ASKED
        if not can_ask(ctx):
            raise ToolError(
                "Only a person can decide this, and your client cannot ask one. Ask them to tick "
                f"it in the drift report, or to run `vaultwatch review {action} {memory_id}`."
            )
        from vaultwatch.services.findings.proposals import show_proposal
        from vaultwatch.services.findings.review import show_review

        if action in {"apply", "leave"}:
            change = desk.read(lambda ws: show_proposal(ws, memory_id))
            return PersonQuestion(_about_change(change, action), change.digest)
        item = desk.read(lambda ws: show_review(ws, memory_id))
        return PersonQuestion(_about_memory(item, action), item.digest)

    return question


def _is_agents(desk: Desk, memory_id: str) -> bool:
    """Tell whether an agent may put away what waits: nobody stands behind it."""
    from vaultwatch.services.findings.review import show_review
    from vaultwatch.services.lookup import find_memory
    from vaultwatch.services.memories.proposing import outranks_agents

    def ask(ws: "Workspace") -> bool:
        return not outranks_agents(ws, find_memory(ws, show_review(ws, memory_id).id))

    return desk.read(ask)


def _about_memory(item: "ReviewItem", action: str) -> str:
    """Return what a person is asked: the memory, its claim, what it replaces, why it waits."""
    asked = "Put this memory away?" if action == "reject" else "Let this memory hold?"
    rest = len(item.belief) - MOST_ASKED_CHARS
    more = f" (and {rest:,} more characters: read {item.path} first)" if rest > 0 else ""
    parts = [f"{asked} {item.belief[:MOST_ASKED_CHARS]!r}{more}"]
    if item.claim:
        parts.append(f"It claims: {item.claim!r}.")
    verbs = {"keep": "stands beside", "activate": "takes the place of", "reject": "speaks against"}
    said = [one.belief[:MOST_ASKED_CHARS] for one in item.against]
    parts += [f"It {verbs[action]} {belief!r}." for belief in said]
    parts.append(f"It waits because: {'; '.join(item.why)[:MOST_ASKED_CHARS]}")
    return f"{' '.join(parts)} [{item.digest[:8]}]"


def _about_change(change: "ProposedChange", action: str) -> str:
    """Return what a person is asked: the memory, and all that would become of it."""
    asked = "Do what is proposed?" if action == "apply" else "Leave the memory as it is?"
    parts = [f"{asked} It says {change.belief[:MOST_ASKED_CHARS]!r}."]
    if change.verb == "forget":
        parts.append("It would be put away.")
    if change.wording is not None:
        parts.append(f"It would say {change.wording!r}.")
    if change.value is not None:
        parts.append(f"Its claim would say {change.value!r}.")
    if change.other:
        parts.append(f"{change.other[:MOST_ASKED_CHARS]!r} would stand back.")
    return f"{' '.join(parts)} [{change.digest[:8]}]"


def add_to(server: MCPServer, desk: Desk) -> None:
    """Add the tool."""
    wording = _asking(desk)

    def ask_person(
        question: Annotated[PersonQuestion, Resolve(wording)],
    ) -> Approval | Elicit[Approval]:
        return put(question)

    @server.tool(title="What waits for a person", annotations=CHANGES)
    def vault_review(
        question: Annotated[PersonQuestion, Resolve(wording)],
        approval: Annotated[ElicitationResult[Approval], Resolve(ask_person)],
        action: ReviewAction = "list",
        memory_id: Annotated[str, Field(max_length=300)] = "",
        why: Annotated[str, Field(max_length=500, description="Kept in the audit.")] = "",
    ) -> shapes.Review:
        """List or show what waits for the user, or carry out their decision. Memories that are
        quarantined or contradict another one: `activate` (it holds instead), `keep` (both hold),
        `reject` (put away). Changes proposed to what they stand behind: `apply`, `leave`.

        Never decide yourself: the person is asked through your client.
        """
        if action != "list" and not memory_id.strip():
            raise ToolError("Name the memory in `memory_id`.")
        match action:
            case "list":
                return desk.read(_told)
            case "show":
                return desk.read(lambda ws: _told(ws, memory_id))
            case _:
                verdict = action
        is_agents = verdict == "reject" and _is_agents(desk, memory_id)
        if not is_agents and not is_yes(approval):
            raise ToolError("The person did not approve; nothing was changed.")
        from vaultwatch.services.findings.proposals import decide_proposal
        from vaultwatch.services.findings.review import decide_review

        seen = question.about

        def decide(ws: "Workspace") -> str:
            match verdict:
                case "apply" | "leave":
                    return decide_proposal(ws, memory_id, verdict, why=why, digest=seen).id
                case _:
                    return decide_review(ws, memory_id, verdict, why=why, digest=seen).id

        return shapes.Review(waiting=[], decided=f"{verdict}: {desk.write(decide)}")


def _told(ws: "Workspace", wanted: str = "") -> shapes.Review:
    """Return what waits: all of it in short, or one memory's with its words."""
    from vaultwatch.services.findings.proposals import list_proposals
    from vaultwatch.services.findings.review import list_reviews, show_review

    changes = list_proposals(ws)
    if not wanted:
        return shapes.Review(
            waiting=[_waiting(item) for item in list_reviews(ws)],
            proposed=[_proposed(one) for one in changes],
        )
    named = [one for one in changes if wanted.lstrip("^") in {one.id, one.finding}]
    waits = not named or any(one.id == named[0].id for one in list_reviews(ws))
    return shapes.Review(
        waiting=[_waiting(show_review(ws, wanted), is_shown=True)] if waits else [],
        proposed=[_proposed(one, is_shown=True) for one in named],
    )


def _waiting(item: "ReviewItem", *, is_shown: bool = False) -> shapes.Waiting:
    return shapes.Waiting(
        memory_id=item.id,
        note_path=item.path,
        status=item.status,
        why=list(item.why),
        against=[other.id for other in item.against],
        finding_ids=list(item.findings),
        source=item.source,
        trust=round(item.trust, 3),
        content=item.belief if is_shown else None,
    )


def _proposed(change: "ProposedChange", *, is_shown: bool = False) -> shapes.ProposedChange:
    return shapes.ProposedChange(
        memory_id=change.id,
        note_path=change.path,
        verb=change.verb,
        agent=change.agent or None,
        content=change.wording if is_shown else None,
        value=change.value if is_shown else None,
    )
