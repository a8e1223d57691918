"""Commands that look at a vault: scan, run, report, index with its vectors, search, links."""

import logging
import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from vaultwatch.doors.cli.care_commands import heal_stores
from vaultwatch.doors.cli.findings_commands import said_of, say_table, with_beliefs
from vaultwatch.doors.cli.options import (
    AllowEmptyOption,
    argument,
    ending_well,
    option,
    quiet_option,
)
from vaultwatch.doors.cli.printing import (
    JsonLines,
    PlainLines,
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
from vaultwatch.doors.verbs import Asked, verb
from vaultwatch.errors import WrongUsageError
from vaultwatch.report.words import counted, leads_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vaultwatch.drift.model import Comparison, Finding, Quote
    from vaultwatch.notes.links import Resolution
    from vaultwatch.services.exchange.publishing import Published
    from vaultwatch.services.indexing.embedding_ahead import EmbeddedAhead
    from vaultwatch.services.indexing.plan import LookScope
    from vaultwatch.services.indexing.reindex import Indexed
    from vaultwatch.services.indexing.snapshots import Snapshot
    from vaultwatch.services.look import Scanned
    from vaultwatch.services.recall.note_reading import NoteLinks
    from vaultwatch.services.workspace import Workspace

DRIFT_FOUND = 3
"""Exit status of `scan --check` where there is drift."""


@verb("run", vault="word")
def run(*, vault: Path, dry_run: bool, json_: bool) -> None:
    """Watch the vault: keep index, flags and report true until stopped with Ctrl-C.

    Looks first at everything that changed meanwhile; then at each note a moment after it was
    saved, and at all of them by the clock. With --dry-run tells how it would watch, and ends.

    Example: vaultwatch run ~/Notes
    """
    from vaultwatch.services.daemon_state import plan_watch

    if dry_run:
        plan = plan_watch(vault)
        if json_:
            print_json(plan)
            return
        say(f"Would watch {plan.vault}", style="bold")
        say(f"  way        {plan.way}: {plan.reason}")
        for what, when in plan.schedule.items():
            say(f"  {what:10} {when}")
        return
    # Arrow's own pools keep what they freed: 8 MB of a daemon (measured). Read at import.
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    from vaultwatch.daemon.run import Daemon
    from vaultwatch.doors.cli.for_another import do_for_another

    heal_stores()
    log_jobs(as_json=json_)
    while Daemon(vault, do_for_another).run():
        pass


def log_jobs(*, as_json: bool) -> None:
    """Log a line a finished job to stderr; the journal adds the time by itself."""
    when = "" if "JOURNAL_STREAM" in os.environ else "%(asctime)s "
    handler = logging.StreamHandler()
    line = f"{when}%(levelname)s %(name)s: %(message)s"
    handler.setFormatter(JsonLines() if as_json else PlainLines(line))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("vaultwatch").setLevel(logging.INFO)


@verb("scan", "write", vault="word", rehearsed_by="check", shows_progress=True)
def scan(
    ws: "Workspace",
    *,
    all_: Annotated[
        bool, option("--all", "Show every comparison and finding, not news alone.")
    ] = False,
    check: Annotated[bool, option("--check", "Write nothing; exit 3 if there is drift.")] = False,
    allow_empty: AllowEmptyOption = False,
    dry_run: bool,
    json_: bool,
) -> None:
    """Compare memories with the notes they cite; set flags and write the report.

    Indexes first what changed on disk.

    Example: vaultwatch scan --dry-run
    """
    from vaultwatch.drift.findings.conditions import NOT_AGAINST
    from vaultwatch.services.indexing.plan import LookScope

    is_rehearsal = dry_run or check
    done, anew = _scanned(ws, LookScope(allow_empty=allow_empty))
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
        is_refused = any(path == ws.report_path for path, _ in done.published.refused)
        place = None if is_rehearsal or is_refused else ws.vault / ws.report_path
        shown = with_beliefs(ws, done.findings if all_ or check else done.news)
        _say_scanned(done, shown, place, anew)
        _say_left(done.published)
    _say_refused(ws, done.published)
    if check and any(one.status == "open" and one.kind not in NOT_AGAINST for one in done.findings):
        raise typer.Exit(DRIFT_FOUND)


@verb("findings report", "write", vault="word", rehearsed_by="show")
def report(
    ws: "Workspace",
    *,
    show: Annotated[bool, option("--print", "Print the report instead of writing it.")] = False,
    dry_run: bool,
    json_: bool,
) -> None:
    """Write flags and drift-report.md from what the last scan found.

    Example: vaultwatch findings report --print
    """
    from vaultwatch.services.look import report_text, republish

    if show and json_:
        print_json({"text": report_text(ws)})
    elif show:
        say_text(report_text(ws))
    if show:
        return
    published = republish(ws)
    if json_:
        print_json(published)
        _say_refused(ws, published)
        return
    for path in published.written:
        say(("would write " if dry_run else "wrote ") + path)
    _say_left(published)
    _say_refused(ws, published)
    if not published.written and not published.refused:
        say("Everything stands as it should; nothing to write.")


@verb("setup index", "write", vault="word", shows_progress=True)
def index(
    ws: "Workspace",
    *,
    rebuild: Annotated[bool, option("--rebuild", "Throw the index away and make it anew.")] = False,
    allow_empty: AllowEmptyOption = False,
    dry_run: bool,
    json_: bool,
) -> None:
    """Index what changed on disk, and keep what notes say now for memories that are new.

    Example: vaultwatch setup index ~/Notes
    """
    from vaultwatch.services.indexing.catching_up import embed_owed, owed_notice
    from vaultwatch.services.indexing.index_state import drop_index
    from vaultwatch.services.indexing.plan import LookScope
    from vaultwatch.services.scanning import taking_in

    if rebuild and not dry_run:
        drop_index(ws)
    done = taking_in.index(ws, LookScope(allow_empty=allow_empty))
    embed_owed(ws)
    say_notice(ws.model_away_notice)
    say_notice(owed_notice(ws))
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


@verb("memory search", "ask", none="Nothing found.", shows_progress=True)
def search(
    ws: "Workspace",
    query: Annotated[str, argument("Words or a question.")],
    *,
    limit: Annotated[int, option("--limit", "Most hits.", "-n", min=1, max=100)] = 10,
    memories: Annotated[
        bool | None, option("--memories/--notes", "Memories or notes alone.")
    ] = None,
) -> "list[Any]":
    """Find passages by meaning and by words, with section and line.

    Example: vaultwatch memory search "open blocker" --notes
    """
    from vaultwatch.services.recall.search import search as find

    hits = find(ws, query, limit=limit, memories=memories)
    say_notice(ws.model_away_notice)
    return hits


@search.told
def _say_hits(hits: "list[Any]", _: Asked) -> None:
    for hit in hits:
        where = " > ".join((hit.note, *hit.section))
        say(f"{where}, line {hit.first_line}", style="bold")
        say("  " + first_words(hit.text))


def _links_row(found: "NoteLinks") -> dict[str, object]:
    return {
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


@verb("memory links", "ask", row=_links_row)
def links(
    ws: "Workspace", note: Annotated[str, argument("The note's path or name.")]
) -> "NoteLinks":
    """Show a note's links: out, in, unresolved, ambiguous.

    Example: vaultwatch memory links "Projects/Atlas"
    """
    from vaultwatch.services.recall.note_reading import links_of

    return links_of(ws, note)


@links.told
def _say_links(found: "NoteLinks", _: Asked) -> None:
    say(found.note, style="bold")
    for link, to in found.out:
        missing = f"  (no {to.missing_part!r} there)" if to.missing_part else ""
        say(f"  out         {link.original} -> {to.path or to.attachment}{missing}{_by_alias(to)}")
    for path, link in found.into:
        say(f"  in          {path}: {link.original}")
    for link, _to in found.unresolved:
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
    did, gone = ("would index", "remove") if dry_run else ("indexed", "removed")
    say(
        f"{did} {counted(len(indexed.upserted), 'note')}, {gone} {len(indexed.removed)}, "
        f"{indexed.unchanged} unchanged."
    )
    for path, reason in indexed.failed:
        say_error(f"{path!r} was skipped: {reason}")


def _scanned(ws: "Workspace", scope: "LookScope") -> "tuple[Scanned, str]":
    """Scan, and say what a reader should know; also return the rules if all was compared anew."""
    from vaultwatch.services.indexing.catching_up import owed_notice
    from vaultwatch.services.known_stores import cut_off_notice
    from vaultwatch.services.look import scan as look
    from vaultwatch.services.records.losses import loss_notice, moved_folder_notice
    from vaultwatch.services.records.scale import rules_of

    before = rules_of(ws)
    done = look(ws, scope)
    say_notice(loss_notice(ws))
    say_notice(moved_folder_notice(ws))
    say_notice(owed_notice(ws))
    say_notice(cut_off_notice(ws))
    now = rules_of(ws)
    return done, now if before not in {"", now} else ""


MOST_QUOTED = 5
"""Findings that a scan tells with both quotes, which fit on a screen; more are a table. Chosen by
hand."""
FIRST_MEMORY = (
    "There is no memory yet. Write a note with a [[link]] into the memories folder, run "
    "`vaultwatch memory add`, or let an agent: `vaultwatch mcp install`."
)


def _closed(done: "Scanned") -> str:
    ticked, besides = done.settled + done.answered, len(done.closed) - done.answered
    closed = f"{besides} closed"
    if ticked:
        closed = f"{ticked} closed as you ticked" + (f", {besides} besides" if besides else "")
    outdated = done.called_outdated
    return closed + (f", {outdated} called outdated as you ticked" if outdated else "")


def _say_scanned(
    done: "Scanned", shown: "Sequence[tuple[Finding, str]]", place: Path | None, anew: str
) -> None:
    """Tell what a scan saw; `place` is the report's, where it stands as it should."""
    if anew:
        say(f"All comparisons were made anew, once, by other rules ({anew}).")
    for one in done.would:
        say(f"would {one.deed} {one.name}, as you ticked (finding {one.finding})")
    if len(shown) > MOST_QUOTED:
        say_table(shown)
    for finding, belief in shown if len(shown) <= MOST_QUOTED else ():
        _say_quoted(finding, belief)
    wrong = sum(finding.status == "open" for finding in done.findings)
    seen = len(done.findings) - wrong
    say(
        f"{counted(done.memories, 'memory')}, {counted(len(done.comparisons), 'comparison')}, "
        f"{counted(wrong, 'open finding')}{(seen and f', {seen} acknowledged') or ''}"
        f"{_less_sure(done)}, {_closed(done)}."
    )
    _say_besides(done, len(done.findings) - len(shown))
    if not done.memories:
        say(FIRST_MEMORY)
    if place is not None:
        say(f"Report: {place}")


def _say_quoted(finding: "Finding", belief: str) -> None:
    """Tell a finding with what its note said and says."""
    head = f"{finding.id}  {subject_of(said_of(finding, belief), finding.note)}"
    say(head, style="bold" if finding.status == "open" else "dim")
    then, now = leads_of(finding)
    told = ((then, finding.before), (now, finding.after), ("or", finding.also))
    for name, quote in told:
        if quote is not None:
            where = f"{quote.note}, " if quote.note else ""
            line = f"{where}line {quote.line}: " if quote.line else ""
            say(f"  {name:4}  {line}{first_words(quote.text)}")
    for reason in finding.reasons[:1]:
        say(f"  why   {reason}")


def _say_besides(done: "Scanned", left: int) -> None:
    """Tell what other machines answered, and where the findings are that were not listed."""
    if done.heeded:
        were = "was" if done.heeded == 1 else "were"
        say(f"{counted(done.heeded, 'answer')} of other machines {were} taken.")
    if done.in_doubt:
        say("What is in doubt: `vaultwatch review` lists it.")
    if left:
        stood = f"{counted(left, 'finding')} told before {'stands' if left == 1 else 'stand'}"
        say(f"{stood}: `vaultwatch findings` lists them all.")


def _less_sure(done: "Scanned") -> str:
    """Count the open findings that are only likely, and those in doubt besides."""
    likely = sum(one.status == "open" and one.outcome == "likely" for one in done.findings)
    doubts = f", {done.in_doubt} in doubt" if done.in_doubt else ""
    return (f" ({likely} likely)" if likely else "") + doubts


def _say_refused(ws: "Workspace", published: "Published") -> None:
    """Tell what was not written."""
    for path, reason in published.refused:
        say_error(f"{path}: not written. {reason.rstrip('.')}.")
    is_without = any(path == ws.report_path for path, _ in published.refused)
    if is_without:
        say_error(
            "What was found stands in no report: `vaultwatch findings` lists it. Make room at "
            "that place, or say in `[report]` of the settings where it may lie (`folder`, `name`)."
        )
    if (is_without and not ws.is_rehearsal) or published.unwritten:
        raise typer.Exit(1)


def _say_left(published: "Published") -> None:
    from vaultwatch.report.flags import UNKNOWN_FLAGS

    for path in published.left:
        say(f"Note: {path} {UNKNOWN_FLAGS}")


@verb("index embed", "write", shows_progress=True)
def embed(
    ws: "Workspace",
    *,
    engine: Annotated[
        Literal["local", "ray"],
        option("--engine", "Who embeds: this process, or workers of Ray Data."),
    ] = "local",
    address: Annotated[
        str,
        quiet_option(
            "--address", "A Ray cluster that stands; without it Ray runs on this machine meanwhile."
        ),
    ] = "",
) -> "EmbeddedAhead":
    """Embed the chunks that have no vector yet, in bulk; the next look takes the vectors.

    What is done stays: stopped in the middle, run it again.

    Example: vaultwatch index embed --engine ray
    """
    from vaultwatch.services.indexing.embedding_ahead import embed_ahead
    from vaultwatch.wiring import ray_engine

    if address and engine != "ray":
        raise WrongUsageError("--address names a Ray cluster.", hint="Add `--engine ray`.")
    done = embed_ahead(ws, ray_engine(ws, address) if engine == "ray" else None)
    say_notice(ws.model_away_notice)
    return done


@embed.told
def _say_embedded(done: "EmbeddedAhead", asked: Asked) -> None:
    notes = counted(done.notes, "note")
    say(f"{notes} new or changed: {counted(done.known, 'chunk')} had a vector already.")
    say(f"{asked.did('Would embed', 'Embedded')} {counted(done.embedded, 'chunk')}.")
    if done.left:
        say(f"{done.left} are left.")
    if done.notes and not asked.dry_run:
        say("Next: vaultwatch setup index")


@verb("index save")
def save_index(*, vault: Path, dry_run: bool) -> "Snapshot":
    """Save the vectors of the index where your own settings say, for another machine.

    Digests and vectors, no word of a note. `vaultwatch run` does it too: see docs/scale.md.

    Example: vaultwatch index save --dry-run
    """
    from vaultwatch.services.indexing.snapshots import save_snapshot
    from vaultwatch.wiring import snapshot_place

    with _opened_beside(vault, dry_run=dry_run) as ws:
        return save_snapshot(ws, lambda: snapshot_place(ws.settings, ws.places), dry_run=dry_run)


@save_index.told
def _say_saved(done: "Snapshot", asked: Asked) -> None:
    what = f"{counted(done.vectors, 'vector')}, {done.size_bytes / 1e6:.1f} MB"
    say(f"{asked.did('Would save', 'Saved')} {what}, at {done.place} as {done.vault_id}.")


@verb("index restore")
def restore_index(
    of: Annotated[str, option("--of", "The id of another vault's, where several are saved.")] = "",
    *,
    vault: Path,
    dry_run: bool,
) -> "Snapshot":
    """Take in the vectors of a snapshot, so that the next indexing embeds only what differs.

    One of another model, or whose secrets were masked by other rules, is refused.

    Example: vaultwatch index restore
    """
    from vaultwatch.services.indexing.snapshots import restore_snapshot
    from vaultwatch.wiring import snapshot_place

    with _opened_beside(vault, dry_run=dry_run) as ws:
        return restore_snapshot(ws, snapshot_place(ws.settings, ws.places), of, dry_run=dry_run)


@restore_index.told
def _say_restored(done: "Snapshot", asked: Asked) -> None:
    did = asked.did("Would restore", "Restored")
    say(f"{did} {counted(done.vectors, 'vector')}, saved {done.saved_at[:16]} as {done.vault_id}.")
    if not asked.dry_run:
        say("Next: vaultwatch setup index")


@contextmanager
def _opened_beside(vault: Path, *, dry_run: bool) -> "Iterator[Workspace]":
    """Open a vault for what takes long, beside whoever writes it."""
    from vaultwatch.places import Places
    from vaultwatch.wiring import open_for_answer, open_workspace

    with ending_well(), progress_shown() as progress:
        opened = (
            open_workspace(vault, "rehearse", progress=progress)
            if dry_run
            else open_for_answer(Places(vault), progress)
        )
        with opened as ws:
            yield ws
