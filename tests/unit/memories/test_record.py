"""A memory note, read and written."""

from datetime import UTC, datetime

import pytest

from vaultwatch.errors import FrontmatterError
from vaultwatch.memories.facts import Facts
from vaultwatch.memories.record import (
    Memory,
    memory_of,
    render_memory,
    said_in,
    saying,
    with_belief,
)
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note


def read(body: str, head: str = "") -> Memory:
    data = (f"---\n{head}---\n" if head else "") + body
    return memory_of(parse_note(NotePath("m/A.md"), data.encode()), body)


@pytest.mark.parametrize(
    ("body", "is_same"),
    [
        pytest.param("The port is 80\nin [[Atlas]]. #ops", True, id="wrapped"),
        pytest.param("The **port** is 80 in [[Atlas]]. #ops  \n", True, id="emphasis and space"),
        pytest.param("- The port is 80 in [[Atlas]]. #ops", True, id="as a list"),
        pytest.param("The port is 80 in [[Atlas]]. #other", True, id="other tag"),
        pytest.param("The port is 80 in [[Atlas]].", True, id="no tag"),
        pytest.param("The port is 81 in [[Atlas]]. #ops", False, id="other word"),
        pytest.param("The port is 80 in [[B|Atlas]]. #ops", False, id="other target"),
        pytest.param("The port is 80 in [[Atlas#Net|Atlas]]. #ops", False, id="other section"),
        pytest.param("The port is 80 in [[Atlas#^net|Atlas]]. #ops", False, id="other block"),
        pytest.param("The port is 80 in Atlas. #ops", False, id="no link"),
        pytest.param("- [ ] The port is 80 in [[Atlas]]. #ops", False, id="a task now"),
    ],
)
def test_the_digest_is_of_words_and_targets(body: str, *, is_same: bool) -> None:
    first = read("The port is 80 in [[Atlas]]. #ops")
    assert (read(body).belief_digest == first.belief_digest) is is_same


def test_the_digest_holds_no_property_but_what_it_cites() -> None:
    one = read("Fired.", "tags: [a]\ntype: fact\nrelated: '[[A]]'\n")
    assert one.belief_digest == read("Fired.", "tags: [b]\nrelated: '[[A]]'\n").belief_digest
    assert one.belief_digest != read("Fired.", "tags: [a]\nrelated: '[[B]]'\n").belief_digest


@pytest.mark.parametrize(
    ("body", "plain"),
    [
        pytest.param(
            "The **kiln** is in [[Rooms/Yard|the yard]].", "The kiln is in the yard.", id="md"
        ),
        pytest.param("See [[Rooms/Yard#Oven]], a/b.", "See Yard > Oven, a/b.", id="folders"),
        pytest.param("The #kiln is\ncold. #ops #a/b", "The kiln is cold.", id="tags"),
        pytest.param("See ticket #12", "See ticket #12", id="a number is no tag"),
        pytest.param("- one\n- [x] two %%why%%", "one two", id="list and comment"),
        pytest.param("#ops", "", id="nothing but a tag"),
    ],
)
def test_plain_is_the_words_of_the_belief(body: str, plain: str) -> None:
    assert read(body, "status: open\n").plain == plain


@pytest.mark.parametrize(
    ("written", "moment"),
    [
        ("2026-01-02", datetime(2026, 1, 2, 23, 59, 59, 999999, UTC)),
        ("2026/1/2", datetime(2026, 1, 2, 23, 59, 59, 999999, UTC)),
        ("20260102", datetime(2026, 1, 2, 23, 59, 59, 999999, UTC)),
        ("'[[2026-01-02]]'", datetime(2026, 1, 2, 23, 59, 59, 999999, UTC)),
        ("2026-01-02 10:05", datetime(2026, 1, 2, 10, 5, tzinfo=UTC)),
        ("2026-01-02, 10:05:01 UTC", datetime(2026, 1, 2, 10, 5, 1, tzinfo=UTC)),
        ("2026-01-02T10:05:00+02:00", datetime(2026, 1, 2, 8, 5, tzinfo=UTC)),
        ("2026-01-02T10:05:00-0330", datetime(2026, 1, 2, 13, 35, tzinfo=UTC)),
        ("2026-01-02T10:05:07.25Z", datetime(2026, 1, 2, 10, 5, 7, 250000, UTC)),
        ("0001-01-01T00:00+05:00", None),
        ("2026-13-02", None),
        ("2026-01-02T25:00", None),
        ("soon", None),
        ("[a]", None),
    ],
)
def test_created_is_read(written: str, moment: datetime | None) -> None:
    assert read("x", f"created: {written}\n").created == moment


def test_links_of_citing_properties_count_and_ours_do_not() -> None:
    head = 'cites: ["[[A]]"]\ndrift_notes: ["[[B]]"]\nRelated: "[[C]]"\nsource: odd\n'
    memory = read("See [[D]].", head)
    assert ({one.target for one in memory.links}, memory.facts.source) == (
        {"A", "C", "D"},
        "inference",
    )


def test_a_written_memory_reads_back() -> None:
    moment = datetime(2026, 1, 2, 10, tzinfo=UTC)
    hostile = 'a: "b" #c \u2028 ---'
    data = render_memory(
        id="mem_x", belief="It is [[A]].", created=moment, updated=moment,
        facts=Facts(hostile, "tool_output", ("yes", "0o7")),
    )  # fmt: skip
    note = parse_note(NotePath("m/A.md"), data)
    memory = memory_of(note, "It is [[A]].\n")
    assert (memory.id, memory.has_given_id, memory.created) == ("mem_x", True, moment)
    assert memory.facts == Facts(hostile, "tool_output", ("yes", "0o7"))


def test_another_belief_leaves_the_properties_bytes() -> None:
    head = b"\xef\xbb\xbf---\r\nid: x # mine\r\nodd: \xff\r\n---\r\n"
    assert with_belief(head + b"old", "new\nline") == head + b"new\r\nline"


def test_the_blank_line_above_the_belief_stays_and_its_own_breaks_are_the_files() -> None:
    new = with_belief(b"---\r\nid: x\r\n---\r\n\r\nold\r\nold", "a\u2028b\nc")
    assert new == "---\r\nid: x\r\n---\r\n\r\na\u2028b\r\nc".encode()


@pytest.mark.parametrize("head", [b"", b"---\r\nid: x\r\n---\r\n"])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(b"\n\n   old  \n\n\n", b"\n\n   new\nand more  \n\n\n", id="blanks around"),
        pytest.param(b"old\r\nb\nc\rd", b"new\r\nand more", id="breaks of three kinds"),
        pytest.param(b"old\nb\n", b"new\nand more\n", id="other breaks than its properties"),
    ],
)
def test_another_belief_leaves_what_is_no_word(head: bytes, old: bytes, new: bytes) -> None:
    assert with_belief(head + old, "new\nand more") == head + new
    said = old.decode().strip()
    assert with_belief(head + old, said) == head + old


def test_a_belief_never_becomes_properties() -> None:
    new = with_belief(b"old", "---\nid: y\n---\nnew")
    assert parse_note(NotePath("A.md"), new).properties == {}


def test_properties_that_never_close_are_refused() -> None:
    with pytest.raises(FrontmatterError):
        with_belief(b"---\nid: x\n", "new")


def test_words_that_could_not_all_be_read_are_not_written_anew() -> None:
    data = "Das Gerät misst 4 Größen.\n".encode("latin-1")
    path = NotePath("m/A.md")
    with pytest.raises(FrontmatterError, match="UTF-8"):
        saying(data, path, "mem_a", said_in(data, path, "mem_a").replace("4", "5"))
