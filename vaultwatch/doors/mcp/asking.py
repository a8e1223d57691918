"""Have a person asked through the agent's client, where only their word counts."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from mcp.server.elicitation import AcceptedElicitation, ElicitationResult
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.resolve import Elicit, Resolve
from pydantic import BaseModel, Field

from vaultwatch.doors.mcp import arguments as args
from vaultwatch.doors.mcp.desk import Desk
from vaultwatch.memories.facts import Facts, MemorySource, beside_text, claim_text

if TYPE_CHECKING:
    from vaultwatch.services.memories.adding import Draft

MOST_ASKED_CHARS = 2_000
"""Of a memory, in the question to a person; a longer one names its note."""


class Approval(BaseModel):
    """A person's word."""

    approve: bool = Field(description="Yes: so it is.")


@dataclass(frozen=True, slots=True)
class PersonQuestion:
    """What a person is asked in one call, so that their answer counts for no other."""

    text: str
    about: str
    """What the text shows, or its digest: a yes is for that alone."""


NOTHING_ASKED = PersonQuestion("", "")


def asking(wording: Callable[..., PersonQuestion]) -> Callable[..., Approval | Elicit[Approval]]:
    """Return what has a person asked, where a call's wording makes a question."""

    def ask_person(
        question: Annotated[PersonQuestion, Resolve(wording)],
    ) -> Approval | Elicit[Approval]:
        return Elicit(question.text, Approval) if question.text else Approval(approve=False)

    return ask_person


def can_ask(ctx: Context[Any, Any]) -> bool:
    """Tell whether the client can ask its person."""
    capabilities = ctx.client_capabilities
    return capabilities is not None and capabilities.elicitation is not None


def is_yes(answer: ElicitationResult[Approval]) -> bool:
    """Tell whether the person was asked and said yes."""
    return isinstance(answer, AcceptedElicitation) and answer.data.approve


def _is_askable(content: str, ctx: Context[Any, Any]) -> bool:
    """Tell whether a person can be asked: they shall read all that they agree to."""
    return len(content) <= MOST_ASKED_CHARS and can_ask(ctx)


def asking_to_remember(desk: Desk) -> Callable[..., Approval | Elicit[Approval]]:
    """Return what has a person asked whether they said so, where it would wait for their word."""

    def ask_person(
        content: str,
        source: MemorySource,
        subject: str,
        predicate: str,
        value: str,
        scope: str,
        session_id: str,
        exclusive: bool,
        valid_from: str,
        valid_until: str,
        type: str,  # noqa: A002 -- as the property is called
        tags: list[str] | None,
        topic: str,
        trigger: list[str] | None,
        evidence: str,
        ctx: Context[Any, Any],
    ) -> Approval | Elicit[Approval]:
        """Have a person asked whether they said so, where what they said would wait for them."""
        if source != "user_explicit" or not _is_askable(content, ctx):
            return Approval(approve=False)
        from vaultwatch.services.memories.adding import Draft, why_it_waits

        claim = args.claim(
            subject, predicate, value, scope, session_id, exclusive, valid_from, valid_until
        )
        since, until = args.validity(valid_from, valid_until)
        facts = Facts(
            type=type or "observation",
            source=source,
            tags=tuple(tags or ()),
            session=session_id,
            topic=topic,
            triggers=tuple(trigger or ()),
            evidence=evidence,
            claim=claim,
            valid_from=None if claim else since,
            valid_until=None if claim else until,
        )
        draft = Draft(content, facts)
        why = desk.read(lambda ws: why_it_waits(ws, draft))
        if not why:
            return Approval(approve=False)
        said = _as_asked(draft, valid_from, valid_until)
        return Elicit(f"Did you say this, and does it hold? {said} {why}", Approval)

    return ask_person


def _as_asked(draft: "Draft", valid_from: str, valid_until: str) -> str:
    """Return all that a person agrees to, with the times as the call gave them."""
    claims, beside = claim_text(draft.facts.claim), beside_text(draft.facts)
    said = repr(draft.belief)
    said += f", which claims {claims!r}" if claims else ""
    said += f", with {beside}" if beside else ""
    said += f", from {valid_from!r}" if valid_from else ""
    said += f", until {valid_until!r}" if valid_until else ""
    return f"{said}."


def asking_to_change(desk: Desk) -> Callable[..., PersonQuestion]:
    """Return what words the question whether a person wants what they said changed so."""

    def question(
        memory_id: str,
        content: str | None,
        value: str | None,
        source: MemorySource,
        ctx: Context[Any, Any],
    ) -> PersonQuestion:
        """Word it where an agent says that they said so, and it is theirs to change."""
        is_said = source == "user_explicit" and bool(content or value)
        if not is_said or not _is_askable(content or "", ctx):
            return NOTHING_ASKED
        from vaultwatch.services.memories.proposing import belief_to_change

        belief = desk.read(lambda ws: belief_to_change(ws, memory_id))
        if not belief:
            return NOTHING_ASKED
        news = " with the value ".join(repr(one) for one in (content or belief, value) if one)
        old = repr(belief[:MOST_ASKED_CHARS])
        text = f"Did you say this, and does it hold? {news}, instead of {old}."
        return PersonQuestion(text, belief)

    return question
