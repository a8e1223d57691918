"""Commands on all that waits for a person: accept it, or drop it."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

from vaultwatch.doors.cli.options import WhyOption, argument, option, quiet_option
from vaultwatch.doors.cli.printing import row_of, say
from vaultwatch.doors.verbs import Asked, verb

if TYPE_CHECKING:
    from vaultwatch.report.inbox import InboxItem
    from vaultwatch.report.model import WaitingGroup
    from vaultwatch.services.exchange.waiting import DecidedThing, Waits
    from vaultwatch.services.findings.review import (
        ClaimedWords,
        ProposedChange,
        ReviewItem,
    )
    from vaultwatch.services.findings.verifying import Waiting
    from vaultwatch.services.workspace import Workspace

Only = Literal["inbox", "memory", "proposal", "claim", "check", "doubt"]
WaitingArgument = Annotated[
    str, argument("As the list shows it: of a sentence, memory, finding or check.", metavar="ID")
]


@verb("review", "read", none="Nothing waits for you.")
def review(
    ws: "Workspace",
    *,
    only: Annotated[Only | None, quiet_option("--only", "One kind alone.")] = None,
) -> "list[Waits]":
    """List all that waits for you, and why; or decide on it.

    Sentences of the inbox, memories that wait, what agents propose, files that say you said so,
    questions of checks, and what is in doubt.

    Example: vaultwatch review
    """
    from vaultwatch.services.exchange.waiting import list_waiting

    return list_waiting(ws, only)


def _row(one: "Waits") -> dict[str, object]:
    """Return what waits as a row; all have the same fields."""
    from vaultwatch.services.exchange.waiting import SHAPES

    return {"waits": one.kind, **row_of(one.thing, *SHAPES)}


review.row = _row


@review.told
def _say_all(found: "list[Waits]", _: Asked) -> None:
    for one in found:
        _say(one)
    for group in {one.group for one in found if one.group is not None}:
        drop = f"`vaultwatch review drop --all-alike {group.findings[0]}`"
        say(f"{_of_hand(group)}: {drop} drops all")


@verb("review show", "read", none="Nothing waits for you.", row=lambda one: one.thing)
def show(ws: "Workspace", wanted: WaitingArgument) -> "list[Waits]":
    """Show what waits under a name, and what it speaks against.

    Example: vaultwatch review show mem_7k2m
    """
    from vaultwatch.services.exchange.waiting import waiting_under

    return waiting_under(ws, wanted)


@show.told
def _say_shown(found: "list[Waits]", _: Asked) -> None:
    for one in found:
        _say(one, is_whole=True)


@verb("review accept", "deed", row=lambda decided: decided.done)
def accept(
    ws: "Workspace",
    wanted: WaitingArgument,
    *,
    beside: Annotated[
        bool, option("--beside", "Of a memory: beside those it speaks against.")
    ] = False,
    pinned: Annotated[
        bool, option("--pinned", "Of a sentence: at the head of every context.")
    ] = False,
    why: WhyOption = "",
) -> "DecidedThing":
    """Say yes to what waits; `vaultwatch undo` takes it back.

    A sentence of the inbox becomes a memory of yours; a memory holds, instead of those it speaks
    against; what an agent proposes is done, as your own word; a suggested check counts.

    Example: vaultwatch review accept mem_7k2m --why "I said so"
    """
    from vaultwatch.services.exchange.waiting import accept_waiting

    return accept_waiting(ws, wanted, beside=beside, pinned=pinned, why=why)


@accept.told
def _say_accepted(decided: "DecidedThing", asked: Asked) -> None:
    done: Any = decided.done
    match decided.kind:
        case "inbox" if not done.memory:
            say(f"A memory says so already: {done.text}")
        case "inbox":
            say(f"{done.memory} {asked.did('would be', 'is')} kept: {done.path}")
            say(f"  {done.text}")
            for warning in done.warnings:
                say(f"Note: {warning}")
        case "check":
            say(f"{done.id} {asked.did('would count', 'counts')}: {done.check}")
        case "proposal":
            say(f"{done.id}: what was proposed {asked.did('would be', 'is')} done")
        case _ if asked.given["beside"]:
            say(f"{done.id} {asked.did('would be', 'is')} kept beside the others: {done.path}")
        case _:
            say(f"{done.id} {asked.did('would hold', 'holds')}: {done.path}")


@verb("review drop", "deed", row=lambda decided: decided.done)
def drop(
    ws: "Workspace",
    wanted: WaitingArgument,
    *,
    all_alike: Annotated[
        bool, option("--all-alike", "And all else that waits from the same agent, or as files.")
    ] = False,
    why: WhyOption = "",
) -> "DecidedThing":
    """Say no to what waits; `vaultwatch undo` takes it back.

    A sentence is not proposed again; a memory goes into the vault's .trash; what an agent proposes,
    or a file says of you, is left; a check counts no longer.

    Example: vaultwatch review drop mem_7k2m --why "planted"
    """
    from vaultwatch.services.exchange.waiting import drop_waiting

    return drop_waiting(ws, wanted, all_alike=all_alike, why=why)


@drop.told
def _say_dropped(decided: "DecidedThing", asked: Asked) -> None:
    done: Any = decided.done
    match decided.kind:
        case "inbox":
            say(f"{asked.did('Would drop', 'Dropped')}: {done.text}")
        case "check":
            say(f"{done.id} {asked.did('would count', 'counts')} for nothing: {done.check}")
        case "group":
            say(f"{asked.did('Would drop', 'Dropped')} {_of_hand(done)}")
        case "memory":
            moved = done.moved_to or ".trash"
            say(f"{asked.did('Would move', 'Moved')} {done.path} to {moved}")
        case _:
            say(f"{done.id} {asked.did('would be left', 'is left')}: it is not asked again.")


def _say(one: "Waits", *, is_whole: bool = False) -> None:
    thing: Any = one.thing
    match one.kind:
        case "inbox":
            _say_sentence(thing)
        case "memory":
            _say_item(thing, is_whole=is_whole)
        case "proposal":
            _say_change(thing)
        case "claim":
            _say_claims(thing)
        case _:
            _say_question(thing, is_doubt=one.kind == "doubt")


def _say_sentence(one: "InboxItem") -> None:
    say(f"{one.id}  {one.text}", style="bold")
    mark = " (edited)" if one.is_edited else ""
    say(f"  {', '.join((one.kind, one.said_on.isoformat(), *one.whence))}{mark}")
    if one.quote not in one.text:
        say(f"  said  {one.quote}")


def _say_item(item: "ReviewItem", *, is_whole: bool) -> None:
    say(f"{item.id}  {item.path}", style="bold")
    say(f"  says      {item.belief if is_whole else ' '.join(item.belief.split())}")
    if item.claim:
        say(f"  claims    {item.claim}")
    if item.beside:
        say(f"  beside    {item.beside}")
    for other in item.against:
        named = f"{other.id}: " if is_whole else ""
        say(f"  against   {named}{' '.join(other.belief.split())}")
    for reason in item.why:
        say(f"  because   {reason}")


def _say_question(one: "Waiting", *, is_doubt: bool) -> None:
    say(f"{one.finding}  {one.path}", style="bold")
    say(f"  {' '.join(one.belief.split())}")
    say(f"  {one.reason}")
    false = f", outdated: `vaultwatch findings confirm {one.finding}`" if is_doubt else ""
    say(f"  true: `vaultwatch findings verify {one.finding}`{false}")


def _say_claims(claimed: "ClaimedWords") -> None:
    say(f"{claimed.finding}  memory files that say you said so; are they yours?", style="bold")
    for one in claimed.memories:
        claims = f", as a claim: {one.claim}" if one.claim else ""
        claims += f", with {one.beside}" if one.beside else ""
        say(f"  {one.id}  {one.path}: {' '.join(one.belief.split())}{claims}")


def _of_hand(group: "WaitingGroup") -> str:
    if group.name:
        return f"{group.count} {'wish' if group.count == 1 else 'wishes'} of the agent {group.name}"
    return f"{group.count} memory {'file' if group.count == 1 else 'files'} that we did not write"


_WISHES = {
    "forget": "to put it away",
    "archive": "to put it into the archive",
    "fade": "to leave it out of contexts unasked",
    "promote": "to write it into the note that it cites",
}


def _say_change(change: "ProposedChange") -> None:
    say(f"{change.id}  {change.path}", style="bold")
    if change.belief:
        say(f"  says      {change.belief}")
    wish = _WISHES.get(change.verb) or change.wording or change.belief
    say(f"  proposed  {wish}")
    if change.value is not None:
        say(f"  claim     {change.value}")
    if change.other:
        say(f"  with      {change.other}")
    if change.agent:
        say(f"  by        {change.agent}")
