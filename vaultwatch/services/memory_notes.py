"""Write, change and put away memories; every one is a note the reader can edit just as well."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.adapters.secrets import mask_secrets
from vaultwatch.drift.citations import Citations
from vaultwatch.drift.lifecycle import LIVE
from vaultwatch.drift.model import Baseline, Finding, Quote
from vaultwatch.errors import DuplicateMemoryError
from vaultwatch.memories.facts import Facts, asserter_of, with_voice
from vaultwatch.memories.ids import memory_id
from vaultwatch.memories.record import file_stem, render_memory, with_belief
from vaultwatch.memories.trust import BASES, content_hash
from vaultwatch.notes.frontmatter_edit import FlagValue
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note
from vaultwatch.services.acceptance import revoke
from vaultwatch.services.admitting import checked_belief, checked_facts, hold_no_secret
from vaultwatch.services.chains import chain_of
from vaultwatch.services.findings import find_memory
from vaultwatch.services.labelling import labelled
from vaultwatch.services.looking import Scope
from vaultwatch.services.property_writes import plan_supersede, put_properties, supersede
from vaultwatch.services.reading import Reading
from vaultwatch.services.scan import catch_up, scan, take_in
from vaultwatch.services.trusting import grounds_of
from vaultwatch.services.weighing import Outcome, Weighed, twin_of, weigh
from vaultwatch.services.workspace import Workspace

BY_A_PERSON = Facts(source="user_explicit")
"""What is known of a memory that a person types."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A memory to be written."""

    belief: str
    facts: Facts = BY_A_PERSON
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
    outcome: Outcome = "stored"
    reason: str = ""
    """Why, where it is not just stored."""
    against: tuple[str, ...] = ()
    """Ids of the memories that it superseded or speaks against."""


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
    facts: Facts
    trust: float
    """0..1; see `memories.trust`."""
    trust_story: tuple[str, ...]
    """How it came about, a sentence a step."""
    chain: tuple[str, ...]
    """What it replaced and what replaced it, a sentence each."""
    grounds: tuple[Ground, ...]
    findings: tuple[Finding, ...]


def add_memory(ws: Workspace, draft: Draft, *, allow_similar: bool = False) -> MemoryWrite:
    """Write a new memory note and take its baselines, for a person.

    Raises:
        SecretError: one of its texts holds a key, token or password.
        DuplicateMemoryError: a near-identical memory stands; its id is named.
        RefusedError: the belief is empty or too long.
    """
    belief, facts = checked_belief(draft.belief), checked_facts(draft.facts)
    hold_no_secret(draft.title)
    catch_up(ws)  # what a person added by hand a second ago counts as standing too
    twin = twin_of(ws, belief, facts)
    if twin is not None and not allow_similar:
        raise DuplicateMemoryError(
            f"Memory {twin.id} says almost the same: {_short(twin.belief)}",
            hint=f"Change it with `vaultwatch memory edit {twin.id}`, or add --allow-similar.",
        )
    weighed = weigh(ws, belief, facts, title=draft.title)
    if twin is not None and weighed.same:
        weighed = Weighed("stored", facts, "")
    return _carry_out(ws, belief, draft.title, weighed)


def store_memory(ws: Workspace, draft: Draft) -> MemoryWrite:
    """Keep what an agent hands in: written, or counted for the memory that says it already.

    Handing the same in again, after a kill too, changes nothing more.

    Raises:
        SecretError: one of its texts holds a key, token or password.
        RefusedError: a text is empty, too long or broken.
    """
    belief, facts = checked_belief(draft.belief), checked_facts(draft.facts)
    hold_no_secret(draft.title)
    catch_up(ws)
    return _carry_out(ws, belief, draft.title, weigh(ws, belief, facts, title=draft.title))


def _carry_out(ws: Workspace, belief: str, title: str, weighed: Weighed) -> MemoryWrite:
    if weighed.same:
        return _corroborate(ws, weighed)
    id_ = memory_id(belief)
    while any(row.state == "present" for row in ws.ledger.find_memories(ids=[id_])):
        id_ = memory_id(f"{belief}\n{id_}")
    # What is held back shall not speak through its name, in a list or a link either.
    stem = f"Quarantined {id_}" if weighed.is_suspicious else file_stem(title or belief)
    path = _free_path(ws, stem)
    done = MemoryWrite(
        id_, path, outcome=weighed.outcome, reason=weighed.reason, against=weighed.against
    )
    if ws.is_rehearsal:
        return done
    now = ws.clock.now()
    facts = replace(weighed.facts, content_hash=content_hash(belief))
    data = render_memory(id=id_, belief=belief, created=now, updated=now, facts=facts)
    # First: what cannot be edited refuses before anything is written.
    gone = weighed.against if weighed.outcome == "superseded" else ()
    standing_back = plan_supersede(ws, gone, by=id_)
    written = [path]
    with ws.journal.run("memory add"):
        ws.files.replace_note(path, seen=None, new=data)
        # Behind the new one: a kill in between leaves two that disagree, which is told.
        written += supersede(ws, standing_back, by=id_)
    ws.ledger.record("memory add", id_, weighed.reason)
    cited = take_in(ws, written)
    if weighed.outcome not in {"stored", "kept_both"}:
        scan(ws)  # the reader is told, and asked
    return replace(done, warnings=tuple(_warnings(cited.citations.get(id_))))


def _corroborate(ws: Workspace, weighed: Weighed) -> MemoryWrite:
    """Count another voice for the memory that says it already; it is not written twice."""
    row = ws.ledger.find_memories(ids=[weighed.same])[0]
    voice = asserter_of(weighed.facts)
    voices = with_voice(row.facts, voice)
    is_counted = weighed.outcome == "corroborated" and voices != row.facts.corroborated_by
    if not ws.is_rehearsal:
        with ws.journal.run("memory corroborate"):
            if is_counted:
                put_properties(ws, row.path, _with_voice(row.facts, weighed.facts, voices))
                ws.ledger.record("memory corroborate", row.id, mask_secrets(voice))
            planned = plan_supersede(ws, weighed.against, by=row.id)
            written = supersede(ws, planned, by=row.id)
        if is_counted or written:
            take_in(ws, [row.path, *written])
    outcome: Outcome = (
        "known" if weighed.outcome == "corroborated" and not is_counted else (weighed.outcome)
    )
    return MemoryWrite(
        row.id, row.path, outcome=outcome, reason=weighed.reason, against=weighed.against
    )


def _with_voice(facts: Facts, newcomer: Facts, voices: tuple[str, ...]) -> dict[str, FlagValue]:
    """Return the properties of a memory that another one asserts too; the better source counts."""
    if BASES[newcomer.source] <= BASES[facts.source]:
        return {"corroborated_by": voices}
    others = dict.fromkeys((asserter_of(facts), *facts.corroborated_by))
    lifted: dict[str, FlagValue] = {"source": newcomer.source, "corroborated_by": tuple(others)}
    return {**lifted, "agent": newcomer.agent} if newcomer.agent else lifted


def _warnings(plan: Citations | None) -> Iterator[str]:
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
    belief = checked_belief(belief)
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
    revoke(ws, row.id)
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
    grounds = grounds_of(ws, [row])[row.id]
    return ShownMemory(
        id=row.id,
        path=row.path,
        belief=row.belief,
        first_seen=row.first_seen,
        facts=row.facts,
        trust=grounds.trust,
        trust_story=grounds.story,
        chain=chain_of(ws, row),
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


def _free_path(ws: Workspace, stem: str) -> NotePath:
    folder = ws.settings.memories.folder.strip("/")
    number = 1
    while True:
        name = stem if number == 1 else f"{stem} {number}"
        path = NotePath(f"{folder}/{name}.md")
        if ws.files.is_free(path):
            return path
        number += 1


def _short(text: str, chars: int = 120) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= chars else flat[: chars - 1].rsplit(" ", 1)[0] + "…"
