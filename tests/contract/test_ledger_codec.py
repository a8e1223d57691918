"""What the ledger writes it reads back, whatever notes and agents put into it."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultwatch.adapters.ledger import codec
from vaultwatch.drift.model import Quote, Support
from vaultwatch.notes.model import Link, NoteOutline, NotePath, Span, Statement, Trouble

# Every code point: NUL, lone surrogates, noncharacters, the mark that stands for them.
TEXTS = st.text(st.characters(exclude_categories=())) | st.text("\x00\ud800\udfff\ufdd0d80f")
LINES = st.integers(1, 10**6)
SPANS = st.builds(Span, LINES, LINES, LINES)
TUPLES = st.lists(TEXTS, max_size=3).map(tuple)
LINKS = st.builds(
    Link,
    target=TEXTS,
    headings=TUPLES,
    block=st.none() | TEXTS,
    display=st.none() | TEXTS,
    original=TEXTS,
    style=st.sampled_from(["wiki", "markdown"]),
    is_embed=st.booleans(),
    span=st.none() | SPANS,
    property_key=st.none() | TEXTS,
)
OUTLINES = st.builds(
    NoteOutline,
    path=TEXTS.map(NotePath),
    aliases=TUPLES,
    headings=st.lists(st.tuples(st.integers(1, 6), TEXTS), max_size=3).map(tuple),
    blocks=TUPLES,
    links=st.lists(LINKS, max_size=3).map(tuple),
    troubles=st.lists(
        st.builds(Trouble, st.sampled_from(["not_utf8", "too_large"]), TEXTS, LINES), max_size=2
    ).map(tuple),
)
STATEMENTS = st.lists(
    st.builds(
        Statement,
        kind=st.sampled_from(["sentence", "task", "property"]),
        text=TEXTS,
        plain=TEXTS,
        section=TUPLES,
        context=TEXTS,
        first_line=LINES,
        last_line=LINES,
        digest=TEXTS,
        task_mark=st.none() | TEXTS,
        key=st.none() | TEXTS,
        block_id=st.none() | TEXTS,
    ),
    max_size=4,
).map(tuple)
QUOTES = st.builds(Quote, TEXTS, LINES, TUPLES)
SUPPORTS = st.lists(st.builds(Support, LINES, st.floats(0, 1)), max_size=4).map(tuple)


@given(one=TEXTS, other=TEXTS)
def test_text_is_held_as_utf_8_comes_back_and_stays_apart(one: str, other: str) -> None:
    held = codec.fit(one)
    assert "\x00" not in held
    assert held.encode().decode() == held
    assert codec.unfit(held) == one
    assert (codec.fit(other) == held) == (other == one)


@given(outline=OUTLINES)
def test_an_outline_comes_back(outline: NoteOutline) -> None:
    assert codec.to_outline(outline.path, codec.outline_text(outline)) == outline


@given(statements=STATEMENTS, others=STATEMENTS)
def test_statements_come_back_under_a_digest_of_their_own(
    statements: tuple[Statement, ...], others: tuple[Statement, ...]
) -> None:
    digest, packed = codec.pack_statements(statements)
    assert codec.unpack_statements(packed) == statements
    assert (codec.pack_statements(others)[0] == digest) == (others == statements)


@given(quote=QUOTES, supports=SUPPORTS, words=TUPLES)
def test_evidence_comes_back(
    quote: Quote, supports: tuple[Support, ...], words: tuple[str, ...]
) -> None:
    assert codec.to_quote(codec.quote_text(quote)) == quote
    assert codec.to_supports(codec.supports_text(supports)) == supports
    assert codec.to_words(codec.to_json(words)) == words


ZONES = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))


@given(
    one=st.datetimes(datetime(2, 1, 1), datetime(9998, 1, 1), timezones=ZONES),  # noqa: DTZ001  zones are drawn
    other=st.datetimes(datetime(2, 1, 1), datetime(9998, 1, 1), timezones=ZONES),  # noqa: DTZ001
)
def test_times_come_back_in_utc_and_sort_as_text(one: datetime, other: datetime) -> None:
    text = codec.time_text(one)
    assert codec.to_time(text) == one
    assert codec.to_time(text).tzinfo == UTC
    assert (text < codec.time_text(other)) == (one < other)


@pytest.mark.parametrize("text", ["plain", "Grüße", "a\u0301"])
def test_usual_words_are_held_as_they_are(text: str) -> None:
    assert codec.fit(text) == text
