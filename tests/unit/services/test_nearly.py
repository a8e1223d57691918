"""When two texts are two saves of one note, and when they are two notes of one form."""

import pytest

from vaultwatch.services.indexing.other_files import is_nearly

OVEN = (
    "---\ntags: [bread]\n---\n# Oven\n\nThe oven is lit at four. A batch of rye takes 50 minutes.\n"
    "\n- Dora brings the flour from the mill.\n- [ ] sweep the chimney before the winter\n"
)


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(OVEN, id="the same"),
        pytest.param(OVEN.replace("\n", "\r\n") + "\n", id="other line endings"),
        pytest.param(OVEN.replace("50", "45"), id="another value in a sentence"),
        pytest.param(OVEN + "- The door sticks.\n", id="a line more"),
        pytest.param(OVEN.replace("# Oven\n", "# Oven\n\n## Daily\n"), id="a heading more"),
        pytest.param(OVEN.replace("[ ] sweep", "[x] sweep"), id="a task ticked"),
    ],
)
def test_two_saves_of_one_note_are_nearly_the_same(other: str) -> None:
    assert is_nearly(OVEN, other)
    assert is_nearly(other, OVEN)


INVOICE = (
    "# Invoice\n\nTo the {}, for the month of {}.\n\nTotal: 40 euros\n\nPayable in 30 days to the "
    "account below. Thank you for the good work with us this year.\n"
)
CHAPTER = "# {}\n\nThe boat left the harbour before dawn, and nobody said a word of it.\n"
TABLE = "| Day | Loaves |\n| --- | --- |\n| Monday | 30 |\n| Friday | 44 |\n| Tuesday | {} |\n"
READING = "Reading {} kWh, taken in the cellar by Dora before the baking began.\n"
WEEK = "# Week\n\n- [ ] {}\n- [ ] order rye and salt\n- [ ] clean the peel\n- [ ] {}\n"
NUMBERED = f"---\nnumber: {{}}\n---\n{OVEN[24:]}"
FORMS = [
    *(INVOICE.format(*said) for said in (("bakery", "March"), ("mill", "April"), ("inn", "May"))),
    *(CHAPTER.format(f"Chapter {number}") for number in (1, 2, 10)),
    *(NUMBERED.format(number) for number in (1, 2)),
    *(TABLE.format(loaves) for loaves in (31, 32)),
    *(READING.format(read) for read in (401, 402)),
    *(WEEK.format(*tasks) for tasks in (("flour", "wood"), ("yeast", "coal"))),
    *(f"See {what}.\n" for what in ("Oven", "Mill")),
    "",
]


def test_no_two_notes_of_one_form_are_nearly_the_same() -> None:
    near = [(a, b) for at, a in enumerate(FORMS) for b in FORMS[:at] if is_nearly(a, b)]
    assert near == []
    assert not is_nearly("", "")
