"""Say how far a memory can be trusted, and why; sign what a tool has said.

Pure. Trust is about where a belief comes from and how it fared. What it matters (importance) and
how lately it was used (recency) are other numbers, and `recall` mixes them.

Five steps, each explained at its constant: the source gives a base; other programs that assert the
same lift a document or an inference, all together by less than one step of the ladder; people's
answers move it; age lowers it a little; evidence from outside lowers it as far as it is strong,
unless a person said it: what any agent may hand in is shown to them, and they decide. Trust never
raises itself above a person's own word.
"""

import hmac
import unicodedata
from dataclasses import dataclass
from hashlib import sha256

from vaultwatch.guard.orders import QUARANTINE_AT, Suspicion, suspect
from vaultwatch.memories.facts import Facts, MemorySource
from vaultwatch.memories.schemas import PredicateSchema, Schemas

BASES: dict[MemorySource, float] = {
    "user_explicit": 0.95,  # a person said it for the record; people misspeak, so not 1
    "system": 0.90,  # this product or the agent's program knows its own state
    "tool_output": 0.75,  # right when it ran, if it was the tool that spoke
    "user_implicit": 0.70,  # read off what a person did; more often misread than a tool's print
    "user_reported": 0.65,  # a person said it, says an agent: it may have been told to say so
    "document": 0.60,  # somebody wrote it, at some time, for some purpose
    "inference": 0.50,  # an even chance: what an agent made of it
}
"""Chosen by hand: only their order and the gap to a schema's `minimum_trust` count."""

SIGNED_TOOL_BASE = 0.85
"""Of a tool's output whose signature holds: nobody else wrote it. Still below `system`, for tools
print what they are fed. Chosen by hand."""

CLOSED_BY_ONE = 0.2
"""The part of the room left that each asserter closes. Chosen by hand: the first counts most, the
fifth less than half as much (0.8^4 = 0.41)."""

WITNESSED: frozenset[MemorySource] = frozenset({"document", "inference"})
"""Sources that another voice lifts: no number of agents makes what a person said or did, or what a
tool printed, truer."""

MOST_CORROBORATIONS = 5
"""Asserters that count: agents copy each other, and a hundred copies are no hundred witnesses.
Chosen by hand; 0.8^5 leaves a third of the room."""

PRIOR_STRENGTH = 4.0
"""The base weighs as much as so many answers. Source of the form: Josang & Ismail, The Beta
Reputation System, Bled 2002, whose prior weighs 2 and knows nothing; ours knows the source, so it
weighs twice that. Chosen by hand: one answer moves trust by at most a fifth."""

HALF_LIFE_DAYS = 365.0
"""After a year half of what age can take is gone. Chosen by hand: vaults live for years."""

AGE_FLOOR = 0.75
"""The part of trust that no age takes. Chosen by hand so that a person's word, however old (0.71),
stands above a fresh document, however often repeated (0.67)."""

LATE_DAYS, BEFORE_IT_HOLDS = 30.0, 0.8
"""See `share_of_late`."""

_MOST_ANSWERS = 1_000_000
"""More change nothing that a float could show."""

_CALLED: dict[MemorySource, str] = {
    "user_explicit": "A person said it",
    "system": "The program itself reported it",
    "tool_output": "A tool printed it",
    "user_implicit": "It was read off what a person did",
    "user_reported": "An agent reports that a person said it",
    "document": "A document says it",
    "inference": "An agent inferred it",
}


@dataclass(frozen=True, slots=True)
class Grounds:
    """What the trust in one memory rests on."""

    source: MemorySource
    is_signed: bool = False
    """Whether a tool's signature holds; of no other source does it count."""
    corroborations: int = 0
    """Independent asserters of the same beside the first."""
    confirmed: int = 0
    """How often a person or a check of reality said it is right."""
    refuted: int = 0
    """How often they said it is wrong."""
    age_days: float = 0.0
    """Since it was last said or confirmed; below 0 counts as 0."""
    evidence_against: float = 0.0
    """Strength of outside signals against it, 0 to 1."""
    learnt_late_days: float | None = None
    """Days from when what it says began to hold until it was written, where that counts."""

    @property
    def trust(self) -> float:
        """How far the memory can be trusted, 0 to 1."""
        return self._steps[-1]

    @property
    def story(self) -> tuple[str, ...]:
        """The steps to it as sentences, those that moved nothing left out; the last tells it."""
        base, repeated, answered, aged, late, final = self._steps
        is_counted = self.is_signed and self.source == "tool_output"
        signed = ", and its signature holds" if is_counted else ""
        story = [f"{_CALLED[self.source]}{signed}: {base:.2f}."]
        if _voices(self.source, self.corroborations):
            count = self.corroborations
            others = "One other says" if count == 1 else f"{count} others say"
            story.append(f"{others} the same: {repeated:.2f}.")
        if self.confirmed > 0 or self.refuted > 0:
            said = f"Confirmed {_times(self.confirmed)}, refuted {_times(self.refuted)}"
            story.append(f"{said}: {answered:.2f}.")
        if self.age_days >= 1:
            story.append(f"It is {_days(self.age_days)} old: {aged:.2f}.")
        if self.learnt_late_days is not None:
            story.append(f"It was {learnt(self.learnt_late_days)}: {late:.2f}.")
        if self.evidence_against > 0 and self.source != "user_explicit":
            story.append(f"Evidence from outside speaks against it: {final:.2f}.")
        return tuple(story)

    @property
    def _steps(self) -> tuple[float, float, float, float, float, float]:
        """Base, then trust after asserters, answers, age, what was learnt late, and evidence."""
        source = self.source
        is_better = self.is_signed and source == "tool_output"
        base = SIGNED_TOOL_BASE if is_better else BASES[source]
        # The next better base is the ceiling: ten agents that repeat an inference are no document.
        ceiling = min(one for one in (*BASES.values(), SIGNED_TOOL_BASE, 1.0) if one > base)
        counted = _voices(source, self.corroborations)
        repeated = ceiling - (ceiling - base) * (1 - CLOSED_BY_ONE) ** counted
        answers = (self.confirmed, self.refuted)
        right, wrong = (min(max(count, 0), _MOST_ANSWERS) for count in answers)
        answered = (PRIOR_STRENGTH * repeated + right) / (PRIOR_STRENGTH + right + wrong)
        if source != "user_explicit":
            answered = min(answered, BASES["user_explicit"])
        left = 0.5 ** (max(self.age_days, 0.0) / HALF_LIFE_DAYS)
        aged = answered * (AGE_FLOOR + (1 - AGE_FLOOR) * left)
        against = 0.0 if source == "user_explicit" else min(max(self.evidence_against, 0.0), 1.0)
        late = aged * share_of_late(self.learnt_late_days)
        return base, repeated, answered, aged, late, late * (1 - against)


def share_of_late(days: float | None) -> float:
    """Return what is left of the trust in what was learnt so many days after it began to hold.

    1 / (1 + days / 30), and 0.8 of what is yet to begin; 1 where it does not count. The wish of who
    asked for it, not measured: off unless the settings say otherwise.
    """
    if days is None:
        return 1.0
    return 1 / (1 + days / LATE_DAYS) if days >= 0 else BEFORE_IT_HOLDS


def learnt(days: float) -> str:
    """Return how long after something began to hold it was learnt, in words."""
    when = "before" if days < 0 else "after"
    return f"learnt {_days(abs(days))} {when} it began to hold"


def sign(secret: bytes, content: str, tool: str) -> str:
    """Return the signature of what a tool said: HMAC-SHA256 as lower-case hex.

    Each part is preceded by its length, so that no other tool and content make the same bytes. The
    content counts as in `content_hash`: a sync tool that re-forms it breaks nothing.

    Raises:
        ValueError: an empty secret, with which anybody could sign.
    """
    if not secret:
        raise ValueError("the secret is empty")
    parts = (tool.encode("utf-8", "surrogatepass"), _stable(content))
    message = b"".join(len(part).to_bytes(8, "big") + part for part in parts)
    return hmac.new(secret, message, sha256).hexdigest()


def is_signed_by(secret: bytes, content: str, tool: str, signature: str) -> bool:
    """Tell whether the signature is that of `sign`; the time it takes tells nothing about it."""
    if not secret:
        return False
    given = signature.encode("utf-8", "surrogatepass")
    return hmac.compare_digest(sign(secret, content, tool).encode(), given)


def signed_content(belief: str, *parts: str) -> str:
    """Return what a tool signs: the belief, and each part of a claim on a line of its own."""
    return "\n".join((belief.strip(), *parts))


def content_hash(content: str) -> str:
    """Return `sha256:` and the hex digest of a content, NFC and without white space at its ends."""
    return f"sha256:{sha256(_stable(content)).hexdigest()}"


def _voices(source: MemorySource, corroborations: int) -> int:
    return min(max(corroborations, 0), MOST_CORROBORATIONS) if source in WITNESSED else 0


def _stable(content: str) -> bytes:
    return unicodedata.normalize("NFC", content).strip().encode("utf-8", "surrogatepass")


def _times(count: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(max(count, 0), f"{count} times")


def _days(age_days: float) -> str:
    whole = f"{age_days:,.0f}"
    return "a day" if whole == "1" else f"{whole} days"


def suspect_facts(  # noqa: PLR0913 -- likewise
    belief: str,
    facts: Facts,
    schema: PredicateSchema,
    *,
    name: str = "",
    is_vouched: bool = False,
    is_wish: bool = False,
) -> Suspicion:
    """Return how suspicious a memory is by its own texts."""
    claim = facts.claim
    subject = claim.subject if claim else ""
    called = (facts.agent, facts.client, facts.type, facts.session, facts.topic, facts.tool)
    others = (name, facts.evidence, subject, *called)
    return suspect(
        belief,
        is_vouched=is_vouched,
        is_wish=is_wish,
        predicate=claim.predicate if claim else "",
        value=claim.value if claim else "",
        is_high_impact=claim is not None and schema.high_impact,
        others=[text for text in (*others, *facts.tags) if text],
    )


def waits_as_file(
    belief: str, facts: Facts, suspicion: Suspicion, schemas: Schemas, *, name: str = ""
) -> bool:
    """Tell whether a memory that nobody answers for waits for a person, by itself alone."""
    schema = schemas.schema_of(facts)
    is_high = facts.claim is not None and schema.high_impact
    is_high = is_high or schemas.settled(belief, facts, name) is not None
    return is_high or (suspicion.score >= QUARANTINE_AT and schema.quarantine_suspicious)
