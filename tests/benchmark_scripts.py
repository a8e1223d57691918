"""Load a script of `benchmarks/` by its name: a library brings a package of that name."""

import importlib
import sys
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

FOLDER = Path(__file__).resolve().parents[1] / "benchmarks"


def benchmark(name: str) -> ModuleType:
    """Return a script; it finds those beside it."""
    with patch.object(sys, "path", [str(FOLDER), *sys.path]):
        return importlib.import_module(name)
