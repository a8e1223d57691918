"""Write, change and put away memories; every one is a note the reader can edit just as well."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.adapters.secrets import find_secrets, mask_secrets
from vaultwatch.drift.lifecycle import LIVE
from vaultwatch.drift.model import Baseline, Finding, Quote
from vaultwatch.errors import DuplicateMemoryError, RefusedError, SecretError
from vaultwatch.memories.ids import memory_id
from vaultwatch.memories.likeness import near_identical
from vaultwatch.memories.record import MemorySource, file_stem, render_memory, with_belief
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note
from vaultwatch.services.citing import cite
from vaultwatch.services.findings import find_memory
from vaultwatch.services.labelling import labelled
from vaultwatch.services.looking import Scope
from vaultwatch.services.reading import Reading
from vaultwatch.services.reindex import NOTHING_INDEXED
from vaultwatch.services.scan import index, scan
from vaultwatch.services.workspace import Workspace

MAX_BELIEF_CHARS = 20_000
"""A belief is a sentence or a few; a longer text is a note. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A memory to be written."""

    belief: str
    source: MemorySource = "user"
    type: str = "fact"
    tags: tuple[str, ...] = ()
    title: str = ""
    """What its note is named after; the belief where empty."""


@dataclass(frozen=True, slots=True)
class MemoryWrite:
    """What a command did to a memory, or in a rehearsal would do."""

    id: str
    path: NotePath
    moved_to: str = ""
    """For a forgotten memory: where its note lies now."""
    warnings: tuple[str, ...] = ()
    """For a new memory: why it will not be checked as it stands, in words."""


@dataclass(frozen=True, slots=True)
class Ground:
    """A note that a memory rests on."""

    note: NotePath
    origin: str
    """`written` or `adopted`."""
    taken_at: datetime
    supports: tuple[Quote, ...]
    """The words that support it, strongest first."""


@dataclass(frozen=True, slots=True)
class ShownMemory:
    """One memory with all that is known of it."""

    id: str
    path: NotePath
    belief: str
    first_seen: datetime
    grounds: tuple[Ground, ...]
    findings: tuple[Finding, ...]


def add_memory(ws: Workspace, draft: Draft, *, allow_similar: bool = False) -> MemoryWrite:
    """Write a new memory note and take its baselines.

    Raises:
        SecretError: the belief, its type or a tag holds a key, token or password.
        DuplicateMemoryError: a near-identical memory stands; its id is named.
        RefusedError: the belief is empty or too long.
    """
    belief = _checked(draft.belief)
    for word in (draft.type, *draft.tags):
        _hold_no_secret(word)
    index(ws)  # what a person added by hand a second ago counts as standing too
    rows = {row.id: row for row in ws.ledger.memories() if row.state == "present"}
    twin = near_identical(belief, [(row.id, row.belief) for row in rows.values()])
    if twin is not None and not allow_similar:
        raise DuplicateMemoryError(
            f"Memory {twin} says almost the same: {_short(rows[twin].belief)}",
            hint=f"Change it with `vaultwatch memory edit {twin}`, or add --allow-similar.",
        )
    id_ = memory_id(belief)
    while id_ in rows:
        id_ = memory_id(f"{belief}\n{id_}")
    path = _free_path(ws, file_stem(draft.title or belief))
    if ws.is_rehearsal:
        return MemoryWrite(id_, path)
    now = ws.clock.now()
    data = render_memory(
        id=id_,
        belief=belief,
        created=now,
        updated=now,
        source=draft.source,
        type=draft.type,
        tags=draft.tags,
    )
    with ws.journal.run("memory add"):
        ws.files.replace_note(path, seen=None, new=data)
    ws.ledger.record("memory add", id_)
    index(ws)
    return MemoryWrite(id_, path, warnings=tuple(_warnings(ws, id_)))


def _warnings(ws: Workspace, id_: str) -> Iterator[str]:
    plan = cite(ws, NOTHING_INDEXED).citations.get(id_)
    if plan is None:
        return
    for link in plan.unresolved:
        yield f"{link} leads nowhere; it will not be checked until such a note stands."
    for link, candidates in plan.ambiguous:
        yield (
            f"{link} has {len(candidates)} answers ({', '.join(candidates)}); "
            "it will not be checked until the link names one by its path."
        )
    if not (plan.pairs or plan.unresolved or plan.ambiguous):
        yield "It cites no note; it will not be checked until it holds a [[link]] to one."


def written_belief(ws: Workspace, wanted: str) -> tuple[str, bytes]:
    """Return a memory's belief as its note holds it, nothing masked, and the note's bytes.

    For its owner's editor: the bytes tell, when the editor closes, whether the note moved on.

    Raises:
        NotThereError: no such memory.
        NoteUnreadableError: its note cannot be read.
    """
    row = find_memory(ws, wanted)
    data = ws.files.read(row.path)
    text = data.decode("utf-8-sig", "replace")
    return Reading(parse_note(row.path, data), text).body.strip() + "\n", data


def edit_memory(
    ws: Workspace, wanted: str, belief: str, *, seen: bytes | None = None
) -> MemoryWrite:
    """Replace the belief of a memory, its properties untouched; it gets a new baseline.

    Args:
        ws: the vault.
        wanted: the memory.
        belief: what it shall say.
        seen: the note as its editor saw it; default as it stands.

    Raises:
        NotThereError: no such memory.
        NoteChangedError: the note is not `seen` any more.
        SecretError, RefusedError: as for a new one.
    """
    belief = _checked(belief)
    row = find_memory(ws, wanted)
    if ws.is_rehearsal:
        return MemoryWrite(row.id, row.path)
    if seen is None:
        seen = ws.files.read(row.path)
    with ws.journal.run("memory edit"):
        ws.files.replace_note(row.path, seen=seen, new=with_belief(seen, belief))
    ws.ledger.record("memory edit", row.id)
    scan(ws)
    return MemoryWrite(row.id, row.path)


def forget_memory(ws: Workspace, wanted: str, *, why: str = "") -> MemoryWrite:
    """Move a memory's note to the vault's `.trash`; nothing is ever deleted.

    Raises:
        NotThereError: no such memory.
    """
    row = find_memory(ws, wanted)
    if ws.is_rehearsal:
        return MemoryWrite(row.id, row.path, ".trash")
    # First: a kill behind it loses nothing, and what the reader said they said.
    found = ws.ledger.findings(statuses=LIVE, memory_id=row.id)
    ws.ledger.save_findings((), cases=labelled(ws, found, "forgotten"))
    with ws.journal.run("memory forget"):
        place = ws.files.trash(row.path, seen=ws.files.read(row.path))
    ws.ledger.record("memory forget", row.id, mask_secrets(why))
    scan(ws, Scope(allow_empty=True))
    return MemoryWrite(row.id, row.path, place)


def list_memories(ws: Workspace) -> list[MemoryRow]:
    """Return the memories that stand in the vault, by path."""
    rows = [row for row in ws.ledger.memories() if row.state == "present"]
    return sorted(rows, key=lambda row: row.path)


def show_memory(ws: Workspace, wanted: str) -> ShownMemory:
    """Return a memory with its baselines and findings.

    Raises:
        NotThereError: no such memory.
    """
    row = find_memory(ws, wanted)
    return ShownMemory(
        id=row.id,
        path=row.path,
        belief=row.belief,
        first_seen=row.first_seen,
        grounds=tuple(_ground(baseline) for baseline in ws.ledger.baselines(row.id)),
        findings=tuple(ws.ledger.findings(memory_id=row.id)),
    )


def _ground(baseline: Baseline) -> Ground:
    supports = sorted(baseline.supports, key=lambda support: -support.strength)
    standing = [baseline.statements[support.index] for support in supports]
    return Ground(
        note=baseline.note,
        origin=baseline.origin,
        taken_at=baseline.taken_at,
        supports=tuple(Quote(one.text, one.first_line, one.section) for one in standing),
    )


def _checked(belief: str) -> str:
    text = belief.strip()
    if not text:
        raise RefusedError("The memory is empty.", hint="Give the belief as one sentence.")
    if len(text) > MAX_BELIEF_CHARS:
        raise RefusedError(
            f"The memory has {len(text)} characters; {MAX_BELIEF_CHARS} is the most.",
            hint="Write a note and a memory that cites it.",
        )
    _hold_no_secret(text)
    return text


def _hold_no_secret(text: str) -> None:
    hits = find_secrets(text)
    if hits:
        kinds = ", ".join(sorted({hit.kind for hit in hits}))
        raise SecretError(
            f"The memory holds what looks like a secret ({kinds}); nothing was written.",
            hint="Say where the secret is kept instead of what it is.",
        )


def _free_path(ws: Workspace, stem: str) -> NotePath:
    folder = ws.settings.memories.folder.strip("/")
    taken = {path.casefold() for path in ws.files.survey().notes}
    number = 1
    while True:
        name = stem if number == 1 else f"{stem} {number}"
        path = NotePath(f"{folder}/{name}.md")
        if path.casefold() not in taken:
            return path
        number += 1


def _short(text: str, chars: int = 120) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= chars else flat[: chars - 1].rsplit(" ", 1)[0] + "…"
