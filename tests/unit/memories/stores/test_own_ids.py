"""By what a record is known again."""

import pytest

from tests.unit.memories.stores.files import read_as
from vaultwatch.memories.stores.format_names import StoreFormat
from vaultwatch.memories.stores.lint import record_ids


@pytest.mark.parametrize(
    ("form", "path", "text", "known_by", "proposal"),
    [
        ("pipe-lines", "MEMORY.md", "mem_1 | key=a | value=b", "key", ""),
        ("basic-memory", "a.md", "---\npermalink: x\n---\n- [fact] b", "key", ""),
        ("basic-memory", "A b/C_d.md", "- [fact] b", "anchor", "permalink: a-b/c-d"),
        ("claude-code", "a.md", "---\nname: a\n---\nb", "file", ""),
        ("claude-code", "My notes.md", "---\ntype: user\n---\nb", "file", "name: my-notes"),
        ("claude-code", "MEMORY.md", "- b", "anchor", ""),
        ("neurostack", "a.md", "---\nneurostack_id: u\n---\nb", "key", ""),
        ("jsonl", "r.jsonl", '{"id": 1, "text": "b"}', "key", ""),
        ("hermes", "USER.md", "b", "anchor", ""),
    ],
)
def test_what_an_id_rests_on(
    form: StoreFormat, path: str, text: str, known_by: str, proposal: str
) -> None:
    (found,) = record_ids(read_as(form, {path: text}), form)
    assert (found.known_by, found.proposal) == (known_by, proposal)


def test_a_row_without_an_id_is_proposed_the_one_it_has_here() -> None:
    (found,) = record_ids(read_as("jsonl", {"r.jsonl": '{"text": "b"}'}), "jsonl")
    assert (found.known_by, found.proposal) == ("anchor", f'"id": "{found.id}"')
