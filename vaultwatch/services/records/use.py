"""Know how memories are used: which were handed to whom, and what sessions said of them.

An answer only adds a line to a file (`adapters.files.use_log`): it waits for no lock. Deeds and
looks, which hold the writer lock, take the lines into the ledger.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from vaultwatch.adapters.files.use_log import note_handed, taken
from vaultwatch.adapters.ledger.rows import AccessRow
from vaultwatch.notes.days import day_at
from vaultwatch.services.workspace import Workspace


def question_digest(query: str) -> str:
    """Return 64 bits of BLAKE2b that tell a question, case and spaces aside; empty for none."""
    words = " ".join(query.casefold().split())
    return blake2b(words.encode("utf-8", "replace"), digest_size=8).hexdigest() if words else ""


def note_use(ws: Workspace, query: str, ids: Sequence[str]) -> None:
    """Note that memories were handed to the session that asks; of a person's own doors nothing."""
    if ids and ws.session and not ws.is_rehearsal:
        note_handed(
            ws.places.accesses,
            ids,
            session=ws.session,
            query=question_digest(query),
            at=ws.clock.now(),
            place=ws.works_in,
        )


def take_use(ws: Workspace) -> None:
    """Take into the ledger what was noted; for the holder of the writer lock."""
    if ws.is_rehearsal:
        return
    with taken(ws.places.accesses) as accesses:
        ws.ledger.put_accesses(accesses)


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
