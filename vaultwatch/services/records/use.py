"""Know how memories are used: which were handed to whom, and what sessions said of them.

An answer only adds a line to a file (`adapters.files.use_log`): it waits for no lock. Deeds and
looks, which hold the writer lock, take the lines into the ledger.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import blake2b
from typing import Final

from vaultwatch.adapters.files.use_log import note_handed, taken
from vaultwatch.adapters.ledger.rows import AccessRow
from vaultwatch.errors import RefusedError
from vaultwatch.notes.days import day_at
from vaultwatch.services.lookup import known_id
from vaultwatch.services.records.small_facts import CONTEXTS_GIVEN, GivenContexts
from vaultwatch.services.workspace import Workspace

CONTEXTS_KEPT: Final = timedelta(days=400)
"""How long it is kept how many contexts a day had. Chosen by hand: a year and a month."""


def question_digest(query: str) -> str:
    """Return 64 bits of BLAKE2b that tell a question, case and spaces aside; empty for none."""
    words = " ".join(query.casefold().split())
    return blake2b(words.encode("utf-8", "replace"), digest_size=8).hexdigest() if words else ""


def note_use(ws: Workspace, query: str, ids: Sequence[str], *, tokens: int = 0) -> None:
    """Note that memories were handed to the session that asks; of a person's own doors nothing."""
    if (ids or tokens) and ws.session and not ws.is_rehearsal:
        note_handed(
            ws.places.accesses,
            ids,
            session=ws.session,
            query=question_digest(query),
            at=ws.clock.now(),
            place=ws.works_in,
            tokens=tokens,
        )


def take_use(ws: Workspace) -> None:
    """Take into the ledger what was noted; for the holder of the writer lock."""
    if ws.is_rehearsal:
        return
    with taken(ws.places.accesses) as noted:
        ws.ledger.put_accesses(noted.accesses)
        _count_contexts(ws, noted.contexts)


def _count_contexts(ws: Workspace, given: Iterable[tuple[datetime, int]]) -> None:
    """Count contexts by the day; what is taken in twice, as after a kill, counts once."""
    kept, now = CONTEXTS_GIVEN.get(ws.ledger), ws.clock.now()
    until = kept.until if kept.until is not None and kept.until <= now else None
    news = [(at, tokens) for at, tokens in given if until is None or at > until]
    if not news:
        return
    days = dict(kept.days)
    for at, tokens in news:
        day = day_at(at).isoformat()
        count, before = days.get(day, (0, 0))
        days[day] = count + 1, before + tokens
    first = day_at(now - CONTEXTS_KEPT).isoformat()
    days = {day: days[day] for day in sorted(days) if day >= first}
    CONTEXTS_GIVEN.set(ws.ledger, GivenContexts(max(at for at, _ in news), days))


@dataclass(frozen=True, slots=True)
class Use:
    """How often a memory was handed out, and what came of it, as far as the ledger remembers."""

    times: int
    """To sessions, for different questions."""
    last: str
    """The day, ISO."""
    helped: int
    """Sessions that said so."""
    not_helped: int

    @property
    def told(self) -> str:
        """In plain words: `handed out 7 times, last on 2026-11-20; 5 said it helped`."""
        times = "once" if self.times == 1 else f"{self.times} times"
        said = [f"{self.helped} said it helped"] if self.helped else []
        said += [f"{self.not_helped} said it did not help"] if self.not_helped else []
        return "; ".join([f"handed out {times}, last on {self.last}", ", ".join(said)]).rstrip("; ")


def use_of(ws: Workspace, ids: Collection[str]) -> Mapping[str, Use]:
    """Return how memories were used, by id; those that were not are left out."""
    return {id_: _use(rows) for id_, rows in ws.ledger.accesses(ids).items()}


def _use(rows: Sequence[AccessRow]) -> Use:
    said = [one.helped for one in rows]
    return Use(len(rows), day_at(rows[-1].at).isoformat(), said.count(True), said.count(False))


@dataclass(frozen=True, slots=True)
class TakenFeedback:
    """What came of a session's word."""

    recorded: tuple[str, ...]
    """Ids of the memories of which it is news."""
    said_before: tuple[str, ...]
    """Ids of those of which this session had said the same."""


def give_feedback(ws: Workspace, memory_ids: Sequence[str], *, helped: bool) -> TakenFeedback:
    """Keep whether memories helped the session that asks; its last word on each counts.

    Where a memory was handed to the session, that is kept with the question it was handed out for.
    What it is worth, and what it never does, says `recall.strength`. The workspace's `session` says
    so; where there is none its person, once a day.

    Raises:
        NotThereError: there is no such memory; then nothing is kept of any.
        RefusedError: one is quarantined: nobody was handed it.
    """
    ids = list(dict.fromkeys(known_id(ws, one) for one in memory_ids))
    for row in ws.ledger.find_memories(ids=ids):
        if row.facts.status == "quarantined":
            raise RefusedError(
                f"Memory {row.id} is quarantined: whether it helps is asked once it holds.",
                hint="`vaultwatch review` lists what waits.",
            )
    now = ws.clock.now()
    session = ws.session or f"person-{day_at(now).isoformat()}"
    new = ws.ledger.judge_accesses(AccessRow(id_, session, "", now, helped) for id_ in ids)
    return TakenFeedback(
        tuple(id_ for id_ in ids if id_ in new), tuple(id_ for id_ in ids if id_ not in new)
    )
