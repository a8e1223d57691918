"""Put beside findings what the report tells of them: why, and a suggested wording.

Called by `services.look` for findings about to be saved. `drift.explain` and `drift.repair` decide;
here the texts are read and the vectors fetched.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.citations import Citation
from vaultwatch.drift.compare import RULES_VERSION, texts_for_comparison
from vaultwatch.drift.explain import Explanation, explain, in_short, is_told_by
from vaultwatch.drift.lifecycle import LIVE
from vaultwatch.drift.model import Baseline, Finding
from vaultwatch.drift.repair import suggest_repair
from vaultwatch.errors import NoteUnreadableError, OutsideVaultError
from vaultwatch.notes.model import Note, NotePath
from vaultwatch.services.indexing.reading import read_note, sparing_others
from vaultwatch.services.indexing.registering import memory_of_row
from vaultwatch.services.scanning.calibrating import effective_bar
from vaultwatch.services.scanning.citing import Cited
from vaultwatch.services.scanning.comparing import belief_of
from vaultwatch.services.scanning.vectors import vectors_of
from vaultwatch.services.workspace import Workspace

MOST_EXPLAINED = 200
"""Findings explained in one look; the rest at the next. Chosen by hand: the report tells 100
stories, and a look must not take twice as long because everything drifted."""


def annotate(ws: Workspace, cited: Cited, changed: Sequence[Finding]) -> list[Finding]:
    """Return findings with what stands beside them in the report: why, and a suggested wording.

    Args:
        ws: the vault.
        cited: the memories and what they cite.
        changed: findings about to be saved.
    """
    return list(_annotated(ws, cited, changed))


def _annotated(ws: Workspace, cited: Cited, changed: Sequence[Finding]) -> Iterator[Finding]:
    before = {one.id: one for one in ws.ledger.findings(statuses=LIVE)} if changed else {}
    pairs = {(pair.memory_id, pair.note): pair for pair in cited.pairs} if changed else {}
    bar = effective_bar(ws) if changed else 0.0
    explain_pair = lru_cache(maxsize=None)(
        lambda pair: explained(ws, cited, pair, bar, is_of_index=True)
    )
    left = MOST_EXPLAINED
    for finding in changed:
        row = cited.memories.get(finding.memory_id or "")
        pair = pairs.get((finding.memory_id or "", finding.note or NotePath("")))
        if finding.status not in LIVE or row is None or pair is None:
            yield replace(finding, repair=None) if finding.status not in LIVE else finding
            continue
        repair, lines = None, finding.explained
        with sparing_others(row.path, cited.failures):
            repair = suggest_repair(
                row.belief, finding.before, finding.after, change=finding.change, mode=finding.mode
            )
            if not _is_told(finding, before.get(finding.id)) and left:
                left -= 1
                lines = ()
                made = explain_pair(pair)
                lines = in_short(made) if isinstance(made, Explanation) else ()
        yield replace(finding, repair=repair, explained=lines)


def _is_told(finding: Finding, before: Finding | None) -> bool:
    """Tell whether the explanation on record is the one that would be made."""
    if before is None or not is_told_by(finding.explained, RULES_VERSION):
        return False
    now, then = (
        (one.score, one.passage, one.mode, one.before, one.after, one.also, one.reasons)
        for one in (finding, before)
    )
    return now == then


def explained(
    ws: Workspace, cited: Cited, pair: Citation, bar: float, *, is_of_index: bool = False
) -> Explanation | str:
    """Return the explanation of a pair as its files stand, or why there is none, in a sentence.

    Args:
        ws: the vault.
        cited: the memories and what they cite.
        pair: the memory and the note.
        bar: from which score on a memory counts as drifted.
        is_of_index: tell only of the bytes that the index was told of.
    """
    row = cited.memories[pair.memory_id]
    try:
        memory = memory_of_row(row, read_note(ws.files, row.path))
        note = read_note(ws.files, pair.note).note
    except (NoteUnreadableError, OutsideVaultError) as error:
        return error.message
    if is_of_index and note.digest != cited.stats[pair.note].digest:
        return "The note was saved a moment ago: run `vaultwatch scan`."
    belief = belief_of(memory, pair.note, pair)
    for baseline in ws.ledger.baselines(pair.memory_id):
        if baseline.note == pair.note and baseline.belief_digest == belief.digest:
            return _told(ws, belief, baseline, note, bar)
    return "It has no baseline yet: run `vaultwatch scan`."


def _told(ws: Workspace, belief: Belief, baseline: Baseline, note: Note, bar: float) -> Explanation:
    vectors = vectors_of(ws, texts_for_comparison(belief, baseline, note.statements))
    return explain(belief, baseline, note.statements, vectors, bar=bar)
