"""Under which id a memory goes: by table, for notes that say an id and notes that say none."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Literal

import pytest

from vaultwatch.adapters.ledger import MemoryRow
from vaultwatch.memories.ids import memory_id
from vaultwatch.memories.record import Memory, memory_of
from vaultwatch.notes.model import NotePath
from vaultwatch.notes.parse import parse_note
from vaultwatch.services.indexing.registering import _known_as, _Register

NOW = datetime(2026, 3, 1, tzinfo=UTC)
A, B = NotePath("Memories/a.md"), NotePath("Memories/b.md")
UPPER = NotePath("Memories/A.md")


def memory(path: NotePath, id_: str = "", text: str = "The fee is 40.") -> Memory:
    head = f"id: {id_}\n" if id_ else ""
    return memory_of(parse_note(path, f"---\n{head}---\n{text}\n".encode()), text)


def row(id_: str, path: NotePath, *, is_forgotten: bool = False) -> MemoryRow:
    held = memory(path)
    state: Literal["present", "forgotten"] = "forgotten" if is_forgotten else "present"
    return MemoryRow(id_, path, held.belief_digest, NOW, held.belief, state=state)


@pytest.mark.parametrize(
    ("said", "on_record", "standing", "given", "known_as"),
    [
        pytest.param(memory(A, "x"), [], {A}, {}, "x", id="a new id"),
        pytest.param(memory(A, "x"), [row("x", A)], {A}, {}, "x", id="its own"),
        pytest.param(memory(B, "x"), [row("x", A)], {B}, {}, "x", id="its note was moved"),
        pytest.param(
            memory(B, "x"), [row("x", A)], {A, B}, {}, memory_id(B), id="another's, who stands"
        ),
        pytest.param(
            memory(B, "x"), [row("x", A)], {A, B}, {A: "x"}, memory_id(B), id="and says so again"
        ),
        pytest.param(
            memory(B, "x"), [row("x", A)], {A, B}, {A: "y"}, "x", id="given up in this round"
        ),
        pytest.param(memory(A), [row("x", A)], {A}, {}, "x", id="no id: as at its place"),
        pytest.param(memory(B), [row("x", A)], {B}, {}, "x", id="no id: moved, same words"),
        pytest.param(memory(B), [row("x", A)], {A, B}, {}, None, id="no id: a copy is new"),
        pytest.param(
            memory(A), [row(memory_id(A), UPPER)], {A}, {}, None, id="no id: case was changed"
        ),
        pytest.param(
            memory(A),
            [row("x", A, is_forgotten=True)],
            {A},
            {},
            None,
            id="forgotten",
        ),
    ],
)
def test_a_memory_goes_by_the_id_that_is_its_own(
    said: Memory,
    on_record: list[MemoryRow],
    standing: set[NotePath],
    given: Mapping[NotePath, str],
    known_as: str | None,
) -> None:
    found = _known_as(said, _Register(on_record), standing, {**given, said.path: said.id})
    assert found == replace(said, id=known_as or said.id)
