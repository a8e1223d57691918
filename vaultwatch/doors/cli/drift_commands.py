"""Commands on verdicts: explain one, refit the bar on one's own, hand the labelled cases out."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vaultwatch.doors.cli.options import AsOfOption, DryRunOption, JsonOption, VaultOption
from vaultwatch.doors.cli.printing import print_json, print_rows, say, say_notice
from vaultwatch.drift.findings.labels import Label
from vaultwatch.drift.findings.offsets import MIN_CASES
from vaultwatch.drift.findings.scale import KINDS, Scale

if TYPE_CHECKING:
    from vaultwatch.drift.findings.bar import Tally
    from vaultwatch.drift.scoring.explain import Explanation
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
    as_of: AsOfOption = None,
    vault: VaultOption = None,
    json_: JsonOption = False,
) -> None:
    """Tell why a memory is called true or outdated: what it rested on, what became of it.

    Looks at the notes as they stand on disk; changes nothing.

    Example: vaultwatch explain "Atlas blocker" Projects/Atlas.md
    """
    from vaultwatch.services.findings.explaining import explain_memory
    from vaultwatch.wiring import find_vault, open_workspace

    if as_of is not None:
        from vaultwatch.doors.cli.past_printing import tell_past

        tell_past(find_vault(vault), memory, as_of, note=note, json_=json_)
        return
    with open_workspace(find_vault(vault), "read") as ws:
        told = explain_memory(ws, memory, note)
    if json_:
        print_rows(told, none="It was held against no note.")
        return
    for one in told:
        _say_explained(one)


@app.command()
def calibrate(
    *,
    reset: Annotated[
        bool, typer.Option("--reset", help="Go back to the shipped scores and your settings' bar.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    vault: VaultOption = None,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Refit scores, by kind of change, and the bar of this vault on how you settled findings.

    Stays on this machine, asks before it takes effect, and leaves your settings as they are.

    Example: vaultwatch drift calibrate --dry-run
    """
    from vaultwatch.services.look import scan
    from vaultwatch.services.scanning.calibrating import calibration, take_effect
    from vaultwatch.wiring import find_vault, open_workspace

    folder = find_vault(vault)
    if reset:
        _reset(folder, dry_run=dry_run, json_=json_)
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
        (say_notice if json_ else say)("Nothing was changed.")
        return
    with open_workspace(folder, "write") as ws:
        take_effect(ws, found)
        scanned = scan(ws)
    if not json_:
        say(f"The bar is {found.after:.3f} now; {len(scanned.findings)} findings are left.")
        say("`vaultwatch drift calibrate --reset` takes all of it back.")


@app.command()
def export(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="A new file; default: print.", show_default=False),
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
    if file is None and json_:
        print_rows(rows, none="No finding was settled yet.")
        return
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


def _reset(folder: Path, *, dry_run: bool, json_: bool) -> None:
    from vaultwatch.services.look import scan
    from vaultwatch.services.scanning.calibrating import reset as go_back
    from vaultwatch.wiring import open_workspace

    mode: OpenMode = "rehearse" if dry_run else "write"
    with open_workspace(folder, mode) as ws:
        before, after = go_back(ws)
        if before != after:
            scan(ws)
    if json_:
        print_json({"before": before.bar, "after": after.bar})
        return
    say(f"The bar {'would be' if dry_run else 'is'} {after.bar:.3f}, as your settings say.")
    away = "would be taken away" if dry_run else "was taken away"
    for kind, offset in before.offsets.items():
        say(f"{KINDS[kind].capitalize()}: {offset:+.2f} {away}.")


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
    elif found.before == found.after:
        say("No other bar would make two mistakes less; it stays.")
    if found.is_change:
        say(f"Bar {found.after:.3f}: {_tallied(after)}")
    _say_kinds(found)


EXAMPLE = 0.8
"""A score by which an offset is shown."""


def _say_kinds(found: "Calibration") -> None:
    """Print what is added to each kind's log-odds, and what it makes of a score."""
    if not found.kinds:
        return
    say("")
    say(f"{'kind':38} cases  drifted  expected  log-odds         {EXAMPLE:.2f} reads as")
    for one in found.kinds:
        after = Scale(offsets={one.kind: one.after}).read(EXAMPLE, one.kind)
        few = f"  (needs {MIN_CASES})" if one.cases < MIN_CASES else ""
        expected = one.said * one.cases
        say(
            f"{KINDS[one.kind]:38} {one.cases:5}  {one.drifted:7}  {expected:8.1f}"
            f"  {one.before:+.2f} -> {one.after:+.2f}  {after:.2f}{few}"
        )


_KINDS: dict[Label, str] = {"drifted": "that had drifted", "current": "that were still true"}


def _tallied(counted: "Tally") -> str:
    drifted = counted.shown_drifted + counted.hidden_drifted
    said = f"shows {counted.shown}, hides {counted.hidden}"
    if counted.precision is not None:
        said += f"; right in {counted.shown_drifted} of {counted.shown} ({counted.precision:.2f})"
    if counted.recall is not None:
        said += f"; finds {counted.shown_drifted} of {drifted} ({counted.recall:.2f})"
    return said


def _say_signals(made: "Explanation") -> None:
    from vaultwatch.drift.scoring.explain import own_verdicts

    for one in made.signals[:SHOWN_SIGNALS]:
        say(f"  {one.weight:+6.2f}  {one.words} ({one.name} {one.value:g})")
    if made.signals:
        rest = len(made.signals) - SHOWN_SIGNALS
        more = f", and {rest} smaller ones" if rest > 0 else ""
        say(f"  {made.start:+6.2f}  before any of these{more}")
    if own := own_verdicts(made):
        say(f"  {made.own:+6.2f}  {own[0].lower()}{own[1:]}")


def _say_explained(told: "Explained") -> None:
    from vaultwatch.drift.scoring.explain import in_words

    say(f"{told.memory_id}  against  {told.note}", style="bold")
    say(f"  {' '.join(told.belief.split())}")
    made = told.explanation
    if made is None:
        say(f"  {told.trouble}")
        return
    if made.mode == "cold":
        say("  Weaker: no earlier state of the note is known.")
    for rested in made.rests_on:
        say(f"  {in_words(rested)}")
    for quote in made.added:
        say(f"  Added since, line {quote.line}: “{' '.join(quote.text.split())}”")
    _say_signals(made)
    verdict = "still true" if made.ground != "silent" else "the note does not speak of it"
    if made.score >= made.bar:
        verdict = "outdated"
    say(f"  Score {made.score:.2f}, bar {made.bar:.2f}: {verdict}. Decided by {made.decided_by}.")
    if told.judged:
        say(f"  At the last scan: {told.judged}")
    say(f"  Weights {made.version}.")
