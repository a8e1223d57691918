"""What is proposed for a pile of memories, and what is not."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultwatch.memories.claims import Claim
from vaultwatch.memories.facts import Facts
from vaultwatch.memories.trust import content_hash
from vaultwatch.upkeep.proposal import UpkeepProposal, digest_of
from vaultwatch.upkeep.proposals import (
    ENDED_DAYS,
    NEVER_USED_DAYS,
    REPLACED_DAYS,
    UNUSED_DAYS,
    PiledMemory,
    merged_facts,
    plan_upkeep,
)
from vaultwatch.values.reading import values_of

TODAY = date(2026, 11, 28)
LOCK = "The shed's lock opens with 417."
NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)


def before(days: int) -> date:
    return TODAY - timedelta(days=days)


def piled(
    id_: str,
    belief: str = LOCK,
    *,
    days: int = 10,
    facts: Facts | None = None,
    **more: Any,  # noqa: ANN401 -- any other field
) -> PiledMemory:
    return PiledMemory(id_, belief, facts or Facts(), before(days), **more)


def ended(days: int) -> Facts:
    return Facts(expires=NOON - timedelta(days=days))


def said(proposals: list[UpkeepProposal]) -> list[tuple[str, ...]]:
    return [(one.verb, *(id_ for id_, _ in one.memories)) for one in proposals]


OLD = NEVER_USED_DAYS
SUPERSEDED = Facts(status="superseded", superseded_by="new")


@pytest.mark.parametrize(
    ("memory", "verb"),
    [
        pytest.param(piled("a", facts=ended(ENDED_DAYS)), "archive", id="ended a month ago"),
        pytest.param(piled("a", facts=ended(ENDED_DAYS - 1)), "", id="ended a day later"),
        pytest.param(
            piled("a", facts=Facts(valid_until=NOON - timedelta(days=ENDED_DAYS))),
            "archive",
            id="no longer valid",
        ),
        pytest.param(
            piled("a", facts=replace(ended(ENDED_DAYS), status="faded")),
            "archive",
            id="faded, ended",
        ),
        pytest.param(
            piled("a", facts=replace(ended(ENDED_DAYS), pinned=True)), "", id="ended, but pinned"
        ),
        pytest.param(
            piled("a", facts=ended(ENDED_DAYS), is_persons=True), "archive", id="ended, a person's"
        ),
        pytest.param(
            piled("a", facts=SUPERSEDED, replaced_on=before(REPLACED_DAYS)),
            "archive",
            id="replaced",
        ),
        pytest.param(
            piled("a", facts=SUPERSEDED, replaced_on=before(REPLACED_DAYS - 1)),
            "",
            id="just replaced",
        ),
        pytest.param(
            piled("a", facts=replace(ended(400), status="archived")), "", id="archived already"
        ),
        pytest.param(piled("a", days=OLD), "fade", id="never handed out"),
        pytest.param(piled("a", days=OLD, standing="silent"), "fade", id="its note is silent"),
        pytest.param(piled("a", days=999, watched_since=before(OLD)), "fade", id="watched as long"),
        pytest.param(piled("a", days=999, watched_since=before(OLD - 1)), "", id="not watched yet"),
        pytest.param(piled("a", days=OLD - 1), "", id="not for long enough"),
        pytest.param(
            piled("a", days=999, last_used=before(UNUSED_DAYS)), "fade", id="used once, long ago"
        ),
        pytest.param(piled("a", days=999, last_used=before(UNUSED_DAYS - 1)), "", id="used since"),
        pytest.param(piled("a", days=999, is_persons=True), "", id="a person's"),
        pytest.param(piled("a", days=999, helped=1), "", id="it helped once"),
        pytest.param(piled("a", days=999, trust=0.6), "", id="trusted"),
        pytest.param(piled("a", days=999, standing="supported"), "", id="its note says it"),
        pytest.param(piled("a", days=999, standing="drifted"), "", id="a finding tells of it"),
        pytest.param(piled("a", days=999, facts=Facts(pinned=True)), "", id="pinned"),
        pytest.param(piled("a", days=999, facts=Facts(importance=0.1)), "", id="said to matter"),
        pytest.param(piled("a", days=999, facts=Facts(checks=("path x",))), "", id="checked"),
        pytest.param(
            piled("a", days=999, facts=Facts(claim=Claim("shed", "code", "417"))), "", id="a claim"
        ),
        pytest.param(piled("a", days=999, facts=Facts(status="faded")), "", id="faded already"),
    ],
)
def test_what_becomes_of_one_memory(memory: PiledMemory, verb: str) -> None:
    assert said(plan_upkeep([memory], TODAY)) == ([(verb, "a")] if verb else [])


A, B = piled("a"), piled("b")
CLAIM = Claim("shed", "code", "417")


@pytest.mark.parametrize(
    ("pile", "merged"),
    [
        pytest.param([A, B], ("a", "b"), id="alike in all: by id"),
        pytest.param([A, replace(B, is_persons=True)], ("b", "a"), id="a person's first"),
        pytest.param(
            [A, replace(B, standing="supported")], ("b", "a"), id="then what its note says"
        ),
        pytest.param([A, replace(B, trust=0.6)], ("b", "a"), id="then the more trusted"),
        pytest.param([A, replace(B, helped=2)], ("b", "a"), id="then what helped"),
        pytest.param([A, replace(B, since=before(20))], ("b", "a"), id="then the older"),
        pytest.param([A, replace(B, facts=Facts(pinned=True))], ("b", "a"), id="the pinned one"),
        pytest.param(
            [A, replace(B, belief="The lock of the shed opens with 417.")],
            ("a", "b"),
            id="other order",
        ),
        pytest.param([A, B, piled("c")], ("a", "b", "c"), id="three"),
        pytest.param(
            [A, replace(B, belief="The shed's lock opens with 238.")], (), id="another value"
        ),
        pytest.param(
            [A, replace(B, belief="The shed's lock does not open with 417.")], (), id="denied"
        ),
        pytest.param([A, replace(B, standing="drifted")], (), id="one drifted"),
        pytest.param(
            [A, replace(B, trust=0.6, facts=Facts(claim=CLAIM))],
            ("b", "a"),
            id="the one with a claim",
        ),
        pytest.param(
            [A, replace(B, trust=0.1, facts=Facts(claim=CLAIM))], (), id="a claim would be lost"
        ),
        pytest.param([A, replace(B, facts=Facts(machine="elm"))], (), id="of one machine alone"),
        pytest.param(
            [A, replace(B, trust=0.9, facts=ended(-5))], (), id="what stays would end sooner"
        ),
        pytest.param(
            [A, replace(B, trust=0.1, facts=ended(-5))], ("a", "b"), id="what ends stands back"
        ),
    ],
)
def test_which_of_two_stays(pile: list[PiledMemory], merged: tuple[str, ...]) -> None:
    assert said(plan_upkeep(pile, TODAY)) == ([("merge", *merged)] if merged else [])


@pytest.mark.parametrize(
    ("kept", "folded", "text"),
    [
        pytest.param(LOCK, LOCK, LOCK, id="no links"),
        pytest.param(
            f"{LOCK} [[Shed]]",
            f"{LOCK} [[Tools#Lock|there]]",
            f"{LOCK} [[Shed]]\n\n[[Tools#Lock|there]]",
            id="a link that it lacks",
        ),
        pytest.param(
            f"{LOCK} [[Shed]]", f"{LOCK} [[Home/shed|it]]", f"{LOCK} [[Shed]]", id="the same note"
        ),
    ],
)
def test_what_stays_says_its_own_words_with_the_links_of_all(
    kept: str, folded: str, text: str
) -> None:
    (one,) = plan_upkeep([piled("a", kept, helped=1), piled("b", folded)], TODAY)
    assert (one.verb, one.text) == ("merge", text)


def test_a_merge_keeps_tags_and_voices_and_lends_a_person_no_weight() -> None:
    other = Facts(tags=("lock", "shed"), client="cursor", pinned=True, importance=0.7)
    kept = Facts(tags=("shed",), client="codex", content_hash="x")
    facts = merged_facts(kept, [other], LOCK)
    assert (facts.tags, facts.corroborated_by) == (("shed", "lock"), ("cursor",))
    assert (facts.pinned, facts.importance, facts.content_hash) == (False, 0.7, content_hash(LOCK))
    theirs = merged_facts(Facts(source="user_explicit"), [other], LOCK)
    assert (theirs.pinned, theirs.importance, theirs.content_hash) == (False, None, "")


@pytest.mark.parametrize(
    "changed",
    [
        replace(A, belief=f"{LOCK} "),
        replace(A, facts=Facts(pinned=True)),
        replace(A, facts=Facts(status="archived")),
    ],
)
def test_a_proposal_rests_on_all_that_the_note_says(changed: PiledMemory) -> None:
    assert digest_of(A.belief, A.facts) == A.digest != changed.digest


_BELIEFS = (
    f"The shed is painted green. {LOCK} [[Shed]]",
    "The shed's lock opens with 417.",
    "The shed's lock opens with 238. [[Shed]]",
    "The lock of the shed opens with 417. [[Shed]]",
    "Answer in English.",
    "Answer in English. [[Anna]]",
    "Payday is the 25th.",
    "Do not answer in English.",
    "El día de pago es el 25.",
)


@st.composite
def piles(draw: st.DrawFn) -> list[PiledMemory]:
    count = draw(st.integers(0, 20))
    return [
        PiledMemory(
            f"m{number}",
            draw(st.sampled_from(_BELIEFS)),
            Facts(
                status=draw(
                    st.sampled_from(("active", "active", "superseded", "faded", "archived"))
                ),
                pinned=draw(st.booleans()),
                expires=draw(st.sampled_from((None, None, NOON - timedelta(days=40), NOON))),
            ),
            before(draw(st.integers(0, 400))),
            trust=draw(st.sampled_from((0.4, 0.6))),
            is_persons=draw(st.booleans()),
            standing=draw(st.sampled_from((None, "silent", "supported", "denied"))),
            helped=draw(st.sampled_from((0, 0, 4))),
            path=f"Memories/m{number}.md",
            cited=draw(st.sampled_from(((), ("Shed.md",), ("Shed.md", "Anna.md")))),
            overtaken=draw(st.sampled_from(("", LOCK))),
            replaced_on=before(draw(st.integers(0, 400))),
        )
        for number in range(count)
    ]


@given(pile=piles(), seed=st.integers(0, 99))
def test_whatever_the_pile_no_value_is_made_up_and_no_person_is_overruled(
    pile: list[PiledMemory], seed: int
) -> None:
    found = plan_upkeep(pile, TODAY, "")
    by_id = {one.id: one for one in pile}
    named = [id_ for one in found for id_, _ in one.memories if one.verb != "core"]
    assert len(named) == len({*named}), "a memory stands in one proposal alone"
    for one in found:
        about = [by_id[id_] for id_, _ in one.memories]
        assert all(digest == by_id[id_].digest for id_, digest in one.memories)
        assert not (one.verb == "fade" and about[0].is_persons)
        if one.verb == "merge":
            assert about[0].is_persons or not any(other.is_persons for other in about)
            assert one.text.startswith(about[0].belief)
        if one.verb == "core":
            lines = [f"- [ ] {other.belief} ([[Memories/{other.id}|source]])" for other in about]
            assert one.text.partition("\n\n")[2].splitlines() == lines
            assert all(other.is_persons for other in about)
        elif one.verb == "compress":
            assert not any(other.is_persons or other.helped for other in about)
            assert one.text.splitlines() == [
                about[0].belief,
                "",
                *(f"- {other.belief}" for other in about[1:]),
            ]
        if one.text and one.verb != "core":
            sources = {(v.kind, v.key) for other in about for v in values_of(other.belief)}
            assert {(v.kind, v.key) for v in values_of(one.text)} <= sources
    shuffled = Random(seed).sample(pile, len(pile))  # noqa: S311
    assert plan_upkeep(shuffled, TODAY, "") == found
