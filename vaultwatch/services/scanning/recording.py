"""Keep what was found as findings, each with why it was found and a wording that would mend it."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.drift.findings.citations import Citation, vanished
from vaultwatch.drift.findings.lifecycle import LIVE, NOW_IN_DOUBT, Seen, dated_anew, plan_findings
from vaultwatch.drift.findings.repair import is_half, suggest_instead, suggest_repair
from vaultwatch.drift.findings.scale import SHIPPED, Scale
from vaultwatch.drift.model import TOLD, Comparison, Finding, Repair
from vaultwatch.drift.scoring.compare import RULES_VERSION
from vaultwatch.drift.scoring.explain import Explanation, explain, in_short, is_told_by
from vaultwatch.errors import NoteUnreadableError, OutsideVaultError
from vaultwatch.memories.stores.places import is_record, store_of_path
from vaultwatch.notes.model import NotePath
from vaultwatch.services.indexing.reading import read_note, sparing_others
from vaultwatch.services.indexing.registering import memory_at
from vaultwatch.services.indexing.reindex import NOTHING_INDEXED
from vaultwatch.services.known_stores import stores_for, stores_of
from vaultwatch.services.records.changes import keep_shown
from vaultwatch.services.records.scale import scale_of
from vaultwatch.services.records.small_facts import LAST_SCAN, owe_scan
from vaultwatch.services.scanning.baselines import take_baselines
from vaultwatch.services.scanning.citing import Cited, cite
from vaultwatch.services.scanning.comparing import compare_pairs, is_stale
from vaultwatch.services.scanning.opinions import heard_all, keep_read
from vaultwatch.services.scanning.pairs import belief_about, belief_of, memory_in
from vaultwatch.services.scanning.relinking import relinked
from vaultwatch.services.scanning.seeking import MOST_SOUGHT, Seeker, must_ask, speakers, speaks
from vaultwatch.services.workspace import Workspace


def compare_some(ws: Workspace, memory_ids: Collection[str]) -> None:
    """Hold a few memories against notes that moved on; the next scan tells of what is found."""
    cited = cite(ws, NOTHING_INDEXED, memory_ids)
    if not is_stale(ws, cited):
        return
    taken = take_baselines(ws, cited)
    drop_outgrown(ws, cited)
    record(ws, cited, compare_all(ws, cited))
    if taken:
        ws.ledger.prune_statements()


def record_anew(ws: Workspace, memory_ids: Collection[str]) -> None:
    """Record the findings of a few memories anew, though no note changed."""
    cited = cite(ws, NOTHING_INDEXED, memory_ids)
    record(ws, cited, compare_all(ws, cited))


def record(
    ws: Workspace, cited: Cited, comparisons: list[Comparison]
) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """Keep what was found; return the findings that opened and closed, those in doubt left out."""
    places = ws.ledger.places_of_findings()
    only = cited.memories.keys() if cited.is_part else None
    held = ws.ledger.findings(statuses=(*LIVE, "dismissed"), memory_ids=only, outcomes=None)
    known_since = {row.id: row.first_seen for row in cited.memories.values()}
    anew = {one.id: one for one in dated_anew(held, known_since, ws.clock.now())}
    ws.ledger.save_findings(anew.values())
    held = [anew.get(one.id, one) for one in held]
    changed = plan_findings(
        held,
        Seen(
            comparisons,
            cited.memories.keys(),
            cited.changed_beliefs,
            {path: stat.digest for path, stat in cited.stats.items()},
            cited.stood_back,
            _why_gone(ws, held, cited),
        ),
        places=places,
        now=ws.clock.now(),
    )
    changed = list(_annotated(ws, cited, changed))
    if changed:
        owe_scan(ws)
    keep_shown(ws, held, changed)
    ws.ledger.save_findings(changed)
    keep_read(ws, cited, comparisons)
    if not cited.is_part:
        LAST_SCAN.set(ws.ledger, ws.clock.now())
    told = [one for one in changed if one.outcome in TOLD and one.why != NOW_IN_DOUBT]
    opened = tuple(finding for finding in told if finding.id not in places)
    return opened, tuple(finding for finding in told if finding.status == "resolved")


def _why_gone(ws: Workspace, held: Sequence[Finding], cited: Cited) -> dict[str, str]:
    """Return why a store's records are gone that findings are about, by their ids."""
    gone = {one.memory_id for one in held if one.memory_id and is_record(one.memory_id)}
    rows = ws.ledger.find_memories(ids=gone - cited.memories.keys(), forgotten=True)
    if not rows:
        return {}
    known = {store.name for store in stores_of(ws.settings)}
    own = {store.name for store in stores_for(ws)}
    whys = {}
    for row in rows:
        name = store_of_path(row.path)
        if name in own:
            whys[row.id] = f"its line is gone from the store {name}"
        elif name in known:
            whys[row.id] = f"the store {name} does not belong to this vault now"
        else:
            whys[row.id] = f"the store {name} was taken out of your settings"
    return whys


def drop_outgrown(ws: Workspace, cited: Cited) -> None:
    """Drop what changed beliefs rested on of notes that they no longer cite."""
    pairs = {pair.key for pair in cited.pairs}
    for (owner, note), head in cited.heads.items():
        row = cited.memories.get(owner)
        if row is None or head.belief_digest == row.belief_digest or (owner, note) in pairs:
            continue
        ws.ledger.drop_baselines(owner, note, is_outgrown=True)
        ws.ledger.drop_comparisons(owner, note)


def compare_all(ws: Workspace, cited: Cited) -> list[Comparison]:
    """Return the comparison of every pair, those whose note is gone too."""
    seeker = Seeker(ws, cited)
    made = [*compare_pairs(ws, cited, seeker).values(), *vanished_pairs(ws, cited, seeker)]
    seeker.close()
    return heard_all(ws, cited, made)


_GONE = "gone:"
"""How the inputs of a comparison begin whose note is gone."""


def vanished_pairs(ws: Workspace, cited: Cited, seeker: Seeker | None = None) -> list[Comparison]:
    """Compare each baseline whose note is gone; without a seeker take what was found before."""
    lost = {
        owner: [one for one in ws.ledger.baselines(owner) if one.note in plan.lost]
        for owner, plan in cited.citations.items()
        if plan.lost
    }
    held = ws.ledger.comparisons(lost.keys()) if lost else {}
    found = []
    for owner, baselines in lost.items():
        for baseline in baselines:
            inputs, kept = held.get((owner, baseline.note), ("", None))
            made = vanished(baseline, cited.citations[owner].instead.get(baseline.note))
            rests_on = (
                f"{_GONE}{baseline.taken_at.isoformat()}{baseline.belief_digest}{made.reasons}"
            )
            stands = inputs.startswith(rests_on)
            if seeker is not None and kept is not None:
                stands = seeker.stands(kept, inputs, rests_on)
            if kept is not None and stands:
                made = kept
            elif seeker is not None and (memory := memory_in(ws, cited, owner)) is not None:
                with sparing_others(memory.path, cited.failures):
                    belief = belief_of(cited, memory, Citation(memory.id, baseline.note))
                    made, mark = seeker.seek(made, belief, baseline, ())
                    mark = seeker.place_mark(made) + mark
                    ws.ledger.put_comparisons([(made, rests_on + mark)])
            found.append(made)
    return found


def held_comparisons(ws: Workspace, cited: Cited) -> list[Comparison]:
    """Return the comparisons on record of the pairs that are cited now."""
    pairs = {pair.key for pair in cited.pairs}
    held = ws.ledger.comparisons()
    kept = [comparison for key, (_, comparison) in held.items() if key in pairs]
    return heard_all(ws, cited, [*kept, *vanished_pairs(ws, cited)])


MOST_EXPLAINED = 200
"""Findings explained in one look; the rest at the next. Chosen by hand: the report tells 100
stories, and a look must not take twice as long because everything drifted."""


def _annotated(ws: Workspace, cited: Cited, changed: Sequence[Finding]) -> Iterator[Finding]:
    """Yield findings with what stands beside them in the report: why, and a suggested wording."""
    owners = {one.memory_id for one in changed if one.memory_id is not None}
    found = ws.ledger.findings(statuses=LIVE, memory_ids=owners, outcomes=None)
    before = {one.id: one for one in found}
    pairs = {pair.key: pair for pair in cited.pairs} if changed else {}
    scale = scale_of(ws) if changed else SHIPPED
    explain_pair = lru_cache(maxsize=None)(
        lambda pair: explained(ws, cited, pair, scale, is_of_index=True)
    )
    left, sought = MOST_EXPLAINED, MOST_SOUGHT
    for finding in changed:
        row = cited.memories.get(finding.memory_id or "")
        pair = pairs.get((finding.memory_id or "", finding.note or NotePath("")))
        if finding.outcome == "in_doubt":  # one line is told of it
            yield finding
            continue
        if finding.status not in LIVE or row is None:
            yield replace(finding, repair=None) if finding.status not in LIVE else finding
            continue
        repair, lines, spoken = None, finding.explained, finding.speakers
        with sparing_others(row.path, cited.failures):
            repair = suggested(ws, finding, row)
            if finding.kind == "moved" or pair is None:
                lines = ()
            elif not _is_told(finding, before.get(finding.id)) and left:
                left -= 1
                lines = ()
                made = explain_pair(pair)
                lines = in_short(made) if isinstance(made, Explanation) else ()
            if must_ask(finding) and not _is_as_it_was(finding, before.get(finding.id)) and sought:
                sought -= 1
                spoken = spoken_elsewhere(ws, finding, row, pair)
        yield replace(finding, repair=repair, explained=lines, speakers=spoken)


def spoken_elsewhere(
    ws: Workspace, finding: Finding, row: MemoryRow, pair: Citation | None = None
) -> tuple[NotePath, ...] | None:
    """Return notes that say what a memory says where its own no longer does; None where it does.

    A passage of its own that shows the memory outdated speaks of it, whatever words say. `pair` is
    what its link names of the note; None for the whole of it.
    """
    is_quoted = finding.after is not None and finding.after.note is None
    is_gone = finding.proof == "gone"  # then what stands in its place is quoted, of any matter
    if finding.note is None or (is_quoted and finding.is_sure and not is_gone):
        return None
    memory = memory_at(ws, row)
    if speaks(ws, memory, pair or Citation(row.id, finding.note)):
        return None
    return speakers(ws, memory, finding.note)


def suggested(ws: Workspace, finding: Finding, row: MemoryRow) -> Repair | None:
    """Return the wording that would mend a memory, its links led to where its passage stands."""
    wording = suggest_repair(
        row.belief,
        finding.before,
        finding.after,
        change=finding.change,
        mode=finding.mode,
        is_proved=finding.proof == "value",
    )
    if finding.change == "never_agreed":
        worths = {b.note: b.grounding for b in ws.ledger.baselines(row.id)}
        worth = worths.get(finding.note) if finding.note is not None else None
        line = finding.after.text if finding.after is not None else ""
        wording = suggest_instead(row.belief, worth, line) if worth is not None else None
    if (
        wording is not None
        and finding.change != "never_agreed"
        and _is_half(ws, finding, row, wording)
    ):
        wording = None
    after = finding.after
    if after is None or after.note is None or (wording is None and finding.kind != "moved"):
        return wording
    body = wording.after if wording is not None else row.belief
    text = relinked(ws, row, finding.note, after, body)
    return Repair(row.belief, text) if text is not None else wording


def _is_half(ws: Workspace, finding: Finding, row: MemoryRow, wording: Repair) -> bool:
    """Tell whether a wording leaves another value that the note changed as well."""
    then = next((b for b in ws.ledger.baselines(row.id) if b.note == finding.note), None)
    if (
        then is None
        or finding.note is None
        or finding.note not in ws.ledger.note_stats([finding.note])
    ):
        return False
    now = read_note(ws.files, finding.note).note.statements
    pair = Citation(row.id, finding.note)
    return is_half(wording, belief_about(memory_at(ws, row), pair), then.statements, now)


def _is_told(finding: Finding, before: Finding | None) -> bool:
    """Tell whether the explanation on record is the one that would be made."""
    is_told = before is not None and is_told_by(finding.explained, RULES_VERSION)
    return is_told and _is_as_it_was(finding, before)


def _is_as_it_was(finding: Finding, before: Finding | None) -> bool:
    if before is None:
        return False
    now, then = (
        (one.score, one.passage, one.mode, one.before, one.after, one.also, one.reasons)
        for one in (finding, before)
    )
    return now == then


def explained(
    ws: Workspace, cited: Cited, pair: Citation, scale: Scale, *, is_of_index: bool = False
) -> Explanation | str:
    """Return the explanation of a pair as its files stand, or why there is none, in a sentence."""
    row = cited.memories[pair.memory_id]
    try:
        memory = memory_at(ws, row)
        note = read_note(ws.files, pair.note).note
    except (NoteUnreadableError, OutsideVaultError) as error:
        return error.message
    if is_of_index and note.digest != cited.stats[pair.note].digest:
        return "The note was saved a moment ago: run `vaultwatch scan`."
    belief = belief_of(cited, memory, pair)
    for baseline in ws.ledger.baselines(pair.memory_id):
        if baseline.note == pair.note and baseline.belief_digest == belief.digest:
            return explain(belief, baseline, note.statements, scale)
    return "It has no baseline yet: run `vaultwatch scan`."
