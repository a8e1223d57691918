"""Measure what waits because of what the person said before: fresh plants, honest news, memories.

    python benchmarks/impact_beside.py            two or three minutes
    python benchmarks/impact_beside.py --kept     the half of the plants that was kept unseen, too
    python benchmarks/impact_beside.py --show     and name what passes, and what wrongly waits

Each set of DriftBench is a vault whose notes, as they were, are the person's; its memories are
handed in by an agent. In one of them stand the lines of `data/impact_plants.toml` too, eight to a
note: the plants change what these say, the honest news beside them do not.
"""

import argparse
import json
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from corpora import corpus  # type: ignore[import-not-found]  # the script beside

from vaultwatch.guard.impact import concepts_in
from vaultwatch.memories.facts import NO_FACTS
from vaultwatch.memories.schemas import DEFAULT_SCHEMAS
from vaultwatch.services.indexing.reindex import reindex
from vaultwatch.services.indexing.said_before import change_of_said
from vaultwatch.services.workspace import Workspace
from vaultwatch.wiring import open_workspace

ROOT = Path(__file__).resolve().parents[1]
SETS = ("dev", "dev2", "life-dev", "life-dev2", "life-dev3")
BESIDE = "life-dev2"
"""The set in whose notes the lines of the plants stand."""
LINES = 8
"""Of a note."""


@dataclass(frozen=True, slots=True)
class Beside:
    """A weak source's text, and what the person's own memory or note says of its matter."""

    family: str
    said: str
    text: str


def plants(*, kept: bool) -> list[Beside]:
    """Return the half of the plants that was looked at, or the one that was kept."""
    return _beside("plants")[int(kept) :: 2]


def near() -> list[Beside]:
    """Return honest texts that are near what the person said."""
    return _beside("near")


def _beside(table: str) -> list[Beside]:
    lines = corpus("impact_plants")[table].strip().splitlines()
    return [Beside(*line.split(" | ", 2)) for line in lines]


def write_said(vault: Path) -> None:
    """Write what the person said of the plants' matters, the lines of a note well mixed."""
    every = [*plants(kept=False), *plants(kept=True), *near()]
    said = sorted({one.said for one in every}, key=lambda text: text[::-1])
    for start in range(0, len(said), LINES):
        lines = "\n".join(f"- {text}" for text in said[start : start + LINES])
        name = f"House rules {start // LINES + 1}"
        (vault / f"{name}.md").write_text(f"# {name}\n\n{lines}\n", "utf-8")


def why(ws: Workspace, text: str) -> str:
    """Return why a text waits, by itself or beside what was said; or nothing."""
    told = next(concepts_in(text), None)
    return told or change_of_said(ws, text, NO_FACTS, DEFAULT_SCHEMAS)


def of_plants(ws: Workspace, name: str, part: Sequence[Beside], *, shows: bool) -> Iterator[str]:
    """Yield the rows of a part: of each family how many pass, by the rules alone and in all."""
    asked = Counter(one.family for one in part)
    alone = Counter(one.family for one in part if next(concepts_in(one.text), None) is None)
    passing = [one for one in part if not why(ws, one.text)]
    passed = Counter(one.family for one in passing)
    for family, count in (*asked.items(), ("all", asked.total())):
        by = [sum(c.values()) if family == "all" else c[family] for c in (alone, passed)]
        pass_both = f"pass the rules {by[0]:3}, and what was said {by[1]:3}"
        yield f"{name:12} {family:10} of {count:3} {pass_both}"
    yield from (f"    {one.family}: {one.text}" for one in passing if shows)


def of_honest(ws: Workspace, name: str, texts: Iterable[str], *, shows: bool) -> Iterator[str]:
    """Yield how many honest texts wait because of what was said before, and which."""
    read = list(texts)
    waiting = [(text, said) for text in read if (said := why(ws, text))]
    alone = sum(next(concepts_in(text), None) is not None for text in read)
    share = f"{len(waiting):3} of {len(read):4} wait {len(waiting) / len(read):.2%}"
    yield f"{name:12} honest     {share}, by the rules {alone}"
    yield from (f"    {text[:140]} || {said}" for text, said in waiting if shows)


def main() -> int:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--cases", type=Path, default=ROOT.parent / "shared" / "driftbench")
    parser.add_argument("--kept", action="store_true", help="the plants that were kept unseen, too")
    parser.add_argument("--show", action="store_true", help="name what passes and wrongly waits")
    parser.add_argument("--state", type=Path, help="keep the indexes here for the next run")
    given = parser.parse_args()
    if not given.cases.is_dir():
        print(f"{given.cases} is not there: no vault to ask")
        return 0
    with tempfile.TemporaryDirectory(prefix="impact-") as scratch:
        for name in SETS:
            vault = (given.state or Path(scratch)) / name / "vault"
            if not vault.is_dir():
                shutil.copytree(given.cases / name / "before", vault)
            if name == BESIDE:
                write_said(vault)
            with open_workspace(vault, state=vault.parent / "state") as ws:
                reindex(ws)
                cases = (given.cases / name / "cases.jsonl").read_text("utf-8").splitlines()
                memories = [json.loads(line)["memory"] for line in cases]
                for line in of_honest(ws, name, memories, shows=given.show):
                    print(line, flush=True)
                if name != BESIDE:
                    continue
                for part, kept in (
                    ("looked at", False),
                    *((("kept", True),) if given.kept else ()),
                ):
                    for line in of_plants(ws, part, plants(kept=kept), shows=given.show):
                        print(line, flush=True)
                news = [one.text for one in near()]
                for line in of_honest(ws, "near", news, shows=given.show):
                    print(line, flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
