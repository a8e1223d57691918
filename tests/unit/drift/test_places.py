"""A line that stands elsewhere is news to who believes where it stood, or under a state alone."""

import pytest

from tests.unit.drift.statements import judge
from vaultwatch.drift.model import Comparison
from vaultwatch.notes.model import NotePath, Statement
from vaultwatch.notes.parse import parse_note

BOARD = "## Doing\n- Fix login\n- Sell sofa\n\n## Done\n- Update logo\n\n## Later\n- Paint fence\n"
MOVED = BOARD.replace("- Fix login\n", "").replace("logo\n", "logo\n- Fix login\n")
TRIP = "## Sunday\n- Boat tour with Lee\n- Picnic\n\n## Monday\n- Museum with Ann\n"
OFFERS = "## Proposed for work\n- Paint fence\n- Sell sofa\n\n## Considered for work\n- Mend roof\n"
MUSEUM = "## Sunday\n- The museum must still be booked\n- Picnic\n\n## Monday\n- Swim\n"


def read(text: str) -> tuple[Statement, ...]:
    return parse_note(NotePath("Atlas.md"), text.encode()).statements


def seen(memory: str, then: str, now: str) -> Comparison:
    return judge(memory, read(then), read(now))


@pytest.mark.parametrize(
    ("memory", "then", "now", "why"),
    [
        pytest.param(
            "Fix login is in Doing.",
            BOARD,
            MOVED,
            "“Fix login” stands under “Done” now, before under “Doing”",
            id="another column of a board",
        ),
        pytest.param(
            "Fix login is still to be done.",
            BOARD,
            MOVED,
            "“Fix login” stands under “Done” now, before under “Doing”",
            id="what waits came under what is done",
        ),
        pytest.param(
            "The museum with Ann is on Monday.",
            TRIP,
            TRIP.replace("- Museum with Ann\n", "").replace("Lee\n", "Lee\n- Museum with Ann\n"),
            "“Museum with Ann” stands under “Sunday” now, before under “Monday”",
            id="another day",
        ),
        pytest.param(
            "The boat tour is with Lee.",
            TRIP,
            f"## Cancelled\n{TRIP[10:]}",
            "“Cancelled” stands under “Cancelled” now, before under “Sunday”",
            id="a title that says it is off",
        ),
        pytest.param(
            "The fence is only at the Proposed stage.",
            OFFERS,
            OFFERS.replace("- Paint fence\n", "").replace("roof\n", "roof\n- Paint fence\n"),
            "“Paint fence” stands under “Considered for work” now, before under "
            "“Proposed for work”",
            id="a column that is open yet",
        ),
        pytest.param(
            "Doing: sell the sofa.",
            "Doing:\n\n- Sell the sofa\n- Fix login\n\nDone:\n\n- Update logo\n",
            "Doing:\n\n- Fix login\n\nDone:\n\n- Update logo\n- Sell the sofa\n",
            "“Sell the sofa” stands under “Done:” now, before under “Doing:”",
            id="lists below a line",
        ),
    ],
)
def test_a_line_in_another_place_is_shown(memory: str, then: str, now: str, why: str) -> None:
    verdict = seen(memory, then, now)

    assert verdict.outcome == "shown"
    assert verdict.reasons[0] == why


@pytest.mark.parametrize(
    ("memory", "then", "now"),
    [
        pytest.param("Paint fence is for Later.", BOARD, MOVED, id="an item that stayed"),
        pytest.param("The login is fixed by us: Fix login.", BOARD, MOVED, id="no word of a place"),
        pytest.param(
            "Fix login is in Doing.",
            BOARD,
            BOARD.replace("## Doing", "## In progress"),
            id="a column under another name",
        ),
        pytest.param(
            "Sell sofa is in Doing.",
            BOARD,
            BOARD.replace("- Sell", "### This week\n- Sell"),
            id="a title set above, within",
        ),
        pytest.param(
            "The museum is visited with Ann.",
            TRIP,
            TRIP.replace("## Monday", "## Fixed for good and never to be cancelled\n"),
            id="a long title",
        ),
        pytest.param(
            "Update logo is done.",
            BOARD,
            BOARD.replace("- Update logo\n", "").replace("fence\n", "fence\n- Update logo\n"),
            id="what is done leaves the column",
        ),
        *(
            pytest.param(
                "The museum must still be booked.", MUSEUM, f"## {title}{MUSEUM[9:]}", id=title
            )
            for title in ("To be done", "Definition of done", "If cancelled", "Cancelled tours")
        ),
        pytest.param(
            "The boat tour was cancelled, Lee said.",
            TRIP,
            f"## Cancelled\n{TRIP[10:]}",
            id="a memory that knows",
        ),
        pytest.param(
            "Fix login is in Doing.",
            BOARD,
            BOARD.replace("logo\n", "logo\n- Fix login\n"),
            id="the same line once more elsewhere",
        ),
    ],
)
def test_a_line_that_says_what_it_said_is_no_news(memory: str, then: str, now: str) -> None:
    assert not seen(memory, then, now).drifted


def test_a_title_set_above_a_list_leaves_what_it_says_true() -> None:
    then = "# House\n\nThe alarm code is kept at the office.\n\nThe gate closes at nine.\n"
    titled = then.replace("The alarm", "## Basics\n\nThe alarm")
    called = then.replace("The gate", "> [!warning] House rules\n> The gate")

    for now in (titled, called):
        assert seen("The alarm code is kept at the office.", then, now).outcome == "holds"
        assert seen("The gate closes at nine.", then, now).outcome == "holds"


OF_ONE = "- Pays 30 euros\n- Parking space: yes\n"
PAYS = f"## Ann\n\n{OF_ONE}\n## Ben\n\n{OF_ONE}"


@pytest.mark.parametrize(
    ("memory", "now"),
    [
        pytest.param(
            "Ann pays 30 euros.", f"{PAYS}\n## Cleo\n\n- Pays 30 euros\n", id="said once more"
        ),
        pytest.param(
            "Ann pays 30 euros.", "40 euros".join(PAYS.rsplit("30 euros", 1)), id="another value"
        ),
        pytest.param(
            "Ann has a parking space.", "no".join(PAYS.rsplit("yes", 1)), id="the contrary"
        ),
        pytest.param(
            "Ann pays 30 euros.", "".join(PAYS.rsplit("- Pays 30 euros\n", 1)), id="taken out"
        ),
    ],
)
def test_the_same_words_below_another_heading_are_another_matter(memory: str, now: str) -> None:
    assert seen(memory, PAYS, now).outcome == "holds"


def test_of_the_same_words_below_two_headings_those_meant_were_changed() -> None:
    now = "40 euros".join(PAYS.rsplit("30 euros", 1))

    assert seen("Ben pays 30 euros.", PAYS, now).outcome == "shown"


SHED = "- Drawer 2\n\t- Chisels\n\t- Files\n- Drawer 5\n\t- Rasps\n- Hook\n\t- Saw\n"
ATTIC = "- Norden\n\t- Regal 3\n\t\t- Rucksack\n\t\t\t- Stirnlampe\n\t- Regal 8\n\t\t- Helm\n"
PACK = "\t\t- Rucksack\n\t\t\t- Stirnlampe\n"


def taken(text: str, line: str, behind: str) -> str:
    """Take a line out and put it behind another."""
    return text.replace(line, "").replace(behind, behind + line)


@pytest.mark.parametrize(
    ("memory", "then", "now", "why"),
    [
        pytest.param(
            "The chisels lie in drawer 2 of the shed.",
            SHED,
            taken(SHED, "\t- Chisels\n", "Rasps\n"),
            "“Chisels” stands under “Drawer 5” now, before under “Drawer 2”",
            id="a number tells the two apart",
        ),
        pytest.param(
            "The saw is on the hook.",
            SHED,
            taken(SHED, "\t- Saw\n", "Rasps\n"),
            "“Saw” stands under “Drawer 5” now, before under “Hook”",
            id="a word does",
        ),
        pytest.param(
            "Die Stirnlampe liegt im Regal 3.",
            ATTIC,
            taken(ATTIC, PACK, "Helm\n"),
            "the note said Regal 3, now Regal 8",
            id="with the item that it stands under",
        ),
    ],
)
def test_an_item_below_another_is_shown(memory: str, then: str, now: str, why: str) -> None:
    verdict = seen(memory, then, now)

    assert verdict.outcome == "shown"
    assert verdict.reasons[0] == why


@pytest.mark.parametrize(
    ("memory", "then", "now"),
    [
        pytest.param(
            "The chisels lie in drawer 2.",
            SHED,
            taken(SHED, "\t- Chisels\n", "Files\n"),
            id="in another order",
        ),
        pytest.param(
            "The chisels are sharpened on Fridays, says Ann.",
            SHED,
            taken(SHED, "\t- Chisels\n", "Rasps\n"),
            id="no word of a place",
        ),
        pytest.param(
            "The chisels lie in drawer 2.",
            SHED,
            SHED.replace("Drawer 2", "Blue drawer 2 (top)"),
            id="the other's line was added to",
        ),
        pytest.param(
            "The chisels lie in drawer 2.",
            SHED,
            taken(SHED, "\t- Files\n", "Rasps\n"),
            id="another item",
        ),
        pytest.param(
            "The files lie in drawer 2.",
            SHED.replace("Rasps", "Files"),
            "- Drawer 5\n\t- Files\n- Drawer 2\n\t- Chisels\n\t- Files\n- Hook\n\t- Saw\n",
            id="the same item in two lists that change places",
        ),
        pytest.param(
            "Die Stirnlampe liegt im Norden.",
            ATTIC,
            taken(ATTIC, PACK, "Helm\n"),
            id="what stands around both",
        ),
    ],
)
def test_an_item_that_stays_where_the_memory_says_is_no_news(
    memory: str, then: str, now: str
) -> None:
    assert not seen(memory, then, now).drifted


CREW = "## {0}\n\n- {1}\n- Bakes.\n\n## {2}\n\n- Ring first.\n"


@pytest.mark.parametrize(
    ("memory", "who", "stood", "other"),
    [
        (
            "Behind the oven Odile keeps a lamp, a rope and a whistle.",
            "Odile",
            "She keeps a spare lamp, rope and whistle behind the oven.",
            "Help",
        ),
        (
            "Naast boeken, kaarten en touwen slaapt Jorrit op zolder.",
            "Jorrit",
            "Hij slaapt op zolder naast de boeken, kaarten en touwen.",
            "Nood",
        ),
        (
            "Do czytania Wanda nosi okulary, mapy, gwizdek i linę.",
            "Wanda",
            "Nosi okulary do czytania, mapy, gwizdek i linę.",
            "Pomoc",
        ),
    ],
)
def test_a_line_that_took_its_title_along_is_no_news(
    memory: str, who: str, stood: str, other: str
) -> None:
    then = CREW.format(who, stood, other)
    now = then.replace(f"- {stood}\n", "") + f"- {who}: {stood}\n"

    assert not seen(memory, then, now).drifted


def test_a_sentence_under_another_title_is_no_mark_unless_the_title_says_when() -> None:
    then = CREW.replace("- ", "").format("Odile", "Cannot eat any kind of nuts.", "Help")
    now = then.replace("Cannot eat any kind of nuts.\n", "") + "\nCannot eat any kind of nuts.\n"

    assert not seen("Odile cannot eat any kind of nuts.", then, now).drifted
    then, now = (one.replace("Odile", "Monday").replace("Help", "Sunday") for one in (then, now))
    assert seen("Cannot eat any kind of nuts on Monday.", then, now).proof == "mark"
