"""Our own source, parsed once a process: several tests read all of it."""

import ast
from functools import cache
from pathlib import Path


@cache
def tree_of(path: Path) -> ast.Module:
    """Return a module's syntax tree; who changes it takes a copy."""
    return ast.parse(path.read_text(encoding="utf-8"))
