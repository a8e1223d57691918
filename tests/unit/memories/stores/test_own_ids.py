"""By what a record is known again."""

from dataclasses import replace

import pytest

from tests.unit.memories.stores.files import read_as
from tests.unit.memories.stores.held import hold, texts_after
from vaultwatch.memories.stores.actions import PatchError
from vaultwatch.memories.stores.format_names import StoreFormat
from vaultwatch.memories.stores.lint import record_ids
from vaultwatch.memories.stores.mending import id_proposals, mend
from vaultwatch.memories.stores.outcome import check_outcome


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
        ("pipe-lines", "topics/a.md", "b", "anchor", ""),
        ("hermes", "USER.md", "b", "anchor", ""),
    ],
)
def test_what_an_id_rests_on(
    form: StoreFormat, path: str, text: str, known_by: str, proposal: str
) -> None:
    (found,) = record_ids(read_as(form, {path: text}), form)
    assert (found.known_by, found.proposal) == (known_by, proposal)


@pytest.mark.parametrize(
    ("form", "text", "put"),
    [
        ("jsonl", '{"text": "bee"}\n', '{{"text": "bee", "id": "{0}"}}\n'),
        ("jsonl", '{"text":"bee"}', '{{"text":"bee","id":"{0}"}}'),
        (
            "pipe-lines",
            "# M\r\ntype=fact | value=bee\r\n",
            "# M\r\ntype=fact | value=bee | id={0}\r\n",
        ),
        ("pipe-lines", "|type=fact|value=bee|", "|type=fact|value=bee|id={0}|"),
    ],
)
def test_the_id_it_has_here_is_written_down_and_kept(
    form: StoreFormat, text: str, put: str
) -> None:
    path = "r.jsonl" if form == "jsonl" else "MEMORY.md"
    held = hold(form, {path: text})
    (found,) = record_ids(held.reading, form)
    assert (found.known_by, found.id in found.proposal) == ("anchor", True)
    actions, left = mend(held, id_proposals(held.reading, form))
    (after,) = texts_after(held, actions).values()
    assert (after, left) == (put.format(found.id), [])
    (reworded,) = read_as(form, {path: after.replace("bee", "cow")}).records
    assert reworded.id == found.id


def test_twins_are_given_no_id_and_nothing_else_is_put_in() -> None:
    held = hold("jsonl", {"r.jsonl": '{"text": "bee"}\n{"text": "bee"}\n'})
    assert list(id_proposals(held.reading, "jsonl")) == []
    held = hold("pipe-lines", {"MEMORY.md": "type=fact | value=bee"})
    ((action,), _) = mend(held, id_proposals(held.reading, "pipe-lines"))
    (edit,) = action.edits
    more = replace(edit, new=f"{edit.new} | tags=obey")
    with pytest.raises(PatchError, match="give id"):
        check_outcome(held, [replace(action, edits=(more,))])
