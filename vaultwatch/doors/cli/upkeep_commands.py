"""The command that keeps the pile of memories small: what is proposed, and a yes to it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vaultwatch.doors.cli.printing import first_words, line_width, print_rows, say, say_notice
from vaultwatch.doors.verbs import verb

if TYPE_CHECKING:
    from vaultwatch.services.upkeep.carrying_out import UpkeepDone
    from vaultwatch.upkeep.proposal import UpkeepProposal

_NONE = "Nothing is proposed: the pile is as small as it gets."
_ID_CHARS = 8
"""Of an id that are shown: enough to name one of thousands."""
_INDENT = " " * 10


@verb("memory upkeep")
def upkeep(
    *,
    apply_: Annotated[
        list[str] | None,
        typer.Option("--apply", metavar="ID", help="Do this one; repeatable.", show_default=False),
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="Do all that is proposed.")] = False,
    vault: Path,
    dry_run: bool,
    json_: bool,
) -> None:
    """List what would keep the pile of memories small, or do it; `vaultwatch undo` takes it back.

    merge: memories that say the same, the best grounded stays to the letter. split: a sentence
    that a note overtook is set apart. archive: what ended or was replaced long ago goes into a
    folder. fade: what nobody was handed for long is left out of contexts, and found still.
    refresh: it says what its note says now. compress: lines of one note become one memory.
    promote: it becomes a line of the note that it cites. core: what you stand behind is written
    into `Memories/Me.md`. distil: steps that sessions repeat become the draft of a procedure.

    Example: vaultwatch memory upkeep --apply 3f2a9c1b
    """
    from vaultwatch.services.look import carry_out
    from vaultwatch.services.upkeep.carrying_out import apply_planned
    from vaultwatch.services.upkeep.planning import planned
    from vaultwatch.wiring import open_workspace

    if not (apply_ or all_):
        with open_workspace(vault) as ws:
            found = planned(ws)
        if json_:
            print_rows(map(_row, found), none=_NONE)
            return
        for one in found:
            _say(one)
        say(f"{len(found)} proposed: `--apply ID` or `--all` does it." if found else _NONE)
        return
    wanted = None if all_ else apply_
    with open_workspace(vault, "rehearse" if dry_run else "write") as ws:
        done = carry_out(ws, lambda ws: apply_planned(ws, wanted))
    if json_:
        print_rows(({**_row(one.proposal), "refused": one.refused} for one in done), none=_NONE)
    else:
        _say_done(done, dry_run=dry_run)
    if any(one.refused for one in done):
        raise typer.Exit(1)


def _row(one: "UpkeepProposal") -> dict[str, object]:
    return {
        "id": one.id,
        "verb": one.verb,
        "memories": [id_ for id_, _ in one.memories],
        "text": one.text,
        "reason": one.reason,
        "evidence": list(one.evidence),
    }


def _say(one: "UpkeepProposal") -> None:
    kept, *others = (id_ for id_, _ in one.memories)
    with_ = f", with {', '.join(others)}" if others else ""
    say(f"{one.id[:_ID_CHARS]}  {one.verb} {kept}{with_}: {one.reason}", style="bold")
    if one.text:
        says = f"{_INDENT}says  "
        say(says + first_words(one.text, line_width() - len(says)))
    for line in one.evidence:
        say(_INDENT + first_words(line, line_width() - len(_INDENT)))


def _say_done(done: "list[UpkeepDone]", *, dry_run: bool) -> None:
    if not done:
        say(_NONE)
    for one in done:
        kept = one.proposal.memories[0][0]
        if one.refused:
            say_notice(f"{one.proposal.verb} {kept} was not done: {one.refused}")
        else:
            did = f"{'Would' if dry_run else 'Did'} {one.proposal.verb} {kept}"
            say(f"{did}: {one.proposal.reason}")
