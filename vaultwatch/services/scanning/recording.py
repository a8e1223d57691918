"""Hold memories against their notes and keep what was found as findings."""

from collections.abc import Collection

from vaultwatch.drift.citations import vanished
from vaultwatch.drift.lifecycle import LIVE, Seen, plan_findings
from vaultwatch.drift.model import Comparison, Finding
from vaultwatch.services.indexing.reindex import NOTHING_INDEXED, owe_scan
from vaultwatch.services.records.small_facts import LAST_SCAN
from vaultwatch.services.scanning.annotating import annotate
from vaultwatch.services.scanning.citing import Cited, cite
from vaultwatch.services.scanning.comparing import compare_pairs, is_stale, take_baselines
from vaultwatch.services.workspace import Workspace


def compare_some(ws: Workspace, memory_ids: Collection[str]) -> None:
    """Hold a few memories against the notes they cite, as far as those moved on since.

    Findings are recorded; flags and report are left to the next scan.
    """
    cited = cite(ws, NOTHING_INDEXED, memory_ids)
    if not is_stale(ws, cited):
        return
    taken = take_baselines(ws, cited)
    drop_outgrown(ws, cited)
    comparisons = [*compare_pairs(ws, cited).values(), *vanished_pairs(ws, cited)]
    record(ws, cited, comparisons)
    if taken:
        ws.ledger.prune_statements()


def record(
    ws: Workspace, cited: Cited, comparisons: list[Comparison]
) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """Keep what was found; return the findings that are new and those that closed."""
    places = ws.ledger.places_of_findings()
    only = cited.memories.keys() if cited.is_part else None
    changed = plan_findings(
        ws.ledger.findings(statuses=(*LIVE, "dismissed"), memory_ids=only),
        Seen(
            comparisons,
            cited.memories.keys(),
            cited.changed_beliefs,
            {path: stat.digest for path, stat in cited.stats.items()},
            cited.stood_back,
        ),
        places=places,
        now=ws.clock.now(),
    )
    changed = annotate(ws, cited, changed)
    if changed:
        owe_scan(ws)
    ws.ledger.save_findings(changed)
    if not cited.is_part:
        LAST_SCAN.set(ws.ledger, ws.clock.now())
    opened = tuple(finding for finding in changed if finding.id not in places)
    return opened, tuple(finding for finding in changed if finding.status == "resolved")


def drop_outgrown(ws: Workspace, cited: Cited) -> None:
    """A changed belief rests on nothing that the old one rested on.

    Baselines that were taken anew have replaced the old ones; here go those of notes that the
    belief no longer cites.
    """
    pairs = {(pair.memory_id, pair.note) for pair in cited.pairs}
    for (owner, note), head in cited.heads.items():
        row = cited.memories.get(owner)
        if row is None or head.belief_digest == row.belief_digest or (owner, note) in pairs:
            continue
        ws.ledger.drop_baselines(owner, note)
        ws.ledger.drop_comparisons(owner, note)


def vanished_pairs(ws: Workspace, cited: Cited) -> list[Comparison]:
    """Return a comparison for each baseline whose note is gone."""
    return [
        vanished(baseline, plan.instead.get(baseline.note))
        for owner, plan in cited.citations.items()
        if plan.lost
        for baseline in ws.ledger.baselines(owner)
        if baseline.note in plan.lost
    ]


def held_comparisons(ws: Workspace, cited: Cited) -> list[Comparison]:
    """Return the comparisons on record of the pairs that are cited now."""
    pairs = {(pair.memory_id, pair.note) for pair in cited.pairs}
    held = ws.ledger.comparisons()
    kept = [comparison for key, (_, comparison) in held.items() if key in pairs]
    return [*kept, *vanished_pairs(ws, cited)]
