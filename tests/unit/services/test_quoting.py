"""What an agent is told of a passage, and what is not told twice."""

import pytest

from vaultwatch.adapters.chunk_store import Hit
from vaultwatch.notes.model import NotePath
from vaultwatch.services.recall.quoting import passage_line


@pytest.mark.parametrize(
    ("section", "text", "line"),
    [
        pytest.param((), "Rain all day.", "A/Shed.md, lines 3-5: Rain all day.", id="no heading"),
        pytest.param(("Shed",), "Shed\nDry.", "A/Shed.md, lines 3-5: Dry.", id="its title"),
        pytest.param(
            ("Shed", "Roof"), "Roof\nNew.", "A/Shed.md#Roof, lines 3-5: New.", id="title and part"
        ),
        pytest.param(
            ("Loft", "Roof"), "Old.", "A/Shed.md#Loft#Roof, lines 3-5: Old.", id="another title"
        ),
        pytest.param(("Roof",), "Roof", "A/Shed.md#Roof, lines 3-5: Roof", id="a heading alone"),
        pytest.param(
            ("Roof",), "Roof tiles\nRed.", "A/Shed.md#Roof, lines 3-5: Roof tiles Red.", id="more"
        ),
    ],
)
def test_no_heading_is_told_twice(section: tuple[str, ...], text: str, line: str) -> None:
    hit = Hit(NotePath("A/Shed.md"), False, section, 3, 5, text, 0.5, 1, 1, 0.5)  # noqa: FBT003
    assert passage_line(hit) == f"> note {line}"


def test_one_line_is_one() -> None:
    hit = Hit(NotePath("Shed.md"), False, (), 3, 3, "Dry.", 0.5, 1, 1, 0.5)  # noqa: FBT003
    assert passage_line(hit) == "> note Shed.md, line 3: Dry."
