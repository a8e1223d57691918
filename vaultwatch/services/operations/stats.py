"""Tell whether it helps: what was handed out, told in time, settled and read, by the ledger alone.

No query text is kept, and no note is read.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from vaultwatch.adapters.ledger.rows import AccessRow
from vaultwatch.drift.model import Finding
from vaultwatch.memories.stores.places import is_record
from vaultwatch.notes.days import day_at, first_of
from vaultwatch.recall.signals import status_at
from vaultwatch.report.weeks import monday_of
from vaultwatch.services.findings.settle import MEANINGS
from vaultwatch.services.records.small_facts import CONTEXTS_GIVEN
from vaultwatch.services.records.standings import count_standings
from vaultwatch.services.workspace import Workspace
from vaultwatch.upkeep.proposal import DEEDS

BY_ITSELF = "by itself"


@dataclass(frozen=True, slots=True)
class MemoryUse:
    """What sessions were handed, and said of it."""

    memories: int
    times: int
    """For different questions of different sessions."""
    sessions: int
    helped: int
    not_helped: int


@dataclass(frozen=True, slots=True)
class ToldFindings:
    """What was told, and whether in time."""

    told: int
    before_use: int
    """The memory was handed out since, and not between the note's last save and the telling."""
    after_use: int
    """A session had the memory between the note's last save and the telling; of a note that was
    saved again since, nobody knows."""
    not_used: int
    """Nobody was handed it since."""
    settled: Mapping[str, int]
    """By what settled them: a word, or `by itself` where the notes or memories changed."""


@dataclass(frozen=True, slots=True)
class ReaderAgreement:
    """How often a reader said what the person said of the same."""

    agreed: int
    disagreed: int


@dataclass(frozen=True, slots=True)
class WeekOfUse:
    """What happened in a week."""

    week: date
    """Its Monday."""
    told: int
    settled: int
    contexts: int
    tokens: int
    """Of all its contexts."""


@dataclass(frozen=True, slots=True)
class VaultStats:
    """Whether it helps, of some days; how memories stand is of now."""

    days: int
    since: date
    statuses: Mapping[str, int]
    standings: Mapping[str, int]
    use: MemoryUse
    findings: ToldFindings
    readers: Mapping[str, ReaderAgreement]
    contexts: int
    tokens: int
    weeks: tuple[WeekOfUse, ...]
    """Those in which anything happened, the oldest first."""
    upkeep: Mapping[str, int]


def stats_of(ws: Workspace, days: int) -> VaultStats:
    """Return what the ledger knows of the last so many days, today among them."""
    now = ws.clock.now()
    first = day_at(now) - timedelta(days=days - 1)
    since = first_of(first)
    rows = [row for row in ws.ledger.memories() if not is_record(row.id)]
    uses = ws.ledger.accesses()
    found = ws.ledger.findings()
    given = {
        day: counts
        for text, counts in CONTEXTS_GIVEN.get(ws.ledger).days.items()
        if (day := date.fromisoformat(text)) >= first
    }
    done = ws.ledger.count_audit(since)
    return VaultStats(
        days=days,
        since=first,
        statuses=dict(Counter(status_at(row.facts, now) for row in rows).most_common()),
        standings={str(name): count for name, count in count_standings(ws).items()},
        use=_use([one for of in uses.values() for one in of if one.at >= since]),
        findings=_told(ws, found, uses, since),
        readers=_readers(ws, since),
        contexts=sum(count for count, _ in given.values()),
        tokens=sum(tokens for _, tokens in given.values()),
        weeks=_weeks(found, given, since),
        upkeep={name: done.get(verb, 0) for name, verb in DEEDS.items()},
    )


def _use(handed: Collection[AccessRow]) -> MemoryUse:
    said = Counter(one.helped for one in handed)
    return MemoryUse(
        memories=len({one.memory_id for one in handed}),
        times=len(handed),
        sessions=len({one.session for one in handed}),
        helped=said[True],
        not_helped=said[False],
    )


def _told(
    ws: Workspace,
    found: Collection[Finding],
    uses: Mapping[str, Collection[AccessRow]],
    since: datetime,
) -> ToldFindings:
    told = [one for one in found if one.first_seen >= since]
    saved = ws.ledger.note_stats({one.note for one in told if one.note is not None})
    when: Counter[str] = Counter()
    for one in told:
        stat = saved.get(one.note) if one.note is not None else None
        saved_s = stat.mtime_ns / 1e9 if stat is not None else one.first_seen.timestamp()
        times = [use.at for use in uses.get(one.memory_id or "", ())]
        if any(saved_s <= at.timestamp() and at < one.first_seen for at in times):
            when["after"] += 1
        else:
            when["before" if any(at >= one.first_seen for at in times) else "never"] += 1
    closed = [one for one in found if one.closed_at is not None and one.closed_at >= since]
    words = {one.finding: one.by for one in ws.ledger.cases()} if closed else {}
    settled = Counter(words.get(one.id) or _how(one) for one in closed)
    return ToldFindings(
        len(told), when["before"], when["after"], when["never"], dict(settled.most_common())
    )


def _how(finding: Finding) -> str:
    """Return what settled a finding that teaches nothing."""
    if finding.status == "dismissed":
        return "dismissed"
    said = (word for word, meaning in MEANINGS.items() if meaning.why == finding.why)
    return next(said, BY_ITSELF)


def _readers(ws: Workspace, since: datetime) -> dict[str, ReaderAgreement]:
    counts: dict[str, Counter[bool]] = {}
    for one in ws.ledger.answers(since=since):
        if not one.is_test and one.truth and one.said in {"holds", "outdated"}:
            counts.setdefault(one.reader, Counter())[one.said == one.truth] += 1
    return {name: ReaderAgreement(of[True], of[False]) for name, of in sorted(counts.items())}


def _weeks(
    found: Collection[Finding], given: Mapping[date, tuple[int, int]], since: datetime
) -> tuple[WeekOfUse, ...]:
    told = Counter(monday_of(day_at(one.first_seen)) for one in found if one.first_seen >= since)
    settled = Counter(
        monday_of(day_at(one.closed_at))
        for one in found
        if one.closed_at is not None and one.closed_at >= since
    )
    contexts: Counter[date] = Counter()
    tokens: Counter[date] = Counter()
    for day, (count, taken) in given.items():
        contexts[monday_of(day)] += count
        tokens[monday_of(day)] += taken
    mondays = sorted({*told, *settled, *contexts})
    return tuple(
        WeekOfUse(one, told[one], settled[one], contexts[one], tokens[one]) for one in mondays
    )
