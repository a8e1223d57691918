"""Read the labelled cases as the product would meet them: beliefs, baselines.

For `train_verdict.py`, beside which it stands.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from vaultwatch.drift.belief import Belief
from vaultwatch.drift.model import Baseline
from vaultwatch.drift.passages.asserted import find_supports
from vaultwatch.drift.scoring.grounding import worth_of
from vaultwatch.notes.model import NotePath, Statement
from vaultwatch.notes.parse import parse_note

LINK = re.compile(r"\[\[([^\]|#]*)(#[^\]|]*)?(?:\|([^\]]*))?\]\]")


@dataclass
class Case:
    """One labelled case, measured."""

    set: str
    note: str
    is_drift: bool
    kind: str
    evidence: str
    belief: Belief
    then: tuple[Statement, ...]
    now: tuple[Statement, ...]


def read_cases(folder: Path) -> list[Case]:
    """Return every case of every set, notes parsed once."""
    cases: list[Case] = []
    for path in sorted(folder.glob("*/cases.jsonl")):
        parsed: dict[Path, tuple[Statement, ...]] = {}
        for line in path.read_text("utf-8").splitlines():
            raw = json.loads(line)
            sides = []
            for side in ("before", "after"):
                file = path.parent / side / f"{raw['note']}.md"
                if file not in parsed:
                    note = parse_note(NotePath(f"{raw['note']}.md"), file.read_bytes())
                    parsed[file] = note.statements
                sides.append(parsed[file])
            cases.append(
                Case(
                    path.parent.name,
                    raw["note"],
                    raw["label"] == "drifted",
                    raw["kind"],
                    raw["evidence"],
                    _belief(raw),
                    sides[0],
                    sides[1],
                )
            )
    return cases


def _belief(raw: Mapping[str, str]) -> Belief:
    link = LINK.search(raw["memory"])
    part = (link[2] or "")[1:] if link else ""
    text = LINK.sub(lambda m: m[3] or m[1].rsplit("/", 1)[-1], raw["memory"]).replace("`", "")
    return Belief(
        memory_id=raw["id"],
        text=text,
        digest="d",
        created=datetime.fromisoformat(raw["written"]).replace(tzinfo=UTC),
        note_title=raw["note"].rsplit("/", 1)[-1],
        narrow=tuple(part.split("#")) if part and not part.startswith("^") else (),
        block=part[1:] if part.startswith("^") else None,
    )


def baseline_of(case: Case) -> Baseline:
    """Return what the note said when the memory was written."""
    supports, worth = find_supports(case.belief, case.then), worth_of(case.belief, case.then)
    at, note = datetime.now(UTC), NotePath(case.note)
    return Baseline(
        case.belief.memory_id, note, "written", at, "d", case.then, supports, "n", worth
    )
