"""A memory note, read and written."""

from datetime import UTC, datetime

import pytest

from vaultwatch.errors import FrontmatterError
from vaultwatch.memories.ids import is_memory_id, memory_id
from vaultwatch.memories.likeness import near_identical
from vaultwatch.memories.record import Memory, file_stem, memory_of, render_memory, with_belief
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note


def read(body: str, head: str = "") -> Memory:
    data = (f"---\n{head}---\n" if head else "") + body
    return memory_of(parse_note(NotePath("m/A.md"), data.encode()), body)


@pytest.mark.parametrize(
    ("body", "is_same"),
    [
        pytest.param("The port is 80\nin [[Atlas]]. #ops", True, id="wrapped"),
        pytest.param("The port is 80 in [[Atlas]]. #other", True, id="other tag"),
        pytest.param("The port is 81 in [[Atlas]]. #ops", False, id="other word"),
        pytest.param("The port is 80 in [[B|Atlas]]. #ops", False, id="other target"),
    ],
)
def test_the_digest_is_of_words_and_targets(body: str, *, is_same: bool) -> None:
    first = read("The port is 80 in [[Atlas]]. #ops")
    assert (read(body).belief_digest == first.belief_digest) is is_same


@pytest.mark.parametrize(
    ("written", "moment"),
    [
        ("2026-01-02", datetime(2026, 1, 2, 23, 59, 59, 999999, UTC)),
        ("2026-01-02 10:05", datetime(2026, 1, 2, 10, 5, tzinfo=UTC)),
        ("2026-01-02T10:05:00+02:00", datetime(2026, 1, 2, 8, 5, tzinfo=UTC)),
        ("2026-01-02T10:05:07.25Z", datetime(2026, 1, 2, 10, 5, 7, 250000, UTC)),
        ("2026-13-02", None),
        ("soon", None),
    ],
)
def test_created_is_read(written: str, moment: datetime | None) -> None:
    assert read("x", f"created: {written}\n").created == moment


def test_links_of_citing_properties_count_and_ours_do_not() -> None:
    head = 'cites: ["[[A]]"]\ndrift_notes: ["[[B]]"]\nrelated: "[[C]]"\nsource: odd\n'
    memory = read("See [[D]].", head)
    assert ({one.target for one in memory.links}, memory.source) == ({"A", "D"}, "inferred")


def test_a_written_memory_reads_back() -> None:
    moment = datetime(2026, 1, 2, 10, tzinfo=UTC)
    hostile = 'a: "b" #c \u2028 ---'
    data = render_memory(
        id="mem_x", belief="It is [[A]].", created=moment, updated=moment, source="tool",
        type=hostile, tags=("yes", "0o7"),
    )  # fmt: skip
    note = parse_note(NotePath("m/A.md"), data)
    memory = memory_of(note, "It is [[A]].\n")
    assert (memory.id, memory.has_given_id, memory.created) == ("mem_x", True, moment)
    assert (memory.source, memory.type, memory.tags) == ("tool", hostile, ("yes", "0o7"))


def test_another_belief_leaves_the_properties_bytes() -> None:
    head = b"\xef\xbb\xbf---\r\nid: x # mine\r\nodd: \xff\r\n---\r\n"
    assert with_belief(head + b"old", "new\nline") == head + b"new\r\nline\r\n"


def test_properties_that_never_close_are_refused() -> None:
    with pytest.raises(FrontmatterError):
        with_belief(b"---\nid: x\n", "new")


@pytest.mark.parametrize(
    ("belief", "stem"),
    [
        ("Port is [[A|b]]: 80/81?", "Port is A b 80 81"),
        ("...", "memory"),
        (".hidden", "hidden"),
        ("word " * 40, " ".join(["word"] * 16)),
    ],
)
def test_a_file_name_is_safe(belief: str, stem: str) -> None:
    assert file_stem(belief) == stem


def test_an_id_depends_on_words_alone() -> None:
    assert memory_id("The  Port\n") == memory_id("the port") != memory_id("the ports")
    assert is_memory_id(memory_id("x"))
    assert not is_memory_id("mem_x")


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("The port is 8080.", "Port is **8080**", True),
        ("Port 8080", "Port 9090", False),
        ("It is done", "It is not done", False),
        ("It isn't done", "It is not done", True),
        ("A beats B", "B beats A", False),
        ("Uses C", "Uses C#", False),
        ("Temperature -5", "Temperature 5", False),
    ],
)
def test_near_identical(one: str, other: str, *, is_same: bool) -> None:
    assert (near_identical(one, [("id", other)]) == "id") is is_same
