"""Claude Code's memory folders, in their shapes and their messes."""

from datetime import UTC, datetime

import pytest

from tests.unit.memories.stores.files import places, read_as, the_one

NESTED = (
    "---\nname: feedback-testing\ndescription: Real database in tests\nmetadata: \n"
    "  node_type: memory\n  type: feedback\n  originSessionId: s-1\n"
    "  modified: 2026-08-06T16:42:40Z\n---\n\nTests hit a real database.\n\n"
    "**Why:** mocks hid a\nbroken migration\n**How to apply:** every store; see [[deploy]]\n"
)
FLAT = "---\nname: Deploy days\ndescription: when\ntype: Project\n---\nRelease on Thursday.\n"


def test_a_topic_file_with_nested_metadata() -> None:
    found = the_one("claude-code", {"feedback_testing.md": NESTED})
    assert (found.kind, found.title, found.name) == ("feedback",) + ("feedback-testing",) * 2
    assert (found.why, found.how_to_apply) == (
        "mocks hid a broken migration",
        "every store; see [[deploy]]",
    )
    assert found.source == "session s-1"
    assert found.updated == datetime(2026, 8, 6, 16, 42, 40, tzinfo=UTC)
    assert [(link.kind, link.target, link.line) for link in found.links] == [("wiki", "deploy", 15)]
    assert (found.first_line, found.last_line, found.hook) == (1, 15, "Real database in tests")


def test_a_topic_file_with_flat_frontmatter() -> None:
    found = the_one("claude-code", {"deploy.md": FLAT})
    assert (found.kind, found.title, found.text) == (
        "project",
        "Deploy days",
        "Release on Thursday.",
    )


@pytest.mark.parametrize(
    ("line", "title", "hook"),
    [
        ("- [Deploy](deploy.md) \u2014 when", "Deploy", "when"),
        ("* [Deploy](deploy.md) - when", "Deploy", "when"),
        ("\t- [Deploy](deploy.md): when", "Deploy", "when"),
        ("- **[Deploy](deploy.md)** \u2192 when", "Deploy", "when"),
        ("1. [Deploy \U0001f680 [x]](<deploy.md>)", "Deploy \U0001f680 [x]", "when"),
        ("- [Deploy](./deploy%2Emd#days) when", "Deploy", "when"),
    ],
)
def test_an_index_names_its_files(line: str, title: str, hook: str) -> None:
    reading = read_as("claude-code", {"MEMORY.md": f"# Index\n\n{line}\n", "deploy.md": FLAT})
    (found,) = reading.records
    assert (found.path, found.title, found.hook) == ("deploy.md", title, hook)
    assert reading.topics == ()


def test_many_entries_may_stand_below_one_bullet() -> None:
    index = "- Days\n  - [A](a.md) - x\n  - [B](b.md) - y\n"
    reading = read_as("claude-code", {"MEMORY.md": index, "a.md": FLAT, "b.md": FLAT})
    assert [(one.line, one.target) for one in reading.entries] == [(2, "a.md"), (3, "b.md")]


def test_an_index_that_holds_the_memories_itself() -> None:
    index = "# Project\r\n- **Port**: 4310\r\n\r\nThe cache lies in /var.\r\n"
    assert places(read_as("claude-code", {"MEMORY.md": index})) == [
        ("MEMORY.md", 2, 2, "**Port**: 4310"),
        ("MEMORY.md", 4, 4, "The cache lies in /var."),
    ]


def test_a_topic_file_without_frontmatter_is_read_item_by_item() -> None:
    assert places(read_as("claude-code", {"debugging.md": "# D\n- a\n- b\n"})) == [
        ("debugging.md", 2, 2, "a"),
        ("debugging.md", 3, 3, "b"),
    ]


def test_a_subagents_folder_is_its_scope() -> None:
    files = {"MEMORY.md": "- x\n", "reviewer/MEMORY.md": "- [A](a.md)\n", "reviewer/a.md": FLAT}
    assert {one.path: one.scope for one in read_as("claude-code", files).records} == {
        "MEMORY.md": "",
        "reviewer/a.md": "reviewer",
    }


def test_no_index_leads_out_of_the_store() -> None:
    reading = read_as("claude-code", {"MEMORY.md": "- [A](../../etc/a.md)\n- [B](/etc/b.md)\n"})
    assert [fault.kind for fault in reading.faults] == ["outside", "outside"]


def test_frontmatter_that_is_no_yaml_is_salvaged_and_told() -> None:
    text = "---\nname: a\ndescription: DONE: it: works\nmetadata:\n  type: user\n---\nHi.\n"
    reading = read_as("claude-code", {"a.md": text})
    assert [fault.kind for fault in reading.faults] == ["frontmatter"]
    assert (reading.records[0].kind, reading.records[0].hook) == ("user", "DONE: it: works")


def test_half_a_file_is_read_as_far_as_it_goes() -> None:
    reading = read_as("claude-code", {"a.md": "---\nname: a\ndescription: b"})
    assert [fault.kind for fault in reading.faults] == ["frontmatter"]


def test_scalars_stay_as_they_are_written() -> None:
    text = "---\nname: 007\ndescription: yes\ntype: 12:30\n---\nx\n"
    found = the_one("claude-code", {"a.md": text})
    assert (found.name, found.hook, found.kind) == ("007", "yes", "12:30")


def test_an_id_stays_while_its_key_does() -> None:
    before = read_as("claude-code", {"MEMORY.md": "- Port: 1\n", "a.md": FLAT})
    now = read_as("claude-code", {"MEMORY.md": "- New: x\n\n- Port: 2\n", "a.md": NESTED})
    ids = {(one.path, one.title): one.id for one in now.records}
    assert ids["MEMORY.md", "Port"] == before.records[0].id
    assert ids["a.md", "feedback-testing"] == before.records[1].id
    assert len(set(ids.values())) == 3


def test_equal_slugs_are_two_records() -> None:
    reading = read_as("claude-code", {"a.md": FLAT, "b.md": FLAT})
    assert len({one.id for one in reading.records}) == 2


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(("tail", "last"), [("", 4), ("\n", 4), ("\n\n**Why:** so.", 6)])
def test_a_topics_lines_are_counted_alike_whatever_ends_them(
    end: str, tail: str, last: int
) -> None:
    text = f"---\nname: a\n---\nThe port is 5.{tail}".replace("\n", end)
    found = the_one("claude-code", {"a.md": text})
    assert (found.first_line, found.told_line, found.last_line) == (1, 4, last)
