"""Take in what changed on disk and take the baselines that are due."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from vaultwatch.adapters.machine.lock import is_watched
from vaultwatch.drift.model import Finding
from vaultwatch.notes.model import NotePath
from vaultwatch.services.indexing.other_files import conflict_copies
from vaultwatch.services.indexing.plan import WHOLE_VAULT, LookScope, late_notes
from vaultwatch.services.indexing.reindex import NOTHING_INDEXED, Indexed, reindex
from vaultwatch.services.indexing.store_records import have_stores_moved
from vaultwatch.services.records.small_facts import ADOPTED, CALLED_TRUE, CalledTrue, call_true
from vaultwatch.services.scanning.baselines import take_baselines
from vaultwatch.services.scanning.citing import Cited, cite
from vaultwatch.services.scanning.pairs import batches
from vaultwatch.services.scanning.recording import compare_some
from vaultwatch.services.workspace import Workspace

MOST_AT_ONCE = 8
"""Changed notes that are taken in before others get their turn: about a second with a model. Chosen
by hand: what an agent waits without thinking of it."""
NEW_AT_ONCE = 16
"""The same of a vault that is first looked at: about two seconds.
Chosen by hand."""


@dataclass(frozen=True, slots=True)
class Adopted:
    """What indexing alone did: the notes, and a baseline for each memory that lacked one."""

    indexed: Indexed
    baselines: int
    memories: int


def index(ws: Workspace, scope: LookScope = WHOLE_VAULT) -> Adopted:
    """Bring the index up to date and take baselines for new memories; compare nothing."""
    indexed = reindex(ws, scope)
    cited, taken = _adopt(ws, indexed, None)
    return Adopted(indexed, taken, len(cited.memories))


def catch_up(ws: Workspace) -> None:
    """Take in what changed on disk, so that what comes next rests on it; compare nothing.

    Where the system tells what stirred since the last time, no other file is looked at. Many
    changed notes are left to the daemon where one runs, but for a few memories among them: whoever
    waits for this would wait for all of them.
    """
    stirred = _stirred(ws)
    if stirred is not None and not stirred:
        return
    late, is_any_gone = _left_to_daemon(ws, stirred)
    if late:
        memories = [path for path in late if ws.is_memory(path)]
        if not is_any_gone and len(memories) <= MOST_AT_ONCE:
            reindex(ws, LookScope(only=frozenset(memories), is_any_gone=False))
            _adopt(ws, NOTHING_INDEXED, _ids_at(ws, memories))
        return
    indexed = reindex(ws, LookScope(only=None if stirred is None else frozenset(stirred)))
    is_wide = any(not ws.is_memory(path) for path in indexed.added)  # one may be an old one moved
    if is_wide or indexed.upserted:
        _adopt(ws, indexed, None if is_wide else _ids_at(ws, indexed.upserted))
    if not ws.is_model_away:
        ws.files.settle()


def _stirred(ws: Workspace) -> Collection[str] | None:
    return None if have_stores_moved(ws) else ws.files.stirred()


def left_to_daemon(ws: Workspace) -> tuple[list[NotePath], bool]:
    """Return the notes that a daemon takes in, where many changed, and whether a note is gone."""
    return _left_to_daemon(ws, _stirred(ws))


def _left_to_daemon(ws: Workspace, stirred: Collection[str] | None) -> tuple[list[NotePath], bool]:
    is_big = not ws.is_rehearsal and (stirred is None or len(stirred) > MOST_AT_ONCE)
    if not is_big or not is_watched(ws.places.state):
        return [], False
    late, is_any_gone = _changed(ws, stirred)
    return (late, is_any_gone) if len(late) > MOST_AT_ONCE else ([], False)


def _changed(ws: Workspace, paths: Collection[str] | None) -> tuple[list[NotePath], bool]:
    """Return notes that changed since they were indexed, of `paths` or all; and if any is gone."""
    seen, held = ws.files.survey(is_aside=True).notes, ws.ledger.note_stats()
    asked = seen if paths is None else {path: seen[path] for path in seen.keys() & paths}
    no_notes = {ws.report_path, *conflict_copies(ws)}
    late = [path for path in late_notes(asked, held) if path not in no_notes]
    # Memories last: they may cite the others.
    late.sort(key=lambda path: (ws.is_memory(path), path))
    return late, not held.keys() <= seen.keys()


def little_by_little(
    ws: Workspace, paths: Collection[str] | None
) -> Iterator[Callable[[], object]]:
    """Yield what takes in a big change little by little, for whoever gives way between.

    Each is whole by itself, and the look that follows is owed from the first one on: it tells the
    reader of all together. Where a note is gone what is new may be that one renamed, which that
    look alone understands; in a new vault it alone takes memories in. Nothing is yielded where the
    change is small. `paths` are those that stirred; None where that is not known.
    """
    if paths is not None and len(paths) <= MOST_AT_ONCE:
        return
    late, is_any_gone = _changed(ws, paths)
    is_new = not ADOPTED.get(ws.ledger)
    if is_any_gone or is_new:
        late = [path for path in late if not ws.is_memory(path)]
    if is_any_gone:
        held = ws.ledger.note_stats(late)
        late = [path for path in late if path in held]
    if len(late) <= MOST_AT_ONCE:
        return
    for some in batches(late, NEW_AT_ONCE if is_new else MOST_AT_ONCE):
        yield partial(reindex, ws, LookScope(only=frozenset(some), is_any_gone=is_any_gone))
    for owners in batches(sorted(ws.ledger.outgrown()), MOST_AT_ONCE):
        yield partial(compare_some, ws, owners)


def take_in(ws: Workspace, paths: Collection[NotePath], *, is_ours: bool = True) -> Cited:
    """Take in memory notes written just now, by us or found as files, with their baselines."""
    ws.files.stirred()  # heard before they are read: what comes later is heard by the next look
    indexed = reindex(ws, LookScope(only=frozenset(paths), is_ours=is_ours))
    cited, _ = _adopt(ws, indexed, _ids_at(ws, paths))
    if not ws.is_model_away:
        ws.files.settle(paths)
    return cited


def take_out(ws: Workspace, path: NotePath) -> None:
    """Take in that a memory note was put away just now; it may have been the vault's last note."""
    reindex(ws, LookScope(only=frozenset({path}), allow_empty=True))


def _adopt(ws: Workspace, indexed: Indexed, only: Collection[str] | None) -> tuple[Cited, int]:
    """Take the baselines that memories lack, those whose belief changed left to the next scan.

    That one closes their findings too.
    """
    cited = cite(ws, indexed, only)
    kept = {k: v for k, v in cited.citations.items() if k not in cited.changed_beliefs}
    return cited, len(take_baselines(ws, replace(cited, citations=kept)))


def _ids_at(ws: Workspace, paths: Collection[NotePath]) -> list[str]:
    return [row.id for row in ws.ledger.find_memories(paths=paths)]


def rest_anew(ws: Workspace, finding: Finding, named: NotePath | None = None) -> None:
    """Have the next look take a new baseline for the memory that a finding speaks against.

    Where the note is gone there is nothing to take one of: the old one goes, and the memory with it
    from what is compared. Where its passage moved, the memory rests on the new place too. `named`
    is the note that says what the memory says; another one takes the old one's place.
    """
    if finding.memory_id is None or finding.note is None:
        return
    is_kept = named == finding.note
    if named is not None:
        call_true(ws, finding.memory_id, named, is_named=True)
    else:
        moved_to = finding.after.note if finding.kind == "moved" and finding.after else None
        standing = ws.ledger.note_stats({finding.note, moved_to or finding.note})
        for note in standing:
            call_true(ws, finding.memory_id, note)
        is_kept = finding.note in standing
    if not is_kept:
        ws.ledger.drop_baselines(finding.memory_id, finding.note)
        ws.ledger.drop_comparisons(finding.memory_id, finding.note)


def take_due_baselines(ws: Workspace, cited: Cited) -> int:
    """Take the baselines that are due; return how many. A word on an unreadable note waits."""
    due = due_pairs(ws, cited)
    taken = take_baselines(ws, cited, due)
    waiting = due.keys() & {pair.key for pair in cited.pairs} - taken
    CALLED_TRUE.set(ws.ledger, {pair: due[pair] for pair in waiting})
    return len(taken)


def due_pairs(ws: Workspace, cited: Cited) -> Mapping[tuple[str, NotePath], CalledTrue]:
    """Return the pairs that were called true and do not rest on that word yet, with the word.

    A baseline younger than the word was taken for it, before a kill: the note may have moved on
    since, and nobody has called the memory true beside what it says now.
    """
    heads = cited.heads
    return {
        pair: word
        for pair, word in CALLED_TRUE.get(ws.ledger).items()
        if pair not in heads or heads[pair].taken_at <= word.at
    }
