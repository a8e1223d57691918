"""What is told of a store that a person may want to mend, and what is not."""

import pytest

from tests.unit.memories.stores.files import read_as
from tests.unit.memories.stores.held import hold, mended
from vaultwatch.memories.stores.format_names import StoreFormat
from vaultwatch.memories.stores.lint import MOST_ITEM_CHARS, folded_notes, lint

TOPIC = "---\nname: {0}\ndescription: d\ntype: user\n---\nAbout {0}.\n"
CLEAN = {
    "MEMORY.md": "- [A](a.md) - x\n- [B](b.md) - y\n",
    "a.md": TOPIC.format("a"),
    "b.md": TOPIC.format("b"),
}


def kinds(files: dict[str, str], form: StoreFormat = "claude-code") -> list[tuple[str, int, str]]:
    return [(one.path, one.line, one.kind) for one in lint(read_as(form, files))]


def test_a_clean_store_has_nothing_to_mend() -> None:
    assert kinds(CLEAN) == []


@pytest.mark.parametrize(
    ("files", "found"),
    [
        pytest.param({**CLEAN, "c.md": TOPIC.format("c")}, ("c.md", 0, "orphan"), id="orphan"),
        pytest.param(
            {**CLEAN, "MEMORY.md": CLEAN["MEMORY.md"] + "- [C](c.md)\n"},
            ("MEMORY.md", 3, "dead_link"),
            id="a file that is gone",
        ),
        pytest.param(
            {**CLEAN, "MEMORY.md": CLEAN["MEMORY.md"] + "- [A too](a.md)\n"},
            ("MEMORY.md", 3, "duplicate"),
            id="a file named twice",
        ),
        pytest.param(
            {**CLEAN, "b.md": TOPIC.format("b") + "See [[nobody]].\n"},
            ("b.md", 7, "dead_link"),
            id="a memory that is not there",
        ),
        pytest.param(
            {
                "MEMORY.md": "- [A](a.md) - x\n- [A](b.md) - x\n",
                "a.md": TOPIC.format("a"),
                "b.md": TOPIC.format("a"),
            },
            ("b.md", 1, "duplicate"),
            id="said twice",
        ),
        pytest.param(
            {**CLEAN, "MEMORY.md": CLEAN["MEMORY.md"] + f"- {'word ' * (MOST_ITEM_CHARS // 4)}\n"},
            ("MEMORY.md", 3, "verbose"),
            id="an entry that belongs into a file",
        ),
        pytest.param(
            {**CLEAN, "MEMORY.md": CLEAN["MEMORY.md"] + "\n" * 199},
            ("MEMORY.md", 201, "long_index"),
            id="more lines than are read",
        ),
        pytest.param(
            {**CLEAN, "MEMORY.md": f"<!-- {'x' * 25_000} -->\n" + CLEAN["MEMORY.md"]},
            ("MEMORY.md", 0, "long_index"),
            id="more bytes than are read",
        ),
    ],
)
def test_what_is_wrong_is_told_once(files: dict[str, str], found: tuple[str, int, str]) -> None:
    assert kinds(files) == [found]


@pytest.mark.parametrize(
    "text",
    [
        "See [[a]].",
        "See [[A]].",
        "See [[b]] and `[[code]]`.",
        "See [x](a.md) and [y](http://x/z.md).",
    ],
)
def test_what_leads_somewhere_is_not_told(text: str) -> None:
    assert kinds({**CLEAN, "b.md": f"{TOPIC.format('b')}{text}\n"}) == []


def test_an_index_of_two_hundred_lines_is_read_whole() -> None:
    assert kinds({**CLEAN, "MEMORY.md": CLEAN["MEMORY.md"] + "\n" * 198}) == []


def test_a_key_with_another_value_is_told() -> None:
    text = "mem_1 | scope=u | key=city | value=Lisbon\nmem_2 | scope=u | key=city | value=Porto\n"
    assert kinds({"MEMORY.md": text}, "pipe-lines") == [("MEMORY.md", 2, "duplicate")]


ABOUT = "---\nname: {0}\ndescription: {1}\n---\nIt listens on port 8080.\n"


@pytest.mark.parametrize(
    ("index", "first", "second"),
    [
        pytest.param(
            "- [Port](a.md) - x\n- [Port](b.md) - x\n",
            ABOUT.format("port", "Where the backend of Fjord listens"),
            ABOUT.format("port", "Where the frontend of Lagoon listens"),
            id="description",
        ),
        pytest.param(
            "- [Port](a.md) - x\n- [Port](b.md) - x\n",
            ABOUT.format("fjord", "Where it listens"),
            ABOUT.format("lagoon", "Where it listens"),
            id="name",
        ),
        pytest.param(
            "- [Port](a.md) - of Fjord\n- [Port](b.md) - of Lagoon\n",
            ABOUT.format("port", "Where it listens"),
            ABOUT.format("port", "Where it listens"),
            id="line of the index",
        ),
        pytest.param(
            "- [Fjord](a.md)\n- [Lagoon](b.md)\n",
            ABOUT.format("port", "Where it listens"),
            ABOUT.format("port", "Where it listens"),
            id="title in the index",
        ),
        pytest.param(
            "- [Ports](a.md)\n- [More](b.md)\n",
            "# Fjord\n- It listens on port 8080.\n",
            "# Lagoon\n- It listens on port 8080.\n",
            id="heading",
        ),
    ],
)
def test_the_same_words_about_something_else_are_no_twins(
    index: str, first: str, second: str
) -> None:
    files = {"MEMORY.md": index, "a.md": first, "b.md": second}
    told = [one.message for one in lint(read_as("claude-code", files))]
    assert not [one for one in told if "says what" in one]
    assert mended(hold("claude-code", files)) == ({}, [])


def test_hermes_files_have_a_limit() -> None:
    assert kinds({"USER.md": "x" * 1_376}, "hermes") == [("USER.md", 0, "over_limit")]
    assert kinds({"USER.md": "x" * 1_375}, "hermes") == []


def test_notes_may_be_cited_where_the_user_says_which() -> None:
    reading = read_as("basic-memory", {"a.md": "- [fact] as [[Kiln]] and [[Gone]] say\n"})
    assert lint(reading) == []
    told = lint(reading, folded_notes(["Projects/Kiln", "Kiln"]))
    assert [one.message for one in told] == ["[[Gone]] names nothing that is there yet."]


def test_an_index_of_three_thousand_lines_is_read() -> None:
    index = "".join(f"- [T {n}](t{n}.md) \u2014 hook {n}\n" for n in range(3_000))
    reading = read_as("claude-code", {"MEMORY.md": index})
    assert len(reading.entries) == 3_000
    assert "long_index" in {one.kind for one in lint(reading)}
