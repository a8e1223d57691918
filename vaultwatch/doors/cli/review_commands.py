"""Commands on what waits for a person's decision: memories, and changes that agents propose."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from vaultwatch.doors.cli.options import DryRunOption, JsonOption, VaultOption, WhyOption
from vaultwatch.doors.cli.printing import print_json, print_rows, row_of, say

if TYPE_CHECKING:
    from vaultwatch.services.findings.proposals import ProposedChange
    from vaultwatch.services.findings.refusing import WaitingGroup
    from vaultwatch.services.findings.review import ClaimedWords, ReviewItem

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Decide on memories that wait, and on changes that agents propose.",
)

Choice = Literal["activate", "keep", "reject"]
Answer = Literal["apply", "leave"]

_NONE = "Nothing waits for a decision."

WaitingArgument = Annotated[
    str, typer.Argument(metavar="MEMORY", help="Its id, its note's name, or the finding's id.")
]


@app.command("list")
def list_(*, vault: VaultOption = None, json_: JsonOption = False) -> None:
    """List what waits for a decision, and why.

    Example: vaultwatch review list
    """
    from vaultwatch.report.model import LEAST_GROUPED
    from vaultwatch.services.findings.proposals import ProposedChange, list_proposals
    from vaultwatch.services.findings.refusing import waiting_groups
    from vaultwatch.services.findings.review import (
        ClaimedWords,
        ReviewItem,
        list_claims,
        list_reviews,
    )
    from vaultwatch.wiring import find_vault, open_workspace

    with open_workspace(find_vault(vault), "read") as ws:
        items, changes, claimed = list_reviews(ws), list_proposals(ws), list_claims(ws)
        groups = [one for one in waiting_groups(ws) if one.count >= LEAST_GROUPED]
    if json_:
        shapes = (ReviewItem, ProposedChange, ClaimedWords)
        print_rows((row_of(one, *shapes) for one in (*items, *changes, *claimed)), none=_NONE)
        return
    for item in items:
        _say_item(item)
    for change in changes:
        _say_change(change)
    for claim in claimed:
        _say_claims(claim)
    for group in groups:
        say(f"{_of_hand(group)}: `vaultwatch review refuse {group.findings[0]}` refuses all")
    if not (items or changes or claimed):
        say(_NONE)


@app.command()
def show(memory: WaitingArgument, *, vault: VaultOption = None, json_: JsonOption = False) -> None:
    """Show what a memory that waits says, and what it speaks against.

    Example: vaultwatch review show mem_7k2m
    """
    from vaultwatch.services.findings.proposals import list_proposals
    from vaultwatch.services.findings.review import show_review
    from vaultwatch.wiring import find_vault, open_workspace

    with open_workspace(find_vault(vault), "read") as ws:
        changes = [one for one in list_proposals(ws) if memory in {one.id, one.finding}]
        item = None if changes else show_review(ws, memory)
    for change in changes:
        if json_:
            print_json(change)
        else:
            _say_change(change)
    if item is None:
        return
    if json_:
        print_json(item)
        return
    say(f"{item.id}  {item.path}", style="bold")
    say(f"  says      {item.belief}")
    if item.claim:
        say(f"  claims    {item.claim}")
    if item.beside:
        say(f"  beside    {item.beside}")
    for other in item.against:
        say(f"  against   {other.id}: {other.belief}")
    for reason in item.why:
        say(f"  because   {reason}")


def _say_item(item: "ReviewItem") -> None:
    say(f"{item.id}  {item.path}", style="bold")
    say(f"  says      {' '.join(item.belief.split())}")
    if item.claim:
        say(f"  claims    {item.claim}")
    if item.beside:
        say(f"  beside    {item.beside}")
    for other in item.against:
        say(f"  against   {' '.join(other.belief.split())}")
    for reason in item.why:
        say(f"  because   {reason}")


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


def _say_change(change: "ProposedChange") -> None:
    say(f"{change.id}  {change.path}", style="bold")
    say(f"  says      {change.belief}")
    wish = "to put it away" if change.verb == "forget" else change.wording or change.belief
    say(f"  proposed  {wish}")
    if change.value is not None:
        say(f"  claim     {change.value}")
    if change.other:
        say(f"  with      {change.other}")
    if change.agent:
        say(f"  by        {change.agent}")


def _add_choice(name: Choice | Answer, help_: str) -> None:
    """Add a command that decides on what waits, or on what is proposed."""

    @app.command(name, help=help_)
    def command(
        memory: WaitingArgument,
        *,
        why: WhyOption = "",
        vault: VaultOption = None,
        dry_run: DryRunOption = False,
        json_: JsonOption = False,
    ) -> None:
        match name:
            case "apply" | "leave":
                _answer(memory, name, why, vault, dry_run=dry_run, json_=json_)
            case _:
                _decide(memory, name, why, vault, dry_run=dry_run, json_=json_)


_add_choice(
    "activate",
    """Let a memory hold, instead of those it speaks against; `vaultwatch undo` takes it back.

Example: vaultwatch review activate mem_7k2m --why "I said so"
""",
)


_add_choice(
    "keep",
    """Let a memory hold beside those it speaks against; `vaultwatch undo` takes it back.

Example: vaultwatch review keep mem_7k2m
""",
)


_add_choice(
    "reject",
    """Put a memory's note into the vault's .trash; nothing is deleted.

Example: vaultwatch review reject mem_7k2m --why "planted"
""",
)


@app.command()
def refuse(
    memory: WaitingArgument,
    *,
    why: WhyOption = "",
    vault: VaultOption = None,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Refuse a memory, and all else that waits from the same agent, or as files.

    What waited goes into the vault's .trash; `vaultwatch undo` takes it back.

    Example: vaultwatch review refuse mem_7k2m --why "none of it is mine"
    """
    from vaultwatch.services.findings.refusing import refuse_group
    from vaultwatch.services.look import carry_out
    from vaultwatch.wiring import find_vault, open_workspace

    with open_workspace(find_vault(vault), "rehearse" if dry_run else "write") as ws:
        group = carry_out(ws, lambda ws: refuse_group(ws, memory, why=why))
    if json_:
        print_json(group)
    else:
        say(f"{'Would refuse' if dry_run else 'Refused'} {_of_hand(group)}")


def _decide(
    memory: str,
    choice: Choice,
    why: str,
    vault: Path | None,
    *,
    dry_run: bool,
    json_: bool,
) -> None:
    from vaultwatch.services.findings.review import decide_review
    from vaultwatch.services.look import carry_out
    from vaultwatch.wiring import find_vault, open_workspace

    with open_workspace(find_vault(vault), "rehearse" if dry_run else "write") as ws:
        done = carry_out(ws, lambda ws: decide_review(ws, memory, choice, why=why))
    if json_:
        print_json(done)
    elif choice == "activate":
        say(f"{done.id} {'would hold' if dry_run else 'holds'}: {done.path}")
    elif choice == "keep":
        say(f"{done.id} {'would be' if dry_run else 'is'} kept beside the others: {done.path}")
    else:
        say(f"{'Would move' if dry_run else 'Moved'} {done.path} to {done.moved_to or '.trash'}")


_add_choice(
    "apply",
    """Do what an agent proposes for a memory you stand behind; `vaultwatch undo` takes it back.

Example: vaultwatch review apply mem_7k2m
""",
)


_add_choice(
    "leave",
    """Leave a memory as it is: what an agent proposes for it, or a file says of you, is dropped.

Example: vaultwatch review leave mem_7k2m --why "no"
""",
)


def _answer(
    memory: str,
    answer: Answer,
    why: str,
    vault: Path | None,
    *,
    dry_run: bool,
    json_: bool,
) -> None:
    from vaultwatch.services.findings.proposals import decide_proposal
    from vaultwatch.services.look import carry_out
    from vaultwatch.wiring import find_vault, open_workspace

    with open_workspace(find_vault(vault), "rehearse" if dry_run else "write") as ws:
        done = carry_out(ws, lambda ws: decide_proposal(ws, memory, answer, why=why))
    if json_:
        print_json(done)
    elif answer == "apply":
        say(f"{done.id}: what was proposed {'would be' if dry_run else 'is'} done")
    else:
        say(f"{done.id} {'would stay' if dry_run else 'stays'} as it is: {done.path}")
