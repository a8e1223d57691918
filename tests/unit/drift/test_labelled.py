"""A property, or a line behind a label, is a fact of its own in a memory of several."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.drift.statements import belief, judge, note
from vaultwatch.drift.findings.repair import is_half
from vaultwatch.drift.model import Comparison, Repair
from vaultwatch.notes.model import NotePath, Statement
from vaultwatch.notes.parse import parse_note

BELIEF = "Atlas is in planning, with a budget of 12000."
BODY = ("# Atlas", "A kiosk is built near the lake.", "Nina leads the team.")


def held(belief: str, then: tuple[str, ...], now: tuple[str, ...]) -> Comparison:
    return judge(belief, note(*then, *BODY), note(*now, *BODY))


@pytest.mark.parametrize(
    ("belief", "then", "now", "quoted"),
    [
        pytest.param(BELIEF, "status: planning", "status: building", "building", id="state"),
        pytest.param(BELIEF, "status: planning", "status: done", "done", id="a state that ends"),
        pytest.param(BELIEF, "status: in planning", "status: in court", "in court", id="phrase"),
        pytest.param(
            "Atlas is active, its owner is Nina, and it costs 12000.",
            "owner: Nina",
            "owner: Omar",
            "Omar",
            id="a name that the body says of something else",
        ),
        pytest.param(
            "Atlas gehört zur Planung, mit einem Budget von 12000.",
            "status: Planung",
            "status: Umsetzung",
            "Umsetzung",
            id="another language",
        ),
    ],
)
def test_a_property_that_is_a_memorys_second_fact_is_shown_when_it_changes(
    belief: str, then: str, now: str, quoted: str
) -> None:
    made = held(belief, (then, "budget: 12000"), (now, "budget: 12000"))
    assert made.outcome == "shown"
    assert made.before is not None
    assert made.after is not None
    assert (made.before.text, made.after.text) == (then, now)
    assert quoted in made.after.text


def test_of_two_properties_that_changed_both_are_quoted() -> None:
    made = held(BELIEF, ("status: planning", "budget: 12000"), ("status: paused", "budget: 15000"))
    assert made.outcome == "shown"
    assert made.after is not None
    assert made.also is not None
    assert {made.after.text, made.also.text} == {"status: paused", "budget: 15000"}


@pytest.mark.parametrize(
    ("belief", "then", "now"),
    [
        pytest.param(BELIEF, "status: planning", "status: Planning", id="the same word"),
        pytest.param(BELIEF, "status: planning", "state: planning", id="the key alone"),
        pytest.param(
            "Nina leads the team, with a budget of 12000.",
            "type: team",
            "type: group",
            id="a line that says more of the memory has the word too",
        ),
        pytest.param(
            "Atlas is for the lake, with a budget of 12000.",
            "tags: lake, wood",
            "tags: wood, roof",
            id="a part of what stands behind the label",
        ),
        pytest.param(
            "Atlas is not in planning, with a budget of 12000.",
            "status: planning",
            "status: building",
            id="denied",
        ),
    ],
)
def test_a_property_that_the_memory_does_not_state_tells_nothing(
    belief: str, then: str, now: str
) -> None:
    made = held(belief, (then, "budget: 12000"), (now, "budget: 12000"))
    assert not made.drifted


def test_a_property_that_became_a_sentence_is_kept() -> None:
    then = note("status: planning", "budget: 12000", *BODY)
    now = note("budget: 12000", *BODY, "Atlas is in planning.")
    assert not judge(BELIEF, then, now).drifted


words = st.sampled_from(["planning", "paused", "building", "review", "waiting", "idea"])
keys = st.sampled_from(["status", "phase", "stage", "state"])


@given(key=keys, was=words, now=words, budget=st.integers(1_000, 99_999))
def test_a_stated_property_is_told_exactly_when_its_word_changes(
    key: str, was: str, now: str, budget: int
) -> None:
    belief = f"Atlas is in {was}, with a budget of {budget}."
    sides = ((f"{key}: {one}", f"budget: {budget}") for one in (was, now))
    made = held(belief, *sides)
    assert made.drifted == (was != now)
    assert made.outcome == ("holds" if was == now else "shown")


def test_no_wording_is_offered_that_leaves_a_state_which_changed_too() -> None:
    then = note("status: planning", "budget: 12000", *BODY)
    repair = Repair(BELIEF, BELIEF.replace("12000", "15000"))
    both = note("status: paused", "budget: 15000", *BODY)
    assert is_half(repair, belief(BELIEF), then, both)
    alone = note("status: planning", "budget: 15000", *BODY)
    assert not is_half(repair, belief(BELIEF), then, alone)


@pytest.mark.parametrize(
    ("belief", "body", "was", "now"),
    [
        pytest.param(
            "Nina goes to work by bike every day.",
            "Nina takes the bike every day.",
            "area: work",
            "area: private",
            id="a noun",
        ),
        pytest.param(
            "The mast measures 30 m and is high up in the hills.",
            "The mast measures 30 m.",
            "priority: high",
            "priority: low",
            id="a predicate",
        ),
        pytest.param(
            "Nina is an active member of the choir in Bremen.",
            "Nina sings in the choir in Bremen.",
            "status: active",
            "status: archived",
            id="beside a noun",
        ),
    ],
)
def test_a_word_that_stands_in_a_memory_by_chance_states_no_property(
    belief: str, body: str, was: str, now: str
) -> None:
    sides = (note(one, "# Atlas", body, "It is written down.") for one in (was, now))
    assert not judge(belief, *sides).drifted


def test_a_label_is_of_its_own_line_of_a_paragraph() -> None:
    def read(*lines: str) -> tuple[Statement, ...]:
        rest = "The door is green.\n\nAsk Ben for the key.\n\nMail goes to the blue box.\n\n"
        return parse_note(NotePath("Atlas.md"), (rest + "\n".join(lines)).encode()).statements

    then = read("Schiene tragen: ja", "Nächstes MRT am 3. Juni", "Die OP war am 9. Januar.")
    now = read("Schiene tragen: nein", "Nächstes MRT am 03.06.", "Die OP war am 9.1.")

    assert not judge("Die OP war am 9. Januar.", then, now).drifted
