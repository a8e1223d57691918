"""Plan what becomes of the flags on memory notes; `publishing` writes it.

Flags are written when what is known of a memory changes, and not again: whoever changes them after
that, a person or another machine that shares the vault and knows otherwise, has the last word. Two
daemons would else take them off and put them back in turn, for ever.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import blake2s

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.drift.model import Finding
from vaultwatch.errors import NoteUnreadableError, RefusedError
from vaultwatch.memories.facts import says_active
from vaultwatch.memories.items import is_item, may_hold_items, note_id_of
from vaultwatch.memories.stores.places import is_record
from vaultwatch.notes.frontmatter_edit import edit_properties
from vaultwatch.notes.model import FlagValue, NotePath
from vaultwatch.report.flags import FLAG_KEYS, flags_for
from vaultwatch.services.indexing.reading import read_bytes, sparing_others
from vaultwatch.services.records.small_facts import FLAGS_SETTLED
from vaultwatch.services.scanning.citing import Cited
from vaultwatch.services.workspace import Workspace

MOST_KEPT_BYTES = 16_384
"""A longer memory is parsed at each look, so that what is kept of all stays under 32 MB."""


@dataclass(frozen=True, slots=True)
class Write:
    """Bytes that should stand in the vault."""

    path: NotePath
    seen: bytes | None
    """What stands there now; None where nothing does."""
    new: bytes


@dataclass(frozen=True, slots=True)
class PlannedFlags:
    """What is to become of the flags on memory notes."""

    writes: list[Write] = field(default_factory=list)
    left: list[NotePath] = field(default_factory=list)
    """Notes whose flags are not ours to take away."""
    refused: dict[NotePath, str] = field(default_factory=dict)
    """Notes whose flags cannot be written without harm, each with the reason."""
    failed: dict[NotePath, str] = field(default_factory=dict)
    """Notes that we failed over, each with the reason."""
    settled: dict[str, str] = field(default_factory=dict)
    """What `FLAGS_SETTLED` is to hold of the memories to whose notes nothing is written."""
    due: dict[NotePath, dict[str, str]] = field(default_factory=dict)
    """What it is to hold more of once a note of `writes` is written."""


def plan_flags(ws: Workspace, cited: Cited, findings: Sequence[Finding]) -> PlannedFlags:
    """Return what to write, what is left to others, and what cannot be written.

    Args:
        ws: the vault.
        cited: the memories.
        findings: those that are open or acknowledged.
    """
    by_memory: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.memory_id is not None and ws.settings.report.flags:
            by_memory.setdefault(note_id_of(finding.memory_id), []).append(finding)
    ever = {note_id_of(one or "") for one, _, _ in ws.ledger.places_of_findings().values()}
    settled = FLAGS_SETTLED.get(ws.ledger)
    planned = PlannedFlags()
    flagged = [*_one_a_note(cited.memories.values()), *_emptied(ws, cited, settled)]
    for row in sorted(flagged, key=lambda row: row.path):
        found = by_memory.get(row.id, ())
        try:
            with sparing_others(row.path, planned.failed):
                seen = ws.files.read(row.path)
                new, digest = _wanted(row, seen, found)
                if row.id not in ever:
                    if new != seen:  # another machine's, or of a lost ledger: still a warning
                        planned.left.append(row.path)
                elif new == seen or settled.get(row.id) == digest:
                    planned.settled[row.id] = digest
                    if new != seen and not found:
                        planned.left.append(row.path)
                else:
                    planned.writes.append(Write(row.path, seen, new))
                    planned.due[row.path] = {row.id: digest}
        except (RefusedError, NoteUnreadableError) as error:
            planned.refused[row.path] = error.message
    return planned


def _one_a_note(rows: Collection[MemoryRow]) -> Iterator[MemoryRow]:
    """Yield one row a note: flags are of the whole note, of its items all together."""
    items: dict[str, list[MemoryRow]] = {}
    for row in rows:
        if is_item(row.id):
            items.setdefault(note_id_of(row.id), []).append(row)
        elif not is_record(row.id):
            yield row
    for note_id, held in items.items():
        digests = "".join(sorted(row.belief_digest for row in held))
        yield replace(held[0], id=note_id, belief_digest=digests)


def _emptied(ws: Workspace, cited: Cited, settled: Mapping[str, str]) -> Iterator[MemoryRow]:
    """Yield what stands for hand-overs that we flagged and whose items are all done since."""
    held = {note_id_of(id_) for id_ in cited.memories}
    paths = [path for path in cited.stats if may_hold_items(path)] if settled.keys() - held else []
    taken = {row.path for row in cited.memories.values()} if paths else set()
    found = {
        row.path: replace(row, id=note_id_of(row.id))
        for row in ws.ledger.find_memories(paths=paths, forgotten=True)
        if is_item(row.id) and row.path not in taken and note_id_of(row.id) in settled.keys() - held
    }
    yield from found.values()


def _wanted(row: MemoryRow, seen: bytes, found: Sequence[Finding]) -> tuple[bytes, str]:
    """Return a memory's note with the flags it is to carry, and a digest of why."""
    flags = flags_for(found)
    if any(one.kind == "suspicious" for one in found) and _says_active(row.path, seen):
        flags = flags_for([one for one in found if one.kind != "suspicious"])
    digest = _flags_digest(row, flags, found)
    if not flags and not any(key.encode() in seen for key in FLAG_KEYS):
        return seen, digest
    edit = _flagged if len(seen) <= MOST_KEPT_BYTES else _flagged.__wrapped__
    return edit(seen, tuple(flags.items())), digest


def _flags_digest(row: MemoryRow, flags: Mapping[str, FlagValue], found: Sequence[Finding]) -> str:
    """Return a digest of the flags, of what the memory says and of what its findings rest on."""
    rests_on = sorted((one.id, one.passage) for one in found) if flags else []
    said = repr((row.belief_digest, sorted(flags.items()), rests_on))
    return blake2s(said.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def _says_active(path: NotePath, seen: bytes) -> bool:
    """Tell whether a note says that its memory holds: the report alone asks about it then.

    A person may have let it hold on another machine, which takes our flag off as often as we put
    it there.
    """
    return says_active(read_bytes(path, seen).note.properties)


@lru_cache(maxsize=1_024)  # what an open finding's memory holds is parsed once, not at each look
def _flagged(seen: bytes, flags: tuple[tuple[str, FlagValue], ...]) -> bytes:
    put = dict(flags)
    return edit_properties(seen, put=put, remove=[key for key in FLAG_KEYS if key not in put])
