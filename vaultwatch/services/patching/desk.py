"""What is needed to write into stores: the writer, the journal, the audit, and one lock for all."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from vaultwatch.adapters.clock import Clock
from vaultwatch.adapters.lock import stores_lock
from vaultwatch.adapters.safe_write import put_file
from vaultwatch.adapters.store_writer import StoreWriter
from vaultwatch.adapters.write_journal import UndoResult, WriteJournal
from vaultwatch.errors import RefusedError

WAIT_S = 10.0
"""For another process that writes into a store: each write takes milliseconds."""
MOST_LINES = 10_000
"""Of the audit; the oldest go. Chosen by hand."""


@dataclass(frozen=True)
class StoresDesk:
    """The user's own, for all stores; a vault has none of it."""

    state: Path
    """Where all is kept that is written beside the stores; for the user's eyes alone."""
    journal: WriteJournal
    writer: StoreWriter
    clock: Clock

    @property
    def patches(self) -> Path:
        """Where proposals are kept that were given no other place."""
        return self.state / "patches"

    @property
    def audit(self) -> Path:
        """What was written into stores and taken back, a JSON object a line."""
        return self.state / "applied.jsonl"

    def ensure(self) -> None:
        """Make the folder.

        Raises:
            RefusedError: it cannot be made.
        """
        try:
            self.state.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as exc:
            raise RefusedError(
                f"Cannot make {str(self.state)!r}: {exc.strerror}.",
                hint="Give yourself write permission.",
            ) from exc

    @contextmanager
    def writing(self) -> Iterator[UndoResult | None]:
        """Hold the lock of those who write into stores; yield what a kill left and was taken back.

        Raises:
            BusyError: another process writes into a store.
            RefusedError: the folder or the lock is not ours.
        """
        self.ensure()
        with stores_lock(self.state, wait_s=WAIT_S):
            yield self._heal()

    def _heal(self) -> UndoResult | None:
        """Take back what stands of a run that a kill cut off: all of its files, or none."""
        last = self.journal.last()
        if last is None or last.is_whole:
            return None
        done = self.journal.undo(self.writer, dry_run=False)
        self.tell("healed", {"what": done.what, "files": list(done.restored)})
        for path in last.paths:
            self.writer.sweep(Path(path).parent, now_s=self.clock.now().timestamp())
        return done

    def tell(self, verb: str, what: Mapping[str, object]) -> None:
        """Write a line into the audit."""
        row = {"at": self.clock.now().isoformat(), "verb": verb, **what}
        try:
            held = self.audit.read_bytes().splitlines(keepends=True)[-MOST_LINES:]
        except FileNotFoundError:
            held = []
        line = json.dumps(row, ensure_ascii=False).encode() + b"\n"
        put_file(self.audit, b"".join([*held, line]), mode=0o600)
