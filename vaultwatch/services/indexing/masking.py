"""Mask once more what older rules let in: the ledger and its copies, the index."""

import logging
from collections.abc import Collection, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from vaultwatch.adapters.ledger.opening import rewrite_copy
from vaultwatch.errors import LedgerBusyError, LedgerError, NoteUnreadableError, OutsideVaultError
from vaultwatch.guard import secrets
from vaultwatch.memories.record import memories_of, memory_of
from vaultwatch.notes.masking import masked_statements
from vaultwatch.notes.model import NotePath, Statement
from vaultwatch.notes.parse import parse_note
from vaultwatch.services.indexing.index_state import owe_tidying
from vaultwatch.services.indexing.reading import Reading, digest_of, read_bytes, read_note
from vaultwatch.services.records.losses import backups, upgraded_copies
from vaultwatch.services.records.small_facts import (
    MASKING,
    MET,
    MODEL_ID,
    MODEL_NOTICE,
    READER_NOTICE,
    REPORT_BEFORE,
    REPORT_OUTCOMES,
    REPORT_PROPERTIES,
    REPORT_REMARKS,
    REPORT_TEXT,
    owe_scan,
)
from vaultwatch.services.records.trust import carry
from vaultwatch.services.workspace import Workspace

if TYPE_CHECKING:
    from vaultwatch.adapters.ledger.masking_store import Masking
    from vaultwatch.adapters.ledger.sql_ledger import Ledger

log = logging.getLogger(__name__)


def take_up_masking(ws: Workspace) -> bool:
    """Mask what is kept by newer rules; tell whether notes must be taken in anew for it.

    Once for each version of the rules the whole ledger and its copies are gone through, and every
    note is read; only those that hold a secret are indexed, and the index's old versions go at the
    next tidying. Where another process reads the ledger right now the next look does it.
    """
    if ws.is_rehearsal or MASKING.get(ws.ledger) == secrets.MASKING_VERSION:
        return False
    try:
        _mask_records(ws)
    except LedgerBusyError as error:
        log.info("words are masked later: %s", error.message)
        return False
    held = dict.fromkeys(filter(lambda path: _holds_secret(ws, path), ws.ledger.note_stats()), "")
    if held:
        ws.ledger.set_indexed(held, MODEL_ID.get(ws.ledger))
        owe_tidying(ws)
    MASKING.set(ws.ledger, secrets.MASKING_VERSION)
    return bool(held)


def _holds_secret(ws: Workspace, path: NotePath) -> bool:
    with suppress(NoteUnreadableError, OutsideVaultError):  # the round says so, if it stands
        text = ws.files.read(path).decode("utf-8-sig", "replace")
        return secrets.mask_secrets(text) != text
    return False


def _mask_records(ws: Workspace) -> None:
    """Mask the words of the ledger and its copies."""
    how = _masking(ws)
    for id_, (before, now) in ws.ledger.mask_words(how).items():
        carry(ws, id_, before, now)
    owe_scan(ws)  # the report and the flags are told anew
    ws.ledger.scrub()
    for copy in (*backups(ws.places), *upgraded_copies(ws.places)):
        _mask_copy(ws, copy, how)


def _mask_copy(ws: Workspace, copy: Path, how: "Masking") -> None:
    def deed(ledger: "Ledger") -> None:
        ledger.mask_words(how)
        ledger.scrub()

    try:
        with TemporaryDirectory(dir=ws.places.state, prefix="masking-") as scratch:
            rewrite_copy(copy, Path(scratch), deed, clock=ws.clock)
    except (LedgerError, OSError) as error:  # one that cannot be read cannot be put back either
        log.warning("a copy of the ledger was not masked copy=%r: %s", copy.name, error)


def _masking(ws: Workspace) -> "Masking":
    from vaultwatch.adapters.ledger.masking_store import Masking

    texts = (MODEL_NOTICE, READER_NOTICE, REPORT_REMARKS, REPORT_PROPERTIES)
    return Masking(
        mask=secrets.mask_secrets,
        belief_digest=partial(_belief_digest, ws),
        statements=partial(_statements, ws),
        texts=frozenset(fact.name for fact in texts),
        lists=frozenset({REPORT_OUTCOMES.name}),
        dropped=frozenset({REPORT_TEXT.name, REPORT_BEFORE.name}),
        parts=frozenset({MET.name}),
    )


def _belief_digest(ws: Workspace, path: NotePath, belief: str) -> str:
    """Return the digest of a masked belief: its note's, where that stands and says it."""
    with suppress(NoteUnreadableError, OutsideVaultError):
        reading = read_note(ws.files, path)
        for memory in memories_of(reading.note, reading.body):
            if memory.belief == belief:
                return memory.belief_digest
    data = b"---\nid: x\n---\n" + belief.encode("utf-8", "replace")
    reading = Reading(parse_note(path, data), data.decode("utf-8"))
    return memory_of(reading.note, reading.body).belief_digest


def _statements(
    ws: Workspace, statements: tuple[Statement, ...], places: Collection[tuple[NotePath, str]]
) -> tuple[Statement, ...]:
    """Return a baseline's statements masked: as its note is read now, where that did not change."""
    masked = masked_statements(statements, _find)
    if masked == statements:
        return statements
    for now in _read_again(ws, places):
        if len(now) == len(statements):  # what supports a memory is told by its place among them
            return now
    return masked


def _find(text: str) -> Iterator[tuple[int, int, str]]:
    return ((hit.start, hit.end, hit.mask) for hit in secrets.find_secrets(text))


def _read_again(
    ws: Workspace, places: Collection[tuple[NotePath, str]]
) -> Iterator[tuple[Statement, ...]]:
    for path, digest in sorted(places):
        with suppress(NoteUnreadableError, OutsideVaultError):
            data = ws.files.read(path)
            if digest_of(data) == digest:
                yield tuple(read_bytes(path, data).note.statements)
