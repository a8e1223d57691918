"""The words of what is of high impact, in eleven languages: `data/impact.toml`, read when needed.

Pure; `memories.impact` and `memories.impact_near` ask.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources


@cache
def tables() -> Mapping[str, Mapping[str, str]]:
    """Return each table by name: language to its words."""
    file = resources.files("vaultwatch").joinpath("data", "impact.toml")
    return tomllib.loads(file.read_text("utf-8"))


def entries_of(table: str) -> Iterator[str]:
    """Yield what a table lists, whatever the language."""
    for row in tables()[table].values():
        yield from row.split(", ")
