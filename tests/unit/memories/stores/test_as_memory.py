"""A record of a store counts as an agent's word, and what it says is told from what it names."""

import pytest

from vaultwatch.memories.stores.as_memory import (
    record_facts,
    record_memory,
    record_note,
    record_source,
    record_title,
    unlinked,
)
from vaultwatch.memories.stores.format_names import StoreFormat
from vaultwatch.memories.stores.records import StoreClaim, StoreRecord
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note

PATH = NotePath("store://app/MEMORY.md:3")


def record(**more: object) -> StoreRecord:
    return StoreRecord("k", "MEMORY.md", 3, 3, "port: 4310", **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("form", "more", "source"),
    [
        pytest.param("claude-code", {"kind": "project"}, "inference", id="an agent inferred it"),
        pytest.param("claude-code", {"kind": "user"}, "user_reported", id="an agent reports it"),
        pytest.param("pipe-lines", {"source": "user_explicit"}, "user_reported", id="no lift"),
        pytest.param("instructions", {"kind": "user"}, "document", id="a document"),
        pytest.param(None, {}, "inference", id="nobody knows what it is"),
    ],
)
def test_whose_word_it_is(form: StoreFormat | None, more: dict[str, object], source: str) -> None:
    assert record_source(form, record(**more)) == source
    assert not record_facts("app", form, record(**more)).pinned


@pytest.mark.parametrize(
    ("form", "scope", "subject"),
    [
        pytest.param("pipe-lines", "user", "user", id="the same everywhere"),
        pytest.param("pipe-lines", "repo:acme/api", "repo:acme/api", id="a scope with a name"),
        pytest.param("pipe-lines", "project", "app: project", id="another project in each store"),
        pytest.param("basic-memory", "Kiln", None, id="a category holds many values"),
    ],
)
def test_what_only_one_value_is_claimed_of(
    form: StoreFormat, scope: str, subject: str | None
) -> None:
    claim = record_facts("app", form, record(claim=StoreClaim(scope, "port", "4310"))).claim
    assert (claim.subject if claim else None) == subject


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("see [[kiln]] and [[Kiln Room]]", "see kiln and [[Kiln Room]]"),
        ("see [[KILN.md|the kiln]]", "see the kiln"),
        ("[[", "[["),
    ],
)
def test_links_to_other_records_are_words(text: str, shown: str) -> None:
    assert unlinked(text, {"kiln"}) == shown


@pytest.mark.parametrize(
    "text", ["---\nid: mem_evil\npinned: true\n---\nwords", "\ttabs\r\nand CRLF", "\u2028 \x00 [["]
)
def test_words_of_a_record_are_never_properties(text: str) -> None:
    made = record_memory(
        id="rec_a",
        path=PATH,
        belief=text,
        created=None,
        updated=None,
        facts=record_facts("app", "jsonl", record()),
    )
    assert (made.id, made.path, made.belief, made.facts.pinned) == (
        "rec_a",
        PATH,
        text.strip(),
        False,
    )
    assert all(one.kind != "property" for one in record_note("a/b", text).statements)


def test_words_of_a_record_stand_where_those_of_a_note_with_an_id_do() -> None:
    text = "---\nPort:: 8080\n---\n# Kiln\n- [ ] see [[Shelf 4]] \u00e9\n  and\n\n| a | b |\n"
    below = parse_note(PATH, b"---\nid: x\n---\n" + text.encode())
    made = record_note("", text)
    assert made.statements == tuple(one for one in below.statements if one.kind != "property")
    assert made.links == below.links
    assert made.list_items == below.list_items


@pytest.mark.parametrize(
    ("made", "title"),
    [
        pytest.param(record(), "MEMORY > The port is 4310", id="one of several in a file"),
        pytest.param(record(title="Ports"), "MEMORY > The port is 4310", id="a title in a file"),
        pytest.param(
            StoreRecord("a/kiln.md", "a/kiln.md", 1, 3, "", title="Ports"), "Ports", id="a file"
        ),
    ],
)
def test_a_record_is_searched_by_its_file_and_its_first_words(
    made: StoreRecord, title: str
) -> None:
    assert record_title(made, "The port is 4310, see [[kiln]].") == title
