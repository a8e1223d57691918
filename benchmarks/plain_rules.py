"""Plain rules that the product is held against on labelled cases, and the cases themselves.

For `driftbench.py`, beside which it stands.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from vaultwatch.adapters.models.embedders.choose import models_folder
from vaultwatch.adapters.models.embedders.minilm import load_minilm, pull_minilm
from vaultwatch.drift.language.words import Rarity, belief_weights
from vaultwatch.drift.passages.support import lexical
from vaultwatch.notes.model import NotePath, Statement
from vaultwatch.notes.parse import parse_note

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CASES = Path(__file__).resolve().parents[2] / "shared" / "driftbench"
LINK = re.compile(r"\[\[([^\]|#]*)(#[^\]|]*)?(?:\|([^\]]*))?\]\]")
Predictions: TypeAlias = "list[dict[str, object]]"
RULES = ("always", "note changed", "section changed", "cosine 0.40", "cosine 0.62", "cosine drop")
CHUNK_CHARS = 2_000
"""Of a chunk, as the rival's rule cuts them."""
DROP = 0.05
"""Fall of the best cosine that counts as drift. Chosen by hand; AUC and AP do not depend on it."""


def read_cases(name: str) -> list[dict[str, str]]:
    """Return the cases of a set."""
    lines = (CASES / name / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


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
