"""Hold the product against labelled real cases, end to end through the command line.

For each set: a vault with the notes as they stood, every case's memory written as a memory note,
one scan that takes the baselines; then the notes as they stand after the edits, and
`vaultwatch scan --all --json`, scored by the benchmark's own score.py. Cold: the memories are
first seen when the notes have changed already.

    python benchmarks/driftbench.py                     dev, warm
    python benchmarks/driftbench.py --all               every set, warm and cold
    python benchmarks/driftbench.py dev2 life-dev --cold --keep predictions/

Below the sets: public and personal ones together, by the note's language and by kind; what the
memories were found to rest on (grounding: of true ones as they were written, of drifted and current
ones first seen when the notes had changed); and what scores and words of certainty were worth. The
shipped weights were fitted on these sets: `train_verdict.py` prints the same held out.

Beside the product stand the plain rules, told the same cases: `always`; `note changed`; `section
changed` (where the link names a section, that one, else those that hold a support); `cosine 0.40`
and `cosine 0.62` (drift where no chunk of at most 2,000 characters is as near to the memory);
`cosine drop` (how far the best chunk's cosine fell). Same model, same scorer.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from plain_rules import (  # type: ignore[import-not-found]  # beside this script
    CASES,
    LINK,
    Predictions,
    Vectors,
    by_rules,
    read_cases,
    read_side,
)
from verdict_reports import (  # type: ignore[import-not-found]
    Said,
    report_reliability,
)

ROOT = Path(__file__).resolve().parent.parent
COLUMNS = (
    "n",
    "auc",
    "ap",
    "recall_at_p90",
    "precision",
    "recall",
    "false_alarm_rate",
    "evidence_hit",
)


def vaultwatch(vault: Path, state: Path, *arguments: str) -> str:
    """Run a command as a user would; return what it printed."""
    environment = {**os.environ, "VAULTWATCH_STATE": str(state), "VAULTWATCH_VAULT": str(vault)}
    command = [sys.executable, "-m", "vaultwatch", *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"vaultwatch {' '.join(arguments)} failed:\n{done.stderr}")
    return done.stdout


def lay_notes(source: Path, vault: Path, when: dict[str, str]) -> None:
    """Copy a state of the notes, each with the time it was saved."""
    for note in source.rglob("*.md"):
        place = vault / note.relative_to(source)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(note, place)
        day = when.get(note.relative_to(source).as_posix().removesuffix(".md"))
        if day is not None:
            stamp = datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()
            os.utime(place, (stamp, stamp))


def write_memories(vault: Path, cases: list[dict[str, str]]) -> None:
    """Write each case's memory as an agent would."""
    folder = vault / "Memories"
    folder.mkdir()
    for case in cases:
        head = f"---\nid: {json.dumps(case['id'])}\ncreated: {case['written']}\n---\n"
        (folder / f"{case['id']}.md").write_text(head + case["memory"] + "\n", encoding="utf-8")


@dataclass(frozen=True)
class Predicted:
    """What the product said of one set."""

    cases: list[dict[str, str]]
    predictions: list[dict[str, object]]
    said: list[Said]
    standings: dict[str, str]
    """By memory: how its note stood to it before the edits, or, cold, how it stands."""
    seconds: float
    """That the judging scan took."""


def predict(name: str, *, cold: bool) -> Predicted:
    """Return what the product says of each case of a set."""
    cases = read_cases(name)
    standings: dict[str, str] = {}
    with tempfile.TemporaryDirectory(prefix="driftbench-") as folder:
        vault, state = Path(folder) / "vault", Path(folder) / "state"
        (vault / ".obsidian").mkdir(parents=True)
        if not cold:
            lay_notes(CASES / name / "before", vault, {c["note"]: c["written"] for c in cases})
            write_memories(vault, cases)
            vaultwatch(vault, state, "scan", "--json")
            standings = read_standings(vault, state)
        lay_notes(CASES / name / "after", vault, {c["note"]: c["edited"] for c in cases})
        if cold:
            write_memories(vault, cases)
        start = time.perf_counter()
        lines = vaultwatch(vault, state, "scan", "--all", "--json").splitlines()
        seconds = time.perf_counter() - start
        standings = standings or read_standings(vault, state)
    rows = {(r["memory_id"], r["note"]): r for r in map(json.loads, lines)}
    predictions: list[dict[str, object]] = []
    said: list[Said] = []
    for case in cases:
        row = rows.get((case["id"], case["note"] + ".md"))
        if row is None:
            print(f"no comparison for {case['id']} against {case['note']}", file=sys.stderr)
            continue
        is_cold = row["mode"] == "cold" and row["change"] not in {None, "never_agreed"}
        found = "cold" if is_cold else row["change"]
        said.append(Said(row["score"], case["label"] == "drifted", case["kind"], found))
        shown = [row["evidence"][name] for name in ("after", "also")]
        predictions.append(
            {
                "id": case["id"],
                "score": row["score"],
                "drifted": row["drifted"],
                "evidence": " ".join(quote["text"] for quote in shown if quote),
            }
        )
    return Predicted(cases, predictions, said, standings, seconds)


def read_standings(vault: Path, state: Path) -> dict[str, str]:
    """Return how its notes stand to each memory."""
    rows = map(json.loads, vaultwatch(vault, state, "memory", "list", "--json").splitlines())
    return {row["memory_id"]: row["standing"] for row in rows}


def score(name: str, predictions: list[dict[str, object]], keep: Path | None) -> dict[str, float]:
    """Return what the benchmark's own scorer says."""
    with tempfile.TemporaryDirectory() as folder:
        file = (keep or Path(folder)) / f"{name}.jsonl"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(json.dumps(one) + "\n" for one in predictions), encoding="utf-8")
        command = [
            sys.executable,
            str(CASES / "score.py"),
            str(CASES / name / "cases.jsonl"),
            str(file),
        ]
        done = subprocess.run([*command, "--json"], capture_output=True, text=True, check=True)
    result: dict[str, float] = json.loads(done.stdout)
    return result


LANGUAGES: Final = {
    "German": "der die das und ist nicht mit für auf wird wir ein eine den dem",
    "French": "le la les des est une dans pour avec du et sur pas nous au",
    "Spanish": "el los las una es con para por del que en se y al no",
    "Portuguese": "o os as uma é com para por do da que em não ao no",
    "English": "the a of is and to in for with on it are be we at not",
}
"""Everyday words that tell a memory's language; none is in the product."""


def language_of(text: str) -> str:
    """Return the language a memory is written in, by its script and everyday words."""
    if re.search("[\u3040-\u30ff]", text):
        return "Japanese"
    if re.search("[\u4e00-\u9fff]", text):
        return "Chinese"
    said = re.findall(r"\w+", LINK.sub(" ", text).lower())
    counts = {name: sum(w in table.split() for w in said) for name, table in LANGUAGES.items()}
    return max(counts, key=lambda name: (counts[name], name == "English"))


def slices(names: list[str], by: str) -> dict[str, set[str]]:
    """Return the ids of some sets' cases by language or kind.

    Kinds of drift stand with all current cases, kinds of current ones with all drifted.
    """
    groups: dict[str, set[str]] = defaultdict(set)
    labels: dict[str, str] = {}
    cases = [(name, case) for name in names for case in read_cases(name)]
    for name, case in cases:
        group = case["kind"] if by == "kind" else note_language(name, case)
        groups[group].add(case["id"])
        labels[group] = case["label"]
    if by == "kind":
        for kind, ids in groups.items():
            ids.update(case["id"] for _, case in cases if case["label"] != labels[kind])
    return groups


def note_language(name: str, case: dict[str, str]) -> str:
    """Return the language of a case's note; a memory is often English whatever the note is."""
    words = read_side(name, "before", case["note"]).text
    return language_of(words) if name.startswith("life") else "English"


def score_slice(names: list[str], predictions: Predictions, ids: set[str]) -> dict[str, float]:
    """Return what the scorer says of some cases of several sets."""
    with tempfile.TemporaryDirectory() as folder:
        cases, file = Path(folder) / "cases.jsonl", Path(folder) / "predictions.jsonl"
        kept = [case for name in names for case in read_cases(name) if case["id"] in ids]
        cases.write_text("".join(json.dumps(one) + "\n" for one in kept), encoding="utf-8")
        told = [one for one in predictions if one["id"] in ids]
        file.write_text("".join(json.dumps(one) + "\n" for one in told), encoding="utf-8")
        command = [sys.executable, str(CASES / "score.py"), str(cases), str(file), "--json"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    result: dict[str, float] = json.loads(done.stdout)
    return result


WIDTHS: Final = {column: max(8, len(column) + 2) for column in COLUMNS[1:]}
POOLS: Final = {"public": "dev", "personal": "life"}
"""Each with how the names of its sets begin."""
STANDINGS: Final = ("supported", "silent", "denied", "drifted")


def row(name: str, mode: str, rule: str, result: dict[str, float], seconds: str = "") -> None:
    """Print one line of the table."""
    cells = "".join(f"{result[column]:>{width}.3f}" for column, width in WIDTHS.items())
    print(f"{name:12}{mode:6}{rule:18}{result['n']:6.0f}{cells}{seconds:>8}", flush=True)


def print_slices(mode: str, names: list[str], pooled: dict[tuple[str, str], Predictions]) -> None:
    """Print a line for the public sets, the personal ones, each language and each kind."""
    parts: list[tuple[str, set[str]]] = []
    for pool, opening in POOLS.items():
        held = [name for name in names if name.startswith(opening)]
        ids = {case["id"] for name in held for case in read_cases(name)}
        parts += [(pool, ids)] if ids else []
    for by in ("language", "kind"):
        parts += sorted(slices(names, by).items())
    for part, ids in parts:
        for rule in ("vaultwatch", "note changed"):
            row(part, mode, rule, score_slice(names, pooled[mode, rule], ids))


def print_grounding(runs: dict[tuple[str, bool], Predicted]) -> None:
    """Print how the notes stood to the memories: to true ones then, to drifted and current ones."""
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for (name, cold), one in runs.items():
        pool = next(pool for pool, opening in POOLS.items() if name.startswith(opening))
        for case in one.cases:
            group = case["label"] if cold else "true then"
            counts[pool, group][one.standings.get(case["id"], "")] += 1
    print(f"\n{'grounding':12}{'memories':18}{'n':>6}" + "".join(f"{s:>11}" for s in STANDINGS))
    for (pool, group), held in sorted(counts.items()):
        shares = "".join(f"{held[standing] / held.total():11.3f}" for standing in STANDINGS)
        print(f"{pool:12}{group:18}{held.total():6d}{shares}")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sets", nargs="*", default=["dev"])
    parser.add_argument("--cold", action="store_true", help="memories first seen after the edits")
    parser.add_argument("--all", action="store_true", help="every set, warm and cold")
    parser.add_argument("--keep", type=Path, help="keep the predictions in this folder")
    wanted = parser.parse_args()
    if not CASES.is_dir():
        sys.exit(f"The labelled cases are not at {CASES}; there is nothing to measure.")
    every = sorted(path.parent.name for path in CASES.glob("*/cases.jsonl"))
    runs = [(name, cold) for cold in (False, True) for name in every] if wanted.all else []
    runs = runs or [(name, wanted.cold) for name in wanted.sets]
    heads = "".join(f"{column:>{width}}" for column, width in WIDTHS.items())
    print(f"{'set':12}{'mode':6}{'rule':18}{'n':>6}{heads}{'scan_s':>8}")
    vectors = Vectors()
    pooled: dict[tuple[str, str], Predictions] = defaultdict(list)
    found: dict[tuple[str, bool], Predicted] = {}
    for name, cold in runs:
        mode = "cold" if cold else "warm"
        one = found[name, cold] = predict(name, cold=cold)
        keep = wanted.keep / mode if wanted.keep else None
        row(name, mode, "vaultwatch", score(name, one.predictions, keep), f"{one.seconds:.1f}")
        pooled[mode, "vaultwatch"] += one.predictions
        for rule, told in by_rules(name, vectors, cold=cold).items():
            row(name, mode, rule, score(name, told, None))
            pooled[mode, rule] += told
    for mode in dict.fromkeys("cold" if cold else "warm" for _, cold in runs):
        print_slices(mode, [name for name, cold in runs if cold == (mode == "cold")], pooled)
    print_grounding(found)
    for cold in dict.fromkeys(cold for _, cold in runs):
        for pool, opening in POOLS.items():
            told = [(name, one) for (name, is_cold), one in found.items() if is_cold == cold]
            rows = [said for name, one in told if name.startswith(opening) for said in one.said]
            report_reliability(f"{pool}, {'cold' if cold else 'warm'}", rows)


if __name__ == "__main__":
    main()
