"""What is known of a memory survives being written into its note and read again."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import get_args

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.property.test_claims import LINES, claims
from tests.property.test_memories import TAGS
from vaultwatch.memories.facts import Facts, MemorySource, MemoryStatus, properties_of
from vaultwatch.memories.record import memory_of, render_memory
from vaultwatch.notes.frontmatter_edit import edit_properties
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
WORDS = st.just("") | LINES | st.sampled_from(["007", "yes", "null", "~", "1e3", "2026-01-02"])
PLAIN = WORDS.filter(lambda text: not re.search(r":[ \t]+[&*!]", text))
"""Without what an edit takes for an anchor or a tag, though it is quoted, and leaves alone."""
MOMENTS = st.none() | st.integers(0, 10**9).map(lambda s: NOW + timedelta(seconds=s))
NAMES = st.lists(LINES, max_size=3, unique=True).map(tuple)


@st.composite
def facts(draw: st.DrawFn) -> Facts:
    claim = draw(st.none() | claims())
    session = claim.session if claim is not None and claim.session else draw(WORDS)
    return Facts(
        type=draw(LINES),
        source=draw(st.sampled_from(get_args(MemorySource))),
        tags=tuple(draw(st.lists(TAGS, max_size=3, unique=True))),
        agent=draw(WORDS),
        session=session,
        topic=draw(WORDS),
        importance=draw(st.none() | st.floats(0, 1)),
        expires=draw(MOMENTS),
        evidence=draw(WORDS),
        content_hash=draw(WORDS),
        tool=draw(WORDS),
        signature=draw(WORDS),
        status=draw(st.sampled_from(get_args(MemoryStatus))),
        status_reason=draw(WORDS),
        superseded_by=draw(WORDS),
        conflicts_with=draw(NAMES),
        corroborated_by=draw(NAMES),
        claim=claim,
        valid_from=draw(MOMENTS) if claim is None else None,
        valid_until=draw(MOMENTS) if claim is None else None,
        review_after=draw(MOMENTS),
        volatility_days=draw(st.none() | st.integers(0, 9999).map(float)),
        valid_as_said=draw(st.sampled_from(["", "it holds, said on 2026-03-01"])),
    )


def read(data: bytes) -> Facts:
    note = parse_note(NotePath("Memories/A.md"), data)
    assert note.troubles == ()
    return memory_of(note, "It holds.").facts


def as_written(said: Facts) -> Facts:
    """How a memory stands is not written while it is active."""
    if said.status != "active":
        return said
    return replace(said, status_reason="", superseded_by="", conflicts_with=())


@given(said=facts())
def test_facts_read_back_from_a_note_as_they_were_written(said: Facts) -> None:
    data = render_memory(id="mem_1", belief="It holds.", created=NOW, updated=NOW, facts=said)
    assert read(data) == as_written(said)


@settings(max_examples=40)  # each is written, edited and read
@given(
    before=st.builds(Facts, agent=PLAIN, tags=st.just(("a", "b")), evidence=PLAIN, tool=PLAIN),
    after=facts(),
)
@example(before=Facts(tags=("a", "b")), after=Facts(type="\ufffe", agent="\uffff"))
def test_a_note_that_is_told_other_facts_says_those_and_keeps_the_rest(
    before: Facts, after: Facts
) -> None:
    data = render_memory(id="mem_1", belief="It holds.", created=NOW, updated=NOW, facts=before)
    data = data.replace(b"---\n", b"---\ncolour: red # mine\n", 1)
    put = properties_of(after)
    new = edit_properties(data, put=put, remove=properties_of(before).keys() - put.keys())
    assert read(new) == as_written(after)
    assert b"colour: red # mine\n" in new
