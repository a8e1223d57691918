"""Memories in JSON: a row a line, and what assistants export."""

import json
from datetime import UTC, datetime

import pytest

from tests.unit.memories.stores.files import places, read_as, the_one


@pytest.mark.parametrize("key", ["content", "text", "memory", "belief", "value"])
def test_a_row_has_its_words_under_many_names(key: str) -> None:
    line = json.dumps({"id": 7, key: "Drinks tea", "type": "fact", "tags": ["a", 1]})
    found = the_one("jsonl", {"rows.jsonl": f"\n{line}\n"})
    assert (found.text, found.kind, found.tags, found.first_line) == (
        "Drinks tea",
        "fact",
        ("a",),
        2,
    )


def test_another_text_keeps_the_id_of_its_row() -> None:
    one, two = (the_one("jsonl", {"r.jsonl": json.dumps({"id": "x", "text": t})}) for t in "ab")
    assert one.id == two.id


@pytest.mark.parametrize(
    "line", ["nope", "[1]", "3", '{"id": 1}', '{"text": " "}', '{"text": null}', "[" * 5_000]
)
def test_a_line_that_is_no_memory_is_told(line: str) -> None:
    reading = read_as("jsonl", {"rows.jsonl": f'{{"text": "a"}}\n{line}\n'})
    assert [one.text for one in reading.records] == ["a"]
    assert [(one.kind, one.line) for one in reading.faults] == [("unparsable", 2)]


def test_moments_of_a_row() -> None:
    row = {"text": "a", "create_time": 1709654400.0, "updated_at": "2026-01-02T03:04:05Z"}
    found = the_one("jsonl", {"r.jsonl": json.dumps(row)})
    assert found.created == datetime(2024, 3, 5, 16, tzinfo=UTC)
    assert found.updated == datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    odd = {"text": "a", "created": 1e300, "updated": True}
    assert the_one("jsonl", {"r.jsonl": json.dumps(odd)}).created is None


def test_what_claude_keeps() -> None:
    held = [
        {
            "conversations_memory": "**Work**\n\nIda leads [[Kiln]].\n\n**Taste**\n\nLikes tea.",
            "project_memories": {"p1": "Uses hexagons."},
            "account_uuid": "x",
        }
    ]
    found = read_as("chat-export", {"memories.json": json.dumps(held)}).records
    assert [(one.text, one.scope, one.title) for one in found] == [
        ("Ida leads [[Kiln]].", "", "Work"),
        ("Likes tea.", "", "Taste"),
        ("Uses hexagons.", "p1", ""),
    ]


def test_what_chatgpt_keeps_and_not_what_was_chatted() -> None:
    def node(id_: str, recipient: str, text: str) -> dict[str, object]:
        content = {"content_type": "text", "parts": [text, {"image": 1}]}
        return {"message": {"id": id_, "recipient": recipient, "content": content}}

    mapping = {"a": node("m1", "bio", "Lives in Lisbon."), "b": node("m2", "all", "hello"), "c": {}}
    held = [{"title": "t", "mapping": mapping}, {"mapping": [1]}, 3]
    found = the_one("chat-export", {"conversations.json": json.dumps(held)})
    assert (found.text, found.kind, found.source) == ("Lives in Lisbon.", "user", "chatgpt")


def test_a_list_of_memories_in_an_object() -> None:
    held = {"memories": [{"id": "1", "memory": "a"}, {"id": "2", "content": "b"}]}
    assert [
        one[3] for one in places(read_as("chat-export", {"memory.json": json.dumps(held)}))
    ] == [
        "a",
        "b",
    ]
    reading = read_as("chat-export", {"memory.json": "{half"})
    assert [one.kind for one in reading.faults] == ["unparsable"]
