"""Explain to a person how a memory fares against the notes it cites, as they stand on disk."""

from contextlib import suppress
from dataclasses import dataclass, replace

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.adapters.reality.commits import commit_of_line
from vaultwatch.drift.findings.citations import (
    CITES_NOTHING,
    VANISHED_SCORE,
    Citation,
    Citations,
    why_vanished,
)
from vaultwatch.drift.findings.conditions import CONDITION_KINDS
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.drift.model import Comparison, Finding
from vaultwatch.drift.scoring.explain import Explanation
from vaultwatch.errors import NoteUnreadableError, NotThereError, OutsideVaultError
from vaultwatch.notes.model import NotePath
from vaultwatch.report.words import what_happened
from vaultwatch.services.indexing.reading import read_note
from vaultwatch.services.indexing.reindex import NOTHING_INDEXED
from vaultwatch.services.lookup import find_memory, find_note, get_finding
from vaultwatch.services.memories.showing import history_of
from vaultwatch.services.records.scale import scale_of
from vaultwatch.services.scanning.citing import Cited, cite
from vaultwatch.services.scanning.opinions import heard_all
from vaultwatch.services.scanning.pairs import head_of, inputs_of, rules_in_force
from vaultwatch.services.scanning.recording import explained
from vaultwatch.services.workspace import Workspace

_JUDGED = "judged by "
"""How a reason begins that names who read it (`reader.worth`)."""


@dataclass(frozen=True, slots=True)
class Explained:
    """A memory held against one note it cites, laid open."""

    memory_id: str
    belief: str
    note: NotePath
    explanation: Explanation | None
    """None where there is nothing to compare."""
    judged: str
    """What a reader said of them, or where the passage was found; or empty."""
    trouble: str
    """Why there is nothing to compare, as a sentence; empty where there is."""
    commit: str = ""
    """Which commit changed the passage, in words, where the vault is a git repository."""
    history: str = ""
    """What replaced what, in a line, where the memory is one of three or more."""


def explain_memory(ws: Workspace, wanted: str, note: str | None = None) -> list[Explained]:
    """Explain a memory against the notes it cites, as they stand on disk; change nothing.

    A finding's id names its memory, or a finding that no comparison made, which is told as it
    stands. `note` is one of its notes, for that alone.
    """
    row, condition = _spoken_of(ws, wanted)
    if condition is not None:
        about = condition.note or NotePath(row.path)
        return [Explained(row.id, row.belief, about, None, "", _why_told(condition))]
    only = find_note(ws, note) if note is not None else None
    cited = cite(ws, NOTHING_INDEXED)
    pairs = [p for p in cited.pairs if p.memory_id == row.id and only in {None, p.note}]
    plan = cited.citations.get(row.id, CITES_NOTHING)
    lost = [gone for gone in plan.lost if only in {None, gone}]
    if not (pairs or lost):
        raise NotThereError(
            f"Memory {row.id} cites no note that can be compared"
            + (f" called {note!r}." if note is not None else "."),
            hint=f"`vaultwatch memory show {row.id}` tells what it rests on.",
        )
    held = ws.ledger.comparisons([row.id])
    found = {note: _found_elsewhere(kept) for (_, note), (_, kept) in held.items()}
    told = [
        Explained(row.id, row.belief, gone, None, "", found.get(gone) or _why_lost(plan, gone))
        for gone in lost
    ]
    scale = scale_of(ws)
    for pair in pairs:
        kept = held.get((pair.memory_id, pair.note))
        heard = heard_all(ws, cited, [kept[1]])[0] if kept else None
        said = [one for one in heard.reasons if one.startswith(_JUDGED)] if heard else []
        made = explained(ws, cited, pair, scale)
        where = found.get(pair.note, "")
        is_of_now = kept is not None and _is_of_now(ws, cited, pair, kept[0])
        if isinstance(made, Explanation) and heard is not None and is_of_now:
            made, where = _as_taken(ws, made, heard), ""
        told.append(
            Explained(
                memory_id=row.id,
                belief=row.belief,
                note=pair.note,
                explanation=made if isinstance(made, Explanation) else None,
                judged=said[0] if said else where,
                trouble=made if isinstance(made, str) else "",
                commit=_commit(ws, kept[1]) if kept else "",
            )
        )
    history = history_of(ws, row)
    return [replace(one, history=history) for one in told] if history else told


def _is_of_now(ws: Workspace, cited: Cited, pair: Citation, inputs: str) -> bool:
    """Tell whether a kept comparison is of the memory and the note as they stand on disk."""
    with suppress(NoteUnreadableError, OutsideVaultError):
        is_indexed = read_note(ws.files, pair.note).note.digest == cited.stats[pair.note].digest
        head = head_of(cited, pair)
        return is_indexed and inputs.startswith(inputs_of(cited, pair, head, rules_in_force(ws)))
    return False


def _as_taken(ws: Workspace, made: Explanation, taken: Comparison) -> Explanation:
    """Return an explanation with the decision that was taken, by whoever took it."""
    by, outcome, place = made.decided_by, taken.outcome, _found_elsewhere(taken)
    findings = ws.ledger.findings(
        statuses=(*LIVE, "dismissed"), memory_ids=[taken.memory_id], outcomes=None
    )
    own = [one for one in findings if (one.note, one.passage) == (taken.note, taken.passage)]
    if any(one.status == "dismissed" for one in own):
        by, outcome = "your word: the finding was dismissed", "holds"
    elif any(one.proof == "word" for one in own):
        by, outcome = "your word: the memory was called outdated", "shown"
    elif taken.outcome != made.outcome and taken.reasons[0].startswith(_JUDGED):
        by = taken.reasons[0].removeprefix(_JUDGED).split(": ", 1)[0]
    elif place:
        by = f"a rule: {place[0].lower()}{place[1:-1]}"
    return replace(made, score=taken.score, outcome=outcome, decided_by=by)


def _commit(ws: Workspace, made: Comparison) -> str:
    """Return which commit changed the passage that a comparison tells of."""
    if made.kind is None or (made.after is not None and made.after.note is not None):
        return ""
    file = ws.places.vault / made.note
    if made.after is None:
        gone = made.before.text.splitlines() if made.before is not None else []
        return commit_of_line(file, gone[0], is_there=False)[1].strip(" ()") if gone else ""
    with suppress(NoteUnreadableError, OutsideVaultError):
        lines = ws.files.read(made.note).decode("utf-8", "replace").splitlines()
        said = lines[made.after.line - 1 : made.after.line]
        return commit_of_line(file, "".join(said), is_there=True)[1].strip(" ()")
    return ""


def _spoken_of(ws: Workspace, wanted: str) -> tuple[MemoryRow, Finding | None]:
    """Return the memory meant, and the finding of it that no comparison made, if that is meant."""
    try:
        return find_memory(ws, wanted), None
    except NotThereError:
        with suppress(NotThereError):
            found = get_finding(ws, wanted)
            row = find_memory(ws, found.memory_id or "")
            return row, found if found.kind in CONDITION_KINDS else None
        raise


def _why_told(finding: Finding) -> str:
    return f"{what_happened(finding)}: {'; '.join(finding.reasons)}."


def _found_elsewhere(kept: Comparison) -> str:
    """Return where a passage was found that its note no longer holds; empty where it was not."""
    after = kept.after
    if after is None or after.note is None:
        return ""
    return f"What it rests on was found in {after.note}, line {after.line}."


def _why_lost(plan: Citations, gone: NotePath) -> str:
    return f"A rule decided, {VANISHED_SCORE:.2f}: {why_vanished(plan.instead.get(gone))}."
