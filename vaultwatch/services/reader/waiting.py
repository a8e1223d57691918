"""Which pairs wait for somebody who reads, in which order, and what they look like."""

import re
import secrets
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import islice
from typing import Final, Literal, TypeAlias

from vaultwatch.adapters.ledger.rows import ReadingRow
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.drift.model import Comparison, Finding
from vaultwatch.guard.orders import QUARANTINE_AT, suspect
from vaultwatch.guard.secrets import mask_secrets
from vaultwatch.memories.checks.judging import without_commit
from vaultwatch.notes.days import day_at
from vaultwatch.notes.model import NotePath
from vaultwatch.reader.batch import OF_TWO, VERDICTS
from vaultwatch.reader.pairs import (
    MAX_BELIEF_CHARS,
    Pair,
    PairLine,
    is_beside_news,
    pair_of,
    stating,
    texts_of,
    visible,
)
from vaultwatch.services.indexing.reindex import NOTHING_INDEXED
from vaultwatch.services.scanning.checking import undecided_checks
from vaultwatch.services.scanning.citing import cite
from vaultwatch.services.scanning.meeting import unsure_pairs
from vaultwatch.services.scanning.opinions import still_said
from vaultwatch.services.scanning.pairs import read_pairs
from vaultwatch.services.workspace import Workspace

VOID_FOR: Final = timedelta(days=1)
"""So long a pair whose answer did not come or counted for nothing, or that nobody may be shown, is
not looked at again for the same reader."""
_MASK: Final = re.compile(r"\[secret: [^\]]{1,60}\]")


def _naming(verdicts: Collection[str]) -> re.Pattern[str]:
    """Return what finds an answer of ours in quotation marks, or as a field."""
    any_ = "|".join(verdicts)
    quoted = rf"[\"'`\u2018-\u201f\u00ab\u300c*]\s*(?:{any_})\W"
    return re.compile(rf"{quoted}|verdict\W+(?:{any_})\b", re.IGNORECASE)


_ANSWER: Final = _naming(VERDICTS)
_ANSWER_OF_TWO: Final = _naming(OF_TWO)
_PATH: Final = re.compile(r"[^\s“”\"'`:;,()]*[/\\\\][^\s“”\"'`:;,()]*")
"""A place in running words: what is not the memory's own is nobody's to read."""
_ID_BYTES: Final = 5

AskedOf: TypeAlias = tuple[str, str]
"""A memory and the passage that it rests on."""
NOTHING_CHANGED: Final[Mapping[AskedOf, float]] = {}


@dataclass(frozen=True, slots=True)
class WaitingPair:
    """A memory in doubt with what its note says to it."""

    pair: Pair
    memory_id: str
    note: NotePath
    belief_digest: str
    passage: str
    client: str
    """The program that wrote the memory within a day; empty for none."""


def waiting_findings(ws: Workspace, reader: str) -> list[Finding]:
    """Return the findings that this reader said nothing of yet.

    Not what a person called outdated, nor where the note is gone: nothing is left to read.
    """
    found = [
        one
        for one in ws.ledger.findings(statuses=LIVE, outcomes={"in_doubt", "likely", "shown"})
        if one.kind == "memory_drift" and one.memory_id and one.note and one.proof != "word"
        if one.change != "broken_link"
    ]
    done = _done(ws, reader, {(one.memory_id or "", one.passage) for one in found})
    return [one for one in found if (one.memory_id or "", one.passage) not in done]


def _done(
    ws: Workspace,
    reader: str,
    places: Collection[AskedOf],
    changed: Mapping[AskedOf, float] = NOTHING_CHANGED,
) -> set[AskedOf]:
    """Return of some places those that a reader was asked of already.

    `changed` tells of some when their note was: since then, or for a day.
    """
    now = ws.clock.now()
    rows = ws.ledger.readings({id_ for id_, _ in places}, reader=reader) if places else ()
    its = [row for row in rows if not row.is_test and (row.memory_id, row.passage) in places]
    hand = f"@{ws.session}"
    known = {
        row.memory_id for row in rows if ws.session and row.is_test and row.batch.endswith(hand)
    }  # in this session it was asked of with a known answer
    return {place for place in places if place[0] in known} | {
        (row.memory_id, row.passage)
        for row in still_said(ws, its)
        if now - VOID_FOR < row.at <= now
        or (
            row.said not in {"", "void"}
            and row.at.timestamp() >= changed.get((row.memory_id, row.passage), 0.0)
        )
    }


def waiting_pairs(
    ws: Workspace, reader: str, most: int, passed: list[ReadingRow] | None = None
) -> list[WaitingPair]:
    """Return the pairs that wait for a reader, most needed first.

    Those in doubt or likely, then what is shown, then checks read out of words that disagree with
    what is there, then memories of which nothing is told, though no note says them plainly, or one
    was changed beside what they rest on. Never one that holds a masked secret, speaks to a model,
    or whose memory waits for a person. `passed` takes those that are not to be shown, to be told as
    waiting no more.
    """
    return [*islice(_in_turn(ws, reader, most, [] if passed is None else passed), most)]


def _in_turn(
    ws: Workspace, reader: str, most: int, passed: list[ReadingRow]
) -> Iterator[WaitingPair]:
    """Yield what waits, looked at in portions; of what nothing is told one portion."""
    waiting = _most_needed_first(ws, waiting_findings(ws, reader))
    wanted = [(one.memory_id or "", one.note, one.passage) for one in waiting if one.note]
    for start in range(0, len(wanted), 2 * most):
        yield from _readable(ws, reader, wanted[start : start + 2 * most], passed)
    yield from _checks(ws, reader, passed)
    untold = [one for one in _untold(ws, reader) if one not in wanted]  # one may be in doubt by now
    for one in _readable(ws, reader, untold[: 2 * most], passed):
        if stating(one.pair) is None or is_beside_news(one.pair):
            yield one
        else:  # the note says it: nobody need be asked
            passed.append(_passed(ws, reader, one.memory_id, one.note, one.passage, "unsure"))


def _readable(
    ws: Workspace,
    reader: str,
    wanted: Sequence[tuple[str, NotePath, str]],
    passed: list[ReadingRow],
) -> list[WaitingPair]:
    """Return those of some pairs that may be shown, in order; the others are passed."""
    keys = {(id_, note): passage for id_, note, passage in wanted}
    held = {(one.memory_id, one.note): one for one in pairs_of(ws, keys)} if keys else {}
    shown = [
        one
        for key in keys
        if (one := held.get(key)) and one.passage == keys[key] and is_readable(one.pair)
    ]
    left = keys.keys() - {(one.memory_id, one.note) for one in shown}
    passed += [_passed(ws, reader, *key, keys[key]) for key in sorted(left)]
    return shown


def _untold(ws: Workspace, reader: str) -> list[tuple[str, NotePath, str]]:
    """Return memories of which nothing is told: unverified, of notes changed since, then others.

    The most used first; none that somebody called true beside its note. One that this reader wrote
    within a day is not its to verify.
    """
    now = ws.clock.now()
    heads = {
        key: head
        for key, head in ws.ledger.baseline_heads().items()
        if head.grounded in {"silent", "supported"} and not head.is_by_word
    }
    made = {
        key: one
        for key, (_, one) in ws.ledger.comparisons({id_ for id_, _ in heads}).items()
        if key in heads and one.kind is None
    }
    rows = {row.id: row for row in ws.ledger.find_memories(ids={id_ for id_, _ in made})}
    stats = ws.ledger.note_stats({note for _, note in made})
    used = ws.ledger.accesses({id_ for id_, _ in made}) if made else {}
    found: list[tuple[tuple[bool, bool, int], tuple[str, NotePath, str]]] = []
    changed: dict[AskedOf, float] = {}
    for (id_, note), one in made.items():
        head, stat, row = heads[id_, note], stats.get(note), rows.get(id_)
        is_silent = head.grounded == "silent"
        is_own = row is not None and row.facts.client == reader and now - head.taken_at < VOID_FOR
        if stat is None or (is_silent and is_own):
            continue
        is_changed = stat.digest != head.note_digest
        if is_changed:
            changed[id_, one.passage] = stat.mtime_ns / 1e9
        if is_silent or is_changed or head.origin == "written":
            order = (not is_silent, not is_changed, -len(used.get(id_, ())))
            found.append((order, (id_, note, one.passage)))
    done = _done(ws, reader, {(id_, passage) for _, (id_, _, passage) in found}, changed)
    found.sort(key=lambda each: each[0])
    return [one for _, one in found if (one[0], one[2]) not in done]


def _checks(ws: Workspace, reader: str, passed: list[ReadingRow]) -> Iterator[WaitingPair]:
    """Yield memories whose words were read as something that is not so on this machine."""
    asked = undecided_checks(ws)
    done = _done(ws, reader, {(row.id, one.passage) for row, one in asked})
    for row, one in asked:
        if (row.id, one.passage) in done:
            continue
        found = f"{one.said}: {without_commit(one.found)}"
        pair = Pair(new_id(), visible(row.belief), (), (PairLine(1, visible(found)),))
        is_theirs = all(word in row.belief for word in _PATH.findall(found))
        if is_theirs and len(pair.belief) <= MAX_BELIEF_CHARS and is_readable(pair):
            client = row.facts.client
            yield WaitingPair(pair, row.id, row.path, row.belief_digest, one.passage, client)
        else:
            passed.append(_passed(ws, reader, row.id, row.path, one.passage))


def waiting_memories(
    ws: Workspace, reader: str, most: int, passed: list[ReadingRow]
) -> list[WaitingPair]:
    """Return pairs of memories of which no rule tells how they meet, as many as are asked for."""
    found: list[WaitingPair] = []
    pairs = unsure_pairs(ws)
    done = _done(ws, reader, {(one.other.id, one.passage) for one in pairs})
    for one in pairs:
        first, row = one.one, one.other
        if len(found) == most or (row.id, one.passage) in done:
            continue
        told = (PairLine(1, visible(" ".join(row.belief.split()))),)
        by = tuple(f"{r.facts.source}, {day_at(r.known_since)}" for r in (first, row))
        pair = Pair(new_id(), visible(first.belief), (), told, by)
        if is_readable(pair):
            digest, client = row.belief_digest, row.facts.client
            found.append(WaitingPair(pair, row.id, first.path, digest, one.passage, client))
        else:
            passed.append(_passed(ws, reader, row.id, first.path, one.passage))
    return found


def is_waited(ws: Workspace, reader: str) -> bool:
    """Tell whether there is anything for whose sake a run begins."""
    if waiting_findings(ws, reader):
        return True
    return ws.settings.reader.is_asked_in_words and bool(waiting_memories(ws, reader, 1, []))


def _most_needed_first(ws: Workspace, found: Collection[Finding]) -> list[Finding]:
    """Order findings: of this session, of its folder, most used, likeliest to be outdated.

    What is shown comes behind.
    """
    used = ws.ledger.accesses({one.memory_id or "" for one in found}) if found else {}

    def order(one: Finding) -> tuple[bool, bool, bool, int, float]:
        # An answer nearly always moves what is in doubt, and what is shown one time in ten.
        is_shown = one.outcome == "shown"
        its = used.get(one.memory_id or "", [])
        is_here = any(each.session == ws.session for each in its if ws.session)
        is_near = any(each.place == ws.works_in for each in its if ws.works_in)
        return (is_shown, not is_here, not is_near, -len(its), -one.score)

    return sorted(found, key=order)


def _passed(  # noqa: PLR0913, PLR0917 -- what is kept of a pair
    ws: Workspace,
    reader: str,
    memory_id: str,
    note: NotePath,
    passage: str,
    said: Literal["void", "unsure"] = "void",
) -> ReadingRow:
    id_, at = f"{reader} {memory_id} {passage}", ws.clock.now()
    return ReadingRow(id_, "", reader, memory_id, note, "", passage, at, said=said)


def pairs_of(ws: Workspace, keys: Collection[tuple[str, NotePath]]) -> Iterator[WaitingPair]:
    """Yield memories with the notes named, as they were compared last and stand."""
    ids = {id_ for id_, _ in keys}
    cited = cite(ws, NOTHING_INDEXED, ids)
    made: dict[tuple[str, NotePath], Comparison] = {
        key: one for key, (_, one) in ws.ledger.comparisons(ids).items()
    }
    pairs = [one for one in cited.pairs if one.key in keys and one.key in made]
    pairs.sort(key=lambda one: one.note)
    for belief, note, memory, citation in read_pairs(ws, cited, pairs):
        row = cited.memories[memory.id]
        if row.facts.status != "active":
            continue
        for baseline in ws.ledger.baselines(memory.id):
            if baseline.note != citation.note or baseline.belief_digest != belief.digest:
                continue
            one = made[citation.key]
            shown = pair_of(new_id(), belief, baseline, note.statements, one)
            if shown is not None:
                first, *others = shown.now  # one that is taken for an order hides no other
                told = {each: f"{each.under} {each.text}" for each in others}
                others = [each for each in others if suspect(told[each]).score < QUARANTINE_AT]
                shown = replace(shown, now=(first, *others))
                is_old = ws.clock.now() - baseline.taken_at >= VOID_FOR
                client = "" if is_old else row.facts.client
                yield WaitingPair(
                    shown, row.id, citation.note, row.belief_digest, one.passage, client
                )


def is_readable(pair: Pair) -> bool:
    """Tell whether a pair may be shown to a model: no secret, and no order that names an answer."""
    texts = texts_of(pair)
    whole = "\n".join(texts)
    answer = _ANSWER_OF_TWO if pair.sources else _ANSWER
    if _MASK.search(whole) or answer.search(whole) or mask_secrets(whole) != whole:
        return False
    return all(suspect(text).score < QUARANTINE_AT for text in texts)


def new_id() -> str:
    """Return a name for one pair in one hand-out."""
    return secrets.token_hex(_ID_BYTES)
