"""Read the texts beside the benchmarks: `data/NAME.toml`, tables of one text a line."""

import tomllib
from pathlib import Path
from typing import Any


def corpus(name: str) -> dict[str, Any]:
    """Return the tables of a file."""
    file = Path(__file__).with_name("data") / f"{name}.toml"
    return tomllib.loads(file.read_text("utf-8"))
