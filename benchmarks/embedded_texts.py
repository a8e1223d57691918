"""Count what the model reads for a vault: texts and tokens, at the first look and after edits.

    python benchmarks/embedded_texts.py [SET ...] [--vault FOLDER]

A set is one of ../shared/driftbench: its notes as they stood with every case's memory, then the
notes as they stand after the edits. `--vault` measures the first look at a folder of notes alone;
without anything named, every set and ../shared/vaults/obsidian-help. Beside ours stands what one
would embed who cuts notes into pieces of 2,000 characters, and each memory as one text.

What was tried to embed less, measured on dev and the life sets (AUC of verdicts by driftbench.py;
R@1 by heading of notes by recallbench): chunks joined up to half of the window, a fifth fewer
texts and 3% fewer tokens, find the place half as often (0.26 to 0.13 on life-dev2); links and
marks left out, 5 to 20% fewer tokens, neither better nor worse; 8 statements asked for a baseline
instead of 24, half of the statements at the first look, cost 0.002 of AUC on dev and a false alarm
on life-dev. None was kept: what the model reads is nearly the text itself.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from driftbench import (  # type: ignore[import-not-found]  # the script beside
    CASES,
    Side,
    lay_notes,
    read_cases,
    write_memories,
)

from vaultwatch.adapters.embedders import Embedder, TellDone, Vectors
from vaultwatch.adapters.embedders.minilm_model import MiniLMEmbedder
from vaultwatch.services.indexing.reindex import reindex
from vaultwatch.services.look import scan
from vaultwatch.wiring import open_workspace

REAL_NOTES = CASES.parent / "vaults" / "obsidian-help"


@dataclass
class Read:
    """What the model read since the last time it was asked."""

    texts: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def take(self, model: Embedder) -> str:
        """Return texts, tokens and seconds as three columns, and begin anew."""
        tokens = sum(min(n, model.max_tokens) for n in model.count_tokens(self.texts))
        told = f"{len(self.texts):8}{tokens:9}{self.seconds:8.1f}"
        self.texts, self.seconds = [], 0.0
        return told


def look(vault: Path, state: Path, read: Read) -> list[str]:
    """Index, then scan; return what each made the model read."""
    with open_workspace(vault, state=state) as ws:
        reindex(ws)
        model = ws.model.embedder
        if not model.is_semantic:
            sys.exit("The offline model is not here: run `vaultwatch models pull`.")
        chunks = read.take(model)
        scan(ws)
        return [chunks, read.take(model)]


def plain(folder: Path, memories: Sequence[str]) -> int:
    """Return how many texts one makes who cuts at 2,000 characters."""
    pieces = set(memories)
    for note in folder.rglob("*.md"):
        pieces.update(Side(note.read_text(encoding="utf-8", errors="replace"), ()).chunks)
    return len(pieces)


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sets", nargs="*")
    parser.add_argument("--vault", type=Path, help="a folder of notes, looked at once")
    wanted = parser.parse_args()
    names, vault = wanted.sets, wanted.vault
    if not names and vault is None:
        names, vault = sorted(path.parent.name for path in CASES.glob("*/cases.jsonl")), REAL_NOTES
    read = Read()
    embed = MiniLMEmbedder.embed

    def counted(
        model: MiniLMEmbedder, texts: Sequence[str], *, progress: TellDone | None = None
    ) -> Vectors:
        start = time.perf_counter()
        rows = embed(model, texts, progress=progress)
        read.seconds += time.perf_counter() - start
        read.texts += [text for text in texts if text != "probe"]
        return rows

    MiniLMEmbedder.embed = counted  # type: ignore[assignment,method-assign]
    print(f"{'':40}{'chunks':^25}{'statements':^25}")
    print(f"{'':24}{'plain':>8}{'':8}{('   texts   tokens   secs') * 2}")
    for name in names:
        cases = read_cases(name)
        with tempfile.TemporaryDirectory(prefix="embedded-") as folder:
            place, state = Path(folder) / "vault", Path(folder) / "state"
            place.mkdir()
            lay_notes(CASES / name / "before", place, {c["note"]: c["written"] for c in cases})
            write_memories(place, cases)
            pieces = plain(CASES / name / "before", [c["memory"] for c in cases])
            print(f"{name:12}{'first look':12}{pieces:8}{'':8}", *look(place, state, read), sep="")
            lay_notes(CASES / name / "after", place, {c["note"]: c["edited"] for c in cases})
            print(f"{name:12}{'edited':12}{'':16}", *look(place, state, read), sep="", flush=True)
    if vault is not None:
        with tempfile.TemporaryDirectory(prefix="embedded-") as folder:
            place, state = Path(folder) / "vault", Path(folder) / "state"
            lay_notes(vault, place, {})
            pieces = plain(vault, [])
            print(f"{vault.name:24}{pieces:8}{'':8}", *look(place, state, read), sep="")


if __name__ == "__main__":
    main()
