"""Commands on memories: add, list, show, edit, forget, feedback, and held against this machine."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import typer

from vaultwatch.doors.cli.options import AsOfOption, WhyOption
from vaultwatch.doors.cli.printing import (
    first_words,
    line_width,
    print_json,
    row_of,
    say,
    say_notice,
)
from vaultwatch.doors.verbs import Asked, verb
from vaultwatch.drift.model import GroundingOutcome
from vaultwatch.notes.days import day_at

if TYPE_CHECKING:
    from vaultwatch.services.findings.verifying import Verified
    from vaultwatch.services.memories.adding import MemoryWrite
    from vaultwatch.services.memories.feedback import TakenFeedback
    from vaultwatch.services.memories.showing import ShownMemory
    from vaultwatch.services.workspace import Workspace

_OUTCOMES: dict[GroundingOutcome, str] = {
    "supported": "it said so",
    "silent": "it did not speak of it, unverified",
    "denied": "it said otherwise",
}
"""What a note said to a memory when it was held against it first."""


_SPOKE = "it spoke of it and did not say so, unverified"


_LEAST_WORDS = 24
"""Columns of a belief that are shown however narrow the terminal is."""


MemoryArgument = Annotated[
    str, typer.Argument(metavar="MEMORY", help="Its id, the beginning of it, or its note's name.")
]
_MARKS = {"passes": "holds", "contradicts": "WRONG", "never_there": "never", "cannot_tell": "?"}


SourceName: TypeAlias = Literal[
    "user_explicit", "system", "tool_output", "user_implicit",
    "user_reported", "document", "inference",
]  # fmt: skip
"""Who a memory comes from."""


@verb("memory add", "deed")
def add(
    ws: "Workspace",
    belief: Annotated[str, typer.Argument(help="The belief, with [[wiki-links]] to its notes.")],
    *,
    type_: Annotated[str, typer.Option("--type", help="What kind of belief.")] = "fact",
    tag: Annotated[
        list[str] | None, typer.Option("--tag", help="A tag; repeatable.", show_default=False)
    ] = None,
    topic: Annotated[str, typer.Option("--topic", help="What it belongs to.")] = "",
    trigger: Annotated[
        list[str] | None,
        typer.Option(
            "--trigger",
            help="When it should come to mind, or what it answers; repeatable.",
            show_default=False,
        ),
    ] = None,
    source: Annotated[SourceName, typer.Option("--source", help="Who says so.")] = "user_explicit",
    allow_similar: Annotated[
        bool, typer.Option("--allow-similar", help="Write it though one almost like it stands.")
    ] = False,
) -> "MemoryWrite":
    """Write a memory as a note that cites the notes it rests on.

    Example: vaultwatch memory add "The key is an open blocker in [[Atlas]]" --tag release
    """
    from vaultwatch.memories.facts import Facts
    from vaultwatch.services.memories.adding import Draft, add_typed
    from vaultwatch.services.recall.notes_against import telling

    told = Facts(type_, source, tuple(tag or ()), topic=topic, triggers=tuple(trigger or ()))
    draft = Draft(belief, told)
    return telling(ws, add_typed(ws, draft, allow_similar=allow_similar), belief)


@add.told
def _say_added(done: "MemoryWrite", asked: Asked) -> None:
    say(f"{asked.did('Would write', 'Wrote')} {done.id} to {done.path}")
    if done.outcome != "stored":
        say(f"{done.outcome.replace('_', ' ').capitalize()}: {done.reason}")
    for warning in done.warnings:
        say(f"Note: {warning}")


def _listed_row(listed: tuple[Any, str, str | None]) -> dict[str, object]:
    row, status, standing = listed
    return row_of(row, status=status, standing=standing)


@verb(
    "memory list",
    "read",
    none="No memories yet. `vaultwatch memory add` writes one.",
    row=_listed_row,
)
def list_(ws: "Workspace") -> list[tuple[Any, str, str | None]]:
    """List the memories that stand in the vault, each with its status and how its notes see it.

    supported, silent (no note that it cites speaks of it: unverified), denied, drifted; - where it
    cites none. A belief is cut where the line ends; --json has all of it.

    Example: vaultwatch memory list --json
    """
    from vaultwatch.recall.signals import status_at
    from vaultwatch.services.memories.showing import list_memories

    now = ws.clock.now()
    return [(row, status_at(row.facts, now), seen) for row, seen in list_memories(ws)]


@list_.told
def _say_listed(listed: list[tuple[Any, str, str | None]], _: Asked) -> None:
    width = line_width()
    for row, how, seen in listed:
        head = f"{row.id}  {how:11}  {seen or '-':9}  "
        say(head + first_words(row.belief, max(_LEAST_WORDS, width - len(head))))


@verb("memory show")
def show(memory: MemoryArgument, *, as_of: AsOfOption = None, vault: Path, json_: bool) -> None:
    """Show one memory: its belief, the notes it rests on, its findings.

    Example: vaultwatch memory show "Atlas blocker"
    """
    from vaultwatch.services.memories.showing import show_memory
    from vaultwatch.wiring import open_workspace

    if as_of is not None:
        from vaultwatch.doors.cli.printing import tell_past

        tell_past(vault, memory, as_of, json_=json_)
        return
    with open_workspace(vault, "read") as ws:
        shown = show_memory(ws, memory)
    if json_:
        print_json(shown)
    else:
        _say_memory(shown)


def _say_memory(shown: "ShownMemory") -> None:
    say(f"{shown.id}  {shown.path}", style="bold")
    say(f"  {shown.belief}")
    facts = shown.facts
    said = [facts.type, facts.source, facts.agent, facts.session, facts.topic]
    said += [facts.status] if facts.status != "active" else []
    say(f"  is        {', '.join(word for word in said if word)}")
    if facts.claim is not None:
        say(f"  claims    {facts.claim.subject} / {facts.claim.predicate} / {facts.claim.value}")
    if shown.learnt:
        say(f"  since     {shown.learnt}")
    for trigger in facts.triggers:
        say(f"  at        {trigger}")
    if facts.review_after is not None:
        say(f"  review    after {day_at(facts.review_after)}")
    for line in (*shown.trust_story, *shown.chain):
        say(f"            {line}")
    if shown.use is not None:
        say(f"            {shown.use.told}")
    _say_grounds(shown)
    if shown.last_verified is not None:
        say(f"  verified  {day_at(shown.last_verified)} by {_BY[shown.verified_by]}")
    for finding in shown.findings:
        say(f"  finding   {finding.id} {finding.status}: {', '.join(finding.reasons[:1])}")


def _say_grounds(shown: "ShownMemory") -> None:
    """Print what a memory rests on."""
    for ground in shown.grounds:
        worth = f": {_OUTCOMES[ground.outcome]}" if ground.outcome is not None else ""
        if ground.outcome == "silent" and ground.decided_by is not None:
            worth = f": {_SPOKE}"
        say(f"  rests on  {ground.note}, {ground.origin} {day_at(ground.taken_at)}{worth}")
        for quote in (ground.decided_by,) if ground.outcome == "denied" else ground.supports:
            if quote is not None:
                say(f"            line {quote.line}: {quote.text}")
        for clause in (ground.clause,) if ground.clause else ():
            say(f"            against: {clause}")
        for clause in ground.unspoken:
            say(f"            it did not speak of: {clause}")


@verb("memory edit")
def edit(
    memory: MemoryArgument,
    belief: Annotated[
        str | None,
        typer.Argument(help="The new belief; your editor opens without it.", show_default=False),
    ] = None,
    *,
    vault: Path,
    dry_run: bool,
    json_: bool,
) -> None:
    """Change what a memory says; its properties stay as they are.

    Example: vaultwatch memory edit mem_7k2m "The key has come, see [[Atlas]]"
    """
    from vaultwatch.services.look import carry_out
    from vaultwatch.services.memories.updating import edit_memory, written_belief
    from vaultwatch.wiring import open_workspace

    seen = None
    if belief is None:
        with open_workspace(vault, "read") as ws:
            written, seen = written_belief(ws, memory)
            belief = _edited(written)
        if belief is None:
            (say_notice if json_ else say)("Nothing was changed.")
            return
    with open_workspace(vault, "rehearse" if dry_run else "write") as ws:
        done = carry_out(ws, lambda ws: edit_memory(ws, memory, belief, seen=seen))
    if json_:
        print_json(done)
    else:
        say(f"{'Would change' if dry_run else 'Changed'} {done.id} in {done.path}")


def _edited(text: str) -> str | None:
    """Return what a person made of a text in their editor; None if they left it alone.

    Raises:
        WrongUsageError: nobody is there to edit.
        RefusedError: no editor was found, or it failed.
    """
    import click

    from vaultwatch.errors import RefusedError, WrongUsageError

    if not sys.stdin.isatty():  # an editor without a terminal waits for ever
        raise WrongUsageError(
            "No editor can be opened here: the input is not a terminal. Nothing was changed.",
            hint='Give the new belief: `vaultwatch memory edit MEMORY "..."`.',
        )
    try:
        return click.edit(text)
    except click.ClickException as exc:
        raise RefusedError(
            f"Your editor did not end well ({exc.format_message()}); nothing was changed.",
            hint="Name another in the variable EDITOR, or give the belief as an argument.",
        ) from exc


@verb("memory forget", "deed")
def forget(ws: "Workspace", memory: MemoryArgument, *, why: WhyOption = "") -> "MemoryWrite":
    """Move a memory's note to the vault's .trash; nothing is deleted.

    Example: vaultwatch memory forget mem_7k2m --why "project is over"
    """
    from vaultwatch.services.memories.forget import forget_memory

    return forget_memory(ws, memory, why=why)


@forget.told
def _say_forgotten(done: "MemoryWrite", asked: Asked) -> None:
    say(f"{asked.did('Would move', 'Moved')} {done.path} to {done.moved_to}")


@verb("memory feedback", "deed")
def feedback(
    ws: "Workspace",
    memories: Annotated[
        list[str], typer.Argument(metavar="MEMORY...", help="Their ids, or their notes' names.")
    ],
    *,
    helped: Annotated[
        bool, typer.Option("--helped/--not-helped", help="Whether they did.", show_default=False)
    ],
) -> "TakenFeedback":
    """Say which memories helped, or did not: those that help come sooner next time.

    The last word of a day counts; the other word takes it back.

    Example: vaultwatch memory feedback mem_7k2m --not-helped
    """
    from vaultwatch.services.lookup import find_memory
    from vaultwatch.services.memories.feedback import give_feedback

    return give_feedback(ws, [find_memory(ws, one).id for one in memories], helped=helped)


@feedback.told
def _say_feedback(done: "TakenFeedback", asked: Asked) -> None:
    word = "helped" if asked.given["helped"] else "did not help"
    for id_ in done.recorded:
        say(f"{asked.did('Would keep', 'Kept')} that memory {id_} {word}.")
    for id_ in done.said_before:
        say(f"That memory {id_} {word} was said today already.")


def _exit_of_checks(done: "list[Verified]") -> int:
    return int(any(one.outcome == "contradicts" for one in done))


@verb(
    "memory check",
    "deed",
    none="No memory says anything of this machine that can be looked up.",
    exits=_exit_of_checks,
)
def check(
    ws: "Workspace",
    memory: Annotated[
        str | None,
        typer.Argument(
            metavar="MEMORY", help="Its id, path or name. Default: all.", show_default=False
        ),
    ] = None,
) -> "list[Verified]":
    """Hold memories against this machine, now: paths, scripts, versions, settings that they name.

    What held and holds no more is WRONG: a finding, and exit status 1. A path is `there`: what the
    memory says of it was not looked at. What nobody knows to have held is told here alone;
    `vaultwatch review accept CHECK` lets it count.

    Example: vaultwatch memory check "Deploy notes"
    """
    from vaultwatch.services.findings.verifying import verify_all, verify_memory

    return verify_all(ws) if memory is None else [verify_memory(ws, memory)]


_BY = {"check": "a check", "person": "a person", "git": "git's history"}


@check.told
def _say_checked(done: "list[Verified]", _: Asked) -> None:
    from vaultwatch.memories.checks.model import PLACES

    for verified in done:
        say(f"{verified.memory_id}  {verified.path}", style="bold")
        if verified.notice:
            say(f"  {verified.notice}")
        for one in verified.checks:
            why = "refused" if one.is_refused else "never seen to hold"
            mark = _MARKS[one.outcome] if one.counts or one.outcome == "passes" else "?"
            if one.outcome == "passes" and one.check.partition(" ")[0] in PLACES:
                mark = "there"  # what is said of it is another matter
            silent = "" if one.counts else f"  ({why}; silent)"
            say(f"  {mark:6} {one.id}  {one.said}: {one.found}{silent}")
