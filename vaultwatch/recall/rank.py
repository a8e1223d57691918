"""Decide which memories are asked for and in what order they come.

Pure. A service gathers candidates (a search, or a listing without a query), calls `rank` and shows
or packs what comes back. Every score can be explained by its parts, every absence by one reason.
"""

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from statistics import fmean
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, TypeVar

from vaultwatch.memories.facts import MemorySource
from vaultwatch.notes.days import on_clock
from vaultwatch.recall.signals import (
    HALF_LIFE_DAYS,
    SAME_TOPIC,
    RecallStatus,
    Weights,
    clamped,
    importance,
    recency,
    status_factor,
)

if TYPE_CHECKING:
    from vaultwatch.recall.duplicates import UnitVector
    from vaultwatch.recall.when_asked import Days

LEAST_STRENGTH: Final = 0.05
"""However old and unused a memory is: what was true stays findable. Chosen by hand: recency weighs
.03, so that it is the last .0015 of a score."""

DECAY: Final = 0.5
"""Power by which what a use is worth falls with the days. Source: Anderson & Schooler, "Reflections
of the environment in memory", Psychological Science 1991; ACT-R's d."""

DAYS_A_FOLD: Final = 60.0
"""Days of age that use takes off, times ln(1 + practice). Chosen by hand, with an eye on what
comes of it for questions that were never asked before (benchmarks/use.py)."""

AGAINST_HERE: Final = 4.0
"""How much a word against a memory weighs, for the very question that it was said of, beside a word
for it. Chosen by hand: one is enough to try the next memory."""

MOST_DAYS_AGAINST: Final = HALF_LIFE_DAYS
"""By so much at most words against a memory let it look older: half its recency."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What one session said of a memory that it was handed."""

    days_ago: float
    helped: bool
    is_of_this_question: bool
    """Whether it was handed out for the very question that is asked now."""


def practice(judged: Iterable[Judged]) -> float:
    """Return what use speaks for a memory, less what speaks against it for this question.

    The base-level learning of ACT-R (Anderson & Schooler 1991): sum of t^-d over the uses, t in
    days and at least 1, d = `DECAY`. A day counts once, however many sessions spoke: so nobody
    lifts a memory by saying much. Helped today and 16 days ago: 1 + 1/4 = 1.25.

    A word against it counts where the same was asked alone: that it was no answer there says
    nothing of other questions.
    """
    helped: dict[int, float] = {}
    against: dict[int, float] = {}
    for one in judged:
        if one.helped or one.is_of_this_question:
            days = helped if one.helped else against
            age = max(1.0, one.days_ago)
            days[int(age)] = min(age, days.get(int(age), math.inf))
    return _worth(helped.values()) - AGAINST_HERE * _worth(against.values())


def _worth(ages: Iterable[float]) -> float:
    return math.fsum(math.pow(age, -DECAY) for age in sorted(ages))


def days_off(practised: float, *, is_persons: bool = False) -> float:
    """Return how many days younger a memory counts for its use; negative for older.

    `DAYS_A_FOLD` x ln(1 + practice), the logarithm of ACT-R's activation: helped once today takes
    42 days off, on each of the last five days 87. Against it likewise, down to
    `MOST_DAYS_AGAINST`; no word lets one look older that a person stands behind.
    """
    if practised >= 0:
        return DAYS_A_FOLD * math.log1p(practised)
    if is_persons:
        return 0.0
    return -min(MOST_DAYS_AGAINST, DAYS_A_FOLD * math.log1p(-practised))


def strength(age_days: float, days_off: float = 0.0) -> float:
    """Return how fresh a memory is with its use, `LEAST_STRENGTH` to 1; unused it is its recency.

    2^(-(age - days off) / half-life), the curve of `signals.recency`. At 90 days: .50 unused, .69
    where it helped today; at 500 days .05 unused.
    """
    return max(LEAST_STRENGTH, recency(age_days - days_off))


LENDERS: Final = 5
"""The nearest, which lend. Five and ten are alike; twenty take places in notes a little lower."""
SHARE: Final = 0.1
"""Of its relevance, what one lends. Chosen across three vaults: more finds more of what memories
rest on and less of what they don't (MRR of headings that are asked for: .345 without, .346 with
.1, .342 with .2, .325 with .5). Re-run the benchmark of recall where it changes."""

NOTE_PLACE: Final = 0.15
"""What the memories of the first note gain, of the second half of it, of the third a third. Chosen
across three vaults: of .05 to .3 it is best for two of them held out, .2 for the third; of personal
questions the first five then hold .891 (.867), of those in another language .574 (.463). Re-run
benchmarks/recall.py where it changes."""

MET: Final = 0.6
"""What it counts, per cosine, that a memory's words meet the question's better than others' do: see
`word_weight.met`. Of .4 to 1 all are alike on three vaults and three dialogues, whichever is held
out; with none MRR of personal memories is .02 lower. Re-run benchmarks/recall.py where it
changes."""

MOST_OF_NOTE: Final = 10
"""How many memories of a note gain by it. Chosen by hand."""

Taker = TypeVar("Taker")
Lender = TypeVar("Lender")


def lent(
    ties: Iterable[tuple[Taker, Lender]], relevance: Mapping[Lender, float]
) -> dict[Taker, float]:
    """Return by taker the relevance of the best that it is tied to; many count as one."""
    found: dict[Taker, float] = {}
    for taker, lender in ties:
        if lender in relevance:
            found[taker] = max(found.get(taker, 0.0), relevance[lender])
    return found


BESIDE: Final = {1: 0.5, 2: 0.4}
"""By the places between two memories of a session, of the relevance of one the part that counts for
the other. Of turns that answer 497 questions about three dialogues the first five hold .05 more
so; .3 to .6 are alike (benchmarks/recall.py)."""


def beside(said: Iterable["Candidate"]) -> dict[str, float]:
    """Return by id how relevant memories are with what was said right before or behind each.

    The mean of its own and its neighbour's, where that is more: an answer need not name what its
    question named. Neighbours are of one agent's session, among what was found.
    """
    found: dict[str, float] = {}
    sessions: dict[tuple[str, str], list[tuple[float, _Counted, Candidate]]] = {}
    for one in said:
        found[one.id] = one.relevance
        if one.session:
            when = one.created.timestamp() if one.created is not None else 0.0
            told = sessions.setdefault((one.agent, one.session), [])
            told.append((when, _counted(one.id), one))
    for told in sessions.values():
        told.sort(key=lambda one: one[:2])
        for at, (_, name, one) in enumerate(told):
            for _, next_name, other in told[at + 1 : at + 1 + len(BESIDE)]:
                part = BESIDE.get(_apart(name, next_name), 0.0)
                for here, there in ((one, other), (other, one)):
                    lifted = (1 - part) * here.relevance + part * there.relevance
                    found[here.id] = max(found[here.id], lifted)
    return found


_Counted: TypeAlias = tuple[tuple[int, str], ...]


def _counted(name: str) -> _Counted:
    """Return a name by which memories of one moment are in order, its numbers as such."""
    parts = re.split(r"(\d+)", name)
    return tuple((int(part), "") if part.isdecimal() else (0, part) for part in parts)


def _apart(one: _Counted, other: _Counted) -> int:
    """Return how many places apart two names are that are counted alike; of others 1."""
    differing = [(a, b) for a, b in zip(one, other, strict=False) if a != b]
    is_alike = len(one) == len(other) and len(differing) == 1
    if not is_alike or any(text for _, text in differing[0]):
        return 1
    return abs(differing[0][0][0] - differing[0][1][0])


_DEFAULT_WEIGHTS: Final = Weights()

NEARLY_AS_RELEVANT: Final = 0.05
"""How much less relevant a person's word may be than an agent's that it stands before. Chosen by
hand: the best hit is a fifth ahead of the second, on three vaults with 360 questions, and so much
from the fiftieth."""

SAME_MATTER: Final = 0.5
"""Cosine from which two memories speak of one matter, whatever they say of it. Chosen by hand,
below `duplicates.ALIKE`: what is worded like the question is less like the truth than a copy."""

MOST_BEFORE: Final = 3
"""A person's words that stand before one of an agent's for its matter alone, the nearest. Chosen by
hand: the true word is among them, and thirty others of the matter must not push an agent's exact
answer out of a list or a context."""

NOT_AS_WANTED: Final[dict[RecallStatus, str]] = {
    "active": "it is active",
    "quarantined": "it is quarantined",
    "superseded": "it is superseded",
    "expired": "it has expired",
    "not_yet": "it does not hold yet",
    "faded": "it has faded: nobody was handed it for long",
    "archived": "it is archived",
}


@dataclass(frozen=True, slots=True)
class Candidate:
    """One memory that may be remembered, with all that its rank rests on."""

    id: str
    text: str
    relevance: float
    """Fused score of the search, 0 to 1; 0 in a listing without a query."""
    trust: float
    """0 to 1, computed elsewhere."""
    age_days: float
    importance: float | None
    """0 to 1; None where nothing is said."""
    status: RecallStatus
    has_open_finding: bool
    type: str
    tags: tuple[str, ...]
    source: MemorySource
    session: str
    """The session it was written in; empty where none is named."""
    agent: str
    created: datetime | None
    """UTC-aware."""
    scope: Literal["global", "session", "temporal"]
    """That of its claim; `global` where it has none."""
    topic: str = ""
    """What it belongs to; empty where nobody says."""
    lent: float = 0.0
    """Relevance of the best passage of a note that it cites; see `lending`."""
    notes: tuple[str, ...] = ()
    """Paths of the notes that it cites."""
    days_off: float = 0.0
    """Of its age, for its use; see `strength`."""
    met: float = 0.0
    """By how much its words meet the question's better than those of the others; `better_met`."""
    held_then: bool | None = None
    """Whether it held in the days that are asked about; None where none are, or nobody knows."""
    vector: "UnitVector | None" = field(default=None, compare=False, repr=False)
    """Of its text, of length 1; None where no model read it."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked for. Every part that is given must hold; an empty one allows all."""

    types: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()
    """One of them is enough; with or without `#`."""
    sources: frozenset[MemorySource] = frozenset()
    sessions: frozenset[str] = frozenset()
    agents: frozenset[str] = frozenset()
    topics: frozenset[str] = frozenset()
    since: datetime | None = None
    """Aware; created then or later."""
    until: datetime | None = None
    """Aware; created then or earlier."""
    statuses: frozenset[RecallStatus] = frozenset({"active"})
    valid_at: tuple["Days", ...] = ()
    """Only what held then, as far as it says; what ended or begins later counts as active."""
    then: tuple["Days", ...] = ()
    """Days that the question names: what held then counts as active, other times come later."""
    session: str = ""
    """The session that asks: what holds for another session alone is always left out."""
    topic: str = ""
    """What the asker works on: its memories are favoured, and no other is left out."""


@dataclass(frozen=True, slots=True)
class Part:
    """One signal's share in a score."""

    name: str
    value: float
    weight: float


@dataclass(frozen=True, slots=True)
class Ranked:
    """A memory with its score: the sum of value times weight, times the factors."""

    candidate: Candidate
    score: float
    parts: tuple[Part, ...]
    """Relevance, trust, recency, importance, in this order; behind them what its notes lend, how
    its words meet the question's, which may be negative, and how high its notes stand."""
    status_factor: float
    topic_factor: float = 1.0
    """`SAME_TOPIC` where it is of the asker's topic."""

    @property
    def of_note(self) -> float:
        """1 for memories of the first note, 1/2 of the second ...; 0 for one that cites none."""
        places = (part.value for part in self.parts if part.name == "note")
        return next(places, 0.0) if self.candidate.notes else 0.0

    @property
    def shown_score(self) -> float:
        """The score as it is told, 0 to 1; what notes lend or a topic lifts may pass that."""
        return min(1.0, self.score)


@dataclass(frozen=True, slots=True)
class Excluded:
    """A memory that was not asked for, and why."""

    id: str
    reason: str
    """A sentence fragment: `it is quarantined`."""


def rank(
    candidates: Iterable[Candidate], wanted: Wanted, *, weights: Weights = _DEFAULT_WEIGHTS
) -> tuple[list[Ranked], list[Excluded]]:
    """Return what is wanted, best first, and what is not, by id.

    Of equal scores the younger comes first, then the smaller id: input order never shows. What a
    person said stands before what agents say of its matter, whatever the scores: `standing_before`.
    """
    ranked: list[Ranked] = []
    excluded: list[Excluded] = []
    for candidate in candidates:
        reason = why_excluded(candidate, wanted)
        if reason:
            excluded.append(Excluded(candidate.id, reason))
        else:
            ranked.append(_scored(candidate, weights, wanted.topic))
    ranked = _with_places(ranked)
    before = standing_before([one.candidate for one in ranked])
    by_id = {one.candidate.id: one for one in ranked}
    places = {
        id_: _place(one, (by_id[other] for other in before.get(id_, ())))
        for id_, one in by_id.items()
    }
    ranked.sort(key=lambda one: places[one.candidate.id])
    excluded.sort(key=lambda one: one.id)
    return ranked, excluded


def as_relevant_as(one: Ranked, relevance: float) -> Ranked:
    """Return a memory with its score as it would be at another relevance."""
    parts = tuple(
        replace(part, value=clamped(relevance)) if part.name == "relevance" else part
        for part in one.parts
    )
    candidate = replace(one.candidate, relevance=relevance)
    return _summed(candidate, parts, one.status_factor, one.topic_factor)


def standing_before(candidates: Sequence[Candidate]) -> dict[str, frozenset[str]]:
    """Return by id of each person's word the ids of what agents say that it stands before.

    It is about as relevant, or one of the few nearest to it in meaning. Only a word that holds and
    that no note denies stands before anything.
    """
    theirs = [one for one in candidates if one.source == "user_explicit"]
    heard = [one for one in theirs if _holds(one) and not one.has_open_finding]
    before: dict[str, set[str]] = {one.id: set() for one in theirs}
    others = [one for one in candidates if one.source != "user_explicit"] if heard else []
    for other, near in zip(others, _nearest(heard, others), strict=True):
        for one in (*_as_relevant(heard, other), *near):
            before[one.id].add(other.id)
    return {id_: frozenset(passed) for id_, passed in before.items()}


def _holds(one: Candidate) -> bool:
    """Tell whether a memory holds, or held in the days that are asked about."""
    return one.status == "active" if one.held_then is None else one.held_then


def _as_relevant(heard: Iterable[Candidate], other: Candidate) -> Iterator[Candidate]:
    least = other.relevance - NEARLY_AS_RELEVANT
    return (one for one in heard if one.relevance > 0 and one.relevance >= least)


def _nearest(heard: Sequence[Candidate], others: Sequence[Candidate]) -> list[list[Candidate]]:
    """Return for each of the others the few words that speak of its matter, whatever they say."""
    theirs = [(one, one.vector) for one in heard if one.vector is not None]
    asked = [one.vector for one in others if one.vector is not None]
    if not theirs or not asked:
        return [[] for _ in others]
    import numpy as np  # here alone: most commands need no vector

    # Not by BLAS, whose threads go on spinning behind a product.
    vectors = np.stack([vector for _, vector in theirs])
    cosines = iter(np.einsum("ik,jk->ij", np.stack(asked), vectors))
    found = []
    for other in others:
        near = []
        if other.vector is not None:
            own = next(cosines)
            near = [(float(own[at]), theirs[at][0]) for at in np.flatnonzero(own >= SAME_MATTER)]
        near.sort(key=lambda pair: (-pair[0], pair[1].id))
        found.append([one for _, one in near[:MOST_BEFORE]])
    return found


def _place(one: Ranked, passed: Iterable[Ranked]) -> tuple[float, bool, float, str]:
    """Return what a memory is sorted by: the best score that it has or stands before."""
    known = one.candidate
    best = max((one.score, *(other.score for other in passed)))
    return -best, known.source != "user_explicit", known.age_days, known.id


def why_excluded(candidate: Candidate, wanted: Wanted) -> str:
    """Return the first reason why a memory is not asked for, as a fragment; empty if it is."""
    return (
        _why_not_this_session(candidate, wanted.session)
        or ("it did not hold then" if wanted.valid_at and candidate.held_then is False else "")
        or _why_not_status(candidate, wanted.statuses)
        or _why_not("its type is", candidate.type, wanted.types)
        or _why_not_tags(candidate.tags, wanted.tags)
        or _why_not("its source is", candidate.source, wanted.sources)
        or _why_not_sessions(candidate.session, wanted.sessions)
        or _why_not("its agent is", candidate.agent, wanted.agents)
        or _why_not("its topic is", candidate.topic, wanted.topics)
        or _why_not_created(candidate.created, wanted)
    )


def _scored(candidate: Candidate, weights: Weights, topic: str) -> Ranked:
    is_confirmed = candidate.source == "user_explicit"
    matters = importance(candidate.importance, is_confirmed=is_confirmed)
    parts = [
        Part("relevance", clamped(candidate.relevance), weights.relevance),
        Part("trust", clamped(candidate.trust), weights.trust),
        Part("recency", strength(candidate.age_days, candidate.days_off), weights.recency),
        Part("importance", matters, weights.importance),
    ]
    if candidate.lent > 0:
        parts.append(Part("cited", clamped(candidate.lent), SHARE))
    if candidate.met:
        parts.append(Part("words", candidate.met, MET))
    factor = factor_of(candidate, has_open_finding=candidate.has_open_finding)
    is_of_topic = bool(topic) and candidate.topic.casefold() == topic.casefold()
    lift = SAME_TOPIC if is_of_topic else 1.0
    return _summed(candidate, tuple(parts), factor, lift)


def _with_places(ranked: Sequence[Ranked]) -> list[Ranked]:
    """Return memories with what they gain for how high their notes stand, in a search.

    A note stands where its best memory does; one that cites none stands for itself, so that of such
    none overtakes another. Of several notes the mean: to cite many gains nothing. Of one that many
    cite the best gain alone: five hundred are no reason to hear nothing of other notes.
    """
    notes = {one.candidate.id: one.candidate.notes or (one.candidate.id,) for one in ranked}
    best: dict[str, float] = {}
    for one in ranked:
        for note in notes[one.candidate.id]:
            best[note] = max(best.get(note, 0.0), one.score)
    places = {score: at for at, score in enumerate(sorted({*best.values()}, reverse=True), 1)}
    heard: Counter[str] = Counter()
    found = []
    for one in sorted(ranked, key=lambda one: one.score, reverse=True):
        own = notes[one.candidate.id]
        high = fmean(1 / places[best[note]] if heard[note] < MOST_OF_NOTE else 0.0 for note in own)
        heard.update(own)
        found.append(one if one.candidate.relevance <= 0 else _with_part(one, high))
    return found


def _with_part(one: Ranked, high: float) -> Ranked:
    parts = (*one.parts, Part("note", high, NOTE_PLACE))
    return _summed(one.candidate, parts, one.status_factor, one.topic_factor)


def factor_of(candidate: Candidate, *, has_open_finding: bool) -> float:
    """Return what the sum of a memory's signals is multiplied by, see `signals.status_factor`.

    Where days are asked about, what held then stands for active, what held at another time for
    superseded.
    """
    if candidate.held_then is None or candidate.status == "quarantined":
        status = candidate.status
    else:
        status = "active" if candidate.held_then else "superseded"
    return status_factor(status, has_open_finding=has_open_finding)


def _summed(
    candidate: Candidate, parts: tuple[Part, ...], status_factor: float, topic_factor: float
) -> Ranked:
    heard = sum(part.value * part.weight for part in parts)
    return Ranked(
        candidate, heard * status_factor * topic_factor, parts, status_factor, topic_factor
    )


def _why_not_this_session(candidate: Candidate, asking: str) -> str:
    if candidate.scope != "session":
        return ""
    if not candidate.session:  # nobody can tell that it is the one that asks
        return "it holds for one session and does not say which"
    return "" if candidate.session == asking else "it belongs to another session"


def _why_not_status(candidate: Candidate, statuses: Collection[RecallStatus]) -> str:
    """Return why not; what held then stands for what is active, unless it waits for a person."""
    status = candidate.status
    is_of_then = bool(candidate.held_then) and status != "quarantined"
    if not statuses or status in statuses or (is_of_then and "active" in statuses):
        return ""
    return NOT_AS_WANTED[status]


def _why_not(start: str, value: str, wanted: Collection[str]) -> str:
    if not wanted or value.casefold() in {one.casefold() for one in wanted}:
        return ""
    said = f"{start} {_quoted(value)}" if value.strip() else f"{start} not said"
    return f"{said}, not {_either(wanted)}"


def _why_not_tags(tags: Collection[str], wanted: Collection[str]) -> str:
    # No tag is wanted or one is there, however either writes it.
    if not wanted or {_tag(one) for one in tags} & {_tag(one) for one in wanted}:
        return ""
    return f"it has no tag {_either({'#' + one.lstrip('#') for one in wanted})}"


def _why_not_sessions(session: str, wanted: Collection[str]) -> str:
    # A session's name is an identifier: case counts.
    if not wanted or session in wanted:
        return ""
    if not session:
        return f"it names no session, so not {_either(wanted)}"
    return f"its session is {_quoted(session)}, not {_either(wanted)}"


def _why_not_created(created: datetime | None, wanted: Wanted) -> str:
    if wanted.since is None and wanted.until is None:
        return ""
    if created is None:
        return "it does not say when it was created"
    if wanted.since is not None and created < wanted.since:
        return f"it was created before {on_clock(wanted.since):%Y-%m-%d %H:%M}"
    if wanted.until is not None and created > wanted.until:
        return f"it was created after {on_clock(wanted.until):%Y-%m-%d %H:%M}"
    return ""


def _tag(text: str) -> str:
    return text.strip().lstrip("#").casefold()


def _quoted(text: str) -> str:
    """Return a text as code on one line: people name types, tags and agents as they like."""
    return f"`{' '.join(text.split())}`"


def _either(wanted: Iterable[str]) -> str:
    return " or ".join(_quoted(one) for one in sorted(wanted))
