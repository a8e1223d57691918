"""Commands on verdicts: explain one, refit the bar on one's own, hand the labelled cases out."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vaultwatch.cli.options import DryRunOption, JsonOption, VaultOption
from vaultwatch.cli.printing import print_json, say
from vaultwatch.drift.labels import Label

if TYPE_CHECKING:
    from vaultwatch.drift.bar import Tally
    from vaultwatch.services.findings.explaining import Explained
    from vaultwatch.services.scanning.calibrating import Calibration
    from vaultwatch.wiring import OpenMode

app = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None, help="Learn from how you settled findings."
)

SHOWN_SIGNALS = 8


def add_to(main: typer.Typer) -> None:
    """Add the commands."""
    main.command()(explain)
    main.add_typer(app, name="drift")


def explain(
    memory: Annotated[
        str,
        typer.Argument(metavar="MEMORY", help="Its id, the beginning of it, or its note's name."),
    ],
    note: Annotated[
        str | None, typer.Argument(help="One of its notes alone.", show_default=False)
    ] = None,
    *,
    vault: VaultOption = None,
    json_: JsonOption = False,
) -> None:
    """Tell why a memory is called true or outdated: what it rested on, what became of it.

    Looks at the notes as they stand on disk; changes nothing.

    Example: vaultwatch explain "Atlas blocker" Projects/Atlas.md
    """
    from vaultwatch.services.findings.explaining import explain_memory
    from vaultwatch.wiring import find_vault, open_workspace

    with open_workspace(find_vault(vault), "read") as ws:
        told = explain_memory(ws, memory, note)
    for one in told:
        if json_:
            print_json(one)
        else:
            _say_explained(one)


@app.command()
def calibrate(
    *,
    reset: Annotated[
        bool, typer.Option("--reset", help="Go back to the bar that your settings name.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    vault: VaultOption = None,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Refit the bar, from which a memory is called outdated, on how you settled findings.

    Stays on this machine, asks before it takes effect, and leaves your settings as they are.

    Example: vaultwatch drift calibrate --dry-run
    """
    from vaultwatch.services.look import scan
    from vaultwatch.services.scanning.calibrating import calibration, take_effect
    from vaultwatch.services.scanning.calibrating import reset as go_back
    from vaultwatch.wiring import find_vault, open_workspace

    folder = find_vault(vault)
    mode: OpenMode = "rehearse" if dry_run else "write"
    if reset:
        with open_workspace(folder, mode) as ws:
            before, after = go_back(ws)
            if before != after:
                scan(ws)
        if json_:
            print_json({"before": before, "after": after})
        else:
            say(f"The bar is {'would be ' * dry_run}{after:.3f}, as your settings say.")
        return
    with open_workspace(folder, "read") as ws:  # nothing is held while a person thinks
        found = calibration(ws)
    if json_:
        print_json(found)
    else:
        _say_calibration(found)
    if not found.is_change or dry_run:
        return
    if not yes and not _is_agreed():
        say("Nothing was changed.")
        return
    with open_workspace(folder, "write") as ws:
        take_effect(ws, found)
        scanned = scan(ws)
    if not json_:
        say(f"The bar is {found.after:.3f} now; {len(scanned.findings)} findings are left.")


@app.command()
def export(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="A new file; default: print.", show_default=False),
    ] = None,
    *,
    texts: Annotated[
        bool, typer.Option("--texts", help="With what memory and note said; secrets masked.")
    ] = False,
    vault: VaultOption = None,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Write the findings you settled as JSON lines, ids hashed, for a study of your own.

    Example: vaultwatch drift export cases.jsonl
    """
    from vaultwatch.services.scanning.calibrating import exported, write_export
    from vaultwatch.wiring import find_vault, open_workspace

    with open_workspace(find_vault(vault), "rehearse" if dry_run else "write") as ws:
        rows = list(exported(ws, with_texts=texts))
    if file is None:
        for row in rows:
            print_json(row)
        return
    if not dry_run:
        write_export(file, rows)
    if json_:
        print_json({"file": str(file), "cases": len(rows)})
    else:
        say(f"{'Would write' if dry_run else 'Wrote'} {len(rows)} cases to {file}")


def _is_agreed() -> bool:
    """Ask a person; nobody there is a no."""
    return sys.stdin.isatty() and typer.confirm("Let it take effect?", default=False, err=True)


def _say_calibration(found: "Calibration") -> None:
    before, after = found.shown_before, found.shown_after
    say(f"Labelled cases: {before.shown + before.hidden}; older ones, not counted: {found.older}")
    say(f"Bar {found.before:.3f}: {_tallied(before)}")
    if found.missing:
        more = " and ".join(f"{count} more {_KINDS[name]}" for name, count in found.missing.items())
        say(f"Too few to go by: it takes {more}. Settle findings as they come.")
    elif not found.is_change:
        say("No other bar would make two mistakes less; it stays.")
    else:
        say(f"Bar {found.after:.3f}: {_tallied(after)}")


_KINDS: dict[Label, str] = {"drifted": "that had drifted", "current": "that were still true"}


def _tallied(counted: "Tally") -> str:
    drifted = counted.shown_drifted + counted.hidden_drifted
    said = f"shows {counted.shown}, hides {counted.hidden}"
    if counted.precision is not None:
        said += f"; right in {counted.shown_drifted} of {counted.shown} ({counted.precision:.2f})"
    if counted.recall is not None:
        said += f"; finds {counted.shown_drifted} of {drifted} ({counted.recall:.2f})"
    return said


def _say_explained(told: "Explained") -> None:
    from vaultwatch.drift.explain import in_words

    say(f"{told.memory_id}  against  {told.note}", style="bold")
    say(f"  {' '.join(told.belief.split())}")
    made = told.explanation
    if made is None:
        say(f"  {told.trouble}")
        return
    if made.mode == "cold":
        say("  Weaker: no earlier state of the note is known.")
    if made.clause:
        say(f"  It turned on one clause: {made.clause}")
    for rested in made.rests_on:
        say(f"  {in_words(rested)}")
    for quote in made.added:
        say(f"  Added since, line {quote.line}: “{' '.join(quote.text.split())}”")
    for one in made.signals[:SHOWN_SIGNALS]:
        say(f"  {one.weight:+6.2f}  {one.words} ({one.name} {one.value:g})")
    if made.signals:
        rest = len(made.signals) - SHOWN_SIGNALS
        more = f", and {rest} smaller ones" if rest > 0 else ""
        say(f"  {made.start:+6.2f}  before any of these{more}")
    verdict = "still true" if made.ground != "silent" else "the note does not speak of it"
    if made.score >= made.bar:
        verdict = "outdated"
    score = min(made.score, 0.99)  # 1.00 would say that nothing else can be
    say(f"  Score {score:.2f}, bar {made.bar:.2f}: {verdict}. Decided by {made.decided_by}.")
    if told.judged:
        say(f"  At the last scan: {told.judged}")
    say(f"  Weights {made.version}.")
