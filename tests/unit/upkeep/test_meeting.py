import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultwatch.upkeep.meeting import MeetingKind, meet, meetings

A, B, C, D = ("mem_a", "mem_b", "mem_c", "mem_d")


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        pytest.param(
            "The kiln fires at 1240 degrees.",
            "The kiln fires at 1060 degrees.",
            "against",
            id="a number",
        ),
        pytest.param(
            "The choir meets on Tuesdays.",
            "The choir meets on Thursdays.",
            "beside",
            id="a weekday",
        ),
        pytest.param(
            "Die Probe beginnt um 19:30.",
            "Die Probe beginnt um 20:00.",
            "against",
            id="a time, German",
        ),
        pytest.param(
            "The ferry takes dogs, see [[Ferry]].",
            "The ferry takes no dogs.",
            "against",
            id="a denial",
        ),
        pytest.param(
            "The mill is driven by water.", "The mill is driven by diesel.", "beside", id="a word"
        ),
        pytest.param(
            "The chair of the club is Ada Finch.",
            "The chair of the club is Bo Lund.",
            "beside",
            id="a name",
        ),
        pytest.param("The disk holds 2 TB.", "The disk holds 2000 GB.", None, id="a form"),
        pytest.param(
            "In March the ferry is closed.", "The ferry is closed in March.", "same", id="an order"
        ),
        pytest.param(
            "The roof leaks near the stair.",
            "The roof leaks near the stair ([[Roof]]).",
            "same",
            id="a link",
        ),
        pytest.param("Ada owes Bo 50 euros.", "Bo owes Ada 50 euros.", None, id="turned"),
        pytest.param("My blood type is A.", "My blood type is B.", None, id="a letter"),
        pytest.param("I write it in C.", "I write it in C#.", None, id="a letter and its sign"),
        pytest.param(
            "L'eau a 8 m.", "L\u2019eau a 8 m.", "same", id="a letter that is part of a word"
        ),
        pytest.param("Ada plays the horn.", "Ada plays the harp.", None, id="what somebody does"),
        pytest.param("Ada's locker is 12.", "Bo's locker is 14.", None, id="another's"),
        pytest.param(
            "In 2021 the fee was 40 euros.",
            "In 2023 the fee was 55 euros.",
            None,
            id="another year",
        ),
        pytest.param("The test port is 8080.", "The live port is 9090.", None, id="another place"),
        pytest.param("The wall is about 30 m long.", "The wall is 29.8 m long.", None, id="about"),
        pytest.param("At least 3 may come on board.", "5 may come on board.", None, id="a bound"),
        pytest.param(
            "The boat of the fair takes min 3 guests.",
            "The boat of the fair takes 5 guests.",
            None,
            id="a bound in a value's place",
        ),
        pytest.param(
            "The hall of the fair holds at most 12 guests.",
            "8 guests fit into the hall of the fair.",
            None,
            id="a bound in other words",
        ),
        pytest.param("The fair is in May.", "The fair is on 12 May.", None, id="a part of a date"),
        pytest.param(
            "The gate 2 opens at dawn.", "The gate 3 opens at dawn.", None, id="a numbered thing"
        ),
        pytest.param(
            "On 2026-11-01 the kiln fired slowly.",
            "On 2026-11-02 the kiln fired slowly.",
            None,
            id="two days",
        ),
        pytest.param(
            "Ana fixed kiln 3 on 4 May, twice.",
            "Ana fixed kiln 4 on 9 May, twice.",
            None,
            id="two values at once",
        ),
        pytest.param("Locks 417.", "Locks 238.", None, id="nothing beside the value"),
        pytest.param(
            "The choir of the fair never sings at 17:00.",
            "The choir of the fair never sings at 19:00.",
            None,
            id="two values, both denied",
        ),
        pytest.param("", "The choir meets on Tuesdays.", None, id="nothing"),
        pytest.param("x" * 700 + " is 3", "x" * 700 + " is 4", None, id="too long"),
    ],
)
def test_how_two_memories_meet(one: str, other: str, kind: MeetingKind | None) -> None:
    met = meet(one, other)
    turned = meet(other, one)
    assert (met.kind if met else None) == kind
    assert (turned.kind if turned else None) == kind, "whichever comes first"


def test_what_differs_is_told_in_the_words_of_each() -> None:
    met = meet("The choir meets on Tuesdays at noon.", "The choir meets on Fridays at noon.")
    assert met is not None
    assert met.values == ("Tuesdays", "Fridays")


def test_each_pair_is_told_once_and_only_what_is_asked_of_is_looked_at() -> None:
    beliefs = {
        A: "The choir meets on Tuesdays at the mill.",
        B: "The choir meets on Fridays at the mill.",
        C: "The ferry leaves from the north pier at 7:10.",
        D: "The ferry leaves from the north pier at 8:40.",
    }
    assert [pair[:2] for pair in meetings(beliefs, beliefs)] == [(A, B), (C, D)]
    assert [pair[:2] for pair in meetings(beliefs, [D])] == [(C, D)]
    assert [pair[:2] for pair in meetings(beliefs, beliefs, lambda *pair: A not in pair)] == [
        (C, D)
    ]


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        pytest.param(
            "The choir practises at 19:00 in the mill.",
            "In the mill we begin at 20:00 as the choir practises.",
            "against",
            id="a time",
        ),
        pytest.param(
            "The ferry has 34 seats below deck.",
            "Below deck there are 40 seats on the ferry.",
            "against",
            id="a count",
        ),
        pytest.param(
            "There is no lift in the old mill.",
            "The old mill's lift stops at every floor.",
            "against",
            id="what it has not",
        ),
        pytest.param(
            "Nobody may swim in the mill pond.",
            "Swimming in the mill pond is fine.",
            None,
            id="a word that only one has, denied",
        ),
        pytest.param(
            "The night light of the pier is on.",
            "The night light of the pier is off.",
            "against",
            id="the opposite",
        ),
        pytest.param(
            "Die Pumpe im Keller ist eingeschaltet.",
            "Die Pumpe im Keller ist ausgeschaltet.",
            "against",
            id="the opposite by its beginning, German",
        ),
        pytest.param(
            "Varnish the oars before sanding the hull.",
            "Varnish the oars after sanding the hull.",
            "against",
            id="the order told",
        ),
        pytest.param(
            "The ticket for the broken gate is still open.",
            "The broken gate is repaired and its ticket is closed.",
            "against",
            id="the opposite in other words",
        ),
        pytest.param(
            "La llave del molino está en la cocina.",
            "La llave del molino está sobre el armario.",
            "beside",
            id="a place",
        ),
        pytest.param(
            "Il contatore del mulino è in cantina.",
            "Il contatore del mulino è sul balcone.",
            "beside",
            id="a place with its own small word",
        ),
        pytest.param(
            "The kiln of the old mill is cracked.",
            "The kiln of the old mill is in the yard by the shed.",
            None,
            id="a state and a place",
        ),
        pytest.param(
            "The stand in the yard of the mill costs little, and no mill stands here.",
            "The stand of the mill costs little in the yard, and its owner stands here on Mondays.",
            None,
            id="another clause denies",
        ),
        pytest.param(
            "Iris pays 30 euros of rent for the mill.",
            "Iris's brother pays 50 euros of rent for the mill.",
            None,
            id="somebody of hers",
        ),
        pytest.param(
            "The mill room costs 40 euros.",
            "The mill guest room costs 60 euros.",
            None,
            id="one of a kind",
        ),
        pytest.param(
            "The red line has 12 stops.",
            "There are 18 stops on the blue line.",
            None,
            id="another of two, in other words",
        ),
        pytest.param(
            "In winter the pond closes at 16:00.",
            "The pond closes at 20:00 in summer.",
            None,
            id="another season",
        ),
        pytest.param(
            "The read timeout of the api is 5 seconds.",
            "Of the api 20 seconds is the write timeout.",
            None,
            id="another thing of a kind",
        ),
        pytest.param(
            "Ada's mill lets rooms for 40 euros.",
            "For 60 euros the mill of Bo lets its rooms.",
            None,
            id="another's",
        ),
        pytest.param(
            "Ada lends Bo 50 euros.", "Bo lends Ada 20 euros.", None, id="turned, another value"
        ),
        pytest.param(
            "The tower of the mill is 40 m high.",
            "The tower of the mill is 6 m wide.",
            None,
            id="another measure",
        ),
        pytest.param(
            "Choir practice at the mill starts at 19:00.",
            "Choir practice at the mill ends at 21:00.",
            None,
            id="the other end",
        ),
        pytest.param(
            "The pond gate is open.", "The pond gate is not closed.", None, id="denied twice"
        ),
        pytest.param(
            "Ola prefers tea to coffee at the mill.",
            "Ola prefers coffee to tea at the mill.",
            None,
            id="two that changed places",
        ),
        pytest.param(
            "The red cable goes to the left port, the blue cable to the right port.",
            "The blue cable goes to the left port, the red cable to the right port.",
            None,
            id="two pairs that changed places",
        ),
    ],
)
def test_how_two_memories_meet_in_other_words(
    one: str, other: str, kind: MeetingKind | None
) -> None:
    assert {met.kind if met else None for met in (meet(one, other), meet(other, one))} == {kind}


@given(st.integers(100, 9_999), st.integers(100, 9_999), st.sampled_from(["kiln", "ferry", "mill"]))
def test_one_other_number_is_always_against_and_the_same_never(
    one: int, other: int, thing: str
) -> None:
    said = [f"The code of the old {thing} door is {number}." for number in (one, other)]
    met = meet(*said)
    assert met is not None
    assert met.kind == ("same" if one == other else "against")


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_two_texts_meet_or_not(one: str, other: str) -> None:
    meet(one, other)
    same = meet(one, one)
    assert same is None or same.kind == "same"


def test_a_link_to_its_note_tells_whom_a_memory_is_about() -> None:
    one, other = (f"The keeper of the [[{name}]] is Ada Finch." for name in ("Mill", "Weir"))
    assert meet(one, other) is None
    assert meet("The keeper lives at the [[Mill]].", "The keeper lives at the [[Weir]].") is None
