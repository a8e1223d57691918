"""Commands on findings: list, show and settle them; explain a verdict; learn from them."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from vaultwatch.doors.cli.options import (
    AsOfOption,
    WhyOption,
    YesOption,
    argument,
    option,
    quiet_argument,
    quiet_option,
)
from vaultwatch.doors.cli.printing import (
    Styled,
    columns_of,
    line_width,
    print_json,
    print_rows,
    say,
    say_notice,
    say_parts,
    subject_of,
    table_row,
    tell_past,
)
from vaultwatch.doors.verbs import Asked, verb
from vaultwatch.drift.findings.labels import Label
from vaultwatch.drift.findings.offsets import MIN_CASES, Tally
from vaultwatch.drift.findings.scale import KINDS, Scale
from vaultwatch.drift.model import TOLD, Finding
from vaultwatch.notes.days import day_at
from vaultwatch.notes.titles import title_of
from vaultwatch.report.escape import as_read, belief_words, link_words
from vaultwatch.report.word_diff import DiffPart, diff_words
from vaultwatch.report.words import counted, leads_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from vaultwatch.drift.scoring.explain import Explanation
    from vaultwatch.services.findings.explaining import Explained
    from vaultwatch.services.scanning.calibrating import Calibration
    from vaultwatch.services.workspace import Workspace

FindingArgument = Annotated[
    str, argument("The finding's id, or the beginning of it.", metavar="ID")
]
_OUTCOME = "`shown`, `likely` or `in_doubt` alone, or `all`; else all but those in doubt."
SHOWN_SIGNALS = 8
_LEAST_ROOM = 40
"""Columns for the rest, however narrow a terminal is. Chosen by hand."""


def _the_finding(told: "tuple[Finding, Any]") -> "Finding":
    return told[0]


@verb("findings", "read", none="No findings.", row=_the_finding)
def findings(
    ws: "Workspace",
    *,
    all_: Annotated[
        bool, option("--all/--open", "Closed ones too, or the live ones alone.")
    ] = False,
    kind: Annotated[str | None, quiet_option("--kind", "One kind alone.")] = None,
    memory: Annotated[str | None, quiet_option("--memory", "One memory alone.")] = None,
    note: Annotated[str | None, quiet_option("--note", "One note alone.")] = None,
    outcome: Annotated[str | None, quiet_option("--outcome", _OUTCOME)] = None,
) -> "list[tuple[Finding, str]]":
    """List findings, worst first; or show and settle one of them.

    Example: vaultwatch findings --all --json
    """
    from vaultwatch.services.findings.listing import list_findings
    from vaultwatch.services.lookup import to_kind, to_outcomes
    from vaultwatch.services.records.standings import doubts_of

    wanted = to_kind(kind) if kind is not None else None
    outcomes = to_outcomes(outcome) if outcome is not None else TOLD
    found = list_findings(ws, is_all=all_, kind=wanted, memory=memory, note=note, outcomes=outcomes)
    if not any((kind, memory, note, outcome)) and (doubts := len(doubts_of(ws))):
        told = counted(doubts, "other finding")
        say_notice(f"{told} in doubt: `vaultwatch review` lists them.")
    return with_beliefs(ws, found)


def with_beliefs(ws: "Workspace", found: "Sequence[Finding]") -> "list[tuple[Finding, str]]":
    """Return findings, each with what its memory says."""
    about = {one.memory_id for one in found if one.memory_id}
    beliefs = {row.id: row.belief for row in ws.ledger.find_memories(ids=about, forgotten=True)}
    return [(one, beliefs.get(one.memory_id or "", "")) for one in found]


@findings.told
def _say_findings(found: "list[tuple[Finding, str]]", _: Asked) -> None:
    say_table(found)


def say_table(found: "Sequence[tuple[Finding, str]]") -> None:
    """Print findings as a table, a line each."""
    head = ("Id", "", "A memory says", "What changed", "In")
    rows = [head, *(_cells(finding, belief) for finding, belief in found)]
    wide = [max(map(columns_of, cells)) for cells in zip(*rows, strict=True)]
    id_, how, belief, changed, place = wide
    room = max(_LEAST_ROOM, line_width() - id_ - how - 2 * (len(head) - 1))
    changed, place = min(changed, room * 6 // 20), min(place, room * 5 // 20)
    for cells in rows if found else ():
        widths = (id_, how, min(belief, room - changed - place), changed, place)
        say(table_row(cells, widths), style="bold" if cells is head else "")


def _cells(finding: "Finding", belief: str) -> tuple[str, ...]:
    from vaultwatch.report.deciding_words import deciding_words

    how = finding.status if finding.status != "open" else finding.outcome.replace("_", " ")
    how = "" if how in {"shown", "holds"} else how  # of what moved, `What changed` tells it
    changed = link_words(deciding_words(finding, belief).replace("**", ""))
    place = title_of(finding.note) if finding.note is not None else ""
    says = said_of(finding, belief) or "files that `vaultwatch review` names"
    return finding.id, how, says, as_read(changed), place


def said_of(finding: "Finding", belief: str) -> str:
    """Return what a finding's memory says; its id where that is not to be repeated, or unknown."""
    # What is suspicious is not repeated where agents may read.
    says = "" if finding.kind == "suspicious" else belief_words(belief)
    return says or finding.memory_id or ""


@verb("findings show", "read", row=_the_finding)
def show(ws: "Workspace", finding: FindingArgument) -> "tuple[Finding, Any]":
    """Show one finding: what the note said and says, word by word, and why.

    Example: vaultwatch findings show 7k2m4qx
    """
    from vaultwatch.report.unlinked_names import memories_shown
    from vaultwatch.services.lookup import get_finding

    found = get_finding(ws, finding)
    ids = [found.memory_id or "", *memories_shown(found)]
    return found, ws.ledger.find_memories(ids=ids, forgotten=True)


@show.told
def _say_finding(shown: "tuple[Finding, Any]", _: Asked) -> None:
    found, about = shown
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
    if found.mode == "cold" and found.change != "never_agreed":
        say("  weaker  no earlier state of the note is known")
    if found.why:
        say(f"  {found.status}: {found.why}")
    for line in found.remark.splitlines():
        say(f"  remark  {line}")


def _word(name: str, help_: str) -> None:
    """Add a verb that says a word of a finding, named as the service that takes it."""

    def act(
        ws: "Workspace", finding: FindingArgument, *, why: WhyOption = ""
    ) -> "tuple[Finding, int]":
        from vaultwatch.services.findings import settle

        return _settled(ws, getattr(settle, name)(ws, finding, why=why))

    act.__doc__ = help_
    verb(f"findings {name}", "deed", row=_the_finding)(act).told(_say_settled)


def _settled(ws: "Workspace", closed: "Finding") -> "tuple[Finding, int]":
    from vaultwatch.services.findings.listing import list_findings
    from vaultwatch.services.lookup import get_finding

    return get_finding(ws, closed.id), len(list_findings(ws))


def _say_settled(settled: "tuple[Finding, int]", asked: Asked) -> None:
    closed, left = settled
    say(f"{asked.did('Would be', 'Now')} {closed.status}: {closed.id} ({closed.why})")
    say(f"{_left(left)}.")


def _left(count: int) -> str:
    return f"{counted(count, 'finding')} {'is' if count == 1 else 'are'} left"


_word(
    "dismiss",
    """Call a finding a false alarm; it stays closed until its passage changes again.

    Example: vaultwatch findings dismiss 7k2m4qx --why "meant last year's fair"
    """,
)
_word(
    "acknowledge",
    """Mark a finding as seen; it moves down in the report.

    Example: vaultwatch findings acknowledge 7k2m4qx
    """,
)
_word(
    "confirm",
    """Say that a memory in doubt is outdated: it is told and flagged until it is mended.

    Example: vaultwatch findings confirm 7k2m4qx --why "the clinic moved"
    """,
)
_word(
    "reopen",
    """Take a mistaken dismissal back.

    Example: vaultwatch findings reopen 7k2m4qx --why "dismissed the wrong one"
    """,
)


@verb("findings verify", "deed", row=_the_finding)
def verify(
    ws: "Workspace",
    finding: FindingArgument,
    *,
    note: Annotated[
        str, option("--note", "The note that says so, where the cited one does no more.")
    ] = "",
    unverified: Annotated[bool, option("--unverified", "Keep it though no note says so.")] = False,
    anyway: Annotated[
        bool, option("--anyway", "Though a look at this machine says otherwise.")
    ] = False,
    why: WhyOption = "",
) -> "tuple[Finding, int]":
    """Say that the memory is still true: what its note says now is what it is held against.

    Where the note no longer speaks of it, it is asked which one does. The memory's link then leads
    to the note that you name; the cited one may be named too, where it says so in other words.

    Example: vaultwatch findings verify 7k2m4qx --why "checked with Mara"
    """
    from vaultwatch.services.findings.settle import verify as still_true

    closed = still_true(ws, finding, why=why, note=note, is_unverified=unverified, is_anyway=anyway)
    return _settled(ws, closed)


verify.told(_say_settled)


@verb("findings apply", "write")
def apply_(ws: "Workspace", finding: FindingArgument, *, dry_run: bool, json_: bool) -> None:
    """Write a finding's suggested wording into its memory; `vaultwatch undo` takes it back.

    A file that was named after the words it had is named after the new ones. Of a name without a
    link: put the link into the memories that it shows.

    Example: vaultwatch findings apply 7k2m4qx --dry-run
    """
    from vaultwatch.report.unlinked_names import memories_shown
    from vaultwatch.services.findings.settle import apply
    from vaultwatch.services.look import carry_out
    from vaultwatch.services.lookup import get_finding

    suggested = get_finding(ws, finding)
    about = [suggested.memory_id or "", *memories_shown(suggested)]
    was = {row.path for row in ws.ledger.find_memories(ids=about)}
    linked = sorted(was) if suggested.kind == "unlinked" else ()
    carry_out(ws, lambda ws: apply(ws, suggested.id))
    named = {row.path for row in ws.ledger.find_memories(ids=about)} - was
    closed, left = _settled(ws, suggested)
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
        say(f"{_left(left)}.")


@verb("findings explain")
def explain(
    memory: Annotated[
        str,
        argument("Its id, its beginning, its note's name, or a finding's id.", metavar="MEMORY"),
    ],
    note: Annotated[str | None, quiet_argument("One of its notes alone.")] = None,
    *,
    as_of: AsOfOption = None,
    vault: Path,
    json_: bool,
) -> None:
    """Tell why a memory is called true or outdated: what it rested on, what became of it.

    Looks at the notes as they stand on disk; changes nothing.

    Example: vaultwatch findings explain "Atlas blocker" Projects/Atlas.md
    """
    from vaultwatch.services.findings.explaining import explain_memory
    from vaultwatch.wiring import open_workspace

    if as_of is not None:
        tell_past(vault, memory, as_of, note=note, json_=json_)
        return
    with open_workspace(vault, "read") as ws:
        told = explain_memory(ws, memory, note)
    if json_:
        print_rows(told, none="It was held against no note.")
        return
    for one in told:
        _say_explained(one)


@verb("findings calibrate")
def calibrate(
    *,
    reset: Annotated[
        bool, option("--reset", "Go back to the shipped scores and your settings' bar.")
    ] = False,
    yes: YesOption = False,
    vault: Path,
    dry_run: bool,
    json_: bool,
) -> None:
    """Learn from the findings you settled how sure each kind of change is, and what to tell.

    Stays on this machine, asks before it takes effect, and leaves your settings as they are.

    Example: vaultwatch findings calibrate --dry-run
    """
    from vaultwatch.services.look import scan
    from vaultwatch.services.scanning.calibrating import calibration, take_effect
    from vaultwatch.wiring import open_workspace

    if reset:
        _reset(vault, dry_run=dry_run, json_=json_)
        return
    with open_workspace(vault, "read") as ws:  # nothing is held while a person thinks
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
    with open_workspace(vault, "write") as ws:
        take_effect(ws, found)
        scanned = scan(ws)
    if not json_:
        say(f"The bar is {found.after:.3f} now; {_left(len(scanned.findings))}.")
        say("`vaultwatch findings calibrate --reset` takes all of it back.")


@verb("findings export", "write")
def export(
    ws: "Workspace",
    file: Annotated[
        Path | None, quiet_argument("A new file; default: print.", metavar="FILE")
    ] = None,
    *,
    texts: Annotated[
        bool, option("--texts", "With what memory and note said; secrets masked.")
    ] = False,
    dry_run: bool,
    json_: bool,
) -> None:
    """Write the findings you settled as JSON lines, ids hashed, for a study of your own.

    Example: vaultwatch findings export cases.jsonl
    """
    from vaultwatch.services.scanning.calibrating import exported, write_export

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

    with open_workspace(folder, "rehearse" if dry_run else "write") as ws:
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


def _verdict(made: "Explanation") -> str:
    if made.outcome in {"shown", "judged"}:
        return "outdated"
    if made.outcome == "unverified":
        if made.speaks:
            return "unverified: the note speaks of the matter, but does not say this"
        return "unverified: the note does not speak of it"
    return {"likely": "likely outdated", "in_doubt": "in doubt"}.get(made.outcome, "still true")


def _say_explained(told: "Explained") -> None:
    from vaultwatch.drift.scoring.explain import in_words

    say(f"{told.memory_id}  against  {told.note}", style="bold")
    say(f"  {' '.join(told.belief.split())}")
    if told.history:
        say(f"  {told.history}")
    made = told.explanation
    if made is None:
        say(f"  {told.trouble}")
        return
    for rested in made.rests_on:
        say(f"  {in_words(rested)}")
    for quote in made.added:
        say(f"  Added since, line {quote.line}: “{' '.join(quote.text.split())}”")
    _say_signals(made)
    say(
        f"  Score {made.score:.2f}, bar {made.bar:.2f}: {_verdict(made)}."
        f" Decided by {made.decided_by}."
    )
    if told.judged:
        say(f"  At the last scan: {told.judged}")
    if told.commit:
        say(f"  Changed by {told.commit}")
    say(f"  Weights {made.version}.")


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
    parts = diff_words(" ".join(before.split()), " ".join(after.split()))
    say_parts((f"  {name} ", ""), *_marked(parts, hidden))


def _marked(parts: "Iterable[DiffPart]", hidden: str) -> "Iterator[Styled]":
    """Give each word of one side its style; those of the other side are left out."""
    style = "green bold" if hidden == "gone" else "red strike"
    for part in parts:
        if part.kind != hidden:
            yield part.text, style if part.kind != "same" else ""


def _say_quotes(finding: "Finding") -> None:
    before = finding.before.text if finding.before else ""
    after = finding.after.text if finding.after else ""
    parts = diff_words(before, after) if before and after and not finding.is_added else ()
    said, says = leads_of(finding) if finding.is_added else ("said", "says")
    for name, quote, hidden in ((said, finding.before, "new"), (says, finding.after, "gone")):
        if quote is not None:
            words = _marked(parts, hidden) if parts else [(quote.text, "")]
            where = f"{quote.note}, " if quote.note else ""
            line = f"line {quote.line}: " if quote.line else ""
            say_parts((f"  {name:6}  {where}{line}", ""), *words)
    if finding.also is not None:
        say(f"  or      line {finding.also.line}: {finding.also.text}")
