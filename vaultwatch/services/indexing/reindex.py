"""Bring the index and the ledger up to what the vault says.

`reindex` looks at the size and times of every note, or of those that a watcher named, reads those
that may differ, and replaces the rows of those whose bytes do. The digest in the ledger decides,
so a killed run heals at the next one.
"""

import logging
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from vaultwatch.adapters.chunk_store import ChunkRow
from vaultwatch.adapters.ledger import NoteRow, NoteStat
from vaultwatch.adapters.vault_files import FileStat
from vaultwatch.errors import NoteUnreadableError, OutsideVaultError, StoreError, VaultVanishedError
from vaultwatch.notes.chunking import cut_chunks
from vaultwatch.notes.model import Chunk, Note, NotePath, outline_of
from vaultwatch.services.indexing.added_notes import remember_added
from vaultwatch.services.indexing.index_state import (
    forget_model,
    is_index_lost,
    is_model_stale,
    mistrust_rows,
    settle_model,
)
from vaultwatch.services.indexing.other_files import keep_attachments, keep_conflicts
from vaultwatch.services.indexing.reading import Reading, digest_of, is_generated, read_many
from vaultwatch.services.indexing.registering import forget_lost_memories, register_memories
from vaultwatch.services.indexing.scope import WHOLE_VAULT, Scope, Sight, look_around, may_differ
from vaultwatch.services.indexing.tidying import is_tidying_due, owe_tidying, tidy_index
from vaultwatch.services.records.small_facts import SCAN_DUE
from vaultwatch.services.workspace import Workspace

log = logging.getLogger(__name__)

GROUP_BYTES = 48_000_000
"""Notes read and parsed at once; bounds the memory of a first index."""

EMBED_GROUP_NOTES = 128
"""Notes embedded and written in one go: a killed first index loses no more than these."""

Digests: TypeAlias = Mapping[NotePath, str]


@dataclass(frozen=True, slots=True)
class Upsert:
    """A note to index anew."""

    note: NotePath
    digest: str
    """SHA-256 of the note's bytes, lower-case hex."""


@dataclass(frozen=True, slots=True)
class Remove:
    """A note to take out of the index."""

    note: NotePath


Step: TypeAlias = Upsert | Remove


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
    attachments: tuple[str, ...] | None = None
    """Files of the vault that are no notes; None where nobody looked."""


NOTHING_INDEXED = Indexed((), (), frozenset(), 0, (), 0)
"""For services that look at what is indexed without indexing."""


def plan_reindex(on_disk: Digests, indexed: Digests, *, allow_empty: bool = False) -> list[Step]:
    """Return the steps that make the index equal to the disk.

    Raises:
        VaultVanishedError: the disk holds nothing and the index something.
    """
    if indexed and not on_disk and not allow_empty:
        raise VaultVanishedError(len(indexed))  # an unmounted drive is no mass deletion
    changed = [Upsert(n, d) for n, d in sorted(on_disk.items()) if indexed.get(n) != d]
    gone = [Remove(n) for n in sorted(indexed.keys() - on_disk.keys())]
    # Removals last: a renamed note stays searchable under one of its two names.
    return [*changed, *gone]


def owe_scan(ws: Workspace) -> None:
    """Remember, before something changes, that flags and report must follow it."""
    SCAN_DUE.set(ws.ledger, value=True)


def reindex(ws: Workspace, scope: Scope = WHOLE_VAULT) -> Indexed:
    """Index what changed on disk since the last time.

    Raises:
        VaultVanishedError: the vault is empty, the index is not.
        NotThereError: the vault is gone.
        StoreError, LedgerError, EmbedderError: a part cannot be used.
    """
    if scope.only is not None and is_model_stale(ws):
        scope = replace(scope, only=None)
    try:
        done = _mistrusting(ws, scope)
    except StoreError:
        if ws.is_rehearsal or not ws.reopen_index():
            raise
        done = _index_changes(ws, replace(scope, only=None))
    if ws.is_index_open and ws.is_index_new and (done.unchanged or scope.only is not None):
        # The index could not be read and was begun anew: what stood in it must be written again.
        forget_model(ws)
        again = _index_changes(ws, replace(scope, only=None))
        done = replace(done, upserted=again.upserted, unchanged=0, embedded=again.embedded)
    if ws.is_index_open:
        ws.settle_index()
    if done.upserted and not ws.is_rehearsal and is_tidying_due(ws):
        try:
            tidy_index(ws)
        except StoreError as error:  # no reason not to compare; the clock comes back to it
            log.warning("the index was not tidied: %s", error.message)
    return done


def mend_index(ws: Workspace) -> bool:
    """Have an index that could not be read made anew; tell whether it was."""
    with ws.writing() as is_ours:
        if not is_ours or ws.is_rehearsal or not ws.reopen_index():
            return False
        reindex(ws)
    return True


def _mistrusting(ws: Workspace, scope: Scope) -> Indexed:
    if scope.is_deep and not ws.is_rehearsal:
        mistrust_rows(ws)
    return _index_changes(ws, scope)


def _index_changes(ws: Workspace, scope: Scope) -> Indexed:
    sight = look_around(ws, scope)
    scope, on_disk, held = sight.scope, sight.on_disk, sight.held
    stale_model = is_model_stale(ws)
    # Those that became a memory, or ceased to be one, by a change of the setting.
    changed_role = {p for p, stat in held.items() if stat.is_memory != ws.is_memory(p)}
    suspects = [
        path
        for path, stat in on_disk.items()
        if stale_model or scope.is_deep or path in changed_role or may_differ(held.get(path), stat)
    ]
    if scope.only is None and not suspects and not stale_model and on_disk.keys() == held.keys():
        return _nothing_new(ws, sight)
    contents, failed = _read_bytes(ws, suspects)
    for copy in [path for path, data in contents.items() if is_generated(data)]:
        del contents[copy], on_disk[copy]  # a copy of our report speaks of notes, it is none
    read = {path: digest_of(data) for path, data in contents.items()}
    indexed = {path: stat.indexed_digest or "" for path, stat in held.items()}
    anew = read.keys() if stale_model else changed_role & read.keys()
    indexed = {path: ("" if path in anew else digest) for path, digest in indexed.items()}
    seen = {path: read.get(path, indexed.get(path, "")) for path in {*on_disk, *sight.shielded}}
    unread = {path for path, _ in failed} - held.keys()
    seen = {path: digest for path, digest in seen.items() if path not in unread}
    steps = plan_reindex(seen, indexed, allow_empty=True)
    wanted = {step.note: contents[step.note] for step in steps if isinstance(step, Upsert)}
    removed = tuple(step.note for step in steps if isinstance(step, Remove))
    _keep_times(ws, [path for path in read if path not in wanted], on_disk, held)
    is_lost = not stale_model and bool(wanted) and is_index_lost(ws, knows_notes=sight.knows_notes)
    if _keep_other_files(ws, sight) or wanted or removed:
        owe_scan(ws)
    added = frozenset(wanted.keys() - held.keys())
    remember_added(ws, added)
    if stale_model or is_lost:
        forget_model(ws)  # before the first write: a killed round is begun again
    round_ = _Round(ws, on_disk, sight.standing, added)
    round_.upsert(wanted)
    _remove(ws, removed)
    forget_lost_memories(ws, [path for path in changed_role if not ws.is_memory(path)])
    if not is_lost:
        settle_model(ws, stale=stale_model)
    return Indexed(
        upserted=tuple(wanted),
        removed=removed,
        added=round_.added,
        unchanged=len(on_disk) - len(wanted) - len(failed),
        failed=(*failed, *sight.survey.skipped),
        embedded=round_.embedded,
        statements=round_.statements,
        attachments=sight.survey.attachments if scope.only is None else None,
    )


def _nothing_new(ws: Workspace, sight: Sight) -> Indexed:
    """Return what a look at the whole vault says where every note is as it was."""
    if _keep_other_files(ws, sight):
        owe_scan(ws)
    settle_model(ws, stale=False)
    return replace(
        NOTHING_INDEXED,
        unchanged=len(sight.on_disk),
        failed=sight.survey.skipped,
        attachments=sight.survey.attachments,
    )


def _read_bytes(
    ws: Workspace, paths: Sequence[NotePath]
) -> tuple[dict[NotePath, bytes], list[tuple[str, str]]]:
    contents: dict[NotePath, bytes] = {}
    failed: list[tuple[str, str]] = []
    for path in paths:
        try:
            contents[path] = ws.files.read(path)
        except (NoteUnreadableError, OutsideVaultError) as error:
            log.warning("skipped note=%r reason=%s", path, error.message)
            failed.append((path, error.message))
    return contents, failed


def _keep_other_files(ws: Workspace, sight: Sight) -> bool:
    """Remember which files stand that are no notes; return whether that is news."""
    is_news = keep_conflicts(ws, sight.survey.conflicts, sight.scope.only)
    if sight.scope.only is None:
        is_news = keep_attachments(ws, sight.survey.attachments) or is_news
    return is_news


def _keep_times(
    ws: Workspace,
    paths: Iterable[NotePath],
    on_disk: Mapping[NotePath, FileStat],
    held: Mapping[NotePath, NoteStat],
) -> None:
    """Remember that touched notes hold the bytes they held: the next look skips them."""
    ws.ledger.touch_notes(
        {
            path: (on_disk[path].size_bytes, on_disk[path].changed_ns)
            for path in paths
            if path in held
        }
    )


class _Round:
    """The upserts of one round: parse, cut, embed what is new, write, record."""

    def __init__(
        self,
        ws: Workspace,
        on_disk: Mapping[NotePath, FileStat],
        standing: Container[NotePath],
        added: frozenset[NotePath],
    ) -> None:
        self.ws = ws
        self.on_disk = on_disk
        self.standing = standing
        self.added = added
        self.embedded = 0
        self.statements: dict[NotePath, frozenset[str]] = {}

    def upsert(self, contents: Mapping[NotePath, bytes]) -> None:
        total, done = len(contents), 0
        for group in _groups(contents):
            waiting: list[Reading] = []
            for reading in read_many(group):
                waiting.append(reading)
                if len(waiting) == EMBED_GROUP_NOTES:
                    done += self._write(waiting)
                    waiting = []
                    self.ws.progress("indexing", done, total)
            if waiting:
                done += self._write(waiting)
                self.ws.progress("indexing", done, total)

    def _write(self, readings: Sequence[Reading]) -> int:
        if not self.ws.is_rehearsal:
            self._write_chunks(readings)
        rows = []
        for reading in readings:
            note = reading.note
            stat = self.on_disk[note.path]
            is_memory = self.ws.is_memory(note.path)
            rows.append(
                NoteRow(
                    path=note.path,
                    digest=note.digest,
                    size_bytes=stat.size_bytes,
                    mtime_ns=stat.changed_ns,
                    indexed_digest=note.digest,
                    model_id=None if self.ws.is_rehearsal else self.ws.model.embedder.model_id,
                    outline=outline_of(note),
                    is_memory=is_memory,
                )
            )
            if not is_memory and note.path in self.added:
                self.statements[note.path] = frozenset(s.digest for s in note.statements)
        memories = [reading for reading in readings if self.ws.is_memory(reading.note.path)]
        register_memories(self.ws, memories, self.standing)
        # Last: the ledger's digest says that the rows above stand.
        self.ws.ledger.put_notes(rows)
        return len(readings)

    def _write_chunks(self, readings: Sequence[Reading]) -> None:
        embedder = self.ws.model.embedder
        chunks: dict[NotePath, tuple[Chunk, ...]] = {}
        for reading in readings:
            chunks[reading.note.path] = cut_chunks(
                self._searchable(reading.note),
                count_tokens=embedder.count_tokens,
                max_tokens=embedder.max_tokens,
            )
        texts = {chunk.digest: chunk.embed_text for cut in chunks.values() for chunk in cut}
        vectors = dict(self.ws.chunks.vectors_of(texts.keys()))
        new = [digest for digest in texts if digest not in vectors]
        if new:
            vectors.update(zip(new, embedder.embed([texts[d] for d in new]), strict=True))
            self.embedded += len(new)
        rows = {
            path: [ChunkRow(path, self.ws.is_memory(path), c, vectors[c.digest]) for c in cut]
            for path, cut in chunks.items()
        }
        self.ws.chunks.write(rows)

    def _searchable(self, note: Note) -> Note:
        """Leave out a memory's properties: no words of anybody.

        Not even its claim's: beside the belief they took half of its likeness to a question (0.9 to
        0.4, measured).
        """
        if not self.ws.is_memory(note.path):
            return note
        return replace(note, statements=tuple(s for s in note.statements if s.kind != "property"))


def _groups(contents: Mapping[NotePath, bytes]) -> Iterator[dict[NotePath, bytes]]:
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


def _remove(ws: Workspace, paths: Sequence[NotePath]) -> None:
    if not paths:
        return
    if not ws.is_rehearsal:
        ws.chunks.remove(paths)
        owe_tidying(ws)
    forget_lost_memories(ws, paths)  # first: a kill in between leaves the notes to remove again
    ws.ledger.remove_notes(paths)
