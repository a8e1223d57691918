"""What the architecture page says exists, exists."""

import re
from importlib import import_module
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "architecture.md"
NAMES = sorted(set(re.findall(r"`(vaultwatch(?:\.\w+)+)`", PAGE.read_text(encoding="utf-8"))))


@pytest.mark.parametrize("name", NAMES)
def test_a_name_in_the_architecture_page_can_be_imported(name: str) -> None:
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found: object = import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            found = getattr(found, part)
        return
    pytest.fail(f"{name} is no module")


def test_the_page_names_the_way_of_a_note() -> None:
    assert len(NAMES) > 20
