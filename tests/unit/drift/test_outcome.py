"""The four outcomes: what is shown, what only seems so, what nobody knows, what holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.drift.statements import judge, note
from vaultwatch.drift.model import Change, Outcome, Proof
from vaultwatch.drift.passages.edit import led_to
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note

LONG = (
    "The travel desk pays back tickets of the second class bought at least seven days before the"
    " journey, hotels up to 140 euros a night with breakfast, and taxis where no bus runs."
)


@pytest.mark.parametrize(
    ("memory", "then", "now", "proof"),
    [
        pytest.param(LONG, LONG, LONG.replace("140", "120"), "value", id="long sentence"),
        pytest.param(
            "The choir meets on Tuesdays at 19:00.",
            "The choir meets on Tuesdays at 19:00.",
            "The choir meets on Tuesdays at 20:00.",
            "value",
            id="time",
        ),
        pytest.param(
            "The fee is 940 euros.",
            "The fee of the course is 940 euros a year.",
            "The fee of the course is 980 euros a year (was 940 euros).",
            "value",
            id="told with what it was",
        ),
        pytest.param(
            "A task is planned 1 week after it was done, not 1 week after its day.",
            "A task is planned 1 week after it was done, not 1 week after its day.",
            "A task is planned 3 weeks after it was done, not 1 week after its day.",
            "value",
            id="one of two that are equal",
        ),
        pytest.param(
            "Hierarchy gives us No. 1, linking No. 2 and nobody knows what No. 3 is.",
            "Hierarchy gives us No. 1, linking No. 2 and nobody knows what No. 3 is.",
            "Hierarchy gives us No. 3, linking No. 2 and nobody knows what No. 3 is.",
            "value",
            id="another of its own",
        ),
        pytest.param(
            "Le tournoi de tarot est prévu le 25 janvier à la salle des fêtes.",
            "Le tournoi de tarot est prévu le 25 janvier à la salle des fêtes.",
            "Le tournoi de tarot est prévu le 51 janvier à la salle des fêtes.",
            "value",
            id="a day that no month has",
        ),
        pytest.param(
            f"{LONG} The budget is $150 a quarter.",
            f"The budget is $150 a quarter. {LONG}",
            f"The budget is $301 a quarter. {LONG}",
            "value",
            id="of the smaller of two sentences",
        ),
        pytest.param(
            "Removed by passing address(0) as the first argument.",
            "Functions are removed by passing address(0) as the first argument.",
            "Functions are removed by passing address(1) as the first argument.",
            "value",
            id="a number that another word comes to",
        ),
        pytest.param(
            "DNS at home is answered by Pi-hole.",
            "DNS is answered by Pi-hole on the small server.",
            "DNS is answered by AdGuard on the small server.",
            "value",
            id="name",
        ),
        pytest.param(
            "The lessons take place in the town library.",
            "Lessons take place in the town library from April.",
            "Lessons take place in the old gym from April.",
            "stretch",
            id="words",
        ),
        pytest.param(
            "The proposal is under review.",
            "- Stage: under review until spring",
            "- Stage: accepted",
            "mark",
            id="label",
        ),
        pytest.param(
            "The order of the pump is still open.",
            "- [ ] order the pump",
            "- [x] order the pump",
            "mark",
            id="ticked",
        ),
        pytest.param(
            "Rob plays at the street party.",
            "- Music: Rob plays at the street party",
            "- ~~Music: Rob plays at the street party~~",
            "mark",
            id="struck",
        ),
        pytest.param(
            "Bicycles may stand in the yard.",
            "Bicycles may stand in the yard.",
            "Bicycles may no longer stand in the yard.",
            "ended",
            id="ended",
        ),
    ],
)
def test_what_a_finger_can_point_at_is_shown(
    memory: str, then: str, now: str, proof: Proof
) -> None:
    around = ("# Rules", "The door is green.", "Lunch is at noon.")
    told = judge(memory, note(*around, then), note(*around, now))
    assert (told.outcome, told.proof) == ("shown", proof)
    assert told.after is not None
    assert told.after.line == len(around) + 1


@pytest.mark.parametrize(
    ("memory", "then", "now", "change", "reason"),
    [
        pytest.param(
            "Bicycles may stand in the yard.",
            "Bicycles may stand in the yard.",
            "Bicycles may no longer stand in the yard.",
            "ended",
            "it is over: “Bicycles may no longer stand in the yard.”",
            id="ended",
        ),
        pytest.param(
            "The summer fair is in the park.",
            "The summer fair is in the park.",
            "The summer fair in the park is cancelled.",
            "ended",
            "it is over: “The summer fair in the park is cancelled.”",
            id="called off",
        ),
        pytest.param(
            "The pump is still to be ordered.",
            "The pump must be ordered.",
            "The pump was ordered on Monday.",
            "done",
            "it is done: “The pump was ordered on Monday.”",
            id="done",
        ),
        pytest.param(
            "The shop opens on Sundays.",
            "The shop opens on Sundays.",
            "The shop does not open on Sundays.",
            "reversed",
            "the note says the contrary now: “The shop does not open on Sundays.”",
            id="contrary",
        ),
        pytest.param(
            "Lessons take place in the town library.",
            "Lessons take place in the town library.",
            "Lessons take place in the old gym.",
            "exchanged",
            "the note said “town library”, now “old gym”",
            id="exchanged",
        ),
        pytest.param(
            "Rob plays at the fair.",
            "Rob plays at the fair.",
            "~~Rob plays at the fair.~~",
            "status",
            "struck through now: “Rob plays at the fair.”",
            id="struck",
        ),
    ],
)
def test_the_reason_names_what_changed(
    memory: str, then: str, now: str, change: Change, reason: str
) -> None:
    around = ("# Rules", "The door is green.", "Lunch is at noon.")
    told = judge(memory, note(*around, then), note(*around, now))
    assert (told.outcome, told.change, told.reasons[0]) == ("shown", change, reason)


def test_a_literal_of_which_a_part_was_exchanged_is_told_whole_and_once() -> None:
    around = ("# Rules", "The door is green.", "Lunch is at noon.", "Boots stay outside.")
    then, now = (f"In target, enter web-{part}.lumen.org." for part in ("main", "edge"))
    told = judge("The record has to point to web-main.lumen.org.", note(*around, then),
                 note(*around, now))  # fmt: skip
    assert told.reasons == ("the note said web-main.lumen.org, now web-edge.lumen.org",)


def test_a_stretch_tells_no_pair_of_values_again_and_closes_its_bracket() -> None:
    then = "Das Treffen mit Weber findet am 14. Januar 2027 statt."
    now = "Das Treffen mit Weber wurde auf den 21. Januar 2027 verschoben."
    around = ("# Rules", "The door is green.", "Lunch is at noon.")
    told = judge(then, note(*around, then), note(*around, now))
    assert told.reasons == ("the note said 14. Januar 2027, now 21. Januar 2027",)
    then, now = "The key lies in the office.", "The key lies in the barn (ask Ann for it)."
    (reason,) = judge(then, note(*around, then), note(*around, now)).reasons
    assert reason == "the note said “office”, now “barn (ask Ann for it)”"


def test_a_line_that_was_rewritten_is_told_by_both_its_words() -> None:
    then, now = "The disks of every gallery stay external.", "Gallery: one stays."
    told = judge(then, note("# A", then, "Old."), note("# A", now, "Old."))
    assert told.reasons == (f"the note said “{then}”, now “{now}”",), told.outcome


@pytest.mark.parametrize(
    ("now", "reason"),
    [
        (["Ask Ann for food."],
         "the note said “Gels: one every 40 minutes.”, now “Ask Ann for food.”"),
        ([], "“Gels: one every 40 minutes.” is gone, and no line stands in its place"),
        (["Sun cream.", "Two socks."],
         "“Gels: one every 40 minutes.” is gone, and no line stands in its place"),
    ],
)  # fmt: skip
def test_only_a_line_in_whose_place_none_stands_is_gone(now: list[str], reason: str) -> None:
    around = ["# Race", "Shoes are bought.", "The train leaves early.", "Bring a jacket."]
    then = note(*around, "Gels: one every 40 minutes.", "Sleep well.")
    told = judge("Take a gel every 40 minutes.", then, note(*around, *now, "Sleep well."))
    assert (told.change, told.reasons) == ("removed", (reason,))


@pytest.mark.parametrize(
    ("then", "now", "reason"),
    [
        ("Lena has it Mon\u2013Wed alone.", "Lena has it Mon\u2013Thu alone.",
         "the note said Mon\u2013Wed, now Mon\u2013Thu"),
        ("Emil does the wheels, Samir the brakes.", "Samir does the wheels, Emil the brakes.",
         ("the note said “Emil does the wheels, Samir the brakes.”, "
          "now “Samir does the wheels, Emil the brakes.”")),
    ],
)  # fmt: skip
def test_no_range_is_cut_and_what_traded_places_took_none(then: str, now: str, reason: str) -> None:
    around = ("# Rules", "The door is green.", "Lunch is at noon.", "Boots stay outside.")
    assert judge(then, note(*around, then), note(*around, now)).reasons[0] == reason


@pytest.mark.parametrize(
    ("then", "now"),
    [
        ("We do not treat horses.", "We treat horses since May."),
        ("We treat horses.", "We do not treat horses now."),
    ],
)
def test_since_when_the_contrary_is_said_takes_nothing_of_it(then: str, now: str) -> None:
    around = ("# Rules", "The door is green.", "Lunch is at noon.")
    assert judge(then, note(*around, then), note(*around, now)).proof == "denied"


def test_of_words_struck_in_a_line_is_told_what_the_line_says_without_them() -> None:
    around = ("# Rules", "The door is green.", "Lunch is at noon.")
    then, now = "We drive in Lena's car.", "We drive in <del>Lena's car</del> the red van."
    told = judge(then, note(*around, then), note(*around, now))
    assert told.reasons[0] == (
        "struck through now: “Lena's car”, which leaves “We drive in the red van.”"
    )


def test_what_was_taken_out_of_a_note_that_stands_is_shown() -> None:
    around = ("# Race", "Shoes are bought.", "The train leaves early.", "Bring a jacket.")
    told = judge(
        "Take a gel every 40 minutes.", note(*around, "Gels: one every 40 minutes."), note(*around)
    )
    assert (told.outcome, told.proof, told.after) == ("shown", "gone", None)


@pytest.mark.parametrize(
    ("memory", "then", "now"),
    [
        ("Lunch is at noon.", "Lunch is at noon in the hall.", "Lunch is at 12:00 in the hall."),
        (
            "The server has 16 GB of memory.",
            "The server has 16 GB of memory.",
            "The server has 16384 MB of memory.",
        ),
        ("We settle weekly.", "Costs are settled weekly.", "Costs are settled every 7 days."),
        ("Twelve people come.", "Twelve people come to dinner.", "12 people come to dinner."),
    ],
)
def test_a_value_in_another_form_is_no_news(memory: str, then: str, now: str) -> None:
    around = ("# Plan", "The door is green.")
    assert not judge(memory, note(*around, then), note(*around, now)).drifted


@pytest.mark.parametrize(
    ("now", "outcome"),
    [
        pytest.param(("Worktop: oak, oiled twice a year", "Sink: steel"), "holds", id="as it was"),
        pytest.param(
            ("Worktop: oak, oiled twice a year", "Sink: steel", "Oak is too much upkeep for us."),
            "in_doubt",
            id="something came",
        ),
    ],
)
def test_still_true_is_said_only_where_nothing_came_to_the_matter(
    now: tuple[str, ...], outcome: Outcome
) -> None:
    then = note("# Kitchen", "Worktop: oak, oiled twice a year", "Sink: brass")
    told = judge("The worktop is oak, oiled twice a year.", then, note("# Kitchen", *now))
    assert told.outcome in (outcome, "likely" if outcome == "in_doubt" else outcome)


@pytest.mark.parametrize(
    ("memory", "then", "now"),
    [
        pytest.param(
            "Hoses are forbidden, water with cans only.",
            ("Water with cans only, hoses are forbidden.",),
            ("Water with cans only, hoses are forbidden (except for the butts on Sundays).",),
            id="an exception",
        ),
        pytest.param(
            "The coffee machine moves to the new office at Kant street 44.",
            ("New office: Kant street 44, from May.", "Coming along: the coffee machine"),
            ("New office: Kant street 44, from May.",),
            id="a word of it left the note",
        ),
        pytest.param(
            "The sample must hold four apps.",
            ("status: proposal", "The sample must hold four apps."),
            ("status: registered", "The sample must hold four apps or more."),
            id="the state of the note is another matter",
        ),
        pytest.param(
            "The desk hands the form to the warden.",
            ("The desk hands the form to the warden.", "Keys hang by the stairs.", "Be quiet."),
            ("The desk hands the sheet to the warden.", "Every key is up there.", "No noise."),
            id="a bare word for another in a note worded anew",
        ),
        pytest.param(
            "Read the part 'How we count votes of the absent members' first.",
            ("Read 'How we count votes of the absent members' first.",),
            ("Read 'How we count votes of the absent paying members' first.",),
            id="what it quotes stands no longer",
        ),
        pytest.param(
            "Bookings of the hall are made online.",
            ("Bookings of the hall are made online.",),
            ("Bookings of the hall are made online and cannot be cancelled.",),
            id="an end that is denied",
        ),
        pytest.param(
            "Backups are kept for 30 days.",
            ("They are kept for 30 days.", "A restore test was done.", "Ole has the keys."),
            ("We keep them for 30 days.", "A restore test was done.", "Ole has the keys."),
            id="another form of its verb",
        ),
    ],
)
def test_neither_shown_nor_called_still_true(
    memory: str, then: tuple[str, ...], now: tuple[str, ...]
) -> None:
    around = ("# Rules", "The door is green.", "# Other", "Lunch is at noon.")
    told = judge(memory, note(*then, *around), note(*now, *around))
    assert told.outcome in {"in_doubt", "likely"}


@pytest.mark.parametrize(
    ("then", "now"),
    [
        ("The load test has not been run.", "The load test was run on 20 November, all green."),
        ("The load test was run on 20 November, all green.", "The load test has not been run."),
        ("Stalls are allowed here.", "Stalls are not allowed here, says the clerk of the town."),
    ],
)
def test_the_contrary_is_shown_whatever_another_clause_says(then: str, now: str) -> None:
    told = judge(then.partition(",")[0], note(then, "The door is green."), note(now, "No noise."))
    assert (told.outcome, told.change) == ("shown", "reversed")


def test_what_is_only_named_is_not_affirmed() -> None:
    then, now = (
        note("No cars.", "The door is green."),
        note("Cars: too loud.", "The door is green."),
    )
    assert judge("No cars.", then, now).proof != "denied"


def test_not_on_one_day_and_on_another_is_no_contrary() -> None:
    then = note("The load test was not run on 20 November.", "The door is green.")
    now = note("The load test was run on 21 November, all green.", "The door is green.")
    assert judge("The load test was not run on 20 November.", then, now).proof != "denied"


def test_who_changes_places_with_a_day_is_shown() -> None:
    then = note("# Rota", "- Monday: Alice Brown", "- Tuesday: Bob Stone")
    now = note("# Rota", "- Monday: Bob Stone", "- Tuesday: Alice Brown")
    assert judge("Alice Brown takes Monday.", then, now).outcome == "shown"


@given(st.integers(2, 98), st.integers(1, 97))
def test_one_changed_number_in_a_sentence_kept_word_for_word_is_shown(old: int, by: int) -> None:
    new = (old + by - 2) % 97 + 2
    text = "The heating of the greenhouse starts at {} degrees and stops when the lid is opened."
    around = ("# Greenhouse", "Tomatoes stand by the door.")
    then, now = (note(*around, text.format(one)) for one in (old, new))
    told = judge(text.format(old), then, now)
    assert (told.outcome == "shown") == (old != new)


@given(st.lists(st.sampled_from("abcdefgh"), min_size=0, max_size=6))
def test_what_is_edited_elsewhere_shows_nothing(letters: list[str]) -> None:
    then = note("# Bees", "The hive stands at 12 metres from the fence.", "# Other", "Nothing yet.")
    rest = [f"Word {one} was added here." for one in letters]
    now = note("# Bees", "The hive stands at 12 metres from the fence.", "# Other", *rest)
    assert not judge("The hive stands 12 metres from the fence.", then, now).drifted


def test_a_link_in_html_leads_somewhere() -> None:
    (one,) = note('<a href="docs/leave">Leave</a> is easy.')
    assert [value.key for value in led_to(one)] == [("docs/leave",)]


@pytest.mark.parametrize(
    ("now", "outcome", "why"),
    [
        ("The room holds no more than 12 people.", "holds", ""),
        ("The room holds 12+ people.", "shown", "the note said at most 12, now 12+"),
        (
            "The room holds at least 12 people.",
            "shown",
            "the note said at most 12, now at least 12",
        ),
    ],
)
def test_the_same_number_under_another_bound_is_another_value(
    now: str, outcome: Outcome, why: str
) -> None:
    said = "The room holds at most 12 people."
    rest = ("It has two doors.", "Nina keeps the key.")
    made = judge(said, note("# Room", said, *rest), note("# Room", now, *rest))
    assert made.outcome == outcome
    assert why in (*made.reasons, "")


def test_how_many_or_more_is_a_version_or_newer() -> None:
    rest = ("Nina leads the team.", "It is by the lake.")
    then = note("# Tool", "Needs Node 20+.", *rest)
    assert (
        judge("Needs Node 20+.", then, note("# Tool", "Needs Node 20 or newer.", *rest)).outcome
        == "holds"
    )


def test_more_than_is_not_no_more_than_word_for_word() -> None:
    rest = ("It has two doors.", "Nina keeps the key.")
    then = note("# Room", "The room holds no more than 12 people.", *rest)
    now = note("# Room", "The room holds more than 12 people.", *rest)
    assert judge("The room holds no more than 12 people.", then, now).outcome == "shown"


def test_a_sentence_that_was_translated_with_its_value_is_in_doubt_and_not_told() -> None:
    rest = ("The room has two doors.", "Nina keeps the key.", "The roof was painted in May.")
    said = "Older versions of attached files are stored for two weeks."
    now = "Ältere Fassungen der Anlagen werden zwei Wochen lang gespeichert."
    made = judge(said, note("# Files", *rest, said), note("# Files", *rest, now))
    assert not made.drifted
    other = now.replace("zwei", "drei")
    assert judge(said, note("# Files", *rest, said), note("# Files", *rest, other)).drifted


@pytest.mark.parametrize(
    ("title", "outcome"), [("Lease", "holds"), ("Lease cancelled", "shown"), ("", "holds")]
)
def test_a_callouts_title_above_what_stood_is_no_news_but_for_a_state(
    title: str, outcome: Outcome
) -> None:
    line = "The lease ends on 30 June 2027."
    sides = [
        parse_note(NotePath("Atlas.md"), f"# Flat\n\n{text}\n\nIt has two rooms.\n".encode())
        for text in (line, f"> [!important] {title}\n> {line}")
    ]
    assert judge(line, sides[0].statements, sides[1].statements).outcome == outcome


@pytest.mark.parametrize(
    ("memory", "then", "now"),
    [
        ("Ivo's tutor is Marek.", "Ivo's tutor is Marek.", "Ivo's tutor is Petra now, {} is away."),
        ("De gids is Joost.", "De gids is Joost.", "De gids is nu Marieke, {} blijft thuis."),
        ("Le guide est Odile.", "Le guide est Odile.", "Le guide est Basile, {} reste au refuge."),
    ],
)
def test_a_name_replaced_in_its_clause_is_replaced_whatever_another_says_of_it(
    memory: str, then: str, now: str
) -> None:
    name = then.rstrip(".").split()[-1]
    verdict = judge(memory, note("- Boats", f"- {then}"), note("- Boats", f"- {now.format(name)}"))

    assert (verdict.outcome, verdict.proof) == ("shown", "value")
    assert not verdict.reasons[0].endswith(" now")
    kept = note("- Boats", f"- {then.rstrip('.')}, {now.format(name)}")
    assert judge(memory, note("- Boats", f"- {then}"), kept).outcome != "shown"


@pytest.mark.parametrize(
    ("memory", "then", "now"),
    [
        (
            "The ferry to Lomvi leaves from pier 6 between 7 and 9.",
            "The ferry to Lomvi leaves from pier 6, daily, between 7 and 9.",
            "Lomvi: ferry from pier 6, it leaves daily, between 7 and 9, said Runa's aunt Solveig.",
        ),
        (
            "De schuur kost 310 euro, te betalen op dinsdag om 14:00.",
            "De schuur kost 310 euro, te betalen op dinsdag om 14:00 bij Joost.",
            "Bij Joost op dinsdag om 14:00 te betalen: 310 euro kost de schuur, met thee.",
        ),
    ],
)
def test_a_line_worded_anew_holds_where_it_gives_all_values_and_no_longer_where_it_turns(
    memory: str, then: str, now: str
) -> None:
    around = ("# Plan", "- Bread is baked at dawn.", "- Nets hang behind the shed.")

    assert judge(memory, note(*around, f"- {then}"), note(*around, f"- {now}")).outcome == "holds"
    digit = next(one for one in ("6", "310") if f" {one}" in now)
    other = now.replace(f" {digit}", " 777", 1)
    assert judge(memory, note(*around, f"- {then}"), note(*around, f"- {other}")).outcome != "holds"


def test_of_several_lines_in_the_place_of_one_that_is_gone_the_one_on_its_matter_is_quoted() -> (
    None
):
    around = ("# Stall", "- Nets hang behind the shed.", "- Bread is baked at dawn.")
    then = note(*around, "- Mussels are sold in paper bags.", "- Sleep well.")
    now = note(*around, "- Two socks.", "- A tin tub is for mussels.", "- Sleep well.")
    told = judge("Customers get mussels in paper bags.", then, now)

    assert told.after is not None
    assert told.after.text == "A tin tub is for mussels."
