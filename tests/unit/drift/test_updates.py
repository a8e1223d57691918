"""What a line added to a note says of a belief's own subject, a row a rule, by words alone."""

import pytest

from tests.unit.drift.test_open_blocker import held_against

HOSTING = "# Website\n\nThe site is hosted by Kelvin.\n\nLogs are read by Ulla.\n"
SITE = "The website is hosted by Kelvin."
CLASS = "# Pottery\n\nThe pottery class is on Tuesday at 19:00.\n\nClay is in the yard.\n"
POTTERY = "The pottery class is on Tuesday at 19:00."
TOLL = "# Bridge\n\nThe toll is 4 euros a crossing.\n\nThe ferry runs at night.\n"
BRIDGE = "The toll of the bridge is 4 euros a crossing."
BARN = "# Boat\n\nThe boat is in Elmer's barn.\n\nThe sails are at home.\n"
BOAT = "The boat is kept in Elmer's barn."
POST = "# Büro\n\nDie Post holt Frau Winter ab.\n\nDie Pakete bringt ein Bote.\n"
MAIL = "Frau Winter holt die Post ab."


def after(note: str, line: str, *, place: str) -> str:
    first, rest = note.split(".\n", 1)
    if place == "below":
        return f"{first}.\n\n{line}\n{rest}"
    return f"{note}\n## Log\n\n- 2026-06-01: {line}\n"


@pytest.mark.parametrize("place", ["below", "log"])
@pytest.mark.parametrize(
    ("note", "belief", "line"),
    [
        pytest.param(HOSTING, SITE, "Kelvin was replaced by Onda.", id="replaced by"),
        pytest.param(HOSTING, SITE, "We switched from Kelvin to Onda.", id="from one to another"),
        pytest.param(HOSTING, SITE, "Decision: Onda instead of Kelvin.", id="instead of"),
        pytest.param(HOSTING, SITE, "Onda took over from Kelvin.", id="took over from"),
        pytest.param(HOSTING, SITE, "Kelvin went out of business.", id="went under"),
        pytest.param(HOSTING, SITE, "We dropped Kelvin.", id="dropped by us"),
        pytest.param(HOSTING, SITE, "We don't use Kelvin any more.", id="denied with any more"),
        pytest.param(HOSTING, SITE, "The site is now hosted by Onda.", id="another name now"),
        pytest.param(HOSTING, SITE, "Kelvin -> Onda", id="an arrow"),
        pytest.param(CLASS, POTTERY, "The pottery class was cancelled.", id="cancelled"),
        pytest.param(CLASS, POTTERY, "There is no pottery class any more.", id="there is no"),
        pytest.param(CLASS, POTTERY, "The class has been moved to Friday.", id="moved to a day"),
        pytest.param(CLASS, POTTERY, "As of June the class is on Friday.", id="from a month on"),
        pytest.param(CLASS, POTTERY, "Friday instead of Tuesday.", id="a value for a value"),
        pytest.param(TOLL, BRIDGE, "The toll went up to 5 euros.", id="went up"),
        pytest.param(TOLL, BRIDGE, "Update: the toll is 6 euros.", id="announced"),
        pytest.param(TOLL, BRIDGE, "They abolished the toll.", id="abolished"),
        pytest.param(BARN, BOAT, "We sold the boat.", id="sold"),
        pytest.param(POST, MAIL, "Statt Frau Winter kommt Herr Lenz.", id="statt"),
        pytest.param(POST, MAIL, "Frau Winter ist in Rente, die Post holt jetzt Lenz.", id="jetzt"),
        pytest.param(POST, MAIL, "Frau Winter holt die Post nicht mehr ab.", id="nicht mehr"),
        pytest.param(
            HOSTING, SITE, "Update: we go with Onda rather than Kelvin.", id="rather than"
        ),
        pytest.param(HOSTING, SITE, "Scrap Kelvin, Ulla wants Onda.", id="decided, and a wish"),
        pytest.param(HOSTING, SITE, "Scrap that about Kelvin.", id="taken back by name"),
        pytest.param(
            CLASS, POTTERY, "On second thought let's make it Friday.", id="second thought"
        ),
        pytest.param(CLASS, POTTERY, "Switching to Fridays, too few came.", id="no subject, a day"),
        pytest.param(CLASS, POTTERY, "Update: we go monthly from now on.", id="another rhythm"),
        pytest.param(CLASS, POTTERY, "New rhythm: every two weeks.", id="a rhythm by label"),
        pytest.param(TOLL, BRIDGE, "No more toll until the bridge is mended.", id="no more until"),
        pytest.param(BARN, BOAT, "Boat: now in the shed.", id="a label and another place"),
        pytest.param(POST, MAIL, "Update: wir gehen jetzt doch zu Herrn Lenz.", id="eine Person"),
        pytest.param(POST, MAIL, "Frau Winter hört auf.", id="hört auf"),
    ],
)
def test_it_overtakes_the_belief(note: str, belief: str, line: str, place: str) -> None:
    comparison = held_against(belief, note, after(note, line, place=place))
    assert comparison.drifted, comparison
    assert comparison.after is not None
    assert line.rstrip(".") in comparison.after.text


@pytest.mark.parametrize("place", ["below", "log"])
@pytest.mark.parametrize(
    ("note", "belief", "line"),
    [
        pytest.param(
            HOSTING, SITE, "Kelvin's bills are now in the binder.", id="a thing of its own"
        ),
        pytest.param(HOSTING, SITE, "Kelvin no longer sends paper bills.", id="another matter"),
        pytest.param(HOSTING, SITE, "The newsletter was replaced by a blog.", id="another thing"),
        pytest.param(HOSTING, SITE, "Shall we switch from Kelvin to Onda?", id="asked"),
        pytest.param(HOSTING, SITE, "If Kelvin is down again we drop Kelvin.", id="supposed"),
        pytest.param(HOSTING, SITE, "Ulla would like to drop Kelvin.", id="wished"),
        pytest.param(HOSTING, SITE, "Kelvin was not replaced.", id="denied"),
        pytest.param(HOSTING, SITE, "My cousin dropped Kelvin.", id="somebody else did"),
        pytest.param(HOSTING, SITE, "Logs are now read by Onda.", id="another subject"),
        pytest.param(HOSTING, SITE, "shop: moved from Kelvin to Onda", id="under another label"),
        pytest.param(CLASS, POTTERY, "The class of 14 June was cancelled.", id="one of many"),
        pytest.param(CLASS, POTTERY, "The class was cancelled this week.", id="once"),
        pytest.param(
            CLASS, POTTERY, "The yoga class has been moved to Friday.", id="another class"
        ),
        pytest.param(CLASS, POTTERY, "Last year the class was on Friday.", id="long gone"),
        pytest.param(CLASS, POTTERY, "Clay now comes on Friday.", id="another thing on a day"),
        pytest.param(TOLL, BRIDGE, "The toll is now paid by card.", id="no other value"),
        pytest.param(TOLL, BRIDGE, "The ferry is 5 euros now.", id="the price of another thing"),
        pytest.param(TOLL, BRIDGE, "The council proposed to raise the toll to 5 euros.", id="plan"),
        pytest.param(BARN, BOAT, "Elmer sold his tractor.", id="sold something else"),
        pytest.param(BARN, BOAT, "The sails are now at the club.", id="another thing elsewhere"),
        pytest.param(HOSTING, SITE, "Scrap that about the logs.", id="another thing taken back"),
        pytest.param(
            HOSTING, SITE, "On second thought, let's keep the logs.", id="another thought"
        ),
        pytest.param(HOSTING, SITE, "We tried Onda for the blog.", id="tried"),
        pytest.param(CLASS, POTTERY, "The cleaner comes on Friday now.", id="somebody on a day"),
        pytest.param(TOLL, BRIDGE, "The fine went up to 50 euros.", id="another price went up"),
        pytest.param(BARN, BOAT, "Kayak: now in the shed.", id="another label"),
        pytest.param(POST, MAIL, "Unser Bäcker ist jetzt Herr Lenz.", id="jetzt, anderer Beruf"),
        pytest.param(POST, MAIL, "Frau Winter hat jetzt ein neues Rad.", id="jetzt, anderes"),
        pytest.param(POST, MAIL, "Die Pakete holt jetzt Herr Lenz ab.", id="jetzt, andere Sache"),
    ],
)
def test_it_leaves_the_belief_alone(note: str, belief: str, line: str, place: str) -> None:
    assert not held_against(belief, note, after(note, line, place=place)).drifted


@pytest.mark.parametrize(
    ("place", "drifted"), [pytest.param("below", True), pytest.param("log", False)]
)
@pytest.mark.parametrize("line", ["Scrap that, we take the shed.", "Cancelled for good."])
def test_what_names_nothing_speaks_of_what_stands_right_above(
    line: str, place: str, *, drifted: bool
) -> None:
    assert held_against(BOAT, BARN, after(BARN, line, place=place)).drifted == drifted


@pytest.mark.parametrize("line", ["We picked Onda in the end.", "Going with Onda now."])
def test_a_choice_that_names_nothing_is_of_what_stands_right_above(line: str) -> None:
    assert held_against(SITE, HOSTING, after(HOSTING, line, place="below")).drifted
    assert not held_against(SITE, HOSTING, after(HOSTING, line, place="log")).drifted
    two = HOSTING.replace("Logs are read", "The paint comes from Farbo.\n\nLogs are read")
    below = two.replace("Farbo.\n", f"Farbo.\n\n{line}\n")
    assert not held_against(SITE, two, below).drifted


@pytest.mark.parametrize(
    ("belief", "line"),
    [
        pytest.param("Kelvin was dropped as the host of the site.", "We dropped Kelvin.", id="end"),
        pytest.param("The site is not hosted by Kelvin.", "Kelvin was replaced by Onda.", id="no"),
    ],
)
def test_a_belief_that_tells_of_the_end_agrees_with_it(belief: str, line: str) -> None:
    note = HOSTING.replace("is hosted by", "was hosted by")
    assert not held_against(belief, note, after(note, line, place="log")).drifted
