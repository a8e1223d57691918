"""Commands that look at a vault: index, scan, report, search, links."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vaultwatch.doors.cli.options import (
    AllowEmptyOption,
    DryRunOption,
    JsonOption,
    VaultArgument,
    VaultOption,
)
from vaultwatch.doors.cli.printing import (
    first_words,
    print_json,
    print_rows,
    progress_shown,
    say,
    say_error,
    say_notice,
    say_text,
    subject_of,
)

if TYPE_CHECKING:
    from vaultwatch.drift.model import Comparison, Quote
    from vaultwatch.notes.links import Resolution
    from vaultwatch.services.exchange.publishing import Published
    from vaultwatch.services.indexing.reindex import Indexed
    from vaultwatch.services.indexing.scope import LookScope
    from vaultwatch.services.look import Scanned
    from vaultwatch.services.workspace import Workspace
    from vaultwatch.wiring import OpenMode

DRIFT_FOUND = 3
"""Exit status of `scan --check` where there is drift."""


def add_to(app: typer.Typer) -> None:
    """Add the commands, in the order a new user meets them."""
    for command in (index, scan, report, search, links):
        app.command()(command)


def index(
    vault: VaultArgument = None,
    *,
    vault_option: VaultOption = None,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Throw the index away and make it anew.")
    ] = False,
    allow_empty: AllowEmptyOption = False,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Index what changed on disk and take baselines for new memories.

    Example: vaultwatch index ~/Notes
    """
    from vaultwatch.report.words import counted
    from vaultwatch.services.indexing.catching_up import embed_owed, owed_notice
    from vaultwatch.services.indexing.index_state import drop_index
    from vaultwatch.services.indexing.scope import LookScope
    from vaultwatch.services.scanning import taking_in
    from vaultwatch.wiring import find_vault, open_workspace

    mode: OpenMode = "rehearse" if dry_run else "write"
    with (
        progress_shown() as progress,
        open_workspace(
            find_vault(vault or vault_option), mode, progress=progress, allow_empty=allow_empty
        ) as ws,
    ):
        if rebuild and not dry_run:
            drop_index(ws)
        done = taking_in.index(ws, LookScope(allow_empty=allow_empty))
        embed_owed(ws)
        owed = owed_notice(ws)
    say_notice(ws.model_away_notice)
    say_notice(owed)
    if json_:
        print_json(
            {
                "indexed": len(done.indexed.upserted),
                "removed": len(done.indexed.removed),
                "unchanged": done.indexed.unchanged,
                "failed": [{"path": path, "reason": why} for path, why in done.indexed.failed],
                "baselines": done.baselines,
                "memories": done.memories,
            }
        )
        return
    _say_indexed(done.indexed, dry_run=dry_run)
    say(f"{counted(done.memories, 'memory')}, {counted(done.baselines, 'new baseline')}.")


def scan(
    vault: VaultArgument = None,
    *,
    vault_option: VaultOption = None,
    all_: Annotated[
        bool,
        typer.Option("--all", help="Show every comparison and finding, not news alone."),
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit 3 if there is drift.")
    ] = False,
    allow_empty: AllowEmptyOption = False,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Compare memories with the notes they cite; set flags and write the report.

    Indexes first what changed on disk.

    Example: vaultwatch scan --dry-run
    """
    from vaultwatch.drift.findings.conditions import NOT_AGAINST
    from vaultwatch.services.indexing.scope import LookScope
    from vaultwatch.wiring import find_vault, open_workspace

    is_rehearsal = dry_run or check
    mode: OpenMode = "rehearse" if is_rehearsal else "write"
    with (
        progress_shown() as progress,
        open_workspace(
            find_vault(vault or vault_option), mode, progress=progress, allow_empty=allow_empty
        ) as ws,
    ):
        done, anew = _scanned(ws, LookScope(allow_empty=allow_empty))
        place = ws.vault / ws.report_path
    say_notice(ws.model_away_notice)
    if json_:
        none = "No open findings." if done.memories else FIRST_MEMORY
        print_rows(map(_comparison_row, done.comparisons) if all_ else done.findings, none=none)
    else:
        _say_indexed(done.indexed, dry_run=is_rehearsal)
        if all_:
            for comparison in done.comparisons:
                mark = comparison.outcome.replace("_", " ")
                say(f"{mark:8}  {comparison.memory_id}  {comparison.note}  ({comparison.mode})")
        _say_scanned(done, place, anew, all_=all_ or check, dry_run=is_rehearsal)
        _say_left(done.published)
    _say_refused(done.published)
    if check and any(one.status == "open" and one.kind not in NOT_AGAINST for one in done.findings):
        raise typer.Exit(DRIFT_FOUND)


def report(
    vault: VaultArgument = None,
    *,
    vault_option: VaultOption = None,
    show: Annotated[
        bool, typer.Option("--print", help="Print the report instead of writing it.")
    ] = False,
    dry_run: DryRunOption = False,
    json_: JsonOption = False,
) -> None:
    """Write flags and drift-report.md from what the last scan found.

    Example: vaultwatch report --print
    """
    from vaultwatch.services.look import report_text, republish
    from vaultwatch.wiring import find_vault, open_workspace

    mode: OpenMode = "rehearse" if dry_run or show else "write"
    with open_workspace(find_vault(vault or vault_option), mode) as ws:
        if show and json_:
            print_json({"text": report_text(ws)})
        elif show:
            say_text(report_text(ws))
        if show:
            return
        published = republish(ws)
    if json_:
        print_json(published)
        _say_refused(published)
        return
    for path in published.written:
        say(("would write " if dry_run else "wrote ") + path)
    _say_left(published)
    _say_refused(published)
    if not published.written and not published.refused:
        say("Everything stands as it should; nothing to write.")


def search(
    query: Annotated[str, typer.Argument(help="Words or a question.")],
    *,
    vault_option: VaultOption = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=100, help="Most hits.")] = 10,
    memories: Annotated[
        bool | None, typer.Option("--memories/--notes", help="Memories or notes alone.")
    ] = None,
    json_: JsonOption = False,
) -> None:
    """Find passages by meaning and by words, with section and line.

    Example: vaultwatch search "open blocker" --notes
    """
    from vaultwatch.services.recall.search import search as find
    from vaultwatch.wiring import find_vault, open_workspace

    with (
        progress_shown() as progress,
        open_workspace(find_vault(vault_option), progress=progress) as ws,
    ):
        hits = find(ws, query, limit=limit, memories=memories)
    say_notice(ws.model_away_notice)
    if json_:
        print_rows(hits, none="Nothing found.")
        return
    for hit in hits:
        where = " > ".join((hit.note, *hit.section))
        say(f"{where}, line {hit.first_line}", style="bold")
        say("  " + first_words(hit.text))
    if not hits:
        say("Nothing found.")


def links(
    note: Annotated[str, typer.Argument(help="The note's path or name.")],
    *,
    vault_option: VaultOption = None,
    json_: JsonOption = False,
) -> None:
    """Show a note's links: out, in, unresolved, ambiguous.

    Example: vaultwatch links "Projects/Atlas"
    """
    from vaultwatch.services.recall.note_reading import links_of
    from vaultwatch.wiring import find_vault, open_workspace

    with open_workspace(find_vault(vault_option)) as ws:
        found = links_of(ws, note)
    if json_:
        print_json(
            {
                "note": found.note,
                "out": [
                    {
                        "link": link.original,
                        "to": to.path or to.attachment,
                        "missing": to.missing_part,
                        "is_alias": to.is_alias,
                    }
                    for link, to in found.out
                ],
                "in": [{"from": path, "link": link.original} for path, link in found.into],
                "unresolved": [link.original for link, _ in found.unresolved],
                "ambiguous": [
                    {"link": link.original, "to": to.path, "candidates": to.candidates}
                    for link, to in found.ambiguous
                ],
            }
        )
        return
    say(found.note, style="bold")
    for link, to in found.out:
        missing = f"  (no {to.missing_part!r} there)" if to.missing_part else ""
        say(f"  out         {link.original} -> {to.path or to.attachment}{missing}{_by_alias(to)}")
    for path, link in found.into:
        say(f"  in          {path}: {link.original}")
    for link, _ in found.unresolved:
        say(f"  unresolved  {link.original}")
    for link, to in found.ambiguous:
        others = ", ".join(to.candidates)
        say(f"  ambiguous   {link.original} -> {to.path}, or {others}{_by_alias(to)}")


def _by_alias(to: "Resolution") -> str:
    return "  (by an alias; Obsidian opens no note for it)" if to.is_alias else ""


def _comparison_row(comparison: "Comparison") -> dict[str, object]:
    def words(quote: "Quote | None") -> dict[str, object] | None:
        own = {"note": quote.note} if quote is not None and quote.note is not None else {}
        return None if quote is None else {"text": quote.text, "line": quote.line, **own}

    return {
        "memory_id": comparison.memory_id,
        "note": comparison.note,
        "score": round(comparison.score, 4),
        "outcome": comparison.outcome,
        "proof": comparison.proof,
        "drifted": comparison.drifted,
        "kind": comparison.kind,
        "change": comparison.change,
        "mode": comparison.mode,
        "evidence": {
            "before": words(comparison.before),
            "after": words(comparison.after),
            "also": words(comparison.also),
        },
    }


def _say_indexed(indexed: "Indexed", *, dry_run: bool) -> None:
    from vaultwatch.report.words import counted

    verb = "would index" if dry_run else "indexed"
    say(
        f"{verb} {counted(len(indexed.upserted), 'note')}, removed {len(indexed.removed)}, "
        f"{indexed.unchanged} unchanged."
    )
    for path, reason in indexed.failed:
        say_error(f"{path!r} was skipped: {reason}")


def _scanned(ws: "Workspace", scope: "LookScope") -> "tuple[Scanned, str]":
    """Scan, and say what a reader should know; also return the rules if all was compared anew."""
    from vaultwatch.services.indexing.catching_up import owed_notice
    from vaultwatch.services.known_stores import cut_off_notice
    from vaultwatch.services.look import scan as look
    from vaultwatch.services.records.labels import rules_of
    from vaultwatch.services.records.losses import loss_notice

    before = rules_of(ws)
    done = look(ws, scope)
    say_notice(loss_notice(ws))
    say_notice(owed_notice(ws))
    say_notice(cut_off_notice(ws))
    now = rules_of(ws)
    return done, now if before not in {"", now} else ""


FIRST_MEMORY = (
    "There is no memory yet. Write a note with a [[link]] into the memories folder, run "
    "`vaultwatch memory add`, or let an agent: `vaultwatch mcp install`."
)


def _say_scanned(done: "Scanned", place: Path, anew: str, *, all_: bool, dry_run: bool) -> None:
    from vaultwatch.report.words import counted

    if anew:
        say(f"All comparisons were made anew, once, by other rules ({anew}).")
    shown = done.findings if all_ else done.news
    for finding in shown:
        head = f"{finding.id}  {subject_of(finding.memory_id, finding.note)}"
        say(head, style="bold" if finding.status == "open" else "dim")
        for name, quote in (
            ("then", finding.before),
            ("now ", finding.after),
            ("or  ", finding.also),
        ):
            if quote is not None:
                where = f"{quote.note}, " if quote.note else ""
                line = f"{where}line {quote.line}: " if quote.line else ""
                say(f"  {name}  {line}{first_words(quote.text)}")
        for reason in finding.reasons[:1]:
            say(f"  why   {reason}")
    wrong = sum(finding.status == "open" for finding in done.findings)
    say(
        f"{counted(done.memories, 'memory')}, {counted(len(done.comparisons), 'comparison')}, "
        f"{counted(wrong, 'open finding')}{_less_sure(done)}, {len(done.closed)} closed."
    )
    if left := len(done.findings) - len(shown):
        say(f"{counted(left, 'finding')} as before: `vaultwatch findings` lists them all.")
    if not done.memories:
        say(FIRST_MEMORY)
    if not dry_run:
        say(f"Report: {place}")


def _less_sure(done: "Scanned") -> str:
    """Count the open findings that are only likely, and those in doubt besides."""
    likely = sum(one.status == "open" and one.outcome == "likely" for one in done.findings)
    doubts = f", {done.in_doubt} in doubt" if done.in_doubt else ""
    return (f" ({likely} likely)" if likely else "") + doubts


def _say_refused(published: "Published") -> None:
    """Tell what was not written.

    Raises:
        typer.Exit: the disk is full, which is an error; what we leave alone by care is none.
    """
    for path, reason in published.refused:
        say_error(f"{path}: not written. {reason}")
    if published.unwritten:
        raise typer.Exit(1)


def _say_left(published: "Published") -> None:
    from vaultwatch.report.flags import UNKNOWN_FLAGS

    for path in published.left:
        say(f"Note: {path} {UNKNOWN_FLAGS}")
