"""A memory note survives being written, read and given another belief."""

import re
from datetime import UTC, datetime, timedelta, timezone
from typing import get_args

from hypothesis import given, settings
from hypothesis import strategies as st

from vaultwatch.memories.facts import Facts, MemorySource
from vaultwatch.memories.record import memory_of, render_memory, with_belief
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note

WORDS = st.characters(exclude_categories=["Cs"], exclude_characters="\0\ufeff") | st.sampled_from(
    [
        "'",
        '"',
        ":",
        "- ",
        "#",
        "[[",
        "]]",
        "{",
        "---\n",
        "\\",
        "&a",
        "*a",
        "!t",
        "\u2028",
        "\x85",
        "\t",
    ]
)
TEXTS = st.lists(WORDS, min_size=1, max_size=12).map("".join).map(str.strip).filter(bool)
TAGS = TEXTS.map(lambda tag: re.sub(r"^[#\s]+", "", tag)).filter(bool)
ZONES = st.integers(-14 * 60, 14 * 60).map(lambda m: timezone(timedelta(minutes=m)))
MOMENTS = st.datetimes(datetime(1970, 1, 2), datetime(9000, 1, 1), timezones=ZONES)  # noqa: DTZ001


@settings(deadline=None)  # a busy machine is no failure
@given(
    id=TEXTS | st.sampled_from(["007", "yes", "null", "1e3", "2026-01-02"]),
    belief=TEXTS,
    created=MOMENTS,
    source=st.sampled_from(get_args(MemorySource)),
    type=TEXTS,
    tags=st.lists(TAGS, max_size=3, unique=True),
)
def test_a_memory_reads_back_as_it_was_written(  # noqa: PLR0913 - one argument a property
    *,
    id: str,  # noqa: A002
    belief: str,
    created: datetime,
    source: MemorySource,
    type: str,  # noqa: A002
    tags: list[str],
) -> None:
    data = render_memory(
        id=id,
        belief=belief,
        created=created,
        updated=created,
        facts=Facts(type, source, tuple(tags)),
    )
    note = parse_note(NotePath("Memories/A.md"), data)
    body = data.decode().split("\n---\n", 1)[1]
    memory = memory_of(note, body)
    assert (memory.id, memory.has_given_id, memory.belief) == (id, True, belief)
    assert (memory.facts.source, memory.facts.type) == (source, type)
    assert memory.created == memory.updated == created.astimezone(UTC).replace(microsecond=0)
    assert memory.facts.tags[: len(tags)] == tuple(tags)
    assert note.troubles == ()


HEADS = st.sampled_from(
    ["", "---\nid: x # mine\nodd: 'é'\n---\n", "---\n---\n", "---\na: 1\n---\n\n"]
)


@settings(deadline=None)  # a busy machine is no failure
@given(
    head=HEADS,
    old=st.sampled_from(["", "old", "old\nand more\n"]),
    belief=TEXTS,
    eol=st.sampled_from(["\n", "\r\n", "\r"]),
    mark=st.sampled_from([b"", b"\xef\xbb\xbf"]),
)
def test_another_belief_leaves_everything_above_it(
    head: str, old: str, belief: str, eol: str, mark: bytes
) -> None:
    above = mark + head.replace("\n", eol).encode()
    data = above + old.replace("\n", eol).encode()
    new = with_belief(data, belief)
    assert new.startswith(above)
    has_breaks = eol in data.decode()
    lines = re.split(r"\r\n|\r|\n", belief)
    assert new.decode().rstrip("\r\n").endswith((eol if has_breaks else "\n").join(lines))
    note = parse_note(NotePath("A.md"), new)
    assert note.properties == parse_note(NotePath("A.md"), above).properties
    assert with_belief(new, belief) == new
