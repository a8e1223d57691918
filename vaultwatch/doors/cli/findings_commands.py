"""Commands on findings: list, show, dismiss, acknowledge, verify, confirm, apply, reopen."""

from typing import TYPE_CHECKING, Annotated

import typer

from vaultwatch.doors.cli.options import DryRunOption, JsonOption, VaultOption, WhyOption
from vaultwatch.doors.cli.printing import print_json, print_rows, say, say_parts, subject_of
from vaultwatch.notes.days import day_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from vaultwatch.doors.cli.printing import Styled
    from vaultwatch.drift.model import Finding
    from vaultwatch.report.word_diff import DiffPart
    from vaultwatch.services.workspace import Workspace

    Settle = Callable[..., Finding]

app = typer.Typer(rich_markup_mode=None, invoke_without_command=True)

FindingArgument = Annotated[
    str, typer.Argument(metavar="ID", help="The finding's id, or the beginning of it.")
]
_OUTCOME = "`shown`, `likely` or `in_doubt` alone, or `all`; else all but those in doubt."


@app.callback()
def findings(
    context: typer.Context,
    *,
    vault: VaultOption = None,
    all_: Annotated[
        bool, typer.Option("--all/--open", help="Closed ones too, or the live ones alone.")
    ] = False,
    kind: Annotated[
        str | None, typer.Option("--kind", help="One kind alone.", show_default=False)
    ] = None,
    memory: Annotated[
        str | None, typer.Option("--memory", help="One memory alone.", show_default=False)
    ] = None,
    note: Annotated[
        str | None, typer.Option("--note", help="One note alone.", show_default=False)
    ] = None,
    outcome: Annotated[
        str | None,
        typer.Option("--outcome", help=_OUTCOME, show_default=False),
    ] = None,
    json_: JsonOption = False,
) -> None:
    """List findings, worst first; or show and settle one of them.

    Example: vaultwatch findings --all --json
    """
    if context.invoked_subcommand is not None:
        return
    from vaultwatch.drift.model import TOLD
    from vaultwatch.services.findings.listing import list_findings
    from vaultwatch.services.lookup import to_kind, to_outcomes
    from vaultwatch.wiring import find_vault, open_workspace

    wanted = to_kind(kind) if kind is not None else None
    outcomes = to_outcomes(outcome) if outcome is not None else TOLD
    with open_workspace(find_vault(vault), "read") as ws:
        found = list_findings(
            ws, is_all=all_, kind=wanted, memory=memory, note=note, outcomes=outcomes
        )
    _say_list(found, "No findings." if all_ else "No open findings.", json_=json_)


def _say_list(found: "list[Finding]", none: str, *, json_: bool) -> None:
    if json_:
        print_rows(found, none=none)
        return
    for finding in found:
        _say_line(finding)
    if not found:
        say(none)


@app.command()
def show(finding: FindingArgument, *, vault: VaultOption = None, json_: JsonOption = False) -> None:
    """Show one finding: what the note said and says, word by word, and why.

    Example: vaultwatch findings show 7k2m4qx
    """
    from vaultwatch.report.unlinked_names import memories_shown
    from vaultwatch.services.lookup import get_finding
    from vaultwatch.wiring import find_vault, open_workspace

    with open_workspace(find_vault(vault), "read") as ws:
        found = get_finding(ws, finding)
        about = ws.ledger.find_memories(
            ids=[found.memory_id or "", *memories_shown(found)], forgotten=True
        )
    if json_:
        print_json(found)
        return
    _say_line(found)
    for row in about:
        say(f"  memory  {row.path}: {' '.join(row.belief.split())}")
    if found.kind != "unlinked":
        _say_quotes(found)
    _say_repair(found)
    for reason in found.reasons:
        say(f"  why     {reason}")
    for line in found.explained:
        say(f"  judged  {line}")
    say(f"  since   {day_at(found.first_seen)}, last seen {day_at(found.last_seen)}")
    if found.mode == "cold":
        say("  weaker: no earlier state of the note is known")
    if found.why:
        say(f"  {found.status}: {found.why}")
    for line in found.remark.splitlines():
        say(f"  remark  {line}")


def _add_word(name: str, help_: str) -> None:
    """Add a command that says a word of a finding, named as the service that takes it."""

    @app.command(name, help=help_)
    def command(
        finding: FindingArgument,
        *,
        why: WhyOption = "",
        vault: VaultOption = None,
        dry_run: DryRunOption = False,
        json_: JsonOption = False,
    ) -> None:
        from vaultwatch.services.findings.settle import acknowledge, confirm, dismiss, reopen

        words = {one.__name__: one for one in (acknowledge, confirm, dismiss, reopen)}
        _settle(words[name], finding, why, vault, dry_run=dry_run, json_=json_)


_add_word(
    "dismiss",
    """Call a finding a false alarm; it stays closed until its passage changes again.

Example: vaultwatch findings dismiss 7k2m4qx --why "meant last year's fair"
""",
)


_add_word(
    "acknowledge",
    """Mark a finding as seen; it moves down in the report.

Example: vaultwatch findings acknowledge 7k2m4qx
""",
)


@app.command()
def verify(
    finding: FindingArgument,
    *,
    note: Annotated[
        str, typer.Option("--note", help="The note that says so, where the cited one does no more.")
    ] = "",
    unverified: Annotated[
        bool, typer.Option("--unverified", help="Keep it though no note says so.")
    ] = False,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Though a look at this machine says otherwise.")
    ] = False,
    why: WhyOption = "",
    vault: VaultOption = None,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Say that the memory is still true: the note as it stands is its new baseline.

    Where the note no longer speaks of it, it is asked which one does. The memory's link then leads
    to the note that you name; the cited one may be named too, where it says so in other words.

    Example: vaultwatch findings verify 7k2m4qx --why "checked with Mara"
    """
    from functools import partial

    from vaultwatch.services.findings.settle import verify as still_true

    settle = partial(still_true, note=note, is_unverified=unverified, is_anyway=anyway)
    _settle(settle, finding, why, vault, dry_run=dry_run, json_=json_)


_add_word(
    "confirm",
    """Say that a memory in doubt is outdated: it is told and flagged until it is mended.

Example: vaultwatch findings confirm 7k2m4qx --why "the clinic moved"
""",
)


@app.command("apply")
def apply_(
    finding: FindingArgument,
    *,
    vault: VaultOption = None,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Write a finding's suggested wording into its memory; `vaultwatch undo` takes it back.

    A file that was named after the words it had is named after the new ones. Of a name without a
    link: put the link into the memories that it shows.

    Example: vaultwatch findings apply 7k2m4qx --dry-run
    """
    from vaultwatch.report.unlinked_names import memories_shown
    from vaultwatch.services.findings.settle import apply
    from vaultwatch.services.look import carry_out
    from vaultwatch.services.lookup import get_finding
    from vaultwatch.wiring import find_vault, open_workspace

    with open_workspace(find_vault(vault), "rehearse" if dry_run else "write") as ws:
        suggested = get_finding(ws, finding)
        about = [suggested.memory_id or "", *memories_shown(suggested)]
        was = {row.path for row in ws.ledger.find_memories(ids=about)}
        linked = sorted(was) if suggested.kind == "unlinked" else ()
        carry_out(ws, lambda ws: apply(ws, suggested.id))
        named = {row.path for row in ws.ledger.find_memories(ids=about)} - was
        closed = get_finding(ws, suggested.id)
        left = _count_left(ws)
    if json_:
        print_json(closed)
        return
    _say_repair(suggested)
    for path in linked:
        say(f"  link in {path}")
    for path in named:
        say(f"  renamed {path}")
    say(f"{'Would be' if dry_run else 'Now'} {closed.status}: {closed.id} ({closed.why})")
    if not dry_run:
        say(left)


_add_word(
    "reopen",
    """Take a mistaken dismissal back.

Example: vaultwatch findings reopen 7k2m4qx --why "dismissed the wrong one"
""",
)


def _settle(
    settle: "Settle",
    wanted: str,
    why: str,
    vault: VaultOption,
    *,
    dry_run: bool,
    json_: bool,
) -> None:
    from vaultwatch.services.look import carry_out
    from vaultwatch.services.lookup import get_finding
    from vaultwatch.wiring import find_vault, open_workspace

    with open_workspace(find_vault(vault), "rehearse" if dry_run else "write") as ws:
        closed = carry_out(ws, lambda ws: settle(ws, wanted, why=why))
        closed = get_finding(ws, closed.id)
        left = _count_left(ws)
    if json_:
        print_json(closed)
        return
    say(f"{'Would be' if dry_run else 'Now'} {closed.status}: {closed.id} ({closed.why})")
    say(left)


def _count_left(ws: "Workspace") -> str:
    from vaultwatch.services.findings.listing import list_findings

    return f"{len(list_findings(ws))} findings are left."


def _say_line(finding: "Finding") -> None:
    change = f" ({finding.change.replace('_', ' ')})" if finding.change else ""
    place = " > ".join((finding.note or "", *finding.section))
    sure = "" if finding.outcome == "shown" else f", {finding.outcome.replace('_', ' ')}"
    say(f"{finding.id}  {finding.status:12} {finding.kind}{change}{sure}", style="bold")
    say(f"  {subject_of(finding.memory_id, place)}")


def _say_repair(finding: "Finding") -> None:
    if finding.repair is not None:
        _say_change("memory ", finding.repair.before, finding.repair.after, hidden="new")
        _say_change("suggest", finding.repair.before, finding.repair.after, hidden="gone")


def _say_change(name: str, before: str, after: str, *, hidden: str) -> None:
    """Print one side of a change, its own words marked."""
    from vaultwatch.report.word_diff import diff_words

    parts = diff_words(" ".join(before.split()), " ".join(after.split()))
    say_parts((f"  {name} ", ""), *_marked(parts, hidden))


def _marked(parts: "Iterable[DiffPart]", hidden: str) -> "Iterator[Styled]":
    """Give each word of one side its style; those of the other side are left out."""
    style = "green bold" if hidden == "gone" else "red strike"
    for part in parts:
        if part.kind != hidden:
            yield part.text, style if part.kind != "same" else ""


def _say_quotes(finding: "Finding") -> None:
    from vaultwatch.report.word_diff import diff_words

    before = finding.before.text if finding.before else ""
    after = finding.after.text if finding.after else ""
    parts = diff_words(before, after) if before and after else ()
    for name, quote, hidden in (("said", finding.before, "new"), ("says", finding.after, "gone")):
        if quote is not None:
            words = _marked(parts, hidden) if parts else [(quote.text, "")]
            where = f"{quote.note}, " if quote.note else ""
            line = f"line {quote.line}: " if quote.line else ""
            say_parts((f"  {name}    {where}{line}", ""), *words)
    if finding.also is not None:
        say(f"  or      line {finding.also.line}: {finding.also.text}")
