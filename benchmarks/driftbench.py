"""Hold the product against labelled real cases, end to end through the command line.

For each set: a vault with the notes as they stood, every case's memory written as a memory note,
one scan that takes the baselines; then the notes as they stand after the edits, and
`vaultwatch scan --all --json`, scored by the benchmark's own score.py. Cold: the memories are
first seen when the notes have changed already.

    python benchmarks/driftbench.py                     dev, warm
    python benchmarks/driftbench.py --all               every set, warm and cold
    python benchmarks/driftbench.py dev2 life-dev --cold --keep predictions/
    python benchmarks/driftbench.py --all --by language verdicts by the memory's language, or `kind`

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
from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from vaultwatch.adapters.embedders.choose import models_folder
from vaultwatch.adapters.embedders.minilm import load_minilm, pull_minilm
from vaultwatch.drift.support import lexical
from vaultwatch.drift.words import Rarity, belief_weights
from vaultwatch.notes.model import NotePath, Statement
from vaultwatch.notes.parse import parse_note

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT.parent / "shared" / "driftbench"
LINK = re.compile(r"\[\[([^\]|#]*)(#[^\]|]*)?(?:\|([^\]]*))?\]\]")
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
        (vault / ".obsidian").mkdir(parents=True)
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
        shown = [row["evidence"][name] for name in ("after", "also")]
        predictions.append(
            {
                "id": case["id"],
                "score": row["score"],
                "drifted": row["drifted"],
                "evidence": " ".join(quote["text"] for quote in shown if quote),
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


Predictions: TypeAlias = "list[dict[str, object]]"
RULES = ("always", "note changed", "section changed", "cosine 0.40", "cosine 0.62", "cosine drop")
CHUNK_CHARS = 2_000
"""Of a chunk, as the rival's rule cuts them."""
DROP = 0.05
"""Fall of the best cosine that counts as drift. Chosen by hand; AUC and AP do not depend on it."""


@dataclass(frozen=True)
class Side:
    """A note at one time, for the plain rules."""

    text: str
    statements: tuple[Statement, ...]

    @property
    def chunks(self) -> list[str]:
        """The text in pieces of whole lines, each at most `CHUNK_CHARS` long."""
        made = [""]
        for line in self.text.splitlines():
            if made[-1] and len(made[-1]) + len(line) > CHUNK_CHARS:
                made.append("")
            made[-1] += line[:CHUNK_CHARS] + "\n"
        return [chunk for chunk in made if chunk.strip()] or [""]


def read_side(name: str, side: str, note: str) -> Side:
    """Return a note as it stood before or after."""
    data = (CASES / name / side / f"{note}.md").read_bytes()
    statements = parse_note(NotePath(f"{note}.md"), data).statements
    return Side(data.decode("utf-8"), statements)


def by_rules(name: str, vectors: "Vectors", *, cold: bool) -> dict[str, Predictions]:
    """Return what each plain rule predicts; cold ones see the note as it stands and no more."""
    sides: dict[tuple[str, str], Side] = {}
    found: dict[str, Predictions] = {rule: [] for rule in RULES}
    for case in read_cases(name):
        for side in ("before", "after"):
            if (side, case["note"]) not in sides:
                sides[side, case["note"]] = read_side(name, side, case["note"])
        now = sides["after", case["note"]]
        then = now if cold else sides["before", case["note"]]
        text = LINK.sub(lambda m: m[3] or m[1].rsplit("/", 1)[-1], case["memory"])
        near, was = vectors.best(text, now.chunks), vectors.best(text, then.chunks)
        scores = {
            "always": (1.0, True),
            "note changed": _flag(then.text != now.text),
            "section changed": _flag(_section_changed(case["memory"], text, then, now)),
            "cosine 0.40": (1.0 - near, near < 0.40),  # noqa: PLR2004 -- the rule's name says it
            "cosine 0.62": (1.0 - near, near < 0.62),  # noqa: PLR2004
            "cosine drop": (was - near, was - near >= DROP),
        }
        for rule, (score_, drifted) in scores.items():
            found[rule].append(
                {"id": case["id"], "score": score_, "drifted": drifted, "evidence": ""}
            )
    return found


def _flag(is_so: bool) -> tuple[float, bool]:  # noqa: FBT001 -- a bare truth value is the point
    return float(is_so), is_so


def _section_changed(memory: str, text: str, then: Side, now: Side) -> bool:
    """Whether a section that the memory rests on holds other statements now."""
    link = LINK.search(memory)
    narrow = (link[2] or "")[1:] if link else ""
    named = {s.section for s in then.statements if narrow and s.section[-1:] == (narrow,)}
    held = belief_weights(text, "", Rarity(then.statements))
    best = sorted(then.statements, key=lambda s: -lexical(held, s))[:1]
    sections = named or {s.section for s in best}

    def told(side: Side) -> list[str]:
        return [s.digest for s in side.statements if s.section in sections]

    return told(then) != told(now)


class Vectors:
    """The offline model's vectors, each made once."""

    def __init__(self) -> None:
        """Load the model."""
        self._model = load_minilm(pull_minilm(models_folder(), progress=print))
        self._kept: dict[str, NDArray[np.float32]] = {}

    def best(self, text: str, chunks: list[str]) -> float:
        """Return the cosine of a text with the nearest chunk, as far as the model reads it."""
        fresh = [one for one in dict.fromkeys([text, *chunks]) if one not in self._kept]
        if fresh:
            self._kept.update(zip(fresh, self._model.embed(fresh), strict=True))
        return max(float(self._kept[text] @ self._kept[one]) for one in chunks)


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


def row(name: str, mode: str, rule: str, result: dict[str, float], seconds: str = "") -> None:
    """Print one line of the table."""
    cells = "".join(f"{result[column]:>{width}.3f}" for column, width in WIDTHS.items())
    print(f"{name:12}{mode:6}{rule:18}{result['n']:6.0f}{cells}{seconds:>8}", flush=True)


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sets", nargs="*", default=["dev"])
    parser.add_argument("--cold", action="store_true", help="memories first seen after the edits")
    parser.add_argument("--all", action="store_true", help="every set, warm and cold")
    parser.add_argument("--by", choices=("language", "kind"), help="a line for each of these too")
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
    for name, cold in runs:
        mode = "cold" if cold else "warm"
        predictions, seconds = predict(name, cold=cold)
        keep = wanted.keep / mode if wanted.keep else None
        row(name, mode, "vaultwatch", score(name, predictions, keep), f"{seconds:.1f}")
        pooled[mode, "vaultwatch"] += predictions
        for rule, told in by_rules(name, vectors, cold=cold).items():
            row(name, mode, rule, score(name, told, None))
            pooled[mode, rule] += told
    for mode in dict.fromkeys(mode for mode, _ in pooled) if wanted.by else ():
        names = [name for name, cold in runs if ("cold" if cold else "warm") == mode]
        for part, ids in sorted(slices(names, wanted.by).items()):
            for rule in ("vaultwatch", "note changed"):
                row(part, mode, rule, score_slice(names, pooled[mode, rule], ids))


if __name__ == "__main__":
    main()
