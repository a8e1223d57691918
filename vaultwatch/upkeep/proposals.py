"""Propose what keeps a pile of memories small.

What says the same is merged, what is over is put away, what nobody was handed for long fades. Pure:
`services.upkeep` gathers the pile, asks `plan_upkeep`, keeps what it proposes until a person
says yes, and carries it out. Nothing is rewritten: a merged memory says what one of them said, to
the letter, with the links of all.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from types import MappingProxyType
from typing import Final

from vaultwatch.drift.findings.standing import Standing
from vaultwatch.drift.scoring.subjects import names_of
from vaultwatch.memories.facts import EARNED, Facts, voice_of, with_voice
from vaultwatch.memories.trust import content_hash
from vaultwatch.notes.days import day_at
from vaultwatch.recall.duplicates import agree_exactly, gist_of
from vaultwatch.upkeep.gathering import compressed, core, promoted
from vaultwatch.upkeep.meeting import MOST_CHARS, meet, meetings
from vaultwatch.upkeep.proposal import UpkeepProposal, UpkeepVerb, digest_of
from vaultwatch.upkeep.splitting import rest_without, set_apart, with_links, without_citation
from vaultwatch.values.words import stemming_of

ENDED_DAYS: Final = 30
"""So long after its end a memory is asked about no more. Chosen by hand: last month's plans are
looked up still, to see what became of them."""
REPLACED_DAYS: Final = 90
"""So long after another took its place. Chosen by hand: who doubts the newer one looks back."""
UNUSED_DAYS: Final = 180
"""After so long without use a memory that was used once fades. Chosen by hand: twice the half-life
of `recall.signals`; what is needed each half-year is not caught."""
NEVER_USED_DAYS: Final = 90
"""After so long a memory fades that nobody was ever handed. Chosen by hand: one such half-life."""
LOW_TRUST: Final = 0.55
"""Below it is what one agent inferred and nobody else said; see `memories.trust.BASES`."""
MOST_TOGETHER: Final = 10
"""Memories of one merge: a person is to read them all. Chosen by hand."""


@dataclass(frozen=True)
class PiledMemory:
    """A memory as upkeep sees it."""

    id: str
    belief: str
    facts: Facts
    since: date
    """When it was written, or said anew."""
    trust: float = 0.5
    """0..1, as recall has it."""
    is_persons: bool = False
    """Whether a person stands behind it."""
    standing: Standing | None = None
    """How it stands with the notes that it cites; None where no note was held against it."""
    last_used: date | None = None
    """When an agent was handed it last; None for never."""
    watched_since: date | None = None
    """Since when it would be known that an agent was handed it; None for as long as it stands."""
    helped: int = 0
    """Sessions that said so."""
    used: int = 0
    """How often an agent was handed it."""
    is_doubted: bool = False
    """Whether an open finding speaks against it, be it in doubt."""
    path: str = ""
    """Of its note."""
    cited: tuple[str, ...] = ()
    """The notes that it was held against."""
    overtaken: str = ""
    """The words that a note overtook, by the one finding that is shown of it; empty without one."""
    reworded: tuple[str, str] | None = None
    """What its one note said of it, and says now in other words, where it holds still."""
    replaced_on: date | None = None
    """Of a superseded one: when another took its place."""

    @cached_property
    def digest(self) -> str:
        """What a proposal rests on: all that its note says, to the letter."""
        return digest_of(self.belief, self.facts)


def plan_upkeep(
    pile: Sequence[PiledMemory],
    today: date,
    summary: str | None = None,
    judged: Mapping[frozenset[str], str] = MappingProxyType({}),
) -> list[UpkeepProposal]:
    """Return what is proposed for a pile: merges and splits, what is put away, what fades.

    A memory stands in one proposal alone, the core summary apart; the same pile gives the same
    ones, in any order.
    """
    ordered = sorted(pile, key=lambda one: one.id)
    archived = list(_archives(ordered, today))
    taken = {id_ for one in archived for id_, _ in one.memories}
    merged = list(_merges([one for one in ordered if one.id not in taken], today, judged))
    taken |= {id_ for one in merged for id_, _ in one.memories}
    parted = list(_splits([one for one in ordered if one.id not in taken]))
    taken |= {id_ for one in parted for id_, _ in one.memories}
    faded = list(_fades([one for one in ordered if one.id not in taken], today))
    taken |= {id_ for one in faded for id_, _ in one.memories}
    refreshed = list(_refreshes([one for one in ordered if one.id not in taken]))
    taken |= {id_ for one in refreshed for id_, _ in one.memories}
    rest = [one for one in ordered if one.id not in taken]
    # What only says again what another one says has no line beside it.
    repeats = {id_ for one in merged for id_, _ in one.memories[1:]}
    said_once = (one for one in ordered if one.id not in repeats)
    summed = core(said_once, summary) if summary is not None else ()
    put_away = [*archived, *faded]
    gathered = [*promoted(rest), *compressed(rest, today), *summed]
    return [*merged, *parted, *put_away, *refreshed, *gathered]


def _archives(pile: Iterable[PiledMemory], today: date) -> Iterator[UpkeepProposal]:
    """Yield what is over: ended a month ago, or replaced a quarter ago."""
    for one in pile:
        facts = one.facts
        if facts.pinned:
            continue
        ended = day_at(facts.ends) if facts.ends is not None else None
        if facts.status in {"active", "faded"} and _is_past(ended, ENDED_DAYS, today):
            yield _of_one("archive", one, f"it ended on {ended}")
        elif facts.status == "superseded" and _is_past(one.replaced_on, REPLACED_DAYS, today):
            by = f" by {facts.superseded_by}" if facts.superseded_by else ""
            yield _of_one("archive", one, f"it was replaced{by} on {one.replaced_on}")


def _is_past(day: date | None, days: int, today: date) -> bool:
    return day is not None and (today - day).days >= days


def _splits(pile: Iterable[PiledMemory]) -> Iterator[UpkeepProposal]:
    """Yield what says several things of which a note overtook one."""
    for one in pile:
        facts = one.facts
        if facts.status != "active" or facts.claim is not None or facts.signature:
            continue
        rest = rest_without(one.belief, one.overtaken) if one.overtaken else ""
        if rest:
            apart = set_apart(one.belief, rest)
            reason = "one of its sentences holds no more"
            yield UpkeepProposal("split", ((one.id, one.digest),), rest, reason, (apart,))


def _refreshes(pile: Iterable[PiledMemory]) -> Iterator[UpkeepProposal]:
    """Yield what says to the letter what its note said, and now says in other words."""
    for one in pile:
        facts = one.facts
        is_plain = facts.status == "active" and facts.claim is None and not facts.signature
        if one.reworded is None or not is_plain:
            continue
        then, now = one.reworded
        met = meet(without_citation(one.belief), then)
        if met is not None and met.kind == "same" and len(now) <= MOST_CHARS:
            evidence = (f"then: {then}", f"now: {now}")
            yield UpkeepProposal(
                "refresh",
                ((one.id, one.digest),),
                with_links(now, [one.belief]),
                "its note says the same in other words now",
                evidence,
            )


def _fades(pile: Iterable[PiledMemory], today: date) -> Iterator[UpkeepProposal]:
    """Yield what no agent was handed for long, and nothing speaks for."""
    for one in pile:
        facts, used = one.facts, one.last_used
        days = NEVER_USED_DAYS if used is None else UNUSED_DAYS
        last = max(one.since, used or one.since, one.watched_since or one.since)
        is_said_to_matter = facts.pinned or facts.importance is not None or facts.claim is not None
        speaks_for = one.is_persons or one.helped > 0 or facts.checks or is_said_to_matter
        if facts.status != "active" or facts.ends is not None or speaks_for:
            continue
        if one.standing not in {None, "silent"} or one.trust >= LOW_TRUST:
            continue
        if (today - last).days >= days:
            since = "never handed out" if used is None else f"last handed out on {used.isoformat()}"
            note = "it cites no note" if one.standing is None else "its note does not say it"
            evidence = (
                f"written on {one.since.isoformat()}",
                since,
                note,
                f"trust {one.trust:.2f}",
            )
            yield _of_one(
                "fade", one, f"nobody was handed it for {(today - last).days} days", evidence
            )


def _of_one(
    verb: UpkeepVerb, one: PiledMemory, reason: str, evidence: tuple[str, ...] = ()
) -> UpkeepProposal:
    return UpkeepProposal(verb, ((one.id, one.digest),), "", reason, evidence)


def _merges(
    pile: Sequence[PiledMemory], today: date, judged: Mapping[frozenset[str], str]
) -> Iterator[UpkeepProposal]:
    """Yield each memory that others only repeat, with those.

    By the rules, or by who reads where numbers, names and denials are the same.
    """
    standing = [one for one in pile if _may_meet(one, today)]
    by_id = {one.id: one for one in standing}
    same: dict[str, set[str]] = {id_: set() for id_ in by_id}
    for one, other, met in meetings({one.id: one.belief for one in standing}, by_id):
        if met.kind == "same":
            same[one].add(other)
            same[other].add(one)
    for one, other in map(sorted, judged):
        if one in by_id and other in by_id and _may_be_same(by_id[one].belief, by_id[other].belief):
            same[one].add(other)
            same[other].add(one)
    gone: set[str] = set()
    for kept in sorted(standing, key=_worth):
        if kept.id in gone:
            continue
        gone.add(kept.id)  # what is better grounded never stands back
        others = sorted((by_id[id_] for id_ in same[kept.id] - gone), key=_worth)
        folded = [one for one in others if _may_stand_for(kept, one)][: MOST_TOGETHER - 1]
        if folded:
            gone |= {one.id for one in folded}
            by = {judged.get(frozenset({kept.id, one.id}), "") for one in folded} - {""}
            said = f"; judged by {', '.join(sorted(by))}" if by else ""
            yield UpkeepProposal(
                "merge",
                tuple((one.id, one.digest) for one in (kept, *folded)),
                merged_text(kept, folded),
                ("it says" if len(folded) == 1 else f"these {len(folded)} say")
                + " the same"
                + said,
                tuple(f"{one.id}: {' '.join(one.belief.split())}" for one in folded),
            )


def _may_be_same(one: str, other: str) -> bool:
    """Tell whether two texts may be called the same: no value or name takes another's place."""
    ours, theirs = (names_of(text, stemming_of(text)) for text in (one, other))
    are_swapped = bool(ours - theirs) and bool(theirs - ours)
    return agree_exactly(gist_of(one), gist_of(other)) and not are_swapped


def _may_meet(one: PiledMemory, today: date) -> bool:
    """Tell whether a memory may be merged: it holds, and no note speaks against it."""
    facts = one.facts
    holds = facts.status == "active" and (facts.ends is None or day_at(facts.ends) > today)
    is_against = one.standing in {"denied", "drifted", "in_doubt"}
    return holds and not is_against and 0 < len(one.belief) <= MOST_CHARS


def _worth(one: PiledMemory) -> tuple[object, ...]:
    """Return by what one stands before another that says the same: the better grounded first."""
    facts = one.facts
    is_supported = one.standing == "supported"
    return (
        not one.is_persons, not facts.pinned, not is_supported,
        -round(one.trust, 1), -one.helped, one.since, one.id,
    )  # fmt: skip


def _may_stand_for(kept: PiledMemory, other: PiledMemory) -> bool:
    """Tell whether nothing that the other's note says beside its words would be lost."""
    one, two = kept.facts, other.facts
    # Where they hold: a rule of one machine, repository or session is none of another.
    places = ((f.machine, f.repository, f.env, f.remote, f.checks) for f in (one, two))
    is_same_place = len(set(places)) == 1 and two.claim in {None, one.claim}
    is_as_long = one.ends is None or (two.ends is not None and two.ends <= one.ends)
    is_since_then = one.begins is None or (two.begins is not None and two.begins >= one.begins)
    return is_same_place and is_as_long and is_since_then


def merged_text(kept: PiledMemory, folded: Sequence[PiledMemory]) -> str:
    """Return what the memory that stays says: its own text, and the links that it lacks.

    They stand in a paragraph of their own, so that no word or value of it reads otherwise. What a
    tool signed stays as it is.
    """
    if kept.facts.signature:
        return kept.belief
    return with_links(kept.belief, [one.belief for one in folded])


def merged_facts(kept: Facts, folded: Sequence[Facts], text: str, *, is_same: bool = True) -> Facts:
    """Return the facts of the memory that stays: with tags, and the voices of all that say it.

    How much it matters and whether it is pinned a person says: no agent's note lends that to it.
    """
    facts = kept
    for one in folded if is_same else ():
        for voice in (voice_of(one), *one.corroborated_by):
            facts = replace(facts, corroborated_by=with_voice(facts, voice))
    said = [one.importance for one in folded if one.importance is not None]
    takes = kept.importance is None and kept.source not in EARNED
    return replace(
        facts,
        tags=tuple(dict.fromkeys(tag for one in (kept, *folded) for tag in one.tags)),
        importance=max(said, default=None) if takes else kept.importance,
        content_hash=content_hash(text) if kept.content_hash else "",
    )
