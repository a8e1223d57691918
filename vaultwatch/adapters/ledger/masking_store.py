"""The part of the ledger that masks what it keeps, where newer rules know more secrets."""

import json
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from sqlalchemy import Column, Connection, Table, select, update
from sqlalchemy.dialects.sqlite import insert

from vaultwatch.adapters.ledger.codec import (
    facts_text,
    pack_statements,
    to_facts,
    to_json,
    unfit,
    unpack_statements,
)
from vaultwatch.adapters.ledger.connection import Connected
from vaultwatch.adapters.ledger.tables import (
    AUDIT,
    BASELINES,
    CASES,
    CHECKS,
    COMPARISONS,
    EARLIER_BASELINES,
    EARLIER_WORDINGS,
    FACTS,
    FINDINGS,
    MEMORIES,
    MISSES,
    PROPOSALS,
    READINGS,
    SIGNALS,
    SNAPSHOTS,
)
from vaultwatch.memories.claims import claim_key
from vaultwatch.memories.facts import Facts
from vaultwatch.notes.model import NotePath, Statement

Mask: TypeAlias = Callable[[str], str]
"""Replaces the secrets of a text."""
NoteThen: TypeAlias = tuple[NotePath, str]
"""A note, and the SHA-256 of its bytes when it said so."""

_TEXTS: dict[Table, tuple[Column[Any], ...]] = {
    FINDINGS: (FINDINGS.c.why, FINDINGS.c.remark),
    CASES: (CASES.c.belief,),
    SIGNALS: (SIGNALS.c.source, SIGNALS.c.evidence),
    PROPOSALS: (PROPOSALS.c.belief, PROPOSALS.c.value, PROPOSALS.c.agent),
    MISSES: (MISSES.c.query, MISSES.c.context),
    AUDIT: (AUDIT.c.why,),
    CHECKS: (CHECKS.c.words, CHECKS.c.said, CHECKS.c.found),
    READINGS: (READINGS.c.quote,),
}
"""Columns of words as they are."""
_TOLD = ("section", "before", "after", "reasons", "also")
_JSON: dict[Table, tuple[Column[Any], ...]] = {
    FINDINGS: tuple(FINDINGS.c[name] for name in (*_TOLD, "repair", "explained")),
    COMPARISONS: tuple(COMPARISONS.c[name] for name in _TOLD),
    BASELINES: (BASELINES.c.grounding,),
    CHECKS: (CHECKS.c.what,),
    READINGS: (READINGS.c.shown,),
}
"""Columns whose JSON holds words."""


@dataclass(frozen=True, slots=True)
class Masking:
    """How words are masked."""

    mask: Mask
    belief_digest: Callable[[NotePath, str], str]
    """Of a memory note and its belief, masked; see `memories.record.Memory.belief_digest`."""
    statements: Callable[[tuple[Statement, ...], Collection[NoteThen]], tuple[Statement, ...]]
    """Of a note as it was in these places."""
    texts: frozenset[str]
    """Names of the facts that are words."""
    lists: frozenset[str]
    """Names of those that are JSON which holds words."""
    dropped: frozenset[str]
    """Names of those that are dropped where they hold a secret."""
    parts: frozenset[str]
    """Names of those that are dropped: they hold parts of words, which may not tell it."""


class MaskingStore(Connected):
    """The part of the ledger that masks what it keeps."""

    def mask_words(self, how: Masking) -> dict[str, tuple[str, str]]:
        """Mask all words that are kept, in one transaction; doing it twice does nothing more.

        Returns of each memory whose belief was masked its digest before and now, by id.
        """
        with self._write() as connection:
            changed = _mask_memories(connection, how)
            _mask_wordings(connection, how)
            _mask_statements(connection, how)
            for table, columns in _TEXTS.items():
                _mask_columns(connection, table, columns, how.mask)
            for table, columns in _JSON.items():
                _mask_columns(connection, table, columns, lambda text: _mask_json(text, how.mask))
            _mask_facts(connection, how)
        return changed

    def scrub(self) -> None:
        """Write all anew, so that nothing of what was replaced stays in it."""
        self.site.scrub()


def _mask_memories(connection: Connection, how: Masking) -> dict[str, tuple[str, str]]:
    from vaultwatch.memories.likeness import gist_digest  # with a parser that no listing needs

    changed: dict[str, tuple[str, str]] = {}
    columns = MEMORIES.c
    wanted = (columns.id, columns.path, columns.belief, columns.belief_digest, columns.facts)
    for id_, path, belief, digest, facts in connection.execute(select(*wanted)).all():
        masked, said = how.mask(belief), _masked_facts(to_facts(facts), how.mask)
        new: dict[str, Any] = {}
        if masked != belief:
            now = how.belief_digest(NotePath(path), masked)
            changed[id_] = (digest, now)
            new = {"belief": masked, "belief_digest": now, "gist": gist_digest(masked)}
            for table in (BASELINES, EARLIER_BASELINES, SIGNALS):
                is_its = (table.c.memory_id == id_) & (table.c.belief_digest == digest)
                connection.execute(update(table).where(is_its).values(belief_digest=now))
        if facts and facts_text(said) != facts:
            key = "" if said.claim is None else claim_key(said.claim)
            new |= {"facts": facts_text(said), "claim_key": key}
        if new:
            connection.execute(update(MEMORIES).where(columns.id == id_).values(new))
    return changed


def _mask_wordings(connection: Connection, how: Masking) -> None:
    """Mask what memories said before; nothing is compared with it, so its digest may stay."""
    columns = EARLIER_WORDINGS.c
    wanted = (columns.id, columns.belief, columns.facts)
    for id_, belief, facts in connection.execute(select(*wanted)).all():
        new = {
            "belief": how.mask(belief),
            "facts": facts_text(_masked_facts(to_facts(facts), how.mask)),
        }
        if new != {"belief": belief, "facts": facts}:
            connection.execute(update(EARLIER_WORDINGS).where(columns.id == id_).values(new))


def _masked_facts(facts: Facts, mask: Mask) -> Facts:
    names = ("type", "agent", "session", "evidence", "status_reason", "client", "tool")
    said: dict[str, Any] = {name: mask(getattr(facts, name)) for name in (*names, "valid_as_said")}
    for name in ("tags", "corroborated_by"):
        said[name] = tuple(mask(one) for one in getattr(facts, name))
    if facts.claim is not None:
        claim = facts.claim
        said["claim"] = replace(
            claim,
            subject=mask(claim.subject),
            predicate=mask(claim.predicate),
            value=mask(claim.value),
        )
    return replace(facts, **said)


def _mask_statements(connection: Connection, how: Masking) -> None:
    places: dict[str, set[NoteThen]] = {}
    for table in (BASELINES, EARLIER_BASELINES):
        rows = connection.execute(select(table.c.snapshot, table.c.note, table.c.note_digest))
        for snapshot, note, digest in rows:
            places.setdefault(snapshot, set()).add((NotePath(note), digest))
    for digest, packed in connection.execute(select(SNAPSHOTS)).all():
        statements = unpack_statements(packed)
        new_digest, new = pack_statements(how.statements(statements, places.get(digest, ())))
        if new_digest == digest:
            continue
        put = insert(SNAPSHOTS).values(digest=new_digest, statements=new)
        connection.execute(put.on_conflict_do_nothing())
        for table in (BASELINES, EARLIER_BASELINES):
            of_it = table.c.snapshot == digest
            connection.execute(update(table).where(of_it).values(snapshot=new_digest))
        connection.execute(SNAPSHOTS.delete().where(SNAPSHOTS.c.digest == digest))


def _mask_columns(
    connection: Connection, table: Table, columns: Collection[Column[Any]], mask: Mask
) -> None:
    keys = list(table.primary_key.columns)
    for row in connection.execute(select(*keys, *columns)).mappings().all():
        new = {
            one.name: masked
            for one in columns
            if row[one.name] is not None and (masked := mask(row[one.name])) != row[one.name]
        }
        if new:
            its = [key == row[key.name] for key in keys]
            connection.execute(update(table).where(*its).values(new))


def _mask_json(text: str, mask: Mask) -> str:
    held = json.loads(unfit(text)) if text else None
    masked = _mask_within(held, mask)
    return text if masked == held else to_json(masked)


def _mask_within(held: Any, mask: Mask) -> Any:  # noqa: ANN401 -- what JSON gives
    if isinstance(held, str):
        return mask(held)
    return [_mask_within(one, mask) for one in held] if isinstance(held, list) else held


def _mask_facts(connection: Connection, how: Masking) -> None:
    for name, value in connection.execute(select(FACTS.c.name, FACTS.c.value)).all():
        new = value
        if name in how.lists:
            new = _mask_json(value, how.mask)
        elif name in how.texts:
            new = how.mask(value)
        elif name in how.parts or (name in how.dropped and how.mask(value) != value):
            new = ""
        if new != value:
            connection.execute(update(FACTS).where(FACTS.c.name == name).values(value=new))
