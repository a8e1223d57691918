"""The boxes under a finding, as the report writes them and as Obsidian's palette reads them."""

import re
from pathlib import Path
from typing import get_args

import pytest

from vaultwatch.report.boxes import INDENT, LABELS, ReportAnswer, read_box

MAIN = Path(__file__).resolve().parents[3] / "vaultwatch" / "palette" / "main.js"


def line_of_the_palette() -> re.Pattern[str]:
    """Return the pattern by which the plugin knows a box; its signs mean the same here."""
    text = MAIN.read_text(encoding="utf-8").split("const BOX_LINE = new RegExp(", 1)[1]
    parts = re.findall(r'`([^`]*)`|"([^"]*)"', text.split(");", 1)[0])
    return re.compile("".join(raw or plain for raw, plain in parts))


@pytest.mark.parametrize("answer", get_args(ReportAnswer))
@pytest.mark.parametrize("mark", ["- [ ]", "- [x]", "* [ ]", "1) [ ]", "12. [x]"])
def test_report_and_palette_know_every_box(answer: ReportAnswer, mark: str) -> None:
    line = f"{INDENT}{mark} {LABELS[answer]} ^ab23cd-{answer} my own words"
    box = read_box(line)
    assert box is not None
    assert (box.finding, box.answer) == ("ab23cd", answer)
    named = line_of_the_palette().match(line)
    assert named is not None
    assert named[1] == "ab23cd"


def test_another_task_is_no_box() -> None:
    line = f"{INDENT}- [ ] Buy clay ^ab23cd-clay"
    assert read_box(line) is None
    assert line_of_the_palette().match(line) is None
