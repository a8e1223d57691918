"""Check what is to become a memory: whole, not too long, no secret in it, nothing planted."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.errors import RecordReadOnlyError, RefusedError, SecretError
from vaultwatch.guard.orders import QUARANTINE_AT, suspect
from vaultwatch.guard.secrets import find_secrets, mask_secrets
from vaultwatch.late_regex import late_regex
from vaultwatch.memories.facts import MOST_TRIGGERS, Facts
from vaultwatch.memories.file_names import told_by_name
from vaultwatch.memories.stores.places import place_of_record
from vaultwatch.memories.substance import says_nothing
from vaultwatch.memories.trust import suspect_facts
from vaultwatch.notes.model import NotePath
from vaultwatch.report.escape import flat
from vaultwatch.services.memories.weighing import schema_of, why_waits
from vaultwatch.services.workspace import Workspace

MAX_BELIEF_CHARS = 20_000
"""A belief is a sentence or a few; a longer text is a note. Chosen by hand."""
MAX_FIELD_CHARS = 1_000
MAX_NAME_CHARS = 100
MAX_TAGS = 20

_UNKEEPABLE = late_regex(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
"""Controls and halves of signs: no text of a note, and a NUL would make it unreadable."""
_SIGNATURE = late_regex(r"[0-9a-f]{64}")
"""Opaque by nature: to the finder of secrets it might be one."""


def checked_belief(belief: str) -> str:
    """Return a belief as it is kept.

    Raises:
        RefusedError: it is empty, too long or holds control characters.
        SecretError: it holds a key, token or password.
    """
    text = belief.strip()
    if not text:
        raise RefusedError("The memory is empty.", hint="Give the belief as one sentence.")
    if len(text) > MAX_BELIEF_CHARS:
        raise RefusedError(
            f"The memory has {len(text)} characters; {MAX_BELIEF_CHARS} is the most.",
            hint="Write a note and a memory that cites it.",
        )
    if _UNKEEPABLE.search(text):
        raise RefusedError(
            "The memory holds control characters or broken signs.", hint="Give it as plain text."
        )
    hold_no_secret(text)
    return text


def hold_substance(belief: str, facts: Facts) -> None:
    """Let a new belief pass that says something, by its words, its claim or its checks."""
    if facts.claim is None and not facts.checks and says_nothing(belief):
        raise RefusedError(
            "The memory says nothing that could be remembered; nothing was written.",
            hint="Say of whom or what it is, and what of it: `Mara is vegan`.",
        )


def checked_facts(facts: Facts) -> Facts:
    """Return what is to be known of a memory as it is kept, each text on one line.

    Raises:
        RefusedError: a field is too long or holds control characters, or there are too many tags.
        SecretError: one holds a key, token or password.
    """
    if len(facts.tags) > MAX_TAGS:
        raise RefusedError(f"{len(facts.tags)} tags; {MAX_TAGS} is the most.")
    tags = tuple(dict.fromkeys(_on_one_line(tag).lstrip("#") for tag in facts.tags))
    if len(facts.triggers) > MOST_TRIGGERS:
        raise RefusedError(f"{len(facts.triggers)} triggers; {MOST_TRIGGERS} is the most.")
    triggers = tuple(dict.fromkeys(map(_on_one_line, facts.triggers)))
    kept = replace(
        facts,
        triggers=tuple(filter(None, triggers)),
        type=_on_one_line(facts.type) or "fact",
        agent=_on_one_line(facts.agent),
        client=_on_one_line(facts.client),
        tool=_on_one_line(facts.tool),
        topic=_on_one_line(facts.topic),
        evidence=_on_one_line(facts.evidence),
        tags=tuple(tag for tag in tags if tag),
    )
    for name, text, most in _fields(kept):
        if len(text) > most:
            raise RefusedError(f"The {name} has {len(text)} characters; {most} is the most.")
        if _UNKEEPABLE.search(text) or "\n" in text or "\r" in text:
            raise RefusedError(
                f"The {name} holds line breaks, control characters or broken signs.",
                hint="Give it as one line of plain text.",
            )
        hold_no_secret(text)
    return kept


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def hold_no_secret(text: str) -> None:
    """Let a text pass that holds no secret."""
    hits = find_secrets(text)
    if hits:
        kinds = ", ".join(sorted({hit.kind for hit in hits}))
        raise SecretError(
            f"The memory holds what looks like a secret ({kinds}); nothing was written.",
            hint="Say where the secret is kept instead of what it is.",
        )


def hold_sound(ws: Workspace, belief: str, facts: Facts, *, before: Facts | None = None) -> None:
    """Let a change pass that is not suspicious: it would take an honest memory's place.

    `before` are the facts as they are, where the belief stays: then only what makes it look worse
    counts.
    """
    suspicion = suspect_facts(belief, facts, schema_of(ws, facts))
    if suspicion.score < QUARANTINE_AT:
        return
    changed, reason = "new wording looks", suspicion.reasons[0]
    if before is not None:
        stands = suspect_facts(belief, before, schema_of(ws, before))
        if suspicion.score <= stands.score:
            return
        news = (one for one in suspicion.reasons if one not in stands.reasons)
        changed, reason = "new tags or type look", next(news, reason)
    raise RefusedError(
        f"The {changed} suspicious ({reason}); nothing was changed.",
        hint="A person can edit the note itself.",
    )


def hold_no_record(*rows: MemoryRow) -> None:
    """Let memories pass that are the vault's own, to be written."""
    for row in rows:
        if (record := place_of_record(row.path)) is not None:
            raise RecordReadOnlyError(record.words)


def hold_no_impact(ws: Workspace, belief: str, facts: Facts, path: NotePath) -> None:
    """Let a new wording pass that settles nothing of high impact, under its note's name too.

    Nor changes what a person said of the same.
    """
    why = why_waits(ws, belief, facts, told_by_name(ws.memory_name(path), belief))
    if why:
        raise RefusedError(
            f"The new wording waits for a person: {why}. Nothing was changed.",
            hint="Hand it in with vault_remember: it will wait for a person's decision.",
        )


def _fields(facts: Facts) -> Iterator[tuple[str, str, int]]:
    yield "type", facts.type, MAX_NAME_CHARS
    yield "agent", facts.agent, MAX_NAME_CHARS
    yield "client", facts.client, MAX_NAME_CHARS
    yield "tool", facts.tool, MAX_NAME_CHARS
    yield "session", facts.session, MAX_NAME_CHARS * 2
    yield "topic", facts.topic, MAX_NAME_CHARS
    yield "evidence", facts.evidence, MAX_FIELD_CHARS
    if not _SIGNATURE.fullmatch(facts.signature):
        yield "signature", facts.signature, MAX_NAME_CHARS
    for tag in facts.tags:
        yield "tag", tag, MAX_NAME_CHARS
    for text in facts.triggers:
        yield "trigger", text, MAX_NAME_CHARS * 3
    for line in facts.checks:
        yield "check", line, MAX_FIELD_CHARS
    if facts.claim is not None:
        yield "subject", facts.claim.subject, MAX_FIELD_CHARS
        yield "predicate", facts.claim.predicate, MAX_FIELD_CHARS
        yield "value", facts.claim.value, MAX_FIELD_CHARS


# The one gate for words that one program hands to others, beside a memory's own.

REASON: Final = "reason"
MOST_REASON_CHARS: Final = 1_000
"""Of what somebody says to a deed of theirs. Chosen by hand."""


def gated(
    ws: Workspace, text: str, what: str, *, most: int = MOST_REASON_CHARS, is_name: bool = False
) -> str:
    """Return words as others may be told them: on one line, without controls, secrets masked.

    Where no program asks (the workspace's `client`) its person does, who may speak plainly. An
    error calls them `what`. A name may be worded as a wish, as `Move the archive` is.

    Raises:
        RefusedError: they are too long, or read like an order to who reads them next.
    """
    said = mask_secrets(flat(text))
    if len(said) > most:
        raise RefusedError(f"The {what} has {len(said)} characters; {most} is the most.")
    if why := why_planted(said, is_vouched=not ws.client, is_wish=is_name):
        raise RefusedError(
            f"The {what} looks suspicious ({why}); nothing was changed.",
            hint="Say what happened, and no more.",
        )
    return said


def may_be_told(ws: Workspace, text: str) -> bool:
    """Tell whether others may be told of these words: they read like no order."""
    return not why_planted(text, is_vouched=not ws.client)


def may_name(text: str) -> bool:
    """Tell whether a program may be called so in what others are told: it reads like no order."""
    return suspect(text).score < QUARANTINE_AT


def why_planted(text: str, *, is_vouched: bool = False, is_wish: bool = False) -> str:
    """Return what shows that a text was planted, the strongest sign alone; empty where none does.

    For `is_vouched` and `is_wish` see `suspect`.
    """
    found = suspect(text, is_vouched=is_vouched, is_wish=is_wish)
    return found.reasons[0] if found.score >= QUARANTINE_AT else ""
