"""What the benchmarks share: a scratch vault with its state, real commands, a daemon, and times.

Not run by itself. Words are made up: they name nothing of high impact.
"""

import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from vaultwatch.places import Places
from vaultwatch.services.daemon_state import DaemonState, read_state

WORDS_TEXT = """
    harbour ledger kiln signal orchard compass lantern budget release archive meeting garden
    supplier invoice draft review engine station market bridge window paper river workshop
    schedule contract sample recipe journal backup server printer travel lecture exam thesis
"""
WORDS = WORDS_TEXT.split()
NOTES_A_MEMORY = 10
"""One memory for ten notes, each citing two."""
PROGRAM = (sys.executable, "-m", "vaultwatch")


@dataclass(frozen=True)
class Cost:
    """What one process took, with its children."""

    wall_s: float
    cpu_s: float
    peak_mb: float


@dataclass
class Times:
    """How long the calls of one kind took."""

    name: str
    seconds: list[float] = field(default_factory=list)
    said: str = ""

    def show(self, total: int) -> None:
        """Print one row."""
        found = sorted(self.seconds)
        p95 = percentile_95(found)
        row = f"{len(found):>5} {statistics.median(found) * 1e3:9.0f} {p95 * 1e3:9.0f}"
        print(f"{total:>7}  {self.name:36} {row} {found[-1] * 1e3:9.0f}  {self.said}", flush=True)


def percentile_95(seconds: Sequence[float]) -> float:
    """Return what 95 of 100 took at most."""
    return sorted(seconds)[max(0, round(0.95 * len(seconds)) - 1)]


def cost_of(
    command: Sequence[str],
    environment: dict[str, str],
    *,
    said: bytes = b"",
    allowed: Sequence[int] = (0,),
) -> Cost:
    """Run a process that reads what is said to it; return what it took.

    Raises:
        SystemExit: it ends with a status that is not allowed.
    """
    with tempfile.TemporaryFile() as given:
        given.write(said)
        given.seek(0)
        start = time.perf_counter()
        process = subprocess.Popen(command, env=environment, stdin=given, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        wall_s = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in allowed:
        sys.exit(f"{' '.join(command)} failed")
    return Cost(wall_s, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


@dataclass(frozen=True)
class Bench:
    """A vault and its state folder."""

    vault: Path
    state: Path
    total: int = 0
    """Notes or memories that it was laid with."""

    @property
    def environment(self) -> dict[str, str]:
        """What a process that works on it is started with."""
        own = {"VAULTWATCH_STATE": str(self.state), "VAULTWATCH_VAULT": str(self.vault)}
        return {**os.environ, **own}

    @property
    def places(self) -> Places:
        """Where the vault's files stand."""
        return Places(self.vault, state_base=self.state)

    @property
    def memories(self) -> Path:
        """Where the memories stand."""
        return self.vault / "Memories"

    def note(self, number: int) -> Path:
        """Return where a note stands."""
        return self.vault / f"Folder {number % 20}" / f"Note {number}.md"

    def write(self, place: Path, text: str) -> None:
        """Write a file of the vault, its folder too."""
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")

    def configure(self, embedder: str, more: str = "") -> None:
        """Write the vault's settings."""
        self.state.mkdir(parents=True, exist_ok=True)
        told = f'[index]\nembedder = "{embedder}"\n{more}'
        self.write(self.vault / ".vaultwatch" / "config.toml", told)

    def run(self, *words: str, said: bytes = b"", allowed: Sequence[int] = (0,)) -> Cost:
        """Run a command on it, start of Python included."""
        return cost_of((*PROGRAM, *words), self.environment, said=said, allowed=allowed)

    def heartbeat(self) -> DaemonState | None:
        """Return what the daemon last said."""
        return read_state(self.places)

    @contextmanager
    def daemon(self) -> Iterator[tuple[psutil.Process, float]]:
        """Run a daemon; give its process and the seconds from its start until it was ready."""
        self.places.heartbeat.unlink(missing_ok=True)
        log = (self.state / "daemon.log").open("a")
        start_s = time.perf_counter()
        command = [*PROGRAM, "run", str(self.vault)]
        process = subprocess.Popen(command, env=self.environment, stderr=log)
        try:
            while not ((now := self.heartbeat()) and now.ready_at):
                if process.poll() is not None:
                    sys.exit("the daemon ended")
                time.sleep(0.005)
            yield psutil.Process(process.pid), time.perf_counter() - start_s
        finally:
            process.terminate()
            process.wait(30)
            log.close()

    def wait_for_rest(self) -> None:
        """Wait until the daemon has nothing in hand and nothing waits."""
        quiet = 0
        while quiet < 10:  # noqa: PLR2004
            now = self.heartbeat()
            quiet = quiet + 1 if now and not now.doing and not now.queue else 0
            time.sleep(0.1)


@contextmanager
def scratch(keep: Path | None = None) -> Iterator[Path]:
    """Give a folder that goes at the end, or the one that is kept."""
    with tempfile.TemporaryDirectory(prefix="benchmark-") as folder:
        yield keep or Path(folder)


def sentence(rnd: random.Random) -> str:
    """Return a sentence of invented facts."""
    words = " ".join(rnd.choices(WORDS, k=rnd.randint(7, 14)))
    return f"{words.capitalize()} {rnd.randint(2, 900)}."


def note_text(rnd: random.Random, number: int, total: int) -> str:
    """Return a note with properties, sections, tasks and links."""
    links = " ".join(f"[[Note {rnd.randrange(total)}]]" for _ in range(3))
    paragraphs = [" ".join(sentence(rnd) for _ in range(4)) for _ in range(rnd.randint(1, 4))]
    tasks = "\n".join(f"- [{rnd.choice(' x')}] {sentence(rnd)}" for _ in range(3))
    body = "\n\n## Part\n\n".join(paragraphs)
    head = f"---\nstatus: open\nnumber: {number}\n---\n# Note {number}"
    return f"{head}\n\n{body}\n\n{tasks}\n\n{links}\n"


def lay_vault(bench: Bench) -> Path:
    """Write a vault of notes with its memories; return a note that one of them cites."""
    rnd = random.Random(bench.total)  # noqa: S311 -- a benchmark repeats itself
    texts = [note_text(rnd, number, bench.total) for number in range(bench.total)]
    for number, text in enumerate(texts):
        bench.write(bench.note(number), text)
    first = 0
    for number in range(max(1, bench.total // NOTES_A_MEMORY)):
        first, second = rnd.randrange(bench.total), rnd.randrange(bench.total)
        belief = texts[first].split("\n\n")[1].split(". ")[0]
        text = f"{belief}, see [[Note {first}]] and [[Note {second}]].\n"
        bench.write(bench.memories / f"Memory {number}.md", text)
    return bench.note(first)


def change_number(note: Path) -> None:
    """Change the number that ends the first sentence after the heading, or change it back."""
    text = note.read_text(encoding="utf-8")
    head, mark, rest = text.partition("\n\n")
    number = re.search(r"\d+(?=\.)", rest)
    if number is None:
        return
    changed = int(number[0]) + (1000 if int(number[0]) < 1000 else -1000)  # noqa: PLR2004
    rest = rest[: number.start()] + str(changed) + rest[number.end() :]
    draft = note.with_suffix(".tmp")
    draft.write_text(head + mark + rest, encoding="utf-8")
    draft.replace(note)
