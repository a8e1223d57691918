"""Bring the index and the ledger up to what the vault says.

`reindex` looks at size and times of every note, or at those that a watcher named, reads those that
may differ, has `plan` decide and carries it out. The digest in the ledger
decides, so a killed run heals at the next one.
"""

import logging
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from vaultwatch.adapters.index.chunk_store import ChunkRow
from vaultwatch.adapters.ledger import NoteRow
from vaultwatch.errors import NoteUnreadableError, OutsideVaultError, StoreError
from vaultwatch.memories.facts import unread_dates
from vaultwatch.notes.chunking import cut_chunks
from vaultwatch.notes.model import Chunk, Note, NotePath, outline_of
from vaultwatch.services.indexing.index_state import (
    forget_model,
    is_index_lost,
    is_model_stale,
    is_tidying_due,
    mistrust_rows,
    note_away,
    owe_tidying,
    settle_model,
    take_up_owed,
    tidy_index,
    vectors_of_chunks,
)
from vaultwatch.services.indexing.masking import take_up_masking
from vaultwatch.services.indexing.moved_out import drop_moved_out, keep_moved_out
from vaultwatch.services.indexing.other_files import (
    frees_copies,
    keep_attachments,
    keep_conflicts,
    without_copies,
)
from vaultwatch.services.indexing.plan import (
    WHOLE_VAULT,
    LookScope,
    Plan,
    Read,
    Sight,
    must_widen,
    notes_to_read,
    plan_round,
)
from vaultwatch.services.indexing.reading import (
    Reading,
    Unparsed,
    digest_of,
    is_generated,
    read_many,
    read_note,
    sparing_others,
)
from vaultwatch.services.indexing.registering import forget_lost_memories, register_memories
from vaultwatch.services.indexing.store_records import take_records
from vaultwatch.services.records.changes import keep_changes, keep_gone, keep_renamed
from vaultwatch.services.records.small_facts import (
    ADDED_NOTES,
    ADOPTED,
    EMBEDDED_AHEAD,
    FAILED_TO_INDEX,
    OWN_SETTINGS,
    UNREAD,
    owe_scan,
)
from vaultwatch.services.workspace import Workspace

log = logging.getLogger(__name__)

GROUP_BYTES = 48_000_000
"""Notes read and parsed at once; bounds the memory of a first index."""

EMBED_GROUP_NOTES = 128
"""Notes embedded and written in one go: a killed first index loses no more than these."""
FIRST_TIDYING = 1_024
"""After so many notes of a round the index is tidied on the way, and whenever they doubled. Source:
measured; see `docs/commands.md`, run `benchmarks/vault.py --first` again if it moves."""
EMBED_SLICE = 64
"""Texts embedded between two words of progress. Chosen by hand: about a second on one core."""


@dataclass(frozen=True, slots=True)
class Indexed:
    """What one round of indexing did, or in a rehearsal would do."""

    upserted: tuple[NotePath, ...]
    removed: tuple[NotePath, ...]
    added: frozenset[NotePath]
    """Those of `upserted` that the index did not hold before."""
    unchanged: int
    failed: tuple[tuple[str, str], ...]
    """(path, reason) of notes and folders that could not be read."""
    embedded: int
    """Chunks whose text was new to the index."""
    statements: Mapping[NotePath, frozenset[str]] = field(default_factory=dict)
    """Digests of the statements of each added note: a lost note may have moved there."""
    records: int = 0
    """Records of stores that are new, changed or gone."""
    attachments: tuple[str, ...] | None = None
    """Files of the vault that are no notes; None where nobody looked."""


NOTHING_INDEXED = Indexed((), (), frozenset(), 0, (), 0)
"""For services that look at what is indexed without indexing."""


def reindex(ws: Workspace, scope: LookScope = WHOLE_VAULT) -> Indexed:
    """Index what changed on disk since the last time.

    Raises:
        VaultVanishedError: the vault is empty, the index is not.
        NotThereError: the vault is gone.
        StoreError, LedgerError, EmbedderError: a part cannot be used.
    """
    if take_up_masking(ws) | take_up_owed(ws):
        scope = scope.widened()
    try:
        done = _go_round(ws, scope)
    except StoreError:
        if ws.is_rehearsal or not ws.reopen_index():
            raise
        done = _go_round(ws, replace(scope, is_deep=False).widened())
    if done.upserted:
        _tidy_if_due(ws)  # before records are held against it
    if scope.only is None:
        done = replace(done, records=_take_records(ws))
        if done.records:
            _tidy_if_due(ws)
    if ws.is_index_open:
        ws.settle_index()
    note_away(ws)
    return done


def _tidy_if_due(ws: Workspace) -> None:
    if ws.is_rehearsal or not is_tidying_due(ws):
        return
    if ws.puts_off_tidying:
        ws.is_tidying_put_off = True
    else:
        _tidy(ws)


def _tidy(ws: Workspace) -> None:
    try:
        tidy_index(ws)
    except StoreError as error:  # no reason not to compare; it is counted and tried again
        log.warning("the index was not tidied: %s", error.message)


def _take_records(ws: Workspace) -> int:
    """Take in the stores' records; the index is made anew where it turns out lost over them."""
    was_open = ws.is_index_open
    records = take_records(ws)
    if was_open or not ws.is_index_open:
        return records
    if is_index_lost(ws, knows_notes=ws.ledger.count_notes() > 0):
        forget_model(ws)
        _go_round(ws, WHOLE_VAULT)
        records += take_records(ws)
    return records


def mend_index(ws: Workspace) -> bool:
    """Have an index that could not be read made anew; tell whether it was."""
    with ws.writing() as is_ours:
        if not is_ours or ws.is_rehearsal or not ws.reopen_index():
            return False
        reindex(ws)
    return True


def _go_round(ws: Workspace, scope: LookScope) -> Indexed:
    if scope.is_deep and not ws.is_rehearsal:
        mistrust_rows(ws)
    planned = look_over(ws, scope)
    if _is_index_lost(ws, planned):
        # It could not be read and was begun anew: what stood in it must be written again.
        forget_model(ws)
        planned = look_over(ws, planned.sight.scope.widened())
    return _carry_out(ws, planned)


@dataclass(frozen=True, slots=True)
class Planned:
    """One round before it is carried out."""

    sight: Sight
    read: Read
    plan: Plan


def look_over(ws: Workspace, scope: LookScope) -> Planned:
    """Return what a round will do; nothing is done yet."""
    sight = _look_around(ws, scope)
    read = without_copies(ws, sight, _read_notes(ws, notes_to_read(sight)))
    if must_widen(sight, read) or frees_copies(ws, sight):
        return look_over(ws, scope.widened())
    return Planned(sight, read, plan_round(sight, read))


def _is_index_lost(ws: Workspace, planned: Planned) -> bool:
    """Tell whether the index was begun anew; it is opened where the round writes to it."""
    if planned.sight.is_model_stale:
        return False
    plan = planned.plan
    is_asked = plan.upserts or plan.removals or plan.strays or ws.is_index_open
    return bool(is_asked) and is_index_lost(ws, knows_notes=ws.ledger.count_notes() > 0)


def _carry_out(ws: Workspace, planned: Planned) -> Indexed:
    sight, plan = planned.sight, planned.plan
    OWN_SETTINGS.set(ws.ledger, ws.places.config.exists())
    if _keep_other_files(ws, planned) or plan.upserts or plan.removals:
        owe_scan(ws)
    _keep_times(ws, sight, plan.touched)
    only, read = sight.scope.only, planned.read.digests
    still = (one for one in UNREAD.get(ws.ledger).items() if one[0] not in read)
    kept = {p: why for p, why in still if p in sight.notes or (only is not None and p not in only)}
    UNREAD.set(ws.ledger, kept | dict(planned.read.failed))
    if plan.added:
        ADDED_NOTES.set(ws.ledger, tuple(sorted({*ADDED_NOTES.get(ws.ledger), *plan.added})))
    if sight.is_model_stale:
        forget_model(ws)  # before the first write: a killed round is begun again
    renamed = _renamed(planned)
    keep_renamed(ws, renamed)
    round_ = _Round(ws, sight, plan.added, renamed.keys())
    round_.upsert({path: planned.read.contents[path] for path in plan.upserts})
    keep_gone(ws, plan.removals, {*renamed.values()})
    _remove(ws, plan.removals, plan.strays)
    drop_moved_out(ws, plan.removals)
    forget_lost_memories(ws, plan.demoted)
    again = [path for path in (*plan.unindexed, *round_.failed) if path in sight.held]
    ws.ledger.set_indexed(dict.fromkeys(again, ""), "")
    settle_model(ws, stale=sight.is_model_stale)
    if sight.scope.only is None:
        ADOPTED.set(ws.ledger, value=True)
        EMBEDDED_AHEAD.set(ws.ledger, 0)
    return Indexed(
        upserted=tuple(round_.upserted),
        removed=plan.removals,
        added=round_.added & frozenset(round_.upserted),
        unchanged=plan.unchanged,
        failed=(*planned.read.failed, *round_.failed.items(), *sight.survey.skipped),
        embedded=round_.embedded,
        statements=round_.statements,
        attachments=sight.survey.attachments if sight.scope.only is None else None,
    )


def _renamed(planned: Planned) -> dict[NotePath, NotePath]:
    """Return the notes that came with the bytes of one that went: by the new name the old."""
    held = planned.sight.held
    gone = {held[path].digest: path for path in planned.plan.removals if path in held}
    if not gone:
        return {}
    came = {path: digest_of(planned.read.contents[path]) for path in planned.plan.added}
    return {path: gone.pop(digest) for path, digest in sorted(came.items()) if digest in gone}


def _keep_other_files(ws: Workspace, planned: Planned) -> bool:
    """Remember which files stand that are no notes; return whether that is news."""
    sight = planned.sight
    copies = {**dict.fromkeys(sight.survey.conflicts, ""), **planned.read.copies}
    is_news = keep_conflicts(ws, copies, sight.scope.only)
    if sight.scope.only is None:
        is_news = keep_attachments(ws, sight.survey.attachments) or is_news
    return is_news


def _keep_times(ws: Workspace, sight: Sight, paths: Iterable[NotePath]) -> None:
    """Remember that touched notes hold the bytes they held: the next look skips them."""
    times = {path: (sight.notes[path].size_bytes, sight.notes[path].changed_ns) for path in paths}
    ws.ledger.touch_notes(times, sight.survey.taken_ns)


class _Round:
    """The upserts of one round: parse, cut, embed what is new, write, record."""

    def __init__(
        self, ws: Workspace, sight: Sight, added: frozenset[NotePath], renamed: Collection[NotePath]
    ) -> None:
        self.ws = ws
        self.sight = sight
        self.added = added
        self.new = added.difference(renamed)
        self.ours = frozenset(map(NotePath, sight.scope.ours))
        self.embedded = 0
        self.done = self.total = 0
        self.tidied = FIRST_TIDYING // 2
        """So many notes were done when the index was last tidied on the way."""
        self.upserted: list[NotePath] = []
        self.failed: dict[NotePath, str] = {}
        self.statements: dict[NotePath, frozenset[str]] = {}

    def upsert(self, contents: Mapping[NotePath, bytes]) -> None:
        self.total = len(contents)
        for group in in_groups(contents):
            waiting: list[Reading] = []
            for reading in read_many(group):
                if isinstance(reading, Unparsed):
                    log.error("skipped note=%r reason=%s", reading.path, reading.reason)
                    self.failed[reading.path] = f"it cannot be taken in ({reading.reason})"
                    self.done += 1
                else:
                    waiting.append(reading)
                if len(waiting) == EMBED_GROUP_NOTES:
                    self._write(waiting)
                    waiting = []
            if waiting:
                self._write(waiting)
        before = FAILED_TO_INDEX.get(self.ws.ledger)
        standing = self.sight.standing
        kept = {p: why for p, why in before.items() if p not in contents and p in standing}
        FAILED_TO_INDEX.set(self.ws.ledger, {**kept, **self.failed})

    def _write(self, readings: Sequence[Reading]) -> None:
        written = len(readings)
        keep_moved_out(self.ws, readings, self.added)  # before anybody can find their words
        if not self.ws.is_rehearsal:
            readings = self._write_chunks(readings)
        memories = [reading for reading in readings if self.ws.is_memory(reading.note.path)]
        self._tidy_on_the_way(has_memories=bool(memories))
        refused = register_memories(self.ws, memories, self.sight.standing, ours=self.ours)
        self.failed.update(refused)
        taken = [reading.note for reading in readings if reading.note.path not in refused]
        # Last: the ledger's digest says that the rows above stand.
        self.ws.ledger.put_notes(map(self._row, taken))
        for note in taken:
            self.upserted.append(note.path)
            if not self.ws.is_memory(note.path) and note.path in self.added:
                self.statements[note.path] = frozenset(s.digest for s in note.statements)
        self.done += written
        self.ws.progress("indexing", self.done, self.total)

    def _tidy_on_the_way(self, *, has_memories: bool) -> None:
        """Tidy the index in the middle of a large round: what is not tidied each question reads.

        Every memory may ask it by words what the notes say, every group what is known of its notes.
        """
        if self.ws.is_rehearsal or self.total <= EMBED_GROUP_NOTES:
            return
        is_doubled = self.done >= 2 * self.tidied
        if is_doubled or (has_memories and self.ws.chunks.needs_optimise()):
            self.tidied = max(self.tidied, self.done)
            _tidy(self.ws)

    def _row(self, note: Note) -> NoteRow:
        stat, is_memory = self.sight.notes[note.path], self.ws.is_memory(note.path)
        unread = unread_dates(note.properties) if is_memory else ()
        return NoteRow(
            path=note.path,
            digest=note.digest,
            size_bytes=stat.size_bytes,
            mtime_ns=stat.changed_ns,
            indexed_digest=note.digest,
            model_id=None if self.ws.is_rehearsal else self.ws.model.embedder.model_id,
            outline=outline_of(replace(note, troubles=(*note.troubles, *unread))),
            is_memory=is_memory,
            seen_ns=self.sight.survey.taken_ns,
        )

    def _write_chunks(self, readings: Sequence[Reading]) -> list[Reading]:
        """Write the rows of notes; return those that could be cut into chunks."""
        chunks = cut_notes(self.ws, readings, self.failed)
        texts = {chunk.digest: chunk.embed_text for cut in chunks.values() for chunk in cut}
        vectors = vectors_of_chunks(self.ws, texts.keys())
        new = [digest for digest in texts if digest not in vectors]
        for start in range(0, len(new), EMBED_SLICE):
            batch = new[start : start + EMBED_SLICE]
            made = self.ws.embed([texts[digest] for digest in batch])
            if made is None:
                break
            vectors.update(zip(batch, made, strict=True))
            self.embedded += len(batch)
            share = (start + len(batch)) / len(new)
            self.ws.progress("indexing", self.done + int(share * len(readings)), self.total)
        rows = {
            path: [ChunkRow(path, self.ws.is_memory(path), c, vectors.get(c.digest)) for c in cut]
            for path, cut in chunks.items()
        }
        asked = [path for path in chunks if not self.ws.is_memory(path)]
        before = {} if self.sight.is_model_stale else self.ws.chunks.texts_of(asked)
        self.ws.ledger.settle()  # what tells of a killed round must stand before it begins
        self.ws.chunks.write(rows)
        after = {path: [(one.section, one.text) for one in chunks[path]] for path in asked}
        keep_changes(self.ws, before, after, self.new, self.added)
        return [reading for reading in readings if reading.note.path in chunks]


def cut_notes(
    ws: Workspace, readings: Iterable[Reading], failed: dict[NotePath, str]
) -> dict[NotePath, tuple[Chunk, ...]]:
    """Return the chunks of notes; `failed` takes those that cannot be cut, with the reason."""
    embedder = ws.model.embedder
    chunks: dict[NotePath, tuple[Chunk, ...]] = {}
    for reading in readings:
        path = reading.note.path
        with sparing_others(path, failed):
            chunks[path] = cut_chunks(
                _searchable(ws, reading.note),
                count_tokens=embedder.count_tokens,
                max_tokens=embedder.max_tokens,
            )
    return chunks


def _searchable(ws: Workspace, note: Note) -> Note:
    """Leave out a memory's properties: no words of anybody.

    Not even its claim's: beside the belief they took half of its likeness to a question (0.9 to
    0.4, measured).
    """
    if not ws.is_memory(note.path):
        return note
    return replace(note, statements=tuple(s for s in note.statements if s.kind != "property"))


def in_groups(contents: Mapping[NotePath, bytes]) -> Iterator[dict[NotePath, bytes]]:
    """Yield the bytes of notes, so many at once as may be parsed at once."""
    group: dict[NotePath, bytes] = {}
    size_bytes = 0
    for path, data in contents.items():
        if group and size_bytes + len(data) > GROUP_BYTES:
            yield group
            group, size_bytes = {}, 0
        group[path] = data
        size_bytes += len(data)
    if group:
        yield group


def _remove(ws: Workspace, paths: Sequence[NotePath], strays: Sequence[NotePath]) -> None:
    if (paths or strays) and not ws.is_rehearsal:
        ws.ledger.settle()
        ws.chunks.remove([*paths, *strays])
        owe_tidying(ws)
    if strays:
        ADDED_NOTES.set(ws.ledger, tuple(p for p in ADDED_NOTES.get(ws.ledger) if p not in strays))
    if not paths:
        return
    forget_lost_memories(ws, paths)  # first: a kill in between leaves the notes to remove again
    ws.ledger.remove_notes(paths)


def _look_around(ws: Workspace, scope: LookScope) -> Sight:
    """Look at disk and ledger, as far as the scope goes."""
    is_ours = scope.is_ours and scope.only is not None
    survey = ws.files.survey() if scope.only is None else ws.files.look_at(scope.only)
    notes = {path: stat for path, stat in survey.notes.items() if path != ws.report_path}
    held = ws.ledger.note_stats(None if scope.only is None else {*scope.only, *notes})
    standing: Container[NotePath] = notes.keys()
    if scope.only is not None:
        standing = _Standing(ws) if is_ours else _OnRecord(ws, notes)
    is_any_gone = scope.only is not None and any(
        path in held and path not in notes for path in scope.only
    )
    holds_any = scope.only is None or ws.ledger.count_notes() > 0
    return Sight(
        scope=scope,
        survey=survey,
        notes=notes,
        held=held,
        standing=standing,
        memory_folder=ws.memories_folder,
        no_memories=ws.no_memories,
        # It may load a model: not for nothing.
        is_model_stale=bool(notes) and holds_any and is_model_stale(ws),
        is_vault_bare=is_any_gone and not ws.files.holds_any_note(except_for=ws.report_path),
        on_record=ws.ledger.count_notes() if is_any_gone else len(held),
        are_settings_gone=OWN_SETTINGS.get(ws.ledger) and not ws.places.config.exists(),
        begun=ADDED_NOTES.get(ws.ledger),
    )


def _read_notes(ws: Workspace, paths: Iterable[NotePath]) -> Read:
    """Read notes; those that cannot be read are named with the reason."""
    contents: dict[NotePath, bytes] = {}
    generated: set[NotePath] = set()
    failed: list[tuple[NotePath, str]] = []
    for path in paths:
        try:
            data = ws.files.read(path)
        except (NoteUnreadableError, OutsideVaultError) as error:
            log.warning("skipped note=%r reason=%s", path, error.message)
            failed.append((path, error.message))
            continue
        if is_generated(data):
            generated.add(path)
        else:
            contents[path] = data
    digests = {path: digest_of(data) for path, data in contents.items()}
    return Read(contents, digests, frozenset(generated), tuple(failed))


class _Standing(Container[NotePath]):
    """Every note that stands in the vault, each looked for when it is asked after."""

    def __init__(self, ws: Workspace) -> None:
        self._ws = ws

    def __contains__(self, path: object) -> bool:
        return isinstance(path, str) and self._ws.files.stat(path) is not None


class _OnRecord(Container[NotePath]):
    """Every note that stands in the vault as the ledger has it, and those that were looked at."""

    def __init__(self, ws: Workspace, seen: Container[NotePath]) -> None:
        self._ws = ws
        self._seen = seen

    def __contains__(self, path: object) -> bool:
        if not isinstance(path, str):
            return False
        return path in self._seen or bool(self._ws.ledger.note_stats([path]))


MOST_READ = 200
"""Notes read anew after a kill. Chosen by hand: a folder that was moved, not a first index."""


def forget_added(ws: Workspace) -> None:
    """Call all notes known: they were compared."""
    ADDED_NOTES.set(ws.ledger, ())


def statements_of_added(
    ws: Workspace, seen: Mapping[NotePath, frozenset[str]]
) -> Mapping[NotePath, frozenset[str]]:
    """Return digests of the statements of all new notes: those `seen`, others read anew."""
    kept = ADDED_NOTES.get(ws.ledger)
    missing = [path for path in kept if path not in seen and not ws.is_memory(path)]
    return {**seen, **statements_at(ws, missing[:MOST_READ])}


def statements_at(ws: Workspace, paths: Collection[NotePath]) -> dict[NotePath, frozenset[str]]:
    """Return digests of the statements of notes that stand as the index was told."""
    stats = ws.ledger.note_stats(paths)
    found = {}
    for path in paths:
        with suppress(NoteUnreadableError, OutsideVaultError), sparing_others(path):
            note = read_note(ws.files, path).note
            # One saved a moment ago: the next look takes in what stands there then.
            if path in stats and note.digest == stats[path].digest:
                found[path] = frozenset(statement.digest for statement in note.statements)
    return found
