"""What is needed to write into stores: the writer, the journal, the audit, and one lock for all."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from vaultwatch.adapters.files.own_files import parse_own
from vaultwatch.adapters.files.safe_write import put_file
from vaultwatch.adapters.files.store_writer import StoreWriter
from vaultwatch.adapters.files.write_journal import RunSummary, UndoResult, WriteJournal
from vaultwatch.adapters.machine.clock import Clock
from vaultwatch.adapters.machine.lock import stores_lock
from vaultwatch.errors import BusyError, RefusedError, told_as

WAIT_S = 10.0
"""For another process that writes into a store: each write takes milliseconds."""
MOST_TOLD = 5
"""Files that one sentence names. Chosen by hand."""
MOST_LINES = 10_000
"""Of the audit; the oldest go. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class Healed:
    """What a kill had cut off, and was taken back."""

    undone: UndoResult
    kept: tuple[str, ...]
    """Where saves of that very moment are kept."""

    @property
    def told(self) -> str:
        """What to tell a person of it."""
        left = self.undone.refused
        what = f"{self.undone.what!r} was {'not written whole' if left else 'cut off half-way'}"
        if left:
            stays = some([f"{path} stays as it is: {why}" for path, why in left], "; ")
            told = f"{what}, and not all of it could be taken back: {stays}"
        elif self.undone.restored:
            told = f"{what}, and is taken back: {some(self.undone.restored)}."
        else:
            told = f"{what}; nothing of it stands."
        saves = (f" A save of that moment is kept as {one!r}." for one in self.kept)
        return "".join([told, *saves])


def some(words: Sequence[str], between: str = ", ") -> str:
    """Return the first few words of a sentence's list, and how many more there are."""
    more = len(words) - MOST_TOLD
    return between.join(words[:MOST_TOLD]) + (f" and {more} more" if more > 0 else "")


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
        """Make the folder."""
        with told_as(
            RefusedError, f"Cannot make {str(self.state)!r}", "Give yourself write permission."
        ):
            self.state.mkdir(mode=0o700, parents=True, exist_ok=True)

    @contextmanager
    def writing(self) -> Iterator[Healed | None]:
        """Hold the lock of those who write into stores; yield what a kill left and was taken back.

        Raises:
            BusyError: another process writes into a store.
            RefusedError: the folder or the lock is not ours, or what a kill left cannot be taken
                back.
        """
        self.ensure()
        with stores_lock(self.state, wait_s=WAIT_S):
            healed = self._heal()
            if healed is not None and self._cut_off() is not None:
                raise RefusedError(healed.told, hint="Mend that first, then try again.")
            yield healed

    def heal(self) -> Healed | None:
        """Take back what a kill cut off; None where there is nothing, or somebody is writing it."""
        if self._cut_off() is None:
            return None
        try:
            with stores_lock(self.state):
                return self._heal()
        except BusyError:
            return None

    def take_back(self) -> UndoResult:
        """Take the newest step back: all of its files, or it is finished by the next who writes."""
        self.journal.say_whole(is_whole=False)
        done = self.journal.undo(self.writer, dry_run=False, is_whole=True, may_wait=True)
        if done.refused and not done.restored and self._cut_off() is not None:
            self.journal.say_whole(is_whole=True)  # it stands as it stood
        else:
            self.tell("taken back", {"what": done.what, "files": list(done.restored)})
        return done

    def _cut_off(self) -> RunSummary | None:
        last = self.journal.last()
        return None if last is None or last.is_whole else last

    def _heal(self) -> Healed | None:
        """Take back what stands of a run that a kill cut off: all of its files, or none."""
        last = self._cut_off()
        if last is None:
            return None
        # First: once it is marked as taken back, nobody knows whose temporary files those are.
        now_s, kept = self.clock.now().timestamp(), list[Path]()
        for folder in dict.fromkeys(Path(path).parent for path in last.paths):
            kept += self.writer.sweep(folder, now_s=now_s, cut_off=last)
        done = self.journal.undo(self.writer, dry_run=False, is_whole=True)
        self.tell("healed", {"what": done.what, "files": list(done.restored)})
        return Healed(done, tuple(str(one) for one in kept))

    def has_applied(self, action: str) -> bool:
        """Tell whether an action was written, and nothing was taken back since."""
        try:
            lines = self.audit.read_bytes().splitlines()
        except OSError:
            return False
        for line in reversed(lines):
            with suppress(ValueError, LookupError, TypeError):
                row = parse_own(line)
                if row["verb"] != "applied":
                    return False
                if action in {one["id"] for one in row["actions"]}:
                    return True
        return False

    def tell(self, verb: str, what: Mapping[str, object]) -> None:
        """Write a line into the audit."""
        row = {"at": self.clock.now().isoformat(), "verb": verb, **what}
        try:
            held = self.audit.read_bytes().splitlines(keepends=True)[-MOST_LINES:]
        except FileNotFoundError:
            held = []
        line = json.dumps(row, ensure_ascii=False).encode() + b"\n"
        put_file(self.audit, b"".join([*held, line]), mode=0o600)
