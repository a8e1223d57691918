"""Read a note from the vault as every other service sees it: parsed, its secrets masked.

The one place where a note's text enters the product, so that no key or password of a note can
reach the index, the ledger, a log or the report.
"""

import gc
import logging
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from itertools import takewhile
from multiprocessing import get_context
from os import cpu_count
from pathlib import Path
from traceback import extract_tb

from vaultwatch.adapters.files.vault_files import VaultFiles
from vaultwatch.errors import VaultwatchError
from vaultwatch.guard import secrets
from vaultwatch.guard.secrets import mask_secrets
from vaultwatch.memories.procedures import without_outcomes
from vaultwatch.notes.frontmatter_edit import BOM
from vaultwatch.notes.model import Note, NotePath
from vaultwatch.notes.parse import parse_note
from vaultwatch.notes.property_block import LINE_END

log = logging.getLogger(__name__)

BULK_BYTES = 3_000_000
"""From here on processes pay for their start of about half a second (spawn, FACTS)."""

KEPT_NOTES = 256
"""Chosen by hand: some ten megabytes."""
MOST_KEPT_BYTES = 65_536
"""Of one note that is kept. Chosen by hand."""

BATCH_NOTES = 64
"""Notes handed to a process at once: enough to hide the cost of handing over."""


REPORT_MARK = b"generated: vaultwatch"
"""The property by which we know our own report: a note of that name without it is a person's."""
REPORT_MARK_WITHIN_BYTES = 400
FENCE = b"---"


@dataclass(frozen=True, slots=True)
class Reading:
    """One note as read: its parse and its masked text."""

    note: Note
    text: str
    """Decoded, secrets masked, BOM kept off."""

    @property
    def body(self) -> str:
        """What stands below the properties, without the outcomes of a procedure."""
        text = without_outcomes(self.note, self.text)
        start = 0
        for _ in range(self.note.body_line - 1):
            end = LINE_END.search(text, start)
            start = end.end() if end is not None else len(text)
        return text[start:]


@dataclass(frozen=True, slots=True)
class Unparsed:
    """A note that could not be parsed: a fault of ours that stops no other note."""

    path: NotePath
    reason: str


@contextmanager
def sparing_others(path: NotePath, failed: dict[NotePath, str] | None = None) -> Iterator[None]:
    """Hold what goes wrong with one note against that note: it never stops the others.

    `failed` takes its path and the reason.

    Raises:
        VaultwatchError: index, ledger or model cannot be used, which is no fault of the note.
    """
    try:
        yield
    except VaultwatchError:
        raise
    except Exception as error:  # noqa: BLE001 -- see above
        reason = _blame_of(error)
        log.error("skipped note=%r reason=%s", path, reason)  # noqa: TRY400 -- without its text
        if failed is not None:
            failed[path] = f"it cannot be taken in ({reason})"


def _blame_of(error: Exception) -> str:
    """Return what went wrong and where, without a word of the note."""
    trace = extract_tb(error.__traceback__)
    place = f" in {Path(trace[-1].filename).name}:{trace[-1].lineno}" if trace else ""
    return f"{type(error).__name__}{place}"


def digest_of(data: bytes) -> str:
    """Return the SHA-256 of a note's bytes in lower-case hex."""
    return sha256(data).hexdigest()


def is_generated(data: bytes) -> bool:
    """Tell whether a note is a report of ours, whatever its name."""
    head = data[:REPORT_MARK_WITHIN_BYTES]
    if REPORT_MARK not in head:
        return False
    # A line of its properties: a person's note may tell of the mark.
    fence, *lines = (line.rstrip() for line in head.removeprefix(BOM).splitlines())
    return fence == FENCE and REPORT_MARK in takewhile(lambda line: line != FENCE, lines)


def read_bytes(path: NotePath, data: bytes) -> Reading:
    """Parse the bytes of a note with its secrets masked; never raises, whatever they hold."""
    text = data.decode("utf-8-sig", "replace")
    masked = mask_secrets(text)
    if masked == text:
        return Reading(parse_note(path, data), text)
    note = parse_note(path, masked.encode("utf-8", "replace"))
    return Reading(replace(note, digest=digest_of(data)), masked)


def read_note(files: VaultFiles, path: NotePath) -> Reading:
    """Read and parse one note.

    Raises:
        NoteUnreadableError: the note cannot be read.
    """
    return read_again(path, files.read(path))


def read_again(path: NotePath, data: bytes) -> Reading:
    """Parse the bytes of a note that others ask about too: one after the other asks of the same."""
    if len(data) > MOST_KEPT_BYTES:
        return read_bytes(path, data)
    return _kept(path, data, secrets.MASKING_VERSION)


@lru_cache(maxsize=KEPT_NOTES)
def _kept(path: NotePath, data: bytes, rules: str) -> Reading:
    del rules  # by which it was masked
    return read_bytes(path, data)


def read_many(contents: Mapping[NotePath, bytes]) -> Iterator[Reading | Unparsed]:
    """Parse many notes, in order; with all cores where there is enough to do."""
    items = list(contents.items())
    cores = cpu_count() or 1
    if cores == 1 or sum(len(data) for _, data in items) < BULK_BYTES:
        yield from _read_batch(items)
        return
    batches = [items[i : i + BATCH_NOTES] for i in range(0, len(items), BATCH_NOTES)]
    # Spawn, not fork: LanceDB's threads do not survive a fork (FACTS).
    workers = min(cores, len(batches))
    spawn = get_context("spawn")
    # A worker makes values and hands them over: collecting cycles costs it a third (measured).
    with ProcessPoolExecutor(workers, mp_context=spawn, initializer=gc.disable) as pool:
        for readings in pool.map(_read_batch, batches):
            yield from readings


def _read_batch(batch: Iterable[tuple[NotePath, bytes]]) -> list[Reading | Unparsed]:
    return [_read_or_tell(path, data) for path, data in batch]


def _read_or_tell(path: NotePath, data: bytes) -> Reading | Unparsed:
    try:
        return read_bytes(path, data)
    except Exception as error:  # noqa: BLE001 -- one bad note never stops the others
        return Unparsed(path, _blame_of(error))
