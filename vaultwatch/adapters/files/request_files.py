"""Requests as files: a door leaves `<name>.json` in the vault, the daemon answers beside it.

`<vault>/.vaultwatch/requests/<name>.json` is answered in `<name>.answer.json`. Whoever can write
into the vault can write here, so nothing is taken for what it seems: only regular files are read,
no link is followed, and the folder itself must be no link.
"""

import heapq
import json
import os
import stat as modes
import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, suppress
from datetime import datetime
from pathlib import Path

from vaultwatch.adapters.files.own_files import NotPlainFileError, open_plain, own_folder, parse_own
from vaultwatch.adapters.files.safe_write import create_file, put_file
from vaultwatch.errors import NotThereError, RefusedError, VaultwatchError, told_as
from vaultwatch.late_regex import late_regex

MAX_REQUEST_BYTES = 65_536
"""A selection of 20,000 characters fits in any script. Chosen by hand."""
MAX_ANSWER_BYTES = 8_000_000
"""An answer holds some hundred findings at most. Chosen by hand."""
MOST_WAITING = 200
"""So many are looked at in one go; those behind them wait for the next look. Chosen by hand."""
YOUNG_S = 2.0
"""A file this young may still be being written. Chosen by hand: Obsidian writes in milliseconds,
a sync client in one go."""
ANSWER_KEPT_S = 86_400.0
TEMP_KEPT_S = 3_600.0

ACCEPTED: Mapping[str, object] = {"state": "accepted"}
"""The first answer: it was seen and will be carried out."""

_NAME = late_regex(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")
_ENDING = ".json"
_ANSWER = ".answer"
_TEMP = late_regex(r"\.vaultwatch-[0-9a-f]{16}\.tmp|[A-Za-z0-9][A-Za-z0-9._-]{0,79}\.tmp")
"""Ours, and those of the plugin, which writes `<name>.tmp` first."""


class RequestFiles:
    """The requests folder of one vault, as the daemon and the doors see it."""

    def __init__(self, vault: Path) -> None:
        """Look at nothing yet."""
        self._vault = vault

    def waiting(self) -> list[str]:
        """Return the names of requests without a last answer, oldest first.

        At most `MOST_WAITING`; folders and names that cannot be a request's are passed over.

        Raises:
            VaultwatchError: the folder cannot be read.
            OutsideVaultError: the folder is a link.
        """
        names = (name for _, name in heapq.nsmallest(MOST_WAITING, self._standing()))
        return [name for name in names if not self._is_settled(name)]

    def _standing(self) -> Iterator[tuple[int, str]]:
        entries = self._entries()
        # Where a folder stands in the answer's place nobody can ever be answered.
        blocked = {entry.name for entry in entries if entry.is_dir(follow_symlinks=False)}
        for entry in entries:
            name = entry.name.removesuffix(_ENDING)
            if name == entry.name or not _is_request(name):
                continue
            if name + _ANSWER + _ENDING in blocked:
                continue
            with suppress(OSError):
                found = entry.stat(follow_symlinks=False)
                if not modes.S_ISDIR(found.st_mode):
                    yield found.st_mtime_ns, name

    def is_young(self, name: str) -> bool:
        """Tell whether a request was written so lately that it may still be growing."""
        try:
            age_s = time.time() - self._place(name).lstat().st_mtime
        except OSError:
            return False
        return 0 <= age_s < YOUNG_S  # one from the future is not waited for

    def stands(self, name: str) -> bool:
        """Tell whether the request is still there; its asker may take it back."""
        return os.path.lexists(self._place(name))

    def read(self, name: str) -> bytes:
        """Return a request's bytes.

        Raises:
            NotThereError: it was taken back.
            RefusedError: it is no regular file, or too large.
            VaultwatchError: it cannot be read.
        """
        return _read(self._place(name), MAX_REQUEST_BYTES)

    def accept(self, name: str) -> None:
        """Answer `accepted` where no answer stands yet.

        Never over another: the worker may have given the last answer a moment ago.
        """
        place = self._answer_place(name)
        if self.answered(name) is None:  # one of an earlier request of this name is in the way
            with _translated("write into"):
                place.unlink(missing_ok=True)
        self._write(place, ACCEPTED, is_where_free=True)

    def answer(self, name: str, answer: Mapping[str, object]) -> None:
        """Write an answer in one step, in place of an earlier one."""
        self._write(self._answer_place(name), answer)

    def answered(self, name: str) -> Mapping[str, object] | None:
        """Return the answer to a request; None where there is none that can be read.

        An answer older than the request that stands beside it was for another of the same name.
        """
        place = self._answer_place(name)
        try:
            answer = parse_own(_read(place, MAX_ANSWER_BYTES))
            with suppress(FileNotFoundError):
                if place.lstat().st_mtime_ns < self._place(name).lstat().st_mtime_ns:
                    return None
        except (VaultwatchError, OSError, ValueError):
            return None
        return answer if isinstance(answer, dict) else None

    def remove(self, name: str) -> bool:
        """Take a request away; tell whether it still stood, which only one remover is told."""
        with _translated("remove a request from"):
            try:
                self._place(name).unlink()
            except FileNotFoundError:
                return False
        return True

    def withdraw(self, name: str) -> None:
        """Take a request and its answer away."""
        self.remove(name)
        with _translated("remove an answer from"):
            self._answer_place(name).unlink(missing_ok=True)

    def clean(self, now: datetime) -> int:
        """Remove answers older than a day, temporary files older than an hour; count them."""
        count = 0
        for entry in self._entries():
            is_answer = entry.name.endswith(_ANSWER + _ENDING)
            if not is_answer and not _TEMP.fullmatch(entry.name):
                continue
            kept_s = ANSWER_KEPT_S if is_answer else TEMP_KEPT_S
            with suppress(OSError):
                found = entry.stat(follow_symlinks=False)
                is_old = now.timestamp() - found.st_mtime > kept_s
                if is_old and not modes.S_ISDIR(found.st_mode):
                    Path(entry.path).unlink()
                    count += 1
        return count

    def _is_settled(self, name: str) -> bool:
        """Tell whether a request got its last answer and was left by a kill."""
        answer = self.answered(name)
        return answer is not None and answer.get("state") in {"done", "refused"}

    def left_over(self) -> list[str]:
        """Return requests that got their last answer but stand still: a kill came between."""
        names = (name for _, name in heapq.nsmallest(MOST_WAITING, self._standing()))
        return [name for name in names if self._is_settled(name)]

    def _entries(self) -> list[os.DirEntry[str]]:
        folder = self._folder()
        with _translated("read"):
            try:
                with os.scandir(folder) as entries:
                    return list(entries)
            except FileNotFoundError:
                return []

    def _folder(self) -> Path:
        return own_folder(self._vault, "requests")

    def _place(self, name: str) -> Path:
        if not _is_request(name):
            raise RefusedError(f"{name!r} is no name for a request.")
        return self._folder() / (name + _ENDING)

    def _answer_place(self, name: str) -> Path:
        return self._place(name).with_name(name + _ANSWER + _ENDING)

    def _write(
        self, place: Path, value: Mapping[str, object], *, is_where_free: bool = False
    ) -> None:
        # Not synced to the disk: after a power cut a request is asked, or carried out, again.
        data = json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")
        with _translated("write into"):
            if not self._vault.is_dir():
                raise NotThereError(f"There is no vault at {str(self._vault)!r}.")
            place.parent.mkdir(parents=True, exist_ok=True)
            if not is_where_free:
                put_file(place, data, is_synced=False, follows_link=False)
                return
            with suppress(FileExistsError):
                create_file(place, data, is_synced=False)


def _is_request(name: str) -> bool:
    return _NAME.fullmatch(name) is not None and not name.casefold().endswith(_ANSWER)


def _read(place: Path, most_bytes: int) -> bytes:
    try:
        opened = open_plain(place)
    except FileNotFoundError as exc:
        raise NotThereError("The request was taken back.") from exc
    except NotPlainFileError as exc:
        raise RefusedError(
            "The request is no plain file.", hint="Write it as a JSON file."
        ) from exc
    except OSError as exc:
        raise RefusedError(
            f"The request cannot be read: {exc.strerror}.",
            hint="It must be a plain file that the daemon may read.",
        ) from exc
    with _translated("read a request in"), opened:
        data = opened.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise RefusedError(
            f"The request is larger than {most_bytes} bytes.", hint="Ask for less at once."
        )
    return data


def _translated(verb: str) -> AbstractContextManager[None]:
    hint = "See who may read and write that folder, and whether the disk is full."
    return told_as(VaultwatchError, f"Cannot {verb} `.vaultwatch/requests` in the vault", hint)
