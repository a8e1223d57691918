"""What a person or a program writes into a memory's properties, as it is read."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from vaultwatch.memories.facts import (
    LIFE_KEYS,
    MOST_VOICES,
    NO_FACTS,
    Facts,
    asserter_of,
    facts_of,
    life_of,
    properties_of,
    unread_dates,
    with_voice,
)
from vaultwatch.notes.model import PropertyValue
from vaultwatch.notes.properties import read_properties

MOMENT = datetime(2026, 3, 1, 12, tzinfo=UTC)


def read(lines: str, *tags: str) -> Facts:
    return facts_of(read_properties(f"---\n{lines}\n---\n").values, tags)


@pytest.mark.parametrize(
    ("lines", "facts"),
    [
        pytest.param("", NO_FACTS, id="nothing"),
        pytest.param("type: ' Rule '", Facts(type="Rule"), id="type"),
        pytest.param("type: ''", NO_FACTS, id="no type"),
        pytest.param("source: User", Facts(source="user_explicit"), id="short source"),
        pytest.param("source: tool", Facts(source="tool_output"), id="another short source"),
        pytest.param("source: my uncle", NO_FACTS, id="unknown source"),
        pytest.param("source: [user]", NO_FACTS, id="a list for a source"),
        pytest.param("agent: 007", Facts(agent="007"), id="a number is a name"),
        pytest.param("agent: yes", Facts(agent="yes"), id="yes is a name"),
        pytest.param("agent: 2026-01-02", Facts(agent="2026-01-02"), id="a date is a name"),
        pytest.param("importance: 0.7", Facts(importance=0.7), id="importance"),
        pytest.param("importance: '1'", Facts(importance=1.0), id="quoted importance"),
        pytest.param("importance: 0", Facts(importance=0.0), id="no importance"),
        pytest.param("importance: 1.1", NO_FACTS, id="too important"),
        pytest.param("importance: -1", NO_FACTS, id="less than nothing"),
        pytest.param("importance: nan", NO_FACTS, id="no number"),
        pytest.param("importance: high", NO_FACTS, id="a word for a number"),
        pytest.param("expires: 2026-03-01T12:00:00Z", Facts(expires=MOMENT), id="moment"),
        pytest.param("expires: 2026-03-01 13:00 +01:00", Facts(expires=MOMENT), id="zone"),
        pytest.param(
            "expires: 2026-03-01",
            Facts(expires=datetime(2026, 3, 1, 23, 59, 59, 999999, UTC)),
            id="a day ends at its end",
        ),
        pytest.param(
            "expires: '[[2026-03-01]]'",
            Facts(expires=datetime(2026, 3, 1, 23, 59, 59, 999999, UTC)),
            id="a day's note",
        ),
        pytest.param("expires: soon", NO_FACTS, id="no date"),
        pytest.param("expires: 2026-02-30", NO_FACTS, id="no such day"),
        pytest.param("status: Quarantined", Facts(status="quarantined"), id="quarantined"),
        pytest.param("status: ' superseded'", Facts(status="superseded"), id="superseded"),
        pytest.param("status: active", NO_FACTS, id="active"),
        pytest.param("status: done", NO_FACTS, id="a status of the person's own"),
        pytest.param("status: [quarantined]", NO_FACTS, id="a list for a status"),
        pytest.param("corroborated_by: Ben", Facts(corroborated_by=("Ben",)), id="one voice"),
        pytest.param(
            "corroborated_by: [Ben, '', Ben, [x], 7]",
            Facts(corroborated_by=("Ben", "7")),
            id="voices, once each",
        ),
        pytest.param("corroborated_by:", NO_FACTS, id="no voice"),
        pytest.param("conflicts_with:\n- mem_a", Facts(conflicts_with=("mem_a",)), id="conflict"),
        pytest.param("session: s1", Facts(session="s1"), id="session"),
        pytest.param("subject: Stand\npredicate: fee", NO_FACTS, id="half a claim"),
    ],
)
def test_what_can_be_read_counts_and_the_rest_is_not_said(lines: str, facts: Facts) -> None:
    assert read(lines) == facts


def test_tags_are_those_of_the_note() -> None:
    assert read("", "a", "b").tags == ("a", "b")


def test_a_claim_is_read_beside_the_facts() -> None:
    facts = read("subject: '[[Stand]]'\npredicate: fee\nvalue: 40\nscope: session\nsession: s1")
    assert facts.claim is not None
    assert (facts.claim.value, facts.claim.session, facts.session) == ("40", "s1", "s1")


@pytest.mark.parametrize(
    ("properties", "unread"),
    [
        pytest.param({}, [], id="none"),
        pytest.param({"expires": " ", "valid_until": None}, [], id="empty"),
        pytest.param({"expires": "2026-11-20", "valid_from": "2026/11/20"}, [], id="dates"),
        pytest.param({"review_after": "[[2026-11-20]]"}, [], id="a day's note"),
        pytest.param({"expires": "20.11.2026"}, ["expires"], id="as a German writes it"),
        pytest.param({"valid_until": "2026-11-31"}, ["valid_until"], id="no such day"),
        pytest.param({"review_after": "never", "due": "soon"}, ["review_after"], id="a word"),
    ],
)
def test_a_date_that_bounds_nothing_is_told(
    properties: dict[str, PropertyValue], unread: list[str]
) -> None:
    troubles = unread_dates(properties)
    assert [one.message.split("'")[1] for one in troubles] == unread


@pytest.mark.parametrize("value", [None, "", (), ("a", None), {"a": "b"}, (("x",),)])
def test_no_shape_of_a_property_is_too_odd_to_read(value: PropertyValue) -> None:
    keys = (*properties_of(Facts()), *LIFE_KEYS, "tags", "agent", "expires", "importance", "value")
    assert facts_of(dict.fromkeys((*keys, "corroborated_by"), value), ()).source == "inference"


def test_defaults_are_not_written() -> None:
    assert properties_of(NO_FACTS) == {"source": "inference", "type": "fact"}


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        (Facts(status_reason="why", superseded_by="mem_b", conflicts_with=("mem_c",)), {}),
        (Facts(status="superseded", superseded_by="mem_b"), {
            "status": "superseded", "superseded_by": "mem_b",
        }),
        (Facts(status="quarantined", status_reason="why", conflicts_with=("mem_c",)), {
            "status": "quarantined", "status_reason": "why", "conflicts_with": ("mem_c",),
        }),
    ],
)  # fmt: skip
def test_only_what_is_not_active_says_how_it_stands(facts: Facts, said: dict[str, object]) -> None:
    assert life_of(facts) == said
    assert said.keys() <= set(LIFE_KEYS)


@pytest.mark.parametrize(
    ("facts", "voice"),
    [
        (Facts(client="codex", agent="Ana", tool="till", source="document"), "codex"),
        (Facts(agent="Ana", tool="till", source="document"), "Ana"),
        (Facts(tool="till", source="tool_output"), "till"),
        (Facts(source="document"), "document"),
    ],
)
def test_who_asserts_is_named_as_closely_as_can_be(facts: Facts, voice: str) -> None:
    assert asserter_of(facts) == voice


def test_a_session_is_one_voice_whoever_speaks_in_it() -> None:
    facts = Facts(agent="Ana", session="s1", corroborated_by=("Ben (s2)",))
    assert with_voice(facts, "Cy (s2)") == ("Ben (s2)",)
    assert with_voice(facts, "Cy (S1)") == ("Ben (s2)",)
    assert with_voice(facts, "Cy (s3)") == ("Ben (s2)", "Cy (s3)")


def test_no_more_voices_are_kept_than_a_person_can_read() -> None:
    many = tuple(f"agent {number}" for number in range(MOST_VOICES - 1))
    facts = Facts(corroborated_by=many)
    assert with_voice(facts, "Cy") == (*many, "Cy")
    assert with_voice(replace(facts, corroborated_by=(*many, "Cy")), "Di") == (*many, "Cy")


@pytest.mark.parametrize(
    ("voice", "voices"),
    [
        pytest.param("Cy", ("Ben", "Cy"), id="a new one"),
        pytest.param("BEN", ("Ben",), id="one that was heard"),
        pytest.param("ana", ("Ben",), id="the first one"),
    ],
)
def test_a_voice_is_heard_once(voice: str, voices: tuple[str, ...]) -> None:
    assert with_voice(Facts(agent="Ana", corroborated_by=("Ben",)), voice) == voices


def test_a_memory_is_held_by_nobody_until_somebody_holds_it() -> None:
    bare = facts_of({}, ())
    assert not bare.is_held
    assert not Facts().is_held
