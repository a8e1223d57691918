"""Write new memories; every one is a note the reader can edit just as well."""

import logging
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from vaultwatch.adapters.reality.project_folders import as_written, repository_at
from vaultwatch.drift.findings.citations import Citations
from vaultwatch.errors import (
    DuplicateMemoryError,
    EmbedderError,
    LedgerError,
    RefusedError,
    StoreError,
    VaultwatchError,
)
from vaultwatch.guard.secrets import mask_secrets
from vaultwatch.memories.checks.places import is_of_home
from vaultwatch.memories.checks.written import read_spec
from vaultwatch.memories.facts import (
    EARNED,
    MOST_TRIGGERS,
    SAID,
    Facts,
    MemorySource,
    as_claimed,
    asserter_of,
    voice_of,
    with_voice,
)
from vaultwatch.memories.ids import memory_id
from vaultwatch.memories.likeness import gist_digest
from vaultwatch.memories.record import file_stem, memory_in, render_memory
from vaultwatch.memories.stores.places import is_record
from vaultwatch.memories.trust import BASES, content_hash
from vaultwatch.notes.model import FlagValue, NotePath
from vaultwatch.recall.rank import Wanted
from vaultwatch.services.indexing.reading import read_bytes
from vaultwatch.services.memories.cited import contradicted_by_note, told_of_unsaid, unsaid
from vaultwatch.services.memories.naming import free_path
from vaultwatch.services.memories.property_writes import (
    plan_supersede,
    put_properties,
    supersede,
    taken_since,
)
from vaultwatch.services.memories.showing import in_short
from vaultwatch.services.memories.validating import (
    MAX_NAME_CHARS,
    checked_belief,
    checked_facts,
    gated,
    hold_no_secret,
    hold_substance,
)
from vaultwatch.services.memories.weighing import (
    WeighedMemory,
    WriteOutcome,
    told_of_bound,
    twin_of,
    weigh,
    with_bound,
)
from vaultwatch.services.records.proposals import hold_room, was_rejected
from vaultwatch.services.records.small_facts import SESSION_TOPICS, owe_look
from vaultwatch.services.records.standings import stances
from vaultwatch.services.records.trust import earned, grounds_of, is_persons, signed, vouch
from vaultwatch.services.scanning.citing import why_unresolved
from vaultwatch.services.scanning.conditions import keep_waiting
from vaultwatch.services.scanning.taking_in import catch_up, take_in
from vaultwatch.services.workspace import Workspace

_NO_TRIGGER = "Its new triggers were not kept: the memory is a person's, or has as many as it may."
MOST_BATCHED = 64
"""Memories taken in together: a kill leaves so many notes to be taken in as files that were found.
Chosen by hand."""


@dataclass(frozen=True, slots=True)
class MemoryWrite:
    """What a command did to a memory, or in a rehearsal would do."""

    id: str
    path: NotePath
    moved_to: str = ""
    """For a forgotten memory: where its note lies now."""
    warnings: tuple[str, ...] = ()
    """For a new memory: why it will not be checked as it stands, in words."""
    outcome: WriteOutcome = "stored"
    reason: str = ""
    """Why, where it is not just stored."""
    against: tuple[str, ...] = ()
    """Ids of the memories that it superseded or speaks against."""


@dataclass(frozen=True, slots=True)
class _Written:
    """A memory whose note stands, and the others' that were changed for it."""

    id: str
    notes: tuple[NotePath, ...]
    reason: str
    facts: Facts


class Batch:
    """Memories that were written one after the other and are taken in together."""

    def __init__(self, ws: Workspace, *, is_ours: bool = True) -> None:
        """Take in what changed on disk, once for all of them.

        Where they are not `ours` they count as files that were found.
        """
        self._ws = ws
        self._is_ours = is_ours
        self._waiting: list[_Written] = []
        self._gists: set[str] = set()
        self._is_heard = False
        self._facts: dict[str, Facts] = {}
        self._citations: dict[str, Citations] = {}
        catch_up(ws)  # what a person added by hand a second ago counts as standing too

    def make_way(self, belief: str, facts: Facts) -> None:
        """Take in what was written so far where what comes next must be held against it."""
        is_again = facts.claim is not None or gist_digest(belief) in self._gists
        if is_again or self._is_heard or len(self._waiting) >= MOST_BATCHED:
            self.take_in()

    def add(
        self, done: MemoryWrite, belief: str, facts: Facts, notes: Collection[NotePath]
    ) -> None:
        """Leave what was just written to be taken in with the others."""
        self._waiting.append(_Written(done.id, tuple(notes), done.reason, facts))
        self._gists.add(gist_digest(belief))
        # Others are held against what a person said; of what waits each agent may have a few alone.
        self._is_heard |= facts.source in EARNED or facts.status == "quarantined"

    def take_in(self) -> None:
        """Take in what was written."""
        waiting, self._waiting = self._waiting, []
        self._gists.clear()
        self._is_heard = False
        if not waiting:
            return
        with self._ws.ledger.together():
            self._ws.ledger.record_all(("memory add", one.id, one.reason) for one in waiting)
            notes = [path for one in waiting for path in one.notes]
            cited = take_in(self._ws, notes, is_ours=self._is_ours)
        self._citations |= cited.citations
        self._facts |= {one.id: one.facts for one in waiting}

    def told(self, done: MemoryWrite) -> MemoryWrite:
        """Return what was done with what its writer should know, now that it was taken in."""
        facts = self._facts.pop(done.id, None)  # who says the same behind it wrote nothing
        if facts is None:
            return done
        told = (*done.warnings, *_warnings(self._ws, self._citations.get(done.id), facts))
        told += (bound,) if (bound := told_of_bound(facts)) else ()
        rows = self._ws.ledger.find_memories(ids=[done.id])
        stance = stances(self._ws, rows).get(done.id)
        if stance is not None and stance.unverified:
            held = self._ws.ledger.baselines(done.id)
            told += unsaid(stance, ((one.note, one.statements, one.supports) for one in held))
        return replace(done, warnings=told)


def _warnings(ws: Workspace, plan: Citations | None, facts: Facts) -> Iterator[str]:
    if plan is None:
        return
    for link in plan.unresolved:
        meant = f"; did you mean [[{name}]]?" if (name := _nearest(ws, link)) else "."
        yield f"{link} {why_unresolved(ws, link)}{meant} It is not checked until that changes."
    for link, candidates in plan.ambiguous:
        yield (
            f"{link} has {len(candidates)} answers ({', '.join(candidates)}); "
            "it will not be checked until the link names one by its path."
        )
    if not (plan.pairs or plan.unresolved or plan.ambiguous or facts.checks):
        yield "It cites no note; it will not be checked until it holds a [[link]] to one."


def _nearest(ws: Workspace, link: str) -> str:
    """Return the name of the note that is called nearly as a link; empty where none is."""
    wanted = re.split(r"[|#\]]", link.lstrip("!["))[0].casefold()
    names = {name.casefold(): name for name, path in ws.known.names if not ws.is_memory(path)}
    return names.get(next(iter(get_close_matches(wanted, names, 1, LEAST_ALIKE)), ""), "")


log = logging.getLogger(__name__)

LEAST_ALIKE = 0.8
"""Of a link's name and the note's that may be meant. Chosen by hand."""
BY_A_PERSON = Facts(source="user_explicit")
"""What is known of a memory that a person types."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A memory to be written."""

    belief: str
    facts: Facts = BY_A_PERSON
    title: str = ""
    """What its note is named after; the belief where empty."""
    id: str = ""
    """Its id, where it has one already elsewhere; one made of the belief where empty."""
    folder: str = ""
    """Where its note is to lie; the memories folder where empty."""
    waits: str = ""
    """Why it waits for a person, whatever it says, as a sentence; empty where it need not."""


@dataclass(frozen=True, slots=True)
class HandedIn:
    """A memory that an agent hands in while others do."""

    draft: Draft
    """Its source as the agent claims it."""
    is_confirmed: bool = False
    """Whether a person has just confirmed that they say so."""
    client: str = ""
    """The program that hands it in."""


def add_memory(
    ws: Workspace, draft: Draft, *, allow_similar: bool = False, is_claim: bool = False
) -> MemoryWrite:
    """Write a new memory note and take its baselines, for a person.

    With `allow_similar` it may say almost what another one says. What is a `claim` counts as a
    memory file that was found: nobody can tell that a person asks for it.

    Raises:
        SecretError: one of its texts holds a key, token or password.
        DuplicateMemoryError: a near-identical memory stands; its id is named.
        RefusedError: the belief is empty or too long, or a person has put just this away.
    """
    belief, facts = checked_belief(draft.belief), checked_facts(draft.facts)
    facts = with_bound(ws, belief, facts)
    hold_no_secret(draft.title)
    batch = Batch(ws, is_ours=not is_claim)
    twin = twin_of(ws, belief, facts)
    if twin is not None and not allow_similar:
        raise DuplicateMemoryError(
            f"Memory {twin.id} says almost the same: {in_short(twin.belief)}",
            hint=f"Change it with `vaultwatch memory edit {twin.id}`, or add --allow-similar.",
        )
    counted = replace(facts, source=as_claimed(facts.source)) if is_claim else facts
    is_vouched = counted.source == "user_explicit"
    weighed = weigh(ws, belief, counted, title=draft.title, is_vouched=is_vouched)
    if twin is not None and weighed.same:
        weighed = WeighedMemory("stored", counted, "")
    if is_claim and weighed.facts.status == "quarantined":
        _hold_not_rejected(ws, belief, counted)
    claims = facts.source if is_claim else None
    with ws.journal.run(), ws.journal.whole(ws.files):
        done = _carry_out(ws, belief, draft, weighed, claims=claims, batch=batch)
        batch.take_in()
    return batch.told(done)


def add_typed(ws: Workspace, draft: Draft, *, allow_similar: bool = False) -> MemoryWrite:
    """Write a new memory as `add_memory` does, of what a person types as one."""
    hold_substance(checked_belief(draft.belief), checked_facts(draft.facts))
    return add_memory(ws, draft, allow_similar=allow_similar)


def store_memory(
    ws: Workspace, draft: Draft, *, is_confirmed: bool = False, batch: Batch | None = None
) -> MemoryWrite:
    """Keep what an agent hands in: written, or counted for the memory that says it already.

    Handing the same in again, after a kill too, changes nothing more. The draft's source is as the
    agent claims it, or, `is_confirmed`, as a person has just confirmed. A batch takes it in with
    others.

    Raises:
        SecretError: one of its texts holds a key, token or password.
        RefusedError: a text is empty, too long or broken.
    """
    belief, facts = checked_belief(draft.belief), checked_facts(draft.facts)
    hold_no_secret(draft.title)
    draft = replace(draft, belief=belief, facts=_with_repository(ws, facts))
    if batch is not None:
        return _store(ws, draft, is_confirmed=is_confirmed, batch=batch)
    with ws.asking_once():
        batch = Batch(ws)
        with ws.journal.run(), ws.journal.whole(ws.files):
            done = _store(ws, draft, is_confirmed=is_confirmed, batch=batch)
            batch.take_in()
        return batch.told(done)


def store_memories(ws: Workspace, handed: Sequence[HandedIn]) -> list[MemoryWrite | Exception]:
    """Keep what several hand in at once, each by itself; one that is refused stops no other.

    Each is a step of its own that `undo` takes back. When this returns, all stand, and what waits
    for a person can be decided on; a look may be owed.

    Raises:
        StoreError, LedgerError, EmbedderError: a part cannot be used; what became of each nobody
            can tell. Handed in again, it changes nothing more.
    """
    done: list[MemoryWrite | Exception] = []
    with ws.asking_once():
        batch = Batch(ws)
        for wish in handed:
            ws.client = wish.client
            try:
                draft = wish.draft
                hold_substance(checked_belief(draft.belief), checked_facts(draft.facts))
                one = store_memory(ws, wish.draft, is_confirmed=wish.is_confirmed, batch=batch)
                done.append(one)
            except (StoreError, LedgerError, EmbedderError):
                raise
            except VaultwatchError as error:
                done.append(error)
            except Exception as error:  # a fault over one is no other's
                log.exception("not stored")
                done.append(error)
        batch.take_in()
        keep_waiting(ws, {one.id for one in done if isinstance(one, MemoryWrite)})
    return [one if isinstance(one, Exception) else batch.told(one) for one in done]


def _store(ws: Workspace, draft: Draft, *, is_confirmed: bool, batch: Batch) -> MemoryWrite:
    """Keep what was checked: weighed against all that was taken in."""
    belief, facts = draft.belief, draft.facts
    batch.make_way(belief, facts)
    facts = with_bound(ws, belief, facts)
    facts = replace(facts, topic=facts.topic or topic_of(ws, facts.session))
    source: MemorySource = "user_explicit" if is_confirmed else earned(ws, facts, belief)
    facts = replace(facts, source=source, client=ws.client)
    weighed = weigh(ws, belief, facts, title=draft.title, is_vouched=is_confirmed)
    if weighed.same and _has_vanished(ws, weighed.same):
        catch_up(ws)
        weighed = weigh(ws, belief, facts, title=draft.title, is_vouched=is_confirmed)
    if draft.waits and not (weighed.same or weighed.facts.status == "quarantined"):
        held = replace(weighed.facts, status="quarantined", status_reason=draft.waits)
        weighed = WeighedMemory("review", held, draft.waits)
    if weighed.facts.status == "quarantined" and not weighed.same:
        _hold_not_rejected(ws, belief, weighed.facts)
        hold_room(ws, asserter_of(weighed.facts))
    done = _carry_out(ws, belief, draft, weighed, batch=batch)
    if not ws.is_rehearsal and weighed.facts.status != "quarantined":
        keep_topic(ws, facts.session, facts.topic)
    if is_confirmed or source == draft.facts.source or weighed.same:
        return done
    told = (
        f"It is kept as `{source}`: that it is `{draft.facts.source}` only the user can confirm, "
        f"by `source: {draft.facts.source}` in its note."
    )
    return replace(done, warnings=(told, *done.warnings))


def _with_repository(ws: Workspace, facts: Facts) -> Facts:
    """Return facts whose checks are sound, with the repository that the asker works in."""
    lines = tuple(gated(ws, one, "check") for one in facts.checks)
    relative = [one for one in map(read_spec, lines) if not is_of_home(one.place)]
    known = Path(ws.works_in) if relative and not facts.repository and ws.works_in else None
    folder = repository_at(known) if known else None
    return replace(
        facts, checks=lines, repository=as_written(folder) if folder else facts.repository
    )


def _has_vanished(ws: Workspace, memory_id: str) -> bool:
    """Tell whether a memory that says it already was taken away since all was taken in."""
    (row,) = ws.ledger.find_memories(ids=[memory_id])
    return not is_record(row.id) and ws.files.stat(row.path) is None


def _hold_not_rejected(ws: Workspace, belief: str, facts: Facts) -> None:
    if was_rejected(ws, belief, facts):
        raise RefusedError(
            "The user has put just this away in review; nothing was stored.",
            hint="Ask the user to say it themselves if it holds, by `vaultwatch memory add`.",
        )


def why_it_waits(ws: Workspace, draft: Draft) -> str:
    """Return why something would wait until a person confirms that they say so; or nothing.

    Nothing too for what looks planted, or waits already: a person decides on that in review.
    """
    belief, facts = checked_belief(draft.belief), checked_facts(draft.facts)
    facts = replace(facts, source=earned(ws, facts, belief))
    weighed = weigh(ws, belief, facts, title=draft.title)
    is_waiting = weighed.facts.status == "quarantined" and not weighed.is_suspicious
    return weighed.reason if is_waiting else ""


def _stem(draft: Draft, belief: str) -> str:
    """Return what to call a memory's note: by no name that its own link means."""
    stem = file_stem(draft.title or belief)
    is_cited = re.search(rf"\[\[{re.escape(stem)}[]|#]", belief, re.IGNORECASE)
    return f"{stem} 2" if is_cited else stem


def _carry_out(  # noqa: PLR0913 -- all but the first four by name
    ws: Workspace,
    belief: str,
    draft: Draft,
    weighed: WeighedMemory,
    *,
    batch: Batch,
    claims: MemorySource | None = None,
) -> MemoryWrite:
    """Write a weighed memory; one that claims a source is taken in as a file that was found."""
    otherwise = "" if weighed.is_suspicious else contradicted_by_note(ws, belief)
    warnings = (f"{otherwise}.",) if otherwise else ()
    if weighed.same:
        again = _corroborate(ws, weighed)
        return replace(again, warnings=(*again.warnings, *warnings))
    id_ = draft.id or memory_id(belief)
    while ws.ledger.find_memories(ids=[id_]):
        id_ = memory_id(f"{belief}\n{id_}")
    # What is quarantined shall not speak through its name, in a list or a link either.
    stem = f"Quarantined {id_}" if weighed.is_suspicious else _stem(draft, belief)
    path = free_path(ws, draft.folder or ws.settings.memories.folder.strip("/"), stem)
    done = MemoryWrite(
        id_,
        path,
        warnings=warnings,
        outcome=weighed.outcome,
        reason=weighed.reason,
        against=weighed.against,
    )
    if ws.is_rehearsal:
        return replace(done, warnings=(*warnings, *told_of_unsaid(ws, belief)))
    now = ws.clock.now()
    facts = replace(weighed.facts, content_hash=content_hash(belief))
    facts = facts if claims is None else replace(facts, source=claims)
    data = render_memory(id=id_, belief=belief, created=now, updated=now, facts=facts)
    # First: what cannot be edited refuses before anything is written.
    gone = weighed.against if weighed.outcome == "superseded" else ()
    standing_back = plan_supersede(ws, gone, by=id_, since=taken_since(ws, facts))
    written = [path]
    if weighed.outcome not in {"stored", "kept_both"} or claims is not None:
        owe_look(ws)  # the reader is told, and asked
    if weighed.needs_word:  # first: it is read back as any file is
        vouch_for(ws, id_, path, data)
    with ws.journal.run("memory add"):
        ws.files.replace_note(path, seen=None, new=data)
        # Behind the new one: a kill in between leaves two that disagree, which is told.
        written += supersede(ws, standing_back, by=id_)
    batch.add(done, belief, facts, written)
    return done


def vouch_for(ws: Workspace, id_: str, path: NotePath, data: bytes) -> None:
    """Remember that a person said to us what a memory note is about to say."""
    reading = read_bytes(path, data)
    found = memory_in(reading.note, reading.body, id_)
    if found is not None:
        vouch(ws, id_, found.belief_digest)


def _corroborate(ws: Workspace, weighed: WeighedMemory) -> MemoryWrite:
    """Count another voice for the memory that says it already; it is not written twice."""
    row = ws.ledger.find_memories(ids=[weighed.same])[0]
    voice = voice_of(weighed.facts)
    voices = with_voice(row.facts, voice)
    is_lifted = weighed.facts.source == "user_explicit" != row.facts.source
    # What a person stands behind is not made truer by agents that repeat it.
    is_theirs = row.facts.source in SAID or is_persons(ws, row, grounds_of(ws, [row])[row.id])
    is_echo = is_theirs and not is_lifted
    is_counted = (
        weighed.outcome == "corroborated"
        and not is_echo
        and (is_lifted or voices != row.facts.corroborated_by)
    )
    both = dict.fromkeys((*row.facts.triggers, *weighed.facts.triggers))
    is_theirs_alone = is_theirs and weighed.facts.source != "user_explicit"
    triggers = row.facts.triggers if is_theirs_alone else tuple(both)[:MOST_TRIGGERS]
    said: dict[str, FlagValue] = {"trigger": triggers} if triggers != row.facts.triggers else {}
    # First: what cannot be edited refuses before anything is written.
    planned = plan_supersede(ws, weighed.against, by=row.id, since=taken_since(ws, row.facts))
    if not ws.is_rehearsal:
        with ws.journal.run("memory corroborate"):
            if is_counted:
                said |= _with_voice(row.facts, weighed.facts, voices)
            if said:
                # Who says the same pins nothing by it: an agent's file may ask for a place.
                put_properties(ws, row.path, said, ["pinned"] if is_lifted else ())
                ws.ledger.record("memory corroborate", row.id, mask_secrets(voice))
            written = supersede(ws, planned, by=row.id)
        if said or written:
            take_in(ws, [row.path, *written])
    is_known = weighed.outcome == "corroborated" and not is_counted
    return MemoryWrite(
        row.id,
        row.path,
        outcome="known" if is_known else weighed.outcome,
        reason=weighed.reason,
        against=weighed.against,
        warnings=() if set(both) <= set(triggers) else (_NO_TRIGGER,),
    )


def _with_voice(facts: Facts, newcomer: Facts, voices: tuple[str, ...]) -> dict[str, FlagValue]:
    """Return the properties of a memory that another one asserts too; the better source counts.

    Who wrote it stays who wrote it: to repeat a thing makes it nobody's own.
    """
    said: dict[str, FlagValue] = {"corroborated_by": voices}
    if BASES[newcomer.source] > BASES[facts.source]:
        said["source"] = newcomer.source
    return said


# What each session works on: it names its topic once, for itself alone, and a later name takes the
# place of the one before.

MOST_SESSIONS: Final = 200
"""That are remembered, those that named a topic last. Chosen by hand: nobody works in so many."""
WAIT_S: Final = 0.5
"""How long another writer is waited for; a session whose topic was not kept names it again."""


def topic_of(ws: Workspace, session: str) -> str:
    """Return what a session named last as what it works on; nothing where it named nothing."""
    return SESSION_TOPICS.get(ws.ledger).get(signed(ws, session), "") if session else ""


def keep_topic(ws: Workspace, session: str, topic: str) -> None:
    """Remember what a session works on. To be called under the writer lock."""
    known = SESSION_TOPICS.get(ws.ledger)
    if not session or not topic or known.get(signed(ws, session)) == topic:
        return
    others = [one for one in known.items() if one[0] != signed(ws, session)]
    named = [*others, (signed(ws, session), topic)]
    SESSION_TOPICS.set(ws.ledger, dict(named[-MOST_SESSIONS:]))


def on_its_topic(ws: Workspace, wanted: Wanted) -> Wanted:
    """Return what is wanted with the topic that its session works on, and remember a new one.

    Raises:
        SecretError: the topic holds what looks like a secret.
        RefusedError: it is too long, or reads like an order.
    """
    topic = " ".join(wanted.topic.split())
    if not topic:
        return replace(wanted, topic=topic_of(ws, wanted.session))
    hold_no_secret(topic)
    topic = gated(ws, topic, "topic", most=MAX_NAME_CHARS, is_name=True)
    if wanted.session and topic_of(ws, wanted.session) != topic:
        with ws.writing(WAIT_S) as is_ours:
            if is_ours:
                keep_topic(ws, wanted.session, topic)
    return replace(wanted, topic=topic)
