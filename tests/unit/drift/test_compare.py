"""Does a belief still hold? The scenario of the open blocker, and a row a kind of edit."""

import pytest

from tests.unit.drift.statements import baseline, belief, judge, note
from vaultwatch.drift.findings.scale import Scale
from vaultwatch.drift.outcome import CERTAINTY
from vaultwatch.drift.scoring.compare import compare
from vaultwatch.drift.scoring.deciding import MOST_SURE
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note

BLOCKER = "The missing API key is an open blocker in Atlas, Dana must request it from Northwind."
SAID = "The kick-off is on Thursdays in the blue room."
THEN = note(
    "status: blocked",
    "# Blockers",
    "The missing API key is an open blocker.",
    "- [ ] Dana: request the API key from Northwind",
    "# Team",
    "We meet on Tuesdays in room 4.",
    "The budget is 12 000 €.",
)


def edited(line: int, text: str) -> tuple[str, ...]:
    lines = [
        "status: blocked",
        "# Blockers",
        "The missing API key is an open blocker.",
        "- [ ] Dana: request the API key from Northwind",
        "# Team",
        "We meet on Tuesdays in room 4.",
        "The budget is 12 000 €.",
    ]
    lines[line - 1] = text
    return tuple(lines)


@pytest.mark.parametrize(
    ("lines", "after", "line"),
    [
        pytest.param(
            edited(3, "The API key is no blocker any more: it has arrived."),
            "The API key is no blocker any more: it has arrived.",
            3,
            id="the sentence is edited to say done",
        ),
        pytest.param(
            edited(4, "- [x] Dana: request the API key from Northwind"),
            "[x] Dana: request the API key from Northwind",
            4,
            id="the task is ticked",
        ),
        pytest.param(
            edited(1, "status: done"), "status: done", 1, id="the status property changes"
        ),
    ],
)
def test_the_open_blocker_that_was_done_fires_with_the_words_that_settle_it(
    lines: tuple[str, ...], after: str, line: int
) -> None:
    found = judge(BLOCKER, THEN, note(*lines))

    assert found.drifted
    assert found.kind == "memory_drift"
    assert found.before is not None
    assert found.before.text.startswith(("The missing API key", "[ ] Dana", "status: "))
    assert found.after is not None
    assert (found.after.text, found.after.line) == (after, line)
    assert found.reasons


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(edited(6, "We meet on Fridays in room 9."), id="a meeting elsewhere"),
        pytest.param(edited(7, "The budget is 15 000 €."), id="a number elsewhere"),
        pytest.param(edited(5, "# People"), id="a heading elsewhere"),
        pytest.param(
            (*edited(6, "We meet on Tuesdays in room 4."), "UPDATE: lunch was moved to noon."),
            id="an update about something else",
        ),
    ],
)
def test_an_edit_elsewhere_never_fires(lines: tuple[str, ...]) -> None:
    found = judge(BLOCKER, THEN, note(*lines))

    assert not found.drifted
    assert found.score < 0.1
    assert found.kind is None


def test_support_deleted_altogether_is_removed() -> None:
    now = note("# Team", "We meet on Tuesdays in room 4.", "The budget is 12 000 €.")

    found = judge(BLOCKER, THEN, now)

    assert found.drifted
    assert found.change == "removed"
    assert found.before is not None


def test_a_changed_value_quotes_both_sides_and_says_them_in_the_reason() -> None:
    found = judge(
        "The Atlas budget is 12,000 euros.", THEN, note(*edited(7, "The budget is 15 000 €."))
    )

    assert found.drifted
    assert found.change == "value"
    assert found.before is not None
    assert found.after is not None
    assert (found.before.text, found.after.text) == (
        "The budget is 12 000 €.",
        "The budget is 15 000 €.",
    )
    assert found.reasons[0] == "the note said 12 000 €, now 15 000 €"


AROUND = ("# Rules", "The door is green.", "Lunch is at noon.", "Boots stay outside.")


def test_a_sentence_in_other_words_is_no_change_of_a_value() -> None:
    then = "On farm tracks, the tractor is driven by the farm's apprentice."
    now = "Lanes and paths get each tractor from the apprentice of the farm."
    belief = "On farm tracks the tractor is driven by the apprentice."
    found = judge(belief, note(*AROUND, then), note(*AROUND, now))
    assert (found.outcome, found.change) == ("in_doubt", "exchanged")


def test_beside_what_is_shown_nothing_of_another_matter_is_offered() -> None:
    then = "You can send boxes up to 50 kg to your archive."
    other = "When sending scrolls directly to the archive, it is best to use tubes."
    belief = "A box that is sent to the archive may weigh 50 kg at most."
    now = note(*AROUND, other, then.replace("50", "100"))
    found = judge(belief, note(*AROUND, then), now)
    assert (found.outcome, found.also) == ("shown", None)


def test_of_a_row_of_a_table_each_cell_is_quoted_with_its_column() -> None:
    table = "| | Small | Large |\n| --- | --- | --- |\n| Fee | 5 € | 9 € |\n| Seats | 2 | 8 |\n"
    then, now = (
        parse_note(NotePath("Atlas.md"), f"# Plans\n\n{text}".encode()).statements
        for text in (table, table.replace("9 €", "12 €"))
    )
    found = judge("The fee of the large plan is 9 €.", then, now)
    assert found.before is not None
    assert found.after is not None
    quoted = found.before.text, found.after.text
    assert quoted == ("Fee; Small: 5 €; Large: 9 €", "Fee; Small: 5 €; Large: 12 €")


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("The budget is 12,000 €.", id="another thousands separator"),
        pytest.param("The **budget** is 12000 €.", id="emphasis and no separator"),
        pytest.param("The budget is 12000.00 euros.", id="decimals and a unit in words"),
    ],
)
def test_the_same_value_written_otherwise_is_no_drift(line: str) -> None:
    found = judge("The Atlas budget is 12,000 euros.", THEN, note(*edited(7, line)))

    assert found.score < 0.5


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("See Atlas for the API key and the team.", id="English"),
        pytest.param("Siehe Atlas für das Budget.", id="German"),
        pytest.param("Voir Atlas pour les blocages", id="French"),
    ],
)
@pytest.mark.parametrize("is_adopted", [False, True], ids=["written", "adopted"])
def test_a_memory_that_only_points_to_the_note_rests_on_its_existence(
    text: str, *, is_adopted: bool
) -> None:
    held = belief(text)
    now = note("# Other", "Nothing is the same. The API key came.")

    found = compare(held, baseline(held, THEN, is_adopted=is_adopted), now)

    assert not found.drifted
    assert found.score < 0.1


def test_an_adopted_baseline_is_compared_cold_and_says_that_it_is_weaker() -> None:
    held = belief("The kick-off is on Thursdays.")

    found = compare(held, baseline(held, THEN, is_adopted=True), THEN)

    assert found.mode == "cold"
    assert not found.drifted
    assert "nobody knows" in found.reasons[-1]


def test_a_cold_open_belief_beside_a_ticked_task_fires() -> None:
    now = note(*edited(4, "- [x] Dana: request the API key from Northwind"))
    held = belief("Dana must still request the API key from Northwind.")

    found = compare(held, baseline(held, now, is_adopted=True), now)

    assert found.mode == "cold"
    assert found.drifted
    assert found.change == "never_agreed"


def test_a_passage_changes_its_digest_when_it_is_edited_again() -> None:
    once = judge(BLOCKER, THEN, note(*edited(4, "- [x] Dana: request the API key from Northwind")))
    same = judge(BLOCKER, THEN, note(*edited(4, "- [x] Dana: request the API key from Northwind")))
    again = judge(BLOCKER, THEN, note(*edited(4, "- [x] Dana: the API key came on Friday")))

    assert once.passage == same.passage != again.passage


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("18 °C", "22 °C"),
        ("18°C", "22°C"),
        ("90 km/h", "120 km/h"),
        ("5 kg", "8 kg"),
        ("40 euros", "55 euros"),
        ("40 €", "55 €"),
        ("12 %", "15 %"),
    ],
)
def test_a_value_is_told_with_the_whole_of_its_unit(old: str, new: str) -> None:
    then = note(f"The limit in the hall is {old} at night.", "Bring chairs.")
    now = note(f"The limit in the hall is {new} at night.", "Bring chairs.")
    found = judge(f"The limit in the hall is {old} at night.", then, now)
    assert found.reasons[0] == f"the note said {old}, now {new}"


def test_of_several_values_that_came_the_one_in_the_same_unit_is_told() -> None:
    then = note("Both kinds take 40% off.", "Bring chairs.")
    now = note("The two kinds take 25% off.", "Bring chairs.")
    assert judge("It takes 40% off.", then, now).reasons[0] == "the note said 40%, now 25%"


def test_a_word_behind_a_number_is_no_unit_of_it() -> None:
    then = note("The hall has 40 in the morning.", "Bring chairs.")
    now = note("The hall has 55 in the morning.", "Bring chairs.")
    assert judge("The hall has 40.", then, now).reasons[0] == "the note said 40, now 55"


def test_no_score_says_that_nothing_else_can_be() -> None:
    then = note("The fee of the stall is 40 euros.", "Bring chairs.", "Ask Ann.")
    now = note("Everything was rewritten.", "Ask Ann.")
    assert 0.9 < judge("The fee of the stall is 40 euros.", then, now).score <= MOST_SURE


@pytest.mark.parametrize(
    ("text", "then", "now", "why"),
    [
        (
            "Gold costs 100 EUR.",
            "Bronze costs 25 EUR, Silver 50 EUR, Gold 100 EUR.",
            "Bronze costs 30 EUR, Silver 60 EUR, Gold 120 EUR.",
            "the note said 100 EUR, now 120 EUR",
        ),
        (
            "The train's arrival is 11:40.",
            "The train leaves 08:15 and arrives at 11:40.",
            "The train leaves 08:45 and arrives at 12:10.",
            "the note said 11:40, now 12:10",
        ),
        (
            "Delivery takes 3 to 5 days.",
            "Delivery takes 3 to 5 days.",
            "Delivery takes 7 days.",
            "the note said 3 to 5 days, now 7 days",
        ),
    ],
)
def test_why_names_the_value_that_took_the_place_of_the_one_the_memory_says(
    text: str, then: str, now: str, why: str
) -> None:
    assert why in judge(text, note("# Info", then), note("# Info", now)).reasons


@pytest.mark.parametrize(
    "scale",
    [
        pytest.param(Scale(bar=0.95), id="a bar that readers raised"),
        pytest.param(Scale(offsets={"value": -4.0}), id="a kind that they mostly called true"),
    ],
)
def test_no_word_on_other_memories_changes_what_is_shown(scale: Scale) -> None:
    text, now = "The budget is 12 000 €.", note(*edited(7, "The budget is 15 000 €."))
    held = belief(text)
    found = compare(held, baseline(held, THEN), now, scale=scale)
    assert (found.outcome, found.proof) == ("shown", "value")
    assert found.score >= CERTAINTY["value"]


def test_of_two_that_changed_places_the_one_that_spoke_of_the_memory_is_quoted() -> None:
    then = note(
        "# Garden",
        "Tomatoes grow in the south bed.",
        "Potatoes grow in the north bed.",
        "The apple tree is pruned in February.",
        "Water the greenhouse twice a week.",
    )
    now = note(
        "# Garden",
        "Potatoes grow in the south bed.",
        "Tomatoes grow in the north bed.",
        "The apple tree is pruned in February.",
        "Water the greenhouse twice a week.",
    )
    memory = "Tomatoes grow in the south bed and the greenhouse is watered twice a week."
    found = judge(memory, then, now)
    assert found.before is not None
    assert found.after is not None
    assert (found.before.text, found.after.text) == (then[1].text, now[1].text)


TEAM = ("# Ann", "- She leads the design team.", "- She works from Lisbon.", "- She likes tea.")


@pytest.mark.parametrize(
    ("lines", "now"),
    [
        pytest.param((*TEAM[:2], "- Moved to Porto.", TEAM[3]), "Moved to Porto.", id="one line"),
        pytest.param((*TEAM[:2], TEAM[3]), None, id="none"),
        pytest.param((*TEAM[:2], "- Moved.", "- To Porto.", TEAM[3]), None, id="two"),
        pytest.param((*TEAM[:2], TEAM[3], "- Moved to Porto."), None, id="elsewhere"),
    ],
)
def test_the_one_line_put_in_the_place_of_what_is_gone_is_quoted(
    lines: tuple[str, ...], now: str | None
) -> None:
    found = judge("Ann works from Lisbon.", note(*TEAM), note(*lines))

    assert (found.proof, found.change) == ("gone", "removed")
    assert (found.after.text if found.after is not None else None) == now


def test_beside_a_memory_that_holds_its_own_line_is_quoted_and_no_other_that_came() -> None:
    said = "The sign at the gate says closed on Mondays."
    then = note("# Rules", said, "# Food", "Bring four bottles, whatever the sign says.")
    now = note("# Rules", said, "# Food", "Bring five bottles, whatever the sign says.")

    made = judge(said, then, now)

    assert (made.outcome, made.kind) == ("holds", None)
    assert made.after is not None
    assert made.after.text == said
