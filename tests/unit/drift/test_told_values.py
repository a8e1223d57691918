"""The one clear value that a note says where a memory says another, and when there is none."""

import pytest

from vaultwatch.drift.findings.told_values import swapped, told_value
from vaultwatch.drift.model import Repair
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note


@pytest.mark.parametrize(
    ("sentence", "note", "pair"),
    [
        pytest.param(
            "The gas oven is fired at **1200** degrees, see [[Oven]].",
            "The gas oven is fired at 1240 degrees.",
            ("1200", "1240"),
            id="a number",
        ),
        pytest.param(
            "The oven rests four weeks a year ([[Oven]])",
            "The oven rests five weeks a year.",
            ("four", "five"),
            id="a number word",
        ),
        pytest.param(
            "[[Oven]] runs on port 4310", "Port: 4400", ("4310", "4400"), id="a labelled value"
        ),
        pytest.param(
            "The oven opens on Tuesday ([[Oven]]).",
            "The oven opens on Friday.",
            ("Tuesday", "Friday"),
            id="a weekday",
        ),
        pytest.param(
            "Der Ofen kostet 940 € im Jahr ([[Oven]]).",
            "Der Ofen kostet 980 € im Jahr.",
            ("940", "980"),
            id="another language",
        ),
        pytest.param(
            "The rent of [[Oven]] is 1,300 €.",
            "# Oven\n\n## Rent\n\nThe rent is 1,650 €.\n\n## Days\n\nFirst fire on 4 March 2027.",
            ("1,300", "1,650"),
            id="a year elsewhere",
        ),
        pytest.param(
            "The rent of [[Oven]] is 1,300 €.",
            "The rent is 1,650 €.\n\nThe rent of the shed is 1,450 €.",
            None,
            id="two rents",
        ),
        pytest.param(
            "[[Oven]] runs on port 4310", "The oven runs on port 4310.", None, id="it agrees"
        ),
        pytest.param("[[Oven]] runs on port 4310", "The oven is red.", None, id="it is silent"),
        pytest.param(
            "[[Oven]] does not run on port 4310", "The oven runs on port 4400.", None, id="a not"
        ),
        pytest.param(
            "[[Oven]] runs on port 4310",
            "The oven server runs on port 4400. The test server runs on port 4500.",
            None,
            id="two values",
        ),
        pytest.param(
            "[[Oven]] runs on port 4310, so the fence opens port 4310 too",
            "The oven runs on port 4400.",
            None,
            id="what follows from it",
        ),
        pytest.param("Dana owns [[Oven]]", "Mara owns the oven.", None, id="a name alone"),
        pytest.param(" ", "The oven runs on port 4400.", None, id="no words"),
        pytest.param("x " * 3_000, "The oven runs on port 4400.", None, id="too long"),
    ],
)
def test_the_value_that_a_note_says_instead(
    sentence: str, note: str, pair: tuple[str, str] | None
) -> None:
    statements = parse_note(NotePath("Oven.md"), f"# Oven\n\n{note}\n".encode()).statements
    told = told_value(sentence, statements)
    assert (None if told is None else (told.old, told.new)) == pair


@pytest.mark.parametrize(
    ("before", "after", "pair"),
    [
        ("a **10** b", "a **12** b", ("10", "12")),
        ("from May 3 on", "from June 4 on", ("May 3", "June 4")),
        ("on 10.", "on 12.", ("10", "12")),
        ("`x/a.md` b", "`y/a.md` b", ("x/a.md", "y/a.md")),
        ("a b", "a b c", None),
        ("a b", "a", None),
        ("a", "a", None),
        ("a\nb c", "x\ny c", None),
    ],
)
def test_what_a_new_wording_puts_in_anothers_place(
    before: str, after: str, pair: tuple[str, str] | None
) -> None:
    assert swapped(Repair(before, after)) == pair
