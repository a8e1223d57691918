"""Where a lost passage went: known by words that no third note says, or told of nowhere."""

import pytest

from tests.unit.drift.statements import baseline, belief
from vaultwatch.drift.model import Baseline
from vaultwatch.drift.scoring.compare import compare
from vaultwatch.drift.scoring.moved import (
    NewPlace,
    OtherNote,
    lost_supports,
    seen_together,
    told_of,
    where_it_went,
)
from vaultwatch.notes.model import NotePath, Statement
from vaultwatch.notes.parse import parse_note

TANK = "The rainwater tank behind the greenhouse holds 1,200 litres."
THEN = f"# Garden\n\nTwenty plots.\n\n{TANK}\n"
GONE = "# Garden\n\nTwenty plots.\n"
SAYS = "The rainwater tank holds 1,200 litres"


def note(text: str) -> tuple[Statement, ...]:
    return parse_note(NotePath("Note.md"), text.encode()).statements


def rested(then: str = THEN, says: str = SAYS) -> Baseline:
    return baseline(belief(says), note(then))


def other(text: str, path: str = "Shed.md", *, is_fresh: bool = True) -> OtherNote:
    return OtherNote(NotePath(path), note(text), is_fresh=is_fresh)


def found(*others: OtherNote, now: str = GONE, then: str = THEN) -> NewPlace | None:
    return where_it_went(rested(then), note(now), others)


@pytest.mark.parametrize(
    "there",
    [
        pytest.param(f"# Shed\n\n{TANK}\n", id="the same words"),
        pytest.param(f"# Shed\n\n> - **{TANK}**\n", id="quoted, listed, bold"),
        pytest.param(f"# Shed\n\n### {TANK}\n", id="as a heading"),
        pytest.param(
            "The [[Garden/Tank|rainwater tank]] behind the\n  greenhouse holds 1,200 litres",
            id="wrapped",
        ),
    ],
)
def test_it_is_known_however_it_is_set(there: str) -> None:
    place = found(other(there))
    assert place is not None
    assert place.is_exact


@pytest.mark.parametrize(
    "others",
    [
        pytest.param([other("# Shed\n\nThe mower is blunt.\n")], id="other words"),
        pytest.param([other(TANK, f"{n}.md") for n in range(3)], id="in three notes"),
        pytest.param(
            [other(TANK), other(TANK, "Old.md", is_fresh=False)], id="once fresh, once old"
        ),
        pytest.param(
            [other(TANK.replace("1,200", "900"), is_fresh=False)], id="reworded long since"
        ),
        pytest.param(
            [other(TANK.replace("1,200", "900")), other(TANK.replace("1,200", "80"), "B.md")],
            id="two that say nearly the same",
        ),
        pytest.param(
            [
                other(TANK.replace("1,200", "900")),
                other(TANK.replace("1,200", "80"), "Old.md", is_fresh=False),
            ],
            id="one that says nearly the same, another that did before",
        ),
    ],
)
def test_what_others_say_too_or_said_before_tells_of_no_place(others: list[OtherNote]) -> None:
    place = found(*others)
    assert place is None or not place.other.is_fresh


def test_two_words_are_too_few_and_company_makes_up_for_it() -> None:
    then = f"- [ ] Call the bank\n- [ ] {TANK}\n"
    call = "The bank must be called"
    alone = where_it_went(rested(then, call), note(TANK), [other("- [ ] Call the bank\n")])
    assert alone is None
    place = where_it_went(rested(then, call), note("Nothing."), [other(then)])
    assert place is not None
    assert [one.plain for one in place.company] == ["Call the bank", TANK]


def test_a_sentence_about_another_is_another_sentence() -> None:
    then = "The stall of Alder pays a fee of 40 euros a day in the summer months and the market.\n"
    made = rested(then, "The stall of Alder pays 40 euros")
    birch = other(then.replace("Alder", "Birch"))
    alder = other(then.replace("40", "55"))
    assert where_it_went(made, (), [birch]) is None
    place = where_it_went(made, (), [birch, alder])
    assert place is not None
    assert place.other == alder


def test_of_two_notes_the_one_that_the_old_place_links_to_is_meant() -> None:
    linked = OtherNote(NotePath("Z.md"), note(TANK), is_fresh=True, is_linked=True)
    place = found(other(TANK), linked)
    assert place is not None
    assert place.other == linked


@pytest.mark.parametrize(
    ("now", "is_lost"),
    [
        pytest.param(THEN, False, id="it stands"),
        pytest.param(f"# Garden\n\n## Water\n\n- {TANK}\n", False, id="under another heading"),
        pytest.param(THEN.replace("1,200", "900"), False, id="edited where it stood"),
        pytest.param(f"{GONE}\nSee [[Rainwater tank]].\n", True, id="a link left behind"),
        pytest.param(GONE, True, id="gone"),
    ],
)
def test_only_what_the_note_says_nowhere_is_lost(now: str, is_lost: bool) -> None:  # noqa: FBT001
    assert bool(lost_supports(rested(), note(now))) == is_lost


@pytest.mark.parametrize(("heading", "is_told"), [("Door", False), ("Done", True)])
def test_what_goes_with_its_heading_stands_under_no_other_title(
    heading: str, *, is_told: bool
) -> None:
    tasks = "- [ ] Weld the new hinge\n- [ ] Lay the yellow bricks\n"
    head = "# Kiln rebuild\n\nIt loses heat.\n\nWe rebuild it.\n\n"
    then, now = f"{head}## Door\n\n{tasks}", note(head)
    says = "The hinge for the Kiln rebuild door has not been welded yet."
    shed = other(f"# Kiln rebuild part 2\n\n## {heading}\n\n{tasks}")
    place = where_it_went(rested(then, says), now, [shed])
    assert place is not None

    both = seen_together(rested(then, says), now, place)

    assert compare(belief(says), rested(then, says), both).drifted is is_told


def test_a_lesser_line_that_went_takes_no_link_along() -> None:
    says, tasks = "Bed three is empty with green manure.", "- [ ] Sow winter rye in bed three\n"
    head = "# Garden\n\n## Beds\n\n1. Beans\n2. Leeks, until frost\n3. Empty; green manure\n\n"
    before, now = rested(f"{head}## Tasks\n\n{tasks}", says), note(head)
    place = where_it_went(before, now, [other(f"# Garden tasks\n\n## Tasks\n\n{tasks}")])
    assert place is not None

    made, both = compare(belief(says), before, now), seen_together(before, now, place)
    told = told_of(belief(says), made, compare(belief(says), before, both), before, place)

    assert (told.outcome, told.kind) == ("holds", None)
