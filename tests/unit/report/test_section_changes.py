"""What is told of a note that changed: by section, with counts and the words that decide."""

from time import process_time

import pytest

from vaultwatch.report.word_diff import SectionChange, section_changes

FEE, ROW = ("Fair", "Fee"), ("Fair", "Row")


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        pytest.param([(FEE, "Fee\n40 euros.")], [(FEE, "Fee\n40 euros.")], (), id="the same"),
        pytest.param(
            [(FEE, "Fee\nOne pays 40 euros.")],
            [(FEE, "Fee\nOne pays 55 euros.")],
            (SectionChange(FEE, 1, 1, "“40” → “55” in “One pays 55 euros.”"),),
            id="a value",
        ),
        pytest.param(
            [(FEE, "Fee"), (ROW, "Row 7")],
            [(FEE, "Fee\nOnly in cash."), (ROW, "Row 7")],
            (SectionChange(FEE, 1, 0, "now also “Only in cash.”"),),
            id="a line more",
        ),
        pytest.param(
            [(FEE, "Fee\nOnly in cash.")],
            [(FEE, "Fee")],
            (SectionChange(FEE, 0, 1, "without “Only in cash.”"),),
            id="a line less",
        ),
        pytest.param(
            [(FEE, "Fee"), (ROW, "Row 7")],
            [(FEE, "Fee")],
            (SectionChange(ROW, 0, 1, "without “Row 7”"),),
            id="a section less",
        ),
        pytest.param(
            [(FEE, "one"), (FEE, "two")], [(FEE, "two\none")], (), id="cut into other passages"
        ),
        pytest.param(
            [(ROW, "一番は門の前。")],
            [(ROW, "二番は門の前。")],
            (SectionChange(ROW, 1, 1, "“一” → “二” in “二番は門の前。”"),),
            id="Japanese",
        ),
        pytest.param([], [], (), id="nothing"),
    ],
)
def test_changes(
    before: list[tuple[tuple[str, ...], str]],
    after: list[tuple[tuple[str, ...], str]],
    told: tuple[SectionChange, ...],
) -> None:
    assert section_changes(before, after) == told


def test_long_lines_are_told_of_in_time() -> None:
    before = [(FEE, "\n".join(f"{n} " + "word " * 4_000 for n in range(60)))]
    after = [(FEE, "\n".join(f"{n} " + "sword " * 4_000 for n in range(60)))]
    start = process_time()
    (one,) = section_changes(before, after)
    assert process_time() - start < 2
    assert (one.came, one.went, len(one.words) <= 160) == (60, 60, True)
