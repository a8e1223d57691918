"""The boxes under a finding, as the report writes them and as Obsidian's palette reads them."""

import re
from datetime import UTC, datetime
from typing import get_args

import pytest

from vaultwatch.drift.model import Finding, FindingKind, Repair
from vaultwatch.notes.model import NotePath
from vaultwatch.report.boxes import (
    INDENT,
    LABELS,
    ReportAnswer,
    answers_to,
    read_box,
    render_boxes,
)
from vaultwatch.services.operations.palette_install import shipped


def line_of_the_palette() -> re.Pattern[str]:
    """Return the pattern by which the plugin knows a box; its signs mean the same here."""
    text = shipped("main.js").decode().split("const BOX_LINE = new RegExp(", 1)[1]
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


def test_the_palette_shortens_labels_that_are() -> None:
    text = shipped("main.js").decode().split("const SHORT = {", 1)[1].split("}", 1)[0]
    long = re.findall(r'"([^"]*)":', text)
    assert long
    assert set(long) <= {*LABELS.values()}


def test_another_task_is_no_box() -> None:
    line = f"{INDENT}- [ ] Buy clay ^ab23cd-clay"
    assert read_box(line) is None
    assert line_of_the_palette().match(line) is None


@pytest.mark.parametrize(
    ("kind", "note", "answers"),
    [
        pytest.param("memory_drift", "Atlas.md", ("true", "dismiss"), id="never written"),
        pytest.param("contradiction", "Atlas.md", ("dismiss",), id="settled in its own file"),
        pytest.param("suspicious", None, ("activate", "dismiss"), id="let hold, or left out"),
        pytest.param("unverifiable", None, ("dismiss",), id="of the record alone"),
    ],
)
def test_a_stores_record_is_offered_nothing_that_would_write_it(
    kind: FindingKind, note: str | None, answers: tuple[ReportAnswer, ...]
) -> None:
    day = datetime(2026, 11, 1, tzinfo=UTC)
    found = Finding(
        "ab23cd", "rec_a", NotePath(note) if note else None, kind, None, "warm", (), 0.9, 0.9,
        None, None, (), "", "open", day, day, None, "", repair=Repair("a", "b"),
    )  # fmt: skip
    assert answers_to(found) == answers
    lines = render_boxes(found)
    assert [box.answer for line in lines if (box := read_box(line))] == [*answers]
    assert all(box.words == "" for line in lines if (box := read_box(line)))


def test_a_wording_that_quotes_a_box_of_another_finding_answers_its_own() -> None:
    day = datetime(2026, 11, 1, tzinfo=UTC)
    wording = Repair("3 m ^zz99zz-forget", "4 m ^zz99zz-forget")
    found = Finding(
        "ab23cd", "mem_a", NotePath("Atlas.md"), "memory_drift", "value", "warm", (), 0.9, 0.9,
        None, None, (), "", "open", day, day, None, "", repair=wording,
    )  # fmt: skip
    boxes = [box for line in render_boxes(found) if (box := read_box(line))]

    assert [(box.finding, box.answer) for box in boxes] == [
        ("ab23cd", one) for one in answers_to(found)
    ]
