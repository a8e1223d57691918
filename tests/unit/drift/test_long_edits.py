"""A long note rewritten takes as much longer as it is longer: no line is held against all."""

from collections import Counter

import pytest

from tests.unit.drift.statements import note
from vaultwatch.drift.passages.align import LIKELY, MAX_PAIRS
from vaultwatch.drift.passages.edit import NoteEdit, edit_of

COUNT = 600
THEN = note(
    *(f"Crate{n} holds {n} acordions and {n + 7} cables for hall{n}." for n in range(COUNT))
)
NOW = note(
    *(
        line
        for n in range(COUNT)
        for line in (
            (f"Crate{n} holds {n} accordions and {n + 7} cables for hall{n}.",)
            if n % 2
            else (f"Crate{n} holds {n} acordions for hall{n}.", f"Hall{n} has {n + 7} cables.")
        )
    )
)


def test_a_sentence_that_was_split_is_found_in_both_parts_however_long_the_note() -> None:
    made = edit_of(THEN, NOW)
    assert COUNT * len(made.added) > MAX_PAIRS
    said = {n: {made.now[j].plain for j in made.heirs[n]} for n in (4, 300, 598)}
    assert said == {
        n: {f"Crate{n} holds {n} acordions for hall{n}.", f"Hall{n} has {n + 7} cables."}
        for n in said
    }


def test_what_became_of_lines_is_asked_of_the_likely_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: Counter[str] = Counter()
    likeness = NoteEdit.likeness

    def held(edit: NoteEdit, i: int, j: int) -> float:
        asked["held"] += 1
        return likeness(edit, i, j)

    monkeypatch.setattr(NoteEdit, "likeness", held)
    edit_of.__wrapped__(THEN, NOW)
    assert 0 < asked["held"] <= LIKELY * COUNT
