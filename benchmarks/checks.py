"""How long checks of this machine take: records and checks as an agent's folder grows to hold them.

    python benchmarks/checks.py                5,000 records with 8,000 checks
    python benchmarks/checks.py --claims       of claims about real code, which are told and how
    python benchmarks/checks.py --releases FOLDER   what is told of the papers of older releases

First reads the words and looks at all; unchanged finds nothing due; a day later looks at all again.
Last what a recall spends on looking again at what it hands out, one file of it deleted.
`--releases` takes source archives, two releases a project (`httpx-0.13.0.tar.gz`): what the older
one's papers say, as memories of its day, held against the younger tree, and what the younger one's
say, as memories of a later day. Each line that is told is printed, to be judged by hand.
"""

import argparse
import importlib.util
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from unittest.mock import patch

from vaultwatch.adapters.ledger.rows import MemoryRow
from vaultwatch.adapters.machine.clock import FixedClock
from vaultwatch.adapters.reality.project_folders import Roots
from vaultwatch.adapters.reality.world import World
from vaultwatch.memories.checks.found import found_checks
from vaultwatch.memories.checks.judging import judge
from vaultwatch.memories.facts import Facts
from vaultwatch.notes.model import NotePath
from vaultwatch.services.recall.freshening import check
from vaultwatch.services.scanning.checking import check_due, check_now, standing_memories
from vaultwatch.wiring import open_workspace

KINDS = (
    "The parser lives in `src/part{n}/file{m}.py`, tests in `tests/test_{m}.py`.",
    "Run `npm run task{m}` before a release, then `make all`.",
    "It requires Python 3.1{d}+.",
    "Mara likes tea in the morning.",
)


def main() -> None:
    """Make a project and records, and print what each round takes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--records", type=int, default=5_000)
    parser.add_argument("--claims", action="store_true")
    parser.add_argument("--releases", type=Path)
    asked = parser.parse_args()
    if asked.releases:
        _judge_releases(asked.releases)
        return
    if asked.claims:
        _judge_claims()
        return
    count = asked.records
    with tempfile.TemporaryDirectory() as name, patch.object(Path, "home", lambda: Path(name)):
        home = Path(name)
        _make_project(home / "src" / "x")
        (home / "vault" / ".obsidian").mkdir(parents=True)
        begin = datetime(2026, 1, 1, tzinfo=UTC)
        clock = FixedClock(begin)
        state = home / "state"
        with open_workspace(home / "vault", state=state, clock=clock) as ws:
            ws.ledger.put_memories(_row(number, begin) for number in range(count))
            rows = standing_memories(ws)
            _tell("first", lambda: check_now(ws, rows))
            print(f"{len(ws.ledger.checks()):,} checks of {len(rows):,} records")
            _tell("unchanged", lambda: check_due(ws))
        with open_workspace(home / "vault", state=state, clock=FixedClock(begin + 2 * DAY)) as ws:
            _tell("two days later, as long as a look has", lambda: check_due(ws))
            _tell("two days later, all", lambda: check_now(ws, standing_memories(ws)))
            (home / "src" / "x" / "src" / "part0" / "file0.py").unlink()
            ids = [row.id for row in standing_memories(ws)[:10]]
            for what in ("a recall of ten, one file gone", "the same again"):
                _tell(what, lambda: check(ws, ids))


def _judge_claims() -> None:
    """Hold claims about installed packages against their sources, kept in a repository of git."""
    lines = (Path(__file__).parent / "code_claims.txt").read_text("utf-8").splitlines()
    written = [line.split("\t") for line in lines if line and not line.startswith("#")]
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        for package in {*(package for package, _, _ in written), *MADE_OF}:
            _keep(package, home / package)
        _count(
            "written by hand", home, [(one, true == "true", said) for one, true, said in written]
        )
        made = [claim for one in MADE_OF for claim in _made_claims(home / one)]
        _count("made of definitions, by a pattern a line", home, made)


MADE_OF = ("pydantic", "rich", "mcp", "lancedb")
MOST_MADE = 200
_DEFINED = re.compile(
    r"^(?:class|def|async def) (\w{4,})|^([A-Z][A-Z_]{3,}) = (\d+|\"\w+\")$", re.MULTILINE
)


def _made_claims(folder: Path) -> Iterator[tuple[str, bool, str]]:
    """Yield a true claim of each definition, and a false one: of the file, or of the value."""
    dice = Random(folder.name)  # noqa: S311 - no secret
    texts = {file: file.read_text("utf-8") for file in sorted(folder.rglob("*.py"))}
    found = [(file, *one) for file, text in texts.items() for one in _DEFINED.findall(text)]
    for file, name, constant, value in dice.sample(found, min(MOST_MADE, len(found))):
        lacking = [one for one, text in texts.items() if (name or constant) not in text]
        for place, is_true in ((file, True), (dice.choice(lacking), False)):
            path = place.relative_to(folder).as_posix()
            said = f"`{path}` defines `{name}`." if dice.random() < HALF else ""
            said = said or f"The function `{name}` lives in `{path}`."
            if constant:
                says = value if is_true else "987"
                said = f"`{constant} = {says}` in `{file.relative_to(folder).as_posix()}`."
            yield folder.name, is_true, said


HALF = 0.5


def _count(what: str, home: Path, claims: Iterable[tuple[str, bool, str]]) -> None:
    world = World(Roots(home))
    counts: Counter[tuple[bool, str]] = Counter()
    for package, is_true, claim in claims:
        outcomes = {
            judge(one, world.look(one)).outcome
            for one in found_checks(claim, str(home / package))
            if one.kind == "symbol" and one.origin == "named"
        }
        told = next((_TOLD[one] for one in _TOLD if one in outcomes), "nobody can tell")
        counts[is_true, told] += 1
        if is_true and told == "WRONG":
            print(f"a false alarm in {package}: {claim}")
    world.close()
    print(what)
    for (is_true, told), count in sorted(counts.items()):
        print(f"    {'true' if is_true else 'false'} claims, {told}: {count}")


_TOLD = {"contradicts": "WRONG", "never_there": "WRONG", "passes": "holds"}


def _keep(package: str, folder: Path) -> None:
    spec = importlib.util.find_spec(package)
    source = Path((spec.origin if spec else None) or "").parent
    shutil.copytree(source, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    _commit(folder)


_SAYS = re.compile(r"`[^`\n]*[/.][^`\n]*`|\]\([^)h]|[Pp]ython \d|\b(?:make|tox|nox|npm) \w")
"""Marks what may say something of a project: a path, a link, a version, a script."""
_PAPERS = {".md", ".rst", ".txt"}
SHORTEST, LONGEST = 15, 600
MOST_OLD, MOST_NEW = 220, 80
OLD, WRITTEN, NEW, LATER = ("2024-01-01", "2024-02-01", "2025-06-01", "2025-07-01")


def _judge_releases(archives: Path) -> None:
    """Hold what papers of older releases say against younger ones, and print what is told."""
    projects: dict[str, list[Path]] = {}
    for one in sorted(archives.glob("*.tar.gz"), key=_version):
        projects.setdefault(one.name.rpartition("-")[0], []).append(one)
    with tempfile.TemporaryDirectory() as name, patch.object(Path, "home", lambda: Path(name)):
        home = Path(name)
        rows: list[MemoryRow] = []
        (home / "vault" / ".obsidian").mkdir(parents=True)
        for project, (old, *_, new) in projects.items():
            folder = home / "src" / project
            for release, day, written, most in (
                (old, OLD, WRITTEN, MOST_OLD),
                (new, NEW, LATER, MOST_NEW),
            ):
                _lay(release, folder)
                _commit(folder, day)
                at = datetime.fromisoformat(f"{written}T12:00:00+00:00")
                papers = enumerate(_papers(folder)[:most], len(rows))
                rows += [_said(project, words, at, number) for number, words in papers]
        with open_workspace(home / "vault", state=home / "state", clock=FixedClock(LAST)) as ws:
            ws.ledger.put_memories(rows)
            held = check_now(ws, standing_memories(ws))
        by_id = {row.id: row for row in rows}
        told = [each for each in held if each.outcome == "contradicts" and each.speaks]
        for wrong in told:
            row = by_id[wrong.memory_id]
            print(f"{row.facts.repository[6:]} {row.known_since:%Y}: {wrong.said}: {wrong.found}")
            print(f"    {' '.join(wrong.check.words.split())[:200]}")
        print(f"{len(rows):,} memories, {len(held):,} checks, {len(told)} told")


LAST = datetime(2026, 1, 1, tzinfo=UTC)


def _version(archive: Path) -> list[int]:
    return [int(one) for one in re.findall(r"\d+", archive.name.rpartition("-")[2])]


def _lay(release: Path, folder: Path) -> None:
    """Put a release's tree into a folder, whose history stays."""
    kept = folder.with_suffix(".git")
    if folder.exists():
        (folder / ".git").rename(kept)
        shutil.rmtree(folder)
    with tarfile.open(release) as held, tempfile.TemporaryDirectory() as place:
        held.extractall(place, filter="data")
        (top,) = Path(place).iterdir()
        shutil.copytree(top, folder)
    if kept.exists():
        kept.rename(folder / ".git")


def _papers(folder: Path) -> list[str]:
    """Return the paragraphs of a project's papers that may say something of it, in any order."""
    found = []
    for file in sorted(folder.rglob("*")):
        if file.suffix in _PAPERS and file.is_file():
            text = file.read_text("utf-8", "replace").replace("``", "`")
            said = (" ".join(one.split()) for one in re.split(r"\n\s*\n", text))
            found += [one for one in said if SHORTEST < len(one) < LONGEST and _SAYS.search(one)]
    Random(folder.name).shuffle(found)  # noqa: S311 - no secret
    return found


def _said(project: str, belief: str, at: datetime, number: int) -> MemoryRow:
    facts, path = Facts(repository=f"~/src/{project}"), NotePath(f"Memories/{number}.md")
    return MemoryRow(
        f"mem_{number:05}", path, f"{number}", at, belief, "present", created=at, facts=facts
    )


DAY = timedelta(days=1)


def _tell(what: str, deed: object) -> None:
    wall, cpu = time.perf_counter(), time.process_time()
    deed()  # type: ignore[operator]
    print(f"{what:40} {time.perf_counter() - wall:6.2f} s, CPU {time.process_time() - cpu:6.2f} s")


def _make_project(folder: Path) -> None:
    for part in range(20):
        (folder / "src" / f"part{part}").mkdir(parents=True)
        for number in range(40):
            (folder / "src" / f"part{part}" / f"file{number}.py").touch()
    (folder / "tests").mkdir()
    for number in range(30):
        (folder / "tests" / f"test_{number}.py").touch()
    (folder / "pyproject.toml").write_text('[project]\nrequires-python = ">=3.11"\n')
    scripts = ", ".join(f'"task{number}": "x"' for number in range(30))
    (folder / "package.json").write_text(f'{{"scripts": {{{scripts}}}}}')
    (folder / "Makefile").write_text("all:\n\ttrue\n")
    _commit(folder)


def _commit(folder: Path, day: str = "2026-01-01") -> None:
    git = ["git", "-C", str(folder), "-c", "user.name=a", "-c", "user.email=a@b"]
    dates = {f"GIT_{who}_DATE": f"{day}T12:00:00" for who in ("AUTHOR", "COMMITTER")}
    for words in (["init", "-q"], ["add", "-Af"], ["commit", "-q", "-m", "x"]):
        subprocess.run([*git, *words], check=True, env={**os.environ, **dates})


def _row(number: int, at: datetime) -> MemoryRow:
    kind = KINDS[number % len(KINDS)]
    said = kind.format(n=number % 25, m=number % 43, d=number % 4)
    belief = f"The repo is at `~/src/x`. {said}" if number % len(KINDS) != 3 else said  # noqa: PLR2004
    path = NotePath(f"Memories/{number}.md")
    return MemoryRow(f"mem_{number:05}", path, f"{number}", at, belief, "present")


if __name__ == "__main__":
    main()
