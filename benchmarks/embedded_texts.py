"""Count what the model reads for a vault, and for what: texts, tokens and its CPU seconds.

    python benchmarks/embedded_texts.py [SET ...] [--vault FOLDER]

A set is one of ../shared/driftbench: its notes as they stood with every case's memory (`first
look`), then the notes as they stand after the edits (`edited`); and the notes after the edits with
memories that were never seen before (`adopted`: they are compared cold). `--vault` measures the
first look at a folder of notes alone; without anything named, every set and
../shared/vaults/obsidian-help. Beside ours stands what one would embed who cuts notes into pieces
of 2,000 characters, and each memory as one text.

Two things halved the first look at the sets. Statements are read when their note changed and no
longer for every baseline: they were half of all tokens on the life sets, a third on dev and dev2;
of 2,760 verdicts none flipped. Addresses of links are no words: 5 to 16% fewer tokens of chunks,
and the place is found more often.

Tried and not kept, as none is worth its lines or all cost recall (AUC of verdicts by the cases of
driftbench; R@1 of places by recallbench on the life sets, of evidence passages on dev2):
- chunks joined up to half of the window: a fifth fewer texts, 3% fewer tokens, R@1 .26 to .13 on
  life-dev2 (by the scorer of recallbench);
- links and marks left out whole: 5 to 20% fewer tokens, R@1 .375 to .352 on life-dev2;
- title and innermost heading alone in front of a chunk: 1 to 8% fewer tokens, R@1 .572 to .553 on
  dev2; no heading at all: 6 to 17% fewer, .537 to .435 on life-dev3;
- 8 statements asked for instead of 24: .002 of AUC on dev, a false alarm on life-dev;
- the nearest 6 by words first, then those that could still count were they as near as .7 to .8: 1
  to 11% fewer tokens cold, the same supports in 99 of 100;
- cold by words alone: .010 to .025 of AUC; asking only where the words score .3 or more: 2 to 9%
  fewer tokens and up to .026 of AUC;
- attention as one operator of ONNX 23: 7 to 11% less time, the same vectors; a new graph, for which
  every index would be made anew.
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

from vaultwatch.adapters.models.embedders import Embedder, TellDone, Vectors
from vaultwatch.adapters.models.embedders.minilm_model import MiniLMEmbedder
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
        start = time.process_time()
        rows = embed(model, texts, progress=progress)
        read.seconds += time.process_time() - start
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
            print(f"{name:12}{'edited':12}{'':16}", *look(place, state, read), sep="")
            fresh = Path(folder) / "adopted"
            print(f"{name:12}{'adopted':12}{'':16}", *look(place, fresh, read), sep="", flush=True)
    if vault is not None:
        with tempfile.TemporaryDirectory(prefix="embedded-") as folder:
            place, state = Path(folder) / "vault", Path(folder) / "state"
            lay_notes(vault, place, {})
            pieces = plain(vault, [])
            print(f"{vault.name:24}{pieces:8}{'':8}", *look(place, state, read), sep="")


if __name__ == "__main__":
    main()
