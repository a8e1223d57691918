"""Make a memory of a store's record: its words, what it counts for, what it claims.

Pure. A record is an agent's word whatever it says of itself, and never pinned.
`services.indexing.store_records` lists records among the vault's memories, `services.stores`
imports them.
"""

import re
from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from typing import Final

from vaultwatch.late_regex import late_regex
from vaultwatch.memories.claims import MOST_NAME_CHARS as MOST_CLAIM_NAME
from vaultwatch.memories.claims import MOST_VALUE_CHARS, Claim
from vaultwatch.memories.facts import Facts, MemorySource
from vaultwatch.memories.file_names import file_stem
from vaultwatch.memories.record import Memory, memory_of
from vaultwatch.memories.stores.format_names import StoreFormat
from vaultwatch.memories.stores.lint import folded_name
from vaultwatch.memories.stores.records import StoreRecord, stem_of
from vaultwatch.notes.model import Note, NotePath
from vaultwatch.notes.parse import parse_note

MOST_CHARS: Final = 20_000
"""Of a record that count; a memory has no more."""
MOST_NAME_CHARS: Final = 100
MOST_TAGS: Final = 20
_SAID: Final = frozenset({"user", "feedback"})
"""Kinds under which agents keep what a person told them."""
_SHARED: Final = frozenset({"user", "global"})
"""Scopes that mean the same in every store."""
_LINK: Final = late_regex(r"\[\[([^\[\]\n|]{1,300})(?:\|([^\[\]\n]{0,300}))?\]\]")
_HEAD: Final = b"           \n\n\n"
"""Stands before a record's words, which would else become properties where they begin so. As long
as a block of properties, by which lines and places were kept, but not read as YAML: that took a
quarter of the time."""


def unlinked(text: str, names: Collection[str]) -> str:
    """Return a record's text with links to others of its store (`names`, folded) as words."""

    def shown(found: re.Match[str]) -> str:
        return found[2] or found[1] if folded_name(found[1]) in names else found[0]

    return _LINK.sub(shown, text)


def record_source(form: StoreFormat | None, record: StoreRecord) -> MemorySource:
    """Return where a record comes from, as no agent's word can lift it."""
    if form == "instructions":
        return "document"
    is_told = record.kind in _SAID or record.source.casefold().startswith("user")
    return "user_reported" if is_told else "inference"


def record_facts(store: str, form: StoreFormat | None, record: StoreRecord) -> Facts:
    """Return what is known of a record; all of one store are one voice."""
    return Facts(
        type=one_line(record.kind) or "fact",
        source=record_source(form, record),
        tags=tuple(one_line(tag) for tag in record.tags[:MOST_TAGS]),
        agent=form or "",
        client=f"store {store}",
        claim=_claim(store, form, record),
        expires=record.expires,
        verify_mode=record.verify_mode,
        env=one_line(record.env),
        remote=one_line(record.remote),
    )


def one_line(text: str) -> str:
    """Return a name of a record on one line, cut."""
    return " ".join(text.split())[:MOST_NAME_CHARS]


def _claim(store: str, form: StoreFormat | None, record: StoreRecord) -> Claim | None:
    """Return what a record with a key of its own claims to be the only value of.

    A scope like `project` means another project in each store. What Basic Memory observes of a
    note under one category are several values.
    """
    said = record.claim
    if said is None or form != "pipe-lines" or len(said.value) > MOST_VALUE_CHARS:
        return None
    subject = said.subject
    if subject.casefold() not in _SHARED and ":" not in subject:
        subject = f"{store}: {subject}"
    return Claim(subject[:MOST_CLAIM_NAME], said.predicate[:MOST_CLAIM_NAME], said.value)


def record_title(record: StoreRecord, belief: str) -> str:
    """Return what stands before a record's words where it is searched.

    Its title where it is a file of its own; else its file and, as in a memory's name, its first
    words: by the file alone records are told less well apart (benchmarks/FIGURES.md).
    """
    if record.key == record.path and record.title:
        return record.title
    return f"{stem_of(record.path)} > {file_stem(belief)}"


def record_note(title: str, text: str) -> Note:
    """Return a record's words, secrets masked, as a note's are read, without properties."""
    path = NotePath(f"{title.replace('/', ' ')}.md")
    note = parse_note(path, _HEAD + text.encode("utf-8", "replace"))
    said = tuple(one for one in note.statements if one.kind != "property")
    return replace(note, statements=said)


def record_memory(  # noqa: PLR0913 -- one argument a column of the ledger
    *,
    id: str,  # noqa: A002 -- as the ledger calls it
    path: NotePath,
    belief: str,
    created: datetime | None,
    updated: datetime | None,
    facts: Facts,
) -> Memory:
    """Return a record as a memory, made of what is kept of it."""
    held = memory_of(record_note("", belief), belief)
    return replace(held, id=id, path=path, created=created, updated=updated, facts=facts)
