"""How far a memory can be trusted, why, and whether a tool said it."""

from dataclasses import replace
from hashlib import sha256
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultwatch.memories.facts import MemorySource
from vaultwatch.memories.trust import (
    BASES,
    Grounds,
    content_hash,
    is_signed_by,
    sign,
)

LADDER: tuple[MemorySource, ...] = (
    "user_explicit", "system", "tool_output", "user_implicit", "user_reported",
    "document", "inference",
)  # fmt: skip
"""From the most trusted down."""


def trust(source: MemorySource, grounds: Grounds) -> float:
    return replace(grounds, source=source).trust


def on(**said: Any) -> Grounds:  # noqa: ANN401 -- a ground's
    """Grounds of whatever source."""
    return Grounds("inference", **said)


@pytest.mark.parametrize(
    ("source", "grounds", "expected"),
    [
        pytest.param("user_explicit", on(), 0.95, id="a person's word"),
        pytest.param("system", on(), 0.90, id="the system"),
        pytest.param("tool_output", on(), 0.75, id="a tool"),
        pytest.param("tool_output", on(is_signed=True), 0.85, id="a tool, signed"),
        pytest.param("user_implicit", on(), 0.70, id="what a person did"),
        pytest.param("user_reported", on(), 0.65, id="what an agent says a person said"),
        pytest.param("document", on(), 0.60, id="a document"),
        pytest.param("inference", on(), 0.50, id="an inference"),
        pytest.param("inference", on(is_signed=True), 0.50, id="only tools sign"),
        pytest.param("inference", on(corroborations=1), 0.52, id="one other"),
        pytest.param("inference", on(corroborations=2), 0.536, id="two, the second less"),
        pytest.param("inference", on(corroborations=5), 0.567232, id="five"),
        pytest.param("inference", on(corroborations=10**9), 0.567232, id="no more than five"),
        pytest.param("document", on(corroborations=5), 0.633616, id="no document is a word"),
        pytest.param("user_implicit", on(corroborations=5), 0.70, id="a deed, echoed"),
        pytest.param("tool_output", on(corroborations=5), 0.75, id="a tool's print, echoed"),
        pytest.param("system", on(corroborations=5), 0.90, id="the system, echoed"),
        pytest.param("user_explicit", on(corroborations=5), 0.95, id="echoed by agents"),
        pytest.param("user_reported", on(corroborations=5), 0.65, id="a report, echoed"),
        pytest.param("user_explicit", on(evidence_against=1), 0.95, id="what agents hand in"),
        pytest.param("inference", on(confirmed=1), 3 / 5, id="confirmed"),
        pytest.param("inference", on(refuted=1), 2 / 5, id="refuted"),
        pytest.param("inference", on(confirmed=4, refuted=4), 6 / 12, id="both"),
        pytest.param("system", on(confirmed=10**400), 0.95, id="no more than a person's"),
        pytest.param("user_explicit", on(confirmed=6), 9.8 / 10, id="a person's own, more"),
        pytest.param("system", on(age_days=365), 0.90 * 0.875, id="a year"),
        pytest.param("system", on(age_days=730), 0.90 * 0.8125, id="two years"),
        pytest.param("system", on(age_days=1e9), 0.90 * 0.75, id="for ever"),
        pytest.param("system", on(age_days=-5), 0.90, id="a clock that is wrong"),
        pytest.param("system", on(evidence_against=0.5), 0.45, id="half against"),
        pytest.param("system", on(evidence_against=7), 0.0, id="all against"),
        pytest.param("system", on(evidence_against=-1), 0.90, id="none against"),
        pytest.param(
            "system", on(corroborations=-3, confirmed=-1, refuted=-1), 0.90, id="negative"
        ),
        pytest.param(
            "document",
            on(corroborations=2, confirmed=1, refuted=1, age_days=365, evidence_against=0.2),
            (4 * (0.65 - 0.05 * 0.64) + 1) / 6 * 0.875 * 0.8,
            id="all of it",
        ),
    ],
)
def test_trust_is_what_its_grounds_give(
    source: MemorySource, grounds: Grounds, expected: float
) -> None:
    assert trust(source, grounds) == pytest.approx(expected, abs=1e-12)


GROUNDS = st.builds(
    Grounds,
    is_signed=st.booleans(),
    corroborations=st.integers(-1, 12),
    confirmed=st.integers(-1, 50),
    refuted=st.integers(-1, 50),
    age_days=st.floats(-10, 1e6),
    evidence_against=st.floats(-0.5, 1.5),
)
SOURCES = st.sampled_from(LADDER)
MORE = st.integers(1, 20)


@given(SOURCES, GROUNDS, MORE, st.floats(0, 1))
def test_each_ground_moves_trust_one_way_only(
    source: MemorySource, grounds: Grounds, more: int, evidence: float
) -> None:
    now = trust(source, grounds)
    assert 0 <= now <= 1
    repeated = replace(grounds, corroborations=grounds.corroborations + more)
    confirmed = replace(grounds, confirmed=grounds.confirmed + more)
    refuted = replace(grounds, refuted=grounds.refuted + more)
    older = replace(grounds, age_days=grounds.age_days + more)
    doubted = replace(grounds, evidence_against=grounds.evidence_against + evidence)
    tiny = 1e-12
    assert trust(source, repeated) >= now - tiny
    assert trust(source, confirmed) >= now - tiny
    assert trust(source, replace(grounds, is_signed=True)) >= now - tiny
    assert trust(source, refuted) <= now + tiny
    assert trust(source, older) <= now + tiny
    assert trust(source, doubted) <= now + tiny


@given(GROUNDS)
def test_sources_keep_their_order_for_equal_grounds(grounds: Grounds) -> None:
    trusts = [trust(source, grounds) for source in LADDER]
    assert all(better >= worse - 1e-12 for better, worse in pairwise(trusts))


def test_fresh_sources_differ() -> None:
    assert list(BASES) == list(LADDER)
    assert all(BASES[better] > BASES[worse] for better, worse in pairwise(LADDER))


@given(SOURCES, GROUNDS)
def test_nothing_lifts_another_source_above_a_persons_own_word(
    source: MemorySource, grounds: Grounds
) -> None:
    if source != "user_explicit":
        assert trust(source, grounds) <= trust("user_explicit", on())


@pytest.mark.parametrize(("better", "worse"), list(pairwise(LADDER)))
def test_any_number_of_asserters_stays_below_the_next_better_source(
    better: MemorySource, worse: MemorySource
) -> None:
    assert trust(worse, on(corroborations=1000)) < trust(better, on())


def test_a_persons_word_however_old_stands_above_a_fresh_document_however_often_said() -> None:
    old = trust("user_explicit", on(age_days=36_500))
    assert old > trust("document", on(corroborations=1000))


@pytest.mark.parametrize(
    ("source", "grounds", "story"),
    [
        pytest.param("inference", on(), ("An agent inferred it: 0.50.",), id="the base"),
        pytest.param(
            "tool_output",
            on(is_signed=True, corroborations=1),
            ("A tool printed it, and its signature holds: 0.85.",),
            id="signed, and said twice",
        ),
        pytest.param(
            "document",
            on(corroborations=3, confirmed=2, age_days=1, evidence_against=0.5),
            (
                "A document says it: 0.60.",
                "3 others say the same: 0.62.",
                "Confirmed twice, refuted never: 0.75.",
                "It is a day old: 0.75.",
                "Evidence from outside speaks against it: 0.37.",
            ),
            id="all of it",
        ),
        pytest.param(
            "system",
            on(confirmed=1, refuted=3, age_days=1500.4),
            (
                "The program itself reported it: 0.90.",
                "Confirmed once, refuted 3 times: 0.57.",
                "It is 1,500 days old: 0.44.",
            ),
            id="refuted and old",
        ),
        pytest.param(
            "inference",
            on(learnt_late_days=30.0),
            (
                "An agent inferred it: 0.50.",
                "It was learnt 30 days after it began to hold: 0.25.",
            ),
            id="learnt late",
        ),
        pytest.param(
            "document",
            on(learnt_late_days=-1.0),
            (
                "A document says it: 0.60.",
                "It was learnt a day before it began to hold: 0.48.",
            ),
            id="learnt before",
        ),
    ],
)
def test_the_story_tells_each_step_that_moved(
    source: MemorySource, grounds: Grounds, story: tuple[str, ...]
) -> None:
    assert replace(grounds, source=source).story == story


@given(SOURCES, GROUNDS)
def test_the_story_ends_with_the_trust(source: MemorySource, grounds: Grounds) -> None:
    if 0 < grounds.age_days < 1:  # too little to tell
        grounds = replace(grounds, age_days=0)
    last = float(replace(grounds, source=source).story[-1].rstrip(".").rsplit(" ", 1)[1])
    assert last == pytest.approx(trust(source, grounds), abs=0.0051)


SECRET = b"k" * 32


def test_a_signature_holds_for_what_was_signed() -> None:
    signature = sign(SECRET, "port is 80", "nmap")
    # HMAC (RFC 2104) written out, so that no other construction slips in.
    message = b"\0\0\0\0\0\0\0\x04nmap\0\0\0\0\0\0\0\x0aport is 80"
    padded = SECRET.ljust(64, b"\0")
    inner = sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    assert signature == sha256(bytes(byte ^ 0x5C for byte in padded) + inner).hexdigest()
    assert is_signed_by(SECRET, "port is 80", "nmap", signature)
    assert is_signed_by(SECRET, " port is 80\n", "nmap", signature)


@pytest.mark.parametrize(
    ("secret", "content", "tool", "signature"),
    [
        pytest.param(b"other", "c", "t", None, id="other secret"),
        pytest.param(SECRET, "d", "t", None, id="other content"),
        pytest.param(SECRET, "c", "u", None, id="other tool"),
        pytest.param(SECRET, "c", "t", "", id="no signature"),
        pytest.param(SECRET, "c", "t", "\u00e9\ud800", id="no hex"),
        pytest.param(b"", "c", "t", None, id="no secret"),
    ],
)
def test_another_signature_does_not_hold(
    secret: bytes, content: str, tool: str, signature: str | None
) -> None:
    given_signature = sign(SECRET, "c", "t") if signature is None else signature
    assert not is_signed_by(secret, content, tool, given_signature)


def test_nobody_signs_without_a_secret() -> None:
    with pytest.raises(ValueError, match="empty"):
        sign(b"", "c", "t")


def test_tool_and_content_do_not_run_together() -> None:
    pairs = product(["", "a", "ab", "abc", "b", "bc", "c"], repeat=2)
    assert len({sign(SECRET, content, tool) for content, tool in pairs}) == 49


def test_a_content_hash_does_not_see_form_or_ends() -> None:
    expected = "sha256:" + sha256("caf\u00e9 x".encode()).hexdigest()
    assert content_hash("caf\u00e9 x") == content_hash(" cafe\u0301 x\n") == expected
    assert content_hash("caf\u00e9  x") != expected
    assert content_hash("\ud800") != expected
