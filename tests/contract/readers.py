"""Pairs for tests of readers, and programs that stand in for those of agents."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from vaultwatch.adapters.models.readers.command import CommandModel
from vaultwatch.reader.pairs import Pair, PairLine

PAIR = Pair(
    "a1", "Mira owns the list.", ("Mira owns the list.",), (PairLine(3, "Tom owns the list."),)
)
OUTDATED = {"id": "a1", "verdict": "outdated", "line": 3, "quote": "Tom owns the list"}
ANSWERS = {"answers": [OUTDATED]}


def quiet() -> None:
    """Nobody wants us to stop."""


def program(folder: Path, body: str) -> Path:
    """Make a program of Python lines; `said(...)` prints JSON, `prompt` is what it read."""
    file = folder / "standin.py"
    head = (
        "import json, os, subprocess, sys, time\n"
        "def said(held): print(json.dumps(held))\n"
        f"ANSWERS = json.loads({json.dumps(ANSWERS)!r})\n"
    )
    file.write_text(head + body + "\n", encoding="utf-8")
    return file


def standin(
    folder: Path,
    body: str,
    *arguments: str,
    env: Sequence[str] = (),
    limit_s: float = 120.0,
) -> CommandModel:
    """Return a model that runs such a program."""
    argv = (sys.executable, "-I", str(program(folder, body)), *arguments)
    return CommandModel(argv, env=env, limit_s=limit_s, budget_usd=0.25)
