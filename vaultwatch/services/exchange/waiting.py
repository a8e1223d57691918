"""All that waits for a person, in one list, and the two answers: accept it, or drop it."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from vaultwatch.errors import NotThereError, RefusedError
from vaultwatch.late_regex import late_regex
from vaultwatch.report.inbox import InboxItem
from vaultwatch.report.model import LEAST_GROUPED, WaitingGroup
from vaultwatch.services.exchange.inbox import InboxDecision, decide_inbox, list_inbox
from vaultwatch.services.findings.review import (
    Choice,
    ClaimedWords,
    ProposedChange,
    ReviewItem,
    decide_proposal,
    decide_review,
    is_waiting,
    list_claims,
    list_proposals,
    list_reviews,
    refuse_group,
    show_claims,
    show_review,
    waiting_groups,
)
from vaultwatch.services.findings.verifying import ShownCheck, Waiting, accept_check, queued
from vaultwatch.services.lookup import find_memory
from vaultwatch.services.memories.adding import MemoryWrite
from vaultwatch.services.records.standings import doubts_of
from vaultwatch.services.upkeep.carrying_out import apply_planned
from vaultwatch.services.upkeep.planning import keep_asked, planned
from vaultwatch.services.workspace import Workspace
from vaultwatch.upkeep.proposal import UpkeepProposal

WaitingKind: TypeAlias = Literal["inbox", "memory", "proposal", "claim", "check", "doubt"]
"""A sentence said in a session; a memory in quarantine or beside one it contradicts; a change that
an agent proposes; files that say a person said so; a question of a check; a finding in doubt."""
Thing: TypeAlias = InboxItem | ReviewItem | ProposedChange | ClaimedWords | Waiting
SHAPES: Final = get_args(Thing)
_UPKEEP_ID: Final = late_regex(r"[0-9a-f]{8,64}")
"""A digest, or as much of it as `memory upkeep` shows."""


@dataclass(frozen=True, slots=True)
class Waits:
    """One thing that waits for a person."""

    kind: WaitingKind
    thing: Thing
    group: WaitingGroup | None = None
    """All that waits from the same hand, where that is many."""

    @property
    def ids(self) -> tuple[str, ...]:
        """By which it may be named."""
        match self.thing:
            case InboxItem(id=id_):
                return (id_,)
            case ReviewItem(id=id_, findings=findings):
                return (id_, *findings)
            case ProposedChange(id=id_, finding=finding):
                return (id_, finding)
            case ClaimedWords(finding=finding, memories=memories):
                return (finding, *(one.id for one in memories))
            case Waiting(finding=finding):
                return (finding,)


@dataclass(frozen=True, slots=True)
class DecidedThing:
    """What became of something that waited."""

    kind: WaitingKind | Literal["group"]
    done: InboxDecision | MemoryWrite | ProposedChange | ShownCheck | UpkeepProposal | WaitingGroup


def list_waiting(ws: Workspace, only: WaitingKind | None = None) -> list[Waits]:
    """Return all that waits for a person, or one kind of it."""
    groups = [one for one in waiting_groups(ws) if one.count >= LEAST_GROUPED]

    def group_of(*ids: str) -> WaitingGroup | None:
        return next((one for one in groups if {*ids} & {*one.findings}), None)

    found = [Waits("inbox", one) for one in list_inbox(ws)]
    found += [Waits("memory", one, group_of(*one.findings)) for one in list_reviews(ws)]
    found += [Waits("proposal", one, group_of(one.finding)) for one in list_proposals(ws)]
    found += [Waits("claim", one, group_of(one.finding)) for one in list_claims(ws)]
    found += [Waits("check", one) for one in queued(ws)]
    found += [Waits("doubt", one) for one in _doubts(ws)]
    return [one for one in found if only is None or one.kind == only]


def waiting_under(ws: Workspace, wanted: str) -> list[Waits]:
    """Return what waits under a name.

    Raises:
        NotThereError: nothing does.
    """
    name = wanted.strip().lstrip("^").removeprefix("inbox-")
    found = [one for one in list_waiting(ws) if name in one.ids]
    return found or [Waits("memory", show_review(ws, wanted))]


def accept_waiting(
    ws: Workspace, wanted: str, *, beside: bool = False, pinned: bool = False, why: str = ""
) -> DecidedThing:
    """Say yes, as the person; see `WaitingKind` for what may wait.

    `wanted` is an id; of a memory also its note's name. `beside` lets a memory hold beside those it
    speaks against, not instead of them; `pinned` keeps a sentence where every context begins.

    Raises:
        NotThereError: nothing waits under this name.
        RefusedError: it is a finding, which is true or outdated, and no yes; or it cannot be done.
    """
    if _is_planned(ws, wanted):
        (upkept,) = apply_planned(ws, [wanted])
        if upkept.refused:
            raise RefusedError(upkept.refused)
        return DecidedThing("proposal", upkept.proposal)
    match _kind_of(ws, wanted):
        case "check":
            return DecidedThing("check", accept_check(ws, wanted))
        case "inbox":
            return DecidedThing("inbox", decide_inbox(ws, wanted, "pin" if pinned else "keep"))
        case "proposal":
            return DecidedThing("proposal", decide_proposal(ws, wanted, "apply", why=why))
        case kind:
            choice: Choice = "keep" if beside else "activate"
            return DecidedThing(kind, decide_review(ws, wanted, choice, why=why))


def drop_waiting(
    ws: Workspace, wanted: str, *, all_alike: bool = False, why: str = ""
) -> DecidedThing:
    """Say no, as the person; `all_alike` to all that waits from the same hand."""
    if all_alike:
        return DecidedThing("group", refuse_group(ws, wanted, why=why))
    if _is_planned(ws, wanted):
        return DecidedThing("proposal", _leave_planned(ws, wanted, why))
    match _kind_of(ws, wanted):
        case "check":
            return DecidedThing("check", accept_check(ws, wanted, accepts=False))
        case "inbox":
            return DecidedThing("inbox", decide_inbox(ws, wanted, "drop"))
        case "memory":
            return DecidedThing("memory", decide_review(ws, wanted, "reject", why=why))
        case kind:
            return DecidedThing(kind, decide_proposal(ws, wanted, "leave", why=why))


def _leave_planned(
    ws: Workspace, wanted: str, why: str
) -> UpkeepProposal | ProposedChange | MemoryWrite:
    """Say no to what upkeep lists, asked of or not, so that it is listed no more."""
    one = keep_asked(ws, wanted)
    if ws.is_rehearsal:
        return one
    return decide_proposal(ws, one.memories[0][0], "leave", why=why, digest=one.id)


def _doubts(ws: Workspace) -> list[Waiting]:
    """Return the findings that nobody has judged."""
    found = doubts_of(ws)
    ids = {one.memory_id or "" for one in found}
    rows = {row.id: row for row in ws.ledger.find_memories(ids=ids)}
    return [
        Waiting(one.id, row.id, row.path, row.belief, "; ".join(one.reasons))
        for one in found
        if (row := rows.get(one.memory_id or "")) is not None
    ]


def _is_planned(ws: Workspace, wanted: str) -> bool:
    """Tell whether `memory upkeep` lists something under an id, which may wait in no report yet."""
    is_id = _UPKEEP_ID.fullmatch(wanted) is not None
    return is_id and any(one.id.startswith(wanted) for one in planned(ws))


def _kind_of(ws: Workspace, wanted: str) -> WaitingKind:
    """Return what waits under a name; refuse a finding, which is true or outdated."""
    name = wanted.strip().lstrip("^")
    if name.startswith(("chk_", "chk-")):
        return "check"
    if (known := _of_memory(ws, name)) is not None:
        return known
    if any(name in one.ids for one in list_waiting(ws) if one.kind in {"check", "doubt"}):
        raise RefusedError(
            f"{name} asks whether a memory holds.",
            hint=f"Say so by `vaultwatch findings verify {name}`, or `vaultwatch findings confirm "
            f"{name}` where it is outdated.",
        )
    if any(one.id.startswith(name.removeprefix("inbox-")) for one in list_inbox(ws) if name):
        return "inbox"
    try:
        memory = find_memory(ws, wanted).id
    except NotThereError as error:
        raise NotThereError(
            f"Nothing waits called {wanted!r}.", hint="`vaultwatch review` lists what waits."
        ) from error
    return _of_memory(ws, memory) or "memory"


def _of_memory(ws: Workspace, name: str) -> WaitingKind | None:
    """Return what waits of a memory or finding; refuse where two things do."""
    proposed = next((one for one in list_proposals(ws) if name in {one.id, one.finding}), None)
    if is_waiting(ws, name) and proposed is None:
        return "memory"
    if is_waiting(ws, name) and proposed is not None:
        asked = ", ".join((*show_review(ws, name).findings, proposed.finding))
        raise RefusedError(
            f"Both the memory {name} and a change to it wait.",
            hint=f"Name what you mean by its finding, the change last: {asked}.",
        )
    if proposed is not None:
        return "proposal"
    return "claim" if show_claims(ws, name) is not None else None
