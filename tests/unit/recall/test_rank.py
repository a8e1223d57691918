"""Which memories are asked for, and in what order they come."""

from dataclasses import replace
from datetime import timedelta
from typing import get_args

import numpy as np
import pytest

from tests.unit.recall.candidates import CREATED, PLAIN
from vaultwatch.recall.rank import (
    NOTE_PLACE,
    Candidate,
    Excluded,
    Part,
    Wanted,
    as_relevant_as,
    beside,
    rank,
    standing_before,
    why_excluded,
)
from vaultwatch.recall.signals import SAME_TOPIC, RecallStatus, Weights

HOUR = timedelta(hours=1)
ALL_STATUSES = frozenset(get_args(RecallStatus))


def one_with(**changes: object) -> Candidate:
    return replace(PLAIN, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("candidate", "wanted"),
    [
        pytest.param(PLAIN, Wanted(), id="nothing said"),
        pytest.param(one_with(has_open_finding=True), Wanted(), id="a finding is no filter"),
        pytest.param(PLAIN, Wanted(types=frozenset({"dEcision", "fact"})), id="type, any case"),
        pytest.param(PLAIN, Wanted(tags=frozenset({"#ops", "none"})), id="one tag, with its sign"),
        pytest.param(PLAIN, Wanted(tags=frozenset({"KILN/east"})), id="a tag without its sign"),
        pytest.param(PLAIN, Wanted(sources=frozenset({"user_explicit"})), id="source"),
        pytest.param(PLAIN, Wanted(sessions=frozenset({"s1"})), id="session"),
        pytest.param(PLAIN, Wanted(agents=frozenset({"CLAUDE"})), id="agent, any case"),
        pytest.param(one_with(topic="Kiln"), Wanted(topics=frozenset({"kiln"})), id="topic"),
        pytest.param(PLAIN, Wanted(topic="kiln"), id="the asker's topic is no filter"),
        pytest.param(PLAIN, Wanted(since=CREATED, until=CREATED), id="both ends belong"),
        pytest.param(one_with(created=None), Wanted(), id="no date and none asked for"),
        pytest.param(PLAIN, Wanted(session="s2"), id="another session's, but for all"),
        pytest.param(one_with(scope="temporal"), Wanted(session="s2"), id="temporal is for all"),
        pytest.param(one_with(scope="session"), Wanted(session="s1"), id="of the asking session"),
        pytest.param(
            one_with(status="expired"), Wanted(statuses=frozenset({"expired"})), id="status"
        ),
        pytest.param(one_with(status="expired"), Wanted(statuses=frozenset()), id="any status"),
    ],
)
def test_what_is_asked_for_passes(candidate: Candidate, wanted: Wanted) -> None:
    assert why_excluded(candidate, wanted) == ""


@pytest.mark.parametrize(
    ("candidate", "wanted", "reason"),
    [
        pytest.param(one_with(status="quarantined"), Wanted(), "it is quarantined", id="bad"),
        pytest.param(one_with(status="superseded"), Wanted(), "it is superseded", id="replaced"),
        pytest.param(one_with(status="expired"), Wanted(), "it has expired", id="over"),
        pytest.param(one_with(status="not_yet"), Wanted(), "it does not hold yet", id="early"),
        pytest.param(
            PLAIN, Wanted(statuses=frozenset({"expired"})), "it is active", id="only old ones"
        ),
        pytest.param(
            PLAIN,
            Wanted(types=frozenset({"fact", "Event"})),
            "its type is `Decision`, not `Event` or `fact`",
            id="type",
        ),
        pytest.param(
            PLAIN,
            Wanted(tags=frozenset({"#home", "kiln"})),
            "it has no tag `#home` or `#kiln`",
            id="tag",
        ),
        pytest.param(
            PLAIN,
            Wanted(sources=frozenset({"inference"})),
            "its source is `user_explicit`, not `inference`",
            id="source",
        ),
        pytest.param(
            PLAIN,
            Wanted(sessions=frozenset({"S1"})),
            "its session is `s1`, not `S1`",
            id="session, case counts",
        ),
        pytest.param(
            one_with(session=""),
            Wanted(sessions=frozenset({"s1"})),
            "it names no session, so not `s1`",
            id="no session",
        ),
        pytest.param(
            one_with(agent="odd\n`name"),
            Wanted(agents=frozenset({"x"})),
            "its agent is `odd `name`, not `x`",
            id="an agent on one line",
        ),
        pytest.param(
            one_with(agent=""),
            Wanted(agents=frozenset({"x"})),
            "its agent is not said, not `x`",
            id="no agent",
        ),
        pytest.param(
            one_with(topic="glazes"),
            Wanted(topics=frozenset({"kiln"})),
            "its topic is `glazes`, not `kiln`",
            id="another topic",
        ),
        pytest.param(
            PLAIN,
            Wanted(since=CREATED + HOUR),
            "it was created before 2026-03-01 13:00",
            id="too old",
        ),
        pytest.param(
            PLAIN,
            Wanted(until=CREATED - HOUR),
            "it was created after 2026-03-01 11:00",
            id="too new",
        ),
        pytest.param(
            one_with(created=None),
            Wanted(until=CREATED),
            "it does not say when it was created",
            id="no date",
        ),
        pytest.param(
            one_with(scope="session"),
            Wanted(session="s2", sessions=frozenset({"s1"})),
            "it belongs to another session",
            id="another session's, even if asked for",
        ),
        pytest.param(
            one_with(scope="session"), Wanted(), "it belongs to another session", id="asked by none"
        ),
        pytest.param(
            one_with(scope="session", session=""),
            Wanted(),
            "it holds for one session and does not say which",
            id="nobody's session",
        ),
    ],
)
def test_what_is_not_asked_for_has_one_reason(
    candidate: Candidate, wanted: Wanted, reason: str
) -> None:
    assert why_excluded(candidate, wanted) == reason


def test_a_score_is_the_sum_of_its_parts_times_the_status() -> None:
    [ranked], excluded = rank([one_with(age_days=90.0, has_open_finding=True)], Wanted())
    assert ranked.parts == (
        Part("relevance", 0.5, 0.83),
        Part("trust", 0.8, 0.08),
        Part("recency", 0.5, 0.03),
        Part("importance", 0.5, 0.06),
        Part("note", 1.0, NOTE_PLACE),
    )
    assert ranked.status_factor == 0.85
    assert ranked.score == pytest.approx(0.85 * (0.415 + 0.064 + 0.015 + 0.03 + 0.15))
    assert excluded == []
    nearer = as_relevant_as(ranked, 0.7)
    assert nearer.score == pytest.approx(0.85 * (0.581 + 0.064 + 0.015 + 0.03 + 0.15))
    assert nearer.candidate == one_with(age_days=90.0, has_open_finding=True, relevance=0.7)


def test_what_matters_to_the_user_decides_among_the_nearly_equal_and_not_against_relevance() -> (
    None
):
    trivial = one_with(id="trivial", relevance=0.62, importance=0.1)
    matters = one_with(id="matters", relevance=0.58, importance=1.0)
    far = one_with(id="far", relevance=0.5, importance=1.0, age_days=0.0)
    assert order([trivial, matters]) == ["matters", "trivial"]
    assert order([trivial, far]) == ["trivial", "far"]


def test_other_weights_make_another_order() -> None:
    fitting = one_with(id="fits", relevance=1.0, trust=0.1)
    trusted = one_with(id="trusted", relevance=0.1, trust=1.0)
    by_trust = Weights(relevance=0.0, trust=1.0, recency=0.0, importance=0.0)
    assert order([trusted, fitting]) == ["fits", "trusted"]
    assert order([fitting, trusted], by_trust) == ["trusted", "fits"]


def test_a_memory_of_the_askers_topic_is_favoured_and_no_other_left_out() -> None:
    nearer = one_with(id="nearer", relevance=0.9)
    ours = one_with(id="ours", relevance=0.8, topic="Kiln rebuild")
    other = one_with(id="other", relevance=0.7, topic="glazes")
    ranked, excluded = rank([nearer, ours, other], Wanted(topic="kiln Rebuild"))
    assert [one.candidate.id for one in ranked] == ["ours", "nearer", "other"]
    assert [one.topic_factor for one in ranked] == [SAME_TOPIC, 1.0, 1.0]
    assert excluded == []
    assert order([nearer, ours, other]) == ["nearer", "ours", "other"]
    far = one_with(id="far", relevance=0.1, topic="Kiln rebuild")
    ranked, _ = rank([nearer, far], Wanted(topic="Kiln rebuild"))
    assert ranked[0].candidate.id == "nearer", "what hardly speaks of the question stays behind"


def test_equal_scores_come_younger_first_then_by_id() -> None:
    timeless = Weights(relevance=0.5, trust=0.5, recency=0.0, importance=0.0)
    old, young = one_with(id="a", age_days=9.0), one_with(id="c", age_days=2.0)
    twin = one_with(id="b", age_days=2.0)
    assert order([old, young, twin], timeless) == ["b", "c", "a"]
    assert order([twin, young, old], timeless) == ["b", "c", "a"]


def test_every_status_can_be_asked_for_and_active_comes_first() -> None:
    all_of_them = [one_with(id=status, status=status) for status in get_args(RecallStatus)]
    ranked, _ = rank(all_of_them, Wanted(statuses=ALL_STATUSES))
    ids = [one.candidate.id for one in ranked]
    assert ids == [
        "active", "faded", "archived", "expired", "not_yet", "superseded", "quarantined"
    ]  # fmt: skip


def test_trust_beyond_its_range_is_held_within() -> None:
    [ranked], _ = rank([one_with(trust=3.0)], Wanted())
    assert ranked.parts[1].value == 1.0


def test_what_is_left_out_is_listed_by_id() -> None:
    bad, later = one_with(id="z", status="quarantined"), one_with(id="b", status="not_yet")
    assert rank([bad, PLAIN, later], Wanted())[1] == [
        Excluded("b", "it does not hold yet"),
        Excluded("z", "it is quarantined"),
    ]


def order(candidates: list[Candidate], weights: Weights | None = None) -> list[str]:
    ranked, _ = rank(candidates, Wanted(), weights=weights or Weights())
    return [one.candidate.id for one in ranked]


def test_an_agents_own_importance_lifts_nothing_above_what_was_left_unsaid() -> None:
    loud = one_with(id="z loud", importance=1.0, source="tool_output")
    plain = one_with(id="plain", importance=None, source="tool_output")
    assert order([loud, plain]) == ["plain", "z loud"]  # by id: of equal scores
    said = one_with(id="said", importance=0.6, source="user_explicit")
    (found,), _ = rank([said], Wanted())
    assert found.parts[3].value == 0.6


def test_a_persons_word_stands_before_an_agents_of_nearly_the_same_relevance() -> None:
    said = one_with(id="said", relevance=0.55, trust=0.5, age_days=90, source="user_explicit")
    loud = one_with(id="loud", relevance=0.6, trust=0.75, age_days=0, source="tool_output")
    assert order([loud, said]) == ["said", "loud"]
    far = replace(said, relevance=0.5)
    assert order([loud, far]) == ["loud", "said"]
    assert standing_before([loud, said]) == {"said": {"loud"}}
    for doubted in (replace(said, has_open_finding=True), replace(said, status="superseded")):
        assert standing_before([loud, doubted]) == {"said": set()}
    both = [said, replace(loud, source="user_explicit")]
    assert standing_before(both) == {"said": set(), "loud": set()}


def test_a_persons_word_stands_before_any_number_of_agents_on_its_matter() -> None:
    one, near, apart = (np.array(v, np.float32) for v in ([1, 0], [0.6, 0.8], [0, 1]))
    said = one_with(id="said", relevance=0.2, source="user_explicit", vector=one)
    lies = [
        one_with(id=f"lie {n}", relevance=1 - n / 10, source="tool_output", vector=near)
        for n in range(5)
    ]
    assert order([*lies, said])[0] == "said"
    other = replace(lies[0], id="other", vector=apart)
    assert order([other, said]) == ["other", "said"]


def test_where_nothing_was_asked_no_word_stands_before_another() -> None:
    old = one_with(id="said", relevance=0, age_days=900, source="user_explicit")
    new = one_with(id="new", relevance=0, age_days=0, source="tool_output")
    assert order([old, new]) == ["new", "said"]


def test_an_agents_exact_answer_is_not_pushed_out_by_all_that_was_said_of_its_matter() -> None:
    said = [
        one_with(
            id=f"said {n:02}",
            relevance=n / 50,
            source="user_explicit",
            vector=np.array([0.9 - n / 100, 0.4], np.float32),
        )
        for n in range(30)
    ]
    exact = one_with(
        id="exact", relevance=1, source="document", vector=np.array([1, 0], np.float32)
    )
    nearest = [f"said {n:02}" for n in range(3)]
    found = order([*said, exact])
    assert set(found[:3]) == set(nearest)
    assert found[3] == "exact"


def test_no_score_is_shown_above_one() -> None:
    best = one_with(relevance=1.0, trust=1.0, age_days=0.0, importance=1.0, lent=1.0, topic="kiln")
    (ranked,), _ = rank([best], Wanted(topic="kiln"))
    assert ranked.score > 1
    assert ranked.shown_score == 1.0
    (plain,), _ = rank([one_with(relevance=0.5)], Wanted())
    assert plain.shown_score == plain.score < 1


def said(name: str, relevance: float, **changes: object) -> Candidate:
    return one_with(id=name, relevance=relevance, **changes)


def test_what_was_said_beside_an_answer_in_a_session_is_nearly_as_relevant() -> None:
    told = [said(f"turn-{n}", r) for n, r in ((9, 0.1), (10, 0.9), (12, 0.2), (20, 0.1))]
    assert beside(told) == pytest.approx(
        {
            "turn-9": 0.5,  # right before it: half of its own, half of the other's
            "turn-10": 0.9,
            "turn-12": 0.6 * 0.2 + 0.4 * 0.9,  # two behind it
            "turn-20": 0.1,  # as the count tells, far from it
        }
    )


@pytest.mark.parametrize(
    "other",
    [
        pytest.param({"session": "another"}, id="another session"),
        pytest.param({"session": ""}, id="no session"),
        pytest.param({"agent": "somebody else"}, id="another agent"),
    ],
)
def test_what_others_said_lifts_nothing(other: dict[str, object]) -> None:
    told = [said("turn-1", 0.1), said("turn-2", 0.9, **other)]
    assert beside(told) == {"turn-1": 0.1, "turn-2": 0.9}


def test_what_was_said_earlier_comes_before_whatever_it_is_called() -> None:
    early, late = (
        said(name, r, created=CREATED + n * HOUR)
        for n, (name, r) in enumerate([("z", 0.1), ("a", 0.7)])
    )
    far = said("b", 0.5, created=CREATED + 9 * HOUR)
    assert beside([late, far, early]) == pytest.approx({"z": 0.4, "a": 0.7, "b": 0.6})
