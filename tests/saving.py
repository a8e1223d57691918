"""Somebody who saves one note at random, in every way that editors do, and knows what he saved.

Run as a process of its own: `python -m tests.saving NOTE SEED SECONDS`. It ends with 1 and says so
when a save of its own is neither in the note nor in the trash.
"""

import random
import re
import sys
import time
from pathlib import Path

BURST = 12
DEADLINE_S = 5.0
_LINE = re.compile(rb"^save (\d+)$", re.MULTILINE)


class Writer:
    """Saves numbered lines; a rewrite leaves only its own, an appended one follows what stands."""

    def __init__(self, note: Path, seed: int) -> None:
        self.note = note
        self.chance = random.Random(seed)  # noqa: S311 -- a test's
        self.standing: list[int] = []
        """Saved since the last rewrite, which is the first of them."""
        self.number = 0

    def save(self) -> None:
        self.number += 1
        way = self.chance.choice(
            [self.in_place, self.slowly_in_place, self.by_rename, self.by_backup, self.append]
        )
        line = b"save %d\n" % self.number
        if way == self.append:
            self.standing.append(self.number)
        else:
            self.standing = [self.number]
        way(line)
        time.sleep(self.chance.random() ** 4 * 0.2)  # mostly at once, now and then after a rest

    def in_place(self, line: bytes) -> None:
        self.note.write_bytes(line)

    def slowly_in_place(self, line: bytes) -> None:
        with self.note.open("wb", buffering=0) as out:
            time.sleep(self.chance.random() * 0.002)
            out.write(line)

    def by_rename(self, line: bytes) -> None:
        temp = self.note.with_name(f".{self.note.name}.part")
        temp.write_bytes(line)
        temp.replace(self.note)

    def by_backup(self, line: bytes) -> None:
        backup = self.note.with_name(f"{self.note.name}~")
        self.note.rename(backup)
        self.note.write_bytes(line)
        backup.unlink()

    def append(self, line: bytes) -> None:
        with self.note.open("ab", buffering=0) as out:
            time.sleep(self.chance.random() * 0.002)
            out.write(line)

    def missing(self) -> list[int]:
        """Return what of the standing saves is nowhere, or, if it is the last, not in the note."""
        own = saves_in(self.note)
        trash = self.note.parent / ".trash"
        kept = [one for file in trash.glob("*") for one in saves_in(file)] if trash.exists() else []
        return [
            one
            for one in self.standing
            if one not in own and (one == self.number or one not in kept)
        ]

    def check(self) -> list[int]:
        """Wait until nothing is missing, not for ever: a swap puts a save back in an instant."""
        end_s = time.monotonic() + DEADLINE_S
        while (lost := self.missing()) and time.monotonic() < end_s:
            time.sleep(0.01)
        return lost


def saves_in(file: Path) -> list[int]:
    try:
        return [int(one) for one in _LINE.findall(file.read_bytes())]
    except FileNotFoundError:
        return []


def main(note: str, seed: str, seconds: str) -> int:
    writer = Writer(Path(note), int(seed))
    end_s = time.monotonic() + float(seconds)
    while time.monotonic() < end_s:
        for _ in range(writer.chance.randint(1, BURST)):
            writer.save()
        if lost := writer.check():
            sys.stdout.write(f"lost {lost} of {writer.number}\n")
            return 1
    sys.stdout.write(f"saves={writer.number}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
