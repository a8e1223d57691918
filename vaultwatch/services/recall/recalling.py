"""Find the memories that matter for a question now, each with what its place rests on.

Gathers candidates from the index and what the ledger knows of them; `recall.rank` decides. A memory
that drifted is found as any other: drift is a caveat, never a filter.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, TypeAlias

from vaultwatch.adapters.index.chunk_store import Hit, Vector
from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.drift.findings.conditions import NOT_AGAINST
from vaultwatch.drift.findings.lifecycle import LIVE
from vaultwatch.drift.findings.standing import Stance
from vaultwatch.drift.model import Finding
from vaultwatch.guard.orders import asks
from vaultwatch.memories.claims import claim_key
from vaultwatch.memories.conflicts import Holder, conflicting_pairs
from vaultwatch.memories.items import HANDOFF, is_item, note_id_of
from vaultwatch.memories.stores.places import (
    is_record,
    place_of_record,
    record_of_twin,
    twin_of_record,
)
from vaultwatch.memories.trust import Grounds
from vaultwatch.notes.days import day_at
from vaultwatch.notes.model import NotePath
from vaultwatch.recall.rank import (
    NOT_AS_WANTED,
    Candidate,
    Excluded,
    Judged,
    Ranked,
    Wanted,
    beside,
    days_off,
    practice,
    rank,
    why_excluded,
)
from vaultwatch.recall.signals import least_sure, lifted, status_at, why_ended
from vaultwatch.recall.speakers import SAID_BY, asked_of, part_of, speaker_of, without
from vaultwatch.recall.triggers import comes_to_mind, trigger_texts
from vaultwatch.recall.when_asked import (
    Days,
    fit,
    lift,
    may_name_days,
    past_days_named,
    spans_asked,
    spans_told,
)
from vaultwatch.recall.word_weight import READ_ANEW, better_met, is_foreign, met, too_far
from vaultwatch.services.indexing.index_state import vectors_of
from vaultwatch.services.known_stores import why_silent
from vaultwatch.services.memories.showing import chain_of
from vaultwatch.services.recall.freshening import check, freshen
from vaultwatch.services.recall.search import (
    checked_query,
    confidence_of,
    is_all_that_speaks,
    passages,
    speaking,
    with_cited,
)
from vaultwatch.services.recall.valid_at import with_then
from vaultwatch.services.records.losses import moved_folder_notice
from vaultwatch.services.records.schemas import schemas_in_force
from vaultwatch.services.records.small_facts import FLAGGED_ELSEWHERE, STORES_SEEN
from vaultwatch.services.records.standings import is_backed, stances
from vaultwatch.services.records.trust import age_days, grounds_of, is_persons
from vaultwatch.services.records.use import question_digest, use_of
from vaultwatch.services.workspace import Workspace


def with_use(
    ws: Workspace, hits: Sequence[tuple[MemoryRow, Candidate]], query: str
) -> list[tuple[MemoryRow, Candidate]]:
    """Return the candidates with what sessions said of them; what was said of older words is void.

    Reads alone: what answers hand out is noted elsewhere (`records.use`).
    """
    said = ws.ledger.accesses([row.id for row, _ in hits], is_judged=True)
    if not said:
        return list(hits)
    asked, now = question_digest(query), ws.clock.now()
    practised: dict[str, float] = {}
    for row, _ in hits:
        practised[row.id] = practice(
            Judged(age_days(one.at, now), bool(one.helped), one.query == asked)
            for one in said.get(row.id, ())
            if one.at >= row.known_since
        )
    doubted = [row for row, _ in hits if practised[row.id] < 0]
    grounds = grounds_of(ws, doubted)
    theirs = {row.id for row in doubted if is_persons(ws, row, grounds[row.id])}
    return [
        (
            row,
            replace(one, days_off=days_off(practised[row.id], is_persons=row.id in theirs)),
        )
        for row, one in hits
    ]


def with_triggered(
    ws: Workspace, hits: Sequence[tuple[MemoryRow, Candidate]], query: str, wanted: Wanted
) -> list[tuple[MemoryRow, Candidate]]:
    """Return the candidates with those that a trigger of theirs brings to mind.

    As relevant as the trigger is near, where that is more than their words are.
    """
    having = ws.ledger.memory_facts(having="triggers")
    if not having:
        return list(hits)
    texts = [text for one in having.values() for text in trigger_texts("", one.triggers)]
    vectors = vectors_of(ws, [*texts, query]) if ws.knows_meaning else {}
    near = {path: comes_to_mind(one.triggers, query, vectors) for path, one in having.items()}
    told = {row.id: one for row, one in hits}
    rows = [
        row
        for row in ws.ledger.find_memories(paths=[path for path, one in near.items() if one > 0])
        if row.id not in told or near[row.path] > told[row.id].relevance
    ]
    said = vectors_of(ws, [row.belief for row in rows]) if ws.knows_meaning else {}
    relevance = {row.id: near[row.path] for row in rows}
    words = {row.path: said.get(row.belief) for row in rows}
    come = {row.id: (row, one) for row, one in filtered(ws, rows, relevance, wanted, words)[0]}
    return [*(come.pop(row.id, (row, one)) for row, one in hits), *come.values()]


def imported_as(ws: Workspace, rows: Collection[MemoryRow]) -> dict[str, str]:
    """Return the records that memories were made of and say the same, with those memories' ids."""
    records = {twin_of_record(row.id): row for row in rows if is_record(row.id)}
    found = ws.ledger.find_memories(ids=records.keys()) if records else []
    return {records[one.id].id: one.id for one in found if one.gist == records[one.id].gist}


def imported_from(ws: Workspace, rows: Collection[MemoryRow]) -> dict[str, str]:
    """Return where the records stand, in words, that memories were made of and say the same."""
    if not STORES_SEEN.get(ws.ledger):
        return {}
    memories = {record_of_twin(row.id): row for row in rows if not is_record(row.id)}
    found = {}
    for one in ws.ledger.find_memories(ids=memories.keys()) if memories else []:
        place = place_of_record(one.path)
        if place is not None and one.gist == memories[one.id].gist:
            found[memories[one.id].id] = place.words
    return found


FIRST_CANDIDATES = 50
MOST_CANDIDATES = 3_200
"""Where filters leave too few, four times as many are looked at, up to here. Chosen by hand."""
MOST_NARROWED = 2_000
"""A filter that fewer memories pass is applied within the search itself: 60-110 ms for 3,000."""
LEAST_SIMILARITY = 0.15
"""A passage farther from the question that shares no word with it is no answer. Chosen by hand."""
MOST_EXCLUDED = 50

Speaks: TypeAlias = Literal["any", "some", "all"]
"""What a search returns: what is nearest; that where some of it speaks of the query; what does."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """A memory that was found."""

    row: MemoryRow
    ranked: Ranked
    grounds: Grounds
    findings: tuple[Finding, ...]
    """Live ones that speak of it; a caveat."""
    doubts: tuple[Finding, ...] = ()
    """Live ones by which it is in doubt: no caveat, but what its note says now is told."""
    stance: Stance | None = None
    """How it stands with the notes that it cites; None where it was held against none."""
    chain: tuple[str, ...] = ()
    """What it replaced, what replaced it, how it was used; told only where it was asked for."""
    is_flagged_elsewhere: bool = False
    """Whether its note carries flags of another machine, of which this one found nothing yet."""
    record: str = ""
    """Where the record of a store stands, in words, that it was imported from and that still says
    the same; that one is not told beside it."""
    is_backed: bool = False
    """Whether a person, a note that it cites or a signed tool stands behind all that it says."""

    @property
    def asks(self) -> bool:
        """Whether it asks for something, or allows it, on nobody's word but its writer's."""
        return not self.is_backed and asks(self.row.belief)


@dataclass(frozen=True, slots=True)
class Recollection:
    """What a question brought up."""

    hits: tuple[Recalled, ...]
    """Best first."""
    excluded: tuple[Excluded, ...]
    """Candidates that were left out, each with the reason."""
    notice: str = ""
    """What the asker should know of the answer as a whole; empty where all is well."""
    confidence: float | None = None
    """How sure it is that the best of them answers; None where nobody can say."""
    of_asked: float | None = None
    """Of what answers best, the part that was said by the one who is asked about; None where no
    such one is."""

    @property
    def is_doubtful(self) -> bool:
        """Whether probably nothing is known of what was asked."""
        return self.confidence is not None and self.confidence < least_sure(self.of_asked)


def recall(  # noqa: PLR0913 - one argument a wish, all by name
    ws: Workspace,
    query: str,
    wanted: Wanted,
    *,
    limit: int = 10,
    checks_drift: bool = True,
    speaks: Speaks = "any",
    is_fresh: bool = False,
) -> Recollection:
    """Return the memories that fit best.

    Without a query the newest. With `checks_drift` what is returned is held against its notes where
    those moved on; `is_fresh`, that the disk was looked at for this question already.

    Raises:
        RefusedError: the query is too long.
    """
    text = checked_query(query) if query.strip() else ""
    if text and not wanted.valid_at:
        wanted = replace(wanted, then=past_days_named(text, ws.today))
    notice = "" if is_fresh else freshen(ws)
    hits, excluded = (
        _search(ws, text, wanted, limit, speaks) if text else _newest(ws, wanted, limit)
    )
    of_asked, hits = _of_who_is_asked(text, hits) if text else (None, hits)
    hits = with_triggered(ws, hits, text, wanted) if text else hits
    ws.ledger.fetch_about([row.id for row, _ in hits])
    hits = with_use(ws, with_cited(ws, _read_anew(ws, text, hits), text), text) if text else hits
    order = ranked if text else _by_age
    found = order(ws, hits, wanted)[:limit]
    if checks_drift and found:
        ids = [one.row.id for one in found]
        checked = check(ws, ids)
        if checked == "too_busy":
            notice = notice or "Some of these may not have been held against their notes yet."
        if checked == "compared":
            found = order(ws, [hit for hit in hits if hit[0].id in ids], wanted)
    near = [one.ranked.candidate.relevance for one in found]
    return Recollection(
        tuple(found),
        tuple(excluded[:MOST_EXCLUDED]),
        notice or moved_folder_notice(ws) or ws.model_away_notice or _told_of_then(found, wanted),
        confidence_of(ws, text, near, of_asked) if text else None,
        of_asked,
    )


def _of_who_is_asked(
    text: str, hits: Sequence[tuple[MemoryRow, Candidate]]
) -> tuple[float | None, list[tuple[MemoryRow, Candidate]]]:
    """Return the part that is said by who is asked about, and the candidates, theirs lifted."""
    name = asked_of(text, [one.text for _, one in hits])
    if not name:
        return None, [*hits]
    part = part_of(name, ((one.relevance, one.text) for _, one in hits))
    return part, [
        (row, replace(one, relevance=lifted(one.relevance, SAID_BY)))
        if speaker_of(one.text) == name
        else (row, one)
        for row, one in hits
    ]


def _read_anew(
    ws: Workspace, text: str, hits: Sequence[tuple[MemoryRow, Candidate]]
) -> list[tuple[MemoryRow, Candidate]]:
    """Return the candidates, the best with how their words meet the question's."""
    model_id = ws.model.embedder.model_id
    best = sorted(hits, key=lambda hit: (-hit[1].relevance, hit[1].id))[:READ_ANEW]
    is_of_use = len(best) > 1 and not is_foreign(text, model_id)
    made = ws.embed_tokens([text, *(one.text for _, one in best)]) if is_of_use else []
    if not made:
        return [*hits]
    question, *told = made
    apart = [is_foreign(one.text, model_id) for _, one in best]
    better = better_met([met(question, one) for one in told], apart)
    gains = {one.id: more for (_, one), more in zip(best, better, strict=True)}
    return [(row, replace(one, met=gains.get(one.id, 0.0))) for row, one in hits]


def _told_of_then(found: Sequence[Recalled], wanted: Wanted) -> str:
    """Return which of two meanings a day in the question was given, where that moved anything."""
    if not any(one.ranked.candidate.held_then is not None for one in found) or not wanted.then:
        return ""
    days = (
        f"{one.first}" if one.days == 1 else f"{one.first} to {one.last}" for one in wanted.then
    )
    return f"What was true then comes first ({', '.join(days)}); what was believed, as-of tells."


def known_memories(ws: Workspace, ids: Collection[str]) -> list[Recalled]:
    """Return active memories by id, held against their notes where those moved on."""
    now = ws.clock.now()
    rows = ws.ledger.find_memories(ids=ids)
    hits = [(row, candidate_of(row, 1.0, now)) for row in rows]
    check(ws, {row.id for row in rows})
    return ranked(ws, hits, Wanted())


def ranked(
    ws: Workspace, hits: Sequence[tuple[MemoryRow, Candidate]], wanted: Wanted
) -> list[Recalled]:
    """Return memories in their order, with all that is known of each."""
    rows = {row.id: row for row, _ in hits}
    told, doubts = (defaultdict[str, list[Finding]](list) for _ in range(2))
    for finding in ws.ledger.findings(statuses=LIVE, memory_ids=rows.keys(), outcomes=None):
        if finding.outcome == "in_doubt":
            doubts[finding.memory_id or ""].append(finding)
        elif finding.kind not in NOT_AGAINST:
            told[finding.memory_id or ""].append(finding)
    grounds, stand = grounds_of(ws, rows.values()), stances(ws, rows.values())
    imported, elsewhere = imported_from(ws, rows.values()), FLAGGED_ELSEWHERE.get(ws.ledger)
    flagged = {id_ for id_ in rows if note_id_of(id_) in elsewhere}
    told_off = flagged | {
        id_
        for id_, found in told.items()
        if any(one.kind != "memory_external_signal" for one in found)
        or not is_persons(ws, rows[id_], grounds[id_])
    }
    known = [
        replace(one, has_open_finding=one.id in told_off, trust=grounds[one.id].trust)
        for _, one in hits
    ]
    return [
        Recalled(
            row=rows[id_],
            ranked=one,
            grounds=grounds[id_],
            findings=tuple(told.get(id_, ())),
            doubts=tuple(doubts.get(id_, ())),
            stance=stand.get(id_),
            is_flagged_elsewhere=id_ in flagged,
            record=imported.get(id_, ""),
            is_backed=is_backed(ws, rows[id_], grounds[id_], stand.get(id_)),
        )
        for id_, one in ((one.candidate.id, one) for one in rank(known, wanted)[0])
    ]


def _by_age(
    ws: Workspace, hits: Sequence[tuple[MemoryRow, Candidate]], wanted: Wanted
) -> list[Recalled]:
    """Return the newest first: nothing was asked that one could fit better than another."""
    place = {row.id: at for at, (row, _) in enumerate(hits)}
    return sorted(ranked(ws, hits, wanted), key=lambda one: place[one.row.id])


def candidate_of(
    row: MemoryRow, relevance: float, now: datetime, vector: "Vector | None" = None
) -> Candidate:
    """Return a memory as `recall.rank` sees it; trust and findings are filled in later."""
    facts = row.facts
    return Candidate(
        id=row.id,
        text=row.belief,
        relevance=relevance,
        trust=0.0,
        age_days=age_days(row.known_since, now),
        importance=facts.importance,
        status=status_at(facts, now),
        has_open_finding=False,
        type=facts.type,
        tags=facts.tags,
        source=facts.source,
        session=facts.session,
        agent=facts.agent,
        topic=facts.topic,
        created=row.created or row.first_seen,
        scope=facts.claim.scope if facts.claim is not None else "global",
        vector=vector,
    )


_Found = tuple[list[tuple[MemoryRow, Candidate]], list[Excluded]]


def _search(ws: Workspace, text: str, wanted: Wanted, limit: int, speaks: Speaks) -> _Found:
    only = _narrowed(ws, wanted)
    if only is not None and not only:
        return [], []
    count = max(FIRST_CANDIDATES, 2 * limit)
    asked = spans_asked(text, ws.today)
    while True:
        hits = passages(ws, text, limit=count, memories=True, only=only, has_text=False)
        passing, excluded = _sifted(ws, text, hits, wanted, asked)
        name = asked_of(text, [one.text for _, one in passing])
        if name:
            bare = without(text, name)
            hits = passages(ws, bare, limit=count, memories=True, only=only, has_text=False)
            passing, excluded = _sifted(ws, text, hits, wanted, asked)
        if speaks != "any":
            # Of those alone that may be recalled: a hidden one must not set the bar.
            found = {row.path for row, _ in passing}
            mine = [hit for hit in hits if hit.note in found]
            heard = {hit.note for hit in speaking(mine, is_semantic=ws.knows_meaning)}
            if speaks == "all" or not heard:
                passing = [one for one in passing if one[0].path in heard]
                if ws.knows_meaning and is_all_that_speaks(hits, mine):
                    return _most_relevant(passing, limit), excluded
        if len(passing) >= limit or len(hits) < count or count >= MOST_CANDIDATES:
            return _most_relevant(passing, limit), excluded
        count *= 4


def _most_relevant(
    found: list[tuple[MemoryRow, Candidate]], limit: int
) -> list[tuple[MemoryRow, Candidate]]:
    """Leave to the other signals only what speaks of the question at all."""
    found.sort(key=lambda one: (-one[1].relevance, one[1].id))
    return found[: max(3 * limit, FIRST_CANDIDATES)]


def _sifted(
    ws: Workspace, text: str, hits: Sequence[Hit], wanted: Wanted, asked: Sequence[Days]
) -> _Found:
    model_id = ws.model.embedder.model_id
    best: dict[NotePath, Hit] = {}
    far: dict[NotePath, Hit] = {}
    for hit in hits:
        is_far = hit.similarity is not None and hit.similarity < LEAST_SIMILARITY
        (far if is_far and hit.text_rank is None else best).setdefault(hit.note, hit)
    found = far | best
    ws.ledger.fetch_found(found)
    rows = ws.ledger.find_memories(paths=found)
    nearer = {row.id: too_far(text, row.belief, model_id) for row in rows}
    near = {
        row.id: row
        for row in rows
        if row.path in best
        or (far[row.path].similarity or 0.0) + nearer[row.id] >= LEAST_SIMILARITY
    }
    if asked and (not near or is_foreign(text, model_id)):
        near |= {row.id: row for row in rows if _is_of_those_days(row, asked)}
    relevance = {
        id_: lifted(found[row.path].score, _lift(row, asked) + nearer[id_])
        for id_, row in near.items()
    }
    vectors = {path: hit.vector for path, hit in found.items()}
    passing, excluded = filtered(ws, [*near.values()], relevance, wanted, vectors)
    with_others = beside(one for _, one in passing)
    return [(row, replace(one, relevance=with_others[one.id])) for row, one in passing], excluded


def _is_of_those_days(row: MemoryRow, asked: Sequence[Days]) -> bool:
    """Tell whether a memory names days that were asked for.

    In another language it shares no word with the question, and the model knows nothing of it.
    """
    written = day_at(row.created or row.first_seen)
    return may_name_days(row.belief) and bool(fit(asked, spans_told(row.belief, written)))


def _lift(row: MemoryRow, asked: Sequence[Days]) -> float:
    """Return what a memory gains that names days which were asked for, or was written then."""
    written = row.created or row.first_seen
    return lift(asked, row.belief, told_on=day_at(written), is_dated=True)


def _newest(ws: Workspace, wanted: Wanted, limit: int) -> _Found:
    passing: list[tuple[MemoryRow, Candidate]] = []
    excluded: list[Excluded] = []
    after = 0
    while len(passing) < limit:
        rows = ws.ledger.newest_memories(4 * FIRST_CANDIDATES, after=after)
        if not rows:
            break
        after += len(rows)
        more, left = filtered(ws, rows, dict.fromkeys((row.id for row in rows), 0.0), wanted)
        passing += more
        excluded += left
    passing.sort(key=lambda one: (one[1].age_days, one[1].id))
    return passing[:limit], excluded


def filtered(
    ws: Workspace,
    rows: Sequence[MemoryRow],
    relevance: Mapping[str, float],
    wanted: Wanted,
    vectors: "Mapping[NotePath, Vector | None] | None" = None,
) -> _Found:
    """Return what may be recalled for a question, and what may not, with the reasons."""
    now = ws.clock.now()
    overridden = _overridden(ws, rows, wanted.session, now)
    twins = imported_as(ws, rows)
    asks_for_items = HANDOFF in {one.casefold() for one in wanted.types}
    passing: list[tuple[MemoryRow, Candidate]] = []
    excluded: list[Excluded] = []
    known = [
        (row, candidate_of(row, relevance[row.id], now, (vectors or {}).get(row.path)))
        for row in rows
    ]
    for row, candidate in with_then(ws, known, wanted):
        reason = why_excluded(candidate, wanted)
        if reason == NOT_AS_WANTED["expired"]:
            reason = f"{reason}: {why_ended(row.facts)}"
        if not reason and is_item(row.id) and not asks_for_items:
            reason = f"it is an item of a hand-over, which only its type `{HANDOFF}` asks for"
        reason = reason or why_silent(ws.settings, row.path)
        if not reason and row.id in twins:
            reason = f"it was imported, and counts as memory {twins[row.id]}"
        if not reason and row.id in overridden:
            reason = f"this session holds another value, memory {overridden[row.id]}"
        if reason:
            excluded.append(Excluded(row.id, reason))
        else:
            passing.append((row, candidate))
    return passing, excluded


def _overridden(
    ws: Workspace, rows: Sequence[MemoryRow], session: str, now: datetime
) -> dict[str, str]:
    """Return the memories whose claim one of the asking session's own denies, by id.

    A person's own word gives way to their own alone: any agent may write for any session.
    """
    if not session:
        return {}
    common = {
        row.id: replace(row.facts.claim, scope="session", session=session)
        for row in rows
        if row.facts.claim is not None and row.facts.claim.scope == "global"
    }
    rivals = ws.ledger.find_memories(claim_keys={claim_key(one) for one in common.values()})
    held = {
        row.id: row.facts.claim
        for row in rivals
        if row.facts.claim is not None and status_at(row.facts, now) == "active"
    }
    if not held:
        return {}
    claims = (*common.items(), *held.items())
    pairs = conflicting_pairs(
        [Holder(id_, claim, 0.0, "inference") for id_, claim in claims],
        schemas_in_force(ws).schemas.schema_for,
    )
    both_ways = (*pairs, *((other, one) for one, other in pairs))
    said = {row.id for row in (*rows, *rivals) if row.facts.source == "user_explicit"}
    return {
        one: other
        for one, other in both_ways
        if one in common and other in held and (one not in said or other in said)
    }


def _narrowed(ws: Workspace, wanted: Wanted) -> list[NotePath] | None:
    """Return the notes that a filter leaves, where they are few; None to filter afterwards."""
    named = (wanted.types, wanted.tags, wanted.sources, wanted.sessions, wanted.agents)
    if not any((*named, wanted.topics)):
        return None
    now = ws.clock.now()
    no_dates = replace(wanted, since=None, until=None)
    if wanted.valid_at or wanted.then:  # what held then may be of any status
        no_dates = replace(no_dates, statuses=frozenset(), valid_at=())
    paths = []
    for path, facts in ws.ledger.memory_facts(sources=wanted.sources).items():
        row = MemoryRow("", path, "", now, "", "present", facts=facts)
        if not why_excluded(candidate_of(row, 0.0, now), no_dates):
            paths.append(path)
    return paths if len(paths) <= MOST_NARROWED else None


def with_stories(ws: Workspace, found: Recollection) -> Recollection:
    """Return what was found with the chain of each memory told, and how it was used."""
    use = use_of(ws, [one.row.id for one in found.hits])
    used = {id_: (f"It was {one.told}.",) for id_, one in use.items()}
    hits = tuple(
        replace(one, chain=(*chain_of(ws, one.row), *used.get(one.row.id, ())))
        for one in found.hits
    )
    return replace(found, hits=hits)
