"""Lay a vault of many memories for `agents.py`, and index it with the product's own command.

A vault is kept where it was built: the next run finds it, indexed.
"""

import os
import random
import subprocess
import sys
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from vault import sentence  # type: ignore[import-not-found]  # the script beside

from vaultwatch.memories.claims import Claim
from vaultwatch.memories.facts import Facts
from vaultwatch.memories.ids import memory_id
from vaultwatch.memories.provenance import MemorySource
from vaultwatch.memories.record import render_memory

MEMORIES_A_NOTE = 5
"""Each repeats one of its sentences."""
CLAIM_EVERY = 10
"""One memory in so many carries a claim."""
_FIRST = datetime(2026, 1, 1, tzinfo=UTC)
_SPREAD_H = 5_000
_SOURCES: tuple[MemorySource, ...] = ("inference", "document", "tool_output", "user_explicit")


@dataclass(frozen=True)
class Laid:
    """A vault with its state folder."""

    vault: Path
    state: Path
    embedder: str
    total: int
    """Memories that it was laid with."""

    @property
    def environment(self) -> dict[str, str]:
        """What a process that serves it is started with."""
        return {**os.environ, "VAULTWATCH_STATE": str(self.state)}

    def note(self, number: int) -> Path:
        """Return where a cited note stands."""
        return self.vault / f"Folder {number % 20}" / f"Note {number}.md"

    @property
    def memories(self) -> Path:
        """Where the memories stand."""
        return self.vault / "Memories"


def sentences_of(number: int) -> list[str]:
    """Return what a note says, one sentence a memory."""
    rnd = random.Random(number)  # noqa: S311 -- a benchmark repeats itself
    return [sentence(rnd) for _ in range(MEMORIES_A_NOTE)]


def belief_of(number: int) -> str:
    """Return what a memory says."""
    note, place = divmod(number, MEMORIES_A_NOTE)
    return f"{sentences_of(note)[place].rstrip('.')}, see [[Note {note}]]."


def lay(folder: Path, total: int, embedder: str) -> Laid:
    """Return the vault of so many memories in a folder; build and index it where it is missing."""
    place = folder / f"{total}-{embedder}"
    laid = Laid(place / "vault", place / "state", embedder, total)
    built = place / "built"
    if built.exists():
        return laid
    laid.memories.mkdir(parents=True)
    laid.state.mkdir()
    settings = laid.vault / ".vaultwatch" / "config.toml"
    settings.parent.mkdir()
    settings.write_text(f'[index]\nembedder = "{embedder}"\n', encoding="utf-8")
    for number in range(-(-total // MEMORIES_A_NOTE)):
        first, *rest = sentences_of(number)
        file = laid.note(number)
        file.parent.mkdir(parents=True, exist_ok=True)
        text = f"# Note {number}\n\n{first}\n\n## Part\n\n{' '.join(rest)}\n"
        file.write_text(text, encoding="utf-8")
    for number in range(total):
        (laid.memories / f"Memory {number}.md").write_bytes(_memory(number))
    start = time.perf_counter()
    index(laid)
    run(laid, "scan")  # a daemon would have held every memory against its notes
    built.write_text(f"{time.perf_counter() - start:.0f}\n", encoding="utf-8")
    return laid


def index(laid: Laid) -> None:
    """Bring the index up to the disk."""
    run(laid, "index")


def run(laid: Laid, verb: str) -> None:
    """Run a command on the vault."""
    command = [sys.executable, "-m", "vaultwatch", verb, "--vault", str(laid.vault)]
    done = subprocess.run(command, env=laid.environment, stdout=subprocess.DEVNULL, check=False)
    if done.returncode:
        sys.exit(f"vaultwatch {verb} failed")


def _memory(number: int) -> bytes:
    rnd = random.Random(-number)  # noqa: S311 -- a benchmark repeats itself
    written = _FIRST + timedelta(hours=rnd.randrange(_SPREAD_H))
    belief = belief_of(number)
    claim = Claim(f"Thing {number}", "number", str(number)) if number % CLAIM_EVERY == 0 else None
    facts = Facts(
        source=_SOURCES[number % len(_SOURCES)],
        tags=(f"area{number % 20}",),
        agent="benchmark",
        claim=claim,
    )
    id_ = memory_id(f"{number}\n{belief}")
    return render_memory(id=id_, belief=belief, created=written, updated=written, facts=facts)
