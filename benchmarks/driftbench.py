"""Hold the product against labelled real cases, end to end through the command line.

For each set: a vault with the notes as they stood, every case's memory written as a memory note,
one scan that takes the baselines; then the notes as they stand after the edits, and
`vaultwatch scan --all --json`, scored by the benchmark's own score.py. Cold: the memories are
first seen when the notes have changed already.

    python benchmarks/driftbench.py                     dev, warm
    python benchmarks/driftbench.py --all               every set, warm and cold
    python benchmarks/driftbench.py dev2 life-dev --cold --keep predictions/
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT.parent / "shared" / "driftbench"
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


def read_cases(name: str) -> list[dict[str, str]]:
    """Return the cases of a set."""
    lines = (CASES / name / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def vaultwatch(vault: Path, state: Path, *arguments: str) -> str:
    """Run a command as a user would; return what it printed."""
    environment = {**os.environ, "VAULTWATCH_STATE": str(state), "VAULTWATCH_VAULT": str(vault)}
    command = [sys.executable, "-m", "vaultwatch.cli.main", *arguments]
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


def predict(name: str, *, cold: bool) -> tuple[list[dict[str, object]], float]:
    """Return one prediction a case and the seconds the judging scan took."""
    cases = read_cases(name)
    with tempfile.TemporaryDirectory(prefix="driftbench-") as folder:
        vault, state = Path(folder) / "vault", Path(folder) / "state"
        vault.mkdir()
        if not cold:
            lay_notes(CASES / name / "before", vault, {c["note"]: c["written"] for c in cases})
            write_memories(vault, cases)
            vaultwatch(vault, state, "scan", "--json")
        lay_notes(CASES / name / "after", vault, {c["note"]: c["edited"] for c in cases})
        if cold:
            write_memories(vault, cases)
        start = time.perf_counter()
        lines = vaultwatch(vault, state, "scan", "--all", "--json").splitlines()
        seconds = time.perf_counter() - start
    rows = {(r["memory"], r["note"]): r for r in map(json.loads, lines)}
    predictions: list[dict[str, object]] = []
    for case in cases:
        row = rows.get((case["id"], case["note"] + ".md"))
        if row is None:
            print(f"no comparison for {case['id']} against {case['note']}", file=sys.stderr)
            continue
        after = row["evidence"]["after"]
        predictions.append(
            {
                "id": case["id"],
                "score": row["score"],
                "drifted": row["drifted"],
                "evidence": after["text"] if after else "",
            }
        )
    return predictions, seconds


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


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sets", nargs="*", default=["dev"])
    parser.add_argument("--cold", action="store_true", help="memories first seen after the edits")
    parser.add_argument("--all", action="store_true", help="every set, warm and cold")
    parser.add_argument("--keep", type=Path, help="keep the predictions in this folder")
    wanted = parser.parse_args()
    if not CASES.is_dir():
        sys.exit(f"The labelled cases are not at {CASES}; there is nothing to measure.")
    every = sorted(folder.name for folder in CASES.iterdir() if folder.is_dir())
    runs = [(name, cold) for cold in (False, True) for name in every] if wanted.all else []
    runs = runs or [(name, wanted.cold) for name in wanted.sets]
    print(f"{'set':12}{'mode':6}" + "".join(f"{name:>18}" for name in (*COLUMNS, "scan_s")))
    for name, cold in runs:
        predictions, seconds = predict(name, cold=cold)
        mode = "cold" if cold else "warm"
        keep = wanted.keep / mode if wanted.keep else None
        result = score(name, predictions, keep)
        cells = [f"{result[column]:18.3f}" for column in COLUMNS]
        print(f"{name:12}{mode:6}" + "".join(cells) + f"{seconds:18.1f}")


if __name__ == "__main__":
    main()
