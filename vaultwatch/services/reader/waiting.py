"""Which pairs wait for somebody who reads, in which order, and what they look like."""

import re
import secrets
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from vaultwatch.adapters.ledger.rows import ReadingRow
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.drift.model import Comparison, Finding
from vaultwatch.guard.orders import QUARANTINE_AT, suspect
from vaultwatch.guard.secrets import mask_secrets
from vaultwatch.notes.model import NotePath
from vaultwatch.reader.pairs import Pair, pair_of, texts_of
from vaultwatch.services.indexing.reindex import NOTHING_INDEXED
from vaultwatch.services.scanning.citing import cite
from vaultwatch.services.scanning.opinions import still_said
from vaultwatch.services.scanning.pairs import MemoryNotes, key_of, read_pairs
from vaultwatch.services.workspace import Workspace

VOID_FOR: Final = timedelta(days=1)
"""So long a pair whose answer did not come or counted for nothing, or that nobody may be shown, is
not looked at again for the same reader."""
_MASK: Final = re.compile(r"\[secret: [^\]]{1,60}\]")
_ID_BYTES: Final = 5


@dataclass(frozen=True, slots=True)
class WaitingPair:
    """A memory in doubt with what its note says to it."""

    pair: Pair
    memory_id: str
    note: NotePath
    belief_digest: str
    passage: str
    client: str
    """The program that wrote the memory; empty for none."""


def waiting_findings(ws: Workspace, reader: str) -> list[Finding]:
    """Return the findings that words did not settle and this reader said nothing of yet."""
    found = [
        one
        for one in ws.ledger.findings(statuses=LIVE, outcomes={"in_doubt", "likely"})
        if one.kind == "memory_drift" and one.memory_id and one.note and one.proof != "word"
    ]
    ids = {one.memory_id or "" for one in found}
    now, rows = ws.clock.now(), ws.ledger.readings(ids) if ids else ()
    of_now = {(one.memory_id, one.passage) for one in found}
    its = [row for row in rows if row.reader == reader and (row.memory_id, row.passage) in of_now]
    done = {
        (row.memory_id, row.passage)
        for row in still_said(ws, [row for row in its if not row.is_test])
        if row.said not in {"", "void"} or now - VOID_FOR < row.at <= now
    }
    return [one for one in found if (one.memory_id, one.passage) not in done]


def _most_needed_first(ws: Workspace, found: Collection[Finding]) -> list[Finding]:
    """Return findings in the order in which they are read.

    Those come first that this session was handed, then those of its folder, then the most used,
    then the likeliest to be outdated.
    """
    used = ws.ledger.accesses({one.memory_id or "" for one in found}) if found else {}

    def order(one: Finding) -> tuple[bool, bool, int, float]:
        its = used.get(one.memory_id or "", [])
        is_here = any(each.session == ws.session for each in its if ws.session)
        is_near = any(each.place == ws.works_in for each in its if ws.works_in)
        return (not is_here, not is_near, -len(its), -one.score)

    return sorted(found, key=order)


def waiting_pairs(
    ws: Workspace, reader: str, most: int, passed: list[ReadingRow] | None = None
) -> list[WaitingPair]:
    """Return the pairs that wait for a reader, most needed first.

    Never one that holds a masked secret, speaks to a model, or whose memory waits for a person.

    Args:
        ws: the vault.
        reader: as a person knows it.
        most: so many at most.
        passed: where those are put that nobody may be shown, to be told as waiting no more.
    """
    waiting = _most_needed_first(ws, waiting_findings(ws, reader))
    wanted = [(one.memory_id or "", one.note, one.passage) for one in waiting]
    found: list[WaitingPair] = []
    for start in range(0, len(wanted), 2 * most):
        some = wanted[start : start + 2 * most]
        keys = {(id_, note): passage for id_, note, passage in some if note is not None}
        held = {(one.memory_id, one.note): one for one in pairs_of(ws, keys)}
        ordered = [held[id_, note] for id_, note, _ in some if note and (id_, note) in held]
        shown = [
            one
            for one in ordered
            if one.passage == keys[one.memory_id, one.note] and is_readable(one.pair)
        ]
        found += shown
        if passed is not None:
            left = keys.keys() - {(one.memory_id, one.note) for one in shown}
            passed += [_passed(ws, reader, *key, keys[key]) for key in sorted(left)]
        if len(found) >= most:
            break
    return found[:most]


def _passed(ws: Workspace, reader: str, memory_id: str, note: NotePath, passage: str) -> ReadingRow:
    id_, at = f"{reader} {memory_id} {passage}", ws.clock.now()
    return ReadingRow(id_, "", reader, memory_id, note, "", passage, at, said="void")


def pairs_of(ws: Workspace, keys: Collection[tuple[str, NotePath]]) -> Iterator[WaitingPair]:
    """Yield memories with the notes named, as they were compared last and stand."""
    ids = {id_ for id_, _ in keys}
    cited = cite(ws, NOTHING_INDEXED, ids)
    made: dict[tuple[str, NotePath], Comparison] = {
        key: one for key, (_, one) in ws.ledger.comparisons(ids).items()
    }
    pairs = [one for one in cited.pairs if key_of(one) in keys and key_of(one) in made]
    pairs.sort(key=lambda one: one.note)
    for belief, note, memory, citation in read_pairs(ws, cited, MemoryNotes(ws, cited), pairs):
        row = cited.memories[memory.id]
        if row.facts.status != "active":
            continue
        for baseline in ws.ledger.baselines(memory.id):
            if baseline.note != citation.note or baseline.belief_digest != belief.digest:
                continue
            one = made[key_of(citation)]
            shown = pair_of(new_id(), belief, baseline, note.statements, one)
            if shown is not None:
                yield WaitingPair(
                    shown, row.id, citation.note, row.belief_digest, one.passage, row.facts.client
                )


def is_readable(pair: Pair) -> bool:
    """Tell whether a pair may be shown to a model: no secret stands in it, and no order to one."""
    texts = texts_of(pair)
    whole = "\n".join(texts)
    if _MASK.search(whole) or mask_secrets(whole) != whole:
        return False
    return all(suspect(text).score < QUARANTINE_AT for text in texts)


def new_id() -> str:
    """Return a name for one pair in one hand-out."""
    return secrets.token_hex(_ID_BYTES)
