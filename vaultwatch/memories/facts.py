"""Read and write what a memory note's properties say of it: where it comes from, how it stands.

Pure. Everything here is a flat property that a person can edit in Obsidian; what cannot be read
counts as not said. `memories.record` holds the belief itself.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, TypeAlias, get_args

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.claims import Claim, claim_of, claim_properties
from vaultwatch.memories.validity import moment_of, stamp, valid_moment, validity_properties
from vaultwatch.notes.model import FlagValue, PropertyValue, Trouble

MemorySource: TypeAlias = Literal[
    "user_explicit",
    "system",
    "tool_output",
    "user_implicit",
    "user_reported",
    "document",
    "inference",
]
"""A person's own words; this product or the agent's program; what a tool printed; what a person let
show; what an agent says that a person said; a text somebody wrote; what an agent made of it."""

EARNED: frozenset[MemorySource] = frozenset({"user_explicit", "system"})
"""Sources that no agent can claim: see `as_claimed`."""
SAID: frozenset[MemorySource] = frozenset({"user_explicit", "user_reported"})
"""A person's words, heard by us or told by an agent: agents that repeat them are no witnesses."""

_SHORT: dict[str, MemorySource] = {
    "user": "user_explicit",
    "tool": "tool_output",
    "doc": "document",
    "inferred": "inference",
    "reported": "user_reported",
}
_SOURCES: dict[str, MemorySource] = {
    **_SHORT,
    **{source: source for source in get_args(MemorySource)},
}
_UNEARNED: dict[MemorySource, MemorySource] = {
    "user_explicit": "user_reported",
    "system": "tool_output",
}


def spelt_out(text: object) -> object:
    """Return the full word of a source that is named by its short one; anything else as it is."""
    return _SHORT.get(text.strip().lower(), text) if isinstance(text, str) else text


def source_of(text: str) -> MemorySource:
    """Return the source that a text names; `inference`, the least trusted, where it names none."""
    return _SOURCES.get(text.strip().lower(), "inference")


def as_claimed(source: MemorySource) -> MemorySource:
    """Return what a source counts for on an agent's word alone.

    That a person said it, or a program that knows, an agent can claim of anything: the one is kept
    as reported, the other as what an unsigned tool printed.
    """
    return _UNEARNED.get(source, source)


MemoryStatus: TypeAlias = Literal["active", "quarantined", "superseded", "archived", "faded"]
"""How a memory stands by its own note. Expired is what the clock says, not the note."""

STOOD_BACK: frozenset[MemoryStatus] = frozenset({"superseded", "archived"})
"""Replaced, or put away: held against no note any more, told only to who asks for it."""

VerifyMode: TypeAlias = Literal["", "never", "on_use", "scheduled", "human"]
"""When what a memory says of the machine is checked: as is due, which is said or not; never; when
an agent was given it or asks; when a person asks."""

_PLAIN_TYPES = frozenset({"fact", "observation"})
"""Types that nobody chose."""

MOST_VOICES = 20
"""Others that a memory names; trust counts five. Chosen by hand: a person can read so many."""

MOST_TRIGGERS = 3
"""Occasions of one memory that count. Chosen by hand: who names many comes to mind at anything."""

MOST_CHECKS = 50
"""Lines of `check` that are read of one memory. Chosen by hand."""

LIFE_KEYS = ("status", "status_reason", "superseded_by", "conflicts_with")
"""Properties that go when a memory is active again."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What a memory's properties say, beside its id, its dates and its belief."""

    type: str = "fact"
    source: MemorySource = "inference"
    tags: tuple[str, ...] = ()
    agent: str = ""
    """Who wrote it, as it named itself."""
    session: str = ""
    """The session it was written in, or that its claim is for."""
    importance: float | None = None
    """0..1; None where nobody said."""
    expires: datetime | None = None
    """UTC-aware; from then on it is recalled only when asked for."""
    evidence: str = ""
    """What the writer rests it on, in its own words."""
    content_hash: str = ""
    """Of the belief when it was asserted; see `trust.content_hash`. With another it was edited."""
    tool: str = ""
    """The tool that signed it."""
    signature: str = ""
    """HMAC-SHA256 hex of tool and belief; see `trust.sign`."""
    status: MemoryStatus = "active"
    status_reason: str = ""
    superseded_by: str = ""
    """The id of the memory that took its place."""
    conflicts_with: tuple[str, ...] = ()
    """Ids of the memories that a quarantined one speaks against."""
    pinned: bool = False
    """Whether its note asks for a place in every context; it has one where it is a person's."""
    corroborated_by: tuple[str, ...] = ()
    """Others that asserted the same, each once."""
    claim: Claim | None = None
    valid_from: datetime | None = None
    """Of a memory without a claim, which holds its own: UTC-aware, inclusive."""
    valid_until: datetime | None = None
    """Likewise, exclusive. A bare date means to the end of that day."""
    valid_as_said: str = ""
    """The words that these were read from, and when they were said."""
    client: str = ""
    """The program that handed it in, as it introduced itself: no agent within it chooses that."""
    is_held: bool = False
    """Quarantined by us alone: its note came as a file and was not touched."""
    is_found: bool = False
    """Whether its note, or the person's word in it, came as a file that we did not write: no source
    it names is earned by it, and what a person confirms is its wording."""
    is_claim: bool = False
    """Whether the note of one that was found says that a person said it, and none confirmed it."""
    review_after: datetime | None = None
    """From when on it is to be looked at again."""
    volatility_days: float | None = None
    """Every so many days what it says changes; 0 never, None where nobody said."""
    ignored_end: datetime | None = None
    """The `valid_until` that superseding wrote into its note, where a person made it active again
    by hand and left that there."""
    checks: tuple[str, ...] = ()
    """What of the machine it says, a line each; see `checks.written`."""
    machine: str = ""
    """The machine that it speaks of; empty for whichever it is read on."""
    repository: str = ""
    """The folder of the project that it speaks of."""
    verify_mode: VerifyMode = ""
    env: str = ""
    """The machine or system that it is checked on; empty for whichever."""
    remote: str = ""
    """The address of the repository that it is checked in; empty for whichever."""
    topic: str = ""
    """What it belongs to, in one or a few words: who works on that is told of it first."""
    triggers: tuple[str, ...] = ()
    """When it should come to mind: occasions, or questions that it answers. Told to nobody."""

    @property
    def begins(self) -> datetime | None:
        """From when on it holds; None since ever."""
        return self.valid_from if self.claim is None else self.claim.valid_from

    @property
    def until(self) -> datetime | None:
        """Until when it holds by its own word; None for ever."""
        return self.valid_until if self.claim is None else self.claim.valid_until

    @property
    def ends(self) -> datetime | None:
        """From when on it holds no more, or is not to be recalled; None for never."""
        until = self.until if self.until != self.ignored_end else None
        return min((end for end in (self.expires, until) if end is not None), default=None)


NO_FACTS = Facts()
"""What a note without properties says."""


_DATES = ("expires", "valid_from", "valid_until", "review_after")


def facts_of(properties: Mapping[str, PropertyValue], tags: Sequence[str]) -> Facts:
    """Return what the properties of a memory note say."""
    status, claim = text_of(properties.get("status")).lower(), claim_of(properties)
    known: dict[str, MemoryStatus] = {one: one for one in get_args(MemoryStatus)}
    return Facts(
        type=text_of(properties.get("type")) or "fact",
        source=source_of(text_of(properties.get("source"))),
        tags=tuple(tags),
        agent=text_of(properties.get("agent")),
        client=text_of(properties.get("client")),
        session=text_of(properties.get("session")),
        topic=text_of(properties.get("topic")),
        triggers=_texts(properties.get("trigger"))[:MOST_TRIGGERS],
        importance=_share(text_of(properties.get("importance"))),
        expires=moment_of(text_of(properties.get("expires"))),
        evidence=text_of(properties.get("evidence")),
        content_hash=text_of(properties.get("content_hash")),
        tool=text_of(properties.get("tool")),
        signature=text_of(properties.get("signature")),
        pinned=text_of(properties.get("pinned")).lower() == "true",
        status=known.get(status, "active"),
        status_reason=text_of(properties.get("status_reason")),
        superseded_by=text_of(properties.get("superseded_by")),
        conflicts_with=_texts(properties.get("conflicts_with")),
        corroborated_by=_texts(properties.get("corroborated_by")),
        claim=claim,
        valid_from=None if claim is not None else valid_moment(properties, "valid_from"),
        valid_until=None if claim is not None else valid_moment(properties, "valid_until"),
        valid_as_said=text_of(properties.get("valid_as_said")),
        review_after=moment_of(text_of(properties.get("review_after"))),
        volatility_days=_volatility(text_of(properties.get("volatility"))),
        checks=_texts(properties.get("check"))[:MOST_CHECKS],
        machine=text_of(properties.get("machine")),
        repository=text_of(properties.get("repository")),
        verify_mode=verify_mode_of(text_of(properties.get("verify_mode"))) or "",
        env=text_of(properties.get("env")),
        remote=text_of(properties.get("remote")),
    )


def verify_mode_of(text: str) -> VerifyMode | None:
    """Return when something says that it is to be checked; None where that is no known word."""
    return next((mode for mode in get_args(VerifyMode) if mode == text.casefold()), None)


def claim_text(claim: Claim | None) -> str:
    """Return what a claim says, as a person reads it; nothing for none."""
    return f"{claim.subject} / {claim.predicate} / {claim.value}" if claim is not None else ""


def beside_text(facts: Facts) -> str:
    """Return what stands beside a belief, as a person reads it who agrees to it; or nothing."""
    told = [f"type “{facts.type}”"] if facts.type not in _PLAIN_TYPES else []
    told += [f"tags “{'”, “'.join(facts.tags)}”"] if facts.tags else []
    told += [f"topic “{facts.topic}”"] if facts.topic else []
    told += [f"to come to mind at “{'”, “'.join(facts.triggers)}”"] if facts.triggers else []
    told += ["pinned"] if facts.pinned else []
    told += [f"resting on “{facts.evidence}”"] if facts.evidence else []
    return "; ".join(told)


def says_active(properties: Mapping[str, PropertyValue]) -> bool:
    """Tell whether a memory note says in as many words that its memory holds."""
    return text_of(properties.get("status")).lower() == "active"


def properties_of(facts: Facts) -> dict[str, FlagValue]:
    """Return the properties that say these facts, in the order they are written; defaults left out.

    `facts_of` reads them back.
    """
    claim = facts.claim
    return {
        "source": facts.source,
        "type": facts.type,
        **_said(
            tags=facts.tags,
            agent=facts.agent,
            client=facts.client,
            session=facts.session,
            topic=facts.topic,
            trigger=facts.triggers,
            importance=facts.importance,
            expires=facts.expires,
            evidence=facts.evidence,
            content_hash=facts.content_hash,
            tool=facts.tool,
            signature=facts.signature,
            pinned=facts.pinned or None,  # as a box that Obsidian shows ticked
            check=facts.checks,
            machine=facts.machine,
            repository=facts.repository,
            verify_mode=facts.verify_mode,
            env=facts.env,
            remote=facts.remote,
        ),
        **(
            claim_properties(claim)
            if claim is not None
            else validity_properties(facts.valid_from, facts.valid_until)
        ),
        **_said(
            valid_as_said=facts.valid_as_said,
            review_after=facts.review_after,
            volatility=facts.volatility_days,
        ),
        **life_of(facts),
        **_said(corroborated_by=facts.corroborated_by),
    }


def _said(**values: FlagValue | datetime | None) -> dict[str, FlagValue]:
    """Return what is said at all, in the order given; a moment as it is written."""
    return {
        key: stamp(value) if isinstance(value, datetime) else value
        for key, value in values.items()
        if value is not None and value not in {"", ()}
    }


_EVERY: Final[Mapping[str, float]] = {
    "never": 0,
    "none": 0,
    "stable": 0,
    "daily": 1,
    "weekly": 7,
    "monthly": 30,
    "quarterly": 91,
    "yearly": 365,
}
_EVERY_DAYS: Final = late_regex(r"(?:every )?(\d{1,5}(?:\.\d{1,9})?) ?(?:d|days?)?")


def _volatility(text: str) -> float | None:
    """Return every how many days something changes; None where that cannot be read."""
    said = text.lower()
    days = _EVERY_DAYS.fullmatch(said)
    return float(days[1]) if days is not None else _EVERY.get(said)


def life_of(facts: Facts) -> dict[str, FlagValue]:
    """Return the properties of `LIFE_KEYS` that are due; none for an active memory."""
    if facts.status == "active":
        return {}
    return _said(
        status=facts.status,
        status_reason=facts.status_reason,
        superseded_by=facts.superseded_by,
        conflicts_with=facts.conflicts_with,
    )


def asserter_of(facts: Facts) -> str:
    """Return who asserts a memory, as one word for a list: two calls of one agent are one voice.

    All agents of one program are one voice: what they call themselves anybody can invent.
    """
    return facts.client or facts.agent or facts.tool or facts.source


def voice_of(facts: Facts) -> str:
    """Return who asserts a memory and in which session, as `corroborated_by` names them."""
    return f"{asserter_of(facts)} ({facts.session})" if facts.session else asserter_of(facts)


def with_voice(facts: Facts, voice: str) -> tuple[str, ...]:
    """Return who else asserts a memory once this voice does; the same where it is no new one.

    A program or agent counts once, whatever its session, and a session once, whoever speaks in it.
    """
    who, session = _split(voice)
    heard = [_split(one) for one in (*facts.corroborated_by, voice_of(facts))]
    is_news = all(who != other and (not session or session != its) for other, its in heard)
    is_news = is_news and len(facts.corroborated_by) < MOST_VOICES
    return (*facts.corroborated_by, voice) if is_news else facts.corroborated_by


def _split(voice: str) -> tuple[str, str]:
    """Return who speaks and in which session, folded."""
    who, opened, session = voice.casefold().removesuffix(")").rpartition(" (")
    return (who, session) if opened and voice.endswith(")") else (voice.casefold(), "")


def unread_dates(properties: Mapping[str, PropertyValue]) -> tuple[Trouble, ...]:
    """Return the dates of a memory's note that nobody can read, so that they bound nothing."""
    said = {key: text_of(properties.get(key)) for key in _DATES}
    return tuple(
        Trouble(
            "unread_date",
            f"The property {key!r} says {text[:40]!r}, which is no date that is read: the memory "
            "holds as if it were not there. Write it as 2026-11-30.",
            1,
        )
        for key, text in said.items()
        if text and moment_of(text) is None
    )


def text_of(value: PropertyValue) -> str:
    """Return a property that is a text; empty where it is none."""
    return value.strip() if isinstance(value, str) else ""


def _texts(value: PropertyValue) -> tuple[str, ...]:
    held: Iterable[PropertyValue] = [value] if isinstance(value, str) else value or ()
    return tuple(dict.fromkeys(text for one in held if (text := text_of(one))))


def _share(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) and 0 <= number <= 1 else None
