"""An editor that saves notes and memories at random beside a daemon, and knows what it saved last.

Each save holds a number; whoever reads the vault afterwards can tell which save survived. Used by
the tests for seconds and by benchmarks/harm.py saves for minutes.
"""

import random
import re
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from tests.system.vaults import Vault

OPEN, DONE = "is an open blocker for the release", "was found and no longer blocks the release"
NOTES = 8
_FLAGS = re.compile(r"^drift(?:_score|_since|_notes)?:.*\n(?:  .*\n)*", re.MULTILINE)


@dataclass
class Editor:
    """Saves in the ways that editors do."""

    vault: Vault
    seed: int = 1
    saved: dict[str, str] = field(default_factory=dict)
    """What it last saved, by path."""
    saves: Counter[str] = field(default_factory=Counter)
    """Saves by way."""

    def lay(self) -> None:
        """Write the vault for the first time."""
        for number in range(NOTES):
            self._save(f"Topic {number}.md", self._note(number, 0), "whole")
            self._save(f"Memories/m{number}.md", self._memory(number, 0), "whole")

    def edit_for(self, seconds: float, pause_s: float = 0.02) -> None:
        """Save at random: cited notes, so that flags come and go, and the memories themselves."""
        rnd = random.Random(self.seed)  # noqa: S311 -- repeats itself
        end_s, turn = time.monotonic() + seconds, 0
        while time.monotonic() < end_s:
            turn += 1
            number = rnd.randrange(NOTES)
            way = rnd.choice(("whole", "atomic", "append", "slow"))
            if rnd.random() < 0.6:
                self._save(f"Topic {number}.md", self._note(number, turn, rnd), way)
            else:
                self._save(f"Memories/m{number}.md", self._memory(number, turn), way)
            time.sleep(rnd.uniform(0, 2 * pause_s))

    def _note(self, number: int, turn: int, rnd: random.Random | None = None) -> str:
        state = OPEN if rnd is None or rnd.random() < 0.5 else DONE
        return f"# Topic {number}\n\nThe key of topic {number} {state}.\n\nSave {turn}.\n"

    def _memory(self, number: int, turn: int) -> str:
        return (
            f"---\nid: mem_{number}\ncreated: 2026-01-0{number + 1}\n---\n"
            f"The key of topic {number} is an open blocker in [[Topic {number}]].\n\nSave {turn}.\n"
        )

    def _save(self, path: str, text: str, way: str) -> None:
        place = self.vault.folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        self.saves[way] += 1
        if way == "append" and path in self.saved:
            addition = f"\nAdded {self.saves['append']}.\n"
            with place.open("a", encoding="utf-8") as file:
                file.write(addition)
            text = self.saved[path] + addition
        elif way == "atomic":
            draft = place.with_name(f".{place.name}.editing")
            draft.write_text(text, encoding="utf-8")
            draft.replace(place)
        else:
            with place.open("w", encoding="utf-8") as file:
                half = len(text) // 2
                file.write(text[:half])
                file.flush()
                if way == "slow":
                    time.sleep(0.01)
                file.write(text[half:])
        self.saved[path] = text

    def lost(self) -> list[str]:
        """Return the paths where anything but our flags differs from what was last saved."""
        return [
            path
            for path, text in self.saved.items()
            if _FLAGS.sub("", self.vault.read(path)) != text
        ]

    def set_aside(self) -> list[Path]:
        """Return what was put into the vault's trash: a save that met another in one instant."""
        trash = self.vault.folder / ".trash"
        return sorted(one for one in trash.rglob("*") if one.is_file()) if trash.is_dir() else []
