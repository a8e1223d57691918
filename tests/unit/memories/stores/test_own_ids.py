"""By what a record is known again."""

from dataclasses import replace

import pytest

from tests.unit.memories.stores.files import read_as
from tests.unit.memories.stores.held import hold, texts_after
from vaultwatch.memories.stores.actions import PatchError
from vaultwatch.memories.stores.format_names import StoreFormat
from vaultwatch.memories.stores.lint import is_nameless
from vaultwatch.memories.stores.mending import id_proposals, mend
from vaultwatch.memories.stores.outcome import check_outcome


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
    (found,) = held.reading.records
    assert is_nameless(found, form)
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
